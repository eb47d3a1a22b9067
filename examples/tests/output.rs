//! Runs every example and checks what it prints.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

use std::io::Write;
use std::process::{Command, Stdio};

/// What a program prints when it is run with these arguments and this standard input.
fn run(program: &str, args: &[&str], input: &str) -> String {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the example reads");
    let output = child.wait_with_output().expect("the example ends");
    assert!(output.status.success(), "{program}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn embed_plays_refuses_and_takes_back() {
    let said = run(env!("CARGO_BIN_EXE_embed"), &[], "c3-b4\nb6-c5\nc3-c4\nundo\nb6-a5\ndraw\nresign\nb4-c5\n");
    let lines = said.lines().collect::<Vec<_>>();
    assert_eq!(lines[0], "White c3-b4, 7 replies");
    assert_eq!(lines[1], "Black b6-c5, 7 replies");
    assert!(lines[2].starts_with("? "), "{}", lines[2]);
    assert_eq!(lines[3], "taken back; Black to move");
    assert_eq!(lines[5..], ["no draw can be claimed", "White resigns", "0-1: White resigns"]);
}

#[test]
fn the_sequential_bot_plays_ashtarashki_to_its_end() {
    let said = run(env!("CARGO_BIN_EXE_bot_sequential"), &[], "");
    let lines = said.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 5, "{said}");
    assert_eq!(lines[0].split_whitespace().count(), 12);
    assert!(lines[4].starts_with("1-0") || lines[4].starts_with("0-1") || lines[4].contains("2"), "{said}");
    assert_eq!(said, run(env!("CARGO_BIN_EXE_bot_sequential"), &[], ""), "the bot is the same every time");
}

#[test]
fn the_simultaneous_bot_prefers_what_the_equilibrium_prefers() {
    let said = run(env!("CARGO_BIN_EXE_bot_simultaneous"), &[], "");
    let first = said.lines().next().expect("a choice");
    let share = first.strip_prefix("a4-a5 ").and_then(|rest| rest.strip_suffix(" %")).expect("White attacks on a5");
    assert!(share.parse::<u32>().expect("a share") > 50, "{said}");
    assert!(said.contains("a4-b5"), "{said}");
}

#[test]
fn the_perft_table_has_the_published_numbers() {
    let said = run(env!("CARGO_BIN_EXE_perft_table"), &["6"], "");
    assert!(said.starts_with("game,rules,plies,sequences,positions\n"));
    for row in ["towers,,6,37908,9641", "ashtarashki,,6,154929,", "proryv,", ",2,45074,", ",2,35134,"] {
        assert!(said.contains(row), "{row}: {said}");
    }
}

#[test]
fn captures_are_entered_step_by_step() {
    let said = run(env!("CARGO_BIN_EXE_step_by_step"), &[], "");
    let expected = "a move can begin on h6\nh6 can land on c1 f8\na3? a3 is not on a diagonal with h6\nand then on b4\ncomplete: false\n\
        stored as ‘w h6=1;d2=0,c5=0,g7=0 h6:f8’\nplayed h6:f8:b4:e1\nb e1=1/000;\n";
    assert_eq!(said, expected);
}

#[test]
fn sealed_moves_end_with_a_ruling_of_the_arbiter() {
    let said = run(env!("CARGO_BIN_EXE_sealed_move"), &[], "");
    let lines = said.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 6, "{said}");
    assert!(said.contains("Black’s program has crashed and goes on: "), "{said}");
    assert!(said.contains("turn 1: b2-c3 c4-d3\n") && said.contains("turn 2: c3-c4 b4-b3\n"), "{said}");
    assert_eq!(lines[3], "the network lost some messages: true, and repeated some: true");
    let ruling = lines[4].strip_prefix("White forfeits: open of White in turn 3: no message by the deadline, ");
    assert!(ruling.is_some_and(|deadline| deadline.parse::<u64>().is_ok()), "{said}");
    assert_eq!(lines[5], "proved by signatures: true");
}
