//! Principal variation search: the nodes between the root and the horizon.

use tavlei_game::{Keyed, Sequential};

use super::{MAX_PLIES, Node, NodeState, Worker, list_moves, outcome_value};
use crate::alpha_beta::Options;
use crate::alpha_beta::ordering::{Candidate, bring_best, history_index_of};
use crate::alpha_beta::tt::{Bound, TranspositionTable, TtEntry};
use crate::{Evaluation, Quiescence, Value};

impl<'a, G: Sequential + Keyed, E: Evaluation<G>> Worker<'a, G, E> {
    /// Searches a position to the depth of the node. The value is exact between `alpha` and `beta`, and a
    /// bound outside. On the main line the table only helps to order the moves, so that the line is shown to its end.
    pub(super) fn search(&mut self, position: &G, mut here: NodeState, node: Node) -> Value {
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
    pub(super) fn evaluate_quiet_moves(&mut self, position: &G, here: NodeState, node: Node) -> Option<Value> {
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

    /// The table, for a search of the given number of plies: one ply from the horizon it costs more than it saves.
    #[inline]
    fn tt_at(&self, depth: i32) -> Option<&'a TranspositionTable> {
        self.shared.tt.filter(|_| depth > 1)
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
