//! The rules one by one: for each a position in which another reading of it gives another answer.

use crate::common::{self, FORCED, after, moves, position, refusal, result, under};
use tavlei_ashtarashki::{Label, Move, Position, Reason, Rules, SetupError, Stone, ThirdRetreat};
use tavlei_game::{Game, HistoryRules, MoveStats, Notation, Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};

#[test]
fn a01_white_moves_first_and_up_the_board() {
    let start = Position::default();
    assert_eq!(start.side_to_move(), Side::White);
    assert_eq!(moves(&start), "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4");
    let black = start.after(&start.moves()[0]);
    assert_eq!(black.side_to_move(), Side::Black);
    assert!(black.moves().iter().all(|mv| mv.to().rank() < mv.from().rank()));
}

#[test]
fn a02_start_position() {
    let squares = |side, label| Position::default().board(side, label).to_string();
    assert_eq!(squares(Side::White, Label::M1), "c1 e1 b2 h2");
    assert_eq!(squares(Side::White, Label::M2), "d2 f2 a3 g3");
    assert_eq!(squares(Side::White, Label::M3), "a1 g1 c3 e3");
    assert_eq!(squares(Side::Black, Label::M1), "a7 g7 d8 f8");
    assert_eq!(squares(Side::Black, Label::M2), "b6 h6 c7 e7");
    assert_eq!(squares(Side::Black, Label::M3), "d6 f6 b8 h8");
    assert_eq!(Position::default().empty(), Bitboard::rank(3) | Bitboard::rank(4));
}

#[test]
fn a03_what_is_covered_makes_no_difference() {
    assert_eq!(position("w W1c3;M2a1,V3h8"), position("w W3c3;W2a1,V3h8"));
    assert_ne!(position("w V1c3;V3h8"), position("w V2c3;V3h8"));
    // Two stones with different numbers that have retreated twice lead to one position.
    let one = after(&position("w V1c3,V3g1;M1h8"), "c3-b2");
    let other = after(&position("w V2c3,V3g1;M1h8"), "c3-b2");
    assert_eq!(one, other);
    assert_eq!(Label::ALL.len(), 8);
}

#[test]
fn a04_a_step_goes_one_square_diagonally_to_an_empty_square() {
    assert_eq!(moves(&position("w M1d4;M1h8")), "d4-c3 d4-c5 d4-e3 d4-e5");
    assert_eq!(moves(&position("w Wa5;M1h8")), "a5-b4 a5-b6");
    // Neither own stones nor enemies that can't be taken are stepped on.
    assert_eq!(moves(&position("w M1d4,V1c5,V1e3;M1e5,M2c3")), "c5-b4 c5-b6 c5-d6 e3-d2 e3-f2 e3-f4");
    assert_eq!(
        refusal(&position("w M1d4;M1h8"), "d4-f6"),
        "byte 3: a stone goes one square diagonally, not from d4 to f6 (A-4); legal would be d4-c3, d4-c5, d4-e3, d4-e5"
    );
    assert!(refusal(&position("w M1d4,V1c5;M1h8"), "d4-c5").starts_with("byte 3: c5 is occupied by White’s own V1"));
}

#[test]
fn a05_a_step_backward_costs_rights() {
    assert_eq!(after(&position("w M1d4;M1h8"), "d4-c3"), "b V1c3;M1h8");
    assert_eq!(after(&position("w V1d4;M1h8"), "d4-c3"), "b Wc3;M1h8");
    assert_eq!(after(&position("w Wd4,M1a1;M1h8"), "d4-c3"), "b M1a1;M1h8");
    // Backward is down the board for White, and up for Black.
    assert_eq!(after(&position("b M1a1;M3d4"), "d4-e5"), "w M1a1;V3e5");
    assert_eq!(after(&position("b M1a1;V3d4"), "d4-c5"), "w M1a1;Wc5");
    // Steps forward keep the state, and never restore rights.
    assert_eq!(after(&position("w V1d4;M1h8"), "d4-c5"), "b V1c5;M1h8");
    assert_eq!(after(&position("w Wd4;M1h8"), "d4-e5"), "b We5;M1h8");
}

#[test]
fn a05_a_third_retreat_needs_an_empty_square() {
    let position = position("w Wb2,M1a1,M3h4;M1h8");
    assert_eq!(moves(&position), "b2-a3 b2-c1 b2-c3 h4-g3 h4-g5");
    assert_eq!(after(&position, "b2-c1"), "b M1a1,M3h4;M1h8");
    // Two squares, two moves, one position.
    let two = common::position("w Wd4,M1a1;M1h8");
    assert_eq!(after(&two, "d4-c3"), after(&two, "d4-e3"));
    assert_ne!(two.read_move("d4-c3"), two.read_move("d4-e3"));
}

