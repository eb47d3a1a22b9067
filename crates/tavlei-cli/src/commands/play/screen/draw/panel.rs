//! Draws the panel beside the board: players, evaluation, the square under the cursor, towers, moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tavlei::game::Side;

use super::super::model::{Model, Player};
use super::{BOLD, DIM, PLAIN, ink, put};

/// Rows for the square under the cursor.
const UNDER_CURSOR: u16 = 3;

/// The rows that the list of moves has at least, with its heading.
const MOVES: u16 = 5;

/// The rows of a panel that are left.
struct Rows {
    left: Rect,
}

impl Rows {
    /// Takes rows off the top.
    fn take(&mut self, rows: u16) -> Rect {
        let taken = Rect { height: rows.min(self.left.height), ..self.left };
        self.left.y = self.left.y.saturating_add(taken.height);
        self.left.height = self.left.height.saturating_sub(taken.height);
        taken
    }

    /// Writes a text on the next row.
    fn put(&mut self, buffer: &mut Buffer, text: &str, style: Style) {
        let row = self.take(1);
        put(buffer, row, text, style);
    }
}

pub(super) fn draw(model: &Model, panel: Rect, buffer: &mut Buffer) {
    let mut rows = Rows { left: panel };
    for player in &model.players {
        let row = rows.take(1);
        draw_player(player, model, row, buffer);
    }
    let row = rows.take(1);
    if let Some((white, text)) = &model.assessment {
        draw_assessment(*white, text, model, row, buffer);
    }
    rows.take(1);
    let mut under = Rows { left: rows.take(UNDER_CURSOR) };
    let (square, lines) = &model.under_cursor;
    match lines.split_first() {
        None => under.put(buffer, &format!("{square}  empty"), DIM),
        Some((first, rest)) => {
            under.put(buffer, &format!("{square}  {first}"), PLAIN);
            rest.iter().for_each(|line| under.put(buffer, &format!("    {line}"), PLAIN));
        }
    }
    draw_towers(model, &mut rows, buffer);
    draw_moves(model, &mut rows, buffer);
}

fn draw_player(player: &Player, model: &Model, row: Rect, buffer: &mut Buffer) {
    let (mark, style) = if player.is_awaited { ("▶", ink(model.look, BOLD, 220)) } else { (" ", PLAIN) };
    let clock = player.clock.as_deref().unwrap_or_default();
    let name_width = row.width.saturating_sub(clock.len() as u16 + 1);
    put(buffer, Rect { width: name_width, ..row }, &format!("{mark} {}  {}", player.side, player.name), style);
    let right = Rect { x: row.right().saturating_sub(clock.len() as u16), width: clock.len() as u16, ..row };
    put(buffer, right, clock, style);
}

/// A bar that is filled as far as White is ahead, and the value.
fn draw_assessment(white: f64, text: &str, model: &Model, row: Rect, buffer: &mut Buffer) {
    const WIDTH: u16 = 10;
    let share = ((white.clamp(-1.0, 1.0) + 1.0) / 2.0 * f64::from(WIDTH)).round() as usize;
    let full = "█".repeat(share);
    let bar = Rect { width: WIDTH, ..row };
    put(buffer, bar, &"░".repeat(usize::from(WIDTH)), ink(model.look, PLAIN, 240));
    put(buffer, bar, &full, ink(model.look, PLAIN, 231));
    let rest = Rect { x: row.x + WIDTH + 1, width: row.width.saturating_sub(WIDTH + 1), ..row };
    put(buffer, rest, text, PLAIN);
}

/// A line with a word in it.
fn heading(rows: &mut Rows, text: &str, buffer: &mut Buffer) {
    let width = usize::from(rows.left.width);
    let line = format!("─ {text} {}", "─".repeat(width.saturating_sub(text.len() + 3)));
    rows.put(buffer, &line, DIM);
}

fn draw_towers(model: &Model, rows: &mut Rows, buffer: &mut Buffer) {
    let room = rows.left.height.saturating_sub(MOVES).saturating_sub(1);
    if model.towers.is_empty() || room == 0 {
        return;
    }
    heading(rows, "Towers", buffer);
    let all = model.towers.len();
    let shown = if all <= usize::from(room) { all } else { usize::from(room).saturating_sub(1) };
    for tower in model.towers.iter().take(shown) {
        let is_white = tower.chars().nth(4).is_some_and(|sign| sign.eq_ignore_ascii_case(&Side::White.letter()));
        rows.put(buffer, tower, if is_white { BOLD } else { PLAIN });
    }
    if shown < all {
        rows.put(buffer, &format!("and {} more", all - shown), DIM);
    }
}

fn draw_moves(model: &Model, rows: &mut Rows, buffer: &mut Buffer) {
    heading(rows, "Moves", buffer);
    let room = usize::from(rows.left.height);
    let most = model.moves.len().saturating_sub(room);
    let first = most.saturating_sub(model.scroll);
    let last = model.moves.len().saturating_sub(1);
    for (number, line) in model.moves.iter().enumerate().skip(first).take(room) {
        rows.put(buffer, line, if number == last { BOLD } else { PLAIN });
    }
}
