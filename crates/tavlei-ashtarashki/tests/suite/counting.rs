//! Counting agrees with listing: the generator that counts two plies at once, and the one that lists every move.

use crate::common::{FORCED, FREE, close_to_home, hand_set, reached};
use proptest::prelude::*;
use tavlei_ashtarashki::Position;
use tavlei_game::Game;

/// The number of sequences, every one of them played to its end.
fn played(position: &Position, plies: u32) -> u128 {
    match plies {
        0 => 1,
        _ => position.moves().iter().map(|mv| played(&position.after(mv), plies - 1)).sum(),
    }
}

fn any_position() -> impl Strategy<Value = Position> {
    (0..3, any::<bool>(), 0..1_000_000u64).prop_map(|(kind, forced, seed)| {
        let rules = if forced { FORCED } else { FREE };
        match kind {
            0 => reached(seed, rules).0,
            1 => hand_set(seed, rules).0,
            _ => close_to_home(seed, rules),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counting_is_listing(position in any_position()) {
        let listed = position.moves();
        prop_assert_eq!(position.count_moves(), listed.len() as u64);
        for plies in 0..=3 {
            prop_assert_eq!(position.count_sequences(plies), played(&position, plies), "{} plies", plies);
        }
    }

    /// Strangers are the steps of another position, and its captures.
    #[test]
    fn legal_is_listed(position in any_position(), other in any_position()) {
        let listed = position.moves();
        for mv in other.moves() {
            prop_assert_eq!(position.is_legal(&mv), listed.contains(&mv), "{}", mv);
        }
        for (n, mv) in listed.iter().enumerate() {
            prop_assert!(position.is_legal(mv));
            prop_assert_eq!(position.nth_move(n as u64), Some(*mv));
        }
        prop_assert_eq!(position.nth_move(listed.len() as u64), None);
        prop_assert_eq!(position.nth_move(u64::MAX), None);
    }
}

/// The two forms of playing a move are one.
#[test]
fn after_is_play_unchecked() {
    for seed in 0..800 {
        for position in [reached(seed, FREE).0, hand_set(seed, FORCED).0, close_to_home(seed, FREE)] {
            for mv in position.moves() {
                let mut played = position;
                played.play_unchecked(&mv);
                assert_eq!(played, position.after(&mv), "{position}: {mv}");
            }
        }
    }
}

/// Counts known from elsewhere: from the start, and from the middle of games.
#[test]
fn deeper_counts() {
    assert_eq!(Position::default().count_sequences(8), 9_051_260);
    assert_eq!(Position::default().count_sequences(9), 73_195_520);
}
