//! What strangers tripped over in matches and searches: each test is named after its line in the list of faults.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn tavlei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a command prints, and what it says on standard error.
fn prints(args: &[&str]) -> (String, String) {
    let output = tavlei(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

/// The last of the JSON objects that a command prints.
fn result(args: &[&str]) -> Value {
    let (printed, _) = prints(&[args, &["--json"]].concat());
    serde_json::from_str(printed.lines().last().expect("a line")).expect("one JSON object a line")
}

#[test]
fn strangers_11_a_game_played_twenty_times_counts_once() {
    let once = ["match", "towers", "alphabeta", "alphabeta", "--depth", "3", "--opening", "0", "--games", "20"];
    let (printed, told) = prints(&once);
    assert!(printed.contains("18 games repeat earlier ones and are not counted"), "{printed}");
    assert!(told.contains("games repeat earlier ones"), "{told}");
    let told = result(&once);
    assert_eq!((&told["pairs"], &told["repeated"]), (&json!([0, 0, 1, 0, 0]), &json!(18)), "{told}");
    // One pair proves nothing.
    assert_eq!((&told["score_interval"], &told["elo_interval"]), (&json!([0.0, 1.0]), &json!([null, null])), "{told}");
}

#[test]
fn strangers_11_odd_and_forfeited_games_are_said_as_what_they_are() {
    let odd = ["match", "towers", "random", "random", "--games", "3", "--seed", "1"];
    assert!(prints(&odd).0.contains("1 game has no pair and is left out of the statistics"));
    assert_eq!(result(&odd)["unpaired"], 1);
    let one = result(&["match", "towers", "random", "random", "--games", "1"]);
    for key in ["score", "score_interval", "elo", "los"] {
        assert!(one[key].is_null(), "{one}");
    }
    let forfeited = ["match", "towers", "random", "run:true", "--games", "4"];
    let (printed, _) = prints(&forfeited);
    assert!(printed.contains("every game was forfeited: 0 by the first player, 4 by the second"), "{printed}");
    assert!(!printed.contains("Elo") && !printed.contains("inf") && !printed.contains("NaN"), "{printed}");
    let told = result(&forfeited);
    assert_eq!(
        (&told["forfeits"], &told["elo"], &told["score"]),
        (&json!([0, 4]), &Value::Null, &Value::Null),
        "{told}"
    );
    assert_eq!(tavlei(&["match", "towers", "random", "random", "--games", "0"]).status.code(), Some(2));
}

#[test]
fn strangers_12_a_test_decides_after_whole_pairs() {
    let told = result(&["match", "ashtarashki", "greedy", "random", "--games", "1000", "--sprt", "0,100"]);
    assert_eq!((&told["sprt"], &told["unpaired"]), (&json!("elo1"), &json!(0)), "{told}");
    let evidence = told["sprt_evidence"][0].as_f64().zip(told["sprt_needed"][0].as_f64()).expect("numbers");
    assert!(evidence.0 >= evidence.1 && (evidence.1 - 20f64.ln()).abs() < 1e-9, "{told}");
}

#[test]
fn strangers_13_more_threads_than_help_are_left_out_with_a_word() {
    let parallel = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let word = format!("are asked for; {parallel} are used, as many as this machine runs at once");
    let alone = result(&["best", "towers", "--depth", "4"])["nodes"].as_u64().expect("a number");
    for threads in ["1000", "100000"] {
        let args = ["best", "towers", "--depth", "4", "--threads", threads];
        assert!(prints(&args).1.contains(&word), "{threads}");
        let nodes = result(&args)["nodes"].as_u64().expect("a number");
        assert!(nodes <= 4 * parallel as u64 * alone, "{threads} threads: {nodes} nodes");
        let args = ["perft", "towers", "5", "--threads", threads];
        let (printed, told) = prints(&args);
        assert!(printed.contains("\n5 7482 ") && told.matches(&word).count() == 1, "{printed}{told}");
    }
    let timed = result(&["best", "towers", "--time", "100ms", "--threads", "1000"]);
    assert!(timed["depth"].as_u64() >= Some(1), "{timed}");
    for wrong in ["0", "-1", "many", "99999999999999999999999"] {
        let output = tavlei(&["best", "towers", "--depth", "1", &format!("--threads={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

/// Returns the seed that a command says it has drawn.
fn drawn(told: &str) -> &str {
    let seed = told.lines().find_map(|line| line.strip_prefix("tavlei: seed ")).expect("the seed is told");
    assert!(seed.parse::<u64>().is_ok(), "{told}");
    seed
}

#[test]
fn strangers_15_chance_comes_from_the_system_unless_a_seed_is_given() {
    for command in [
        &["match", "proryv", "random", "random", "--games", "2"][..],
        &["match", "towers", "greedy", "random", "--games", "2"],
        &["match", "proryv", "regret", "duct", "--games", "2", "--nodes", "20"],
        &["best", "proryv", "--nodes", "50"],
    ] {
        let args = [command, &["--json"]].concat();
        let (first, told) = prints(&args);
        let (other, told_again) = prints(&args);
        let (seed, other_seed) = (drawn(&told), drawn(&told_again));
        assert_ne!(seed, other_seed, "{command:?}");
        assert_ne!(without_times(&first), without_times(&other), "{command:?}");
        let last: Value = serde_json::from_str(first.lines().last().expect("a line")).expect("JSON");
        assert_eq!((last["seed"].to_string().as_str(), last["seed_text"].as_str()), (seed, Some(seed)), "{last}");
        // The seed gives the same again, and nothing is drawn or told.
        let (again, told) = prints(&[&args[..], &["--seed", seed]].concat());
        assert_eq!((without_times(&again), told.as_str()), (without_times(&first), ""), "{command:?}");
    }
    // What draws nothing tells no seed.
    assert_eq!(prints(&["best", "towers", "--depth", "2"]).1, "");
}

/// The lines of JSON without what is measured.
fn without_times(lines: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("one JSON object a line");
        for key in ["seconds", "times"] {
            line.as_object_mut().expect("an object").remove(key);
        }
        line
    };
    lines.lines().map(line).collect()
}

/// Asks a bot the same question in two processes, and returns what it answers and says.
fn answers(args: &[&str], questions: usize) -> (String, String) {
    use std::io::Write;
    use std::process::Stdio;

    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    command.arg("bot").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    let asked = "{\"nodes\": 30}\n".repeat(questions);
    running.stdin.take().expect("a pipe").write_all(asked.as_bytes()).expect("questions are taken");
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn strangers_15_no_process_of_a_bot_draws_what_another_has_drawn() {
    for args in [&["proryv", "random"][..], &["proryv", "regret"], &["proryv", "duct"], &["towers", "random"]] {
        let [one, other] = [(); 2].map(|()| answers(args, 20));
        assert_ne!(one.0, other.0, "{args:?}");
        assert_ne!(drawn(&one.1), drawn(&other.1), "{args:?}");
        let again = answers(&[args, &["--seed", drawn(&one.1)]].concat(), 20);
        assert_eq!(again, (one.0, String::new()), "{args:?}");
    }
    assert_eq!(answers(&["towers", "alphabeta"], 1).1, "");
}

/// The bot that plays by a table, which drew the same choices in every process.
#[test]
fn strangers_15_the_bot_table_draws_from_the_system() {
    let directory = std::env::temp_dir().join(format!("tavlei-seed-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.to_str().expect("UTF-8");
    let rules = ["--rules", "board=4x4"];
    prints(&[&["table", "proryv", "--men", "2", "--out", path, "--quiet"], &rules[..]].concat());
    let position = ["--position", "w b1,c1;b4,c4", "--opening", "0", "--table", path, "--games", "12", "--json"];
    let play = || prints(&[&["match", "proryv", "table", "table"], &rules[..], &position[..]].concat());
    let [one, other] = [play(), play()];
    assert_ne!(drawn(&one.1), drawn(&other.1));
    let plies = |printed: &str| {
        without_times(printed).iter().map(|game| (game["plies"].clone(), game["score"].clone())).collect::<Vec<_>>()
    };
    let others = (0..5).map(|_| play());
    assert!(others.chain([other]).any(|other| plies(&other.0) != plies(&one.0)), "{}", one.0);
    std::fs::remove_dir_all(&directory).expect("it is ours");
}
