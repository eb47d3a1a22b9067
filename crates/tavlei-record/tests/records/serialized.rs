//! Records as serde values.

use tavlei_record::Record;

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

#[test]
fn json_that_is_no_record_is_refused() {
    for (json, message) in [
        ("{\"moves\":[],\"result\":\"3-3\"}", "expected a score"),
        ("{\"moves\":[{\"text\":3}]}", "expected a string"),
        ("{\"moves\":[],\"rating\":3}", "unknown field"),
        ("{}", "missing field `moves`"),
    ] {
        let error = serde_json::from_str::<Record>(json).expect_err(json).to_string();
        assert!(error.contains(message), "{json}: {error}");
    }
    let open: Record = serde_json::from_str("{\"moves\":[{\"text\":\"a3\"}],\"black_first\":true}").expect("a record");
    assert!(open.black_first && open.result.is_none());
}