#[test]
fn a06_a_stone_that_arrives_on_its_far_rank_is_finished() {
    for label in ["M1", "M2", "M3", "V1", "V2", "V3", "W"] {
        assert_eq!(after(&position(&format!("w {label}a7,M1a1;M1h4")), "a7-b8"), "b M1a1,Fb8;M1h4");
        assert_eq!(after(&position(&format!("b M1h2;{label}b2,M1h6")), "b2-c1"), "w M1h2;Fc1,M1h6");
    }
    // It never moves again, can't capture, can't be captured, and its square is occupied for everyone.
    assert_eq!(moves(&position("w Fb8,M1g1;V3a7,V3c7,M3h2")), "g1:h2");
    assert_eq!(moves(&position("w Fb8,M3g1;V2a7,V2c7,M1h2")), "g1-f2");
    assert_eq!(moves(&position("b Fb8,M3g1;M1a7,M1c7")), "a7-b6 c7-b6 c7-d6 c7-d8");
    assert_eq!(moves(&position("w M1a7,M1g1;M3b8,M1h4")), "a7:b8");
    assert!(
        refusal(&position("w Fb8,M1g1;M1h4"), "b8-a7")
            .contains("the stone on b8 has finished and never moves again (A-6)")
    );
    assert!(
        refusal(&position("b Fb8,M3g1;M1a7"), "a7:b8")
            .contains("the stone on b8 has finished and can’t be captured (A-6)")
    );
}

#[test]
fn a07_only_stones_with_full_rights_capture() {
    assert_eq!(moves(&position("w M3d4;M2e5")), "d4:e5");
    for label in ["V3", "W"] {
        let position = position(&format!("w {label}d4;M2e5"));
        assert_eq!(moves(&position), "d4-c3 d4-c5 d4-e3");
        let message = format!("byte 3: {label} can’t capture: only M stones do (A-7)");
        assert!(refusal(&position, "d4:e5").starts_with(&message));
    }
    // A capture is a displacement: the stone stands where its victim stood.
    assert_eq!(after(&position("w M3d4;M2e5,M1h8"), "d4:e5"), "b M3e5;M1h8");
}

