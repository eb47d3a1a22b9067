//! Counts that have been found already, shared by all threads.

use std::collections::TryReserveError;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::quality::FixedState;
use tavlei_game::Game;

/// A hash table of counts: from a position and a number of plies to a number of sequences.
///
/// # Can it be wrong?
///
/// A position is known by 128 bits of hash, reckoned from its whole content by two functions with seeds of their own.
/// Half of them choose a bucket and the other 64 are kept and compared, so a probe of a bucket of four takes a stranger
/// for an acquaintance with a chance of 4 × 2⁻⁶⁴: about 2 in 10¹⁰ over a billion probes. Counting again with another seed
/// draws other bits, so that two counts that agree are not wrong together.
///
/// # Threads
///
/// Entries are pairs of atomic words, and the first word is stored combined with the second. A torn entry, written by
/// two threads at once, then matches no position. Nothing is locked.
pub struct PerftTable {
    buckets: Box<[Bucket]>,
    index: FixedState,
    check: FixedState,
}

/// Four entries fill one cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; 4]);

/// `check ^ data`, then the data: the count in the upper 56 bits, the number of plies in the lower eight.
#[derive(Default)]
struct Entry([AtomicU64; 2]);

/// Where a position stands in the table, and what it is known by there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    bucket: usize,
    check: u64,
}

impl PerftTable {
    /// A table that fills the given number of bytes, rounded down to whole buckets of 64, with hashes drawn by the seed.
    #[must_use]
    pub fn with_bytes(bytes: usize, seed: u64) -> Self {
        let buckets = std::iter::repeat_with(Bucket::default).take(buckets_in(bytes)).collect();
        Self::with_buckets(buckets, seed)
    }

    /// The same, for sizes that somebody has asked for.
    ///
    /// # Errors
    ///
    /// There is no such amount of memory to be had.
    ///
    /// ```
    /// use tavlei_perft::PerftTable;
    ///
    /// assert_eq!(PerftTable::try_with_bytes(1 << 12, 1).unwrap().bytes(), 1 << 12);
    /// assert!(PerftTable::try_with_bytes(usize::MAX, 1).is_err());
    /// ```
    pub fn try_with_bytes(bytes: usize, seed: u64) -> Result<Self, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(buckets_in(bytes))?;
        buckets.resize_with(buckets_in(bytes), Bucket::default);
        Ok(Self::with_buckets(buckets.into_boxed_slice(), seed))
    }

    /// A table as large as counting the sequences of the given number of plies from a position can fill, or of
    /// `max_bytes`, whichever is less: memory that isn't needed costs time, too, for it has to be cleared.
    ///
    /// # Errors
    ///
    /// There is no such amount of memory to be had.
    pub fn try_for<G: Game>(position: &G, plies: u32, max_bytes: usize, seed: u64) -> Result<Self, TryReserveError> {
        // Kept are the positions that have more plies before them than are counted in bulk, each once.
        let kept = (0..plies.saturating_sub(G::BULK_PLIES)).map(|depth| position.count_sequences(depth));
        let most = (max_bytes / size_of::<Entry>()) as u128;
        let mut entries = 0u128;
        for sequences in kept {
            entries = entries.saturating_add(sequences);
            if sequences == 0 || entries >= most {
                break;
            }
        }
        let entries = usize::try_from(entries.min(most)).unwrap_or(usize::MAX);
        Self::try_with_bytes(entries.saturating_mul(size_of::<Entry>()), seed)
    }

    fn with_buckets(buckets: Box<[Bucket]>, seed: u64) -> Self {
        Self {
            buckets,
            index: FixedState::with_seed(seed.wrapping_mul(2)),
            check: FixedState::with_seed(seed.wrapping_mul(2).wrapping_add(1)),
        }
    }

    /// The size of the table in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Returns the share of entries in use, 0 to 1, from a sample.
    #[must_use]
    pub fn load(&self) -> f64 {
        let sample = self.buckets.iter().take(4096);
        let used = sample.clone().flat_map(|bucket| &bucket.0).filter(|entry| entry.data() != 0).count();
        used as f64 / (sample.len() * 4) as f64
    }

    pub(crate) fn place(&self, position: &impl Hash, plies: u32) -> Place {
        let mixed = self.index.hash_one((plies, position));
        // The high half of the product spreads the hash over any number of buckets.
        let bucket = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        Place { bucket: bucket as usize, check: self.check.hash_one((plies, position)) }
    }

    pub(crate) fn get(&self, place: Place) -> Option<u64> {
        self.buckets[place.bucket].0.iter().find_map(|entry| {
            let data = entry.data();
            (data != 0 && entry.0[0].load(Ordering::Relaxed) ^ data == place.check).then_some(data >> 8)
        })
    }

    /// Keeps a count, in place of the entry with the fewest plies in its bucket. Counts of 2⁵⁶ and more are not kept.
    pub(crate) fn put(&self, place: Place, plies: u32, count: u128) {
        let Some(count) = u64::try_from(count).ok().filter(|count| *count < 1 << 56) else { return };
        let data = count << 8 | u64::from(plies.min(255));
        let entries = &self.buckets[place.bucket].0;
        if let Some(entry) = entries.iter().min_by_key(|entry| entry.data() & 0xff) {
            entry.0[0].store(place.check ^ data, Ordering::Relaxed);
            entry.0[1].store(data, Ordering::Relaxed);
        }
    }
}

fn buckets_in(bytes: usize) -> usize {
    (bytes / size_of::<Bucket>()).max(1)
}

impl Entry {
    fn data(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerftTable").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
