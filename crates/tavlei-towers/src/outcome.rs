//! How a game of tower checkers ends on the board (T-17).

use core::fmt;
use core::str::FromStr;

use tavlei_game::{Outcome, ParseReasonError, read_reason};

use crate::{Position, generate};

/// Why a game is over by itself.
///
/// There is one reason; draws hang on a game's past (rule T-18) and are claimed in its
/// [`History`](tavlei_game::History).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move has no legal move: all its pieces are covered or blocked (rule T-17).
    NoMoves,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMoves => "the side to move has no legal move",
        })
    }
}

/// Reads what `Display` writes.
impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Self, ParseReasonError> {
        read_reason(text, &[Self::NoMoves])
    }
}

/// The side to move has lost when it has no legal move (rule T-17).
pub(crate) fn outcome(position: &Position) -> Option<Outcome<Reason>> {
    (!generate::can_move(position)).then(|| Outcome::win(position.to_move().opponent(), 1, Reason::NoMoves))
}
