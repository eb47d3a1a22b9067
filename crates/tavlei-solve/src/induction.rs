//! The solver of games in which both sides choose at once.

use std::collections::HashMap;
use std::time::Duration;

use tavlei_game::{HistoryRules, Joint, Keyed, Side, Simultaneous};

use crate::matrix::{Matrix, MatrixError, MatrixSolver, Oracle};
use tavlei_search::{Budget, Limits};

/// Finds out what a position is worth over a given number of turns, for games in which both sides choose at once.
///
/// It works backward: the worth of a position with *n* turns to go is the value of the matrix game whose payoffs are the
/// worths of the positions after each pair of choices, with *n* − 1 turns to go. A game that isn't over when the turns are
/// is worth nothing, or what [`with_horizon`](Self::with_horizon) says. What was reckoned is remembered, by the 64-bit
/// [keys](Keyed) of the positions.
///
/// ```
/// use tavlei_game::{Game, NoRules, Outcome, Side, ToMove};
/// # use std::ops::ControlFlow;
/// # use tavlei_game::{Joint, Keyed, Simultaneous};
/// use tavlei_search::Limits;
/// use tavlei_solve::Induction;
///
/// /// White wins by naming the number, 0 or 1, that Black names; 1 counts double.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
/// struct Pennies(Option<Joint<u8>>);
/// # impl Game for Pennies {
/// #     type Move = Joint<u8>;
/// #     type Reason = &'static str;
/// #     type Rules = NoRules;
/// #     fn start(_: &NoRules) -> Self { Self(None) }
/// #     fn rules(&self) -> NoRules { NoRules }
/// #     fn to_move(&self) -> ToMove { ToMove::Both }
/// #     fn outcome(&self) -> Option<Outcome<&'static str>> {
/// #         let named = self.0?;
/// #         Some(match (named.white, named.black) {
/// #             (0, 0) => Outcome::win(Side::White, 1, "same"),
/// #             (1, 1) => Outcome::win(Side::White, 2, "same"),
/// #             _ => Outcome::win(Side::Black, 1, "different"),
/// #         })
/// #     }
/// #     fn for_each_move<B>(&self, mut visit: impl FnMut(Joint<u8>) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         self.for_each_choice(Side::White, |white| self.for_each_choice(Side::Black, |black| visit(Joint { white, black })))
/// #     }
/// #     fn play_unchecked(&mut self, mv: &Joint<u8>) { self.0 = Some(*mv); }
/// # }
/// # impl Simultaneous for Pennies {
/// #     type Choice = u8;
/// #     fn for_each_choice<B>(&self, _: Side, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         if self.0.is_some() { return ControlFlow::Continue(()); }
/// #         visit(0)?;
/// #         visit(1)
/// #     }
/// # }
/// # impl Keyed for Pennies {
/// #     fn key(&self) -> u64 { self.0.map_or(0, |named| 1 + u64::from(named.white) + 2 * u64::from(named.black)) }
/// #     fn key_from_scratch(&self) -> u64 { self.key() }
/// # }
///
/// let found = Induction::new().solve(&Pennies::default(), 1, &Limits::default())?.expect("there are no limits");
/// assert!((found.value - 0.2).abs() < 1e-12);
/// assert!((found.white[0].1 - 0.6).abs() < 1e-12); // White names 0 in three of five games
/// assert!(found.gap < 1e-12);
/// # Ok::<(), tavlei_solve::InductionError>(())
/// ```
#[derive(Debug, Default)]
pub struct Induction {
    horizon: f64,
    /// The greatest payoff, and the number of payoffs from which on a turn is looked at payoff by payoff.
    lazy: Option<(f64, usize)>,
    known: HashMap<(u64, u32), Estimate>,
    /// Solvers that are not in use, with the room they have.
    solvers: Vec<MatrixSolver>,
}

/// A value, and the width of the interval around it that it is proven to be in.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Estimate {
    value: f64,
    gap: f64,
}

