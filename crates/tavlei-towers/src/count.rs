//! Counting moves, and sequences of moves, without listing them.
//!
//! The plain way is to list the moves, play each, and count on; [`tavlei_game::Game`] says it in a few lines. It is
//! what this file computes, and the tests compare the two. What is done here instead:
//!
//! - Quiet moves are counted as sets of squares, captures by the squares that they may end on.
//! - A quiet move changes two squares of two sets. Whether the other side can then capture is seen from the sets, and if
//!   it can't, so is what it can do; the replies to all harmless steps are counted at once.
//! - Further up in the tree one array of towers serves all positions: a quiet move writes one tower, and takes it back.
//!
//! The functions come in two kinds, one for each side, by `NORTH`: whether the men of the side to move go north.
//! `REPLY` is the same for the other side.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 32; counts what has been visited, and takes away no more than that"
)]

use core::convert::Infallible;
use core::ops::ControlFlow;

use tavlei_game::Side;
use tavlei_geometry::dark::Direction;

use crate::field::Field;
use crate::flight::{Flight, Standing, Visit, for_each_capture};
use crate::generate::Listing;
use crate::jumps::{JumpPath, KingSlides, ManJumps, Open, len};
use crate::position::{Setting, Towers, index};
use crate::replies::{Threats, far};
use crate::sides::Sides;
use crate::{Move, Position, Tower};

/// How many legal moves there are.
#[inline]
pub(crate) fn moves(position: &Position) -> u64 {
    let (standing, sides) = (Standing::still(position.towers_on_squares()), position.sides());
    match position.to_move() {
        Side::White => count::<true>(standing, position.setting(), &sides),
        Side::Black => count::<false>(standing, position.setting(), &sides),
    }
}

/// How many sequences of so many moves there are.
pub(crate) fn sequences(position: &Position, plies: u32) -> u128 {
    let (mut towers, sides) = (*position.towers_on_squares(), position.sides());
    match (plies, position.to_move()) {
        (0, _) => 1,
        (1, _) => u128::from(moves(position)),
        (_, Side::White) => walk::<true, false>(&mut towers, position.setting(), &sides, plies),
        (_, Side::Black) => walk::<false, true>(&mut towers, position.setting(), &sides, plies),
    }
}

/// How many sequences of so many moves, at least two, there are. The towers are left as they were, but for empty
/// squares.
fn walk<const NORTH: bool, const REPLY: bool>(
    towers: &mut Towers,
    setting: Setting,
    sides: &Sides,
    plies: u32,
) -> u128 {
    if plies == 2 {
        return u128::from(pairs::<NORTH, REPLY>(towers, setting, sides));
    }
    let next = setting.other_side();
    let mut count = 0u128;
    if sides.can_capture() {
        let mut listing = Listing(|mv: Move| {
            let mut after = *towers;
            let sides = sides.capture(&mut after, &mv);
            count = count.saturating_add(walk::<REPLY, NORTH>(&mut after, next, &sides, plies - 1));
            ControlFlow::Continue(())
        });
        let _: ControlFlow<Infallible> = for_each_capture(Standing::still(towers), setting, sides, &mut listing);
        return count;
    }
    let mut visit = |mv: Move| {
        let (from, to) = (index(mv.start()), index(mv.end()));
        let tower = towers[from];
        towers[to] = if mv.is_promotion() { tower.map(Tower::promoted) } else { tower };
        count = count.saturating_add(walk::<REPLY, NORTH>(towers, next, &sides.quiet(&mv), plies - 1));
        towers[from] = tower;
    };
    sides.steps::<NORTH>().each().for_each(&mut visit);
    for start in sides.own_kings().each() {
        sides.king_moves(start).each().for_each(|end| visit(Move::quiet(start.square(), end.square(), false)));
    }
    count
}

/// How many sequences of two moves there are.
fn pairs<const NORTH: bool, const REPLY: bool>(towers: &Towers, setting: Setting, sides: &Sides) -> u64 {
    if sides.can_capture() {
        let mut replies = Replies::<REPLY> { towers, next: setting.other_side(), sides, count: 0 };
        let _: ControlFlow<Infallible> = for_each_capture(Standing::still(towers), setting, sides, &mut replies);
        replies.count
    } else if sides.kings.is_empty() {
        quiet_pairs::<NORTH, REPLY, false>(towers, setting, sides)
    } else {
        quiet_pairs_with_kings::<NORTH, REPLY>(towers, setting, sides)
    }
}

#[inline(never)]
fn quiet_pairs_with_kings<const NORTH: bool, const REPLY: bool>(
    towers: &Towers,
    setting: Setting,
    sides: &Sides,
) -> u64 {
    quiet_pairs::<NORTH, REPLY, true>(towers, setting, sides)
}

