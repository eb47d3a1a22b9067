//! Drawing scenes as TikZ pictures, for LaTeX.

use std::fmt::Write;

use crate::draw::Canvas;
use crate::surface::Surface;
use crate::theme::{CROSS, Palette};
use crate::{Scene, Style, Theme};

pub(crate) fn draw(scene: &Scene, style: &Style) -> String {
    let canvas = Canvas::new(scene, style);
    let mut tikz = Tikz { out: String::with_capacity(1 << 14) };
    tikz.out.push_str("% needs \\usepackage{tikz} and \\usetikzlibrary{svg.path}\n");
    for (name, value) in colours(style.theme) {
        let value = value.trim_start_matches('#').to_uppercase();
        tikz.put(format_args!("\\definecolor{{tavlei-{name}}}{{HTML}}{{{value}}}"));
    }
    tikz.put(format_args!("\\begin{{tikzpicture}}[x=1pt, y=1pt, yscale=-1,"));
    for (class, options) in STYLES {
        tikz.put(format_args!("  tavlei-{class}/.style={{{options}}},"));
    }
    tikz.put(format_args!("]"));
    canvas.draw(&mut tikz);
    tikz.put(format_args!("\\end{{tikzpicture}}"));
    tikz.out
}

/// The options of each class.
const STYLES: [(&str, &str); 22] = [
    ("page", "fill=tavlei-page"),
    ("frame", "draw=tavlei-frame, line width=4pt"),
    ("dark", "fill=tavlei-dark"),
    ("plain", "fill=tavlei-dark, fill opacity=.75"),
    ("light", "fill=tavlei-light"),
    ("tint", "fill=tavlei-tint, fill opacity=.55"),
    ("white", "fill=tavlei-white, draw=tavlei-white-line, line width=1pt"),
    ("black", "fill=tavlei-black, draw=tavlei-black-line, line width=1pt"),
    ("faded", "fill opacity=.72"),
    ("king", "draw=tavlei-gold"),
    ("crown", "fill=tavlei-gold, draw=tavlei-crown-line, line width=.8pt"),
    ("ink", "draw=tavlei-ink, line width=1.8pt, line cap=round, line join=round"),
    ("badge", "fill=tavlei-page, draw=tavlei-ink, line width=1pt"),
    ("badge-ink", "tavlei-ink"),
    ("white-ink", "tavlei-ink, draw=tavlei-white-line, line width=2pt"),
    ("black-ink", "tavlei-ink, draw=tavlei-black-line, line width=2pt"),
    ("ink-fill", "fill=tavlei-ink"),
    ("mark", "fill=tavlei-arrow, fill opacity=.6"),
    ("arrow", "draw=tavlei-arrow, line width=5pt, draw opacity=.75, line join=round"),
    ("dashed", "dash pattern=on 10pt off 7pt"),
    ("arrow-head", "fill=tavlei-arrow, fill opacity=.9"),
    ("cross", "draw=tavlei-cross, line width=6pt, line cap=round"),
];

/// Widths that a second class gives to the lines of the first.
const WIDTHS: [(&str, f64); 2] = [("ring", 1.2), ("thick", 5.0)];

const fn colours(theme: Theme) -> [(&'static str, &'static str); 14] {
    let Palette { page, ink, frame, dark, light, tint, white, white_line, black, black_line, gold, crown_line, arrow } =
        Palette::of(theme);
    [
        ("page", page),
        ("ink", ink),
        ("frame", frame),
        ("dark", dark),
        ("light", light),
        ("tint", tint),
        ("white", white),
        ("white-line", white_line),
        ("black", black),
        ("black-line", black_line),
        ("gold", gold),
        ("crown-line", crown_line),
        ("arrow", arrow),
        ("cross", CROSS),
    ]
}

/// A TikZ picture under way.
struct Tikz {
    out: String,
}

impl Tikz {
    /// Writes a line to the string, which takes everything.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.out, "{text}");
    }
}

/// The styles of these classes, as options.
fn options(classes: &str, width: Option<f64>) -> String {
    let is_width = |class: &&str| WIDTHS.iter().any(|(name, _)| name == class);
    let styles = classes.split(' ').filter(|class| !is_width(class)).map(|class| format!("tavlei-{class}"));
    let mut options = styles.collect::<Vec<_>>();
    let widths = WIDTHS.iter().filter(|(name, _)| classes.split(' ').any(|class| class == *name));
    options.extend(widths.map(|(_, width)| *width).chain(width).map(|width| format!("line width={width:.2}pt")));
    options.join(", ")
}

impl Surface for Tikz {
    fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4]) {
        self.put(format_args!("\\path[{}] ({x},{y}) rectangle +({width},{height});", options(class, None)));
    }

    fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.put(format_args!("\\path[{}] ({x},{y}) circle[radius={radius}];", options(class, None)));
    }

    fn ellipse(&mut self, class: &str, (x, y): (f64, f64), (rx, ry): (f64, f64)) {
        let options = options(class, None);
        self.put(format_args!("\\path[{options}] ({x},{y:.2}) ellipse[x radius={rx}, y radius={ry}];"));
    }

    fn path(&mut self, class: &str, width: Option<f64>, d: &str) {
        self.put(format_args!("\\path[{}] svg \"{d}\";", options(class, width)));
    }

    fn glyph(&mut self, class: &str, (x, y): (f64, f64), scale: f64, d: &str) {
        let options = options(class, Some(2.0 * scale));
        self.put(format_args!("\\path[shift={{({x:.1},{y:.1})}}, scale={scale:.2}, {options}] svg \"{d}\";"));
    }

    fn begin_group(&mut self, (x, y): (f64, f64)) {
        self.put(format_args!("\\begin{{scope}}[shift={{({x},{y})}}]"));
    }

    fn end_group(&mut self) {
        self.put(format_args!("\\end{{scope}}"));
    }
}
