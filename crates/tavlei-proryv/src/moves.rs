//! One player's choice in a turn: a step or a pass (P-3, P-4).

use core::fmt;

use tavlei_game::Joint;
use tavlei_geometry::rect::{Bitboard, Square};

/// One player's choice in a turn.
///
/// Ordered with the pass first, then by the square left and the square entered.
///
/// ```
/// use tavlei_game::ChoiceNotation;
/// use tavlei_game::Side;
/// use tavlei_proryv::{Choice, Position};
///
/// let start = Position::default();
/// let choice = start.read_choice(Side::White, "В2—С3")?; // as the book writes it, in Cyrillic
/// assert_eq!(choice, Choice::Step { from: "b2".parse()?, to: "c3".parse()? });
/// assert_eq!(choice.to_string(), "b2-c3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// To move no man: a pass (P-4), or a skip for want of a step (P-9, P-11).
    Pass,
    /// To move a man one square in any of the eight directions (P-3).
    Step {
        /// The square that the man leaves.
        from: Square,
        /// The neighbouring square that it enters.
        to: Square,
    },
}

/// The choices of both players for one turn.
pub type Turn = Joint<Choice>;

impl Choice {
    /// The step from one square to another.
    #[inline]
    #[must_use]
    pub const fn step(from: Square, to: Square) -> Self {
        Self::Step { from, to }
    }

    /// Returns whether no man is moved.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self, Self::Pass)
    }

    /// The men of the side after its choice, before anything is removed (P-5).
    #[inline]
    pub(crate) const fn carry_out(self, men: Bitboard) -> Bitboard {
        match self {
            Self::Pass => men,
            Self::Step { from, to } => men.without(from).with(to),
        }
    }

    /// Returns where the man came from that stands on a square after this choice: the square itself unless it has just
    /// moved.
    pub(crate) fn origin(self, square: Square) -> Square {
        match self {
            Self::Step { from, to } if to == square => from,
            _ => square,
        }
    }
}

/// `b2-c3`, or `--` for a pass.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("--"),
            Self::Step { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

/// As the text.
impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
