//! Tests of tower checkers: its rules, its texts, its laws, and the engine against the slow model.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod bugs;
mod cases;
mod chains;
mod common;
mod counting;
mod differential;
mod laws;
mod reference;
mod risk;
mod rules;
mod seeds;
#[cfg(feature = "serde")]
mod serde;
mod strangers_edges;
mod text;