/// The same when there is nothing to capture: most replies are counted for many moves at once, the others move by move.
/// `KINGS` says whether there may be kings.
#[inline(always)]
fn quiet_pairs<const NORTH: bool, const REPLY: bool, const KINGS: bool>(
    towers: &Towers,
    setting: Setting,
    sides: &Sides,
) -> u64 {
    let next = setting.other_side();
    let replies = |mv: Move| count::<REPLY>(Standing::moved(towers, mv.start(), mv.end()), next, &sides.quiet(&mv));
    let threats = Threats::of::<REPLY, KINGS>(sides);
    let (mut count, mut steps) = (0, sides.steps::<NORTH>());
    if let Some(threats) = &threats {
        let counted = threats.replies_to_steps::<NORTH, KINGS>(sides);
        count = counted.count;
        steps = steps.minus(counted.counted);
    }
    count += steps.each().map(replies).sum::<u64>();
    if KINGS {
        for start in sides.own_kings().each() {
            let mut ends = sides.king_moves(start);
            if let Some(threats) = &threats {
                let (counted, replies) = threats.replies_to_king::<NORTH>(sides, start, ends);
                count += replies;
                ends ^= counted;
            }
            count += ends.each().map(|end| replies(Move::quiet(start.square(), end.square(), false))).sum::<u64>();
        }
    }
    count
}

/// How many moves the side to move has.
#[inline]
fn count<const NORTH: bool>(standing: Standing<'_>, setting: Setting, sides: &Sides) -> u64 {
    count_by_sets::<NORTH>(sides, &OnBoard { standing, setting, sides }).unwrap_or(0)
}

/// The same, `open` being asked about the captures that depend on the towers.
#[inline(always)]
fn count_by_sets<const NORTH: bool>(sides: &Sides, open: &impl Open) -> Option<u64> {
    let (kings, empty) = (sides.own_kings(), sides.empty());
    let men = sides.own ^ kings;
    let jumps = ManJumps::new(sides.enemy, empty, far::<NORTH>());
    if kings.is_empty() {
        return if jumps.any(men) { jumps.count(men, open) } else { Some(sides.steps::<NORTH>().len()) };
    }
    let flights = KingSlides::new(kings, sides.enemy, empty);
    if !jumps.any(men) && !flights.any() {
        return Some(sides.steps::<NORTH>().len() + len(flights.slides));
    }
    let by_men = if jumps.any(men) { jumps.count(men, open)? } else { 0 };
    Some(by_men + flights.count(open)?)
}

/// Counts captures that depend on the towers.
struct OnBoard<'a> {
    standing: Standing<'a>,
    setting: Setting,
    sides: &'a Sides,
}

impl Open for OnBoard<'_> {
    #[inline]
    fn must_continue(&self) -> bool {
        self.setting.must_continue()
    }

    #[inline(never)]
    fn man(&self, path: JumpPath) -> Option<u64> {
        let (flight, last) = Flight::along(self.standing, self.setting, self.sides, path);
        Some(flight.count_ends(&last))
    }

    #[inline(never)]
    fn king(&self, start: Field, direction: Direction) -> Option<u64> {
        let flight = Flight::lift(self.standing, self.setting, self.sides, start);
        Some(flight.jump(start, direction).map_or(0, |jump| flight.count_ends(&jump)))
    }
}

/// Counts the replies to captures.
struct Replies<'a, const REPLY: bool> {
    towers: &'a Towers,
    next: Setting,
    sides: &'a Sides,
    count: u64,
}

impl<const REPLY: bool> Replies<'_, REPLY> {
    #[inline]
    fn add(&mut self, after: &Sides, mv: impl FnOnce() -> Move) {
        self.count += count_by_sets::<REPLY>(after, &self.next).unwrap_or_else(|| {
            let mut towers = *self.towers;
            self.sides.capture(&mut towers, &mv());
            count::<REPLY>(Standing::still(&towers), self.next, after)
        });
    }
}

impl<const REPLY: bool> Visit<Infallible> for Replies<'_, REPLY> {
    #[inline]
    fn man(&mut self, path: JumpPath, end: Field, crowned: bool) -> ControlFlow<Infallible> {
        let lifted = self.sides.lifted(path.start());
        let taken = path.jumps().fold(lifted, |sides, jump| match self.towers[index(jump.over.square())] {
            Some(jumped) => sides.taken(jumped, jump.over),
            None => sides,
        });
        self.add(&taken.landed(end, crowned), || path.landed(end, crowned));
        ControlFlow::Continue(())
    }

    fn ends(&mut self, flight: &Flight<'_>, ends: Field) -> ControlFlow<Infallible> {
        for end in ends.each() {
            self.add(&flight.sides_after(self.sides, end), || flight.landed(end));
        }
        ControlFlow::Continue(())
    }
}
