//! One thread's search.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there is a frame for each ply; moves are numbered as they lie in memory; depths and extensions are small"
)]

use std::mem;
use std::ops::ControlFlow;

use tavlei_game::{Game, History, Keyed, Outcome, Sequential, Side};

use super::order::{Candidate, Memory, bring_best, slot_of};
use super::past::Past;
use super::table::{Bound, Found, Table};
use super::{Line, Options};
use crate::limits::Budget;
use crate::{Evaluation, Tension, Value};

/// No line is searched further than this, whatever is forced.
pub(super) const MOST_PLIES: usize = 240;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a, E> {
    pub(super) evaluation: &'a E,
    pub(super) options: &'a Options,
    pub(super) table: Option<&'a Table>,
    pub(super) budget: &'a Budget<'a>,
}

/// One thread's search of one position.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    shared: &'a Shared<'a, E>,
    root: G,
    at_root: Baggage,
    moves: Vec<RootMove<G::Move>>,
    past: Past,
    memory: Memory,
    frames: Vec<Frame<G::Move>>,
    nodes: u64,
    /// How many nodes may be searched before the next report to the budget.
    allowance: u64,
    reported: u64,
    stopped: bool,
}

/// What is carried along with a position from move to move.
#[derive(Clone, Copy, Debug)]
struct Baggage {
    /// What the evaluation says, to the side to move; meaningless unless the evaluation is incremental.
    value: i32,
    /// Plies without progress.
    unchanged: u32,
    /// The key, if it has been asked for.
    key: Option<u64>,
}

#[derive(Clone, Debug)]
struct RootMove<M> {
    candidate: Candidate<M>,
    line: Line<M>,
}

/// What a ply keeps from one visit to the next, so that nothing is allocated.
#[derive(Clone, Debug)]
struct Frame<M> {
    candidates: Vec<Candidate<M>>,
    /// The principal variation from here.
    variation: Vec<M>,
}

