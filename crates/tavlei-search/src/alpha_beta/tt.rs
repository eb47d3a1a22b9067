//! The transposition table, shared by all threads.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::Value;

/// A transposition table: from the key of a position to what an earlier search has found there.
///
/// Entries are pairs of atomic words, of which the first is the key combined with the second: an entry that two threads
/// have torn matches no position. Nothing is locked.
///
/// A search of few positions uses only the beginning of the table, which then stays in the caches of the processor; as it
/// fills, more is taken into use.
pub(crate) struct TranspositionTable {
    /// Zeroed by the system, which gives memory only for what is written to.
    words: Box<[AtomicU64]>,
    /// The first word of the first cache line.
    first: usize,
    buckets: usize,
    /// How many of the buckets are in use.
    used: AtomicUsize,
    generation: u8,
}

/// Four entries fill one cache line.
type Bucket = [Entry; 4];

/// The number of buckets, together 1 MiB, that are in use from the start.
const FIRST: usize = 1 << 14;

/// `key ^ data`, then the data, which is 0 in an empty entry.
type Entry = [AtomicU64; 2];

/// The words of a bucket.
const BUCKET: usize = 8;

/// An entry: the result of an earlier search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// As seen from the position itself.
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// How many plies deep was searched, quiescence apart.
    pub(crate) depth: u8,
    /// The number of the best move in the order in which the game lists them.
    pub(crate) best: u16,
}

/// How a value that was found is related to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    AtMost = 1,
    AtLeast = 2,
    Exact = 3,
}

impl TranspositionTable {
    /// A table that fills the given number of bytes, rounded down to whole buckets of 64; at least one. If there is not
    /// enough memory, it is smaller.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<Bucket>()).max(1);
        // One more, so that the first can begin where a cache line does.
        let words = loop {
            match bytemuck::try_zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET) {
                Err(()) if buckets > 1 => buckets /= 2,
                words => break words.unwrap_or_default(),
            }
        };
        let first = words.as_ptr().align_offset(size_of::<Bucket>()).min(BUCKET);
        Self { words, first, buckets, used: AtomicUsize::new(buckets.min(FIRST)), generation: 0 }
    }

    /// Another search begins: what is in the table stays, but gives way to what is found from now on.
    pub(crate) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) & AGES;
    }

    pub(crate) fn clear(&mut self) {
        let end = self.first + self.used() * BUCKET;
        self.words[..end].iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.used.get_mut() = self.buckets.min(FIRST);
        self.generation = 0;
    }

    /// Returns the share of entries that the present search has written, 0 to 1, from a sample.
    pub(crate) fn load(&self) -> f64 {
        self.load_of_used() * self.used() as f64 / self.buckets as f64
    }

    /// The same, of the part that is in use.
    fn load_of_used(&self) -> f64 {
        let sample = &self.buckets()[..self.used().min(1024)];
        let entries = sample.as_flattened();
        let used =
            entries.iter().filter(|&entry| data(entry) != 0 && generation(data(entry)) == self.generation).count();
        used as f64 / entries.len() as f64
    }

    /// Takes more of the table into use when the part that is in use fills. No other thread may use the table meanwhile, or
    /// something of what it has found is lost.
    pub(crate) fn grow(&self) {
        while self.used() < self.buckets && self.load_of_used() > 0.5 {
            self.spread(self.used() * 4);
        }
    }

    /// Takes the whole table into use.
    pub(crate) fn grow_whole(&self) {
        self.spread(usize::MAX);
    }

    /// Raises the number of buckets in use to `buckets` and moves every entry to its new bucket.
    fn spread(&self, buckets: usize) {
        let before = self.used.swap(buckets.min(self.buckets), Ordering::Relaxed);
        if before == self.used() {
            return;
        }
        // Nothing moves to a lower place, so that what is not moved yet is in no one's way.
        for entry in self.buckets()[..before].as_flattened().iter().rev() {
            let [key, data] = entry.each_ref().map(|word| word.swap(0, Ordering::Relaxed));
            if data != 0 {
                self.write(key ^ data, data);
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|entry| {
            let data = data(entry);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key { Some(unpack(data)) } else { None }
        })
    }

    /// Keeps what was found, in place of the same position's entry, or of the shallowest and oldest in its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: TtEntry) {
        self.write(key, pack(entry, self.generation));
    }

    #[inline]
    fn write(&self, key: u64, new: u64) {
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for entry in bucket {
            let data = data(entry);
            if data == 0 || entry[0].load(Ordering::Relaxed) ^ data == key {
                victim = entry;
                break;
            }
            let years = i32::from(self.generation.wrapping_sub(generation(data)) & AGES);
            let priority = i32::from(unpack(data).depth) - 8 * years;
            if priority < least {
                (victim, least) = (entry, priority);
            }
        }
        victim[0].store(key ^ new, Ordering::Relaxed);
        victim[1].store(new, Ordering::Relaxed);
    }

    #[inline]
    fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.first..].as_chunks().0.as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads the key over any number of buckets.
        let index = (u128::from(key) * self.used() as u128) >> 64;
        &self.buckets()[index as usize]
    }
}

