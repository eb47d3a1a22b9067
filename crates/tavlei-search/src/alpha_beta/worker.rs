//! One thread's search.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there is a frame for each ply; moves are numbered as they lie in memory; depths and extensions are small"
)]

use std::ops::ControlFlow;

use tavlei_game::{Game, History, Keyed, Outcome, Sequential, Side};

use super::ordering::{Candidate, MoveOrdering, bring_best, history_index_of};
use super::repetition::RepetitionTable;
use super::tt::{Bound, TranspositionTable, TtEntry};
use super::{Line, Options};
use crate::limits::Budget;
use crate::{Evaluation, Quiescence, Value};

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

#[derive(Clone, Debug)]
struct RootMove<M> {
    candidate: Candidate<M>,
    /// The value by which root moves are sorted.
    rank: Value,
    /// The line found when this move was the best.
    line: Line<M>,
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

    /// Searches the given number of plies deep, every line with a window around what it was worth before.
    pub(super) fn iterate(&mut self, depth: i32) {
        let lines = self.shared.options.max_lines().min(self.moves.len());
        for nth in 0..lines {
            self.search_line(nth, depth);
            if self.stopped {
                break;
            }
            // The best is known exactly, of the others only that they are no better.
            self.moves[nth..].sort_by_key(|mv| -mv.rank);
        }
        // What one line is worth tells nothing about the others until they were searched as deep.
        if !self.stopped || lines == 1 {
            self.lines.clear();
            self.lines.extend(self.moves[..lines].iter().map(|mv| mv.line.clone()));
            self.lines.sort_by_key(|line| -line.value);
        }
    }

    fn search_line(&mut self, nth: usize, depth: i32) {
        let Options { aspiration, .. } = *self.shared.options;
        let before = self.moves[nth].rank;
        let mut width = match aspiration {
            Some(width) if depth >= 4 && !before.is_forced() => width.max(1),
            _ => i32::MAX,
        };
        let window = |width: i32| {
            if width > Value::MAX_UNITS {
                (-Value::INFINITE, Value::INFINITE)
            } else {
                (before.moved(-width), before.moved(width))
            }
        };
        loop {
            let (alpha, beta) = window(width);
            let value = self.search_root(nth, depth, alpha, beta);
            if self.stopped || (alpha < value && value < beta) {
                return;
            }
            width = width.saturating_mul(4);
        }
    }

