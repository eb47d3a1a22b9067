//! One thread's search.

mod pvs;
mod quiescence;
mod root;

use std::ops::ControlFlow;

use tavlei_game::{Game, History, Keyed, Outcome, Sequential, Side};

use self::root::RootMove;
use super::ordering::{Candidate, MoveOrdering};
use super::repetition::RepetitionTable;
use super::tt::TranspositionTable;
use super::{Line, Options};
use crate::limits::Budget;
use crate::{Evaluation, Value};

/// No line is searched further than this, whatever is forced.
pub(super) const MAX_PLIES: usize = 240;

/// The data that all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a, E> {
    pub(super) evaluation: &'a E,
    pub(super) options: &'a Options,
    pub(super) tt: Option<&'a TranspositionTable>,
    pub(super) budget: &'a Budget<'a>,
    /// The number of threads.
    pub(super) threads: usize,
}

/// One thread's search of one position.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    shared: &'a Shared<'a, E>,
    root: G,
    at_root: NodeState,
    moves: Vec<RootMove<G::Move>>,
    /// The best lines that are known.
    lines: Vec<Line<G::Move>>,
    repetitions: RepetitionTable,
    ordering: MoveOrdering,
    /// The moves of all positions on the way from the root to where the search is, those of the last one at the end.
    candidates: Vec<Candidate<G::Move>>,
    /// The principal variation from each ply.
    pv: Vec<Vec<G::Move>>,
    nodes: u64,
    /// How many nodes may be searched before the next report to the budget.
    allowance: u64,
    reported: u64,
    stopped: bool,
}

/// The incremental state of a node.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    /// The static evaluation for the side to move; meaningless unless the evaluation is incremental.
    value: i32,
    /// Plies without progress.
    plies_since_progress: u32,
    /// The key, if it has been asked for.
    key: Option<u64>,
}

/// A node of the search: its depth and its window.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// How many plies it is from the root.
    ply: usize,
    /// How many plies deep it is to be searched.
    depth: i32,
    /// Between these two the answer must be exact.
    alpha: Value,
    beta: Value,
    /// Whether it is on the main line.
    is_pv: bool,
}

impl Node {
    /// Returns the child node, seen from the other side.
    #[inline]
    fn after(self, depth: i32, alpha: Value, is_pv: bool) -> Self {
        Self { ply: self.ply + 1, depth, alpha: -self.beta, beta: -alpha, is_pv }
    }

    /// Returns whether more is asked than if it is better than `alpha`: how much better, and by which move.
    #[inline]
    fn is_exact(self) -> bool {
        self.beta > self.alpha.above()
    }

    /// Returns whether anything at all is better.
    #[inline]
    fn null_window(self, depth: i32, alpha: Value) -> Self {
        Self { beta: alpha.above(), ..self }.after(depth, alpha, false)
    }
}

impl<'a, G: Sequential + Keyed, E: Evaluation<G>> Worker<'a, G, E> {
    pub(super) fn new(shared: &'a Shared<'a, E>, history: &History<G>) -> Self {
        let position = history.position().clone();
        let outcome = position.outcome();
        let value = if outcome.is_none() { shared.evaluation.evaluate(&position) } else { 0 };
        let key = position.key();
        let at_root = NodeState { value, plies_since_progress: history.plies_since_progress(), key: Some(key) };
        let mut repetitions = RepetitionTable::of(history);
        repetitions.reach(0, key);
        let mut candidates = Vec::new();
        list_moves(&position, &mut candidates);
        let ordering = MoveOrdering::new(MAX_PLIES + 1);
        ordering.rank(shared.evaluation, &position, 0, &mut candidates);
        candidates.sort_by_key(|candidate| -candidate.rank);
        let rank = Value::estimate(value);
        let moves = candidates.into_iter().map(|candidate| {
            let moves = vec![candidate.mv.clone()];
            RootMove { candidate, rank, line: Line { value: rank, moves } }
        });
        let moves: Vec<_> = moves.collect();
        Self {
            shared,
            lines: moves.iter().take(shared.options.max_lines()).map(|mv| mv.line.clone()).collect(),
            moves,
            root: position,
            at_root,
            repetitions,
            ordering,
            candidates: Vec::new(),
            pv: vec![Vec::new(); MAX_PLIES + 2],
            nodes: 0,
            allowance: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// The best lines that are known, the best first: those of the last iteration that was complete. If only one is
    /// asked for, a better one that was found after that.
    pub(super) fn lines(&self) -> &[Line<G::Move>] {
        &self.lines
    }

    /// Returns whether a limit has ended the search.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes that the budget doesn't know of yet.
    pub(super) const fn unreported(&self) -> u64 {
        self.nodes - self.reported
    }

    /// Reports to the budget that this thread searches no more.
    pub(super) fn leave(self) {
        self.shared.budget.leave(self.unreported(), self.allowance);
    }

    /// Counts positions that are reached by a move, no more than are allowed.
    #[inline]
    const fn count(&mut self, positions: u64) {
        self.nodes += positions;
        self.allowance -= positions;
    }

    /// Returns the state of the child node, which will be searched to `depth` plies.
    #[inline]
    fn child_state(&self, before: &G, here: NodeState, mv: &G::Move, after: &G, depth: i32) -> NodeState {
        let evaluation = self.shared.evaluation;
        let value = if E::INCREMENTAL { evaluation.evaluate_after(before, here.value, mv, after) } else { 0 };
        let plies_since_progress = if before.is_irreversible(mv) { 0 } else { here.plies_since_progress + 1 };
        let key = here.key.filter(|_| self.needs_key(depth, plies_since_progress));
        NodeState { value, plies_since_progress, key: key.map(|key| before.key_after(key, mv, after)) }
    }

    /// Returns whether the key matters to a search of the given number of plies: to the table, or because the position
    /// can have come back, which right after a capture it can't. At the horizon only a plain minimax looks for that: it
    /// costs more than it finds.
    #[inline]
    fn needs_key(&self, depth: i32, plies_since_progress: u32) -> bool {
        let watches_repetition = self.repetitions.watches_repetition();
        match depth {
            2.. => self.shared.tt.is_some() || watches_repetition,
            1 => watches_repetition && plies_since_progress >= 2,
            _ => !self.shared.options.selective && watches_repetition && plies_since_progress >= 2,
        }
    }

    /// Returns whether another node may be searched.
    #[inline]
    fn may_go_on(&mut self) -> bool {
        self.allowance > 0 || self.ask()
    }

    /// Asks the budget for more nodes.
    #[cold]
    fn ask(&mut self) -> bool {
        if !self.stopped {
            let threads = self.shared.threads as u64;
            self.allowance = self.shared.budget.report_of_one(self.nodes - self.reported, threads);
            self.reported = self.nodes;
            self.stopped = self.allowance == 0;
        }
        !self.stopped
    }
}

/// Lists the legal moves in the order of the game.
#[inline]
fn list_moves<G: Game>(position: &G, candidates: &mut Vec<Candidate<G::Move>>) {
    let mut index = 0u16;
    let _: ControlFlow<()> = position.for_each_move(|mv| {
        candidates.push(Candidate { index, ..Candidate::new(mv) });
        index = index.saturating_add(1);
        ControlFlow::Continue(())
    });
}

/// Returns the value of the game's end for a side, `ply` plies from the root.
fn outcome_value<R>(outcome: Option<Outcome<R>>, side: Side, ply: usize) -> Value {
    outcome.map_or(Value::DRAW, |outcome| Value::payoff(outcome.payoff(side), ply as u32))
}
