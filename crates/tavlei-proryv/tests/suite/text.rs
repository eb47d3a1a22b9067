//! Positions, choices, turns and rules as text: what is written, what is read, what is refused, and how that is said.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{ChoiceNotation, Game, MoveError, Notation, RulesError, Side};
use tavlei_proryv::{Choice, Position, PositionError, Rules};

use crate::common::{RULES, rules, set_up};

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_position_is_written_in_one_way() {
    assert_eq!(Position::default().to_string(), "w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5");
    assert_eq!(position("b ;").to_string(), "b ;");
    assert_eq!(position("w c2,a1;").to_string(), "w a1,c2;");
    assert_eq!(format!("{:?}", position("w a1;b5")), "Position(w a1;b5; board=4x5,pass=yes)");
}

#[test]
fn a_position_is_read_as_people_write_it() {
    let expected = position("w a1,c2;b4,c5");
    for text in [
        "w a1,c2;b4,c5",
        "w c2,a1;c5,b4",
        "  W  A1 , C2 ; B4 , C5  ",
        "w а1,с2;в4,с5", // Cyrillic а, с, в
        "w а1,С2;В4,с5",
        "w a1 c2; b4 c5",
        "w a1c2;b4c5",
        "wa1,c2;b4,c5",
        "w: a1, c2; b4, c5",
        "w: a1, c2 / b4, c5.",
        "w a1,c2|b4,c5",
        "white a1,c2;b4,c5",
        "Белые: a1, c2; b4, c5",
        "белые a1,c2;b4,c5",
        "Белые: А1, С2; Чёрные: B4, C5.",
        "Белые – a1, c2. Черные – b4, c5.",
        "б a1,c2;b4,c5",
        "\u{feff}w a1,c2;b4,c5\r\n",
        "w\u{a0}a1,\tc2;\u{a0}b4,c5",
        "ｗ ａ１，ｃ２；ｂ４，ｃ５", // full-width
    ] {
        assert_eq!(Position::read_position(text, &Rules::default()), Ok(expected), "{text}");
    }
    let black = position("b ;b4");
    for text in ["b ;b4", "b;b4", "B -; b4", "чёрные: —; b4", "Ч ;b4", "ЧЕРНЫЕ ;b4", "black ;b4", "b -- ; b4"]
    {
        assert_eq!(Position::read_position(text, &Rules::default()), Ok(black), "{text}");
    }
    for text in ["start", " START\n", "Start"] {
        assert_eq!(
            Position::read_position(text, &Rules::original()),
            Ok(Position::start(&Rules::original())),
            "{text}"
        );
    }
}

