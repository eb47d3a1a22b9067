//! The description of a picture: pieces, marks, arrows.

use tavlei_game::Side;

use crate::{Layout, Style, TextStyle};

/// A square of a picture: file and rank, counted from 0 at a1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The file, 0 for a.
    pub file: u8,
    /// The rank, 0 for 1.
    pub rank: u8,
}

impl Cell {
    /// Reads the name of a square, `c3`: a file from a to z and a rank from 1 to 9.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [file @ b'a'..=b'z', rank @ b'1'..=b'9'] => {
                Some(Self { file: file.wrapping_sub(b'a'), rank: rank.wrapping_sub(b'1') })
            }
            _ => None,
        }
    }
}

/// One piece of a tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disc {
    /// Its colour.
    pub side: Side,
    /// Whether it is a king.
    pub is_king: bool,
}

/// The state of a stone of Ashtarashki.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoneState {
    /// Full rights: `M`, with this number.
    Full(u8),
    /// Retreated once: `V`, with this number.
    Turned(u8),
    /// Retreated twice: `W`. The number is covered.
    Covered,
    /// Finished: `F`.
    Finished,
}

/// A piece, or a tower of them, on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A tower, its pieces from top to bottom.
    Tower(Vec<Disc>),
    /// A stone of Ashtarashki.
    Stone {
        /// Its colour.
        side: Side,
        /// Its state.
        state: StoneState,
    },
    /// A man of Proryv.
    Man(Side),
}

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tint, as for the squares of the last move.
    Tint,
    /// A dot, as for a square that can be chosen.
    Dot,
    /// A cross, as where men of Proryv meet (P-5).
    Cross,
}

/// An arrow through squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The squares, from the start to the end.
    pub path: Vec<Cell>,
    /// Whether it is dashed, as Black's of the two arrows of a turn of Proryv.
    pub is_dashed: bool,
}

/// A position that can be pictured.
pub trait Picture {
    /// Describes the picture.
    fn scene(&self) -> Scene;
}

/// A picture of a board: what stands on it, and what is marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// Whether the play is on the dark squares alone.
    pub(crate) is_chequered: bool,
    pub(crate) title: String,
    pub(crate) pieces: Vec<(Cell, Figure)>,
    pub(crate) marks: Vec<(Cell, Mark)>,
    pub(crate) arrows: Vec<Arrow>,
    /// The recorder of Proryv, for whom a wedge stands beside the board.
    pub(crate) recorder: Option<Side>,
}

impl Scene {
    /// Pictures a position.
    #[must_use]
    pub fn of(position: &impl Picture) -> Self {
        position.scene()
    }

    /// An empty board with this many files and ranks, at most 26 and 9. The title is read out by screen readers.
    #[must_use]
    pub fn empty(files: u8, ranks: u8, title: impl Into<String>) -> Self {
        Self {
            files: files.min(26),
            ranks: ranks.min(9),
            is_chequered: true,
            title: title.into(),
            pieces: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
            recorder: None,
        }
    }

    /// The same with a piece more.
    #[must_use]
    pub fn with_figure(mut self, cell: Cell, piece: Figure) -> Self {
        self.pieces.push((cell, piece));
        self
    }

    /// The same with these squares marked; names that are no square of the board are left out.
    #[must_use]
    pub fn with_marks(mut self, mark: Mark, squares: &[impl AsRef<str>]) -> Self {
        let cells: Vec<_> = self.cells(squares);
        self.marks.extend(cells.into_iter().map(|cell| (cell, mark)));
        self
    }

    /// The same with an arrow.
    #[must_use]
    pub fn with_arrow(mut self, arrow: Arrow) -> Self {
        self.arrows.push(arrow);
        self
    }

    /// The same with a move drawn: an arrow through its squares, of which the first and the last are tinted.
    #[must_use]
    pub fn with_path(mut self, squares: &[impl AsRef<str>]) -> Self {
        let path = self.cells(squares);
        self.marks.extend(path.first().into_iter().chain(path.last()).map(|&cell| (cell, Mark::Tint)));
        self.arrows.push(Arrow { path, is_dashed: false });
        self
    }

    /// Returns where the squares are in the drawing, for a page that takes clicks on it.
    #[must_use]
    pub fn layout(&self, style: &Style) -> Layout {
        crate::draw::layout(self, style)
    }

    /// Draws the scene as SVG.
    #[must_use]
    pub fn svg(&self, style: &Style) -> String {
        crate::svg::draw(self, style)
    }

    /// Draws several scenes as one SVG, in this number of columns, row by row.
    #[must_use]
    pub fn sheet(scenes: &[Self], columns: usize, style: &Style) -> String {
        crate::svg::sheet(scenes, columns, style)
    }

    /// Draws several scenes as one SVG that shows them one after the other, over and over, each for this number of seconds
    /// (0.05 to 60). Without animation the first is shown.
    #[must_use]
    pub fn animation(scenes: &[Self], seconds: f64, style: &Style) -> String {
        crate::svg::animation(scenes, seconds, style)
    }

    /// Draws the scene as a TikZ picture for LaTeX, which needs the library `svg.path`.
    #[must_use]
    pub fn tikz(&self, style: &Style) -> String {
        crate::tikz::draw(self, style)
    }

    /// Draws the scene as PNG, this number of pixels wide.
    ///
    /// # Errors
    ///
    /// The width is 0 or above 8192, or there is no memory for the picture.
    #[cfg(feature = "png")]
    #[cfg_attr(docsrs, doc(cfg(feature = "png")))]
    pub fn png(&self, style: &Style, width: u32) -> Result<Vec<u8>, crate::PngError> {
        crate::png::draw(self, style, width)
    }

    /// Writes the scene for a terminal, in whole lines: the board, a list of the towers of several pieces beside it, and a
    /// legend if a sign needs one. A line has at most 80 columns unless a tower has more than 14 pieces.
    ///
    /// Marked squares and those of arrows are tinted, or stand in brackets where there are no colours.
    #[must_use]
    pub fn text(&self, style: &TextStyle) -> String {
        crate::text::write(self, style)
    }

    fn cells(&self, squares: &[impl AsRef<str>]) -> Vec<Cell> {
        let named = squares.iter().filter_map(|name| Cell::named(name.as_ref()));
        named.filter(|cell| cell.file < self.files && cell.rank < self.ranks).collect()
    }
}
