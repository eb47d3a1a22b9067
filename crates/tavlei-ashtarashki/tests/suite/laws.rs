//! The laws of `tavlei-game`, along random games from the start and from positions set up by hand, under both rules.

use crate::common::{FORCED, FREE, hand_set, rng};
use tavlei_ashtarashki::{Move, Position};
use tavlei_game::{Game, Keyed, Notation, laws, random_move};

fn all_laws(position: &Position, strangers: &[Move]) -> laws::Check {
    laws::of_game(position, strangers)?;
    laws::of_sequential(position)?;
    laws::of_notation(position)?;
    laws::of_move_text(position)?;
    laws::of_entry(position)?;
    laws::of_key(position)?;
    laws::of_symmetry(position)
}

#[test]
fn laws_hold_along_random_games() {
    let rng = &mut rng(1);
    for rules in [FREE, FORCED] {
        for _ in 0..40 {
            laws::walk(Position::start(&rules), rng, 300, all_laws)
                .unwrap_or_else(|broken| panic!("{rules:?}: {broken}"));
        }
    }
}

#[test]
fn laws_hold_from_positions_set_up_by_hand() {
    let rng = &mut rng(2);
    for rules in [FREE, FORCED] {
        for seed in 0..600 {
            let start = hand_set(seed, rules).0;
            laws::walk(start, rng, 8, all_laws).unwrap_or_else(|broken| panic!("{rules:?}: {broken}"));
        }
    }
}

#[test]
fn laws_of_equality_and_history_hold() {
    let rng = &mut rng(3);
    for rules in [FREE, FORCED] {
        let starts = (0..20).map(|_| Position::start(&rules)).chain((0..40).map(|seed| hand_set(seed, rules).0));
        for start in starts {
            laws::of_equality(start, rng, 300).unwrap_or_else(|broken| panic!("{rules:?}: {broken}"));
            laws::of_history(start, rng, 300).unwrap_or_else(|broken| panic!("{rules:?}: {broken}"));
        }
    }
}

/// Whole games, written and read in every form.
#[test]
fn games_are_read_as_they_were_written() {
    let rng = &mut rng(4);
    for _ in 0..400 {
        let mut position = Position::default();
        let mut replayed = [position; 3];
        while let Some(mv) = random_move(&position, rng) {
            for (&form, replayed) in Position::FORMS.iter().zip(&mut replayed) {
                let mut text = String::new();
                position.write_move_as(form, &mv, &mut text).expect("a string takes everything");
                let read = replayed.read_move(&text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"));
                replayed.play(&read).unwrap_or_else(|error| panic!("{position}: {text}: {error}"));
            }
            position.play_unchecked(&mv);
            assert_eq!(replayed, [position; 3]);
        }
        assert!(position.outcome().is_some());
    }
}

#[test]
fn keys_tell_positions_apart() {
    use std::collections::HashMap;
    let rng = &mut rng(5);
    let mut seen = HashMap::new();
    for n in 0..2_000 {
        let rules = if n % 2 == 0 { FREE } else { FORCED };
        let mut position = Position::start(&rules);
        while let Some(mv) = random_move(&position, rng) {
            position.play_unchecked(&mv);
            assert_eq!(*seen.entry(position.key()).or_insert(position), position);
        }
    }
    assert!(seen.len() > 100_000, "{}", seen.len());
}
