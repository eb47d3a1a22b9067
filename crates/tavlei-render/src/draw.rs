//! The shapes of a scene, on any surface.

use tavlei_game::Side;

use crate::glyphs;
use crate::pieces::{BADGE, BADGE_FROM, SQUARE, Stack, is_tall};
use crate::surface::Surface;
use crate::{Arrow, Cell, Disc, Figure, Layout, Mark, Scene, StoneState, Style};

/// The width of the margin that coordinates stand in.
const MARGIN: f64 = 26.0;

/// The width of the frame round the board.
const FRAME: f64 = 4.0;

/// The width of a column beside the board, for one tall tower.
const COLUMN: f64 = 56.0;

pub(crate) fn layout(scene: &Scene, style: &Style) -> Layout {
    let canvas = Canvas::new(scene, style);
    let (width, height) = canvas.size();
    let Canvas { left, top, .. } = canvas;
    Layout { width, height, left, top, square: SQUARE, files: scene.files, ranks: scene.ranks }
}

/// The places of a scene's parts in the picture.
pub(crate) struct Canvas<'a> {
    scene: &'a Scene,
    style: &'a Style,
    /// The upper left corner of the board.
    left: f64,
    top: f64,
}

impl<'a> Canvas<'a> {
    pub(crate) const fn new(scene: &'a Scene, style: &'a Style) -> Self {
        let left = if style.has_coordinates { MARGIN } else { FRAME };
        Self { scene, style, left, top: FRAME }
    }

    /// Draws the whole picture.
    pub(crate) fn draw(&self, out: &mut dyn Surface) {
        let (width, height) = self.size();
        out.rect("page", [0.0, 0.0, width, height]);
        self.board(out);
        self.figures(out);
    }

    /// Draws what stands on the board and beside it.
    pub(crate) fn figures(&self, out: &mut dyn Surface) {
        for (cell, _) in self.scene.marks.iter().filter(|(_, mark)| *mark == Mark::Tint) {
            let (x, y) = self.corner(*cell);
            out.rect("tint", [x, y, SQUARE, SQUARE]);
        }
        self.wedge(out);
        for (cell, piece) in &self.scene.pieces {
            self.piece(out, *cell, piece);
        }
        for (cell, mark) in self.scene.marks.iter().filter(|(_, mark)| *mark != Mark::Tint) {
            self.mark(out, *cell, *mark);
        }
        for arrow in &self.scene.arrows {
            self.arrow(out, arrow);
        }
        self.strip(out);
    }

    fn board_size(&self) -> (f64, f64) {
        (f64::from(self.scene.files) * SQUARE, f64::from(self.scene.ranks) * SQUARE)
    }

