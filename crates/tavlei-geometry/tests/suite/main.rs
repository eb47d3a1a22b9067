//! Tests of squares, sets of squares, rays and steps.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod bits;
mod dark;
mod rect;
#[cfg(feature = "serde")]
mod serde;
mod set;
mod text;
