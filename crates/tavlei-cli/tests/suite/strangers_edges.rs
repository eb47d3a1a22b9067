//! What strangers tripped over at the edges of the command: readers without end, options that can’t be honoured, files with
//! several writers, memory, and what is told in JSON and in texts.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TAVLEI: &str = env!("CARGO_BIN_EXE_tavlei");

/// Runs it with this on standard input.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(TAVLEI);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    // Whoever refuses what it reads need not read all of it.
    let _ = running.stdin.take().expect("a pipe").write_all(input);
    running.wait_with_output().expect("it ends")
}

fn tavlei(args: &[&str]) -> Output {
    fed(args, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What it prints and what it complains of, when it ends with this status.
fn told(output: &Output, status: i32) -> (String, String) {
    let (printed, complaint) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{printed}{complaint}");
    (printed, complaint)
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// A directory that goes away.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tavlei-strangers-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("written");
        path.to_str().expect("a path in UTF-8").to_owned()
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a directory").flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every reader has limits.
#[cfg(target_os = "linux")]
#[test]
fn strangers_16_a_source_without_end_is_refused() {
    let zero = || Stdio::from(File::open("/dev/zero").expect("zeros"));
    let of_zeros = |args: &[&str]| Command::new(TAVLEI).args(args).stdin(zero()).output().expect("it runs");
    for (args, reason) in [
        (&["perft", "--file", "/dev/zero"][..], "line 1: the line is longer than 4194304 bytes"),
        (&["perft", "--file", "-"], "line 1: the line is longer than 4194304 bytes"),
        (&["show", "towers", "--position", "-"], "longer than the 65536 bytes that a position may have"),
        (&["solve", "proryv", "--position", "w a1;b5", "--table", "/dev/zero"], "this is no table"),
        (&["match", "proryv", "table", "random", "--table", "/dev/zero"], "this is no table"),
        (&["replay", "/dev/zero"], "longer than"),
        (&["convert", "-", "--to", "long"], "longer than"),
    ] {
        let began = Instant::now();
        let (_, complaint) = told(&of_zeros(args), 1);
        assert!(complaint.contains(reason), "{args:?}: {complaint}");
        assert!(began.elapsed() < Duration::from_secs(60), "{args:?}");
    }
}

/// What is no file, or can’t be read, is told; a position in a file of counts does not read standard input.
#[test]
fn strangers_16_what_is_no_file_is_told() {
    let directory = Directory::new("no-file");
    for args in [
        &["perft", "--file", directory.path()][..],
        &["perft", "--file", "/nowhere/at/all"],
        &["replay", directory.path()],
        &["solve", "proryv", "--position", "w a1;b5", "--table", directory.path()],
    ] {
        let (_, complaint) = told(&tavlei(args), 1);
        assert!(complaint.contains(args[args.len() - 1]), "{args:?}: {complaint}");
    }
    let rows = "proryv\t\tw a1;b5\t12\nproryv\t\t-\t12\n";
    let (_, complaint) = told(&fed(&["perft", "--file", &directory.file("rows", rows)], b"w a1;b5"), 1);
    assert!(complaint.contains("line 2: position: "), "{complaint}");
    let (_, complaint) = told(&fed(&["perft", "--file", "-"], b"proryv\t\tw a1;\xff\t1\n"), 1);
    assert!(complaint.contains("line 1: the line is not UTF-8"), "{complaint}");
}

/// An exact solver refuses what it can’t honour.
#[test]
fn strangers_17_a_limit_of_turns_is_not_solved() {
    let directory = Directory::new("turns");
    let position = ["--position", "w a1;"];
    let (_, complaint) = told(&tavlei(&["solve", "proryv", "--rules", "turns=2", position[0], position[1]]), 1);
    assert!(complaint.contains("drawn after 2 turns are not solved"), "{complaint}");
    told(&tavlei(&["solve", "proryv", "--rules", "turns=none", position[0], position[1]]), 0);
    let table = ["table", "proryv", "--men", "1", "--out", directory.path()];
    let (_, complaint) = told(&tavlei(&[&table[..], &["--rules", "board=3x4,turns=9"]].concat()), 2);
    assert!(complaint.contains("drawn after 9 turns"), "{complaint}");
    told(&tavlei(&[&table[..], &["--rules", "board=3x4"]].concat()), 0);
    let solve = ["solve", "proryv", "--table", directory.path(), "--position", "w a1;b3"];
    told(&tavlei(&[&solve[..], &["--rules", "board=3x4"]].concat()), 0);
    told(&tavlei(&[&solve[..], &["--rules", "board=3x4,turns=65535"]].concat()), 1);
    // Options that have no influence.
    for options in [["--time", "1s"], ["--nodes", "9"], ["--hash", "1M"]] {
        told(&tavlei(&[&["solve", "proryv", position[0], position[1]][..], &options].concat()), 2);
    }
    told(&tavlei(&["solve", "ashtarashki", "--table", directory.path(), "--time", "1ms"]), 2);
}

/// Who plays by a table plays on under a limit, and what that secures is told.
#[test]
fn strangers_17_what_a_bot_by_table_secures_under_a_limit_is_told() {
    let directory = Directory::new("bot-turns");
    told(&tavlei(&["table", "proryv", "--men", "1", "--out", directory.path(), "--rules", "board=3x4"]), 0);
    let place = ["--table", directory.path()];
    let rules = ["--rules", "board=3x4,turns=3", "--position", "w a2;a3"];
    let played = tavlei(&[&["match", "proryv", "table", "random", "--games", "2"][..], &place, &rules].concat());
    let (_, complaint) = told(&played, 0);
    assert!(complaint.contains("no draw after 3 turns") && complaint.contains("(v - 1) / 2"), "{complaint}");
    let question = json!({"rules": "board=3x4,turns=3", "position": "w a2;a3", "side": "white"});
    let answered = fed(&[&["bot", "proryv", "table"][..], &place].concat(), format!("{question}\n").as_bytes());
    let (_, complaint) = told(&answered, 0);
    assert!(complaint.contains("(v - 1) / 2"), "{complaint}");
    assert_eq!(objects(&answered)[0]["move"], "a2-a3", "what breaks through (P-6)");
}

/// A table of the smallest board with so many men a side, in this directory.
fn writer(men: &str, directory: &Path) -> Command {
    let mut command = Command::new(TAVLEI);
    command.args(["table", "proryv", "--rules", "board=3x4", "--men", men, "--quiet", "--out"]).arg(directory);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns how many men the table in a directory has; it must be whole.
fn men_in(directory: &Path) -> Option<usize> {
    let mut file = File::open(directory.join("proryv-3x4.values")).ok()?;
    let rules = "board=3x4".parse().expect("rules");
    // It checks the digest.
    Some(tavlei::solve::proryv::Tablebase::read(&rules, &mut file).expect("a table is whole").men())
}

/// Each has a file of its own, all succeed, and the largest table stays.
#[test]
fn strangers_18_eight_writers_at_once_succeed() {
    let directory = Directory::new("eight");
    let writers = (0..8).map(|nth| writer(["2", "1"][nth % 2], &directory.0).spawn().expect("it runs"));
    for writer in writers.collect::<Vec<Child>>() {
        let output = writer.wait_with_output().expect("it ends");
        let (printed, complaint) = told(&output, 0);
        assert!(
            printed.contains("read back and compared") || printed.contains("kept as it is"),
            "{printed}{complaint}"
        );
    }
    assert_eq!(men_in(&directory.0), Some(2));
    assert_eq!(directory.names(), ["proryv-3x4.values"]);
}

/// Unless it is asked for.
#[test]
fn strangers_18_a_larger_table_is_not_replaced() {
    let directory = Directory::new("larger");
    let write = |men: &str, more: &[&str], status: i32| {
        let output = writer(men, &directory.0).args(more).output().expect("it runs");
        let (printed, complaint) = told(&output, status);
        (printed, complaint, men_in(&directory.0))
    };
    assert_eq!(write("2", &[], 0).2, Some(2));
    let (printed, _, men) = write("1", &[], 0);
    assert!(printed.contains("kept as it is, with the same values and those of up to 2 men"), "{printed}");
    assert_eq!(men, Some(2));
    let kept = objects(&writer("1", &directory.0).arg("--json").output().expect("it runs"));
    assert_eq!(kept.last().expect("an object")["kept"], 2);
    let (printed, _, men) = write("1", &["--replace"], 0);
    assert!(printed.contains("read back and compared"), "{printed}");
    assert_eq!(men, Some(1));
    assert_eq!(write("2", &[], 0).2, Some(2), "a smaller one is replaced");

    // A damaged table is replaced; what is none, only if that is asked for.
    let place = directory.0.join("proryv-3x4.values");
    let mut damaged = fs::read(&place).expect("a table");
    *damaged.last_mut().expect("bytes") ^= 1;
    fs::write(&place, damaged).expect("written");
    assert_eq!(write("1", &[], 0).2, Some(1));
    fs::write(&place, "a letter to somebody, which is no table").expect("written");
    let output = writer("1", &directory.0).output().expect("it runs");
    let (_, complaint) = told(&output, 1);
    assert!(complaint.contains("no table") && complaint.contains("--replace"), "{complaint}");
    assert!(fs::read_to_string(&place).expect("a letter").starts_with("a letter"));
    assert_eq!(write("1", &["--replace"], 0).2, Some(1));
    assert_eq!(directory.names(), ["proryv-3x4.values"]);
}

#[cfg(unix)]
#[test]
fn strangers_18_no_link_is_followed() {
    let (directory, elsewhere) = (Directory::new("link"), Directory::new("elsewhere"));
    let other = elsewhere.file("other", "untouched");
    let place = directory.0.join("proryv-3x4.values");
    std::os::unix::fs::symlink(&other, &place).expect("a link");
    told(&writer("1", &directory.0).output().expect("it runs"), 0);
    assert_eq!(fs::read_to_string(&other).expect("a file"), "untouched");
    assert!(place.symlink_metadata().expect("a file").is_file());
}

/// Whenever a writer is killed, the table is whole; what it leaves beside it goes away with the next one.
#[test]
fn strangers_18_killed_writers_leave_whole_tables() {
    const ROUNDS: u32 = 100;

    let directory = Directory::new("killed");
    let began = Instant::now();
    told(&writer("2", &directory.0).output().expect("it runs"), 0);
    let whole = began.elapsed().min(Duration::from_millis(400));
    let mut random = 0x9e37_79b9u32;
    let mut killed = 0;
    for round in 0..ROUNDS {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut running =
            writer(["1", "2"][round as usize % 2], &directory.0).arg("--replace").spawn().expect("it runs");
        thread::sleep(whole * (random >> 20) / (1 << 12));
        // It may have ended by itself.
        running.kill().expect("it is a child");
        killed += u32::from(!running.wait().expect("it ends").success());
        assert!(matches!(men_in(&directory.0), Some(1 | 2)), "round {round}");
    }
    assert!(killed > 0, "nobody was killed");
    told(&writer("2", &directory.0).output().expect("it runs"), 0);
    assert_eq!((men_in(&directory.0), directory.names()), (Some(2), vec!["proryv-3x4.values".to_owned()]));
}

/// Runs it by a shell that first sets a limit.
#[cfg(target_os = "linux")]
fn limited(limit: &str, args: &[&str], input: Stdio) -> Output {
    let script = format!("ulimit {limit}; exec \"$@\"");
    let command = [&["-c", &script, "sh", TAVLEI][..], args].concat();
    Command::new("sh").args(command).stdin(input).output().expect("it runs")
}

/// Nothing is half written where the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn strangers_18_a_full_disk_leaves_what_was_there() {
    let directory = Directory::new("full");
    told(&writer("1", &directory.0).output().expect("it runs"), 0);
    let write = ["table", "proryv", "--rules", "board=3x4", "--men", "2", "--out", directory.path()];
    // In blocks of 512 bytes: nothing at all, or less than the table has.
    for limit in ["-f 0", "-f 1"] {
        let (printed, complaint) = told(&limited(limit, &write, Stdio::null()), 1);
        assert!(complaint.contains("proryv-3x4.values: "), "{complaint}");
        assert!(!printed.contains("read back"), "{printed}");
        assert_eq!((men_in(&directory.0), directory.names().len()), (Some(1), 1));
    }
    // Records are appended whole or not at all.
    let file = directory.file("games", "[White \"A\"]\n\n1. c3-b4 *\n");
    let play = ["match", "towers", "random", "random", "--games", "1", "--record", &file];
    let before = fs::read(&file).expect("a file");
    let (_, complaint) = told(&limited("-f 0", &play, Stdio::null()), 1);
    assert!(complaint.contains(&file), "{complaint}");
    assert_eq!(fs::read(&file).expect("a file"), before);
    let (_, complaint) = told(&tavlei(&[&play[..play.len() - 1], &["/dev/full"]].concat()), 1);
    assert!(complaint.contains("/dev/full"), "{complaint}");
}

/// Every command ends with a message and never with a signal, however little memory there is.
#[cfg(target_os = "linux")]
#[test]
fn strangers_19_no_command_aborts_because_memory_is_short() {
    let directory = Directory::new("memory");
    let games = directory.file("games", "[Game \"towers\"]\n\n1. c3-d4 b6-c5 *\n");
    let counts = directory.file("counts", "towers\t\tstart\t7 49\n");
    let question = directory.file("question", "{\"depth\":2,\"nodes\":50}\n");
    let table = directory.0.join("tables");
    let table = table.to_str().expect("a path in UTF-8");
    let commands: &[&[&str]] = &[
        &["perft", "towers", "5"],
        &["perft", "proryv", "4"],
        &["perft", "towers", "8", "--unique"],
        &["perft", "ashtarashki", "4", "--threads", "4"],
        &["perft", "ashtarashki", "4", "--hash", "64M", "--verify"],
        &["perft", "towers", "4", "--divide"],
        &["perft", "towers", "4", "--stats"],
        &["perft", "--file", &counts],
        &["moves", "towers"],
        &["show", "ashtarashki"],
        &["show", "towers", "--svg", "-"],
        &["apply", "proryv", "--", "--"],
        &["play", "towers", "--time", "20ms"],
        &["play", "proryv", "--time", "20ms"],
        &["replay", &games],
        &["convert", &games, "--to", "short"],
        &["best", "towers", "--depth", "3"],
        &["best", "towers", "--depth", "3", "--threads", "4", "--hash", "64M"],
        &["best", "ashtarashki", "--depth", "3"],
        &["best", "proryv", "--nodes", "3000"],
        &["match", "towers", "uct", "alphabeta", "--games", "1", "--nodes", "20"],
        &["match", "proryv", "regret", "duct", "--games", "1", "--nodes", "20"],
        &["bot", "towers", "alphabeta"],
        &["bot", "ashtarashki", "uct"],
        &["solve", "ashtarashki", "--nodes", "5000"],
        &["solve", "ashtarashki", "--nodes", "5000", "--hash", "128M"],
        &["solve", "proryv", "--position", "w a1,b2;a4,b4"],
        &["table", "proryv", "--men", "2", "--rules", "board=3x4", "--out", table],
    ];
    for args in commands {
        for mebibytes in [30, 60, 120, 300] {
            let limit = format!("-v {}", mebibytes << 10);
            let output = limited(&limit, args, File::open(&question).expect("a file").into());
            let status = output.status.code();
            let complaint = text(&output.stderr);
            assert!(matches!(status, Some(0..=2)), "{args:?} in {mebibytes} MiB: {:?}: {complaint}", output.status);
            assert!(status == Some(0) || !complaint.trim().is_empty(), "{args:?} in {mebibytes} MiB: no message");
            assert!(!complaint.contains("panicked"), "{args:?} in {mebibytes} MiB: {complaint}");
        }
    }
}

/// What nobody has asked for by name is less; what was asked for is refused.
#[cfg(target_os = "linux")]
#[test]
fn strangers_19_memory_that_was_asked_for_is_refused_and_other_is_less() {
    let study = ["solve", "ashtarashki", "--position", "w Wb2,V2b6;Wf4,V1b8"];
    let (printed, _) = told(&limited("-v 100000", &study, Stdio::null()), 0);
    assert!(printed.starts_with("White to move wins 1 point"), "{printed}");
    let (_, complaint) = told(&limited("-v 100000", &[&study[..], &["--hash", "256M"]].concat(), Stdio::null()), 2);
    assert!(complaint.contains("no memory for 268435456 bytes"), "{complaint}");
    told(&limited("-v 100000", &[&study[..], &["--hash", "16M"]].concat(), Stdio::null()), 0);
}

/// Every object of every command says of which game, under which rules and from which position it tells.
#[test]
fn strangers_20_every_object_holds_game_rules_and_position() {
    let directory = Directory::new("objects");
    let games = "[Game \"proryv\"]\n[Rules \"pass=no\"]\n\n1. b2-c3 c4-b3 *\n\n[Game \"proryv\"]\n[Rules \"pass=no\"]\n\n1. -- -- *\n";
    let games = directory.file("games", games);
    let wrong = directory.file("counts", "proryv\tpass=no\tstart\t144 7\n");
    let small = ["--rules", "pass=no", "--position", "w a4;b5"];
    let told = |args: &[&str]| {
        let output =
            fed(&[args, &["--json"]].concat(), b"{\"rules\":\"pass=no\",\"position\":\"w a4;b5\",\"nodes\":9}\n");
        let objects = objects(&output);
        assert!(!objects.is_empty(), "{args:?}: {}", text(&output.stderr));
        objects
    };
    for args in [
        &["perft", "proryv", "2"][..],
        &["perft", "proryv", "2", "--divide"],
        &["perft", "proryv", "2", "--unique"],
        &["perft", "proryv", "2", "--stats"],
        &["moves", "proryv"],
        &["apply", "proryv", "a4-a5", "b5-a5"],
        &["show", "proryv"],
        &["best", "proryv", "--nodes", "20"],
        &["match", "proryv", "random", "regret", "--games", "1", "--nodes", "5"],
        &["solve", "proryv"],
    ] {
        for object in told(&[args, &small].concat()) {
            assert_eq!(
                (&object["game"], &object["rules"]),
                (&json!("proryv"), &json!("board=4x5,pass=no,start=author,turns=none")),
                "{args:?}"
            );
            told(&[
                "show",
                "proryv",
                "--rules",
                object["rules"].as_str().expect("rules"),
                "--position",
                object["position"].as_str().expect("a position"),
            ]);
        }
    }
    let rules_of = |objects: &[Value]| objects.iter().map(|object| object["rules"].clone()).collect::<Vec<_>>();
    let complete = json!("board=4x5,pass=no,start=author,turns=none");
    let replayed = told(&["replay", &games, "--continue"]);
    assert_eq!(rules_of(&replayed), [complete.clone(), complete.clone()], "a game and a fault");
    let compared = told(&["perft", "--file", &wrong]);
    assert_eq!(rules_of(&compared), [complete, Value::Null], "a count, and the sum of any games");
    assert_eq!((&compared[0]["expected_text"], &compared[1]["game"]), (&json!("7"), &Value::Null));
    let table = told(&["table", "proryv", "--men", "1", "--rules", "board=3x4", "--out", directory.path()]);
    assert_eq!(rules_of(&table), vec![json!("board=3x4,pass=yes,start=author,turns=none"); 2]);
    let answered = objects(&fed(&["bot", "proryv", "regret"], b"{\"rules\":\"pass=no\",\"nodes\":9}\n{\n"));
    assert_eq!(
        (&answered[0]["game"], &answered[0]["rules"]),
        (&json!("proryv"), &json!("board=4x5,pass=no,start=author,turns=none"))
    );
    assert!(answered[0]["position"].is_string() && answered[1]["position"].is_null(), "{answered:?}");
    for (args, rules) in [
        (&["perft", "towers", "1"][..], "rejump=not-in-succession,landing=must-continue,draw_plies=30"),
        (&["best", "ashtarashki", "--depth", "1"], "third-retreat=free"),
        (&["solve", "ashtarashki", "--position", "w Wb2,V2b6;Wf4,V1b8"], "third-retreat=free"),
    ] {
        assert_eq!(told(args)[0]["rules"], rules, "{args:?}");
    }
}

/// A reader that loses digits of numbers above 2⁵³ has them in a string.
#[test]
fn strangers_20_counts_are_told_as_text_too() {
    let output = tavlei(&["perft", "proryv", "12", "--position", "w a1,b1;c5,d5", "--json"]);
    let counted = objects(&output);
    assert_eq!(counted.len(), 12);
    for line in text(&output.stdout).lines() {
        let digits = line.split_once("\"nodes\":").expect("a count").1.split(',').next().expect("digits");
        assert!(line.contains(&format!("\"nodes_text\":\"{digits}\"")), "{line}");
    }
    let last = counted[11]["nodes_text"].as_str().expect("a text").parse::<u128>().expect("a count");
    assert!(last > 1 << 53, "{last}");
}

/// A game that is over says so, in its text and on standard error.
#[test]
fn strangers_21_apply_says_when_the_game_is_over() {
    let (printed, said) = told(&tavlei(&["apply", "proryv", "-- --"]), 0);
    assert_eq!(printed, "b a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5;--\n");
    assert_eq!(said, "tavlei: the game is over, a draw: both passed (1/2-1/2)\n");
    let (shown, _) = told(&tavlei(&["show", "proryv", "--position", printed.trim()]), 0);
    assert!(shown.contains("the game is over, a draw: both passed"), "{shown}");
    told(&tavlei(&["apply", "proryv", "--position", printed.trim(), "b2-c3", "--"]), 1);
    assert_eq!(told(&tavlei(&["apply", "proryv", "-- --", "--quiet"]), 0).1, "");
    assert_eq!(told(&tavlei(&["apply", "proryv", "b2-c3 --"]), 0).1, "", "the game goes on");
    let (_, said) = told(&tavlei(&["apply", "towers", "--position", "w g7=0;b2=0", "g7-h8"]), 0);
    assert_eq!(said, "");
    let (_, said) =
        told(&tavlei(&["apply", "ashtarashki", "--position", "w Wc7,Fb8,Fd8,Ff8;Wb2", "c7-h8", "--json"]), 1);
    assert!(said.contains("move 1"), "{said}");
}

#[test]
fn strangers_22_standard_input_is_read_wherever_a_position_or_a_file_is() {
    let position = "\u{feff}w a4;b5\r\n";
    for args in [
        &["show", "proryv"][..],
        &["moves", "proryv"],
        &["perft", "proryv", "2"],
        &["apply", "proryv"],
        &["best", "proryv", "--nodes", "9"],
        &["solve", "proryv"],
        &["match", "proryv", "random", "random", "--games", "1", "--opening", "0"],
    ] {
        let by_option = tavlei(&[args, &["--position", position.trim_end()]].concat());
        let by_input = fed(&[args, &["--position", "-"]].concat(), position.as_bytes());
        told(&by_option, 0);
        told(&by_input, 0);
        // The first line of a count or a search ends with how long it took.
        let words = if args[0] == "perft" { 2 } else { 5 };
        let first = |output: &Output| {
            let first = text(&output.stdout).lines().next().map(|line| line.chars().take(12).collect::<String>())?;
            Some(first.split_whitespace().take(words).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(first(&by_option), first(&by_input), "{args:?}");
    }
    let rows = "\u{feff}towers\t\tstart\t7 49\r\n\r\n# a remark\r\nproryv\tpass=no\tstart\t144\r\n";
    assert_eq!(told(&fed(&["perft", "--file", "-"], rows.as_bytes()), 0).0, "3 counts are right, 0 are wrong\n");
    let directory = Directory::new("input");
    let record = directory.file("record", "\u{feff}1. a4-a5 -- 1-0\n");
    let replay = ["replay", &record, "--game", "proryv", "--position", "-"];
    assert!(told(&fed(&replay, position.as_bytes()), 0).0.contains("1-0"));
    told(&fed(&["replay", "-", "--game", "proryv", "--position", "-"], b""), 2);
    told(&fed(&["show", "proryv", "--position", "-"], b""), 1);
    told(&fed(&["show", "proryv", "--position", "-"], b"\xff\xfe"), 1);
}

/// Nobody agrees on a draw in Ashtarashki, in a record no more than elsewhere.
#[test]
fn strangers_24_a_draw_that_a_game_does_not_have_is_refused() {
    let (_, complaint) = told(&fed(&["replay", "-", "--game", "ashtarashki"], b"1. c3-d4 1/2-1/2\n"), 1);
    assert!(complaint.contains("1/2-1/2"), "{complaint}");
    told(&fed(&["replay", "-", "--game", "proryv"], b"1. b2-c3 c4-b3 1/2-1/2\n"), 0);
}

/// The text of a move that stands by itself is read wherever a move is read.
#[test]
fn strangers_25_moves_that_stand_by_themselves_are_read() {
    let position = "w a3=0;b4=0,b6=0";
    let apply = |mv: &str| told(&tavlei(&["apply", "towers", "--position", position, mv]), 0).0;
    assert_eq!(apply("a3(b4)(b6)a7"), apply("a3:c5:a7"));
    assert_eq!(apply("A3(В4)(В6)А7"), apply("a3:c5:a7"));
    let record = format!("[Game \"towers\"]\n[Position \"{position}\"]\n\n1. a3(b4)(b6)a7! {{a comment}} (a3-b4) *\n");
    let converted = told(&fed(&["convert", "-", "--to", "long"], record.as_bytes()), 0).0;
    assert!(converted.contains("1. a3:c5:a7"), "{converted}");
    let crowned = "[Game \"towers\"]\n[Position \"w c7=0;h2=0\"]\n\n1. c7-b8=K h2-g1=K *\n";
    let converted = told(&fed(&["convert", "-", "--to", "long"], crowned.as_bytes()), 0).0;
    assert!(converted.contains("1. c7-b8 h2-g1"), "{converted}");
    let question = json!({"start": position, "moves": ["a3(b4)(b6)a7"], "nodes": 5});
    let answered = fed(&["bot", "towers", "random"], format!("{question}\n").as_bytes());
    assert!(objects(&answered)[0]["error"].as_str().expect("an error").contains("the game is over"), "{answered:?}");
}
