//! Positions, moves, captures and rules as text: what is written, what is read, and what the errors say.

use crate::common::{self, hand_set, move_error, position, reached, texts, under};
use proptest::prelude::*;
use tavlei_game::{Entry, Form, Game, Notation, Side};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Position, PositionError, Rules};

/// The text of a legal move in another form.
fn written(form: Form, position: &Position, move_text: &str) -> String {
    let mv = position.read_move(move_text).expect(move_text);
    let mut text = String::new();
    position.write_move_as(form, &mv, &mut text).expect("a string takes everything");
    text
}

#[track_caller]
fn position_error(text: &str) -> String {
    Position::read_position(text, &Rules::default()).expect_err(text).to_string()
}

#[test]
fn positions_are_read_as_people_write_them() {
    let canonical = "w c1=1/0000,d6=000000;a1=110101/1,b2=00";
    for text in [
        "w c1=1/0000,d6=000000;a1=110101/1,b2=00",
        "w d6=000000,c1=1/0000;b2=00,a1=110101/1",
        "  W  C1 = 1/0000 , D6=000000 ; A1=110101 / 1, B2=00\r\n",
        "\u{feff}w c1=1/0000,d6=000000;a1=110101/1,b2=00",
        "w c1-1/0000, d6–000000; a1—110101/1, b2−00",
        "w c1 1/0000 d6 000000; a1 110101/1 b2 00",
        "w c1:1/OOOO, d6:оооооо; a1:11О1О1/1, b2:ОО",
        "белые: с1 - 1/0000, d6 – 000000; чёрные: а1 – 110101/1, b2 – 00.",
        "Белые: с1 - 1/0000, d6 – 000000; Черные: а1 – 110101/1, b2 – 00",
        "БЕЛЫЕ: С1 - 1/0000, d6 – 000000\nЧЁРНЫЕ: А1 – 110101/1, В2 – 00",
        "black: a1=110101/1,b2=00; white: c1=1/0000,d6=000000",
        "white black: a1=110101/1,b2=00; white: c1=1/0000,d6=000000;",
    ] {
        assert_eq!(position(text).to_string(), canonical, "{text}");
    }
    for text in ["b ;b2=00", "B;b2=00", "black ;b2=00", "чёрные ; b2=00", "black black: b2=00; white:"] {
        assert_eq!(position(text).to_string(), "b ;b2=00", "{text}");
    }
    assert_eq!(position("w ;").to_string(), "w ;");
    assert_eq!(position("w b2=00;").to_string(), "w b2=00;");
    assert_eq!(position(" start "), Position::default());
    assert_eq!(position("START"), Position::default());
}

/// What a developer sees: positions as their text, moves by the squares that they touch for sure.
#[test]
fn positions_and_moves_are_shown_to_developers() {
    let start = "w c3=0;d4=0,f6=0";
    assert_eq!(start.parse(), Ok(position(start)));
    assert_eq!(format!("{:?}", position(start)), start);
    assert_eq!(format!("{:?}", under("draw_plies=none", start)), format!("{start} [draw_plies=none]"));
    let shown = |text: &str| position(text).moves().iter().map(|mv| format!("{mv:?}")).collect::<Vec<_>>();
    assert_eq!(shown(start), ["c3(d4)(f6)g7"]);
    assert_eq!(shown("w a1=0;h2=0"), ["a1-b2"]);
    assert_eq!(shown("w a7=0;h2=0"), ["a7-b8=K"]);
}

/// T-15: a text that names every landing square of a move is that move, though it is the two ends of another one, too; so
/// the canonical texts are read as what they were written for. The half-short form is no exception.
#[test]
fn t15_a_text_in_full_is_not_the_ends_of_a_longer_capture() {
    let here = position("w a3=0,f4=1/000;d2=0/0,d4=0,h4=0/0000,c5=0/00000,g5=0,f6=0,e7=0,f8=0,h8=0");
    let all = texts(&here);
    assert!(all.iter().any(|text| text == "f4:c1") && all.iter().any(|text| text == "f4:h6:c1"), "{all:?}");
    for (text, meant) in [("f4:c1", "f4:c1"), ("f:c1", "f4:c1"), ("fc1", "f4:c1"), ("f:h6:c1", "f4:h6:c1")] {
        let read = here.read_move(text).map(|mv| here.move_text(&mv));
        assert_eq!(read, Ok(meant.to_string()), "{text}");
    }
}

