//! The command line as others call it: what it prints where, and its exit status.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn tavlei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the program runs")
}

/// What a command prints when it succeeds.
fn prints(args: &[&str]) -> String {
    let output = tavlei(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a command says when it fails with this status: it prints nothing then.
fn fails(args: &[&str], status: i32) -> String {
    let output = tavlei(args);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "{args:?}: nothing is half printed");
    let reason = text(&output.stderr);
    assert!(!reason.trim().is_empty() && !reason.contains("panicked"), "{args:?}: {reason}");
    reason
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn objects(args: &[&str]) -> Vec<Value> {
    let args = [args, &["--json"]].concat();
    prints(&args).lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// The second word of each line: the nodes.
fn nodes(args: &[&str]) -> Vec<u128> {
    let lines = prints(args);
    let line = |(depth, line): (usize, &str)| {
        let words = line.split(' ').collect::<Vec<_>>();
        let [number, nodes, seconds, rate] = words[..] else { panic!("depth, nodes, seconds, Mnodes/s: {line}") };
        assert_eq!(number, depth.to_string());
        assert!(seconds.parse::<f64>().is_ok() && rate.parse::<f64>().is_ok(), "{line}");
        nodes.parse().expect("a count")
    };
    (1..).zip(lines.lines()).map(line).collect()
}

#[test]
fn perft_counts_every_depth() {
    assert_eq!(nodes(&["perft", "towers", "8"]), [7, 49, 302, 1_469, 7_482, 37_908, 189_912, 925_945]);
    assert_eq!(nodes(&["perft", "ashtarashki", "6"]), [7, 49, 382, 2_659, 20_742, 154_929]);
    assert_eq!(nodes(&["perft", "proryv", "3"]), [169, 45_074, 13_352_388]);
}

#[test]
fn perft_counts_under_rule_options() {
    assert_eq!(nodes(&["perft", "towers", "8", "--rules", "rejump=no-reversal"]).last(), Some(&925_868));
    assert_eq!(nodes(&["perft", "towers", "9", "--rules", "landing=free"]).last(), Some(&4_533_902));
    assert_eq!(nodes(&["perft", "proryv", "3", "--rules", "pass=no"]), [144, 35_134, 9_381_730]);
    assert_eq!(nodes(&["perft", "proryv", "2", "--rules", "board=8x8,pass=no"]), [484, 369_664]);
}

#[test]
fn perft_at_depth_0_is_1_and_a_finished_position_has_none() {
    assert!(prints(&["perft", "towers", "0"]).starts_with("0 1 "));
    assert_eq!(nodes(&["perft", "towers", "2", "--position", "w ;a3=0"]), [0, 0]);
}

#[test]
fn perft_does_not_depend_on_threads_or_memory() {
    let plain = nodes(&["perft", "towers", "9"]);
    assert_eq!(nodes(&["perft", "towers", "9", "--threads", "2"]), plain);
    assert_eq!(nodes(&["perft", "towers", "9", "--hash", "1MiB", "--verify"]), plain);
    assert_eq!(nodes(&["perft", "towers", "9", "--hash", "64KiB", "--threads", "3"]), plain);
}

#[test]
fn perft_refuses_counts_that_are_too_big_for_it() {
    let lone = ["perft", "proryv", "200", "--position", "w a1;", "--rules", "pass=no", "--hash", "1MiB"];
    let output = tavlei(&lone);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("more than 2^128 - 2 sequences"), "{}", text(&output.stderr));
    // Every count that is printed is the true one: that of the walks of a single man that has not broken through.
    let mut walks = [0u128; 20];
    walks[0] = 1;
    let is_step =
        |from: usize, to: usize| from != to && (from / 4).abs_diff(to / 4).max((from % 4).abs_diff(to % 4)) == 1;
    for (depth, line) in (1..).zip(text(&output.stdout).lines()) {
        let on_the_way = &walks[..16];
        let walks_to = |to| (0..16).filter(|&from| is_step(from, to)).map(|from| on_the_way[from]).sum();
        walks = std::array::from_fn(walks_to);
        assert!(line.starts_with(&format!("{depth} {} ", walks.iter().sum::<u128>())), "{line}");
    }
    let divided = [&lone[..], &["--divide"]].concat();
    fails(&divided, 1);
}

#[test]
fn perft_divides_by_moves() {
    let lines = prints(&["perft", "towers", "3", "--divide"]);
    let counts = lines.lines().map(|line| line.split_once(' ').expect("move, count")).collect::<Vec<_>>();
    assert_eq!(counts.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), TOWER_OPENINGS);
    assert_eq!(counts.iter().map(|(_, count)| count.parse::<u64>().expect("a count")).sum::<u64>(), 302);
}

#[test]
fn perft_counts_distinct_positions() {
    // The slow model has the same numbers: see the tests of tavlei-perft.
    assert_eq!(nodes(&["perft", "towers", "8", "--unique"]).last(), Some(&101_750));
    // What is said of memory is for who looks on at a terminal.
    assert_eq!(text(&tavlei(&["perft", "towers", "3", "--unique"]).stderr), "");
}

#[test]
fn perft_tells_of_kinds_of_moves() {
    let plies = objects(&["perft", "towers", "5", "--stats"]);
    assert_eq!(plies[4]["nodes"], 7_482);
    assert_eq!(plies[4]["counts"], json!({"captures": 861, "jumps": 955, "promotions": 0}));
}

#[test]
fn perft_as_json_has_an_object_for_each_depth() {
    let depths = objects(&["perft", "ashtarashki", "2"]);
    assert_eq!(depths.len(), 2);
    for (depth, object) in (1..).zip(&depths) {
        let mut keys = object.as_object().expect("an object").keys().map(String::as_str).collect::<Vec<_>>();
        keys.sort_unstable();
        assert_eq!(keys, ["depth", "game", "nodes", "nodes_text", "position", "rules", "seconds"]);
        assert_eq!(object["depth"], depth);
        assert_eq!(object["game"], "ashtarashki");
    }
    assert_eq!(depths[1]["nodes"], 49);
}

const TOWER_OPENINGS: [&str; 7] = ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"];

#[test]
fn moves_are_listed_sorted() {
    assert_eq!(prints(&["moves", "towers"]).lines().collect::<Vec<_>>(), TOWER_OPENINGS);
    assert_eq!(objects(&["moves", "towers"])[0]["moves"], json!(TOWER_OPENINGS));
    assert_eq!(prints(&["moves", "towers", "--position", "w h6=1;d2=0,c5=0,g7=0"]), "h6:c1\nh6:f8:b4:e1\n");
    let free = prints(&["moves", "towers", "--position", "w h6=1;d2=0,c5=0,g7=0", "--rules", "landing=free"]);
    assert_eq!(free, "h6:c1\nh6:f8:a3\nh6:f8:b4:e1\n");
}

#[test]
fn moves_of_proryv_are_two_lists() {
    let listed = prints(&["moves", "proryv", "--position", "w a3;a5"]);
    assert_eq!(listed, "white\n--\na3-a2\na3-a4\na3-b2\na3-b3\na3-b4\nblack\n--\na5-a4\na5-b4\na5-b5\n");
    let object = &objects(&["moves", "proryv", "--position", "w a3;a5"])[0];
    assert_eq!(object["black"], json!(["--", "a5-a4", "a5-b4", "a5-b5"]));
    assert_eq!(object["white"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_finished_position_has_no_moves() {
    assert_eq!(prints(&["moves", "towers", "--position", "w ;a3=0"]), "");
    let over = &objects(&["moves", "proryv", "--position", "w ;"])[0];
    assert_eq!((&over["white"], &over["black"]), (&json!([]), &json!([])));
}

#[test]
fn apply_plays_and_prints_the_position() {
    let played = prints(&["apply", "towers", "c3-b4", "b6-c5", "b4-a5", "a7-b6", "b2-c3", "c5-b4"]);
    let more = prints(&["apply", "towers", "--position", played.trim(), "a3:c5:a7", "c7-b6", "a5:c7:e5", "f6:d4:b2"]);
    assert!(more.starts_with("w "), "{more}");
    let numbered = ["apply", "towers", "1.", "c3-b4", "b6-c5", "2.", "b4-a5", "a7-b6", "3.", "b2-c3", "3...", "c5-b4"];
    assert_eq!(prints(&numbered), played, "numbers are passed over");
    assert_eq!(prints(&["apply", "towers"]), prints(&["apply", "towers", "--position", "start"]));
    assert_eq!(prints(&["apply", "towers", "--quiet"]), prints(&["apply", "towers"]));
}

#[test]
fn apply_takes_the_choices_of_proryv_by_turns_and_passes() {
    let passed = prints(&["apply", "proryv", "b2-c3", "--"]);
    assert_eq!(passed, "b a1,b1,c1,d1,c2,c3;b4,c4,a5,b5,c5,d5\n");
    assert_eq!(prints(&["apply", "proryv", "--", "b2-c3", "--"]), passed, "the first of three ends the options");
    assert_eq!(prints(&["apply", "proryv", "B2-С3", "—"]), passed, "as the sources write it");
    assert_eq!(prints(&["apply", "proryv", "1. b2-c3 !", "--?!"]), passed, "with what annotators write");
    assert_eq!(prints(&["apply", "proryv", "b2-c3 --"]), passed, "a turn in one argument");
    assert_eq!(prints(&["apply", "proryv", "1.", "В2*С3", "–"]), passed, "pasted with its number");
    let later = prints(&["apply", "proryv", "b2-c3", "--", "--", "c4-d4"]);
    assert_eq!(prints(&["apply", "proryv", "1. b2-c3 пропуск", "-- c4-d4"]), later);
    assert_eq!(prints(&["apply", "proryv", "1.", "b2-c3", "--", "2.", "--", "c4-d4"]), later);
    assert_eq!(
        prints(&["apply", "--rules", "pass=yes", "proryv", "b2-c3", "--", "--quiet"]),
        passed,
        "an option after --"
    );
    let both = prints(&["apply", "proryv", "pass", "pass"]);
    for args in
        [&["--", "--"][..], &["-- --"], &["--!", "----"], &["-", "--?!"], &["--", "--", "--"], &["--!", "--", "--"]]
    {
        assert_eq!(prints(&[&["apply", "proryv"], args].concat()), both, "{args:?}");
    }
    fails(&["apply", "proryv", "- -"], 2);
    assert_eq!(prints(&["apply", "proryv", "--position", "w a3;a4", "a3-a4", "a4-a3"]), "b a4;a3\n");
    let drawn = &objects(&["apply", "proryv", "--", "--"])[0];
    assert_eq!((&drawn["over"], &drawn["winner"], &drawn["score"]), (&json!(true), &Value::Null, &json!("1/2-1/2")));
    assert_eq!(drawn["reason"], "BothPassed");
}

#[test]
fn states_as_json_have_the_same_keys() {
    let going_on = json!({
        "game": "proryv", "rules": "board=4x5,pass=yes,start=author,turns=none", "position": "b b3;a2",
        "over": false, "winner": null, "reason": null, "score": "*",
    });
    assert_eq!(objects(&["show", "proryv", "--position", "b b3;a2"]), [going_on]);
    let full = "w Wb2,We3,M3a7,Fd8;";
    let over = json!({
        "game": "ashtarashki", "rules": "third-retreat=free", "position": full,
        "over": true, "winner": "white", "reason": "Full", "score": "2-0",
    });
    assert_eq!(objects(&["show", "ashtarashki", "--position", full]), [over]);
    let lost = json!({
        "game": "towers", "rules": "rejump=not-in-succession,landing=must-continue,draw_plies=30", "position": "w ;a3=0",
        "over": true, "winner": "black", "reason": "NoMoves", "score": "0-1",
    });
    assert_eq!(objects(&["apply", "towers", "--position", "w ;a3=0"]), [lost]);
}

#[test]
fn show_draws_pictures() {
    let towers = ["show", "towers", "--position", "w e1=1,a3=0;b4=00,d6=0,h8=0"];
    let plain = prints(&[&towers[..], &["--svg", "-"]].concat());
    assert!(plain.starts_with("<svg ") && plain.ends_with("</svg>\n"), "{plain}");
    let with_move = prints(&[&towers[..], &["--svg", "-", "--move", "a:c5:e7"]].concat());
    assert!(with_move.contains("class=\"arrow\"") && !plain.contains("class=\"arrow\""));
    let dark = prints(&[&towers[..], &["--svg", "-", "--theme", "dark", "--flip"]].concat());
    assert!(dark.contains("class=\"tavlei-dark\""));
    let turn = prints(&["show", "proryv", "--svg", "-", "--move", "b2-c3 c4-c3"]);
    assert_eq!((turn.matches("class=\"arrow").count(), turn.matches("class=\"cross\"").count()), (4, 1));

    let file = std::env::temp_dir().join(format!("tavlei-picture-{}.svg", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    assert_eq!(prints(&[&towers[..], &["--svg", name]].concat()), "");
    assert_eq!(std::fs::read_to_string(&file).expect("written"), plain);
    std::fs::remove_file(&file).expect("removed");

    assert!(
        fails(&[&towers[..], &["--svg", "-", "--move", "e1-f2"]].concat(), 1).contains("capture is compulsory (T-7)")
    );
    assert!(fails(&["show", "proryv", "--svg", "-", "--move", "b2-c3"], 1).contains("Black"));
    fails(&["show", "towers", "--svg", "/nowhere/at/all.svg"], 1);
    fails(&["show", "towers", "--move", "c3-b4", "--json"], 2);
    fails(&["show", "towers", "--svg", "-", "--json"], 2);
}

#[test]
fn perft_prints_a_table_with_commas() {
    let table = prints(&["perft", "towers", "3", "--csv"]);
    let lines: Vec<Vec<_>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0], ["depth", "nodes", "seconds"]);
    assert_eq!(
        lines[1..].iter().map(|line| [line[0], line[1]]).collect::<Vec<_>>(),
        [["1", "7"], ["2", "49"], ["3", "302"]]
    );
    assert!(lines.iter().all(|line| line.len() == 3), "{table}");
    let divided = prints(&["perft", "proryv", "1", "--divide", "--csv", "--position", "w a4;b5"]);
    assert!(divided.starts_with("move,nodes\n-- --,1\n"), "{divided}");
    assert!(prints(&["perft", "towers", "2", "--unique", "--csv"]).starts_with("depth,positions,seconds\n"));
    fails(&["perft", "towers", "2", "--csv", "--json"], 2);
}

#[test]
fn show_goes_to_a_ply_of_a_game() {
    let moves = ["c3-d4", "f6-e5", "d4:f6", "g7:e5"];
    let applied = prints(&["apply", "towers", "c3-d4", "f6-e5", "d4:f6"]);
    let shown = prints(&[&["show", "towers", "--ply", "3"], &moves[..]].concat());
    assert!(shown.contains(applied.trim()) && shown.contains("[w1/1]") && shown.contains("Black to move"), "{shown}");
    assert!(fails(&["show", "towers", "c3-d4", "--ply", "2"], 2).contains("1 plies"));
    assert!(fails(&["show", "towers", "c3-c4"], 1).contains("move 1"));
    assert!(prints(&["show", "proryv", "b2-c3", "--", "-- c4-d4"]).contains("White records"));

    let game = std::env::temp_dir().join(format!("tavlei-show-{}.pdn", std::process::id()));
    let name = game.to_str().expect("UTF-8");
    std::fs::write(&game, "[Game \"towers\"]\n1. c3-d4 f6-e5 2. d4:f6 g7:e5 *\n\n1. a3-b4 *\n").expect("a file");
    assert_eq!(prints(&["show", "towers", "--record", name, "--ply", "3"]), shown, "the first game of the file");
    assert_eq!(prints(&["show", "towers", "--record", name, "--ply", "0"]), prints(&["show", "towers"]));
    assert!(fails(&["show", "proryv", "--record", name], 2).contains("a game of towers"));
    assert!(fails(&["show", "towers", "--record", "/nowhere"], 1).contains("/nowhere"));
    fails(&["show", "towers", "--record", name, "c3-d4"], 2);

    let sheet = prints(&["show", "towers", "--record", name, "--sheet", "-", "--columns", "3"]);
    assert_eq!(sheet.matches("class=\"frame\"").count(), 5);
    let animation = prints(&["show", "towers", "--record", name, "--animation", "-", "--pause", "500ms"]);
    assert_eq!(animation.matches("dur=\"2.50s\"").count(), 5);
    let tikz = prints(&["show", "towers", "--record", name, "--tikz", "-"]);
    assert!(tikz.contains("\\begin{tikzpicture}") && tikz.contains("tavlei-tint"), "{tikz}");
    fails(&["show", "towers", "--tikz", "-", "--svg", "-"], 2);
    fails(&["show", "towers", "--columns", "3"], 2);
    std::fs::remove_file(&game).expect("it is there");
}

#[cfg(feature = "png")]
#[test]
fn show_writes_pixels() {
    let place = std::env::temp_dir().join(format!("tavlei-show-{}.png", std::process::id()));
    let name = place.to_str().expect("UTF-8");
    assert_eq!(prints(&["show", "ashtarashki", "--png", name, "--width", "64"]), "");
    let png = std::fs::read(&place).expect("a picture");
    assert!(png.starts_with(b"\x89PNG") && png[16..20] == [0, 0, 0, 64], "{:?}", &png[..32]);
    std::fs::remove_file(&place).expect("it is there");
    fails(&["show", "ashtarashki", "--png", name, "--width", "0"], 2);
}

#[test]
fn show_draws_boards_in_every_terminal() {
    let towers = ["show", "towers", "--position", "w a3=0,f6=10/110;b4=00"];
    let plain = prints(&towers);
    assert!(plain.starts_with("8         ·  ") && !plain.contains('\x1b'), "{plain}");
    assert!(plain.contains("b4  b2      00\n") && plain.contains("f6  W2/3    10/110\n"), "{plain}");
    let board = |text: &str| text.split("\n\n").next().expect("a board").to_owned();
    let ascii = board(&prints(&[&towers[..], &["--ascii"]].concat()));
    assert_eq!(ascii, board(&plain).replace('·', "."));
    let flipped = prints(&[&towers[..], &["--flip"]].concat());
    assert!(flipped.starts_with("1 ") && flipped.contains("    h     g     f"), "{flipped}");
    let coloured = prints(&[&towers[..], &["--color", "always"]].concat());
    assert!(coloured.contains("\x1b[48;5;") && coloured.contains("White to move"), "{coloured:?}");
    assert_eq!(prints(&[&towers[..], &["--color", "never"]].concat()), plain);

    let marked = prints(&[&towers[..], &["--move", "a:c5"]].concat());
    assert!(marked.contains("3  [w] ") && marked.contains("5   ·          [·] "), "{marked}");
    assert!(prints(&["show", "proryv", "--move", "b2-c3 c4-c3"]).contains("  x  "));
    assert!(fails(&["show", "towers", "--move", "c3-c4"], 1).contains("--move"));
    fails(&["show", "towers", "--color", "often"], 2);
}

#[test]
fn show_draws_and_tells_whose_turn_it_is() {
    let start = prints(&["show", "towers"]);
    assert!(start.contains("White to move"), "{start}");
    assert!(prints(&["show", "proryv"]).contains("White records"));
    let over = prints(&["show", "ashtarashki", "--position", "w Wc7,Fb8,Fd8;Fc1,Fe1"]);
    assert!(over.contains("Black has won") && over.contains("(0-1)"), "{over}");
}

#[test]
fn refused_input_ends_with_1_and_the_reason() {
    let illegal = fails(&["apply", "towers", "c3-b4", "c3-d4"], 1);
    assert!(illegal.contains("move 2") && illegal.contains("c3-d4"), "{illegal}");
    fails(&["apply", "towers", "c3-b4", "b4-c5"], 1);
    fails(&["apply", "towers", "nonsense"], 1);
    fails(&["apply", "towers", ""], 1);
    fails(&["apply", "proryv", "b2-c3", "b2-c3"], 1);
    let light = fails(&["moves", "towers", "--position", "w a2=0;"], 1);
    assert!(light.contains("a2") && light.contains("light"), "{light}");
    fails(&["show", "ashtarashki", "--position", "w M4a1;"], 1);
    fails(&["perft", "proryv", "3", "--position", "w a1,a1;b2"], 1);
    fails(&["perft", "towers", "3", "--position", ""], 1);
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    fails(&["perft", "chess", "3"], 2);
    fails(&["perft", "towers", "deep"], 2);
    fails(&["perft", "towers", "-1"], 2);
    fails(&["perft", "towers", "99999999999999999999"], 2);
    fails(&["perft", "towers"], 2);
    fails(&["moves", "towers", "--position", "start", "--position", "start"], 2);
    fails(&["perft", "towers", "3", "--threads", "0"], 2);
    fails(&["perft", "towers", "3", "--hash", "much"], 2);
    for command in [&["perft", "towers", "3"][..], &["best", "towers", "--depth", "2"], &["solve", "ashtarashki"]] {
        assert!(fails(&[command, &["--hash", "1024GiB"]].concat(), 2).contains("no memory"));
    }
    fails(&["perft", "towers", "3", "--divide", "--unique"], 2);
    fails(&["frobnicate"], 2);
    fails(&["moves", "towers", "--rules", "landing=soft"], 2);
    fails(&["moves", "towers", "--rules", "colour=blue"], 2);
    fails(&["moves", "proryv", "--rules", "board=9x9"], 2);
    fails(&["apply", "proryv", "b2-c3"], 2);
    fails(&[], 2);
}

#[test]
fn perft_compares_a_file_of_counts() {
    let file = std::env::temp_dir().join(format!("tavlei-perft-{}.tsv", std::process::id()));
    let path = file.to_str().expect("a path in UTF-8");
    let rows = "# game\trules\tposition\tcounts\ntowers\tlanding=free\tstart\t7 49 302\n\nproryv\t\tw a3;a5\t24\n";
    std::fs::write(&file, rows).expect("the file can be written");
    assert_eq!(prints(&["perft", "--file", path]), "4 counts are right, 0 are wrong\n");
    std::fs::write(&file, rows.replace("302", "303")).expect("the file can be written");
    let output = tavlei(&["perft", "--file", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("line 2: towers w a1=0"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains(" under landing=free: 3 plies: 303 stands there, 302 counted\n"));
    let output = tavlei(&["perft", "--file", path, "--json"]);
    let told =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<Value>>();
    assert_eq!((&told[0]["line"], &told[0]["expected"], &told[0]["nodes"]), (&2.into(), &303.into(), &302.into()));
    let sum = r#"{"game":null,"position":null,"right":3,"rules":null,"wrong":1}"#;
    assert_eq!((told.len(), told[1].to_string().as_str()), (2, sum));
    // What can’t be counted is refused with its line, and is no wrong count.
    for (row, reason) in [
        ("towers\t\tw a2=0;\t7 49", ": line 1: position: byte 2: a2 is a light square"),
        ("towers\tlanding=soft\tstart\t7", ": line 1: rules: byte 8: landing can’t be ‘soft’"),
        ("# nothing\n", ": there is no count in it"),
        ("", ": there is no count in it"),
    ] {
        std::fs::write(&file, row).expect("the file can be written");
        let told = fails(&["perft", "--file", path], 1);
        assert!(told.contains(reason), "{told}");
    }
    std::fs::write(&file, "chess\t\tstart\t20\n").expect("the file can be written");
    assert!(fails(&["perft", "--file", path], 1).contains("chess"));
    std::fs::remove_file(&file).expect("the file was there");
    fails(&["perft", "--file", path], 1);
    fails(&["perft", "--file", path, "towers", "3"], 2);
}

#[test]
fn perft_finds_all_the_published_counts() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/perft.tsv");
    let told = prints(&["perft", "--file", file, "--threads", "2"]);
    let right = told.strip_suffix(" counts are right, 0 are wrong\n").and_then(|right| right.parse::<u32>().ok());
    assert!(right.is_some_and(|right| right > 1_000), "{told}");
}
