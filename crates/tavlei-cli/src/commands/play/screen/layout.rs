//! Where things are on the screen.

use ratatui::layout::Rect;
use tavlei_render::Cell;

/// The fewest columns and rows that a board of 8×8 needs.
pub(super) const LEAST: (u16, u16) = (78, 22);

/// Columns and rows of a square, the largest first.
const SQUARES: [(u16, u16); 4] = [(10, 5), (10, 4), (8, 3), (6, 2)];

/// The columns that the panel beside the board has at least.
const PANEL: u16 = 25;

/// The rows below the board: the names of the files, the entry, the message, the keys.
const BELOW: u16 = 5;

/// The places of a screen of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) title: Rect,
    /// The squares, without the names of ranks and files.
    pub(super) board: Rect,
    pub(super) panel: Rect,
    /// The line that shows the move being entered.
    pub(super) entry: Rect,
    /// Two rows for messages.
    pub(super) message: Rect,
    /// The keys.
    pub(super) keys: Rect,
    /// Columns and rows of a square.
    pub(super) square: (u16, u16),
}

impl Layout {
    /// Places a board of this many files and ranks; `None` if the screen is too small.
    pub(super) fn new((width, height): (u16, u16), (files, ranks): (u8, u8)) -> Option<Self> {
        if width < LEAST.0 || height < LEAST.1 {
            return None;
        }
        let board = |(columns, rows): (u16, u16)| (columns * u16::from(files), rows * u16::from(ranks));
        let square = SQUARES.into_iter().find(|&square| {
            let (columns, rows) = board(square);
            3 + columns + 2 + PANEL <= width && 1 + rows + BELOW <= height
        })?;
        let (columns, rows) = board(square);
        let left = 3 + columns + 2;
        let below = height - BELOW + 1;
        let row = |y, height| Rect { x: 1, y, width: width - 2, height };
        Some(Self {
            title: row(0, 1),
            board: Rect { x: 3, y: 1, width: columns, height: rows },
            panel: Rect { x: left, y: 1, width: width - left - 1, height: below - 1 },
            entry: row(below, 1),
            message: row(below + 1, 2),
            keys: row(below + 3, 1),
            square,
        })
    }

    /// Returns the square of the board, from the left and from the top, at a place of the screen.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<(u8, u8)> {
        if !self.board.contains((column, row).into()) {
            return None;
        }
        let (columns, rows) = self.square;
        let square = ((column - self.board.x) / columns, (row - self.board.y) / rows);
        Some((u8::try_from(square.0).ok()?, u8::try_from(square.1).ok()?))
    }

    /// Returns the place of a square, from the left and from the top.
    pub(super) fn place(&self, left: u8, top: u8) -> Rect {
        let (width, height) = self.square;
        Rect { x: self.board.x + u16::from(left) * width, y: self.board.y + u16::from(top) * height, width, height }
    }
}

/// Returns the square of the board that is drawn at a place from the left and from the top; the other way round, too.
pub(super) const fn turned((files, ranks): (u8, u8), is_flipped: bool, (left, top): (u8, u8)) -> Cell {
    if is_flipped {
        Cell { file: files.saturating_sub(1).saturating_sub(left), rank: top }
    } else {
        Cell { file: left, rank: ranks.saturating_sub(1).saturating_sub(top) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_on_the_screen_and_nothing_overlaps() {
        for size in [(78, 22), (80, 24), (100, 30), (120, 40), (300, 100)] {
            for board in [(8, 8), (4, 5), (3, 4)] {
                let layout = Layout::new(size, board).expect("it fits");
                let Layout { title, board, panel, entry, message, keys, .. } = layout;
                let places = [title, board, panel, entry, message, keys];
                let screen = Rect { x: 0, y: 0, width: size.0, height: size.1 };
                for (number, place) in places.iter().enumerate() {
                    assert_eq!(place.intersection(screen), *place, "{size:?}");
                    assert!(places.iter().skip(number + 1).all(|other| !place.intersects(*other)), "{layout:?}");
                }
                // The names of the files are below the board.
                assert!(board.bottom() < entry.y, "{layout:?}");
            }
        }
        assert_eq!(Layout::new((60, 20), (4, 5)), None);
    }

    #[test]
    fn a_click_on_a_square_finds_it() {
        let layout = Layout::new((80, 24), (8, 8)).expect("it fits");
        for (left, top) in [(0, 0), (7, 0), (3, 5)] {
            let place = layout.place(left, top);
            assert_eq!(layout.at(place.x, place.y), Some((left, top)));
            assert_eq!(layout.at(place.right() - 1, place.bottom() - 1), Some((left, top)));
        }
        assert_eq!(layout.at(0, 0), None);
    }
}
