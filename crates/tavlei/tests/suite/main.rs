//! Tests of what the facade adds: a game chosen by name.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

#[cfg(all(feature = "towers", feature = "ashtarashki", feature = "proryv"))]
mod any;
