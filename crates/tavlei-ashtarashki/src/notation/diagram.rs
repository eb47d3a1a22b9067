//! The board, drawn for people.

#![expect(clippy::arithmetic_side_effects, reason = "ranks are below 8")]

use core::fmt::{self, Write};

use tavlei_game::Side;
use tavlei_geometry::dark::Square;

use crate::Position;

/// Draws the board from White's side: White's stones in capitals, Black's in small letters, an empty square as a dot.
pub(super) fn write(position: &Position, out: &mut dyn Write) -> fmt::Result {
    const FILES: &str = "  a  b  c  d  e  f  g  h\n";
    out.write_str(FILES)?;
    for rank in (0..8).rev() {
        write!(out, "{}", rank + 1)?;
        for file in 0..8 {
            match Square::at(file, rank) {
                None => out.write_str("   ")?,
                Some(square) => write_square(position, square, out)?,
            }
        }
        writeln!(out, " {}", rank + 1)?;
    }
    out.write_str(FILES)
}

/// Three characters: a space, the letter of the state, the number.
fn write_square(position: &Position, square: Square, out: &mut dyn Write) -> fmt::Result {
    let Some(stone) = position.stone_at(square) else { return out.write_str(" . ") };
    let letter = match stone.side {
        Side::White => stone.label.letter(),
        Side::Black => stone.label.letter().to_ascii_lowercase(),
    };
    match stone.label.number() {
        Some(number) => write!(out, " {letter}{number}"),
        None => write!(out, " {letter} "),
    }
}
