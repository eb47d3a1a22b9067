//! The contents of a scene, for programs that draw it themselves.

use tavlei_game::Side;

use crate::text::{listed_towers, piece_text, side_of};
use crate::{Cell, Figure, Scene};

impl Scene {
    /// Returns the number of files.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Returns the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Returns whether a piece can stand on a square: on all of them, or on the dark ones alone.
    #[must_use]
    pub const fn is_played(&self, cell: Cell) -> bool {
        !self.is_chequered || cell.is_dark()
    }

    /// Returns the piece or tower on a square.
    #[must_use]
    pub fn figure_at(&self, cell: Cell) -> Option<&Figure> {
        self.pieces.iter().find_map(|(at, figure)| (*at == cell).then_some(figure))
    }

    /// Lists the towers of several pieces as [`text`](Self::text) does: `f6  w3/2    010/00`, square, sign, and the pieces
    /// from top to bottom.
    #[must_use]
    pub fn tower_lines(&self) -> Vec<String> {
        listed_towers(self)
    }
}

impl Cell {
    /// Returns whether the square is dark, as a1 is.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        self.file % 2 == self.rank % 2
    }
}

/// `c3`.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a'.saturating_add(self.file)), self.rank.saturating_add(1))
    }
}

impl Figure {
    /// Returns the side that the piece belongs to; a tower belongs to that of its top piece.
    #[must_use]
    pub fn side(&self) -> Side {
        side_of(self)
    }

    /// Returns the sign that [`Scene::text`] writes: `w`, `W` for a king, `w3/2` for three own pieces on two prisoners; `M3`
    /// or `m3`; `w`.
    #[must_use]
    pub fn sign(&self) -> String {
        piece_text(self)
    }
}
