//! `tavlei best`, `tavlei match`, and `tavlei solve` for Ashtarashki.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn tavlei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn objects(args: &[&str]) -> Vec<Value> {
    let output = tavlei(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

#[test]
fn the_best_move_takes_what_there_is_to_take() {
    let best = &objects(&["best", "towers", "--position", "w h6=1;d2=0,c5=0,g7=0", "--depth", "4"])[0];
    let mv = best["lines"][0]["move"].as_str().expect("a move");
    assert!(["h6:c1", "h6:f8:b4:e1"].contains(&mv), "{best}");
    let searched = &objects(&["best", "ashtarashki", "--depth", "3", "--lines", "3"])[0];
    assert_eq!((&searched["depth"], searched["lines"].as_array().map(Vec::len)), (&3.into(), Some(3)));
    // The best of the lines stands outside, too.
    for key in ["move", "score", "units", "forced", "line"] {
        assert_eq!(searched[key], searched["lines"][0][key], "{searched}");
    }
    assert!(searched["units"].is_i64() && searched["forced"].is_null(), "{searched}");
    let won = &objects(&["best", "ashtarashki", "--position", "w M1b4,Fd8;V3c5", "--depth", "2"])[0];
    assert_eq!((&won["units"], &won["forced"]), (&Value::Null, &json!({"payoff": 2, "plies": 1})), "{won}");
    let mixed = &objects(&["best", "proryv", "--position", "w a4,b4;b5,d5", "--nodes", "500"])[0];
    assert!(mixed["value"].as_f64().expect("a number") > 0.5, "{mixed}");
    let shares = mixed["white"].as_array().expect("choices").iter().map(|pair| pair[1].as_f64().expect("a share"));
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{mixed}");
}

#[test]
fn a_match_tells_games_and_result() {
    let told = objects(&["match", "ashtarashki", "alphabeta", "random", "--games", "6", "--depth", "2", "--seed", "1"]);
    assert_eq!(told.len(), 7, "a game a line, and the result");
    let result = &told[6];
    let number = |key: &str| result[key].as_u64().expect("a number");
    assert_eq!(number("wins") + number("draws") + number("losses"), 6);
    assert!(number("wins") >= 4, "{result}");
    assert_eq!(result["first"], "alpha-beta");
    let sweep = ["match", "ashtarashki", "alphabeta", "random", "--games", "8", "--depth", "3", "--seed", "1"];
    let swept = &objects(&sweep)[8];
    let [elo, interval] = ["elo", "elo_interval"].map(|key| &swept[key]);
    assert!(elo.is_null() && interval[0].is_number() && interval[1].is_null(), "{swept}");
    let drawn = objects(&["match", "proryv", "regret", "random", "--games", "4", "--nodes", "50", "--sprt", "0,400"]);
    assert!(drawn.last().expect("a result")["sprt"].is_string());
}

#[test]
fn ashtarashki_is_solved_in_points() {
    // Black has one stone left, and White, to move, can take it: a total win.
    let proof = &objects(&["solve", "ashtarashki", "--position", "w M1b4,Fd8;V3c5"])[0];
    assert_eq!((&proof["value"], &proof["move"]), (&2.into(), &"b4:c5".into()), "{proof}");
    let longer = &objects(&["solve", "ashtarashki", "--position", "w Wb2,V2b6;Wf4,V1b8"])[0];
    assert_eq!((&longer["solved"], &longer["value"]), (&true.into(), &1.into()), "{longer}");
    assert!(longer["line"].as_array().expect("moves").len() > 1);
}

#[test]
fn what_cannot_be_done_is_refused() {
    for (args, status) in [
        (vec!["best", "towers", "--position", "w ;a3=0"], 1),
        (vec!["best", "towers", "--time", "soon"], 2),
        (vec!["match", "towers", "random", "random", "--position", "w ;a3=0"], 1),
        (vec!["match", "proryv", "random", "random", "--position", "w a5;b2"], 1),
        (vec!["match", "towers", "regret", "random"], 2),
        (vec!["match", "proryv", "alphabeta", "random"], 2),
        (vec!["match", "towers", "random"], 2),
        (vec!["match", "towers", "random", "random", "--sprt", "5,1"], 2),
        (vec!["solve", "ashtarashki", "--position", "w Wb2,We3,M3a7,Fd8;"], 1),
        (vec!["solve", "ashtarashki", "--nodes", "10"], 1),
        (vec!["solve", "ashtarashki", "--depth", "3"], 2),
    ] {
        let output = tavlei(&args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).is_empty(), "{args:?}");
    }
}

