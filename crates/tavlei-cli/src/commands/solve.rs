//! `tavlei solve`: the exact value of a position, and how to play it.

mod proryv;

use crate::args::{GameName, SolveArgs};
use crate::output::{Done, Failure};

pub(crate) fn run(args: &SolveArgs) -> Done {
    match args.board.game {
        GameName::Proryv => proryv::run(args),
        GameName::Ashtarashki | GameName::Towers => Err(Failure::Usage(
            "positions of this game are not solved exactly; ‘tavlei best’ looks for good moves".to_owned(),
        )),
    }
}
