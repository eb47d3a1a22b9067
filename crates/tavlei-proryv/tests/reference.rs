//! The engine against the slow model: every size of board, with passing and without, thousands of positions.

mod common;

use std::collections::BTreeMap;

use tavlei_game::{Game, Notation, Side, Simultaneous, perft};
use tavlei_proryv::{Position, Rules};
use tavlei_reference::proryv as reference;

/// Rules of the model, and the same as text for the engine.
fn rule_sets() -> impl Iterator<Item = (reference::Rules, Rules)> {
    reference::Rules::all().into_iter().map(|model| {
        let start = match model.layout {
            reference::Layout::Author => "author",
            reference::Layout::TwoRanks => "2",
        };
        let pass = if model.passing { "yes" } else { "no" };
        let text = format!("board={}x{},pass={pass},start={start}", model.files, model.ranks);
        (model, common::rules(&text))
    })
}

/// How often each thing happened in what was compared.
#[derive(Default, Debug)]
struct Tally(BTreeMap<String, u64>);

impl Tally {
    fn count(&mut self, what: impl ToString, times: usize) {
        if times > 0 {
            *self.0.entry(what.to_string()).or_default() += times as u64;
        }
    }

    fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

fn side(side: Side) -> reference::Side {
    match side {
        Side::White => reference::Side::White,
        Side::Black => reference::Side::Black,
    }
}

fn outcome_text(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| match outcome.winner() {
        Some(side) => format!("{} wins", side.name()),
        None => format!("draw ({})", outcome.reason()),
    })
}

/// Compares everything that can be said of one position: outcome, choices, and each turn with all that happens in it.
fn compare(model: &reference::Model, position: &Position, tally: &mut Tally) {
    tally.count("positions", 1);
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

        tally.count("turns", 1);
        tally.count("P-4 a side passes", usize::from(turn.white.is_pass() != turn.black.is_pass()));
        tally.count("P-5 one pair met", usize::from(collisions.len() == 1));
        tally.count("P-5 two pairs met", usize::from(collisions.len() == 2));
        tally.count("P-5 swap", usize::from(swap.is_some()));
        let goal = |one: Side| position.rules().goal(one);
        let stopped = resolution.collisions().any(|met| {
            goal(Side::White).contains(met.square) && met.white_from != met.square
                || goal(Side::Black).contains(met.square) && met.black_from != met.square
        });
        tally.count("P-6 stopped on the goal rank", usize::from(stopped));
        tally.count("P-9 a side without men", usize::from(Side::BOTH.iter().any(|&one| position.men(one).is_empty())));
        if let Some(text) = outcome_text(after) {
            tally.count(text, 1);
        }
    }
}

/// P-1 … P-11 on every board: positions of random play and positions set up by hand.
#[test]
fn engine_and_model_agree_on_every_board() {
    let mut tally = Tally::default();
    for (model_rules, rules) in rule_sets() {
        assert_eq!(Position::start(&rules).to_string(), reference::Model::start(model_rules).text(), "{rules}");
        for seed in 0..12 {
            let reached = reference::Model::random_reachable(seed, 1 + 3 * seed as u32, model_rules);
            let set_up = reference::Model::random_hand_set(seed, model_rules);
            for model in [reached, set_up] {
                let position = Position::read_position(&model.text(), &rules).expect("a position");
                // Two passes are no part of the text.
                if !model.both_passed() {
                    compare(&model, &position, &mut tally);
                }
            }
        }
    }
    println!("{tally:#?}");
    assert!(tally.of("positions") > 2_500);
    for what in [
        "P-4 a side passes",
        "P-5 one pair met",
        "P-5 two pairs met",
        "P-5 swap",
        "P-6 stopped on the goal rank",
        "P-9 a side without men",
        "white wins",
        "black wins",
        "draw (both broke through)",
        "draw (no men left)",
        "draw (both passed)",
    ] {
        assert!(tally.of(what) >= 20, "{what}: {tally:#?}");
    }
}

/// P-8: whole games in step, in which two passes end the game.
#[test]
fn engine_and_model_play_the_same_games() {
    let mut ends = Tally::default();
    for (seed, (model_rules, rules)) in rule_sets().enumerate() {
        let mut draw = seed as u64;
        for _ in 0..4 {
            let (mut model, mut position) = (reference::Model::start(model_rules), Position::start(&rules));
            for _ in 0..400 {
                // A multiplicative generator is random enough to choose moves.
                draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let count = position.count_moves();
                if count == 0 {
                    break;
                }
                let turn = position.nth_move((draw >> 33) % count).expect("a move");
                model = model.play(&turn.white.to_string(), &turn.black.to_string()).expect("legal in the model");
                position.play(&turn).expect("legal");
                assert_eq!(position.to_string(), model.text());
                assert_eq!(position.both_passed(), model.both_passed());
                assert_eq!(outcome_text(&position), model.result().map(|outcome| outcome.to_string()));
            }
            ends.count(outcome_text(&position).unwrap_or("unfinished".into()), 1);
        }
    }
    println!("{ends:#?}");
    assert!(ends.of("white wins") > 50 && ends.of("black wins") > 50, "{ends:?}");
}

#[test]
fn engine_and_model_count_alike() {
    let mut counted = 0;
    for (model_rules, rules) in rule_sets() {
        let small = rules.board().squares().len() <= 20;
        for seed in 0..if small { 6 } else { 1 } {
            let model = reference::Model::random_hand_set(100 + seed, model_rules);
            let position = Position::read_position(&model.text(), &rules).expect("a position");
            for plies in 0..=2 {
                assert_eq!(perft(&position, plies), u128::from(model.perft(plies)), "{position:?}: {plies}");
            }
            counted += 1;
        }
    }
    assert!(counted > 150, "{counted}");
}