#[test]
fn a_position_that_cannot_be_mended_is_refused_with_place_and_reason() {
    for (text, message) in [
        ("", "byte 0: expected w or b, for the side that records in this turn (P-2), found the end"),
        ("a1,b1;b5", "byte 0: expected w or b, for the side that records in this turn (P-2), found ‘a’"),
        ("b1,c1;b5", "byte 0: expected w or b, for the side that records in this turn (P-2), found ‘b’"),
        ("x a1;b5", "byte 0: expected w or b, for the side that records in this turn (P-2), found ‘x’"),
        ("w", "byte 1: expected a square, or a semicolon between White’s men and Black’s, found the end"),
        ("w a1,b2", "byte 7: expected a square, or a semicolon between White’s men and Black’s, found the end"),
        // Behind a letter a dash is no heading's: it stands for nobody.
        ("w - a1;c4", "byte 4: expected a square, or a semicolon between White’s men and Black’s, found ‘a’"),
        ("w a1,b;c4", "byte 6: expected a rank, 1 to 8, found ‘;’"),
        ("w a1-b2;c4", "byte 4: expected a square, found ‘-’"),
        ("w a1,k2;c4", "byte 5: expected a square, found ‘k’"),
        ("w a1,Ж2;c4", "byte 5: expected a square, found ‘Ж’"),
        ("w a1,a9;c4", "byte 6: expected a rank, 1 to 8, found ‘9’"),
        ("w a1,e1;c4", "byte 5: e1 is off the board of 4 files and 5 ranks"),
        ("w a1;c6", "byte 5: c6 is off the board of 4 files and 5 ranks"),
        ("w a1,b2,a1;c4", "byte 8: a1 is given twice"),
        ("w a1;c4,c4", "byte 8: c4 is given twice"),
        ("w a1,b2;c4,b2", "byte 11: b2 is given to both sides"),
        ("w a1;c4;d5", "byte 8: expected -- if both sides have just passed (P-8), or nothing more, found ‘d’"),
        ("w a1;c4 5", "byte 8: expected a square, found ‘5’"),
        ("start a1", "byte 6: expected nothing after ‘start’, found ‘a’"),
    ] {
        let error = Position::read_position(text, &Rules::default()).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        let offset = error.offset().expect("it was read from a text");
        assert!(text.is_char_boundary(offset), "{text}: {offset}");
    }
    let error = Position::read_position("w d1;a4", &rules("board=3x4")).expect_err("off the board");
    assert_eq!(error.to_string(), "byte 2: d1 is off the board of 3 files and 4 ranks");
    assert!(matches!(error, PositionError::OffBoard { .. }));
}

#[test]
fn turns_and_choices_are_written_in_one_way() {
    let start = Position::default();
    let turn = start.read_move("b2-c3 --").expect("legal");
    assert_eq!(start.move_text(&turn), "b2-c3 --");
    assert_eq!(start.choice_text(Side::White, &turn.white), "b2-c3");
    assert_eq!(format!("{:?}", turn.white), "b2-c3");
    // The form alone is read without a position.
    assert_eq!(" В2 — С3! ".parse(), Ok(turn.white));
    assert_eq!("пропуск".parse(), Ok(turn.black));
    assert_eq!("a1-h8".parse::<Choice>().map(|choice| choice.to_string()), Ok("a1-h8".into()));
    let error = "b2".parse::<Choice>().expect_err("no step");
    assert_eq!(error.to_string(), "byte 2: expected the square that the man steps to, found the end");
}

#[test]
fn the_diagram_shows_the_board_from_whites_side() {
    let mut diagram = String::new();
    position("b a1,c2;b4,d5").write_diagram(&mut diagram).expect("a string takes everything");
    assert_eq!(diagram, "5 . . . b\n4 . b . .\n3 . . . .\n2 . . w .\n1 w . . .\n  a b c d\n");
}

