//! A position: where the towers stand, whose turn it is, and under which rules.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 32, and there are two sides"
)]

use core::fmt;
use core::hash::{Hash, Hasher};

use tavlei_game::{Game, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::bitboards::Bitboards;
use crate::padded::PaddedBitboard;
use crate::setting::Setting;
use crate::tower::{Towers, index};
use crate::{Piece, PlaceInText, PositionError, Rules, Tower};

/// A position of tower checkers, down to the last prisoner, with the rules that it is played under.
///
/// `Eq` is the sameness of rule T-18 (b): the same side to move, every tower the same down to its last piece, the same
/// rules. `Default` is the start position (rule T-2).
///
/// ```
/// use tavlei_game::{Game, Notation};
/// use tavlei_geometry::dark::Square;
/// use tavlei_towers::Position;
///
/// let mut position = Position::default();
/// for text in ["c3-d4", "f6-e5", "d4:f6"] {
///     let mv = position.read_move(text)?;
///     position.play(&mv)?;
/// }
/// assert_eq!(position.tower_at(Square::F6).unwrap().to_string(), "0/0");
/// assert_eq!(position.count_moves(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) towers: Towers,
    /// The squares of each side's towers, in the order of [`Side`].
    pub(crate) boards: [PaddedBitboard; 2],
    /// The squares of the towers that a king commands.
    pub(crate) kings: PaddedBitboard,
    /// One more than the number of plies; 0 for none.
    pub(crate) draw_plies: u32,
    pub(crate) setting: Setting,
}

impl Position {
    /// The tower on a square; `None` when the square is empty.
    #[inline]
    #[must_use]
    pub const fn tower_at(&self, square: Square) -> Option<Tower> {
        self.towers[index(square)]
    }

    /// The owner of the tower on a square; `None` when the square is empty.
    #[inline]
    #[must_use]
    pub const fn side_of(&self, square: Square) -> Option<Side> {
        match self.tower_at(square) {
            Some(tower) => Some(tower.side()),
            None => None,
        }
    }

    /// The squares of a side's towers.
    #[inline]
    #[must_use]
    pub const fn towers_of(&self, side: Side) -> Bitboard {
        self.boards[side as usize].bitboard()
    }

