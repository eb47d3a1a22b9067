//! Positions and moves as text.

mod fen;
mod moves;
mod position;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::{self, Write};

use tavlei_game::{Form, Grid, MoveError, Notation, Side};
use tavlei_geometry::dark::Square;

use crate::{Move, Position, PositionError, Rules, Tower};

pub(crate) use moves::{landing_squares, play_squares};

impl Notation for Position {
    const NAME: &'static str = "towers";

    const FORMS: &'static [Form] = &[Form::Long, Form::Short, Form::Numeric];

    type PositionError = PositionError;

    /// Reads `w c1=1/0000,d6=000000;a1=110101/1`, and what people write instead.
    ///
    /// Accepted are: the squares in any order; `-`, a colon or just a space for `=`; the letter O for a zero; a
    /// missing comma; spaces; a heading such as `белые:` or `Black:` before a list, and then the lists in any order;
    /// `white` or `чёрные` for the side to move. Before a heading it may be left out, and it is White's turn then: the
    /// form in which positions are published, `белые: с1 - 1/0000, d6 – 000000; чёрные: а1 – 110101/1`, names none, but a
    /// sentence before or behind it can: `Ход чёрных`, `Black to move`, `Белые начинают и выигрывают`.
    ///
    /// Plain men and kings are also read from the FEN of draughts programs, `W:Wc3,Kd4:Bf6` or, with the numbers of the
    /// squares, `W:W22,K18:B11`.
    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        if !fen::may_be_fen(text) {
            return position::read_lists(text, rules);
        }
        fen::read(text, rules).or_else(|error| position::read_lists(text, rules).or(Err(error)))
    }

    /// The start, and every square landed on, or the one gone to: `c3-b4`, `a3:c5:a7`.
    ///
    /// Where a king could have landed on several squares, the text is the alphabetically first (rule T-15).
    fn write_move(&self, mv: &Move, out: &mut dyn Write) -> fmt::Result {
        moves::write_long(self, mv, out)
    }

    /// Reads the long form with any landing squares that fit the move; the ends only, or the ends and some of the
    /// squares between them, if that leaves one move; the half-short form, `cd4` or `a:c5:a7`; all with `x`, a dash
    /// or nothing for the colon.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        moves::read(self, text)
    }

    /// The short form is the Russian one: the file of the start, and the whole square only where the file leaves a
    /// doubt. The numeric form counts the dark squares as draughts programs do, from b8, which is 1, to g1, which is
    /// 32.
    fn write_move_as(&self, form: Form, mv: &Move, out: &mut dyn Write) -> fmt::Result {
        match form {
            Form::Short => moves::write_short(self, mv, out),
            Form::Numeric => moves::write_numeric(self, mv, out),
            _ => self.write_move(mv, out),
        }
    }

    fn read_move_as(&self, form: Form, text: &str) -> Result<Move, MoveError> {
        match form {
            Form::Numeric => moves::read_numeric(self, text),
            _ => self.read_move(text),
        }
    }

    /// The towers as text, `w` or `b` for their owner before them; a dot on an empty dark square.
    ///
    /// Each file is as wide as its widest tower. Draws the board from White's side. A tower is its commander (`w`, a
    /// king `W`), the number of its owner's pieces if that is above one, and its prisoners: `W1/4`. The pieces of every
    /// taller tower are listed to the right.
    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result {
        let cell = |file, rank| match Square::at(file, rank) {
            None => String::new(),
            Some(square) => self.tower_at(square).map_or_else(|| ".".to_owned(), short),
        };
        let mut tall: Vec<_> = self.towers().filter(|(_, tower)| tower.height() > 1).collect();
        tall.sort_by_key(|(square, _)| (Reverse(square.rank()), square.file()));
        let notes: Vec<_> = tall.iter().map(|(square, tower)| format!("{square} {tower:?}")).collect();
        Grid { files: 8, ranks: 8, width: 6 }.write(cell, &notes, out)
    }
}

/// A tower in at most six characters: `w`, `W3`, `b2/1`.
fn short(tower: Tower) -> String {
    let letter = tower.side().letter();
    let letter = if tower.is_king() { letter.to_ascii_uppercase() } else { letter };
    match (tower.owners(), tower.prisoners()) {
        (1, 0) => letter.to_string(),
        (own, 0) => format!("{letter}{own}"),
        (own, prisoners) => format!("{letter}{own}/{prisoners}"),
    }
}

/// The canonical text: the side to move, White's towers, Black's towers, each in the order of the squares.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.to_move().letter())?;
        for side in Side::BOTH {
            let mut comma = "";
            for (square, tower) in self.towers().filter(|(_, tower)| tower.side() == side) {
                write!(f, "{comma}{square}={tower}")?;
                comma = ",";
            }
            if side == Side::White {
                f.write_str(";")?;
            }
        }
        Ok(())
    }
}

/// Reads a position under the default rules; see [`read_position`](Notation::read_position) for others.
impl core::str::FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read_position(text, &Rules::default())
    }
}
