//! Towers of pieces (rule T-3).

#![expect(
    clippy::arithmetic_side_effects,
    reason = "a tower has 24 pieces at most, and one of them is its owner’s at least"
)]

use core::fmt;
use core::num::NonZeroU32;

use tavlei_game::Side;
use tavlei_geometry::dark::Square;

use crate::TowerError;

/// One piece: a man or a king, free or in prison.
///
/// A piece keeps its colour for ever, and a king stays a king in prison (rule T-14).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The colour.
    pub side: Side,
    /// Whether it is a king.
    pub king: bool,
}

impl Piece {
    /// A man of this colour.
    #[must_use]
    pub const fn man(side: Side) -> Self {
        Self { side, king: false }
    }

    /// A king of this colour.
    #[must_use]
    pub const fn king(side: Side) -> Self {
        Self { side, king: true }
    }
}

/// A tower: one to 24 pieces, of which the top one, the *commander*, says whose it is and how it moves (rule T-3).
///
/// Below the owner's pieces there may be prisoners, all of the other colour: a tower never has more than two runs of
/// colour (rule T-16), because a jump puts what it takes at the bottom and takes from the top.
///
/// `Display` writes the pieces from top to bottom, `0` for a man, `1` for a king, and `/` where the prisoners begin.
///
/// ```
/// use tavlei_game::Side;
/// use tavlei_towers::{Piece, Tower};
///
/// let king = Tower::new(Piece::king(Side::White));
/// let tower = Tower::from_pieces(king.pieces().chain([Piece::man(Side::Black); 4]))?;
/// assert_eq!(tower.to_string(), "1/0000");
/// assert_eq!((tower.side(), tower.height(), tower.prisoners()), (Side::White, 5, 4));
/// # Ok::<(), tavlei_towers::TowerError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tower(NonZeroU32);

// Bits 0 to 24 hold the ranks, the commander's in bit 0, a king as 1, and behind the lowest piece a sentinel bit.
// Bits 25 to 29 hold the number of the owner's pieces, bit 30 the owner. To take the commander is a shift to the
// right, to put a prisoner below is an addition at the sentinel.
const RANKS: u32 = (1 << 25) - 1;
const RUN_SHIFT: u32 = 25;
const RUN_MASK: u32 = 31;
const SIDE_SHIFT: u32 = 30;

impl Tower {
    /// The greatest height: all pieces of the game.
    pub const MAX_HEIGHT: u8 = 24;

    /// The tower of a single piece.
    #[inline]
    #[must_use]
    pub const fn new(piece: Piece) -> Self {
        Self::pack(2 | piece.king as u32, 1, piece.side)
    }

    /// The tower of these pieces, from top to bottom.
    ///
    /// # Errors
    ///
    /// There is no piece, or more than 24, or the colour changes more than once.
    pub fn from_pieces(pieces: impl IntoIterator<Item = Piece>) -> Result<Self, TowerError> {
        let mut pieces = pieces.into_iter();
        let mut tower = Self::new(pieces.next().ok_or(TowerError::Empty)?);
        for piece in pieces {
            if tower.height() == Self::MAX_HEIGHT {
                return Err(TowerError::TooHigh);
            }
            if piece.side != tower.side() {
                tower = tower.with_prisoner(piece.king);
            } else if tower.prisoners() == 0 {
                // One more of the owner's: the run grows with the height.
                let Self(bits) = tower.with_prisoner(piece.king);
                tower = Self(bits.saturating_add(1 << RUN_SHIFT));
            } else {
                return Err(TowerError::Runs { height: tower.height() });
            }
        }
        Ok(tower)
    }