/// A depth is no limit to a search by chance, which would go on for ever.
#[test]
fn searches_by_chance_end_whatever_the_depth() {
    let mixed = &objects(&["best", "proryv", "--position", "w a4,b4;b5,d5", "--depth", "3"])[0];
    assert!(mixed["iterations"].as_u64().expect("a number") > 0, "{mixed}");
    let ending = ["--position", "w Wb2,V2b6;Wf4,V1b8", "--opening", "0"];
    let told =
        objects(&[&["match", "ashtarashki", "uct", "alphabeta", "--depth", "2", "--games", "2"][..], &ending].concat());
    assert_eq!(told.len(), 3);
}

/// Progress is for terminals only, and every command can be told to be quiet.
#[test]
fn standard_error_stays_empty() {
    for command in [
        &["best", "ashtarashki", "--depth", "2"][..],
        &["best", "proryv", "--nodes", "10", "--seed", "1"],
        &["match", "ashtarashki", "random", "greedy", "--games", "3", "--seed", "1"],
        &["solve", "ashtarashki", "--position", "w M1b4,Fd8;V3c5"],
        &["solve", "proryv", "--position", "w b3;d4"],
    ] {
        for quiet in [&[][..], &["--quiet"]] {
            let output = tavlei(&[command, quiet].concat());
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{command:?}");
        }
    }
}

/// The games that were broken off, or never begun, are not in the result.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_was_played() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let args = ["match", "ashtarashki", "alphabeta", "uct", "--games", "1000", "--nodes", "300", "--json"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    let mut running = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(running.stdout.take().expect("a pipe")).lines().map(|line| line.expect("UTF-8"));
    let mut told = vec![lines.next().expect("a game")];
    let sent = Command::new("kill").args(["-INT", &running.id().to_string()]).status().expect("a signal is sent");
    assert!(sent.success());
    told.extend(lines);
    let output = running.wait_with_output().expect("it ends");
    let result: Value = serde_json::from_str(told.last().expect("a result")).expect("one JSON object a line");
    let games = ["wins", "draws", "losses"].map(|key| result[key].as_u64().expect("a number")).iter().sum::<u64>();
    assert_eq!((output.status.code(), games as usize + 1), (Some(130), told.len()));
    assert!(games < 1000 && text(&output.stderr).contains("of 1000 games"), "{result}");
}

/// A search that is broken off tells what it has found, and that it was broken off.
#[cfg(unix)]
#[test]
fn an_interrupted_search_tells_what_it_has_found() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let wins_at_once = "w M2b2,M1d2,M3c3,M1e3,M2g3,M1a7,Fd8,Ff8,Fh8;Fc1,M2b6,M3d6,M2f6,M1h6,M2c7,M3e7,M1g7";
    // Each would take far longer than it gets.
    for args in [
        &["best", "towers", "--time", "10m"][..],
        &["best", "proryv", "--time", "10m"],
        &["solve", "ashtarashki"],
        // Solved at once, by a7-b8; but what the other moves are worth takes far longer.
        &["solve", "ashtarashki", "--position", wins_at_once, "--moves"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
        let running = command.args(args).arg("--json").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let running = running.expect("it runs");
        sleep(Duration::from_millis(1000));
        let sent = Command::new("kill").args(["-INT", &running.id().to_string()]).status().expect("a signal is sent");
        assert!(sent.success());
        let output = running.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), text(&output.stderr).contains("stopped")), (Some(130), true), "{args:?}");
        serde_json::from_slice::<Value>(&output.stdout).expect("one JSON object");
    }
}

/// Nobody plays for a reader that has gone away.
#[test]
fn a_match_ends_with_its_reader() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let args = ["match", "ashtarashki", "random", "random", "--games", "4000000000", "--json"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    let mut running = command.args(args).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(running.stdout.take().expect("a pipe")).read_line(&mut line).expect("a game");
    assert_eq!(running.wait().expect("it ends").code(), Some(0));
}
