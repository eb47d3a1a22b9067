//! What a game tells a search about its positions.

use std::hash::{Hash, Hasher};

use tavlei_game::Sequential;

/// What a search asks about a game beyond its rules. One method is required; the others make the search better or faster.
///
/// Every function of a position to centi-units is an evaluation:
///
/// ```
/// use tavlei_game::{Game, Sequential};
/// use tavlei_search::Evaluation;
///
/// /// Who has more moves is better off.
/// fn mobility<G: Sequential>() -> impl Evaluation<G> {
///     |position: &G| position.count_moves() as i32
/// }
/// ```
///
/// An evaluation must be a function of the position: the same position has the same value, always.
pub trait Evaluation<G: Sequential> {
    /// Whether [`evaluate_after`](Self::evaluate_after) is much cheaper than [`evaluate`](Self::evaluate). If so, the value
    /// is carried along from move to move; if not, it is reckoned where it is needed only.
    const INCREMENTAL: bool = false;

    /// What the position is worth to the side to move, in centi-units, as it stands. The game is not over.
    fn evaluate(&self, position: &G) -> i32;

    /// What the position `after` a move is worth to the side that is to move there, when `value` is what the position
    /// `before` it was worth to the side that moved.
    ///
    /// It is `self.evaluate(after)`, and whoever overrides it must give the same.
    #[inline]
    fn evaluate_after(&self, before: &G, value: i32, mv: &G::Move, after: &G) -> i32 {
        let _ = (before, value, mv);
        self.evaluate(after)
    }

    /// What the position after a legal move is worth to the side that is to move there, found without playing the move;
    /// `value` is what `position` is worth to the side that moves. `None`, which is always right, when it takes more than a
    /// glance.
    ///
    /// It is `self.evaluate(after)` of a position where the game is not over and nothing is [tense](Self::tension): a search
    /// that would look no further is saved the move. It is asked for only if the value is carried along
    /// ([`INCREMENTAL`](Self::INCREMENTAL)).
    #[inline]
    fn glance(&self, position: &G, value: i32, mv: &G::Move) -> Option<i32> {
        let _ = (position, value, mv);
        None
    }

    /// What [`glance`](Self::glance) says of all moves of a position together, and the moves of which it says nothing, for
    /// the visitor. `None`, which is always right, when that is not found at once.
    #[inline]
    fn survey(&self, position: &G, value: i32, visit: impl FnMut(G::Move)) -> Option<Survey> {
        let _ = (position, value, visit);
        None
    }

    /// Whether the position can be valued as it stands, for whoever looks no further. `first` is one of its legal moves,
    /// the first that is listed, for the asking: in a game of compulsory captures it tells all.
    #[inline]
    fn tension(&self, position: &G, first: &G::Move) -> Tension {
        let _ = (position, first);
        Tension::Quiet
    }

    /// Whether a move of a position that is [`Tense`](Tension::Tense) is to be tried before the position is valued.
    #[inline]
    fn is_loud(&self, position: &G, mv: &G::Move) -> bool {
        let _ = (position, mv);
        true
    }

    /// How much a move seems to bring at first sight, in centi-units: promising moves are tried first.
    #[inline]
    fn promise(&self, position: &G, mv: &G::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// A number that stands for a move in the tables that remember which moves were good elsewhere. Moves that are alike may
    /// share one; its lower 12 bits count.
    #[inline]
    fn slot(&self, mv: &G::Move) -> u16 {
        let mut stir = Stir(0);
        mv.hash(&mut stir);
        (stir.finish() >> 48) as u16
    }

    /// The most points that a game can be won by: 1, unless it is said otherwise. Once a win by so many is found, the search is
    /// at its end, and better ones are not looked for.
    #[inline]
    fn most_points(&self) -> u8 {
        1
    }
}

/// Every function of a position is an evaluation of it, and nothing more: so it says that a game is won by one point at most.
/// For a game in which a win may be worth more, as in Ashtarashki, a type of its own has to tell by
/// [how many](Evaluation::most_points), or a search is content with one.
impl<G: Sequential, F: Fn(&G) -> i32> Evaluation<G> for F {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        self(position)
    }
}

/// What is seen of a position's moves at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// How many moves are valued.
    pub moves: u32,
    /// What the best of them is worth to the side to move, in centi-units; `i32::MIN` if there is none.
    pub best: i32,
}

/// Whether a position can be valued as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tension {
    /// It can.
    Quiet,
    /// It can, but [loud moves](Evaluation::is_loud) should be tried first; the side to move may prefer them.
    Tense,
    /// It can't: the side to move must do one of the things that are listed, such as capture, and all of them are tried.
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
