//! Monte-Carlo tree search, for games in which the sides take turns and for games in which they choose at once.
//!
//! None of it needs an evaluation: what a position is worth is found out by playing on at random ([`Playouts`]), or said by
//! whatever implements [`Leaf`]. All chance comes from a generator of the caller's.

mod leaf;
mod simultaneous;
mod uct;

pub(crate) use leaf::below;
pub use leaf::{Estimates, Leaf, Playouts};
pub use simultaneous::{Mixed, Selection, SimultaneousMcts, Strategies};
pub use uct::{Uct, UctMove, UctReport};
