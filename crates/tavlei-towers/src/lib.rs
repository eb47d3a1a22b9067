//! The rules of tower checkers (столбовые шашки, *Bashni*): Russian draughts in which what is captured goes under what
//! has captured it.
//!
//! A [`Position`] holds every tower down to its last prisoner, and the [`Rules`] that it is played under. It is a
//! [`Game`](tavlei_game::Game), so it lists its moves, plays them, counts lines of play and knows when it is over:
//!
//! ```
//! use tavlei_game::{Game, Notation, perft};
//! use tavlei_towers::Position;
//!
//! let start = Position::default();
//! assert_eq!(perft(&start, 6), 37_908);
//!
//! let mut position = start;
//! for text in "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4 a3:c5:a7".split(' ') {
//!     let mv = position.read_move(text)?;
//!     position.play(&mv)?;
//! }
//! assert_eq!(position.tower_at("a7".parse()?).unwrap().to_string(), "0/00");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What else there is
//!
//! - A [`Move`] is what tells captures apart: start, jumped squares, end (rule T-15).
//! - An [`Entry`](tavlei_game::Entry) takes a move square by square: entered, taken back, stored and resumed.
//! - [`Rules`] are options, not forks: [`Rejump`], [`Landing`], and the plies after which a draw can be claimed.
//! - [`Notation`](tavlei_game::Notation) reads and writes: positions, moves in the long form `a3:c5:a7`, in the Russian
//!   half-short form `a:c5:a7` and in numbers `21x14x5`.
//! - [`Keyed`](tavlei_game::Keyed) and [`Symmetric`](tavlei_game::Symmetric) for tables and for folding them.
//!
//! # Features
//!
//! - `serde`: positions, moves, rules and reasons are serialized as their text.
//!
//! # The rules in brief
//!
//! Men step forward, kings go any way along a diagonal; captures are compulsory, and men capture backward, too. A
//! jump takes the *top* piece of the jumped tower and puts it at the *bottom* of the jumping one. What was under it
//! stays, and may be yours again. Who has no legal move has lost. The rulebook's names of the rules, T-1 to T-18,
//! stand beside the code that carries them out.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::indexing_slicing))]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod bitboards;
mod builder;
mod count;
mod entry;
mod error;
mod game;
mod generate;
mod jump_chain;
mod jumps;
mod man_moves;
mod moves;
mod notation;
mod outcome;
mod padded;
mod play;
mod position;
mod replies;
mod risk;
mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod setting;
mod stats;
mod symmetry;
mod tower;

pub use builder::PositionBuilder;
pub use error::{ParseMoveError, PlaceInText, PositionError, TowerError};
pub use man_moves::ManMoveList;
pub use moves::Move;
pub use outcome::Reason;
pub use position::Position;
pub use risk::MovesByRisk;
pub use rules::{Landing, Rejump, Rules};
pub use symmetry::Symmetry;
pub use tower::{Piece, Tower};
