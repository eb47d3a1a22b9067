//! The table of examined positions, in memory of a fixed size.

use std::{fmt, mem};

/// Proof and disproof numbers: at least this number of positions must still be settled.
///
/// Seen by the side to move: `phi` until it reaches what it wants, `delta` until it is shown not to. Where one of them is 0,
/// the other is [`SETTLED`](Self::SETTLED).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Numbers {
    /// Stands for infinitely many.
    pub(super) const SETTLED: u32 = (1 << 24) - 1;

    /// The most that can be told apart from infinitely many.
    pub(super) const MAX: u32 = Self::SETTLED - 1;

    /// The side to move reaches what it wants.
    pub(super) const REACHED: Self = Self { phi: 0, delta: Self::SETTLED };

    /// It doesn't.
    pub(super) const MISSED: Self = Self { phi: Self::SETTLED, delta: 0 };

    /// Returns whether the side to move reaches what it wants; `None` if that isn't known yet.
    pub(super) const fn answer(self) -> Option<bool> {
        match self {
            Self { phi: 0, .. } => Some(true),
            Self { delta: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// How much work there is in it, on a scale that only rises with it: see [`effort`].
    pub(super) effort: u16,
}

/// By which of the guesses (see [`SolverHints::heuristics`](super::SolverHints::heuristics)) unsettled positions got
/// their numbers: what rests on one tells nothing about what rests on another.
pub(super) type Heuristic = u8;

/// The most guesses that the table keeps apart.
pub(super) const HEURISTICS: Heuristic = 3;

/// A table from keys to what is known.
///
/// Four entries share a cache line. Three of them go to what took most work, the last to whatever comes: what was expensive
/// stays, and what was only just found is found again.
///
/// A search of few positions uses only the beginning of the table, which then stays in the caches of the processor; as it
/// fills, more is taken into use.
pub(super) struct ProofTable {
    words: Box<[u64]>,
    /// The first word of the first cache line.
    first: usize,
    buckets: usize,
    /// How many of the buckets are in use: a half of all, or a quarter, and so on, until they all are.
    used: usize,
    /// How many entries are filled.
    filled: usize,
}

/// The words in a cache line: four entries of a key and what is known.
pub(super) type Bucket = [u64; BUCKET];

const BUCKET: usize = 8;

/// Entries in a bucket.
const ENTRIES: usize = BUCKET / 2;

/// The number of buckets in use from the start, together 256 KiB.
const FIRST: usize = 1 << 12;

impl ProofTable {
    /// A table of about `bytes` bytes, at least one cache line. If there is not enough memory, it is smaller.
    ///
    /// Memory that is never written to is never taken from the system.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let mut bytes = bytes;
        loop {
            match Self::try_with_bytes(bytes) {
                Some(table) => return table,
                None => bytes /= 2,
            }
        }
    }

    /// A table of about the given number of bytes; `None` if there is not enough memory.
    pub(super) fn try_with_bytes(bytes: usize) -> Option<Self> {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let words = match bytemuck::try_zeroed_slice_box((buckets + 1) * BUCKET) {
            Ok(words) => words,
            // The smallest table must be possible.
            Err(()) if buckets == 1 => vec![0; 2 * BUCKET].into(),
            Err(()) => return None,
        };
        let first = words.as_ptr().align_offset(size_of::<Bucket>()).min(BUCKET);
        // Rounded down so that all can be in use.
        let doublings = doublings(buckets);
        let used = buckets >> doublings;
        Some(Self { words, first, buckets: used << doublings, used, filled: 0 })
    }

    /// Returns how many bytes it fills.
    pub(super) const fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    pub(super) fn clear(&mut self) {
        let end = self.first + self.used * BUCKET;
        self.words[..end].fill(0);
        self.used = self.buckets >> doublings(self.buckets);
        self.filled = 0;
    }

    /// Returns the entry of a position: the answer, or the numbers of this guess.
    #[inline]
    pub(super) fn get(&self, key: u64, heuristic: Heuristic) -> Option<Known> {
        find(self.bucket(key), key, heuristic)
    }

    /// Returns where a key is, if it is in the table: see [`find`].
    #[inline]
    pub(super) fn bucket(&self, key: u64) -> &Bucket {
        self.words[self.start(key)..].first_chunk().unwrap_or(&[0; BUCKET])
    }

    /// Keeps what is known of a position; numbers together with the guess that they rest on.
    #[inline]
    pub(super) fn put(&mut self, key: u64, heuristic: Heuristic, known: Known) {
        if self.used < self.buckets && self.filled > self.used * ENTRIES / 2 {
            self.grow();
        }
        let start = self.start(key);
        let Some(bucket) = self.words[start..].first_chunk_mut::<BUCKET>() else { return };
        let before = count(bucket);
        keep(bucket, key, heuristic, known);
        self.filled = self.filled + count(bucket) - before;
    }

    /// Returns the share of entries that are filled, 0 to 1.
    pub(super) fn load(&self) -> f64 {
        self.filled as f64 / (self.buckets * ENTRIES) as f64
    }

    /// Takes twice as many buckets into use.
    ///
    /// An entry of one bucket then belongs to one of two, and neither has a lower index: entries that have not moved
    /// yet are in nobody's way.
    #[cold]
    fn grow(&mut self) {
        let before = self.used;
        self.used *= 2;
        for bucket in (0..before).rev() {
            let Some(old) = self.words[self.first + bucket * BUCKET..].first_chunk_mut::<BUCKET>() else { return };
            let old = mem::replace(old, [0; BUCKET]);
            let (entries, _) = old.as_chunks::<2>();
            for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry[1] != 0) {
                let start = self.start(entry[0]) + at * entry.len();
                self.words[start..][..entry.len()].copy_from_slice(entry);
            }
        }
    }

    /// The word with which the bucket of a key begins. The high half of the product spreads the key over any number of
    /// buckets.
    #[inline]
    fn start(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * self.used as u128) >> 64;
        self.first + bucket as usize * BUCKET
    }
}

