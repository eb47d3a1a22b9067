//! Diagrams of tower checkers, Ashtarashki and Proryv as SVG, TikZ and PNG, and boards for a terminal.
//!
//! A [`Scene`] says what stands on a board and what is marked on it. [`Scene::of`] makes one from a position of any of the
//! three games. [`Scene::svg`] draws it in a [`Style`], [`Scene::text`] writes it in a [`TextStyle`]. All are pure functions:
//! the same scene in the same style is the same text.
//!
//! ```
//! use tavlei_render::{Scene, Style, Theme};
//! use tavlei_towers::Position;
//!
//! let position: Position = "w a3=0,e1=1;b4=00,d6=0,h8=0".parse()?;
//! let scene = Scene::of(&position).with_path(&["a3", "c5", "e7"]);
//! let svg = scene.svg(&Style::default().with_theme(Theme::Dark));
//! assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pictures have no fonts (digits and letters are paths), no scripts and no external resources. Every part has a class, so
//! a page can style it: `dark`, `light`, `white`, `black`, `king`, `mark`, `arrow`, `cross`, `ink`.
//!
//! In a terminal a square is six columns wide, whatever stands on it. The pieces of tall towers are listed beside the board:
//!
//! ```
//! use tavlei_render::{Scene, TextStyle};
//! use tavlei_towers::Position;
//!
//! let position: Position = "w a1=00/010,c3=1;b6=0,h8=0".parse()?;
//! let text = Scene::of(&position).text(&TextStyle::default());
//! assert_eq!(text.lines().next(), Some("8         ·           ·           ·           b      a1  w2/3    00/010"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How the pieces are drawn
//!
//! - **Towers** are flat discs seen from the side, bottom to top. A king is a gold band on its disc, wherever it is in the
//!   tower (T-14), and a crown on top if it commands. From four pieces up a badge says how many there are; from eight up the
//!   tower is drawn again beside the board, enlarged, with the name of its square.
//! - **Stones** of Ashtarashki show their number. A retreated stone (`V`) is pale with a ring, a stone retreated twice (`W`)
//!   has a bar in place of its number, a finished stone (`F`) a tick. The wedge on the rim points forward.
//! - **Men** of Proryv are plain discs. A wedge beside the board points from the recorder's side.
//!
//! # Features
//!
//! - `png`: [`Scene::png`] draws pixels.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cells;
mod draw;
mod glyphs;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod positions;
mod scene;
mod style;
mod surface;
mod svg;
mod text;
mod theme;
mod tikz;

#[cfg(feature = "png")]
pub use png::PngError;
pub use scene::{Arrow, Cell, Disc, Figure, Mark, Picture, Scene, StoneState};
pub use style::{Layout, Style, TextStyle, Theme};
