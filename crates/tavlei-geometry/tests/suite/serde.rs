//! Squares and boards are serialized as their text.
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, json, to_string, to_value};
use tavlei_geometry::rect::Board;
use tavlei_geometry::{dark, rect};

/// The value after a way through JSON, and through MessagePack, which names no fields.
fn carried<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let json = to_string(value).expect("json");
    let packed = rmp_serde::to_vec(value).expect("MessagePack");
    [from_str(&json).expect("json"), rmp_serde::from_slice(&packed).expect("MessagePack")]
}

#[test]
fn squares_and_boards_are_read_as_they_were_written() {
    for square in dark::Square::ALL {
        assert_eq!(carried(&square), [square; 2]);
    }
    for square in (0..64).filter_map(rect::Square::new) {
        assert_eq!(carried(&square), [square; 2]);
    }
    for (files, ranks) in [(3, 4), (4, 5), (8, 8)] {
        let board = Board::new(files, ranks).expect("a board");
        assert_eq!(carried(&board), [board; 2]);
    }
}

#[test]
fn the_form_is_text_and_reading_it_is_forgiving() {
    assert_eq!(to_value(dark::Square::C3).expect("json"), json!("c3"));
    assert_eq!(to_value(Board::new(4, 5).expect("a board")).expect("json"), json!("4x5"));
    assert_eq!(from_str::<dark::Square>("\"С3\"").expect("a Cyrillic letter is read"), dark::Square::C3);
    // Squares are keys of maps, too.
    let map = std::collections::BTreeMap::from([(dark::Square::C3, 1)]);
    assert_eq!(to_string(&map).expect("json"), "{\"c3\":1}");
}

#[test]
fn what_cannot_be_is_refused_as_the_text_is() {
    for text in ["c4", "i1", "c9", "c33", ""] {
        let refused = from_str::<dark::Square>(&json!(text).to_string()).expect_err(text).to_string();
        let reason = text.parse::<dark::Square>().expect_err(text).to_string();
        assert!(refused.starts_with(&reason), "{refused}");
    }
    let refused = from_str::<rect::Square>("7").expect_err("a number").to_string();
    assert!(refused.starts_with("invalid type: integer `7`, expected a square, such as b2"), "{refused}");
}
