//! Sets of dark squares in the layout that moves are generated in.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tables have an entry for each square, direction, or bit of a field; a shift is less than 64"
)]

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use tavlei_geometry::dark::{Bitboard, Direction, Square};

/// A set of dark squares, laid out so that a step in a direction is one shift for all of them.
///
/// The squares have the bits 1 to 36 in the order of their indices, with a gap behind the odd ranks' four:
///
/// ```text
/// 8   33  34  35  36
/// 7 28  29  30  31  (32)
/// 6   24  25  26  27
/// 5 19  20  21  22  (23)
/// 4   15  16  17  18
/// 3 10  11  12  13  (14)
/// 2    6   7   8   9
/// 1  1   2   3   4   (5)
///   a b c d e f g h
/// ```
///
/// To the north-west it is 4 bits from everywhere, to the north-east 5. A step over the edge ends in a gap or
/// outside, on no square; so a set of steps needs to be cut down only by the set of squares that it is about, such as
/// the empty ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PaddedBitboard(u64);

impl PaddedBitboard {
    /// No square.
    pub(crate) const EMPTY: Self = Self(0);

    /// All 32 squares.
    pub(crate) const ALL: Self = Self::of_all(Bitboard::ALL);

    /// One square.
    #[inline]
    pub(crate) const fn of(square: Square) -> Self {
        FIELDS[square.index() as usize & 31]
    }

    /// The same squares.
    pub(crate) const fn of_all(set: Bitboard) -> Self {
        let bits = set.bits() as u64;
        Self(
            (bits & 0xf) << 1
                | (bits & 0xff0) << 2
                | (bits & 0xf_f000) << 3
                | (bits & 0xff0_0000) << 4
                | (bits & 0xf000_0000) << 5,
        )
    }

