//! The turns of the case file, and the published counts.

use tavlei_game::{Game, Notation, perft};
use tavlei_proryv::{Position, Rules};

const TURNS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/proryv_turns.tsv"));

/// P-3 … P-9: position, both choices, position after, result.
#[test]
fn every_turn_of_the_case_file_comes_out_as_given() {
    let mut turns = 0;
    let mut finished = 0;
    for line in TURNS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields = line.split('\t').collect::<Vec<_>>();
        let &[before, white, black, after, result] = fields.as_slice() else { panic!("{line}") };
        let before = Position::read_position(before, &Rules::default()).expect(line);
        assert_eq!(before.to_string(), fields[0]);
        let turn = before.read_move(&format!("{white} {black}")).expect(line);
        assert_eq!(before.move_text(&turn), format!("{white} {black}"));
        let mut played = before;
        played.play(&turn).expect(line);
        assert_eq!(played.to_string(), after, "{line}");
        assert_eq!(*before.resolve(&turn).expect(line).after(), played);
        let outcome = match played.outcome() {
            None => "ongoing".to_string(),
            Some(outcome) => match outcome.winner() {
                Some(side) => format!("{} wins", side.name()),
                None => format!("draw ({})", outcome.reason()),
            },
        };
        assert_eq!(outcome, result, "{line}");
        turns += 1;
        finished += u32::from(result != "ongoing");
    }
    assert_eq!((turns, finished), (130, 23));
}

#[test]
fn perft_from_the_start() {
    let start = Position::default();
    for (plies, count) in [1, 169, 45_074, 13_352_388].into_iter().enumerate() {
        assert_eq!(perft(&start, plies as u32), count, "{plies}");
    }
}

/// P-11
#[test]
fn perft_without_passing() {
    let start = Position::start(&"pass=no".parse().expect("rules"));
    for (plies, count) in [1, 144, 35_134, 9_381_730].into_iter().enumerate() {
        assert_eq!(perft(&start, plies as u32), count, "{plies}");
    }
}

/// P-11: the original game.
#[test]
fn perft_of_the_original_game() {
    let start = Position::start(&"board=8x8,pass=no".parse().expect("rules"));
    for (plies, count) in [1, 484, 369_664].into_iter().enumerate() {
        assert_eq!(perft(&start, plies as u32), count, "{plies}");
    }
}
