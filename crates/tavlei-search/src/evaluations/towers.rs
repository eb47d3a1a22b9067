//! Tower checkers.

use tavlei_game::{Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};
use tavlei_towers::{Move, MovesByRisk, Position, Tower};

use crate::{Evaluation, QuietMoves};

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
    pub man: i16,
    /// A king in command.
    pub king: i16,
    /// A man of the owner's below the commander.
    pub reserve_man: i16,
    /// A king of the owner's below the commander.
    pub reserve_king: i16,
    /// Added for each piece of the owner's below the commander but two: those come up only after the others.
    pub surplus: i16,
    /// A prisoner who is a man.
    pub prisoner_man: i16,
    /// A prisoner who is a king.
    pub prisoner_king: i16,
    /// Added for each prisoner of a tower whose commander is the owner's only piece: one jump frees them all.
    pub thin: i16,
    /// Added for each rank that a man in command has gone.
    pub advance: i16,
    /// Added for a man in command on his own first rank, where he keeps the enemy from a king.
    pub home: i16,
    /// Added for a tower on the edge of the board, where it can't be jumped.
    pub edge: i16,
    /// The right to move.
    pub tempo: i16,
}

impl Default for Towers {
    fn default() -> Self {
        Self {
            man: 100,
            king: 300,
            reserve_man: 130,
            reserve_king: 180,
            surplus: -80,
            prisoner_man: 0,
            prisoner_king: 10,
            thin: -20,
            advance: 1,
            home: 50,
            edge: 0,
            tempo: 5,
        }
    }
}

impl Towers {
    /// Returns the value of the towers on these squares for a side.
    #[inline]
    fn count(&self, position: &Position, squares: Bitboard, side: Side) -> i32 {
        squares.iter().filter_map(|square| Some((square, position.tower_at(square)?))).fold(
            0,
            |sum, (square, tower)| {
                let value = self.tower(square, tower);
                if tower.side() == side { sum + value } else { sum - value }
            },
        )
    }

    /// Returns the value of a tower for its owner.
    #[inline]
    fn tower(&self, square: Square, tower: Tower) -> i32 {
        self.place(square, tower)
            + if tower.is_king() { i32::from(self.king) } else { i32::from(self.man) }
            + self.below(tower)
    }

    /// Returns the value of the pieces below the commander for the owner.
    #[inline]
    fn below(&self, tower: Tower) -> i32 {
        if tower.height() == 1 {
            return 0;
        }
        let [owners, owner_kings] = [tower.owners(), tower.owner_kings()].map(i32::from);
        let [prisoners, prisoner_kings] = [tower.prisoners(), tower.prisoner_kings()].map(i32::from);
        let (reserves, reserve_kings) = (owners - 1, owner_kings - i32::from(tower.is_king()));
        let reserve =
            i32::from(self.reserve_man) * (reserves - reserve_kings) + i32::from(self.reserve_king) * reserve_kings;
        let prison = i32::from(self.prisoner_man) * (prisoners - prisoner_kings)
            + i32::from(self.prisoner_king) * prisoner_kings;
        let thin = if owners == 1 { i32::from(self.thin) * prisoners } else { 0 };
        let surplus = i32::from(self.surplus) * (reserves - 2).max(0);
        reserve + surplus + prison + thin
    }

    /// Returns the gain of a move for the side that makes it, for a capture that jumps no tower twice.
    #[inline]
    fn gain(&self, position: &Position, mv: &Move) -> i32 {
        let Some(tower) = position.tower_at(mv.from()) else { return 0 };
        let side = tower.side();
        let steps = match (tower.is_king(), mv.is_promotion()) {
            (true, _) => 0,
            (false, false) => self.man_at(mv.to(), side) - self.man_at(mv.from(), side),
            (false, true) => i32::from(self.king) - i32::from(self.man) - self.man_at(mv.from(), side),
        };
        let edge = if self.edge == 0 { 0 } else { self.edge_at(mv.to()) - self.edge_at(mv.from()) };
        if !mv.is_capture() {
            return steps + edge;
        }
        // Each that is jumped loses its commander, who lies at the bottom of the other from now on.
        let thin = if tower.owners() == 1 { i32::from(self.thin) } else { 0 };
        mv.jumped().iter().fold(steps + edge, |gain, &over| {
            let Some(jumped) = position.tower_at(over) else { return gain };
            let prisoner = if jumped.is_king() { i32::from(self.prisoner_king) } else { i32::from(self.prisoner_man) };
            let rest = jumped.without_commander().map_or(0, |rest| {
                let value = self.tower(over, rest);
                if rest.side() == side { value } else { -value }
            });
            gain + thin + prisoner + self.tower(over, jumped) + rest
        })
    }

