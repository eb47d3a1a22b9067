//! `tavlei solve` and `tavlei table`.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tavlei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn prints(args: &[&str]) -> String {
    let output = tavlei(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn solved(args: &[&str]) -> Value {
    serde_json::from_str(&prints(&[&["solve", "proryv", "--json"], args].concat())).expect("one JSON object")
}

#[test]
fn proryv_is_solved_without_a_table() {
    let third = solved(&["--position", "w a4,d1;b5,c2"]);
    assert!((third["value"].as_f64().expect("a number") + 1.0 / 3.0).abs() < 1e-9, "{third}");
    assert_eq!(third["white"][0][0], "a4-a5");
    assert!((third["white"][0][1].as_f64().expect("a number") - 2.0 / 3.0).abs() < 1e-9);
    assert_eq!(solved(&["--position", "w a4,b4;b5,d5"])["value"], 1.0);
    let told = prints(&["solve", "proryv", "--position", "w a4,b4;b5,d2"]);
    assert!(told.starts_with("value +0.0000000000"), "{told}");
}

#[test]
fn a_table_is_built_verified_and_asked() {
    let directory = std::env::temp_dir().join(format!("tavlei-table-{}", std::process::id()));
    let out = directory.to_str().expect("a path in UTF-8");
    let told = prints(&["table", "proryv", "--men", "2", "--out", out, "--bounds", "--quiet"]);
    assert!(told.contains("1:1 244 positions, 68 distinct: +1 48, -1 48, 0 60, between 88"), "{told}");
    assert!(told.contains("2:2 11766 positions, 3000 distinct"), "{told}");
    assert_eq!(told.matches("changes 0 values").count(), 2, "{told}");
    let from_table = solved(&["--position", "w a4,d1;b5,c2", "--table", out]);
    assert!((from_table["value"].as_f64().expect("a number") + 1.0 / 3.0).abs() < 1e-10);
    // What the table lacks is solved.
    assert_eq!(solved(&["--position", "w b3;d4", "--table", out])["value"], 1.0);
    assert!(solved(&["--position", "w a2,a4,d4;a3,b4", "--table", out])["value"].as_f64() == Some(1.0));
    std::fs::remove_dir_all(&directory).expect("the directory was made");
    assert_eq!(tavlei(&["solve", "proryv", "--position", "w b3;d4", "--table", out]).status.code(), Some(1));
}

/// Before anything is solved, and nothing is left behind.
#[test]
fn where_a_table_cannot_be_written_is_found_out_first() {
    let directory = std::env::temp_dir().join(format!("tavlei-unwritable-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    std::fs::write(directory.join("file"), "in the way").expect("a file in the way");
    let within = directory.join("file/within");
    let out = within.to_str().expect("a path in UTF-8");
    let output = tavlei(&["table", "proryv", "--men", "1", "--out", out]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    assert!(text(&output.stderr).contains(out), "{}", text(&output.stderr));

    let out = directory.to_str().expect("a path in UTF-8");
    std::fs::create_dir(directory.join("proryv-4x5.values")).expect("a directory in the way");
    assert_eq!(tavlei(&["table", "proryv", "--men", "1", "--out", out]).status.code(), Some(1));
    assert_eq!(std::fs::read_dir(&directory).expect("a directory").count(), 2);
    std::fs::remove_dir_all(&directory).expect("the directory was made");
}

#[test]
fn a_table_is_written_though_nobody_reads_on() {
    let directory = std::env::temp_dir().join(format!("tavlei-unread-{}", std::process::id()));
    let out = directory.to_str().expect("a path in UTF-8");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    let command = command.args(["table", "proryv", "--men", "2", "--out", out]).stdout(Stdio::piped());
    let mut running = command.spawn().expect("the program runs");
    drop(running.stdout.take());
    assert_eq!(running.wait().expect("it ends").code(), Some(0));
    assert_eq!(solved(&["--position", "w a4,b4;b5,d5", "--table", out])["value"], 1.0);
    assert!(directory.join("proryv-4x5.values").exists());
    std::fs::remove_dir_all(&directory).expect("the directory was made");
}

#[test]
fn the_key_moves_of_an_ashtarashki_position_are_told() {
    let study = ["solve", "ashtarashki", "--position", "w M3a1,V1d4,V1a5,M1e5;Fe1,M1h4", "--moves"];
    let told: Value = serde_json::from_str(&prints(&[&study[..], &["--json"]].concat())).expect("one JSON object");
    assert_eq!((&told["solved"], &told["value"]), (&Value::Bool(true), &Value::from(1)), "{told}");
    let moves = told["moves"].as_array().expect("a list");
    let legal = prints(&["moves", "ashtarashki", "--position", study[3]]);
    assert_eq!(moves.len(), legal.lines().count());
    let key = moves.iter().find(|mv| mv["move"] == told["move"]).expect("the move is among them");
    assert_eq!(key["keeps"], true);
    assert!(moves.iter().all(|mv| mv["keeps"].is_boolean()), "{told}");
    let text = prints(&study);
    assert!(text.starts_with("White to move wins 1 point: +1 to White\n"), "{text}");
    assert!(text.contains("\nthese moves keep it: "), "{text}");

    // Without being asked for they are not looked for.
    let plain: Value = serde_json::from_str(&prints(&[&study[..4], &["--json"]].concat())).expect("one JSON object");
    assert!(plain.get("moves").is_none(), "{plain}");
}

/// A table is advised where it would help: not where the numbers of men differ, nor where they are too great for it.
#[test]
fn a_table_is_advised_where_it_would_help() {
    for (position, helps) in [
        ("start", true),
        ("w a1,b1,c1,d1,a2;a5,b5,c5,d5,a4,b4", false),
        ("w a1,b1,c1,d1,a2,b2,c2,d2;a5,b5,c5,d5,a4,b4,c4,d4", false),
    ] {
        let output = tavlei(&["solve", "proryv", "--position", position]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()), "{position}");
        assert_eq!(text(&output.stderr).contains("tavlei table"), helps, "{}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (args, status) in [
        (vec!["solve", "proryv", "--position", "w a5;b2"], 1),
        (vec!["solve", "proryv"], 1),
        (vec!["solve", "proryv", "--rules", "board=8x8,pass=no"], 1),
        (vec!["solve", "towers"], 2),
        (vec!["solve", "proryv", "--position", "w b3;d4", "--moves"], 2),
        (vec!["solve", "ashtarashki", "--position", "w M1a9;Fa1"], 1),
        (vec!["solve", "ashtarashki", "--position", "w Wb2;"], 1),
        (vec!["table", "towers", "--men", "2", "--out", "/tmp"], 2),
        (vec!["table", "proryv", "--men", "0", "--out", "/tmp"], 2),
        (vec!["table", "proryv", "--men", "2"], 2),
        // Seven would be solved for long, and eight take too much memory: that is said before.
        (vec!["table", "proryv", "--men", "8", "--out", "/tmp"], 1),
    ] {
        let output = tavlei(&args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}
