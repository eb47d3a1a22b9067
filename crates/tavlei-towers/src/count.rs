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

use smallvec::SmallVec;
use tavlei_game::Side;
use tavlei_geometry::dark::Direction;

use crate::field::Field;
use crate::flight::{Flight, Jump, Standing, Visit, for_each_capture};
use crate::generate::Listing;
use crate::position::{Setting, Towers, far_rank, index};
use crate::sides::Sides;
use crate::steps::Steps;
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
        for mv in captures_listed(Standing::still(towers), setting, sides) {
            let before = *towers;
            let after = sides.capture(towers, &mv);
            count = count.saturating_add(walk::<REPLY, NORTH>(towers, next, &after, plies - 1));
            *towers = before;
        }
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
    let next = setting.other_side();
    let standing = Standing::still(towers);
    if sides.can_capture() {
        let mut replies = Replies::<REPLY> { towers, next, sides, count: 0 };
        let _: ControlFlow<Infallible> = for_each_capture(standing, setting, sides, &mut replies);
        return replies.count;
    }
    let steps = sides.steps::<NORTH>();
    let replies = |mv: Move, may_be_quiet: bool| {
        let after = sides.quiet(&mv);
        let quiet = if may_be_quiet { after.count_quiet_moves::<REPLY>() } else { None };
        quiet.unwrap_or_else(|| captures(Standing::moved(towers, mv.start(), mv.end()), next, &after))
    };
    let harmless = if !sides.kings.is_empty() { None } else { harmless_steps::<NORTH, REPLY>(sides) };
    if let Some((harmless, pairs)) = harmless {
        return pairs + steps.minus(harmless).each().map(|mv| replies(mv, false)).sum::<u64>();
    }
    let mut pairs = steps.each().map(|mv| replies(mv, true)).sum::<u64>();
    for start in sides.own_kings().each() {
        let ends = sides.king_moves(start).each();
        pairs += ends.map(|end| replies(Move::quiet(start.square(), end.square(), false), true)).sum::<u64>();
    }
    pairs
}

/// The steps, on a board without kings, that leave the other side nothing to capture, and how many replies there are
/// to all of them together. `None` when it could capture before: then every step has to be looked at, for it may put
/// an end to that.
#[inline]
pub(crate) fn harmless_steps<const NORTH: bool, const REPLY: bool>(sides: &Sides) -> Option<(Steps<NORTH>, u64)> {
    if NORTH {
        harmless_steps_by::<NORTH, REPLY, 4, 5, -4, -5>(sides)
    } else {
        harmless_steps_by::<NORTH, REPLY, -5, -4, 5, 4>(sides)
    }
}

/// `WEST` and `EAST` are the two steps forward, in bits, and the other two the same steps back.
#[inline]
fn harmless_steps_by<
    const NORTH: bool,
    const REPLY: bool,
    const WEST: i32,
    const EAST: i32,
    const BACK_WEST: i32,
    const BACK_EAST: i32,
>(
    sides: &Sides,
) -> Option<(Steps<NORTH>, u64)> {
    let Sides { own, enemy, .. } = *sides;
    let empty = sides.empty();
    // Where an enemy would land who jumps a tower of ours, if the square were empty.
    let landings = (enemy.by::<WEST>() & own).by::<WEST>()
        | (enemy.by::<EAST>() & own).by::<EAST>()
        | (enemy.by::<BACK_WEST>() & own).by::<BACK_WEST>()
        | (enemy.by::<BACK_EAST>() & own).by::<BACK_EAST>();
    if landings.intersects(empty) {
        return None;
    }
    // A step does harm when the tower can be jumped where it arrives, straight back on to the square that it has left
    // or along the crossing diagonal; and when it vacates a landing square.
    let (ahead_west, ahead_east) = (enemy.by::<BACK_WEST>(), enemy.by::<BACK_EAST>());
    let crossing_west = ahead_east & empty.by::<EAST>() | enemy.by::<EAST>() & empty.by::<BACK_EAST>();
    let crossing_east = ahead_west & empty.by::<WEST>() | enemy.by::<WEST>() & empty.by::<BACK_WEST>();
    let west = own.by::<WEST>() & empty & !(ahead_west | crossing_west | landings.by::<WEST>());
    let east = own.by::<EAST>() & empty & !(ahead_east | crossing_east | landings.by::<EAST>());
    // All enemies have the steps that they had, but for one to the square now taken and those to the square now left.
    let harmless = Steps::<NORTH>::to(west, east);
    let now = Steps::<REPLY>::to(ahead_west & empty, ahead_east & empty).len();
    let lost = Steps::<NORTH>::to(west & ahead_east, east & ahead_west).len();
    let won = Steps::<REPLY>::to(west.by::<BACK_WEST>() & ahead_east, east.by::<BACK_EAST>() & ahead_west).len();
    Some((harmless, harmless.len() * now + won - lost))
}

