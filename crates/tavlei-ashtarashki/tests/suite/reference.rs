//! The engine against the slow reference model, on thousands of positions and under both rules.

use crate::common::{self, FORCED, FREE, hand_set, moves, reached, result};
use tavlei_ashtarashki::{Label, Position, Reason, Rules};
use tavlei_game::{Form, Game, Notation};
use tavlei_verify::models::ashtarashki::{self as reference, Model};

/// How often the positions and moves of a test exercise what the rules are about.
#[derive(Debug, Default)]
struct Exercised {
    positions: u32,
    reasons: [u32; 6],
    captures: u32,
    chains: u32,
    backward_captures: u32,
    first_and_second_retreats: u32,
    third_retreats: u32,
    finishes: u32,
    finishes_by_capture: u32,
}

impl Exercised {
    fn count(&mut self, model: &Model, outcome: Option<reference::Outcome>) {
        use reference::Reason::{Blocked, FirstEqual, Four, Full, More, MoreBlocked};
        self.positions += 1;
        if let Some(outcome) = outcome {
            let reasons = [Full, Four, More, FirstEqual, MoreBlocked, Blocked];
            let n = reasons.into_iter().position(|reason| reason == outcome.reason).expect("one of six");
            self.reasons[n] += 1;
        }
        for mv in model.moves() {
            let forward = if model.side_to_move() == reference::Side::White { 1 } else { -1 };
            self.captures += u32::from(mv.is_capture);
            self.chains += u32::from(mv.landings.len() > 1);
            self.backward_captures += u32::from(mv.is_capture && mv.landings[0].rank - mv.origin.rank != forward);
            self.first_and_second_retreats += u32::from(mv.is_retreat());
            self.third_retreats += u32::from(mv.is_removal());
            self.finishes += u32::from(mv.is_finish());
            self.finishes_by_capture += u32::from(mv.is_finish() && mv.is_capture);
        }
    }
}

/// Compares all that both can say about a position, and then about each position that a move leads to.
fn compare(position: &Position, model: &Model, exercised: &mut Exercised) {
    compare_one(position, model, exercised);
    let mut legal = model.moves();
    legal.sort_by_key(reference::Move::text);
    let mut own = position.moves();
    own.sort_by_key(|mv| position.move_text(mv));
    for (mv, legal) in own.iter().zip(&legal) {
        let mut author = String::new();
        position.write_move_as(Form::Author, mv, &mut author).expect("a string takes everything");
        assert_eq!(author, model.author_text(legal), "{position}");
        compare_one(&position.after(mv), &legal.after, exercised);
    }
}

fn compare_one(position: &Position, model: &Model, exercised: &mut Exercised) {
    let text = model.text();
    assert_eq!(position.to_string(), text);
    assert_eq!(moves(position), model.move_texts().join(" "), "{position:?}");
    assert_eq!(position.count_moves(), model.moves().len() as u64, "{position:?}");
    let outcome = model.result();
    assert_eq!(result(position), outcome.map_or("-".into(), |outcome| outcome.to_string()), "{position:?}");
    assert_eq!(position.weight(), model.weight_sum(), "{position:?}");
    exercised.count(model, outcome);
}

/// Compares many positions; a rule that they hardly ever exercise isn't tested by them.
fn compare_many(rules: Rules, seeds: u64, position: impl Fn(u64, Rules) -> (Position, Model)) -> Exercised {
    let mut exercised = Exercised::default();
    for seed in 0..seeds {
        let (position, model) = position(seed, rules);
        compare(&position, &model, &mut exercised);
    }
    println!("{rules:?}: {exercised:?}");
    exercised
}

#[test]
fn positions_that_play_reaches() {
    for rules in [FREE, FORCED] {
        let seen = compare_many(rules, 1_500, reached);
        assert!(seen.positions > 10_000 && seen.captures > 1_000 && seen.chains > 150, "{seen:?}");
        assert!(seen.first_and_second_retreats > 20_000 && seen.third_retreats > 5_000, "{seen:?}");
        assert!(seen.finishes > 400 && seen.finishes_by_capture > 30, "{seen:?}");
    }
}

#[test]
fn positions_set_up_by_hand() {
    for rules in [FREE, FORCED] {
        let seen = compare_many(rules, 4_000, hand_set);
        assert!(seen.positions > 15_000 && seen.captures > 5_000 && seen.chains > 1_500, "{seen:?}");
        assert!(seen.backward_captures > 1_000 && seen.finishes_by_capture > 100, "{seen:?}");
        // Who must make a third retreat is blocked so seldom that it never has more stones then.
        let seldom = |n: usize| rules == FORCED && n == 4;
        assert!(seen.reasons.iter().enumerate().all(|(n, &times)| times >= 15 || seldom(n)), "{seen:?}");
    }
}

#[test]
fn whole_games_move_by_move() {
    for (seed, rules) in [(0, FREE), (1, FORCED), (2, FREE), (3, FORCED)] {
        let mut model = Model::start(common::model_rules(rules));
        let mut position = Position::start(&rules);
        let mut exercised = Exercised::default();
        for ply in 0.. {
            compare_one(&position, &model, &mut exercised);
            let mut legal = model.moves();
            if legal.is_empty() {
                break;
            }
            let next = legal.swap_remove((seed * 31 + ply * 17) % legal.len());
            let mv = position.read_move(&next.text()).expect("legal in the model");
            position.play(&mv).expect("legal");
            model = next.after;
        }
        assert!(exercised.positions > 30);
    }
}

#[test]
fn counting_from_the_start_and_from_positions_by_hand() {
    for rules in [FREE, FORCED] {
        let start = Model::start(common::model_rules(rules));
        assert_eq!(Position::start(&rules).count_sequences(5), u128::from(start.perft(5)));
        for seed in 0..150 {
            let (position, model) = hand_set(seed, rules);
            assert_eq!(position.count_sequences(3), u128::from(model.perft(3)), "{position:?}");
        }
    }
}

#[test]
fn labels_beat_each_other_as_in_the_model() {
    // The model's way to ask is a position with two stones side by side.
    let labels = || Label::ALL.into_iter().filter(|&label| label != Label::F);
    for (own, enemy) in labels().flat_map(|own| labels().map(move |enemy| (own, enemy))) {
        let text = format!("w {own}d4;{enemy}e5");
        let model = Model::parse(&text, common::model_rules(FREE)).expect("a position");
        assert_eq!(own.beats(enemy), model.move_texts().contains(&"d4:e5".to_string()), "{text}");
    }
    assert!(Label::ALL.into_iter().all(|label| !label.beats(Label::F) && !Label::F.beats(label)));
}

#[test]
fn reasons_have_the_names_of_the_cases() {
    let names = [Reason::Full, Reason::Four, Reason::More, Reason::FirstEqual, Reason::MoreBlocked, Reason::Blocked];
    assert_eq!(names.map(|reason| format!("{reason:?}")).join(" "), "Full Four More FirstEqual MoreBlocked Blocked");
}
