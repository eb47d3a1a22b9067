//! Every position of the smallest board, none left out: the engine against the slow model.

use crate::common;
use tavlei_game::{Game, Side, Simultaneous};
use tavlei_geometry::rect::{Bitboard, Square};
use tavlei_proryv::{Position, Rules};
use tavlei_verify::models::proryv as reference;

use crate::common::model::{Counters, compare, outcome_text};

const SMALLEST: [(&str, bool); 2] = [("board=3x4", true), ("board=3x4,pass=no", false)];

fn model_rules(passing: bool) -> reference::Rules {
    reference::Rules { files: 3, ranks: 4, passing, layout: reference::Layout::Author }
}

/// The position in which each of the twelve squares holds what the digit of `code` to the base of 3 says: nothing,
/// White or Black.
fn decode(mut code: u32, rules: &Rules, recorder: Side) -> Position {
    let mut men = [Bitboard::EMPTY; 3];
    for square in rules.board().squares() {
        men[(code % 3) as usize].insert(square);
        code /= 3;
    }
    let [_, white, black] = men;
    Position::builder(recorder, rules)
        .men(Side::White, white)
        .men(Side::Black, black)
        .build()
        .expect("on the board, no square twice")
}

/// All positions with up to two men a side, finished ones included, whoever records, with passing and without: outcome,
/// choices, every turn with its collisions and swaps, the position after it and its outcome.
#[test]
fn every_position_of_the_smallest_board_with_up_to_two_men_a_side() {
    let mut counters = Counters::default();
    for (text, passing) in SMALLEST {
        let rules = common::rules(text);
        for code in 0..3u32.pow(12) {
            for recorder in Side::BOTH {
                let position = decode(code, &rules, recorder);
                if Side::BOTH.into_iter().any(|side| position.men_of(side).len() > 2) {
                    break;
                }
                let model = reference::Model::parse(&position.to_string(), model_rules(passing)).expect("a position");
                compare(&model, &position, &mut counters);
            }
        }
    }
    println!("3x4, up to two men a side: {counters:#?}");
    // Σ 12! / (w! b! (12 − w − b)!) placements over w, b ≤ 2, each with two recorders and two rule sets.
    assert_eq!(counters.of("positions"), 4 * 4_579);
}

/// All 531,441 placements of any number of men: outcome, and the choices of both sides with their count and order.
#[test]
fn every_position_of_the_smallest_board() {
    let mut checked = 0u64;
    for (text, passing) in SMALLEST {
        let rules = common::rules(text);
        for code in 0..3u32.pow(12) {
            let position = decode(code, &rules, Side::White);
            let outcome = outcome_text(&position);
            let expected = expected_steps(&position);
            for side in Side::BOTH {
                let choices = position.choices(side);
                assert!(choices.is_sorted(), "{position:?}");
                assert_eq!(position.count_choices(side), choices.len() as u64, "{position:?}");
                let passes = choices.iter().filter(|choice| choice.is_pass()).count();
                let steps = expected[side as usize];
                match outcome {
                    Some(_) => assert_eq!(choices.len(), 0, "{position:?}"),
                    None => {
                        assert_eq!(choices.len() - passes, steps, "{position:?}");
                        assert_eq!(passes, usize::from(passing || steps == 0), "{position:?}");
                    }
                }
            }
            // The model itself is slow: it is asked about every eleventh.
            if code % 11 == 0 {
                let model = reference::Model::parse(&position.to_string(), model_rules(passing)).expect("a position");
                assert_eq!(outcome, model.result().map(|outcome| outcome.to_string()), "{position:?}");
                assert_eq!(position.count_moves(), model.turns().len() as u64, "{position:?}");
            }
            checked += 1;
        }
    }
    println!("3x4, every placement: {checked} positions");
    assert_eq!(checked, 2 * 531_441);
}

/// P-3, said once more without bitboards: pairs of squares one file and one rank apart at most.
fn expected_steps(position: &Position) -> [usize; 2] {
    let squares = || position.board().squares().iter();
    let near = |a: Square, b: Square| a != b && a.file().abs_diff(b.file()) <= 1 && a.rank().abs_diff(b.rank()) <= 1;
    Side::BOTH.map(|side| {
        let own = position.men_of(side);
        own.iter().map(|from| squares().filter(|&to| near(from, to) && !own.contains(to)).count()).sum()
    })
}
