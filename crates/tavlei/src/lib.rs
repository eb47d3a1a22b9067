//! The rules of three board games: tower checkers, Ashtarashki and Proryv.
//!
//! Every game has a crate of its own, re-exported here as a module and switched by a feature of the same name:
//!
//! - [`towers`]: tower checkers (столбовые шашки, Bashni), Russian draughts in which a captured piece goes under its captor;
//! - [`ashtarashki`]: stones 1, 2 and 3 that beat one another in a ring, and lose rights when they step back;
//! - [`proryv`]: both sides choose their move at once, and men that meet are both removed.
//!
//! All three implement the [`Game`](game::Game) trait, so whatever is written for it works for each of them:
//!
//! ```
//! use tavlei::game::{Game, perft};
//!
//! fn first_counts<G: Game>() -> Vec<u128> {
//!     (1..=3).map(|plies| perft(&G::default(), plies)).collect()
//! }
//!
//! assert_eq!(first_counts::<tavlei::towers::Position>(), [7, 49, 302]);
//! assert_eq!(first_counts::<tavlei::ashtarashki::Position>(), [7, 49, 382]);
//! assert_eq!(first_counts::<tavlei::proryv::Position>(), [169, 45_074, 13_352_388]);
//! ```
//!
//! A program that learns only at run time which game is played takes [`AnyGame`]: text in, text out.
//!
//! # Features
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `towers`, `ashtarashki`, `proryv` | yes | the games |
//! | `commitment` | no | sealed moves of Proryv over a wire: a hash of the move with a secret |
//! | `signed` | no | signed messages for them, from which an arbiter can tell who cheated or left |
//! | `perft` | no | [`perft`]: counting on all cores |
//! | `record` | no | [`record`]: game records, read as a stream, replayed and written |
//! | `search` | no | [`search`]: searches and bots |
//! | `solve` | no | [`solve`]: solvers, Proryv’s tablebase among them |
//! | `serde` | no | serialization, through the text forms |
//!
//! `perft`, `record`, `search` and `solve` need the standard library; without them everything is `no_std` with `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "towers", feature = "ashtarashki", feature = "proryv"))]
extern crate alloc;

#[cfg(any(feature = "towers", feature = "ashtarashki", feature = "proryv"))]
mod any;

#[cfg(any(feature = "towers", feature = "ashtarashki", feature = "proryv"))]
pub use any::{AnyGame, AnyGameError};
pub use tavlei_game::End;

#[cfg(feature = "ashtarashki")]
#[doc(inline)]
pub use tavlei_ashtarashki as ashtarashki;
#[doc(inline)]
pub use tavlei_game as game;
#[doc(inline)]
pub use tavlei_geometry as geometry;
#[cfg(feature = "perft")]
#[doc(inline)]
pub use tavlei_perft as perft;
#[cfg(feature = "proryv")]
#[doc(inline)]
pub use tavlei_proryv as proryv;
#[cfg(feature = "record")]
#[doc(inline)]
pub use tavlei_record as record;
#[cfg(feature = "search")]
#[doc(inline)]
pub use tavlei_search as search;
#[cfg(feature = "solve")]
#[doc(inline)]
pub use tavlei_solve as solve;
#[cfg(feature = "towers")]
#[doc(inline)]
pub use tavlei_towers as towers;

/// The programs in the README are compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
