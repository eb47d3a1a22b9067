//! The replies to quiet moves, counted for all moves at once, from the sets of squares alone.
//!
//! A quiet move changes two squares. So most of what the other side could do before it, it still can; what comes and goes
//! is near those two squares, and is found for all moves together by shifting sets.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "counts squares, and takes away no more than has been counted; there are four directions"
)]

use tavlei_game::Side;

use crate::bitboards::Bitboards;
use crate::jumps::{ByDirection, KingSlides, ManJumps, ahead, at, back, both, len, union};
use crate::man_moves::ManMoves;
use crate::padded::PaddedBitboard;
use crate::position::far_rank;

/// The rank on which men who go north, or not, are crowned.
#[inline(always)]
pub(crate) const fn far<const NORTH: bool>() -> PaddedBitboard {
    far_rank(if NORTH { Side::White } else { Side::Black })
}

/// The threats of the other side if it were its turn, and the squares on which they depend.
#[derive(Clone, Copy)]
pub(crate) struct Threats {
    /// Its men, and their jumps.
    men: PaddedBitboard,
    jumps: ManJumps,
    /// How many captures it has, or, if there are none, quiet moves.
    count: u64,
    pub(crate) can_capture: bool,
    /// Moves that change nothing in this zone change neither its captures nor what its kings can do.
    zone: PaddedBitboard,
}

impl Threats {
    /// `None` if a capture goes on after its first jump: it depends on too much. `KINGS` says whether the other side may
    /// have kings; `REPLY` whether its men go north.
    #[inline(always)]
    pub(crate) fn of<const REPLY: bool, const KINGS: bool>(boards: &Bitboards) -> Option<Self> {
        let (empty, kings) = (boards.empty(), if KINGS { boards.enemy & boards.kings } else { PaddedBitboard::EMPTY });
        let men = boards.enemy ^ kings;
        let jumps = ManJumps::new(boards.own, empty, far::<REPLY>());
        let king_slides = KingSlides::new(kings, boards.own, empty);
        let zone = if KINGS { looked_at(king_slides.slides.map(|slide| slide | kings)) } else { PaddedBitboard::EMPTY };
        if !(jumps.any(men) || KINGS && king_slides.any()) {
            let steps = if REPLY { [4, 5] } else { [-5, -4] }.map(|step| ahead([men; 4])[at(step)] & empty);
            let moves = if KINGS { len(king_slides.slides) } else { 0 };
            let count = ManMoves::<REPLY>::to(steps[0], steps[1]).len() + moves;
            return Some(Self { men, jumps, count, can_capture: false, zone });
        }
        let landings = jumps.landings(men);
        if !union(both(landings, jumps.going_on())).is_empty() || KINGS && king_slides.goes_on() {
            return None;
        }
        let king_landings = if KINGS { king_slides.landings() } else { [PaddedBitboard::EMPTY; 4] };
        let count = len(landings) + if KINGS { len(king_landings) } else { 0 };
        let lands = union(landings) | union(king_landings);
        // What is jumped lies next to the square that is landed on.
        let around = if KINGS { KingSlides::new(lands, boards.own, empty).slides } else { [PaddedBitboard::EMPTY; 4] };
        let zone = zone | lands | looked_at(around.map(|slide| slide | lands));
        Some(Self { men, jumps, count, can_capture: true, zone })
    }
}

/// These sets, and the next two squares in each direction: the one that may be jumped, and the one behind.
#[inline(always)]
fn looked_at(sets: ByDirection) -> PaddedBitboard {
    let next = ahead(sets);
    union(sets) | union(next) | union(ahead(next))
}

/// How many replies there are to the steps of men.
pub(crate) struct StepReplies<const NORTH: bool> {
    /// The steps that are counted; the others change what the threats depend on, or let the other side make captures of
    /// more than one jump.
    pub(crate) counted: ManMoves<NORTH>,
    /// Those of them after which the other side's men have nothing new to capture.
    pub(crate) harmless: ManMoves<NORTH>,
    pub(crate) count: u64,
}

/// The steps in one direction, as the squares that they end on.
struct Gains {
    /// Those that are counted.
    ends: PaddedBitboard,
    /// Those that let the other side make a certain jump: over the tower that has arrived, straight back, to either side;
    /// and over a tower next to the square that was left, on to that, from three directions.
    jumps: [PaddedBitboard; 6],
    /// Those that close a square, and those that open one, to a step of the other side's.
    closing: PaddedBitboard,
    opening: PaddedBitboard,
}

