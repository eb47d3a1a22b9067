//! Positions of plain men and kings as draughts programs write them, in PDN's FEN: `W:Wc3,Kd4:Bf6` or `W:W22,K18:B11`,
//! with move counters or without, `W:Wa1:Bg7:H0:F1`.

use core::ops::RangeInclusive;

use smallvec::SmallVec;
use tavlei_game::Side;
use tavlei_game::text::Scanner;

use super::moves::numbered;
use super::position::read_square;
use crate::PlaceInText;
use crate::{Piece, Position, PositionError, Rules, Tower};

/// Returns whether a text may be FEN: a list behind a colon and the letter of its side, and no sign that only towers have.
pub(super) fn may_be_fen(text: &str) -> bool {
    let mut text = Scanner::new(text);
    while text.skip_spaces() || text.eat('"') {}
    let begins = eat_side(&mut text).is_some() && eat_colon(&mut text) && eat_section(&mut text).is_some();
    begins && !text.rest().contains([';', '=', '/'])
}

/// Reads `side:side list:side list`, and among the lists or behind them the counters `H` and `F`, in any order. A list has
/// squares or their numbers, and ranges of these, separated by commas, each with a `K` before it for a king.
///
/// The counters must be numbers, but a position has none of them.
pub(super) fn read(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let mut text = Scanner::new(text);
    while text.skip_spaces() || text.eat('"') {}
    let side_to_move = eat_side(&mut text).ok_or_else(|| text.expected("the side to move, W or B"))?;
    let mut position = Position::empty(side_to_move, rules);
    let mut seen: SmallVec<[Section; 4]> = SmallVec::new();
    let has_lists = |seen: &[Section]| Side::BOTH.iter().all(|side| seen.contains(&Section::Men(*side)));
    loop {
        let before_colon = text.offset();
        if !eat_colon(&mut text) {
            break;
        }
        text.skip_spaces();
        let before = text.offset();
        let Some(section) = eat_section(&mut text).filter(|section| !seen.contains(section)) else {
            if has_lists(&seen) {
                text.go_to(before_colon);
                break;
            }
            text.go_to(before);
            return Err(text.expected("W and White’s men, or B and Black’s, each once").into());
        };
        seen.push(section);
        match section {
            Section::Men(side) => read_list(&mut text, side, &mut position)?,
            Section::PliesSinceProgress => {
                read_counter(&mut text, 0..=MAX_COUNT, "plies without progress, 0 to 65535")?;
            }
            Section::MoveNumber => read_counter(&mut text, 1..=MAX_COUNT, "the number of the move, 1 to 65535")?,
        }
    }
    if !has_lists(&seen) {
        return Err(text.expected("a comma and a square, or a colon and the other side’s men").into());
    }
    while text.skip_spaces() || text.eat('.') || text.eat('"') {}
    text.finish("the end")?;
    Ok(position)
}

/// The text after a colon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Men(Side),
    PliesSinceProgress,
    MoveNumber,
}

fn eat_section(text: &mut Scanner<'_>) -> Option<Section> {
    if let Some(side) = eat_side(text) {
        return Some(Section::Men(side));
    }
    text.eat_if(|c| matches!(c, 'h' | 'f'))
        .map(|c| if c == 'h' { Section::PliesSinceProgress } else { Section::MoveNumber })
}

/// No game counts further.
const MAX_COUNT: u32 = 65_535;

/// Makes sure that a counter stands here.
fn read_counter(
    text: &mut Scanner<'_>,
    range: RangeInclusive<u32>,
    expected: &'static str,
) -> Result<(), PositionError> {
    text.skip_spaces();
    let start = text.offset();
    while text.eat_if(|c| c.is_ascii_digit()).is_some() {}
    let digits = text.whole().get(start..text.offset()).unwrap_or_default();
    if digits.parse().is_ok_and(|count| range.contains(&count)) {
        text.skip_spaces();
        return Ok(());
    }
    text.go_to(start);
    Err(text.expected(expected).into())
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
                put(position, side, is_king, PlaceInText { offset: Some(offset), square })?;
            }
        } else {
            put(position, side, is_king, PlaceInText { offset: Some(offset), square: read_square(text)? })?;
        }
        text.skip_spaces();
        if !text.eat(',') {
            return Ok(());
        }
    }
}

fn put(position: &mut Position, side: Side, is_king: bool, at: PlaceInText) -> Result<(), PositionError> {
    let piece = if is_king { Piece::king(side) } else { Piece::man(side) };
    let tower = Tower::from_pieces([piece]).map_err(|reason| PositionError::Tower { at, reason })?;
    position.place(tower, at)
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
