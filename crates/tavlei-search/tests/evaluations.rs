//! The evaluations keep what the trait promises.
#![cfg(all(feature = "towers", feature = "ashtarashki"))]

mod common;

use common::rng;
use tavlei_game::{Sequential, Symmetric, random_move};
use tavlei_search::Evaluation;
use tavlei_search::evaluations::{Ashtarashki, Towers};

/// Walks through random games: what is carried along is what is reckoned anew, and both sides are judged alike.
fn check<G: Sequential + Symmetric>(evaluation: impl Evaluation<G>) {
    let mut rng = rng(11);
    for _ in 0..200 {
        let mut position = G::default();
        let mut value = evaluation.evaluate(&position);
        for _ in 0..150 {
            let Some(mv) = random_move(&position, &mut rng) else { break };
            let after = position.after(&mv);
            value = evaluation.evaluate_after(&position, value, &mv, &after);
            assert_eq!(value, evaluation.evaluate(&after), "{position:?} {mv:?}");
            for symmetry in after.symmetries().iter().filter(|&&symmetry| G::swaps_sides(symmetry)) {
                assert_eq!(value, evaluation.evaluate(&after.transform(*symmetry)), "{after:?}");
            }
            position = after;
        }
    }
}

#[test]
fn towers_are_judged_alike_from_both_sides() {
    check::<tavlei_towers::Position>(Towers::default());
    // Weights that leave no term out.
    let odd =
        Towers { prisoner_man: 17, prisoner_king: 41, thin: -13, advance: 5, home: 9, edge: 4, ..Towers::default() };
    check::<tavlei_towers::Position>(odd);
}

#[test]
fn stones_are_judged_alike_from_both_sides() {
    check::<tavlei_ashtarashki::Position>(Ashtarashki::default());
}
