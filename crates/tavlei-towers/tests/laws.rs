//! The laws of `tavlei-game`, along random games from the start and from positions set up by hand, under every option.

mod common;

use common::{all_rules, hand_set, rng};
use tavlei_game::{Game, laws};
use tavlei_towers::Position;

fn all_laws(position: &Position, strangers: &[tavlei_towers::Move]) -> laws::Check {
    laws::of_game(position, strangers)?;
    laws::of_sequential(position)?;
    laws::of_notation(position)?;
    laws::of_key(position)?;
    laws::of_symmetry(position)
}

#[test]
fn laws_hold_along_random_games() {
    let rng = &mut rng(1);
    for rules in all_rules() {
        for _ in 0..12 {
            laws::walk(Position::start(&rules), rng, 150, all_laws)
                .unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
    }
}

#[test]
fn laws_hold_from_positions_set_up_by_hand() {
    let rng = &mut rng(2);
    for rules in all_rules() {
        for seed in 0..150 {
            let start = hand_set(seed, &rules);
            laws::walk(start, rng, 8, all_laws).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
    }
}

#[test]
fn laws_of_history_hold() {
    let rng = &mut rng(3);
    for rules in all_rules() {
        for _ in 0..4 {
            laws::of_history(Position::start(&rules), rng, 200).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
        for seed in 200..220 {
            let start = hand_set(seed, &rules);
            laws::of_history(start, rng, 60).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
    }
}
