//! Reading choices and turns.

mod fast_path;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, MoveError, Side, Simultaneous};

use super::{PASSES, eat_word, scan_square};
use crate::{Choice, ChoiceError, Position, Turn};

/// Reads a turn of this position.
pub(super) fn read(position: &Position, text: &str) -> Result<Turn, MoveError> {
    match fast_path::read(position, text.as_bytes()) {
        Some(turn) => Ok(turn),
        None => read_generally(position, text),
    }
}

/// Reads a choice of this side, which is the whole text.
pub(super) fn read_choice(position: &Position, side: Side, text: &str) -> Result<Choice, MoveError> {
    let mut text = Scanner::new(text);
    skip_number(&mut text);
    let choice = position.read_next_choice(side, &mut text)?;
    finish_choice(choice, text)?;
    Ok(choice)
}

/// Reads the form of a choice, whether or not it is legal anywhere; see [`read_choice`](tavlei_game::ChoiceNotation::read_choice)
/// for what is accepted.
impl FromStr for Choice {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        skip_number(&mut text);
        text.skip_spaces();
        let choice = scan_choice(&mut text)?;
        finish_choice(choice, text)?;
        Ok(choice)
    }
}

/// Reads a turn, however it is written.
fn read_generally(position: &Position, text: &str) -> Result<Turn, MoveError> {
    let mut text = Scanner::new(text);
    skip_number(&mut text);
    let white = position.read_next_choice(Side::White, &mut text)?;
    skip_separators(&mut text);
    if text.is_at_end() {
        return Err(text.expected("Black’s choice after White’s").into());
    }
    let black = position.read_next_choice(Side::Black, &mut text)?;
    skip_dots(&mut text);
    text.finish("nothing after White’s choice and Black’s")?;
    Ok(Turn { white, black })
}

impl Position {
    /// Reads a side's choice at this place of a text, marks behind it included.
    fn read_next_choice(&self, side: Side, text: &mut Scanner<'_>) -> Result<Choice, MoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::GameOver { outcome: outcome.to_string() });
        }
        text.skip_spaces();
        let offset = text.offset();
        let choice = scan_choice(text)?;
        skip_marks(text);
        match self.check_choice(side, choice) {
            Ok(()) => Ok(choice),
            Err(error) => Err(self.diagnose(side, choice, offset, error)),
        }
    }

    /// The error for a choice that is not legal, with the legal ones that may have been meant.
    fn diagnose(&self, side: Side, choice: Choice, offset: usize, error: ChoiceError) -> MoveError {
        let (Choice::Step { from, to }, legal) = (choice, self.choices(side)) else {
            let meant = self.choices(side).iter().map(Choice::to_string).collect();
            return MoveError::Illegal { offset, reason: reason(error), meant };
        };
        // The step said backwards; else the other steps of that man; else the other steps to that square.
        let backwards = |choice: &Choice| *choice == Choice::Step { from: to, to: from };
        let same_man = |choice: &Choice| matches!(choice, Choice::Step { from: left, .. } if *left == from);
        let same_target = |choice: &Choice| matches!(choice, Choice::Step { to: entered, .. } if *entered == to);
        let tests: [&dyn Fn(&Choice) -> bool; 3] = [&backwards, &same_man, &same_target];
        let meant = tests
            .iter()
            .map(|test| legal.iter().filter(|choice| test(choice)).map(Choice::to_string).collect::<Vec<String>>())
            .find(|meant| !meant.is_empty())
            .unwrap_or_default();
        MoveError::Illegal { offset, reason: reason(error), meant }
    }
}

fn reason(error: ChoiceError) -> Cow<'static, str> {
    Cow::Owned(format!("{error}"))
}

/// Reads the form of a choice, whether or not it is legal.
#[expect(clippy::arithmetic_side_effects, reason = "two signs at most")]
pub(crate) fn scan_choice(text: &mut Scanner<'_>) -> Result<Choice, SyntaxError> {
    if text.eat('-') {
        text.eat('-');
        return Ok(Choice::Pass);
    }
    if eat_word(text, PASSES) {
        return Ok(Choice::Pass);
    }
    if !matches!(text.peek(), Some('a'..='h')) {
        return Err(text.expected("a step such as b2-c3, or -- for a pass"));
    }
    let from = scan_square(text)?;
    text.skip_spaces();
    // A second sign is a slip of the hand, as in `b2--c3`.
    let mut signs = 0;
    while signs < 2 && text.eat_if(|c| matches!(c, '-' | ':' | 'x' | '*' | '>' | '→')).is_some() {
        signs += 1;
    }
    text.skip_spaces();
    if !matches!(text.peek(), Some('a'..='h')) {
        return Err(text.expected("the square that the man steps to"));
    }
    let to = scan_square(text)?;
    Ok(Choice::Step { from, to })
}

/// Makes sure that nothing follows a choice that is the whole text; a pass may have more dashes than two.
fn finish_choice(choice: Choice, mut text: Scanner<'_>) -> Result<(), SyntaxError> {
    if choice.is_pass() {
        while text.skip_spaces() || text.eat('-') {}
    }
    skip_marks(&mut text);
    skip_dots(&mut text);
    text.finish("nothing after the choice")
}

/// Skips what annotators write behind a move.
fn skip_marks(text: &mut Scanner<'_>) {
    while text.skip_spaces() || text.eat_if(|c| matches!(c, '!' | '?')).is_some() {}
}

/// Skips a full stop, or the dots of someone who breaks off.
fn skip_dots(text: &mut Scanner<'_>) {
    while text.skip_spaces() || text.eat_if(|c| matches!(c, '.' | '…')).is_some() {}
}

/// Skips a move number, if there is one: digits and dots, as `1.` or `12...`.
fn skip_number(text: &mut Scanner<'_>) {
    text.skip_spaces();
    while text.eat_if(|c| c.is_ascii_digit() || matches!(c, '.' | '…' | ')')).is_some() {}
}

/// Skips what may stand between the two choices of a turn.
fn skip_separators(text: &mut Scanner<'_>) {
    while text.skip_spaces() || text.eat_if(|c| matches!(c, ',' | ';' | '|' | '/' | '…' | '.')).is_some() {}
}