/// The value of a position and the strategies of both sides.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Equilibrium<C> {
    /// The value for White.
    pub value: f64,
    /// How wide an interval around the value the true one is proven to be in: the duality gap of the first turn and the
    /// greatest ones of those after it, added up.
    pub gap: f64,
    /// White's choices, each with the probability that it is to be made with; none when the game is over or no turn is left.
    pub white: Vec<(C, f64)>,
    /// Black's choices.
    pub black: Vec<(C, f64)>,
    /// How many positions were reached by a turn.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Why a position was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InductionError {
    /// More turns than [`Induction::MAX_TURNS`].
    #[error("{turns} turns are too many: at most {} can be looked ahead", Induction::MAX_TURNS)]
    TooManyTurns {
        /// The turns asked for.
        turns: u32,
    },
    /// Under the rules of the position the game can be drawn, before the turns are over, by what was played before, which a
    /// position does not tell.
    #[error("games that can be drawn by repetition or by a count of turns are not solved beyond that count")]
    HistoryDraws,
    /// A turn was not solved.
    #[error(transparent)]
    Turn(#[from] MatrixError),
}

impl Induction {
    /// The most turns that can be looked ahead.
    pub const MAX_TURNS: u32 = 400;

    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with what a game is worth to White that isn't over when the turns are; it forgets what it knew.
    ///
    /// From the least and from the greatest payoff the value of the endless game is approached from below and from above.
    #[must_use]
    pub fn with_horizon(mut self, value: f64) -> Self {
        self.horizon = value;
        self.clear();
        self
    }

    /// The same, looking at single payoffs of a turn ([`MatrixSolver::double_oracle`]) where it has at least the given
    /// number; none of them, nor the horizon, may be greater than `max_payoff` in magnitude.
    #[must_use]
    pub fn with_double_oracle(mut self, max_payoff: f64, payoffs: usize) -> Self {
        self.lazy = Some((max_payoff, payoffs));
        self
    }

    /// Forgets what it has reckoned. Until then it helps; all calls must be about one game.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// Solves a position over a number of turns: its value and the strategies of the first turn; `None` if a limit is
    /// reached before. The limit of nodes counts positions reached by a turn.
    ///
    /// # Errors
    ///
    /// [`InductionError`].
    pub fn solve<G>(
        &mut self,
        position: &G,
        turns: u32,
        limits: &Limits,
    ) -> Result<Option<Equilibrium<G::Choice>>, InductionError>
    where
        G: Simultaneous + Keyed,
    {
        if turns > Self::MAX_TURNS {
            return Err(InductionError::TooManyTurns { turns });
        }
        if can_be_drawn_within(turns, position.history_rules()) {
            return Err(InductionError::HistoryDraws);
        }
        let budget = Budget::new(limits);
        let left = budget.report(0);
        let mut run = Run { induction: self, budget: &budget, left, granted: left, stopped: None };
        if left == 0 {
            return Ok(None);
        }
        let found = match run.solve_now(position, turns) {
            Some(estimate) => Some((estimate, Vec::new(), Vec::new())),
            None => run.turn(position, turns).map(|(estimate, solver)| {
                let plan = |side, odds: &[f64]| position.choices(side).into_iter().zip(odds.iter().copied()).collect();
                let white = plan(Side::White, solver.row_strategy());
                let black = plan(Side::Black, solver.column_strategy());
                run.induction.solvers.push(solver);
                (estimate, white, black)
            }),
        };
        budget.report(run.granted - run.left);
        match run.stopped {
            Some(Stopped::Failed(error)) => return Err(error.into()),
            Some(Stopped::Limit) => return Ok(None),
            None => {}
        }
        Ok(found.map(|(Estimate { value, gap }, white, black)| Equilibrium {
            value,
            gap,
            white,
            black,
            nodes: budget.nodes(),
            time: budget.elapsed(),
        }))
    }
}

/// Returns whether a draw that hangs on the past can come before the given number of turns are over.
fn can_be_drawn_within(turns: u32, rules: HistoryRules) -> bool {
    let counted = [rules.ply_cap, rules.plies_since_progress];
    rules.repetition.is_some_and(|occurrences| occurrences <= turns + 1)
        || counted.into_iter().flatten().any(|plies| plies < turns)
}

/// Why a run has ended early.
enum Stopped {
    Limit,
    Failed(MatrixError),
}