    /// Returns the gain of a capture that jumps some tower twice (rule T-12).
    #[cold]
    fn gain_of_rejumps(&self, before: &Position, mv: &Move, after: &Position) -> i32 {
        let Some(tower) = before.tower_at(mv.from()) else { return 0 };
        let side = tower.side();
        let touched: Bitboard = mv.jumped().iter().copied().chain([mv.from(), mv.to()]).collect();
        self.count(after, touched & after.occupied(), side) - self.count(before, touched & before.occupied(), side)
    }

    /// Returns the value of a tower's square.
    #[inline]
    fn place(&self, square: Square, tower: Tower) -> i32 {
        let edge = if self.edge == 0 { 0 } else { self.edge_at(square) };
        edge + if tower.is_king() { 0 } else { self.man_at(square, tower.side()) }
    }

    /// Returns the value of a man's advance.
    #[inline]
    fn man_at(&self, square: Square, side: Side) -> i32 {
        let gone = square.rank() ^ (7 * side as u8);
        i32::from(self.advance) * i32::from(gone) + if gone == 0 { i32::from(self.home) } else { 0 }
    }

    #[inline]
    fn edge_at(&self, square: Square) -> i32 {
        if EDGE.contains(square) { i32::from(self.edge) } else { 0 }
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

/// Returns whether a capture jumps a tower twice (rule T-12).
#[inline]
fn jumps_again(mv: &Move) -> bool {
    mv.jumped().len() > 2 && {
        let jumped: Bitboard = mv.jumped().iter().copied().collect();
        jumped.len() < mv.jumped().len() as u32
    }
}

impl Evaluation<Position> for Towers {
    const INCREMENTAL: bool = true;

    fn evaluate(&self, position: &Position) -> i32 {
        self.count(position, position.occupied(), position.side_to_move()) + i32::from(self.tempo)
    }

    /// Only the towers that the move touches are counted again.
    #[inline]
    fn evaluate_after(&self, before: &Position, value: i32, mv: &Move, after: &Position) -> i32 {
        let gain = if jumps_again(mv) { self.gain_of_rejumps(before, mv, after) } else { self.gain(before, mv) };
        2 * i32::from(self.tempo) - (value + gain)
    }

    /// A quiet move, or a capture of one jump, that leaves the other side nothing to capture.
    #[inline]
    fn evaluate_move(&self, position: &Position, value: i32, mv: &Move) -> Option<i32> {
        let is_known = !jumps_again(mv) && position.is_quiet_after(mv);
        is_known.then(|| 2 * i32::from(self.tempo) - (value + self.gain(position, mv)))
    }

    /// The steps of men, when there are no kings: they are sorted all at once.
    #[inline]
    fn evaluate_quiet_moves(&self, position: &Position, value: i32, visit: impl FnMut(Move)) -> Option<QuietMoves> {
        let MovesByRisk { safe, risky } = position.moves_by_risk()?;
        let moves = safe.len() as u32;
        let gain = safe.map(|mv| self.gain(position, &mv)).max();
        risky.for_each(visit);
        Some(QuietMoves { moves, best: gain.map_or(i32::MIN, |gain| value + gain - 2 * i32::from(self.tempo)) })
    }

    /// Long captures and promotions are promising, and so is what leaves the other side something to capture: it has no
    /// choice then, so that not much is lost if it comes to nothing.
    #[inline]
    fn order_score(&self, position: &Position, mv: &Move) -> i32 {
        let promotion = if mv.is_promotion() { i32::from(self.king) - i32::from(self.man) } else { 0 };
        match mv.jumped().len() as i32 {
            0 if promotion == 0 && position.is_quiet_after(mv) => 0,
            0 if promotion == 0 => i32::from(self.man),
            jumps => i32::from(self.man) * jumps + promotion,
        }
    }

    #[inline]
    fn history_index(&self, mv: &Move) -> u16 {
        u16::from(mv.from().index()) << 5 | u16::from(mv.to().index()) | u16::from(mv.is_capture()) << 10
    }
}
