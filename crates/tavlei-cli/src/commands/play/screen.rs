//! The game on the full screen of a terminal.
//!
//! `control` takes events in and changes the state, `app`, which holds the `game`; `present` says what is on the screen, and
//! `draw` how it looks. None of them knows a terminal, a file or a clock: these belong to `shell`.

mod app;
mod clocks;
mod command;
mod control;
mod cursor;
mod draw;
mod event;
mod game;
mod layout;
mod model;
mod present;
mod seal;
mod shell;
mod terminal;
#[cfg(test)]
mod tests;
mod thinker;

use std::io::{self, IsTerminal};
use std::time::Duration;

use tavlei::game::{History, Keyed, Sequential, Side};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{AlphaBeta, Evaluation, SimultaneousMcts, Uct};
use tavlei::{ashtarashki, proryv, towers};

use self::app::App;
use self::clocks::Clocks;
use self::game::Game;
use self::model::Look;
use self::seal::{ProryvSealer, Sealer};
use self::shell::Setup;
use self::thinker::{Mixer, Searcher, Silent, Thinker, TreeSearcher};
use super::args::PlayArgs;
use super::begin::{Seeds, begin, limits, sides_of_bots};
use crate::args::{BotName, GameName, word};
use crate::bots;
use crate::game::Playable;
use crate::output::{Done, Failure};

/// Returns whether there is a screen to play on.
pub(super) fn is_there() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && (!is_dumb || cfg!(windows))
}

/// Plays the game.
pub(super) fn run(args: &PlayArgs) -> Done {
    match args.board.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default),
        GameName::Proryv => simultaneous(args),
    }
}

fn sequential<G, E>(args: &PlayArgs, evaluation: fn() -> E) -> Done
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let history = begin::<G>(args)?;
    let seeds = Seeds::new(args);
    let thinker = |side| -> Result<Box<dyn Thinker<G>>, Failure> {
        Ok(match args.bot_of(side) {
            BotName::AlphaBeta => Box::new(Searcher(AlphaBeta::new(evaluation()))),
            BotName::Uct => Box::new(TreeSearcher(Uct::default(), seeds.of_bot(side)?)),
            name => {
                let rng = || seeds.of_bot(side);
                Box::new(Silent(bots::sequential(args.board.game, name, evaluation(), Default::default(), rng)?))
            }
        })
    };
    play(args, history, None, thinker)
}

fn simultaneous(args: &PlayArgs) -> Done {
    let history = begin::<proryv::Position>(args)?;
    let seeds = Seeds::new(args);
    let position = *history.position();
    let thinker = |side| -> Result<Box<dyn Thinker<proryv::Position>>, Failure> {
        let rng = seeds.of_bot(side)?;
        Ok(match args.bot_of(side) {
            BotName::Regret => Box::new(Mixer(SimultaneousMcts::regret_matching(), rng)),
            BotName::DecoupledUct => Box::new(Mixer(SimultaneousMcts::decoupled(), rng)),
            name => Box::new(Silent(bots::simultaneous(name, args.table.as_deref(), &position, rng)?)),
        })
    };
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| Failure::Input(format!("the system draws no secret: {error}")))?;
    play(args, history, Some(Box::new(ProryvSealer::new(secret))), thinker)
}

fn play<G: Playable + 'static>(
    args: &PlayArgs,
    history: History<G>,
    sealer: Option<Box<dyn Sealer<G>>>,
    thinker: impl Fn(Side) -> Result<Box<dyn Thinker<G>>, Failure>,
) -> Done {
    let people = args.people();
    let style = args.screen.style();
    let is_flipped = args.screen.flip || people.plays(Side::Black) && !people.plays(Side::White);
    let look = Look { is_flipped, is_ascii: style.is_ascii, is_coloured: style.is_coloured };
    let names = Side::BOTH.map(|side| if people.plays(side) { "you".to_owned() } else { word(&args.bot_of(side)) });
    let names =
        if people.plays(Side::White) && people.plays(Side::Black) { [String::new(), String::new()] } else { names };
    let mut thinkers = Vec::new();
    for &side in sides_of_bots(args) {
        thinkers.push((thinker(side)?, limits(args, args.bot_of(side))));
    }
    let game = Game::new(history, people, names, sealer, args.clock.map(Clocks::new));
    let app = App::new(game, look, args.save.clone());
    let pace = if args.watch { args.time } else { Duration::ZERO };
    shell::run(Setup { app, thinkers, pace })
}
