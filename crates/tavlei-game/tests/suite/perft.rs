//! Counting, against counts by hand, closed formulas and slow lists of everything.

use std::collections::HashSet;

use crate::toys::{Cards, Duel, Lane, LaneRules, Nim, Take};
use tavlei_game::{Game, divide, perft, unique_positions};

/// Every sequence of exactly so many moves, with the position that it leads to.
fn sequences<G: Game>(position: &G, plies: u32) -> Vec<(Vec<G::Move>, G)> {
    let mut lines = vec![(vec![], position.clone())];
    for _ in 0..plies {
        lines = lines
            .into_iter()
            .flat_map(|(line, position)| {
                let longer = |mv: G::Move| ([&line[..], std::slice::from_ref(&mv)].concat(), position.after(&mv));
                position.moves().into_iter().map(longer).collect::<Vec<_>>()
            })
            .collect();
    }
    lines
}

/// Checks all counts of a position at one depth against the list of all sequences.
fn check<G: Game>(position: &G, plies: u32) {
    let lines = sequences(position, plies);
    assert_eq!(perft(position, plies), lines.len() as u128, "{position:?}, {plies} plies");
    let distinct: HashSet<&G> = lines.iter().map(|(_, position)| position).collect();
    assert_eq!(unique_positions(position, plies), distinct.len() as u64, "{position:?}, {plies} plies");
    let divided: Vec<(G::Move, u128)> = if plies == 0 {
        vec![]
    } else {
        let count = |mv: &G::Move| lines.iter().filter(|(line, _)| line[0] == *mv).count() as u128;
        position.moves().into_iter().map(|mv| (mv.clone(), count(&mv))).collect()
    };
    assert_eq!(divide(position, plies), divided, "{position:?}, {plies} plies");
}

#[test]
fn counts_are_the_lengths_of_the_lists() {
    for plies in 0..7 {
        check(&Nim::new(&[1, 2, 3]), plies);
        check(&Lane::default(), plies);
        check(&Lane::start(&LaneRules::NONE), plies);
    }
    for cards in 1..=3 {
        for plies in 0..=4 {
            check(&Duel::start(&Cards(cards)), plies);
        }
    }
}

/// From one pile of n matches, k plies choose k places where the pile is cut: there are n over k ways.
#[test]
fn sequences_of_one_pile_are_binomial() {
    for matches in 0..20u8 {
        let mut ways = 1u128;
        for plies in 0..=u32::from(matches) + 2 {
            assert_eq!(perft(&Nim::new(&[matches]), plies), ways, "{plies} plies from {matches}");
            ways = ways * u128::from(u32::from(matches).saturating_sub(plies)) / u128::from(plies + 1);
        }
    }
}

#[test]
fn positions_of_one_pile_differ_by_what_is_left() {
    for matches in 0..12u8 {
        for plies in 0..14u32 {
            let left = if plies == 0 { 1 } else { (u64::from(matches) + 1).saturating_sub(u64::from(plies)) };
            assert_eq!(unique_positions(&Nim::new(&[matches]), plies), left, "{plies} plies from {matches}");
        }
    }
}

#[test]
fn each_side_of_a_duel_plays_its_cards_in_any_order() {
    let orders = [1, 9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 6u128];
    for (plies, orders) in orders.into_iter().enumerate() {
        assert_eq!(perft(&Duel::start(&Cards(9)), plies as u32), orders * orders, "{plies} plies");
    }
}

#[test]
fn a_finished_position_counts_one_at_no_ply_and_none_at_any() {
    let over = Nim::new(&[0, 0]);
    assert!(over.outcome().is_some());
    for plies in [1, 2, 3, 100, u32::MAX] {
        assert_eq!((perft(&over, plies), divide(&over, plies)), (0, vec![]));
    }
    for plies in [1, 2, 3, 100] {
        assert_eq!(unique_positions(&over, plies), 0);
    }
    assert_eq!((perft(&over, 0), divide(&over, 0), unique_positions(&over, 0)), (1, vec![], 1));
}

#[test]
fn a_division_names_the_first_moves_in_their_order() {
    let moves = |pile, matches| Take { pile, matches };
    assert_eq!(divide(&Nim::new(&[2, 1]), 2), [(moves(0, 1), 2), (moves(0, 2), 1), (moves(1, 1), 2)]);
    assert_eq!(divide(&Nim::new(&[2, 1]), 3), [(moves(0, 1), 2), (moves(0, 2), 0), (moves(1, 1), 1)]);
}
