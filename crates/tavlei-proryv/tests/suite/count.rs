//! Counting at once against counting by playing.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{Game, Symmetric, divide, perft};
use tavlei_proryv::Position;

use crate::common::{RULES, rules, set_up};

/// Every sequence is played; only at the last turn moves are counted, not played.
fn played(position: &Position, turns: u32) -> u128 {
    match turns {
        0 => 1,
        1 => position.moves().len() as u128,
        _ => position.moves().iter().map(|turn| played(&position.after(turn), turns - 1)).sum(),
    }
}

#[test]
fn perft_of_the_authors_game_to_six_turns() {
    let start = Position::default();
    for (turns, count) in
        [(1, 169), (2, 45_074), (3, 13_352_388), (4, 4_280_928_774), (5, 1_432_084_981_768), (6, 490_433_528_663_094)]
    {
        assert_eq!(perft(&start, turns), count, "{turns}");
    }
}

#[test]
fn counting_is_playing_from_the_starts() {
    for text in RULES {
        let start = Position::start(&rules(text));
        let turns = if start.count_moves() < 200 { 3 } else { 2 };
        for turns in 0..=turns {
            assert_eq!(perft(&start, turns), played(&start, turns), "{text}: {turns}");
        }
    }
    // Three men in a corner each: few choices, so five turns can be played.
    let small = Position::start(&rules("board=3x5,pass=no,start=a1"));
    for turns in 0..=5 {
        assert_eq!(perft(&small, turns), played(&small, turns), "{turns}");
    }
}

#[test]
fn the_division_adds_up() {
    let start = Position::default();
    let parts = divide(&start, 4);
    assert_eq!(parts.len(), 169);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u128>(), perft(&start, 4));
    assert_eq!(divide(&start, 1).iter().map(|(_, count)| count).sum::<u128>(), 169);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Positions rich in collisions, men about to break through, sides without men.
    #[test]
    fn counting_is_playing_everywhere(seed in any::<u64>(), n in 0..RULES.len()) {
        let position = set_up(&rules(RULES[n]), &mut StdRng::seed_from_u64(seed));
        let turns = match position.count_moves() {
            0..40 => 4,
            40..150 => 3,
            _ => 2,
        };
        for turns in 0..=turns {
            prop_assert_eq!(perft(&position, turns), played(&position, turns), "{:?}: {}", position, turns);
        }
        for &symmetry in position.symmetries() {
            prop_assert_eq!(perft(&position.transform(symmetry), turns), perft(&position, turns));
        }
    }
}
