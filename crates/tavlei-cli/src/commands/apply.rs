//! `tavlei apply`: plays moves and prints the position that results.

use crate::args::ApplyArgs;
use crate::commands::show::{State, ending};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, json, line, note};

pub(crate) fn run(args: &ApplyArgs) -> Done {
    with_game(&args.board, &Apply { args })
}

struct Apply<'a> {
    args: &'a ApplyArgs,
}

impl Task for Apply<'_> {
    fn run<G: Playable>(&self, mut position: G) -> Done {
        if !self.args.moves.len().is_multiple_of(G::MOVE_WORDS) {
            return Err(Failure::Usage(format!(
                "the number of choices is odd, {}: a turn has one of White’s and one of Black’s (-- for a pass)",
                self.args.moves.len()
            )));
        }
        for (ply, words) in self.args.moves.chunks(G::MOVE_WORDS).enumerate() {
            let mv = position
                .read_words(words)
                .map_err(|reason| Failure::Input(format!("move {}, {reason}\nposition: {position}", ply + 1)))?;
            position.play(&mv).map_err(|reason| Failure::Input(format!("move {}: {reason}", ply + 1)))?;
        }
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