/// What a published text says besides the towers: bullets, who is to move and what he shall reach, semicolons under a
/// heading, headings with a dash.
#[test]
fn positions_are_read_out_of_published_sentences() {
    let white = "w c1=1/0000,d6=000000;a1=110101/1,b2=00";
    for text in [
        "- белые: с1 - 1/0000, d6 – 000000; чёрные: а1 – 110101/1, b2 – 00.",
        "• белые: с1 - 1/0000; d6 – 000000; чёрные: а1 – 110101/1; b2 – 00;",
        "Белые – с1 1/0000, d6 000000. Чёрные – а1 110101/1, b2 00.",
        "белые: с1 1/0000, d6 000000; чёрные а1 110101/1, b2 00.",
        "Ход белых. Белые: с1 1/0000, d6 000000. Чёрные: а1 110101/1, b2 00.",
        "Белые: с1 1/0000, d6 000000. Чёрные: а1 110101/1, b2 00. Белые начинают и выигрывают.",
        "White to move and win: White: c1 1/0000, d6 000000; Black: a1 110101/1, b2 00",
        "w: b2-0 b: b4-0",
        "w: b2-0; b: b4-0",
    ] {
        let expected = if text.starts_with('w') { "w b2=0;b4=0" } else { white };
        assert_eq!(position(text).to_string(), expected, "{text}");
    }
    // A side without towers need not be named.
    for text in ["Белые: b2 0;", "Белые: b2 0; .", "White: b2 0;."] {
        assert_eq!(position(text).to_string(), "w b2=0;", "{text}");
    }
    let black = white.replacen('w', "b", 1);
    for text in [
        "Ход чёрных. Белые: с1 1/0000, d6 000000; чёрные: а1 110101/1, b2 00",
        "Чёрные: а1 110101/1, b2 00; белые: с1 1/0000, d6 000000. Ход чёрных.",
        "White: c1 1/0000, d6 000000. Black: a1 110101/1, b2 00. Black to move and draw.",
    ] {
        assert_eq!(position(text).to_string(), black, "{text}");
    }
    for (text, message) in [
        ("Black to move. w a3=0;b8=0", "byte 16: expected a heading, White: or Black:, found ‘ ’"),
        ("Ход белых", "byte 17: expected a heading, White: or Black:, found the end"),
        (
            "белые: b2 0. d4 0",
            "byte 16: expected a comma and a tower, or a semicolon and the other side’s towers, found ‘.’",
        ),
        ("белые: b2 0; чёрные: d4 0. Ура", "byte 38: expected a comma and a tower, or the end, found ‘У’"),
    ] {
        assert_eq!(position_error(text), message, "{text}");
    }
}

/// Plain men and kings as draughts programs write them, squares or their numbers.
#[test]
fn the_fen_of_draughts_programs_is_a_position() {
    for (text, canonical) in [
        ("W:Wh6:Bg7,c5,d2", "w h6=0;d2=0,c5=0,g7=0"),
        ("B:W21,K9:BK2,1", "b a3=0,b6=1;b8=0,d8=1"),
        (" \"w : W K h6 : B g7 , с5.\" ", "w h6=1;c5=0,g7=0"),
        ("\"W:Wh6:Bg7\"", "w h6=0;g7=0"),
        ("  W:Wh6:Bg7.", "w h6=0;g7=0"),
        ("W:B:WKa1", "w a1=1;"),
        ("W:B7,8,17,18:WK2", "w d8=1;b4=0,d4=0,e7=0,g7=0"),
        // With move counters, in any order.
        ("W:Wa1:Bg7:H0:F1", "w a1=0;g7=0"),
        ("w:f1:h0:bg7:wa1", "w a1=0;g7=0"),
        ("B:H12:W21,K9:F40:BK2,1", "b a3=0,b6=1;b8=0,d8=1"),
        (" \"W : W a1 : B g7 : Н 3 : F 17 .\"", "w a1=0;g7=0"),
        ("W:W:BKa1:F65535:H65535.", "w ;a1=1"),
    ] {
        assert_eq!(position(text).to_string(), canonical, "{text}");
    }
    assert_eq!(position("W:W21-32:B1-12"), Position::default());
    for (text, message) in [
        ("W:Wa3", "byte 5: expected a comma and a square, or a colon and the other side’s men, found the end"),
        ("W:Wa3:Wb4", "byte 6: expected W and White’s men, or B and Black’s, each once, found ‘W’"),
        ("W:Wa3,33:B", "byte 6: expected the number of a square, 1 to 32, found ‘3’"),
        ("W:W4:B9", "byte 3: h8: a man of White’s can’t command a tower on the far rank, where he would be a king"),
        ("W:Wa3,21:B", "byte 6: a3 is given twice"),
        ("W:Wa2:B", "byte 3: a2 is a light square"),
        ("W:W22-21:B", "byte 8: expected a range from the smaller number to the greater, found ‘:’"),
        ("W:Wa3,:B", "byte 6: expected a square, found ‘:’"),
        ("W:Wa3:Bb4:W", "byte 9: expected the end, found ‘:’"),
        // Counters that are none, or stand there twice.
        ("W:Wa3:Bb4:H", "byte 11: expected plies without progress, 0 to 65535, found the end"),
        ("W:Wa3:Bb4:H-1", "byte 11: expected plies without progress, 0 to 65535, found ‘-’"),
        ("W:Wa3:Bb4:H65536", "byte 11: expected plies without progress, 0 to 65535, found ‘6’"),
        ("W:Hx:Wa3:Bb4", "byte 3: expected plies without progress, 0 to 65535, found ‘x’"),
        ("W:Wa3:Bb4:H1:F0", "byte 14: expected the number of the move, 1 to 65535, found ‘0’"),
        ("W:Wa3:Bb4:F99999999999999999999", "byte 11: expected the number of the move, 1 to 65535, found ‘9’"),
        ("W:Wa3:Bb4:H1:H1", "byte 12: expected the end, found ‘:’"),
        ("W:F1:F1:Wa3:Bb4", "byte 5: expected W and White’s men, or B and Black’s, each once, found ‘F’"),
        ("W:Wa3:H1:F1", "byte 11: expected a comma and a square, or a colon and the other side’s men, found the end"),
        ("W:Wa3:Bb4:H1 2", "byte 13: expected the end, found ‘2’"),
    ] {
        assert_eq!(position_error(text), message, "{text}");
    }
}

