//! The errors of this crate: positions, start layouts and choices that are refused.

use core::fmt::{self, Display};

use tavlei_game::Side;
use tavlei_game::text::SyntaxError;
use tavlei_geometry::rect::{Board, Square};

/// Why a position is refused. Offsets are in bytes from the start of the text; a position that was not read from a text
/// has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have the form of a position.
    Syntax(SyntaxError),
    /// A man stands off the board.
    OffBoard {
        /// Where the square stands.
        offset: Option<usize>,
        /// The square.
        square: Square,
        /// The board.
        board: Board,
    },
    /// A side is given two men on one square.
    Twice {
        /// Where the square stands the second time.
        offset: usize,
        /// The square.
        square: Square,
    },
    /// A square is given to both sides.
    BothSides {
        /// Where the square stands the second time.
        offset: Option<usize>,
        /// The square.
        square: Square,
    },
}

impl PositionError {
    /// The place in the text that the error is about, in bytes; `None` for a position that was not read from one.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            Self::Syntax(error) => Some(error.offset),
            Self::Twice { offset, .. } => Some(*offset),
            Self::OffBoard { offset, .. } | Self::BothSides { offset, .. } => *offset,
        }
    }
}

impl From<SyntaxError> for PositionError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl core::error::Error for PositionError {}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(offset), false) = (self.offset(), matches!(self, Self::Syntax(_))) {
            write!(f, "byte {offset}: ")?;
        }
        match self {
            Self::Syntax(error) => Display::fmt(error, f),
            Self::OffBoard { square, board, .. } => {
                write!(f, "{square} is off the board of {} files and {} ranks", board.files(), board.ranks())
            }
            Self::Twice { square, .. } => write!(f, "{square} is given twice"),
            Self::BothSides { square, .. } => write!(f, "{square} is given to both sides"),
        }
    }
}

/// Why a side does not have a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The game is over (P-10).
    #[error("the game is over (P-10)")]
    GameOver,
    /// The side may not pass, for it has a step (P-11).
    #[error("{side} can move and so must move: passing is off (P-11)")]
    MustMove {
        /// The side.
        side: Side,
    },
    /// A square is not on the board.
    #[error("{square} is off the board")]
    OffBoard {
        /// The square.
        square: Square,
    },
    /// The man on the square left is the opponent's.
    #[error("the man on {square} is not {side}’s (P-3)")]
    EnemyMan {
        /// The side that was to choose.
        side: Side,
        /// The square.
        square: Square,
    },
    /// Nobody stands on the square left.
    #[error("{side} has no man on {square} (P-3)")]
    NoMan {
        /// The side that was to choose.
        side: Side,
        /// The square.
        square: Square,
    },
    /// The squares are not neighbours.
    #[error("{from} to {to} is not one square in one of the eight directions (P-3)")]
    NotNextTo {
        /// The square left.
        from: Square,
        /// The square entered.
        to: Square,
    },
    /// A man of the same colour held the square entered before the turn.
    #[error("a man of the same colour stands on {square} (P-3)")]
    OwnMan {
        /// The square entered.
        square: Square,
    },
}

/// Why men cannot start so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// A side has no men.
    #[error("{side} needs at least one man to start with")]
    NoMen {
        /// The side.
        side: Side,
    },
    /// A man stands off the board.
    #[error("{square} is off the board of {board}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board.
        board: Board,
    },
    /// Two men stand on one square.
    #[error("{square} is given twice")]
    Twice {
        /// The square.
        square: Square,
    },
    /// A man stands on the rank that it has to reach: the game would be over (P-10).
    #[error("{square} is on {side}’s goal rank (P-10)")]
    Goal {
        /// The side whose man it is.
        side: Side,
        /// The square.
        square: Square,
    },
    /// A man stands more than four ranks from its own edge.
    #[error("{square} is too far from {side}’s edge: men start on a side’s first four ranks")]
    TooFar {
        /// The side whose man it is.
        side: Side,
        /// The square.
        square: Square,
    },
    /// The board has no room for this number of full ranks.
    #[error("{ranks} full ranks of each side have no room: at most {max} have")]
    TooManyRanks {
        /// The number asked for.
        ranks: u8,
        /// The greatest possible number.
        max: u8,
    },
}
