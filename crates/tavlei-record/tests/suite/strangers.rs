//! Records on which strangers tripped, each kind with its siblings: what is right is told, and nothing is lost.

use std::time::{Duration, Instant};

use tavlei_game::Notation;
use tavlei_record::{Checker, Counters, Reader, Record, ReplayErrorKind, Visitor, WarningKind, replay};

type Towers = tavlei_towers::Position;

fn games(text: &str) -> Vec<Record> {
    Reader::from(text).map(|game| game.unwrap_or_else(|error| panic!("{text:?}: {error}"))).collect()
}

fn moves(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

fn told(record: &Record) -> Vec<String> {
    record.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn strangers_01_a_tag_that_the_game_has_begins_the_next() {
    // The text; of each game its tags, moves, and whether a tag given twice is warned of.
    let table: [(&str, &[&str]); 14] = [
        ("[FEN \"W:Wc3:Bd6\"]\n\n[FEN \"W:We3:Bf6\"]\n\n1. e3-d4 *", &["FEN||", "FEN|e3-d4|"]),
        ("[White \"A\"]\n\n[White \"B\"]\n\n1. c3-b4 *", &["White||", "White|c3-b4|"]),
        ("[White \"A\"]\n[White \"B\"]\n1. c3-b4 *", &["White||twice", "White|c3-b4|"]),
        ("[White \"A\"] [WHITE \"B\"] 1. c3-b4 *", &["White||twice", "WHITE|c3-b4|"]),
        ("[White \"A\"]\n{so}\n[White \"B\"]\n1. c3-b4 *", &["White||twice", "White|c3-b4|"]),
        ("[White \"A\"]\n \t\n[white \"B\"]\n1. c3-b4 *", &["White||", "white|c3-b4|"]),
        ("[Белые \"A\"]\n\n[БЕЛЫЕ \"B\"]\n1. c3-b4 *", &["Белые||", "БЕЛЫЕ|c3-b4|"]),
        // Tags parted by blank lines are of one game.
        ("[White \"A\"]\n\n[Black \"B\"]\n\n\n[Round \"3\"]\n\n1. c3-b4 *", &["White,Black,Round|c3-b4|"]),
        ("[Game \"towers\"]\n\n[Game \"proryv\"]\n1. b2-c3 -- *", &["Game||", "Game|b2-c3,--|"]),
        ("[Rules \"landing=free\"]\n\n[Rules \"\"]\n1. c3-b4 *", &["Rules||", "Rules|c3-b4|"]),
        ("[Position \"start\"]\n\n[POSITION \"start\"]\n*", &["Position||", "POSITION||"]),
        // Games without moves, with a result and without.
        ("[White \"A\"]\n*\n[White \"B\"]\n1-0\n[White \"C\"]", &["White||", "White||", "White||"]),
        // A tag behind moves, at the beginning of a line or within it, and behind a result.
        ("1. c3-b4\n[White \"B\"]\n1. c3-d4 [White \"C\"] *", &["|c3-b4|", "White|c3-d4|", "White||"]),
        ("1. c3-b4 * [White \"B\"] 1. c3-d4 *", &["|c3-b4|", "White|c3-d4|"]),
    ];
    for (text, expected) in table {
        let found: Vec<_> = games(text)
            .iter()
            .map(|game| {
                let twice = game.warnings.iter().any(|warning| matches!(warning.kind, WarningKind::TagTwice(_)));
                let tags: Vec<_> = game.tags.iter().map(|tag| tag.name.as_str()).collect();
                format!("{}|{}|{}", tags.join(","), moves(game).join(","), if twice { "twice" } else { "" })
            })
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

/// Numbers, whose move it is, comments and tags are each game's own.
#[test]
fn strangers_01_nothing_of_a_game_reaches_the_next() {
    let second = "[White \"B\"]\n\n1. c3-d4 {so} f6-e5 2. d4:f6 *\n";
    let alone = games(second);
    for first in [
        "[White \"A\"]\n[Black \"C\"]\n[Game \"proryv\"]\n[Rules \"board=8x8\"]\n[Position \"b a1;b2\"]\n\n",
        "[White \"A\"]\n\n17... c3-b4 18. 5 1-0\n\n",
        "[White \"A\"]\n\n1... b6-c5 2.\n\n",
        "[White \"A\"]\n\n12 c3-b4* {open} 12\n\n",
        "[White \"A\"]\n{of the first}\n\n",
        "1. c3-d4 f6-e5 2. d4:f6 g7:e5 3.\n",
        "[White \"A\"] *\n1-0\n",
    ] {
        let text = format!("{first}{second}");
        let games = games(&text);
        assert_eq!(games.last(), alone.last(), "{text:?}");
        let warnings = games.last().map(told).unwrap_or_default();
        assert!(warnings.iter().all(|warning| !warning.contains("number")), "{text:?}: {warnings:?}");
        let last = replay::<Towers>(games.last().expect("a game")).expect("a good game");
        assert_eq!(last.history.start(), &Towers::default(), "{text:?}");
    }
}

#[test]
fn strangers_02_digits_out_of_their_place_are_a_fault() {
    fn place<G: Notation>(text: &str) -> String {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
        match replay::<G>(&record) {
            Ok(_) => "none".into(),
            Err(fault) => {
                let mut checker = Checker::<G>::default();
                let _ = Reader::from(text).read(&mut checker);
                assert_eq!(checker.finish().expect_err(text).to_string(), fault.to_string());
                assert!(matches!(fault.kind, ReplayErrorKind::Move { .. } | ReplayErrorKind::HalfTurn), "{fault}");
                format!("{} at {}, {}", fault.text, fault.place.line, fault.place.column)
            }
        }
    }
    for (text, expected) in [
        ("1. 2218 1115", "2218 at 1, 4"),
        ("1. 2218 1115 2. 1811 0815", "2218 at 1, 4"),
        ("2218 1115 *", "2218 at 1, 1"),
        ("2218 c3-d4 *", "2218 at 1, 1"),
        ("1. 22-18 1115 2. 18-15 *", "1115 at 1, 10"),
        ("1. 22-18 11-15 1811 *", "1811 at 1, 16"),
        ("1. 22-18 11-15\n1811\n*", "1811 at 2, 1"),
        ("1. 22-18 11-15 2. 1811 1-0", "1811 at 1, 19"),
        ("1. c3-d4 2218 f6-e5 *", "2218 at 1, 10"),
        ("1. c3-d4 3 f6-e5 *", "3 at 1, 10"),
        ("1. c3-d4 f6-e5 2. 3. d4:f6 *", "3 at 1, 19"),
        ("1. c3-d4 f6-e5 2 3 d4:f6 *", "2 at 1, 16"),
        ("1. c3-d4 f6-e5 2. … 3 d4:f6 *", "3 at 1, 21"),
        ("1. c3-d4 f6-e5 | 7 | d4:f6 *", "7 at 1, 18"),
        ("1. c3-d4 f6-e5 2. {so} 3. d4:f6 *", "3 at 1, 24"),
        ("1. c3-d4 f6-e5 7d4:f6 *", "7d4:f6 at 1, 16"),
        ("1. c3-d4 f6-e5 7-d4:f6 *", "7-d4:f6 at 1, 16"),
        ("1. c3-d4 f6-e5 2. d4:f6 5", "5 at 1, 25"),
        ("1. c3-d4 f6-e5 2 (2. e3-f4) *", "2 at 1, 16"),
        ("1. c3-d4 f6-e5 99999999999999999999 *", "99999999999999999999 at 1, 16"),
        ("1. c3-d4 f6-e5 0 d4:f6 *", "0 at 1, 16"),
        ("1. c3-d4 f6-e5\n12\n\n2. d4:f6 *", "12 at 2, 1"),
        // Numbers in their place, and what is none.
        ("1 c3-d4 f6-e5 2 d4:f6 *", "none"),
        ("1\nc3-d4\nf6-e5\n2\nd4:f6\n*", "none"),
        ("1 {so} c3-d4 f6-e5 2 | d4:f6 *", "none"),
        ("1. c3-d4 f6-e5 2. {so} 2. d4:f6 *", "none"),
        ("1. c3-d4 f6-e5 2. *", "none"),
        ("1. c3-d4 f6-e5 $4 2. d4:f6 $22 *", "none"),
    ] {
        assert_eq!(place::<Towers>(text), expected, "{text:?}");
    }
    // The next game begins behind them.
    let games = games("1. c3-d4 f6-e5 2. d4:f6 5\n[White \"B\"]\n*");
    assert_eq!((moves(&games[0]), games.len()), (vec!["c3-d4", "f6-e5", "d4:f6", "5"], 2));
    for (text, expected) in [
        ("1. M3cd4 2218 M3de5 *", "2218 at 1, 10"),
        ("1. 2218 M3de5 *", "2218 at 1, 4"),
        ("1. M3cd4 M3de5 2. 3. M3f4 *", "3 at 1, 19"),
        ("1. M3cd4 M3de5 34 *", "34 at 1, 16"),
        ("1. 34 M3de5 *", "34 at 1, 4"),
    ] {
        assert_eq!(place::<tavlei_ashtarashki::Position>(text), expected, "{text:?}");
    }
    for (text, expected) in [
        ("1. b2-c3 2218 *", "2218 at 1, 10"),
        ("1. 2218 -- *", "2218 at 1, 4"),
        ("1. b2-c3 -- 2. 3. -- c4-d4 *", "3 at 1, 16"),
        ("1. b2-c3 -- 23 34 *", "23 at 1, 13"),
        ("1. b2-c3 2 -- *", "2 at 1, 10"),
    ] {
        assert_eq!(place::<tavlei_proryv::Position>(text), expected, "{text:?}");
    }
}

#[test]
fn strangers_02_impossible_numbers_are_told_as_they_stand() {
    for (text, expected) in [
        ("0. c3-d4 *", "line 1, column 1: no game has a move number 0"),
        ("65537. c3-d4 *", "line 1, column 1: no game has a move number 65537"),
        ("00065536... c3-d4 *", "line 1, column 1: no game has a move number 00065536"),
        ("99999999999999999999. c3-d4 *", "line 1, column 1: no game has a move number 99999999999999999999"),
        ("1. c3-d4 f6-e5 0. d4:f6 *", "line 1, column 16: move number 0 where 2 is due"),
        ("1. c3-d4 f6-e5 4294967298) d4:f6 *", "line 1, column 16: move number 4294967298 where 2 is due"),
        ("1. c3-d4 f6-e5 7. *", "line 1, column 16: no move stands behind the number 7"),
        ("[White \"A\"]\n1. c3-d4 f6-e5 7. Fine *", "line 2, column 16: no move stands behind the number 7"),
    ] {
        assert_eq!(told(&games(text)[0]).first().map(String::as_str), Some(expected), "{text:?}");
    }
    for good in ["1. c3-d4 *", "65535. c3-d4 *", "17... f6-e5 *", "007. c3-d4 *"] {
        assert_eq!(told(&games(good)[0]), Vec::<String>::new(), "{good:?}");
    }
    // What is read is written with the number that it began with.
    assert!(games("17... f6-e5 18. d4:f6 *")[0].to_string().ends_with("\n\n17... f6-e5 18. d4:f6 *\n"));
}

/// Digits that are told as a move are so again after writing, whatever stands beside them.
#[test]
fn strangers_02_digits_survive_writing() {
    for text in
        ["1. 5\ncd *", "1. a1 1 2. b2 *", "1... 1 {so} 2. 2\n3 3 *", "1. 2 3 4 5 6 7 8 *", "1. 1d4 1d4 2. 1d4 *"]
    {
        for record in games(text) {
            let written = record.to_string();
            assert_eq!(games(&written), [record], "{text:?}: {written:?}");
        }
    }
}

#[test]
fn strangers_03_what_a_record_does_not_keep_is_listed() {
    let text =
        "[Result \"1-0\"]\n\n1. c3-d4! (1. e3-d4 {so}\n f6-e5) $4 ± f6-e5 ?? 2. d4:f6* g7:e5 +- = *\n0-1 & Words\n";
    let mut reader = Reader::from(text);
    let record = reader.read_record().expect("in order").expect("a game");
    assert_eq!(told(&record), ["line 1, column 10: the tag Result says 1-0, the moves end with *"]);
    let left_out: Vec<_> = record.left_out().iter().map(ToString::to_string).collect();
    assert_eq!(
        left_out,
        [
            "line 3, column 9: the mark ‘!’ is not kept",
            "line 3, column 11: the variation is not kept",
            "line 4, column 9: the mark ‘$4’ is not kept",
            "line 4, column 12: the mark ‘±’ is not kept",
            "line 4, column 20: the mark ‘??’ is not kept",
            "line 4, column 31: the mark ‘*’ is not kept",
            "line 4, column 39: the mark ‘+-’ is not kept",
            "line 4, column 42: the mark ‘=’ is not kept",
        ]
    );
    // What stands behind the last game is of none.
    assert!(reader.read_record().expect("in order").is_none());
    let rest = reader.remainder();
    assert_eq!(
        told(rest),
        [
            "line 5, column 1: ‘0-1’ has no meaning here and is skipped",
            "line 5, column 5: ‘&’ has no meaning here and is skipped",
        ]
    );
    assert_eq!(rest.preface[0].text, "Words");
    // A text of one game keeps it.
    let record: Record = "1. c3-d4 *\n\nThat was it, 5 moves.".parse().expect("one game");
    assert_eq!(record.moves[0].comments[0].text, "That was it, 5 moves.");
}

#[test]
fn strangers_03_more_warnings_than_are_listed_are_counted() {
    let text = format!("1. c3-d4 {} {} *", "& ".repeat(250), "! {so} ".repeat(130));
    let record = &games(&text)[0];
    assert_eq!((record.warnings.len(), record.unlisted_warnings()), (Record::MAX_WARNINGS, 150));
    assert_eq!((record.left_out().len(), record.unlisted_left_out()), (Record::MAX_WARNINGS, 30));
}

#[test]
fn strangers_03_an_asterisk_that_touches_a_move_is_a_mark_if_the_game_goes_on() {
    for (text, expected) in [
        ("1. c3-d4* f6-e5 2. d4:f6 *", &["c3-d4 f6-e5 d4:f6"][..]),
        ("1. c3-d4*\n1... f6-e5*\n\n2. d4:f6*\n", &["c3-d4 f6-e5 d4:f6"]),
        ("1. c3-d4 f6-e5* {so} 2. d4:f6 *", &["c3-d4 f6-e5 d4:f6"]),
        ("1. c3-d4 f6-e5* 2. d4:f6*", &["c3-d4 f6-e5 d4:f6"]),
        // No number that goes on, or a space before it: a result.
        ("1. c3-d4 f6-e5* d4:f6 *", &["c3-d4 f6-e5", "d4:f6"]),
        ("1. c3-d4 f6-e5 * 2. d4:f6 *", &["c3-d4 f6-e5", "d4:f6"]),
        ("1. c3-d4 f6-e5* 1. d4:f6 *", &["c3-d4 f6-e5", "d4:f6"]),
        ("1. c3-d4*\n[White \"B\"]\n1. d4:f6 *", &["c3-d4", "d4:f6"]),
        ("c3-d4* f6-e5 2. d4:f6 *", &["c3-d4", "f6-e5 d4:f6"]),
    ] {
        let games = games(text);
        assert_eq!(games.iter().map(|game| moves(game).join(" ")).collect::<Vec<_>>(), expected, "{text:?}");
        assert!(games.iter().all(|game| game.result.is_some()), "{text:?}");
    }
}

/// A move that names what it jumps is no move with a variation behind it.
#[test]
fn strangers_03_jumped_squares_in_brackets_are_of_the_move() {
    for (text, expected) in [
        ("1. a3(b4)c5 b6-c5 2. A3(b4)(В6)a7 *", &["a3(b4)c5", "b6-c5", "A3(b4)(В6)a7"][..]),
        ("1. a3(b4)(d6)e7! (2. c3) *", &["a3(b4)(d6)e7"]),
        ("1. c3-d4(e5) f6-e5 (c3)d4 *", &["c3-d4", "f6-e5", "d4"]),
    ] {
        assert_eq!(moves(&games(text)[0]), expected, "{text:?}");
    }
}

#[test]
fn strangers_04_counters_of_fen_are_kept_where_they_matter() {
    let read = |tag: &str| {
        let record: Record = format!("{tag}\n\n a1-b2 *").parse().expect("a record");
        replay::<Towers>(&record).map(|replayed| replayed.history)
    };
    let history = read("[FEN \"W:WKa1:Bb8:H29:F17\"]").expect("a good game");
    assert_eq!(history.plies_since_progress(), 30);
    assert!(history.claim().is_some(), "30 plies without a change are a draw on demand (T-18)");
    for (tag, plies_since_progress) in [
        ("[FEN \"w:f17:bb8:h28:wka1\"]", 29),
        ("[Position \"W:H 3:F2:WK29:B5\"]", 4),
        ("[FEN \"W : WKa1 : Bb8 : H0 : F1.\"]", 1),
        ("[FEN \"W:WKa1:Bb8\"]", 1),
    ] {
        assert_eq!(
            read(tag).unwrap_or_else(|fault| panic!("{tag}: {fault}")).plies_since_progress(),
            plies_since_progress,
            "{tag}"
        );
    }
    assert!(read("[FEN \"W:WKa1:Bb8:H30:F1\"]").is_ok());
    let fault = read("[FEN \"W:WKa1:Bg7:Hx\"]").expect_err("no count");
    assert_eq!(
        fault.to_string().rsplit("refused: ").next(),
        Some("byte 12: expected plies without progress, 0 to 65535, found ‘x’")
    );
    // The counter of moves is the number of the first, which a fault names.
    let record: Record = "[FEN \"B:WKa1:Bb8:H0:F17\"]\n\n b8-a7 a1-b2 a7-a6 *".parse().expect("a record");
    let fault = replay::<Towers>(&record).expect_err("a6 is light");
    assert_eq!((fault.number, fault.place.column), (Some(18), 14));
    // In a list of another game nothing is a counter.
    for text in ["w a1; b: h6", "Белые: Ff8; Чёрные: F8", "w a1=1;b2=0", "start", ""] {
        assert_eq!(Counters::of(text), Counters::default(), "{text}");
    }
}

/// A game of two kings that walk, in as many plies as it takes.
fn long_game(bytes: usize) -> String {
    let mut text = String::from("[FEN \"W:WKa1:BKb8\"]\n\n");
    for number in 1.. {
        let mvs = if number % 2 == 1 { "a1-b2 b8-a7" } else { "b2-a1 a7-b8" };
        text += &format!("{number}. {mvs} ");
        if text.len() > bytes || number == 65_535 {
            return text + "*";
        }
    }
    text
}

#[test]
fn strangers_05_a_limit_counts_what_it_says() {
    // 3.9 MB on one line, of what a record keeps much less than its limit.
    let game = long_game(1_000_000);
    let padded = format!("{game}\n{}", "1. c3-d4 {so long} ".repeat(150_000));
    assert!(padded.len() > 3_700_000 && padded.len() < 4_194_304);
    let records = games(&game);
    assert_eq!((records.len(), records[0].moves.len()), (1, records[0].moves.len()));
    assert!(replay::<Towers>(&records[0]).is_ok());
    let mut one_line = games(&padded.replace('\n', " ").replace("* ", ""));
    assert!(one_line.remove(0).moves.len() > 200_000);
    // Dashes, of which each is a move.
    let dashes = format!("1. c3-b4 {}", "- ".repeat(1_000_000));
    assert_eq!(games(&dashes)[0].moves.len(), 1_000_001);
    let more = format!("1. c3-b4 {}", "- ".repeat(1_100_000));
    let error = Reader::from(more.as_str()).next().expect("a game").expect_err("too many moves");
    assert_eq!(error.to_string(), "line 1, column 2097160: the game has more than 1048576 tags, moves and comments");
}

/// At each limit the last byte that it allows is read, and the next one refused.
#[test]
fn strangers_05_limits_are_exact() {
    use tavlei_record::ReadLimits;
    let limits = ReadLimits { line: 40, token: 8, comment: 10, depth: 2, game: 24 };
    let read = |text: &str| match Reader::with_limits(text.as_bytes(), limits).next() {
        Some(Err(error)) => error.to_string().split_once(": ").expect("a place").1.to_string(),
        _ => "read".to_string(),
    };
    for (text, expected) in [
        (&*format!("1. a1 *{}", " ".repeat(33)), "read"),
        (&*format!("1. a1 *{}\r\n", " ".repeat(33)), "read"),
        (&*format!("1. a1 *{}", " ".repeat(34)), "the line is longer than 40 bytes"),
        (&*format!("1. a1 *{}\n", " ".repeat(34)), "the line is longer than 40 bytes"),
        ("1. a2345678 *", "read"),
        ("1. a23456789 *", "a move is longer than 8 bytes"),
        ("1. a1 {0123456789} *", "read"),
        ("1. a1 {01234 6789} *", "read"),
        ("1. a1 {01234  56789} *", "the comment that begins here is longer than 10 bytes; is a ‘}’ missing?"),
        ("1. a1 ((so)) *", "read"),
        ("1. a1 (((so))) *", "variations are nested more than 2 deep"),
        ("[A2345678 \"0123456789\"] *", "read"),
        ("[A23456789 \"\"] *", "the tag is longer than 8 bytes"),
        ("[A \"01234567890\"] *", "the tag is longer than 10 bytes"),
        ("a2345678 a2345678 a2345678 *", "read"),
        ("a2345678 a2345678 a2345678\nb1 *", "the tags, moves and comments of the game are longer than 24 bytes"),
        ("a1 a1 a1 a1 a1 a1 *", "read"),
        ("a1 a1 a1 a1 a1 a1 a1 *", "the game has more than 6 tags, moves and comments"),
    ] {
        assert_eq!(read(text), expected, "{text:?}");
    }
}

/// Makes a record with a number of like things.
type Source = fn(usize) -> String;

/// What can repeat, and how a game or a file with a number of them is written, each different from the others.
fn repeated() -> Vec<(&'static str, Source)> {
    fn each(count: usize, one: impl Fn(usize) -> String) -> String {
        (0..count).map(one).collect()
    }
    vec![
        ("tags", |count| each(count, |i| format!("[Tag{i} \"{i}\"]\n")) + "\n1. c3-d4 *"),
        ("tags on a line", |count| each(count, |i| format!("[Tag{i} \"ё{i}\"] ")) + "\n1. c3-d4 *"),
        ("tags twice", |count| each(count, |i| format!("[White \"{i}\"]\n"))),
        ("comments", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("{{so {i}}}\n")) + "*"),
        ("line comments", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("; so {i}\n")) + "*"),
        ("words", |count| "1. c3-d4\n".to_owned() + &each(count, |i| format!("слово {i}\n")) + "*"),
        ("words on a line", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("слово {}. ", i + 7)) + "*"),
        ("moves", |count| each(count, |i| format!("a{} ", i + 1)) + "*"),
        ("moves with numbers", |count| each(count, |i| format!("{}. a{} b{} ", i + 1, i + 1, i + 1)) + "*"),
        ("games", |count| each(count, |i| format!("[White \"{i}\"]\n\n1. c3-d4 f6-e5 *\n\n"))),
        ("games on a line", |count| "1. c3-d4 f6-e5 * ".repeat(count)),
        ("variations", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("(1. a{i}) ")) + "*"),
        ("brackets within brackets", |count| "1. c3-d4 (".to_owned() + &"(1. a1) ".repeat(count) + ") *"),
        ("numbers", |count| each(count, |i| format!("{}. ", i + 1)) + "*"),
        ("numbers without dots", |count| each(count, |i| format!("{} ", i + 1)) + "*"),
        ("wrong numbers", |count| each(count, |i| format!("{}. c3-d4 ", (i * 7) % 60_000 + 1)) + "*"),
        ("blank lines", |count| "1. c3-d4".to_owned() + &"\n".repeat(count) + "*"),
        ("marks", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("$%{i} ±é! ")) + "*"),
        ("strays", |count| "1. c3-d4 ".to_owned() + &"<é> ) ".repeat(count) + "*"),
        ("asterisks", |count| "1. c3-d4* ".to_owned() + &"* ".repeat(count)),
        ("results", |count| "1. c3-d4 ".to_owned() + &"1-0 ".repeat(count)),
        ("brackets", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("[A{i} «] ")) + "*"),
        ("open tags", |count| "1. c3-d4 ".to_owned() + &each(count, |i| format!("[A{i} \"\\\"] ")) + "*"),
        ("jumps", |count| "1. ".to_owned() + &"a3(b4)c5 ".repeat(count) + "*"),
        ("dashes", |count| "1. c3-b4 ".to_owned() + &"- ".repeat(count)),
        ("control characters", |count| "1. c3-d4 ".to_owned() + &"\u{1}é ".repeat(count) + "*"),
    ]
}