    fn search_root(&mut self, nth: usize, depth: i32, mut alpha: Value, beta: Value) -> Value {
        let (root, at_root) = (self.root.clone(), self.at_root);
        let node = Node { ply: 0, depth, alpha, beta, is_pv: true };
        let mut best = -Value::INFINITE;
        for i in nth..self.moves.len() {
            if !self.may_go_on() {
                return best;
            }
            let mv = self.moves[i].candidate.mv.clone();
            self.count(1);
            let after = root.after(&mv);
            let there = self.child_state(&root, at_root, &mv, &after, depth - 1);
            let full = i == nth || !self.shared.options.null_windows;
            let mut value = -Value::INFINITE;
            if !full {
                value = -self.search(&after, there, node.null_window(depth - 1, alpha));
            }
            if full || (!self.stopped && value > alpha && value < beta) {
                value = -self.search(&after, there, node.after(depth - 1, alpha, true));
            }
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
            }
            if value > alpha {
                alpha = value;
                self.keep(nth, i, value);
                if value >= beta {
                    break;
                }
            } else {
                // No better than the best: sorted behind it, in the order there was.
                let rank = &mut self.moves[i].rank;
                *rank = value.min(*rank);
            }
        }
        best
    }

    /// Notes the value and the variation of a root move that is the best so far, and brings it to the front.
    fn keep(&mut self, nth: usize, i: usize, value: Value) {
        let RootMove { candidate, rank, line } = &mut self.moves[i];
        *rank = value;
        line.value = value;
        line.moves.clear();
        line.moves.push(candidate.mv.clone());
        line.moves.extend_from_slice(&self.pv[1]);
        self.moves[nth..=i].rotate_right(1);
    }

    /// Searches a position to the depth of the node. The value is exact between `alpha` and `beta`, and a
    /// bound outside. On the main line the table only helps to order the moves, so that the line is shown to its end.
    fn search(&mut self, position: &G, mut here: NodeState, node: Node) -> Value {
        let Node { ply, depth, alpha, beta, is_pv } = node;
        self.pv[ply].clear();
        if depth <= 0 || ply >= MAX_PLIES {
            return self.quiescence_at_horizon(position, here, node);
        }
        let needs_key = self.needs_key(depth, here.plies_since_progress);
        let key = if needs_key { *here.key.get_or_insert_with(|| position.key()) } else { 0 };
        if self.repetitions.watches_repetition() {
            if needs_key && self.repetitions.is_repetition(ply, key) {
                return Value::DRAW;
            }
            self.repetitions.reach(ply, key);
        }
        // Even the soonest win from here would change nothing.
        if Value::win(self.shared.evaluation.max_points(), ply as u32 + 1) <= alpha {
            return alpha;
        }
        let selective = self.shared.options.selective;
        let entry = self.tt_at(depth).and_then(|tt| tt.get(key));
        if let Some(entry) = entry
            && !is_pv
            && (i32::from(entry.depth) == depth || (selective && i32::from(entry.depth) > depth))
            && !self.repetitions.comes_near(ply, here.plies_since_progress, depth as u32)
        {
            let value = entry.value.seen_from(ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let bottom = self.candidates.len();
        let evaluated = if depth == 1 { self.evaluate_quiet_moves(position, here, node) } else { None };
        let value = evaluated.unwrap_or_else(|| self.try_moves(position, here, node, entry));
        self.candidates.truncate(bottom);
        value
    }

    /// Evaluates a position one ply from the horizon, if all but a few moves can be evaluated without playing them.
    fn evaluate_quiet_moves(&mut self, position: &G, here: NodeState, node: Node) -> Option<Value> {
        if !self.may_evaluate_move(node, here) || node.is_exact() {
            return None;
        }
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        let candidates = &mut self.candidates;
        let quiet = evaluation.evaluate_quiet_moves(position, here.value, |mv| candidates.push(Candidate::new(mv)))?;
        let seen = u64::from(quiet.moves);
        if seen == 0 || seen > self.allowance {
            self.candidates.truncate(bottom);
            return None;
        }
        self.count(seen);
        Some(self.quiescence_each(position, here, bottom, Value::estimate(quiet.best), node))
    }

    /// Searches the moves of a position one after the other.
    fn try_moves(&mut self, position: &G, here: NodeState, node: Node, entry: Option<TtEntry>) -> Value {
        let Node { ply, depth, mut alpha, beta, is_pv } = node;
        let Options { selective, null_windows, .. } = *self.shared.options;
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        list_moves(position, &mut self.candidates);
        let moves = self.candidates.len() - bottom;
        let Some(first) = self.candidates.get(bottom) else {
            return outcome_value(position.outcome(), position.side_to_move(), ply);
        };
        if self.repetitions.is_counted_out(ply, here.plies_since_progress) {
            return Value::DRAW;
        }
        let forced = evaluation.quiescence_of(position, &first.mv) == Quiescence::Forced;
        let extension = i32::from(selective && forced && moves == 1);
        let deeper = depth - 1 + extension;
        let exact = node.is_exact();
        if deeper <= 0 && !exact && self.may_evaluate_move(node, here) {
            return self.search_noisy(position, here, bottom, -Value::INFINITE, node);
        }
        // What was best before comes first; the others are looked at only if it fails.
        let expected = entry.map(|entry| usize::from(entry.best)).filter(|&index| index < moves);
        if let Some(index) = expected {
            self.candidates.swap(bottom, bottom + index);
            let first = &mut self.candidates[bottom];
            first.history_index = history_index_of(evaluation, &first.mv);
        }
        let mut best = -Value::INFINITE;
        let mut best_index = 0;
        for i in 0..moves {
            if i == usize::from(expected.is_some()) && moves > 1 {
                self.ordering.rank(evaluation, position, ply, &mut self.candidates[bottom + i..]);
            }
            if i > 0 || expected.is_none() {
                bring_best(&mut self.candidates[bottom..], i);
            }
            if !self.may_go_on() {
                return best;
            }
            self.count(1);
            let mut value = Value::INFINITE;
            let node = Node { alpha, ..node };
            if deeper <= 0 {
                self.pv[ply + 1].clear();
                value = self.quiescence_after(position, here, bottom + i, node);
            } else {
                let mv = &self.candidates[bottom + i].mv;
                let after = position.after(mv);
                let there = self.child_state(position, here, mv, &after, deeper);
                let full = i == 0 || !null_windows;
                let reduction = if selective && !forced { reduction(depth, i) } else { 0 };
                if reduction > 0 {
                    value = -self.search(&after, there, node.null_window(deeper - reduction, alpha));
                }
                if !full && value > alpha {
                    value = -self.search(&after, there, node.null_window(deeper, alpha));
                }
                if value > alpha && (full || (exact && value < beta)) {
                    let is_pv = is_pv && (i == 0 || null_windows);
                    value = -self.search(&after, there, node.after(deeper, alpha, is_pv));
                }
            }
            if self.stopped {
                return best;
            }
            if value <= best {
                continue;
            }
            best = value;
            best_index = self.candidates[bottom + i].index;
            if value > alpha {
                alpha = value;
                if exact {
                    self.update_pv(ply, bottom + i);
                }
            }
            if value >= beta {
                if moves > 1 {
                    let (tried, good) = self.candidates[bottom..].split_at(i);
                    let tried = tried.iter().map(|candidate| candidate.history_index);
                    self.ordering.remember(position.side_to_move(), ply, depth, good[0].history_index, tried);
                }
                break;
            }
        }
        if let Some((tt, key)) = self.tt_at(depth).zip(here.key)
            && !self.repetitions.comes_near(ply, here.plies_since_progress, depth as u32)
        {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > node.alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            let depth = depth.min(255) as u8;
            tt.put(key, TtEntry { value: best.seen_at(ply), bound, depth, best: best_index });
        }
        best
    }

    /// Evaluates a position at the horizon: a draw if it repeats an earlier one and the search is to be a
    /// plain minimax, else what [`quiescence`](Self::quiescence) finds.
    #[inline]
    fn quiescence_at_horizon(&mut self, position: &G, here: NodeState, node: Node) -> Value {
        let Node { ply, alpha, beta, .. } = node;
        if self.needs_key(0, here.plies_since_progress)
            && self.repetitions.is_repetition(ply, here.key.unwrap_or_else(|| position.key()))
        {
            return Value::DRAW;
        }
        self.quiescence(position, here, ply, alpha, beta)
    }

    /// Quiescence search: extends noisy and forced moves until the position is quiet.
    fn quiescence(&mut self, position: &G, here: NodeState, ply: usize, alpha: Value, beta: Value) -> Value {
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        let candidates = &mut self.candidates;
        let mut quiescence = None;
        let _ = position.for_each_move(|mv| {
            match *quiescence.get_or_insert_with(|| evaluation.quiescence_of(position, &mv)) {
                Quiescence::Quiet => return ControlFlow::Break(()),
                Quiescence::Noisy if !evaluation.is_noisy(position, &mv) => return ControlFlow::Continue(()),
                Quiescence::Noisy | Quiescence::Forced => {}
            }
            candidates.push(Candidate::new(mv));
            ControlFlow::Continue(())
        });
        let value = match quiescence {
            None => outcome_value(position.outcome(), position.side_to_move(), ply),
            Some(_) if self.repetitions.is_counted_out(ply, here.plies_since_progress) => Value::DRAW,
            Some(Quiescence::Quiet) => self.static_evaluation(position, here),
            Some(_) if ply >= MAX_PLIES => self.static_evaluation(position, here),
            Some(quiescence) => {
                let best = if quiescence == Quiescence::Forced {
                    -Value::INFINITE
                } else {
                    self.static_evaluation(position, here)
                };
                self.search_noisy(position, here, bottom, best, Node { ply, depth: 0, alpha, beta, is_pv: false })
            }
        };
        self.candidates.truncate(bottom);
        value
    }

    /// Searches the last candidates and returns the best value, at least the best so far: first those that are
    /// evaluated at a glance, then the others, the most promising first.
    #[inline]
    fn search_noisy(&mut self, position: &G, here: NodeState, bottom: usize, mut best: Value, node: Node) -> Value {
        let evaluation = self.shared.evaluation;
        if self.may_evaluate_move(node, here) {
            let mut next = bottom;
            while next < self.candidates.len() && best < node.beta && self.may_go_on() {
                match evaluation.evaluate_move(position, here.value, &self.candidates[next].mv) {
                    Some(units) => {
                        self.count(1);
                        best = best.max(-Value::estimate(units));
                        self.candidates.swap_remove(next);
                    }
                    None => next += 1,
                }
            }
        }
        if best < node.beta && self.candidates.len() > bottom + 1 {
            for candidate in &mut self.candidates[bottom..] {
                candidate.rank = evaluation.order_score(position, &candidate.mv);
            }
        }
        self.quiescence_each(position, here, bottom, best, node)
    }

    /// The same, all of them played.
    #[inline]
    fn quiescence_each(
        &mut self,
        position: &G,
        here: NodeState,
        bottom: usize,
        mut best: Value,
        mut node: Node,
    ) -> Value {
        for next in bottom..self.candidates.len() {
            if best >= node.beta || !self.may_go_on() {
                break;
            }
            self.count(1);
            bring_best(&mut self.candidates[bottom..], next - bottom);
            node.alpha = node.alpha.max(best);
            let value = self.quiescence_after(position, here, next, node);
            if self.stopped {
                break;
            }
            best = best.max(value);
        }
        best
    }

    /// Plays a candidate and continues with quiescence search.
    #[inline]
    fn quiescence_after(&mut self, position: &G, here: NodeState, candidate: usize, node: Node) -> Value {
        let mv = &self.candidates[candidate].mv;
        let after = position.after(mv);
        let there = self.child_state(position, here, mv, &after, 0);
        let next = node.after(0, node.alpha, false);
        // Beyond the horizon only what can't wait is played, and that never comes back.
        -if node.depth > 0 {
            self.quiescence_at_horizon(&after, there, next)
        } else {
            self.quiescence(&after, there, next.ply, next.alpha, next.beta)
        }
    }

    /// Returns whether moves of a position may be valued at a glance: its own value is known, and neither a counter nor
    /// a repetition at the horizon draws the game first.
    #[inline]
    fn may_evaluate_move(&self, node: Node, here: NodeState) -> bool {
        E::INCREMENTAL
            && !self.repetitions.comes_near(node.ply, here.plies_since_progress, 1)
            && !(node.depth > 0 && self.needs_key(0, here.plies_since_progress + 1))
    }

    /// Returns the static evaluation of the position.
    #[inline]
    fn static_evaluation(&self, position: &G, here: NodeState) -> Value {
        Value::estimate(if E::INCREMENTAL { here.value } else { self.shared.evaluation.evaluate(position) })
    }

    /// The table, for a search of the given number of plies: one ply from the horizon it costs more than it saves.
    #[inline]
    fn tt_at(&self, depth: i32) -> Option<&'a TranspositionTable> {
        self.shared.tt.filter(|_| depth > 1)
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

    /// The principal variation from a ply is this move, and what follows it.
    fn update_pv(&mut self, ply: usize, candidate: usize) {
        let [here, next] = &mut self.pv[ply..ply + 2] else { return };
        here.clear();
        here.push(self.candidates[candidate].mv.clone());
        here.extend_from_slice(next);
    }
}

/// By how many plies less the `i`-th move is searched, until it proves to be better than expected.
const fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 2 || i < 3 {
        0
    } else if depth < 6 || i < 8 {
        1
    } else {
        2
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
