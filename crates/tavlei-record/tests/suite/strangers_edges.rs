//! What strangers tripped over: texts of moves and positions that other parts write, in records.

use tavlei_game::{Game, History, Notation, PlayError};
use tavlei_record::{ReadError, Reader, Record, replay};

/// The moves of the only record of a text.
fn moves(text: &str) -> Vec<String> {
    let record: Record = text.parse().expect(text);
    record.moves.iter().map(|mv| mv.text.clone()).collect()
}

/// A line that is too long is reported before its end has been seen: there may be none.
#[test]
fn strangers_16_a_source_without_line_ends_is_refused() {
    for byte in [0, b'a', b' ', b'{'] {
        let mut reader = Reader::buffered(std::io::repeat(byte));
        assert!(matches!(reader.read_record(), Err(ReadError::LineTooLong { .. })), "{byte}");
    }
    // What comes behind such a line is read, in its place.
    let long = format!("{}\n[White \"A\"]\n\n1. c3-d4 *\n", "a".repeat(5 << 20));
    let mut reader = Reader::from(long.as_str());
    assert!(matches!(reader.read_record(), Err(ReadError::LineTooLong { .. })));
    let record = reader.read_record().expect("it can be read").expect("a record");
    assert_eq!((record.tag("White"), record.moves[0].place.line), (Some("A"), 4));
}

/// A game that two passes have ended can be the start of a record.
#[test]
fn strangers_21_a_finished_start_stays_finished() {
    let text = "[Game \"proryv\"]\n[Position \"b a1;c5;--\"]\n\n1/2-1/2\n";
    let record: Record = text.parse().expect(text);
    let replayed = replay::<tavlei_proryv::Position>(&record).expect("it can be played");
    assert!(replayed.history.termination().is_some());
    let written = Record::from_history(&replayed.history, tavlei_game::Form::Long).to_string();
    assert!(written.contains("[Position \"b a1;c5;--\"]") && written.contains("[Result \"1/2-1/2\"]"), "{written}");
}

#[test]
fn strangers_24_what_a_history_says_can_be_replayed() {
    let mut game = History::<tavlei_ashtarashki::Position>::default();
    let mv = game.position().moves()[0];
    game.play(&mv).expect("legal");
    assert_eq!(game.agree_draw(), Err(PlayError::NoAgreedDraws));
    let record = Record::from_history(&game, tavlei_game::Form::Long);
    assert!(replay::<tavlei_ashtarashki::Position>(&record).is_ok());
}

/// Brackets that touch squares on both sides name what is jumped; all others hold variations.
#[test]
fn strangers_25_moves_that_stand_by_themselves_are_read() {
    assert_eq!(moves("1. a3(b4)(b6)a7 c3-d4 2. c7-b8=K *"), ["a3(b4)(b6)a7", "c3-d4", "c7-b8=K"]);
    assert_eq!(moves("1. a3(b4)c5! (b6) c3-d4 *"), ["a3(b4)c5", "c3-d4"]);
    assert_eq!(moves("1. c3-d4(b6-c5) b6-a5 (b4)*"), ["c3-d4", "b6-a5"]);
    assert_eq!(moves("1. А3(В4)С5=К *"), ["А3(В4)С5=К"]);
    // Every capture and promotion of a position, as the move says it.
    for text in ["w a3=0;b4=0,b6=0", "w c7=0,e1=1;h2=0", "w d2=0;c3=00,e3=0,c5=0,e5=0"] {
        let position: tavlei_towers::Position = text.parse().expect(text);
        for mv in position.moves() {
            let record = format!("[Game \"towers\"]\n[Position \"{text}\"]\n\n1. {mv} *\n");
            let record: Record = record.parse().expect("it can be read");
            let replayed = replay::<tavlei_towers::Position>(&record).expect("it can be played");
            assert_eq!(replayed.history.moves().next(), Some(&mv), "{mv}");
            assert_eq!(record.moves[0].text, mv.to_string());
            assert!(!position.move_text(&mv).is_empty());
        }
    }
}
