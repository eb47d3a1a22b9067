//! The styles of drawings and of boards in a terminal.

/// Where the squares of a drawing are, in the units of its `viewBox`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The width of the whole drawing.
    pub width: f64,
    /// The height of the whole drawing.
    pub height: f64,
    /// The left edge of the leftmost squares.
    pub left: f64,
    /// The upper edge of the topmost squares.
    pub top: f64,
    /// The side of a square.
    pub square: f64,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
}

/// How a scene is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// Whether Black's side of the board is at the bottom.
    pub is_flipped: bool,
    /// Whether files and ranks are named beside the board.
    pub has_coordinates: bool,
}

impl Default for Style {
    /// Light colours, White at the bottom, coordinates.
    fn default() -> Self {
        Self { theme: Theme::Light, is_flipped: false, has_coordinates: true }
    }
}

impl Style {
    /// The same in other colours.
    #[must_use]
    pub const fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// The same with Black's side of the board at the bottom, or White's.
    #[must_use]
    pub const fn with_flip(mut self, is_flipped: bool) -> Self {
        self.is_flipped = is_flipped;
        self
    }

    /// The same with coordinates or without.
    #[must_use]
    pub const fn with_coordinates(mut self, has_coordinates: bool) -> Self {
        self.has_coordinates = has_coordinates;
        self
    }
}

/// The colours of a picture. In every theme White's and Black's discs differ in their outlines, too, not only in colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Theme {
    /// Warm colours on a light page.
    Light,
    /// The same on a dark page.
    Dark,
    /// Black and white, for print.
    Print,
    /// Blue and orange, which the common kinds of colour blindness tell apart.
    ColourBlind,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::ColourBlind];
}

/// How a scene is written for a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TextStyle {
    /// Whether Black's side of the board is at the bottom.
    pub is_flipped: bool,
    /// Whether only ASCII is written: an empty square is `.` instead of `·`.
    pub is_ascii: bool,
    /// Whether colours are written, as escape sequences for terminals with 256 colours.
    pub is_coloured: bool,
}

impl TextStyle {
    /// The same with Black's side of the board at the bottom, or White's.
    #[must_use]
    pub const fn with_flip(mut self, is_flipped: bool) -> Self {
        self.is_flipped = is_flipped;
        self
    }

    /// The same in ASCII alone, or in Unicode.
    #[must_use]
    pub const fn with_ascii(mut self, is_ascii: bool) -> Self {
        self.is_ascii = is_ascii;
        self
    }

    /// The same with colours or without.
    #[must_use]
    pub const fn with_colours(mut self, is_coloured: bool) -> Self {
        self.is_coloured = is_coloured;
        self
    }
}
