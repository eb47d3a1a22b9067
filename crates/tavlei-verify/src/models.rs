//! Slow, obvious models of the three games, written from the rulebook, to test the engines against.
//!
//! Each module is one game, said again in the plainest way: pieces in maps and lists, moves made by cloning, captures by
//! recursion. A module uses nothing but the standard library, not even another module, so that no fault of an engine can
//! hide in it. It takes and gives plain data and canonical text.

pub mod ashtarashki;
pub mod proryv;
pub mod towers;
