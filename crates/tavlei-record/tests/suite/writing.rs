//! Writing is canonical, and reading what was written gives an equal record.

use proptest::prelude::*;
use tavlei_record::{Reader, Record};

#[test]
fn lines_have_at_most_80_columns() {
    let mut record = Record::default();
    record.set_tag("White", "Анна");
    record.set_tag("Rules", "landing=free");
    record.set_tag("Game", "towers");
    record.push_comment(&"слово ".repeat(50));
    for _ in 0..100 {
        record.push_move("c3-d4");
        record.push_move("f6:d4:b2");
    }
    record.push_comment("a } b");
    record.push_move("g1-h2");
    let text = record.to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(
        text.starts_with("[Game \"towers\"]\n[White \"Анна\"]\n[Rules \"landing=free\"]\n[Result \"*\"]\n\n{слово ")
    );
    assert!(text.ends_with("; a } b\n101. g1-h2 *\n"), "{text}");
    let again: Record = text.parse().expect("what was written is read");
    assert_eq!(again, record);
    assert_eq!(again.warnings, []);
}

#[test]
fn records_differ_when_they_say_different_things() {
    let base = "[A \"b\"]\n1. c3-d4 {x} 1-0";
    let read = |text: &str| text.parse::<Record>().expect("the text is in order");
    for other in [
        "[A \"c\"]\n1. c3-d4 {x} 1-0",
        "[B \"b\"]\n1. c3-d4 {x} 1-0",
        "[A \"b\"]\n1. c3-b4 {x} 1-0",
        "[A \"b\"]\n1. c3-d4 {y} 1-0",
        "[A \"b\"]\n1. c3-d4 1-0",
        "[A \"b\"]\n1. c3-d4 {x} 0-1",
        "[A \"b\"]\n{x} 1. c3-d4 1-0",
        "[A \"b\"]\n1... c3-d4 {x} 1-0",
    ] {
        assert_ne!(read(base), read(other), "{other}");
    }
    assert_eq!(read(base), read("[A   \"b\"]\r\n\r\n  c3-d4{x}1:0"));
}

/// Pieces of which texts are made that come close to records.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        Just("c3-d4"),
        Just("f6:d4:b2"),
        Just("M3cd4"),
        Just("M1"),
        Just("c3"),
        Just("-"),
        Just("--"),
        Just(":"),
        Just("x"),
        Just("х"),
        Just(" "),
        Just(" "),
        Just("\n"),
        Just("1."),
        Just("2..."),
        Just("12"),
        Just("…"),
        Just("{"),
        Just("}"),
        Just("("),
        Just(")"),
        Just(";"),
        Just("["),
        Just("]"),
        Just("[A \"b\"]"),
        Just("\""),
        Just("\\"),
        Just("W"),
        Just("*"),
        Just("1-0"),
        Just("1/2"),
        Just("½"),
        Just("word"),
        Just("слово"),
        Just("$3"),
        Just("%"),
        Just("!?"),
        Just("22-18"),
        Just("22"),
        Just("\u{a0}"),
        Just("\u{feff}"),
        Just("\u{200b}"),
        Just("="),
        Just("+"),
        Just("#"),
        Just("'"),
        Just("_"),
        Just("–"),
        Just("\r"),
        Just("[Result \"1-0\"]"),
        Just("1 : 0"),
        Just("0"),
        Just("e5"),
        Just("o"),
        Just("/"),
        Just("2"),
        Just("---"),
        Just("-----"),
        Just("–––"),
        Just("cd"),
        Just("c-d"),
        Just("Mf"),
        Just("d"),
        Just("d4*f6"),
        Just("**"),
        Just("|"),
        Just("draw"),
        Just("ничья"),
        Just("прочерк"),
        Just("0.5"),
        Just("0,5"),
        Just("\n1."),
        Just("3."),
        Just("."),
        Just(","),
        Just("3e"),
        Just("e"),
        Just("b"),
        Just("\u{1}"),
        Just("\0:g5"),
        Just("－"),
        Just("："),
        Just("ｃ３－ｄ４"),
        Just("２"),
        Just("7)"),
    ];
    prop::collection::vec(scrap, 0..40).prop_map(|scraps| scraps.concat())
}

/// What would be a draw is none, since a number is stuck to it; but its half is one, and no move.
#[test]
fn half_a_draw_before_what_is_none_is_a_draw() {
    let records = Reader::from("1. a1 1/2 -½1 : 0").collect::<Result<Vec<_>, _>>().expect("two games");
    let written = records.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let again = Reader::from(written.as_str()).collect::<Result<Vec<_>, _>>().expect("two games");
    assert_eq!(again, records, "{written}");
    assert_eq!(records[0].moves.len(), 1, "{written}");
}

/// Of dashes behind a number only a single one before one move is a pass; a run of them is none, whatever follows.
#[test]
fn a_run_of_dashes_behind_a_number_is_no_move() {
    let read = |text: &str| {
        let record = text.parse::<Record>().expect("a record");
        record.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(read("1. b2-c3 -- 2. – c4-c3 *"), ["b2-c3", "--", "--", "c4-c3"]);
    assert_eq!(read("1. b2-c3 -- 2. ----- c4-c3 *"), ["b2-c3", "--", "c4-c3"]);
}

/// In the place of a move, letters that touch digits are with them, whatever follows.
#[test]
fn digits_and_letters_in_the_place_of_a_move_are_one_word() {
    let read = |text: &str| {
        let record = text.parse::<Record>().expect("a record");
        record.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(read("1. c3-d4 f6-e5 2. 3e\u{1}:g5 *"), ["c3-d4", "f6-e5", "3e", ":g5"]);
    assert_eq!(read("1. c3-d4 f6-e5 2. 3e\n:g5 *"), ["c3-d4", "f6-e5", "3e", ":g5"]);
    assert_eq!(read("1. c3-d4 f6-e5\n1st and 2nd move *"), ["c3-d4", "f6-e5"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_read_can_be_written_and_read_again(text in scraps()) {
        for record in Reader::from(text.as_str()).map_while(Result::ok) {
            let written = record.to_string();
            let again: Record = written.parse().map_err(|error| TestCaseError::fail(format!("{written:?}: {error}")))?;
            prop_assert_eq!(&again, &record, "{:?}", written);
            prop_assert_eq!(again.to_string(), written);
        }
    }

    #[test]
    fn any_text_ends_in_games_or_errors(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for record in Reader::from(text.as_str()).chain(Reader::new(bytes.as_slice())).flatten() {
            prop_assert!(!record.moves.is_empty() || !record.tags.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A game of anybody's can be written down if its moves are words that begin with a letter and have a digit.
    #[test]
    fn words_with_a_letter_and_a_digit_are_moves(
        moves in prop::collection::vec("[a-zA-Z][a-z]{0,4}[1-9][0-9]?|[a-z][1-9][-:x=]?[a-z][1-9]", 1..12),
    ) {
        let mut record = Record::default();
        moves.iter().for_each(|mv| record.push_move(mv));
        let read = record.to_string().parse::<Record>().expect("a record");
        let texts = read.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
        prop_assert_eq!(texts, moves);
    }
}