impl Threats {
    /// Counts the replies to the steps of our men, for whom `NORTH` holds.
    #[inline(always)]
    pub(crate) fn replies_to_steps<const NORTH: bool, const KINGS: bool>(
        &self,
        boards: &Bitboards,
    ) -> StepReplies<NORTH> {
        let (west, east) = if NORTH {
            (self.gains::<4, 5, KINGS>(boards), self.gains::<5, 4, KINGS>(boards))
        } else {
            (self.gains::<-5, -4, KINGS>(boards), self.gains::<-4, -5, KINGS>(boards))
        };
        let counted = ManMoves::<NORTH>::to(west.ends, east.ends);
        let jumps = |i: usize| ManMoves::<NORTH>::to(west.jumps[i], east.jumps[i]);
        let (back, side, onto) = (jumps(0), jumps(1).or(jumps(2)), [jumps(3), jumps(4), jumps(5)]);
        let harmless = counted.minus(back).minus(side).minus(onto[0]).minus(onto[1]).minus(onto[2]);
        if self.can_capture {
            let count = counted.len() * self.count + ManMoves::len_of_five([back, side, onto[0], onto[1], onto[2]]);
            return StepReplies { counted, harmless, count };
        }
        // All quiet replies to a harmless step are those that there were, but for one to the square now taken, and one to
        // the square now left. Steps that do harm have jumps only; so each set has room for one that is about the others.
        let closing = harmless.minus(ManMoves::<NORTH>::to(west.closing, east.closing));
        let opening = harmless.and(ManMoves::<NORTH>::to(west.opening, east.opening));
        let more = ManMoves::len_of_five([back.or(opening), side.or(closing), onto[0], onto[1], onto[2]]);
        let count = (harmless.len() * self.count + more).wrapping_sub(harmless.len());
        StepReplies { counted, harmless, count }
    }

    /// The steps of men in one direction forward; `C` is the other direction forward.
    #[inline(always)]
    fn gains<const F: i32, const C: i32, const KINGS: bool>(&self, boards: &Bitboards) -> Gains {
        let Self { men, zone, jumps, .. } = *self;
        let (own, empty) = (if KINGS { boards.own & !boards.kings } else { boards.own }, boards.empty());
        let ends = (own & !zone).by::<F>() & empty & !zone;
        // The squares that would be landed on if they were empty, seen from the ends of the steps that leave them.
        let onto = [
            ((men.back::<C>() & boards.own).back::<C>()).by::<F>(),
            ((men.by::<C>() & boards.own).by::<C>()).by::<F>(),
            ((men.by::<F>() & boards.own).by::<F>()).by::<F>(),
        ];
        let closing = men.back::<C>();
        let back = men.back::<F>();
        let (right, left) = (closing & empty.by::<C>(), men.by::<C>() & empty.back::<C>());
        // Where each of these jumps goes on, or crowns. The step changes nothing there, but that the tower that has made
        // it can be jumped from the square that it has left.
        let [f, c, bf, bc] = [F, C, -F, -C].map(|step| jumps.starts[at(step)]);
        let far = jumps.far;
        let ahead = empty.back::<F>();
        let on = back & (bf | c | bc | far).by::<F>()
            | right & (bc | f | bf | far).by::<C>()
            | left & (c | f | bf | far).back::<C>()
            | onto[0] & (ahead | (bc | bf | far).by::<F>())
            | onto[1] & (ahead | (c | bf | far).by::<F>())
            | onto[2] & (ahead | (c | bc | far).by::<F>());
        let ends = ends & !on;
        let jumps = [back, right, left, onto[0], onto[1], onto[2]].map(|set| set & ends);
        Gains { ends, jumps, closing: closing & ends, opening: closing.by::<F>() & ends }
    }

    /// Counts the replies to moves of our king from this square to those of these squares that nothing in the zone changes
    /// with, and that let the other side's men make no capture of more than one jump. Returns these squares, too.
    #[inline(always)]
    pub(crate) fn replies_to_king<const NORTH: bool>(
        &self,
        boards: &Bitboards,
        start: PaddedBitboard,
        ends: PaddedBitboard,
    ) -> (PaddedBitboard, u64) {
        let next = ahead([self.men; 4]);
        let lands = union(ahead(both(next, [boards.own; 4])));
        if start.intersects(self.zone | lands) {
            return (PaddedBitboard::EMPTY, 0);
        }
        let empty = boards.empty() | start;
        let jumps = ManJumps::new(boards.own ^ start, empty, self.jumps.far);
        let gains = both(next, back([empty; 4]));
        let ends = ends & !(self.zone | union(both(gains, back(jumps.going_on()))));
        let gains = both(gains, [ends; 4]);
        if self.can_capture {
            return (ends, ends.len() * self.count + len(gains));
        }
        let harmless = ends & !union(gains);
        let (west, east) = if NORTH { (next[at(-5)], next[at(-4)]) } else { (next[at(4)], next[at(5)]) };
        let each = self.count + u64::from(start.intersects(west)) + u64::from(start.intersects(east));
        let closing = (harmless & west).len() + (harmless & east).len();
        (ends, harmless.len() * each - closing + len(gains))
    }
}
