//! Statistics of moves and endings at each depth.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tavlei_game::MoveStats;

/// The moves of one depth, all lines of play taken together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlyStatistics {
    /// The positions that moves were counted in: unfinished ones, each as often as it is reached.
    pub positions: u64,
    /// The moves: the perft of this depth.
    pub moves: u64,
    /// The most moves that one position has.
    pub max_moves: u64,
    /// The numbers of the game's own [kinds of moves](MoveStats::COUNTS), in its order.
    pub counts: Vec<u64>,
    /// The most that one move captures.
    pub longest_chain: u32,
    /// How many of the moves end the game, by the winner and the reason: `White NoMoves`, `Draw BothPassed`.
    pub endings: BTreeMap<String, u64>,
}

impl PlyStatistics {
    /// The mean number of moves in a position; 0 when there are no positions.
    #[must_use]
    pub fn mean_moves(&self) -> f64 {
        if self.positions == 0 { 0.0 } else { self.moves as f64 / self.positions as f64 }
    }
}

/// Statistics of all depths down to one: every move of every line is looked at, so it takes its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    plies: Vec<PlyStatistics>,
}

impl Statistics {
    /// Walks all lines of up to `plies` plies from a position; `None` when the walk was stopped.
    #[must_use]
    pub fn of<G: MoveStats>(position: &G, plies: u32, stop: &AtomicBool) -> Option<Self> {
        let empty = PlyStatistics { counts: vec![0; G::COUNTS.len()], ..PlyStatistics::default() };
        let mut all = vec![empty; plies as usize];
        walk(position, &mut all, stop).is_continue().then_some(Self { plies: all })
    }

    /// The depths in order: the first is that of the moves in the position itself.
    #[must_use]
    pub fn plies(&self) -> &[PlyStatistics] {
        &self.plies
    }
}

fn walk<G: MoveStats>(position: &G, plies: &mut [PlyStatistics], stop: &AtomicBool) -> ControlFlow<()> {
    let Some((now, deeper)) = plies.split_first_mut() else { return ControlFlow::Continue(()) };
    if stop.load(Ordering::Relaxed) {
        return ControlFlow::Break(());
    }
    let mut moves = 0;
    position.for_each_move(|mv| {
        moves += 1;
        position.add_stats(&mv, &mut now.counts);
        now.longest_chain = now.longest_chain.max(position.chain_length(&mv));
        let after = position.after(&mv);
        if let Some(outcome) = after.outcome() {
            let winner = outcome.winner().map_or_else(|| "Draw".to_owned(), |side| side.to_string());
            *now.endings.entry(format!("{winner} {:?}", outcome.reason())).or_default() += 1;
        }
        walk(&after, deeper, stop)
    })?;
    now.positions += u64::from(moves > 0);
    now.moves += moves;
    now.max_moves = now.max_moves.max(moves);
    ControlFlow::Continue(())
}
