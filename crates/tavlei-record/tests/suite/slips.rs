//! What people get wrong in records of the three games: it is mended, or the message shows it.

use tavlei_game::{Form, Notation};
use tavlei_record::{Record, replay};

fn check<G: Notation>(table: &[(&str, Result<&str, &str>)]) {
    for (text, expected) in table {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let found = match replay::<G>(&record) {
            Ok(replayed) => {
                // Every ply is said by the words between the one before it and the next.
                let ends = replayed.words.iter().map(|words| words.end);
                let starts = replayed.words.iter().map(|words| words.start);
                assert!([0].into_iter().chain(ends).zip(starts).all(|(end, start)| end == start), "{text:?}");
                assert!(replayed.words.iter().all(|words| words.len() >= G::MOVE_WORDS), "{text:?}");
                assert_eq!(replayed.words.len(), replayed.history.len(), "{text:?}");
                assert!(replayed.words.last().is_none_or(|words| words.end <= record.moves.len()), "{text:?}");
                let written = Record::from_history(&replayed.history, Form::Long);
                Ok(written.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" "))
            }
            Err(fault) => Err(fault.to_string()),
        };
        assert_eq!(found, expected.map(str::to_string).map_err(str::to_string), "{text:?}");
    }
}

#[test]
fn tower_checkers() {
    const GOOD: Result<&str, &str> = Ok("c3-d4 f6-e5 d4:f6 g7:e5");
    check::<tavlei_towers::Position>(&[
        ("1. c3-d4 f6-e5 2. d4:f6 g7:e5", GOOD),
        ("1.c3–d4 f6—e5 2.d4хf6 g7 × e5", GOOD),
        ("1. c3 d4 f6 e5 2. d4 f6 g7 e5", GOOD),
        ("1. C3-D4 F6-E5 2. D4:F6 G7:E5", GOOD),
        ("1. с3-d4 f6-е5 2. d4:f6 g7:е5", GOOD),
        ("1. c3d4 f6e5 2. d4f6 g7e5", GOOD),
        ("1. cd4 fe5 2. d:f6 g:e5", GOOD),
        ("1. c - d4 f -e5 2. d: f6 g х e5", GOOD),
        ("1. c3.d4 f6.e5 2. d4.f6 g7.e5", GOOD),
        (
            "1. c3=d4 f6=e5 2. d4:f6 g7:e5",
            Err(
                "line 1, column 6: move 1, White: ‘c3=d4’: byte 2: expected a dash or a colon, and a square, found ‘=’; nearest legal moves: c3-d4, c3-b4, e3-d4, a3-b4, e3-f4",
            ),
        ),
        (
            "1. c3/d4 f6/e5 2. d4:f6 g7:e5",
            Err(
                "line 1, column 6: move 1, White: ‘c3/d4’: byte 2: expected a dash or a colon, and a square, found ‘/’; nearest legal moves: c3-d4, c3-b4, e3-d4, a3-b4, e3-f4",
            ),
        ),
        (
            "1. c3_d4 f6_e5 2. d4:f6 g7:e5",
            Err(
                "line 1, column 6: move 1, White: ‘c3_d4’: byte 2: expected a dash or a colon, and a square, found ‘_’; nearest legal moves: c3-d4, c3-b4, e3-d4, a3-b4, e3-f4",
            ),
        ),
        ("1. c3--d4 f6-e5 2. d4-f6 g7-e5", GOOD),
        ("1. cЗ-d4 f6-e5 2. d4:f6 g7:e5", GOOD),
        ("1. c3\u{ad}-d4 f6\u{200b}-e5 2. d4\u{200b}:f6 g7:\u{ad}e5", GOOD),
        ("1. c3-d4+- f6-e5 -+ 2. d4:f6 ± g7:e5 +–", GOOD),
        ("1. c3-d4, f6-e5, 2. d4:f6, g7:e5.", GOOD),
        ("| 1 | c3-d4 | f6-e5 |\n| 2 | d4:f6 | g7:e5 |", GOOD),
        (
            "1. ц3-д4 ф6-е5",
            Err(
                "line 1, column 4: move 1, White: ‘ц3-д4’: byte 0: expected a square, found ‘ц’; nearest legal moves: a3-b4, c3-b4, c3-d4, e3-d4, e3-f4",
            ),
        ),
        (
            "1. c3:d4 f6-e5",
            Err(
                "line 1, column 6: move 1, White: ‘c3:d4’: byte 2: c3-d4 takes nothing, and is written with a dash; c3-d4 would be legal",
            ),
        ),
        (
            "1. c3-d4 f6-e5 2. d4:e5:f6",
            Err("line 1, column 22: move 2, White: ‘d4:e5:f6’: byte 3: e5 is not empty; d4:f6 would be legal"),
        ),
        ("1. 22-18 11-15 2. 18x11 8x15", GOOD),
        ("1. 22 - 18 11 - 15 2. 18 : 11 8 : 15", GOOD),
        (
            "1. c3-d5",
            Err(
                "line 1, column 7: move 1, White: ‘c3-d5’: byte 3: d5 is a light square (T-1); nearest legal moves: c3-d4, c3-b4, e3-d4, a3-b4, e3-f4",
            ),
        ),
        (
            "1. c3-d4 f6-e4",
            Err(
                "line 1, column 13: move 1, Black: ‘f6-e4’: byte 3: e4 is a light square (T-1); nearest legal moves: f6-e5, d6-e5, f6-g5, b6-a5, b6-c5",
            ),
        ),
        (
            "1. c3-d4 f6-e5 2. d4-e5",
            Err("line 1, column 22: move 2, White: ‘d4-e5’: byte 3: e5 is not empty; d4:f6 would be legal"),
        ),
        (
            "1. c3-d4 f6-e5 2. b2-c3",
            Err(
                "line 1, column 19: move 2, White: ‘b2-c3’: byte 0: capture is compulsory (T-7), and the tower on b2 can’t capture; d4:f6 would be legal",
            ),
        ),
        (
            "1. c3-d4\n   f6-q5 *",
            Err(
                "line 2, column 7: move 1, Black: ‘f6-q5’: byte 3: expected a square, found ‘q’; nearest legal moves: f6-e5, f6-g5, b6-a5, b6-c5, d6-c5",
            ),
        ),
        (
            "1. f6-e5 c3-d4",
            Err(
                "line 1, column 4: move 1, White: ‘f6-e5’: byte 0: the tower on f6 is Black’s, and it is White’s turn (T-3); nearest legal moves: a3-b4, c3-b4, c3-d4, e3-d4, e3-f4",
            ),
        ),
        (
            "1. c3-d4 f6-e5 2. d4:f6 g7:e5 0-2",
            Err(
                "line 1, column 31: the record says 0-2, but the game is not over by the rules, and the players can’t end it so",
            ),
        ),
        ("1. c3-d4 f6-e5 2. d4:f6 g7:e5 1/2", GOOD),
        ("[Game \"ashtarashki\"]\n1. c3-d4", Err("line 1, column 8: expected a record of towers")),
        (
            "[Position \"w a2=0;\"]\n1. c3-d4",
            Err("line 1, column 12: the position is refused: byte 2: a2 is a light square"),
        ),
        (
            "[Rules \"landing=anywhere\"]\n1. c3-d4",
            Err(
                "line 1, column 17: the rules are refused: byte 8: landing can’t be ‘anywhere’: expected must-continue or free",
            ),
        ),
        ("[Position \"w a1=0;\"]\n1. a1-b2 1-0", Ok("a1-b2")),
    ]);
}

