//! What the traits provide to every game.

use std::ops::ControlFlow;

use crate::toys::{Card, Cards, Duel, Lane, LaneRules, Nim, Slide, Take};
use tavlei_game::{Game, IllegalMove, Joint, Side, Simultaneous};

#[test]
fn moves_are_listed_in_the_order_in_which_they_are_visited() {
    let nim = Nim::new(&[2, 0, 1]);
    let moves = [(0, 1), (0, 2), (2, 1)].map(|(pile, matches)| Take { pile, matches });
    assert_eq!(nim.moves(), moves);
    assert_eq!(nim.count_moves(), 3);
    for (n, mv) in moves.iter().enumerate() {
        assert_eq!(nim.nth_move(n as u64).as_ref(), Some(mv));
    }
    assert_eq!((nim.nth_move(3), nim.nth_move(u64::MAX)), (None, None));
    assert_eq!((Nim::new(&[0]).moves(), Nim::new(&[]).count_moves(), Nim::new(&[0]).nth_move(0)), (vec![], 0, None));
}

#[test]
fn a_move_is_legal_when_it_is_listed() {
    let nim = Nim::new(&[2, 1]);
    for pile in 0..3 {
        for matches in 0..4 {
            let legal = matches > 0 && [2, 1].get(pile).is_some_and(|&left| matches <= left);
            assert_eq!(nim.is_legal(&Take { pile, matches }), legal, "{matches} from {pile}");
        }
    }
}

#[test]
fn a_legal_move_is_played_and_another_changes_nothing() {
    let mut nim = Nim::new(&[2, 1]);
    let too_many = Take { pile: 1, matches: 2 };
    assert_eq!(nim.play(&too_many), Err(IllegalMove));
    assert_eq!(nim, Nim::new(&[2, 1]));
    assert_eq!(IllegalMove.to_string(), "the move is not legal in this position");

    let one = Take { pile: 0, matches: 1 };
    let after = nim.after(&one);
    assert_eq!(nim, Nim::new(&[2, 1]), "the position before is kept");
    assert_eq!(nim.play(&one), Ok(()));
    assert_eq!(nim, after);
    assert_ne!(nim, Nim::new(&[1, 1]), "it is Black’s turn");
}

#[test]
fn no_game_has_rules_of_history_unless_it_says_so() {
    let nim = Nim::default();
    assert!(nim.moves().iter().all(|mv| !nim.is_irreversible(mv)));
    assert_eq!(nim.history_rules(), tavlei_game::HistoryRules::NONE);
}

#[test]
fn choices_are_listed_for_either_side() {
    let mut duel = Duel::start(&Cards(3));
    duel.play_unchecked(&Joint { white: Card(2), black: Card(3) });
    assert_eq!(duel.choices(Side::White), [Card(1), Card(3)]);
    assert_eq!(duel.choices(Side::Black), [Card(1), Card(2)]);
    assert_eq!(Side::BOTH.map(|side| duel.count_choices(side)), [2, 2]);
    let pairs = [(1, 1), (1, 2), (3, 1), (3, 2)].map(|(white, black)| Joint { white: Card(white), black: Card(black) });
    assert_eq!(duel.moves(), pairs);
    let first = duel.for_each_choice(Side::Black, ControlFlow::Break);
    assert_eq!(first, ControlFlow::Break(Card(1)));
}

#[test]
fn a_joint_move_knows_whose_choice_is_whose() {
    let joint = Joint { white: 'w', black: 'b' };
    assert_eq!(Side::BOTH.map(|side| *joint.of(side)), ['w', 'b']);
}

#[test]
fn the_default_is_the_start_under_the_default_rules() {
    assert_eq!(Lane::default(), Lane::start(&LaneRules::default()));
    assert_ne!(Lane::default(), Lane::start(&LaneRules::NONE));
    assert_eq!(Lane::start(&LaneRules::NONE).after(&Slide(1)).rules(), LaneRules::NONE);
}
