//! The resolution of both choices (P-5, P-6): collisions, swaps and breakthroughs.

use core::fmt;

use tavlei_game::{Game, IllegalMove, Outcome, Side};
use tavlei_geometry::rect::Square;

use crate::{Position, Reason, Turn};

/// A white and a black man that met on a square and are both gone (P-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Collision {
    /// Where they met.
    pub square: Square,
    /// Where the white man came from: the square itself if it stood there.
    pub white_from: Square,
    /// Where the black man came from: the square itself if it stood there.
    pub black_from: Square,
}

impl Collision {
    /// Returns where the man of a side came from: the square itself if it stood there.
    #[must_use]
    pub const fn from(&self, side: Side) -> Square {
        match side {
            Side::White => self.white_from,
            Side::Black => self.black_from,
        }
    }
}

/// Two men that have traded squares and both live (P-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Swap {
    /// Where the white man came from, and the black man went.
    pub white_from: Square,
    /// Where the black man came from, and the white man went.
    pub black_from: Square,
}

/// A turn, carried out: the position that it leads to and what happened on the way.
///
/// ```
/// use tavlei_game::{Notation, Side};
/// use tavlei_proryv::Position;
///
/// // The book's example: the men on a3 and a4 move on to each other's squares.
/// let before = Position::read_position("w a3;a4", &Default::default())?;
/// let resolution = before.resolve(&before.read_move("a3-a4 a4-a3")?)?;
/// assert_eq!(resolution.after().to_string(), "b a4;a3");
/// assert!(resolution.collisions().next().is_none());
/// assert_eq!(resolution.to_string(), "the men on a3 and a4 swap");
///
/// // Two pairs of men can meet in one turn.
/// let before = Position::read_position("w b2,c3;b3,d4", &Default::default())?;
/// let resolution = before.resolve(&before.read_move("b2-b3 d4-c3")?)?;
/// assert_eq!(resolution.collisions().count(), 2);
/// assert_eq!(resolution.after().to_string(), "b ;");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resolution {
    turn: Turn,
    before: Position,
    after: Position,
}

impl Position {
    /// Carries out a turn and reports what happened in it.
    ///
    /// [`play`](Game::play) leads to the same position and reports nothing.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if one of the choices is not legal here; [`check_choice`](Position::check_choice) tells why.
    pub fn resolve(&self, turn: &Turn) -> Result<Resolution, IllegalMove> {
        if self.is_legal(turn) { Ok(self.resolve_legal(turn)) } else { Err(IllegalMove) }
    }

    /// [`resolve`](Self::resolve) for a turn that is known to be legal.
    pub(crate) fn resolve_legal(&self, turn: &Turn) -> Resolution {
        Resolution { turn: *turn, before: *self, after: self.after(turn) }
    }

    /// P-5: both choices are carried out, then each square that holds a white and a black man loses both. P-2: the
    /// roles change hands.
    #[inline]
    pub(crate) fn carry_out(&mut self, turn: &Turn) {
        let (white, black) = (turn.white.carry_out(self.white), turn.black.carry_out(self.black));
        self.white = white - black;
        self.black = black - white;
        self.recorder = !self.recorder;
        self.both_passed = turn.white.is_pass() && turn.black.is_pass();
    }
}

impl Resolution {
    /// The choices of both players.
    #[must_use]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The position before the turn.
    #[must_use]
    pub const fn before(&self) -> &Position {
        &self.before
    }

    /// The position after the turn.
    #[must_use]
    pub const fn after(&self) -> &Position {
        &self.after
    }

    /// The pairs of men that met and are gone, in the order of the squares: at most two (P-5).
    pub fn collisions(&self) -> impl Iterator<Item = Collision> + use<> {
        let Turn { white, black } = self.turn;
        let met = white.carry_out(self.before.white) & black.carry_out(self.before.black);
        met.iter().map(move |square| Collision {
            square,
            white_from: white.origin(square),
            black_from: black.origin(square),
        })
    }

    /// The two men that have traded squares, if any have (P-5).
    #[must_use]
    pub fn swap(&self) -> Option<Swap> {
        use crate::Choice::Step;
        match self.turn {
            Turn { white: Step { from: white_from, to: white_to }, black: Step { from: black_from, to: black_to } }
                if white_from == black_to && black_from == white_to =>
            {
                Some(Swap { white_from, black_from })
            }
            _ => None,
        }
    }

    /// The square of its goal rank that a side has reached, and still holds, with this turn (P-6).
    #[must_use]
    pub fn breakthrough(&self, side: Side) -> Option<Square> {
        self.after.broken_through(side).first()
    }

    /// Returns how the game has ended with this turn, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome<Reason>> {
        self.after.outcome()
    }
}

/// Describes the turn in a sentence for people: `the men from b2 and c4 meet on c3; White breaks through on a5`.
impl fmt::Display for Resolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for Collision { square, white_from, black_from } in self.collisions() {
            write!(f, "{separator}the men from {white_from} and {black_from} meet on {square}")?;
            separator = "; ";
        }
        if let Some(Swap { white_from, black_from }) = self.swap() {
            write!(f, "{separator}the men on {white_from} and {black_from} swap")?;
            separator = "; ";
        }
        for side in Side::BOTH {
            if let Some(square) = self.breakthrough(side) {
                write!(f, "{separator}{side} breaks through on {square}")?;
                separator = "; ";
            }
        }
        if separator.is_empty() { f.write_str("no men meet") } else { Ok(()) }
    }
}
