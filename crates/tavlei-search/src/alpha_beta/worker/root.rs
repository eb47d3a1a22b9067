//! The root: one iteration of every line, with a window around its last value.

use tavlei_game::{Keyed, Sequential};

use super::{Node, Worker};
use crate::alpha_beta::ordering::Candidate;
use crate::alpha_beta::{Line, Options};
use crate::{Evaluation, Value};

#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) candidate: Candidate<M>,
    /// The value by which root moves are sorted.
    pub(super) rank: Value,
    /// The line found when this move was the best.
    pub(super) line: Line<M>,
}

impl<G: Sequential + Keyed, E: Evaluation<G>> Worker<'_, G, E> {
    /// Searches the given number of plies deep, every line with a window around what it was worth before.
    pub(in crate::alpha_beta) fn iterate(&mut self, depth: i32) {
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
}
