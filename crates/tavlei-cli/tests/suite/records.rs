//! `tavlei replay` and `tavlei convert`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GAME_OF_2005: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/towers_game_2005.pdn");

/// Runs the command with this on its standard input.
fn tavlei(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tavlei"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn prints(args: &[&str], input: &str) -> String {
    let output = tavlei(args, input);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn replay_tells_moves_result_and_final_position() {
    let told = prints(&["replay", GAME_OF_2005], "");
    assert!(told.starts_with("1. towers: 97 plies, * by the rules"), "{told}");
    assert!(told.trim_end().ends_with("b a3=0,g3=00;d4=1000/000,c5=0,g5=0000,h6=0/0010,a7=0,c7=1/00"), "{told}");
    let positions = prints(&["replay", GAME_OF_2005, "--positions"], "");
    assert_eq!(positions.lines().count(), 98, "the start and one a ply");
}

#[test]
fn replay_as_json_has_an_object_a_game() {
    let told =
        prints(&["replay", "-", "--json", "--quiet"], "1. c3-b4 b6-c5 *\n\n[Game \"proryv\"]\n1. -- -- 1/2-1/2\n");
    let games = told.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).collect::<Vec<_>>();
    assert_eq!(games.len(), 2);
    assert_eq!((&games[0]["game"], &games[0]["plies"]), (&"towers".into(), &2.into()));
    assert_eq!((&games[1]["game"], &games[1]["result"]), (&"proryv".into(), &"1/2-1/2".into()));
    assert_eq!(games[1]["reason"], "BothPassed");
}

/// A draw that could be claimed is told; it ends the game only if somebody claims it.
#[test]
fn t18_replay_tells_of_a_draw_that_can_be_claimed() {
    let there_and_back = "e1-d2 b8-a7 d2-e1 a7-b8 ";
    let record = |rounds: usize| {
        let moves = there_and_back.repeat(rounds);
        format!("[Position \"w e1=1;h6=0,b8=1\"]\n\n{moves}*\n")
    };
    let json = |record: &str| serde_json::from_str::<Value>(&prints(&["replay", "-", "--json"], record)).expect("JSON");
    assert!(json(&record(1))["claim"].is_null());
    let claimable = json(&record(2));
    assert_eq!(claimable["claim"], "the position has occurred 3 times");
    assert_eq!((&claimable["result"], &claimable["reason"]), (&"*".into(), &Value::Null));
    let claimed = json(&record(2).replace('*', "1/2-1/2"));
    assert_eq!((&claimed["claim"], &claimed["stated"]), (&claimable["claim"], &"1/2-1/2".into()));
    let told = prints(&["replay", "-"], &record(2));
    assert!(told.contains("8 plies, * by the rules, but a draw can be claimed (the position has occurred 3 times), "));
    let rules = "[Rules \"draw_plies=8\"]\n".to_owned() + &record(2);
    assert_eq!(json(&rules)["claim"], "8 plies have brought no change");
}

