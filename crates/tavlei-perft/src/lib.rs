//! Perft on all cores, with a hash table, progress and a way to stop; distinct positions; statistics.
//!
//! [`tavlei_game::perft`] counts on one core and remembers nothing. This crate counts the same numbers for people who
//! count deep:
//!
//! - [`Counter`] splits the work over threads, remembers counts in a [`PerftTable`], says how far it is and can be stopped;
//! - [`Distinct`] counts the distinct positions of each depth in little memory;
//! - [`Statistics`] tells what kinds of moves and endings there are at each depth.
//!
//! ```
//! use tavlei_perft::{Counter, PerftTable};
//! # fn count<G: tavlei_game::Game + Send + Sync>(position: &G) {
//!
//! let table = PerftTable::with_bytes(16 << 20, 1);
//! let counted = Counter::new().threads(2).table(&table).count(position, 6);
//! assert!(counted.complete);
//! assert_eq!(counted.nodes, tavlei_game::perft(position, 6));
//! # }
//! ```

mod counter;
mod distinct;
mod statistics;
mod table;

pub use counter::{Counted, Counter, Progress};
pub use distinct::Distinct;
pub use statistics::{PlyStatistics, Statistics};
pub use table::PerftTable;