    pub(crate) fn size(&self) -> (f64, f64) {
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

    /// The squares, the frame, the coordinates.
    pub(crate) fn board(&self, out: &mut dyn Surface) {
        let (width, height) = self.board_size();
        let (left, top) = (self.left, self.top);
        let (x, y) = (left - FRAME / 2.0, top - FRAME / 2.0);
        let (w, h) = (width + FRAME, height + FRAME);
        out.rect("frame", [x, y, w, h]);
        let is_dark = |cell: Cell| (cell.file + cell.rank).is_multiple_of(2);
        let dark = if self.scene.is_chequered { "dark" } else { "plain" };
        for (class, wanted) in [("light", false), (dark, true)] {
            let mut squares = String::new();
            for rank in 0..self.scene.ranks {
                for cell in
                    (0..self.scene.files).map(|file| Cell { file, rank }).filter(|cell| is_dark(*cell) == wanted)
                {
                    let (x, y) = self.corner(cell);
                    squares.push_str(&format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}Z"));
                }
            }
            out.path(class, None, &squares);
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
    }

    /// The wedge that points from the recorder’s side.
    fn wedge(&self, out: &mut dyn Surface) {
        let (width, height) = self.board_size();
        let (left, top) = (self.left, self.top);
        if let Some(recorder) = self.scene.recorder {
            let is_below = (recorder == Side::White) != self.style.is_flipped;
            let (x, y) = (left + width + FRAME + 4.0, if is_below { top + height - 24.0 } else { top + 8.0 });
            out.path("ink-fill", None, &format!("M{x} {}l10 -8v16z", y + 8.0));
        }
    }

    fn piece(&self, out: &mut dyn Surface, cell: Cell, piece: &Figure) {
        let (x, y) = self.corner(cell);
        out.begin_group((x, y));
        match piece {
            Figure::Tower(discs) => {
                stack(out, &Stack::on_square(discs.len()), discs);
                if discs.len() >= BADGE_FROM {
                    let (x, y, radius) = BADGE;
                    out.circle("badge", (x, y), radius);
                    let text = discs.len().to_string();
                    glyphs::write(out, &text, (x, y), if text.len() > 1 { 0.55 } else { 0.75 }, "badge-ink");
                }
            }
            Figure::Stone { side, state } => self.stone(out, *side, *state),
            Figure::Man(side) => {
                out.circle(class_of(*side), (30.0, 30.0), 21.0);
            }
        }
        out.end_group();
    }

    fn stone(&self, out: &mut dyn Surface, side: Side, state: StoneState) {
        let class = class_of(side);
        let ink = if side == Side::White { "white-ink" } else { "black-ink" };
        let goes_up = (side == Side::White) != self.style.is_flipped;
        let faded = match state {
            StoneState::Full(_) => "",
            _ => " faded",
        };
        if state != StoneState::Finished {
            let wedge = if goes_up { "M24 11L30 3L36 11Z" } else { "M24 49L30 57L36 49Z" };
            out.path(class, None, wedge);
        }
        out.circle(&format!("{class}{faded}"), (30.0, 30.0), 21.0);
        match state {
            StoneState::Full(number) => glyphs::write(out, &number.to_string(), (30.0, 30.0), 1.7, ink),
            StoneState::Turned(number) => {
                out.circle(&format!("ring {ink}"), (30.0, 30.0), 16.5);
                glyphs::write(out, &number.to_string(), (30.0, 30.0), 1.2, ink);
            }
            StoneState::Covered => out.path(&format!("{ink} thick"), None, "M19 30H41"),
            StoneState::Finished => out.path(ink, None, "M20 31L27 38L41 22"),
        }
    }

    fn mark(&self, out: &mut dyn Surface, cell: Cell, mark: Mark) {
        let (x, y) = self.middle(cell);
        match mark {
            Mark::Tint => {}
            Mark::Dot => out.circle("mark", (x, y), 7.0),
            Mark::Cross => {
                let (left, top) = (x - 14.0, y - 14.0);
                out.path("cross", None, &format!("M{left} {top}l28 28m0 -28l-28 28"));
            }
        }
    }

    /// A line through the middles of the squares, with a head at its end.
    fn arrow(&self, out: &mut dyn Surface, arrow: &Arrow) {
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
            line.push_str(&format!("{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" }));
        }
        let dashed = if arrow.is_dashed { " dashed" } else { "" };
        out.path(&format!("arrow{dashed}"), None, &line);
        let (side_x, side_y) = (-9.0 * uy, 9.0 * ux);
        let head = format!(
            "M{to_x:.1} {to_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
            neck_x + side_x,
            neck_y + side_y,
            neck_x - side_x,
            neck_y - side_y
        );
        out.path("arrow-head", None, &head);
    }

    fn tall(&self) -> impl Iterator<Item = (Cell, &[Disc])> {
        self.scene.pieces.iter().filter_map(|(cell, piece)| match piece {
            Figure::Tower(discs) if is_tall(discs) => Some((*cell, discs.as_slice())),
            _ => None,
        })
    }

    /// The tall towers again, enlarged, beside the board: two rows of columns.
    fn strip(&self, out: &mut dyn Surface) {
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
fn stack(out: &mut dyn Surface, stack: &Stack, discs: &[Disc]) {
    let Stack { x, rx, ry, step, .. } = *stack;
    let (left, right) = (x - rx, x + rx);
    let thin = (step * 0.25).clamp(0.3, 1.2);
    for (i, disc) in discs.iter().rev().enumerate() {
        let (foot, face) = (stack.level(i), stack.level(i + 1));
        let class = class_of(disc.side);
        let edge = format!(
            "M{left} {face:.2}V{foot:.2}A{rx} {ry} 0 0 0 {right} {foot:.2}V{face:.2}A{rx} {ry} 0 0 0 {left} {face:.2}Z"
        );
        out.path(class, Some(thin), &edge);
        if disc.is_king {
            let middle = (foot + face) / 2.0;
            let band = (step * 0.45).min(3.2);
            out.path("king", Some(band), &format!("M{left} {middle:.2}A{rx} {ry} 0 0 0 {right} {middle:.2}"));
        }
    }
    if let Some(top) = discs.first() {
        let face = stack.level(discs.len());
        let class = class_of(top.side);
        out.ellipse(class, (x, face), (rx, ry));
        if top.is_king {
            let (left, y) = (x - 8.0, face + 2.8);
            out.path("crown", None, &format!("M{left} {y:.2}l-2 -6l5.5 3l4.5 -4l4.5 4l5.5 -3l-2 6z"));
        }
    }
}

const fn class_of(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
