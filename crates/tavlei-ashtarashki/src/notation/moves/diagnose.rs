//! Why a text is no legal move, and what may have been meant.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tavlei_game::{MoveError, Side};
use tavlei_geometry::dark::Square;

use super::pattern::Pattern;
use crate::generate::{landings, must_capture};
use crate::notation::mark;
use crate::{Label, Move, Position};

/// The place, and the reason in words.
type Reason = (usize, Cow<'static, str>);

/// The error for a text that fits no legal move; the game isn't over.
pub(super) fn not(position: &Position, pattern: &Pattern, legal: &[Move]) -> MoveError {
    let mut places = pattern.origin.iter().chain(&pattern.landings);
    let ((offset, reason), meant) = if let Some(light) = places.find(|place| place.is_light()) {
        ((light.offset, format!("{light} is a light square (A-1)").into()), close(pattern, legal))
    } else if let Some((reason, same_way)) = wrong_word(position, pattern, legal) {
        (reason, same_way)
    } else {
        (wrong_way(position, pattern), close(pattern, legal))
    };
    let mut meant = meant.into_iter().map(Move::to_string).collect::<Vec<_>>();
    meant.sort();
    MoveError::Illegal { offset, reason, meant }
}

/// The legal moves that the text comes close to: from the same square if it is named and there are any, else to the same
/// square, else all captures if there must be one.
fn close<'a>(pattern: &Pattern, legal: &'a [Move]) -> Vec<&'a Move> {
    let leaves = |mv: &Move| pattern.origin.is_some_and(|origin| origin.rank.is_some() && origin.fits(mv.from()));
    let arrives = |mv: &Move| {
        let mut landings = mv.landings();
        pattern.landings.iter().any(|place| landings.any(|square| place.fits(square)))
    };
    let does_both = |mv: &Move| leaves(mv) && arrives(mv);
    let tests: [&dyn Fn(&Move) -> bool; 4] = [&does_both, &leaves, &arrives, &Move::is_capture];
    let close = tests.into_iter().map(|test| legal.iter().filter(|mv| test(mv)).collect::<Vec<_>>());
    close.into_iter().find(|close| !close.is_empty()).unwrap_or_default()
}

/// Legal moves go the way that the text says, but the text calls the stone something else, gives it another new state or
/// claims that it takes something.
fn wrong_word<'a>(position: &Position, pattern: &Pattern, legal: &'a [Move]) -> Option<(Reason, Vec<&'a Move>)> {
    let goes_there = |mv: &&Move| pattern.fits_origin(mv) && pattern.lands_exactly(mv);
    let mut same_way = legal.iter().filter(goes_there).collect::<Vec<_>>();
    // Of several stones that can go there, the one that the text names.
    if same_way.iter().any(|mv| pattern.fits_stone(position, mv)) {
        same_way.retain(|mv| pattern.fits_stone(position, mv));
    }
    let mv = *same_way.first()?;
    let label = position.stone_at(mv.from())?.label;
    if let Some(stone) = pattern.stone.filter(|stone| !stone.fits(label)) {
        let reason = format!("the stone that can go there from {} is {label}, not {stone}", mv.from());
        return Some(((stone.offset, reason.into()), same_way));
    }
    if let Some((offset, written)) = pattern.mark.filter(|_| !pattern.fits_mark(position, mv)) {
        let is_home = Position::far_rank(position.side()).contains(mv.to());
        let reason = match mark(position, mv) {
            Some('Z') => format!("this is the third retreat of the stone, which takes it off: Z, not {written} (A-5)"),
            Some(mark) => format!("the {label} becomes {mark} with this retreat, not {written} (A-5)"),
            None if is_home => format!("the stone finishes there, so there is no {written} (A-6)"),
            None if mv.is_capture() => format!("a capture costs no rights, so there is no {written} (A-9)"),
            None => format!("a step forward changes no state, so there is no {written} (A-5)"),
        };
        return Some(((offset, reason.into()), same_way));
    }
    if pattern.fits_sign(mv) {
        return None;
    }
    let offset = pattern.landings.first()?.offset;
    Some(((offset, format!("there is nothing to take on {}", mv.to()).into()), same_way))
}

