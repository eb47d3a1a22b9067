//! Tests of what is allocated. They are a program of their own: the counter replaces the global allocator of the whole
//! program, and would slow all other tests down.

#[path = "../suite/common/mod.rs"]
mod common;
#[path = "../suite/games/mod.rs"]
mod games;
mod matrix;
mod mcts;
