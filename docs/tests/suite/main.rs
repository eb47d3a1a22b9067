//! Tests of the book: its links, its programs and its diagrams.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod book;
mod diagrams;
mod language;
