//! Operations on sets of squares, written once for both boards.

/// Implements a set of squares over one unsigned integer.
///
/// `$square` must offer `const fn index(self) -> u8` and `const fn from_low_bits(u8) -> Self`, the latter
/// taking the number of a bit that is known to lie within the integer.
macro_rules! square_set {
    ($set:ident, $int:ty, $square:ident) => {
        impl $set {
            /// The set without squares.
            pub const EMPTY: Self = Self(0);

            /// The set whose bit *i* says whether the square with index *i* is in it.
            #[inline]
            #[must_use]
            pub const fn from_bits(bits: $int) -> Self {
                Self(bits)
            }

            /// The bits of the set: bit *i* is the square with index *i*.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> $int {
                self.0
            }

            /// The set of one square.
            #[inline]
            #[must_use]
            pub const fn from_square(square: $square) -> Self {
                Self(1 << square.index())
            }

            /// The set of the squares given; one given twice counts once.
            #[must_use]
            pub const fn from_squares(squares: &[$square]) -> Self {
                let mut set = Self::EMPTY;
                let mut i = 0;
                while i < squares.len() {
                    set = set.with(squares[i]);
                    i += 1;
                }
                set
            }

            /// Returns whether no square is in the set.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns how many squares are in the set.
            #[inline]
            #[must_use]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Returns whether the square is in the set.
            #[inline]
            #[must_use]
            pub const fn contains(self, square: $square) -> bool {
                self.0 >> square.index() & 1 != 0
            }

            /// Returns whether the two sets share a square.
            #[inline]
            #[must_use]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns whether every square of this set is in the other.
            #[inline]
            #[must_use]
            pub const fn is_subset(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            /// The set with the square added.
            #[inline]
            #[must_use]
            pub const fn with(self, square: $square) -> Self {
                Self(self.0 | 1 << square.index())
            }

            /// The set with the square left out.
            #[inline]
            #[must_use]
            pub const fn without(self, square: $square) -> Self {
                Self(self.0 & !(1 << square.index()))
            }

            /// Adds the square.
            #[inline]
            pub const fn insert(&mut self, square: $square) {
                *self = self.with(square);
            }

            /// Takes the square out.
            #[inline]
            pub const fn remove(&mut self, square: $square) {
                *self = self.without(square);
            }

            /// The square with the lowest index, if there is one.
            #[inline]
            #[must_use]
            pub const fn first(self) -> Option<$square> {
                if self.0 == 0 { None } else { Some($square::from_low_bits(self.0.trailing_zeros() as u8)) }
            }

            /// The square with the highest index, if there is one.
            #[inline]
            #[must_use]
            pub const fn last(self) -> Option<$square> {
                if self.0 == 0 {
                    None
                } else {
                    Some($square::from_low_bits((<$int>::BITS - 1 - self.0.leading_zeros()) as u8))
                }
            }

            /// The squares of the set in rising order of their indices.
            #[inline]
            #[must_use]
            pub const fn iter(self) -> Squares {
                Squares(self)
            }
        }

        /// The squares of a set in rising order of their indices.
        #[derive(Clone, Debug)]
        pub struct Squares($set);

        impl Iterator for Squares {
            type Item = $square;

            #[inline]
            fn next(&mut self) -> Option<$square> {
                let square = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(square)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.len() as usize;
                (len, Some(len))
            }
        }

        impl DoubleEndedIterator for Squares {
            #[inline]
            fn next_back(&mut self) -> Option<$square> {
                let square = self.0.last()?;
                self.0.remove(square);
                Some(square)
            }
        }

        impl ExactSizeIterator for Squares {}
        impl core::iter::FusedIterator for Squares {}

        impl IntoIterator for $set {
            type Item = $square;
            type IntoIter = Squares;

            #[inline]
            fn into_iter(self) -> Squares {
                self.iter()
            }
        }

        impl FromIterator<$square> for $set {
            fn from_iter<I: IntoIterator<Item = $square>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl Extend<$square> for $set {
            fn extend<I: IntoIterator<Item = $square>>(&mut self, squares: I) {
                squares.into_iter().for_each(|square| self.insert(square));
            }
        }

        impl From<$square> for $set {
            #[inline]
            fn from(square: $square) -> Self {
                Self::from_square(square)
            }
        }

        impl core::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl core::ops::BitXor for $set {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        /// The difference of two sets: what is in the first and not in the second.
        impl core::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl core::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl core::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl core::ops::BitXorAssign for $set {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }

        impl core::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }

        /// The squares, separated by spaces, in rising order of their indices.
        impl core::fmt::Display for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                for (i, square) in self.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    core::fmt::Display::fmt(&square, f)?;
                }
                Ok(())
            }
        }

        impl core::fmt::Debug for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
