//! `tavlei show`: the board, whose turn it is, and how the game has ended.

use serde::Serialize;
use tavlei::game::Outcome;

use crate::args::ShowArgs;
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, json, line};
use crate::setting::Setting;

pub(crate) fn run(args: &ShowArgs) -> Done {
    with_game(&args.board, &Show { json: args.output.json })
}

struct Show {
    json: bool,
}

/// The state of a game, as `apply` and `show` print it.
#[derive(Serialize)]
pub(crate) struct State {
    #[serde(flatten)]
    setting: Setting,
    over: bool,
    winner: Option<&'static str>,
    reason: Option<String>,
    score: String,
}

impl State {
    pub(crate) fn of<G: Playable>(position: &G) -> Self {
        let outcome = position.outcome();
        Self {
            setting: Setting::of(position),
            over: outcome.is_some(),
            winner: outcome.and_then(|outcome| outcome.winner()).map(tavlei::game::Side::name),
            reason: outcome.map(|outcome| format!("{:?}", outcome.reason())),
            score: outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.score().to_string()),
        }
    }
}

impl Task for Show {
    fn run<G: Playable>(&self, position: G) -> Done {
        if self.json {
            return json(&State::of(&position));
        }
        let mut diagram = String::new();
        position.write_diagram(&mut diagram).map_err(Failure::input)?;
        line(diagram)?;
        line(&position)?;
        match position.outcome() {
            None => line(position.turn()),
            Some(outcome) => line(ending(&outcome)),
        }
    }
}

/// Returns how a game has ended, in words.
pub(crate) fn ending<R: std::fmt::Display>(outcome: &Outcome<R>) -> String {
    let winner = match outcome.winner() {
        Some(side) => format!("{side} has won"),
        None => "a draw".to_owned(),
    };
    format!("the game is over, {winner}: {} ({})", outcome.reason(), outcome.score())
}
