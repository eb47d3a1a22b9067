//! Tests of the solvers.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod games;
mod induction;
mod matrix;
mod mcts;
mod proof;
mod proryv;
mod strangers_edges;
mod strangers_tables;
