//! Proryv ("breakthrough"): a game in which both sides choose at once.
//!
//! On a small board each side wants to bring one of its men to the far rank. In every turn both players choose a step
//! in secret, and both steps are carried out together: men that meet on a square are both gone, men that trade squares
//! both live. This crate is the rules of the game, P-1 to P-12 of the rulebook: every size of board from 3×4 to 8×8,
//! with passing and without, every start layout ([`Rules`]).
//!
//! ```
//! use tavlei_game::{Game, Notation, Side};
//! use tavlei_proryv::Position;
//!
//! let mut position: Position = "w a4,b4;b5".parse()?;
//! let resolution = position.resolve(&position.read_move("a4-a5 b5-a5")?)?;
//! assert_eq!(resolution.to_string(), "the men from a4 and b5 meet on a5");
//!
//! position = *resolution.after();
//! position.play(&position.read_move("b4-a5 --")?)?;
//! assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(Side::White));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! - [`Position`] implements [`Game`](tavlei_game::Game) (its moves are [`Turn`]s) and
//!   [`Simultaneous`](tavlei_game::Simultaneous) (its choices are [`Choice`]s), [`Notation`](tavlei_game::Notation),
//!   [`ChoiceNotation`](tavlei_game::ChoiceNotation), [`Keyed`](tavlei_game::Keyed) and
//!   [`Symmetric`](tavlei_game::Symmetric).
//! - [`Resolution`] reports what happened in a turn.
//! - [`sealed_turn`] is the protocol of P-2 between two players at one board: one records, the other moves openly, the
//!   record is shown.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::indexing_slicing))]
#![cfg_attr(
    feature = "commitment",
    doc = "- [`sealed_move`] is the same over a wire, between strangers: hashes, signatures, an arbiter.\n- [`commitment`] is an older and shorter protocol over a wire, for players who trust one another."
)]
//!
//! # Features
//!
//! All are off by default, and the crate is `no_std` (with `alloc`) with all of them.
//!
//! - `commitment`: sealed moves over a wire, with SHA-256.
//! - `signed`: its messages are signed with Ed25519, so that they prove to others who broke the rules.
//! - `serde`: positions, choices, rules and what is sent over a wire are serialized as their text.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
#[cfg(feature = "commitment")]
pub mod commitment;
mod count;
mod entry;
mod error;
mod game;
mod generate;
mod moves;
mod notation;
mod outcome;
mod position;
mod resolve;
mod rules;
#[cfg(feature = "commitment")]
pub mod sealed_move;
pub mod sealed_turn;
#[cfg(feature = "serde")]
mod serialize;
mod start;
mod stats;
mod symmetry;

pub use builder::PositionBuilder;
pub use error::{ChoiceError, PositionError, StartError};
pub use moves::{Choice, Turn};
pub use outcome::Reason;
pub use position::Position;
pub use resolve::{Collision, Resolution, Swap};
pub use rules::Rules;
pub use symmetry::Symmetry;
