//! The position: what stands where, whose turn it is, under which rules.

#![expect(clippy::arithmetic_side_effects, reason = "ranks are below 8, and a label has three retreats at most")]

use core::fmt;

use tavlei_game::{Game, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::army::Army;
use crate::{Label, Rules, Stone};

/// A position of Ashtarashki.
///
/// `Default` is the start (A-2). Two positions that differ only in what is covered, the numbers of `W` and `F` stones,
/// are equal (A-3); the side to move and the rules belong to the position. `Display` writes it as text.
///
/// ```
/// use tavlei_ashtarashki::{Label, Position, Stone};
/// use tavlei_game::Side;
/// use tavlei_geometry::dark::Square;
///
/// let position = Position::default();
/// assert_eq!(position.stone_at(Square::C3), Some(Stone { side: Side::White, label: Label::M3 }));
/// assert_eq!(position.board(Side::Black, Label::M1).to_string(), "a7 g7 d8 f8");
/// assert_eq!(position.weight(), 288);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The army of the side to move.
    pub(crate) own: Army,
    /// The other army.
    pub(crate) enemy: Army,
    pub(crate) side: Side,
    pub(crate) rules: Rules,
}

impl Position {
    /// How many stones a side has at most.
    pub const MAX_STONES: u32 = 12;

    /// How many stones of a number a side has at most.
    pub const MAX_OF_NUMBER: u32 = 4;

    /// How many finished stones win (A-14).
    pub const FINISHED_TO_WIN: u32 = 4;

    /// Returns the stone on a square.
    #[must_use]
    pub fn stone_at(&self, square: Square) -> Option<Stone> {
        Side::BOTH.into_iter().find_map(|side| {
            let label = Label::ALL.into_iter().find(|&label| self.board(side, label).contains(square))?;
            Some(Stone { side, label })
        })
    }

    /// The squares of a side's stones that have this label.
    #[inline]
    #[must_use]
    pub const fn board(&self, side: Side, label: Label) -> Bitboard {
        self.army(side).of(label)
    }

    /// The squares of all stones of a side, the finished ones included.
    #[inline]
    #[must_use]
    pub fn stones_of(&self, side: Side) -> Bitboard {
        self.army(side).all()
    }

    /// The squares of a side's stones that have not finished.
    #[inline]
    #[must_use]
    pub fn unfinished_of(&self, side: Side) -> Bitboard {
        self.army(side).all() - self.army(side).finished()
    }

    /// The squares that no stone stands on.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        !(self.stones_of(Side::White) | self.stones_of(Side::Black))
    }

    /// The rank on which a side's stones finish (A-6): rank 8 for White, rank 1 for Black.
    #[inline]
    #[must_use]
    pub const fn far_rank(side: Side) -> Bitboard {
        match side {
            Side::White => Bitboard::rank(7),
            Side::Black => Bitboard::rank(0),
        }
    }

    /// The sum of the weights of all unfinished stones (A-18).
    ///
    /// A stone weighs the ranks that it has to go, and 2 for each retreat that it may still make, the third included.
    /// Every ply lowers the sum, which is 288 at the start and never more: so no position occurs twice, and every game ends.
    #[must_use]
    pub fn weight(&self) -> u32 {
        let weights = Side::BOTH.into_iter().flat_map(|side| {
            let ranks_to_go = move |square: Square| match side {
                Side::White => 7 - square.rank(),
                Side::Black => square.rank(),
            };
            Label::ALL.into_iter().filter_map(move |label| {
                let retreats_left = 3 - label.retreats()?;
                let weight = move |square| u32::from(ranks_to_go(square) + 2 * retreats_left);
                Some(self.board(side, label).iter().map(weight).sum::<u32>())
            })
        });
        weights.sum()
    }

    /// The army of the side to move.
    #[inline]
    pub(crate) const fn own(&self) -> &Army {
        &self.own
    }

    /// The army of the side that isn't to move.
    #[inline]
    pub(crate) const fn enemy(&self) -> &Army {
        &self.enemy
    }

    #[inline]
    pub(crate) const fn army(&self, side: Side) -> &Army {
        if side as u8 == self.side as u8 { &self.own } else { &self.enemy }
    }

    #[inline]
    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    /// The position turned, with the colours and the turn exchanged: so the army to move still is.
    pub(crate) fn turned(&self) -> Self {
        Self { own: self.own.rotate(), enemy: self.enemy.rotate(), side: !self.side, rules: self.rules }
    }
}

/// The start position (A-2) under the default rules.
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default())
    }
}

/// The text of the position, and of the rules if they aren't the default.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}")?;
        if self.rules != Rules::default() {
            write!(f, " {}", self.rules)?;
        }
        f.write_str(")")
    }
}
