//! Slow models of the three games, and the engines checked against them.
//!
//! - [`models`] are the games written from the rulebook a second time, as plainly as possible.
//! - [`towers`], [`ashtarashki`] and [`proryv`] compare an engine with its model. `compare` panics, with the position in the
//!   message, if they differ; the fuzz targets call it. `exhaust` compares every position with a few pieces on the board.
//! - [`records`] checks that nothing of a game record is lost when it is read.
//! - [`small_games`] test searches and solvers.
//! - [`test_size`] chooses how large a test is.
//!
//! ```
//! use tavlei_verify::towers;
//!
//! let position = "w c1=1/0;d2=0,f4=0".parse()?;
//! assert_eq!(towers::compare(&position), 2); // the given number of moves, each with the same result in both
//! # Ok::<(), tavlei_towers::PositionError>(())
//! ```

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used,
    reason = "a difference is a panic"
)]

use tavlei_geometry::dark::Square;

pub mod ashtarashki;
pub mod models;
pub mod proryv;
pub mod records;
pub mod small_games;
pub mod towers;

/// Returns `full` in the exhaustive run, `ci/exhaustive`, and `ordinary` in any other: the size of a test that takes long.
///
/// The exhaustive run sets the environment variable `TAVLEI_EXHAUSTIVE`.
pub fn test_size<T>(ordinary: T, full: T) -> T {
    if std::env::var_os("TAVLEI_EXHAUSTIVE").is_some() { full } else { ordinary }
}

/// The totals of a walk through all positions of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Positions compared, each once.
    pub positions: u64,
    /// Moves in them, each with the position that it leads to.
    pub moves: u64,
    /// Positions in which the game is over.
    pub finished: u64,
}

impl core::fmt::Display for Checked {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} positions, {} moves, {} finished", self.positions, self.moves, self.finished)
    }
}

/// All sets of the given number of dark squares, each in rising order.
fn for_each_choice_of_squares(count: usize, visit: &mut impl FnMut(&[Square])) {
    fn go(left: usize, from: u8, chosen: &mut Vec<Square>, visit: &mut impl FnMut(&[Square])) {
        if left == 0 {
            return visit(chosen);
        }
        for index in from..32 {
            chosen.push(Square::new(index).expect("one of 32"));
            go(left - 1, index + 1, chosen, visit);
            chosen.pop();
        }
    }
    go(count, 0, &mut Vec::new(), visit);
}

/// All ways to put one of the pieces that each square allows on each of the squares.
fn for_each_filling<P: Copy>(kinds: &[&[P]], filled: &mut Vec<P>, visit: &mut impl FnMut(&[P])) {
    match kinds.get(filled.len()) {
        None => visit(filled),
        Some(here) => {
            for &kind in *here {
                filled.push(kind);
                for_each_filling(kinds, filled, visit);
                filled.pop();
            }
        }
    }
}
