//! Slow, obvious models of the three games, written from the rulebook, to test the engines against.
//!
//! Each module is one game, said again in the plainest way: pieces in maps and lists, moves made by
//! cloning, captures by recursion. A module depends on nothing, not even on another module, and can be
//! checked against the rulebook line by line. It speaks plain data and canonical text, so that an engine
//! can be compared with it without sharing a type.

pub mod ashtarashki;
pub mod proryv;
pub mod towers;
