//! The engine's position and the slow model's, compared in everything that can be said of them.

use std::collections::BTreeMap;

use tavlei_game::{Game, Notation, Side, Simultaneous};
use tavlei_proryv::Position;
use tavlei_verify::models::proryv as reference;

/// How often each thing happened in what was compared.
#[derive(Default, Debug)]
pub(crate) struct Counters(pub(crate) BTreeMap<String, u64>);

impl Counters {
    pub(crate) fn count(&mut self, what: impl ToString, times: usize) {
        if times > 0 {
            *self.0.entry(what.to_string()).or_default() += times as u64;
        }
    }

    pub(crate) fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

fn side(side: Side) -> reference::Side {
    match side {
        Side::White => reference::Side::White,
        Side::Black => reference::Side::Black,
    }
}

/// The outcome in the model's words.
pub(crate) fn outcome_text(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| match outcome.winner() {
        Some(side) => format!("{} wins", side.name()),
        None => format!("draw ({})", outcome.reason()),
    })
}

/// Compares everything that can be said of one position: outcome, choices, and each turn with all that happens in it.
pub(crate) fn compare(model: &reference::Model, position: &Position, counters: &mut Counters) {
    counters.count("positions", 1);
    assert_eq!(position.to_string(), model.text());
    assert_eq!(outcome_text(position), model.result().map(|outcome| outcome.to_string()), "{position:?}");
    for one in Side::BOTH {
        let mut choices = position.choices(one).iter().map(ToString::to_string).collect::<Vec<_>>();
        choices.sort();
        assert_eq!(choices, model.choice_texts(side(one)), "{position:?}");
    }
    let turns = model.turns();
    assert_eq!(position.count_moves(), turns.len() as u64, "{position:?}");
    for expected in turns {
        let text = expected.text();
        let turn = position.read_move(&text).unwrap_or_else(|error| panic!("{position:?}: {text}: {error}"));
        let resolution = position.resolve(&turn).expect("a legal turn");
        let after = resolution.after();
        assert_eq!(after.to_string(), expected.after.text(), "{position:?}: {text}");
        assert_eq!(*after, position.after(&turn));
        assert_eq!(after.both_passed(), expected.after.both_passed());
        assert_eq!(
            outcome_text(after),
            expected.after.result().map(|outcome| outcome.to_string()),
            "{position:?}: {text}"
        );

        let told = |[square, white, black]: [String; 3]| format!("{square} {white} {black}");
        let collisions = resolution
            .collisions()
            .map(|met| told([met.square, met.white_from, met.black_from].map(|square| square.to_string())))
            .collect::<Vec<_>>();
        let expected_collisions = expected
            .collisions
            .iter()
            .map(|met| told([met.square, met.white_from, met.black_from].map(|square| square.to_string())))
            .collect::<Vec<_>>();
        assert_eq!(collisions, expected_collisions, "{position:?}: {text}");
        let swap = resolution.swap().map(|swap| format!("{} {}", swap.white_from, swap.black_from));
        assert_eq!(swap, expected.swap.map(|(white, black)| format!("{white} {black}")), "{position:?}: {text}");

        counters.count("turns", 1);
        counters.count("P-4 a side passes", usize::from(turn.white.is_pass() != turn.black.is_pass()));
        counters.count("P-5 one pair met", usize::from(collisions.len() == 1));
        counters.count("P-5 two pairs met", usize::from(collisions.len() == 2));
        counters.count("P-5 swap", usize::from(swap.is_some()));
        let goal = |one: Side| position.rules().goal(one);
        let stopped = resolution.collisions().any(|met| {
            goal(Side::White).contains(met.square) && met.white_from != met.square
                || goal(Side::Black).contains(met.square) && met.black_from != met.square
        });
        counters.count("P-6 stopped on the goal rank", usize::from(stopped));
        counters.count(
            "P-9 a side without men",
            usize::from(Side::BOTH.iter().any(|&one| position.men_of(one).is_empty())),
        );
        if let Some(text) = outcome_text(after) {
            counters.count(text, 1);
        }
    }
}
