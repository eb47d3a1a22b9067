//! Counting moves without listing them.
//!
//! Quiet moves are counted as sets of squares, and captures by the squares that they may end on. Two plies are counted
//! together: a quiet move changes two squares of two sets, and from the sets alone it can be seen whether the other side
//! can capture, and what it can do if not; towers are looked at only for captures. All of this gives the numbers that
//! listing gives, which the tests compare.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tavlei_game::{Game, Side};

use crate::field::Field;
use crate::generate::for_each_capture;
use crate::position::{Setting, Towers, far_rank};
use crate::sides::Sides;
use crate::{Move, Position};

/// How many legal moves there are.
#[inline]
pub(crate) fn moves(position: &Position) -> u64 {
    let sides = position.sides();
    match position.to_move() {
        Side::White => count::<true>(position.towers_on_squares(), position.setting(), &sides),
        Side::Black => count::<false>(position.towers_on_squares(), position.setting(), &sides),
    }
}

/// How many sequences of two moves there are.
pub(crate) fn pairs(position: &Position) -> u64 {
    let sides = position.sides();
    if sides.can_capture() {
        let mut pairs = 0;
        let _: ControlFlow<Infallible> = position.for_each_move(|mv| {
            pairs += moves(&position.after(&mv));
            ControlFlow::Continue(())
        });
        return pairs;
    }
    match position.to_move() {
        Side::White => pairs_from_quiet_moves::<true, false>(position, &sides),
        Side::Black => pairs_from_quiet_moves::<false, true>(position, &sides),
    }
}

/// The `n`-th legal move in the order of the list.
pub(crate) fn nth(position: &Position, n: u64) -> Option<Move> {
    let mut left = n;
    crate::generate::for_each_move(position, &mut |mv| {
        if left == 0 {
            return ControlFlow::Break(mv);
        }
        left -= 1;
        ControlFlow::Continue(())
    })
    .break_value()
}

/// How many moves the side has that plays north, or south.
#[inline]
fn count<const NORTH: bool>(towers: &Towers, setting: Setting, sides: &Sides) -> u64 {
    if sides.can_capture() { captures(towers, setting, sides) } else { quiet_moves::<NORTH>(sides) }
}

#[inline]
fn quiet_moves<const NORTH: bool>(sides: &Sides) -> u64 {
    let [(_, west), (_, east)] = sides.steps::<NORTH>();
    let kings = sides.own & sides.kings;
    Field::len_of_steps::<NORTH>(west, east) + kings.each().map(|king| sides.king_moves(king).len()).sum::<u64>()
}

fn captures(towers: &Towers, setting: Setting, sides: &Sides) -> u64 {
    let mut count = 0;
    let _: ControlFlow<Infallible> = for_each_capture(towers, setting, sides, &mut |_, ends| {
        count += ends.len();
        ControlFlow::Continue(())
    });
    count
}

/// How many replies there are to all quiet moves together; `NORTH` is the side to move, `REPLY` the other one.
#[inline]
fn pairs_from_quiet_moves<const NORTH: bool, const REPLY: bool>(position: &Position, sides: &Sides) -> u64 {
    let far = far_rank(position.to_move());
    let replying = position.setting().other_side();
    // The towers after a move, copied when they are first asked for. Only the square that the last move went to
    // matters: what earlier ones have left stands on empty squares.
    let mut moved: Option<Towers> = None;
    let mut replies = |start: Field, end: Field, crowned: Field| {
        let path = start | end;
        let kings = if sides.kings.intersects(start) { sides.kings ^ path } else { sides.kings | crowned };
        let after = Sides { own: sides.enemy, enemy: sides.own ^ path, kings };
        if !after.can_capture() {
            return quiet_moves::<REPLY>(&after);
        }
        let towers = moved.get_or_insert_with(|| *position.towers_on_squares());
        // Whether the commander is crowned makes no difference to who owns what.
        towers[end.square().index() as usize & 31] = position.tower_at(start.square());
        captures(towers, replying, &after)
    };
    let mut pairs = 0;
    for (direction, ends) in sides.steps::<NORTH>() {
        for end in ends.each() {
            pairs += replies(end.step(direction.opposite()), end, end & far);
        }
    }
    for start in (sides.own & sides.kings).each() {
        for end in sides.king_moves(start).each() {
            pairs += replies(start, end, Field::EMPTY);
        }
    }
    pairs
}
