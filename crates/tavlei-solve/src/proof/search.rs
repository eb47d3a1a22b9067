//! Depth-first proof-number search: one question about one position.

use std::ops::ControlFlow;

use tavlei_game::{Keyed, Sequential, Side};

use super::table::{Bucket, Heuristic, Known, Numbers, ProofTable, effort, find};
use super::{ProofError, SolverHints};

/// A question about a position: does White get at least this payoff?
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofGoal {
    pub(super) goal: i32,
    /// By which guess the search goes on: see [`SolverHints::heuristics`].
    pub(super) heuristic: Heuristic,
    /// Sets the entries of different questions in the table apart.
    salt: u64,
}

impl ProofGoal {
    pub(super) const fn new(goal: i32) -> Self {
        Self { goal, heuristic: 0, salt: (goal as u64 ^ 0x5851_f42d_4c95_7f2d).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    /// The same question, to be answered by this guess.
    pub(super) const fn by(self, heuristic: Heuristic) -> Self {
        Self { heuristic, ..self }
    }

    #[inline]
    pub(super) fn key<G: Keyed>(self, position: &G) -> u64 {
        position.key() ^ self.salt
    }

    /// The numbers of a settled position, as the side sees them.
    #[inline]
    pub(super) const fn settled(self, side: Side, white_reaches: bool) -> Numbers {
        if matches!(side, Side::White) == white_reaches { Numbers::REACHED } else { Numbers::MISSED }
    }
}

/// How far a search may go before it must ask again.
pub(super) trait Pace {
    /// Reports the positions reached since the last call. Returns how many more may be reached; `None` ends the search.
    fn go_on(&mut self, positions: u64, root: Numbers, table: &ProofTable) -> Option<u64>;
}

/// A search under way.
///
/// It goes down to the position that seems to be settled with least effort, settles what it can there, and comes back
/// as soon as another one seems to be better. The positions on the way down are kept with all their children, so that
/// the search comes to an end whatever the table forgets.
pub(super) struct Search<'a, G, I> {
    hints: &'a I,
    table: &'a mut ProofTable,
    proof_goal: ProofGoal,
    frames: Vec<Frame>,
    /// The children of the positions on the way down, one position after the other.
    children: Vec<Child<G>>,
    /// Where the table may hold something about the children of one position.
    buckets: Vec<Bucket>,
    /// Positions reached by a move.
    positions: u64,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// Whether the side to move reaches what it wants.
    pub(super) reached: bool,
    /// The number of the move by which it does, if it does.
    pub(super) by: usize,
}

/// A position on the way down.
struct Frame {
    key: u64,
    /// Where its children begin.
    first: usize,
    /// The child that is looked into.
    chosen: usize,
    /// As soon as one of the numbers comes up to this, the search goes back.
    limit: Numbers,
    /// [`Search::positions`] when it was entered.
    entered: u64,
}

struct Child<G> {
    position: G,
    key: u64,
    numbers: Numbers,
}

/// The numbers of a parent, derived from its children.
struct Summary {
    numbers: Numbers,
    /// The child that the side to move reaches what it wants by, or the most promising one.
    chosen: usize,
    /// The least `delta` of the other children.
    second: u32,
    /// How many children other than the hardest are not settled.
    others: u32,
}

impl<'a, G, I> Search<'a, G, I>
where
    G: Sequential + Keyed,
    I: SolverHints<G>,
{
    pub(super) fn new(hints: &'a I, table: &'a mut ProofTable, proof_goal: ProofGoal) -> Self {
        Self { hints, table, proof_goal, frames: Vec::new(), children: Vec::new(), buckets: Vec::new(), positions: 0 }
    }

    /// Answers the question for a position that isn't over; `None` if the pace doesn't allow it.
    ///
    /// With the answer comes the number of the move that shows it, if one move does: the side to move then reaches what it
    /// wants.
    pub(super) fn run(&mut self, root: &G, pace: &mut impl Pace) -> Result<Option<Answer>, ProofError> {
        let horizon = self.hints.max_plies(root) as usize;
        let infinite = Numbers { phi: Numbers::SETTLED, delta: Numbers::SETTLED };
        let mut reported = 0;
        let Some(mut until) = pace.go_on(0, Numbers { phi: 1, delta: 1 }, self.table) else { return Ok(None) };
        self.enter(root, self.proof_goal.key(root), infinite)?;
        loop {
            let Some(frame) = self.frames.last() else { return Ok(None) };
            let summary = summarise(&self.children[frame.first..]);
            let is_over = summary.numbers.phi >= frame.limit.phi || summary.numbers.delta >= frame.limit.delta;
            if is_over {
                let numbers = summary.numbers;
                let is_root = self.frames.len() == 1;
                self.leave(numbers);
                if is_root {
                    let _ = pace.go_on(self.positions - reported, numbers, self.table);
                    return Ok(numbers.answer().map(|reached| Answer { reached, by: summary.chosen }));
                }
                continue;
            }
            if self.positions >= until {
                let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
                let root = summarise(&self.children[..end]).numbers;
                let Some(more) = pace.go_on(self.positions - reported, root, self.table) else {
                    self.break_off();
                    return Ok(None);
                };
                reported = self.positions;
                until = reported + more;
            }
            if self.frames.len() > horizon {
                return Err(ProofError::Endless { max_plies: horizon as u32 });
            }
            self.descend(summary)?;
        }
    }

    /// Goes on to the most promising child.
    fn descend(&mut self, summary: Summary) -> Result<(), ProofError> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.chosen = frame.first + summary.chosen;
        let child = &self.children[frame.chosen];
        let limit = Numbers {
            phi: match frame.limit.delta {
                Numbers::SETTLED => Numbers::SETTLED,
                most => most - summary.others,
            },
            // Changing over costs something, so it has to be worth it.
            delta: frame.limit.phi.min(summary.second + summary.second / 8 + 1),
        };
        let (position, key) = (child.position.clone(), child.key);
        self.enter(&position, key, limit)
    }

