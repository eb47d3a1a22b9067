//! Tests of Ashtarashki: its rules, its texts, its laws, and the engine against the slow model.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod cases;
mod chains;
mod common;
mod counting;
mod laws;
mod reference;
mod rules;
mod seeds;
#[cfg(feature = "serde")]
mod serde;
mod strangers_edges;
mod text;
