//! What is read, what is mended, and what is refused with which message.

use crate::common::{FORCED, FREE, hand_set, moves, position, reached, refusal, under};
use proptest::prelude::*;
use tavlei_ashtarashki::{Label, Position, PositionError, Rules};
use tavlei_game::{EnterMove, Entry, EntryError, Form, Game, MoveError, Notation, Side};
use tavlei_geometry::dark::Square;

/// The message with which a text is refused as a position.
#[track_caller]
fn position_refusal(text: &str) -> String {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text} is read as {position}"),
        Err(error) => error.to_string(),
    }
}

/// A move as it is written in a form.
fn written(position: &Position, form: Form, long: &str) -> String {
    let mut text = String::new();
    let mv = position.read_move(long).expect(long);
    position.write_move_as(form, &mv, &mut text).expect("a string takes everything");
    text
}

#[test]
fn positions_as_people_write_them() {
    let canonical = "w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6";
    for text in [
        canonical,
        "w M3h4,M1c1,M1g3,M1e3; M1b4, Fa1, Fe1, W2a3, Fg1, M1h6",
        "W M1C1,M1E3,M1G3,M3H4;FA1,FE1,FG1,WA3,M1B4,M1H6",
        "w М1с1,М1е3,М1g3,М3h4;Fа1,Fе1,Fg1,Wа3,М1b4,М1h6", // Cyrillic а, с, е and М
        "\u{feff}w\tM1c1, e3, g3, M3h4;\r\nF a1, e1, g1, W a3, M1 b4, h6 ",
        "w M1 – c1, e3, g3, M3h4; M1 — b4, h6, Wa3, F – a1, e1, g1",
        "White: M1 – c1, e3, g3; M3h4. Black: M1 – b4, h6; Wa3, F – a1, e1, g1. White to move",
        "Black: M1 – b4, h6; Wa3, M2 – a1, e1, g1. White: M1 – c1, e3, g3; M3h4.",
        "Белые: M1 – c1, e3, g3; M3h4. Чёрные: M1 – b4, h6; Wa3, F – a1, e1, g1. Ход белых.",
        "White: M1 – c1, e3, g3; M3h4. Black: M1 – b4, h6; Wa3, F – a1, e1, g1. White to move and win.",
        "Белые: M1 – c1, e3, g3; M3h4. Чёрные: M1 – b4, h6; Wa3, F – a1, e1, g1. Белые начинают и выигрывают!",
        "- Белые – М1: c1, e3, g3; М3: h4; чёрные – М1: b4, h6; W – a3; F: a1, e1, g1",
        "ХОД БЕЛЫХ. Белые: МЗ – h4; M1: c1, e3, g3; Черные: M1 – b4, h6; W1a3, V1a1, W3e1, Fg1", // a letter for 3
        "white M1=c1,M1=e3,M1=g3,M3=h4;M1=b4 M1=h6 W=a3 F=a1 F=e1 F=g1",
        "w\u{a0}M1c1,M1e3,M1g3,M3h4;\u{a0}Fa1,Fe1,Fg1,Wa3,M1b4,M1h6",
        "ԝ М1с1,М1e3,М1g3,М3h4;F3a1,F2e1,Fg1,W2a3,М1в4,М1h6", // numbers that an F and a W have no more
        "w M1 – c1, e3, g3, M3h4; M1 – b4, h6, W2 – a3, F1 – a1, F2: e1, F3 — g1", // and with what stands before squares
    ] {
        assert_eq!(position(text).to_string(), canonical, "{text}");
    }
    for text in [
        "b M1c3;V2e7",
        "Black M1c3;V2e7",
        "В M1c3;V2e7", // a Cyrillic В
        "в М1с3;V2e7",
        "White: M1c3. Black: V2e7. Black to move",
        "Ход чёрных. Белые: М1с3; Ч: V2e7",
    ] {
        assert_eq!(position(text).to_string(), "b M1c3;V2e7", "{text}");
    }
    for text in ["start", " START\n", "Start", "stаrt"] {
        assert_eq!(position(text), Position::default(), "{text}");
    }
    assert_eq!(under(FORCED, "start"), Position::start(&FORCED));
    // Squares and labels that look alike: f4 and f2 are squares, F a4 a label.
    assert_eq!(position("w M2 d4, f4, M3 h6;F a1").to_string(), "w M2d4,M2f4,M3h6;Fa1");
    assert_eq!(position("w M2 – f2 d4, F – b8; M1a7").to_string(), "w M2f2,M2d4,Fb8;M1a7");
    // One side may have no stones.
    assert_eq!(position("b ;M1a7").to_string(), "b ;M1a7");
    assert_eq!(position("White: M1a3").to_string(), "w M1a3;");
}

