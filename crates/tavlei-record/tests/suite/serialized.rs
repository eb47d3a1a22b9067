//! Records as serde values.

use tavlei_record::{Record, ResultMark};

#[test]
fn json_holds_what_the_record_says() {
    let text = "[Game \"nim\"]\n[White \"Анна\"]\n{so} 1. a3 {fine} b4 2. c5 1-0";
    let record: Record = text.parse().expect("a record");
    let json = serde_json::to_string(&record).expect("a record is plain");
    assert_eq!(
        json,
        "{\"tags\":[[\"Game\",\"nim\"],[\"White\",\"Анна\"]],\"preface\":[\"so\"],\"moves\":[{\"text\":\"a3\",\"comments\":[\"fine\"]},\
         {\"text\":\"b4\"},{\"text\":\"c5\"}],\"result\":\"1-0\"}"
    );
    assert_eq!(serde_json::from_str::<Record>(&json).expect("what was written is read"), record);
}

/// MessagePack names no fields, so none can be left out.
#[test]
fn formats_without_names_hold_the_same() {
    for text in ["a3 b4", "{so} 1... a3 {fine} b4 1/2", "[White \"Анна\"]\n*", "a3 {one} {two} 0-1"] {
        let record: Record = text.parse().expect("a record");
        let packed = rmp_serde::to_vec(&record).expect("a record is plain");
        assert_eq!(rmp_serde::from_slice::<Record>(&packed).expect("what was written is read"), record);
    }
    for mark in ["*", "1-0", "0-2", "1/2-1/2"].map(|text| text.parse::<ResultMark>().expect("a result")) {
        assert_eq!(serde_json::to_value(mark).expect("a text"), serde_json::json!(mark.to_string()));
        let packed = rmp_serde::to_vec(&mark).expect("a text");
        assert_eq!(rmp_serde::from_slice::<ResultMark>(&packed).expect("what was written is read"), mark);
    }
}

#[test]
fn json_that_is_no_record_is_refused() {
    for (json, message) in [
        ("{\"moves\":[],\"result\":\"3-3\"}", "expected a score"),
        ("{\"moves\":[{\"text\":3}]}", "expected a string"),
        ("{}", "missing field `moves`"),
    ] {
        let error = serde_json::from_str::<Record>(json).expect_err(json).to_string();
        assert!(error.contains(message), "{json}: {error}");
    }
    let open: Record = serde_json::from_str("{\"moves\":[{\"text\":\"a3\"}],\"black_first\":true}").expect("a record");
    assert!(open.black_first && open.result.is_none());
    // The command adds keys of its own to a record.
    let more: Record = serde_json::from_str("{\"moves\":[],\"rating\":3}").expect("a record");
    assert!(more.moves.is_empty());
}
