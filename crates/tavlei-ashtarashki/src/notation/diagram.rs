//! The board, drawn for people.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt::{self, Write};

use tavlei_game::{Grid, Side};
use tavlei_geometry::dark::Square;

use crate::{Position, Stone};

/// Draws the board from White's side: White's stones in capitals, Black's in small letters, an empty square as a dot.
pub(super) fn write(position: &Position, out: &mut dyn Write) -> fmt::Result {
    let cell = |file, rank| match Square::at(file, rank) {
        None => String::new(),
        Some(square) => position.stone_at(square).map_or_else(|| ".".to_owned(), short),
    };
    Grid { files: 8, ranks: 8, width: 2 }.write(cell, &[], out)
}

/// The label of a stone, in the case of its side.
fn short(stone: Stone) -> String {
    let label = alloc::format!("{}", stone.label);
    match stone.side {
        Side::White => label,
        Side::Black => label.to_ascii_lowercase(),
    }
}
