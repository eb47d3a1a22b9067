//! Evaluations of the games, each behind the feature that is called like the game.
//!
//! The searches know no game; these are for whoever wants to play one at once. All weights are public, to be tuned.

#[cfg(feature = "ashtarashki")]
mod ashtarashki;
#[cfg(feature = "towers")]
mod towers;

#[cfg(feature = "ashtarashki")]
pub use ashtarashki::{Ashtarashki, StoneCounts};
#[cfg(feature = "towers")]
pub use towers::Towers;
