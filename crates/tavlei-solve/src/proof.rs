//! The solver of games in which the sides take turns.

mod hints;
mod search;
mod table;

use std::time::Duration;

use tavlei_game::{HistoryRules, Keyed, Sequential, Side};
use tavlei_search::{Budget, Limits};

use search::{Answer, Pace, ProofGoal, Search, settled};
use table::{HEURISTICS, Numbers, ProofTable};

pub use hints::{BasicHints, Effort, SolverHints};

/// Finds out exactly what a position of a finite game is worth, for games in which the sides take turns.
///
/// It asks "does White get at least this payoff?" about one payoff after the other, and answers each question by a
/// depth-first proof-number search: it always looks into the position that seems to take least to settle the question.
/// If the
/// [`SolverHints`]
/// has several guesses what a proof takes, it goes by each in turns. What it has found is kept in a table of fixed size. The
/// size has no influence on the answer, and neither have the guesses; both may make it quick or slow.
///
/// Only games in which no position can occur twice are solved, since what a position is worth must not depend on the
/// way that led to it: so not tower checkers. That is why [`SolverHints::max_plies`] has to be given, and when the
/// solver comes upon a longer game it gives up ([`ProofError::Endless`]). Positions are told apart by their 64-bit
/// [keys](Keyed): among the 10⁹ look-ups of a long proof in a table of 10⁸ positions, two are mixed up with a
/// probability of about 1 in 200.
///
/// ```
/// # #[cfg(feature = "ashtarashki")] {
/// use tavlei_ashtarashki::{Position, Rules};
/// use tavlei_game::{Notation, Side};
/// use tavlei_search::Limits;
/// use tavlei_solve::{AshtarashkiHints, ProofSolver};
///
/// let position = Position::read_position("w Wb2,V2b6;Wf4,V1b8", &Rules::default()).unwrap();
/// let mut solver = ProofSolver::new(AshtarashkiHints::default());
/// let proof = solver.solve(&position, &Limits::default()).unwrap();
/// assert_eq!(proof.value.payoff(Side::White), Some(1));
/// assert!(!proof.line.is_empty());
/// # }
/// ```
#[derive(Debug)]
pub struct ProofSolver<I> {
    hints: I,
    table: ProofTable,
}

/// The proven bounds of a position's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The least and the most for White.
    white: (i32, i32),
}

impl Bounds {
    /// Returns the value of the position for a side with best play of both; `None` if it is not proven.
    #[must_use]
    pub const fn payoff(&self, side: Side) -> Option<i32> {
        let (least, most) = self.bounds(side);
        if least == most { Some(least) } else { None }
    }

    /// The least and the most that the position can be worth to a side.
    #[must_use]
    pub const fn bounds(&self, side: Side) -> (i32, i32) {
        let (least, most) = self.white;
        match side {
            Side::White => (least, most),
            Side::Black => (most.saturating_neg(), least.saturating_neg()),
        }
    }
}

/// The result of a proof search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Proof<M> {
    /// The bounds of the value.
    pub value: Bounds,
    /// How the game goes on with best play, to its end: the winner's moves are those that were easiest to prove, the loser's
    /// those that were hardest to refute.
    ///
    /// It is empty if the worth isn't known exactly, and breaks off where a limit was reached.
    pub line: Vec<M>,
    /// How many positions were reached by a move; those that came up again are counted again.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ProofProgress {
    /// The question that is being answered: whether White gets at least `goal`.
    pub goal: i32,
    /// About how many positions are still to be settled to prove it, by the [guess](SolverHints::heuristics) whose turn
    /// it is; it rises as long as the proof resists.
    pub prove: u32,
    /// The same for refuting it.
    pub refute: u32,
    /// How many positions were reached by a move so far.
    pub nodes: u64,
    /// How long it has taken so far.
    pub time: Duration,
    /// The share of the table that is filled, 0 to 1.
    pub table_load: f64,
}

/// Why a game can't be solved: something that was said about it isn't so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// A game goes on for longer than [`SolverHints::max_plies`] promised.
    #[error("a game goes on for more than {max_plies} plies, which was said to be the most")]
    Endless {
        /// The most plies that were said to be possible.
        max_plies: u32,
    },
    /// A game ends with a payoff that isn't among [`SolverHints::payoffs`].
    #[error("a game ends with {payoff} for White, which was not said to be possible")]
    Payoff {
        /// The payoff of White.
        payoff: i32,
    },
    /// Under the rules of the position a game can be drawn by what was played before, which a position does not tell.
    #[error("games that can be drawn by repetition or by a count of plies are not solved")]
    HistoryDraws,
}

