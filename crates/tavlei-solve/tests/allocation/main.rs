//! Tests of what is allocated. They are a program of their own: the counter replaces the global allocator of the whole
//! program, and would slow all other tests down.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

#[path = "../suite/games/mod.rs"]
mod games;
mod matrix;
