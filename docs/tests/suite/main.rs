//! Tests of the book: its links, its programs and its diagrams.

mod book;
mod diagrams;
mod language;
