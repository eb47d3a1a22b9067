//! A player that can't be beaten, on average.

use rand_core::Rng;
use tavlei_game::{History, Side};
use tavlei_proryv::{Choice, Position};
use tavlei_search::{ChoiceBot, Limits, Mixed};

use super::{Values, analyse};

/// Plays as well as one can: draws its choice from the strategy that [`analyse`] finds.
///
/// Nobody gets more out of it, on average, than the position is worth. It takes no advantage of what the other side does
/// wrong beyond what that loses by itself. Where the values don’t reach it has no choice to make, and so loses a match.
///
/// Where the number of turns is limited (P-12) it plays as if it were not, since the values are those of play without a
/// limit. From a position of value *v* it then gets (*v* − 1) / 2 or more on average, and not *v*: the other side can stall
/// what is won until the draw, and gamble just before it.
///
/// ```
/// use rand::{SeedableRng, rngs::StdRng};
/// use tavlei_game::{History, Side};
/// use tavlei_proryv::{Position, Rules};
/// use tavlei_solve::proryv::{Solver, TablebaseBot};
/// use tavlei_search::{ChoiceBot, Limits};
///
/// let position: Position = "w a4,b4;b5,d5".parse()?;
/// let mut solver = Solver::new(&Rules::default())?;
/// solver.solve_for(&position, &mut |_| std::ops::ControlFlow::Continue(()))?;
/// let mut bot = TablebaseBot::new(solver, StdRng::seed_from_u64(1));
/// assert!(bot.choose(&History::new(position), Side::White, &Limits::default()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TablebaseBot<V, R> {
    values: V,
    rng: R,
}

impl<V, R> TablebaseBot<V, R> {
    /// A player that knows these values and draws with this generator. Against an opponent it needs a seed that nobody can
    /// guess: whoever knows the seed knows the choices.
    pub const fn new(values: V, rng: R) -> Self {
        Self { values, rng }
    }
}

impl<V: Values, R: Rng> ChoiceBot<Position> for TablebaseBot<V, R> {
    fn name(&self) -> String {
        "table".into()
    }

    fn choose(&mut self, history: &History<Position>, side: Side, _: &Limits) -> Option<Choice> {
        let analysis = analyse(&history.position().with_turn_cap(None), &self.values).ok()?;
        let mixed = Mixed::from_weights(analysis.strategy(side).iter().copied());
        mixed.draw(&mut self.rng).copied()
    }
}
