//! Tower checkers.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are few pieces, and weights are small"
)]

use tavlei_game::{Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};
use tavlei_towers::{Move, Position, Tower};

use crate::{Evaluation, Tension};

/// An evaluation of tower checkers: the sum of what the towers are worth, each for itself.
///
/// A tower counts for its owner: the commander, the owner's other pieces, which come to the top when the commander is
/// captured, and the prisoners, which are lost to the opponent for as long as they lie there. All weights are in
/// centi-units, a man's tower being worth 100.
///
/// ```
/// use tavlei_search::Evaluation;
/// use tavlei_search::evaluations::Towers;
/// use tavlei_towers::Position;
///
/// let towers = Towers { tempo: 7, ..Towers::default() };
/// assert_eq!(towers.evaluate(&Position::default()), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Towers {
    /// A man in command.
    pub man: i32,
    /// A king in command.
    pub king: i32,
    /// A man of the owner's below the commander.
    pub reserve_man: i32,
    /// A king of the owner's below the commander.
    pub reserve_king: i32,
    /// A prisoner who is a man.
    pub prisoner_man: i32,
    /// A prisoner who is a king.
    pub prisoner_king: i32,
    /// Added for each prisoner of a tower whose commander is the owner's only piece: one jump frees them all.
    pub thin: i32,
    /// Added for each rank that a man in command has gone.
    pub advance: i32,
    /// Added for a man in command on his own first rank, where he keeps the enemy from a king.
    pub home: i32,
    /// Added for a tower on the edge of the board, where it can't be jumped.
    pub edge: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Default for Towers {
    fn default() -> Self {
        Self {
            man: 100,
            king: 300,
            reserve_man: 80,
            reserve_king: 200,
            prisoner_man: 0,
            prisoner_king: 10,
            thin: -20,
            advance: 3,
            home: 8,
            edge: 0,
            tempo: 5,
        }
    }
}

impl Towers {
    /// What the towers on some squares are worth to a side.
    #[inline]
    fn count(&self, position: &Position, squares: Bitboard, side: Side) -> i32 {
        squares.iter().filter_map(|square| Some((square, position.tower_at(square)?))).fold(
            0,
            |sum, (square, tower)| {
                let worth = self.tower(square, tower);
                if tower.side() == side { sum + worth } else { sum - worth }
            },
        )
    }

    /// What a tower is worth to its owner.
    #[inline]
    fn tower(&self, square: Square, tower: Tower) -> i32 {
        self.place(square, tower) + if tower.is_king() { self.king } else { self.man } + self.below(tower)
    }

    /// What lies below the commander is worth to the owner.
    #[inline]
    fn below(&self, tower: Tower) -> i32 {
        if tower.height() == 1 {
            return 0;
        }
        let [owners, owner_kings] = [tower.owners(), tower.owner_kings()].map(i32::from);
        let [prisoners, prisoner_kings] = [tower.prisoners(), tower.prisoner_kings()].map(i32::from);
        let (reserves, reserve_kings) = (owners - 1, owner_kings - i32::from(tower.is_king()));
        let reserve = self.reserve_man * (reserves - reserve_kings) + self.reserve_king * reserve_kings;
        let prison = self.prisoner_man * (prisoners - prisoner_kings) + self.prisoner_king * prisoner_kings;
        let thin = if owners == 1 { self.thin * prisoners } else { 0 };
        reserve + prison + thin
    }

    /// What is left of a tower that a side has jumped is worth to that side.
    #[inline]
    fn rest(&self, square: Square, rest: Option<Tower>, side: Side) -> i32 {
        rest.map_or(0, |rest| {
            let worth = self.tower(square, rest);
            if rest.side() == side { worth } else { -worth }
        })
    }

    /// What it is worth to stand on a square.
    #[inline]
    fn place(&self, square: Square, tower: Tower) -> i32 {
        let edge = if self.edge != 0 && EDGE.contains(square) { self.edge } else { 0 };
        if tower.is_king() {
            return edge;
        }
        let gone = match tower.side() {
            Side::White => square.rank(),
            Side::Black => 7 - square.rank(),
        };
        edge + if gone == 0 { self.home } else { self.advance * i32::from(gone) }
    }
}

/// The squares on the edge of the board.
const EDGE: Bitboard = {
    let mut inner = Bitboard::EMPTY;
    let mut i = 0;
    while i < 32 {
        let square = Square::ALL[i];
        if square.file() > 0 && square.file() < 7 && square.rank() > 0 && square.rank() < 7 {
            inner.insert(square);
        }
        i += 1;
    }
    Bitboard::from_bits(!inner.bits())
};

impl Evaluation<Position> for Towers {
    const INCREMENTAL: bool = true;

    fn evaluate(&self, position: &Position) -> i32 {
        self.count(position, position.occupied(), position.side_to_move()) + self.tempo
    }

    /// Only the towers that the move touches are counted again.
    #[inline]
    fn evaluate_after(&self, before: &Position, value: i32, mv: &Move, after: &Position) -> i32 {
        let (Some(tower), Some(moved)) = (before.tower_at(mv.start()), after.tower_at(mv.end())) else {
            return self.evaluate(after);
        };
        let mut gain = self.place(mv.end(), moved) - self.place(mv.start(), tower);
        if mv.is_promotion() {
            gain += self.king - self.man;
        }
        if mv.is_capture() {
            gain += self.below(moved) - self.below(tower);
            for (nth, &over) in mv.jumped().iter().enumerate() {
                // A tower that is jumped again (rule T-12) counts once.
                if nth > 0 && mv.jumped()[..nth].contains(&over) {
                    continue;
                }
                gain += before.tower_at(over).map_or(0, |tower| self.tower(over, tower));
                // The capture may end where it has emptied a square.
                let rest = after.tower_at(over).filter(|_| over != mv.end());
                gain += self.rest(over, rest, tower.side());
            }
        }
        2 * self.tempo - (value + gain)
    }

    /// Captures are compulsory (rule T-7).
    #[inline]
    fn tension(&self, _: &Position, first: &Move) -> Tension {
        if first.is_capture() { Tension::Forced } else { Tension::Quiet }
    }

    /// Long captures and promotions are promising.
    #[inline]
    fn promise(&self, _: &Position, mv: &Move) -> i32 {
        let jumps = mv.jumped().len() as i32;
        self.man * jumps + if mv.is_promotion() { self.king - self.man } else { 0 }
    }

    #[inline]
    fn slot(&self, mv: &Move) -> u16 {
        u16::from(mv.start().index()) << 5 | u16::from(mv.end().index()) | u16::from(mv.is_capture()) << 10
    }
}
