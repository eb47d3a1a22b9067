//! Move ordering: killers and the history heuristic.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are killers for each ply, a history for each slot, and both they and promises are bounded"
)]

use tavlei_game::{Sequential, Side};

use crate::Evaluation;

/// The moves that refuted something: at the same distance from the root (killers), and anywhere (history).
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    killers: Vec<[u16; 2]>,
    history: Box<[i32]>,
}

/// A move that has not been searched yet.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Its number in the order in which the game lists the moves.
    pub(crate) index: u16,
    pub(crate) slot: u16,
    pub(crate) rank: i32,
}

impl<M> Candidate<M> {
    /// A move of which nothing is known.
    #[inline]
    pub(crate) const fn new(mv: M) -> Self {
        Self { mv, index: 0, slot: 0, rank: 0 }
    }
}

/// One number for each slot and side.
const SLOTS: usize = 1 << 12;
const NO_KILLER: u16 = u16::MAX;
/// Histories lie within plus and minus this.
const MOST: i32 = 1 << 14;
const KILLER_RANKS: [i32; 2] = [3 * MOST, 2 * MOST];
/// The weight of one centi-unit of the order score.
const PROMISE: i32 = 1 << 10;

impl Memory {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[NO_KILLER; 2]; plies], history: vec![0; 2 * SLOTS].into_boxed_slice() }
    }

    /// Gives the moves their ranks.
    #[inline]
    pub(crate) fn rank<G: Sequential>(
        &self,
        evaluation: &impl Evaluation<G>,
        position: &G,
        ply: usize,
        candidates: &mut [Candidate<G::Move>],
    ) {
        let history = &self.history[SLOTS * position.side_to_move() as usize..][..SLOTS];
        let killers = self.killers[ply];
        for candidate in candidates {
            let slot = slot_of(evaluation, &candidate.mv);
            candidate.slot = slot;
            let killer = killers.iter().position(|&killer| killer == slot).map_or(0, |nth| KILLER_RANKS[nth]);
            let promise = evaluation.promise(position, &candidate.mv).clamp(-10_000, 10_000);
            candidate.rank = promise * PROMISE + killer + history[usize::from(slot)];
        }
    }

    /// Remembers that the move with this slot was good enough, and that those tried before it were not.
    #[inline]
    pub(crate) fn remember(&mut self, side: Side, ply: usize, depth: i32, slot: u16, tried: impl Iterator<Item = u16>) {
        let killers = &mut self.killers[ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let history = &mut self.history[SLOTS * side as usize..][..SLOTS];
        let weight = (depth * depth).min(MOST / 4);
        let mut shift = |slot: u16, by: i32| {
            let entry = &mut history[usize::from(slot)];
            *entry += by - *entry * by.abs() / MOST;
        };
        shift(slot, weight);
        tried.for_each(|slot| shift(slot, -weight));
    }
}

/// Returns the index of a move in the history table.
#[inline]
pub(crate) fn slot_of<G: Sequential>(evaluation: &impl Evaluation<G>, mv: &G::Move) -> u16 {
    evaluation.slot(mv) & (SLOTS as u16 - 1)
}

/// Swaps the candidate with the highest rank among those from `next` on to `next`; the first of equal ones.
#[inline]
pub(crate) fn bring_best<M>(candidates: &mut [Candidate<M>], next: usize) {
    let mut best = next;
    for i in next + 1..candidates.len() {
        if candidates[i].rank > candidates[best].rank {
            best = i;
        }
    }
    candidates.swap(next, best);
}