#[test]
fn ashtarashki() {
    const GOOD: Result<&str, &str> = Ok("c3-d4 d6-e5");
    check::<tavlei_ashtarashki::Position>(&[
        ("1. M3cd4 M3de5", GOOD),
        ("1. М3сd4 М3dе5", GOOD),
        ("1. m3cd4 m3de5", GOOD),
        ("1. M3 cd4 M3 de5", GOOD),
        ("1. МЗcd4 МЗde5", GOOD),
        ("1. M3c\u{ad}d4 M3de5 +-", GOOD),
        ("1. M3c3-d4 M3d6-e5", GOOD),
        (
            "1. M3c3 d4 M3d6 e5",
            Err(
                "line 1, column 6: move 1, White: ‘M3c3’: byte 2: no M3 of White’s can go to c3; nearest legal moves: c3-b4, c3-d4, e3-f4, a3-b4, e3-d4",
            ),
        ),
        ("1. cd4 de5", GOOD),
        (
            "1. c3-d4 d6-e5 1/2",
            Err(
                "line 1, column 16: the record says 1/2-1/2, but the game is not over by the rules, and the players can’t end it so",
            ),
        ),
        (
            "1. M2cd4",
            Err(
                "line 1, column 4: move 1, White: ‘M2cd4’: byte 0: the stone that can go there from c3 is M3, not M2; c3-d4 would be legal",
            ),
        ),
        ("1. M3d4", Err("line 1, column 4: move 1, White: ‘M3d4’: several legal moves fit: c3-d4, e3-d4")),
        (
            "1. V3cd4",
            Err(
                "line 1, column 4: move 1, White: ‘V3cd4’: byte 0: the stone that can go there from c3 is M3, not V3; c3-d4 would be legal",
            ),
        ),
        (
            "1. M3cd5",
            Err(
                "line 1, column 7: move 1, White: ‘M3cd5’: byte 3: d5 is a light square (A-1); nearest legal moves: c3-d4, e3-d4, c3-b4, e3-f4, a3-b4",
            ),
        ),
        (
            "1. M3cd4V",
            Err(
                "line 1, column 9: move 1, White: ‘M3cd4V’: byte 5: a step forward changes no state, so there is no V (A-5); c3-d4 would be legal",
            ),
        ),
        (
            "1. M3cd4 M3de5\n2. M3f4 M2a5 3. M2b4 M3g5 4. M2c3 M1f6 5. M1cd2 M3d6W",
            Err(
                "line 2, column 53: move 5, Black: ‘M3d6W’: byte 4: the M3 becomes V with this retreat, not W (A-5); e5-d6 would be legal",
            ),
        ),
    ]);
}

