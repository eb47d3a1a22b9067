//! Tests of Proryv: its rules, its texts, its laws, its protocol, and the engine against the slow model.

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
mod seeds;
#[cfg(feature = "serde")]
mod serde;
mod strangers_edges;
mod text;