/// Returns how often a table of `buckets` buckets can double.
fn doublings(buckets: usize) -> u32 {
    (buckets / FIRST).checked_ilog2().unwrap_or(0)
}

/// Returns the entry of a position in its bucket: the answer, or the numbers of this guess.
#[inline]
pub(super) fn find(bucket: &Bucket, key: u64, heuristic: Heuristic) -> Option<Known> {
    let (entries, _) = bucket.as_chunks::<2>();
    let tells = |entry: &&[u64; 2]| entry[0] == key && entry[1] != 0 && holds(entry[1], heuristic);
    entries.iter().find(tells).map(|entry| unpack(entry[1]))
}

/// Puts into a bucket what is known of a position.
#[inline]
fn keep(bucket: &mut Bucket, key: u64, heuristic: Heuristic, known: Known) {
    let (entries, _) = bucket.as_chunks_mut::<2>();
    let is_settled = known.numbers.answer().is_some();
    let fresh = [key, pack(known, if is_settled { SETTLED } else { heuristic })];
    // An answer takes the place of all numbers.
    let mut same = entries.iter_mut().filter(|entry| entry[0] == key && (is_settled || holds(entry[1], heuristic)));
    if let Some(first) = same.next() {
        *first = fresh;
        same.for_each(|other| *other = [0; 2]);
        return;
    }
    let effort = |entry: &[u64; 2]| entry[1] as u16 & EFFORT;
    let [big @ .., last] = entries else { return };
    match big.iter_mut().min_by_key(|entry| effort(entry)) {
        Some(least) if effort(least) <= known.effort => {
            // What is driven out may still be wanted more than what only just came.
            if effort(least) > 0 {
                *last = *least;
            }
            *least = fresh;
        }
        _ => *last = fresh,
    }
}

/// Returns how many entries of a bucket are filled.
#[inline]
fn count(bucket: &Bucket) -> usize {
    let (entries, _) = bucket.as_chunks::<2>();
    entries.iter().filter(|entry| entry[1] != 0).count()
}

impl fmt::Debug for ProofTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets).finish_non_exhaustive()
    }
}

/// The guess of an entry that rests on none, since the position is settled.
const SETTLED: Heuristic = HEURISTICS;

/// Returns whether the entry tells something to a search by this guess.
#[inline]
const fn holds(word: u64, heuristic: Heuristic) -> bool {
    let by = (word >> 14) as Heuristic & 3;
    by == heuristic || by == SETTLED
}

/// The bits of an effort.
const EFFORT: u16 = (1 << 14) - 1;

/// A number of positions on a scale of 14 bits: the logarithm with seven binary places, at least 1.
#[inline]
pub(super) const fn effort(positions: u64) -> u16 {
    if positions == 0 {
        return 1;
    }
    let log = positions.ilog2();
    let places = if log >= 7 { positions >> (log - 7) } else { positions << (7 - log) };
    (log as u16 + 1) << 7 | (places as u16 & 0x7f)
}