#[test]
fn errors_in_positions_name_place_and_reason() {
    for (text, message) in [
        ("", "byte 0: expected the side to move, w or b, found the end"),
        (";", "byte 0: expected the side to move, w or b, found ‘;’"),
        ("c1=0;b2=0", "byte 0: expected the side to move, w or b, found ‘c’"),
        ("w", "byte 1: expected a comma and a tower, or a semicolon and the other side’s towers, found the end"),
        ("x c1=0;", "byte 0: expected the side to move, w or b, found ‘x’"),
        // A letter alone is no heading, nor is one with a dash.
        ("w - b2=0;b4=0", "byte 2: expected a square, found ‘-’"),
        ("w b2=0;b b4=0", "byte 8: expected a rank, 1 to 8, found ‘ ’"),
        // Side and square begin like FEN.
        ("w b4 0", "byte 6: expected a comma and a tower, or a semicolon and the other side’s towers, found the end"),
        ("w c1=0", "byte 6: expected a comma and a tower, or a semicolon and the other side’s towers, found the end"),
        ("w c1=2;", "byte 5: expected 0 (a man) or 1 (a king), found ‘2’"),
        ("w c1=02;", "byte 6: expected 0 or 1 or / in a tower, a comma or a semicolon, found ‘2’"),
        ("w c1=0/;", "byte 7: expected 0 (a man) or 1 (a king), found ‘;’"),
        ("w c1=0//0;", "byte 7: expected 0 (a man) or 1 (a king), found ‘/’"),
        ("w c1=/0;", "byte 5: expected 0 (a man) or 1 (a king), found ‘/’"),
        ("w c1=;", "byte 2: c1: a tower needs a piece"),
        (
            "w c1=0/0/0;",
            "byte 2: c1: the colour changes a second time below the top 2 pieces: a tower has at most two runs of colour",
        ),
        ("w c1=0000000000000000000000000;", "byte 2: c1: a tower has at most 24 pieces"),
        ("w c1=0000000000000;", "byte 2: c1: with this tower there are more than 12 pieces of White’s"),
        ("w c2=0;", "byte 2: c2 is a light square"),
        ("w c9=0;", "byte 2: c9 is off the board"),
        ("w k1=0;", "byte 2: k1 is off the board"),
        ("w c=0;", "byte 3: expected a rank, 1 to 8, found ‘=’"),
        ("w 1c=0;", "byte 2: expected a square, found ‘1’"),
        ("w c1=0,c1=0;", "byte 7: c1 is given twice"),
        ("w c1=0;c1=0", "byte 7: c1 is given twice"),
        ("w h8=0;", "byte 2: h8: a man of White’s can’t command a tower on the far rank, where he would be a king"),
        ("w ;a1=0", "byte 3: a1: a man of Black’s can’t command a tower on the far rank, where he would be a king"),
        ("w c1=0;b2=0;c3=0", "byte 11: expected a comma and a tower, or the end, found ‘;’"),
        ("w c1=0;b2=0 !", "byte 12: expected 0 or 1 or / in a tower, a comma or a semicolon, found ‘!’"),
        ("start!", "byte 5: expected nothing behind ‘start’, found ‘!’"),
        ("белые: с1 - 0; белые: b2 - 0", "byte 21: expected the other side’s towers, found ‘б’"),
    ] {
        assert_eq!(position_error(text), message, "{text}");
    }
    let error = Position::read_position("w c1=0,c1=0;", &Rules::default()).expect_err("twice");
    assert!(matches!(error, PositionError::Twice { at } if at.square == Square::C1 && at.offset == Some(7)));
}

