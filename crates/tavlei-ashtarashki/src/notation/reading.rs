//! Moves read: which of the legal ones a text stands for.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use tavlei_game::{Game, MoveError};

use super::pattern::Pattern;
use super::{diagnose, fast_path, mark};
use crate::{Move, Position};

/// Reads a move of this position.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    match fast_path::read(position, text.as_bytes()) {
        Some(mv) => Ok(mv),
        None => read_generally(position, text),
    }
}

/// Reads a move, however it is written.
pub(super) fn read_generally(position: &Position, text: &str) -> Result<Move, MoveError> {
    let pattern = Pattern::read(text)?;
    if let Some(only) = only_exact(position, &pattern) {
        return Ok(only);
    }
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::GameOver { outcome: outcome.to_string() });
    }
    let legal = position.moves();
    let mut fitting = fitting(position, &pattern, &legal);
    if fitting.is_empty()
        && let Some(pattern) = pattern.without_origin()
    {
        fitting = self::fitting(position, &pattern, &legal);
        fitting.retain(Move::is_capture);
    }
    match fitting.as_slice() {
        [] => Err(diagnose::not(position, &pattern, &legal)),
        [only] => Ok(*only),
        _ => {
            let mut fitting = fitting.iter().map(Move::to_string).collect::<Vec<_>>();
            fitting.sort();
            Err(MoveError::Ambiguous { fitting })
        }
    }
}

/// The legal move whose landing squares the text names, if there is one and no other. Most texts are so, and nothing more
/// need be asked.
fn only_exact(position: &Position, pattern: &Pattern) -> Option<Move> {
    let mut only = None;
    let several = position.for_each_move(|mv| {
        if !fits(position, pattern, &mv, lands_exactly) {
            return ControlFlow::Continue(());
        }
        if only.replace(mv).is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    only.filter(|_| several.is_continue())
}

/// The legal moves that the text can stand for, as closely as can be.
fn fitting(position: &Position, pattern: &Pattern, legal: &[Move]) -> Vec<Move> {
    let fitting = |lands: fn(&Pattern, &Move) -> bool| {
        legal.iter().filter(|mv| fits(position, pattern, mv, lands)).copied().collect::<Vec<_>>()
    };
    let mut closest = fitting(lands_exactly);
    if closest.is_empty() {
        closest = fitting(lands_in_passing);
    }
    // The author marks every retreat, so a text with a label and no mark is first of all a move without one.
    let is_unmarked = |mv: &Move| mark(position, mv).is_none();
    if pattern.stone.is_some() && pattern.mark.is_none() && closest.iter().filter(|mv| is_unmarked(mv)).count() == 1 {
        closest.retain(is_unmarked);
    }
    closest
}

/// Returns whether the move agrees with all that the text says.
fn fits(position: &Position, pattern: &Pattern, mv: &Move, lands: impl Fn(&Pattern, &Move) -> bool) -> bool {
    fits_origin(pattern, mv)
        && lands(pattern, mv)
        && fits_stone(position, pattern, mv)
        && fits_sign(pattern, mv)
        && fits_mark(position, pattern, mv)
}

pub(super) fn fits_origin(pattern: &Pattern, mv: &Move) -> bool {
    pattern.origin.is_none_or(|origin| origin.fits(mv.from()))
}

pub(super) fn fits_stone(position: &Position, pattern: &Pattern, mv: &Move) -> bool {
    let label = position.stone_at(mv.from()).map(|stone| stone.label);
    pattern.stone.is_none_or(|stone| label.is_some_and(|label| stone.fits(label)))
}

/// A capture may lack its colon, but a colon always means a capture.
pub(super) fn fits_sign(pattern: &Pattern, mv: &Move) -> bool {
    mv.is_capture() || !pattern.is_capture
}

/// A mark may be missing, but if there is one it must be right.
pub(super) fn fits_mark(position: &Position, pattern: &Pattern, mv: &Move) -> bool {
    pattern.mark.is_none_or(|(_, written)| match written {
        'F' => Position::far_rank(position.side()).contains(mv.to()),
        _ => mark(position, mv) == Some(written),
    })
}

/// Returns whether the text names the squares landed on, all of them and no others.
pub(super) fn lands_exactly(pattern: &Pattern, mv: &Move) -> bool {
    let mut landings = mv.landings();
    pattern.landings.iter().all(|place| landings.next().is_some_and(|square| place.fits(square)))
        && landings.next().is_none()
}

/// Returns whether the text names the last of the squares landed on, and perhaps some of the others in their order.
fn lands_in_passing(pattern: &Pattern, mv: &Move) -> bool {
    let mut landings = mv.landings();
    pattern.landings.iter().all(|place| landings.any(|square| place.fits(square))) && landings.next().is_none()
}
