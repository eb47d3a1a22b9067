//! The content of a move's text, before it is matched with the legal moves.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "files and ranks are below 8, and digits no less than what they were matched with"
)]

use alloc::vec::Vec;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_geometry::dark::Square;

use crate::notation::mark;
use crate::notation::position::eat_number;
use crate::{Label, Move, Position};

/// The parts of a move's text, most of which may be missing.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The stone as the text names it.
    pub(super) stone: Option<Named>,
    /// The square or file that the stone leaves.
    pub(super) origin: Option<Place>,
    /// The squares that it lands on, at least one.
    pub(super) landings: Vec<Place>,
    /// Whether a colon, a cross or an asterisk says that something is taken.
    pub(super) is_capture: bool,
    /// The new state of the stone, `V`, `W`, `F` or `Z`, and where it stands.
    pub(super) mark: Option<(usize, char)>,
}

/// The name of a stone: its state and, if given, its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) offset: usize,
    state: char,
    number: Option<u8>,
}

impl Named {
    /// Returns whether the stone with this label can be called so. The number of a `W` is covered: any will do.
    pub(super) fn fits(self, label: Label) -> bool {
        self.state == label.letter() && (label == Label::W || self.number.is_none() || self.number == label.number())
    }
}

impl core::fmt::Display for Named {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.state)?;
        match self.number {
            Some(number) if self.state != 'W' => write!(f, "{number}"),
            _ => Ok(()),
        }
    }
}

/// A square in the text, or a file alone, each counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) offset: usize,
    pub(super) file: u8,
    pub(super) rank: Option<u8>,
}

impl Place {
    /// Returns whether the square is the one meant, or on the file meant.
    pub(super) fn fits(self, square: Square) -> bool {
        self.file == square.file() && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The square, if it is a whole and dark one.
    pub(super) fn square(self) -> Option<Square> {
        Square::at(self.file, self.rank?)
    }

    /// Returns whether this is a whole square, but a light one.
    pub(super) fn is_light(self) -> bool {
        self.rank.is_some() && self.square().is_none()
    }
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", (b'a' + self.file) as char)?;
        self.rank.map_or(Ok(()), |rank| write!(f, "{}", rank + 1))
    }
}

impl Pattern {
    /// Reads the text of a move; it must be the whole text, but for a move number before it and remarks behind it.
    pub(super) fn read(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        skip_move_number(&mut text);
        let stone = read_stone(&mut text)?;
        let (mut origin, mut landings, mut is_capture) = (None, Vec::new(), false);
        let mut finish_mark = None;
        loop {
            let before = text.offset();
            text.skip_spaces();
            let mut after_sign = false;
            while let Some(sign) = text.eat_if(|c| matches!(c, '-' | ':' | 'x' | '*')) {
                after_sign = true;
                is_capture |= sign != '-';
                text.skip_spaces();
            }
            let Some(place) = read_place(&mut text) else {
                if after_sign || (landings.is_empty() && origin.is_none()) {
                    return Err(text.expected("a square"));
                }
                text.go_to(before);
                break;
            };
            match (place.rank, &origin) {
                // The first place is the origin unless a sign stands before it; if nothing follows, see below.
                _ if landings.is_empty() && origin.is_none() && !after_sign => origin = Some(place),
                (Some(_), _) if landings.len() < Move::MAX_JUMPS as usize => landings.push(place),
                (Some(_), _) => {
                    text.go_to(place.offset);
                    return Err(text.expected("the end: nobody can take more than 12 stones"));
                }
                (None, _) if place.file == FILE_F && !after_sign => {
                    finish_mark = Some((place.offset, 'F'));
                    break;
                }
                (None, _) => return Err(text.expected("a rank, 1 to 8")),
            }
        }
        if landings.is_empty() {
            // What was taken for the origin is all there is: it is the target.
            match origin.take() {
                Some(target) if target.rank.is_some() => landings.push(target),
                _ => return Err(text.expected("a rank, 1 to 8, or a square")),
            }
        }
        text.skip_spaces();
        let mark_offset = text.offset();
        let mark = text.eat_if(|c| matches!(c, 'v' | 'w' | 'z')).map(|c| (mark_offset, c.to_ascii_uppercase()));
        while text.skip_spaces() || text.eat_if(|c| matches!(c, '!' | '?' | '.' | '…' | '+' | '#' | ',')).is_some() {}
        text.finish("the end of the move")?;
        Ok(Self { stone, origin, landings, is_capture, mark: mark.or(finish_mark) })
    }

