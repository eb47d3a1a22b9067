//! Serialization goes through text, and loses nothing.
#![cfg(feature = "serde")]

mod common;

use common::{FORCED, FREE, hand_set, under};
use serde_json::{from_str, json, to_string, to_value};
use tavlei_ashtarashki::{Capture, Label, Position, Rules};
use tavlei_game::Game;
use tavlei_geometry::dark::Square;

#[test]
fn everything_is_read_as_it_was_written() {
    for label in Label::ALL {
        assert_eq!(from_str::<Label>(&to_string(&label).expect("json")).expect("json"), label);
    }
    for rules in [FREE, FORCED] {
        assert_eq!(from_str::<Rules>(&to_string(&rules).expect("json")).expect("json"), rules);
        for seed in 0..200 {
            let position = hand_set(seed, rules).0;
            assert_eq!(from_str::<Position>(&to_string(&position).expect("json")).expect("json"), position);
            for mv in position.moves().into_iter().filter(tavlei_ashtarashki::Move::is_capture) {
                let capture = Capture::begin(&position, mv.from()).expect("it is listed");
                assert_eq!(from_str::<Capture>(&to_string(&capture).expect("json")).expect("json"), capture);
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
    let mut capture = Capture::begin(&position, Square::F6).expect("it can take");
    capture.jump(Square::E5).expect("it can take");
    assert_eq!(
        to_value(capture).expect("json"),
        json!({"rules": "third-retreat=forced", "capture": "w M1f6;M3d4,M3e5 f6:e5"})
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
