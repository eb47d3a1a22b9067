//! Small games and slow searches to test the fast ones against.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{
    Game, History, HistoryRules, Joint, Keyed, NoRules, Outcome, Sequential, Side, Simultaneous, ToMove, random_move,
};
use tavlei_search::{Evaluation, Quiescence, Value};

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Unfinished positions from random games, so many plies after the start.
pub fn random_positions<G: Game>(seed: u64, count: usize, plies: std::ops::Range<u32>) -> Vec<G> {
    let mut rng = rng(seed);
    let mut positions = Vec::new();
    for length in plies.clone().cycle() {
        let mut position = G::default();
        for _ in 0..length {
            let Some(mv) = random_move(&position, &mut rng) else { break };
            position.play_unchecked(&mv);
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
        if positions.len() == count {
            break;
        }
    }
    positions
}

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

/// Noughts and crosses: three in a row win.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Noughts {
    /// The squares of White and of Black, a bit each.
    pub marks: [u16; 2],
}

impl Noughts {
    pub fn won(&self, side: Side) -> bool {
        const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        ROWS.iter().any(|row| self.marks[side as usize] & row == *row)
    }
}

impl Game for Noughts {
    type Move = u8;
    type Reason = &'static str;
    type Rules = NoRules;

    fn start(_: &NoRules) -> Self {
        Self::default()
    }

    fn rules(&self) -> NoRules {
        NoRules
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    fn outcome(&self) -> Option<Outcome<&'static str>> {
        let winner = Side::BOTH.into_iter().find(|&side| self.won(side));
        let is_full = self.marks[0] | self.marks[1] == 0o777;
        winner.map(|side| Outcome::win(side, 1, "three")).or(is_full.then(|| Outcome::draw("full")))
    }

    fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let taken = self.marks[0] | self.marks[1];
        let count = if self.outcome().is_some() { 0 } else { 9 };
        (0..count).filter(|square| taken >> square & 1 == 0).try_for_each(visit)
    }

    fn play_unchecked(&mut self, square: &u8) {
        self.marks[self.side_to_move() as usize] |= 1 << square;
    }
}

impl Sequential for Noughts {
    fn side_to_move(&self) -> Side {
        let marks = self.marks[0] | self.marks[1];
        if marks.count_ones().is_multiple_of(2) { Side::White } else { Side::Black }
    }
}

impl Keyed for Noughts {
    fn key(&self) -> u64 {
        (u64::from(self.marks[0]) << 9 | u64::from(self.marks[1])).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// A walk on a graph: both sides move the same token in turn. Who can't move has lost.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Walk {
    pub at: u8,
    pub black_to_move: bool,
    pub map: Map,
}

/// Where the token can go, and which draws there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Map {
    pub edges: &'static [&'static [u8]],
    pub repetition: Option<u32>,
    pub plies_since_progress: Option<u32>,
    pub ply_cap: Option<u32>,
    /// Where it is progress to go, for the counter of `plies_since_progress`.
    pub progress: &'static [u8],
}

impl Game for Walk {
    type Move = u8;
    type Reason = &'static str;
    type Rules = Map;

    fn start(map: &Map) -> Self {
        Self { at: 0, black_to_move: false, map: *map }
    }

    fn rules(&self) -> Map {
        self.map
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    fn outcome(&self) -> Option<Outcome<&'static str>> {
        let stuck = self.map.edges[usize::from(self.at)].is_empty();
        stuck.then(|| Outcome::win(self.side_to_move().opponent(), 1, "stuck"))
    }

    fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        self.map.edges[usize::from(self.at)].iter().copied().try_for_each(visit)
    }

    fn play_unchecked(&mut self, to: &u8) {
        self.at = *to;
        self.black_to_move = !self.black_to_move;
    }

    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE
            .with_repetition(self.map.repetition)
            .with_plies_since_progress(self.map.plies_since_progress)
            .with_ply_cap(self.map.ply_cap)
    }

    fn is_irreversible(&self, to: &u8) -> bool {
        self.map.progress.contains(to)
    }
}

impl Sequential for Walk {
    fn side_to_move(&self) -> Side {
        if self.black_to_move { Side::Black } else { Side::White }
    }
}

impl Keyed for Walk {
    fn key(&self) -> u64 {
        (u64::from(self.at) << 1 | u64::from(self.black_to_move)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// One turn: each side chooses a row or a column, and White gets what the matrix says there, -100 to 100.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OneShot {
    pub payoffs: Vec<Vec<i8>>,
    pub chosen: Option<Joint<usize>>,
}

impl Game for OneShot {
    type Move = Joint<usize>;
    type Reason = &'static str;
    type Rules = NoRules;

    fn start(_: &NoRules) -> Self {
        Self::default()
    }

    fn rules(&self) -> NoRules {
        NoRules
    }

    fn to_move(&self) -> ToMove {
        ToMove::Both
    }

    fn outcome(&self) -> Option<Outcome<&'static str>> {
        let Joint { white, black } = self.chosen?;
        let payoff = self.payoffs[white][black];
        Some(match payoff {
            0 => Outcome::draw("nothing"),
            1.. => Outcome::win(Side::White, payoff.unsigned_abs(), "paid"),
            _ => Outcome::win(Side::Black, payoff.unsigned_abs(), "paid"),
        })
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Joint<usize>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_choice(Side::White, |white| {
            self.for_each_choice(Side::Black, |black| visit(Joint { white, black }))
        })
    }

    fn play_unchecked(&mut self, mv: &Joint<usize>) {
        self.chosen = Some(*mv);
    }
}

impl Simultaneous for OneShot {
    type Choice = usize;

    fn for_each_choice<B>(&self, side: Side, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let count = match (self.chosen, side) {
            (Some(_), _) => 0,
            (None, Side::White) => self.payoffs.len(),
            (None, Side::Black) => self.payoffs.first().map_or(0, Vec::len),
        };
        (0..count).try_for_each(visit)
    }
}

/// The game that has come to this position without a past.
pub fn now<G: Game>(position: G) -> History<G> {
    History::new(position)
}
