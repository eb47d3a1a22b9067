//! Serialization goes through text, and loses nothing.
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, json, to_string, to_value};
use tavlei_game::{Game, History, Notation, Outcome, Side, Simultaneous};
use tavlei_proryv::sealed_turn::{AwaitingSealedMove, SealedTurn};
use tavlei_proryv::{Choice, Position, Reason, Rules};

use crate::common::{RULES, rules, set_up};

/// The value after a way through JSON, and through MessagePack, which names no fields.
fn carried<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let json = to_string(value).expect("json");
    let packed = rmp_serde::to_vec(value).expect("MessagePack");
    [from_str(&json).expect("json"), rmp_serde::from_slice(&packed).expect("MessagePack")]
}

#[test]
fn everything_is_read_as_it_was_written() {
    for (seed, text) in RULES.iter().enumerate() {
        let rng = &mut StdRng::seed_from_u64(seed as u64);
        let rules: Rules = rules(text);
        assert_eq!(carried(&rules), [rules; 2]);
        for _ in 0..20 {
            let position = set_up(&rules, rng);
            assert_eq!(carried(&position), [position; 2]);
            for choice in position.choices(Side::White) {
                assert_eq!(carried(&choice), [choice; 2]);
            }
        }
    }
}

#[test]
fn the_form_is_text() {
    assert_eq!(to_value(Rules::original()).expect("json"), json!("board=8x8,pass=no"));
    assert_eq!(to_value(Choice::Pass).expect("json"), json!("--"));
    let position: Position = "b a1;b5".parse().expect("a position");
    assert_eq!(to_value(position).expect("json"), json!({"rules": "board=4x5,pass=yes", "position": "b a1;b5"}));
}

