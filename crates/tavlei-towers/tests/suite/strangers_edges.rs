//! What strangers tripped over: small inputs on which the game failed, with what is right.

use crate::common::{all_rules, hand_set};
use tavlei_game::{Game, MoveError, Notation};
use tavlei_towers::{Move, Position, Rules};

fn position(text: &str) -> Position {
    text.parse().expect(text)
}

/// A move's own text, which names what it jumps, is read wherever a move is read.
#[test]
fn strangers_25_the_text_of_a_move_is_read_back() {
    let (mut captures, mut promotions) = (0, 0);
    for rules in all_rules() {
        for seed in 0..1_500 {
            let position = hand_set(seed, &rules);
            for mv in position.moves() {
                let text = mv.to_string();
                for text in [text.clone(), text.to_uppercase(), format!("12. {text}!?"), format!(" 3... {text} ")] {
                    assert_eq!(position.read_move(&text), Ok(mv), "{position}: {text}");
                }
                captures += u32::from(mv.is_capture());
                promotions += u32::from(mv.is_promotion());
            }
        }
    }
    assert!(captures > 1_000 && promotions > 1_000, "{captures}, {promotions}");
}

/// Captures that differ only in what they jump are told apart; the crowning may be left out, but not made up.
#[test]
fn strangers_25_what_a_move_says_of_itself_is_checked() {
    let board = position("w d2=0;c3=00,e3=0,c5=0,e5=0");
    let mv = board.read_move("d2(e3)(e5)(c5)(c3)d2").expect("legal");
    assert_eq!(board.move_text(&mv), "d2:f4:d6:b4:d2");
    let Err(MoveError::Illegal { offset, meant, .. }) = board.read_move("1. d2(e5)(c3)d2") else {
        panic!("it is not legal")
    };
    assert_eq!((offset, meant.contains(&"d2:f4:d6:b4:d2".to_owned())), (3, true), "{meant:?}");

    let promotion = position("w c7=0;h2=0");
    let crowned = promotion.read_move("c7-b8=K").expect("legal");
    assert!(crowned.is_promotion());
    assert_eq!(promotion.read_move("c7-b8"), Ok(crowned));
    assert_eq!(promotion.read_move("cb8=К"), Ok(crowned), "a Cyrillic К");
    let error = |board: &Position, text: &str| board.read_move(text).expect_err(text).to_string();
    assert_eq!(
        error(&position("w c3=0;h2=0"), "c3-d4=K"),
        "byte 5: nobody is crowned by this move (T-6, T-13); c3-d4 would be legal"
    );
    assert!(error(&promotion, "c7-b8=Q").contains("expected K, for a king"));
    for broken in ["d2(", "d2(e3", "d2(e3)", "d2(e4)d2", "d2()d2", "d2(e3)d2=", "(e3)", "d2(e3)(", "d2(e3)d2)"] {
        assert!(board.read_move(broken).is_err(), "{broken}");
    }
    let long = format!("d2{}d2", "(e3)".repeat(13));
    assert!(error(&board, &long).contains("at most twelve jumps"));
    let over = position("w ;h2=0");
    assert!(matches!(over.read_move("d2(e3)f4"), Err(MoveError::GameOver { .. })));
}

/// What a client gets as JSON it can send back: as JSON, or as text.
#[cfg(feature = "serde")]
#[test]
fn strangers_25_a_move_as_json_can_be_sent_back() {
    for seed in 0..1_500 {
        let position = hand_set(seed, &Rules::default());
        for mv in position.moves() {
            let json = serde_json::to_value(mv).expect("json");
            assert_eq!(serde_json::from_value::<Move>(json.clone()).ok(), Some(mv));
            assert_eq!(position.read_move(json.as_str().expect("a text")), Ok(mv), "{json}");
        }
    }
}
