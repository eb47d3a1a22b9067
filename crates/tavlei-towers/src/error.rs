//! The errors of this crate: positions, towers and moves that are refused.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use tavlei_game::text::SyntaxError;
use tavlei_game::{MoveError, Side};
use tavlei_geometry::dark::Square;

/// Why a position that is set up by hand is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have the form of a position.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text names a square that is off the board.
    #[error("byte {offset}: {file}{rank} is off the board")]
    OffBoard {
        /// Where it stands, in bytes.
        offset: usize,
        /// The letter that stands for the file.
        file: char,
        /// The digit that stands for the rank.
        rank: char,
    },
    /// The text names a light square.
    #[error("byte {offset}: {file}{rank} is a light square")]
    Light {
        /// Where it stands, in bytes.
        offset: usize,
        /// The letter of the file.
        file: char,
        /// The digit of the rank.
        rank: char,
    },
    /// A square is given twice.
    #[error("{at} is given twice")]
    Twice {
        /// The square, the second time.
        at: PlaceInText,
    },
    /// The pieces are no tower: there are none, higher than 24 pieces, or changes colour more than once.
    #[error("{at}: {reason}")]
    Tower {
        /// Where it should stand.
        at: PlaceInText,
        /// Why it is none.
        reason: TowerError,
    },
    /// There are more than twelve pieces of a colour.
    #[error("{at}: with this tower there are more than 12 pieces of {side}’s")]
    TooManyPieces {
        /// The tower that makes it too many.
        at: PlaceInText,
        /// The colour.
        side: Side,
    },
    /// A man commands a tower on his own far rank, where he would be a king (rules T-6 and T-16).
    #[error("{at}: a man of {side}’s can’t command a tower on the far rank, where he would be a king")]
    ManOnFarRank {
        /// The square.
        at: PlaceInText,
        /// The colour of the man.
        side: Side,
    },
}

/// Where in a position that is set up by hand something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceInText {
    /// The square.
    pub square: Square,
    /// Where the square stands in the text, in bytes, if the position is read from one.
    pub offset: Option<usize>,
}

/// `byte 7: c1`, or only `c1`.
impl fmt::Display for PlaceInText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        write!(f, "{}", self.square)
    }
}

/// Why pieces are no tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TowerError {
    /// There is no piece.
    #[error("a tower needs a piece")]
    Empty,
    /// There are more than 24 pieces.
    #[error("a tower has at most 24 pieces")]
    TooHigh,
    /// The colour changes more than once from top to bottom, which never happens (rule T-16).
    #[error("the colour changes a second time below the top {height} pieces: a tower has at most two runs of colour")]
    Runs {
        /// How many pieces lie above the second change.
        height: u8,
    },
}

/// Why a text is not a move that stands by itself. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A square is a light one (rule T-1).
    #[error("byte {offset}: {file}{rank} is a light square (T-1)")]
    Light {
        /// Where the square stands.
        offset: usize,
        /// The letter of its file.
        file: char,
        /// The digit of its rank.
        rank: char,
    },
    /// There are more jumps than a capture can have (rule T-16).
    #[error("byte {offset}: a capture has at most twelve jumps (T-16)")]
    TooLong {
        /// Where the thirteenth jumped square stands.
        offset: usize,
    },
}

/// As the error of a reader that knows the position, too.
impl From<ParseMoveError> for MoveError {
    fn from(error: ParseMoveError) -> Self {
        let (offset, reason) = match error {
            ParseMoveError::Syntax(error) => return error.into(),
            ParseMoveError::Light { offset, file, rank } => (offset, format!("{file}{rank} is a light square (T-1)")),
            ParseMoveError::TooLong { offset } => (offset, "a capture has at most twelve jumps (T-16)".into()),
        };
        Self::Illegal { offset, reason: reason.into(), meant: Vec::new() }
    }
}