#[test]
fn moves_are_written_in_three_forms() {
    let start = Position::default();
    for (long, short, numeric) in
        [("a3-b4", "ab4", "21-17"), ("c3-b4", "cb4", "22-17"), ("e3-d4", "ed4", "23-18"), ("g3-h4", "gh4", "24-20")]
    {
        let forms = [Form::Long, Form::Short, Form::Numeric].map(|form| written(form, &start, long));
        assert_eq!(forms, [long, short, numeric]);
    }
    let opening = common::play(&start, "c3-b4 b6-c5 b4-a5 a7-b6 b2-c3 c5-b4");
    assert_eq!(written(Form::Short, &opening, "a3:c5:a7"), "a:c5:a7");
    assert_eq!(written(Form::Numeric, &opening, "a3:c5:a7"), "21x14x5");
    // Two towers of the file a can go there: the whole square is written.
    let two = position("w b2=1,b4=1;");
    assert_eq!(written(Form::Short, &two, "b4-c3"), "b4-c3");
    assert_eq!(written(Form::Short, &two, "b4-d6"), "bd6");
    let corners = position("w a1=1,h8=1,g1=1,b8=1;");
    let numbers = ["a1-h8", "h8-a1"].map(|text| corners.read_move(text).is_ok());
    assert_eq!(numbers, [false, false]);
    assert_eq!(written(Form::Numeric, &corners, "g1-a7"), "32-5");
    assert_eq!(written(Form::Numeric, &corners, "b8-h2"), "1-28");
    assert_eq!(written(Form::Numeric, &corners, "h8-b2"), "4-25");
    assert_eq!(written(Form::Numeric, &corners, "a1-b2"), "29-25");
}

#[test]
fn numbers_are_read_in_the_numeric_form_only() {
    let start = Position::default();
    let c3b4 = start.read_move("c3-b4").expect("legal");
    for text in ["22-17", " 22 – 17 ", "22-17!"] {
        assert_eq!(start.read_move_as(Form::Numeric, text), Ok(c3b4), "{text}");
    }
    for (text, message) in [
        ("0-17", "byte 0: expected the number of a square, 1 to 32, found ‘0’"),
        ("22-33", "byte 3: expected the number of a square, 1 to 32, found ‘3’"),
        ("22-999999999999", "byte 3: expected the number of a square, 1 to 32, found ‘9’"),
        ("c3-b4", "byte 0: expected the number of a square, 1 to 32, found ‘c’"),
        ("22", "byte 2: expected a dash or a colon, and a square, found the end"),
        ("22-18-13", "byte 6: only a capture goes on, and there is nothing to capture; c3-d4 would be legal"),
    ] {
        assert_eq!(start.read_move_as(Form::Numeric, text).expect_err(text).to_string(), message);
    }
    assert_eq!(move_error(&start, "22-17"), "byte 0: expected a square, found ‘2’");
}

#[test]
fn every_alternative_route_is_read() {
    // A king that lands in many ways, each of which fits the same move.
    let here = position("w a1=1;b2=0,g7=0");
    assert_eq!(texts(&here), ["a1:c3:h8"]);
    for route in ["c3", "d4", "e5", "f6"] {
        let read = here.read_move(&format!("a1:{route}:h8")).expect(route);
        assert_eq!(here.move_text(&read), "a1:c3:h8");
    }
    // The ends alone, too, for nothing else fits.
    assert_eq!(here.read_move("a1:h8"), here.read_move("a1:c3:h8"));
}