impl<'a, G: Sequential + Keyed, E: Evaluation<G>> Worker<'a, G, E> {
    pub(super) fn new(shared: &'a Shared<'a, E>, history: &History<G>) -> Self {
        let position = history.position().clone();
        let outcome = position.outcome();
        let value = if outcome.is_none() { shared.evaluation.evaluate(&position) } else { 0 };
        let key = position.key();
        let at_root = Baggage { value, unchanged: history.unchanged_plies(), key: Some(key) };
        let mut past = Past::of(history);
        past.reach(0, key);
        let mut candidates = Vec::new();
        list_moves(&position, &mut candidates);
        let memory = Memory::new(MOST_PLIES + 1);
        memory.rank(shared.evaluation, &position, 0, &mut candidates);
        candidates.sort_by_key(|candidate| -candidate.rank);
        let start = Line { value: Value::estimate(value), moves: Vec::new() };
        let moves = candidates.into_iter().map(|candidate| {
            let moves = vec![candidate.mv.clone()];
            RootMove { candidate, line: Line { moves, ..start } }
        });
        let frame = Frame { candidates: Vec::new(), variation: Vec::new() };
        Self {
            shared,
            moves: moves.collect(),
            root: position,
            at_root,
            past,
            memory,
            frames: vec![frame; MOST_PLIES + 2],
            nodes: 0,
            allowance: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// The best lines that are known, the best first.
    pub(super) fn lines(&self) -> Vec<Line<G::Move>> {
        self.moves.iter().take(self.shared.options.lines).map(|mv| mv.line.clone()).collect()
    }

    /// Whether a limit has ended the search.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes that the budget doesn't know of yet.
    pub(super) const fn unreported(&self) -> u64 {
        self.nodes - self.reported
    }

    /// Searches so many plies deep, every line with a window around what it was worth before.
    ///
    /// When it is stopped on the way, a better first move that it had found by then is kept.
    pub(super) fn iterate(&mut self, depth: i32) {
        for nth in 0..self.shared.options.lines.min(self.moves.len()) {
            self.search_line(nth, depth);
            if self.stopped {
                return;
            }
            // The best is known exactly, of the others only that they are no better.
            self.moves[nth..].sort_by_key(|mv| -mv.line.value);
        }
        let lines = self.shared.options.lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|mv| -mv.line.value);
    }

    fn search_line(&mut self, nth: usize, depth: i32) {
        let Options { aspiration, .. } = *self.shared.options;
        let before = self.moves[nth].line.value;
        let mut width = match aspiration {
            Some(width) if depth >= 4 && !before.is_forced() => width.max(1),
            _ => i32::MAX,
        };
        let window = |width: i32| {
            if width > Value::MOST_UNITS {
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
        let mut best = -Value::INFINITE;
        for i in nth..self.moves.len() {
            if !self.may_go_on() {
                return best;
            }
            let mv = self.moves[i].candidate.mv.clone();
            let after = root.after(&mv);
            let there = self.step(&root, at_root, &mv, &after, depth - 1);
            let full = i == nth || !self.shared.options.null_windows;
            let mut value = -Value::INFINITE;
            if !full {
                value = -self.search(&after, there, depth - 1, 1, -alpha.above(), -alpha, false);
            }
            if full || (!self.stopped && value > alpha && value < beta) {
                value = -self.search(&after, there, depth - 1, 1, -beta, -alpha, true);
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
                let line = &mut self.moves[i].line;
                line.value = line.value.min(value);
            }
        }
        best
    }

    /// Notes the value and the variation of a root move that is the best so far, and brings it to the front.
    fn keep(&mut self, nth: usize, i: usize, value: Value) {
        let RootMove { candidate, line } = &mut self.moves[i];
        line.value = value;
        line.moves.clear();
        line.moves.push(candidate.mv.clone());
        line.moves.extend_from_slice(&self.frames[1].variation);
        self.moves[nth..=i].rotate_right(1);
    }

    /// What the position is worth, searched so many plies deep: a number that is exact between `alpha` and `beta`, and a
    /// bound outside. On the main line the table only helps to order the moves, so that the line is shown to its end.
    #[expect(clippy::too_many_arguments, reason = "a position, what is carried with it, and a window")]
    fn search(
        &mut self,
        position: &G,
        mut here: Baggage,
        depth: i32,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        main: bool,
    ) -> Value {
        self.frames[ply].variation.clear();
        let Options { selective, null_windows, .. } = *self.shared.options;
        let evaluation = self.shared.evaluation;
        if depth <= 0 || ply >= MOST_PLIES {
            return self.settle(position, here, ply, alpha, beta);
        }
        // One ply from the horizon the table costs more than it saves.
        let table = self.shared.table.filter(|_| depth > 1);
        let watches = self.past.watches_repetition();
        let needs_key = self.needs_key(depth, here.unchanged);
        let key = if needs_key { *here.key.get_or_insert_with(|| position.key()) } else { 0 };
        if watches {
            if needs_key && self.past.is_repetition(ply, key) {
                return Value::DRAW;
            }
            self.past.reach(ply, key);
        }
        // Even the soonest win from here would change nothing.
        if Value::win(evaluation.most_points(), ply as u32 + 1) <= alpha {
            return alpha;
        }
        let found = table.and_then(|table| table.get(key));
        if let Some(found) = found
            && !main
            && (i32::from(found.depth) == depth || (selective && i32::from(found.depth) > depth))
            && !self.past.comes_near(ply, here.unchanged, depth as u32)
        {
            let value = found.value.seen_from(ply);
            let decides = match found.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }

        let mut candidates = mem::take(&mut self.frames[ply].candidates);
        list_moves(position, &mut candidates);
        let value = 'node: {
            let Some(first) = candidates.first() else {
                break 'node outcome_value(position.outcome(), position.side_to_move(), ply);
            };
            if self.past.is_counted_out(ply, here.unchanged) {
                break 'node Value::DRAW;
            }
            let forced = evaluation.tension(position, &first.mv) == Tension::Forced;
            let extension = i32::from(selective && forced && candidates.len() == 1);
            let deeper = depth - 1 + extension;
            // What was best before comes first; the others are looked at only if it fails.
            let expected = found.map(|found| usize::from(found.best)).filter(|&index| index < candidates.len());
            if let Some(index) = expected {
                candidates.swap(0, index);
                candidates[0].slot = slot_of(evaluation, &candidates[0].mv);
            }
            let (before, exact) = (alpha, beta > alpha.above());
            let mut best = -Value::INFINITE;
            let mut best_index = 0;
            for i in 0..candidates.len() {
                if i == usize::from(expected.is_some()) {
                    self.memory.rank(evaluation, position, ply, &mut candidates[i..]);
                }
                if i > 0 || expected.is_none() {
                    bring_best(&mut candidates, i);
                }
                if !self.may_go_on() {
                    break 'node best;
                }
                let mv = &candidates[i].mv;
                let after = position.after(mv);
                let there = self.step(position, here, mv, &after, deeper);
                let full = i == 0 || !null_windows;
                let reduction = if selective && !forced { reduction(depth, i) } else { 0 };
                let mut value = Value::INFINITE;
                if reduction > 0 {
                    value = -self.search(&after, there, deeper - reduction, ply + 1, -alpha.above(), -alpha, false);
                }
                if !full && value > alpha {
                    value = -self.search(&after, there, deeper, ply + 1, -alpha.above(), -alpha, false);
                }
                if value > alpha && (full || (exact && value < beta)) {
                    let main = main && (i == 0 || null_windows);
                    value = -self.search(&after, there, deeper, ply + 1, -beta, -alpha, main);
                }
                if self.stopped {
                    break 'node best;
                }
                if value <= best {
                    continue;
                }
                best = value;
                best_index = candidates[i].index;
                if value > alpha {
                    alpha = value;
                    if exact {
                        self.vary(ply, &candidates[i].mv);
                    }
                }
                if value >= beta {
                    let tried = candidates[..i].iter().map(|candidate| candidate.slot);
                    self.memory.remember(position.side_to_move(), ply, depth, candidates[i].slot, tried);
                    break;
                }
            }
            if let Some(table) = table {
                let bound = match best {
                    _ if best >= beta => Bound::AtLeast,
                    _ if best > before => Bound::Exact,
                    _ => Bound::AtMost,
                };
                let depth = depth.min(255) as u8;
                table.put(key, Found { value: best.seen_at(ply), bound, depth, best: best_index });
            }
            best
        };
        self.frames[ply].candidates = candidates;
        value
    }

    /// What the position is worth when only what can't wait is played out.
    fn settle(&mut self, position: &G, here: Baggage, ply: usize, mut alpha: Value, beta: Value) -> Value {
        let evaluation = self.shared.evaluation;
        let mut candidates = mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        let mut tension = None;
        let _ = position.for_each_move(|mv| {
            match *tension.get_or_insert_with(|| evaluation.tension(position, &mv)) {
                Tension::Quiet => return ControlFlow::Break(()),
                Tension::Tense if !evaluation.is_loud(position, &mv) => return ControlFlow::Continue(()),
                Tension::Tense | Tension::Forced => {}
            }
            candidates.push(Candidate { mv, index: 0, slot: 0, rank: 0 });
            ControlFlow::Continue(())
        });
        let value = match tension {
            None => outcome_value(position.outcome(), position.side_to_move(), ply),
            Some(_) if self.past.is_counted_out(ply, here.unchanged) => Value::DRAW,
            Some(Tension::Quiet) => self.standing(position, here),
            Some(_) if ply >= MOST_PLIES => self.standing(position, here),
            Some(tension) => {
                let mut best =
                    if tension == Tension::Forced { -Value::INFINITE } else { self.standing(position, here) };
                alpha = alpha.max(best);
                let mut next = 0;
                if candidates.len() > 1 && best < beta {
                    for candidate in &mut candidates {
                        candidate.rank = evaluation.promise(position, &candidate.mv);
                    }
                }
                while next < candidates.len() && best < beta && self.may_go_on() {
                    bring_best(&mut candidates, next);
                    let mv = &candidates[next].mv;
                    let after = position.after(mv);
                    let there = self.step(position, here, mv, &after, 0);
                    let value = -self.settle(&after, there, ply + 1, -beta, -alpha);
                    if self.stopped {
                        break;
                    }
                    best = best.max(value);
                    alpha = alpha.max(value);
                    next += 1;
                }
                best
            }
        };
        self.frames[ply].candidates = candidates;
        value
    }

    /// What the position is worth as it stands.
    #[inline]
    fn standing(&self, position: &G, here: Baggage) -> Value {
        Value::estimate(if E::INCREMENTAL { here.value } else { self.shared.evaluation.evaluate(position) })
    }

    /// What is carried along over a move, to a position that will be searched so many plies deep: a node to be counted.
    #[inline]
    fn step(&mut self, before: &G, here: Baggage, mv: &G::Move, after: &G, depth: i32) -> Baggage {
        self.nodes += 1;
        self.allowance -= 1;
        let evaluation = self.shared.evaluation;
        let value = if E::INCREMENTAL { evaluation.evaluate_after(before, here.value, mv, after) } else { 0 };
        let unchanged = if before.is_progress(mv) { 0 } else { here.unchanged + 1 };
        let key = here.key.filter(|_| self.needs_key(depth, unchanged));
        Baggage { value, unchanged, key: key.map(|key| before.key_after(key, mv, after)) }
    }

    /// Whether the key matters to a search of so many plies: to the table, or because the position can have come back,
    /// which right after a capture it can't.
    #[inline]
    fn needs_key(&self, depth: i32, unchanged: u32) -> bool {
        (depth > 1 && (self.shared.table.is_some() || self.past.watches_repetition()))
            || (depth == 1 && unchanged >= 4 && self.past.watches_repetition())
    }

    /// Whether another node may be searched.
    #[inline]
    fn may_go_on(&mut self) -> bool {
        self.allowance > 0 || self.ask()
    }

    /// Asks the budget for more nodes.
    #[cold]
    fn ask(&mut self) -> bool {
        if !self.stopped {
            let threads = self.shared.options.threads.max(1) as u64;
            self.allowance = self.shared.budget.report(self.nodes - self.reported, threads);
            self.reported = self.nodes;
            self.stopped = self.allowance == 0;
        }
        !self.stopped
    }

    /// The principal variation from a ply is this move, and what follows it.
    fn vary(&mut self, ply: usize, mv: &G::Move) {
        let [here, next] = &mut self.frames[ply..ply + 2] else { return };
        here.variation.clear();
        here.variation.push(mv.clone());
        here.variation.extend_from_slice(&next.variation);
    }
}

/// By how many plies less the `i`-th move is searched, until it proves to be better than expected.
const fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 3 || i < 3 {
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
    candidates.clear();
    let _: ControlFlow<()> = position.for_each_move(|mv| {
        let index = candidates.len().min(usize::from(u16::MAX)) as u16;
        candidates.push(Candidate { mv, index, slot: 0, rank: 0 });
        ControlFlow::Continue(())
    });
}

/// What the end of the game, so many plies from the root, is worth to a side.
fn outcome_value<R>(outcome: Option<Outcome<R>>, side: Side, ply: usize) -> Value {
    outcome.map_or(Value::DRAW, |outcome| Value::payoff(outcome.payoff(side), ply as u32))
}
