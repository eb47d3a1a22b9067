//! A game of one's own: one, two or three matches may be taken, and who takes the last one wins.
use std::ops::ControlFlow;
use tavlei_game::{Game, History, Keyed, NoRules, Outcome, Sequential, Side, ToMove};
use tavlei_search::{AlphaBeta, Limits, Value};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Matches {
    left: u64,
    side: Side,
}

impl Default for Matches {
    fn default() -> Self {
        Self { left: 21, side: Side::White }
    }
}

impl Game for Matches {
    type Move = u64;
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
        (self.left == 0).then(|| Outcome::win(!self.side, 1, "took the last match"))
    }
    fn for_each_move<B>(&self, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.left.min(3)).try_for_each(visit)
    }
    fn play_unchecked(&mut self, taken: &u64) {
        *self = Self { left: self.left - taken, side: !self.side };
    }
}

impl Sequential for Matches {
    fn side_to_move(&self) -> Side {
        self.side
    }
}

impl Keyed for Matches {
    fn key(&self) -> u64 {
        (2 * self.left + self.side as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

fn main() {
    // No idea who is better: 0. The rules alone decide.
    let report = AlphaBeta::new(|_: &Matches| 0).search(&History::<Matches>::default(), &Limits::default());
    println!("Of 21 matches take {:?}: {}", report.best_move(), report.lines[0].value);
    assert_eq!((report.best_move(), report.lines[0].value), (Some(&1), Value::win(1, 11)));
}
