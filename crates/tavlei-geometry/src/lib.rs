//! Squares, bitboards, rays and steps of the boards that the [tavlei] games are played on.
//!
//! Two boards are enough for the three games, and each has a module of its own:
//!
//! - [`dark`]: the 32 dark squares of the 8×8 board, moved over diagonally (tower checkers, Ashtarashki).
//!   A set of squares is one `u32`.
//! - [`rect`]: rectangles of up to 8×8 squares, moved over in eight directions (Proryv).
//!   A set of squares is one `u64`.
//!
//! [`bits`] finds bits in words, whichever board they are of.
//!
//! This crate knows no rules: not who moves where, only what lies next to what. Everything that can be a
//! constant is one, and most functions are `const`.
//!
//! ```
//! use tavlei_geometry::dark::{Bitboard, Direction, Square};
//!
//! let men = Bitboard::from_squares(&[Square::C3, Square::H2]);
//! let ahead = men.shift(Direction::NorthEast) | men.shift(Direction::NorthWest);
//! assert_eq!(ahead.to_string(), "g3 b4 d4");
//! assert_eq!("С3".parse::<Square>(), Ok(Square::C3)); // a Cyrillic С, as people really write
//! ```
//!
//! # Features
//!
//! - `serde`: squares and boards are serialized as their text; [`serde_text`] does so with anything that has one.
//!
//! [tavlei]: https://docs.rs/tavlei
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

#[macro_use]
mod set;
pub mod bits;
pub mod dark;
pub mod rect;
#[cfg(feature = "serde")]
pub mod serde_text;
pub mod text;
