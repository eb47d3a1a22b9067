//! `tavlei solve`: the exact value of a position, and how to play it.

mod ashtarashki;
mod proryv;

use crate::args::{GameName, SolveArgs};
use crate::output::{Done, Failure};

pub(crate) fn run(args: &SolveArgs) -> Done {
    match args.board.game {
        GameName::Proryv => proryv::run(args),
        GameName::Ashtarashki => ashtarashki::run(args),
        GameName::Towers => Err(Failure::Usage(
            "tower checkers can go on without end and are not solved; ‘tavlei best’ looks for good moves".to_owned(),
        )),
    }
}
