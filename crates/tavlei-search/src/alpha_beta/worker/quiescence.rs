//! Quiescence search: at the horizon and beyond.

use std::ops::ControlFlow;

use tavlei_game::{Keyed, Sequential};

use super::{MAX_PLIES, Node, NodeState, Worker, outcome_value};
use crate::alpha_beta::ordering::{Candidate, bring_best};
use crate::{Evaluation, Quiescence, Value};

impl<G: Sequential + Keyed, E: Evaluation<G>> Worker<'_, G, E> {
    /// Evaluates a position at the horizon: a draw if it repeats an earlier one and the search is to be a
    /// plain minimax, else what [`quiescence`](Self::quiescence) finds.
    #[inline]
    pub(super) fn quiescence_at_horizon(&mut self, position: &G, here: NodeState, node: Node) -> Value {
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
    pub(super) fn search_noisy(
        &mut self,
        position: &G,
        here: NodeState,
        bottom: usize,
        mut best: Value,
        node: Node,
    ) -> Value {
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
    pub(super) fn quiescence_each(
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
    pub(super) fn quiescence_after(&mut self, position: &G, here: NodeState, candidate: usize, node: Node) -> Value {
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
    pub(super) fn may_evaluate_move(&self, node: Node, here: NodeState) -> bool {
        E::INCREMENTAL
            && !self.repetitions.comes_near(node.ply, here.plies_since_progress, 1)
            && !(node.depth > 0 && self.needs_key(0, here.plies_since_progress + 1))
    }

    /// Returns the static evaluation of the position.
    #[inline]
    fn static_evaluation(&self, position: &G, here: NodeState) -> Value {
        Value::estimate(if E::INCREMENTAL { here.value } else { self.shared.evaluation.evaluate(position) })
    }
}