impl<I> ProofSolver<I> {
    /// A solver with a table of 64 MiB.
    #[must_use]
    pub fn new(hints: I) -> Self {
        Self::with_table_bytes(hints, 64 << 20)
    }

    /// A solver with a table of the given number of bytes, rounded down to whole cache lines of 64; at least one. If
    /// there is not enough memory, the table is smaller.
    #[must_use]
    pub fn with_table_bytes(hints: I, bytes: usize) -> Self {
        Self { hints, table: ProofTable::with_bytes(bytes) }
    }

    /// The same, for sizes that somebody has asked for; `None` if there is not enough memory.
    ///
    /// ```
    /// # #[cfg(feature = "ashtarashki")] {
    /// use tavlei_solve::{AshtarashkiHints, ProofSolver};
    ///
    /// let solver = ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), 1 << 20);
    /// assert_eq!(solver.map(|solver| solver.table_bytes()), Some(1 << 20));
    /// assert!(ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), usize::MAX / 2).is_none());
    /// # }
    /// ```
    #[must_use]
    pub fn try_with_table_bytes(hints: I, bytes: usize) -> Option<Self> {
        Some(Self { hints, table: ProofTable::try_with_bytes(bytes)? })
    }

    /// Returns how many bytes the table has.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Returns the hints of the solver.
    pub const fn hints(&self) -> &I {
        &self.hints
    }

    /// Forgets what earlier proofs have found. Until then it helps; all calls must be about one game.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds out what a position is worth, unless a limit is reached; the depth is not limited.
    ///
    /// The limit of nodes may be exceeded by the moves of one position.
    ///
    /// # Errors
    ///
    /// [`ProofError`], if the game isn't as the [`SolverHints`] says.
    pub fn solve<G>(&mut self, position: &G, limits: &Limits) -> Result<Proof<G::Move>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        self.solve_reporting(position, limits, |_| {})
    }

    /// As [`solve`](Self::solve), and calls back now and then: after each million nodes, about.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_reporting<G>(
        &mut self,
        position: &G,
        limits: &Limits,
        on_progress: impl FnMut(&ProofProgress),
    ) -> Result<Proof<G::Move>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let budget = Budget::new(limits);
        let mut run = Run::new(self, &budget, on_progress);
        let value = run.value(position)?;
        let line = match value.payoff(Side::White) {
            Some(value) => run.line(position, value)?,
            None => Vec::new(),
        };
        Ok(Proof { value, line, nodes: budget.nodes(), time: budget.elapsed() })
    }

    /// Finds out what each move of a position is worth, within these limits for all of them together.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_moves<G>(&mut self, position: &G, limits: &Limits) -> Result<Vec<(G::Move, Bounds)>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let budget = Budget::new(limits);
        let mut run = Run::new(self, &budget, |_: &ProofProgress| {});
        position.moves().into_iter().map(|mv| Ok((mv.clone(), run.value(&position.after(&mv))?))).collect()
    }

    /// Returns by which moves the side to move gets at least `goal` with best play of both, within these limits for all
    /// of them together; `None` where that isn't known.
    ///
    /// With the worth of the position as payoff it tells the key move, and whether there are others. All moves are tried in
    /// turns, each for longer than the turn before, so that a hard one doesn't keep the others waiting.
    ///
    /// ```
    /// # #[cfg(feature = "ashtarashki")] {
    /// use tavlei_ashtarashki::{Position, Rules};
    /// use tavlei_game::Notation;
    /// use tavlei_search::Limits;
    /// use tavlei_solve::{AshtarashkiHints, ProofSolver};
    ///
    /// let position = Position::read_position("w Wb2,V2b6;Wf4,V1b8", &Rules::default()).unwrap();
    /// let mut solver = ProofSolver::new(AshtarashkiHints::default());
    /// let moves = solver.moves_that_prove(&position, 1, &Limits::default(), |_| {}).unwrap();
    /// let winning = moves.iter().filter(|(_, wins)| *wins == Some(true));
    /// assert!(winning.count() >= 1);
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    #[expect(clippy::type_complexity, reason = "a list of moves, and what is known of each")]
    pub fn moves_that_prove<G>(
        &mut self,
        position: &G,
        payoff: i32,
        limits: &Limits,
        on_progress: impl FnMut(&ProofProgress),
    ) -> Result<Vec<(G::Move, Option<bool>)>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let side = position.side_to_move();
        let budget = Budget::new(limits);
        let mut run = Run { turn: FIRST_TURN, ..Run::new(self, &budget, on_progress) };
        let mut moves = position.moves().into_iter().map(|mv| (mv, None)).collect::<Vec<_>>();
        while !budget.is_over() && moves.iter().any(|(_, proves)| proves.is_none()) {
            for (mv, proves) in moves.iter_mut().filter(|(_, proves)| proves.is_none()) {
                *proves = run.proves(&position.after(mv), side, payoff)?;
            }
            run.turn = run.turn.saturating_mul(4);
        }
        Ok(moves)
    }

    /// Returns whether a side gets at least `goal` with best play of both; `None` if a limit is reached before that is
    /// known.
    ///
    /// One question takes less than the whole worth.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn proves<G>(
        &mut self,
        position: &G,
        side: Side,
        payoff: i32,
        limits: &Limits,
    ) -> Result<Option<bool>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let budget = Budget::new(limits);
        Run::new(self, &budget, |_: &ProofProgress| {}).proves(position, side, payoff)
    }
}

