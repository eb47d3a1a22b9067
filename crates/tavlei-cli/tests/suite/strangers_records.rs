//! Records on which strangers tripped, as the commands read them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn tavlei(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tavlei"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that gives up early reads no more.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Status, standard output and standard error.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = tavlei(args, input);
    (status.code(), text(&stdout), text(&stderr))
}

#[test]
fn strangers_01_games_do_not_reach_each_other() {
    let (status, told, _) = run(
        &["replay", "-"],
        "[FEN \"W:Wc3:Bd6\"]\n\n[FEN \"W:We3:Bf6\"]\n\n1. e3-d4 *\n\n[Round \"3\"]\n1. c3-d4 *\n",
    );
    assert_eq!(status, Some(0));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "1. towers: 0 plies, * by the rules, w c3=0;d6=0");
    assert_eq!(lines[1], "2. towers: 1 plies, * by the rules, stated *, b d4=0;f6=0");
    assert!(lines[2].starts_with("3. towers: 1 plies") && lines[2].contains("b a1=0,"), "{told}");
    // Options stand in for the missing tags of each game, not for those of the first only.
    let two = "[Position \"w a3;d5\"]\n\n[Position \"w a1;c5\"]\n*\n\n[White \"A\"]\n*\n";
    let (status, told, _) = run(&["replay", "-", "--game", "proryv", "--position", "b b2;d5"], two);
    assert_eq!(status, Some(0));
    let ends: Vec<&str> = told.lines().filter_map(|line| line.rsplit(", ").next()).collect();
    assert_eq!(ends, ["w a3;d5", "w a1;c5", "b b2;d5"]);
    let (_, converted, warnings) = run(&["convert", "-", "--to", "long"], "[White \"A\"]\n[white \"B\"]\n\n1. c3-b4 *");
    assert_eq!(
        converted,
        "[Game \"towers\"]\n[White \"A\"]\n[Result \"*\"]\n\n*\n\n[Game \"towers\"]\n[white \"B\"]\n[Result \"*\"]\n\n1. c3-b4 *\n"
    );
    assert!(warnings.contains("line 2, column 1: the tag ‘white’ is given twice, and begins a new game"), "{warnings}");
}

#[test]
fn strangers_02_digits_without_a_sign_are_a_fault() {
    for (game, record, place) in [
        ("towers", "1. 2218 1115", "line 1, column 4: move 1, White: ‘2218’"),
        ("towers", "1. 22-18 11-15 2. 3. 18x11 *", "line 1, column 19: move 2, White: ‘3’"),
        ("ashtarashki", "1. M3cd4 3645 *", "line 1, column 10: move 1, Black: ‘3645’"),
        ("proryv", "1. 2218 -- --", "line 1, column 4: move 1: ‘2218’"),
        ("proryv", "1. b2-c3 -- 2. c3-d3 12 *", "line 1, column 22: move 2: ‘12’"),
    ] {
        for command in [&["replay", "-", "--game", game][..], &["convert", "-", "--to", "long", "--game", game]] {
            let (status, _, told) = run(command, record);
            assert_eq!(status, Some(1), "{record}");
            assert!(told.contains(place), "{record}: {told}");
        }
    }
    let (status, _, told) = run(&["replay", "-"], "65537. c3-d4 f6-e5 *");
    assert_eq!(status, Some(0));
    assert!(told.contains("line 1, column 1: no game has a move number 65537"), "{told}");
}

