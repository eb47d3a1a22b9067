//! The 32 dark squares of the 8×8 board, on which pieces move diagonally. a1 is dark.
//!
//! Squares are counted a1 c1 e1 g1 b2 d2 … h8: the index of a square is `4 × rank + file / 2`, with files and
//! ranks counted from 0. A step to the far side of the board then is a shift by 4 and, within even or odd ranks,
//! by 3 or 5.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 32, a file or rank below 8, a direction below 4: so are all tables long"
)]

use core::fmt;

use crate::text::square_text;

/// One of the 32 dark squares. The order is that of the indices: a1 c1 e1 g1 b2 … h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Names every square as a constant and lists them all.
macro_rules! name_squares {
    ($($name:ident)*) => {
        /// The squares by name.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Self = Self(Names::$name as u8);
            )*

            /// All 32 squares in rising order of their indices.
            pub const ALL: [Self; 32] = [$(Self::$name),*];
        }

        /// The names in the order of the indices: the compiler counts for us.
        enum Names { $($name),* }
    };
}
name_squares! {
    A1 C1 E1 G1 B2 D2 F2 H2 A3 C3 E3 G3 B4 D4 F4 H4
    A5 C5 E5 G5 B6 D6 F6 H6 A7 C7 E7 G7 B8 D8 F8 H8
}

impl Square {
    /// The square with this index, 0 (a1) to 31 (h8); `None` for a greater one.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 32 { Some(Self(index)) } else { None }
    }

    /// The square with the low five bits of the number as its index.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 31)
    }

    /// The square on a file and rank, each counted from 0; `None` when it is light or off the board.
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 && (file + rank).is_multiple_of(2) { Some(Self(rank * 4 + file / 2)) } else { None }
    }

    /// The index of the square, 0 (a1) to 31 (h8).
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 4 * 2 + self.rank() % 2
    }

    /// The rank, 0 (rank 1) to 7 (rank 8).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The square seen from the other side of the board: the board turned by 180°.
    #[inline]
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self(31 - self.0)
    }

    /// The next square in a direction; `None` at the edge of the board.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        NEIGHBOURS[direction as usize][self.0 as usize & 31].first()
    }

    /// The directions in which there is a next square.
    #[must_use]
    pub const fn directions(self) -> Directions {
        let mut open = Directions::empty();
        let mut i = 0;
        while i < 4 {
            let direction = Direction::ALL[i];
            if self.step(direction).is_some() {
                open = open.union(Directions::of(direction));
            }
            i += 1;
        }
        open
    }

    /// The squares that are one diagonal step away.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        let i = self.0 as usize & 31;
        Bitboard(NEIGHBOURS[0][i].0 | NEIGHBOURS[1][i].0 | NEIGHBOURS[2][i].0 | NEIGHBOURS[3][i].0)
    }

    /// The squares from here to the edge in a direction, this one left out.
    #[inline]
    #[must_use]
    pub const fn ray(self, direction: Direction) -> Bitboard {
        RAYS[direction as usize][self.0 as usize & 31]
    }

    /// The first square of the set on the way from here in a direction.
    ///
    /// ```
    /// use tavlei_geometry::dark::{Bitboard, Direction, Square};
    ///
    /// let towers = Bitboard::from_squares(&[Square::D4, Square::F6]);
    /// assert_eq!(Square::A1.first_on_ray(Direction::NorthEast, towers), Some(Square::D4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn first_on_ray(self, direction: Direction, set: Bitboard) -> Option<Self> {
        let on_ray = Bitboard(self.ray(direction).0 & set.0);
        if direction.is_north() { on_ray.first() } else { on_ray.last() }
    }

    /// The squares that a slider reaches from here in a direction: those up to the first occupied one, left out.
    ///
    /// ```
    /// use tavlei_geometry::dark::{Bitboard, Direction, Square};
    ///
    /// let occupied = Bitboard::from_square(Square::E5);
    /// assert_eq!(Square::B2.slide(Direction::NorthEast, occupied).to_string(), "c3 d4");
    /// ```
    #[inline]
    #[must_use]
    pub const fn slide(self, direction: Direction, occupied: Bitboard) -> Bitboard {
        let ray = self.ray(direction);
        match self.first_on_ray(direction, occupied) {
            None => ray,
            Some(blocker) => Bitboard(ray.0 & !blocker.ray(direction).0 & !(1 << blocker.0)),
        }
    }

    /// The direction in which the other square lies on a diagonal with this one, if it does.
    #[must_use]
    pub const fn direction_to(self, other: Self) -> Option<Direction> {
        let mut i = 0;
        while i < 4 {
            if self.ray(Direction::ALL[i]).contains(other) {
                return Some(Direction::ALL[i]);
            }
            i += 1;
        }
        None
    }

    /// The squares strictly between this one and another on the same diagonal; empty when they share none.
    ///
    /// ```
    /// use tavlei_geometry::dark::Square;
    ///
    /// assert_eq!(Square::A3.between(Square::D6).to_string(), "b4 c5");
    /// assert!(Square::A3.between(Square::D4).is_empty());
    /// ```
    #[must_use]
    pub const fn between(self, other: Self) -> Bitboard {
        match self.direction_to(other) {
            None => Bitboard::EMPTY,
            Some(direction) => Bitboard(self.ray(direction).0 & other.ray(direction.opposite()).0),
        }
    }
}

