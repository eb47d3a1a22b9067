//! Rectangular boards of up to 8×8 squares, on which men step in eight directions.
//!
//! Every board is the lower left corner of an 8×8 grid, so a square has the same index on each of them:
//! `8 × rank + file`, with files and ranks counted from 0. A [`Board`] says which part of the grid is played on.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 64, a file or rank below 8, and a board has 3 to 8 files and 4 to 8 ranks"
)]

use core::fmt;
use core::str::FromStr;

use crate::text::{fold, square_text};

/// A square of the 8×8 grid. The order is that of the indices: a1 b1 … h1 a2 … h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0 (a1) to 63 (h8); `None` for a greater one.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square with the low six bits of the number as its index.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 63)
    }

    /// The square on a file and rank, each counted from 0; `None` when it is off the grid.
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// The index of the square, 0 (a1) to 63 (h8).
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, 0 (rank 1) to 7 (rank 8).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The up to eight squares around this one on the grid.
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        // An index is below 64.
        NEIGHBOURS[self.0 as usize % 64]
    }
}

square_text!(Square, Square::at);

/// A set of squares of the grid: bit *i* is the square with index *i*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(u64);

square_set!(Bitboard, u64, Square);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// The eight squares of a rank of the grid, counted from 0; empty for a rank off the grid.
    #[inline]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        if rank < 8 { Self(0xff << (rank * 8)) } else { Self::EMPTY }
    }

    /// The eight squares of a file of the grid, counted from 0; empty for a file off the grid.
    #[inline]
    #[must_use]
    pub const fn file(file: u8) -> Self {
        if file < 8 { Self(FILE_A << file) } else { Self::EMPTY }
    }

    /// Every square of the set moved one step in a direction; those that would leave the grid fall away.
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        let Self(bits) = self;
        let (west, east) = (bits & !FILE_A, bits & !FILE_H);
        Self(match direction {
            Direction::SouthWest => west >> 9,
            Direction::South => bits >> 8,
            Direction::SouthEast => east >> 7,
            Direction::West => west >> 1,
            Direction::East => east << 1,
            Direction::NorthWest => west << 7,
            Direction::North => bits << 8,
            Direction::NorthEast => east << 9,
        })
    }

    /// The squares that are one step, in any of the eight directions, away from a square of the set.
    ///
    /// A square of the set is in the result when it has a neighbour in the set.
    ///
    /// ```
    /// use tavlei_geometry::rect::{Bitboard, Square};
    ///
    /// let corner = Bitboard::from_square("a1".parse::<Square>()?);
    /// assert_eq!(corner.neighbours().to_string(), "b1 a2 b2");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn neighbours(self) -> Self {
        let sides = self.shift(Direction::West).0 | self.shift(Direction::East).0;
        let rows = self.0 | sides;
        Self(sides | rows << 8 | rows >> 8)
    }
}

/// One of the eight directions; north is towards the higher ranks, east towards the higher files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// One file down, one rank down.
    SouthWest,
    /// One rank down.
    South,
    /// One file up, one rank down.
    SouthEast,
    /// One file down.
    West,
    /// One file up.
    East,
    /// One file down, one rank up.
    NorthWest,
    /// One rank up.
    North,
    /// One file up, one rank up.
    NorthEast,
}

impl Direction {
    /// The eight directions in the order of the squares that they lead to.
    pub const ALL: [Self; 8] = [
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
        Self::West,
        Self::East,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
    ];

    /// The direction back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[7 - self as usize]
    }
}

/// The size of a rectangular board: 3 to 8 files, 4 to 8 ranks.
///
/// ```
/// use tavlei_geometry::rect::{Board, Square};
///
/// let board: Board = "4x5".parse()?;
/// assert_eq!(board.squares().len(), 20);
/// assert!(board.contains("d5".parse()?) && !board.contains("e1".parse()?));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    files: u8,
    ranks: u8,
}

impl Board {
    /// A board of `files` files and `ranks` ranks.
    ///
    /// # Errors
    ///
    /// [`BoardError::Size`] unless there are 3 to 8 files and 4 to 8 ranks.
    pub const fn new(files: u8, ranks: u8) -> Result<Self, BoardError> {
        if 3 <= files && files <= 8 && 4 <= ranks && ranks <= 8 {
            Ok(Self { files, ranks })
        } else {
            Err(BoardError::Size { files, ranks })
        }
    }

    /// The number of files, 3 to 8.
    #[inline]
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks, 4 to 8.
    #[inline]
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// All squares of the board.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        let row = (1u64 << self.files) - 1;
        Bitboard((row * FILE_A) & (u64::MAX >> (64 - 8 * self.ranks)))
    }

    /// Returns whether the square is on the board.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The squares of the nearest rank, rank 1.
    #[inline]
    #[must_use]
    pub const fn bottom(self) -> Bitboard {
        Bitboard((1 << self.files) - 1)
    }

    /// The squares of the farthest rank.
    #[inline]
    #[must_use]
    pub const fn top(self) -> Bitboard {
        Bitboard(self.bottom().0 << (8 * (self.ranks - 1)))
    }

    /// The square with left and right exchanged; a square off the board is given back as it was.
    #[inline]
    #[must_use]
    pub const fn mirror(self, square: Square) -> Square {
        if self.contains(square) { Square(square.0 - square.file() + (self.files - 1 - square.file())) } else { square }
    }

    /// The square with top and bottom exchanged; a square off the board is given back as it was.
    #[inline]
    #[must_use]
    pub const fn flip(self, square: Square) -> Square {
        if self.contains(square) { Square((self.ranks - 1 - square.rank()) * 8 + square.file()) } else { square }
    }

    /// The set with left and right exchanged; what is off the board falls away.
    ///
    /// ```
    /// use tavlei_geometry::rect::{Bitboard, Board};
    ///
    /// let board = Board::new(4, 5)?;
    /// assert_eq!(board.mirror_set(Bitboard::file(0)), Bitboard::file(3) & board.squares());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn mirror_set(self, set: Bitboard) -> Bitboard {
        // Turn every byte around, then push the files back to the left edge.
        let turned = set.0.reverse_bits().swap_bytes();
        Bitboard(turned >> (8 - self.files) & self.squares().0)
    }

    /// The set with top and bottom exchanged; what is off the board falls away.
    #[must_use]
    pub const fn flip_set(self, set: Bitboard) -> Bitboard {
        let turned = set.0.swap_bytes();
        Bitboard(turned >> (8 * (8 - self.ranks)) & self.squares().0)
    }
}

/// `4x5`: files, then ranks.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `4x5`; `×` and the Cyrillic `х` are accepted.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut chars = text.chars().map(fold);
        match (chars.next(), chars.next(), chars.next(), chars.next()) {
            (Some(files @ '0'..='9'), Some('x'), Some(ranks @ '0'..='9'), None) => {
                Self::new(files as u8 - b'0', ranks as u8 - b'0')
            }
            _ => Err(BoardError::Syntax),
        }
    }
}

/// The neighbours of each square: looked up, they cost a third of what they cost reckoned.
static NEIGHBOURS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Bitboard(1 << index).neighbours();
        index += 1;
    }
    table
};

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Too few or too many files or ranks.
    #[error("a board of {files} files and {ranks} ranks: 3 to 8 files and 4 to 8 ranks are possible")]
    Size {
        /// The number of files asked for.
        files: u8,
        /// The number of ranks asked for.
        ranks: u8,
    },
    /// The text is not of the form `4x5`.
    #[error("expected a board such as 4x5: files, x, ranks")]
    Syntax,
}