    /// The owner: the colour of the commander.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0.get() >> SIDE_SHIFT & 1 == 0 { Side::White } else { Side::Black }
    }

    /// Returns whether the commander is a king.
    #[inline]
    #[must_use]
    pub const fn is_king(self) -> bool {
        self.0.get() & 1 != 0
    }

    /// The top piece.
    #[inline]
    #[must_use]
    pub const fn commander(self) -> Piece {
        Piece { side: self.side(), king: self.is_king() }
    }

    /// The number of pieces, 1 to 24.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u8 {
        (self.0.get() & RANKS).ilog2() as u8
    }

    /// The number of the owner's pieces, 1 to 24: those on top.
    #[inline]
    #[must_use]
    pub const fn owners(self) -> u8 {
        (self.0.get() >> RUN_SHIFT & RUN_MASK) as u8
    }

    /// The number of prisoners: the pieces of the other colour, at the bottom.
    #[inline]
    #[must_use]
    pub const fn prisoners(self) -> u8 {
        self.height().saturating_sub(self.owners())
    }

    /// Returns how many of the owner's pieces are kings, the commander included.
    #[inline]
    #[must_use]
    pub const fn owner_kings(self) -> u8 {
        let ranks = self.0.get() & ((1 << self.owners()) - 1);
        // Most towers have no kings.
        if ranks <= 1 { ranks as u8 } else { ranks.count_ones() as u8 }
    }

    /// Returns how many of the prisoners are kings.
    ///
    /// ```
    /// use tavlei_game::Side;
    /// use tavlei_towers::{Piece, Tower};
    ///
    /// let tower = Tower::new(Piece::king(Side::White)).with_prisoner(true).with_prisoner(false);
    /// assert_eq!((tower.owner_kings(), tower.prisoner_kings()), (1, 1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn prisoner_kings(self) -> u8 {
        let ranks = (self.0.get() & RANKS) >> self.owners();
        // The sentinel is a bit more.
        if ranks.is_power_of_two() { 0 } else { ranks.count_ones().saturating_sub(1) as u8 }
    }

    /// Returns whether a king commands the tower when the given number of pieces have been taken off, which are not all.
    #[inline]
    pub(crate) const fn is_king_at(self, taken: u8) -> bool {
        self.0.get() >> (taken & 31) & 1 != 0
    }

    /// The pieces from top to bottom.
    pub fn pieces(self) -> impl ExactSizeIterator<Item = Piece> + Clone {
        (0..self.height()).map(move |depth| Piece {
            side: if depth < self.owners() { self.side() } else { self.side().opponent() },
            king: self.0.get() >> depth & 1 != 0,
        })
    }

    /// The tower with a king as its commander, who may have been a man (rule T-6). Nothing below changes rank.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Self {
        Self(match NonZeroU32::new(self.0.get() | 1) {
            Some(bits) => bits,
            None => self.0,
        })
    }

    /// The rest without the commander: a tower that belongs to its new top piece, or nothing (rule
    /// T-11).
    ///
    /// ```
    /// use tavlei_game::Side;
    /// use tavlei_towers::{Piece, Tower};
    ///
    /// let tower = Tower::from_pieces([Piece::man(Side::White), Piece::king(Side::Black)])?;
    /// let rest = tower.without_commander().expect("the prisoner is left");
    /// assert_eq!(rest.commander(), Piece::king(Side::Black));
    /// assert_eq!(rest.without_commander(), None);
    /// # Ok::<(), tavlei_towers::TowerError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn without_commander(self) -> Option<Self> {
        let ranks = (self.0.get() & RANKS) >> 1;
        if ranks <= 1 {
            return None;
        }
        let owners = self.owners() as u32 - 1;
        Some(if owners == 0 {
            Self::pack(ranks, ranks.ilog2(), self.side().opponent())
        } else {
            Self::pack(ranks, owners, self.side())
        })
    }

    /// The tower with one more prisoner, a man or a king, at the bottom (rule T-11).
    ///
    /// A tower of 24 pieces, below which there can be no more, stays as it is.
    #[inline]
    #[must_use]
    pub const fn with_prisoner(self, king: bool) -> Self {
        let height = self.height();
        if height == Self::MAX_HEIGHT {
            return self;
        }
        let sentinel = 1 << height;
        // The sentinel moves one up and leaves the rank of the prisoner behind.
        Self(self.0.saturating_add(if king { 2 * sentinel } else { sentinel }))
    }

    /// The tower with every piece in the other colour.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self::pack(self.0.get() & RANKS, self.owners() as u32, self.side().opponent())
    }

    /// The bits of the tower, different for different towers and never 0.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0.get()
    }

    const fn pack(ranks: u32, owners: u32, side: Side) -> Self {
        match NonZeroU32::new(ranks | owners << RUN_SHIFT | (side as u32) << SIDE_SHIFT) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU32::MIN),
        }
    }
}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, piece) in self.pieces().enumerate() {
            if depth == usize::from(self.owners()) {
                f.write_str("/")?;
            }
            f.write_str(if piece.king { "1" } else { "0" })?;
        }
        Ok(())
    }
}

/// The owner's letter and the tower: `w1/0000`.
impl fmt::Debug for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{self}", self.side().letter())
    }
}

/// The towers on the squares, by index.
pub(crate) type Towers = [Option<Tower>; 32];

/// Returns where among them that of a square is.
#[inline]
pub(crate) const fn index(square: Square) -> usize {
    square.index() as usize & 31
}
