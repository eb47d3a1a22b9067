//! `tavlei apply`: plays moves and prints the position that results.

use crate::args::ApplyArgs;
use crate::commands::show::State;
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, json, line};

pub(crate) fn run(args: &ApplyArgs) -> Done {
    with_game(&args.board, &Apply { moves: &args.moves, json: args.output.json })
}

struct Apply<'a> {
    moves: &'a [String],
    json: bool,
}

impl Task for Apply<'_> {
    fn run<G: Playable>(&self, mut position: G) -> Done {
        if !self.moves.len().is_multiple_of(G::MOVE_WORDS) {
            return Err(Failure::Usage(format!(
                "the number of choices is odd, {}: a turn has one of White’s and one of Black’s (-- for a pass)",
                self.moves.len()
            )));
        }
        for (ply, words) in self.moves.chunks(G::MOVE_WORDS).enumerate() {
            let mv = position
                .read_words(words)
                .map_err(|reason| Failure::Input(format!("move {}, {reason}\nposition: {position}", ply + 1)))?;
            position.play(&mv).map_err(|reason| Failure::Input(format!("move {}: {reason}", ply + 1)))?;
        }
        if self.json { json(&State::of(&position)) } else { line(position) }
    }
}