/// From the lowest bits: effort (14), guess (2), phi (24), delta (24). Never 0, since the effort isn't.
#[inline]
const fn pack(known: Known, heuristic: Heuristic) -> u64 {
    known.effort as u64
        | (heuristic as u64) << 14
        | (known.numbers.phi as u64) << 16
        | (known.numbers.delta as u64) << 40
}

#[inline]
const fn unpack(word: u64) -> Known {
    let numbers = Numbers { phi: (word >> 16) as u32 & Numbers::SETTLED, delta: (word >> 40) as u32 };
    Known { numbers, effort: word as u16 & EFFORT }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(phi: u32, delta: u32, positions: u64) -> Known {
        Known { numbers: Numbers { phi, delta }, effort: effort(positions) }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = ProofTable::with_bytes(1 << 12);
        for (key, known) in [(u64::MAX, known(0, Numbers::SETTLED, 0)), (0, known(Numbers::MAX, 1, u64::MAX))] {
            assert_eq!(table.get(key, 0), None);
            table.put(key, 0, known);
            assert_eq!(table.get(key, 0), Some(known));
        }
        table.put(0, 0, known(5, 6, 7));
        assert_eq!(table.get(0, 0), Some(known(5, 6, 7)));
        assert!(table.load() > 0.0);
        table.clear();
        assert_eq!((table.get(0, 0), table.load()), (None, 0.0));
    }

    #[test]
    fn what_took_most_work_stays_and_so_does_the_last() {
        let mut table = ProofTable::with_bytes(0);
        for key in 1..=100 {
            table.put(key, 0, known(1, 1, 10_000 - 64 * key));
        }
        let kept = |table: &ProofTable| (1..=101).filter(|&key| table.get(key, 0).is_some()).collect::<Vec<_>>();
        assert_eq!(kept(&table), [1, 2, 3, 100]);
        table.put(101, 0, known(1, 1, 20_000));
        assert_eq!(kept(&table), [1, 2, 3, 101]);
    }

    /// Whatever is in a table that fills stays, in the same order of importance, however often the table grows.
    #[test]
    fn a_table_that_fills_grows() {
        let mut table = ProofTable::with_bytes(1 << 20);
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for round in 0..2 {
            let mut sizes = vec![table.used];
            for number in 1..30_000 {
                table.put(key(number), 0, known(number as u32, 1, number));
                sizes.push(table.used);
            }
            sizes.dedup();
            assert_eq!(sizes, [FIRST, 2 * FIRST, 4 * FIRST]);
            let lost = (1..30_000).filter(|&number| table.get(key(number), 0) != Some(known(number as u32, 1, number)));
            let lost = lost.count();
            assert!(lost < 600, "{lost}");
            assert!((table.load() - (29_999 - lost) as f64 / 65_536.0).abs() < 1e-9, "{round}");
            table.clear();
        }
    }

    /// Numbers are those of a guess; an answer is everybody's and takes their place.
    #[test]
    fn heuristics_are_kept_apart_and_answers_shared() {
        let mut table = ProofTable::with_bytes(0);
        for heuristic in 0..HEURISTICS {
            table.put(7, heuristic, known(1, 2 + u32::from(heuristic), 5));
        }
        table.put(8, 1, known(3, 3, 5));
        for heuristic in 0..HEURISTICS {
            assert_eq!(table.get(7, heuristic), Some(known(1, 2 + u32::from(heuristic), 5)));
        }
        assert_eq!((table.get(8, 0), table.get(8, 1)), (None, Some(known(3, 3, 5))));
        let answer = known(0, Numbers::SETTLED, 9);
        table.put(7, 2, answer);
        for heuristic in 0..HEURISTICS {
            assert_eq!(table.get(7, heuristic), Some(answer));
        }
        assert_eq!((table.load(), table.get(8, 1)), (0.5, Some(known(3, 3, 5))));
    }

    #[test]
    fn effort_only_rises() {
        let scale = (0..1000).chain((10..63).map(|log| 1 << log)).chain([u64::MAX]).map(effort).collect::<Vec<_>>();
        assert!(scale.is_sorted());
        assert_eq!((scale[0], scale[1], scale[2]), (1, 0x80, 0x100));
        assert!(scale.iter().all(|&effort| effort <= EFFORT));
    }
}
