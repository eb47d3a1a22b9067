//! The rules one by one, P-1 … P-12: what a wrong reading of each would get wrong.

use std::num::NonZeroU16;

use tavlei_game::{ChoiceNotation, ClaimKind, Game, History, Notation, Score, Side, Simultaneous};
use tavlei_geometry::rect::{Bitboard, Board, Square};
use tavlei_proryv::{Choice, ChoiceError, Position, Reason, Resolution, Rules, StartError, Turn};

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

fn position(text: &str) -> Position {
    text.parse().expect(text)
}

fn under(rules_text: &str, text: &str) -> Position {
    Position::read_position(text, &rules(rules_text)).expect(text)
}

fn square(text: &str) -> Square {
    text.parse().expect(text)
}

fn set(text: &str) -> Bitboard {
    text.split_whitespace().map(square).collect()
}

fn resolve(position: &Position, turn: &str) -> Resolution {
    position.resolve(&position.read_move(turn).expect(turn)).expect(turn)
}

/// The position's text and its outcome after a turn.
fn play(before: &str, turn: &str) -> (String, Option<String>) {
    let after = *resolve(&position(before), turn).after();
    (after.to_string(), after.outcome().map(|outcome| outcome.to_string()))
}

fn choices(position: &Position, side: Side) -> String {
    position.choices(side).iter().map(Choice::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns why a side may not choose so.
fn refusal(position: &Position, side: Side, from: &str, to: &str) -> ChoiceError {
    position.check_choice(side, Choice::step(square(from), square(to))).expect_err("an illegal choice")
}

#[test]
fn p01_the_start_has_six_men_each_on_four_files_and_five_ranks() {
    let start = Position::default();
    assert_eq!(start.to_string(), "w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5");
    assert_eq!((start.board().files(), start.board().ranks()), (4, 5));
    assert_eq!(Position::start(&Rules::default()), start);
    assert_eq!(start.men_of(Side::White).len(), 6);
    assert_eq!(start.men_of(Side::Black), start.board().flip_set(start.men_of(Side::White)));
    // The first move that the source quotes.
    assert!(start.read_choice(Side::White, "В2-С3").is_ok());
}

#[test]
fn p02_the_roles_change_hands_after_each_turn_and_have_no_influence() {
    let start = Position::default();
    assert_eq!(start.recorder(), Side::White);
    let once = *resolve(&start, "b2-c3 --").after();
    assert_eq!(once.recorder(), Side::Black);
    assert_eq!(resolve(&once, "-- c4-d3").after().recorder(), Side::White);

    let other = start.with_recorder(Side::Black);
    assert_ne!(start, other);
    assert_eq!(start.moves(), other.moves());
    for turn in start.moves() {
        assert_eq!(start.after(&turn).with_recorder(Side::White), other.after(&turn).with_recorder(Side::White));
    }
}

#[test]
fn p03_a_man_moves_one_square_in_any_of_the_eight_directions() {
    assert_eq!(choices(&position("w b3;d5"), Side::White), "-- b3-a2 b3-b2 b3-c2 b3-a3 b3-c3 b3-a4 b3-b4 b3-c4");
    assert_eq!(choices(&position("w a1;c3"), Side::White), "-- a1-b1 a1-a2 a1-b2");
    assert_eq!(choices(&position("w a2;d2"), Side::Black), "-- d2-c1 d2-d1 d2-c2 d2-c3 d2-d3");
}

#[test]
fn p03_the_board_ends_where_the_rules_say() {
    // On the full grid there would be an e file and a sixth rank.
    assert!(!choices(&position("w d3;a5"), Side::White).contains('e'));
    assert_eq!(choices(&under("board=3x4", "w c2;c4"), Side::Black), "-- c4-b3 c4-c3 c4-b4");
    assert_eq!(choices(&under("board=8x8", "w h7;a8"), Side::White), "-- h7-g6 h7-h6 h7-g7 h7-g8 h7-h8");
}

#[test]
fn p03_own_men_are_in_the_way_as_they_stood_before_the_turn() {
    let before = position("w b2,b3;d5");
    let white = choices(&before, Side::White);
    assert!(!white.contains("b2-b3") && !white.contains("b3-b2"), "{white}");
    assert_eq!(refusal(&before, Side::White, "b2", "b3"), ChoiceError::OwnMan { square: square("b3") });
    // The man in the way will be hit in this very turn, and still is in the way.
    let before = position("w b2,b3;c4");
    assert!(before.read_move("b2-b3 c4-b3").is_err());
}

#[test]
fn p03_an_enemy_man_may_stand_on_the_square_entered() {
    assert!(choices(&position("w b2;b3"), Side::White).contains("b2-b3"));
    assert!(choices(&position("w b2;b3"), Side::Black).contains("b3-b2"));
}

#[test]
fn p03_every_other_step_is_refused_and_the_reason_is_given() {
    let before = position("w b2,c2;b4");
    use ChoiceError::{EnemyMan, NoMan, NotNextTo, OffBoard};
    let (b2, b4, a1) = (square("b2"), square("b4"), square("a1"));
    assert_eq!(refusal(&before, Side::White, "b2", "b4"), NotNextTo { from: b2, to: b4 });
    assert_eq!(refusal(&before, Side::White, "b2", "d3"), NotNextTo { from: b2, to: square("d3") });
    assert_eq!(refusal(&before, Side::White, "b2", "b2"), NotNextTo { from: b2, to: b2 });
    assert_eq!(refusal(&before, Side::White, "a1", "a2"), NoMan { side: Side::White, square: a1 });
    assert_eq!(refusal(&before, Side::White, "b4", "b3"), EnemyMan { side: Side::White, square: b4 });
    assert_eq!(refusal(&before, Side::Black, "b2", "b3"), EnemyMan { side: Side::Black, square: b2 });
    assert_eq!(refusal(&position("w d3;a5"), Side::White, "d3", "e3"), OffBoard { square: square("e3") });
    assert_eq!(refusal(&position("w d3;a5"), Side::White, "e3", "d3"), OffBoard { square: square("e3") });
    for from in Board::new(8, 8).expect("a board").squares() {
        for to in Board::new(8, 8).expect("a board").squares() {
            let choice = Choice::step(from, to);
            let listed = before.choices(Side::White).contains(&choice);
            assert_eq!(before.check_choice(Side::White, choice).is_ok(), listed, "{choice}");
        }
    }
}

#[test]
fn p04_a_player_may_pass() {
    let start = Position::default();
    for side in Side::BOTH {
        assert_eq!(start.choices(side).iter().filter(|choice| choice.is_pass()).count(), 1);
        assert_eq!(start.read_choice(side, "--"), Ok(Choice::Pass));
    }
    assert_eq!(play("w b2;d4", "-- d4-d3"), ("b b2;d3".into(), None));
}

#[test]
fn p05_men_that_meet_are_both_gone_whoever_moved() {
    // Both move to c3; White moves on to a man that stands; Black does.
    assert_eq!(play("w b2,a1;c4,a5", "b2-c3 c4-c3").0, "b a1;a5");
    assert_eq!(play("w b2,a1;c3,a5", "b2-c3 --").0, "b a1;a5");
    assert_eq!(play("w b2,a1;c3,a5", "-- c3-b2").0, "b a1;a5");
    assert_eq!(play("w b2,a1;c3,a5", "b2-c3 a5-a4").0, "b a1;a4");
}

#[test]
fn p05_a_man_that_moves_away_is_not_hit() {
    assert_eq!(play("w b2,a1;c3,a5", "b2-c3 c3-d3").0, "b a1,c3;d3,a5");
    // Black enters the square that White leaves.
    assert_eq!(play("w b2,a1;c3,a5", "b2-b3 c3-b2").0, "b a1,b3;b2,a5");
}

#[test]
fn p05_two_squares_can_be_cleared_in_one_turn() {
    let resolution = resolve(&position("w b2,c3,a1;b3,d4,a5"), "b2-b3 d4-c3");
    assert_eq!(resolution.after().to_string(), "b a1;a5");
    let report = resolution.collisions().map(|met| (met.square, met.white_from, met.black_from)).collect::<Vec<_>>();
    assert_eq!(report, [(square("b3"), square("b2"), square("b3")), (square("c3"), square("c3"), square("d4"))]);
    assert_eq!(resolution.to_string(), "the men from b2 and b3 meet on b3; the men from c3 and d4 meet on c3");
}

#[test]
fn p05_men_that_trade_squares_both_live() {
    let resolution = resolve(&position("w a3;a4"), "a3-a4 a4-a3");
    assert_eq!(resolution.after().to_string(), "b a4;a3");
    let swap = resolution.swap().expect("a swap");
    assert_eq!((swap.white_from, swap.black_from), (square("a3"), square("a4")));
    assert_eq!(resolution.collisions().count(), 0);
    // Only half a trade is none.
    assert_eq!(resolve(&position("w a3;a4"), "a3-a4 a4-b4").swap(), None);
    assert_eq!(resolve(&position("w a3;a4"), "a3-b4 a4-a3").swap(), None);
}

#[test]
fn p05_a_collision_tells_whence_each_man_came() {
    let resolution = resolve(&position("w b2;c4"), "b2-c3 c4-c3");
    let met = resolution.collisions().next().expect("a collision");
    assert_eq!((met.from(Side::White), met.from(Side::Black)), (square("b2"), square("c4")));
    assert_eq!(resolve(&position("w b2;c4"), "b2-b3 --").to_string(), "no men meet");
}

#[test]
fn p06_a_side_that_alone_breaks_through_has_won() {
    assert_eq!(play("w b4;d3", "b4-b5 d3-d2"), ("b b5;d2".into(), Some("1-0: broke through".into())));
    assert_eq!(play("w b3;d2", "b3-b4 d2-d1"), ("b b4;d1".into(), Some("0-1: broke through".into())));
    let resolution = resolve(&position("w b4;d3"), "b4-a5 --");
    assert_eq!(resolution.breakthrough(Side::White), Some(square("a5")));
    assert_eq!(resolution.breakthrough(Side::Black), None);
    assert_eq!(
        resolution.outcome().map(|outcome| outcome.score()),
        Some(Score::Win { winner: Side::White, points: 1 })
    );
    assert_eq!(resolution.to_string(), "White breaks through on a5");
}

#[test]
fn p06_both_breaking_through_is_a_draw() {
    assert_eq!(play("w b4;d2", "b4-b5 d2-d1"), ("b b5;d1".into(), Some("1/2-1/2: both broke through".into())));
}

#[test]
fn p06_a_man_removed_on_the_goal_rank_does_not_count() {
    assert_eq!(play("w b4,a1;b5,d4", "b4-b5 --"), ("b a1;d4".into(), None));
    assert_eq!(play("w b4,a1;c5,d4", "b4-b5 c5-b5"), ("b a1;d4".into(), None));
    // One is stopped, the other is not.
    assert_eq!(play("w b4,a1;b5,d2", "b4-b5 d2-d1"), ("b a1;d1".into(), Some("0-1: broke through".into())));
}

#[test]
fn p06_a_man_that_swaps_on_to_the_goal_rank_has_broken_through() {
    assert_eq!(play("w b4;b5", "b4-b5 b5-b4"), ("b b5;b4".into(), Some("1-0: broke through".into())));
}

#[test]
fn p06_the_goal_rank_is_the_boards_last() {
    assert!(resolve(&under("board=4x6", "w b4;d5"), "b4-b5 --").outcome().is_none());
    assert!(resolve(&under("board=4x6", "w b5;d5"), "b5-b6 --").outcome().is_some());
    assert!(resolve(&under("board=3x4", "w b3;c3"), "b3-b4 --").outcome().is_some());
}

#[test]
fn p07_it_is_a_draw_when_nobody_has_a_man_left() {
    assert_eq!(play("w b2;c4", "b2-b3 c4-b3"), ("b ;".into(), Some("1/2-1/2: no men left".into())));
    // Men removed on the goal rank leave nobody, and nobody has broken through.
    assert_eq!(play("w b4;b5", "b4-b5 --"), ("b ;".into(), Some("1/2-1/2: no men left".into())));
    assert_eq!(*position("b ;").outcome().expect("over").reason(), Reason::NoMenLeft);
}

#[test]
fn p08_it_is_a_draw_when_both_pass_in_the_same_turn() {
    assert_eq!(play("w b2;c4", "-- --"), ("b b2;c4;--".into(), Some("1/2-1/2: both passed".into())));
    // One after the other do not count.
    let once = *resolve(&position("w b2;c4"), "-- c4-c5").after();
    let twice = resolve(&once, "b2-b1 --");
    assert_eq!(twice.outcome(), None);
    // The position holds the passes, and so does its text.
    let passed = *resolve(&position("w b2;c4"), "-- --").after();
    assert!(passed.both_passed());
    assert_ne!(passed, position("b b2;c4"));
    assert_eq!(passed, position("b b2;c4;--"));
}

#[test]
fn p09_a_side_without_men_can_only_pass_and_play_goes_on() {
    let alone = position("w b3;");
    assert_eq!(alone.outcome(), None);
    assert_eq!(choices(&alone, Side::Black), "--");
    assert_eq!(alone.count_moves(), 9);
    assert_eq!(play("w b3;", "b3-b4 --"), ("b b4;".into(), None));
    assert_eq!(play("w b4;", "b4-b5 --").1, Some("1-0: broke through".into()));
    assert_eq!(play("w b3;", "-- --").1, Some("1/2-1/2: both passed".into()));
    // Without passing the other side must walk on.
    let alone = under("pass=no", "w ;b3");
    assert_eq!((choices(&alone, Side::White), alone.count_choices(Side::Black)), ("--".into(), 8));
}

#[test]
fn p10_a_finished_game_has_no_moves() {
    for (finished, score) in [("w b5;d4", "1-0"), ("w b4;d1", "0-1"), ("w a5;d1", "1/2-1/2"), ("w ;", "1/2-1/2")] {
        let finished = position(finished);
        assert_eq!(finished.outcome().expect("over").score().to_string(), score);
        assert_eq!((finished.count_moves(), finished.moves().len(), finished.nth_move(0)), (0, 0, None));
        for side in Side::BOTH {
            assert_eq!((finished.count_choices(side), finished.nth_choice(side, 0)), (0, None));
            assert_eq!(finished.check_choice(side, Choice::Pass), Err(ChoiceError::GameOver));
        }
        assert!(finished.read_move("-- --").is_err());
    }
    let passed = *resolve(&position("w b2;c4"), "-- --").after();
    assert_eq!(passed.count_moves(), 0);
}

#[test]
fn p10_men_set_on_their_goal_rank_make_a_finished_position() {
    let set_up = Position::builder(Side::Black, &Rules::default())
        .men(Side::White, set("b5"))
        .men(Side::Black, set("a4"))
        .build()
        .expect("a position");
    assert_eq!(*set_up.outcome().expect("over").reason(), Reason::BrokeThrough);
    // A man on the *other's* goal rank is at home there.
    assert_eq!(position("w a1;a5").outcome(), None);
}

#[test]
fn p11_every_board_has_a_start() {
    for files in 3..=8 {
        for ranks in 4..=8 {
            let board = Board::new(files, ranks).expect("a board");
            let start = Position::start(&Rules::new(board));
            let [white, black] = Side::BOTH.map(|side| start.men_of(side).len());
            let per_side = u32::from(if ranks <= 5 { 2 * files - 2 } else { 2 * files });
            assert_eq!((white, black), (per_side, per_side), "{board}");
            assert_eq!(start.outcome(), None, "{board}");
            assert_eq!(start.men_of(Side::Black), board.flip_set(start.men_of(Side::White)));
        }
    }
    assert_eq!(Position::start(&rules("board=3x4")).to_string(), "w a1,b1,c1,b2;b3,a4,b4,c4");
}

#[test]
fn p11_the_original_game_has_sixteen_men_on_two_full_ranks() {
    let original = Rules::original();
    assert_eq!(original, rules("board=8x8,pass=no"));
    let start = Position::start(&original);
    assert_eq!(start.men_of(Side::White), Bitboard::rank(0) | Bitboard::rank(1));
    assert_eq!(start.men_of(Side::Black), Bitboard::rank(6) | Bitboard::rank(7));
    assert!(start.moves().iter().all(|turn| !turn.white.is_pass() && !turn.black.is_pass()));
}

#[test]
fn p11_any_start_layout_can_be_set_up() {
    // 24 men, the source's greatest number, stand on three ranks.
    let three = Rules::original().with_full_ranks(3).expect("room");
    assert_eq!(Position::start(&three).men_of(Side::White).len(), 24);
    assert_eq!(rules("board=8x8,pass=no,start=3"), three);

    let odd = rules("start=a1+b2/c5+d4+d3");
    assert_eq!(Position::start(&odd).to_string(), "w a1,b2;d3,d4,c5");
    assert_eq!(odd, Rules::default().with_start(set("a1 b2"), set("d3 d4 c5")).expect("a layout"));
    assert_eq!(odd.to_string(), "board=4x5,pass=yes,start=a1+b2/d3+d4+c5");
    assert_eq!(Position::start(&rules("start=a1+c2")).to_string(), "w a1,c2;c4,a5");
    assert_eq!(Position::start(&rules("start=2")).men_of(Side::White), set("a1 b1 c1 d1 a2 b2 c2 d2"));
    assert_eq!(rules("start=author"), Rules::default());
    assert_eq!(rules("board=8x8,start=2"), rules("board=8x8"));
}

#[test]
fn p11_impossible_start_layouts_are_refused() {
    let refusal = |white: &str, black: &str| Rules::default().with_start(set(white), set(black)).expect_err("refused");
    let board = Rules::default().board();
    assert_eq!(refusal("", "a5"), StartError::NoMen { side: Side::White });
    assert_eq!(refusal("a1", ""), StartError::NoMen { side: Side::Black });
    assert_eq!(refusal("a1 e1", "a5"), StartError::OffBoard { square: square("e1"), board });
    assert_eq!(refusal("a1", "a6"), StartError::OffBoard { square: square("a6"), board });
    assert_eq!(refusal("a1 c3", "a5 c3"), StartError::Twice { square: square("c3") });
    assert_eq!(refusal("b5", "a5"), StartError::Goal { side: Side::White, square: square("b5") });
    assert_eq!(refusal("b1", "a1"), StartError::Goal { side: Side::Black, square: square("a1") });
    let large = Rules::original();
    let too_far = large.with_start(set("b1 c5"), set("a8")).expect_err("refused");
    assert_eq!(too_far, StartError::TooFar { side: Side::White, square: square("c5") });
    let too_far = large.with_start(set("b1"), set("a8 d4")).expect_err("refused");
    assert_eq!(too_far, StartError::TooFar { side: Side::Black, square: square("d4") });
    assert_eq!(large.with_full_ranks(5), Err(StartError::TooManyRanks { ranks: 5, max: 4 }));
    assert_eq!(Rules::default().with_full_ranks(0), Err(StartError::NoMen { side: Side::White }));
}

#[test]
fn p11_without_passing_a_player_who_can_move_must_move() {
    let before = under("pass=no", "w b2;d4");
    for side in Side::BOTH {
        assert!(before.choices(side).iter().all(|choice| !choice.is_pass()));
        assert_eq!(before.check_choice(side, Choice::Pass), Err(ChoiceError::MustMove { side }));
    }
    // A step back is a move, too.
    let before = under("pass=no,board=3x4", "w a1,b1,c1,a2,b2,c2;a4,b4,c4,a3,b3,c3");
    assert_eq!(choices(&before, Side::White), "a2-a3 a2-b3 b2-a3 b2-b3 b2-c3 c2-b3 c2-c3");
}

#[test]
fn p11_without_passing_a_player_without_a_move_skips() {
    let before = under("pass=no", "w b2;");
    assert_eq!(choices(&before, Side::Black), "--");
    assert!(before.read_choice(Side::White, "--").is_err());
    // However crowded a side is, one that has men has a step: were every neighbour of every man its own, its men would
    // fill the board, goal rank included.
    let crowded = under("pass=no,board=3x4", "w a1,b1,c1,a2,b2,c2,a3,b3,c3;");
    assert_eq!(choices(&crowded, Side::White), "a3-a4 a3-b4 b3-a4 b3-b4 b3-c4 c3-b4 c3-c4");
    // So when neither can move, nobody has a man: the draw is that of P-7 before it could be that of P-8.
    let empty = under("pass=no", "w ;");
    assert_eq!(empty.outcome().map(|outcome| *outcome.reason()), Some(Reason::NoMenLeft));
}

#[test]
fn p12_there_is_no_rule_against_endless_play_unless_a_cap_is_set() {
    let shuffle = |rules: Rules, turns: usize| {
        let mut history = History::new(Position::start(&rules));
        for turn in (0..turns).map(|i| ["b2-b3 --", "b3-b2 --"][i % 2]) {
            let turn = history.position().read_move(turn).expect("legal");
            history.play(&turn).expect("the game goes on");
        }
        history
    };
    assert_eq!(shuffle(Rules::default(), 1000).claims(), []);

    let capped = rules("turns=40");
    assert_eq!(capped.turn_cap(), NonZeroU16::new(40));
    assert_eq!(shuffle(capped, 39).claims(), []);
    let mut history = shuffle(capped, 40);
    assert_eq!(history.claim().map(|claim| claim.kind), Some(ClaimKind::PlyCap));
    assert!(history.claim_draw().is_some());
    assert_eq!(history.termination().map(|termination| termination.score()), Some(Score::Draw));
    assert_eq!(rules("turns=none"), Rules::default());
}

#[test]
fn p12_a_cap_can_be_set_and_taken_away() {
    let capped = Rules::default().with_turn_cap(NonZeroU16::new(3));
    assert_eq!((capped, capped.turn_cap()), (rules("turns=3"), NonZeroU16::new(3)));
    assert_eq!(capped.with_turn_cap(None), Rules::default());
}

#[test]
fn p05_a_resolution_keeps_the_position_before_the_turn() {
    let before = position("w b2;c4");
    assert_eq!(*resolve(&before, "b2-c3 c4-c3").before(), before);
}

#[test]
fn a_position_is_no_larger_than_32_bytes() {
    assert_eq!(size_of::<Position>(), 32);
    assert_eq!(size_of::<Turn>(), 6);
}

#[test]
fn a_position_by_hand_is_checked() {
    let new = |white: &str, black: &str| {
        Position::builder(Side::White, &Rules::default())
            .men(Side::White, set(white))
            .men(Side::Black, set(black))
            .build()
    };
    assert_eq!(new("a1 b2", "c4").expect("a position"), position("w a1,b2;c4"));
    assert_eq!(new("a1", "a6").expect_err("refused").to_string(), "a6 is off the board of 4 files and 5 ranks");
    assert_eq!(new("a1 b2", "b2").expect_err("refused").to_string(), "b2 is given to both sides");
    assert_eq!(new("a1", "e5").expect_err("refused").offset(), None);
}

#[test]
fn an_illegal_turn_is_refused_and_changes_nothing() {
    let before = position("w b2;c4");
    let legal = before.read_move("b2-b3 c4-c3").expect("legal");
    for turn in [
        Turn { white: Choice::step(square("b2"), square("b4")), ..legal },
        Turn { black: Choice::step(square("b2"), square("b3")), ..legal },
    ] {
        let mut refused = before;
        assert!(refused.play(&turn).is_err());
        assert_eq!(refused, before);
        assert!(before.resolve(&turn).is_err());
    }
}