/// How many moves the side to move has.
#[inline]
fn count<const NORTH: bool>(standing: Standing<'_>, setting: Setting, sides: &Sides) -> u64 {
    sides.count_quiet_moves::<NORTH>().unwrap_or_else(|| captures(standing, setting, sides))
}

/// How many captures there are.
fn captures(standing: Standing<'_>, setting: Setting, sides: &Sides) -> u64 {
    let mut count = captures_by_men::<4, 5>(Direction::NorthWest, standing, setting, sides)
        + captures_by_men::<5, 4>(Direction::NorthEast, standing, setting, sides)
        + captures_by_men::<-5, 4>(Direction::SouthWest, standing, setting, sides)
        + captures_by_men::<-4, 5>(Direction::SouthEast, standing, setting, sides);
    for start in sides.own_kings().each() {
        let flight = Flight::lift(standing, setting, sides, start);
        count += flight.jumps(start).map(|jump| flight.count_ends(&jump)).sum::<u64>();
    }
    count
}

/// How many captures begin with a man's jump in a direction: a step of so many bits. `CROSS` is one of the two that
/// cross it.
///
/// Most are a single jump; the longer ones are left to the [`Flight`].
#[inline]
fn captures_by_men<const STEP: i32, const CROSS: i32>(
    direction: Direction,
    standing: Standing<'_>,
    setting: Setting,
    sides: &Sides,
) -> u64 {
    let landings = sides.landings::<STEP>();
    if landings.is_empty() {
        return 0;
    }
    if sides.all_end::<STEP, CROSS>(landings, far_rank(setting.side_to_move)) {
        return landings.len_of_few();
    }
    let jump = |behind: Field| {
        let over = behind.back::<STEP>();
        Flight::lift(standing, setting, sides, over.back::<STEP>()).count_ends(&Jump { over, direction, behind })
    };
    landings.each().map(jump).sum()
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
        self.count += after.count_quiet_moves::<REPLY>().unwrap_or_else(|| {
            let mut towers = *self.towers;
            self.sides.capture(&mut towers, &mv());
            captures(Standing::still(&towers), self.next, after)
        });
    }
}

impl<const REPLY: bool> Visit<Infallible> for Replies<'_, REPLY> {
    #[inline]
    fn single(&mut self, start: Field, over: Field, end: Field) -> ControlFlow<Infallible> {
        if let Some(jumped) = self.towers[index(over.square())] {
            let after = self.sides.single_jump(jumped, start, over, end);
            self.add(&after, || Move::single_jump(start.square(), over.square(), end.square()));
        }
        ControlFlow::Continue(())
    }

    fn ends(&mut self, flight: &Flight<'_>, ends: Field) -> ControlFlow<Infallible> {
        for end in ends.each() {
            self.add(&flight.sides_after(self.sides, end), || flight.landed(end));
        }
        ControlFlow::Continue(())
    }
}

/// Lists the captures.
pub(crate) fn captures_listed(standing: Standing<'_>, setting: Setting, sides: &Sides) -> SmallVec<[Move; 8]> {
    let mut captures = SmallVec::new();
    let _: ControlFlow<Infallible> = for_each_capture(
        standing,
        setting,
        sides,
        &mut Listing(|mv| {
            captures.push(mv);
            ControlFlow::Continue(())
        }),
    );
    captures
}
