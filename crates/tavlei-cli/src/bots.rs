//! The bots that are built in.

use std::path::Path;

use rand::rngs::StdRng;
use tavlei::game::{Game, History, Keyed, Sequential};
use tavlei::proryv;
use tavlei::search::{
    AlphaBeta, AlphaBetaBot, Bot, ChoiceBot, Evaluation, GreedyBot, Options, RandomBot, SimultaneousBot,
    SimultaneousMcts, Uct, UctBot,
};
use tavlei::solve::proryv::{TablebaseBot, Values};

use crate::args::{BotName, GameName, word};
use crate::output::{Failure, note};
use crate::tables::open_table;

/// A bot for a game in which the sides take turns. The generator is asked for only by one that draws something.
pub(crate) fn sequential<G, E>(
    game: GameName,
    name: BotName,
    evaluation: E,
    options: Options,
    rng: impl FnOnce() -> Result<StdRng, Failure>,
) -> Result<Box<dyn Bot<G> + Send>, Failure>
where
    G: Sequential + Keyed + Send + Sync + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    Ok(match name {
        BotName::Random => Box::new(RandomBot::new(rng()?)),
        BotName::Greedy => Box::new(GreedyBot::new(evaluation, rng()?)),
        BotName::AlphaBeta => Box::new(AlphaBetaBot::new(AlphaBeta::with_options(evaluation, options))),
        BotName::Uct => Box::new(UctBot::new(Uct::default(), rng()?)),
        BotName::Regret | BotName::DecoupledUct | BotName::Table => return Err(no_such_bot(game, name)),
    })
}

/// A bot for Proryv, from this position on; with the place of the table that the one who plays by it needs.
pub(crate) fn simultaneous(
    name: BotName,
    table: Option<&Path>,
    position: &proryv::Position,
    rng: StdRng,
) -> Result<Box<dyn ChoiceBot<proryv::Position> + Send>, Failure> {
    Ok(match name {
        BotName::Random => Box::new(RandomBot::new(rng)),
        BotName::Regret => Box::new(SimultaneousBot::new(SimultaneousMcts::regret_matching(), rng)),
        BotName::DecoupledUct => Box::new(SimultaneousBot::new(SimultaneousMcts::decoupled(), rng)),
        BotName::Table => {
            let position = position.with_turn_cap(None);
            let table = open_table(place_of_table(table)?, &position.rules())?;
            if table.value(&position).is_none() {
                return Err(not_in_table(&position));
            }
            Box::new(TablebaseBot::new(table, rng))
        }
        BotName::Greedy | BotName::AlphaBeta | BotName::Uct => return Err(no_such_bot(GameName::Proryv, name)),
    })
}

/// Warns that a bot that plays by a tablebase ignores the limit on turns.
pub(crate) fn tell_of_turn_cap(name: BotName, rules: &proryv::Rules) {
    if let (BotName::Table, Some(turns)) = (name, rules.turn_cap()) {
        note(format_args!(
            "tavlei: the bot table plays as if there were no draw after {turns} turns: from a position of value v it gets \
             (v - 1) / 2 or more on average, not v, since the other side can stall until the draw, and gamble just before it"
        ));
    }
}

/// A table has positions with equal numbers of men only, and not too many of them.
pub(crate) fn not_in_table(position: &proryv::Position) -> Failure {
    Failure::Input(format!("the table does not have ‘{position}’"))
}

/// Returns where the table is that a bot needs.
pub(crate) fn place_of_table(table: Option<&Path>) -> Result<&Path, Failure> {
    let advice = "this bot needs --table PATH, a table that ‘tavlei table proryv --men 6 --out PATH’ makes";
    table.ok_or_else(|| Failure::Usage(advice.to_owned()))
}

fn no_such_bot(game: GameName, name: BotName) -> Failure {
    Failure::Usage(format!("{} does not play {}", word(&name), word(&game)))
}
