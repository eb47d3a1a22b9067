//! Sides, scores, outcomes, verdicts and joint moves are serialized through their text.
use std::fmt::Debug;

use crate::toys::{Lane, Slide};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, json, to_string, to_value};
use tavlei_game::{Claim, ClaimKind, Entry, Game, History, Joint, NoRules, Outcome, Score, Side, Termination};

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

    type Ended = Termination<String>;
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

/// Lane whose rules are text, so that a game of it can be stored.
fn lane() -> History<Lane> {
    let mut game = History::new(Lane::default()).with_plies_since_progress(7);
    for cell in [1, 5, 0] {
        game.play(&Slide(cell)).expect("legal");
    }
    game
}

#[test]
fn a_history_is_stored_and_restored() {
    let mut game = lane();
    let rules = Lane::default().rules().to_string();
    let form = |before, moves: &[&str]| {
        let (ended, undone) = (Value::Null, json!([]));
        json!({
            "rules": rules, "start": "w a;g c,e", "plies_since_progress_at_start": before, "moves": moves, "ended": ended,
            "undone": undone,
        })
    };
    check(&game, &form(7, &["a-b", "g-f", "b-a"]));
    check(&History::<Lane>::default(), &form(0, &[]));
    let short = json!({"rules": rules, "start": "start", "moves": ["b"]});
    assert_eq!(from_str::<History<Lane>>(&short.to_string()).expect("short").len(), 1, "the rest can be left out");
    game.take_back();
    game.take_back();
    game.end(Termination::OutOfTime(Side::Black)).expect("not over");
    let stored = to_string(&game).expect("json");
    assert_eq!(
        from_str::<Value>(&stored).expect("json"),
        json!({
            "rules": rules, "start": "w a;g c,e", "plies_since_progress_at_start": 7, "moves": ["a-b"],
            "ended": {"out-of-time": "black"}, "undone": ["g-f", "b-a"],
        })
    );
    let mut restored: History<Lane> = from_str(&stored).expect("json");
    assert_eq!((&restored, restored.termination()), (&game, Some(Termination::OutOfTime(Side::Black))));
    assert_eq!((restored.redo(), restored.redo(), restored.redo()), (Some(Slide(5)), Some(Slide(0)), None));
    assert_eq!(restored.plies_since_progress(), 10);
    for end in [
        Termination::Agreed,
        Termination::Resigned(Side::White),
        Termination::Abandoned(Side::White),
        Termination::Adjudicated(Score::Win { winner: Side::White, points: 2 }),
    ] {
        let mut game = lane();
        game.end(end).expect("not over");
        let again: History<Lane> = from_str(&to_string(&game).expect("json")).expect("json");
        assert_eq!((again.termination(), &again), (Some(end), &game));
    }
}

#[test]
fn a_broken_history_is_refused_with_its_place() {
    let rules = Lane::default().rules().to_string();
    let refused = |value: Value| from_str::<History<Lane>>(&value.to_string()).expect_err("broken").to_string();
    for (value, message) in [
        (json!({"rules": rules, "start": "w a;", "moves": []}), "start: byte 4: "),
        (json!({"rules": "colour=red", "start": "w a;g", "moves": []}), "byte 0: "),
        (json!({"rules": rules, "start": "w a;g", "moves": ["b", "b"]}), "moves[1]: "),
        (json!({"rules": rules, "start": "w a;g", "moves": ["b"], "undone": ["f", "f"]}), "undone[1]: "),
        (json!({"rules": rules, "start": "w a;b", "moves": [], "ended": "agreed"}), "ended: the game is over"),
        (json!({"rules": rules, "start": "w a;g", "moves": [], "moods": []}), "unknown field `moods`"),
        (
            json!({"rules": rules, "start": "w a;g", "moves": [], "ended": {"claimed": {"kind": "ply-cap", "since": 1}}}),
            "ended: this draw can’t be claimed now",
        ),
    ] {
        let error = refused(value);
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn an_entry_is_stored_under_its_rules() {
    let entry = Entry::begin(&Lane::default(), Side::White, 'a').expect("the man is there");
    check(&entry, &json!({"rules": Lane::default().rules().to_string(), "entry": "w a;g c,e a"}));
}
