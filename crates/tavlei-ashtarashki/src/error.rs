//! The errors of this crate: positions, moves and labels that are refused.

use tavlei_game::Side;
use tavlei_game::text::SyntaxError;
use tavlei_geometry::dark::Square;

/// Why a text is refused as a position. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have the form of a position.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A stone stands on a light square.
    #[error("byte {offset}: {file}{rank} is a light square, and the game is played on the dark ones (A-1)")]
    LightSquare {
        /// Where the square stands.
        offset: usize,
        /// The letter of the file.
        file: char,
        /// The digit of the rank.
        rank: char,
    },
    /// A stone can't stand where the text puts it.
    #[error("byte {offset}: {reason}")]
    Stone {
        /// Where its square stands.
        offset: usize,
        /// Why not.
        reason: SetupError,
    },
    /// The stones contradict each other on the whole.
    #[error(transparent)]
    Whole(SetupError),
}

/// Why stones don't make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Two stones are put on one square.
    #[error("there is already a stone on {square}")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// A stone is called finished, but is not on its far rank.
    #[error("a stone on {square} can’t be finished: {side}’s stones finish on rank {}", finishing_rank(*side))]
    FinishedElsewhere {
        /// The side that the stone belongs to.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// A side has more than twelve stones.
    #[error("{side} has more than 12 stones with the one on {square}")]
    TooMany {
        /// The side.
        side: Side,
        /// The square of the thirteenth stone.
        square: Square,
    },
    /// A side has more than four stones of one number.
    #[error("{side} has more than four stones of number {number} with the one on {square}")]
    TooManyOfNumber {
        /// The side.
        side: Side,
        /// The number.
        number: u8,
        /// The square of the fifth stone.
        square: Square,
    },
    /// Neither side has a stone: both would have lost.
    #[error("there is no stone on the board, so both sides would have lost (A-13)")]
    NoStones,
    /// Both sides have four finished stones: both would have won.
    #[error("both sides have four finished stones, so both would have won (A-14)")]
    BothFour,
}

/// Why a text is not a move that stands by itself. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A square is a light one.
    #[error("byte {offset}: {file}{rank} is a light square (A-1)")]
    Light {
        /// Where the square stands.
        offset: usize,
        /// The letter of its file.
        file: char,
        /// The digit of its rank.
        rank: char,
    },
    /// The squares are not next to each other.
    #[error("byte {offset}: {to} is not next to {from} (A-4)")]
    NotNext {
        /// Where the second square stands.
        offset: usize,
        /// The first square.
        from: Square,
        /// The second square.
        to: Square,
    },
    /// There are more jumps than there are stones to take.
    #[error("byte {offset}: nobody can take more than 12 stones (A-2)")]
    TooLong {
        /// Where the thirteenth landing square stands.
        offset: usize,
    },
}

/// The text is no label.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a label: M1, M2, M3, V1, V2, V3, W or F")]
pub struct ParseLabelError;

const fn finishing_rank(side: Side) -> u8 {
    match side {
        Side::White => 8,
        Side::Black => 1,
    }
}
