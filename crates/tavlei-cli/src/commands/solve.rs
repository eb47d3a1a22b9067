//! `tavlei solve`: the exact value of a position, and how to play it.

mod ashtarashki;
mod proryv;

use std::time::Duration;

use clap::Args;
use tavlei::search::Limits;

use crate::args::{BoardArgs, GameName, OutputArgs, size, time};
use crate::limits::limits;
use crate::output::{Done, Failure};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  tavlei solve ashtarashki --position 'w Wb2,V2b6;Wf4,V1b8' --moves\n  tavlei solve proryv --position 'w a4;b5'"
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Proryv: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    /// Ashtarashki: use a hash table of this size [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// Ashtarashki: classify every move: does it preserve the game value?
    #[arg(long)]
    pub(crate) moves: bool,
    /// Ashtarashki: search for this time, such as 500ms, 60s or 5m; with --moves the same again for the moves
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Ashtarashki: search at most this number of positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl SolveArgs {
    /// An option that is given, and that only the solver of Ashtarashki has.
    pub(crate) fn only_for_ashtarashki(&self) -> Option<&'static str> {
        let given =
            [(self.hash.is_some(), "--hash"), (self.time.is_some(), "--time"), (self.nodes.is_some(), "--nodes")];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// The limits of a proof.
    pub(crate) fn limits(&self) -> Limits {
        limits(None, self.nodes, self.time)
    }
}

pub(crate) fn run(args: &SolveArgs) -> Done {
    match args.board.game {
        GameName::Proryv if args.moves => Err(Failure::Usage(
            "--moves is for ashtarashki: in proryv both strategies tell which moves are played".to_owned(),
        )),
        GameName::Proryv => match args.only_for_ashtarashki() {
            Some(option) => Err(Failure::Usage(format!(
                "{option} is for ashtarashki: in proryv a whole class of positions is solved"
            ))),
            None => proryv::run(args),
        },
        GameName::Ashtarashki if args.table.is_some() => {
            Err(Failure::Usage("--table is for proryv: there are no tables of ashtarashki".to_owned()))
        }
        GameName::Ashtarashki => ashtarashki::run(args),
        GameName::Towers => Err(Failure::Usage(
            "tower checkers can go on without end and are not solved; ‘tavlei best’ looks for good moves".to_owned(),
        )),
    }
}
