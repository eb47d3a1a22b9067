//! One player's choice in a turn: a step or a pass, and which of them are legal (P-3, P-4, P-9, P-11).

use core::fmt;

use tavlei_game::{Joint, Side};
use tavlei_geometry::rect::{Bitboard, Square};

use crate::Position;

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

impl Position {
    /// The squares that the man of a side on this square may step to (P-3); none if there is no such man.
    ///
    /// The rules of the game's end are not looked at: also in a finished position this tells where a man could go.
    #[inline]
    #[must_use]
    pub fn steps(&self, side: Side, from: Square) -> Bitboard {
        let own = self.men_of(side);
        if own.contains(from) { (from.neighbours() & self.board().squares()) - own } else { Bitboard::EMPTY }
    }

    /// Returns whether a side has this choice.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check_choice(&self, side: Side, choice: Choice) -> Result<(), ChoiceError> {
        if self.find_outcome().is_some() {
            return Err(ChoiceError::GameOver);
        }
        let Choice::Step { from, to } = choice else {
            return if self.may_pass(side) { Ok(()) } else { Err(ChoiceError::MustMove { side }) };
        };
        let (own, other) = (self.men_of(side), self.men_of(!side));
        let off_board = |square| !self.board().contains(square);
        if let Some(square) = [from, to].into_iter().find(|&square| off_board(square)) {
            return Err(ChoiceError::OffBoard { square });
        }
        if other.contains(from) {
            return Err(ChoiceError::EnemyMan { side, square: from });
        }
        if !own.contains(from) {
            return Err(ChoiceError::NoMan { side, square: from });
        }
        if !from.neighbours().contains(to) {
            return Err(ChoiceError::NotNextTo { from, to });
        }
        if own.contains(to) {
            return Err(ChoiceError::OwnMan { square: to });
        }
        Ok(())
    }

    /// Returns whether a pass is among a side's choices, as long as the game goes on: always (P-4), or only when it has
    /// no step (P-9, P-11).
    ///
    /// A side that has a man has a step: were every neighbour of every man of its own colour, its men would fill the
    /// board, its goal rank included, and the game would be over.
    #[inline]
    pub(crate) fn may_pass(&self, side: Side) -> bool {
        self.rules.passing() || self.men_of(side).is_empty()
    }

    /// Returns how many steps a side has.
    #[inline]
    pub(crate) fn count_steps(&self, side: Side) -> u32 {
        let own = self.men_of(side);
        let free = self.board().squares() - own;
        own.iter().map(|from| (from.neighbours() & free).len()).sum()
    }

    /// The `n`-th step of a side by the square left and the square entered, counted from 0.
    #[inline]
    pub(crate) fn nth_step(&self, side: Side, n: u32) -> Option<Choice> {
        let own = self.men_of(side);
        let free = self.board().squares() - own;
        let mut left = n;
        for from in own {
            let targets = from.neighbours() & free;
            match left.checked_sub(targets.len()) {
                Some(rest) => left = rest,
                None => return targets.iter().nth(left as usize).map(|to| Choice::Step { from, to }),
            }
        }
        None
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