/// Reads, writes and replays: all that is done with a record takes time linear in whatever repeats.
#[test]
fn strangers_23_reading_is_linear_in_all_that_repeats() {
    const COUNT: usize = 5_000;
    // Four times as many take four times as long; if it were their square, sixteen times.
    const TIMES: usize = 4;
    const MAX_RATIO: f64 = 8.0;
    const ATTEMPTS: usize = 6;
    for (name, text) in repeated() {
        let (few, many) = (text(COUNT), text(TIMES * COUNT));
        let ratio = |_| work(&many).as_secs_f64() / work(&few).as_secs_f64();
        let ratios: Vec<_> = (0..ATTEMPTS).map(ratio).take_while_inclusive(|ratio| *ratio > MAX_RATIO).collect();
        assert!(ratios.last().is_some_and(|ratio| *ratio <= MAX_RATIO), "{name}: {ratios:.1?}");
    }
}

/// Returns how long everything takes that is done with the records of a text.
fn work(text: &str) -> Duration {
    struct Nothing;
    impl Visitor for Nothing {}
    let start = Instant::now();
    let mut reader = Reader::new(text.as_bytes());
    while let Ok(true) = reader.read(&mut Nothing) {}
    for record in Reader::new(text.as_bytes()).flatten() {
        let written = record.to_string();
        assert_eq!(written.parse::<Record>().ok().as_ref(), Some(&record));
        let _ = replay::<Towers>(&record);
    }
    start.elapsed()
}

trait TakeWhileInclusive: Iterator + Sized {
    /// The items up to the first that fails the test, itself included.
    fn take_while_inclusive(self, test: impl Fn(&Self::Item) -> bool) -> impl Iterator<Item = Self::Item> {
        let mut over = false;
        self.take_while(move |item| !std::mem::replace(&mut over, !test(item)))
    }
}

impl<I: Iterator> TakeWhileInclusive for I {}
