//! A position: where the towers stand, whose turn it is, and under which rules.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 32, and there are two sides"
)]

use core::fmt;
use core::hash::{Hash, Hasher};

use tavlei_game::text::SyntaxError;
use tavlei_game::{Game, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::bitboards::Bitboards;
use crate::padded::PaddedBitboard;
use crate::{Landing, Move, Piece, Rejump, Rules, Tower, TowerError};

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
    towers: Towers,
    /// The squares of each side's towers, in the order of [`Side`].
    boards: [PaddedBitboard; 2],
    /// The squares of the towers that a king commands.
    kings: PaddedBitboard,
    /// One more than the number of plies; 0 for none.
    draw_plies: u32,
    setting: Setting,
}

/// The towers on the squares, by index.
pub(crate) type Towers = [Option<Tower>; 32];

/// Returns where among them that of a square is.
#[inline]
pub(crate) const fn index(square: Square) -> usize {
    square.index() as usize & 31
}

/// The side to move, and the options that decide which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) side_to_move: Side,
    pub(crate) rejump: Rejump,
    pub(crate) landing: Landing,
}

impl Setting {
    /// The same options when it is the other side's turn.
    #[inline]
    pub(crate) const fn other_side(self) -> Self {
        Self { side_to_move: self.side_to_move.opponent(), ..self }
    }

    /// A number of four bits, different for different settings.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        (self.rejump as u64) << 2 | (self.landing as u64) << 1 | self.side_to_move as u64
    }
}

