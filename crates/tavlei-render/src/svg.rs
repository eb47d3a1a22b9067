//! Drawing scenes as SVG.

use std::fmt::Write;

use crate::draw::Canvas;
use crate::surface::Surface;
use crate::theme::{CROSS, Palette, theme_name};
use crate::{Scene, Style, Theme};

pub(crate) fn draw(scene: &Scene, style: &Style) -> String {
    let canvas = Canvas::new(scene, style);
    let mut svg = Svg::begin(canvas.size(), &scene.title, style.theme);
    canvas.draw(&mut svg);
    svg.end()
}

/// The distance between the pictures of a sheet.
const GUTTER: f64 = 16.0;

pub(crate) fn sheet(scenes: &[Scene], columns: usize, style: &Style) -> String {
    let canvases: Vec<_> = scenes.iter().map(|scene| Canvas::new(scene, style)).collect();
    let columns = columns.clamp(1, scenes.len().max(1));
    let widest = canvases.iter().map(|canvas| canvas.size().0).fold(0.0, f64::max);
    let highest = canvases.iter().map(|canvas| canvas.size().1).fold(0.0, f64::max);
    let rows = scenes.len().div_ceil(columns);
    let length = |count: usize, each: f64| count as f64 * (each + GUTTER) + GUTTER;
    let size = (length(columns, widest), length(rows, highest));
    let title = scenes.first().map_or("", |scene| &scene.title);
    let mut svg = Svg::begin(size, &format!("{title}, and more: {} positions", scenes.len()), style.theme);
    svg.rect("page", [0.0, 0.0, size.0, size.1]);
    for (i, canvas) in canvases.iter().enumerate() {
        svg.begin_group((length(i % columns, widest), length(i / columns, highest)));
        canvas.draw(&mut svg);
        svg.end_group();
    }
    svg.end()
}

pub(crate) fn animation(scenes: &[Scene], seconds: f64, style: &Style) -> String {
    let canvases: Vec<_> = scenes.iter().map(|scene| Canvas::new(scene, style)).collect();
    let width = canvases.iter().map(|canvas| canvas.size().0).fold(0.0, f64::max);
    let height = canvases.iter().map(|canvas| canvas.size().1).fold(0.0, f64::max);
    let title = scenes.first().map_or("", |scene| &scene.title);
    let mut svg = Svg::begin((width, height), &format!("{title}: {} positions of a game", scenes.len()), style.theme);
    svg.rect("page", [0.0, 0.0, width, height]);
    if let Some(canvas) = canvases.first() {
        canvas.board(&mut svg);
    }
    let total = seconds.clamp(0.05, 60.0) * scenes.len() as f64;
    for (i, canvas) in canvases.iter().enumerate() {
        // Only the first is seen where nothing moves.
        svg.put(format_args!(r#"<g display="{}">"#, if i == 0 { "inline" } else { "none" }));
        if scenes.len() > 1 {
            let [from, to] = [i, i + 1].map(|frame| frame as f64 / scenes.len() as f64);
            let (values, times) = if i == 0 {
                ("inline;none".to_owned(), format!("0;{to:.5}"))
            } else if i + 1 == scenes.len() {
                ("none;inline".to_owned(), format!("0;{from:.5}"))
            } else {
                ("none;inline;none".to_owned(), format!("0;{from:.5};{to:.5}"))
            };
            svg.put(format_args!(
                r#"<animate attributeName="display" calcMode="discrete" dur="{total:.2}s" repeatCount="indefinite" values="{values}" keyTimes="{times}"/>"#
            ));
        }
        canvas.figures(&mut svg);
        svg.end_group();
    }
    svg.end()
}

/// An SVG file under way.
struct Svg {
    out: String,
}

impl Svg {
    fn begin((width, height): (f64, f64), title: &str, theme: Theme) -> Self {
        let (title, name, css) = (escaped(title), theme_name(theme), css(theme));
        let mut svg = Self { out: String::with_capacity(1 << 14) };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" class=\"tavlei-{name}\" \
             role=\"img\" aria-label=\"{title}\"><title>{title}</title><style>{css}</style>"
        ));
        svg
    }

    fn end(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Writes to the string, which takes everything.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(text);
    }
}

impl Surface for Svg {
    fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4]) {
        self.put(format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#));
    }

    fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.put(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    fn ellipse(&mut self, class: &str, (x, y): (f64, f64), (rx, ry): (f64, f64)) {
        self.put(format_args!(r#"<ellipse class="{class}" cx="{x}" cy="{y:.2}" rx="{rx}" ry="{ry}"/>"#));
    }

    fn path(&mut self, class: &str, width: Option<f64>, d: &str) {
        match width {
            None => self.put(format_args!(r#"<path class="{class}" d="{d}"/>"#)),
            Some(width) => self.put(format_args!(r#"<path class="{class}" stroke-width="{width:.2}" d="{d}"/>"#)),
        }
    }

    fn glyph(&mut self, class: &str, (x, y): (f64, f64), scale: f64, d: &str) {
        self.put(format_args!(
            r#"<path class="{class}" d="{d}" transform="translate({x:.1} {y:.1})scale({scale:.2})"/>"#
        ));
    }

    fn begin_group(&mut self, (x, y): (f64, f64)) {
        self.put(format_args!(r#"<g transform="translate({x} {y})">"#));
    }

    fn end_group(&mut self) {
        self.out.push_str("</g>");
    }
}

/// The style sheet of a theme.
fn css(theme: Theme) -> String {
    let Palette { page, ink, frame, dark, light, tint, white, white_line, black, black_line, gold, crown_line, arrow } =
        Palette::of(theme);
    let t = format!(".tavlei-{}", theme_name(theme));
    format!(
        "{t} .page{{fill:{page}}}{t} .frame{{fill:none;stroke:{frame};stroke-width:4}}{t} .dark{{fill:{dark}}}\
         {t} .plain{{fill:{dark};fill-opacity:.75}}{t} .light{{fill:{light}}}{t} .tint{{fill:{tint};fill-opacity:.55}}\
         {t} .white{{fill:{white};stroke:{white_line}}}{t} .black{{fill:{black};stroke:{black_line}}}\
         {t} .faded{{fill-opacity:.72}}{t} .king{{fill:none;stroke:{gold}}}\
         {t} .crown{{fill:{gold};stroke:{crown_line};stroke-width:.8}}\
         {t} .ink,{t} .badge-ink,{t} .white-ink,{t} .black-ink{{fill:none;stroke:{ink};stroke-width:1.8;stroke-linecap:round;\
         stroke-linejoin:round}}{t} .badge{{fill:{page};stroke:{ink}}}{t} .white-ink{{stroke:{white_line};stroke-width:2}}\
         {t} .black-ink{{stroke:{black_line};stroke-width:2}}{t} .ring{{stroke-width:1.2}}{t} .thick{{stroke-width:5}}\
         {t} .ink-fill{{fill:{ink}}}{t} .mark{{fill:{arrow};fill-opacity:.6}}\
         {t} .arrow{{fill:none;stroke:{arrow};stroke-width:5;stroke-opacity:.75;stroke-linejoin:round}}\
         {t} .dashed{{stroke-dasharray:10 7}}{t} .arrow-head{{fill:{arrow};fill-opacity:.9}}\
         {t} .cross{{fill:none;stroke:{CROSS};stroke-width:6;stroke-linecap:round}}"
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
