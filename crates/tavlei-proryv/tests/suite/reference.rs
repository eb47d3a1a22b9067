//! The engine against the slow model: every size of board, with passing and without, thousands of positions.

use crate::common;
use tavlei_game::{Game, MoveStats as _, Notation, perft};
use tavlei_proryv::{Position, Rules};
use tavlei_verify::models::proryv as reference;

use crate::common::model::{Counters, compare, outcome_text};

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

/// P-1 … P-11 on every board: positions of random play and positions set up by hand.
#[test]
fn engine_and_model_agree_on_every_board() {
    let mut counters = Counters::default();
    for (model_rules, rules) in rule_sets() {
        assert_eq!(Position::start(&rules).to_string(), reference::Model::start(model_rules).text(), "{rules}");
        let large = rules.board().squares().len() > 30;
        for seed in 0..if large { 5 } else { 16 } {
            let reached = reference::Model::random_reachable(seed, 1 + 3 * seed as u32, model_rules);
            let set_up = reference::Model::random_hand_set(seed, model_rules);
            for model in [reached, set_up] {
                let position = Position::read_position(&model.text(), &rules).expect("a position");
                compare(&model, &position, &mut counters);
            }
        }
    }
    println!("{counters:#?}");
    assert!(counters.of("positions") > 2_400);
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
        assert!(counters.of(what) >= 20, "{what}: {counters:#?}");
    }
}

/// P-8: whole games in step, in which two passes end the game.
#[test]
fn engine_and_model_play_the_same_games() {
    let mut ends = Counters::default();
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

/// What statistics count: collisions, swaps, breakthroughs, turns with a pass.
#[test]
fn engine_and_model_have_the_same_statistics() {
    let mut all = [0; 4];
    for seed in 0..200 {
        let model = reference::Model::random_hand_set(300 + seed, reference::Rules::author());
        let position: Position = model.text().parse().expect("a position");
        let (mut counted, mut longest) = ([0; 4], 0);
        for turn in position.moves() {
            position.add_stats(&turn, &mut counted);
            longest = longest.max(position.chain_length(&turn));
        }
        let turns = model.turns();
        let count = |of: &dyn Fn(&reference::Turn) -> usize| turns.iter().map(of).sum::<usize>() as u64;
        let through = |turn: &reference::Turn, side: reference::Side| {
            turn.after.men(side).iter().any(|man| man.rank == turn.after.rules().goal_rank(side))
        };
        let expected = [
            count(&|turn| turn.collisions.len()),
            count(&|turn| usize::from(turn.swap.is_some())),
            count(&|turn| reference::Side::BOTH.into_iter().filter(|&side| through(turn, side)).count()),
            count(&|turn| usize::from([turn.white, turn.black].contains(&reference::Choice::Pass))),
        ];
        assert_eq!(counted, expected, "{position}");
        assert_eq!(longest as usize, turns.iter().map(|turn| turn.collisions.len()).max().unwrap_or(0), "{position}");
        all.iter_mut().zip(counted).for_each(|(sum, count)| *sum += count);
    }
    assert!(all.iter().all(|&count| count > 100), "{all:?}");
}
