//! Counting: perft, its division by first moves, and distinct positions.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use hashbrown::HashSet;

use crate::Game;

/// The number of sequences of exactly `plies` moves that can be played from a position.
///
/// At depth 0 it is 1; a finished position counts 0 at any greater depth. The name is short for *performance test*; it
/// is how generators of moves are compared and checked against each other.
///
/// Time grows by the branching factor with every ply.
#[must_use]
pub fn perft<G: Game>(position: &G, plies: u32) -> u128 {
    position.count_sequences(plies)
}

/// [`perft()`] split up by the first move: each legal move with the number of sequences that begin with it.
///
/// Empty at depth 0 and for a finished position; otherwise the counts add up to `perft(position, plies)`.
#[must_use]
pub fn divide<G: Game>(position: &G, plies: u32) -> Vec<(G::Move, u128)> {
    let Some(rest) = plies.checked_sub(1) else { return Vec::new() };
    position
        .moves()
        .into_iter()
        .map(|mv| {
            let count = position.after(&mv).count_sequences(rest);
            (mv, count)
        })
        .collect()
}

/// The number of distinct positions that can be reached in exactly `plies` moves.
///
/// Keeps all positions of two successive plies in memory.
#[must_use]
pub fn unique_positions<G: Game>(position: &G, plies: u32) -> u64 {
    let mut reached = HashSet::from([position.clone()]);
    for _ in 0..plies {
        let mut next = HashSet::new();
        for position in &reached {
            let _: ControlFlow<()> = position.for_each_move(|mv| {
                next.insert(position.after(&mv));
                ControlFlow::Continue(())
            });
        }
        reached = next;
    }
    reached.len() as u64
}