#[test]
fn positions_that_are_refused() {
    for (text, message) in [
        ("", "byte 0: expected the side to move, w or b, found the end"),
        ("x M1c3;", "byte 0: expected the side to move, w or b, found ‘x’"),
        ("M1c3;V2e7", "byte 0: expected the side to move, w or b, found ‘M’"),
        ("w", "byte 1: expected ‘;’ between White’s stones and Black’s, found the end"),
        ("w M1c3", "byte 6: expected ‘;’ between White’s stones and Black’s, found the end"),
        ("w M1c3;M1a7;", "byte 11: expected Black’s stones to the end: White’s ended at the first ‘;’, found ‘;’"),
        ("w M4c3;", "byte 3: expected the number of the stone, 1 to 3, found ‘4’"),
        ("w Mc3;", "byte 3: expected the number of the stone, 1 to 3, found ‘c’"),
        ("w c3;", "byte 2: expected a label: M1, M2, M3, V1, V2, V3, W or F, found ‘c’"),
        ("w M1c3;a7", "byte 7: expected a label: M1, M2, M3, V1, V2, V3, W or F, found ‘a’"),
        ("w M1;V2e7", "byte 4: expected a square, found ‘;’"),
        ("w M1,V2e7;", "byte 4: expected a square, found ‘,’"),
        ("w M1c3;V2", "byte 9: expected a square, found the end"),
        ("w M1c9;", "byte 5: expected a rank, 1 to 8, found ‘9’"),
        ("w M1i3;", "byte 4: expected a square, found ‘i’"),
        ("w M1c3,M2c4;", "byte 9: c4 is a light square, and the game is played on the dark ones (A-1)"),
        ("w M1c3,M2c3;", "byte 9: there is already a stone on c3"),
        ("w M1c3;M2c3", "byte 9: there is already a stone on c3"),
        ("w Fc3;M2e7", "byte 3: a stone on c3 can’t be finished: White’s stones finish on rank 8"),
        ("w M1a1,F2c3;", "byte 9: a stone on c3 can’t be finished: White’s stones finish on rank 8"),
        ("w M1c3;Fc7", "byte 8: a stone on c7 can’t be finished: Black’s stones finish on rank 1"),
        ("w M1 a1 c1 e1 g1 b2;", "byte 17: White has more than four stones of number 1 with the one on b2"),
        ("w ;W b2 d2 f2 h2 a3 c3 e3 g3 b4 d4 f4 h4 a5", "byte 41: Black has more than 12 stones with the one on a5"),
        ("w ;", "there is no stone on the board, so both sides would have lost (A-13)"),
        ("b Fb8,d8,f8,h8;Fa1,c1,e1,g1", "both sides have four finished stones, so both would have won (A-14)"),
        ("start now", "byte 6: expected the end after ‘start’, found ‘n’"),
        ("w M1c3;Black: M1a7", "byte 7: expected no heading within a list that has begun without one, found ‘B’"),
        ("w M1c3;M1a7 – ", "byte 12: expected a square, found ‘–’"),
        ("wM1c3;", "byte 0: expected the side to move, w or b, found ‘w’"),
    ] {
        assert_eq!(position_refusal(text), message, "{text}");
    }
    assert!(matches!("w M1c4;".parse::<Position>(), Err(PositionError::LightSquare { offset: 4, .. })));
}

#[test]
fn positions_survive_being_written() {
    for seed in 0..800 {
        for rules in [FREE, FORCED] {
            for here in [hand_set(seed, rules).0, reached(seed, rules).0] {
                assert_eq!(Position::read_position(&here.to_string(), &rules), Ok(here));
            }
        }
    }
}

/// Whose turn it is says the letter in front, if there is one, whatever is said behind.
#[test]
fn the_turn_is_said_once() {
    for text in ["w M3d4;M1f6. Ход чёрных", "w M3d4;M1f6 black to move"] {
        assert_eq!(position(text).to_string(), "w M3d4;M1f6", "{text}");
    }
}

/// What a developer sees: the text, and the rules if they aren't the default.
#[test]
fn positions_are_shown_to_developers() {
    let text = "w V1d6;M3f6";
    for (rules, shown) in [("", ""), ("third-retreat=forced", " third-retreat=forced")] {
        let here = Position::read_position(text, &rules.parse().expect("rules")).expect(text);
        assert_eq!(format!("{here:?}"), format!("Position({text}{shown})"));
    }
}

