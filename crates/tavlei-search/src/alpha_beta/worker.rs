//! One thread's search.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there is a frame for each ply; moves are numbered as they lie in memory; depths and extensions are small"
)]

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
    /// The number of threads.
    pub(super) threads: usize,
}

/// One thread's search of one position.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    shared: &'a Shared<'a, E>,
    root: G,
    at_root: Baggage,
    moves: Vec<RootMove<G::Move>>,
    /// The best lines that are known.
    lines: Vec<Line<G::Move>>,
    past: Past,
    memory: Memory,
    /// The moves of all positions on the way from the root to where the search is, those of the last one at the end.
    candidates: Vec<Candidate<G::Move>>,
    /// The principal variation from each ply.
    variations: Vec<Vec<G::Move>>,
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

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// How many plies it is from the root.
    ply: usize,
    /// How many plies deep it is to be searched.
    depth: i32,
    /// Between these two the answer must be exact.
    alpha: Value,
    beta: Value,
    /// Whether it is on the main line.
    main: bool,
}

impl Question {
    /// What is asked after a move, of the other side: with the same window, or that between `alpha` and the next value.
    #[inline]
    fn after(self, depth: i32, alpha: Value, main: bool) -> Self {
        Self { ply: self.ply + 1, depth, alpha: -self.beta, beta: -alpha, main }
    }

    /// Whether more is asked than if it is better than `alpha`: how much better, and by which move.
    #[inline]
    fn is_exact(self) -> bool {
        self.beta > self.alpha.above()
    }

    /// Whether anything at all is better.
    #[inline]
    fn after_narrow(self, depth: i32, alpha: Value) -> Self {
        Self { beta: alpha.above(), ..self }.after(depth, alpha, false)
    }
}

