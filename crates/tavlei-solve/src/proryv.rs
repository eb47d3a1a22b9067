//! Proryv solved: what every position is worth when both sides play as well as one can.
//!
//! A turn of Proryv is a matrix game: White chooses a row, Black at the same time a column, and what stands there is the
//! value of the position that results. Men only ever go by pairs, one of each side, so White's men minus Black's stay
//! what they are, and a position with *p* against *q* men leads to positions with *p* : *q* men and to ones with fewer
//! of both. So the classes are solved one after the other, each by value iteration from zero (Shapley 1953), until
//! nothing changes any more: play without end is worth 0. [`Solver::lower_bound`] shows whether that matters.
//!
//! - [`Solver`] solves classes of positions, and answers from memory;
//! - [`Tablebase`] is what it has found on disk: five bytes a position, checksummed, one position for all that are the
//!   same up to mirroring and exchange of colours;
//! - [`analyse`] gives the value of a position with both mixed strategies and the gap that proves them;
//! - [`stalling_positions`] shows whether the strategies of many positions lead anywhere together, however long play goes on;
//! - [`TablebaseBot`] plays by them.
//!
//! ```
//! use tavlei_proryv::{Position, Rules};
//! use tavlei_solve::proryv::{Solver, analyse};
//!
//! let mut solver = Solver::new(&Rules::default())?;
//! let position: Position = "w a4,d1;b5,c2".parse()?;
//! solver.solve_for(&position, &mut |_| std::ops::ControlFlow::Continue(()))?;
//! let analysis = analyse(&position, &solver)?;
//! assert!((analysis.value + 1.0 / 3.0).abs() < 1e-9);
//! assert!((analysis.white[0].1 - 2.0 / 3.0).abs() < 1e-9); // a4-a5, two times in three
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod board;
mod bot;
mod forced_win;
mod material_class;
mod solver;
mod stalling;
mod tablebase;

pub use analysis::{AnalyseError, Analysis, Values, analyse};
pub use board::SolverBoardError;
pub use bot::TablebaseBot;
pub use material_class::{Counts, MaterialClass, SolveError, SweepProgress};
pub use solver::Solver;
pub use stalling::stalling_positions;
pub use tablebase::{Tablebase, TablebaseError};