#[test]
fn moves_in_three_forms() {
    let forms = |text: &str| {
        let position = position(text);
        let mut texts = Vec::new();
        for mv in moves(&position).split(' ') {
            texts.push(
                [mv.to_string(), written(&position, Form::Author, mv), written(&position, Form::Short, mv)].join(" "),
            );
        }
        texts
    };
    // The least that tells a move apart: nothing, the file, the square; marks tell, too.
    assert_eq!(
        forms("w M3c3,M3e3,M3c5;M1a7"),
        [
            "c3-b2 M3b2V cb2",
            "c3-b4 M3b4 c3b4",
            "c3-d2 M3cd2V cd2",
            "c3-d4 M3cd4 c3d4",
            "c5-b4 M3b4V c5b4",
            "c5-b6 M3b6 cb6",
            "c5-d4 M3d4V c5d4",
            "c5-d6 M3d6 cd6",
            "e3-d2 M3ed2V ed2",
            "e3-d4 M3ed4 ed4",
            "e3-f2 M3f2V ef2",
            "e3-f4 M3f4 ef4",
        ]
    );
    assert_eq!(forms("w M3c3,M3c5,M3e3;M2d4"), ["c3:d4 M3c3:d4 c3:d4", "c5:d4 M3c5:d4 c5:d4", "e3:d4 M3e:d4 e:d4"]);
    assert_eq!(forms("w M1c3,M1e3;M3d4,M3c5"), ["c3:d4:c5 M1c:d4:c5 c:d4:c5", "e3:d4:c5 M1e:d4:c5 e:d4:c5"]);
    assert_eq!(forms("b M1a1,M2h6;M1f6,M3d8,Fg1")[0], "d8-c7 M3c7 dc7");
    assert_eq!(
        forms("b M1a1,M2c1;Wd6,V3h8"),
        ["d6-c5 Wc5 dc5", "d6-c7 Wc7Z dc7", "d6-e5 We5 de5", "d6-e7 We7Z de7", "h8-g7 V3g7 hg7",]
    );
}

#[test]
fn moves_as_people_write_them() {
    let chain = position("b M3e5,M3d4,M2a1;M1f6,M1b6");
    let quiet = position("w M3c3,M3e3,V2a5,Wg5;M1h8");
    for (here, long, texts) in [
        (
            &chain,
            "f6:e5:d4",
            "f6:e5:d4 | F6:E5:D4 | f6xe5xd4 | f6×e5×d4 | f6 : e5 : d4 | f6хе5хd4 | f6-e5-d4 | f6e5d4 | f 6 : e 5 : d 4",
        ),
        (&chain, "f6:e5:d4", "f6:d4 | f6d4 | f:e5:d4 | f:d4 | fd4 | d4 | :d4 | e5d4 | M:d4 | M1:d4 | M1d4 | M1e5d4"),
        (&chain, "f6:e5:d4", "M1:e5:d4 | М1:е5:d4 | M1f:e5:d4 | M1f6:e5:d4 | M1 : e5 : d4! | m1:E5:D4?! | М1∶e5∶d4"),
        (&chain, "f6:e5:d4", "11... M1:e5:d4 | 11. … M1:e5:d4 | 11...f6:e5:d4 | 11. M1:e5:d4 | M1:e5:d4. | M1:e5:d4,"),
        (&quiet, "c3-d4", "c3-d4 | c3–d4 | c3 — d4 | c3−d4 | c3d4 | c3--d4 | cd4 | c-d4 | С3-D4 | ｃ３－ｄ４"),
        (
            &quiet,
            "c3-d4",
            "M3cd4 | M3c3d4 | M3c3-d4 | МЗсd4 | М3cd4 | m3 c d4 | M 3 cd4 | 1.M3cd4 | 1. M3cd4 | 12…c3-d4",
        ),
        (&quiet, "c3-d4", "\u{feff}c3-d4\r\n | c3\u{a0}- d4 | c3\t-\td4 | c3-d4!! | c3-d4?? | c3-d4+"),
        (&quiet, "c3-d2", "c3-d2 | M3cd2V | M3c3d2V | cd2 | M3cd2 | M3cd2 V! | Mcd2v | cd2V"),
        (&quiet, "a5-b4", "a5-b4 | V2b4W | V2b4 | V2a5b4W | Vb4W | b4W | V2ab4w"),
        (&quiet, "g5-h4", "g5-h4 | Wh4Z | Wh4 | h4Z | W2h4Z | h4 | Wg5h4z"),
        (&quiet, "a5-b6", "a5-b6 | V2b6 | V2ab6 | Vb6 | ab6"),
        (&position("w M1a7,M1c3;V2h4"), "a7-b8", "a7-b8 | M1b8 | M1b8F | ab8 | b8f | M1b8#"),
    ] {
        for text in texts.split('|') {
            match here.read_move(text) {
                Ok(mv) => assert_eq!(here.move_text(&mv), long, "{text}"),
                Err(error) => panic!("{here}: {text}: {error}"),
            }
        }
    }
    // 4.M2c3 of the sample game: the author names the step forward and needs no file, since the retreat has a mark.
    let here = position("w M2d2,M2b4;M1h8");
    assert_eq!(here.read_move("M2c3").expect("one is unmarked").to_string(), "d2-c3");
    assert_eq!(here.read_move("M2c3V").expect("one is marked").to_string(), "b4-c3");
}

