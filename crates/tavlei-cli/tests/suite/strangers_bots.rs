//! What strangers tripped over with bots, matches and processes; each test is named after a line of that list.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const TAVLEI: &str = env!("CARGO_BIN_EXE_tavlei");

/// How long anything here may take on a machine that is busy with other things.
const LONG: Duration = Duration::from_secs(100);

fn tavlei(args: &[&str]) -> Output {
    Command::new(TAVLEI).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// A path of its own, whose file is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tavlei-strangers-{}-{name}", std::process::id()));
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

/// What `tavlei bot` answers to these bytes.
fn answers(args: &[&str], questions: &[u8]) -> (Vec<Value>, Option<i32>) {
    let mut command = Command::new(TAVLEI);
    command.arg("bot").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    let mut input = running.stdin.take().expect("a pipe");
    let questions = questions.to_vec();
    let asking = thread::spawn(move || input.write_all(&questions));
    let output = running.wait_with_output().expect("it ends");
    asking.join().expect("no panic").expect("all questions are read");
    (objects(&output), output.status.code())
}

/// No single line ends a service: each is answered, and so is the next one.
#[test]
fn strangers_06_no_single_line_ends_a_service() {
    const QUESTION: &[u8] = b"{\"depth\":1}";
    let nested = |key: &str| format!("{{\"{key}\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let (nested, unknown) = (nested("moves"), nested("more"));
    let overlong = format!("{{\"more\":\"{}\"}}", "x".repeat(9 << 20));
    let wrong: [&[u8]; 12] = [
        b"\xff",
        b"{\"depth\":1}\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\0",
        b"\0{\"depth\":1}",
        b"\x1b[2J",
        b"{\"position\":\"\\u0000\"}",
        b"{\"moves\":[\"\\u001b[31m\"]}",
        b"{\"moves\":{}}",
        nested.as_bytes(),
        overlong.as_bytes(),
    ];
    for bot in [&["towers", "alphabeta"][..], &["ashtarashki", "greedy"], &["proryv", "random"]] {
        for wrong in wrong {
            let (told, status) = answers(bot, &[wrong, QUESTION].join(&b'\n'));
            let shown = wrong.escape_ascii().take(60).map(char::from).collect::<String>();
            assert_eq!((told.len(), status), (2, Some(1)), "{bot:?}: {shown}: {told:?}");
            assert!(told[0]["error"].is_string() && told[0].get("move").is_none(), "{shown}: {told:?}");
            assert!(told[1]["move"].is_string(), "{shown}: {told:?}");
        }
    }
    // What is mended or passed over: a byte order mark, CRLF, blank lines, a last line without its end.
    for (lines, moves) in [
        (&b"\xef\xbb\xbf{\"depth\":1}\r\n\r\n \t\n{\"depth\":1}"[..], 2),
        (b"\n\n{\"depth\":1}\n\n", 1),
        (unknown.as_bytes(), 1),
        (b"", 0),
        (b"\xef\xbb\xbf", 0),
    ] {
        let (told, status) = answers(&["towers", "alphabeta"], lines);
        assert_eq!((told.len(), status), (moves, Some(0)), "{told:?}");
        assert!(told.iter().all(|answer| answer["move"].is_string()), "{told:?}");
    }
    // Overlong lines are passed over, however many there are.
    let (told, _) = answers(&["towers", "random"], &[overlong.as_bytes(), overlong.as_bytes(), b"{}"].join(&b'\n'));
    assert_eq!(told.len(), 3);
    assert_eq!(told[0]["error"], "question: the line is longer than 4194304 bytes");
    assert!(told[2]["move"].is_string());
}

/// A question that sets no time does not occupy a bot for ever.
#[test]
fn strangers_08_a_question_without_a_time_is_answered_all_the_same() {
    for (bot, question) in [
        (["towers", "alphabeta"], "{\"depth\":1000}"),
        (["ashtarashki", "uct"], "{\"nodes\":18446744073709551615}"),
        (["proryv", "regret"], "{\"nodes\":18446744073709551615}"),
    ] {
        let begun = Instant::now();
        let (told, _) = answers(&[&bot[..], &["--timeout", "200ms"]].concat(), question.as_bytes());
        assert!(told[0]["move"].is_string(), "{told:?}");
        // The question itself can say so, too.
        let question = question.replace('}', ",\"timeout\":0.2}");
        assert!(answers(&bot, question.as_bytes()).0[0]["move"].is_string());
        assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
    }
}

/// The time that bots take is told for each of them, and whoever oversteps it loses, a built-in bot, too.
#[test]
fn strangers_09_a_built_in_bot_that_oversteps_its_time_loses() {
    for game in ["towers", "ashtarashki", "proryv"] {
        let args = ["match", game, "random", "random", "--games", "2", "--json"];
        let output = tavlei(&[&args[..], &["--time", "0ms", "--margin", "0ms"]].concat());
        let told = objects(&output);
        assert_eq!(told.len(), 3, "{told:?}");
        for game in &told[..2] {
            let fault = game["fault"].as_str().expect("a fault");
            assert!(fault.starts_with("‘random’ loses: it has not answered in time: "), "{fault}");
            assert!(fault.ends_with(" taken, 0ns and a margin of 0ns given"), "{fault}");
        }
        assert!(text(&output.stderr).contains("tavlei: game 1: ‘random’ loses: it has not answered in time"));
    }
    let output = tavlei(&["match", "towers", "random", "greedy", "--games", "2", "--json", "--margin", "50s"]);
    let told = objects(&output);
    assert!(told[..2].iter().all(|game| game["fault"].is_null()), "{told:?}");
    for times in told[2]["times"].as_array().expect("of both") {
        let [answers, mean, max] =
            ["answers", "mean_seconds", "max_seconds"].map(|key| times[key].as_f64().expect("a number"));
        assert!(answers >= 1.0 && 0.0 < mean && mean <= max && max < 100.0, "{times}");
    }
    let output = tavlei(&["match", "towers", "random", "greedy", "--games", "2", "--margin", "50s"]);
    let lines = text(&output.stdout);
    for name in ["random: ", "greedy: "] {
        let line = lines.lines().find(|line| line.starts_with(name)).expect("the times of each");
        assert!(line.contains(" answers, ") && line.contains(" on average, at most "), "{line}");
    }
}

#[cfg(unix)]
mod programs {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Child;

    use super::*;

    fn quoted(script: &str) -> String {
        format!("'{}'", script.replace('\'', r"'\''"))
    }

    /// A shell script as a bot.
    fn sh(script: &str) -> String {
        format!("run:sh -c {}", quoted(script))
    }

    /// A line of a script that answers the first legal move to the question `$q`.
    const ANSWER: &str = r#"m=${q#*\"legal\":[}; printf '{"move":%s}\n' "${m%%[],]*}""#;

    /// Plays a match of towers between a bot and a random one, as JSON.
    fn play(bot: &str, args: &[&str]) -> (Vec<Value>, Output) {
        let output = tavlei(&[&["match", "towers", bot, "random", "--opening", "0", "--json"][..], args].concat());
        (objects(&output), output)
    }

    fn fault(game: &Value) -> &str {
        game["fault"].as_str().unwrap_or_else(|| panic!("no fault: {game}"))
    }

    #[test]
    fn strangers_06_a_line_of_a_bot_that_can_not_be_read_loses_only_its_game() {
        for (line, reason) in [
            (r"printf '\377\n'", "its answer can’t be read: the line is not UTF-8"),
            (r"head -c 5000000 /dev/zero", "its answer can’t be read: the line is longer than 4194304 bytes"),
            (r"cat /dev/zero", "its answer can’t be read: the line is longer than 4194304 bytes"),
            (r"printf '\000\n'", "its answer, ‘\\u{0}’, is no JSON object"),
        ] {
            let (told, _) = play(&sh(&format!("read q; {line}; read q")), &["--games", "2"]);
            assert_eq!(told.len(), 3, "{told:?}");
            for game in &told[..2] {
                let fault = fault(game);
                assert!(fault.contains(&format!(" loses: {reason}")), "{fault}");
            }
        }
        let marked = format!(r"printf '\357\273\277'; while read -r q; do {ANSWER}; done");
        let (told, _) = play(&sh(&marked), &["--games", "1", "--margin", "50s"]);
        assert!(told[0]["fault"].is_null(), "{told:?}");
    }

    #[test]
    fn strangers_08_a_program_that_never_answers_loses() {
        let help = text(&tavlei(&["match", "--help"]).stdout);
        for stated in ["--timeout <TIME>", "[default: 60s]", "--margin <TIME>", "[default: 100ms]", "--startup <TIME>"]
        {
            assert!(help.contains(stated), "{help}");
        }
        assert!(text(&tavlei(&["bot", "--help"]).stdout).contains("[default: 60s]"));
        for limit in [&["--nodes", "200"][..], &["--depth", "3"], &["--time", "10s", "--nodes", "5"], &[]] {
            let begun = Instant::now();
            let fast = ["--timeout", "200ms", "--startup", "100ms", "--games", "1"];
            // Whoever answers once has started.
            for script in [format!("read -r q; {ANSWER}; exec sleep 500"), "exec sleep 500".to_owned()] {
                let args = if limit.contains(&"--time") { ["--time", "250ms"].to_vec() } else { limit.to_vec() };
                let (told, _) = play(&sh(&script), &[&fast[..], &args].concat());
                let fault = fault(&told[0]);
                assert!(fault.contains(" loses: it has not answered in time: "), "{fault}");
            }
            assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
        }
    }

    /// A question says how long it may take at most, even if the time is not what limits it.
    #[test]
    fn strangers_08_a_question_states_the_limit_of_time() {
        let file = Scratch::new("limits.txt");
        let script = format!("while read -r q; do printf '%s\\n' \"$q\" >>'{}'; {ANSWER}; done", file.path());
        for (args, seconds, timeout) in [
            (&["--nodes", "200"][..], Value::Null, 60.0),
            (&["--depth", "2", "--timeout", "90s"], Value::Null, 90.0),
            (&["--time", "20s"], Value::from(20.0), 20.0),
        ] {
            play(&sh(&script), &[args, &["--games", "1"]].concat());
            let asked = fs::read_to_string(&file.0).expect("questions");
            let asked: Value = serde_json::from_str(asked.lines().next().expect("a question")).expect("JSON");
            assert_eq!((&asked["seconds"], &asked["timeout"]), (&seconds, &Value::from(timeout)));
            fs::remove_file(&file.0).expect("it is there");
        }
    }

    #[test]
    fn strangers_09_a_program_that_takes_too_long_loses() {
        let file = Scratch::new("slow.txt");
        // Its first answer may take longer, for it has to start.
        let script = format!("while read -r q; do sleep 0.5; {ANSWER}; done");
        let args = ["--time", "10ms", "--games", "2", "--record", file.path()];
        let (told, _) = play(&sh(&script), &args);
        for game in &told[..2] {
            let fault = fault(game);
            assert!(fault.contains(" loses: it has not answered in time: "), "{fault}");
            assert!(fault.ends_with("10ms and a margin of 100ms given"), "{fault}");
        }
        let start = told[2]["times"][0]["max_start_seconds"].as_f64().expect("it has answered once");
        assert!(start >= 0.5, "{told:?}");
        assert!(fs::read_to_string(&file.0).expect("records").contains("it has not answered in time"));
        // With the margin that it needs it plays on, and its time is told.
        let (told, _) =
            play(&sh(&script.replace("0.5", "0.02")), &["--time", "1ms", "--games", "1", "--margin", "90s"]);
        assert!(told[0]["fault"].is_null(), "{told:?}");
        let times = &told[1]["times"][0];
        assert!(times["mean_seconds"].as_f64() >= Some(0.02) && times["max_seconds"].as_f64() >= Some(0.02), "{times}");
    }

    #[test]
    fn strangers_10_a_surplus_line_is_the_fault() {
        let mv = r#"echo "{\"move\":\"c3-d4\"}""#;
        let once = r#"printf "{\"move\":\"c3-d4\"}\n{\"move\":\"c3-d4\"}\n""#;
        for script in [
            format!("while read -r q; do {once}; done"),
            format!("while read -r q; do {mv}; {mv}; done"),
            format!("while read -r q; do {mv}; sleep 0.05; {mv}; done"),
            format!("while read -r q; do {ANSWER}; {ANSWER}; done"),
            format!("while read -r q; do {ANSWER}; echo; echo thinking; done"),
            format!("while read -r q; do echo thinking; {ANSWER}; done"),
            format!("echo hello; while read -r q; do {ANSWER}; done"),
            format!("echo hello; sleep 0.05; while read -r q; do {ANSWER}; done"),
        ] {
            let (told, _) = play(&sh(&script), &["--games", "2", "--margin", "50s"]);
            for game in &told[..2] {
                let (_, reason) = fault(game).split_once(" loses: ").expect("a reason");
                let surplus = "it has written more than one line for one question";
                let unasked = "it has written a line that it wasn’t asked for";
                assert!(reason.starts_with(surplus) || reason.starts_with(unasked), "{script}: {reason}");
            }
        }
        // Two lines in one breath are told at once: the first question is the last.
        let (told, _) = play(&sh(&format!("while read -r q; do {once}; done")), &["--games", "1"]);
        assert_eq!(told[0]["plies"], 0, "{told:?}");
        // Blank lines say nothing.
        let (told, _) =
            play(&sh(&format!("echo; while read -r q; do {ANSWER}; echo; done")), &["--games", "1", "--margin", "50s"]);
        assert!(told[0]["fault"].is_null(), "{told:?}");
    }

    /// The characters of a text that a terminal would obey or that deceive its reader, lines ends and tabs apart.
    fn unsafe_characters(bytes: &[u8]) -> Vec<char> {
        let hidden = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{feff}'];
        let is_unsafe = |c: &char| {
            (c.is_control() && !matches!(c, '\n' | '\t'))
                || hidden.contains(c)
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        String::from_utf8_lossy(bytes).chars().filter(is_unsafe).collect()
    }

    #[test]
    fn strangers_14_nothing_from_outside_reaches_a_terminal_unescaped() {
        const NASTY: &str = "\u{1b}]0;x\u{7}\u{1b}[31m\r\u{8}\u{9b}2J\u{7f}\u{202e}\u{2066}\u{61c}";
        let json = r"\u001b]0;x\u0007\u001b[31m\r\b\u009b2J\u007f\u202e\u2066\u061c\nfake: line";
        let clean = |output: &Output, of: &str| {
            for (bytes, name) in [(&output.stdout, "output"), (&output.stderr, "error")] {
                assert_eq!(unsafe_characters(bytes), [], "{of}: standard {name}: {}", String::from_utf8_lossy(bytes));
            }
            // A line that was quoted does not begin a line of ours.
            let all = [text(&output.stdout), text(&output.stderr)].concat();
            assert!(!all.lines().any(|line| line.starts_with("fake: line")), "{of}: {all}");
        };
        let file = Scratch::new("escapes.txt");
        for script in [
            format!("read -r q; printf '%s\\n' '{{\"move\":\"{json}\"}}'; read q"),
            format!("read -r q; printf '%s\\n' '{{\"error\":\"{json}\"}}'; read q"),
            format!("read -r q; printf '%s\\n' '{{\"{NASTY}'; read q"),
            format!("read -r q; printf '%s\\n' '{NASTY}'; read q"),
            format!("printf '%s\\n' '{NASTY}'; read -r q; read -r q"),
            format!("printf '%s\\n' '{NASTY}' >&2; exit 3"),
            r"printf '\377\033[2J\n\033' >&2; exit 3".to_owned(),
        ] {
            for format in [&["--json"][..], &[]] {
                let args = ["match", "towers", &sh(&script), "random", "--games", "1", "--record", file.path()];
                clean(&tavlei(&[&args[..], format].concat()), &script);
            }
        }
        let records = fs::read(&file.0).expect("records");
        assert_eq!(unsafe_characters(&records), [], "{}", String::from_utf8_lossy(&records));
        assert_eq!(tavlei(&["replay", "--quiet", file.path()]).status.code(), Some(0));

        let nasty_file = Scratch::new("a\u{1b}[31m\u{9b}b\u{202e}.txt");
        for args in [
            &["apply", "towers", NASTY][..],
            &["apply", "towers", &format!("c3-d4\nfake: line{NASTY}")],
            &["apply", "towers", "--json", NASTY],
            &["apply", "proryv", NASTY, "--"],
            &["show", "towers", "--position", NASTY],
            &["show", "towers", "--position", &format!("w a3=0{NASTY}")],
            &["show", "towers", "--rules", NASTY],
            &["show", "towers", "--rules", &format!("{NASTY}=1")],
            &["show", "towers", "--rules", &format!("landing={NASTY}")],
            &["show", NASTY],
            &["match", "towers", NASTY, NASTY],
            &["match", "towers", "random", &format!("run:{NASTY}")],
            &["match", "towers", "random", "random", "--games", "1", "--record", &format!("/{NASTY}/x")],
            &["perft", "towers", NASTY],
            &["perft", "--file", &format!("/{NASTY}")],
            &["replay", &format!("/{NASTY}")],
            &["convert", "--to", "long", &format!("/{NASTY}")],
            &["solve", "proryv", "--table", &format!("/{NASTY}")],
            &[NASTY],
        ] {
            clean(&tavlei(args), &format!("{args:?}"));
        }
        for record in [
            format!("[White \"{NASTY}\"]\n[Event{NASTY} \"x\"]\n\n{{{NASTY}}} 1. c3-d4 {{{NASTY} word}} *\n"),
            format!("[Game \"{NASTY}\"]\n\n1. c3-d4 *\n"),
            format!("[Rules \"{NASTY}\"]\n\n1. c3-d4 *\n"),
            format!("[Position \"{NASTY}\"]\n\n1. c3-d4 *\n"),
            format!("[Result \"{NASTY}\"]\n\n1. c3-d4 *\n"),
            format!("1. c3-d4 {NASTY}f6-f5{NASTY} *\n"),
            "1. c3\u{9b}-c4 *\n".to_owned(),
            format!("{NASTY}\n"),
        ] {
            fs::write(&nasty_file.0, &record).expect("it can be written");
            for args in
                [&["replay"][..], &["replay", "--json"], &["convert", "--to", "long"], &["convert", "--to", "json"]]
            {
                clean(&tavlei(&[args, &[nasty_file.path()]].concat()), &format!("{args:?}: {record:?}"));
            }
        }
        fs::write(&nasty_file.0, format!("{NASTY}\t\tstart\t7\n")).expect("it can be written");
        clean(&tavlei(&["perft", "--file", nasty_file.path()]), "perft --file");
        fs::write(&nasty_file.0, "1. c3-d4 {a\u{2066}b} *").expect("it can be written");
        let converted = tavlei(&["convert", "--to", "long", nasty_file.path()]);
        assert!(text(&converted.stdout).contains("{a\\u{2066}b}"), "{}", text(&converted.stdout));
        assert!(text(&converted.stderr).ends_with(": game 1: hidden characters are written escaped\n"));
        let (told, _) = answers(&["towers", "random"], format!("{{\"moves\":[\"{json}\"]}}").as_bytes());
        assert!(told[0]["error"].as_str().expect("an error").contains("\\u{1b}"), "{told:?}");
    }

    /// A mark in the environment of a match, and so of all that it starts.
    struct Mark(String);

    impl Mark {
        fn new(name: &str) -> Self {
            Self(format!("TAVLEI_TEST_MARK=mark-{}-{name}-end", std::process::id()))
        }

        fn command(&self, args: &[&str]) -> Command {
            let mut command = Command::new(TAVLEI);
            let (key, value) = self.0.split_once('=').expect("it was made so");
            command.args(args).env(key, value).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        }

        /// The processes with the mark, and their names.
        fn processes(&self) -> Vec<(u32, String)> {
            let entries = fs::read_dir("/proc").expect("processes").flatten();
            let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
            ids.filter_map(|id| {
                let environment = fs::read(format!("/proc/{id}/environ")).ok()?;
                let has_mark = environment.split(|byte| *byte == 0).any(|entry| entry == self.0.as_bytes());
                let name = fs::read_to_string(format!("/proc/{id}/comm")).ok()?;
                has_mark.then(|| (id, name.trim().to_owned()))
            })
            .collect()
        }

        fn await_processes(&self, wanted: impl Fn(&[(u32, String)]) -> bool, why: &str) {
            let begun = Instant::now();
            while !wanted(&self.processes()) {
                assert!(begun.elapsed() < LONG, "{why}: {:?}", self.processes());
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn send(signal: &str, process: u32) {
        let sent =
            Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).stderr(Stdio::null()).status();
        sent.expect("kill is there");
    }

    /// The bots that a match is left with, and how many processes each is, once it runs.
    const BOTS: [(&str, usize); 5] = [
        ("exec sleep 500", 1),
        ("trap '' INT TERM HUP; sleep 500 & sleep 500; sleep 500", 3),
        ("setsid sleep 500 & setsid sh -c 'trap \"\" TERM HUP; sleep 500; :' & cat >/dev/null; sleep 500", 5),
        ("(setsid sh -c 'sleep 500 & sleep 500; :' &) ; sleep 0.1; exec 0<&- 1>&- 2>&-; sleep 500; :", 5),
        ("exec cat >/dev/null", 1),
    ];

    /// Starts a match and breaks it off in some way at some moment; the output of the match.
    fn break_off(round: usize, signal: &str) -> Output {
        let mark = Mark::new(&format!("{round}-{signal}"));
        let (script, processes) = BOTS[round % BOTS.len()];
        let mut running =
            mark.command(&["match", "towers", &sh(script), "random", "--nodes", "5"]).spawn().expect("it runs");
        if round.is_multiple_of(2) {
            // The match and the supervisor are there, too.
            mark.await_processes(|found| found.len() >= processes + 2, script);
        } else {
            thread::sleep(Duration::from_millis(7 * round as u64));
        }
        send(signal, running.id());
        let output = wait_with_output(&mut running);
        mark.await_processes(<[_]>::is_empty, &format!("{signal} leaves something of ‘{script}’ behind"));
        output
    }

    /// The output of a program that does not have to end: what it has started may hold the output open.
    fn wait_with_output(running: &mut Child) -> Output {
        let status = running.wait().expect("it ends");
        let mut output = Output { status, stdout: Vec::new(), stderr: Vec::new() };
        running.stdout.take().expect("a pipe").read_to_end(&mut output.stdout).expect("it can be read");
        running.stderr.take().expect("a pipe").read_to_end(&mut output.stderr).expect("it can be read");
        output
    }

    /// Returns whether this signal ends a program that is started here. Tests that were started under `nohup` ignore HUP, and so
    /// does all that they start.
    fn ends(signal: &str) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or_default();
        signal != "HUP" || ignored & 1 == 0
    }

    /// Whatever ends a match ends the bots and all that they have started: 100 rounds.
    #[cfg(target_os = "linux")]
    #[test]
    fn strangers_07_no_process_is_left_behind() {
        let signals = ["INT", "TERM", "HUP", "KILL"].into_iter().filter(|signal| ends(signal)).collect::<Vec<_>>();
        let rounds = (0..25).flat_map(|round| signals.iter().map(move |signal| (round, *signal)));
        let rounds = rounds.collect::<Vec<_>>();
        thread::scope(|scope| {
            for share in rounds.chunks(10) {
                scope.spawn(move || {
                    for &(round, signal) in share {
                        let output = break_off(round, signal);
                        if signal != "KILL" && round.is_multiple_of(2) {
                            let status = [("INT", 130), ("TERM", 143), ("HUP", 129)];
                            let (_, status) =
                                status.into_iter().find(|(name, _)| *name == signal).expect("one of them");
                            assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
                            assert!(text(&output.stdout).contains(" against random: "), "{}", text(&output.stdout));
                            assert!(
                                text(&output.stderr).contains("tavlei: stopped after "),
                                "{}",
                                text(&output.stderr)
                            );
                        }
                    }
                });
            }
        });
    }

    /// Neither is it if nobody reads the results any more, or if the supervisor is killed.
    #[cfg(target_os = "linux")]
    #[test]
    fn strangers_07_no_process_is_left_behind_by_a_closed_pipe() {
        let mark = Mark::new("pipe");
        let bot = sh(&format!("sleep 500 & while read -r q; do {ANSWER}; done; sleep 500"));
        let args = ["match", "towers", &bot, "random", "--json", "--games", "100000", "--margin", "50s"];
        let mut running = mark.command(&args).spawn().expect("it runs");
        let mut line = String::new();
        BufReader::new(running.stdout.take().expect("a pipe")).read_line(&mut line).expect("a game");
        assert!(running.wait().expect("it ends").success());
        mark.await_processes(<[_]>::is_empty, "a closed pipe leaves something behind");

        let mark = Mark::new("supervisor");
        let args = ["match", "towers", &sh("sleep 500; :"), "random", "--games", "1", "--json"];
        let mut running = mark.command(&args).spawn().expect("it runs");
        mark.await_processes(|found| found.len() >= 4, "the bot does not start");
        let supervisor = mark.processes().into_iter().find(|(_, name)| name == "bot-supervisor").expect("it is there");
        send("KILL", supervisor.0);
        let output = wait_with_output(&mut running);
        assert!(fault(&objects(&output)[0]).ends_with(" loses: it answers no more"), "{}", text(&output.stdout));
        mark.await_processes(<[_]>::is_empty, "a killed supervisor leaves something behind");
    }

    /// What was played before a match is broken off is told, and written down, but no half of a game.
    #[test]
    fn strangers_07_partial_results_are_printed_whatever_the_signal() {
        let once = format!(
            r#"n=0; while read -r q; do case "$q" in *'"new_game":true'*) n=$((n+1));; esac; [ $n -gt 2 ] && exec sleep 500; {ANSWER}; done"#
        );
        for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)].into_iter().filter(|(name, _)| ends(name)) {
            for twice in [false, true] {
                let file = Scratch::new(&format!("partial-{signal}-{twice}.txt"));
                let args =
                    ["match", "towers", &sh(&once), "random", "--json", "--margin", "50s", "--record", file.path()];
                let mark = Mark::new(signal);
                let mut running = mark.command(&args).spawn().expect("it runs");
                let mut lines = BufReader::new(running.stdout.take().expect("a pipe")).lines();
                let mut next = || -> Value {
                    let line = lines.next().expect("more lines").expect("UTF-8");
                    serde_json::from_str(&line).expect("JSON")
                };
                assert_eq!([next(), next()].map(|game| game["number"].clone()), [1, 2]);
                send(signal, running.id());
                if twice {
                    // Some programs signal a process and then its group.
                    send(signal, running.id());
                }
                let total = next();
                let played = ["wins", "draws", "losses"].map(|key| total[key].as_u64().expect("a number"));
                assert_eq!(played.iter().sum::<u64>(), 2, "{total}");
                assert_eq!(running.wait().expect("it ends").code(), Some(status));
                let replayed = tavlei(&["replay", "--json", "--quiet", file.path()]);
                assert_eq!((replayed.status.code(), objects(&replayed).len()), (Some(0), 2));
            }
        }
    }

    /// A match that is to outlive its terminal does.
    #[test]
    fn strangers_07_nohup_is_respected() {
        let bot = sh(&format!("while read -r q; do {ANSWER}; done"));
        let script =
            format!("trap '' HUP; exec '{TAVLEI}' match towers {} random --games 4 --json --margin 50s", quoted(&bot));
        let mut running = Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut lines = BufReader::new(running.stdout.take().expect("a pipe")).lines();
        lines.next().expect("a game").expect("UTF-8");
        send("HUP", running.id());
        assert_eq!((lines.count(), running.wait().expect("it ends").code()), (4, Some(0)));
    }
}
