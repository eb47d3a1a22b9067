//! The statistics of moves in Ashtarashki.

use tavlei_game::{MoveStats, Sequential, Side};

use crate::{Label, Move, Position};

impl MoveStats for Position {
    /// Captures, the stones taken by them, retreats and removals, and stones that finish.
    const COUNTS: &'static [&'static str] = &["captures", "jumps", "retreats", "removals", "finishes"];

    #[expect(clippy::arithmetic_side_effects, reason = "counts what has been visited")]
    fn add_stats(&self, mv: &Move, counts: &mut [u64]) {
        let side = self.side_to_move();
        let (from, to) = (mv.from().rank(), mv.to().rank());
        let backward = match side {
            Side::White => to < from,
            Side::Black => to > from,
        };
        let steps_back = backward && !mv.is_capture();
        let covered = self.stone_at(mv.from()).is_some_and(|stone| stone.label == Label::W);
        let facts = [
            mv.is_capture(),
            false,
            steps_back && !covered,
            steps_back && covered,
            Self::far_rank(side).contains(mv.to()),
        ];
        for (count, fact) in counts.iter_mut().zip(facts) {
            *count += u64::from(fact);
        }
        if let Some(jumps) = counts.get_mut(1) {
            *jumps += u64::from(mv.jumps());
        }
    }

    fn chain_length(&self, mv: &Move) -> u32 {
        mv.jumps()
    }
}
