//! Tests of the trait and of what needs nothing but it, on toy games.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod entry;
mod game;
mod history;
mod laws;
mod outcome;
mod perft;
mod playout;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod text;
mod toys;
