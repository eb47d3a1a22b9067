//! Why a text is no legal move, and what may have been meant.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tavlei_game::{MoveError, Notation, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use super::walk::{Broken, Fault, walk};
use super::{Given, Start, Step};
use crate::jump_chain::JumpChain;
use crate::padded::PaddedBitboard;
use crate::{Move, Position};

/// The error for a text that no legal move fits.
#[expect(clippy::arithmetic_side_effects, reason = "a file is below 8")]
pub(super) fn diagnose_text(position: &Position, given: &Given, moves: &[Move]) -> MoveError {
    let fault = match given.start {
        Start::Square(start) => walk(position, start, given).err(),
        Start::File(file, offset) => diagnose_file(position, file, offset, given),
    };
    let (offset, reason) = match (fault, given.start) {
        (Some(Fault { offset, broken }), _) => (offset, tell(position, &broken)),
        (None, Start::File(file, offset)) => {
            let file = char::from(b'a' + file);
            (offset, format!("{} has no tower on the file {file}", position.to_move()).into())
        }
        (None, Start::Square(_)) => (0, "the move is not legal".into()),
    };
    MoveError::Illegal { offset, reason, meant: meant(position, given, moves) }
}

/// The fault of a text that names only the file of the start: that of the tower that comes farthest.
fn diagnose_file<'a>(position: &'a Position, file: u8, offset: usize, given: &Given) -> Option<Fault<'a>> {
    let towers = position.towers_of(position.to_move()) & Bitboard::file(file);
    let faults = towers.iter().filter_map(|square| walk(position, Step { square, offset }, given).err());
    faults.max_by_key(|fault| fault.offset)
}

/// The legal moves that are most like what was written, sorted; not more than anybody would read.
fn meant(position: &Position, given: &Given, moves: &[Move]) -> Vec<String> {
    const MAX: usize = 100;
    let starts = |mv: &&Move| match given.start {
        Start::Square(start) => mv.from() == start.square,
        Start::File(file, _) => mv.from().file() == file,
    };
    let ends = |mv: &&Move| given.path.last().is_some_and(|last| mv.to() == last.square);
    let passes = |mv: &&Move| {
        let (first, route) = (given.path.first(), super::route(position, mv));
        first.zip(route.first()).is_some_and(|(first, squares)| squares.contains(first.square))
    };
    let alike: [&dyn Fn(&&Move) -> bool; 5] =
        [&|mv| starts(mv) && ends(mv), &|mv| starts(mv) && passes(mv), &starts, &ends, &|mv| mv.is_capture()];
    let found =
        alike.into_iter().map(|alike| moves.iter().filter(alike).collect::<Vec<_>>()).find(|found| !found.is_empty());
    let mut texts: Vec<String> =
        found.unwrap_or_default().into_iter().take(MAX).map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

/// The rule that a step breaks, in words.
pub(super) fn tell(position: &Position, broken: &Broken<'_>) -> Cow<'static, str> {
    match *broken {
        Broken::Empty(square) => format!("{square} is empty"),
        Broken::NotYours(square) => {
            let turn = position.to_move();
            format!("the tower on {square} is {}’s, and it is {turn}’s turn (T-3)", !turn)
        }
        Broken::NoQuietMove(from, to) => diagnose_quiet(position, from, to),
        Broken::TakesNothing(from, to) => format!("{from}-{to} takes nothing, and is written with a dash"),
        Broken::GoesNoFurther => return "only a capture goes on, and there is nothing to capture".into(),
        Broken::CannotCapture(square) => {
            format!("capture is compulsory (T-7), and the tower on {square} can’t capture")
        }
        Broken::MustCapture(from, to) => format!("capture is compulsory (T-7), and {from}-{to} takes nothing"),
        Broken::NoJump(ref chain, from, to) => diagnose_jump(chain, from, to),
        Broken::MustLandElsewhere(over, to) => {
            let reason = "the capture must land where it goes on";
            format!("behind {over} {reason}, which it doesn’t from {to} (T-10)")
        }
        Broken::MustGoOn(square) => format!("the capture goes on from {square} and must be played to its end (T-7)"),
    }
    .into()
}

/// The rule that forbids a quiet move, on a board on which nothing can be captured.
fn diagnose_quiet(position: &Position, from: Square, to: Square) -> String {
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

/// The rule that forbids a jump.
fn diagnose_jump(chain: &JumpChain<'_>, from: Square, to: Square) -> String {
    let Some(direction) = from.direction_to(to) else { return format!("{to} is not on a diagonal with {from}") };
    let occupied = chain.occupied().bitboard();
    if occupied.contains(to) {
        return format!("{to} is not empty");
    }
    let between = from.between(to) & occupied;
    match from.first_on_ray(direction, between) {
        None => format!("there is nothing to jump between {from} and {to}"),
        Some(over) if chain.may_not_rejump(PaddedBitboard::of(over), direction) => {
            format!("the tower on {over} can’t be jumped again here (T-12)")
        }
        Some(_) if between.len() > 1 => format!("two towers stand between {from} and {to} (T-9)"),
        Some(over) if chain.jump(PaddedBitboard::of(from), direction).is_some() => {
            format!("a man jumps over an adjacent tower to the square right behind it (T-8), not over {over} to {to}")
        }
        Some(over) if !chain.is_king() => {
            format!("{over} is no enemy’s tower next to {from} that a man could jump (T-8)")
        }
        Some(over) => format!("{over} is no enemy’s tower (T-9)"),
    }
}
