//! Drawing scenes as SVG.

use std::fmt::Write;

use tavlei_game::Side;

use crate::glyphs;
use crate::pieces::{BADGE, BADGE_FROM, SQUARE, Stack, is_tall};
use crate::{Arrow, Cell, Disc, Figure, Mark, Scene, StoneState, Style, Theme};

/// The width of the margin that coordinates stand in.
const MARGIN: f64 = 26.0;

/// The width of the frame round the board.
const FRAME: f64 = 4.0;

/// The width of a column beside the board, for one tall tower.
const COLUMN: f64 = 56.0;

pub(crate) fn draw(scene: &Scene, style: &Style) -> String {
    let canvas = Canvas::new(scene, style);
    let mut out = String::with_capacity(1 << 14);
    let (width, height) = canvas.size();
    let title = escaped(&scene.title);
    let theme = theme_name(style.theme);
    put(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" class=\"tavlei-{theme}\" \
             role=\"img\" aria-label=\"{title}\"><title>{title}</title><style>{}</style>",
            css(style.theme)
        ),
    );
    put(&mut out, format_args!(r#"<rect class="page" width="{width:.0}" height="{height:.0}"/>"#));
    canvas.board(&mut out);
    for (cell, piece) in &scene.pieces {
        canvas.piece(&mut out, *cell, piece);
    }
    for (cell, mark) in scene.marks.iter().filter(|(_, mark)| *mark != Mark::Tint) {
        canvas.mark(&mut out, *cell, *mark);
    }
    for arrow in &scene.arrows {
        canvas.arrow(&mut out, arrow);
    }
    canvas.strip(&mut out);
    out.push_str("</svg>\n");
    out
}

/// Writes to a string, which takes everything.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

/// The places of a scene's parts in the picture.
struct Canvas<'a> {
    scene: &'a Scene,
    style: &'a Style,
    /// The upper left corner of the board.
    left: f64,
    top: f64,
}

impl<'a> Canvas<'a> {
    const fn new(scene: &'a Scene, style: &'a Style) -> Self {
        let left = if style.has_coordinates { MARGIN } else { FRAME };
        Self { scene, style, left, top: FRAME }
    }

    fn board_size(&self) -> (f64, f64) {
        (f64::from(self.scene.files) * SQUARE, f64::from(self.scene.ranks) * SQUARE)
    }

    fn size(&self) -> (f64, f64) {
        let (width, height) = self.board_size();
        let below = if self.style.has_coordinates { MARGIN } else { FRAME };
        let beside = match self.tall().count() {
            0 if self.scene.recorder.is_some() => 22.0,
            0 => FRAME,
            count => FRAME + COLUMN * count.div_ceil(2) as f64 + 8.0,
        };
        (self.left + width + beside, self.top + height + below)
    }

    /// The upper left corner of a square.
    fn corner(&self, cell: Cell) -> (f64, f64) {
        let (last_file, last_rank) = (self.scene.files.saturating_sub(1), self.scene.ranks.saturating_sub(1));
        let (column, row) = if self.style.is_flipped {
            (last_file.saturating_sub(cell.file), cell.rank)
        } else {
            (cell.file, last_rank.saturating_sub(cell.rank))
        };
        (self.left + f64::from(column) * SQUARE, self.top + f64::from(row) * SQUARE)
    }

    fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    /// The squares, the last move’s tint, the frame, the coordinates.
    fn board(&self, out: &mut String) {
        let (width, height) = self.board_size();
        let (left, top) = (self.left, self.top);
        let (x, y) = (left - FRAME / 2.0, top - FRAME / 2.0);
        let (w, h) = (width + FRAME, height + FRAME);
        put(out, format_args!(r#"<rect class="frame" x="{x}" y="{y}" width="{w}" height="{h}"/>"#));
        for rank in 0..self.scene.ranks {
            for file in 0..self.scene.files {
                let cell = Cell { file, rank };
                let (x, y) = self.corner(cell);
                let is_dark = (file + rank) % 2 == 0;
                let class = match (self.scene.is_chequered, is_dark) {
                    (true, true) | (false, true) => "dark",
                    (true, false) | (false, false) => "light",
                };
                let class = if self.scene.is_chequered {
                    class
                } else if is_dark {
                    "plain"
                } else {
                    "light"
                };
                put(out, format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"#));
            }
        }
        for (cell, _) in self.scene.marks.iter().filter(|(_, mark)| *mark == Mark::Tint) {
            let (x, y) = self.corner(*cell);
            put(out, format_args!(r#"<rect class="tint" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"#));
        }
        if self.style.has_coordinates {
            for file in 0..self.scene.files {
                let (x, _) = self.middle(Cell { file, rank: 0 });
                let name = char::from(b'a' + file).to_string();
                glyphs::write(out, &name, (x, top + height + 14.0), 0.85, "ink");
            }
            for rank in 0..self.scene.ranks {
                let (_, y) = self.middle(Cell { file: 0, rank });
                glyphs::write(out, &(rank + 1).to_string(), (12.0, y), 0.85, "ink");
            }
        }
        if let Some(recorder) = self.scene.recorder {
            let is_below = (recorder == Side::White) != self.style.is_flipped;
            let (x, y) = (left + width + FRAME + 4.0, if is_below { top + height - 24.0 } else { top + 8.0 });
            put(out, format_args!(r#"<path class="ink-fill" d="M{x} {}l10 -8v16z"/>"#, y + 8.0));
        }
    }

    fn piece(&self, out: &mut String, cell: Cell, piece: &Figure) {
        let (x, y) = self.corner(cell);
        put(out, format_args!(r#"<g transform="translate({x} {y})">"#));
        match piece {
            Figure::Tower(discs) => {
                stack(out, &Stack::on_square(discs.len()), discs);
                if discs.len() >= BADGE_FROM {
                    let (x, y, radius) = BADGE;
                    put(out, format_args!(r#"<circle class="badge" cx="{x}" cy="{y}" r="{radius}"/>"#));
                    let text = discs.len().to_string();
                    glyphs::write(out, &text, (x, y), if text.len() > 1 { 0.55 } else { 0.75 }, "badge-ink");
                }
            }
            Figure::Stone { side, state } => self.stone(out, *side, *state),
            Figure::Man(side) => {
                put(out, format_args!(r#"<circle class="{}" cx="30" cy="30" r="21"/>"#, class_of(*side)));
            }
        }
        out.push_str("</g>");
    }

    fn stone(&self, out: &mut String, side: Side, state: StoneState) {
        let class = class_of(side);
        let ink = if side == Side::White { "white-ink" } else { "black-ink" };
        let goes_up = (side == Side::White) != self.style.is_flipped;
        let faded = match state {
            StoneState::Full(_) => "",
            _ => " faded",
        };
        if state != StoneState::Finished {
            let wedge = if goes_up { "M24 11L30 3L36 11Z" } else { "M24 49L30 57L36 49Z" };
            put(out, format_args!(r#"<path class="{class}" d="{wedge}"/>"#));
        }
        put(out, format_args!(r#"<circle class="{class}{faded}" cx="30" cy="30" r="21"/>"#));
        match state {
            StoneState::Full(number) => glyphs::write(out, &number.to_string(), (30.0, 30.0), 1.7, ink),
            StoneState::Turned(number) => {
                put(out, format_args!(r#"<circle class="ring {ink}" cx="30" cy="30" r="16.5"/>"#));
                glyphs::write(out, &number.to_string(), (30.0, 30.0), 1.2, ink);
            }
            StoneState::Covered => put(out, format_args!(r#"<path class="{ink} thick" d="M19 30H41"/>"#)),
            StoneState::Finished => put(out, format_args!(r#"<path class="{ink}" d="M20 31L27 38L41 22"/>"#)),
        }
    }

    fn mark(&self, out: &mut String, cell: Cell, mark: Mark) {
        let (x, y) = self.middle(cell);
        match mark {
            Mark::Tint => {}
            Mark::Dot => put(out, format_args!(r#"<circle class="mark" cx="{x}" cy="{y}" r="7"/>"#)),
            Mark::Cross => {
                let (left, top) = (x - 14.0, y - 14.0);
                put(out, format_args!(r#"<path class="cross" d="M{left} {top}l28 28m0 -28l-28 28"/>"#));
            }
        }
    }

    /// A line through the middles of the squares, with a head at its end.
    fn arrow(&self, out: &mut String, arrow: &Arrow) {
        let mut points: Vec<_> = arrow.path.iter().map(|&cell| self.middle(cell)).collect();
        let [.., (from_x, from_y), (to_x, to_y)] = points[..] else { return };
        // Men that trade squares pass each other, and so do their arrows.
        if self.scene.arrows.iter().any(|other| other.path.iter().rev().eq(&arrow.path)) {
            let (dx, dy) = (to_x - from_x, to_y - from_y);
            let length = dx.hypot(dy).max(1.0);
            points.iter_mut().for_each(|(x, y)| (*x, *y) = (*x - 9.0 * dy / length, *y + 9.0 * dx / length));
        }
        let [.., (from_x, from_y), (to_x, to_y)] = points[..] else { return };
        let (dx, dy) = (to_x - from_x, to_y - from_y);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let (neck_x, neck_y) = (to_x - 16.0 * ux, to_y - 16.0 * uy);
        let mut line = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let is_last = i + 1 == points.len();
            let (x, y) = if is_last { (neck_x, neck_y) } else { (*x, *y) };
            put(&mut line, format_args!("{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" }));
        }
        let dashed = if arrow.is_dashed { " dashed" } else { "" };
        put(out, format_args!(r#"<path class="arrow{dashed}" d="{line}"/>"#));
        let (side_x, side_y) = (-9.0 * uy, 9.0 * ux);
        put(
            out,
            format_args!(
                r#"<path class="arrow-head" d="M{to_x:.1} {to_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z"/>"#,
                neck_x + side_x,
                neck_y + side_y,
                neck_x - side_x,
                neck_y - side_y
            ),
        );
    }

    fn tall(&self) -> impl Iterator<Item = (Cell, &[Disc])> {
        self.scene.pieces.iter().filter_map(|(cell, piece)| match piece {
            Figure::Tower(discs) if is_tall(discs) => Some((*cell, discs.as_slice())),
            _ => None,
        })
    }

    /// The tall towers again, enlarged, beside the board: two rows of columns.
    fn strip(&self, out: &mut String) {
        let (width, height) = self.board_size();
        let columns = self.tall().count().div_ceil(2);
        for (i, (cell, discs)) in self.tall().enumerate() {
            let (row, column) = (i / columns.max(1), i % columns.max(1));
            let x = self.left + width + FRAME + 8.0 + COLUMN * (column as f64 + 0.5);
            let foot = self.top + height / 2.0 * (row as f64 + 1.0) - 34.0;
            stack(out, &Stack::enlarged(x, foot), discs);
            let name = format!("{}{}", char::from(b'a' + cell.file), cell.rank + 1);
            glyphs::write(out, &name, (x, foot + 20.0), 0.8, "ink");
        }
    }
}

/// A stack of discs, drawn from the bottom up.
fn stack(out: &mut String, stack: &Stack, discs: &[Disc]) {
    let Stack { x, rx, ry, step, .. } = *stack;
    let (left, right) = (x - rx, x + rx);
    let thin = (step * 0.25).clamp(0.3, 1.2);
    for (i, disc) in discs.iter().rev().enumerate() {
        let (foot, face) = (stack.level(i), stack.level(i + 1));
        let class = class_of(disc.side);
        put(
            out,
            format_args!(
                r#"<path class="{class}" stroke-width="{thin:.2}" d="M{left} {face:.2}V{foot:.2}A{rx} {ry} 0 0 0 {right} {foot:.2}V{face:.2}A{rx} {ry} 0 0 0 {left} {face:.2}Z"/>"#
            ),
        );
        if disc.is_king {
            let middle = (foot + face) / 2.0;
            let band = (step * 0.45).min(3.2);
            put(
                out,
                format_args!(
                    r#"<path class="king" stroke-width="{band:.2}" d="M{left} {middle:.2}A{rx} {ry} 0 0 0 {right} {middle:.2}"/>"#
                ),
            );
        }
    }
    if let Some(top) = discs.first() {
        let face = stack.level(discs.len());
        let class = class_of(top.side);
        put(out, format_args!(r#"<ellipse class="{class}" cx="{x}" cy="{face:.2}" rx="{rx}" ry="{ry}"/>"#));
        if top.is_king {
            let (left, y) = (x - 8.0, face + 2.8);
            put(out, format_args!(r#"<path class="crown" d="M{left} {y:.2}l-2 -6l5.5 3l4.5 -4l4.5 4l5.5 -3l-2 6z"/>"#));
        }
    }
}

const fn class_of(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

const fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::Print => "print",
        Theme::ColourBlind => "colour-blind",
    }
}

/// The colours of a theme: page, frame, dark and light squares, tint; White's and Black's discs and lines; gold; arrows.
fn css(theme: Theme) -> String {
    let [page, ink, frame, dark, light, tint, white, white_line, black, black_line, gold, arrow] = match theme {
        Theme::Light => [
            "#fff", "#444", "#6b4b32", "#b98a5e", "#f0dcbc", "#e8c93b", "#fbf4e4", "#6b4b32", "#3b3431", "#d9cfc4",
            "#e3a712", "#2a6fb0",
        ],
        Theme::Dark => [
            "#1d1f21", "#c8c8c8", "#0f1011", "#5b6a72", "#8fa0a8", "#b9a52e", "#f3efe6", "#3a3a3a", "#17191a",
            "#b9c4c9", "#f0b92b", "#7db8f0",
        ],
        Theme::Print => {
            ["#fff", "#000", "#000", "#d0d0d0", "#fff", "#9a9a9a", "#fff", "#000", "#222", "#ddd", "#fff", "#000"]
        }
        Theme::ColourBlind => [
            "#fff", "#333", "#333", "#a9b8c6", "#eef2f5", "#f0e442", "#ffb347", "#5a3300", "#0a4a8f", "#cfe4ff",
            "#fff", "#000",
        ],
    };
    // In print gold is white, which a black line has to hold.
    let king_edge = if theme == Theme::Print { "#000" } else { gold };
    let t = format!(".tavlei-{}", theme_name(theme));
    format!(
        "{t} .page{{fill:{page}}}{t} .frame{{fill:none;stroke:{frame};stroke-width:4}}{t} .dark{{fill:{dark}}}\
         {t} .plain{{fill:{dark};fill-opacity:.75}}{t} .light{{fill:{light}}}{t} .tint{{fill:{tint};fill-opacity:.55}}\
         {t} .white{{fill:{white};stroke:{white_line}}}{t} .black{{fill:{black};stroke:{black_line}}}\
         {t} .faded{{fill-opacity:.72}}{t} .king{{fill:none;stroke:{gold}}}\
         {t} .crown{{fill:{gold};stroke:{king_edge};stroke-width:.8}}\
         {t} .ink,{t} .badge-ink,{t} .white-ink,{t} .black-ink{{fill:none;stroke:{ink};stroke-width:1.8;stroke-linecap:round;\
         stroke-linejoin:round}}{t} .badge{{fill:{page};stroke:{ink}}}{t} .white-ink{{stroke:{white_line};stroke-width:2}}\
         {t} .black-ink{{stroke:{black_line};stroke-width:2}}{t} .ring{{stroke-width:1.2}}{t} .thick{{stroke-width:5}}\
         {t} .ink-fill{{fill:{ink}}}{t} .mark{{fill:{arrow};fill-opacity:.6}}\
         {t} .arrow{{fill:none;stroke:{arrow};stroke-width:5;stroke-opacity:.75;stroke-linejoin:round}}\
         {t} .dashed{{stroke-dasharray:10 7}}{t} .arrow-head{{fill:{arrow};fill-opacity:.9}}\
         {t} .cross{{fill:none;stroke:#c0392b;stroke-width:6;stroke-linecap:round}}"
    )
}

/// Escapes a text for an attribute or an element.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
