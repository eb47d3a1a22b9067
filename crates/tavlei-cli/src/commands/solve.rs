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
        GameName::Proryv => proryv::run(args),
        GameName::Ashtarashki => ashtarashki::run(args),
        GameName::Towers => Err(Failure::Usage(
            "tower checkers can go on without end and are not solved; ‘tavlei best’ looks for good moves".to_owned(),
        )),
    }
}
