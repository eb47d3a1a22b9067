//! The [`Game`] trait, and everything that needs nothing but it.
//!
//! One idea carries this crate: **a move is what takes the game from one position to the next.** In a game in which
//! the players take turns that is one player's move; in a game in which both choose at once it is a pair, a
//! [`Joint`] move. Whatever only walks the tree binds on [`Game`] and works for both kinds:
//!
//! - [`perft()`], [`divide()`] and [`unique_positions()`] count,
//! - [`playout()`] plays at random with a generator of the caller's,
//! - [`History`] keeps a game: take-back, repetition, the counters that draws hang on,
//! - [`laws`] checks that a game keeps the promises of the trait; run it on a game of your own.
//!
//! Code that must know who chooses binds on one of the two sub-traits, [`Sequential`] or [`Simultaneous`], so that the wrong
//! algorithm does not compile. Further abilities are small traits of their own: [`Notation`] (text), [`Keyed`] (hash
//! keys), [`Symmetric`].
//!
//! ```
//! use tavlei_game::{Game, Sequential, perft};
//!
//! /// How many lines of play there are, and who begins.
//! fn describe<G: Sequential>(position: &G, plies: u32) -> String {
//!     format!("{} to move, {} lines of {plies} plies", position.side_to_move(), perft(position, plies))
//! }
//! ```
//!
//! # Features
//!
//! - `serde`: sides, scores, outcomes, verdicts and joint moves are serialized, through their text.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

extern crate alloc;

mod ability;
mod diagram;
mod entry;
mod game;
mod history;
mod history_rules;
pub mod laws;
mod notation;
mod outcome;
mod perft;
mod playout;
mod rules;
mod session;
mod side;
pub mod text;

#[cfg(feature = "serde")]
mod serialize;

pub use ability::{Keyed, MoveStats, Symmetric};
pub use diagram::Grid;
pub use entry::{EnterMove, Entry, EntryError, ReadEntryError};
pub use game::{Game, IllegalMove, Joint, Sequential, Simultaneous, ToMove};
pub use history::{Claim, ClaimKind, End, History, PlayError, Ply, Termination};
pub use history_rules::HistoryRules;
pub use notation::{ChoiceNotation, Form, MoveError, Notation};
pub use outcome::{Outcome, ParseReasonError, ParseScoreError, Score, read_reason};
pub use perft::{divide, perft, unique_positions};
pub use playout::{Playout, playout, random_move};
pub use rules::{NoRules, RulesError, rule_pairs};
pub use session::{Session, SessionError};
pub use side::{ParseSideError, Side};
#[cfg(feature = "serde")]
pub use tavlei_geometry::{serde_text, serialize_as_text};

/// Items that the macros need, wherever they are called.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod __private {
    pub use alloc::string::{String, ToString};
}
