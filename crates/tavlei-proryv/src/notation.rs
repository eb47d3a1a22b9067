//! Positions, choices and turns as text: written one way, read as people really write them.

mod moves;
mod position;

use alloc::string::ToString;
use core::fmt::{self, Display, Write};
use core::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{ChoiceNotation, Grid, MoveError, Notation, Side};
use tavlei_geometry::rect::Square;

use crate::{Choice, Position, PositionError, Rules, Turn};

#[cfg(feature = "commitment")]
pub(crate) use moves::scan_choice;

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
        position::read(text, rules)
    }

    fn write_move(&self, turn: &Turn, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {}", turn.white, turn.black)
    }

    /// Reads a turn, White's choice first. A move number before it is skipped.
    fn read_move(&self, text: &str) -> Result<Turn, MoveError> {
        moves::read(self, text)
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
        moves::read_choice(self, side, text)
    }
}

/// `w a1,b1;b4,c4`: the recorder, White's men, Black's men, and `;--` if both have just passed. The rules are not part of
/// it.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position::write(self, f)
    }
}

/// Reads a position under the default rules; see [`read_position`](Notation::read_position) for others.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read_position(text, &Rules::default())
    }
}

/// The words for a pass, as [folding](tavlei_game::text::fold) leaves it: `pass`, `пас`, `пропуск`, `прочерк`.
const PASSES: &[&str] = &["pass", "пac", "пpoпycк", "пpoпyck", "пpoчepк", "пpoчepk"];

fn scan_square(text: &mut Scanner<'_>) -> Result<Square, SyntaxError> {
    let (file, rank) = text.square()?;
    // A file and a rank are below 8 each.
    Square::at(file, rank).ok_or_else(|| text.expected("a square"))
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
