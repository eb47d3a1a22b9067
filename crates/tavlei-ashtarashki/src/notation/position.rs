//! Positions as text.

use core::fmt::{self, Write};

use tavlei_game::text::{Scanner, SyntaxError, fold};
use tavlei_game::{Game, Side};
use tavlei_geometry::dark::Square;

use crate::{Label, Position, PositionBuilder, PositionError, Rules};

/// Writes the side to move, White's stones and Black's, each in the order of the squares.
pub(super) fn write(position: &Position, out: &mut impl Write) -> fmt::Result {
    write!(out, "{} ", position.side().letter())?;
    for (side, end) in [(Side::White, ";"), (Side::Black, "")] {
        let mut comma = "";
        for square in position.stones_of(side) {
            if let Some(stone) = position.stone_at(square) {
                write!(out, "{comma}{}{square}", stone.label)?;
                comma = ",";
            }
        }
        out.write_str(end)?;
    }
    Ok(())
}

/// Reads a position that is played under these rules.
pub(super) fn read(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let mut text = Scanner::new(text);
    text.skip_spaces();
    if eat_word(&mut text, "start") {
        text.finish("the end after ‘start’")?;
        return Ok(Position::start(rules));
    }
    // A bullet.
    let _ = text.eat_if(|c| matches!(c, '-' | '*' | '•')).is_some() && text.skip_spaces();
    let mut lists = Lists { text, turn: None, turn_is_said: false, owner: None, label: None };
    lists.read_turn()?;
    let mut builder = Position::builder(lists.turn.unwrap_or(Side::White), rules);
    while lists.read_next(&mut builder)? {}
    builder.turn(lists.turn.unwrap_or(Side::White)).build().map_err(PositionError::Whole)
}

/// Both sides' stones, being read.
struct Lists<'a> {
    text: Scanner<'a>,
    /// The side to move.
    turn: Option<Side>,
    /// Whether the text began with the side to move; then a semicolon stands between the lists unless they have headings.
    turn_is_said: bool,
    /// The side whose stones are being read, and whether a heading or a semicolon has named it.
    owner: Option<(Side, Division)>,
    /// The label that the next square has, and whether a square has had it.
    label: Option<(Label, bool)>,
}

/// The mark that divides White's stones from Black's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    Semicolon,
    Heading,
}

