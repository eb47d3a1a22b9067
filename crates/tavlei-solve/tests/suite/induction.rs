//! Backward induction against known values.

use std::ops::ControlFlow;

use tavlei_game::{Game, Joint, Keyed, NoRules, Notation, Outcome, Side, Simultaneous, ToMove};
use tavlei_proryv::{Position, Rules};
use tavlei_search::Limits;
use tavlei_solve::{Equilibrium, Induction, InductionError};

fn solve<G: Simultaneous + Keyed>(induction: &mut Induction, position: &G, turns: u32) -> Equilibrium<G::Choice> {
    let found = induction.solve(position, turns, &Limits::default()).expect("every turn can be solved");
    found.expect("there are no limits")
}

fn position(text: &str) -> Position {
    Position::read_position(text, &Rules::default()).expect("the position is in order")
}

/// The published values of positions with so many men a side.
fn values(men: usize) -> Vec<(Position, f64)> {
    let table = include_str!("../../../../cases/proryv_values.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    let values = lines.map(|(text, value)| (position(text), value.parse().expect("a number")));
    values.filter(|(position, _)| position.men_of(Side::White).len() as usize == men).collect()
}

/// White gets 1 for a win in any of the remaining games of matching pennies, and each turn that nobody wins costs nothing:
/// White names 0 to 2; equal ends it with 1, 2 against 0 ends it with −1, all else goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Pennies {
    turns: u32,
    named: Option<Joint<u8>>,
}

impl Game for Pennies {
    type Move = Joint<u8>;
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
        let Joint { white, black } = self.named?;
        if white == black {
            Some(Outcome::win(Side::White, 1, "equal"))
        } else if (white, black) == (1, 0) {
            Some(Outcome::win(Side::Black, 1, "less"))
        } else {
            None
        }
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Joint<u8>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_choice(Side::White, |white| {
            self.for_each_choice(Side::Black, |black| visit(Joint { white, black }))
        })
    }

    fn play_unchecked(&mut self, mv: &Joint<u8>) {
        *self = Self { turns: self.turns + 1, named: Some(*mv) };
    }
}

impl Simultaneous for Pennies {
    type Choice = u8;

    fn for_each_choice<B>(&self, _: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..if self.outcome().is_some() { 0 } else { 2 }).try_for_each(visit)
    }
}

impl Keyed for Pennies {
    fn key(&self) -> u64 {
        let named = self.named.map_or(4, |named| u64::from(named.white) << 1 | u64::from(named.black));
        u64::from(self.turns) << 3 | named
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

#[test]
fn a_game_that_can_be_reckoned_by_hand() {
    // With v for the turns after: the matrix is 1 v / −1 1, and the value (1 + v) / (3 − v).
    let mut by_hand = 0.0;
    for turns in 0..20 {
        let found = solve(&mut Induction::new(), &Pennies::default(), turns);
        assert!((found.value - by_hand).abs() < 1e-12 && found.gap < 1e-12, "{turns}: {found:?}");
        if turns > 0 {
            let odds = |plan: &[(u8, f64)]| plan.iter().map(|&(_, p)| p).sum::<f64>();
            assert!((odds(&found.white) - 1.0).abs() < 1e-12 && (odds(&found.black) - 1.0).abs() < 1e-12);
        }
        by_hand = (1.0 + by_hand) / (3.0 - by_hand);
    }
}

#[test]
fn nothing_is_chosen_where_nothing_can_be() {
    let over = position("w a5;b3");
    let found = solve(&mut Induction::new(), &over, 3);
    assert_eq!((found.value, found.gap, found.white.len(), found.nodes), (1.0, 0.0, 0, 0));
    let found = solve(&mut Induction::new().with_horizon(-0.5), &Position::default(), 0);
    assert_eq!((found.value, found.black.len()), (-0.5, 0));
}

/// The worth of endless play is approached from below, from above and from nothing.
#[test]
fn p12_longer_horizons_come_to_the_published_values() {
    let mut inductions = [-1.0, 0.0, 1.0].map(|horizon| (horizon, Induction::new().with_horizon(horizon)));
    for (position, value) in values(1) {
        let from = inductions.each_mut().map(|(horizon, induction)| {
            let by_turns = [0, 1, 2, 4, 8, 16, 30].map(|turns| solve(induction, &position, turns).value);
            match horizon {
                -1.0 => assert!(by_turns.is_sorted_by(|a, b| *a <= b + 1e-12), "{position}: {by_turns:?}"),
                1.0 => assert!(by_turns.is_sorted_by(|a, b| *a + 1e-12 >= *b), "{position}: {by_turns:?}"),
                _ => {}
            }
            by_turns[6]
        });
        assert!(from[0] <= value + 1e-9 && value - 1e-9 <= from[2], "{position}: {from:?}");
        assert!((from[1] - value).abs() < 1e-4, "{position}: {} for {value}", from[1]);
    }
}

#[test]
fn two_men_a_side_come_close_to_the_published_values() {
    let mut induction = Induction::new();
    for (position, value) in values(2).into_iter().take(8) {
        let away = [1, 3, 5, 6].map(|turns| (solve(&mut induction, &position, turns).value - value).abs());
        assert!(away[3] <= away[0] + 1e-9 && away[3] < 0.1, "{position}: {away:?} from {value}");
    }
}

#[test]
fn a_position_of_known_odds() {
    // Worth −1/3: White plays a4-a5 in two of three games, a4-b5 in one.
    let found = solve(&mut Induction::new(), &position("w d1,a4;c2,b5"), 6);
    assert!((found.value + 1.0 / 3.0).abs() < 1e-3, "{found:?}");
}

#[test]
fn looking_at_single_payoffs_gives_the_same() {
    for (position, _) in values(2).into_iter().chain(values(3)).step_by(3) {
        let all = solve(&mut Induction::new(), &position, 3);
        let few = solve(&mut Induction::new().with_double_oracle(1.0, 1), &position, 3);
        assert!((all.value - few.value).abs() < 1e-9 && few.gap < 1e-9, "{position}: {} {}", all.value, few.value);
        assert!(few.nodes < all.nodes, "{position}");
    }
}

/// P-11: other boards. Colours can be exchanged, so the start is worth nothing.
#[test]
fn p11_the_smallest_board() {
    let rules = "board=3x4".parse::<Rules>().expect("the smallest board");
    let start = Position::start(&rules);
    for turns in 0..=3 {
        let found = solve(&mut Induction::new().with_double_oracle(1.0, 16), &start, turns);
        assert!(found.value.abs() < 1e-9, "{turns}: {}", found.value);
    }
}

#[test]
fn limits_are_obeyed() {
    let start = Position::default();
    let mut induction = Induction::new();
    for nodes in [0, 1, 1000] {
        assert_eq!(induction.solve(&start, 3, &Limits::default().with_nodes(nodes)), Ok(None));
    }
    let turns = Induction::MAX_TURNS + 1;
    let error = induction.solve(&start, turns, &Limits::default()).expect_err("that is too far");
    assert_eq!(error, InductionError::TooManyTurns { turns });
    // The greatest depth has room on the stack of a thread.
    let found = solve(&mut induction.with_double_oracle(1.0, 1), &Pennies::default(), Induction::MAX_TURNS);
    assert!(found.value > 0.9);
}
