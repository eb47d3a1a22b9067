//! A surface to draw on.

/// A drawing under way. Every shape has a class, or several with spaces between them, which stand for its colours.
pub(crate) trait Surface {
    /// A rectangle: left, top, width, height.
    fn rect(&mut self, class: &str, bounds: [f64; 4]);
    fn circle(&mut self, class: &str, middle: (f64, f64), radius: f64);
    fn ellipse(&mut self, class: &str, middle: (f64, f64), half_axes: (f64, f64));
    /// Lines and curves in the language of SVG, with a width of their own or that of the class.
    fn path(&mut self, class: &str, width: Option<f64>, d: &str);
    /// A glyph with its upper left corner here, scaled.
    fn glyph(&mut self, class: &str, corner: (f64, f64), scale: f64, d: &str);
    /// Begins a group: all coordinates in it count from this point.
    fn begin_group(&mut self, origin: (f64, f64));
    fn end_group(&mut self);
}