impl Lists<'_> {
    /// Reads the side to move, which may be left out before a heading.
    fn read_turn(&mut self) -> Result<(), SyntaxError> {
        if self.eat_phrase() {
            return Ok(());
        }
        let start = self.text.offset();
        let Some(side) = self.eat_side() else {
            return Err(self.text.expected("the side to move, w or b"));
        };
        if self.is_heading_since(start) {
            self.text.go_to(start);
            return Ok(());
        }
        if !self.text.is_at_end() && !self.text.skip_spaces() {
            self.text.go_to(start);
            return Err(self.text.expected("the side to move, w or b, and a space"));
        }
        self.turn = Some(side);
        self.turn_is_said = true;
        Ok(())
    }

    /// Reads a heading, a label or a square, with the punctuation before it; `false` at the end.
    #[expect(clippy::arithmetic_side_effects, reason = "files and ranks are below 8")]
    fn read_next(&mut self, builder: &mut PositionBuilder) -> Result<bool, PositionError> {
        self.read_punctuation()?;
        if self.text.is_at_end() {
            self.square_is_due()?;
            match self.owner {
                Some((_, Division::Heading) | (Side::Black, _)) => return Ok(false),
                _ => return Err(self.text.expected("‘;’ between White’s stones and Black’s").into()),
            }
        }
        if self.eat_phrase() || self.eat_heading()? {
            return Ok(true);
        }
        if let Some(label) = self.eat_label()? {
            self.square_is_due()?;
            self.label = Some((label, false));
            let _ = eat_dash(&mut self.text);
            return Ok(true);
        }
        let Some((label, _)) = self.label else {
            return Err(self.text.expected("a label: M1, M2, M3, V1, V2, V3, W or F").into());
        };
        let offset = self.text.offset();
        let (file, rank) = self.text.square()?;
        let square = Square::at(file, rank).ok_or(PositionError::LightSquare {
            offset,
            file: (b'a' + file) as char,
            rank: (b'1' + rank) as char,
        })?;
        let (owner, _) = *self.owner.get_or_insert((Side::White, Division::Semicolon));
        builder.add(owner, label, square).map_err(|reason| PositionError::Stone { offset, reason })?;
        self.label = Some((label, true));
        Ok(true)
    }

    /// Reads white space, commas, full stops and semicolons, of which one stands between the lists without headings.
    fn read_punctuation(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.text.skip_spaces();
            match self.text.peek() {
                Some(',' | '.') => self.square_is_due()?,
                Some(';') => {
                    self.square_is_due()?;
                    self.label = None;
                    match &mut self.owner {
                        Some((_, Division::Heading)) => {}
                        Some((Side::Black, Division::Semicolon)) => {
                            return Err(self
                                .text
                                .expected("Black’s stones to the end: White’s ended at the first ‘;’"));
                        }
                        owner => *owner = Some((Side::Black, Division::Semicolon)),
                    }
                }
                _ => return Ok(()),
            }
            self.text.next();
        }
    }

    /// Makes sure that the last label has got a square.
    fn square_is_due(&self) -> Result<(), SyntaxError> {
        match self.label {
            Some((_, false)) => Err(self.text.expected("a square")),
            _ => Ok(()),
        }
    }

    /// Reads `White:`, `Чёрные –` and the like.
    fn eat_heading(&mut self) -> Result<bool, SyntaxError> {
        let start = self.text.clone();
        let Some(side) = self.eat_side() else { return Ok(false) };
        if !self.is_heading_since(start.offset()) {
            self.text = start;
            return Ok(false);
        }
        self.text.skip_spaces();
        self.text.next();
        self.square_is_due()?;
        if let Some((_, Division::Semicolon)) = self.owner {
            return Err(start.expected("no heading within a list that has begun without one"));
        }
        self.owner = Some((side, Division::Heading));
        self.label = None;
        Ok(true)
    }

    /// Reads who is to move as a phrase: `Black to move`, `Ход чёрных`.
    fn eat_phrase(&mut self) -> bool {
        let start = self.text.offset();
        let side = if eat_word(&mut self.text, "ход") {
            self.text.skip_spaces();
            self.eat_side()
        } else {
            let side = self.eat_side();
            side.filter(|_| self.eat_words(&["to", "move"]) || self.eat_words(&["начинают"]))
        };
        if side.is_some() {
            self.skip_task();
        }
        match side {
            Some(_) if !self.turn_is_said => self.turn = side,
            Some(_) => {}
            None => self.text.go_to(start),
        }
        side.is_some()
    }

    /// Passes over what a side that is to move shall reach: `and win`, `и выигрывают`, to the end of the sentence.
    fn skip_task(&mut self) {
        if self.eat_words(&["and"]) || self.eat_words(&["и"]) {
            while self.text.eat_if(|c| !matches!(c, '.' | ';' | ':')).is_some() {}
        }
    }

    /// Reads these words if all of them follow.
    fn eat_words(&mut self, words: &[&str]) -> bool {
        let start = self.text.offset();
        let follow = words.iter().all(|expected| {
            self.text.skip_spaces();
            eat_word(&mut self.text, expected)
        });
        if !follow {
            self.text.go_to(start);
        }
        follow
    }

    /// Reads the name of a side.
    fn eat_side(&mut self) -> Option<Side> {
        const NAMES: [(&str, Side); 10] = [
            ("w", Side::White),
            ("white", Side::White),
            ("б", Side::White),
            ("белые", Side::White),
            ("белых", Side::White),
            ("b", Side::Black),
            ("black", Side::Black),
            ("ч", Side::Black),
            ("чёрные", Side::Black),
            ("чёрных", Side::Black),
        ];
        let text = &mut self.text;
        NAMES.into_iter().find(|(name, _)| eat_word(text, name)).map(|(_, side)| side)
    }

    /// Returns whether the name of a side that began there is a heading: a colon follows, or a dash behind a whole word, for
    /// `W – a3` is a stone.
    fn is_heading_since(&self, start: usize) -> bool {
        let is_word = self.text.whole().get(start..self.text.offset()).is_some_and(|name| name.chars().count() > 1);
        let mut ahead = self.text.clone();
        ahead.skip_spaces();
        ahead.eat(':') || is_word && ahead.eat('-')
    }

    /// Returns whether the square of a label that has just been read follows at once or behind a dash.
    fn at_square_of_label(&self) -> bool {
        let mut ahead = self.text.clone();
        if ahead.clone().square().is_ok() {
            return true;
        }
        let is_dash = eat_dash(&mut ahead);
        ahead.skip_spaces();
        is_dash && ahead.square().is_ok()
    }

    /// Reads a label, unless a square stands here: `f4` is one, but in `F2b8` and `F2 – b8` the number of the stone is
    /// given.
    fn eat_label(&mut self) -> Result<Option<Label>, SyntaxError> {
        let start = self.text.offset();
        let Some(state) = self.text.eat_if(|c| matches!(c, 'm' | 'v' | 'w' | 'f')) else { return Ok(None) };
        let number = eat_number(&mut self.text);
        let is_square =
            self.text.peek().is_some_and(|c| c.is_ascii_digit()) || number.is_some() && !self.at_square_of_label();
        if state == 'f' && is_square {
            self.text.go_to(start);
            return Ok(None);
        }
        let number = number.filter(|_| state != 'f');
        let expected = "the number of the stone, 1 to 3";
        Label::from_chars(state, number).map(Some).ok_or_else(|| self.text.expected(expected))
    }
}

/// Reads what stands between a label and its squares, with the white space before it.
fn eat_dash(text: &mut Scanner<'_>) -> bool {
    text.skip_spaces();
    text.eat_if(|c| matches!(c, '-' | ':' | '=')).is_some()
}

/// Reads the number of a stone; the letter `З` is taken for the 3 that it looks like.
pub(super) fn eat_number(text: &mut Scanner<'_>) -> Option<char> {
    text.eat_if(|c| matches!(c, '1'..='3'))
}

/// Reads a whole word of letters if it is this one, in small or capital letters, with look-alikes for any of them.
#[expect(clippy::arithmetic_side_effects, clippy::string_slice, reason = "a place in the text, the end of a character")]
fn eat_word(text: &mut Scanner<'_>, expected: &str) -> bool {
    let rest = text.rest();
    let len = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let fast_path = rest[..len].chars().flat_map(char::to_lowercase).map(fold);
    let is_expected = len > 0 && fast_path.eq(expected.chars().map(fold));
    if is_expected {
        text.go_to(text.offset() + len);
    }
    is_expected
}
