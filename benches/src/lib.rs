//! Shared by the benches: the positions of the cases, and a generator of random numbers.

#![allow(clippy::expect_used, clippy::panic, clippy::unreachable, reason = "a bench that can’t run ends")]

use std::convert::Infallible;

use rand_core::TryRng;
use tavlei::game::Notation;

/// SplitMix64 (Steele, Lea, Flood 2014): quick, small, and the same everywhere.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl TryRng for SplitMix {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ mixed >> 31)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// The positions in the second column of a table of cases, under the default rules.
///
/// # Panics
///
/// When the table holds a position that is refused: the tests would have found that out.
#[must_use]
pub fn positions<G: Notation>(table: &str) -> Vec<G> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').nth(1))
        .map(|text| G::read_position(text, &G::Rules::default()).expect("the cases hold good positions"))
        .collect()
}

/// `cases/towers_positions.tsv`.
pub const TOWERS: &str = include_str!("../../cases/towers_positions.tsv");

/// `cases/ashtarashki_positions.tsv`.
pub const ASHTARASHKI: &str = include_str!("../../cases/ashtarashki_positions.tsv");
