//! Tests of the bots and the solvers.

#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod alpha_beta;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod bots;
mod common;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod evaluations;
mod games;
mod induction;
mod matrix;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod mcts;
mod solve;
#[cfg(all(feature = "towers", feature = "ashtarashki"))]
mod strangers;
mod strangers_edges;
