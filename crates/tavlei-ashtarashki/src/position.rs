//! The position: what stands where, whose turn it is, under which rules.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "every label has a board; ranks are below 8, a label has three retreats at most, a number of a stone is \
        not 0"
)]

use core::fmt;
use core::ops::ControlFlow;

use tavlei_game::{Game, Keyed, Outcome, Sequential, Side, ToMove};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::{Label, Move, Reason, Rules, Stone, count, ending, generate};

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
    own: Army,
    /// The other army.
    enemy: Army,
    side: Side,
    rules: Rules,
}

impl Position {
    /// How many stones a side has at most.
    pub const MAX_STONES: u32 = 12;

    /// How many stones of a number a side has at most.
    pub const MAX_OF_NUMBER: u32 = 4;

    /// How many finished stones win (A-14).
    pub const FINISHED_TO_WIN: u32 = 4;

    /// An empty board to set stones up on, with this side to move.
    pub const fn builder(side: Side, rules: Rules) -> PositionBuilder {
        PositionBuilder { position: Self { own: Army::EMPTY, enemy: Army::EMPTY, side, rules }, error: None }
    }

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
        self.army(side).boards[lane(label)]
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

    /// Returns whether a step goes towards the far rank of the side.
    pub(crate) const fn is_forward(side: Side, step: &Move) -> bool {
        let is_north = step.to().index() > step.from().index();
        matches!((side, is_north), (Side::White, true) | (Side::Black, false))
    }

    /// A-4 to A-6: the army of the side to move after a step.
    #[inline]
    fn after_step(&self, mv: &Move) -> Army {
        let own = &self.own;
        if Self::far_rank(self.side).contains(mv.to()) {
            own.after_finish(mv.from(), mv.to())
        } else if Self::is_forward(self.side, mv) {
            own.after_carrying(mv.from(), mv.to())
        } else {
            own.after_retreat(mv.from(), mv.to())
        }
    }

    /// A-7, A-9, A-12: the board after a capture, or after as much of it as there is; it is still the same side's turn.
    pub(crate) fn during_capture(&self, mv: &Move) -> Self {
        let own = if mv.is_capture() && Self::far_rank(self.side).contains(mv.to()) {
            self.own.after_finish(mv.from(), mv.to())
        } else {
            self.own.after_carrying(mv.from(), mv.to())
        };
        Self { own, enemy: self.enemy.without(mv.captured()), ..*self }
    }

