//! Positions, choices and turns as text: written one way, read as people really write them.

mod fast_path;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};
use core::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{ChoiceNotation, Game, Grid, MoveError, Notation, Side, Simultaneous};
use tavlei_geometry::rect::{Bitboard, Board, Square};

use crate::{Choice, ChoiceError, Position, Rules, Turn};

/// Positions as `w a1,b1;b4,c4` (the recorder, White's men, Black's men), with `;--` behind if both sides have just passed,
/// turns as `b2-c3 --`: White's choice, then Black's.
impl Notation for Position {
    const NAME: &'static str = "proryv";

    /// White's choice and Black's.
    const MOVE_WORDS: usize = 2;

    type PositionError = PositionError;

    /// Reads a position.
    ///
    /// The recorder may also be written in words, English or Russian, and Black's men may have a heading, `Чёрные:`; the
    /// squares in any order, with any of the usual separators or none. A man on its own goal rank is accepted: the game is
    /// over then (P-6, P-10). So it is with a third list, `;--` or `;pass`: both sides have just passed (P-8).
    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let mut text = Scanner::new(text);
        text.skip_spaces();
        if eat_word(&mut text, &["start", "stapt"]) {
            text.finish("nothing after ‘start’")?;
            return Ok(Self::start(rules));
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
        Ok(Self::new(rules, recorder, white, black)?.with_both_passed(both_passed))
    }

    fn write_move(&self, turn: &Turn, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {}", turn.white, turn.black)
    }

    /// Reads a turn, White's choice first. A move number before it is skipped.
    fn read_move(&self, text: &str) -> Result<Turn, MoveError> {
        match fast_path::read(self, text.as_bytes()) {
            Some(turn) => Ok(turn),
            None => read_generally(self, text),
        }
    }

    /// The board from White's side, `w` and `b` for the men.
    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        let board = self.board();
        let cell = |file, rank| {
            let square = Square::at(file, rank);
            let man =
                Side::BOTH.into_iter().find(|&side| square.is_some_and(|square| self.men_of(side).contains(square)));
            man.map_or('.', Side::letter).to_string()
        };
        Grid { files: board.files(), ranks: board.ranks(), width: 1 }.write(cell, &[], out)
    }
}

impl ChoiceNotation for Position {
    fn write_choice(&self, _side: Side, choice: &Choice, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{choice}")
    }

    /// Reads a choice: `b2-c3` with any dash, a capture sign, a space or nothing between the squares, or a pass: `--`,
    /// a single dash of any kind, `pass`, `пас`, `пропуск`. A move number before it is skipped.
    fn read_choice(&self, side: Side, text: &str) -> Result<Choice, MoveError> {
        let mut text = Scanner::new(text);
        skip_number(&mut text);
        let choice = self.read_next_choice(side, &mut text)?;
        finish_choice(choice, text)?;
        Ok(choice)
    }
}

/// `w a1,b1;b4,c4`: the recorder, White's men, Black's men, and `;--` if both have just passed. The rules are not part of
/// it.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.recorder().letter())?;
        for (side, before) in [(Side::White, ' '), (Side::Black, ';')] {
            f.write_char(before)?;
            for (i, square) in self.men_of(side).iter().enumerate() {
                write!(f, "{}{square}", if i == 0 { "" } else { "," })?;
            }
        }
        f.write_str(if self.both_passed() { ";--" } else { "" })
    }
}

/// Reads a position under the default rules; see [`read_position`](Notation::read_position) for others.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read_position(text, &Rules::default())
    }
}

/// Reads the form of a choice, whether or not it is legal anywhere; see [`read_choice`](ChoiceNotation::read_choice)
/// for what is accepted.
impl FromStr for Choice {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        text.skip_spaces();
        let choice = scan_choice(&mut text)?;
        finish_choice(choice, text)?;
        Ok(choice)
    }
}

/// Why a position is refused. Offsets are in bytes from the start of the text; a position that was not read from a text
/// has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The text does not have the form of a position.
    Syntax(SyntaxError),
    /// A man stands off the board.
    OffBoard {
        /// Where the square stands.
        offset: Option<usize>,
        /// The square.
        square: Square,
        /// The board.
        board: Board,
    },
    /// A side is given two men on one square.
    Twice {
        /// Where the square stands the second time.
        offset: usize,
        /// The square.
        square: Square,
    },
    /// A square is given to both sides.
    BothSides {
        /// Where the square stands the second time.
        offset: Option<usize>,
        /// The square.
        square: Square,
    },
}

impl PositionError {
    /// The place in the text that the error is about, in bytes; `None` for a position that was not read from one.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            Self::Syntax(error) => Some(error.offset),
            Self::Twice { offset, .. } => Some(*offset),
            Self::OffBoard { offset, .. } | Self::BothSides { offset, .. } => *offset,
        }
    }
}

impl From<SyntaxError> for PositionError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl core::error::Error for PositionError {}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(offset), false) = (self.offset(), matches!(self, Self::Syntax(_))) {
            write!(f, "byte {offset}: ")?;
        }
        match self {
            Self::Syntax(error) => Display::fmt(error, f),
            Self::OffBoard { square, board, .. } => {
                write!(f, "{square} is off the board of {} files and {} ranks", board.files(), board.ranks())
            }
            Self::Twice { square, .. } => write!(f, "{square} is given twice"),
            Self::BothSides { square, .. } => write!(f, "{square} is given to both sides"),
        }
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

/// The words for a pass, as [folding](tavlei_game::text::fold) leaves it: `pass`, `пас`, `пропуск`, `прочерк`.
const PASSES: &[&str] = &["pass", "пac", "пpoпycк", "пpoпyck", "пpoчepк", "пpoчepk"];

fn scan_square(text: &mut Scanner<'_>) -> Result<Square, SyntaxError> {
    let (file, rank) = text.square()?;
    // A file and a rank are below 8 each.
    Square::at(file, rank).ok_or_else(|| text.expected("a square"))
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

/// Reads one of the words if it stands here, in any of the spellings that fold to it.
fn eat_word(text: &mut Scanner<'_>, words: &[&str]) -> bool {
    let start = text.offset();
    for word in words {
        if word.chars().all(|c| text.eat_if(|found| lower(found) == lower(c)).is_some()) {
            return true;
        }
        text.go_to(start);
    }
    false
}

/// A folded character in lower case, Cyrillic ones without a Latin look-alike too.
#[expect(clippy::arithmetic_side_effects, reason = "the small letters stand 32 behind the capital ones")]
fn lower(c: char) -> char {
    match tavlei_game::text::fold(c) {
        'А'..='Я' => char::from_u32(c as u32 + 0x20).unwrap_or(c),
        folded => folded,
    }
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