/// What real people write: mended, or refused with a message that shows the slip.
#[test]
fn slips_in_turns_are_mended_or_explained() {
    let open = position("w b2,a1;c4,b5");
    let strict = Position::read_position("w b2,a1;c4,b5", &rules("pass=no")).expect("a position");
    let mended = [
        ("b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("B2-C3 C4-C3", "b2-c3 c4-c3"),
        ("В2-С3 С4-С3", "b2-c3 c4-c3"), // all Cyrillic
        ("b2–c3 c4—c3", "b2-c3 c4-c3"), // an en dash, an em dash
        ("b2−c3 c4‑c3", "b2-c3 c4-c3"), // a minus, a hyphen that does not break
        ("b2 - c3   c4 - c3", "b2-c3 c4-c3"),
        ("b2c3 c4c3", "b2-c3 c4-c3"),
        ("b2c3c4c3", "b2-c3 c4-c3"),
        ("b2 c3 c4 c3", "b2-c3 c4-c3"),
        ("b2:c3 c4xc3", "b2-c3 c4-c3"),
        ("b2*c3 c4 * c3", "b2-c3 c4-c3"),
        ("b2хc3 c4×c3", "b2-c3 c4-c3"), // a Cyrillic х, a multiplication sign
        ("b2--c3 c4->c3", "b2-c3 c4-c3"),
        ("b2→c3 c4→c3", "b2-c3 c4-c3"),
        ("... b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("1. b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("1.b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("12... b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("1) b2-c3, c4-c3", "b2-c3 c4-c3"),
        ("b2-c3! c4-c3?!", "b2-c3 c4-c3"),
        ("b2-c3 !? c4-c3 …", "b2-c3 c4-c3"),
        ("b2-c3; c4-c3", "b2-c3 c4-c3"),
        ("b2-c3 / c4-c3", "b2-c3 c4-c3"),
        ("b2-c3\tc4-c3\r\n", "b2-c3 c4-c3"),
        ("b2-c3\u{a0}c4-c3", "b2-c3 c4-c3"),
        ("\u{feff}b2-c3 c4-c3", "b2-c3 c4-c3"),
        ("b2-c3 … c4-c3", "b2-c3 c4-c3"),
        ("b2-c3 --", "b2-c3 --"),
        ("b2-c3 -", "b2-c3 --"),
        ("b2-c3 —", "b2-c3 --"),
        ("b2-c3--", "b2-c3 --"),
        ("b2-c3 пропуск", "b2-c3 --"),
        ("b2-c3 Пропуск.", "b2-c3 --"),
        ("b2-c3 ПАС", "b2-c3 --"),
        ("b2-c3 прочерк", "b2-c3 --"),
        ("b2-c3 pass", "b2-c3 --"),
        ("b2-c3 Pass!", "b2-c3 --"),
        ("-- c4-c3", "-- c4-c3"),
        ("—— c4-c3", "-- c4-c3"),
        ("— c4-c3", "-- c4-c3"),
        ("pass c4-c3", "-- c4-c3"),
        ("-- --", "-- --"),
        ("— —", "-- --"),
        ("----", "-- --"),
        ("---- ", "-- --"),
        ("pass pass", "-- --"),
    ];
    for (text, meant) in mended {
        let turn = open.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(open.move_text(&turn), meant, "{text}");
    }

    let refused = [
        (&open, "", "byte 0: expected a step such as b2-c3, or -- for a pass, found the end"),
        (&open, "b2-c3", "byte 5: expected Black’s choice after White’s, found the end"),
        (&open, "--", "byte 2: expected Black’s choice after White’s, found the end"),
        (&open, "b2-", "byte 3: expected the square that the man steps to, found the end"),
        (
            &open,
            "b2- c4-c3",
            "byte 0: b2 to c4 is not one square in one of the eight directions (P-3); legal would be STEPS-OF-B2",
        ),
        (&open, "b2-c c4-c3", "byte 4: expected a rank, 1 to 8, found ‘ ’"),
        (&open, "b-c3 c4-c3", "byte 1: expected a rank, 1 to 8, found ‘-’"),
        (&open, "b2---c3 c4-c3", "byte 4: expected the square that the man steps to, found ‘-’"),
        (&open, "b2-c9 c4-c3", "byte 4: expected a rank, 1 to 8, found ‘9’"),
        (&open, "b2-i3 c4-c3", "byte 3: expected the square that the man steps to, found ‘i’"),
        (&open, "Кb2-c3 c4-c3", "byte 0: expected a step such as b2-c3, or -- for a pass, found ‘К’"),
        (&open, "b2-c3 c4-c3 b2-b3", "byte 12: expected nothing after White’s choice and Black’s, found ‘b’"),
        (&open, "b2-c3 c4-c3 1-0", "byte 12: expected nothing after White’s choice and Black’s, found ‘1’"),
        (&open, "b2-c3 skip", "byte 6: expected a step such as b2-c3, or -- for a pass, found ‘s’"),
        (&open, "b2-e3 --", "byte 0: e3 is off the board; legal would be STEPS-OF-B2"),
        (
            &open,
            "b2-b4 --",
            "byte 0: b2 to b4 is not one square in one of the eight directions (P-3); legal would be STEPS-OF-B2",
        ),
        (
            &open,
            "b2-b2 --",
            "byte 0: b2 to b2 is not one square in one of the eight directions (P-3); legal would be STEPS-OF-B2",
        ),
        (&open, "a1-b2 --", "byte 0: a man of the same colour stands on b2 (P-3); legal would be a1-b1, a1-a2"),
        (&open, "c3-b2 --", "byte 0: White has no man on c3 (P-3); b2-c3 would be legal"),
        (&open, "a4-a3 --", "byte 0: White has no man on a4 (P-3); b2-a3 would be legal"),
        (&open, "d5-d4 --", "byte 0: White has no man on d5 (P-3)"),
        (&open, "c4-c3 b2-c3", "byte 0: the man on c4 is not White’s (P-3); b2-c3 would be legal"),
        (
            &open,
            "-- c4-c2",
            "byte 3: c4 to c2 is not one square in one of the eight directions (P-3); legal would be STEPS-OF-C4",
        ),
        (&strict, "-- c4-c3", "byte 0: White can move and so must move: passing is off (P-11); legal would be ALL"),
        (
            &strict,
            "b2-c3 —",
            "byte 6: Black can move and so must move: passing is off (P-11); legal would be ALL-BLACK",
        ),
    ];
    for (position, text, message) in refused {
        let message = message
            .replace("STEPS-OF-B2", "b2-b1, b2-c1, b2-a2, b2-c2, b2-a3, b2-b3, b2-c3")
            .replace("STEPS-OF-C4", "c4-b3, c4-c3, c4-d3, c4-b4, c4-d4, c4-c5, c4-d5")
            .replace("ALL-BLACK", "c4-b3, c4-c3, c4-d3, c4-b4, c4-d4, c4-c5, c4-d5, b5-a4, b5-b4, b5-a5, b5-c5")
            .replace("ALL", "a1-b1, a1-a2, b2-b1, b2-c1, b2-a2, b2-c2, b2-a3, b2-b3, b2-c3");
        let error = position.read_move(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert!(text.is_char_boundary(error.offset()), "{text}");
    }
    assert!(mended.len() + refused.len() >= 60);

    let over = position("w b5;c4").read_move("b5-b4 --").expect_err("over");
    assert!(matches!(over, MoveError::GameOver { .. }));
    assert_eq!(over.to_string(), "the game is over (1-0: broke through)");
}

#[test]
fn slips_in_single_choices_are_mended_or_explained() {
    let open = position("w b2,a1;c4,b5");
    for (text, meant) in [
        ("b2-c3", "b2-c3"),
        (" В2 — С3 ", "b2-c3"),
        ("b2c3!?", "b2-c3"),
        ("b2-c3 ?!", "b2-c3"),
        ("b2-c3...", "b2-c3"),
        ("1. b2-c3", "b2-c3"),
        ("… b2-c3", "b2-c3"),
        ("12...b2-c3", "b2-c3"),
        ("1. --", "--"),
        ("--!", "--"),
        ("-", "--"),
        ("--", "--"),
        ("---", "--"),
        ("- -", "--"),
        ("— ", "--"),
        ("Пропуск", "--"),
        ("ПРОПУСК!", "--"),
        ("pass", "--"),
    ] {
        let choice = open.read_choice(Side::White, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(choice.to_string(), meant, "{text}");
    }
    for (text, message) in [
        ("b2-c3 c4-c3", "byte 6: expected nothing after the choice, found ‘c’"),
        ("-- b2-c3", "byte 3: expected nothing after the choice, found ‘b’"),
        ("passing", "byte 4: expected nothing after the choice, found ‘i’"),
    ] {
        assert_eq!(open.read_choice(Side::White, text).expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn rules_are_written_in_one_way_and_read_in_many() {
    for (text, written) in [
        ("", "board=4x5,pass=yes"),
        ("board=8x8,pass=no", "board=8x8,pass=no"),
        ("pass=no, board=8X8", "board=8x8,pass=no"),
        ("board=8х8;pass=No", "board=8x8,pass=no"), // a Cyrillic х
        ("board=8×8", "board=8x8,pass=yes"),
        ("pass=false", "board=4x5,pass=no"),
        ("pass=off", "board=4x5,pass=no"),
        ("pass=on", "board=4x5,pass=yes"),
        ("pass=true", "board=4x5,pass=yes"),
        ("turns=100", "board=4x5,pass=yes,turns=100"),
        ("turns=none", "board=4x5,pass=yes"),
        ("start=author,board=8x8", "board=8x8,pass=yes,start=author"),
        ("board=8x8,start=2", "board=8x8,pass=yes"),
        ("start=1", "board=4x5,pass=yes,start=1"),
        ("start=2", "board=4x5,pass=yes,start=2"),
        ("board=8x8,start=3", "board=8x8,pass=yes,start=3"),
        ("start=a1+b1+c1+d1", "board=4x5,pass=yes,start=1"),
        ("start=B2 + A1", "board=4x5,pass=yes,start=a1+b2"),
        ("start=a1+b2/b4+a5", "board=4x5,pass=yes,start=a1+b2"),
        ("start=a1/d4+d5", "board=4x5,pass=yes,start=a1/d4+d5"),
    ] {
        let rules: Rules = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rules.to_string(), written, "{text}");
        assert_eq!(format!("{rules:?}"), written, "{text}");
        assert_eq!(written.parse(), Ok(rules));
        assert_eq!(Position::start(&rules).rules(), rules, "P-11: a game keeps its rules");
    }
}

#[test]
fn rules_that_cannot_be_are_refused_with_place_and_reason() {
    let bad = "a number of full ranks, or squares such as a1+b1/a5+b5";
    for (text, message) in [
        ("pass", "byte 0: expected key=value, found ‘pass’".to_string()),
        ("board=8x8,passing=no", "byte 10: there is no rule option ‘passing’; there are board, pass, start and turns".into()),
        ("pass=maybe", "byte 5: pass can’t be ‘maybe’: expected yes or no".into()),
        ("pass=no,board=9x9", "byte 14: board can’t be ‘9x9’: expected 3x4 to 8x8, files x ranks".into()),
        ("board=2x5", "byte 6: board can’t be ‘2x5’: expected 3x4 to 8x8, files x ranks".into()),
        ("board=8", "byte 6: board can’t be ‘8’: expected 3x4 to 8x8, files x ranks".into()),
        ("pass=no,pass=no", "byte 8: pass is given twice".into()),
        ("turns=0", "byte 6: turns can’t be ‘0’: expected none or a number from 1 to 65535".into()),
        ("turns=65536", "byte 6: turns can’t be ‘65536’: expected none or a number from 1 to 65535".into()),
        ("start=many", format!("byte 6: start can’t be ‘many’: expected author, {bad}")),
        ("start=a1+", format!("byte 6: start can’t be ‘a1+’: expected author, {bad}")),
        ("start=a1/a5/b5", format!("byte 6: start can’t be ‘a1/a5/b5’: expected author, {bad}")),
        ("start=3", "start=3 does not go with board=4x5: 3 full ranks of each side have no room: at most 2 have".into()),
        ("start=0", "start=0 does not go with board=4x5: White needs at least one man to start with".into()),
        ("start=a1+e1", "start=a1+e1 does not go with board=4x5: e1 is off the board of 4x5".into()),
        ("start=a1+a1", "start=a1+a1 does not go with board=4x5: a1 is given twice".into()),
        ("start=a1/a5+a5", "start=a1/a5+a5 does not go with board=4x5: a5 is given twice".into()),
        ("start=a3", "start=a3 does not go with board=4x5: a3 is given twice".into()),
        ("start=a1/b1", "start=a1/b1 does not go with board=4x5: b1 is on Black’s goal rank (P-10)".into()),
        (
            "board=8x8,start=a5/h8",
            "start=a5/h8 does not go with board=8x8: a5 is too far from White’s edge: men start on a side’s first four ranks"
                .into(),
        ),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message, "{text}");
    }
    assert!(matches!("start=3".parse::<Rules>(), Err(RulesError::Conflict(_))));
}

/// A text that may be anything, or anything near to what is written in this game.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[wbWBбч ]{0,2}[a-hА-Яа-я1-9,;:/|.+ —–-]{0,40}",
        "([a-h][1-8](-|:|x| |—)?[a-h][1-8]|--|pass|пропуск|[0-9]{1,3}\\.)( |,|!){0,2}([a-h][1-8]-?[a-h][1-8]|--)?",
        "(board|pass|start|turns)=[a-h0-9x+/]{0,12}(,(board|pass|start|turns)=[a-z0-9x+/]{0,12}){0,2}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_text_panics_and_what_is_read_is_read_again_from_what_is_written(text in texts()) {
        if let Ok(rules) = text.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        for board in ["board=4x5", "board=8x8,pass=no"] {
            match Position::read_position(&text, &rules(board)) {
                Ok(position) => prop_assert_eq!(Position::read_position(&position.to_string(), &rules(board)), Ok(position)),
                Err(error) => prop_assert!(error.offset().is_some_and(|offset| text.is_char_boundary(offset)), "{}", error),
            }
            let start = Position::start(&rules(board));
            match start.read_move(&text) {
                Ok(turn) => prop_assert_eq!(start.read_move(&start.move_text(&turn)), Ok(turn)),
                Err(error) => prop_assert!(text.is_char_boundary(error.offset()), "{}", error),
            }
            for side in Side::BOTH {
                match start.read_choice(side, &text) {
                    Ok(choice) => prop_assert_eq!(start.read_choice(side, &choice.to_string()), Ok(choice)),
                    Err(error) => prop_assert!(text.is_char_boundary(error.offset()), "{}", error),
                }
            }
        }
    }

    #[test]
    fn positions_set_up_by_hand_are_read_as_they_are_written(seed in any::<u64>(), n in 0..RULES.len()) {
        let rules = rules(RULES[n]);
        let position = set_up(&rules, &mut StdRng::seed_from_u64(seed));
        prop_assert_eq!(Position::read_position(&position.to_string(), &rules), Ok(position));
        let loud = position.to_string().to_uppercase().replace(',', " ,  ").replace(';', " ; ");
        prop_assert_eq!(Position::read_position(&loud, &rules), Ok(position));
    }
}

/// Reading is linear: ten times the text takes about ten times as long, and a megabyte is read in no time.
#[test]
fn long_texts_are_refused_quickly() {
    let start = std::time::Instant::now();
    for text in
        ["-".repeat(1 << 20), "a1".repeat(1 << 19), " ".repeat(1 << 20), "1".repeat(1 << 20), "w ".repeat(1 << 19)]
    {
        assert!(Position::read_position(&text, &Rules::default()).is_err());
        assert!(Position::default().read_move(&text).is_err());
        assert!(text.parse::<Rules>().is_err() || text.trim().is_empty());
    }
    assert!(start.elapsed().as_secs() < 5);
}

/// The three games are alike in this: a full stop may end a position, a second semicolon would begin a third list.
#[test]
fn a_position_may_end_with_a_full_stop_but_has_one_semicolon() {
    let read = ["w a1;b4", "w a1;b4.", "w a1; b4 . "].map(str::parse::<Position>);
    assert!(read.iter().all(|position| position.is_ok() && *position == read[0]), "{read:?}");
    for text in ["w a1;b4;", "w a1;b4;;", "w a1;b4;c3"] {
        assert!(text.parse::<Position>().is_err(), "{text}");
    }
}