#[test]
fn proryv() {
    const GOOD: Result<&str, &str> = Ok("b2-c3 -- -- c4-d4");
    check::<tavlei_proryv::Position>(&[
        ("1. b2-c3 -- 2. -- c4-d4", GOOD),
        ("1. В2-С3 — 2. -- c4-d4", GOOD),
        ("1. b2 c3 пропуск 2. пас c4 d4", GOOD),
        ("1. b2 - c3 --\n2. -- c4 – d4", GOOD),
        ("1. b2c3 --\n2. -- c4d4", GOOD),
        ("1. b2-c3 | --\n2. -- / c4-d4 -+", GOOD),
        ("1. b2\u{200b}-c3, --, 2. --, c4:d4", GOOD),
        ("1. b2-c3 -- 2. --", Err("line 1, column 16: move 2: ‘--’: the turn lacks Black’s choice")),
        (
            "1. b2-c3 b5-c6",
            Err("line 1, column 10: move 1: ‘b5-c6’: byte 0: c6 is off the board; b5-a4 would be legal"),
        ),
        (
            "1. b2-b9 --",
            Err(
                "line 1, column 8: move 1: ‘b2-b9’: byte 4: expected a rank, 1 to 8, found ‘9’; nearest legal moves: b2-b3 --, b2-a2 --, b2-a3 --, b2-c3 --, c2-b3 --",
            ),
        ),
        (
            "1. b2-c3 c4-c2",
            Err(
                "line 1, column 10: move 1: ‘c4-c2’: byte 0: c4 to c2 is not one square in one of the eight directions (P-3); legal would be c4-b3, c4-c3, c4-d3, c4-d4",
            ),
        ),
        (
            "1. b2-c3 --\n2. c3-c3 c4-d4",
            Err(
                "line 2, column 4: move 2: ‘c3-c3’: byte 0: c3 to c3 is not one square in one of the eight directions (P-3); legal would be c3-b2, c3-d2, c3-b3, c3-d3, c3-b4, c3-c4, c3-d4",
            ),
        ),
        ("1. -- -- 2. b2-c3 --", Err("line 1, column 13: move 2: ‘b2-c3’: the game is over (1/2-1/2: both passed)")),
        (
            "1. -- -- 1-0",
            Err("line 1, column 10: the record says 1-0, but by the rules the game has ended 1/2-1/2: both passed"),
        ),
    ]);
}
