//! `tavlei moves`: the legal moves, sorted.

use clap::Args;
use serde::Serialize;

use crate::args::{BoardArgs, OutputArgs, quiet};
use crate::game::{MoveLists, Playable, Task, with_game};
use crate::output::{Done, json, line};
use crate::setting::Setting;

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei moves towers\n  tavlei moves proryv --position 'w a4;b5' --json")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &MovesArgs) -> Done {
    with_game(&args.board, &Moves { json: args.output.json })
}

struct Moves {
    json: bool,
}

/// The JSON of a list, and of two.
#[derive(Serialize)]
struct One<'a> {
    #[serde(flatten)]
    setting: Setting,
    moves: &'a [String],
}

#[derive(Serialize)]
struct Two<'a> {
    #[serde(flatten)]
    setting: Setting,
    white: &'a [String],
    black: &'a [String],
}

impl Task for Moves {
    fn run<G: Playable>(&self, position: G) -> Done {
        let setting = Setting::of(&position);
        match (position.move_lists(), self.json) {
            (MoveLists::One(moves), true) => json(&One { setting, moves: &moves }),
            (MoveLists::Two(white, black), true) => json(&Two { setting, white: &white, black: &black }),
            (MoveLists::One(moves), false) => moves.iter().try_for_each(line),
            (MoveLists::Two(white, black), false) => {
                line("white")?;
                white.iter().try_for_each(line)?;
                line("black")?;
                black.iter().try_for_each(line)
            }
        }
    }
}