#[test]
fn strangers_03_convert_warns_of_what_it_can_not_keep() {
    let record = "[Result \"1-0\"]\n[Game \"towers\"]\n\n1. c3-d4! {x} 1... f6-e5 (1... b6-c5) $3 7. d4:f6 g7:e5 * <so>\nWords\n";
    let (status, written, warnings) = run(&["convert", "-", "--to", "long"], record);
    assert_eq!(status, Some(0));
    assert!(written.ends_with("[Result \"*\"]\n\n1. c3-d4 {x} 1... f6-e5 2. d4:f6 g7:e5 {so>} *\n"), "{written}");
    for warning in [
        "tavlei: -: line 1, column 10: the tag Result says 1-0, the moves end with *\n",
        "line 4, column 9: the mark ‘!’ is not kept\n",
        "line 4, column 26: the variation is not kept\n",
        "line 4, column 39: the mark ‘$3’ is not kept\n",
        "line 4, column 45: move number 7 where 2 is due\n",
        "line 4, column 59: ‘<’ has no meaning here and is skipped\n",
        "line 5, column 1: text behind the last game, which is not kept\n",
    ] {
        assert!(warnings.contains(warning), "{warning}{warnings}");
    }
    assert_eq!(warnings.lines().count(), 7, "{warnings}");
    assert_eq!(run(&["convert", "-", "--to", "long", "--quiet"], record), (Some(0), written, String::new()));
    // What a replay mends is told by both commands.
    let joined = "[Game \"towers\"]\n\n1. c3 d4 f6-e5 *\n";
    let told = "line 3, column 4: ‘c3 d4’ is read as one move\n";
    for args in [&["convert", "-", "--to", "json"][..], &["replay", "-"]] {
        assert!(run(args, joined).2.contains(told), "{args:?}");
    }
    // All is kept: there is nothing to say.
    let kept =
        "[Game \"towers\"]\n[FEN \"W:Wa1:Bb8\"]\n[Position \"w a1=0;b8=0\"]\n[Result \"*\"]\n\n17. a1-b2 {so} *\n";
    let (_, written, warnings) = run(&["convert", "-", "--to", "long"], kept);
    assert_eq!((written.as_str(), warnings.as_str()), (kept, ""));
    // More than is listed is counted.
    let (_, _, warnings) = run(&["convert", "-", "--to", "long"], &format!("1. c3-d4 {} *", "$1 ".repeat(150)));
    assert_eq!(warnings.lines().last(), Some("tavlei: -: and 50 more of these"));
}

#[test]
fn strangers_04_counters_of_fen_are_read_and_kept() {
    let record = "[FEN \"b:bb8:f17:wka1:h29\"]\n\nb8-a7 *\n";
    let (_, told, _) = run(&["replay", "-"], record);
    assert!(told.contains("a draw can be claimed (30 plies have brought no change)"), "{told}");
    let (_, written, warnings) = run(&["convert", "-", "--to", "long"], record);
    let expected = "[Game \"towers\"]\n[FEN \"b:bb8:f17:wka1:h29\"]\n[Result \"*\"]\n\n17... b8-a7 *\n";
    assert_eq!((written.as_str(), warnings.as_str()), (expected, ""));
    assert_eq!(run(&["convert", "-", "--to", "long"], &written).1, written);
    assert_eq!(run(&["replay", "-"], &written).1, told);
    // They say nothing new.
    let (_, written, _) = run(&["convert", "-", "--to", "long"], "[FEN \"W:Wa1:Bg7:H0:F1\"]\n\n1. a1-b2 *\n");
    assert_eq!(written, "[Game \"towers\"]\n[Position \"w a1=0;g7=0\"]\n[Result \"*\"]\n\n1. a1-b2 *\n");
    // Read wherever a position is.
    for position in ["W:Wa1:Bg7:H0:F1", "w:f1:h0:bg7:wa1", "W:W29:H12:B8", "W:F40:Wa1:Bg7:H3."] {
        let (status, shown, told) = run(&["show", "towers", "--position", position], "");
        assert_eq!((status, shown.contains("w a1=0;g7=0")), (Some(0), true), "{position}: {told}");
    }
    let (status, _, told) = run(&["moves", "towers", "--position", "W:Wa1:Bg7:H0:F0"], "");
    assert_eq!(status, Some(1));
    assert!(told.contains("byte 14: expected the number of the move, 1 to 65535, found ‘0’"), "{told}");
}

#[test]
fn strangers_05_long_games_are_read() {
    // So much is refused if each piece counts for more than its bytes.
    let turns: String = ["a1-b2", "b8-a7", "b2-a1", "a7-b8"]
        .map(|mv| format!("{mv} {{as far as anybody knows, a good move}} "))
        .concat();
    let long = format!("[FEN \"W:WKa1:BKb8\"]\n\n{}*\n", turns.repeat(22_000));
    assert!(long.len() > 3_800_000 && long.len() < 1 << 22, "{}", long.len());
    let (status, told, _) = run(&["replay", "-", "--quiet", "--game", "towers"], &long);
    assert_eq!(status, Some(0));
    assert!(told.starts_with("1. towers: 88000 plies"), "{told}");
    let dashes = format!("1. c3-b4 {}", "- ".repeat(300_000));
    let (status, _, told) = run(&["replay", "-", "--game", "towers"], &dashes);
    assert_eq!(status, Some(1));
    assert!(told.contains("line 1, column 10: move 1, Black: ‘--’"), "{told}");
}
