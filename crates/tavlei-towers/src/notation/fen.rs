//! Positions of plain men and kings as draughts programs write them, in PDN's FEN: `W:Wc3,Kd4:Bf6` or `W:W22,K18:B11`.

use tavlei_game::Side;
use tavlei_game::text::Scanner;

use super::moves::numbered;
use super::position::read_square;
use crate::position::Place;
use crate::{Piece, Position, PositionError, Rules, Tower};

/// Whether a text may be FEN: a list behind a colon and the letter of its side, and no sign that only towers have.
pub(super) fn may_be_fen(text: &str) -> bool {
    let mut text = Scanner::new(text);
    while text.skip_spaces() || text.eat('"') {}
    let begins = eat_side(&mut text).is_some() && eat_colon(&mut text) && eat_side(&mut text).is_some();
    begins && !text.rest().contains([';', '=', '/'])
}

/// Reads `side:side list:side list`. A list has squares or their numbers, and ranges of these, separated by commas, each
/// with a `K` before it for a king.
pub(super) fn read(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let mut text = Scanner::new(text);
    while text.skip_spaces() || text.eat('"') {}
    let side_to_move = eat_side(&mut text).ok_or_else(|| text.expected("the side to move, W or B"))?;
    let mut position = Position::empty(side_to_move, rules);
    let mut first = None;
    for _ in Side::BOTH {
        if !eat_colon(&mut text) {
            return Err(text.expected("a comma and a square, or a colon and the other side’s men").into());
        }
        let before = text.offset();
        let side = eat_side(&mut text).filter(|side| first != Some(*side));
        let Some(side) = side else {
            text.go_to(before);
            return Err(text.expected("W and White’s men, or B and Black’s, each once").into());
        };
        first = Some(side);
        read_list(&mut text, side, &mut position)?;
    }
    while text.skip_spaces() || text.eat('.') || text.eat('"') {}
    text.finish("the end")?;
    Ok(position)
}

fn read_list(text: &mut Scanner<'_>, side: Side, position: &mut Position) -> Result<(), PositionError> {
    text.skip_spaces();
    if matches!(text.peek(), None | Some(':' | '.' | '"')) {
        return Ok(());
    }
    loop {
        text.skip_spaces();
        let is_king = text.eat('k');
        text.skip_spaces();
        let offset = text.offset();
        if text.peek().is_some_and(|c| c.is_ascii_digit()) {
            let from = read_number(text)?;
            let to = if text.eat('-') { read_number(text)? } else { from };
            if to < from {
                return Err(text.expected("a range from the smaller number to the greater").into());
            }
            for square in (from..=to).filter_map(numbered) {
                put(position, side, is_king, Place { offset: Some(offset), square })?;
            }
        } else {
            put(position, side, is_king, Place { offset: Some(offset), square: read_square(text)? })?;
        }
        text.skip_spaces();
        if !text.eat(',') {
            return Ok(());
        }
    }
}

fn put(position: &mut Position, side: Side, is_king: bool, at: Place) -> Result<(), PositionError> {
    let piece = if is_king { Piece::king(side) } else { Piece::man(side) };
    let tower = Tower::from_pieces([piece]).map_err(|reason| PositionError::Tower { at, reason })?;
    position.place(side, tower, at)
}

/// Reads the number of a square, as draughts programs count them.
#[expect(clippy::arithmetic_side_effects, reason = "a digit less the first of the range that it was matched with")]
fn read_number(text: &mut Scanner<'_>) -> Result<u8, PositionError> {
    let start = text.offset();
    let mut number = 0u8;
    while let Some(digit) = text.eat_if(|c| c.is_ascii_digit()) {
        number = number.saturating_mul(10).saturating_add(digit as u8 - b'0');
    }
    if numbered(number).is_none() {
        text.go_to(start);
        return Err(text.expected("the number of a square, 1 to 32").into());
    }
    Ok(number)
}

fn eat_side(text: &mut Scanner<'_>) -> Option<Side> {
    text.skip_spaces();
    match text.eat_if(|c| matches!(c, 'w' | 'b'))? {
        'w' => Some(Side::White),
        _ => Some(Side::Black),
    }
}

fn eat_colon(text: &mut Scanner<'_>) -> bool {
    text.skip_spaces();
    text.eat(':')
}
