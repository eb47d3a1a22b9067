//! Bots and solvers for tavlei games, bound on the traits alone.

mod alpha_beta;
mod bot;
mod evaluation;
#[cfg(any(feature = "towers", feature = "ashtarashki"))]
pub mod evaluations;
mod limits;
mod match_play;
pub mod matrix;
mod mcts;
mod value;

pub use alpha_beta::{AlphaBeta, Line, Options, Report};
pub use bot::{AlphaBetaBot, Bot, ChoiceBot, GreedyBot, RandomBot, SimultaneousBot, UctBot};
pub use evaluation::{Evaluation, Tension};
pub use limits::Limits;
pub use match_play::{MatchGame, MatchSettings, Sprt, SprtState, Tally, play_match, play_simultaneous_match};
pub use mcts::{Estimates, Leaf, Mixed, Playouts, Selection, SimultaneousMcts, Strategies, Uct, UctMove, UctReport};
pub use value::{Forced, Value};