    /// The pattern with its origin taken for the first landing square: a colon has been forgotten before it.
    pub(super) fn without_origin(&self) -> Option<Self> {
        let first = self.origin.filter(|origin| origin.rank.is_some())?;
        let mut pattern = self.clone();
        pattern.origin = None;
        pattern.landings.insert(0, first);
        Some(pattern)
    }

    /// Returns whether the move begins where the text says, if it says so.
    pub(super) fn fits_origin(&self, mv: &Move) -> bool {
        self.origin.is_none_or(|origin| origin.fits(mv.from()))
    }

    /// Returns whether the text names the stone that moves, or none.
    pub(super) fn fits_stone(&self, position: &Position, mv: &Move) -> bool {
        let label = position.stone_at(mv.from()).map(|stone| stone.label);
        self.stone.is_none_or(|stone| label.is_some_and(|label| stone.fits(label)))
    }

    /// A capture may lack its colon, but a colon always means a capture.
    pub(super) fn fits_sign(&self, mv: &Move) -> bool {
        mv.is_capture() || !self.is_capture
    }

    /// A mark may be missing, but if there is one it must be right.
    pub(super) fn fits_mark(&self, position: &Position, mv: &Move) -> bool {
        self.mark.is_none_or(|(_, written)| match written {
            'F' => Position::far_rank(position.side()).contains(mv.to()),
            _ => mark(position, mv) == Some(written),
        })
    }

    /// Returns whether the text names the squares landed on, all of them and no others.
    pub(super) fn lands_exactly(&self, mv: &Move) -> bool {
        let mut landings = mv.landings();
        self.landings.iter().all(|place| landings.next().is_some_and(|square| place.fits(square)))
            && landings.next().is_none()
    }

    /// Returns whether the text names the last of the squares landed on, and perhaps some of the others in their order.
    pub(super) fn lands_in_passing(&self, mv: &Move) -> bool {
        let mut landings = mv.landings();
        self.landings.iter().all(|place| landings.any(|square| place.fits(square))) && landings.next().is_none()
    }
}

const FILE_F: u8 = 5;

/// Passes over `12.`, `12...` and `…`.
fn skip_move_number(text: &mut Scanner<'_>) {
    text.skip_spaces();
    let start = text.offset();
    while text.eat_if(|c| c.is_ascii_digit()).is_some() {}
    text.skip_spaces();
    let mut has_dot = false;
    while text.eat_if(|c| matches!(c, '.' | '…')).is_some() {
        has_dot = true;
        text.skip_spaces();
    }
    if !has_dot {
        text.go_to(start);
    }
}

fn read_stone(text: &mut Scanner<'_>) -> Result<Option<Named>, SyntaxError> {
    let offset = text.offset();
    let Some(state) = text.eat_if(|c| matches!(c, 'm' | 'v' | 'w')) else { return Ok(None) };
    let behind_state = text.offset();
    text.skip_spaces();
    let number = eat_number(text).and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
    if number.is_none() {
        text.go_to(behind_state);
    }
    if text.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Err(text.expected("a square"));
    }
    Ok(Some(Named { offset, state: state.to_ascii_uppercase(), number }))
}

fn read_place(text: &mut Scanner<'_>) -> Option<Place> {
    let offset = text.offset();
    let file = text.eat_if(|c| matches!(c, 'a'..='h'))? as u8 - b'a';
    let behind_file = text.offset();
    text.skip_spaces();
    let rank = text.eat_if(|c| matches!(c, '1'..='8')).map(|digit| digit as u8 - b'1');
    if rank.is_none() {
        text.go_to(behind_file);
    }
    Some(Place { offset, file, rank })
}
