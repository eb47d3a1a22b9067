//! Serialization goes through text, and loses nothing.
#![cfg(feature = "serde")]

mod common;

use common::{all_rules, hand_set, under};
use serde_json::{from_str, json, to_string, to_value};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Capture, Position, Rules};

#[test]
fn everything_is_read_as_it_was_written() {
    let mut captures = 0;
    for rules in all_rules() {
        assert_eq!(from_str::<Rules>(&to_string(&rules).expect("json")).expect("json"), rules);
        for seed in 0..50 {
            let position = hand_set(seed, &rules);
            assert_eq!(from_str::<Position>(&to_string(&position).expect("json")).expect("json"), position);
            for start in Capture::starts(&position) {
                let mut capture = Capture::begin(&position, start).expect("it can capture");
                while let Some(to) = capture.landings().first() {
                    capture.jump(to).expect("one of the landings");
                    assert_eq!(from_str::<Capture>(&to_string(&capture).expect("json")).expect("json"), capture);
                    captures += 1;
                }
            }
        }
    }
    assert!(captures > 500, "{captures}");
}

#[test]
fn the_form_is_text() {
    let here = under("landing=free", "w a1=1/0;c3=0");
    assert_eq!(to_value(here.clone()).expect("json"), json!({"rules": "landing=free", "position": "w a1=1/0;c3=0"}));
    let mut capture = Capture::begin(&here, Square::A1).expect("it can capture");
    capture.jump(Square::E5).expect("legal");
    let written = json!({"rules": "landing=free", "capture": "w a1=1/0;c3=0 a1:e5"});
    assert_eq!(to_value(capture).expect("json"), written);
    assert_eq!(to_value(Rules::default()).expect("json"), json!(""));
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let error = |json: &str| from_str::<Position>(json).expect_err(json).to_string();
    assert!(error(r#"{"rules": "", "position": "w b8=0;"}"#).starts_with("byte 2: b8: a man of White’s can’t command"));
    assert!(error(r#"{"rules": "landing=no", "position": "w b8=1;"}"#).starts_with("byte 8: landing can’t be ‘no’"));
    assert!(error(r#"{"position": "w b8=1;"}"#).starts_with("missing field `rules`"));
    let refused = from_str::<Capture>(r#"{"rules": "", "capture": "w a1=1;c3=0 a1:b2"}"#).expect_err("refused");
    assert!(refused.to_string().starts_with("no jump leads from a1 to b2"));
}
