//! Tests of the trait and of what needs nothing but it, on toy games.

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