    fn enter(&mut self, position: &G, key: u64, limit: Numbers) -> Result<(), ProofError> {
        let first = self.children.len();
        self.frames.push(Frame { key, first, chosen: first, limit, entered: self.positions });
        self.expand(position)
    }

    fn leave(&mut self, numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        let known = Known { numbers, effort: effort(self.positions - frame.entered) };
        self.table.put(frame.key, self.proof_goal.heuristic, known);
        self.children.truncate(frame.first);
        if let Some(parent) = self.frames.last() {
            self.children[parent.chosen].numbers = numbers;
        }
    }

    /// Keeps what was found on the way down.
    fn break_off(&mut self) {
        while let Some(frame) = self.frames.last() {
            let so_far = summarise(&self.children[frame.first..]).numbers;
            self.leave(so_far);
        }
    }

    /// Adds the children of a position; only the last one if it reaches what the side to move wants.
    fn expand(&mut self, position: &G) -> Result<(), ProofError> {
        let first = self.children.len();
        let mut error = None;
        let _ = position.for_each_move(|mv| {
            let child = position.after(&mv);
            self.positions += 1;
            let settled = match settled(self.hints, self.proof_goal, &child) {
                Ok(settled) => settled,
                Err(broken) => {
                    error = Some(broken);
                    return ControlFlow::Break(());
                }
            };
            let key = self.proof_goal.key(&child);
            let numbers = settled.unwrap_or(Numbers { phi: 1, delta: 1 });
            self.children.push(Child { position: child, key, numbers });
            if numbers == Numbers::MISSED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = error {
            return Err(error);
        }
        if self.children[first..].last().is_some_and(|child| child.numbers == Numbers::MISSED) {
            return Ok(());
        }
        // All are fetched before any is read, so that the waits for memory are one.
        self.buckets.clear();
        self.buckets.extend(self.children[first..].iter().map(|child| *self.table.bucket(child.key)));
        for (child, bucket) in self.children[first..].iter_mut().zip(&self.buckets) {
            if child.numbers.answer().is_none() {
                child.numbers = match find(bucket, child.key, self.proof_goal.heuristic) {
                    Some(known) => known.numbers,
                    None => heuristic(self.hints, self.proof_goal, &child.position),
                };
            }
        }
        Ok(())
    }
}

/// The answer if it is seen at once.
pub(super) fn settled<G: Sequential>(
    hints: &impl SolverHints<G>,
    proof_goal: ProofGoal,
    position: &G,
) -> Result<Option<Numbers>, ProofError> {
    let answer = match position.outcome() {
        Some(outcome) => {
            let payoff = outcome.payoff(Side::White);
            if !hints.payoffs().contains(&payoff) {
                return Err(ProofError::Payoff { payoff });
            }
            Some(payoff >= proof_goal.goal)
        }
        None => hints.static_proof(position, proof_goal.goal),
    };
    Ok(answer.map(|answer| proof_goal.settled(position.side_to_move(), answer)))
}

/// The numbers of a position that nothing is known of.
#[inline]
fn heuristic<G: Sequential>(hints: &impl SolverHints<G>, proof_goal: ProofGoal, position: &G) -> Numbers {
    let effort = hints.effort(position, proof_goal.goal, proof_goal.heuristic);
    let (phi, delta) = match position.side_to_move() {
        Side::White => (effort.prove, effort.refute),
        Side::Black => (effort.refute, effort.prove),
    };
    Numbers { phi: phi.clamp(1, Numbers::MAX), delta: delta.clamp(1, Numbers::MAX) }
}

/// The side to move needs one child in which the other misses what it wants; to refute it, none may be left.
///
/// All of them together are reckoned as the hardest, and one for each other. In these games most ways lead to the same
/// positions, and a sum would count what they have in common again and again.
#[inline]
fn summarise<G>(children: &[Child<G>]) -> Summary {
    let (mut chosen, mut best) = (0, Numbers::REACHED);
    let mut second = Numbers::SETTLED;
    let (mut hardest, mut left) = (0, 0u32);
    for (index, &Child { numbers, .. }) in children.iter().enumerate() {
        if (numbers.delta, numbers.phi) < (best.delta, best.phi) {
            (second, chosen, best) = (best.delta, index, numbers);
        } else {
            second = second.min(numbers.delta);
        }
        hardest = hardest.max(numbers.phi);
        left += u32::from(numbers.phi != 0);
    }
    let others = left.saturating_sub(1);
    let numbers = match best.delta {
        0 => Numbers::REACHED,
        Numbers::SETTLED => Numbers::MISSED,
        phi => Numbers { phi, delta: (hardest + others).min(Numbers::MAX) },
    };
    Summary { numbers, chosen, second, others }
}
