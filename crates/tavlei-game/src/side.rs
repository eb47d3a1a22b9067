//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::text::fold;

/// One of the two players. White plays up the board, towards the higher ranks.
///
/// ```
/// use tavlei_game::Side;
///
/// assert_eq!(!Side::White, Side::Black);
/// assert_eq!(Side::BOTH.map(Side::letter), ['w', 'b']);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that plays up the board, and moves first where sides take turns.
    White,
    /// The side that plays down the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter that positions begin with: `w` or `b`.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The name in lower case, as machines read it: `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// The opponent.
impl Not for Side {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// `White` or `Black`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The text names no side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a side: white or black")]
pub struct ParseSideError;

/// Reads `white` or `black`, or the letter alone, capital or small.
///
/// ```
/// use tavlei_game::Side;
///
/// assert_eq!("White".parse(), Ok(Side::White));
/// assert_eq!("b".parse(), Ok(Side::Black));
/// ```
impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, ParseSideError> {
        let folded = || text.trim().chars().map(fold);
        let named = |side: &Self| folded().eq(side.name().chars()) || folded().eq([side.letter()]);
        Self::BOTH.into_iter().find(named).ok_or(ParseSideError)
    }
}
