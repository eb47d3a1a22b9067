//! Tests of the searches and the bots.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod alpha_beta;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod bots;
mod common;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod evaluations;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod mcts;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod strangers;
