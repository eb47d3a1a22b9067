//! The laws of `tavlei-game`, along random games from the start and from positions set up by hand, under every option.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::common::{all_rules, hand_set, rng};
use tavlei_game::{Game, Keyed, Notation, Side, Symmetric, laws, random_move};
use tavlei_towers::{Position, Rules};

fn all_laws(position: &Position, strangers: &[tavlei_towers::Move]) -> laws::Check {
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
fn laws_of_equality_and_history_hold() {
    let rng = &mut rng(3);
    for rules in all_rules() {
        for _ in 0..4 {
            laws::of_equality(Position::start(&rules), rng, 150).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
            laws::of_history(Position::start(&rules), rng, 200).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
        for seed in 200..220 {
            let start = hand_set(seed, &rules);
            laws::of_equality(start.clone(), rng, 60).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
            laws::of_history(start, rng, 60).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        }
    }
}

/// Whole games, written and read in every form.
#[test]
fn games_are_read_as_they_were_written() {
    let rng = &mut rng(4);
    for _ in 0..300 {
        let mut position = Position::default();
        let mut texts = [const { Vec::new() }; 3];
        let mut moves = Vec::new();
        while let (true, Some(mv)) = (moves.len() < 200, random_move(&position, rng)) {
            for (form, texts) in Position::FORMS.iter().zip(&mut texts) {
                let mut text = String::new();
                position.write_move_as(*form, &mv, &mut text).expect("a string takes everything");
                texts.push(text);
            }
            position.play_unchecked(&mv);
            moves.push(mv);
        }
        for (form, texts) in Position::FORMS.iter().zip(&texts) {
            let mut replayed = Position::default();
            for (text, mv) in texts.iter().zip(&moves) {
                let read = replayed.read_move_as(*form, text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read, *mv, "{replayed}: {text}");
                replayed.play(&read).expect("legal");
            }
            assert_eq!(replayed, position);
        }
    }
}

/// What a hasher is fed.
#[derive(Default)]
struct Fed(Vec<u64>);

fn fed(position: &Position) -> Vec<u64> {
    let mut fed = Fed::default();
    position.hash(&mut fed);
    fed.0
}

impl Hasher for Fed {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes.iter().map(|&byte| u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0.push(number);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// Hashers with different seeds are told the content, from which each makes what it likes: after a quiet move only the
/// words of two squares and of the side to move are different. A digest would be different altogether, or too short to
/// tell positions apart for ever.
#[test]
fn hashers_are_fed_the_content_and_no_digest() {
    let rng = &mut rng(5);
    for rules in all_rules() {
        let mut position = Position::start(&rules);
        let mut all = HashMap::from([(fed(&position), position.clone())]);
        while let Some(mv) = random_move(&position, rng) {
            let before = fed(&position);
            position = position.after(&mv);
            let now = fed(&position);
            assert_eq!(now.len(), before.len());
            if !mv.is_capture() {
                let differences = now.iter().zip(&before).filter(|(now, before)| now != before).count();
                assert!((2..=3).contains(&differences), "{mv:?}: {differences}");
            }
            let known = all.insert(now, position.clone());
            assert!(known.is_none_or(|known| known == position), "{position:?}");
            if all.len() > 100 {
                break;
            }
        }
    }
    let seven = Rules::default().with_draw_plies(Some(7));
    assert_ne!(fed(&Position::default()), fed(&Position::start(&seven)), "the rules belong to the content");
}

/// T-18 asks for the same position, which has the same side to move; and the rules belong to the key, too.
#[test]
fn keys_tell_sides_and_rules_apart() {
    let (mut keys, mut all) = (HashMap::new(), HashMap::new());
    for rules in all_rules() {
        for draw_plies in [None, Some(1), Some(29), Some(30), Some(u32::MAX)] {
            let white = Position::start(&rules.with_draw_plies(draw_plies));
            let black = white.clone().with_side_to_move(Side::Black);
            for position in [white, black] {
                let known = keys.insert(position.key(), position.clone());
                assert_eq!(known, None, "{position:?}");
                let known = all.insert(fed(&position), position.clone());
                assert_eq!(known, None, "{position:?}");
            }
        }
    }
}

/// T-18: any number of plies, or none. A position keeps it, and its text can be read; 0 would be no number of plies.
#[test]
fn t18_every_number_of_plies_is_kept() {
    for (draw_plies, kept) in
        [None, Some(0), Some(1), Some(30), Some(u32::MAX)].map(|plies| (plies, plies.map(|n| n.max(1))))
    {
        let rules = Rules::default().with_draw_plies(draw_plies);
        let start = Position::start(&rules);
        assert_eq!(start.rules().draw_plies, kept);
        assert_eq!(start.history_rules().plies_since_progress, kept);
        assert_eq!(rules.to_string().parse::<Rules>().map(|rules| rules.draw_plies), Ok(kept));
    }
}

#[test]
fn a_symmetry_says_that_it_exchanges_the_sides() {
    let start = Position::default();
    for &symmetry in start.symmetries() {
        assert!(Position::swaps_sides(symmetry));
        assert_eq!(start.transform(symmetry), start.clone().with_side_to_move(Side::Black));
    }
}
