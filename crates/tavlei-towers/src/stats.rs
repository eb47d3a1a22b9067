//! The statistics of tower checkers.

use tavlei_game::MoveStats;

use crate::{Move, Position};

impl MoveStats for Position {
    /// Captures (T-7), the jumps in them, and promotions (T-6, T-13).
    const COUNTS: &'static [&'static str] = &["captures", "jumps", "promotions"];

    #[expect(clippy::arithmetic_side_effects, reason = "counts what has been visited")]
    fn add_stats(&self, mv: &Move, counts: &mut [u64]) {
        let facts = [u64::from(mv.is_capture()), mv.jumped().len() as u64, u64::from(mv.is_promotion())];
        for (count, fact) in counts.iter_mut().zip(facts) {
            *count += fact;
        }
    }

    fn chain_length(&self, mv: &Move) -> u32 {
        mv.jumped().len() as u32
    }
}
