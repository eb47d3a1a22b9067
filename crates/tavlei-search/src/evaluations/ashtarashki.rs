//! Ashtarashki.

use tavlei_ashtarashki::{Label, Move, Position};
use tavlei_game::{Sequential, Side};
use tavlei_geometry::dark::Bitboard;

use crate::Evaluation;

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
    /// Added for each unfinished stone that no enemy stone can ever capture, since none with full rights is left that
    /// beats it.
    pub safe: i16,
    /// Added for each unfinished stone on the files c to f, from where it can go either way.
    pub center: i16,
    /// The right to move.
    pub tempo: i16,
}

impl Default for Ashtarashki {
    fn default() -> Self {
        Self { rights: [100, 80, 70], finished: [80, 180, 340], advance: 3, prey: 12, safe: 18, center: 17, tempo: 5 }
    }
}

impl Ashtarashki {
    /// Returns the static evaluation for the side to move, in centi-units: its own counts against the enemy's.
    #[inline]
    #[must_use]
    pub fn compare(&self, own: &StoneCounts, enemy: &StoneCounts) -> i32 {
        self.value(own, enemy) - self.value(enemy, own) + i32::from(self.tempo)
    }

    /// Returns the value of a side's stones and of the stones that they threaten.
    #[inline]
    fn value(&self, own: &StoneCounts, enemy: &StoneCounts) -> i32 {
        let [full, once, twice] = self.rights.map(i32::from);
        let stones = full * own.full.iter().sum::<i32>() + once * own.once.iter().sum::<i32>() + twice * own.twice;
        let finished = match own.finished {
            0 => 0,
            many => i32::from(self.finished[(many as usize - 1).min(2)]),
        };
        // 1 beats 3, 2 beats 1, 3 beats 2 (A-8), and each of them stones that have lost their number.
        let [ones, twos, threes] = [0, 1, 2].map(|number| enemy.full[number] + enemy.once[number] + enemy.twice);
        let prey = own.full[0] * threes + own.full[1] * ones + own.full[2] * twos;
        let safe = |stones: i32, hunters: i32| if hunters == 0 { stones } else { 0 };
        let by_number = |number: usize| own.full[number] + own.once[number];
        let safe = safe(by_number(0), enemy.full[1])
            + safe(by_number(1), enemy.full[2])
            + safe(by_number(2), enemy.full[0])
            + safe(own.twice, enemy.full.iter().sum());
        stones
            + finished
            + i32::from(self.advance) * own.ranks
            + i32::from(self.prey) * prey
            + i32::from(self.safe) * safe
            + i32::from(self.center) * own.central
    }
}

/// A side's stones, counted by what they can still do: the features that the evaluation weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StoneCounts {
    /// Stones with full rights, by their numbers 1 to 3.
    pub full: [i32; 3],
    /// Stones that have retreated once, by their numbers.
    pub once: [i32; 3],
    /// Stones that have retreated twice.
    pub twice: i32,
    /// Finished stones.
    pub finished: i32,
    /// The ranks that the unfinished stones have gone, added up.
    pub ranks: i32,
    /// Unfinished stones on the files c to f.
    pub central: i32,
}

impl StoneCounts {
    /// Counts a side's stones.
    #[inline]
    #[must_use]
    pub fn of(position: &Position, side: Side) -> Self {
        let [m1, m2, m3, v1, v2, v3, twice, finished] =
            Label::ALL.map(|label| position.board(side, label).len() as i32);
        let unfinished = position.unfinished_of(side);
        let central = (unfinished & CENTER).len() as i32;
        let army = Self { full: [m1, m2, m3], once: [v1, v2, v3], twice, finished, ranks: 0, central };
        let ranks = ranks_from_south(unfinished);
        let ranks = if side == Side::White { ranks } else { 7 * army.unfinished() - ranks };
        Self { ranks, ..army }
    }

    /// Returns how many stones there are.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> i32 {
        self.unfinished() + self.finished
    }

    /// Returns how many of them have not finished.
    #[inline]
    #[must_use]
    pub fn unfinished(&self) -> i32 {
        self.full.iter().sum::<i32>() + self.once.iter().sum::<i32>() + self.twice
    }
}

/// The files c to f.
const CENTER: Bitboard = {
    let files = [Bitboard::file(2), Bitboard::file(3), Bitboard::file(4), Bitboard::file(5)];
    Bitboard::from_bits(files[0].bits() | files[1].bits() | files[2].bits() | files[3].bits())
};

/// The numbers of the ranks, from 0, on which the stones stand, added up.
#[inline]
const fn ranks_from_south(stones: Bitboard) -> i32 {
    // A rank has four bits. Those that are set are counted in each rank, then added up as often as the number of the
    // rank, from 0.
    let bits = stones.bits();
    let pairs = bits - (bits >> 1 & 0x5555_5555);
    let ranks = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
    let (even, odd) = (ranks & 0x0f0f_0f0f, ranks >> 4 & 0x0f0f_0f0f);
    let twice = (even + odd).wrapping_mul(0x0001_0203) >> 24;
    let once = odd.wrapping_mul(0x0101_0101) >> 24;
    (2 * twice + once) as i32
}

impl Evaluation<Position> for Ashtarashki {
    fn evaluate(&self, position: &Position) -> i32 {
        let side = position.side_to_move();
        self.compare(&StoneCounts::of(position, side), &StoneCounts::of(position, !side))
    }

    /// Long captures are promising, steps forward more so than steps backward.
    #[inline]
    fn order_score(&self, position: &Position, mv: &Move) -> i32 {
        let is_north = mv.to().index() > mv.from().index();
        let is_backward = is_north != (position.side_to_move() == Side::White);
        let lost =
            if is_backward && !mv.is_capture() { i32::from(self.rights[0]) - i32::from(self.rights[1]) } else { 0 };
        i32::from(self.rights[0]) * mv.jumps() as i32 - lost
    }

    #[inline]
    fn history_index(&self, mv: &Move) -> u16 {
        u16::from(mv.from().index()) << 5 | u16::from(mv.to().index()) | u16::from(mv.is_capture()) << 10
    }

    /// A side without stones has lost two points (rule A-13).
    fn max_points(&self) -> u8 {
        2
    }
}
