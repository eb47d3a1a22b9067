//! Pictures as PNG (feature `png`).

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Scene, Style};

/// The widest picture, in pixels.
const MAX_WIDTH: u32 = 8192;

/// Why a picture can't be drawn as pixels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The width is 0 or too large.
    #[error("a picture is 1 to {MAX_WIDTH} pixels wide, not {width}")]
    Width {
        /// The width that was asked for.
        width: u32,
    },
    /// There is no memory for the pixels, or the picture can't be encoded.
    #[error("the picture can’t be drawn: {0}")]
    Drawing(String),
}

pub(crate) fn draw(scene: &Scene, style: &Style, width: u32) -> Result<Vec<u8>, PngError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(PngError::Width { width });
    }
    let failed = |reason: &dyn std::fmt::Display| PngError::Drawing(reason.to_string());
    let tree = Tree::from_str(&scene.svg(style), &Options::default()).map_err(|error| failed(&error))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"there is no memory for it"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
