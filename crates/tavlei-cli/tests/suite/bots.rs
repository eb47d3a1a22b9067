//! Bots that are programs of their own: `tavlei bot`, and `tavlei match` with `run:`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TAVLEI: &str = env!("CARGO_BIN_EXE_tavlei");

fn tavlei(args: &[&str]) -> Output {
    Command::new(TAVLEI).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a command says on standard error, but for the seed that it has drawn.
fn complaints(output: &Output) -> String {
    let told = text(&output.stderr);
    told.split_inclusive('\n').filter(|line| !line.starts_with("tavlei: seed ")).collect()
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// What `tavlei bot` answers to lines, its exit status, and what it complains of.
fn ask(args: &[&str], lines: &[u8]) -> (Vec<Value>, Option<i32>, String) {
    let mut command = Command::new(TAVLEI);
    command.arg("bot").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    running.stdin.take().expect("a pipe").write_all(lines).expect("questions are taken");
    let output = running.wait_with_output().expect("it ends");
    (objects(&output), output.status.code(), complaints(&output))
}

/// The same for questions that are all answered.
fn answers(args: &[&str], questions: &[Value]) -> Vec<Value> {
    let lines = questions.iter().map(|question| format!("{question}\n")).collect::<String>();
    let (answers, status, complaint) = ask(args, lines.as_bytes());
    assert_eq!((status, complaint.as_str()), (Some(0), ""), "{answers:?}");
    assert_eq!(answers.len(), questions.len());
    answers
}

/// This program as a bot, for `run:`.
fn run(args: &str) -> String {
    format!("run:'{TAVLEI}' bot {args}")
}

#[test]
fn a_bot_answers_one_question_after_the_other() {
    let told = answers(
        &["towers", "alphabeta"],
        &[
            json!({"position": "w h6=1;d2=0,c5=0,g7=0", "depth": 4}),
            json!({"start": "w h6=1;d2=0,c5=0,g7=0", "side": "white", "nodes": 100, "new_game": true}),
            json!({"moves": ["c3 - d4", "f6-е5"], "seconds": 0.001}),
        ],
    );
    for answer in &told[..2] {
        assert!(["h6:c1", "h6:f8:b4:e1"].contains(&answer["move"].as_str().expect("a move")), "{answer}");
    }
    assert_eq!(told[2]["move"], "d4:f6", "White has to capture (T-7)");
    // Both are asked where both choose at once; in this order they are drawn from the same chance each time.
    let position = "w a4;c5";
    let questions = ["white", "black"].map(|side| json!({"position": position, "side": side, "nodes": 2000}));
    let told = answers(&["proryv", "regret", "--seed", "3"], &questions);
    assert_eq!(told[0]["move"], "a4-a5", "what breaks through (P-6)");
    assert_eq!(told, answers(&["proryv", "regret", "--seed", "3"], &questions));
    let author = json!({"game": "ashtarashki", "position": "w M3 – b4, Fd8; V1a5, M2h8", "depth": 2});
    assert_eq!(answers(&["ashtarashki", "greedy"], &[author])[0]["error"], Value::Null);
}

#[test]
fn a_question_that_is_wrong_is_told_and_the_next_one_answered() {
    for (question, error) in [
        ("{", "question: "),
        ("[]", "question: "),
        (r#"{"game":"proryv"}"#, "game: expected towers, found ‘proryv’"),
        (r#"{"rules":"board=8x8"}"#, "rules: "),
        (r#"{"start":"w a3=2;"}"#, "start: byte 5: "),
        (r#"{"moves":["c3-c4"]}"#, "move 1, ‘c3-c4’: byte 3: c4 is a light square (T-1)"),
        (r#"{"moves":["c3-d4"],"position":"w a3=0;b8=0"}"#, "position: the moves lead to b "),
        (r#"{"position":"w ;a3=0"}"#, "the game is over: 0-1"),
        (r#"{"side":"black"}"#, "side: Black is not to move"),
        (r#"{"side":"White"}"#, "side: expected white or black, found ‘White’"),
        (r#"{"seconds":-1}"#, "seconds: "),
        (r#"{"seconds":1e300}"#, "seconds: "),
        (r#"{"nodes":-1}"#, "question: "),
    ] {
        let lines = format!("\n{question}\r\n  \n{{\"depth\":1}}");
        let (told, status, complaint) = ask(&["towers", "alphabeta"], lines.as_bytes());
        assert_eq!((told.len(), status), (2, Some(1)), "{question}: {told:?}");
        let told_error = told[0]["error"].as_str().expect("an error");
        assert!(told_error.starts_with(error) && told[0].get("move").is_none(), "{question}: {told_error}");
        assert!(told[1]["move"].is_string(), "{question}: {told:?}");
        assert_eq!(complaint, "tavlei: 1 of the questions could not be answered\n");
    }
    let half = r#"{"moves":["b2-c3"]}"#;
    assert_eq!(
        ask(&["proryv", "random"], half.as_bytes()).0[0]["error"],
        "moves: 1 choices are no whole number of turns"
    );
    for wrong in [&["towers", "regret"][..], &["proryv", "greedy"], &["towers"], &["towers", "run:true"]] {
        assert_eq!(ask(wrong, b"").1, Some(2), "{wrong:?}");
    }
}

/// Asked over a pipe, a bot plays the very games that it plays built in.
#[test]
fn a_program_plays_as_the_same_bot_does_built_in() {
    for (game, bot, rest) in [
        ("towers", "alphabeta", &["--depth", "3"][..]),
        ("ashtarashki", "alphabeta", &["--depth", "2", "--rules", "third-retreat=forced"]),
        ("towers", "greedy", &["--rules", "landing=free,draw_plies=12", "--position", "b c1=1/0;b8=1,d8=0/0"]),
        ("proryv", "duct", &["--nodes", "30", "--rules", "pass=no"]),
    ] {
        let args = |second: &str| {
            let played = ["match", game, bot, second, "--games", "4", "--seed", "5", "--json"].map(str::to_owned);
            played.into_iter().chain(rest.iter().map(|arg| (*arg).to_owned())).collect::<Vec<_>>()
        };
        let [one, other] = [bot.to_owned(), run(&format!("{game} {bot} --seed 17"))].map(|second| {
            let args = args(&second);
            let output = tavlei(&args.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!((output.status.code(), complaints(&output)), (Some(0), String::new()), "{args:?}");
            let mut told = objects(&output);
            told[4]["second"] = Value::Null;
            // No time is taken twice.
            told[4]["times"] = Value::Null;
            told
        });
        // The second player’s generator: three times the seed, and two.
        assert_eq!(one, other, "{game}");
    }
}

/// A file of its own, which is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tavlei-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_games_of_a_match_are_written_down() {
    let file = Scratch::new("games.txt");
    let position = "w c1=1/0;b8=1,d8=0/0";
    for args in [
        &["towers", "random", "greedy", "--position", position, "--rules", "draw_plies=12", "--opening", "0"][..],
        &["ashtarashki", "random", "greedy"],
        &["proryv", "random", "random", "--opening", "1"],
    ] {
        let output = tavlei(&[&["match"], args, &["--games", "3", "--seed", "1", "--record", file.path()]].concat());
        assert_eq!((output.status.code(), complaints(&output)), (Some(0), String::new()));
    }
    let written = fs::read_to_string(&file.0).expect("the file is there");
    assert_eq!(written.matches("[White \"random\"]\n[Black \"greedy\"]\n").count(), 4);
    assert_eq!(written.matches(&format!("[Position \"{position}\"]\n[Rules \"draw_plies=12\"]\n")).count(), 3);
    assert_eq!(written.matches("[Round \"2\"]").count(), 3);
    let output = tavlei(&["replay", "--json", file.path()]);
    assert_eq!((output.status.code(), objects(&output).len()), (Some(0), 9), "{}", text(&output.stdout));
    // Written once more they are the same.
    let again = tavlei(&["convert", "--to", "long", file.path()]);
    assert_eq!(text(&again.stdout), written.trim_end().to_owned() + "\n");
    // A comment at the end of a file that goes to the end of its line does not swallow what is appended.
    fs::write(&file.0, "1. c3-b4 * ; and so on").expect("it can be written");
    tavlei(&["match", "proryv", "random", "random", "--games", "1", "--record", file.path()]);
    let output = tavlei(&["replay", "--json", "--quiet", file.path()]);
    let games = objects(&output).iter().map(|game| game["game"].clone()).collect::<Vec<_>>();
    assert_eq!(games, ["towers", "proryv"], "{}", text(&output.stderr));
    let nowhere = tavlei(&["match", "proryv", "random", "random", "--record", &format!("{}/no/file", file.path())]);
    assert_eq!((nowhere.status.code(), text(&nowhere.stdout)), (Some(1), String::new()));
}

/// Whoever does not play loses, is told why, and is given another chance in the next game.
#[cfg(unix)]
#[test]
fn a_program_that_fails_loses_its_game() {
    let first_move = r#"echo "{\"move\":\"c3-d4\",\"mood\":7}""#;
    for (script, games, fault) in [
        ("exit 3", 2, "it has ended (exit status: 3)"),
        ("read q; exit 0", 2, "it has ended (exit status: 0)"),
        ("read q; echo hello; read q", 2, "its answer, ‘hello’, is no JSON object with a move: "),
        ("read q; echo '{}'; read q", 2, "there is no move in its answer, ‘{}’"),
        (r#"read q; echo "{\"error\":\"I give up\"}"; read q"#, 1, "I give up"),
        (r#"read q; echo "{\"move\":\"c3-c4\"}"; read q"#, 1, "its move, ‘c3-c4’: byte 3: c4 is a light square (T-1)"),
        (r#"read q; printf '\377\n'; read q"#, 1, "its answer can’t be read: "),
        // What wasn’t asked for is seen before the next question, or taken for the answer to it.
        (&format!("read q; {first_move}; {first_move}; read q; read q"), 1, "it"),
        (&format!("read q; {first_move}; exec sleep 60"), 1, "it has not answered in time"),
    ] {
        let file = Scratch::new("faults.txt");
        let program = format!("run:sh -c {}", shlex_quoted(script));
        let args = ["match", "towers", &program, "random", "--opening", "0", "--time", "10ms", "--json"];
        let rest = ["--games", &games.to_string(), "--record", file.path()];
        let output = tavlei(&[&args[..], &rest].concat());
        let told = objects(&output);
        assert_eq!((output.status.code(), told.len()), (Some(0), games + 1), "{script}");
        for (game, lost) in told[..games].iter().zip(["0-1", "1-0"]) {
            assert_eq!(game["score"], lost, "{script}");
            let reason = game["fault"].as_str().expect("a fault");
            assert!(reason.starts_with(&format!("‘sh -c {script}’ loses: {fault}")), "{reason}");
        }
        assert_eq!(text(&output.stderr).matches(" loses: ").count(), games, "{}", text(&output.stderr));
        // The reason stands in the records, and they can be read.
        let replayed = tavlei(&["replay", "--quiet", file.path()]);
        assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
        assert!(fs::read_to_string(&file.0).expect("the file is there").contains("loses:"), "{script}");
    }
    let absent = tavlei(&["match", "towers", "random", "run:/nowhere/bot"]);
    assert_eq!((absent.status.code(), text(&absent.stdout)), (Some(1), String::new()));
    assert!(complaints(&absent).starts_with("tavlei: ‘/nowhere/bot’ can’t be started: "), "{}", text(&absent.stderr));
}

/// Returns where both choose at once and both fail, the first player loses, and is the one of whom it is told.
#[cfg(unix)]
#[test]
fn of_two_programs_that_fail_the_loser_is_told() {
    let output = tavlei(&["match", "proryv", "run:sh -c 'exit 3'", "run:sh -c 'exit 4'", "--games", "2", "--json"]);
    for (game, score) in objects(&output).iter().zip(["0-1", "1-0"]) {
        assert_eq!(game["score"], score);
        assert_eq!(game["fault"], "‘sh -c exit 3’ loses: it has ended (exit status: 3)");
    }
}

/// What a program has started is not waited for, and ends with it: the output, which it holds open, is at its end.
#[cfg(unix)]
#[test]
fn what_a_program_has_started_ends_with_it() {
    for (script, fault) in [
        ("sleep 300 & exit 3", "it has ended (exit status: 3)"),
        // It reads no more from before its first answer on.
        (r#"read q; exec 0<&-; echo '{"move":"c3-d4"}'; sleep 300; exit 3"#, "it answers no more"),
    ] {
        let begun = Instant::now();
        let program = format!("run:sh -c {}", shlex_quoted(&format!("{script}; :")));
        // No time is told that could be up.
        let output = tavlei(&[
            "match",
            "towers",
            &program,
            "random",
            "--games",
            "1",
            "--opening",
            "0",
            "--depth",
            "1",
            "--json",
        ]);
        let told = objects(&output);
        let reason = told[0]["fault"].as_str().expect("a fault");
        assert!(reason.ends_with(&format!(" loses: {fault}")), "{reason}");
        assert!(begun.elapsed() < Duration::from_secs(100), "{script}: {:?}", begun.elapsed());
    }
}

/// An interrupt ends the programs, too, and what these have started, even if they would rather not; so does a second one.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_program_behind() {
    for interrupts in [1, 2] {
        let file = Scratch::new("interrupted.txt");
        let script = format!("trap '' INT TERM; echo >'{}'; sleep 300 & sleep 300; sleep 300", file.path());
        let program = format!("run:sh -c {}", shlex_quoted(&script));
        let mut command = Command::new(TAVLEI);
        command.args(["match", "towers", &program, &program, "--depth", "1"]);
        let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let begun = Instant::now();
        while !file.0.exists() {
            assert!(begun.elapsed() < Duration::from_secs(100), "it was not started");
            thread::sleep(Duration::from_millis(10));
        }
        for _ in 0..interrupts {
            let sent = Command::new("kill").args(["-INT", &running.id().to_string()]).status().expect("it runs");
            assert!(sent.success());
            thread::sleep(Duration::from_millis(100));
        }
        // All of them hold the output open.
        let output = running.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        assert!(begun.elapsed() < Duration::from_secs(200), "{:?}", begun.elapsed());
    }
}

#[cfg(unix)]
fn shlex_quoted(script: &str) -> String {
    format!("'{}'", script.replace('\'', r"'\''"))
}

/// Whoever knows no rules can play: all that is needed stands in the question.
#[cfg(unix)]
#[test]
fn a_question_tells_the_legal_moves_and_how_the_game_stands() {
    let file = Scratch::new("questions.txt");
    let script = format!(
        r#"while read -r q; do printf '%s\n' "$q" >>'{}'; m=${{q#*\"legal\":[}}; printf '{{"move":%s}}\n' "${{m%%[],]*}}"; done"#,
        file.path()
    );
    for (game, start, rules) in [
        ("towers", "w a3=0/0,c3=0;b4=10,b6=0", "rejump=not-in-succession,landing=must-continue,draw_plies=30"),
        ("ashtarashki", "b M3c3,V1g7;Fa1,Wf2,M1d4", "third-retreat=free"),
        ("proryv", "w a3,b3;a4,c4", "board=4x5,pass=yes,start=author,turns=none"),
    ] {
        let program = format!("run:sh -c {}", shlex_quoted(&script));
        let args = ["match", game, "random", &program, "--games", "2", "--opening", "1", "--position", start, "--json"];
        let output = tavlei(&[&args[..], &["--nodes", "40", "--time", "1s", "--seed", "1"]].concat());
        assert_eq!((output.status.code(), complaints(&output)), (Some(0), String::new()));
        assert!(objects(&output)[..2].iter().all(|game| game["fault"].is_null()));
        let questions = fs::read_to_string(&file.0).expect("questions were asked");
        fs::remove_file(&file.0).expect("the file is there");
        let mut new_games = 0;
        for question in questions.lines() {
            let asked: Value = serde_json::from_str(question).expect("one JSON object a line");
            assert_eq!(
                (&asked["game"], &asked["start"], &asked["rules"]),
                (&json!(game), &json!(start), &json!(rules))
            );
            assert_eq!((&asked["depth"], &asked["nodes"], &asked["seconds"]), (&Value::Null, &json!(40), &json!(1.0)));
            new_games += usize::from(asked["new_game"].as_bool().expect("told"));
            let moves = asked["moves"].as_array().expect("a list").iter().map(|mv| mv.as_str().expect("text"));
            let applied = tavlei(&[&["apply", game, "--position", start][..], &moves.collect::<Vec<_>>()].concat());
            assert_eq!(text(&applied.stdout).trim_end(), asked["position"], "{question}");
            let listed = tavlei(&["moves", game, "--json", "--position", asked["position"].as_str().expect("text")]);
            let side = if game == "proryv" { asked["side"].as_str().expect("text") } else { "moves" };
            assert_eq!(objects(&listed)[0][side], asked["legal"], "{question}");
        }
        assert_eq!(new_games, 2, "{questions}");
    }
}

/// Who plays by the table gets what a position is worth, built in or asked over a pipe.
#[test]
fn p12_the_bot_that_plays_by_a_table_wins_what_is_won() {
    let place = Scratch::new("tables");
    let made = tavlei(&["table", "proryv", "--men", "2", "--quiet", "--out", place.path()]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let play = |players: [&str; 2], position: &str| {
        let args = ["match", "proryv", players[0], players[1], "--games", "6", "--opening", "0", "--json"];
        tavlei(&[&args[..], &["--position", position, "--table", place.path()]].concat())
    };
    // Worth +1 and, seen from the other side, −1. The first player begins with the white men.
    let program = run(&format!("proryv table --table '{}'", place.path()));
    for player in ["table", &program] {
        for (players, position, won) in
            [([player, "random"], "w a4,b4;b5,d5", "1-0"), (["random", player], "w b1,d1;a2,b2", "0-1")]
        {
            let output = play(players, position);
            // Games so short are often the same.
            let expected =
                |line: &str| line.contains("tavlei: games repeat earlier ones") || line.contains("tavlei: seed ");
            let told = text(&output.stderr);
            assert!(output.status.success() && told.lines().all(expected), "{told}");
            let told = objects(&output);
            assert!(told[..6].iter().step_by(2).all(|game| game["score"] == won), "{told:?}");
        }
    }
    let question = |position: &str| json!({"position": position, "side": "black"});
    let args = ["proryv", "table", "--table", place.path(), "--seed", "1"];
    let known = answers(&args, &[question("w a4,d1;b5,c2")]);
    assert!(known[0]["move"].is_string(), "{known:?}");
    let lines = [question("w a4,d1;b5"), question("w a4,d1;b5,c2")].map(|question| format!("{question}\n")).concat();
    let (told, status, _) = ask(&args, lines.as_bytes());
    assert_eq!((&told[0]["error"], status), (&json!("the table does not have ‘w d1,a4;b5’"), Some(1)));
    assert_eq!(told[1], known[0], "the first draw is the same");
    // The start has six men a side; and there is no table for other rules.
    let unknown = play(["table", "random"], "start");
    assert_eq!((unknown.status.code(), text(&unknown.stdout)), (Some(1), String::new()));
    let other = ask(&args, br#"{"rules":"pass=no","position":"w a4;b5"}"#);
    assert!(other.0[0]["error"].as_str().expect("an error").contains("no-pass"), "{other:?}");
    let lacks = tavlei(&["match", "proryv", "table", "random"]);
    assert_eq!(lacks.status.code(), Some(2), "{}", text(&lacks.stderr));
    assert_eq!(ask(&["proryv", "table"], b"").1, Some(2));
    assert_eq!(ask(&["towers", "table", "--table", place.path()], b"").1, Some(2));
    fs::remove_dir_all(&place.0).expect("it is there");
}
