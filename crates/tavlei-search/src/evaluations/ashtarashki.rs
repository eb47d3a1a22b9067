//! Ashtarashki.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are few stones, and weights have sixteen bits"
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
    /// What a side has, and whom it could capture.
    #[inline]
    fn worth(&self, own: &Army, enemy: &Army) -> i32 {
        let [full, once, twice] = self.rights.map(i32::from);
        let stones = full * own.full.iter().sum::<i32>() + once * own.once + twice * own.twice;
        let finished = match own.finished {
            0 => 0,
            many => i32::from(self.finished[(many as usize - 1).min(2)]),
        };
        // 1 beats 3, 2 beats 1, 3 beats 2 (A-8), and each of them stones that have lost their number.
        let [ones, twos, threes] = enemy.of_number.map(|many| many + enemy.twice);
        let prey = own.full[0] * threes + own.full[1] * ones + own.full[2] * twos;
        stones + finished + i32::from(self.advance) * own.ranks + i32::from(self.prey) * prey
    }
}

/// How many stones a side has.
struct Army {
    /// With full rights, by their numbers 1 to 3.
    full: [i32; 3],
    /// That have retreated once, and twice.
    once: i32,
    twice: i32,
    finished: i32,
    /// That have a number, by it.
    of_number: [i32; 3],
    /// How many ranks the unfinished ones have gone together.
    ranks: i32,
}

impl Army {
    #[inline]
    fn of(position: &Position, side: Side) -> Self {
        let stones = |label| position.board(side, label);
        let many = |set: Bitboard| set.len() as i32;
        let full = [Label::M1, Label::M2, Label::M3].map(stones);
        let [once_1, once_2, once_3] = [Label::V1, Label::V2, Label::V3].map(stones);
        Self {
            full: full.map(many),
            once: many(once_1 | once_2 | once_3),
            twice: many(stones(Label::W)),
            finished: many(stones(Label::F)),
            of_number: [full[0] | once_1, full[1] | once_2, full[2] | once_3].map(many),
            ranks: ranks_gone(position.unfinished(side), side),
        }
    }
}

/// How many ranks the stones have gone together.
#[inline]
fn ranks_gone(stones: Bitboard, side: Side) -> i32 {
    // The ranks whose numbers, from 0, have this bit.
    const fn ranks_with(bit: u32) -> Bitboard {
        let (mut ranks, mut rank) = (Bitboard::EMPTY, 0);
        while rank < 8 {
            if rank >> bit & 1 == 1 {
                ranks = Bitboard::from_bits(ranks.bits() | Bitboard::rank(rank).bits());
            }
            rank += 1;
        }
        ranks
    }
    const WITH: [Bitboard; 3] = [ranks_with(0), ranks_with(1), ranks_with(2)];
    let many = |bit: usize| match side {
        Side::White => stones & WITH[bit],
        // From the other end a number has the bits that it has not from this one.
        Side::Black => stones - WITH[bit],
    };
    (0..3).map(|bit| (many(bit).len() << bit) as i32).sum()
}

impl Evaluation<Position> for Ashtarashki {
    fn evaluate(&self, position: &Position) -> i32 {
        let side = position.side_to_move();
        let [own, enemy] = [side, !side].map(|side| Army::of(position, side));
        self.worth(&own, &enemy) - self.worth(&enemy, &own) + i32::from(self.tempo)
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
