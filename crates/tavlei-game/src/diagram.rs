//! Boards drawn as text.

use alloc::string::String;
use core::fmt::{self, Write};

/// The grid that a board is drawn on: ranks from top to bottom, their numbers on the left, the files' letters below.
///
/// Every cell has the same width, so the grid never shifts, whatever stands on the squares.
///
/// ```
/// use tavlei_game::Grid;
///
/// let mut text = String::new();
/// let cell = |file, rank| if file == rank { "x".into() } else { ".".into() };
/// Grid { files: 3, ranks: 2, width: 1 }.write(cell, &["x marks the spot".into()], &mut text).unwrap();
/// assert_eq!(text, "2 . x .   x marks the spot\n1 x . .\n  a b c\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of files, at most 26.
    pub files: u8,
    /// The number of ranks, at most 9.
    pub ranks: u8,
    /// The width of a cell in characters.
    pub width: usize,
}

impl Grid {
    /// Writes the board. `cell` returns the text on a square, by file and rank counted from 0; it is cut after
    /// [`width`](Self::width) characters. The notes stand to the right, one a line, and go on below the board.
    ///
    /// # Errors
    ///
    /// Returns only the errors of the writer.
    pub fn write(
        self,
        cell: impl Fn(u8, u8) -> String,
        notes: &[String],
        out: &mut (impl Write + ?Sized),
    ) -> fmt::Result {
        let Self { files, ranks, width } = self;
        let rows = (0..ranks).rev().map(|rank| {
            let mut row = alloc::format!("{}", rank.saturating_add(1));
            for file in 0..files {
                // A `String` takes everything that is written to it.
                let _ = write!(row, " {:<width$.width$}", cell(file, rank));
            }
            row
        });
        let mut letters = String::from(" ");
        for letter in ('a'..='z').take(files.into()) {
            let _ = write!(letters, " {letter:<width$}");
        }
        let indent = width.saturating_add(1).saturating_mul(files.into()).saturating_add(1);
        let mut notes = notes.iter();
        for row in rows.chain([letters]) {
            match notes.next() {
                Some(note) => writeln!(out, "{row}   {note}")?,
                None => writeln!(out, "{}", row.trim_end())?,
            }
        }
        notes.try_for_each(|note| writeln!(out, "{:indent$}   {note}", ""))
    }
}