square_text!(Square, Square::at);

/// A diagonal direction; north is towards rank 8, east towards file h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// One file down, one rank up.
    NorthWest,
    /// One file up, one rank up.
    NorthEast,
    /// One file down, one rank down.
    SouthWest,
    /// One file up, one rank down.
    SouthEast,
}

impl Direction {
    /// The four directions in the order in which moves are listed.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The direction back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Returns whether a step in this direction leads towards rank 8.
    #[inline]
    #[must_use]
    pub const fn is_north(self) -> bool {
        (self as u8) < 2
    }

    /// The two directions at right angles to this one.
    #[inline]
    #[must_use]
    pub const fn crossing(self) -> [Self; 2] {
        match self {
            Self::NorthWest | Self::SouthEast => [Self::NorthEast, Self::SouthWest],
            Self::NorthEast | Self::SouthWest => [Self::NorthWest, Self::SouthEast],
        }
    }

    /// The change of one step in files, then ranks.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::NorthWest => (-1, 1),
            Self::NorthEast => (1, 1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
        }
    }
}

bitflags::bitflags! {
    /// A set of diagonal directions.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Directions: u8 {
        /// [`Direction::NorthWest`].
        const NORTH_WEST = 1;
        /// [`Direction::NorthEast`].
        const NORTH_EAST = 2;
        /// [`Direction::SouthWest`].
        const SOUTH_WEST = 4;
        /// [`Direction::SouthEast`].
        const SOUTH_EAST = 8;
        /// Both directions towards rank 8.
        const NORTH = 1 | 2;
        /// Both directions towards rank 1.
        const SOUTH = 4 | 8;
    }
}

impl Directions {
    /// The set of one direction.
    #[inline]
    #[must_use]
    pub const fn of(direction: Direction) -> Self {
        Self::from_bits_truncate(1 << direction as u8)
    }

    /// The directions of the set, in the order of [`Direction::ALL`].
    pub fn each(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.contains(Self::of(direction)))
    }
}

/// A set of dark squares: bit *i* is the square with index *i*.
///
/// ```
/// use tavlei_geometry::dark::{Bitboard, Square};
///
/// let edge_men = Bitboard::from_squares(&[Square::A3, Square::C3, Square::H4]) & Bitboard::EDGE;
/// assert_eq!(edge_men.iter().map(Square::file).collect::<Vec<_>>(), [0, 7]);
/// assert_eq!((!edge_men).len(), 30);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(u32);

square_set!(Bitboard, u32, Square);

/// The squares of file a, those of file h, and the even ranks (counted from 0: ranks 1, 3, 5, 7).
const FILE_A: u32 = 0x0101_0101;
const FILE_H: u32 = 0x8080_8080;
const EVEN: u32 = 0x0f0f_0f0f;

impl Bitboard {
    /// All 32 squares.
    pub const ALL: Self = Self(u32::MAX);

    /// The squares on the edge of the board.
    pub const EDGE: Self = Self(FILE_A | FILE_H | 0xf000_000f);