impl Position {
    /// A position that is set up by hand: the towers of White and those of Black, in any order.
    ///
    /// It may hold fewer than twelve pieces of a colour, and a side may have no tower at all: studies do.
    ///
    /// # Errors
    ///
    /// A square is given twice; a tower does not belong to the side under which it is listed; a man commands a tower
    /// on his own far rank; there are more than twelve pieces of a colour, prisoners included.
    ///
    /// ```
    /// use tavlei_game::{Game, Side};
    /// use tavlei_geometry::dark::Square;
    /// use tavlei_towers::{Piece, Position, Rules, Tower};
    ///
    /// let king = Tower::new(Piece::king(Side::White));
    /// let pair = Tower::from_pieces([Piece::man(Side::Black); 2])?;
    /// let position = Position::new(Side::White, [(Square::A1, king)], [(Square::B2, pair)], &Rules::default())?;
    /// assert_eq!(position.to_string(), "w a1=1;b2=00");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        side_to_move: Side,
        white: impl IntoIterator<Item = (Square, Tower)>,
        black: impl IntoIterator<Item = (Square, Tower)>,
        rules: &Rules,
    ) -> Result<Self, PositionError> {
        let mut position = Self::empty(side_to_move, rules);
        let white = white.into_iter().map(|placed| (Side::White, placed));
        let black = black.into_iter().map(|placed| (Side::Black, placed));
        for (listed, (square, tower)) in white.chain(black) {
            position.place(listed, tower, PlaceInText { square, offset: None })?;
        }
        Ok(position)
    }

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
    pub(crate) fn place(&mut self, listed: Side, tower: Tower, at: PlaceInText) -> Result<(), PositionError> {
        if self.occupied().contains(at.square) {
            return Err(PositionError::Twice { at });
        }
        if tower.side() != listed {
            return Err(PositionError::WrongSide { at, listed, tower });
        }
        if !tower.is_king() && far_rank(listed).intersects(PaddedBitboard::of(at.square)) {
            return Err(PositionError::ManOnFarRank { at, side: listed });
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

    /// Plays a move that is legal here.
    #[inline]
    pub(crate) fn make(&mut self, mv: &Move) {
        if mv.is_capture() {
            self.make_capture(mv);
            return;
        }
        let (start, end) = (PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
        let [from, to] = [mv.from(), mv.to()].map(index);
        self.boards[self.setting.side_to_move as usize] ^= start | end;
        if self.kings.intersects(start) {
            self.kings ^= start | end;
        }
        self.towers[to] = self.towers[from];
        self.towers[from] = None;
        if mv.is_promotion() {
            self.towers[to] = self.towers[to].map(Tower::promoted);
            self.kings |= end;
        }
        self.setting = self.setting.other_side();
    }

    /// The position after a move that is legal here. Written out, so that it is copied once.
    #[inline]
    pub(crate) fn made(&self, mv: &Move) -> Self {
        if mv.is_capture() {
            return self.made_capture(mv);
        }
        let Self { towers, boards: [white, black], kings, draw_plies, setting } = *self;
        let (start, end) = (PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
        let path = start | end;
        let boards = match setting.side_to_move {
            Side::White => [white ^ path, black],
            Side::Black => [white, black ^ path],
        };
        let (from, to) = (index(mv.from()), index(mv.to()));
        let tower = towers[from];
        let kings = if mv.is_promotion() {
            kings | end
        } else if kings.intersects(start) {
            kings ^ path
        } else {
            kings
        };
        let mut after = Self { towers, boards, kings, draw_plies, setting: setting.other_side() };
        after.towers[from] = None;
        after.towers[to] = if mv.is_promotion() { tower.map(Tower::promoted) } else { tower };
        after
    }

    fn make_capture(&mut self, mv: &Move) {
        let boards = self.boards();
        let Bitboards { own, enemy, kings } = boards.capture(&mut self.towers, mv);
        self.setting = self.setting.other_side();
        self.kings = kings;
        self.boards = match self.setting.side_to_move {
            Side::White => [own, enemy],
            Side::Black => [enemy, own],
        };
    }

    /// Out of line, so that a quiet move is made without it.
    #[inline(never)]
    fn made_capture(&self, mv: &Move) -> Self {
        if let &[over] = mv.jumped()
            && let (Some(tower), Some(jumped)) = (self.tower_at(mv.from()), self.tower_at(over))
        {
            return self.made_jump(mv, tower, over, jumped);
        }
        let mut after = self.clone();
        after.make_capture(mv);
        after
    }

    /// The same for a capture of one jump, which most are. Written out, so that the position is copied once.
    #[inline(always)]
    fn made_jump(&self, mv: &Move, tower: Tower, over: Square, jumped: Tower) -> Self {
        let tower = tower.with_prisoner(jumped.is_king());
        let tower = if mv.is_promotion() { tower.promoted() } else { tower };
        let [start, square, end] = [mv.from(), over, mv.to()].map(PaddedBitboard::of);
        let Bitboards { own, enemy, kings } =
            self.boards().lifted(start).taken(jumped, square).landed(end, tower.is_king());
        let boards = match self.to_move() {
            Side::White => [enemy, own],
            Side::Black => [own, enemy],
        };
        let (draw_plies, setting) = (self.draw_plies, self.setting.other_side());
        let mut after = Self { towers: self.towers, boards, kings, draw_plies, setting };
        after.towers[index(mv.from())] = None;
        after.towers[index(over)] = jumped.without_commander();
        after.towers[index(mv.to())] = Some(tower);
        after
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

/// Where in a position that is set up by hand something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceInText {
    /// The square.
    pub square: Square,
    /// Where the square stands in the text, in bytes, if the position is read from one.
    pub offset: Option<usize>,
}

/// `byte 7: c1`, or only `c1`.
impl fmt::Display for PlaceInText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        write!(f, "{}", self.square)
    }
}

/// Why a position that is set up by hand is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have the form of a position.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text names a square that is off the board.
    #[error("byte {offset}: {file}{rank} is off the board")]
    OffBoard {
        /// Where it stands, in bytes.
        offset: usize,
        /// The letter that stands for the file.
        file: char,
        /// The digit that stands for the rank.
        rank: char,
    },
    /// The text names a light square.
    #[error("byte {offset}: {file}{rank} is a light square")]
    Light {
        /// Where it stands, in bytes.
        offset: usize,
        /// The letter of the file.
        file: char,
        /// The digit of the rank.
        rank: char,
    },
    /// A square is given twice.
    #[error("{at} is given twice")]
    Twice {
        /// The square, the second time.
        at: PlaceInText,
    },
    /// The pieces are no tower: there are none, higher than 24 pieces, or changes colour more than once.
    #[error("{at}: {reason}")]
    Tower {
        /// Where it should stand.
        at: PlaceInText,
        /// Why it is none.
        reason: TowerError,
    },
    /// There are more than twelve pieces of a colour.
    #[error("{at}: with this tower there are more than 12 pieces of {side}’s")]
    TooManyPieces {
        /// The tower that makes it too many.
        at: PlaceInText,
        /// The colour.
        side: Side,
    },
    /// A man commands a tower on his own far rank, where he would be a king (rules T-6 and T-16).
    #[error("{at}: a man of {side}’s can’t command a tower on the far rank, where he would be a king")]
    ManOnFarRank {
        /// The square.
        at: PlaceInText,
        /// The colour of the man.
        side: Side,
    },
    /// The tower's commander is not of the side under which the tower is listed.
    #[error("{at}: the tower {tower} is listed as {listed}’s, but its top piece is not")]
    WrongSide {
        /// The square.
        at: PlaceInText,
        /// The side under which the tower is listed.
        listed: Side,
        /// The tower.
        tower: Tower,
    },
}
