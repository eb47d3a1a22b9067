//! Digits and letters as strokes, so that a picture needs no font.

use crate::surface::Surface;

/// The width of the box that a glyph is drawn in.
pub(crate) const WIDTH: f64 = 10.0;

/// The height of that box, from the top of a digit to its foot.
pub(crate) const HEIGHT: f64 = 14.0;

/// The strokes of a digit, or of a letter from a to h, in a box of [`WIDTH`] by [`HEIGHT`].
const fn strokes(c: char) -> &'static str {
    match c {
        '0' => "M5 1C2 1 1 4 1 7S2 13 5 13 9 10 9 7 8 1 5 1Z",
        '1' => "M2 4L5.5 1V13",
        '2' => "M1.5 4C1.5 .5 8.5 0 8.5 4.5C8.5 8 3 10 1.5 13H9",
        '3' => "M1.5 3C2.5 0 8.5 .5 8 4C8 6.5 5 6.5 4 6.5C5 6.5 9 6.5 9 9.8C9 14 2 14 1 11",
        '4' => "M6.5 13V1L1 9.5H9.5",
        '5' => "M8.5 1H2.5L2 6.5C5 4.5 9 5.5 9 9C9 13.5 3 14 1 11.5",
        '6' => "M8 2C5-.5 1 3 1 8.5C1 14.5 9 14 9 9C9 5 3 4.5 1.3 8",
        '7' => "M1 1H9L4 13",
        '8' => "M5 1C1 1 1 6.5 5 6.5S9 1 5 1ZM5 6.5C-.5 6.5-.5 13 5 13S10.5 6.5 5 6.5Z",
        '9' => "M2 12C5 14.5 9 11 9 5.5C9-.5 1 0 1 5C1 9 7 9.5 8.7 6",
        'a' => "M8 6.5C6 4 1 4.5 1 9S6 14 8 11M8 5V13",
        'b' => "M1.5 0V13M1.5 8C2.5 4 9 4 9 9S2.5 14 1.5 10",
        'c' => "M8.5 6.5C5 3.5 1 5.5 1 9S5 14.5 8.5 11.5",
        'd' => "M8.5 0V13M8.5 8C7.5 4 1 4 1 9S7.5 14 8.5 10",
        'e' => "M1.2 9H8.8C9 3.5 1 3.5 1 9C1 14 6.5 14 8.3 11.5",
        'f' => "M8 1C5-.5 4 1 4 4V13M1.5 5.5H7.5",
        'g' => "M8.5 5V13.5C8.5 17 3 17 1.5 15M8.5 8C7.5 4 1 4 1 9S7.5 14 8.5 10",
        'h' => "M1.5 0V13M1.5 8C3 4.5 8.5 4 8.5 8V13",
        _ => "",
    }
}

/// Writes a text around this centre, each glyph scaled by the same factor.
pub(crate) fn write(out: &mut dyn Surface, text: &str, (x, y): (f64, f64), scale: f64, class: &str) {
    let advance = (WIDTH + 3.0) * scale;
    let count = text.chars().count() as f64;
    let left = x - (advance * count - 3.0 * scale) / 2.0;
    for (i, c) in text.chars().enumerate() {
        let (x, y) = (left + advance * i as f64, y - HEIGHT * scale / 2.0);
        out.glyph(class, (x, y), scale, strokes(c));
    }
}
