//! The transposition table, shared by all threads.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the high half of a product with the number of buckets is less than that; ages and depths are small"
)]

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
pub(crate) struct Table {
    /// Zeroed by the system, which gives memory only for what is written to.
    words: Box<[AtomicU64]>,
    /// The first word of the first cache line.
    first: usize,
    buckets: usize,
    /// How many of the buckets are in use.
    used: AtomicUsize,
    age: u8,
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
pub(crate) struct Found {
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

impl Table {
    /// A table that fills so many bytes, rounded down to whole buckets of 64; at least one. If there is not so much memory, it
    /// is smaller.
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
        Self { words, first, buckets, used: AtomicUsize::new(buckets.min(FIRST)), age: 0 }
    }

    /// Another search begins: what is in the table stays, but gives way to what is found from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    pub(crate) fn clear(&mut self) {
        let end = self.first + self.used() * BUCKET;
        self.words[..end].iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.used.get_mut() = self.buckets.min(FIRST);
        self.age = 0;
    }

    /// Returns the share of entries that the present search has written, 0 to 1, from a sample.
    pub(crate) fn load(&self) -> f64 {
        self.load_of_used() * self.used() as f64 / self.buckets as f64
    }

    /// The same, of the part that is in use.
    fn load_of_used(&self) -> f64 {
        let sample = &self.buckets()[..self.used().min(1024)];
        let entries = sample.as_flattened();
        let used = entries.iter().filter(|&entry| data(entry) != 0 && age(data(entry)) == self.age).count();
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
    pub(crate) fn get(&self, key: u64) -> Option<Found> {
        self.bucket(key).iter().find_map(|entry| {
            let data = data(entry);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key { Some(unpack(data)) } else { None }
        })
    }

    /// Keeps what was found, in place of the same position's entry, or of the shallowest and oldest in its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, found: Found) {
        self.write(key, pack(found, self.age));
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
            let years = i32::from(self.age.wrapping_sub(age(data)) & AGES);
            let worth = i32::from(unpack(data).depth) - 8 * years;
            if worth < least {
                (victim, least) = (entry, worth);
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

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets).field("age", &self.age).finish_non_exhaustive()
    }
}

/// Ages are counted round in six bits.
const AGES: u8 = 63;

/// From the lowest bits: bound (2), age (6), depth (8), value (16), best move (16).
#[inline]
fn pack(found: Found, age: u8) -> u64 {
    found.bound as u64
        | u64::from(age) << 2
        | u64::from(found.depth) << 8
        | u64::from(found.value.bits()) << 16
        | u64::from(found.best) << 32
}

#[inline]
fn unpack(data: u64) -> Found {
    Found {
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
fn age(data: u64) -> u8 {
    (data >> 2) as u8 & AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = Table::with_bytes(1 << 12);
        let found = Found { value: Value::loss(2, 300), bound: Bound::AtLeast, depth: 255, best: u16::MAX };
        table.put(u64::MAX, found);
        assert_eq!(table.get(u64::MAX), Some(found));
        assert_eq!(table.get(u64::MAX - 1), None);
        let better = Found { value: Value::estimate(-3), bound: Bound::Exact, depth: 0, best: 0 };
        table.put(u64::MAX, better);
        assert_eq!(table.get(u64::MAX), Some(better));
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = Table::with_bytes(64);
        let found = |depth| Found { value: Value::DRAW, bound: Bound::Exact, depth, best: 7 };
        for key in 1..=4 {
            table.put(key, found(10 * key as u8));
        }
        table.put(5, found(5));
        assert_eq!((1..=5).map(|key| table.get(key).is_some()).collect::<Vec<_>>(), [false, true, true, true, true]);
        table.grow_older();
        (0..5).for_each(|_| table.grow_older());
        table.put(6, found(1));
        table.put(7, found(1));
        // Six searches later even the entry of 40 plies is worth less than a new one.
        assert_eq!((6..=7).filter(|&key| table.get(key).is_some()).count(), 2);
        assert!(table.load() > 0.4 && table.load() < 0.6);
        table.clear();
        assert_eq!((table.get(6), table.load()), (None, 0.0));
    }
    #[test]
    fn nothing_is_lost_when_more_is_taken_into_use() {
        let table = Table::with_bytes(16 << 20);
        let found = |key: u64| Found { value: Value::DRAW, bound: Bound::AtMost, depth: 3, best: key as u16 };
        let keys = || (1..=60_000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, found(key)));
        let kept: Vec<u64> = keys().filter(|&key| table.get(key).is_some()).collect();
        assert!(kept.len() > 50_000 && table.used() == FIRST);
        table.grow();
        assert!(table.used() == 4 * FIRST && table.load() < 0.1, "{}", table.load());
        assert!(kept.iter().all(|&key| table.get(key) == Some(found(key))));
        table.grow_whole();
        assert_eq!(table.used(), (16 << 20) / size_of::<Bucket>());
        assert!(kept.iter().all(|&key| table.get(key) == Some(found(key))));
        // All entries are where they belong, and nowhere else.
        let all = table.buckets().as_flattened().iter().filter(|&entry| data(entry) != 0).count();
        assert_eq!(all, kept.len());
    }
}
