//! Tests of squares, sets of squares, rays and steps.

mod bits;
mod dark;
mod rect;
#[cfg(feature = "serde")]
mod serde;
mod set;
mod text;
