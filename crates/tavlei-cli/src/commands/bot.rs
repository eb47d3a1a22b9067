//! `tavlei bot`: a bot that another program asks for moves.

use std::io;
use std::num::NonZero;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tavlei::game::{ChoiceNotation, Game, History, Keyed, Sequential, Side};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{Bot, Evaluation, Limits, Options};
use tavlei::{ashtarashki, proryv, towers};

use crate::args::{BotName, GameName, size, threads, time};
use crate::bots;
use crate::game::Playable;
use crate::lines::Lines;
use crate::output::{Done, Failure, json};
use crate::protocol::{Answer, Asked, object};
use crate::seed::SeedArgs;
use crate::setting::Setting;
use crate::threads::used_threads;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei bot towers alphabeta")]
pub(crate) struct BotArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) game: GameName,
    /// The bot
    #[arg(value_enum, value_name = "BOT")]
    pub(crate) bot: BotName,
    /// alphabeta: search on N threads, at most as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,
    /// alphabeta: use a hash table of this size [default: 16MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Limit an answer to TIME if the question has neither `seconds` nor `timeout`
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    pub(crate) timeout: Duration,
}

pub(crate) fn run(args: &BotArgs) -> Done {
    match args.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default()),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default()),
        GameName::Proryv => simultaneous(args),
    }
}

fn sequential<G, E>(args: &BotArgs, evaluation: E) -> Done
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let options = Options::default().with_threads(used_threads(args.threads));
    let options = match args.hash {
        Some(bytes) => options.with_table_bytes(bytes),
        None => options,
    };
    let rng = || Ok(args.seed.draw()?.generator());
    let mut bot: Box<dyn Bot<G>> = bots::sequential(args.game, args.bot, evaluation, options, rng)?;
    serve(args, |history: &History<G>, _, limits, is_new_game| {
        if is_new_game {
            bot.begin();
        }
        let mv = bot.choose(history, limits).ok_or_else(|| Failure::input("there is no move"))?;
        Ok(history.position().move_text(&mv))
    })
}

fn simultaneous(args: &BotArgs) -> Done {
    // What is wrong with the command line is told before anything is asked.
    let table = args.table.as_deref();
    if args.bot == BotName::Table {
        bots::place_of_table(table)?;
    }
    let seed = args.seed.draw()?;
    let mut bot = match args.bot {
        BotName::Table => None,
        known => Some(bots::simultaneous(known, None, &proryv::Position::default(), seed.generator())?),
    };
    let mut made = 0u64;
    let mut rules = proryv::Rules::default();
    serve(args, |history: &History<proryv::Position>, side, limits, is_new_game| {
        let position = history.position();
        // A table is of certain rules, which are known only now.
        let bot = match &mut bot {
            Some(bot) if args.bot != BotName::Table || position.rules() == rules => bot,
            none => {
                rules = position.rules();
                bots::tell_of_turn_cap(args.bot, &rules);
                // A table that can't be read draws nothing, so the next one draws in its place.
                let bot = bots::simultaneous(args.bot, table, position, seed.of_bot(made))?;
                made += 1;
                none.insert(bot)
            }
        };
        if is_new_game {
            bot.begin();
        }
        let choice = bot.choose(history, side, limits).ok_or_else(|| bots::not_in_table(position))?;
        Ok(position.choice_text(side, &choice))
    })
}

/// The JSON of an answer, with the position that it is about.
#[derive(Serialize)]
struct AnswerJson {
    #[serde(flatten)]
    setting: Setting,
    #[serde(flatten)]
    answer: Answer,
}

/// Answers one question after the other, whatever is wrong with one of them.
fn serve<G: Playable>(
    args: &BotArgs,
    mut choose: impl FnMut(&History<G>, Side, &Limits, bool) -> Result<String, Failure>,
) -> Done {
    let mut questions = Lines::new(io::stdin().lock());
    let mut refused = 0u64;
    while let Some(line) = questions.read_filled().map_err(|error| Failure::Input(format!("question: {error}")))? {
        let mut setting = Setting { game: Some(G::NAME), ..Setting::default() };
        let question = line.map_err(|reason| format!("question: {reason}"));
        let answer = question.and_then(|line| read(&line)).and_then(|(asked, limits, timeout)| {
            let (history, side) = asked.game::<G>()?;
            setting = Setting::of(history.position());
            let limits = args.bot.limits(limits, timeout.unwrap_or(args.timeout));
            choose(&history, side, &limits, asked.new_game).map_err(Failure::into_reason)
        });
        refused += u64::from(answer.is_err());
        json(&AnswerJson { setting, answer: answer.into() })?;
    }
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Input(format!("{refused} of the questions could not be answered"))),
    }
}

/// A question, its limits, and the time after which it is to be answered whatever these are.
fn read(line: &str) -> Result<(Asked, Limits, Option<Duration>), String> {
    let asked: Asked = object(line).map_err(|error| format!("question: {error}"))?;
    let time = |name: &str, seconds: Option<f64>| {
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(|error| format!("{name}: {error}"))
    };
    let mut limits = Limits::default();
    (limits.depth, limits.nodes) = (asked.depth, asked.nodes);
    limits.time = time("seconds", asked.seconds)?;
    let timeout = time("timeout", asked.timeout)?;
    Ok((asked, limits, timeout))
}
