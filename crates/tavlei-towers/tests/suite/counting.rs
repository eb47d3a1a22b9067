//! Counting gives what listing gives, whatever it takes for shortcuts.

use std::ops::ControlFlow;

use crate::common::{all_rules, hand_set, position, reached};
use proptest::prelude::*;
use tavlei_game::{Game, Notation, Symmetric};
use tavlei_towers::{Position, Rules, Symmetry};

/// Sequences of moves, counted in the plain way: each is listed and played.
fn plain(position: &Position, plies: u32) -> u128 {
    if plies == 0 {
        return 1;
    }
    let mut count = 0;
    let _: ControlFlow<()> = position.for_each_move(|mv| {
        let mut after = position.clone();
        after.play_unchecked(&mv);
        count += plain(&after, plies - 1);
        ControlFlow::Continue(())
    });
    count
}

fn assert_counts(position: &Position, plies: u32) {
    assert_eq!(position.count_moves(), position.moves().len() as u64, "{position:?}");
    for plies in 0..=plies {
        assert_eq!(position.count_sequences(plies), plain(position, plies), "{plies} plies: {position:?}");
    }
    for (n, mv) in (0..).zip(position.moves()) {
        assert_eq!(position.nth_move(n), Some(mv), "{position:?}");
        let mut played = position.clone();
        played.play_unchecked(&mv);
        assert_eq!(position.after(&mv), played, "{position:?}: {mv:?}");
        // Whatever is kept alongside the towers is right: the text holds the towers alone.
        let rebuilt = Position::read_position(&played.to_string(), &played.rules());
        assert_eq!(rebuilt.as_ref(), Ok(&played), "{position:?}: {mv:?}");
    }
    assert_eq!(position.nth_move(position.count_moves()), None, "{position:?}");
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![2 => Just(Rules::default()), 1 => proptest::sample::select(all_rules())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counting_is_listing_from_positions_set_up_by_hand(rules in any_rules(), seed in 0..10_000_000u64) {
        assert_counts(&hand_set(seed, &rules), 2);
    }

    #[test]
    fn counting_is_listing_from_reached_positions(rules in any_rules(), seed: u64, plies in 0..100u32) {
        assert_counts(&reached(seed, plies, &rules), 3);
    }
}

/// Men meet in the first plies, and there are no kings yet: this is where two plies are counted together most.
#[test]
fn counting_is_listing_in_the_opening() {
    for rules in all_rules() {
        for seed in 0..60 {
            assert_counts(&reached(seed, (seed % 15) as u32, &rules), 4);
        }
    }
}

/// Positions in which what may happen on one square may happen in two ways, or in none of those that are looked at first.
#[test]
fn counting_is_listing_where_two_ways_lead_to_one_square() {
    for text in [
        // Either black man could jump to c5 before White's step (T-8), so each step has to be looked at.
        "w b4=0,d4=0,f2=0,g1=0,h2=0;a3=0,e3=0,h8=0",
        // Black has one jump before White's step, up the board and to the right.
        "w b4=0,h4=0;a3=0,g7=0",
        // Both captures go on to e5 (T-11), one from below and one from above.
        "w e1=0,a5=0;f2=0,f4=0,b6=0,d6=0",
    ] {
        let here = position(text);
        let turned = here.transform(Symmetry::Turn);
        assert_counts(&here, 3);
        assert_counts(&turned, 3);
    }
}
