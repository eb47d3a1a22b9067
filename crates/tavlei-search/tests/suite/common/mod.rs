//! Slow searches to test the fast ones against.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test file uses a part of it")]

use tavlei_game::{Game, History, Sequential, Side};
use tavlei_search::{Evaluation, Quiescence, Value};

pub use tavlei_verify::small_games::*;

/// What a position is worth by plain minimax of some depth, with quiescence, and without any pruning; `None` if that takes
/// too long.
pub fn minimax<G: Sequential>(position: &G, evaluation: &impl Evaluation<G>, depth: u32) -> Option<Value> {
    minimax_after(&now(position.clone()), evaluation, depth)
}

/// The same for the position that a game has come to, whose past counts.
pub fn minimax_after<G: Sequential>(game: &History<G>, evaluation: &impl Evaluation<G>, depth: u32) -> Option<Value> {
    let before = (0..game.len()).map(|plies| game.position_at(plies).expect("it was played").clone()).collect();
    let mut slow = Slow { evaluation, before, line: vec![game.position().clone()], left: 100_000 };
    let value = slow.best(depth, game.plies_since_progress());
    (slow.left > 0).then_some(value)
}

struct Slow<'a, G, E> {
    evaluation: &'a E,
    /// The positions of the game before the root.
    before: Vec<G>,
    line: Vec<G>,
    left: u32,
}

impl<G: Sequential, E: Evaluation<G>> Slow<'_, G, E> {
    fn best(&mut self, depth: u32, plies_since_progress: u32) -> Value {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Value::DRAW;
        }
        let ply = self.line.len() - 1;
        let position = self.line[ply].clone();
        let rules = position.history_rules();
        if let Some(end) = position.outcome() {
            return Value::payoff(end.payoff(position.side_to_move()), ply as u32);
        }
        let occurred = 1 + self.before.iter().filter(|earlier| **earlier == position).count();
        let comes_back = self.line[..ply].contains(&position);
        if ply > 0 && rules.repetition.is_some_and(|limit| comes_back || occurred >= limit as usize) {
            return Value::DRAW;
        }
        let plies = self.before.len() + ply;
        if ply > 0
            && (rules.plies_since_progress.is_some_and(|limit| plies_since_progress >= limit)
                || rules.ply_cap.is_some_and(|cap| plies >= cap as usize))
        {
            return Value::DRAW;
        }
        let moves = position.moves();
        let mut best = None;
        if depth == 0 {
            match self.evaluation.quiescence_of(&position, &moves[0]) {
                Quiescence::Quiet => return Value::estimate(self.evaluation.evaluate(&position)),
                Quiescence::Noisy => best = Some(Value::estimate(self.evaluation.evaluate(&position))),
                Quiescence::Forced => {}
            }
        }
        for mv in moves {
            if depth == 0 && best.is_some() && !self.evaluation.is_noisy(&position, &mv) {
                continue;
            }
            self.line.push(position.after(&mv));
            let plies_since_progress = if position.is_irreversible(&mv) { 0 } else { plies_since_progress + 1 };
            let value = -self.best(depth.saturating_sub(1), plies_since_progress);
            self.line.pop();
            best = best.max(Some(value));
        }
        best.expect("an unfinished position has moves")
    }
}

/// Returns whether the side to move can force a win by so many points within so many plies, whatever the other does.
pub fn can_force<G: Sequential>(position: &G, points: i32, plies: u32) -> bool {
    let side = position.side_to_move();
    can(position, side, points, plies, 0)
}

/// Returns whether the side to move can force as much as a [`Value`] says that is won after so many plies: so many
/// points by then, or more of them within `longest` plies. Points come before length, so the loser may choose to lose
/// more of them later.
pub fn can_force_or_more<G: Sequential>(position: &G, points: i32, plies: u32, longest: u32) -> bool {
    can(position, position.side_to_move(), points, plies, longest)
}

/// Returns whether a side gets so many points within so many plies, or more of them within the longer time.
fn can<G: Sequential>(position: &G, side: Side, points: i32, plies: u32, longest: u32) -> bool {
    if let Some(end) = position.outcome() {
        return end.payoff(side) >= points;
    }
    // When the time for so many points is up, only more of them will do.
    let (points, plies) = if plies == 0 { (points + 1, longest) } else { (points, plies) };
    if plies == 0 {
        return false;
    }
    let longest = longest.saturating_sub(1);
    let mut good = position.moves().into_iter().map(|mv| can(&position.after(&mv), side, points, plies - 1, longest));
    if position.side_to_move() == side { good.any(|good| good) } else { good.all(|good| good) }
}

/// The game that has come to this position without a past.
pub fn now<G: Game>(position: G) -> History<G> {
    History::new(position)
}