/// A proof under way.
struct Run<'a, I, F> {
    solver: &'a mut ProofSolver<I>,
    budget: &'a Budget<'a>,
    on_progress: F,
    /// The most nodes for one question.
    turn: u64,
    /// The number of nodes at which to report.
    next: u64,
}

impl<'a, I, F> Run<'a, I, F> {
    const fn new(solver: &'a mut ProofSolver<I>, budget: &'a Budget<'a>, on_progress: F) -> Self {
        Self { solver, budget, on_progress, turn: u64::MAX, next: REPORTED }
    }
}

impl<I, F: FnMut(&ProofProgress)> Run<'_, I, F> {
    /// Halves the list of payoffs until one is left.
    fn value<G>(&mut self, position: &G) -> Result<Bounds, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        if let Some(outcome) = position.outcome() {
            let payoff = outcome.payoff(Side::White);
            return Ok(Bounds { white: (payoff, payoff) });
        }
        let payoffs = self.solver.hints.payoffs().to_vec();
        let (mut low, mut high) = (0, payoffs.len().saturating_sub(1));
        while low < high {
            let middle = (low + high).div_ceil(2);
            match self.proves_for_white(position, payoffs[middle])? {
                Some(true) => low = middle,
                Some(false) => high = middle - 1,
                None => break,
            }
        }
        let at = |index: usize| payoffs.get(index).copied().unwrap_or_default();
        Ok(Bounds { white: (at(low), at(high)) })
    }

    fn proves<G>(&mut self, position: &G, side: Side, payoff: i32) -> Result<Option<bool>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        match side {
            Side::White => self.proves_for_white(position, payoff),
            // Black gets it exactly when White doesn't get more than its negative.
            Side::Black => match payoff.checked_neg().and_then(|most| most.checked_add(1)) {
                Some(goal) => Ok(self.proves_for_white(position, goal)?.map(|proves| !proves)),
                None => Ok(Some(payoff < 0)),
            },
        }
    }

    fn proves_for_white<G>(&mut self, position: &G, goal: i32) -> Result<Option<bool>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let is_white = position.side_to_move() == Side::White;
        Ok(self.ask(position, goal)?.map(|answer| answer.reached == is_white))
    }

    fn ask<G>(&mut self, position: &G, goal: i32) -> Result<Option<Answer>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let proof_goal = ProofGoal::new(goal);
        let ProofSolver { hints, table } = &mut *self.solver;
        if position.outcome().is_some()
            && let Some(numbers) = settled(hints, proof_goal, position)?
        {
            return Ok(Some(Answer { reached: numbers == Numbers::REACHED, by: 0 }));
        }
        if position.history_rules() != HistoryRules::NONE {
            return Err(ProofError::HistoryDraws);
        }
        let (begun, side, budget) = (self.budget.nodes(), position.side_to_move(), self.budget);
        let most = begun.saturating_add(self.turn);
        let heuristics = (0..hints.heuristics().clamp(1, HEURISTICS)).cycle();
        for heuristic in heuristics {
            // Longer and longer, so that even a table that remembers nothing is enough in the end.
            let nodes = budget.nodes();
            let end = nodes.saturating_add(((nodes - begun) / 8).max(FIRST_STRETCH)).min(most);
            let mut pace = Paced { goal, side, budget, on_progress: &mut self.on_progress, next: self.next, end };
            let answer = Search::new(hints, table, proof_goal.by(heuristic)).run(position, &mut pace)?;
            self.next = pace.next;
            if answer.is_some() || budget.is_over() || budget.nodes() >= most {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Best play from a position that is worth `value` to White.
    fn line<G>(&mut self, position: &G, value: i32) -> Result<Vec<G::Move>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let mut line = Vec::new();
        let mut position = position.clone();
        while position.outcome().is_none() {
            let Some(mv) = self.best_move(&position, value)? else { break };
            position.play_unchecked(&mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// A move that keeps the value: of those that are known to, the easiest for the winner and the hardest for the loser.
    fn best_move<G>(&mut self, position: &G, value: i32) -> Result<Option<G::Move>, ProofError>
    where
        G: Sequential + Keyed,
        I: SolverHints<G>,
    {
        let mover = position.side_to_move();
        let (hints, table) = (&self.solver.hints, &self.solver.table);
        // White gets the value and not more; there is no question where there is nothing less or more to get.
        let value_or_more = Some(value).filter(|value| hints.payoffs().first() != Some(value));
        let more = hints.payoffs().iter().copied().find(|&payoff| payoff > value);
        let to_keep = if mover == Side::White { value_or_more } else { more };
        let winners = if value > 0 { value_or_more } else { more };
        let is_winner = (value > 0) == (mover == Side::White);

        let mut best = None;
        for mv in position.moves() {
            let child = position.after(&mv);
            let known = |goal: i32| -> Result<Option<(Numbers, u16)>, ProofError> {
                let proof_goal = ProofGoal::new(goal);
                if let Some(numbers) = settled(hints, proof_goal, &child)? {
                    return Ok(Some((numbers, 0)));
                }
                Ok(table.get(proof_goal.key(&child), 0).map(|known| (known.numbers, known.effort)))
            };
            let keeps = match to_keep {
                Some(goal) => known(goal)?.is_some_and(|(numbers, _)| numbers == Numbers::MISSED),
                None => true,
            };
            let effort = match winners {
                Some(goal) => known(goal)?.map_or(0, |(_, effort)| i32::from(effort)),
                None => 0,
            };
            let rank = if is_winner { -effort } else { effort };
            if keeps && best.as_ref().is_none_or(|&(greatest, _)| rank > greatest) {
                best = Some((rank, mv));
            }
        }
        if let (None, Some(goal)) = (&best, to_keep) {
            let answer = self.ask(position, goal)?.filter(|answer| answer.reached);
            return Ok(answer.and_then(|answer| position.nth_move(answer.by as u64)));
        }
        Ok(best.map(|(_, mv)| mv))
    }
}

/// Nodes between two reports.
const REPORTED: u64 = 1 << 20;

/// Nodes for each move, when they are tried in turns for the first time.
const FIRST_TURN: u64 = 1 << 16;

/// Nodes for each guess, when they are tried in turns for the first time.
const FIRST_STRETCH: u64 = 1 << 14;

/// Keeps to the limits and reports.
struct Paced<'a, F> {
    goal: i32,
    side: Side,
    budget: &'a Budget<'a>,
    on_progress: &'a mut F,
    /// The number of nodes at which to report.
    next: u64,
    /// The number of nodes at which to break off.
    end: u64,
}

impl<F: FnMut(&ProofProgress)> Pace for Paced<'_, F> {
    #[inline]
    fn go_on(&mut self, positions: u64, root: Numbers, table: &ProofTable) -> Option<u64> {
        let more = self.budget.report(positions);
        let nodes = self.budget.nodes();
        if nodes >= self.next {
            self.next = nodes + REPORTED;
            let (prove, refute) = match self.side {
                Side::White => (root.phi, root.delta),
                Side::Black => (root.delta, root.phi),
            };
            let (goal, time, table_load) = (self.goal, self.budget.elapsed(), table.load());
            (self.on_progress)(&ProofProgress { goal, prove, refute, nodes, time, table_load });
        }
        (more > 0 && nodes < self.end).then_some(more)
    }
}
