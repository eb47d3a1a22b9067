//! Solvers: what a position is worth, proven.
//!
//! - [`ProofSolver`] solves finite games in which the sides take turns, exactly and in points, with a line that shows it.
//! - [`Induction`] solves games in which both sides choose at once, over a given number of turns, with both sides' mixed
//!   strategies.
//! - [`matrix`](crate::matrix) solves a single such turn.

#[cfg(feature = "ashtarashki")]
mod ashtarashki;
mod hints;
mod induction;
mod proof;
mod search;
mod table;

#[cfg(feature = "ashtarashki")]
pub use ashtarashki::Ashtarashki;
pub use hints::{BasicHints, Effort, SolverHints};
pub use induction::{Equilibrium, Induction, InductionError};
pub use proof::{Bounds, Proof, ProofError, ProofProgress, ProofSolver};
