//! Abilities that a game may have beyond being one.

use core::fmt::Debug;

use crate::Game;

/// A game whose positions have a 64-bit hash key, for tables.
///
/// Equal positions under equal rules have equal keys. Different positions may share one, by chance about once in 2⁶⁴.
pub trait Keyed: Game {
    /// The key, which may be kept up to date from move to move.
    fn key(&self) -> u64;

    /// The key reckoned from nothing but what is on the board; always equal to [`key`](Self::key).
    fn key_from_scratch(&self) -> u64;

    /// The key of the position `after` a legal move of this one, whose own is `key`: what `after.key()` gives, sooner
    /// where it is found from what the move changes.
    #[inline]
    fn key_after(&self, key: u64, mv: &Self::Move, after: &Self) -> u64 {
        let _ = (key, mv);
        after.key()
    }
}

/// A game whose board can be turned, mirrored or handed to the other side without changing the play.
pub trait Symmetric: Game {
    /// One of the game's symmetries.
    type Symmetry: Copy + Debug + 'static;

    /// All symmetries but the identity.
    fn symmetries(&self) -> &'static [Self::Symmetry];

    /// Returns whether the symmetry exchanges the sides, so that White's win becomes Black's.
    fn swaps_sides(symmetry: Self::Symmetry) -> bool;

    /// The position as the symmetry maps it.
    #[must_use]
    fn transform(&self, symmetry: Self::Symmetry) -> Self;

    /// A legal move of this position, as the symmetry maps it: it does in the transformed position what the move does here.
    fn transform_move(&self, symmetry: Self::Symmetry, mv: &Self::Move) -> Self::Move;
}

/// A game whose moves fall into kinds for statistics.
pub trait MoveStats: Game {
    /// The names of the kinds, as lower-case plurals: `captures`, `promotions` …
    const COUNTS: &'static [&'static str];

    /// Adds what a legal move of this position counts for to the numbers, which stand in the order of
    /// [`COUNTS`](Self::COUNTS); where there are fewer numbers, the others are not counted.
    fn add_stats(&self, mv: &Self::Move, counts: &mut [u64]);

    /// Returns how many pieces a legal move of this position captures, one after the other.
    fn chain_length(&self, mv: &Self::Move) -> u32;
}
