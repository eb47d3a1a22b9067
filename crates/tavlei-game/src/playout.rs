//! Random play, with a generator of the caller's.

use rand_core::Rng;

use crate::{Game, Outcome};

/// How a random playout has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<R> {
    /// How many moves were played.
    pub plies: u32,
    /// The outcome; `None` when the limit was reached first.
    pub outcome: Option<Outcome<R>>,
}

/// Plays moves drawn at random, all equally likely, until the game is over or `max_plies` have been played.
///
/// The position is left as it is then. The same generator in the same state plays the same game.
///
/// ```
/// # use tavlei_game::{Game, playout};
/// fn mean_length<G: Game>(games: u32, rng: &mut impl rand_core::Rng) -> f64 {
///     let plies: u32 = (0..games).map(|_| playout(&mut G::default(), rng, 10_000).plies).sum();
///     f64::from(plies) / f64::from(games)
/// }
/// ```
pub fn playout<G: Game>(position: &mut G, rng: &mut (impl Rng + ?Sized), max_plies: u32) -> Playout<G::Reason> {
    for plies in 0..max_plies {
        match random_move(position, rng) {
            Some(mv) => position.play_unchecked(&mv),
            None => return Playout { plies, outcome: position.outcome() },
        }
    }
    Playout { plies: max_plies, outcome: position.outcome() }
}

/// A legal move drawn at random, all equally likely (to within 2⁻⁶⁴ times their number); `None` when there is none.
pub fn random_move<G: Game>(position: &G, rng: &mut (impl Rng + ?Sized)) -> Option<G::Move> {
    position.choose_move(|count| if count == 1 { 0 } else { below(count, rng) })
}

/// A number below `bound`, drawn by scaling a 64-bit one.
#[expect(clippy::arithmetic_side_effects, reason = "the product of two numbers of 64 bits has 128")]
fn below(bound: u64, rng: &mut (impl Rng + ?Sized)) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}
