//! `tavlei play`: games in the terminal, fed line by line.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `tavlei play` with these arguments and feeds it these lines.
fn play(args: &[&str], lines: &[&str]) -> (String, Output) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    command.arg("play").args(args).args(["--seed", "1", "--time", "20ms"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        // The game may be over before all is read.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8(output.stdout.clone()).expect("UTF-8"), output)
}

#[test]
fn a_game_against_a_bot_goes_on_until_it_is_left() {
    for (game, side, moves) in [
        ("towers", "white", &["cd4", "nonsense", "a1-b2", "moves", "hint", "board", "help"][..]),
        ("towers", "black", &["moves", "help"]),
        ("ashtarashki", "white", &["c3-d4", "M3cd4", "hint"]),
        ("proryv", "white", &["b2-c3", "--", "b1-b3", "hint"]),
        ("proryv", "black", &["c4-c3", "пас"]),
    ] {
        let (said, output) = play(&[game, "--side", side], moves);
        assert!(output.status.success(), "{game}: {said}");
        // In Proryv the bot may pass as well, and a turn in which both pass ends the game.
        let ending = if said.contains("both passed") { "1/2-1/2: both passed\n" } else { "The game is left.\n" };
        assert!(said.trim_end().ends_with(ending.trim_end()), "{game}: {said}");
        let played = said.matches(" plays ").count();
        assert!(played >= 1, "{game}: {said}");
    }
    // Refused before the bot has moved: its answer might make a capture compulsory, and that the reason.
    let (said, _) = play(&["towers"], &["nonsense", "a1-b2", "cd4"]);
    assert!(said.contains("White plays c3-d4\n") && said.contains("b2 is not empty"), "{said}");
    assert_eq!(said.matches("Black plays").count(), 1, "a refused move is no move: {said}");
}

#[test]
fn moves_are_taken_back_with_the_answer_and_played_again() {
    let (said, _) = play(&["towers"], &["undo", "cd4", "undo", "redo", "redo", "undo", "undo"]);
    assert!(said.contains("There is no move to take back."), "{said}");
    assert!(said.contains("There is no move to play again."), "{said}");
    let start = said.matches("3   w           w           w           w").count();
    assert!(start >= 3, "the start is there again: {said}");
    let (said, _) = play(&["towers", "--side", "black"], &["undo"]);
    assert!(said.contains("There is no move to take back."), "the bot has begun: {said}");
}

#[test]
fn two_people_play_at_one_keyboard_and_a_game_is_saved_and_loaded() {
    let file = std::env::temp_dir().join(format!("tavlei-play-{}.txt", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    let (said, _) = play(&["proryv", "--side", "both", "--save", name], &["b2-c3", "c4-c3", "a1-a2", "--"]);
    assert!(said.contains("White plays b2-c3, Black plays c4-c3"), "{said}");
    let saved = std::fs::read_to_string(&file).expect("saved after every move");
    assert!(saved.contains("1. b2-c3 c4-c3 2. a1-a2 --"), "{saved}");
    let (said, _) = play(&["proryv", "--side", "both", "--load", name], &["undo", "undo", "undo"]);
    assert_eq!(said.matches("There is no move to take back.").count(), 1, "two turns were loaded: {said}");
    std::fs::remove_file(&file).expect("removed");
    let (_, output) = play(&["towers", "--load", "/nowhere/at/all"], &[]);
    assert_eq!(output.status.code(), Some(1));
    let (said, _) = play(&["towers"], &["save", "save /nowhere/at/all.txt"]);
    assert!(said.contains("Save it where?") && said.contains("/nowhere/at/all.txt: "), "{said}");
}

#[test]
fn games_end_by_the_rules_by_a_claim_and_by_resignation() {
    let lost = ["towers", "--side", "both", "--position", "w a3=0;b4=0,b6=0"];
    let (said, _) = play(&lost, &["a3:c5:a7"]);
    assert!(said.ends_with("The game is over. 1-0: the side to move has no legal move\n"), "{said}");
    let (said, _) = play(&["ashtarashki"], &["draw", "resign"]);
    assert!(said.contains("There is no draw to claim now."), "{said}");
    assert!(said.ends_with("The game is over. 0-1: White resigns\n"), "{said}");
    let rounds: Vec<&str> = ["c1-a3", "b8-a7", "a3-c1", "a7-b8"].into_iter().cycle().take(8).chain(["draw"]).collect();
    let (said, _) = play(&["towers", "--side", "both", "--position", "w c1=1/0;b8=1/01"], &rounds);
    assert!(said.ends_with("The game is over. 1/2-1/2: the position has occurred 3 times\n"), "{said}");
}

#[test]
fn two_bots_play_without_a_person() {
    for args in [["towers", "greedy", "random"], ["proryv", "random", "duct"]] {
        let (said, _) = play(&[args[0], "--watch", "--white", args[1], "--black", args[2]], &[]);
        assert!(said.contains("The game is over. ") && !said.contains("> "), "{said}");
    }
}
