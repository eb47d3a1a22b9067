//! The rules of tower checkers (столбовые шашки, *Bashni*): Russian draughts in which what is captured goes under what
//! has captured it.
#![no_std]

extern crate alloc;

mod capture;
mod flight;
mod game;
mod generate;
mod moves;
mod notation;
mod position;
mod rules;
mod tower;

pub use capture::{Capture, CaptureError};
pub use game::{Reason, Symmetry};
pub use moves::Move;
pub use position::{Place, Position, PositionError};
pub use rules::{Landing, Rejump, Rules};
pub use tower::{Piece, Tower, TowerError};