struct Run<'a> {
    induction: &'a mut Induction,
    budget: &'a Budget<'a>,
    /// Of the given number of nodes that were granted, how many are left.
    left: u64,
    granted: u64,
    stopped: Option<Stopped>,
}

impl Run<'_> {
    /// Returns the value of a position in which no choice is left.
    fn solve_now<G: Simultaneous>(&self, position: &G, turns: u32) -> Option<Estimate> {
        let value = match position.outcome() {
            Some(outcome) => f64::from(outcome.payoff(Side::White)),
            None if turns == 0 => self.induction.horizon,
            None => return None,
        };
        Some(Estimate { value, gap: 0.0 })
    }

    /// Returns the value of a position reached by a turn; `None` once the run has stopped.
    fn estimate<G: Simultaneous + Keyed>(&mut self, position: &G, turns: u32) -> Option<Estimate> {
        if self.stopped.is_some() || !self.count() {
            return None;
        }
        if let Some(estimate) = self.solve_now(position, turns) {
            return Some(estimate);
        }
        let place = (position.key(), turns);
        if let Some(&known) = self.induction.known.get(&place) {
            return Some(known);
        }
        let (estimate, solver) = self.turn(position, turns)?;
        self.induction.solvers.push(solver);
        self.induction.known.insert(place, estimate);
        Some(estimate)
    }

    /// Solves the turn that is to be played in a position, and gives back the solver that holds the strategies.
    fn turn<G: Simultaneous + Keyed>(&mut self, position: &G, turns: u32) -> Option<(Estimate, MatrixSolver)> {
        let (white, black) = (position.choices(Side::White), position.choices(Side::Black));
        let (rows, columns) = (white.len(), black.len());
        let lazy = self.induction.lazy.filter(|&(_, payoffs)| rows * columns >= payoffs);
        let mut solver = self.induction.solvers.pop().unwrap_or_default();
        let max_payoff = lazy.map_or(f64::INFINITY, |(max_payoff, _)| max_payoff);
        let mut turn = Turn { run: self, position, white, black, turns: turns - 1, max_payoff, gap: 0.0 };
        let solved = if lazy.is_some() {
            solver.double_oracle(rows, columns, &mut turn, None).map(|found| found.solution)
        } else {
            let cells = (0..rows * columns).map(|cell| turn.payoff(cell / columns, cell % columns));
            let payoffs = cells.collect::<Vec<_>>();
            match Matrix::new(rows, columns, &payoffs) {
                Ok(matrix) => solver.solve(matrix),
                Err(_) => Err(MatrixError::Empty { rows, columns }),
            }
        };
        let gap = turn.gap;
        match solved {
            _ if self.stopped.is_some() => None,
            Ok(solution) => Some((Estimate { value: solution.value, gap: solution.gap + gap }, solver)),
            Err(error) => {
                self.stopped = Some(Stopped::Failed(error));
                None
            }
        }
    }

    /// Counts a node; false if there may be no more.
    fn count(&mut self) -> bool {
        if self.left == 0 {
            self.left = self.budget.report(self.granted);
            self.granted = self.left;
        }
        if self.left == 0 {
            self.stopped = Some(Stopped::Limit);
            return false;
        }
        self.left -= 1;
        true
    }
}

/// One turn, whose payoffs are found out when they are asked for.
struct Turn<'a, 'b, G: Simultaneous> {
    run: &'a mut Run<'b>,
    position: &'a G,
    white: Vec<G::Choice>,
    black: Vec<G::Choice>,
    /// How many turns are left after this one.
    turns: u32,
    max_payoff: f64,
    /// The greatest gap of a payoff so far.
    gap: f64,
}

impl<G: Simultaneous + Keyed> Oracle for Turn<'_, '_, G> {
    /// Anything will do once the run has stopped.
    fn payoff(&mut self, row: usize, column: usize) -> f64 {
        let joint = Joint { white: self.white[row].clone(), black: self.black[column].clone() };
        let after = self.position.after(&joint);
        let Some(Estimate { value, gap }) = self.run.estimate(&after, self.turns) else { return 0.0 };
        self.gap = self.gap.max(gap);
        value
    }

    fn bounds(&mut self, _: usize, _: usize) -> (f64, f64) {
        (-self.max_payoff, self.max_payoff)
    }
}
