//! What the command shows on a terminal, and only there.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use nix::pty::openpty;

/// Runs the command with standard output and standard error on one terminal, and returns what that shows.
fn on_terminal(args: &[&str]) -> String {
    on_terminal_with(args, &[("TERM", "xterm")])
}

/// The same with these environment variables.
fn on_terminal_with(args: &[&str], variables: &[(&str, &str)]) -> String {
    let terminal = openpty(None, None).expect("a pseudo-terminal");
    let side = || Stdio::from(terminal.slave.try_clone().expect("a second handle of the terminal"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    command
        .args(args)
        .env_remove("NO_COLOR")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(side())
        .stderr(side());
    let mut program = command.spawn().expect("the program runs");
    // The terminal ends for its reader when nobody can write any more.
    drop((command, terminal.slave));
    let mut shown = Vec::new();
    // Linux reports the end as an error.
    let _ = File::from(terminal.master).read_to_end(&mut shown);
    assert!(program.wait().expect("the program ends").success(), "{args:?}");
    String::from_utf8(shown).expect("UTF-8")
}

/// What a program reads that calls the command.
fn piped(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn perft_has_a_heading_on_a_terminal_and_none_in_a_pipe() {
    for (args, heading) in [
        (&["perft", "towers", "2"][..], "depth nodes seconds Mnodes/s"),
        (&["perft", "towers", "2", "--unique"], "depth positions seconds Mpositions/s"),
        (&["perft", "towers", "2", "--divide"], "move nodes"),
    ] {
        let shown = on_terminal(args);
        assert!(shown.lines().any(|line| line.trim() == heading), "{args:?}: {shown:?}");
        assert!(!piped(args).contains("nodes"), "{args:?}");
    }
    assert!(!on_terminal(&["perft", "towers", "2", "--json"]).contains("Mnodes"));
}

#[test]
fn progress_is_shown_before_a_part_is_done() {
    let shown = on_terminal(&["perft", "towers", "6"]);
    assert!(shown.contains("depth 6 ") && shown.contains("counting"), "{shown:?}");
    assert!(!on_terminal(&["perft", "towers", "6", "--quiet"]).contains("counting"));
}

#[test]
fn boards_have_colours_on_a_terminal_that_wants_them() {
    let show = ["show", "ashtarashki"];
    assert!(on_terminal(&show).contains("\x1b[48;5;"));
    assert!(!piped(&show).contains('\x1b'));
    assert!(!on_terminal_with(&show, &[("TERM", "xterm"), ("NO_COLOR", "1")]).contains('\x1b'));
    assert!(on_terminal_with(&show, &[("TERM", "xterm"), ("NO_COLOR", "")]).contains('\x1b'), "empty is not set");
    assert!(!on_terminal_with(&show, &[("TERM", "dumb")]).contains('\x1b'));
    assert!(!on_terminal(&["show", "ashtarashki", "--color", "never"]).contains('\x1b'));
}
