//! Draws the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use tavlei::game::Side;
use tavlei_render::{Cell, Figure};

use super::super::layout::{Layout, turned};
use super::super::model::Model;
use super::{DIM, put};

/// How a square is marked, the strongest mark first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Path,
    Hint,
    Choice,
    Last,
}

impl Mark {
    /// The ground, one of the 256 colours.
    const fn ground(self) -> u8 {
        match self {
            Self::Path => 172,
            Self::Hint => 74,
            Self::Choice => 71,
            Self::Last => 143,
        }
    }

    /// The sign where there are no colours.
    const fn sign(self) -> &'static str {
        match self {
            Self::Path => "#",
            Self::Hint => "!",
            Self::Choice => "•",
            Self::Last => "=",
        }
    }
}

/// Draws the squares, and the names of files and ranks.
pub(super) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let size = (model.scene.files(), model.scene.ranks());
    for top in 0..size.1 {
        for left in 0..size.0 {
            let cell = turned(size, model.look.is_flipped, (left, top));
            draw_square(model, cell, layout.place(left, top), buffer);
        }
        let (place, cell) = (layout.place(0, top), turned(size, model.look.is_flipped, (0, top)));
        let row = place.y.saturating_add(text_row(place.height));
        let name = Rect { x: layout.board.x.saturating_sub(2), y: row, width: 1, height: 1 };
        put(buffer, name, cell.to_string().trim_start_matches(char::is_alphabetic), DIM);
    }
    for left in 0..size.0 {
        let (place, cell) = (layout.place(left, 0), turned(size, model.look.is_flipped, (left, 0)));
        let name = Rect { y: layout.board.bottom(), height: 1, ..place };
        put(buffer, centred(name, 1), cell.to_string().trim_end_matches(char::is_numeric), DIM);
    }
}

/// The row of a square that its sign is on.
const fn text_row(height: u16) -> u16 {
    height.saturating_sub(1) / 2
}

/// The middle of a row that has room for a text of this width.
const fn centred(row: Rect, width: u16) -> Rect {
    Rect { x: row.x.saturating_add(row.width.saturating_sub(width) / 2), width, ..row }
}

fn mark_of(model: &Model, cell: Cell) -> Option<Mark> {
    let marks = &model.marks;
    let all = [
        (&marks.path, Mark::Path),
        (&marks.hint, Mark::Hint),
        (&marks.choices, Mark::Choice),
        (&marks.last, Mark::Last),
    ];
    all.into_iter().find_map(|(cells, mark)| cells.contains(&cell).then_some(mark))
}

fn draw_square(model: &Model, cell: Cell, place: Rect, buffer: &mut Buffer) {
    let mark = mark_of(model, cell);
    let figure = model.scene.figure_at(cell);
    let has_cursor = model.marks.cursor == cell;
    let row = Rect { y: place.y.saturating_add(text_row(place.height)), height: 1, ..place };
    if model.look.is_coloured {
        let ground = if has_cursor { 33 } else { mark.map_or_else(|| ground_of(model, cell), Mark::ground) };
        let style = Style::new().bg(Color::Indexed(ground));
        buffer.set_style(place, style);
        match figure {
            Some(figure) => draw_figure(figure, place, model.look.is_ascii, buffer),
            None if mark == Some(Mark::Choice) => put(buffer, centred(row, 1), "•", style.fg(Color::Indexed(231))),
            None => {}
        }
        if has_cursor && mark == Some(Mark::Choice) && figure.is_some() {
            put(buffer, place, "•", style.fg(Color::Indexed(231)));
        }
        return;
    }
    match figure {
        Some(figure) => {
            let sign = figure.sign();
            let style = if figure.side() == Side::White { Modifier::BOLD } else { Modifier::empty() };
            put(buffer, centred(row, sign.len() as u16), &sign, Style::new().add_modifier(style));
        }
        None if mark.is_none() && model.scene.is_played(cell) => put(buffer, centred(row, 1), "·", DIM),
        None => {}
    }
    if let Some(mark) = mark {
        // Below the piece, or in its place.
        let row = if figure.is_some() { Rect { y: row.y.saturating_add(1), ..row } } else { row };
        put(buffer, centred(row, 1), mark.sign(), Style::new());
    }
    if has_cursor {
        for y in place.top()..place.bottom() {
            put(buffer, Rect { y, width: 1, height: 1, ..place }, "[", Style::new().add_modifier(Modifier::BOLD));
            let right = Rect { x: place.right().saturating_sub(1), y, width: 1, height: 1 };
            put(buffer, right, "]", Style::new().add_modifier(Modifier::BOLD));
        }
    }
}

/// The ground of a square without a mark.
fn ground_of(model: &Model, cell: Cell) -> u8 {
    let is_everywhere = model.scene.is_played(cell) && model.scene.is_played(Cell { file: cell.file ^ 1, ..cell });
    match (cell.is_dark(), is_everywhere) {
        (true, _) => 137,
        (false, true) => 179,
        (false, false) => 223,
    }
}

/// Draws a piece as a disc in its colour with its sign. Its upper and lower edges are half a row.
fn draw_figure(figure: &Figure, place: Rect, is_ascii: bool, buffer: &mut Buffer) {
    let is_white = figure.side() == Side::White;
    let (body, text) = if is_white { (231, 16) } else { (16, 231) };
    let sign = figure.sign();
    let row = text_row(place.height);
    // The disc leaves the edges of the square free unless its sign needs them.
    let margin = u16::from(sign.len() as u16 <= place.width.saturating_sub(2));
    let disc = Rect { x: place.x + margin, width: place.width - 2 * margin, ..place };
    for line in 0..place.height {
        let at = Rect { y: place.y.saturating_add(line), height: 1, ..disc };
        let is_edge = line + 1 == place.height || (line == 0 && row > 0);
        if !is_edge {
            buffer.set_style(at, Style::new().bg(Color::Indexed(body)));
        } else if !is_ascii {
            let edge = if line == 0 { "▄" } else { "▀" };
            put(buffer, at, &edge.repeat(usize::from(at.width)), Style::new().fg(Color::Indexed(body)));
        }
    }
    let style = Style::new().bg(Color::Indexed(body)).fg(Color::Indexed(text)).add_modifier(Modifier::BOLD);
    let at = Rect { y: place.y.saturating_add(row), height: 1, ..place };
    put(buffer, centred(at, sign.len() as u16), &sign, style);
}
