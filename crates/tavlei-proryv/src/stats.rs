//! The statistics of moves in Proryv.

use tavlei_game::{MoveStats, Side};

use crate::{Position, Turn};

impl MoveStats for Position {
    /// Pairs of men that met and were removed, turns in which two men traded squares (P-5), men that broke through
    /// (P-6), and turns in which a side passed (P-4).
    const COUNTS: &'static [&'static str] = &["collisions", "swaps", "breakthroughs", "passes"];

    #[expect(clippy::arithmetic_side_effects, reason = "counts what has been visited")]
    fn add_stats(&self, turn: &Turn, counts: &mut [u64]) {
        let Ok(resolution) = self.resolve(turn) else { return };
        let through = Side::BOTH.into_iter().filter(|&side| resolution.breakthrough(side).is_some()).count();
        let passed = Side::BOTH.into_iter().any(|side| turn.of(side).is_pass());
        let facts =
            [resolution.collisions().count(), usize::from(resolution.swap().is_some()), through, usize::from(passed)];
        for (count, fact) in counts.iter_mut().zip(facts) {
            *count += fact as u64;
        }
    }

    fn chain_length(&self, turn: &Turn) -> u32 {
        self.resolve(turn).map_or(0, |resolution| resolution.collisions().count() as u32)
    }
}
