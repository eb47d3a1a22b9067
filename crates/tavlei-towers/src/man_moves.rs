//! The steps of all men of a side, in one word.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tables have an entry for each bit of a set; files and ranks are below 8"
)]

use core::fmt;

use tavlei_geometry::bits::nth_one;
use tavlei_geometry::dark::Square;

use crate::Move;
use crate::padded::PaddedBitboard;

/// Steps of men to the north (of White's), or to the south.
///
/// A step has one bit: the low half of the word holds the steps to the west, by the square that they end on, the high
/// half those to the east. There is at most one man for each, so all moves of men on a board are one number; they are
/// counted as its bits, and a bit names the [`Move`] in a table.
#[derive(Clone, Copy)]
pub(crate) struct ManMoves<const NORTH: bool>(u64);

/// By how much the sets of squares are moved to fill the word. To the north no step ends on rank 1, whose bits are the
/// lowest; to the south none ends on rank 8, whose bits are the highest.
const NORTH_DOWN: u32 = 6;
const NORTH_UP: u32 = 27;
const SOUTH_UP: u32 = 32;

impl<const NORTH: bool> ManMoves<NORTH> {
    /// The steps to the west and to the east that end on these squares.
    #[inline]
    pub(crate) const fn to(west: PaddedBitboard, east: PaddedBitboard) -> Self {
        let (west, east) = (west.bits(), east.bits());
        Self(if NORTH { west >> NORTH_DOWN | east << NORTH_UP } else { west | east << SOUTH_UP })
    }

    #[inline]
    pub(crate) const fn len(self) -> u64 {
        self.0.count_ones() as u64
    }

    /// Returns how many steps there are in both sets together.
    #[inline(always)]
    pub(crate) const fn len_with<const OTHER: bool>(self, other: ManMoves<OTHER>) -> u64 {
        total(nibbles(self.0) + nibbles(other.0))
    }

    /// Returns how many there are in five sets together.
    #[inline(always)]
    pub(crate) const fn len_of_five([a, b, c, d, e]: [Self; 5]) -> u64 {
        total(nibbles(a.0) + nibbles(b.0) + nibbles(c.0)) + total(nibbles(d.0) + nibbles(e.0))
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The steps that are in both sets.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The steps of both sets.
    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The steps that are not in the other set.
    #[inline]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those that a condition holds for.
    #[inline]
    pub(crate) fn retain(self, mut holds: impl FnMut(&Move) -> bool) -> Self {
        let mut each = self.each();
        let mut kept = self.0;
        loop {
            let one = each.left & each.left.wrapping_neg();
            match each.next() {
                Some(mv) if holds(&mv) => {}
                Some(_) => kept ^= one,
                None => return Self(kept),
            }
        }
    }

    /// The moves, in a fixed order.
    #[inline]
    pub(crate) fn each(self) -> ManMoveList {
        ManMoveList { left: self.0, moves: if NORTH { &MOVES_NORTH } else { &MOVES_SOUTH } }
    }

    /// The `n`-th of these moves, counted from 0.
    #[inline]
    pub(crate) fn nth(self, n: u64) -> Option<Move> {
        let bit = nth_one(self.0, u32::try_from(n).ok()?)?;
        ManMoveList { left: 1 << bit, ..self.each() }.next()
    }
}

/// The number of bits in each nibble.
#[inline(always)]
const fn nibbles(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The sum of all nibbles, which have been added up from at most three words.
#[inline(always)]
const fn total(nibbles: u64) -> u64 {
    let bytes = (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

/// Steps of men, one after the other: see [`MovesByRisk`](crate::MovesByRisk).
#[derive(Clone)]
pub struct ManMoveList {
    left: u64,
    moves: &'static [(Square, Square, bool); 64],
}

impl Iterator for ManMoveList {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.left == 0 {
            return None;
        }
        let bit = self.left.trailing_zeros() as usize & 63;
        self.left &= self.left - 1;
        let (start, end, promotes) = self.moves[bit];
        Some(Move::quiet(start, end, promotes))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for ManMoveList {}

impl fmt::Debug for ManMoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

static MOVES_NORTH: [(Square, Square, bool); 64] = moves(true);
static MOVES_SOUTH: [(Square, Square, bool); 64] = moves(false);

/// The move that each bit stands for: its start, its end, and whether it promotes.
const fn moves(north: bool) -> [(Square, Square, bool); 64] {
    let mut moves = [(Square::A1, Square::A1, false); 64];
    let mut i = 0;
    while i < 32 {
        let end = Square::ALL[i];
        let mut west = 0;
        while west < 2 {
            let bit = match (north, west == 1) {
                (true, true) => ManMoves::<true>::to(PaddedBitboard::of(end), PaddedBitboard::EMPTY).0,
                (true, false) => ManMoves::<true>::to(PaddedBitboard::EMPTY, PaddedBitboard::of(end)).0,
                (false, true) => ManMoves::<false>::to(PaddedBitboard::of(end), PaddedBitboard::EMPTY).0,
                (false, false) => ManMoves::<false>::to(PaddedBitboard::EMPTY, PaddedBitboard::of(end)).0,
            };
            // It started one rank back, and one file to the other side.
            let file = if west == 1 { end.file() + 1 } else { end.file().wrapping_sub(1) };
            let rank = if north { end.rank().wrapping_sub(1) } else { end.rank() + 1 };
            if let Some(start) = Square::at(file, rank) {
                let promotes = end.rank() == if north { 7 } else { 0 };
                moves[bit.trailing_zeros() as usize & 63] = (start, end, promotes);
            }
            west += 1;
        }
        i += 1;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use tavlei_geometry::dark::{Bitboard, Direction};

    fn check<const NORTH: bool>(west: Direction, east: Direction) {
        let mut bits = 1u32;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            // Men that are not on their far rank, and some squares that they may go to.
            let men = Bitboard::from_bits(bits) - Bitboard::rank(if NORTH { 7 } else { 0 });
            let empty = Bitboard::from_bits(bits.rotate_left(11));
            let ends = [west, east].map(|direction| men.shift(direction) & empty);
            let steps = ManMoves::<NORTH>::to(PaddedBitboard::of_all(ends[0]), PaddedBitboard::of_all(ends[1]));
            let mut expected = Vec::new();
            for (direction, ends) in [west, east].into_iter().zip(ends) {
                for end in ends {
                    let start = end.step(direction.opposite()).expect("where the man was");
                    let promotes = Bitboard::rank(if NORTH { 7 } else { 0 }).contains(end);
                    expected.push(Move::quiet(start, end, promotes));
                }
            }
            assert_eq!(steps.each().collect::<Vec<_>>(), expected);
            assert_eq!(steps.len(), expected.len() as u64);
            for n in 0..=expected.len() {
                assert_eq!(steps.nth(n as u64).as_ref(), expected.get(n));
            }
        }
    }

    extern crate std;
    use std::vec::Vec;

    #[test]
    fn a_list_is_shown_as_its_moves() {
        let men = PaddedBitboard::of_all(Bitboard::from_bits(0b11_0000));
        let steps = ManMoves::<true>::to(men.by::<4>(), PaddedBitboard::EMPTY);
        assert_eq!(std::format!("{:?}", steps.each()), "[b2-a3, d2-c3]");
        assert_eq!(steps.each().size_hint(), (2, Some(2)));
    }

    #[test]
    fn every_step_has_a_bit_that_names_it() {
        check::<true>(Direction::NorthWest, Direction::NorthEast);
        check::<false>(Direction::SouthWest, Direction::SouthEast);
    }
}
