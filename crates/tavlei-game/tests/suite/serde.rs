//! Sides, scores, outcomes, verdicts and joint moves are serialized through their text.
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, json, to_string, to_value};
use tavlei_game::{Claim, ClaimKind, Joint, NoRules, Outcome, Score, Side, Verdict};

/// Checks the form, and that the value comes back from JSON and from MessagePack, which names no fields.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, form: &Value) {
    assert_eq!(&to_value(value).expect("json"), form);
    assert_eq!(&from_str::<T>(&to_string(value).expect("json")).expect("json"), value);
    let packed = rmp_serde::to_vec(value).expect("MessagePack");
    assert_eq!(&rmp_serde::from_slice::<T>(&packed).expect("MessagePack"), value);
}

#[test]
fn sides_and_scores_are_text() {
    check(&Side::White, &json!("white"));
    check(&Side::Black, &json!("black"));
    check(&Score::Draw, &json!("1/2-1/2"));
    check(&NoRules, &json!(""));
    for points in 1..=u8::MAX {
        check(&Score::Win { winner: Side::White, points }, &json!(format!("{points}-0")));
        check(&Score::Win { winner: Side::Black, points }, &json!(format!("0-{points}")));
    }
    assert_eq!(from_str::<Side>("\"W\"").expect("a letter is read"), Side::White);
}

#[test]
fn outcomes_and_verdicts_are_maps_of_texts() {
    let win = Outcome::win(Side::Black, 2, "no stone is left".to_string());
    check(&win, &json!({"score": "0-2", "reason": "no stone is left"}));
    check(&Outcome::draw("both".to_string()), &json!({"score": "1/2-1/2", "reason": "both"}));
    check(&Joint { white: "b2-c3".to_string(), black: "--".to_string() }, &json!({"white": "b2-c3", "black": "--"}));

    type Ended = Verdict<String>;
    check(&Ended::OnBoard(win), &json!({"on-board": {"score": "0-2", "reason": "no stone is left"}}));
    check(&Ended::Agreed, &json!("agreed"));
    check(&Ended::Resigned(Side::White), &json!({"resigned": "white"}));
    let claims = [
        (ClaimKind::PlyCap, json!("ply-cap")),
        (ClaimKind::Unchanged { plies: 30 }, json!({"unchanged": {"plies": 30}})),
        (ClaimKind::Repetition { occurrences: 3 }, json!({"repetition": {"occurrences": 3}})),
    ];
    for (kind, form) in claims {
        check(&Ended::Claimed(Claim { kind, since: 40 }), &json!({"claimed": {"kind": form, "since": 40}}));
    }
}

#[test]
fn what_cannot_be_is_refused_as_the_text_is() {
    for text in ["0-0", "1-1", "256-0", "two-0"] {
        let refused = from_str::<Score>(&json!(text).to_string()).expect_err(text).to_string();
        assert!(refused.starts_with(&text.parse::<Score>().expect_err(text).to_string()), "{refused}");
    }
    let refused = from_str::<Side>("\"red\"").expect_err("no side").to_string();
    assert!(refused.starts_with("expected a side: white or black"), "{refused}");
    let refused = from_str::<Outcome<String>>(r#"{"score": "1-0"}"#).expect_err("no reason").to_string();
    assert!(refused.starts_with("missing field `reason`"), "{refused}");
}
