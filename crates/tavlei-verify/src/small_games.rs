//! Small games for the tests of searches and solvers, and random positions of any game.

use std::ops::{ControlFlow, Range};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{
    Game, HistoryRules, Joint, Keyed, NoRules, Outcome, Sequential, Side, Simultaneous, ToMove, random_move,
};

/// Returns a generator of random numbers for this seed.
#[must_use]
pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Returns `count` unfinished positions from random games, each as many plies after the start as `plies` says in turn.
#[must_use]
pub fn random_positions<G: Game>(seed: u64, count: usize, plies: Range<u32>) -> Vec<G> {
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

/// Noughts and crosses: three in a row win.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Noughts {
    /// The squares of White and of Black, a bit each.
    pub marks: [u16; 2],
}

impl Noughts {
    /// Returns whether a side has three in a row.
    #[must_use]
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

/// A walk on a graph: both sides move the same token in turn. The side that can't move has lost.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Walk {
    /// The place of the token.
    pub at: u8,
    /// Whether it is Black’s turn.
    pub black_to_move: bool,
    /// The ways that it can go.
    pub map: Map,
}

/// Where the token can go, and which draws there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Map {
    /// The places that each place leads to.
    pub edges: &'static [&'static [u8]],
    /// As in [`HistoryRules`].
    pub repetition: Option<u32>,
    /// As in [`HistoryRules`].
    pub plies_since_progress: Option<u32>,
    /// As in [`HistoryRules`].
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
    /// White's payoffs, row by row.
    pub payoffs: Vec<Vec<i8>>,
    /// The choices, once they are made.
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