#[test]
fn moves_that_are_refused() {
    let chain = position("b M3e5,M3d4,M2a1;M1f6,M2h4");
    let quiet = position("w M3c3,M3e3,V2c5,Wg5,M1b6;M1h8,Fa1,M1a7");
    let mut wrong = Vec::new();
    for (here, text, message) in [
        // No move at all.
        (&quiet, "", "byte 0: expected a square, found the end"),
        (&quiet, "M3", "byte 2: expected a square, found the end"),
        (&quiet, "c", "byte 1: expected a rank, 1 to 8, or a square, found the end"),
        (&quiet, "c3-", "byte 3: expected a square, found the end"),
        (&quiet, "c3-d", "byte 4: expected a rank, 1 to 8, found the end"),
        (&quiet, "c3-f", "byte 4: expected a rank, 1 to 8, found the end"),
        (&quiet, "c3d", "byte 3: expected a rank, 1 to 8, found the end"),
        (&quiet, "c3-d4-", "byte 6: expected a square, found the end"),
        (&quiet, "c3-d4 e3-f4", "byte 3: there is nothing to take on d4; c3-d4 would be legal"),
        (&quiet, "c3-d9", "byte 4: expected a rank, 1 to 8, found ‘9’"),
        (&quiet, "c3/d4", "byte 2: expected the end of the move, found ‘/’"),
        (&quiet, "K3d4", "byte 0: expected a square, found ‘K’"),
        (&quiet, "M4d4", "byte 1: expected a square, found ‘4’"),
        (&quiet, "M33d4", "byte 2: expected a square, found ‘3’"),
        (&quiet, "1-0", "byte 0: expected a square, found ‘1’"),
        // Misprinted squares.
        (&quiet, "c3-d5", "byte 3: d5 is a light square (A-1); legal would be c3-b2, c3-b4, c3-d2, c3-d4"),
        (&quiet, "c2-d4", "byte 0: c2 is a light square (A-1); legal would be c3-d4, c5-d4, e3-d4"),
        (
            &quiet,
            "c3-e5",
            "byte 3: a stone goes one square diagonally, not from c3 to e5 (A-4); legal would be c3-b2, c3-b4, c3-d2, c3-d4",
        ),
        (&quiet, "a3-b4", "byte 0: there is no stone on a3; legal would be c3-b4, c5-b4"),
        (&quiet, "h8-g7", "byte 0: the stone on h8 is Black’s, and it is White’s turn"),
        (&quiet, "a1-b2", "byte 0: the stone on a1 is Black’s, and it is White’s turn; c3-b2 would be legal"),
        // The wrong stone.
        (&quiet, "M2d6", "byte 0: the stone that can go there from c5 is V2, not M2; c5-d6 would be legal"),
        (&quiet, "M2g5", "byte 0: White has no M2 that could move"),
        (&quiet, "M1g5", "byte 2: no M1 of White’s can go to g5"),
        (&quiet, "V3h6", "byte 0: the stone that can go there from g5 is W, not V3; g5-h6 would be legal"),
        (&quiet, "V2c3d4", "byte 0: the stone that can go there from c3 is M3, not V2; c3-d4 would be legal"),
        (&quiet, "M3h4", "byte 0: the stone that can go there from g5 is W, not M3; g5-h4 would be legal"),
        (&quiet, "M3e7", "byte 2: no M3 of White’s can go to e7"),
        (&quiet, "M3bc5", "byte 3: no M3 of White’s on file b can go to c5"),
        (&quiet, "M2c3-c5", "byte 0: the stone on c3 is M3, not M2; legal would be c3-b2, c3-b4, c3-d2, c3-d4"),
        (&quiet, "M2a7-c5", "byte 2: the stone on a7 is Black’s, and it is White’s turn"),
        (&quiet, "W2c3-d4", "byte 0: the stone that can go there from c3 is M3, not W; c3-d4 would be legal"),
        (&quiet, "e7", "byte 0: no stone of White’s can go to e7"),
        (
            &quiet,
            "V1d4",
            "byte 0: the stone that can go there from c3 is M3, not V1; legal would be c3-d4, c5-d4, e3-d4",
        ),
        // The wrong mark.
        (&quiet, "M3cd2W", "byte 5: the M3 becomes V with this retreat, not W (A-5); c3-d2 would be legal"),
        (&quiet, "V2b4V", "byte 4: the V2 becomes W with this retreat, not V (A-5); c5-b4 would be legal"),
        (
            &quiet,
            "Wh4W",
            "byte 3: this is the third retreat of the stone, which takes it off: Z, not W (A-5); g5-h4 would be legal",
        ),
        (&quiet, "M3f4V", "byte 4: a step forward changes no state, so there is no V (A-5); e3-f4 would be legal"),
        (&quiet, "M3f4F", "byte 4: a step forward changes no state, so there is no F (A-5); e3-f4 would be legal"),
        (
            &position("w M3a7;M1h2"),
            "M3b8V",
            "byte 4: the stone finishes there, so there is no V (A-6); a7-b8 would be legal",
        ),
        (&chain, "M1:e5:d4V", "byte 8: a capture costs no rights, so there is no V (A-9); f6:e5:d4 would be legal"),
        // A capture that is none.
        (&quiet, "c3:d4", "byte 3: there is nothing to take on d4; c3-d4 would be legal"),
        (&quiet, "M3f:e5", "byte 4: no M3 of White’s on file f can go to e5"),
        (&quiet, "b6:a7", "byte 3: M1 doesn’t beat M1 (A-8); legal would be b6-a5, b6-c7"),
        (&quiet, "b6-c5", "byte 3: c5 is occupied by White’s own V2; legal would be b6-a5, b6-c7"),
        // Captures broken off, gone on with, or left out.
        (&chain, "f6:e5", "byte 3: the capture goes on from e5, to d4 (A-11); f6:e5:d4 would be legal"),
        (&chain, "M1:e5", "byte 3: the capture goes on from e5, to d4 (A-11); f6:e5:d4 would be legal"),
        (&chain, "f6-g5", "byte 3: capture is compulsory (A-10); f6:e5:d4 would be legal"),
        (&chain, "f6:g5", "byte 3: there is nothing to take on g5; f6:e5:d4 would be legal"),
        (&chain, "f6:e5:f6", "byte 6: the stone can’t come back to where it started from; f6:e5:d4 would be legal"),
        (&chain, "h4-g3", "byte 3: capture is compulsory (A-10); f6:e5:d4 would be legal"),
        (&chain, "M2g3", "byte 2: capture is compulsory (A-10); f6:e5:d4 would be legal"),
        (&chain, "f6:e5:d4:c3", "byte 9: there is nothing to take on c3; f6:e5:d4 would be legal"),
        (&chain, "f6:e5:f4", "byte 6: there is nothing to take on f4; f6:e5:d4 would be legal"),
        (
            &chain,
            "f6:d4:e5",
            "byte 3: a stone goes one square diagonally, not from f6 to d4 (A-4); f6:e5:d4 would be legal",
        ),
        (
            &chain,
            "f6:e5:d4:c3:d4:e5:d4:e5:d4:e5:d4:e5:d4:e5",
            "byte 39: expected the end: nobody can take more than 12 stones, found ‘e’",
        ),
        (&chain, "e5-f6", "byte 0: the stone on e5 is White’s, and it is Black’s turn; f6:e5:d4 would be legal"),
    ] {
        let found = refusal(here, text);
        if found != message {
            wrong.push(format!("{text}\n  {found}\n  {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn moves_that_are_ambiguous() {
    let here = position("w M3c3,M3e3;M1a7");
    assert_eq!(refusal(&here, "M3d4"), "several legal moves fit: c3-d4, e3-d4");
    assert_eq!(refusal(&here, "d4"), "several legal moves fit: c3-d4, e3-d4");
    // Retreats are marked: with its label, a text without a mark is a step forward, if there is just one.
    let here = position("w M1c3,M1e5;M1h8");
    assert_eq!(refusal(&here, "d4"), "several legal moves fit: c3-d4, e5-d4");
    assert_eq!(here.read_move("M1d4"), here.read_move("c3-d4"));
    let here = position("w M1c5,M1e5;M1h8");
    assert_eq!(refusal(&here, "M1d4"), "several legal moves fit: c5-d4, e5-d4");
    // A capture is never marked, forward or backward, so neither is meant rather than the other.
    let here = position("w M1c3,M1e5;M3d4");
    assert_eq!(refusal(&here, "M1:d4"), "several legal moves fit: c3:d4, e5:d4");
    // Both ways round end on the same square: the ends alone don't tell.
    let here = position("w M3d4;Wc5,We5,Wd6,Wc7,We7");
    let MoveError::Ambiguous { fitting } = here.read_move("d4:e7").expect_err("two ways") else { panic!("ambiguous") };
    assert_eq!(fitting, ["d4:c5:d6:e7", "d4:e5:d6:e7"]);
}

#[test]
fn moves_after_the_end() {
    let over = position("w V1d6,Fb8,Ff8;Fc1,Fe1");
    assert_eq!(refusal(&over, "d6-e7"), "the game is over (1-0: all have finished and the winner has more stones)");
    // A side that has third retreats alone is blocked, unless it must make one.
    let blocked = "w Wc7,Fb8,Fd8,Ff8;Fe1,Fg1,Wh2";
    for text in ["c7-b6", "Wb6Z", "cb6"] {
        assert_eq!(refusal(&position(blocked), text), "the game is over (0-1: blocked)");
        assert_eq!(under(FORCED, blocked).read_move(text).map(|mv| mv.to_string()), Ok("c7-b6".into()));
    }
}

#[test]
fn captures_step_by_step() {
    let here = position("b M3e5,M3d4,M2c5,M1h8;M1f6,V1h6,M2b2,Fc1");
    let begin = |square| Entry::begin(&here, Side::Black, square).map_err(|error| error.to_string());
    for (square, reason) in [
        (Square::A1, "there is no stone on a1"),
        (Square::E5, "the stone on e5 is White’s, and it is Black’s turn"),
        (Square::H6, "capture is compulsory (A-10), and V1 can’t capture: only M stones do (A-7)"),
        (Square::B2, "capture is compulsory (A-10), and the M2 on b2 has nothing to take"),
        (Square::C1, "the stone on c1 has finished and never moves again (A-6)"),
    ] {
        assert_eq!(begin(square), Err(reason.into()));
    }
    assert_eq!(Entry::new(&here, Side::White), Err(EntryError::NotToMove { side: Side::White }));
    let over = position("w M3d4,Fb8;");
    assert_eq!(Entry::begin(&over, Side::White, Square::D4), Err(EntryError::Over));

    let mut entry = begin(Square::F6).expect("it can take");
    assert_eq!((entry.square(), entry.side(), entry.position()), (Some(Square::F6), Side::Black, &here));
    for (square, reason) in [
        (Square::G7, "capture is compulsory (A-10)"),
        (Square::C3, "a stone goes one square diagonally, not from f6 to c3 (A-4)"),
    ] {
        assert_eq!(entry.choose(square).map_err(|error| error.to_string()), Err(reason.into()));
    }
    let begun = entry.clone();
    entry.choose(Square::E5).expect("it can take");
    assert_eq!(entry.board().to_string(), "b M3d4,M2c5,Fh8;Fc1,M2b2,M1e5,V1h6");
    let goes_on = "the capture goes on from e5, to d4 (A-11)";
    assert_eq!(entry.finish().map_err(|error| error.to_string()), Err(goes_on.into()));
    assert_eq!(entry.to_string(), format!("{here} f6:e5"));
    for (square, reason) in [
        (Square::F6, "the stone can’t come back to where it started from"),
        (Square::F4, "there is nothing to take on f4"),
    ] {
        assert_eq!(entry.choose(square).map_err(|error| error.to_string()), Err(reason.into()));
    }
    entry.choose(Square::D4).expect("it can take");
    assert!(entry.is_complete() && entry.choices().is_empty());
    assert_eq!(entry.choose(Square::C3), Err(EntryError::Complete));
    assert_eq!(entry.captured().to_string(), "d4 e5");
    assert_eq!(entry.squares(), [Square::F6, Square::E5, Square::D4]);
    let mv = entry.finish().expect("complete");
    assert_eq!(here.moves(), [mv]);
    assert_eq!(entry.board().stones_of(Side::White), here.after(&mv).stones_of(Side::White));
    assert!(entry.take_back() && entry.take_back());
    assert_eq!(entry, begun);
    assert_eq!(entry.board(), here);
    assert_eq!(here.stone_at(Square::E5).map(|stone| stone.label), Some(Label::M3));
    assert!(entry.take_back() && !entry.take_back());
    assert_eq!(entry.choices().to_string(), "f6");
}

#[test]
fn steps_square_by_square() {
    let here = position("w M1c3,V2b2,Wh2;M2e7,Fc1");
    let mut entry = Entry::new(&here, Side::White).expect("White moves");
    assert_eq!(entry.choices().to_string(), "b2 h2 c3");
    assert_eq!(entry.finish().map_err(|error| error.to_string()), Err("a stone must be chosen".into()));
    entry.choose(Square::C3).expect("it can step");
    assert_eq!(entry.choices().to_string(), "d2 b4 d4");
    let missing = "the square that the stone goes to is missing";
    assert_eq!(entry.finish().map_err(|error| error.to_string()), Err(missing.into()));
    for (square, reason) in [
        (Square::B2, "b2 is occupied by White’s own V2"),
        (Square::E5, "a stone goes one square diagonally, not from c3 to e5 (A-4)"),
    ] {
        assert_eq!(entry.choose(square).map_err(|error| error.to_string()), Err(reason.into()));
    }
    entry.choose(Square::D2).expect("it can step back");
    assert_eq!(entry.board().to_string(), "w V2b2,V1d2,Wh2;Fc1,M2e7", "a retreat costs rights (A-5)");
    assert_eq!(entry.finish().expect("complete").to_string(), "c3-d2");
    assert_eq!(entry.to_string().parse(), Ok(entry));
    let texts = |square| here.moves_from(Side::White, square).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(Square::C3), ["c3-d4", "c3-b4", "c3-d2"]);
    assert!(texts(Square::E7).is_empty() && texts(Square::A1).is_empty());
}

#[test]
fn captures_as_text() {
    let text = "b M3d4,M3e5;M1f6 f6:e5";
    let entry: Entry<Position> = text.parse().expect("as written");
    assert_eq!((entry.square(), entry.to_string().as_str()), (Some(Square::E5), text));
    for text in [
        "b M3d4,M3e5;M1f6 F6 : E5",
        "b M3d4, M3e5; M1f6 f6xe5 ",
        "Белые: М3 – d4, e5. Чёрные: M1f6. Ход чёрных. f6:е5",
        "b M3d4,M3e5;M1f6\nf6:\ne5",
    ] {
        assert_eq!(text.parse(), Ok(entry.clone()), "{text}");
    }
    for (text, squares) in [("b M3d4,M3e5;M1f6 f6", &[Square::F6][..]), ("b M3d4,M3e5;M1f6 ?", &[])] {
        let begun: Entry<Position> = text.parse().expect("as written");
        assert_eq!((begun.squares(), begun.to_string().as_str()), (squares, text));
    }
    for (text, message) in [
        ("", "byte 0: expected the side to move, w or b, found the end"),
        ("f6:e5", "byte 0: expected the side to move, w or b, found the end"),
        ("b M3d4,M3e5;M1f6", "byte 1: expected ‘;’ between White’s stones and Black’s, found the end"),
        ("b M3d4,M3e5;M1f6 f6:", "byte 20: expected a square of the board, found the end"),
        ("b M3d4,M3e5;M1f6 f6:d4", "byte 20: a stone goes one square diagonally, not from f6 to d4 (A-4)"),
        ("b M3d4,M3e5;M1f6 e5:f6", "byte 17: the stone on e5 is White’s, and it is Black’s turn"),
        ("b M3d4,M3e5;M1f6 f6:e5e4", "byte 20: expected a square of the board, found ‘e5e4’"),
        ("b M3d4,M3e5;M1f6 f5:e5", "byte 17: expected a square of the board, found ‘f5’"),
        ("b M3d4,M3e5;M1f6 --", "byte 17: there is no pass here"),
        ("b M3d4,M3e5;M1f6 black f6", "byte 17: expected the squares, found ‘black’"),
        ("w M3d4,Fb8; d4", "byte 12: the game is over"),
    ] {
        assert_eq!(text.parse::<Entry<Position>>().expect_err(text).to_string(), message, "{text}");
    }
    let forced = Entry::<Position>::read(text, &FORCED).expect("as written");
    assert_ne!(forced, entry);
    assert_eq!(forced.position().rules(), FORCED);
}

#[test]
fn labels_and_rules_as_text() {
    for label in Label::ALL {
        assert_eq!(label.to_string().parse(), Ok(label));
        assert_eq!(label.to_string().to_lowercase().parse(), Ok(label));
    }
    for (text, label) in [("М3", Label::M3), ("W2", Label::W), (" v1 ", Label::V1)] {
        assert_eq!(text.parse(), Ok(label));
    }
    for text in ["", "M", "M4", "V0", "F1", "W4", "X", "M33", "1M"] {
        assert_eq!(
            text.parse::<Label>().expect_err(text).to_string(),
            "expected a label: M1, M2, M3, V1, V2, V3, W or F"
        );
    }
    assert_eq!((FREE.to_string(), FORCED.to_string()), (String::new(), "third-retreat=forced".into()));
    for (text, rules) in [("", FREE), ("third-retreat=free", FREE), (" Third-Retreat = FORCED ", FORCED)] {
        assert_eq!(text.parse(), Ok(rules), "{text}");
    }
    for (text, message) in [
        ("third-retreat=maybe", "byte 14: third-retreat can’t be ‘maybe’: expected free or forced"),
        ("landing=free", "byte 0: there is no rule option ‘landing’; there are third-retreat"),
        ("third-retreat", "byte 0: expected key=value, found ‘third-retreat’"),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message);
    }
}

#[test]
fn diagram() {
    let mut drawn = String::new();
    position("w M3a1,V2c3,Wg7,Fb8;M1h8,v1d6,We5,Fc1").write_diagram(&mut drawn).expect("a string takes everything");
    let expected = [
        "8    F     .     .     m1",
        "7 .     .     .     W",
        "6    .     v1    .     .",
        "5 .     .     w     .",
        "4    .     .     .     .",
        "3 .     V2    .     .",
        "2    .     .     .     .",
        "1 M3    f     .     .",
        "  a  b  c  d  e  f  g  h",
        "",
    ];
    let expected = expected.join("\n");
    assert_eq!(drawn, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is thrown at the readers, they answer, and what they accept survives being written.
    #[test]
    fn nothing_panics(text in "[wb ]{0,3}([MVWFmvwfМ]?[1-3 ]?[a-hаес]?[1-9]?[-:;,. xх–…!ZV]{0,2}){0,12}", seed in 0..500u64) {
        if let Ok(read) = text.parse::<Position>() {
            prop_assert_eq!(read.to_string().parse::<Position>(), Ok(read));
        }
        if let Ok(read) = text.parse::<Entry<Position>>() {
            prop_assert_eq!(read.to_string().parse::<Entry<Position>>(), Ok(read));
        }
        let here = hand_set(seed, FREE).0;
        if let Ok(mv) = here.read_move(&text) {
            prop_assert!(here.is_legal(&mv));
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,40}") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<Entry<Position>>();
        let _ = Position::default().read_move(&text).map_err(|error| error.to_string());
    }

    /// Every offset is a place in the text.
    #[test]
    fn errors_point_into_the_text(text in "[MVWМ]?[1-3]?[a-h]?[1-8]?[-:–]?[a-h][1-8][:-]?([a-h][1-8])?[VWZ]?", seed in 0..500u64) {
        let here = reached(seed, FREE).0;
        if let Err(error) = here.read_move(&text) {
            prop_assert!(error.offset() <= text.len() && text.is_char_boundary(error.offset()), "{}", error);
            if let MoveError::Illegal { meant, .. } = error {
                for text in meant {
                    prop_assert!(here.read_move(&text).is_ok());
                }
            }
        }
    }
}

/// The three games are alike in this: a full stop may end a position, a second semicolon would begin a third list.
#[test]
fn a_position_may_end_with_a_full_stop_but_has_one_semicolon() {
    let read = ["w M1a1;M2b2", "w M1a1;M2b2.", "w M1a1; M2b2 . "].map(str::parse::<Position>);
    assert!(read.iter().all(|position| position.is_ok() && *position == read[0]), "{read:?}");
    for text in ["w M1a1;M2b2;", "w M1a1;M2b2;;", "w M1a1;M2b2;M3c3"] {
        assert!(text.parse::<Position>().is_err(), "{text}");
    }
}
