//! The commands, a module each: its arguments, and what it does.

mod apply;
mod best;
mod bot;
mod convert;
mod matches;
mod moves;
mod perft;
mod play;
mod records;
mod replay;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod table;

use clap::Subcommand;

#[cfg(unix)]
use crate::external::supervisor;
use crate::input::{STANDARD_INPUT, read_position_text};
use crate::output::{Done, Failure};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the sequences of moves of every length up to DEPTH
    Perft(perft::PerftArgs),
    /// List the legal moves, sorted
    Moves(moves::MovesArgs),
    /// Play moves and print the resulting position
    Apply(apply::ApplyArgs),
    /// Draw the board and print who is to move, or how the game ended
    Show(show::ShowArgs),
    /// Play a game in the terminal, against a bot or between two people
    Play(play::PlayArgs),
    /// Serve a board in the browser, at http://127.0.0.1:7777/
    #[cfg(feature = "web")]
    Serve(serve::ServeArgs),
    /// Check the games of a file: print how each ends, or the first error
    Replay(replay::ReplayArgs),
    /// Rewrite the games of a file in another notation
    Convert(convert::ConvertArgs),
    /// Search for the best move
    Best(best::BestArgs),
    /// Play a match between two bots and print its statistics
    Match(matches::MatchArgs),
    /// Run a bot that answers questions in JSON, one a line
    Bot(bot::BotArgs),
    /// Solve a position: print its value with best play, and the best play
    Solve(solve::SolveArgs),
    /// Solve Proryv with 1:1, 2:2 … men and write a tablebase
    Table(table::TableArgs),
    /// Run the program of a bot, and end it when the match has ended
    #[cfg(unix)]
    #[command(hide = true)]
    Supervise(supervisor::SuperviseArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Done {
        match self {
            Self::Perft(args) => perft::run(&args),
            Self::Moves(args) => moves::run(&args),
            Self::Apply(args) => apply::run(&args),
            Self::Show(args) => show::run(&args),
            Self::Play(args) => play::run(&args),
            #[cfg(feature = "web")]
            Self::Serve(args) => serve::run(&args),
            Self::Replay(args) => replay::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Best(args) => best::run(&args),
            Self::Match(args) => matches::run(&args),
            Self::Bot(args) => bot::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Table(args) => table::run(&args),
            #[cfg(unix)]
            Self::Supervise(args) => supervisor::run(&args),
        }
    }

    /// The same, with the text of the position in place of `-`, which stands for standard input.
    pub(crate) fn with_position_read(mut self) -> Result<Self, Failure> {
        let reads_input = self.reads_input();
        match self.position() {
            Some(position) if position.trim() == STANDARD_INPUT => {
                if reads_input {
                    return Err(Failure::Usage("standard input can’t be both the position and the file".to_owned()));
                }
                *position = read_position_text()?;
            }
            _ => {}
        }
        Ok(self)
    }

    /// Returns whether the command reads a file from standard input.
    fn reads_input(&self) -> bool {
        match self {
            Self::Replay(args) => args.records.file == STANDARD_INPUT,
            Self::Convert(args) => args.records.file == STANDARD_INPUT,
            Self::Show(args) => args.record.as_deref() == Some(STANDARD_INPUT),
            _ => false,
        }
    }

    /// The option `--position`, if the command has it.
    const fn position(&mut self) -> Option<&mut String> {
        Some(match self {
            Self::Perft(args) => &mut args.setup.position,
            Self::Moves(args) => &mut args.board.setup.position,
            Self::Apply(args) => &mut args.board.setup.position,
            Self::Show(args) => &mut args.board.setup.position,
            Self::Play(args) => &mut args.board.setup.position,
            Self::Replay(args) => &mut args.records.position,
            Self::Convert(args) => &mut args.records.position,
            Self::Best(args) => &mut args.board.setup.position,
            Self::Match(args) => &mut args.board.setup.position,
            Self::Solve(args) => &mut args.board.setup.position,
            _ => return None,
        })
    }
}
