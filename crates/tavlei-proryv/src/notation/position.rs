//! Reading and writing positions.

use core::fmt::{self, Write};

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, Side};
use tavlei_geometry::rect::{Bitboard, Board};

use super::{PASSES, eat_word, lower, scan_square};
use crate::{Position, PositionError, Rules};

/// Reads a position under these rules.
pub(super) fn read(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let mut text = Scanner::new(text);
    text.skip_spaces();
    if eat_word(&mut text, &["start", "stapt"]) {
        text.finish("nothing after ‘start’")?;
        return Ok(Position::start(rules));
    }
    let recorder = read_recorder(&mut text)?;
    let white = read_men(&mut text, rules.board(), Bitboard::EMPTY)?;
    let is_divided = text.eat(';') || text.eat('/') || text.eat('|');
    if !eat_black_heading(&mut text) && !is_divided {
        return Err(text.expected("a square, or a semicolon between White’s men and Black’s").into());
    }
    let black = read_men(&mut text, rules.board(), white)?;
    let both_passed = read_passes(&mut text)?;
    text.finish("a square, or nothing more")?;
    let position = Position::builder(recorder, rules).men(Side::White, white).men(Side::Black, black).build()?;
    Ok(position.with_both_passed(both_passed))
}

/// Writes the recorder, White's men, Black's men, and `;--` if both sides have just passed.
pub(super) fn write(position: &Position, out: &mut impl Write) -> fmt::Result {
    out.write_char(position.recorder().letter())?;
    for (side, before) in [(Side::White, ' '), (Side::Black, ';')] {
        out.write_char(before)?;
        for (i, square) in position.men_of(side).iter().enumerate() {
            write!(out, "{}{square}", if i == 0 { "" } else { "," })?;
        }
    }
    out.write_str(if position.both_passed() { ";--" } else { "" })
}

/// The names of the sides, as [folding](tavlei_game::text::fold) leaves it.
const WORDS: [(Side, &[&str]); 2] = [(Side::White, &["white", "бeлыe"]), (Side::Black, &["black", "чepныe", "чephыe"])];

/// Reads `Black:` or `Чёрные:` before the men of that side.
fn eat_black_heading(text: &mut Scanner<'_>) -> bool {
    let start = text.offset();
    text.skip_spaces();
    let is_heading = WORDS.into_iter().any(|(side, words)| side == Side::Black && eat_word(text, words));
    if is_heading {
        text.skip_spaces();
        if !text.eat(':') {
            eat_dash_before_square(text);
        }
    } else {
        text.go_to(start);
    }
    is_heading
}

/// Reads the dash behind a heading; one without a square behind it stands for nobody.
fn eat_dash_before_square(text: &mut Scanner<'_>) {
    let mut ahead = text.clone();
    if ahead.eat('-') {
        ahead.skip_spaces();
        if ahead.square().is_ok() {
            text.eat('-');
        }
    }
}

/// Reads the letter or the word for the side that records.
fn read_recorder(text: &mut Scanner<'_>) -> Result<Side, SyntaxError> {
    const LETTERS: [(Side, [char; 2]); 2] = [(Side::White, ['w', 'б']), (Side::Black, ['b', 'ч'])];
    const EXPECTED: &str = "w or b, for the side that records in this turn (P-2)";

    let start = text.offset();
    let word = WORDS.into_iter().find(|(_, words)| eat_word(text, words)).map(|(side, _)| side);
    let side = word.or_else(|| {
        let letter = text.peek().map(lower)?;
        let side = LETTERS.into_iter().find(|(_, letters)| letters.contains(&letter)).map(|(side, _)| side)?;
        text.next();
        Some(side)
    });
    let Some(side) = side else { return Err(text.expected(EXPECTED)) };
    if matches!(text.peek(), Some('0'..='9')) {
        // It was the file of a square.
        text.go_to(start);
        return Err(text.expected(EXPECTED));
    }
    text.skip_spaces();
    if !text.eat(':') && word.is_some() {
        eat_dash_before_square(text);
    }
    Ok(side)
}

/// Reads the men of one side, none of which may stand on a square of the other's.
fn read_men(text: &mut Scanner<'_>, board: Board, others: Bitboard) -> Result<Bitboard, PositionError> {
    let mut men = Bitboard::EMPTY;
    loop {
        while text.skip_spaces() || text.eat(',') || text.eat('.') {}
        // A dash or two stand for nobody.
        if men.is_empty() && text.eat('-') {
            text.eat('-');
            text.skip_spaces();
            return Ok(men);
        }
        if matches!(text.peek(), None | Some(';' | '/' | '|')) || eat_black_heading(&mut text.clone()) {
            return Ok(men);
        }
        let offset = text.offset();
        let square = scan_square(text)?;
        if !board.contains(square) {
            return Err(PositionError::OffBoard { offset: Some(offset), square, board });
        }
        if men.contains(square) {
            return Err(PositionError::Twice { offset, square });
        }
        if others.contains(square) {
            return Err(PositionError::BothSides { offset: Some(offset), square });
        }
        men.insert(square);
    }
}

/// Reads the third list if there is one: a pass, or one of each side.
fn read_passes(text: &mut Scanner<'_>) -> Result<bool, SyntaxError> {
    text.skip_spaces();
    if !(text.eat(';') || text.eat('/') || text.eat('|')) {
        return Ok(false);
    }
    let mut both_passed = false;
    loop {
        while text.skip_spaces() || text.eat(',') {}
        if both_passed && text.is_at_end() {
            return Ok(true);
        }
        if !(text.eat('-') || eat_word(text, PASSES)) {
            return Err(text.expected("-- if both sides have just passed (P-8), or nothing more"));
        }
        both_passed = true;
    }
}
