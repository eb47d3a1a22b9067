//! What has been found out already, shared by all threads.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the high half of a product with the number of buckets is less than that; ages and depths are small"
)]

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Value;

/// A transposition table: from the key of a position to what an earlier search has found there.
///
/// Entries are pairs of atomic words, of which the first is the key combined with the second: an entry that two threads
/// have torn matches no position. Nothing is locked.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: u8,
}

/// Four entries fill one cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; 4]);

/// `key ^ data`, then the data, which is 0 in an empty entry.
#[derive(Default)]
struct Entry([AtomicU64; 2]);

/// What an earlier search has found.
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
    /// A table that fills so many bytes, rounded down to whole buckets of 64; at least one.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: std::iter::repeat_with(Bucket::default).take(buckets).collect(), age: 0 }
    }

    /// Another search begins: what is in the table stays, but gives way to what is found from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        self.age = 0;
    }

    /// What share of the entries is in use by the present search, 0 to 1, from a sample.
    pub(crate) fn load(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1024)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries.filter(|entry| entry.data() != 0 && age(entry.data()) == self.age).count();
        used as f64 / (sample.len() * 4) as f64
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Found> {
        self.bucket(key).iter().find_map(|entry| {
            let data = entry.data();
            if data != 0 && entry.0[0].load(Ordering::Relaxed) ^ data == key { Some(unpack(data)) } else { None }
        })
    }

    /// Keeps what was found, in place of the same position's entry, or of the shallowest and oldest in its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, found: Found) {
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for entry in bucket {
            let data = entry.data();
            if data == 0 || entry.0[0].load(Ordering::Relaxed) ^ data == key {
                victim = entry;
                break;
            }
            let years = i32::from(self.age.wrapping_sub(age(data)) & AGES);
            let worth = i32::from(unpack(data).depth) - 8 * years;
            if worth < least {
                (victim, least) = (entry, worth);
            }
        }
        let data = pack(found, self.age);
        victim.0[0].store(key ^ data, Ordering::Relaxed);
        victim.0[1].store(data, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry; 4] {
        // The high half of the product spreads the key over any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }
}

impl Entry {
    #[inline]
    fn data(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).field("age", &self.age).finish_non_exhaustive()
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
}
