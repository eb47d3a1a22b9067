//! What the command shows on a terminal, and only there.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use nix::pty::openpty;

/// Runs the command with standard output and standard error on one terminal, and returns what that shows.
fn on_terminal(args: &[&str]) -> String {
    let terminal = openpty(None, None).expect("a pseudo-terminal");
    let side = || Stdio::from(terminal.slave.try_clone().expect("a second handle of the terminal"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    command.args(args).env("TERM", "xterm").stdin(Stdio::null()).stdout(side()).stderr(side());
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