    /// The squares of all towers.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.boards[0].union(self.boards[1]).bitboard()
    }

    /// The squares of the towers, of both sides, that a king commands.
    #[inline]
    #[must_use]
    pub const fn kings(&self) -> Bitboard {
        self.kings.bitboard()
    }

    /// The towers with their squares, in the order of the squares.
    pub fn towers(&self) -> impl Iterator<Item = (Square, Tower)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.tower_at(square)?)))
    }

    /// Returns how many pieces of a colour there are, free ones and prisoners; 12 in every game from the start (rule T-16).
    #[must_use]
    pub fn pieces(&self, side: Side) -> u32 {
        self.towers()
            .map(|(_, tower)| u32::from(if tower.side() == side { tower.owners() } else { tower.prisoners() }))
            .sum()
    }

    /// The same towers with the other side to move, or the same.
    #[must_use]
    pub const fn with_side_to_move(mut self, side: Side) -> Self {
        self.setting.side_to_move = side;
        self
    }

    /// The same position, to be played on under other rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: &Rules) -> Self {
        self.draw_plies = draw_plies(rules);
        self.setting.rejump = rules.rejump;
        self.setting.landing = rules.landing;
        self
    }

    #[inline]
    pub(crate) const fn to_move(&self) -> Side {
        self.setting.side_to_move
    }

    #[inline]
    pub(crate) const fn setting(&self) -> Setting {
        self.setting
    }

    pub(crate) fn options(&self) -> Rules {
        let draw_plies = Some(self.draw_plies).filter(|&plies| plies > 0);
        let Setting { rejump, landing, .. } = self.setting;
        Rules::default().with_rejump(rejump).with_landing(landing).with_draw_plies(draw_plies)
    }

    #[inline]
    pub(crate) const fn towers_on_squares(&self) -> &Towers {
        &self.towers
    }

    /// The squares of the towers, as the side to move sees them.
    #[inline]
    pub(crate) const fn boards(&self) -> Bitboards {
        let [white, black] = self.boards;
        match self.to_move() {
            Side::White => Bitboards { own: white, enemy: black, kings: self.kings },
            Side::Black => Bitboards { own: black, enemy: white, kings: self.kings },
        }
    }

    /// The start position (rule T-2).
    pub(crate) const fn starting(rules: &Rules) -> Self {
        let mut position = Self::empty(Side::White, rules);
        let mut i = 0;
        while i < 12 {
            position.put(Square::ALL[i], Some(Tower::new(Piece::man(Side::White))));
            position.put(Square::ALL[31 - i], Some(Tower::new(Piece::man(Side::Black))));
            i += 1;
        }
        position
    }

    /// The board without towers.
    pub(crate) const fn empty(side_to_move: Side, rules: &Rules) -> Self {
        Self {
            towers: [None; 32],
            boards: [PaddedBitboard::EMPTY; 2],
            kings: PaddedBitboard::EMPTY,
            draw_plies: draw_plies(rules),
            setting: Setting { side_to_move, rejump: rules.rejump, landing: rules.landing },
        }
    }

    /// Adds a tower, as long as the position stays one that can be set up by hand.
    pub(crate) fn place(&mut self, tower: Tower, at: PlaceInText) -> Result<(), PositionError> {
        if self.occupied().contains(at.square) {
            return Err(PositionError::Twice { at });
        }
        let side = tower.side();
        if !tower.is_king() && far_rank(side).intersects(PaddedBitboard::of(at.square)) {
            return Err(PositionError::ManOnFarRank { at, side });
        }
        self.put(at.square, Some(tower));
        match Side::BOTH.into_iter().find(|&side| self.pieces(side) > 12) {
            Some(side) => Err(PositionError::TooManyPieces { at, side }),
            None => Ok(()),
        }
    }

    /// Makes a square hold this tower, or none, and the sets of squares agree with it.
    #[inline]
    pub(crate) const fn put(&mut self, square: Square, tower: Option<Tower>) {
        self.towers[index(square)] = tower;
        let here = PaddedBitboard::of(square);
        self.boards = [self.boards[0].minus(here), self.boards[1].minus(here)];
        self.kings = self.kings.minus(here);
        if let Some(tower) = tower {
            let side = tower.side() as usize;
            self.boards[side] = self.boards[side].union(here);
            if tower.is_king() {
                self.kings = self.kings.union(here);
            }
        }
    }
}

/// Returns how a position keeps the option `draw_plies`: 0 for none.
const fn draw_plies(rules: &Rules) -> u32 {
    match rules.draw_plies {
        Some(0) => 1,
        Some(plies) => plies,
        None => 0,
    }
}

/// The rank on which a side's men become kings (rule T-6).
#[inline]
pub(crate) const fn far_rank(side: Side) -> PaddedBitboard {
    match side {
        Side::White => const { PaddedBitboard::of_all(Bitboard::rank(7)) },
        Side::Black => const { PaddedBitboard::of_all(Bitboard::rank(0)) },
    }
}

/// The start position under the default rules.
impl Default for Position {
    fn default() -> Self {
        Self::start(&Rules::default())
    }
}

/// Hashes the towers, two squares at a time, the side to move and the rules: everything that tells positions apart. Hashers
/// with different seeds give hashes that have nothing in common, which a digest such as the [key](tavlei_game::Keyed::key)
/// could not give.
impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bits = |tower: Option<Tower>| tower.map_or(0, |tower| u64::from(tower.bits()));
        for pair in self.towers.as_chunks::<2>().0 {
            state.write_u64(bits(pair[0]) << 32 | bits(pair[1]));
        }
        state.write_u64(self.setting.bits() << 32 | u64::from(self.draw_plies));
    }
}

/// The text of the position, and the rules if they are not the default.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let rules = self.options();
        if rules == Rules::default() { Ok(()) } else { write!(f, " [{rules}]") }
    }
}
