//! The evaluation of leaves: by playouts or by a static evaluation.

use rand_core::Rng;
use tavlei_game::{Game, Sequential, Side, random_move};

use crate::Evaluation;

/// Says what a position at the edge of the tree is worth.
pub trait Leaf<G: Game> {
    /// Evaluates an unfinished position for White, -1 to 1. `plies_since_progress` plies have passed since the last irreversible move.
    ///
    /// As a rule it is the mean of this that counts, so it may be drawn by chance.
    fn value(&self, position: &G, plies_since_progress: u32, rng: &mut dyn Rng) -> f64;

    /// The maximum number of points of a win. That number counts as 1.
    fn max_points(&self) -> u8 {
        1
    }
}

/// Plays on at random, all moves equally likely, and takes the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playouts {
    /// The number of plies after which a playout counts as a draw [default: 200].
    pub max_plies: u32,
    /// The maximum number of points of a win, which counts as 1 [default: 1].
    pub max_points: u8,
}

impl Default for Playouts {
    fn default() -> Self {
        Self { max_plies: 200, max_points: 1 }
    }
}

impl<G: Game> Leaf<G> for Playouts {
    /// A draw also when the plies without progress have reached the number at which one can be claimed.
    fn value(&self, position: &G, mut plies_since_progress: u32, rng: &mut dyn Rng) -> f64 {
        let limit = position.history_rules().plies_since_progress.unwrap_or(u32::MAX);
        let mut position = position.clone();
        for _ in 0..self.max_plies {
            let Some(mv) = random_move(&position, rng) else {
                return position.outcome().map_or(0.0, |end| share(end.payoff(Side::White), self.max_points));
            };
            if plies_since_progress >= limit {
                break;
            }
            plies_since_progress = if position.is_irreversible(&mv) { 0 } else { plies_since_progress + 1 };
            position.play_unchecked(&mv);
        }
        0.0
    }

    fn max_points(&self) -> u8 {
        self.max_points
    }
}

/// Takes the word of an evaluation, squeezed into -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimates<E> {
    /// The evaluation.
    pub evaluation: E,
    /// How many centi-units are worth 0.76 of a win: the greater, the less an estimate says. 300 is usual.
    pub scale: f64,
}

impl<G: Sequential, E: Evaluation<G>> Leaf<G> for Estimates<E> {
    fn value(&self, position: &G, _: u32, _: &mut dyn Rng) -> f64 {
        let units = f64::from(self.evaluation.evaluate(position));
        let value = (units / self.scale).tanh();
        if position.side_to_move() == Side::White { value } else { -value }
    }

    fn max_points(&self) -> u8 {
        self.evaluation.max_points()
    }
}

/// A payoff as a share of the greatest there is.
pub(super) fn share(payoff: i32, max_points: u8) -> f64 {
    (f64::from(payoff) / f64::from(max_points.max(1))).clamp(-1.0, 1.0)
}

/// A number from 0 up to, but not, 1.
pub(super) fn unit(rng: &mut (impl Rng + ?Sized)) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A number below `bound`.
pub(crate) fn below(bound: u64, rng: &mut (impl Rng + ?Sized)) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}