#[test]
fn a08_three_beats_two_beats_one_beats_three() {
    let beaten = |own: &str| {
        let victims = ["M1", "M2", "M3", "V1", "V2", "V3", "W"];
        let beats = |victim: &&str| moves(&position(&format!("w {own}d4;{victim}e5"))) == "d4:e5";
        victims.into_iter().filter(beats).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(beaten("M3"), "M2 V2 W");
    assert_eq!(beaten("M2"), "M1 V1 W");
    assert_eq!(beaten("M1"), "M3 V3 W");
    assert!(refusal(&position("w M3d4;M1e5"), "d4:e5").starts_with("byte 3: M3 doesn’t beat M1 (A-8)"));
}

#[test]
fn a09_a_capture_costs_no_rights() {
    // 30…M3:c7 of the sample game goes backward, and the stone captures again.
    assert_eq!(after(&position("b M2c7,M1a1;M3b6"), "b6:c7"), "w M1a1;M3c7");
    assert_eq!(after(&position("w M3d4,M1h8;M2c3,M1h2"), "d4:c3"), "b M3c3,Fh8;M1h2");
    assert!(
        refusal(&position("w M3d4;M2c3"), "M3:c3V")
            .starts_with("byte 5: a capture costs no rights, so there is no V (A-9)")
    );
}

#[test]
fn a10_capture_is_compulsory_and_the_choice_is_free() {
    // One stone with two captures, another with one, and none of them has to take the most.
    let position = position("w M3d4,M1g3,M2a1;M2c5,M2e5,M3f4,M2d6");
    assert_eq!(moves(&position), "d4:c5:d6:e5 d4:e5:d6:c5 g3:f4");
    assert_eq!(
        refusal(&position, "a1-b2"),
        "byte 3: capture is compulsory (A-10); legal would be d4:c5:d6:e5, d4:e5:d6:c5, g3:f4"
    );
}

#[test]
fn a11_a_capture_goes_on_while_it_can() {
    // 11…M1:e5:d4 of the sample game.
    let position = position("b M3e5,M3d4,M2a1;M1f6");
    assert_eq!(moves(&position), "f6:e5:d4");
    assert_eq!(after(&position, "f6:e5:d4"), "w M2a1;M1d4");
    assert_eq!(
        refusal(&position, "f6:e5"),
        "byte 3: the capture goes on from e5, to d4 (A-11); f6:e5:d4 would be legal"
    );
    assert!(refusal(&position, "f6:e5:d4:c3").starts_with("byte 9: there is nothing to take on c3"));
    // The stone keeps its number: what it beats at first it beats to the end, and nothing else.
    assert_eq!(moves(&common::position("b M3e5,M2d4,M1c3;M1f6")), "f6:e5");
}

#[test]
fn a12_a_capture_ends_on_the_far_rank() {
    // 25.M2:f8 takes an unfinished stone at home; M1s on g7 could be taken on from there, but the stone has finished.
    let position = position("w M2e7,M1a1;M1f8,M1g7,M3h4");
    assert_eq!(moves(&position), "e7:f8");
    assert_eq!(after(&position, "e7:f8"), "b M1a1,Ff8;M3h4,M1g7");
    assert!(
        refusal(&position, "e7:f8:g7")
            .starts_with("byte 6: the capture ends on f8: the stone has finished there (A-12)")
    );
    assert_eq!(moves(&common::position("b V2c1,V2d2,M1a1;M3b2,M1h8")), "b2:c1");
}

#[test]
fn a13_a_side_without_stones_has_lost_totally() {
    let last_captured = position("w M3d4;M2e5");
    assert_eq!(result(&position(&after(&last_captured, "d4:e5"))), "W2 Full");
    // By its own third retreat, which it may make because it has other moves.
    assert_eq!(result(&position(&after(&position("w Wd4;M2h8"), "d4-c3"))), "B2 Full");
    // A finished stone rules a total loss out.
    assert_eq!(result(&position(&after(&position("w M3d4;M2e5,Fa1"), "d4:e5"))), "B1 FirstEqual");
    // It comes before four finished stones, and before everything else.
    assert_eq!(result(&position("b ;Fa1,Fc1,Fe1,Fg1")), "B2 Full");
    assert_eq!(result(&position("w ;Wa1")), "B2 Full");
}

#[test]
fn a14_four_finished_stones_win() {
    let before = position("w M1a7,M2c3,Fd8,Ff8,Fh8;M1g1,M2a3,V3c1,M1f6,M2f4");
    assert_eq!(result(&before), "-");
    assert_eq!(result(&position(&after(&before, "a7-b8"))), "W1 Four");
    // Not by blockade, though the other side has no move either; and not by numbers, though it has fewer stones.
    assert_eq!(result(&position("b Fb8,Fd8,Ff8,Fh8;M1a3,M1c3,M1e3,M2e5,M2g5")), "W1 Four");
    assert_eq!(result(&position("w Fb8,Fd8,Ff8,M1a1;M1a3,M1c3,M1e3,M2e5,M2g5")), "-");
}

#[test]
fn a15_all_of_fewer_than_four_stones_finished() {
    // The side with more stones has won, whoever finished.
    assert_eq!(result(&position("w V1d6,Fb8,Ff8;Fc1,Fe1")), "W1 More");
    assert_eq!(result(&position("b V1d6,Fb8,Ff8;Fc1,Fe1")), "W1 More");
    assert_eq!(result(&position("w Fb8,Fd8,Ff8;M1a3,M1c3,M2e5,M2g5")), "B1 More");
    // With equal numbers: the side whose stones are all finished, or the one that has just moved.
    assert_eq!(result(&position("b Fb8,Fd8;Fa1,M2e5")), "W1 FirstEqual");
    assert_eq!(result(&position("w Fb8,Fd8;Fa1,M2e5")), "W1 FirstEqual");
    assert_eq!(result(&position("w Fb8,Fd8;Fa1,Fc1")), "B1 FirstEqual");
    assert_eq!(result(&position("b Fb8,Fd8;Fa1,Fc1")), "W1 FirstEqual");
    // While both have unfinished stones, or the finished are all of four or more, it isn't over.
    assert_eq!(result(&position("w Fb8,M1d4;Fa1,M1h8")), "-");
}

#[test]
fn a15_more_stones_but_blocked_lose() {
    // White has nothing but a third retreat.
    assert_eq!(result(&position("w Wc7,Fb8,Fd8;Fc1,Fe1")), "B1 MoreBlocked");
    // It has one step more: it wins, and likewise when it isn't its turn, or has to retreat.
    assert_eq!(result(&position("w Wc7,Fb8;Fc1")), "W1 More");
    assert_eq!(result(&position("b Wc7,Fb8,Fd8;Fc1,Fe1")), "W1 More");
    assert_eq!(result(&under(FORCED, "w Wc7,Fb8,Fd8;Fc1,Fe1")), "W1 More");
    // All of its stones finished is not blocked.
    assert_eq!(result(&position("w Fb8,Fd8,Ff8;Fc1,Fe1")), "W1 More");
}

#[test]
fn a16_a_side_that_can_only_retreat_a_third_time_is_blocked() {
    let text = "w Wc7,Fb8,Fd8,Ff8;Fe1,Fg1,Wh2";
    assert_eq!((result(&position(text)), moves(&position(text))), ("B1 Blocked".into(), String::new()));
    assert_eq!((result(&under(FORCED, text)), moves(&under(FORCED, text))), ("-".into(), "c7-b6 c7-d6".into()));
    let forced: Rules = "third-retreat=forced".parse().expect("rules");
    assert_eq!((forced.third_retreat, Rules::default().third_retreat), (ThirdRetreat::Forced, ThirdRetreat::Free));
    // With another move there are third retreats to choose, too.
    assert_eq!(moves(&position("w Wc7,Fb8,Fd8,M1a1;Fe1,Fg1,Wh2")), "a1-b2 c7-b6 c7-d6");
    // No move at all is a blockade under both rules.
    for rules in [Rules::default(), FORCED] {
        assert_eq!(result(&under(rules, "w M3h2;Fe1,Fg1,M3g3")), "B1 Blocked");
    }
    // Two stones that can only retreat to the same square can move.
    let retreats = position("w V1a3,V1c3;M1b4,M1d2,M1d4");
    assert_eq!((result(&retreats), moves(&retreats)), ("-".into(), "a3-b2 c3-b2".into()));
    // A capture is a move.
    assert_eq!(moves(&position("w M3h2;Fe1,Fg1,M2g3,M1f4")), "h2:g3");
}

#[test]
fn a17_the_last_unfinished_stone_may_be_taken_or_retreat() {
    // Taken: Black's two that are left have finished, and White has more.
    assert_eq!(result(&position(&after(&position("w M3d4,M1a1,M1c1;M2e5,Fe1,Fg1"), "d4:e5"))), "W1 More");
    // Taken, with White's numbers equal: the finished ones win, though White has just moved.
    assert_eq!(result(&position(&after(&position("w M3d4,M1a1;M2e5,Fe1,Fg1"), "d4:e5"))), "B1 FirstEqual");
    // By a third retreat; and a side with four stones or more that aren't finished has more.
    assert_eq!(result(&position(&after(&position("b M1a1,M1c1,M1e3,M3h4;Fe1,Wc5"), "c5-b6"))), "W1 More");
}

#[test]
fn a18_every_ply_lowers_the_weight_and_there_are_no_draws() {
    assert_eq!(Position::default().weight(), 288);
    assert_eq!(position("w M1a1,V2h4,Wg7,Fb8;").weight(), (7 + 6) + (4 + 4) + (1 + 2));
    assert_eq!(position("b M1a1;M3h8,V3b2").weight(), 13 + (7 + 6) + (1 + 4));
    assert_eq!(Position::default().history_rules(), HistoryRules::NONE);
    const { assert!(!Position::AGREED_DRAWS) };
    for seed in 0..300 {
        for position in [common::reached(seed, Rules::default()).0, common::hand_set(seed, FORCED).0] {
            assert!(position.weight() <= 288, "{position}");
            for mv in position.moves() {
                assert!(position.after(&mv).weight() < position.weight(), "{position}: {mv}");
            }
        }
    }
}

#[test]
fn a18_games_end() {
    use tavlei_game::playout;
    let rng = &mut common::rng(18);
    let longest = (0..2_000).map(|_| {
        let end = playout(&mut Position::default(), rng, 264);
        assert!(end.outcome.is_some_and(|outcome| outcome.winner().is_some()), "{end:?}");
        end.plies
    });
    assert!(longest.max() <= Some(263));
}

#[test]
fn reasons_are_short_phrases() {
    let outcome = position("w V1d6,Fb8,Ff8;Fc1,Fe1").outcome().expect("over");
    assert_eq!(outcome.to_string(), "1-0: all have finished and the winner has more stones");
    assert_eq!(Reason::Full.to_string(), "no stone is left");
}

#[test]
fn sizes_are_small() {
    assert!(size_of::<Position>() <= 96);
    assert_eq!(size_of::<Move>(), 8);
}

#[test]
fn positions_that_stones_do_not_make() {
    let build = |stones: &[(Side, Label, Square)]| {
        let put =
            |builder: tavlei_ashtarashki::PositionBuilder, &(side, label, square)| builder.stone(side, label, square);
        stones.iter().fold(Position::builder(Side::White, &Rules::default()), put).build()
    };
    use Label::{F, M1, M2, V1, W};
    use Side::{Black, White};
    assert_eq!(build(&[]), Err(SetupError::NoStones));
    assert_eq!(
        build(&[(White, M1, Square::C3), (Black, W, Square::C3)]),
        Err(SetupError::Occupied { square: Square::C3 })
    );
    assert_eq!(
        build(&[(White, F, Square::C3)]),
        Err(SetupError::FinishedElsewhere { side: White, square: Square::C3 })
    );
    assert_eq!(
        build(&[(White, F, Square::A1)]).expect_err("White's far rank is the other one").to_string(),
        "a stone on a1 can’t be finished: White’s stones finish on rank 8"
    );
    let thirteen: Vec<_> = Square::ALL[4..17].iter().map(|&square| (Black, W, square)).collect();
    assert!(build(&thirteen[..12]).is_ok());
    assert_eq!(build(&thirteen), Err(SetupError::TooMany { side: Black, square: Square::A5 }));
    let five: Vec<_> = Square::ALL[4..9]
        .iter()
        .map(|&square| (White, if square.index() % 2 == 0 { M1 } else { V1 }, square))
        .collect();
    assert!(build(&five[..4]).is_ok());
    assert_eq!(build(&five), Err(SetupError::TooManyOfNumber { side: White, number: 1, square: Square::A3 }));
    let four = |side, rank| Bitboard::rank(rank).iter().map(move |square| (side, M2, square));
    let eight: Vec<_> = four(White, 7).chain(four(Black, 0)).collect();
    assert_eq!(build(&eight), Err(SetupError::BothFour));
    // Any label on the far rank means a finished stone; the first mistake is the one reported.
    let home = build(&[(White, M1, Square::B8), (Black, W, Square::A1)]).expect("a position");
    assert_eq!(home.stone_at(Square::B8), Some(Stone { side: White, label: F }));
    assert_eq!(home.stone_at(Square::A1), Some(Stone { side: Black, label: F }));
    let twice_wrong = build(&[(White, F, Square::C3), (White, M1, Square::E3), (White, M1, Square::E3)]);
    assert_eq!(twice_wrong, Err(SetupError::FinishedElsewhere { side: White, square: Square::C3 }));
}

/// What statistics count: captures, the stones taken, retreats and removals, and stones that finish.
#[test]
fn statistics_count_what_the_rules_call_by_name() {
    assert_eq!(Position::COUNTS, ["captures", "jumps", "retreats", "removals", "finishes"]);
    for (before, text, expected) in [
        ("w M3c3;M1h8", "c3-d4", [0, 0, 0, 0, 0]),
        ("w M3c3;M1h8", "c3-b2", [0, 0, 1, 0, 0]),
        ("b M3c3;M1h8", "h8-g7", [0, 0, 0, 0, 0]),
        ("b M3c3;V1f6", "f6-g7", [0, 0, 1, 0, 0]),
        ("w Wc3;M1h8", "c3-d4", [0, 0, 0, 0, 0]),
        ("w Wc3;M1h8", "c3-b2", [0, 0, 0, 1, 0]),
        ("w M3a7;M1h2", "a7-b8", [0, 0, 0, 0, 1]),
        ("b M3a7;M1h2", "h2-g1", [0, 0, 0, 0, 1]),
        ("b M3e5,M3d4,M1h6;M1f6", "f6:e5:d4", [1, 2, 0, 0, 0]),
        ("w M3d4;M2c3,M1h8", "d4:c3", [1, 1, 0, 0, 0]),
        ("w M3g7,M1a1;M2h8", "g7:h8", [1, 1, 0, 0, 1]),
    ] {
        let here = position(before);
        let mv = here.read_move(text).expect(text);
        // What is counted is added to what there was, and what finds no place is left out.
        let mut counts = [10, 20, 30, 40, 50];
        here.add_stats(&mv, &mut counts);
        here.add_stats(&mv, &mut counts[..1]);
        let [captures, jumps, retreats, removals, finishes] = expected;
        assert_eq!(counts, [10 + 2 * captures, 20 + jumps, 30 + retreats, 40 + removals, 50 + finishes], "{text}");
        assert_eq!(u64::from(here.chain_length(&mv)), jumps, "{text}");
    }
}
