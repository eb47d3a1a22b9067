//! Which moves there are (rules T-4 to T-13), each once (rule T-15).

use core::ops::ControlFlow;

use tavlei_game::Side;
use tavlei_geometry::dark::{Bitboard, Direction, Square};

use crate::flight::{Flight, Jump};
use crate::position::far_rank;
use crate::{Landing, Move, Position};

/// Visits all legal moves: the captures, or, if there are none, the quiet moves (rule T-7).
pub(crate) fn for_each_move<B>(position: &Position, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    let capturing = capturing(position);
    if capturing.is_empty() { quiet_moves(position, visit) } else { captures(position, capturing, visit) }
}

/// Whether a move is legal, without listing any.
pub(crate) fn is_legal(position: &Position, mv: &Move) -> bool {
    let own = position.towers_of(position.to_move());
    if !own.contains(mv.start()) {
        return false;
    }
    if !mv.is_capture() {
        return capturing(position).is_empty()
            && quiet_targets(position, mv.start()).contains(mv.end())
            && mv.is_promotion() == crowns(position, mv.start(), mv.end());
    }
    let mut flight = Flight::begin(position, mv.start());
    let mut on = Bitboard::from(mv.start());
    for &over in mv.jumped() {
        // From every square of the last landing from which this tower can be jumped, the same squares lie behind it.
        let jump =
            on.iter().find_map(|from| flight.jump(from, from.direction_to(over)?).filter(|jump| jump.over == over));
        let Some(jump) = jump else { return false };
        on = jump.behind;
        flight = flight.after(&jump);
    }
    let goes_on = match position.options().landing {
        Landing::MustContinue => on.iter().any(|square| flight.goes_on(square)),
        Landing::Free => flight.goes_on(mv.end()),
    };
    on.contains(mv.end()) && !goes_on && flight.landed(mv.end()) == *mv
}

/// The towers that can capture.
pub(crate) fn capturing(position: &Position) -> Bitboard {
    let own = position.towers_of(position.to_move());
    own.iter().filter(|&start| Flight::begin(position, start).goes_on(start)).collect()
}

/// Where a tower can go without capturing: a man one step forward (rule T-4), a king any way along the empty squares
/// of a diagonal (rule T-5).
#[inline]
pub(crate) fn quiet_targets(position: &Position, start: Square) -> Bitboard {
    let occupied = position.occupied();
    if position.kings().contains(start) {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |set, direction| set | start.slide(direction, occupied))
    } else {
        let [north, south] = [Bitboard::steps_north, Bitboard::steps_south];
        let [steps, more] = match position.to_move() {
            Side::White => north(start.into()),
            Side::Black => south(start.into()),
        };
        (steps | more) - occupied
    }
}

/// Whether a quiet move to this square crowns the tower's commander (rule T-6).
#[inline]
pub(crate) fn crowns(position: &Position, start: Square, end: Square) -> bool {
    !position.kings().contains(start) && far_rank(position.to_move()).contains(end)
}

fn quiet_moves<B>(position: &Position, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    for start in position.towers_of(position.to_move()) {
        for end in quiet_targets(position, start) {
            visit(Move::beginning(start).ending(end, crowns(position, start, end)))?;
        }
    }
    ControlFlow::Continue(())
}

fn captures<B>(
    position: &Position,
    capturing: Bitboard,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for start in capturing {
        let flight = Flight::begin(position, start);
        for jump in flight.jumps(start) {
            go_on(&flight.after(&jump), &jump, position.options().landing, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits every way in which a capture ends or goes on behind a jump that it has just made (rules T-7 and T-10).
fn go_on<B>(
    flight: &Flight<'_>,
    made: &Jump,
    rule: Landing,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut going_on = Bitboard::EMPTY;
    for landing in made.behind {
        for direction in Direction::ALL {
            let along = flight.is_along(direction);
            if along && Some(landing) != made.behind.first() {
                continue;
            }
            if let Some(jump) = flight.jump(landing, direction) {
                going_on |= if along { made.behind } else { landing.into() };
                go_on(&flight.after(&jump), &jump, rule, visit)?;
            }
        }
    }
    let ends = match rule {
        Landing::MustContinue if !going_on.is_empty() => Bitboard::EMPTY,
        _ => made.behind - going_on,
    };
    for end in ends {
        visit(flight.landed(end))?;
    }
    ControlFlow::Continue(())
}
