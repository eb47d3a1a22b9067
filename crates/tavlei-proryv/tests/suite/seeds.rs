//! What the source text of the game says, and what it claims about its diagrams.

use tavlei_game::{Game, Notation, Score, Side, Simultaneous};
use tavlei_proryv::{Choice, Position, Turn};

fn position(text: &str) -> Position {
    text.parse().expect(text)
}

fn score(position: &Position, turn: &str) -> Option<Score> {
    position.after(&position.read_move(turn).expect(turn)).outcome().map(|outcome| outcome.score())
}

/// "One player's man is on A3 and the other's on A4 … they have just changed places."
#[test]
fn the_swap_of_a3_and_a4() {
    let before = Position::read_position("w А3;А4", &Default::default()).expect("Cyrillic letters");
    let turn = before.read_move("А3-А4 А4-А3").expect("Cyrillic letters");
    assert_eq!(before.after(&turn).to_string(), "b a4;a3");
}

/// "White may for example record B2-C3 as its first move", and a pass is recorded as two dashes or said as "Пропуск".
#[test]
fn the_first_move_and_the_pass() {
    let start = Position::default();
    assert_eq!(start.read_move("В2-С3 --"), start.read_move("b2-c3 Пропуск"));
}

/// The right diagram: White wins by A4-A5 and, if Black defends by B5-A5, then B4-A5.
#[test]
fn white_wins_the_right_diagram_as_the_text_says() {
    let before = position("w a4,b4;b5");
    // Whatever else Black does, the man on a5 has broken through.
    for black in before.choices(Side::Black) {
        let after =
            before.after(&Turn { white: Choice::step("a4".parse().expect("a4"), "a5".parse().expect("a5")), black });
        if black.to_string() == "b5-a5" {
            assert_eq!(after.to_string(), "b b4;");
            assert_eq!(score(&after, "b4-a5 --"), Some(Score::Win { winner: Side::White, points: 1 }));
        } else {
            assert_eq!(
                after.outcome().map(|outcome| outcome.score()),
                Some(Score::Win { winner: Side::White, points: 1 })
            );
        }
    }
}

/// The left diagram: Black chooses between a draw and a loss, White between a win and a draw; what makes the difference
/// is a black man that is one step from its own goal.
#[test]
fn a_black_man_on_rank_two_makes_the_difference_between_a_win_and_a_draw() {
    let alone = position("w a4,b4;b5");
    let counter = position("w a4,b4;b5,d2");
    let win = Some(Score::Win { winner: Side::White, points: 1 });
    // Black walks on: without a man on rank 2 that is too late, with one it draws.
    assert_eq!(score(&alone, "a4-a5 b5-c5"), win);
    assert_eq!(score(&counter, "a4-a5 d2-d1"), Some(Score::Draw));
    assert_eq!(score(&counter, "a4-a5 b5-c5"), win);
    // Black's defence of a5 keeps the game going in both.
    assert_eq!(score(&counter, "a4-a5 b5-a5"), None);
    // Whatever Black does against a4-a5, it does not win with this turn.
    for black in counter.choices(Side::Black) {
        let white = Choice::step("a4".parse().expect("a4"), "a5".parse().expect("a5"));
        let outcome = counter.after(&Turn { white, black }).outcome();
        assert_ne!(outcome.and_then(|outcome| outcome.winner()), Some(Side::Black), "{black}");
    }
}
