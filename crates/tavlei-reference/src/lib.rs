//! Slow, obvious models of the three games, written from the rulebook, to test the engines against.
//!
//! Each module is one game, said again in the plainest way: pieces in maps and lists, moves made by
//! cloning, captures by recursion. A module depends on nothing, not even on another module, and can be
//! checked against the rulebook line by line. It speaks plain data and canonical text, so that an engine
//! can be compared with it without sharing a type.
//!
//! [`test_size`] belongs to no game: it chooses how large a test is.

pub mod ashtarashki;
pub mod proryv;
pub mod towers;

/// Returns `full` in the exhaustive run, `ci/exhaustive`, and `ordinary` in any other: the size of a test that takes long.
///
/// The exhaustive run sets the environment variable `TAVLEI_EXHAUSTIVE`.
pub fn test_size<T>(ordinary: T, full: T) -> T {
    if std::env::var_os("TAVLEI_EXHAUSTIVE").is_some() { full } else { ordinary }
}
