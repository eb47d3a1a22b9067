//! What strangers tripped over: small inputs on which the game failed, with what is right.

use tavlei_game::{Game, Notation, Side, Simultaneous};
use tavlei_proryv::{Position, Reason, Rules};

fn position(text: &str) -> Position {
    text.parse().expect(text)
}

/// P-8: a game that two passes have ended says so in its text.
#[test]
fn strangers_21_two_passes_are_part_of_the_text() {
    for (before, after) in [
        ("start", "b a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5;--"),
        ("b a1;b5", "w a1;b5;--"),
        ("w b3;", "b b3;;--"),
        ("w ;b3", "b ;b3;--"),
    ] {
        let before = position(before);
        let passed = before.after(&before.read_move("-- --").expect("legal"));
        assert_eq!(passed.to_string(), after);
        let read = position(after);
        assert_eq!(read, passed);
        assert!(read.both_passed() && read.moves().is_empty() && read.choices(Side::White).is_empty());
        assert_eq!(read.outcome().map(|outcome| *outcome.reason()), Some(Reason::BothPassed));
        assert!(format!("{read:?}").contains(after));
        // Without the mark it is a live one, and another position.
        let live = position(after.strip_suffix(";--").expect("a mark"));
        assert_eq!((live.outcome(), live == read), (None, false));
    }
}

/// Reading is forgiving, and says what it misses.
#[test]
fn strangers_21_the_third_list_is_read_as_people_write_it() {
    let passed = position("b a1,b1;c5;--");
    for text in [
        "b a1,b1;c5;-",
        "b a1,b1 ; c5 ; -- --",
        "B A1 B1; C5; –",
        "b a1,b1/c5/—",
        "b a1 b1 | c5 | pass",
        "ч а1,в1;с5;пас",
        "b a1,b1;c5;--,--",
        "\u{feff}b a1,b1;c5;--\r\n",
    ] {
        // ‘в’ looks like b.
        assert_eq!(text.parse(), Ok(passed), "{text}");
    }
    assert_eq!(position("w --;--;--").to_string(), "w ;;--");
    assert_eq!(position("w a1;--"), position("w a1;"), "a side without men is no pass");
    for text in ["b a1,b1;c5;", "b a1;c5;a2", "b a1;c5;--;", "b a1;c5;--a", "b a1;c5;x"] {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert!(error.contains("expected -- if both sides have just passed (P-8)"), "{text}: {error}");
    }
}

/// Rules are told in full where somebody else has to know them.
#[test]
fn strangers_20_rules_are_told_in_full() {
    for text in ["", "board=8x8,pass=no", "start=1,turns=7", "board=3x6,start=a1+b2/c6"] {
        let rules: Rules = text.parse().expect(text);
        let complete = format!("{rules:#}");
        assert_eq!(complete.matches('=').count(), 4, "{complete}");
        assert_eq!(complete.parse(), Ok(rules), "{complete}");
    }
}

#[test]
fn strangers_25_the_text_of_a_turn_is_read_back() {
    let position = Position::default();
    for turn in position.moves() {
        assert_eq!(position.read_move(&turn.to_string()), Ok(turn), "{turn}");
    }
}
