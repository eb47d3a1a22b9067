//! Move ordering: killers and the history heuristic.

use tavlei_game::{Sequential, Side};

use crate::Evaluation;

/// The moves that refuted something: at the same distance from the root (killers), and anywhere (history).
#[derive(Clone, Debug)]
pub(crate) struct MoveOrdering {
    killers: Vec<[u16; 2]>,
    history: Box<[i32]>,
}

/// A move that has not been searched yet.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Its number in the order in which the game lists the moves.
    pub(crate) index: u16,
    pub(crate) history_index: u16,
    pub(crate) rank: i32,
}

impl<M> Candidate<M> {
    /// A move of which nothing is known.
    #[inline]
    pub(crate) const fn new(mv: M) -> Self {
        Self { mv, index: 0, history_index: 0, rank: 0 }
    }
}

/// One number for each slot and side.
const HISTORY_SIZE: usize = 1 << 12;
const NO_KILLER: u16 = u16::MAX;
/// Histories lie within plus and minus this.
const MAX: i32 = 1 << 14;
const KILLER_RANKS: [i32; 2] = [3 * MAX, 2 * MAX];
/// The weight of one centi-unit of the order score.
const ORDER_SCORE: i32 = 1 << 10;

impl MoveOrdering {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[NO_KILLER; 2]; plies], history: vec![0; 2 * HISTORY_SIZE].into_boxed_slice() }
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
        let history = &self.history[HISTORY_SIZE * position.side_to_move() as usize..][..HISTORY_SIZE];
        let killers = self.killers[ply];
        for candidate in candidates {
            let history_index = history_index_of(evaluation, &candidate.mv);
            candidate.history_index = history_index;
            let killer = killers.iter().position(|&killer| killer == history_index).map_or(0, |nth| KILLER_RANKS[nth]);
            let order_score = evaluation.order_score(position, &candidate.mv).clamp(-10_000, 10_000);
            candidate.rank = order_score * ORDER_SCORE + killer + history[usize::from(history_index)];
        }
    }

    /// Remembers that the move with this slot was good enough, and that those tried before it were not.
    #[inline]
    pub(crate) fn remember(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        history_index: u16,
        tried: impl Iterator<Item = u16>,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != history_index {
            *killers = [history_index, killers[0]];
        }
        let history = &mut self.history[HISTORY_SIZE * side as usize..][..HISTORY_SIZE];
        let weight = (depth * depth).min(MAX / 4);
        let mut shift = |history_index: u16, by: i32| {
            let entry = &mut history[usize::from(history_index)];
            *entry += by - *entry * by.abs() / MAX;
        };
        shift(history_index, weight);
        tried.for_each(|history_index| shift(history_index, -weight));
    }
}

/// Returns the index of a move in the history table.
#[inline]
pub(crate) fn history_index_of<G: Sequential>(evaluation: &impl Evaluation<G>, mv: &G::Move) -> u16 {
    evaluation.history_index(mv) & (HISTORY_SIZE as u16 - 1)
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
