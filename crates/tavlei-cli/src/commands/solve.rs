//! `tavlei solve`: the exact value of a position, and how to play it.

mod ashtarashki;
mod proryv;

use crate::args::{GameName, SolveArgs};
use crate::output::{Done, Failure};

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