/// P-8: two passes are part of a position.
#[test]
fn two_passes_are_kept() {
    let before: Position = "w a1;b5".parse().expect("a position");
    let after = before.after(&before.read_move("-- --").expect("legal"));
    let json = to_string(&after).expect("json");
    assert!(json.contains(r#""b a1;b5;--""#), "{json}");
    for read in carried(&after) {
        assert_eq!((read, read.outcome()), (after, after.outcome()));
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let error = |json: &str| from_str::<Position>(json).expect_err(json).to_string();
    let refused = error(r#"{"rules": "board=3x4", "position": "w d1;a4"}"#);
    assert!(refused.starts_with("byte 2: d1 is off the board of 3 files and 4 ranks"), "{refused}");
    assert!(error(r#"{"position": "w a1;a4"}"#).starts_with("missing field `rules`"));
    assert!(error(r#"{"rules": "board=4x5", "position": "w a1;a4", "more": 1}"#).starts_with("unknown field `more`"));
    let refused = from_str::<Choice>("\"b2\"").expect_err("refused").to_string();
    assert!(refused.starts_with("byte 2: expected the square that the man steps to"), "{refused}");
    let refused = from_str::<Rules>("7").expect_err("refused").to_string();
    assert!(refused.contains("expected rules of proryv, such as board=8x8,pass=no"), "{refused}");
}

#[cfg(feature = "commitment")]
#[test]
fn what_is_sent_over_a_wire_is_text() {
    use tavlei_proryv::commitment::{Commitment, Opening};
    let commitment = Commitment::from_bytes([0xab; 32]);
    assert_eq!(to_value(commitment).expect("json"), json!("ab".repeat(32)));
    assert_eq!(carried(&commitment), [commitment; 2]);
    let opening = Opening::new(Choice::Pass, [1; 32]);
    assert_eq!(to_value(&opening).expect("json"), json!(format!("-- {}", "01".repeat(32))));
    assert_eq!(carried(&opening), [opening.clone(), opening]);
}

/// Terms, messages and stored seats are their texts, the last with the secret in it.
#[cfg(feature = "signed")]
#[test]
fn a_sealed_game_is_text() {
    use crate::common::sealed::{self, Table, step};
    use tavlei_proryv::sealed_move::{Recording, Seat, StoredSeat};
    let mut table = Table::new(Recording::Alternating);
    table.seal(Side::White, step("b2", "c3"));
    assert_eq!(to_value(&table.terms).expect("json"), json!(table.terms.to_string()));
    let terms = table.terms.clone();
    assert_eq!(carried(&terms), [terms.clone(), terms.clone()]);
    let party = terms.party(Side::White);
    assert_eq!(&carried(party), &[party.clone(), party.clone()]);
    for message in table.seats[0].transcript().messages() {
        assert_eq!(to_value(message).expect("json"), json!(message.to_string()));
        assert_eq!(&carried(message), &[message.clone(), message.clone()]);
    }
    table.seats[0]
        .publish(|stored| {
            for again in carried::<StoredSeat>(stored) {
                assert_eq!(again.secret_text(), stored.secret_text());
                let seat = Seat::restore_signed(&again, sealed::key(1)).expect("as stored");
                assert_eq!(seat.side(), Side::White);
            }
            Ok::<(), core::convert::Infallible>(())
        })
        .expect("stored");
}

#[test]
fn turns_and_outcomes_are_maps_of_texts() {
    let start = Position::default();
    for turn in start.moves() {
        assert_eq!(carried(&turn), [turn; 2]);
    }
    let turn = start.read_move("b2-c3 --").expect("legal");
    assert_eq!(to_value(turn).expect("json"), json!({"white": "b2-c3", "black": "--"}));
    for reason in [Reason::BrokeThrough, Reason::BothBrokeThrough, Reason::NoMenLeft, Reason::BothPassed] {
        let outcome = Outcome::draw(reason);
        assert_eq!(to_value(outcome).expect("json"), json!({"score": "1/2-1/2", "reason": reason.to_string()}));
        assert_eq!(carried(&outcome), [outcome; 2]);
    }
}

/// P-2: a program that crashes in the middle of a turn goes on with the choice that was sealed.
#[test]
fn a_sealed_turn_is_resumed_at_each_stage() {
    let position: Position = "b a4,b4;b5".parse().expect("a position");
    let [sealed, open] = ["b5-a5", "a4-a5"].map(|text| text.parse::<Choice>().expect("a choice"));
    let resume = |turn: SealedTurn| -> SealedTurn {
        let [read, packed] = carried_turn(&turn);
        assert_eq!(to_value(&read).expect("json"), to_value(&turn).expect("json"));
        assert_eq!(to_value(&packed).expect("json"), to_value(&turn).expect("json"));
        read
    };
    let turn = resume(AwaitingSealedMove::new(position).expect("the game goes on").into());
    let SealedTurn::AwaitingSealedMove(turn) = turn else { panic!("{turn:?}") };
    let turn = resume(turn.seal(sealed).expect("legal").into());
    assert_eq!(turn.position(), &position);
    let SealedTurn::AwaitingOpenMove(turn) = turn else { panic!("{turn:?}") };
    let turn = resume(turn.open(open).expect("legal").into());
    let SealedTurn::Resolved(turn) = turn else { panic!("{turn:?}") };
    // The turn is a move of the game.
    let mut history = History::new(position);
    history.play(turn.resolution().turn()).expect("legal");
    assert_eq!(history.position(), turn.resolution().after());
}

fn carried_turn(turn: &SealedTurn) -> [SealedTurn; 2] {
    let packed = rmp_serde::to_vec(turn).expect("MessagePack");
    [from_str(&to_string(turn).expect("json")).expect("json"), rmp_serde::from_slice(&packed).expect("MessagePack")]
}

#[test]
fn a_stored_turn_with_illegal_choices_is_refused() {
    let position = json!({"rules": "board=4x5,pass=yes", "position": "b a4,b4;b5"});
    let over = json!({"rules": "board=4x5,pass=yes", "position": "b a5;b4"});
    for (position, sealed, open, reason) in [
        (&position, json!("b5-b3"), json!(null), "the choice that Black was to record is not legal"),
        (&position, json!("b5-a5"), json!("a4-a2"), "not one square"),
        (&position, json!(null), json!("a4-a5"), "there is an open choice and no sealed one"),
        (&over, json!(null), json!(null), "the game is over"),
    ] {
        let stored = json!({"position": position, "sealed": sealed, "open": open});
        let error = serde_json::from_value::<SealedTurn>(stored).expect_err("refused").to_string();
        assert!(error.contains(reason), "{error}");
    }
}
