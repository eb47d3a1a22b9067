//! Why a text is no legal move, and what may have been meant.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tavlei_game::{MoveError, Notation, Side};
use tavlei_geometry::dark::Square;

use super::{Given, Start, Step};
use crate::capture::jump_to;
use crate::field::Field;
use crate::flight::Flight;
use crate::{Move, Position, generate};

/// Where a text departs from what is legal, and which rule says so.
pub(super) struct Fault {
    offset: usize,
    reason: Cow<'static, str>,
}

/// Plays what a text says step by step, as the rules are, and stops at the first step that breaks one.
pub(super) fn walk(position: &Position, start: Step, given: &Given) -> Result<Move, Fault> {
    match position.side_of(start.square) {
        None => return fault(start, format!("{} is empty", start.square)),
        Some(owner) if owner != position.to_move() => {
            return fault(
                start,
                format!("the tower on {} is {owner}’s, and it is {}’s turn (T-3)", start.square, !owner),
            );
        }
        Some(_) => {}
    }
    if position.sides().can_capture() {
        walk_capture(position, start, given)
    } else {
        walk_quietly(position, start, given)
    }
}

fn walk_quietly(position: &Position, start: Step, given: &Given) -> Result<Move, Fault> {
    let (from, to) = (start.square, given.path[0]);
    if !generate::quiet_targets(position, from).intersects(Field::of(to.square)) {
        return fault(to, why_not_quietly(position, from, to.square));
    }
    if let Some(offset) = given.capture_sign {
        let reason = format!("{from}-{} takes nothing, and is written with a dash", to.square);
        return Err(Fault { offset, reason: reason.into() });
    }
    if let Some(&more) = given.path.get(1) {
        return fault(more, "only a capture goes on, and there is nothing to capture".into());
    }
    Ok(Move::quiet(from, to.square, generate::crowns(position, from, to.square)))
}

/// The rule that forbids a quiet move, on a board on which nothing can be captured.
fn why_not_quietly(position: &Position, from: Square, to: Square) -> String {
    let Some(direction) = from.direction_to(to) else { return format!("{to} is not on a diagonal with {from}") };
    let between = from.between(to);
    let forward = direction.is_north() == (position.to_move() == Side::White);
    if position.occupied().contains(to) {
        format!("{to} is not empty")
    } else if position.kings().contains(from) {
        format!("the way from {from} to {to} is not empty (T-5)")
    } else if between.intersects(position.occupied()) {
        format!("there is nothing to capture between {from} and {to}")
    } else if !forward {
        String::from("a man does not move backward, he only captures so (T-4)")
    } else {
        String::from("a man moves one square (T-4)")
    }
}

fn walk_capture(position: &Position, start: Step, given: &Given) -> Result<Move, Fault> {
    let mut from = start.square;
    let mut flight = Flight::begin(position, from);
    if !flight.goes_on(Field::of(from)) {
        return fault(start, format!("capture is compulsory (T-7), and the tower on {from} can’t capture"));
    }
    for (i, &to) in given.path.iter().enumerate() {
        let Some(jump) = jump_to(&flight, from, to.square) else {
            let quiet = i == 0 && generate::quiet_targets(position, from).intersects(Field::of(to.square));
            return if quiet {
                fault(to, format!("capture is compulsory (T-7), and {from}-{} takes nothing", to.square))
            } else {
                fault(to, why_no_jump(&flight, from, to.square))
            };
        };
        if !flight.landings(&jump).intersects(Field::of(to.square)) {
            let reason = "the capture must land where it goes on";
            return fault(
                to,
                format!("behind {} {reason}, which it doesn’t from {} (T-10)", jump.over.square(), to.square),
            );
        }
        flight = flight.after(&jump);
        from = to.square;
    }
    if flight.goes_on(Field::of(from)) {
        let last = given.path.last().copied().unwrap_or(start);
        return fault(last, format!("the capture goes on from {from} and must be played to its end (T-7)"));
    }
    Ok(flight.landed(Field::of(from)))
}

/// The rule that forbids a jump.
fn why_no_jump(flight: &Flight<'_>, from: Square, to: Square) -> String {
    let Some(direction) = from.direction_to(to) else { return format!("{to} is not on a diagonal with {from}") };
    let occupied = flight.occupied().bitboard();
    if occupied.contains(to) {
        return format!("{to} is not empty");
    }
    let between = from.between(to) & occupied;
    match from.first_on_ray(direction, between) {
        None => format!("there is nothing to jump between {from} and {to}"),
        Some(over) if flight.may_not_rejump(Field::of(over), direction) => {
            format!("the tower on {over} can’t be jumped again here (T-12)")
        }
        Some(_) if between.len() > 1 => format!("two towers stand between {from} and {to} (T-9)"),
        Some(over) if flight.jump(Field::of(from), direction).is_some() => {
            format!("a man jumps over an adjacent tower to the square right behind it (T-8), not over {over} to {to}")
        }
        Some(over) if !flight.is_king() => {
            format!("{over} is no enemy’s tower next to {from} that a man could jump (T-8)")
        }
        Some(over) => format!("{over} is no enemy’s tower (T-9)"),
    }
}

/// The error for a text that no legal move fits.
pub(super) fn explain(position: &Position, given: &Given, moves: &[Move]) -> MoveError {
    let fault = match given.start {
        Start::Square(start) => walk(position, start, given).err(),
        Start::File(file, offset) => explain_file(position, file, offset, given),
    };
    let Fault { offset, reason } = fault.unwrap_or(Fault { offset: 0, reason: "the move is not legal".into() });
    MoveError::Illegal { offset, reason, meant: meant(position, given, moves) }
}

/// The fault of a text that names only the file of the start: that of the tower that comes farthest.
fn explain_file(position: &Position, file: u8, offset: usize, given: &Given) -> Option<Fault> {
    let towers = position.towers_of(position.to_move());
    let faults = towers
        .iter()
        .filter(|square| square.file() == file)
        .filter_map(|square| walk(position, Step { square, offset }, given).err());
    faults.max_by_key(|fault| fault.offset).or_else(|| {
        let file = char::from(b'a' + file);
        let reason = format!("{} has no tower on the file {file}", position.to_move());
        Some(Fault { offset, reason: reason.into() })
    })
}

/// The legal moves that are most like what was written, sorted; not more than anybody would read.
fn meant(position: &Position, given: &Given, moves: &[Move]) -> Vec<String> {
    const MOST: usize = 100;
    let starts = |mv: &&Move| match given.start {
        Start::Square(start) => mv.start() == start.square,
        Start::File(file, _) => mv.start().file() == file,
    };
    let ends = |mv: &&Move| given.path.last().is_some_and(|last| mv.end() == last.square);
    let passes =
        |mv: &&Move| given.path.first().is_some_and(|first| super::route(position, mv)[0].contains(first.square));
    let alike: [&dyn Fn(&&Move) -> bool; 5] =
        [&|mv| starts(mv) && ends(mv), &|mv| starts(mv) && passes(mv), &starts, &ends, &|mv| mv.is_capture()];
    let found =
        alike.into_iter().map(|alike| moves.iter().filter(alike).collect::<Vec<_>>()).find(|found| !found.is_empty());
    let mut texts: Vec<String> =
        found.unwrap_or_default().into_iter().take(MOST).map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn fault<T>(at: Step, reason: String) -> Result<T, Fault> {
    Err(Fault { offset: at.offset, reason: reason.into() })
}