    /// The four squares of a rank, counted from 0; empty for a rank off the board.
    #[inline]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank < 8 { Self(0xf << (rank * 4)) } else { Self::EMPTY }
    }

    /// The four squares of a file, counted from 0; empty for a file off the board.
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file < 8 {
            let on_even_ranks = 1 << (file / 2);
            Self((on_even_ranks << (file % 2 * 4)) * 0x0101_0101)
        } else {
            Self::EMPTY
        }
    }

    /// Every square of the set moved one step in a direction; those that would leave the board fall away.
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        let Self(bits) = self;
        Self(match direction {
            Direction::NorthWest => (bits & EVEN & !FILE_A) << 3 | (bits & !EVEN) << 4,
            Direction::NorthEast => (bits & EVEN) << 4 | (bits & !EVEN & !FILE_H) << 5,
            Direction::SouthWest => (bits & EVEN & !FILE_A) >> 5 | (bits & !EVEN) >> 4,
            Direction::SouthEast => (bits & EVEN) >> 4 | (bits & !EVEN & !FILE_H) >> 3,
        })
    }

    /// The squares one step to the north (towards rank 8) of each square, as two sets that may overlap.
    ///
    /// Together they hold each step once, so that counting both counts steps. They are quicker than two
    /// [shifts](Self::shift): the first set holds the steps by 4, the second those by 3 and 5.
    ///
    /// ```
    /// use tavlei_geometry::dark::{Bitboard, Square};
    ///
    /// let men = Bitboard::from_squares(&[Square::C3, Square::E3]); // both can step to d4
    /// let [one, other] = men.steps_north();
    /// assert_eq!((one.len() + other.len(), (one | other).len()), (4, 3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn steps_north(self) -> [Self; 2] {
        let Self(bits) = self;
        [Self(bits << 4), Self((bits & EVEN & !FILE_A) << 3 | (bits & !EVEN & !FILE_H) << 5)]
    }

    /// The squares one step to the south (towards rank 1) of each square, as two sets that may overlap; see
    /// [`steps_north`](Self::steps_north).
    #[inline]
    #[must_use]
    pub const fn steps_south(self) -> [Self; 2] {
        let Self(bits) = self;
        [Self(bits >> 4), Self((bits & EVEN & !FILE_A) >> 5 | (bits & !EVEN & !FILE_H) >> 3)]
    }

    /// The squares that are one diagonal step away from a square of the set.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Self {
        let [north, more_north] = self.steps_north();
        let [south, more_south] = self.steps_south();
        Self(north.0 | more_north.0 | south.0 | more_south.0)
    }

    /// The set on the board turned by 180°.
    #[inline]
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self(self.0.reverse_bits())
    }
}

/// The squares that are not in the set.
impl core::ops::Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The next square in each direction, as a set of at most one.
static NEIGHBOURS: [[Bitboard; 32]; 4] = {
    let mut table = [[Bitboard::EMPTY; 32]; 4];
    let mut d = 0;
    while d < 4 {
        let mut i = 0;
        while i < 32 {
            table[d][i] = Bitboard(1 << i).shift(Direction::ALL[d]);
            i += 1;
        }
        d += 1;
    }
    table
};

/// The squares up to the edge in each direction.
static RAYS: [[Bitboard; 32]; 4] = {
    let mut table = [[Bitboard::EMPTY; 32]; 4];
    let mut d = 0;
    while d < 4 {
        let mut i = 0;
        while i < 32 {
            let mut front = Bitboard(1 << i);
            while !front.is_empty() {
                front = front.shift(Direction::ALL[d]);
                table[d][i].0 |= front.0;
            }
            i += 1;
        }
        d += 1;
    }
    table
};

/// The board as eight lines of text, rank 8 first: `o` for a square of the set, `.` for another dark square.
///
/// ```
/// use tavlei_geometry::dark::{Bitboard, Diagram};
///
/// assert!(Diagram(Bitboard::rank(0)).to_string().ends_with("o o o o \n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram(pub Bitboard);

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                f.write_str(match Square::at(file, rank) {
                    Some(square) if self.0.contains(square) => "o",
                    Some(_) => ".",
                    None => " ",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
