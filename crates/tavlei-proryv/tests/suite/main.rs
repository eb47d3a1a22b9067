//! Tests of Proryv: its rules, its texts, its laws, its protocol, and the engine against the slow model.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

#[cfg(feature = "signed")]
mod attacks;
mod cases;
#[cfg(feature = "commitment")]
mod commitment;
mod common;
mod count;
mod exhaustive;
mod laws;
mod protocol;
mod reference;
mod rules;
#[cfg(feature = "signed")]
mod sealed_move;
mod seeds;
#[cfg(feature = "serde")]
mod serde;
mod strangers_edges;
mod text;