    /// The same squares.
    #[inline]
    pub(crate) const fn bitboard(self) -> Bitboard {
        let Self(bits) = self;
        Bitboard::from_bits(
            (bits >> 1 & 0xf
                | bits >> 2 & 0xff0
                | bits >> 3 & 0xf_f000
                | bits >> 4 & 0xff0_0000
                | bits >> 5 & 0xf000_0000) as u32,
        )
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The set if a condition holds, else none; without a branch.
    #[inline(always)]
    pub(crate) const fn when(self, condition: bool) -> Self {
        Self(self.0 & (condition as u64).wrapping_neg())
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of both sets; a constant form of `|`.
    #[inline]
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The squares that are not in the other set.
    #[inline]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns how many squares are in the set.
    #[inline]
    pub(crate) const fn len(self) -> u64 {
        self.0.count_ones() as u64
    }

    /// Returns how many squares are in a set that is not empty, and has mostly one.
    #[inline]
    pub(crate) const fn len_of_few(self) -> u64 {
        if self.0 & self.0.wrapping_sub(1) == 0 { 1 } else { self.len() }
    }

    /// The square with the lowest index, as a set of one; of the empty set, the empty one.
    #[inline]
    pub(crate) const fn lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The square with the lowest index; of the empty set, any.
    #[inline]
    pub(crate) const fn square(self) -> Square {
        SQUARES[self.place()]
    }

    /// The squares, each as a set of one, in rising order.
    #[inline]
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        core::iter::from_fn(move || {
            let one = left.lowest();
            left ^= one;
            (!one.is_empty()).then_some(one)
        })
    }

    /// The squares one step away in a direction; together with what is no square.
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> Self {
        // What a rotation brings in from the other end is outside the board, as what it takes out there is.
        Self(self.0.rotate_left(TURNS[direction as usize]))
    }

    /// The squares one step away, the step given as the number of bits: 4, 5, −4 or −5; together with what is no
    /// square.
    #[inline]
    pub(crate) const fn by<const STEP: i32>(self) -> Self {
        Self(if STEP > 0 { self.0 << STEP } else { self.0 >> -STEP })
    }

    /// The squares that [`by`](Self::by) leads here from.
    #[inline]
    pub(crate) const fn back<const STEP: i32>(self) -> Self {
        Self(if STEP > 0 { self.0 >> STEP } else { self.0 << -STEP })
    }

    /// The squares of `empty` that are reached from this set by such steps, one after the other, over such squares only.
    ///
    /// The set of those reached, and the set of those from which the same number of steps is free, double twice: up to
    /// eight steps, one more than the longest diagonal has.
    #[inline(always)]
    pub(crate) const fn slide<const STEP: i32>(self, empty: Self) -> Self {
        #[inline(always)]
        const fn far<const STEP: i32>(set: u64, times: u32) -> u64 {
            if STEP > 0 { set << (STEP as u32 * times) } else { set >> (STEP.unsigned_abs() * times) }
        }
        let mut way = empty.0;
        let mut reached = far::<STEP>(self.0, 1) & way;
        reached |= far::<STEP>(reached, 1) & way;
        way &= far::<STEP>(way, 1);
        reached |= far::<STEP>(reached, 2) & way;
        way &= far::<STEP>(way, 2);
        Self(reached | far::<STEP>(reached, 4) & way)
    }

    /// Returns whether from a square of this set an adjacent square of `over` can be jumped in a straight line on to one of
    /// `empty`.
    #[inline]
    pub(crate) const fn jumps_over(self, over: Self, empty: Self) -> bool {
        let Self(from) = self;
        let landings = (from << 4 & over.0) << 4
            | (from << 5 & over.0) << 5
            | (from >> 4 & over.0) >> 4
            | (from >> 5 & over.0) >> 5;
        landings & empty.0 != 0
    }

    /// The view from a square, the only one of this set, along a direction: the empty squares up to the first
    /// occupied one, and that one, if there is one.
    #[inline]
    pub(crate) const fn look(self, direction: Direction, occupied: Self) -> (Self, Self) {
        let ray = RAYS[direction as usize][self.place()];
        let met = ray & occupied.0;
        if direction.is_north() {
            let first = met & met.wrapping_neg();
            (Self(ray & first.wrapping_sub(1)), Self(first))
        } else {
            // Bit 0 is no square: it stands in when nothing is met.
            let first = 1 << (met | 1).ilog2();
            (Self(ray & !(first | (first - 1))), Self(first & !1))
        }
    }

    /// The number of the lowest bit, below 64.
    #[inline]
    const fn place(self) -> usize {
        self.0.trailing_zeros() as usize & 63
    }
}

/// The number of bits of a step in each direction, to the left.
static TURNS: [u32; 4] = [4, 5, 64 - 5, 64 - 4];

/// The bit of each square.
static FIELDS: [PaddedBitboard; 32] = {
    let mut fields = [PaddedBitboard::EMPTY; 32];
    let mut i = 0;
    while i < 32 {
        fields[i] = PaddedBitboard::of_all(Bitboard::from_bits(1 << i));
        i += 1;
    }
    fields
};

/// The square of each bit; a1 where there is none.
static SQUARES: [Square; 64] = {
    let mut squares = [Square::A1; 64];
    let mut i = 0;
    while i < 32 {
        squares[PaddedBitboard::of(Square::ALL[i]).place()] = Square::ALL[i];
        i += 1;
    }
    squares
};

/// The squares up to the edge in each direction, by the number of the bit.
static RAYS: [[u64; 64]; 4] = {
    let mut rays = [[0; 64]; 4];
    let mut i = 0;
    while i < 32 {
        let square = Square::ALL[i];
        let mut d = 0;
        while d < 4 {
            rays[d][PaddedBitboard::of(square).place()] = PaddedBitboard::of_all(square.ray(Direction::ALL[d])).0;
            d += 1;
        }
        i += 1;
    }
    rays
};

macro_rules! operators {
    ($($name:ident $op:ident, $assign_name:ident $assign_op:ident;)*) => {$(
        impl $name for PaddedBitboard {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                Self(self.0.$op(other.0))
            }
        }

        impl $assign_name for PaddedBitboard {
            #[inline(always)]
            fn $assign_op(&mut self, other: Self) {
                self.0.$assign_op(other.0);
            }
        }
    )*};
}

operators! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

/// Everything else, with what is no square.
impl Not for PaddedBitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_survive_the_change_of_layout() {
        for square in Square::ALL {
            let one = PaddedBitboard::of(square);
            assert_eq!((one.square(), one.len()), (square, 1));
            assert_eq!(one.bitboard(), Bitboard::from(square));
            assert_eq!(PaddedBitboard::of_all(square.into()), one);
            for direction in Direction::ALL {
                let next = square.step(direction).map_or(PaddedBitboard::EMPTY, PaddedBitboard::of);
                assert_eq!(one.step(direction) & PaddedBitboard::ALL, next, "{square} {direction:?}");
            }
        }
        assert_eq!(PaddedBitboard::ALL.bitboard(), Bitboard::ALL);
        assert!(PaddedBitboard::ALL.each().map(PaddedBitboard::square).eq(Square::ALL));
    }

    #[test]
    fn a_look_sees_what_a_slide_reaches() {
        let mut occupied = 0x9e37_79b9u32;
        for _ in 0..2000 {
            occupied = occupied.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            let set = Bitboard::from_bits(occupied & occupied.rotate_left(7));
            for square in Square::ALL {
                for direction in Direction::ALL {
                    let (free, first) = PaddedBitboard::of(square).look(direction, PaddedBitboard::of_all(set));
                    assert_eq!(free.bitboard(), square.slide(direction, set));
                    let expected = square.first_on_ray(direction, set);
                    assert_eq!(first, expected.map_or(PaddedBitboard::EMPTY, PaddedBitboard::of));
                }
            }
        }
    }
}