/// Nothing legal goes the way that the text says.
fn wrong_way(position: &Position, pattern: &Pattern) -> Reason {
    let side = position.side();
    if let Some((origin, square)) = pattern.origin.and_then(|origin| Some((origin, origin.square()?))) {
        let stone = position.stone_at(square).filter(|stone| stone.side == side);
        if let (Some(named), Some(stone)) = (pattern.stone, stone)
            && !named.fits(stone.label)
        {
            return (named.offset, format!("the stone on {square} is {}, not {named}", stone.label).into());
        }
        return wrong_way_from(position, pattern, square, origin.offset);
    }
    // The origin isn't given: look at the stones that could have been meant.
    let is_meant = |square: &Square| {
        let label = position.stone_at(*square).map(|stone| stone.label);
        pattern.origin.is_none_or(|origin| origin.fits(*square))
            && pattern.stone.is_none_or(|named| label.is_some_and(|label| named.fits(label)))
    };
    let target = pattern.landings.first().copied();
    let Some((target, place)) = target.and_then(|place| Some((place.square()?, place))) else {
        return (0, "no legal move is written so".into());
    };
    let mut near = (position.unfinished_of(side) & target.neighbours()).iter().filter(is_meant);
    if let Some(from) = near.next() {
        return wrong_way_from(position, pattern, from, place.offset);
    }
    let origin = pattern.origin.map_or_else(String::new, |file| format!(" on file {file}"));
    match pattern.stone {
        Some(named) if !position.unfinished_of(side).iter().any(|square| is_meant_by(position, named, square)) => {
            (named.offset, format!("{side} has no {named} that could move").into())
        }
        Some(named) => (place.offset, format!("no {named} of {side}’s{origin} can go to {target}").into()),
        None => (place.offset, format!("no stone of {side}’s{origin} can go to {target}").into()),
    }
}

fn is_meant_by(position: &Position, named: super::pattern::Named, square: Square) -> bool {
    position.stone_at(square).is_some_and(|stone| named.fits(stone.label))
}

/// Follows the text from the square where the stone is said to stand to the point where it breaks a rule.
fn wrong_way_from(position: &Position, pattern: &Pattern, from: Square, offset: usize) -> Reason {
    let side = position.side();
    let label = match position.stone_at(from) {
        None => return (offset, format!("there is no stone on {from}").into()),
        Some(stone) if stone.side != side => {
            return (offset, format!("the stone on {from} is {}’s, and it is {side}’s turn", stone.side).into());
        }
        Some(stone) if stone.label == Label::F => {
            return (offset, format!("the stone on {from} has finished and never moves again (A-6)").into());
        }
        Some(stone) => stone.label,
    };
    let prey = |square: Square| match position.stone_at(square) {
        Some(stone) => stone.side != side && label.beats(stone.label),
        None => false,
    };
    let mut prey: tavlei_geometry::dark::Bitboard =
        position.stones_of(!side).iter().filter(|&square| prey(square)).collect();
    let mut at = from;
    for (n, place) in pattern.landings.iter().enumerate() {
        let Some(to) = place.square() else { continue };
        let goes_on = n > 0;
        if goes_on && Position::far_rank(side).contains(at) {
            return (place.offset, format!("the capture ends on {at}: the stone has finished there (A-12)").into());
        }
        if !at.neighbours().contains(to) {
            return (place.offset, format!("a stone goes one square diagonally, not from {at} to {to} (A-4)").into());
        }
        if !prey.contains(to) {
            let takes = goes_on || pattern.is_capture || pattern.landings.len() > 1;
            return (place.offset, wrong_landing(position, from, label, to, takes));
        }
        prey.remove(to);
        at = to;
    }
    let rest = landings(side, at, prey);
    let end = pattern.landings.last().map_or(offset, |place| place.offset);
    if rest.is_empty() {
        (end, "no legal move is written so".into())
    } else {
        (end, format!("the capture goes on from {at}, to {rest} (A-11)").into())
    }
}

/// Returns why the stone can't go to the next square.
pub(crate) fn wrong_landing(
    position: &Position,
    from: Square,
    label: Label,
    to: Square,
    takes: bool,
) -> Cow<'static, str> {
    let side = position.side();
    match position.stone_at(to) {
        None if takes => format!("there is nothing to take on {to}").into(),
        Some(_) if to == from => "the stone can’t come back to where it started from".into(),
        None if must_capture(position) => "capture is compulsory (A-10)".into(),
        None => "no legal move is written so".into(),
        Some(stone) if stone.side == side => format!("{to} is occupied by {}", own(side, stone.label)).into(),
        Some(stone) if stone.label == Label::F => {
            format!("the stone on {to} has finished and can’t be captured (A-6)").into()
        }
        Some(_) if !label.can_capture() => format!("{label} can’t capture: only M stones do (A-7)").into(),
        Some(stone) => format!("{label} doesn’t beat {} (A-8)", stone.label).into(),
    }
}

fn own(side: Side, label: Label) -> String {
    format!("{side}’s own {label}")
}
