//! Ashtarashki (Аштарашки): its positions, moves, endings and notation, exact to the last rule.
//!
//! Twelve stones a side, numbered 1 to 3, walk over the dark squares of an 8×8 board towards the far rank. A step
//! backward costs a stone its rights; 3 beats 2, 2 beats 1 and 1 beats 3. There are no draws. The rules have names, A-1
//! to A-18, which the documentation cites; the rulebook explains each.
//!
//! ```
//! use tavlei_ashtarashki::Position;
//! use tavlei_game::{Game, Notation, Sequential, Side, perft};
//!
//! let mut position = Position::default();
//! assert_eq!(perft(&position, 4), 2659);
//!
//! let mv = position.read_move("М3cd4")?; // the author's way of writing, with a Cyrillic М
//! assert_eq!(position.move_text(&mv), "c3-d4");
//! position.play(&mv)?;
//! assert_eq!(position.side_to_move(), Side::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] is a small value that is copied rather than undone; a [`Move`] is eight bytes. An
//! [`Entry`](tavlei_game::Entry) takes a move square by square, as it is clicked on a board.
//!
//! # Features
//!
//! - `serde`: positions, moves, rules, labels and reasons are serialized as their text.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::indexing_slicing))]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod army;
mod builder;
mod count;
mod entry;
mod error;
mod game;
mod generate;
mod label;
mod moves;
mod notation;
mod outcome;
mod play;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod stats;
mod symmetry;

pub use builder::PositionBuilder;
pub use error::{ParseLabelError, ParseMoveError, PositionError, SetupError};
pub use label::{Label, Stone};
pub use moves::Move;
pub use outcome::Reason;
pub use position::Position;
pub use rules::{Rules, ThirdRetreat};
pub use symmetry::Symmetry;
