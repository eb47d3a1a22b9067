//! Knowledge of a game beyond its rules that a proof search uses.

use tavlei_game::{Sequential, Side};

/// Knowledge about a game that helps a [`ProofSolver`](super::ProofSolver): what its games can end with, how long
/// they last, and, to be quick, what can be seen at once.
///
/// All payoffs are White's. [`BasicHints`] will do for any game of which the two required facts are known.
pub trait SolverHints<G: Sequential> {
    /// Returns White's possible payoffs, rising, each once.
    fn payoffs(&self) -> &[i32];

    /// A number of plies that no game from this position outlasts.
    ///
    /// Giving one is the promise that no position occurs twice in a game. What is proven rests on it: a solver that
    /// comes upon a longer game says so, but it doesn't go looking for one.
    fn max_plies(&self, position: &G) -> u32;

    /// The least and the most that White can still get in a position that isn't over, as far as that is seen at once.
    #[inline]
    fn bounds(&self, position: &G) -> (i32, i32) {
        let _ = position;
        (i32::MIN, i32::MAX)
    }

    /// Proves or refutes, without search, that White gets at least `goal` in an unfinished position; `None` if it cannot.
    ///
    /// The default is what the [`bounds`](Self::bounds) say. A game may look for less than all they say, or for more.
    #[inline]
    fn static_proof(&self, position: &G, goal: i32) -> Option<bool> {
        let (least, most) = self.bounds(position);
        if least >= goal {
            Some(true)
        } else if most < goal {
            Some(false)
        } else {
            None
        }
    }

    /// Returns how many ways of [guessing](Self::effort) there are: 1 to 3, anything else counts as the nearest of these.
    ///
    /// A heuristic that finds one proof quickly can mislead another. So a solver goes by each guess in turns, for as
    /// long as by the others, and is done as soon as one of them leads to an answer; what one of them has settled helps
    /// the others.
    #[inline]
    fn heuristics(&self) -> u8 {
        1
    }

    /// Returns how much it seems to take to prove that White gets at least `goal` in a position that isn't over, and
    /// how much to refute it, by one of the [`heuristics`](Self::heuristics), which are numbered from 0. A wrong guess
    /// costs time and nothing else.
    ///
    /// The default is the number of moves of the side whose moves must all be dealt with, and 1 for the other.
    #[inline]
    fn effort(&self, position: &G, goal: i32, heuristic: u8) -> Effort {
        let _ = (goal, heuristic);
        let moves = u32::try_from(position.count_moves()).unwrap_or(u32::MAX);
        match position.side_to_move() {
            Side::White => Effort { prove: 1, refute: moves },
            Side::Black => Effort { prove: moves, refute: 1 },
        }
    }
}

/// A guess how much a proof takes, in units of about one position that must be settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// To prove it, at least 1.
    pub prove: u32,
    /// To refute it, at least 1.
    pub refute: u32,
}

/// The required facts about a game, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BasicHints {
    payoffs: Vec<i32>,
    max_plies: u32,
}

impl BasicHints {
    /// A game that gives White one of these payoffs after at most `max_plies` plies.
    #[must_use]
    pub fn new(payoffs: impl IntoIterator<Item = i32>, max_plies: u32) -> Self {
        let mut payoffs = payoffs.into_iter().collect::<Vec<_>>();
        payoffs.sort_unstable();
        payoffs.dedup();
        Self { payoffs, max_plies }
    }
}

impl<G: Sequential> SolverHints<G> for BasicHints {
    fn payoffs(&self) -> &[i32] {
        &self.payoffs
    }

    fn max_plies(&self, _: &G) -> u32 {
        self.max_plies
    }
}
