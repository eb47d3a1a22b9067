//! Serialization goes through text, and loses nothing.
use crate::common::{all_rules, hand_set, under};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, json, to_string, to_value};
use tavlei_game::{Entry, Game, Notation, Outcome, Sequential, Side};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Move, Position, Reason, Rules};

/// The value after a way through JSON, and through MessagePack, which names no fields.
fn carried<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let json = to_string(value).expect("json");
    let packed = rmp_serde::to_vec(value).expect("MessagePack");
    [from_str(&json).expect("json"), rmp_serde::from_slice(&packed).expect("MessagePack")]
}

#[test]
fn everything_is_read_as_it_was_written() {
    let (mut captures, mut jumps, mut promotions) = (0, 0, 0);
    for rules in all_rules() {
        assert_eq!(carried(&rules), [rules; 2]);
        for seed in 0..50 {
            let position = hand_set(seed, &rules);
            assert_eq!(carried(&position), [position.clone(), position.clone()]);
            for mv in position.moves() {
                assert_eq!(carried(&mv), [mv; 2]);
                jumps = jumps.max(mv.jumped().len());
                promotions += usize::from(mv.is_promotion());
            }
            let Ok(entry) = Entry::new(&position, position.side_to_move()) else { continue };
            for start in entry.choices() {
                let mut entry = entry.clone();
                entry.choose(start).expect("one of the choices");
                while let Some(to) = entry.choices().first() {
                    entry.choose(to).expect("one of the choices");
                    assert_eq!(carried(&entry), [entry.clone(), entry.clone()]);
                    captures += usize::from(!entry.captured().is_empty());
                }
            }
        }
    }
    assert!(captures > 500 && jumps > 5 && promotions > 20, "{captures} {jumps} {promotions}");
}

#[test]
fn the_form_is_text() {
    let here = under("landing=free", "w a1=1/0;c3=0");
    assert_eq!(to_value(here.clone()).expect("json"), json!({"rules": "landing=free", "position": "w a1=1/0;c3=0"}));
    let mut entry = Entry::begin(&here, Side::White, Square::A1).expect("it can capture");
    entry.choose(Square::E5).expect("legal");
    let written = json!({"rules": "landing=free", "entry": "w a1=1/0;c3=0 a1:e5"});
    assert_eq!(to_value(entry).expect("json"), written);
    assert_eq!(to_value(Rules::default()).expect("json"), json!(""));
    let lost = Outcome::win(Side::Black, 1, Reason::NoMoves);
    assert_eq!(to_value(lost).expect("json"), json!({"score": "0-1", "reason": "the side to move has no legal move"}));
    assert_eq!(carried(&lost), [lost; 2]);
}

/// T-15: a move is its start, the squares that it jumps, and its end, so its text is read without a position.
#[test]
fn a_move_names_what_it_jumps() {
    for (position, long, own) in [
        ("w a3=0;b4=0,b6=0", "a3:c5:a7", "a3(b4)(b6)a7"),
        ("w a1=1;b2=0,e5=0", "a1:d4:h8", "a1(b2)(e5)h8"),
        ("w a1=1;b2=0,e5=0", "a1:c3:f6", "a1(b2)(e5)f6"),
        ("w f6=0;e7=0", "f6:d8", "f6(e7)d8=K"),
        ("w a7=0;", "a7-b8", "a7-b8=K"),
    ] {
        let mv = under("", position).read_move(long).expect("legal");
        assert_eq!(to_value(mv).expect("json"), json!(own));
        assert_eq!(own.parse(), Ok(mv));
    }
    for (text, error) in [
        ("c3d4", "byte 2: expected a dash, or a jumped square in brackets, found ‘d’"),
        ("c3-d5", "byte 3: d5 is a light square (T-1)"),
        ("c3(d4e5", "byte 5: expected the bracket behind a jumped square, found ‘e’"),
        ("c7-d8=Q", "byte 6: expected K, for a king, found ‘Q’"),
        ("c3-d4 e5", "byte 6: expected =K, or the end, found ‘e’"),
        (
            "a1(b2)(c3)(b2)(c3)(b2)(c3)(b2)(c3)(b2)(c3)(b2)(c3)(b2)d4",
            "byte 51: a capture has at most twelve jumps (T-16)",
        ),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), error);
        let refused = from_str::<Move>(&json!(text).to_string()).expect_err(text).to_string();
        assert!(refused.starts_with(error), "{refused}");
    }
    assert_eq!("С3–D4".parse::<Move>().expect("read as people write").to_string(), "c3-d4");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let error = |json: &str| from_str::<Position>(json).expect_err(json).to_string();
    assert!(error(r#"{"rules": "", "position": "w b8=0;"}"#).starts_with("byte 2: b8: a man of White’s can’t command"));
    assert!(error(r#"{"rules": "landing=no", "position": "w b8=1;"}"#).starts_with("byte 8: landing can’t be ‘no’"));
    assert!(error(r#"{"position": "w b8=1;"}"#).starts_with("missing field `rules`"));
    let refused = from_str::<Entry<Position>>(r#"{"rules": "", "entry": "w a1=1;c3=0 a1:b2"}"#).expect_err("refused");
    assert!(refused.to_string().starts_with("byte 15: capture is compulsory (T-7), and a1-b2 takes nothing"));
}
