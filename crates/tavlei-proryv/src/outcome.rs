//! How a game of Proryv ends (P-6 … P-8).

use core::fmt;
use core::str::FromStr;

use tavlei_game::{Outcome, ParseReasonError, Side, read_reason};

use crate::Position;

/// Why a game of Proryv has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The winner alone has a man on its goal rank (P-6).
    BrokeThrough,
    /// Both sides have a man on their goal ranks: a draw (P-6).
    BothBrokeThrough,
    /// Neither side has a man left: a draw (P-7).
    NoMenLeft,
    /// Both sides have passed in the same turn: a draw (P-8); without passing, both had no step (P-11).
    BothPassed,
}

/// Reads what `Display` writes.
impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Self, ParseReasonError> {
        read_reason(text, &[Self::BrokeThrough, Self::BothBrokeThrough, Self::NoMenLeft, Self::BothPassed])
    }
}

/// A short phrase: `broke through`, `both broke through`, `no men left`, `both passed`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::BrokeThrough => "broke through",
            Self::BothBrokeThrough => "both broke through",
            Self::NoMenLeft => "no men left",
            Self::BothPassed => "both passed",
        })
    }
}

impl Position {
    /// The men of a side that stand on its goal rank: in a game they have just broken through (P-6, P-10).
    #[inline]
    pub(crate) fn broken_through(&self, side: Side) -> tavlei_geometry::rect::Bitboard {
        self.men_of(side) & self.rules.goal(side)
    }

    /// The outcome, if the game is over: what stands on the board (P-6, P-7) comes before the passes (P-8).
    #[inline]
    pub(crate) fn find_outcome(&self) -> Option<Outcome<Reason>> {
        let through = |side| !self.broken_through(side).is_empty();
        match (through(Side::White), through(Side::Black)) {
            (true, true) => Some(Outcome::draw(Reason::BothBrokeThrough)),
            (true, false) => Some(Outcome::win(Side::White, 1, Reason::BrokeThrough)),
            (false, true) => Some(Outcome::win(Side::Black, 1, Reason::BrokeThrough)),
            (false, false) if (self.men_of(Side::White) | self.men_of(Side::Black)).is_empty() => {
                Some(Outcome::draw(Reason::NoMenLeft))
            }
            (false, false) if self.both_passed() => Some(Outcome::draw(Reason::BothPassed)),
            (false, false) => None,
        }
    }
}
