//! Ashtarashki.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are few stones, and weights are small"
)]

use tavlei_ashtarashki::{Label, Move, Position};
use tavlei_game::{Sequential, Side};
use tavlei_geometry::dark::Bitboard;

use crate::{Evaluation, Tension};

/// An evaluation of Ashtarashki: stones by their rights, how far they have come, and whom they could capture.
///
/// All weights are in centi-units, a stone with full rights being worth 100.
///
/// ```
/// use tavlei_ashtarashki::Position;
/// use tavlei_search::Evaluation;
/// use tavlei_search::evaluations::Ashtarashki;
///
/// let stones = Ashtarashki { tempo: 7, ..Ashtarashki::default() };
/// assert_eq!(stones.evaluate(&Position::default()), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ashtarashki {
    /// An unfinished stone by the retreats that it has made: none, one, two.
    pub rights: [i16; 3],
    /// All finished stones together, by their number: one, two, three. Four have won.
    pub finished: [i16; 3],
    /// Added for each rank that an unfinished stone has gone.
    pub advance: i16,
    /// Added for each pair of an own stone with full rights and an enemy stone that it beats, wherever they stand.
    pub prey: i16,
    /// The right to move.
    pub tempo: i16,
}

impl Default for Ashtarashki {
    fn default() -> Self {
        Self { rights: [100, 70, 45], finished: [80, 180, 340], advance: 3, prey: 8, tempo: 5 }
    }
}

impl Ashtarashki {
    /// What a side has.
    fn count(&self, position: &Position, side: Side) -> i32 {
        let number = |side, label| position.board(side, label).len() as i32;
        let own = |label| number(side, label);
        let full = [Label::M1, Label::M2, Label::M3].map(own);
        let once = [Label::V1, Label::V2, Label::V3].map(own);
        let stones = i32::from(self.rights[0]) * full.iter().sum::<i32>()
            + i32::from(self.rights[1]) * once.iter().sum::<i32>()
            + i32::from(self.rights[2]) * own(Label::W);
        let finished = match own(Label::F) {
            0 => 0,
            many => i32::from(self.finished[(many as usize - 1).min(2)]),
        };
        let enemy = |label| number(!side, label);
        let twice = enemy(Label::W);
        // 1 beats 3, 2 beats 1, 3 beats 2 (A-8).
        let prey = full[0] * (enemy(Label::M3) + enemy(Label::V3) + twice)
            + full[1] * (enemy(Label::M1) + enemy(Label::V1) + twice)
            + full[2] * (enemy(Label::M2) + enemy(Label::V2) + twice);
        stones
            + finished
            + i32::from(self.advance) * ranks_gone(position.unfinished(side), side)
            + i32::from(self.prey) * prey
    }
}

/// How many ranks the stones have gone together.
fn ranks_gone(stones: Bitboard, side: Side) -> i32 {
    let stones = match side {
        Side::White => stones,
        Side::Black => stones.rotate(),
    };
    // A rank is four bits. Each stone is counted once for every rank that it has left behind.
    (1..8).map(|rank| (stones.bits() >> (4 * rank)).count_ones() as i32).sum()
}

impl Evaluation<Position> for Ashtarashki {
    fn evaluate(&self, position: &Position) -> i32 {
        let side = position.side_to_move();
        self.count(position, side) - self.count(position, !side) + i32::from(self.tempo)
    }

    /// Captures are compulsory (rule A-10).
    #[inline]
    fn tension(&self, _: &Position, first: &Move) -> Tension {
        if first.is_capture() { Tension::Forced } else { Tension::Quiet }
    }

    /// Long captures are promising, steps forward more so than steps backward.
    #[inline]
    fn promise(&self, position: &Position, mv: &Move) -> i32 {
        let is_north = mv.to().index() > mv.from().index();
        let is_backward = is_north != (position.side_to_move() == Side::White);
        let lost =
            if is_backward && !mv.is_capture() { i32::from(self.rights[0]) - i32::from(self.rights[1]) } else { 0 };
        i32::from(self.rights[0]) * mv.jumps() as i32 - lost
    }

    #[inline]
    fn slot(&self, mv: &Move) -> u16 {
        u16::from(mv.from().index()) << 5 | u16::from(mv.to().index()) | u16::from(mv.is_capture()) << 10
    }

    /// A side without stones has lost two points (rule A-13).
    fn most_points(&self) -> u8 {
        2
    }
}
