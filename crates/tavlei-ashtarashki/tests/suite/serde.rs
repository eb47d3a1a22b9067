//! Serialization goes through text, and loses nothing.
use crate::common::{FORCED, FREE, hand_set, under};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, json, to_string, to_value};
use tavlei_ashtarashki::{Label, Move, Position, Reason};
use tavlei_game::{Entry, Game, Notation, Outcome, Sequential, Side};
use tavlei_geometry::dark::Square;

/// The value after a way through JSON, and through MessagePack, which names no fields.
fn carried<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let json = to_string(value).expect("json");
    let packed = rmp_serde::to_vec(value).expect("MessagePack");
    [from_str(&json).expect("json"), rmp_serde::from_slice(&packed).expect("MessagePack")]
}

#[test]
fn everything_is_read_as_it_was_written() {
    for label in Label::ALL {
        assert_eq!(carried(&label), [label; 2]);
    }
    for rules in [FREE, FORCED] {
        assert_eq!(carried(&rules), [rules; 2]);
        for seed in 0..200 {
            let position = hand_set(seed, rules).0;
            assert_eq!(carried(&position), [position; 2]);
            for mv in position.moves() {
                assert_eq!(carried(&mv), [mv; 2]);
                assert_eq!(to_value(mv).expect("json"), json!(position.move_text(&mv)));
                let entry = Entry::begin(&position, position.side_to_move(), mv.from()).expect("it is listed");
                assert_eq!(carried(&entry), [entry.clone(), entry]);
            }
        }
    }
}

#[test]
fn the_form_is_text() {
    assert_eq!(to_value(Label::V2).expect("json"), json!("V2"));
    assert_eq!(to_value(FORCED).expect("json"), json!("third-retreat=forced"));
    let position = under(FORCED, "w M1f6;M3d4,M3e5");
    assert_eq!(
        to_value(position).expect("json"),
        json!({"rules": "third-retreat=forced", "position": "w M1f6;M3d4,M3e5"})
    );
    let mut entry = Entry::begin(&position, Side::White, Square::F6).expect("it can take");
    entry.choose(Square::E5).expect("it can take");
    assert_eq!(
        to_value(entry).expect("json"),
        json!({"rules": "third-retreat=forced", "entry": "w M1f6;M3d4,M3e5 f6:e5"})
    );
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let error = |json: &str| from_str::<Position>(json).expect_err(json).to_string();
    let refused = error(r#"{"rules": "", "position": "w M1c4;"}"#);
    assert!(refused.starts_with("byte 4: c4 is a light square"), "{refused}");
    assert!(error(r#"{"position": "w M1c3;"}"#).starts_with("missing field `rules`"));
    assert!(error(r#"{"rules": "", "position": "w M1c3;", "more": 1}"#).starts_with("unknown field `more`"));
    assert!(from_str::<Label>("\"M4\"").expect_err("refused").to_string().starts_with("expected a label"));
}

#[test]
fn a_move_stands_by_itself() {
    for (text, error) in [
        ("c3", "byte 2: expected a dash or a colon, and a square, found the end"),
        ("c3-d5", "byte 3: d5 is a light square (A-1)"),
        ("c3-e5", "byte 3: e5 is not next to c3 (A-4)"),
        ("c3:d4:f6", "byte 6: f6 is not next to d4 (A-4)"),
        ("c3-d4V", "byte 5: expected the end of the step, found ‘V’"),
        ("a1:b2:a1:b2:a1:b2:a1:b2:a1:b2:a1:b2:a1:b2", "byte 39: nobody can take more than 12 stones (A-2)"),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), error);
        let refused = from_str::<Move>(&json!(text).to_string()).expect_err(text).to_string();
        assert!(refused.starts_with(error), "{refused}");
    }
    assert_eq!("F6xЕ5".parse::<Move>().expect("read as people write").to_string(), "f6:e5");
}

#[test]
fn outcomes_have_their_reason() {
    for reason in Reason::ALL {
        let outcome = Outcome::win(Side::Black, 2, reason);
        assert_eq!(to_value(outcome).expect("json"), json!({"score": "0-2", "reason": reason.to_string()}));
        assert_eq!(carried(&outcome), [outcome; 2]);
    }
    let refused = from_str::<Reason>("\"bored\"").expect_err("refused").to_string();
    assert!(refused.starts_with("expected the reason for which a game has ended: no stone is left, "), "{refused}");
}
