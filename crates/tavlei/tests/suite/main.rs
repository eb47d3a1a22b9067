//! Tests of what the facade adds: a game chosen by name.

#[cfg(all(feature = "towers", feature = "ashtarashki", feature = "proryv"))]
mod any;
