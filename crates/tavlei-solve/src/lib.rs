//! Solvers for tavlei games: they prove what a position is worth.
//!
//! | solver | for | proves |
//! |---|---|---|
//! | [`matrix::MatrixSolver`] | one simultaneous choice | the value and both mixed strategies, with the gap between their bounds |
//! | [`ProofSolver`] | finite games in which the sides take turns | the exact payoff, with a line that shows it |
//! | [`Induction`] | games in which both sides choose at once, a given number of turns | the value and both mixed strategies |
//! | [`proryv::Solver`] | Proryv | the values of all positions of a material class |
//!
//! ```
//! use tavlei_game::Side;
//! use tavlei_search::Limits;
//! use tavlei_solve::{AshtarashkiHints, ProofSolver};
//!
//! let position: tavlei_ashtarashki::Position = "w Wb2,V2b6;Wf4,V1b8".parse()?;
//! let mut solver = ProofSolver::new(AshtarashkiHints::default());
//! let proof = solver.solve(&position, &Limits::default())?;
//! assert_eq!(proof.value.payoff(Side::White), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Both are on by default.
//!
//! - `ashtarashki`: the [hints](AshtarashkiHints) with which a proof search solves Ashtarashki.
//! - `proryv`: the [tablebase of Proryv](proryv).
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "ashtarashki")]
mod ashtarashki;
mod induction;
pub mod matrix;
mod proof;
#[cfg(feature = "proryv")]
pub mod proryv;

#[cfg(feature = "ashtarashki")]
pub use ashtarashki::AshtarashkiHints;
pub use induction::{Equilibrium, Induction, InductionError};
pub use proof::{BasicHints, Bounds, Effort, Proof, ProofError, ProofProgress, ProofSolver, SolverHints};