#[derive(Clone, Debug)]
struct RootMove<M> {
    candidate: Candidate<M>,
    /// What is known of it, to sort the moves by.
    rank: Value,
    /// What was found when it was the best.
    line: Line<M>,
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
        let rank = Value::estimate(value);
        let moves = candidates.into_iter().map(|candidate| {
            let moves = vec![candidate.mv.clone()];
            RootMove { candidate, rank, line: Line { value: rank, moves } }
        });
        let moves: Vec<_> = moves.collect();
        Self {
            shared,
            lines: moves.iter().take(shared.options.most_lines()).map(|mv| mv.line.clone()).collect(),
            moves,
            root: position,
            at_root,
            past,
            memory,
            candidates: Vec::new(),
            variations: vec![Vec::new(); MOST_PLIES + 2],
            nodes: 0,
            allowance: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// The best lines that are known, the best first: those of the last iteration that was complete. If only one is asked for, a
    /// better one that was found after that.
    pub(super) fn lines(&self) -> &[Line<G::Move>] {
        &self.lines
    }

    /// Whether a limit has ended the search.
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

    /// Searches so many plies deep, every line with a window around what it was worth before.
    pub(super) fn iterate(&mut self, depth: i32) {
        let lines = self.shared.options.most_lines().min(self.moves.len());
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
        let asked = Question { ply: 0, depth, alpha, beta, main: true };
        let mut best = -Value::INFINITE;
        for i in nth..self.moves.len() {
            if !self.may_go_on() {
                return best;
            }
            let mv = self.moves[i].candidate.mv.clone();
            self.count(1);
            let after = root.after(&mv);
            let there = self.carry(&root, at_root, &mv, &after, depth - 1);
            let full = i == nth || !self.shared.options.null_windows;
            let mut value = -Value::INFINITE;
            if !full {
                value = -self.search(&after, there, asked.after_narrow(depth - 1, alpha));
            }
            if full || (!self.stopped && value > alpha && value < beta) {
                value = -self.search(&after, there, asked.after(depth - 1, alpha, true));
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
        line.moves.extend_from_slice(&self.variations[1]);
        self.moves[nth..=i].rotate_right(1);
    }

    /// What the position is worth, searched so many plies deep: a number that is exact between `alpha` and `beta`, and a
    /// bound outside. On the main line the table only helps to order the moves, so that the line is shown to its end.
    fn search(&mut self, position: &G, mut here: Baggage, asked: Question) -> Value {
        let Question { ply, depth, alpha, beta, main } = asked;
        self.variations[ply].clear();
        if depth <= 0 || ply >= MOST_PLIES {
            return self.settle_at_horizon(position, here, asked);
        }
        let needs_key = self.needs_key(depth, here.unchanged);
        let key = if needs_key { *here.key.get_or_insert_with(|| position.key()) } else { 0 };
        if self.past.watches_repetition() {
            if needs_key && self.past.is_repetition(ply, key) {
                return Value::DRAW;
            }
            self.past.reach(ply, key);
        }
        // Even the soonest win from here would change nothing.
        if Value::win(self.shared.evaluation.most_points(), ply as u32 + 1) <= alpha {
            return alpha;
        }
        let selective = self.shared.options.selective;
        let found = self.table_at(depth).and_then(|table| table.get(key));
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
        let bottom = self.candidates.len();
        let surveyed = if depth == 1 { self.survey(position, here, asked) } else { None };
        let value = surveyed.unwrap_or_else(|| self.try_moves(position, here, asked, found));
        self.candidates.truncate(bottom);
        value
    }

    /// What a position one ply from the horizon is worth, if that is seen at a glance but for a few moves.
    fn survey(&mut self, position: &G, here: Baggage, asked: Question) -> Option<Value> {
        if !self.may_glance(asked, here) || asked.is_exact() {
            return None;
        }
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        let candidates = &mut self.candidates;
        let survey = evaluation.survey(position, here.value, |mv| candidates.push(Candidate::new(mv)))?;
        let seen = u64::from(survey.moves);
        if seen == 0 || seen > self.allowance {
            self.candidates.truncate(bottom);
            return None;
        }
        self.count(seen);
        Some(self.settle_each(position, here, bottom, Value::estimate(survey.best), asked))
    }

    /// What the position is worth, by trying one move after the other.
    fn try_moves(&mut self, position: &G, here: Baggage, asked: Question, found: Option<Found>) -> Value {
        let Question { ply, depth, mut alpha, beta, main } = asked;
        let Options { selective, null_windows, .. } = *self.shared.options;
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        list_moves(position, &mut self.candidates);
        let moves = self.candidates.len() - bottom;
        let Some(first) = self.candidates.get(bottom) else {
            return outcome_value(position.outcome(), position.side_to_move(), ply);
        };
        if self.past.is_counted_out(ply, here.unchanged) {
            return Value::DRAW;
        }
        let forced = evaluation.tension(position, &first.mv) == Tension::Forced;
        let extension = i32::from(selective && forced && moves == 1);
        let deeper = depth - 1 + extension;
        let exact = asked.is_exact();
        if deeper <= 0 && !exact && self.may_glance(asked, here) {
            return self.play_out(position, here, bottom, -Value::INFINITE, asked);
        }
        // What was best before comes first; the others are looked at only if it fails.
        let expected = found.map(|found| usize::from(found.best)).filter(|&index| index < moves);
        if let Some(index) = expected {
            self.candidates.swap(bottom, bottom + index);
            let first = &mut self.candidates[bottom];
            first.slot = slot_of(evaluation, &first.mv);
        }
        let mut best = -Value::INFINITE;
        let mut best_index = 0;
        for i in 0..moves {
            if i == usize::from(expected.is_some()) && moves > 1 {
                self.memory.rank(evaluation, position, ply, &mut self.candidates[bottom + i..]);
            }
            if i > 0 || expected.is_none() {
                bring_best(&mut self.candidates[bottom..], i);
            }
            if !self.may_go_on() {
                return best;
            }
            self.count(1);
            let mut value = Value::INFINITE;
            let asked = Question { alpha, ..asked };
            if deeper <= 0 {
                self.variations[ply + 1].clear();
                value = self.settle_after(position, here, bottom + i, asked);
            } else {
                let mv = &self.candidates[bottom + i].mv;
                let after = position.after(mv);
                let there = self.carry(position, here, mv, &after, deeper);
                let full = i == 0 || !null_windows;
                let reduction = if selective && !forced { reduction(depth, i) } else { 0 };
                if reduction > 0 {
                    value = -self.search(&after, there, asked.after_narrow(deeper - reduction, alpha));
                }
                if !full && value > alpha {
                    value = -self.search(&after, there, asked.after_narrow(deeper, alpha));
                }
                if value > alpha && (full || (exact && value < beta)) {
                    let main = main && (i == 0 || null_windows);
                    value = -self.search(&after, there, asked.after(deeper, alpha, main));
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
                    self.vary(ply, bottom + i);
                }
            }
            if value >= beta {
                if moves > 1 {
                    let (tried, good) = self.candidates[bottom..].split_at(i);
                    let tried = tried.iter().map(|candidate| candidate.slot);
                    self.memory.remember(position.side_to_move(), ply, depth, good[0].slot, tried);
                }
                break;
            }
        }
        if let Some((table, key)) = self.table_at(depth).zip(here.key)
            && !self.past.comes_near(ply, here.unchanged, depth as u32)
        {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > asked.alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            let depth = depth.min(255) as u8;
            table.put(key, Found { value: best.seen_at(ply), bound, depth, best: best_index });
        }
        best
    }

    /// What the position is worth at the horizon of the search: a draw if it repeats an earlier one and the search is to be a
    /// plain minimax, else what [`settle`](Self::settle) finds.
    #[inline]
    fn settle_at_horizon(&mut self, position: &G, here: Baggage, asked: Question) -> Value {
        let Question { ply, alpha, beta, .. } = asked;
        if self.needs_key(0, here.unchanged) && self.past.is_repetition(ply, here.key.unwrap_or_else(|| position.key()))
        {
            return Value::DRAW;
        }
        self.settle(position, here, ply, alpha, beta)
    }

    /// What the position is worth when only what can't wait is played out.
    fn settle(&mut self, position: &G, here: Baggage, ply: usize, alpha: Value, beta: Value) -> Value {
        let evaluation = self.shared.evaluation;
        let bottom = self.candidates.len();
        let candidates = &mut self.candidates;
        let mut tension = None;
        let _ = position.for_each_move(|mv| {
            match *tension.get_or_insert_with(|| evaluation.tension(position, &mv)) {
                Tension::Quiet => return ControlFlow::Break(()),
                Tension::Tense if !evaluation.is_loud(position, &mv) => return ControlFlow::Continue(()),
                Tension::Tense | Tension::Forced => {}
            }
            candidates.push(Candidate::new(mv));
            ControlFlow::Continue(())
        });
        let value = match tension {
            None => outcome_value(position.outcome(), position.side_to_move(), ply),
            Some(_) if self.past.is_counted_out(ply, here.unchanged) => Value::DRAW,
            Some(Tension::Quiet) => self.standing(position, here),
            Some(_) if ply >= MOST_PLIES => self.standing(position, here),
            Some(tension) => {
                let best = if tension == Tension::Forced { -Value::INFINITE } else { self.standing(position, here) };
                self.play_out(position, here, bottom, best, Question { ply, depth: 0, alpha, beta, main: false })
            }
        };
        self.candidates.truncate(bottom);
        value
    }

    /// What the best of the last candidates is worth, if it is better than the best so far: first those that are valued at a
    /// glance, then the others, the most promising first.
    #[inline]
    fn play_out(&mut self, position: &G, here: Baggage, bottom: usize, mut best: Value, asked: Question) -> Value {
        let evaluation = self.shared.evaluation;
        if self.may_glance(asked, here) {
            let mut next = bottom;
            while next < self.candidates.len() && best < asked.beta && self.may_go_on() {
                match evaluation.glance(position, here.value, &self.candidates[next].mv) {
                    Some(units) => {
                        self.count(1);
                        best = best.max(-Value::estimate(units));
                        self.candidates.swap_remove(next);
                    }
                    None => next += 1,
                }
            }
        }
        if best < asked.beta && self.candidates.len() > bottom + 1 {
            for candidate in &mut self.candidates[bottom..] {
                candidate.rank = evaluation.promise(position, &candidate.mv);
            }
        }
        self.settle_each(position, here, bottom, best, asked)
    }

    /// The same, all of them played.
    #[inline]
    fn settle_each(
        &mut self,
        position: &G,
        here: Baggage,
        bottom: usize,
        mut best: Value,
        mut asked: Question,
    ) -> Value {
        for next in bottom..self.candidates.len() {
            if best >= asked.beta || !self.may_go_on() {
                break;
            }
            self.count(1);
            bring_best(&mut self.candidates[bottom..], next - bottom);
            asked.alpha = asked.alpha.max(best);
            let value = self.settle_after(position, here, next, asked);
            if self.stopped {
                break;
            }
            best = best.max(value);
        }
        best
    }

    /// What a position is worth in which a candidate is played, and then only what can't wait.
    #[inline]
    fn settle_after(&mut self, position: &G, here: Baggage, candidate: usize, asked: Question) -> Value {
        let mv = &self.candidates[candidate].mv;
        let after = position.after(mv);
        let there = self.carry(position, here, mv, &after, 0);
        let next = asked.after(0, asked.alpha, false);
        // Beyond the horizon only what can't wait is played, and that never comes back.
        -if asked.depth > 0 {
            self.settle_at_horizon(&after, there, next)
        } else {
            self.settle(&after, there, next.ply, next.alpha, next.beta)
        }
    }

    /// Whether moves of a position may be valued at a glance: its own value is known, and neither a counter nor a repetition
    /// at the horizon draws the game first.
    #[inline]
    fn may_glance(&self, asked: Question, here: Baggage) -> bool {
        E::INCREMENTAL
            && !self.past.comes_near(asked.ply, here.unchanged, 1)
            && !(asked.depth > 0 && self.needs_key(0, here.unchanged + 1))
    }

    /// What the position is worth as it stands.
    #[inline]
    fn standing(&self, position: &G, here: Baggage) -> Value {
        Value::estimate(if E::INCREMENTAL { here.value } else { self.shared.evaluation.evaluate(position) })
    }

    /// The table, for a search of so many plies: one ply from the horizon it costs more than it saves.
    #[inline]
    fn table_at(&self, depth: i32) -> Option<&'a Table> {
        self.shared.table.filter(|_| depth > 1)
    }

    /// Counts positions that are reached by a move, no more than are allowed.
    #[inline]
    const fn count(&mut self, positions: u64) {
        self.nodes += positions;
        self.allowance -= positions;
    }

    /// What is carried along over a move, to a position that will be searched so many plies deep.
    #[inline]
    fn carry(&self, before: &G, here: Baggage, mv: &G::Move, after: &G, depth: i32) -> Baggage {
        let evaluation = self.shared.evaluation;
        let value = if E::INCREMENTAL { evaluation.evaluate_after(before, here.value, mv, after) } else { 0 };
        let unchanged = if before.is_progress(mv) { 0 } else { here.unchanged + 1 };
        let key = here.key.filter(|_| self.needs_key(depth, unchanged));
        Baggage { value, unchanged, key: key.map(|key| before.key_after(key, mv, after)) }
    }

    /// Whether the key matters to a search of so many plies: to the table, or because the position can have come back,
    /// which right after a capture it can't. At the horizon only a plain minimax looks for that: it costs more than it finds.
    #[inline]
    fn needs_key(&self, depth: i32, unchanged: u32) -> bool {
        let watches_repetition = self.past.watches_repetition();
        match depth {
            2.. => self.shared.table.is_some() || watches_repetition,
            1 => watches_repetition && unchanged >= 2,
            _ => !self.shared.options.selective && watches_repetition && unchanged >= 2,
        }
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
            let threads = self.shared.threads as u64;
            self.allowance = self.shared.budget.report_of_one(self.nodes - self.reported, threads);
            self.reported = self.nodes;
            self.stopped = self.allowance == 0;
        }
        !self.stopped
    }

    /// The principal variation from a ply is this move, and what follows it.
    fn vary(&mut self, ply: usize, candidate: usize) {
        let [here, next] = &mut self.variations[ply..ply + 2] else { return };
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

/// What the end of the game, so many plies from the root, is worth to a side.
fn outcome_value<R>(outcome: Option<Outcome<R>>, side: Side, ply: usize) -> Value {
    outcome.map_or(Value::DRAW, |outcome| Value::payoff(outcome.payoff(side), ply as u32))
}
