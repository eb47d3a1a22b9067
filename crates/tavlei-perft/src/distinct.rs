//! Distinct positions, in little memory.

use std::collections::TryReserveError;
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::quality::FixedState;
use tavlei_game::Game;

/// Counts the distinct positions that can be reached in exactly `n` plies, depth by depth.
///
/// A position is known by 128 bits of hash, so that *n* positions are told apart but for a chance of *n*² × 2⁻¹²⁹: about
/// 10⁻²¹ for a billion. The hashes of a depth are kept in sorted runs, 16 bytes each; the positions themselves are kept
/// once for each distinct one, until their successors are known, and not at all for the last depth.
///
/// ```
/// # fn count<G: tavlei_game::Game>(position: G) -> Result<(), std::collections::TryReserveError> {
/// use std::sync::atomic::AtomicBool;
/// use tavlei_perft::Distinct;
///
/// let stop = AtomicBool::new(false);
/// let mut distinct = Distinct::new(position, 0);
/// distinct.descend(&stop)?;
/// println!("{} after one ply, {:?} after two", distinct.positions().len(), distinct.count_next(&stop)?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Distinct<G> {
    layer: Vec<G>,
    seed: u64,
    peak_bytes: usize,
}

/// The number of hashes that are gathered before they are sorted and merged.
const RUN: usize = 1 << 20;

impl<G: Game> Distinct<G> {
    /// Begins at a position, with hashes drawn by a seed.
    #[must_use]
    pub fn new(position: G, seed: u64) -> Self {
        Self { layer: vec![position], seed, peak_bytes: size_of::<G>() }
    }

    /// The distinct positions of the present depth.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        &self.layer
    }

    /// The most bytes that positions and hashes have taken up together so far.
    #[must_use]
    pub const fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// The number of distinct positions one ply deeper, which are not kept: the way to count the last depth.
    ///
    /// `None` when the count was stopped.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn count_next(&mut self, stop: &AtomicBool) -> Result<Option<u64>, TryReserveError> {
        let mut seen = Hashes::default();
        let hash = Hash128::new(self.seed);
        for position in &self.layer {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let inserted = position.for_each_move(|mv| go_on(seen.insert(hash.of(&position.after(&mv)))));
            finished(inserted)?;
        }
        let count = seen.finish();
        self.peak_bytes = self.peak_bytes.max(self.layer.len() * size_of::<G>() + seen.peak * size_of::<u128>());
        Ok(Some(count as u64))
    }

    /// Goes one ply deeper, and returns the number of distinct positions there.
    ///
    /// `None` when the count was stopped; the depth then is as before.
    ///
    /// # Errors
    ///
    /// There is not enough memory; the depth then is as before.
    pub fn descend(&mut self, stop: &AtomicBool) -> Result<Option<u64>, TryReserveError> {
        let hash = Hash128::new(self.seed);
        let mut next = Vec::<(u128, G)>::new();
        let mut sorted = 0;
        for position in &self.layer {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let pushed = position.for_each_move(|mv| {
                let after = position.after(&mv);
                go_on(push(&mut next, (hash.of(&after), after)))
            });
            finished(pushed)?;
            // Merge when as many new ones have come as there are sorted ones: linear in all, but for a logarithm.
            if next.len() >= 2 * sorted + RUN {
                sort_and_thin(&mut next);
                sorted = next.len();
            }
        }
        sort_and_thin(&mut next);
        let bytes = self.layer.len() * size_of::<G>() + next.capacity() * size_of::<(u128, G)>();
        self.peak_bytes = self.peak_bytes.max(bytes);
        let mut layer = Vec::new();
        layer.try_reserve_exact(next.len())?;
        layer.extend(next.into_iter().map(|(_, position)| position));
        self.layer = layer;
        Ok(Some(self.layer.len() as u64))
    }
}

/// Appends to a list, if there is memory for it.
fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), TryReserveError> {
    list.try_reserve(1)?;
    list.push(item);
    Ok(())
}

/// A visit goes on until something fails.
fn go_on(done: Result<(), TryReserveError>) -> ControlFlow<TryReserveError> {
    done.map_or_else(ControlFlow::Break, ControlFlow::Continue)
}

/// The reason why a visit ended, if it did.
fn finished(visit: ControlFlow<TryReserveError>) -> Result<(), TryReserveError> {
    visit.break_value().map_or(Ok(()), Err)
}

fn sort_and_thin<G>(positions: &mut Vec<(u128, G)>) {
    positions.sort_unstable_by_key(|(hash, _)| *hash);
    positions.dedup_by_key(|(hash, _)| *hash);
}

/// A set of hashes: a sorted run, and what has come since.
#[derive(Default)]
struct Hashes {
    hashes: Vec<u128>,
    sorted: usize,
    peak: usize,
}

impl Hashes {
    fn insert(&mut self, hash: u128) -> Result<(), TryReserveError> {
        push(&mut self.hashes, hash)?;
        if self.hashes.len() >= 2 * self.sorted + RUN {
            self.finish();
        }
        Ok(())
    }

    /// Returns how many different ones there are.
    fn finish(&mut self) -> usize {
        self.peak = self.peak.max(self.hashes.len());
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.sorted = self.hashes.len();
        self.sorted
    }
}

/// A hash of 128 bits, from two functions of 64.
struct Hash128 {
    high: FixedState,
    low: FixedState,
}

impl Hash128 {
    fn new(seed: u64) -> Self {
        let seed = seed.wrapping_mul(2);
        Self { high: FixedState::with_seed(seed), low: FixedState::with_seed(seed.wrapping_add(1)) }
    }

    fn of(&self, value: &impl std::hash::Hash) -> u128 {
        u128::from(self.high.hash_one(value)) << 64 | u128::from(self.low.hash_one(value))
    }
}