#[test]
fn a_fault_is_shown_in_its_line_with_position_and_nearest_moves() {
    let output = tavlei(&["replay", "-"], "1. c3-b4 b6-c5\n2. b4-a5 a7-b7 *\n");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    for part in ["-:2:13", "2. b4-a5 a7-b7 *", "^^", "move 2, Black", "light square", "a7-b6", "b a1=0,"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn replay_stops_at_the_first_fault_or_goes_on() {
    let games = "1. c3-b4 *\n\n1. c3-c9 *\n\n1. c3-d4 *\n\n1. e3-e4 *\n";
    let stopped = tavlei(&["replay", "-", "--game", "towers"], games);
    assert_eq!(stopped.status.code(), Some(1));
    assert_eq!(text(&stopped.stdout).lines().count(), 1);
    let went_on = tavlei(&["replay", "-", "--game", "towers", "--continue"], games);
    assert_eq!(went_on.status.code(), Some(1));
    assert_eq!(text(&went_on.stdout).lines().count(), 2);
    assert!(text(&went_on.stderr).contains("games: 4, faulty: 2, plies played in the good ones: 2"));
}

#[test]
fn a_result_at_odds_with_the_rules_is_a_fault() {
    let output = tavlei(&["replay", "-"], "[Game \"proryv\"]\n1. -- -- 1-0\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("1/2-1/2"), "{}", text(&output.stderr));
}

#[test]
fn options_for_missing_tags_are_refused_as_options() {
    for args in [&["replay", "-"][..], &["convert", "-", "--to", "long"]] {
        for (option, value, status, message) in [
            ("--rules", "landing=soft", 2, "tavlei: --rules: byte 8: landing can’t be ‘soft’"),
            ("--position", "w a1", 1, "tavlei: position: byte 2: a1: a tower needs a piece"),
        ] {
            let output = tavlei(&[args, &[option, value]].concat(), "[Game \"towers\"]\n1. c3-b4 *\n");
            assert_eq!(output.status.code(), Some(status), "{args:?} {option}");
            assert!(text(&output.stderr).starts_with(message), "{}", text(&output.stderr));
        }
    }
}

#[test]
fn what_is_no_game_is_refused() {
    for input in [
        "",
        "hello there",
        "[Game \"chess\"]\n1. e2-e4 *",
        "{ never closed",
        "[Game \"towers\"]\n[Position \"w q\"]\n*",
    ] {
        let output = tavlei(&["replay", "-"], input);
        assert_eq!(output.status.code(), Some(1), "{input}: {}", text(&output.stdout));
        assert!(!text(&output.stderr).is_empty());
    }
    assert_eq!(tavlei(&["replay", "no/such/file"], "").status.code(), Some(1));
    assert_eq!(tavlei(&["replay"], "").status.code(), Some(2));
}

/// The position of a study comes in PDN's `FEN`; rewritten it stands in `Position`, and nothing else tells of it.
#[test]
fn a_position_in_fen_is_read_and_rewritten() {
    let study = "[Event \"study\"]\n[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:Wa3:Bb4,b6\"]\n\n1. a3:c5:a7 {so} 1-0\n";
    let written = prints(&["convert", "-", "--to", "long"], study);
    assert_eq!(
        written,
        "[Game \"towers\"]\n[Event \"study\"]\n[GameType \"25\"]\n[Position \"w a3=0;b4=0,b6=0\"]\n[Result \"1-0\"]\n\n\
         1. a3:c5:a7 {so} 1-0\n"
    );
    assert_eq!(prints(&["convert", "-", "--to", "long"], &written), written);
    let refused = tavlei(&["replay", "-"], &study.replace("W:Wa3", "W:Wa2"));
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("the position is refused: byte 3: a2 is a light square"));
}

/// A slip that leaves no digit is no comment: the moves behind it would be lost without a fault.
#[test]
fn a_move_without_digits_is_a_fault() {
    for (record, place) in [
        ("[Game \"towers\"]\n1. c3-d4 f6-e5 2. cd g7:e5 *\n", "move 2, White: ‘cd’"),
        ("[Game \"towers\"]\n1. c3-d4 f-e *\n", "move 1, Black: ‘f-e’"),
        ("[Game \"ashtarashki\"]\n1. M3cd4 M3de5 2. Mf M2a5 *\n", "move 2, White: ‘Mf’"),
        ("[Game \"proryv\"]\n1. b2-c3 -- 2. ab -- *\n", "move 2: ‘ab’"),
    ] {
        let output = tavlei(&["replay", "-"], record);
        assert_eq!(output.status.code(), Some(1), "{record}");
        let told = text(&output.stderr);
        assert!(told.contains(place) && told.contains("the nearest legal moves are"), "{record}: {told}");
    }
}

/// The place is named once, the line in words as in all messages.
#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let output = tavlei(&["replay", "-", "--quiet"], "1. c3-b4 { never closed");
    let told = "tavlei: -: line 1, column 10: the comment that begins here is never closed\n";
    assert!(text(&output.stderr).starts_with(told), "{}", text(&output.stderr));
}

/// Moves in the numbers of squares are told by having no letters, in the same file as others.
/// However many words a move was written in, what is said of it stays behind it, and nothing is lost.
#[test]
fn comments_stay_with_their_moves() {
    for (record, moves) in [
        ("1. M3 c3-d4 {one} b6-c5 {two} 2. d4:c5 {three} *", "1. c3-d4 {one} 1... b6-c5 {two} 2. d4:c5 {three} *"),
        ("{zero} 1. M3 {half} c3-d4 {one} b6-c5 *", "{zero} 1. c3-d4 {half} {one} 1... b6-c5 *"),
        ("1. c3-d4 {one} b6-c5 {two} *", "1. c3-d4 {one} 1... b6-c5 {two} *"),
    ] {
        let told = prints(&["convert", "-", "--to", "long"], &format!("[Game \"ashtarashki\"]\n\n{record}\n"));
        assert_eq!(told.lines().last(), Some(moves), "{record}");
    }
    let turns = "[Game \"proryv\"]\n\n1. b2 c3 {one} -- {two} 2. -- {three} -- {four} *\n";
    let told = prints(&["convert", "-", "--to", "long"], turns);
    assert_eq!(told.lines().last(), Some("1. b2-c3 -- {one} {two} 2. -- {three} 2... -- {four} 1/2-1/2"));
}

#[test]
fn numbers_of_squares_are_read_without_being_announced() {
    let letters = "1. c3-b4 b6-a5 2. b4-c5 d6:b4 3. a3:c5 *";
    let numbers = "1. 22-17 9-13 2. 17-14 10x17 3. 21x14 *";
    let mixed = "1. 22-17 b6-a5 2. b4-c5 10x17 3. a3:c5 *";
    let replayed = prints(&["replay", "-"], letters);
    assert_eq!(prints(&["replay", "-"], numbers), replayed);
    assert_eq!(prints(&["replay", "-"], mixed), replayed);
}

#[test]
fn converting_there_and_back_gives_the_same_game() {
    let long = prints(&["convert", GAME_OF_2005, "--to", "long"], "");
    let short = prints(&["convert", GAME_OF_2005, "--to", "short"], "");
    assert!(short.contains("1. cd4 fe5 2. d:f6 g:e5"), "{short}");
    assert_eq!(prints(&["convert", "-", "--to", "long"], &short), long);
    assert_eq!(prints(&["convert", "-", "--to", "long"], &long), long, "canonical text stays as it is");
    assert!(long.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80));
    let json = prints(&["convert", GAME_OF_2005, "--to", "json"], "");
    let json: Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(97));
}

#[test]
fn converting_keeps_tags_and_comments_and_knows_the_authors_form() {
    let game = "[Game \"ashtarashki\"]\n[White \"Anna\"]\n\n1. c3-d4 {bold} d6-e5 {calm} *\n";
    let author = prints(&["convert", "-", "--to", "author"], game);
    assert!(
        author.contains("[White \"Anna\"]") && author.contains("M3cd4 {bold}") && author.contains("{calm}"),
        "{author}"
    );
    let refused = tavlei(&["convert", GAME_OF_2005, "--to", "author"], "");
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&refused.stderr), "tavlei: towers has no such form: author\n");
}
