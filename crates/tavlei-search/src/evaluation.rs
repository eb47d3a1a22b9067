//! The static evaluation of positions, and further knowledge that a search uses.

use std::hash::{Hash, Hasher};

use tavlei_game::Sequential;

/// A static evaluation, and further knowledge of a game that makes a search better or faster. One method is required.
///
/// Every function from a position to centi-units is an evaluation:
///
/// ```
/// use tavlei_game::{Game, Sequential};
/// use tavlei_search::Evaluation;
///
/// /// Counts the moves: more are better.
/// fn mobility<G: Sequential>() -> impl Evaluation<G> {
///     |position: &G| position.count_moves() as i32
/// }
/// ```
///
/// An evaluation must be a function of the position: the same position always has the same value.
pub trait Evaluation<G: Sequential> {
    /// Whether [`evaluate_after`](Self::evaluate_after) is much cheaper than [`evaluate`](Self::evaluate). If it is, the
    /// search updates the value with every move. If not, it evaluates a position only when it needs the value.
    const INCREMENTAL: bool = false;

    /// Returns the static value of an unfinished position for the side to move, in centi-units.
    fn evaluate(&self, position: &G) -> i32;

    /// Returns the value of the position `after` a move for the side to move there. `value` is the value of the position
    /// `before` the move for the side that moved.
    ///
    /// An implementation must return the same as `self.evaluate(after)`.
    #[inline]
    fn evaluate_after(&self, before: &G, value: i32, mv: &G::Move, after: &G) -> i32 {
        let _ = (before, value, mv);
        self.evaluate(after)
    }

    /// Returns the value of the position after a legal move, without playing the move, for the side to move there. `value` is
    /// the value of `position` for the side that moves.
    ///
    /// May return `None`; the search then plays the move and evaluates the child. It must return `None` if the game is
    /// over after the move, or if that position is not [quiet](Self::quiescence_of). Otherwise the value is
    /// `self.evaluate(after)`. The search calls it only if [`INCREMENTAL`](Self::INCREMENTAL) is set.
    #[inline]
    fn evaluate_move(&self, position: &G, value: i32, mv: &G::Move) -> Option<i32> {
        let _ = (position, value, mv);
        None
    }

    /// Returns the combined result of [`evaluate_move`](Self::evaluate_move) for all moves of a position, and passes
    /// the moves that it cannot evaluate to the visitor. May return `None`; the search then looks at the moves one by
    /// one.
    #[inline]
    fn evaluate_quiet_moves(&self, position: &G, value: i32, visit: impl FnMut(G::Move)) -> Option<QuietMoves> {
        let _ = (position, value, visit);
        None
    }

    /// Returns whether the position is quiet, that is, whether its static value can be trusted at the horizon. `first` is the
    /// first of its legal moves: in a game of compulsory captures it decides the question.
    ///
    /// By default a position with [compulsory captures](Sequential::is_compulsory_capture) is forced, and any other is quiet.
    #[inline]
    fn quiescence_of(&self, position: &G, first: &G::Move) -> Quiescence {
        if position.is_compulsory_capture(first) { Quiescence::Forced } else { Quiescence::Quiet }
    }

    /// Returns whether quiescence search tries this move of a [`Noisy`](Quiescence::Noisy) position.
    #[inline]
    fn is_noisy(&self, position: &G, mv: &G::Move) -> bool {
        let _ = (position, mv);
        true
    }

    /// Returns a first estimate of a move's gain, in centi-units. Moves with higher scores are tried first.
    #[inline]
    fn order_score(&self, position: &G, mv: &G::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// Returns the index of a move in the history table; its lower 12 bits count. Similar moves may share an index.
    #[inline]
    fn history_index(&self, mv: &G::Move) -> u16 {
        let mut stir = Stir(0);
        mv.hash(&mut stir);
        (stir.finish() >> 48) as u16
    }

    /// Returns the maximum number of points of a win [default: 1]. The search ends when it has found a win by that many points.
    #[inline]
    fn max_points(&self) -> u8 {
        1
    }
}

/// A function of a position is an evaluation with every other method at its default: a win counts one point. A game in
/// which a win may count more, such as Ashtarashki, needs a type of its own that overrides
/// [`max_points`](Evaluation::max_points).
impl<G: Sequential, F: Fn(&G) -> i32> Evaluation<G> for F {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        self(position)
    }
}

/// The combined value of moves that were evaluated without playing them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietMoves {
    /// The number of moves that were evaluated.
    pub moves: u32,
    /// The value of the best of them for the side to move, in centi-units; `i32::MIN` if there is none.
    pub best: i32,
}

/// The state of a position at the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quiescence {
    /// The static value can be trusted.
    Quiet,
    /// The static value is a lower bound: the side to move may prefer one of the [noisy moves](Evaluation::is_noisy).
    Noisy,
    /// There is no static value: every listed move, such as a compulsory capture, is tried.
    Forced,
}

/// A quick hash for numbers of a few bits.
struct Stir(u64);

impl Hasher for Stir {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 << 32
    }
}
