//! Searches and bots for tavlei games, bound on the traits alone.
//!
//! | for a game in which the sides … | searches | bots |
//! |---|---|---|
//! | take turns ([`Sequential`](tavlei_game::Sequential)) | [`AlphaBeta`], [`Uct`] | [`AlphaBetaBot`], [`UctBot`], [`GreedyBot`], [`RandomBot`] |
//! | choose at once ([`Simultaneous`](tavlei_game::Simultaneous)) | [`SimultaneousMcts`] | [`SimultaneousBot`], [`RandomBot`] |
//!
//! All of them take a [`History`](tavlei_game::History), since draws hang on a game's past, and [`Limits`]; chance comes from
//! generators of the caller's, and nothing is printed. [`play_match`] and [`play_simultaneous_match`] let two bots play and
//! say what the result proves.
//!
//! # The best move
//!
//! ```
//! # #[cfg(feature = "towers")] {
//! use std::time::Duration;
//! use tavlei_game::{Game, History, Notation};
//! use tavlei_search::{AlphaBeta, Limits, evaluations::Towers};
//! use tavlei_towers::Position;
//!
//! let game = History::<Position>::default();
//! let mut search = AlphaBeta::new(Towers::default());
//! let report = search.search(&game, &Limits::default().with_depth(8).with_time(Duration::from_secs(1)));
//! let best = report.best().expect("the game is not over");
//! println!("{} {}", game.position().move_text(&best.moves[0]), best.value);
//! # }
//! ```
//!
//! # A game or an evaluation of your own
//!
//! A game that takes turns needs nothing but the traits of `tavlei-game`, and every function of a position to
//! [centi-units](Value) is an [`Evaluation`]; `examples/own_game.rs` and `examples/own_evaluation.rs` show both.
//!
//! # Features
//!
//! `towers` and `ashtarashki`, both on by default, bring [`evaluations`] of those games. Without them the crate knows no
//! game at all, which is why they are features here and not a part of the searches: a search can't have come to depend on
//! a game that it doesn't see. (They are not in the crates of the games, which must not depend on a search.)
#![cfg_attr(docsrs, feature(doc_cfg))]

mod alpha_beta;
mod bot;
mod evaluation;
#[cfg(any(feature = "towers", feature = "ashtarashki"))]
pub mod evaluations;
mod limits;
mod match_play;
mod mcts;
mod value;

pub use alpha_beta::{AlphaBeta, Line, Options, Report};
pub use bot::{AlphaBetaBot, Bot, ChoiceBot, GreedyBot, RandomBot, SimultaneousBot, UctBot};
pub use evaluation::{Evaluation, Quiescence, QuietMoves};
pub use limits::{Budget, Limits};
pub use match_play::{
    MatchGame, MatchScore, MatchSettings, Pentanomial, SequentialTest, Sprt, SprtState, play_match,
    play_simultaneous_match,
};
pub use mcts::{Estimates, Leaf, Mixed, Playouts, Selection, SimultaneousMcts, Strategies, Uct, UctMove, UctReport};
pub use value::{Forced, Value};
