//! Moves read: which of the legal ones a text stands for.

mod diagnose;
mod fast_path;
mod pattern;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use tavlei_game::{Game, MoveError};

use super::mark;
use crate::{Move, Position};
use pattern::Pattern;

pub(crate) use diagnose::wrong_landing;

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
        if !fits(position, pattern, &mv, Pattern::lands_exactly) {
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
    let mut closest = fitting(Pattern::lands_exactly);
    if closest.is_empty() {
        closest = fitting(Pattern::lands_in_passing);
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
    pattern.fits_origin(mv)
        && lands(pattern, mv)
        && pattern.fits_stone(position, mv)
        && pattern.fits_sign(mv)
        && pattern.fits_mark(position, mv)
}