    /// A-4 to A-6: the board after a step; it is still the same side's turn.
    pub(crate) fn during_step(&self, mv: &Move) -> Self {
        Self { own: self.after_step(mv), ..*self }
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

impl Game for Position {
    type Move = Move;
    type Reason = Reason;
    type Rules = Rules;

    /// There are no draws (A-18).
    const AGREED_DRAWS: bool = false;

    fn start(rules: &Rules) -> Self {
        const WHITE: Army = Army {
            boards: [
                Bitboard::from_squares(&[Square::B2, Square::C1, Square::E1, Square::H2]),
                Bitboard::from_squares(&[Square::A3, Square::D2, Square::F2, Square::G3]),
                Bitboard::from_squares(&[Square::A1, Square::C3, Square::E3, Square::G1]),
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
        };
        // Black's stones stand as White's do, seen from the other side of the board.
        Self { own: WHITE, enemy: WHITE.rotate(), side: Side::White, rules: *rules }
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> ToMove {
        ToMove::One(self.side)
    }

    /// A-13 to A-17; `None` while the game goes on. There are no draws (A-18).
    fn outcome(&self) -> Option<Outcome<Reason>> {
        ending::outcome(self)
    }

    #[inline]
    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::for_each_move(self, visit)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        *self = self.after(mv);
    }

    #[inline]
    fn after(&self, mv: &Move) -> Self {
        if mv.is_capture() {
            let Self { own, enemy, .. } = self.during_capture(mv);
            Self { own: enemy, enemy: own, side: !self.side, rules: self.rules }
        } else {
            Self { own: self.enemy, enemy: self.after_step(mv), side: !self.side, rules: self.rules }
        }
    }

    fn is_legal(&self, mv: &Move) -> bool {
        generate::is_legal(self, mv)
    }

    fn count_moves(&self) -> u64 {
        count::moves(self)
    }

    fn nth_move(&self, n: u64) -> Option<Move> {
        self.choose_move(|_| n)
    }

    #[inline]
    fn choose_move(&self, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        generate::choose_move(self, pick)
    }

    fn count_sequences(&self, plies: u32) -> u128 {
        count::sequences(self, plies)
    }
}

impl Sequential for Position {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Rule A-10.
    #[inline]
    fn is_compulsory_capture(&self, mv: &Move) -> bool {
        mv.is_capture()
    }
}

/// The key is reckoned from the boards each time: they are so few that keeping it up to date would cost more.
impl Keyed for Position {
    fn key(&self) -> u64 {
        let rules = u64::from(self.rules != Rules::default());
        let mut key = mix(0x9e37_79b9_7f4a_7c15, self.side as u64 | rules << 1);
        for army in [&self.own, &self.enemy] {
            for pair in army.boards.chunks_exact(2) {
                key = mix(key, u64::from(pair[0].bits()) | u64::from(pair[1].bits()) << 32);
            }
        }
        key
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
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

/// A position being set up by hand; made by [`Position::builder`].
///
/// ```
/// use tavlei_ashtarashki::{Label, Position, Rules};
/// use tavlei_game::Side;
/// use tavlei_geometry::dark::Square;
///
/// let position = Position::builder(Side::White, Rules::default())
///     .stone(Side::White, Label::M3, Square::C3)
///     .stone(Side::Black, Label::V2, Square::D4)
///     .build()?;
/// assert_eq!(position.to_string(), "w M3c3;V2d4");
/// # Ok::<(), tavlei_ashtarashki::SetupError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionBuilder {
    position: Position,
    error: Option<SetupError>,
}

impl PositionBuilder {
    /// Puts a stone on a square. On its far rank it is finished, whatever its label (A-6).
    ///
    /// A mistake is kept and reported by [`build`](Self::build); it is the first one that counts.
    pub fn stone(mut self, side: Side, label: Label, square: Square) -> Self {
        if self.error.is_none() {
            self.error = self.add(side, label, square).err();
        }
        self
    }

    /// Makes it this side's turn instead.
    pub fn turn(mut self, side: Side) -> Self {
        if side != self.position.side {
            let Position { own, enemy, rules, .. } = self.position;
            self.position = Position { own: enemy, enemy: own, side, rules };
        }
        self
    }

    /// The position, if it is one.
    ///
    /// It may be over, and one side may have no stones. How often a number is covered on `W` and `F` stones is nobody's
    /// concern: they may be of any number.
    ///
    /// # Errors
    ///
    /// The first mistake made; or, when the stones contradict each other on the whole, [`SetupError::NoStones`] or
    /// [`SetupError::BothFour`].
    pub fn build(self) -> Result<Position, SetupError> {
        let has_four = |side| self.position.army(side).finished() == Position::far_rank(side);
        match self.error {
            Some(error) => Err(error),
            None if self.position.empty() == Bitboard::ALL => Err(SetupError::NoStones),
            None if Side::BOTH.into_iter().all(has_four) => Err(SetupError::BothFour),
            None => Ok(self.position),
        }
    }

    /// Puts a stone on a square, or says why it can't stand there.
    pub(crate) fn add(&mut self, side: Side, label: Label, square: Square) -> Result<(), SetupError> {
        let is_home = Position::far_rank(side).contains(square);
        if !self.position.empty().contains(square) {
            return Err(SetupError::Occupied { square });
        }
        if label == Label::F && !is_home {
            return Err(SetupError::FinishedElsewhere { side, square });
        }
        let label = if is_home { Label::F } else { label };
        let is_own = side == self.position.side;
        let army = if is_own { &mut self.position.own } else { &mut self.position.enemy };
        if army.all().len() >= Position::MAX_STONES {
            return Err(SetupError::TooMany { side, square });
        }
        if let Some(number) = label.number() {
            let lane = usize::from(number - 1);
            if (army.boards[lane] | army.boards[lane + 4]).len() >= Position::MAX_OF_NUMBER {
                return Err(SetupError::TooManyOfNumber { side, number, square });
            }
        }
        army.boards[lane(label)].insert(square);
        Ok(())
    }
}

/// Why stones don't make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Two stones are put on one square.
    #[error("there is already a stone on {square}")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// A stone is called finished, but is not on its far rank (A-6).
    #[error("a stone on {square} can’t be finished: {side}’s stones finish on rank {}", finishing_rank(*side))]
    FinishedElsewhere {
        /// The side that the stone belongs to.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// A side has more than twelve stones (A-2).
    #[error("{side} has more than 12 stones with the one on {square}")]
    TooMany {
        /// The side.
        side: Side,
        /// The square of the thirteenth stone.
        square: Square,
    },
    /// A side has more than four stones of one number (A-2).
    #[error("{side} has more than four stones of number {number} with the one on {square}")]
    TooManyOfNumber {
        /// The side.
        side: Side,
        /// The number.
        number: u8,
        /// The square of the fifth stone.
        square: Square,
    },
    /// Neither side has a stone: both would have lost (A-13).
    #[error("there is no stone on the board, so both sides would have lost (A-13)")]
    NoStones,
    /// Both sides have four finished stones: both would have won (A-14).
    #[error("both sides have four finished stones, so both would have won (A-14)")]
    BothFour,
}

/// One side's stones: a set of squares for each label, in the lanes M1 M2 M3 F, V1 V2 V3 W.
///
/// So a retreat is four lanes on, and what is done to one lane can be done to all at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Army {
    boards: [Bitboard; 8],
}

/// The lane of a label.
const fn lane(label: Label) -> usize {
    match label {
        Label::M1 => 0,
        Label::M2 => 1,
        Label::M3 => 2,
        Label::F => FINISHED,
        Label::V1 => 4,
        Label::V2 => 5,
        Label::V3 => 6,
        Label::W => TWICE_RETREATED,
    }
}

const FINISHED: usize = 3;
const TWICE_RETREATED: usize = 7;

impl Army {
    const EMPTY: Self = Self { boards: [Bitboard::EMPTY; 8] };

    /// All stones.
    #[inline]
    pub(crate) fn all(&self) -> Bitboard {
        self.boards.iter().fold(Bitboard::EMPTY, |all, &board| all | board)
    }

    /// The stones with full rights, by their number; the last element is of no use.
    #[inline]
    pub(crate) const fn full(&self) -> [Bitboard; 4] {
        let [ones, twos, threes, finished, ..] = self.boards;
        [ones, twos, threes, finished]
    }

    /// The unfinished stones that an enemy with full rights beats, by its number (A-8); the last element is empty.
    #[inline]
    pub(crate) fn prey(&self) -> [Bitboard; 4] {
        let [m1, m2, m3, _, v1, v2, v3, w] = self.boards;
        [m3 | v3 | w, m1 | v1 | w, m2 | v2 | w, Bitboard::EMPTY]
    }

    /// The unfinished stones by what they are captured as: by number, with all that have retreated twice in the last
    /// element. First as they are, which a step forward doesn't change; then as they are after a step backward, which
    /// those that have retreated twice don't survive.
    #[inline]
    pub(crate) fn by_vulnerability(&self) -> ([Bitboard; 4], [Bitboard; 4]) {
        let [m1, m2, m3, _, v1, v2, v3, w] = self.boards;
        ([m1 | v1, m2 | v2, m3 | v3, w], [m1, m2, m3, v1 | v2 | v3])
    }

    #[inline]
    pub(crate) const fn twice_retreated(&self) -> Bitboard {
        self.boards[TWICE_RETREATED]
    }

    #[inline]
    pub(crate) const fn finished(&self) -> Bitboard {
        self.boards[FINISHED]
    }

    /// The army without its stones on these squares.
    #[inline]
    fn without(&self, squares: Bitboard) -> Self {
        Self { boards: self.boards.map(|board| board - squares) }
    }

    /// The army when a stone has moved without changing its label.
    #[inline]
    fn after_carrying(&self, from: Square, to: Square) -> Self {
        Self { boards: self.boards.map(|board| board.without(from) | moved(board, from, to)) }
    }

    /// The army when a stone has moved to its far rank (A-6).
    #[inline]
    fn after_finish(&self, from: Square, to: Square) -> Self {
        let Self { mut boards } = self.without(from.into());
        boards[FINISHED].insert(to);
        Self { boards }
    }

    /// The army when a stone has moved and lost one of its rights; with the last, the stone is gone (A-5).
    #[inline]
    fn after_retreat(&self, from: Square, to: Square) -> Self {
        let moved = |board| moved(board, from, to);
        let [m1, m2, m3, _, v1, v2, v3, _] = self.boards;
        let [a, b, c, f, d, e, g, w] = self.without(from.into()).boards;
        Self { boards: [a, b, c, f, d | moved(m1), e | moved(m2), g | moved(m3), w | moved(v1 | v2 | v3)] }
    }

    const fn rotate(self) -> Self {
        let Self { mut boards } = self;
        let mut lane = 0;
        while lane < boards.len() {
            boards[lane] = boards[lane].rotate();
            lane += 1;
        }
        Self { boards }
    }
}

/// Returns where the stone on `from` is after its move, if it is one of these; nothing if it isn't.
#[inline]
fn moved(board: Bitboard, from: Square, to: Square) -> Bitboard {
    if board.contains(from) { to.into() } else { Bitboard::EMPTY }
}

const fn finishing_rank(side: Side) -> u8 {
    match side {
        Side::White => 8,
        Side::Black => 1,
    }
}

/// Stirs 64 bits into a key, so that every bit of both has a say in every bit of the result.
#[inline]
const fn mix(key: u64, bits: u64) -> u64 {
    let product = (key ^ bits) as u128 * 0xa076_1d64_78bd_642f;
    (product >> 64) as u64 ^ product as u64 ^ 0x2d35_8dcc_aa6c_78a5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever bit is turned over, in the key or in what is stirred in, about half of the result turns over, and each
    /// bit of the result does so at some time.
    #[test]
    fn every_bit_has_a_say_in_every_bit_of_a_key() {
        let (mut key, mut bits) = (1u64, 2u64);
        let mut turned = [0u64; 64];
        let mut total = 0;
        for _ in 0..256 {
            for (bit, seen) in turned.iter_mut().enumerate() {
                let flip = 1 << bit;
                for other in [mix(key ^ flip, bits), mix(key, bits ^ flip)] {
                    let difference = mix(key, bits) ^ other;
                    assert!((8..=56).contains(&difference.count_ones()), "{key:x} {bits:x} {bit}: {difference:x}");
                    *seen |= difference;
                    total += difference.count_ones();
                }
            }
            key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            bits = bits.wrapping_mul(0x1405_7b7e_f767_814f).wrapping_add(3);
        }
        assert_eq!(turned, [u64::MAX; 64]);
        assert!((31.5..=32.5).contains(&(f64::from(total) / (256.0 * 64.0 * 2.0))), "{total}");
    }
}
