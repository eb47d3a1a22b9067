//! Bots and solvers for tavlei games, bound on the traits alone.

pub mod matrix;
