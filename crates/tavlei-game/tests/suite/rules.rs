//! Rule options as text: what is read, and what is refused and where.

use crate::toys::{Cards, LaneRules};
use proptest::prelude::*;
use tavlei_game::{NoRules, RulesError, rule_pairs};

/// The pairs of a text, with the places of key and value.
fn pairs(text: &str) -> Vec<(usize, String, usize, String)> {
    rule_pairs(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn pairs_are_split_and_their_places_kept() {
    let pair = |key_at: usize, key: &str, value_at: usize, value: &str| (key_at, key.into(), value_at, value.into());
    assert_eq!(pairs("landing=free"), [pair(0, "landing", 8, "free")]);
    assert_eq!(pairs("a=1,b=2;c=3"), [pair(0, "a", 2, "1"), pair(4, "b", 6, "2"), pair(8, "c", 10, "3")]);
    assert_eq!(pairs(" a = 1 , b =2"), [pair(1, "a", 5, "1"), pair(9, "b", 12, "2")]);
    assert_eq!(pairs("я=ю, b=2"), [pair(0, "я", 3, "ю"), pair(7, "b", 9, "2")], "places are in bytes");
    assert_eq!(pairs("third-retreat=forced"), [pair(0, "third-retreat", 14, "forced")]);
    assert_eq!(pairs("a=b=c"), [pair(0, "a", 2, "b=c")]);
    assert_eq!(pairs("a="), [pair(0, "a", 2, "")]);
}

#[test]
fn keys_and_values_are_folded() {
    let read = |text| pairs(text).into_iter().map(|(_, key, _, value)| (key, value)).collect::<Vec<_>>();
    assert_eq!(read("Landing=FREE"), [("landing".into(), "free".into())]);
    assert_eq!(read("board=4х5,BOARDS=4×5"), [("board".into(), "4x5".into()), ("boards".into(), "4x5".into())]);
    assert_eq!(read("third–retreat=Ｆorced"), [("third-retreat".into(), "forced".into())]);
}

#[test]
fn nothing_between_commas_is_nothing() {
    for text in ["", " ", ",", " ; ,, \t", "\n"] {
        assert_eq!(pairs(text), [], "{text:?}");
    }
    assert_eq!(pairs(",,a=1,").len(), 1);
}

#[test]
fn a_part_without_key_or_value_is_refused() {
    let error = |text: &str| rule_pairs(text).expect_err("no pairs");
    let syntax = |offset, found: &str| RulesError::Syntax { offset, found: found.into() };
    assert_eq!(error("free"), syntax(0, "free"));
    assert_eq!(error("a=1, Free ,b=2"), syntax(5, "Free"));
    assert_eq!(error("я=1;  ?"), syntax(7, "?"));
    assert_eq!(error("a=1,=2"), syntax(4, "=2"));
    assert_eq!(error(" = "), syntax(1, "="));
}

#[test]
fn a_key_given_twice_is_refused() {
    let twice = |offset, key: &str| Err(RulesError::Twice { offset, key: key.into() });
    assert_eq!(rule_pairs("a=1,b=2, a=1"), twice(9, "a"));
    assert_eq!(rule_pairs("landing=free;LANDING =free"), twice(13, "landing"));
}

#[test]
fn games_refuse_what_they_do_not_know() {
    let unknown = |offset, key: &str, known| RulesError::UnknownKey { offset, key: key.into(), known };
    assert_eq!("cards=3, ranks=4".parse::<Cards>(), Err(unknown(9, "ranks", "cards")));
    assert_eq!(" Ranks=4".parse::<NoRules>(), Err(unknown(1, "ranks", "none")));
    assert_eq!("ranks".parse::<NoRules>(), Err(RulesError::Syntax { offset: 0, found: "ranks".into() }));
    let bad = RulesError::BadValue { offset: 17, key: "cap".into(), value: "few".into(), expected: "a number or none" };
    assert_eq!("unchanged=7,cap= few".parse::<LaneRules>(), Err(bad));
    assert_eq!(("".parse(), " , ".parse(), NoRules.to_string()), (Ok(NoRules), Ok(NoRules), String::new()));
    assert_eq!(
        "cap=9,repetition=none".parse(),
        Ok(LaneRules { cap: Some(9), repetition: None, ..LaneRules::default() })
    );
}

#[test]
fn errors_are_told_in_words() {
    let told = |error: RulesError| error.to_string();
    assert_eq!(
        told(RulesError::Syntax { offset: 4, found: "free".into() }),
        "byte 4: expected key=value, found ‘free’"
    );
    assert_eq!(
        told(RulesError::UnknownKey { offset: 0, key: "lending".into(), known: "landing and rejump" }),
        "byte 0: there is no rule option ‘lending’; there are landing and rejump"
    );
    assert_eq!(
        told(RulesError::BadValue { offset: 8, key: "landing".into(), value: "far".into(), expected: "free" }),
        "byte 8: landing can’t be ‘far’: expected free"
    );
    assert_eq!(told(RulesError::Twice { offset: 9, key: "a".into() }), "byte 9: a is given twice");
    assert_eq!(told(RulesError::Conflict("too many men for the board".into())), "too many men for the board");
}

proptest! {
    #[test]
    fn places_point_at_what_was_read(text in "([ aяB]{0,2}=?[ 1ю=]{0,2}[,;]?){0,4}") {
        match rule_pairs(&text) {
            Ok(pairs) => {
                for (key_at, key, value_at, value) in pairs {
                    let stands = |at: usize, read: &str| {
                        text[at..].chars().map(tavlei_game::text::fold).collect::<String>().starts_with(read)
                    };
                    prop_assert!(stands(key_at, &key) && stands(value_at, &value), "{:?}", text);
                    prop_assert_eq!((key.trim(), value.trim()), (key.as_str(), value.as_str()));
                }
            }
            Err(RulesError::Syntax { offset, found }) => prop_assert!(text[offset..].starts_with(&found)),
            Err(RulesError::Twice { offset, key }) => {
                prop_assert!(text[offset..].to_lowercase().starts_with(&key));
            }
            Err(other) => prop_assert!(false, "{:?}: {}", text, other),
        }
    }
}
