//! `tavlei apply`: plays moves and prints the position that results.

use clap::Args;

use crate::args::{BoardArgs, OutputArgs};
use crate::commands::show::{State, ending};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, json, line, note};
use crate::words::play_words;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei apply towers c3-d4 f6-e5\n  tavlei apply proryv b2-c3 c4-c3")]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The moves in their order; in Proryv White's choice, then Black's, `--` for a pass. Move numbers are ignored
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Do not print how the game ended to standard error
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &ApplyArgs) -> Done {
    with_game(&args.board, &Apply { args })
}

struct Apply<'a> {
    args: &'a ApplyArgs,
}

impl Task for Apply<'_> {
    fn run<G: Playable>(&self, mut position: G) -> Done {
        play_words(&mut position, &self.args.moves, |_, _| {})?;
        if self.args.output.json {
            json(&State::of(&position))?;
        } else {
            line(&position)?;
        }
        if let (Some(outcome), false) = (position.outcome(), self.args.quiet) {
            note(format_args!("tavlei: {}", ending(&outcome)));
        }
        Ok(())
    }
}
