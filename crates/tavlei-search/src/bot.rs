//! Players: something that chooses a move when it is asked.

use std::fmt::Debug;
use std::ops::ControlFlow;

use rand_core::Rng;
use tavlei_game::{Game, History, Keyed, Sequential, Side, Simultaneous, random_move};

use crate::mcts::below;
use crate::{AlphaBeta, Evaluation, Leaf, Limits, SimultaneousMcts, Uct, Value};

/// A player of a game in which the sides take turns.
pub trait Bot<G: Sequential> {
    /// Returns the name of the player.
    fn name(&self) -> String;

    /// The move that it plays in the position that the game has come to; `None` when there is no legal move.
    ///
    /// It answers within the limits, as far as it knows how to obey them.
    fn choose(&mut self, history: &History<G>, limits: &Limits) -> Option<G::Move>;

    /// A new game begins: what was learnt in earlier ones is to be forgotten, so that games can be played again.
    fn begin(&mut self) {}
}

/// A player of a game in which both sides choose at once.
pub trait ChoiceBot<G: Simultaneous> {
    /// Returns the name of the player.
    fn name(&self) -> String;

    /// Returns the bot's choice for a side in the present position; `None` if the game is over.
    ///
    /// It answers within the limits, as far as it knows how to obey them.
    fn choose(&mut self, history: &History<G>, side: Side, limits: &Limits) -> Option<G::Choice>;

    /// A new game begins: what was learnt in earlier ones is to be forgotten, so that games can be played again.
    fn begin(&mut self) {}
}

/// Plays anything that is legal, all moves (or choices) equally likely.
#[derive(Clone, Debug)]
pub struct RandomBot<R> {
    rng: R,
}

impl<R> RandomBot<R> {
    /// A player that draws its moves with this generator.
    pub const fn new(rng: R) -> Self {
        Self { rng }
    }
}

impl<G: Sequential, R: Rng> Bot<G> for RandomBot<R> {
    fn name(&self) -> String {
        "random".into()
    }

    fn choose(&mut self, history: &History<G>, _: &Limits) -> Option<G::Move> {
        random_move(history.position(), &mut self.rng)
    }
}

impl<G: Simultaneous, R: Rng> ChoiceBot<G> for RandomBot<R> {
    fn name(&self) -> String {
        "random".into()
    }

    fn choose(&mut self, history: &History<G>, side: Side, _: &Limits) -> Option<G::Choice> {
        let mut choices = history.position().choices(side);
        if choices.is_empty() {
            return None;
        }
        let nth = below(choices.len() as u64, &mut self.rng) as usize;
        Some(choices.swap_remove(nth))
    }
}

/// Plays what looks best at once, without a thought for the answer; among equals, anything.
#[derive(Clone, Debug)]
pub struct GreedyBot<E, R> {
    evaluation: E,
    rng: R,
}

impl<E, R> GreedyBot<E, R> {
    /// A player that judges by this evaluation and draws among equals with this generator.
    pub const fn new(evaluation: E, rng: R) -> Self {
        Self { evaluation, rng }
    }
}

impl<G: Sequential, E: Evaluation<G>, R: Rng> Bot<G> for GreedyBot<E, R> {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn choose(&mut self, history: &History<G>, _: &Limits) -> Option<G::Move> {
        let position = history.position();
        let side = position.side_to_move();
        let mut best = Vec::new();
        let mut most = -Value::INFINITE;
        let _: ControlFlow<()> = position.for_each_move(|mv| {
            let after = position.after(&mv);
            let value = match after.outcome() {
                Some(end) => Value::payoff(end.payoff(side), 1),
                None => -Value::estimate(self.evaluation.evaluate(&after)),
            };
            if value > most {
                most = value;
                best.clear();
            }
            if value == most {
                best.push(mv);
            }
            ControlFlow::Continue(())
        });
        if best.is_empty() {
            return None;
        }
        let nth = below(best.len() as u64, &mut self.rng) as usize;
        Some(best.swap_remove(nth))
    }
}

/// Plays the best move of an [`AlphaBeta`] search. A move that is forced is played at once.
#[derive(Debug)]
pub struct AlphaBetaBot<E> {
    search: AlphaBeta<E>,
}

impl<E> AlphaBetaBot<E> {
    /// A player that searches so.
    pub const fn new(search: AlphaBeta<E>) -> Self {
        Self { search }
    }
}

impl<G, E> Bot<G> for AlphaBetaBot<E>
where
    G: Sequential + Keyed,
    History<G>: Sync,
    E: Evaluation<G> + Sync,
{
    fn name(&self) -> String {
        "alpha-beta".into()
    }

    fn choose(&mut self, history: &History<G>, limits: &Limits) -> Option<G::Move> {
        only_move(history.position()).or_else(|| self.search.search(history, limits).best_move().cloned())
    }

    fn begin(&mut self) {
        self.search.clear();
    }
}

/// Plays the best move of a [`Uct`] search. A move that is forced is played at once.
#[derive(Clone, Debug)]
pub struct UctBot<L, R> {
    search: Uct<L>,
    rng: R,
}

impl<L, R> UctBot<L, R> {
    /// A player that searches so, by chance as this generator has it.
    pub const fn new(search: Uct<L>, rng: R) -> Self {
        Self { search, rng }
    }
}

impl<G: Sequential, L: Leaf<G>, R: Rng> Bot<G> for UctBot<L, R> {
    fn name(&self) -> String {
        "uct".into()
    }

    fn choose(&mut self, history: &History<G>, limits: &Limits) -> Option<G::Move> {
        only_move(history.position()).or_else(|| {
            let moves = self.search.search(history, limits, &mut self.rng).moves;
            moves.into_iter().next().map(|best| best.mv)
        })
    }
}

/// Draws its choice from the strategy that a [`SimultaneousMcts`] search finds. A choice that is forced is made at once.
#[derive(Clone, Debug)]
pub struct SimultaneousBot<L, R> {
    search: SimultaneousMcts<L>,
    rng: R,
}

impl<L, R> SimultaneousBot<L, R> {
    /// A player that searches so, by chance as this generator has it.
    pub const fn new(search: SimultaneousMcts<L>, rng: R) -> Self {
        Self { search, rng }
    }
}

impl<G: Simultaneous, L: Leaf<G>, R: Rng> ChoiceBot<G> for SimultaneousBot<L, R> {
    fn name(&self) -> String {
        self.search.selection.name().into()
    }

    fn choose(&mut self, history: &History<G>, side: Side, limits: &Limits) -> Option<G::Choice> {
        let mut choices = history.position().choices(side);
        if choices.len() < 2 {
            return choices.pop();
        }
        let strategies = self.search.search(history, limits, &mut self.rng);
        strategies.of(side).draw(&mut self.rng).cloned()
    }
}

/// The legal move, if there is just one.
fn only_move<G: Game>(position: &G) -> Option<G::Move> {
    let mut only = None;
    let more = position.for_each_move(|mv| match only.replace(mv) {
        None => ControlFlow::Continue(()),
        Some(_) => ControlFlow::Break(()),
    });
    only.filter(|_| more.is_continue())
}
