//! The `tavlei` command: counts, lists, plays and shows the three games.
//!
//! Exit status: 0 done; 1 the input is refused, with the reason on standard error; 2 the command line is wrong;
//! 130 the user has broken it off, 143 and 129 after a signal to terminate or a hang-up.

mod args;
mod bots;
mod clock;
mod commands;
mod external;
mod fault;
mod game;
mod input;
mod interrupt;
mod limits;
mod lines;
mod memory;
mod output;
mod protocol;
mod publish;
mod seed;
mod setting;
mod tables;
mod threads;
#[cfg(feature = "web")]
mod web;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::output::{Failure, note};

fn main() -> ExitCode {
    memory::end_with_status_when_exhausted();
    publish::report_full_files();
    let cli = match Cli::try_parse_from(words::with_passes(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    match cli.command.with_position_read().and_then(Command::run) {
        // Whoever reads our output has seen enough: that is no failure.
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Interrupted(known)) => {
            note(format_args!("tavlei: {known}"));
            ExitCode::from(interrupt::exit_status())
        }
        Err(Failure::Input(reason)) => {
            note(format_args!("tavlei: {reason}"));
            ExitCode::from(1)
        }
        Err(Failure::Usage(reason)) => {
            note(format_args!("tavlei: {reason}"));
            ExitCode::from(2)
        }
    }
}

/// Help, or the reason why the command line is refused, which quotes it.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        note(error.to_string().trim_end());
        return ExitCode::from(2);
    }
    // Whoever has seen enough of it need not be told.
    let _ = error.print();
    ExitCode::SUCCESS
}

/// Rules engines for three board games: count, list, play and show.
#[derive(Debug, Parser)]
#[command(name = "tavlei", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}