#[inline]
fn data(entry: &Entry) -> u64 {
    entry[1].load(Ordering::Relaxed)
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets).field("age", &self.generation).finish_non_exhaustive()
    }
}

/// Ages are counted round in six bits.
const AGES: u8 = 63;

/// From the lowest bits: bound (2), age (6), depth (8), value (16), best move (16).
#[inline]
fn pack(entry: TtEntry, generation: u8) -> u64 {
    entry.bound as u64
        | u64::from(generation) << 2
        | u64::from(entry.depth) << 8
        | u64::from(entry.value.bits()) << 16
        | u64::from(entry.best) << 32
}

#[inline]
fn unpack(data: u64) -> TtEntry {
    TtEntry {
        value: Value::from_bits((data >> 16) as u16),
        bound: match data & 3 {
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            _ => Bound::Exact,
        },
        depth: (data >> 8) as u8,
        best: (data >> 32) as u16,
    }
}

#[inline]
fn generation(data: u64) -> u8 {
    (data >> 2) as u8 & AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let tt = TranspositionTable::with_bytes(1 << 12);
        let entry = TtEntry { value: Value::loss(2, 300), bound: Bound::AtLeast, depth: 255, best: u16::MAX };
        tt.put(u64::MAX, entry);
        assert_eq!(tt.get(u64::MAX), Some(entry));
        assert_eq!(tt.get(u64::MAX - 1), None);
        let better = TtEntry { value: Value::estimate(-3), bound: Bound::Exact, depth: 0, best: 0 };
        tt.put(u64::MAX, better);
        assert_eq!(tt.get(u64::MAX), Some(better));
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut tt = TranspositionTable::with_bytes(64);
        let entry = |depth| TtEntry { value: Value::DRAW, bound: Bound::Exact, depth, best: 7 };
        for key in 1..=4 {
            tt.put(key, entry(10 * key as u8));
        }
        tt.put(5, entry(5));
        assert_eq!((1..=5).map(|key| tt.get(key).is_some()).collect::<Vec<_>>(), [false, true, true, true, true]);
        tt.next_generation();
        (0..5).for_each(|_| tt.next_generation());
        tt.put(6, entry(1));
        tt.put(7, entry(1));
        // Six searches later even the entry of 40 plies is worth less than a new one.
        assert_eq!((6..=7).filter(|&key| tt.get(key).is_some()).count(), 2);
        assert!(tt.load() > 0.4 && tt.load() < 0.6);
        tt.clear();
        assert_eq!((tt.get(6), tt.load()), (None, 0.0));
    }
    #[test]
    fn nothing_is_lost_when_more_is_taken_into_use() {
        let tt = TranspositionTable::with_bytes(16 << 20);
        let entry = |key: u64| TtEntry { value: Value::DRAW, bound: Bound::AtMost, depth: 3, best: key as u16 };
        let keys = || (1..=60_000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| tt.put(key, entry(key)));
        let kept: Vec<u64> = keys().filter(|&key| tt.get(key).is_some()).collect();
        assert!(kept.len() > 50_000 && tt.used() == FIRST);
        tt.grow();
        assert!(tt.used() == 4 * FIRST && tt.load() < 0.1, "{}", tt.load());
        assert!(kept.iter().all(|&key| tt.get(key) == Some(entry(key))));
        tt.grow_whole();
        assert_eq!(tt.used(), (16 << 20) / size_of::<Bucket>());
        assert!(kept.iter().all(|&key| tt.get(key) == Some(entry(key))));
        // All entries are where they belong, and nowhere else.
        let all = tt.buckets().as_flattened().iter().filter(|&entry| data(entry) != 0).count();
        assert_eq!(all, kept.len());
    }
}
