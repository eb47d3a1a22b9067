//! The position: who stands where, who records, whether both have just passed (P-1, P-2, P-8).

use core::fmt;
use core::num::NonZeroU16;

use tavlei_game::{Game, Side};
use tavlei_geometry::rect::{Bitboard, Board};

use crate::Rules;

/// A position of Proryv, and the rules that it is played under.
///
/// Besides the men it knows which side records its choice in this turn (P-2), which has no influence on the play, and
/// whether both sides have passed in the turn before, which ends the game (P-8).
///
/// ```
/// use tavlei_game::{Game, Notation};
/// use tavlei_proryv::Position;
///
/// let mut position = Position::default();
/// assert_eq!(position.count_moves(), 169); // 13 choices each, the pass included
/// let turn = position.read_move("b2-c3 c4-c3")?;
/// position.play(&turn)?; // both men are gone
/// assert_eq!(position.to_string(), "b a1,b1,c1,d1,c2;b4,a5,b5,c5,d5");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) white: Bitboard,
    pub(crate) black: Bitboard,
    pub(crate) rules: Rules,
    pub(crate) recorder: Side,
    pub(crate) both_passed: bool,
}

impl Position {
    /// The squares of a side's men.
    #[inline]
    #[must_use]
    pub const fn men_of(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The side that records its choice in this turn; the other then moves openly (P-2).
    #[inline]
    #[must_use]
    pub const fn recorder(&self) -> Side {
        self.recorder
    }

    /// The same position with this side as the recorder: who begins to record is drawn by lot (P-2).
    #[inline]
    #[must_use]
    pub const fn with_recorder(mut self, side: Side) -> Self {
        self.recorder = side;
        self
    }

    /// Returns whether both sides have passed in the turn that led here (P-8).
    ///
    /// The text of a position ends with `;--` then.
    #[inline]
    #[must_use]
    pub const fn both_passed(&self) -> bool {
        self.both_passed
    }

    /// The same position as one to which two passes have led, or not (P-8).
    ///
    /// ```
    /// use tavlei_game::Game;
    /// use tavlei_proryv::{Position, Reason};
    ///
    /// let position = Position::default().with_both_passed(true);
    /// assert_eq!(position.outcome().map(|outcome| *outcome.reason()), Some(Reason::BothPassed));
    /// assert_eq!(position.to_string().parse(), Ok(position));
    /// ```
    #[inline]
    #[must_use]
    pub const fn with_both_passed(mut self, both_passed: bool) -> Self {
        self.both_passed = both_passed;
        self
    }

    /// The same position under the same rules but for the cap on the number of turns (P-12).
    #[inline]
    #[must_use]
    pub const fn with_turn_cap(mut self, turns: Option<NonZeroU16>) -> Self {
        self.rules = self.rules.with_turn_cap(turns);
        self
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.rules.board()
    }
}

/// The start position of the author's game (P-1).
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default())
    }
}

/// The text and the rules.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}; {})", self.rules)
    }
}
