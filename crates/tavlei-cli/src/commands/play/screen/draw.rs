//! Draws the screen.

mod board;
mod panel;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::layout::{LEAST, Layout};
use super::model::{Look, Model, Window};

const PLAIN: Style = Style::new();
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// A colour of the 256, unless there are no colours.
const fn ink(look: Look, style: Style, colour: u8) -> Style {
    if look.is_coloured { style.fg(Color::Indexed(colour)) } else { style }
}

/// Draws a screen on all of a buffer. `layout` is that of its size; without one it is too small.
pub(super) fn draw(model: &Model, layout: Option<&Layout>, buffer: &mut Buffer) {
    let area = buffer.area;
    match layout {
        Some(layout) => {
            draw_rows(model, layout, buffer);
            board::draw(model, layout, buffer);
            panel::draw(model, layout.panel, buffer);
            if let Some(window) = &model.window {
                draw_window(window, model.look, area, buffer);
            }
        }
        None => {
            let (columns, rows) = LEAST;
            let text = format!(
                "The screen is too small.\n{columns}×{rows} are needed, it is {}×{}.\nThe game goes on.",
                area.width, area.height
            );
            Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
        }
    }
    if model.look.is_ascii {
        keep_ascii(buffer);
    }
}

/// The title, what is entered, the message and the keys.
fn draw_rows(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let look = model.look;
    put(buffer, layout.title, &model.title, BOLD);
    let name = "tavlei";
    let right = Rect { x: layout.title.right().saturating_sub(name.len() as u16), ..layout.title };
    put(buffer, right.intersection(layout.title), name, DIM);
    match &model.input {
        Some(input) => {
            // The end of a long line is what is being typed.
            let room = usize::from(layout.entry.width).saturating_sub(4);
            let hidden = input.chars().count().saturating_sub(room);
            let shown: String = input.chars().skip(hidden).collect();
            put(buffer, layout.entry, &format!("> {shown}"), ink(look, BOLD, 220));
            let at = layout.entry.x.saturating_add(2).saturating_add(shown.chars().count() as u16);
            let cursor = Rect { x: at, width: 1, ..layout.entry };
            put(buffer, cursor, if look.is_coloured { " " } else { "_" }, PLAIN.add_modifier(Modifier::REVERSED));
        }
        None => put(buffer, layout.entry, &model.entry, BOLD),
    }
    if let Some((text, is_refused)) = &model.message {
        let style = if *is_refused { ink(look, PLAIN, 203) } else { PLAIN };
        Paragraph::new(text.as_str()).style(style).wrap(Wrap { trim: true }).render(layout.message, buffer);
    }
    put(buffer, layout.keys, model.keys, DIM);
}

fn draw_window(window: &Window, look: Look, area: Rect, buffer: &mut Buffer) {
    let widest = window.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (widest as u16).saturating_add(4).min(area.width.saturating_sub(4));
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let rows: usize = window.lines.iter().map(|line| line.chars().count().div_ceil(inner).max(1)).sum();
    let height = (rows as u16).saturating_add(2).min(area.height);
    // At the right edge, where it leaves most of the board free.
    let place = Rect { x: area.width - width - 1, y: (area.height - height) / 2, width, height };
    Clear.render(place, buffer);
    let borders = if look.is_ascii { ASCII } else { border::ROUNDED };
    let block =
        Block::bordered().border_set(borders).border_style(ink(look, BOLD, 220)).title(format!(" {} ", window.title));
    let text = block.inner(place);
    block.render(place, buffer);
    let text = Rect { x: text.x.saturating_add(1), width: text.width.saturating_sub(2), ..text };
    Paragraph::new(window.lines.join("\n")).wrap(Wrap { trim: false }).render(text, buffer);
}

/// Borders in ASCII.
const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Writes a text on one row, cut off with `…` if it is too long.
fn put(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    if place.is_empty() {
        return;
    }
    let width = usize::from(place.width);
    let (end, _) = buffer.set_stringn(place.x, place.y, text, width, style);
    if end == place.right() && text.chars().count() > width {
        buffer.set_string(end.saturating_sub(1), place.y, "…", style);
    }
}

/// Writes ASCII characters in place of all others.
fn keep_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = match cell.symbol() {
                "…" => ".",
                "‘" | "’" => "'",
                "×" => "x",
                "·" => ".",
                "•" => "*",
                "▶" => ">",
                "█" => "#",
                "─" | "–" | "—" | "░" => "-",
                "▀" | "▄" => " ",
                _ => "?",
            };
            cell.set_symbol(plain);
        }
    }
}
