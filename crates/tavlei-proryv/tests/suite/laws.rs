//! The laws that every game keeps, along random games and in positions set up by hand.

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::laws::{self, Check};
use tavlei_game::{Game, Keyed, Symmetric, perft};
use tavlei_proryv::{Position, Symmetry};

use crate::common::{RULES, rules, set_up};

fn all_laws(position: &Position, strangers: &[<Position as Game>::Move]) -> Check {
    laws::of_game(position, strangers)?;
    laws::of_simultaneous(position)?;
    laws::of_notation(position)?;
    laws::of_move_text(position)?;
    laws::of_choice_notation(position)?;
    laws::of_entry(position)?;
    laws::of_key(position)?;
    laws::of_symmetry(position)
}

#[test]
fn the_laws_hold_along_random_games() {
    for (seed, text) in RULES.iter().enumerate() {
        let rng = &mut StdRng::seed_from_u64(seed as u64);
        let small = rules(text).board().squares().len() <= 20;
        for _ in 0..if small { 12 } else { 1 } {
            laws::walk(Position::start(&rules(text)), rng, if small { 40 } else { 8 }, all_laws)
                .unwrap_or_else(|violation| panic!("{text}: {violation}"));
        }
    }
}

#[test]
fn the_laws_hold_in_positions_set_up_by_hand() {
    for (seed, text) in RULES.iter().enumerate() {
        let rng = &mut StdRng::seed_from_u64(1000 + seed as u64);
        let small = rules(text).board().squares().len() <= 20;
        for _ in 0..if small { 60 } else { 4 } {
            let position = set_up(&rules(text), rng);
            all_laws(&position, &[]).unwrap_or_else(|violation| panic!("{text}: {violation}"));
        }
    }
}

#[test]
fn positions_are_equal_as_they_should_and_games_can_be_taken_back_and_rebuilt() {
    for (seed, text) in RULES.iter().enumerate() {
        let rng = &mut StdRng::seed_from_u64(2000 + seed as u64);
        for _ in 0..20 {
            laws::of_equality(Position::start(&rules(text)), rng, 60)
                .unwrap_or_else(|violation| panic!("{text}: {violation}"));
            laws::of_history(Position::start(&rules(text)), rng, 60)
                .unwrap_or_else(|violation| panic!("{text}: {violation}"));
        }
    }
}

#[test]
fn keys_tell_positions_apart() {
    let start = Position::default();
    let mut keys = std::collections::HashMap::new();
    for turn in start.moves() {
        let after = start.after(&turn);
        for reply in after.moves() {
            let position = after.after(&reply);
            let seen = *keys.entry(position.key()).or_insert(position);
            assert_eq!(seen, position);
        }
    }
    assert!(keys.len() > 5_000, "{}", keys.len());
    assert_ne!(start.key(), start.with_recorder(tavlei_game::Side::Black).key());
}

#[test]
fn symmetries_do_not_change_counts() {
    for text in RULES {
        let rng = &mut StdRng::seed_from_u64(7);
        let position = set_up(&rules(text), rng);
        for &symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            assert_eq!(perft(&image, 2), perft(&position, 2), "{text}: {position} {symmetry:?}");
            assert_eq!(image.transform(symmetry), position);
        }
    }
}

#[test]
fn exchanging_the_sides_exchanges_the_recorder() {
    let position: Position = "w a1,c2;b4".parse().expect("a position");
    let images = [
        (Symmetry::Mirror, "w d1,b2;c4", false),
        (Symmetry::Flip, "b b2;c4,a5", true),
        (Symmetry::Turn, "b c2;b4,d5", true),
    ];
    for (symmetry, image, swaps) in images {
        assert_eq!(position.transform(symmetry).to_string(), image);
        assert_eq!(Position::swaps_sides(symmetry), swaps);
    }
}
