//! The colours of the themes.

use crate::Theme;

/// The colours of a theme, as `#rrggbb`.
pub(crate) struct Palette {
    pub(crate) page: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) frame: &'static str,
    pub(crate) dark: &'static str,
    pub(crate) light: &'static str,
    pub(crate) tint: &'static str,
    /// White's pieces, and their outlines.
    pub(crate) white: &'static str,
    pub(crate) white_line: &'static str,
    /// Black's pieces, and their outlines.
    pub(crate) black: &'static str,
    pub(crate) black_line: &'static str,
    /// Kings, and the outlines of their crowns.
    pub(crate) gold: &'static str,
    pub(crate) crown_line: &'static str,
    pub(crate) arrow: &'static str,
}

/// The colour of crosses, in every theme.
pub(crate) const CROSS: &str = "#c0392b";

impl Palette {
    pub(crate) const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                page: "#ffffff",
                ink: "#444444",
                frame: "#6b4b32",
                dark: "#b98a5e",
                light: "#f0dcbc",
                tint: "#e8c93b",
                white: "#fbf4e4",
                white_line: "#6b4b32",
                black: "#3b3431",
                black_line: "#d9cfc4",
                gold: "#e3a712",
                crown_line: "#e3a712",
                arrow: "#2a6fb0",
            },
            Theme::Dark => Self {
                page: "#1d1f21",
                ink: "#c8c8c8",
                frame: "#0f1011",
                dark: "#5b6a72",
                light: "#8fa0a8",
                tint: "#b9a52e",
                white: "#f3efe6",
                white_line: "#3a3a3a",
                black: "#17191a",
                black_line: "#b9c4c9",
                gold: "#f0b92b",
                crown_line: "#f0b92b",
                arrow: "#7db8f0",
            },
            // In print gold is white, which a black line has to hold.
            Theme::Print => Self {
                page: "#ffffff",
                ink: "#000000",
                frame: "#000000",
                dark: "#d0d0d0",
                light: "#ffffff",
                tint: "#9a9a9a",
                white: "#ffffff",
                white_line: "#000000",
                black: "#222222",
                black_line: "#dddddd",
                gold: "#ffffff",
                crown_line: "#000000",
                arrow: "#000000",
            },
            Theme::ColourBlind => Self {
                page: "#ffffff",
                ink: "#333333",
                frame: "#333333",
                dark: "#a9b8c6",
                light: "#eef2f5",
                tint: "#f0e442",
                white: "#ffb347",
                white_line: "#5a3300",
                black: "#0a4a8f",
                black_line: "#cfe4ff",
                gold: "#ffffff",
                crown_line: "#ffffff",
                arrow: "#000000",
            },
        }
    }
}

pub(crate) const fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::Print => "print",
        Theme::ColourBlind => "colour-blind",
    }
}