/// Slips of the pen and of the keyboard, and what becomes of them.
#[test]
fn slips_are_mended_or_explained() {
    let start = Position::default();
    let quiet = position("w c3=0,h4=1;d8=0/0");
    let capture = position("w a3=0,h2=0;b4=0,b6=0,g7=1");
    let king = position("w a1=1;c3=0,g3=00");
    let back = position("w e5=0;f8=1");
    // Mended: position, text, canonical text.
    for (here, text, canonical) in [
        (&start, "C3-B4", "c3-b4"),
        (&start, "с3-в4", "c3-b4"),
        (&start, "С3 – В4", "c3-b4"),
        (&start, "c3—b4", "c3-b4"),
        (&start, "c3−b4", "c3-b4"),
        (&start, "c3--b4", "c3-b4"),
        (&start, " c3 - b4 ", "c3-b4"),
        (&start, "c 3-b 4", "c3-b4"),
        (&start, "c3 b4", "c3-b4"),
        (&start, "c3b4", "c3-b4"),
        (&start, "cb4", "c3-b4"),
        (&start, "ab4", "a3-b4"),
        (&start, "c-b4", "c3-b4"),
        (&start, "c3-b4!", "c3-b4"),
        (&start, "c3-b4 !?", "c3-b4"),
        (&start, "c3-b4??", "c3-b4"),
        (&start, "1. c3-b4", "c3-b4"),
        (&start, "1.c3-b4", "c3-b4"),
        (&start, "12... c3-b4", "c3-b4"),
        (&start, "… c3-b4", "c3-b4"),
        (&start, "\u{feff}c3-b4\r\n", "c3-b4"),
        (&start, "c3\u{a0}-\tb4", "c3-b4"),
        (&start, "ｃ３－ｂ４", "c3-b4"),
        (&capture, "a3xc5xa7", "a3:c5:a7"),
        (&capture, "a3хc5хa7", "a3:c5:a7"),
        (&capture, "a3×c5×a7", "a3:c5:a7"),
        (&capture, "a3-c5-a7", "a3:c5:a7"),
        (&capture, "a3 : c5 : a7", "a3:c5:a7"),
        (&capture, "а3:с5:а7", "a3:c5:a7"),
        (&capture, "a3c5a7", "a3:c5:a7"),
        (&capture, "a3:a7", "a3:c5:a7"),
        (&capture, "a:a7", "a3:c5:a7"),
        (&capture, "a:c5:a7", "a3:c5:a7"),
        (&capture, "a3-c5:a7", "a3:c5:a7"),
        (&capture, "a3*c5*a7", "a3:c5:a7"),
        (&king, "a1:h2", "a1:e5:h2"),
        (&king, "a1-h2", "a1:e5:h2"),
    ] {
        let read = here.read_move(text).map(|mv| here.move_text(&mv));
        assert_eq!(read.as_deref(), Ok(canonical), "{here}: {text}");
    }
    // Explained: position, text, message.
    let mut wrong = Vec::new();
    for (here, text, message) in [
        (&start, "", "byte 0: expected a square, found the end"),
        (&start, "-", "byte 0: expected a square, found ‘-’"),
        (&start, "c3", "byte 2: expected a dash or a colon, and a square, found the end"),
        (&start, "c3-", "byte 3: expected a square, found the end"),
        (&start, "c3-b", "byte 4: expected a rank, 1 to 8, found the end"),
        (&start, "c3-b9", "byte 4: expected a rank, 1 to 8, found ‘9’"),
        (&start, "c3-q4", "byte 3: expected a square, found ‘q’"),
        (&start, "h7-q7", "byte 0: h7 is a light square (T-1)"),
        (
            &start,
            "c3-b4 b6-c5",
            "byte 6: only a capture goes on, and there is nothing to capture; c3-b4 would be legal",
        ),
        (&start, "c3-c4", "byte 3: c4 is a light square (T-1)"),
        (&start, "c3-b3", "byte 3: b3 is a light square (T-1)"),
        (&start, "c3-b5", "byte 3: b5 is a light square (T-1)"),
        (&start, "c3-d6", "byte 3: d6 is not on a diagonal with c3; legal would be c3-b4, c3-d4"),
        (&start, "c3-a5", "byte 3: a man moves one square (T-4); legal would be c3-b4, c3-d4"),
        (&start, "c3-d2", "byte 3: d2 is not empty; legal would be c3-b4, c3-d4"),
        (&start, "c3:b4", "byte 2: c3-b4 takes nothing, and is written with a dash; c3-b4 would be legal"),
        (&start, "c3:e5", "byte 3: a man moves one square (T-4); legal would be c3-b4, c3-d4"),
        (&start, "c3-b4-a5", "byte 6: only a capture goes on, and there is nothing to capture; c3-b4 would be legal"),
        (&start, "b6-c5", "byte 0: the tower on b6 is Black’s, and it is White’s turn (T-3)"),
        (&start, "d4-e5", "byte 0: d4 is empty"),
        (&start, "he5", "byte 1: there is nothing to capture between h2 and e5"),
        (&start, "O-O", "byte 0: expected a square, found ‘O’"),
        (&start, "--", "byte 0: expected a square, found ‘-’"),
        (&quiet, "h4-d8", "byte 3: d8 is not empty; legal would be h4-e1, h4-e7, h4-f2, h4-f6, h4-g3, h4-g5"),
        (
            &quiet,
            "c3-b2",
            "byte 3: a man does not move backward, he only captures so (T-4); legal would be c3-b4, c3-d4",
        ),
        (
            &back,
            "e5-d4",
            "byte 3: a man does not move backward, he only captures so (T-4); legal would be e5-d6, e5-f6",
        ),
        (&back, "g5-h6", "byte 0: g5 is empty"),
        (&back, "gh6", "byte 0: White has no tower on the file g"),
        (
            &capture,
            "a3:c5",
            "byte 3: the capture goes on from c5 and must be played to its end (T-7); a3:c5:a7 would be legal",
        ),
        (&capture, "a3:c5:e7", "byte 6: there is nothing to jump between c5 and e7; a3:c5:a7 would be legal"),
        (
            &capture,
            "h2-g3",
            "byte 0: capture is compulsory (T-7), and the tower on h2 can’t capture; a3:c5:a7 would be legal",
        ),
        (&capture, "a3:c5:a7:c5", "byte 9: there is nothing to jump between a7 and c5; a3:c5:a7 would be legal"),
        (&capture, "a3:a5", "byte 3: a5 is not on a diagonal with a3; a3:c5:a7 would be legal"),
        (&king, "a1-b2", "byte 3: capture is compulsory (T-7), and a1-b2 takes nothing; a1:e5:h2 would be legal"),
        (
            &king,
            "a1:e5",
            "byte 3: the capture goes on from e5 and must be played to its end (T-7); a1:e5:h2 would be legal",
        ),
        (
            &king,
            "a1:f6",
            "byte 3: behind c3 the capture must land where it goes on, which it doesn’t from f6 (T-10); a1:e5:h2 would be legal",
        ),
        (&king, "a1:e5:h2:e5", "byte 9: the tower on g3 can’t be jumped again here (T-12); a1:e5:h2 would be legal"),
    ] {
        let error = move_error(here, text);
        if !error.starts_with(message) {
            wrong.push(format!("{here}: {text}: expected\n  {message}\nfound\n  {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let over = position("w ;b2=00");
    assert_eq!(move_error(&over, "b2-a1"), "the game is over (0-1: the side to move has no legal move)");
}

/// A jump over a tower that cannot be jumped: for a man it must be an enemy's next to him (T-8), for a king an enemy's (T-9).
#[test]
fn jumps_over_the_wrong_tower_are_explained() {
    for (here, text, message) in [
        (
            "w c3=0,b4=0;d4=0",
            "c3:a5",
            "b4 is no enemy’s tower next to c3 that a man could jump (T-8); c3:e5 would be legal",
        ),
        (
            "w c3=0,e5=0;b4=0",
            "c3:f6",
            "e5 is no enemy’s tower next to c3 that a man could jump (T-8); c3:a5 would be legal",
        ),
        (
            "w c3=0;b4=0,e5=0",
            "c3:f6",
            "e5 is no enemy’s tower next to c3 that a man could jump (T-8); c3:a5 would be legal",
        ),
        ("w c3=1,b4=0;d4=0", "c3:a5", "b4 is no enemy’s tower (T-9); legal would be c3:e5, c3:f6, c3:g7, c3:h8"),
        ("w c3=1;b2=0,d4=0,e5=0", "c3:f6", "two towers stand between c3 and f6 (T-9); c3:a1 would be legal"),
        // A tower that can capture nothing at all is told that.
        ("w a1=0,b2=0;f6=0", "a1:c3", "there is nothing to capture between a1 and c3; b2-c3 would be legal"),
    ] {
        assert_eq!(move_error(&position(here), text), format!("byte 3: {message}"), "{here}: {text}");
    }
}

/// A text that names every landing of one capture means that one, though others pass there on their way (T-7, T-12).
#[test]
fn a_capture_that_is_written_in_full_is_meant() {
    let here = position("w e5=0;d6=0,b6=0,b4=0,d4=0,f6=0");
    assert_eq!(here.count_moves(), 3, "straight on, or around first in either direction");
    for text in ["e5:g7", "e:g7", "E5 : G7"] {
        assert_eq!(here.read_move(text).expect("straight on").jumped(), [Square::F6], "{text}");
    }
    assert_eq!(here.read_move("e5:c7:a5:c3:e5:g7").expect("around").jumped().len(), 5);
    // Of two that are written in full the text means one, and none that pass there.
    let here = position("w e3=0,e7=0;b2=0,d2=0,b4=0,d4=0,f4=0,f6=0");
    assert_eq!(move_error(&here, "e:g5"), "several legal moves fit: e3:g5, e7:g5");
    // Who stands on another square may have meant the end.
    assert_eq!(move_error(&Position::default(), "a5-b4"), "byte 0: a5 is empty; legal would be a3-b4, c3-b4");
    assert!(move_error(&Position::default(), "a-c5").ends_with("; a3-b4 would be legal"));
}

/// A capture has at most twelve jumps. A text of twice as many squares is still read to find where it goes wrong.
#[test]
fn the_length_of_a_text_is_explained_last() {
    let here = position("w c3=0;d4=0");
    let text = |squares: usize| format!("c3{}", ":e5:c3".repeat(squares / 2));
    assert_eq!(
        move_error(&here, &text(24)),
        "byte 6: there is nothing to jump between e5 and c3; c3:e5 would be legal"
    );
    assert_eq!(
        move_error(&here, &text(26)),
        "byte 75: expected the end: a capture has at most twelve jumps, found ‘e’"
    );
}

#[test]
fn hostile_texts_cost_little_and_are_refused() {
    let start = Position::default();
    let long = "c3-d4-".repeat(200_000);
    assert!(move_error(&start, &long).contains("the end: a capture has at most twelve jumps"));
    assert!(start.read_move(&"1".repeat(1_000_000)).is_err());
    assert!(start.read_move_as(Form::Numeric, &"1".repeat(1_000_000)).is_err());
    assert!(Position::read_position(&format!("w c1={};", "0".repeat(1_000_000)), &Rules::default()).is_err());
    assert!(Position::read_position(&"w ".repeat(500_000), &Rules::default()).is_err());
    assert!(Position::read_position(&"б".repeat(500_000), &Rules::default()).is_err());
    assert!(Entry::<Position>::read(&" ".repeat(1_000_000), &Rules::default()).is_err());
}

#[test]
fn rules_are_written_and_read() {
    for text in [
        "",
        "rejump=once",
        "rejump=no-reversal",
        "landing=free",
        "draw_plies=40",
        "draw_plies=none",
        "rejump=once,landing=free,draw_plies=none",
    ] {
        assert_eq!(text.parse::<Rules>().expect(text).to_string(), text);
    }
    let standard = "rejump=not-in-succession,landing=must-continue,draw_plies=30".parse::<Rules>();
    assert_eq!(standard, Ok(Rules::default()));
    assert_eq!(
        " Landing = FREE ; rejump=once".parse::<Rules>().expect("lenient").to_string(),
        "rejump=once,landing=free"
    );
    for (text, message) in [
        ("landing", "byte 0: expected key=value, found ‘landing’"),
        ("flying=no", "byte 0: there is no rule option ‘flying’; there are rejump, landing and draw_plies"),
        ("rejump=twice", "byte 7: rejump can’t be ‘twice’: expected not-in-succession, once or no-reversal"),
        ("landing=free,landing=free", "byte 13: landing is given twice"),
        ("landing=anywhere", "byte 8: landing can’t be ‘anywhere’: expected must-continue or free"),
        ("draw_plies=0", "byte 11: draw_plies can’t be ‘0’: expected a number of plies, 1 to 4294967295, or none"),
        ("draw_plies=-1", "byte 11: draw_plies can’t be ‘-1’: expected a number of plies, 1 to 4294967295, or none"),
        (
            "draw_plies=4294967296",
            "byte 11: draw_plies can’t be ‘4294967296’: expected a number of plies, 1 to 4294967295, or none",
        ),
        (
            "draw_plies=9999999999",
            "byte 11: draw_plies can’t be ‘9999999999’: expected a number of plies, 1 to 4294967295, or none",
        ),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message);
    }
}

#[test]
fn the_diagram_shows_every_tower_and_stays_in_line() {
    let diagram = |position: &Position| {
        let mut text = String::new();
        position.write_diagram(&mut text).expect("a string takes everything");
        text
    };
    let start = "\
8        b             b             b             b
7 b             b             b             b
6        b             b             b             b
5 .             .             .             .
4        .             .             .             .
3 w             w             w             w
2        w             w             w             w
1 w             w             w             w
  a      b      c      d      e      f      g      h
";
    assert_eq!(diagram(&Position::default()), start);
    let tall = position("w c1=1/0000,d6=000000;a1=110101/1,b2=00");
    let drawn = diagram(&tall);
    assert_eq!(drawn.lines().count(), 9);
    let at = |line: usize, what: &str| drawn.lines().nth(line).and_then(|line| line.find(what));
    // Everything on a file begins in the same column, however high the towers are.
    assert_eq!(at(7, "W1/4"), at(8, "c"));
    assert_eq!(at(2, "w6"), at(8, "d"));
    assert_eq!(at(7, "B6/1"), at(8, "a"));
    assert_eq!(at(6, "b2"), at(8, "b"));
    // The towers are listed from the top of the board to its bottom, down to the last prisoner.
    let listed = ["d6 w000000", "b2 b00", "a1 b110101/1", "c1 w1/0000"];
    let notes: Vec<_> = drawn.lines().filter_map(|line| line.get(60..)).collect();
    assert_eq!(notes, listed);
    // More towers than rows: the list goes on below the board.
    let many = position("w a1=00,c1=00,e1=00,g1=00,b2=00,d2=00;b6=00,d6=00,f6=00,h6=00,a7=00,c7=00");
    assert_eq!(diagram(&many).lines().filter_map(|line| line.get(60..)).count(), 12);
    assert!(drawn.lines().all(|line| !line.ends_with(' ')), "{drawn}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in ".{0,60}", seed in 0..1000u64) {
        let here = hand_set(seed, &Rules::default());
        let _ = Position::read_position(&text, &Rules::default());
        let _ = here.read_move(&text);
        let _ = here.read_move_as(Form::Numeric, &text);
        let _ = text.parse::<Entry<Position>>();
        let _ = text.parse::<Rules>();
    }

    #[test]
    fn no_text_that_looks_like_a_position_panics(text in "[wb] [a-h1-8=01/,; :-]{0,50}") {
        if let Ok(read) = Position::read_position(&text, &Rules::default()) {
            let canonical = read.to_string();
            prop_assert_eq!(&position(&canonical), &read);
            let _ = read.count_moves();
        }
    }

    #[test]
    fn no_text_that_looks_like_a_move_panics(text in "[a-h]?[1-8]?([:x -]?[a-h]?[1-8]){0,8}[!?]?", seed in 0..100_000u64) {
        let here = hand_set(seed, &Rules::default());
        if let Ok(mv) = here.read_move(&text) {
            prop_assert!(here.is_legal(&mv));
        }
    }

    #[test]
    fn a_changed_character_is_read_as_a_legal_move_or_refused(seed: u64, plies in 0..80u32, at: prop::sample::Index, c in "[a-h1-8:x -]") {
        let here = reached(seed, plies, &Rules::default());
        let moves = here.moves();
        prop_assume!(!moves.is_empty());
        let mut text = here.move_text(&moves[at.index(moves.len())]);
        let place = at.index(text.len());
        text.replace_range(place..=place, &c);
        match here.read_move(&text) {
            Ok(mv) => prop_assert!(here.is_legal(&mv)),
            Err(error) => prop_assert!(error.offset() <= text.len()),
        }
    }

    #[test]
    fn captures_in_a_changed_text_are_read_or_refused(text in "w a1=1;c3=0,g3=00 a1[:x-][a-h][1-8](:[a-h][1-8])?") {
        if let Ok(capture) = text.parse::<Entry<Position>>() {
            prop_assert_eq!(capture.to_string().parse::<Entry<Position>>(), Ok(capture));
        }
    }
}

#[test]
fn the_rules_of_a_capture_are_kept() {
    let here = under("landing=free", "w a1=1;c3=0,g3=00");
    let mut capture = Entry::begin(&here, Side::White, Square::A1).expect("it can capture");
    capture.choose(Square::H8).expect("free");
    assert_eq!(capture.finish().map(|mv| here.move_text(&mv)), Ok("a1:h8".into()));
    assert_eq!(Entry::read(&capture.to_string(), &here.rules()), Ok(capture.clone()));
    assert_eq!(format!("{capture:?}"), "w a1=1;c3=0,g3=00 a1:h8 [landing=free]");
}

/// The three games are alike in this: a full stop may end a position, a second semicolon would begin a third list.
#[test]
fn a_position_may_end_with_a_full_stop_but_has_one_semicolon() {
    let read = ["w a1=0;b2=0", "w a1=0;b2=0.", "w a1=0; b2=0 . "].map(str::parse::<Position>);
    assert!(read.iter().all(|position| position.is_ok() && *position == read[0]), "{read:?}");
    for text in ["w a1=0;b2=0;", "w a1=0;b2=0;;", "w a1=0;b2=0;c3=0"] {
        assert!(text.parse::<Position>().is_err(), "{text}");
    }
}
