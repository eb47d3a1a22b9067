//! The `tavlei` command: counts, lists, plays and shows the three games.
//!
//! Exit status: 0 done; 1 the input is refused, with the reason on standard error; 2 the command line is wrong;
//! 130 the user has broken it off.

mod args;
mod bots;
mod commands;
mod external;
mod game;
mod interrupt;
mod output;
mod passes;
mod protocol;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::output::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse_from(passes::name_passes(std::env::args_os()));
    let done = match cli.command {
        Command::Perft(args) => commands::perft::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Apply(args) => commands::apply::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Best(args) => commands::best::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::Bot(args) => commands::bot::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Table(args) => commands::table::run(&args),
    };
    match done {
        // Whoever reads our output has seen enough: that is no failure.
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Interrupted(known)) => {
            eprintln!("tavlei: {known}");
            ExitCode::from(130)
        }
        Err(Failure::Input(reason)) => {
            eprintln!("tavlei: {reason}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(reason)) => {
            eprintln!("tavlei: {reason}");
            ExitCode::from(2)
        }
    }
}
