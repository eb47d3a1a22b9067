//! Positions and moves as text.

mod diagram;
mod moves;
mod position;

use core::fmt::{self, Write};
use core::str::FromStr;

use tavlei_game::{Form, Game, MoveError, Notation};

use crate::{Label, Move, Position, PositionError, Rules};

pub(crate) use moves::wrong_landing;

impl Notation for Position {
    const NAME: &'static str = "ashtarashki";

    const FORMS: &'static [Form] = &[Form::Long, Form::Author, Form::Short];

    type PositionError = PositionError;

    /// Reads `w M3a5,V1d6,Ff8;Fc1,V3d4,Wc7`: the side to move, White's stones, Black's.
    ///
    /// Also read: a label once for several squares (`M1 – c1, e3; M3h4`, then each side needs a heading: `White:`,
    /// `Black:`, `Белые:`, `Чёрные:`, and White is to move unless the text says `Black to move`, `Ход чёрных` or `Чёрные
    /// начинают и выигрывают`); a number on a `W`; any label on the far rank, where it means `F`.
    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        position::read(text, rules)
    }

    fn write_move(&self, mv: &Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    /// Reads the long form `f6:e5:d4`, the author's `M1:e5:d4` and the short `f:e5:d4`, with any origin that is enough
    /// to tell the move apart and none but the last of the landing squares if that is enough.
    ///
    /// The text's label of the stone is checked: a `V2` that is an `M2` is an error, and so is a wrong new state at
    /// the end. A retreat may lack its mark if nothing else can be meant, and a capture its colon.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        moves::read_move(self, text)
    }

    fn write_move_as(&self, form: Form, mv: &Move, out: &mut dyn Write) -> fmt::Result {
        match form {
            Form::Author => write_author(self, mv, out),
            Form::Short => write_short(self, mv, out),
            _ => self.write_move(mv, out),
        }
    }

    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        diagram::write(self, out)
    }
}

/// The canonical text: `w M3a5,V1d6,Ff8;Fc1,V3d4,Wc7`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position::write(self, f)
    }
}

/// Reads a position under the default rules; see [`read_position`](Notation::read_position).
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read_position(text, &Rules::default())
    }
}

/// The author's mark after a move: the new state of a stone that retreats, or `Z` for one that is taken off.
pub(crate) fn mark(position: &Position, mv: &Move) -> Option<char> {
    let label = position.stone_at(mv.from())?.label;
    if mv.is_capture() || Position::is_forward(position.side(), mv) {
        return None;
    }
    Some(label.after_retreat().map_or('Z', Label::letter))
}

/// The author's form: the label, as much of the origin as is needed, every square that is landed on, the mark.
///
/// The origin is needed only if another stone with the same label could go the same way and be marked alike: its file, or
/// the whole square if such another stands on that file. (So 4.M2c3 in the author's game, though M2b4-c3V is possible, too.)
fn write_author(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    let label = |mv: &Move| position.stone_at(mv.from()).map(|stone| stone.label);
    if let Some(label) = label(mv) {
        write!(out, "{label}")?;
    }
    let is_rival = |rival: &Move| {
        rival.from() != mv.from()
            && label(rival) == label(mv)
            && mark(position, rival) == mark(position, mv)
            && rival.landings().eq(mv.landings())
    };
    let rivals = position.moves().into_iter().filter(is_rival);
    match rivals.map(|rival| rival.from().file() == mv.from().file()).max() {
        None => {}
        Some(false) => write!(out, "{}", file_letter(mv))?,
        Some(true) => write!(out, "{}", mv.from())?,
    }
    write_landings(mv, out)?;
    mark(position, mv).map_or(Ok(()), |mark| out.write_char(mark))
}

/// The short form: the file of the origin, or the whole square if a stone on that file could go the same way, and every
/// square that is landed on.
fn write_short(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    let is_rival = |rival: &Move| {
        rival.from() != mv.from() && rival.from().file() == mv.from().file() && rival.landings().eq(mv.landings())
    };
    if position.moves().iter().any(is_rival) {
        write!(out, "{}", mv.from())?;
    } else {
        write!(out, "{}", file_letter(mv))?;
    }
    write_landings(mv, out)
}

fn write_landings(mv: &Move, out: &mut dyn Write) -> fmt::Result {
    let sign = if mv.is_capture() { ":" } else { "" };
    mv.landings().try_for_each(|square| write!(out, "{sign}{square}"))
}

#[expect(clippy::arithmetic_side_effects, reason = "a file is below 8")]
fn file_letter(mv: &Move) -> char {
    (b'a' + mv.from().file()) as char
}
