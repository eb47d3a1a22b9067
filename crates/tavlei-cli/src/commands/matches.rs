//! `tavlei match`: two bots play each other, and what the result proves.

mod result;

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tavlei::game::{Form, Game, History, Keyed, Notation, Sequential, Side};
use tavlei::record::Record;
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{
    Bot, ChoiceBot, Evaluation, MatchGame, MatchScore, MatchSettings, Options, Sprt, play_match,
    play_simultaneous_match,
};
use tavlei::{ashtarashki, proryv, towers};

use self::result::{ResultJson, termination};
use crate::args::{BoardArgs, BotName, GameName, OutputArgs, time};
use crate::bots;
use crate::clock::{Clock, TimeControl, Timed, Times};
use crate::external::{External, title};
use crate::fault::Fault;
use crate::game::{Playable, read_unfinished};
use crate::interrupt::{is_interrupted, stop_on_interrupt};
use crate::limits::{EffortArgs, THOUGHT, or_time};
use crate::output::{Done, Failure, escaped, json, line, note};
use crate::publish::Appender;
use crate::seed::{Seed, SeedArgs};
use crate::setting::Setting;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  tavlei match towers alphabeta greedy --games 20\n  tavlei match towers 'run:python3 bot.py' alphabeta --time 100ms"
)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The first bot: random, greedy, alphabeta or uct; in Proryv random, regret, duct or table; or run: and the command
    /// line of a program that answers as `tavlei bot` does
    #[arg(value_name = "BOT", value_parser = player)]
    pub(crate) first: Player,
    /// The second bot
    #[arg(value_name = "BOT", value_parser = player)]
    pub(crate) second: Player,
    /// Play this number of games, in pairs with the same opening and colours changed. The statistics leave out a game
    /// without a pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Let each bot think for this time [default: 100ms without another limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Let a bot exceed its time by TIME; a bot that takes longer loses the game
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "100ms")]
    pub(crate) margin: Duration,
    /// Limit a move to TIME if --time is not given: a program then loses, a built-in bot plays the best move found
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    pub(crate) timeout: Duration,
    /// Allow a program TIME more for its first answer, because it has to start
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10s")]
    pub(crate) startup: Duration,
    /// Begin every pair of games with this number of random plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) opening: u32,
    /// Stop when a sequential test accepts one of two differences in strength, ELO0 or ELO1; the probability of accepting
    /// the wrong one is at most 5 %
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    /// Append the records of the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<std::path::PathBuf>,
    /// Print no line for each game
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The players of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// A bot that is built in.
    Known(BotName),
    /// A program, with its arguments.
    Program(Vec<String>),
}

/// The name of a bot, or the command line of one behind `run:`, parted into words as a shell does.
fn player(text: &str) -> Result<Player, String> {
    let Some(command) = text.strip_prefix("run:") else {
        let known = BotName::from_str(text, true).map(Player::Known);
        return known.map_err(|_| "expected the name of a bot (see --help), or run: and a command line".to_owned());
    };
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(Player::Program(words)),
        Some(_) => Err("expected a command line behind run:".to_owned()),
        None => Err("the command line has a quotation mark without its other".to_owned()),
    }
}

/// Two differences in Elo points, the smaller first.
fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    pair.filter(|(low, high): &(f64, f64)| low < high && low.is_finite() && high.is_finite())
        .ok_or_else(|| "expected two numbers, the smaller first, such as 0,20".to_owned())
}

pub(crate) fn run(args: &MatchArgs) -> Done {
    match args.board.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default),
        GameName::Proryv => simultaneous(args),
    }
}

fn sequential<G, E>(args: &MatchArgs, evaluation: fn() -> E) -> Done
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let start: G = read_unfinished(&args.board)?;
    let (fault, seed) = (Fault::default(), args.seed.draw()?);
    let clocks = clocks(args);
    let bot = |player: &Player, nth: u64, clock: &Clock| -> Result<Box<dyn Bot<G>>, Failure> {
        match player {
            Player::Known(name) => {
                let bot: Box<dyn Bot<G>> =
                    bots::sequential(args.board.game, *name, evaluation(), Options::default(), || {
                        Ok(seed.of_player(nth))
                    })?;
                let name = bot.name();
                Ok(Box::new(Timed::new(bot, name, clock.clone(), fault.clone())))
            }
            Player::Program(command) => Ok(Box::new(external(command, clock, &fault)?)),
        }
    };
    let (mut first, mut second) = (bot(&args.first, 1, &clocks[0])?, bot(&args.second, 2, &clocks[1])?);
    let mut reporter = Reporter::new(args, Setting::of(&start), &fault, &clocks, [first.name(), second.name()], seed)?;
    let mut openings = seed.generator();
    let total = play_match(&settings(args), &start, &mut *first, &mut *second, &mut openings, |game| {
        reporter.game_has_ended(game);
    });
    reporter.match_has_ended(&total)
}

fn simultaneous(args: &MatchArgs) -> Done {
    let start: proryv::Position = read_unfinished(&args.board)?;
    let (fault, seed) = (Fault::default(), args.seed.draw()?);
    let clocks = clocks(args);
    let bot = |player: &Player, nth: u64, clock: &Clock| -> Result<Box<dyn ChoiceBot<proryv::Position>>, Failure> {
        match player {
            Player::Known(name) => {
                bots::tell_of_turn_cap(*name, &start.rules());
                let bot: Box<dyn ChoiceBot<proryv::Position>> =
                    bots::simultaneous(*name, args.table.as_deref(), &start, seed.of_player(nth))?;
                let name = bot.name();
                Ok(Box::new(Timed::new(bot, name, clock.clone(), fault.clone())))
            }
            Player::Program(command) => Ok(Box::new(external(command, clock, &fault)?)),
        }
    };
    let (mut first, mut second) = (bot(&args.first, 1, &clocks[0])?, bot(&args.second, 2, &clocks[1])?);
    let mut reporter = Reporter::new(args, Setting::of(&start), &fault, &clocks, [first.name(), second.name()], seed)?;
    let (settings, mut openings) = (settings(args), seed.generator());
    let total = play_simultaneous_match(&settings, &start, &mut *first, &mut *second, &mut openings, |game| {
        reporter.game_has_ended(game);
    });
    reporter.match_has_ended(&total)
}

/// The clocks of the first bot and of the second.
fn clocks(args: &MatchArgs) -> [Clock; 2] {
    let control = TimeControl { margin: args.margin, timeout: args.timeout, startup: args.startup };
    [control; 2].map(Clock::new)
}

fn external(command: &[String], clock: &Clock, fault: &Fault) -> Result<External, Failure> {
    let started = External::start(command, clock.clone(), fault.clone());
    started.map_err(|error| Failure::Input(format!("‘{}’ can’t be started: {error}", title(command))))
}

fn settings(args: &MatchArgs) -> MatchSettings {
    let given = args.effort.with_time(args.time);
    let limits = |player: &Player| match player {
        Player::Known(name) => name.limits(given.clone(), args.timeout),
        Player::Program(_) => or_time(given.clone(), THOUGHT),
    };
    let settings = MatchSettings::default()
        .with_games(args.games)
        .with_opening_plies(args.opening)
        .with_limits_of_each(limits(&args.first), limits(&args.second));
    match args.sprt {
        None => settings,
        Some((elo0, elo1)) => settings.with_sprt(sprt(elo0, elo1)),
    }
}

/// Both kinds of error are as likely as one in twenty.
const fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
}

/// The JSON of a game.
#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    setting: Setting,
    number: u32,
    first_plays: &'static str,
    score: String,
    plies: usize,
    /// Whether the game was lost because no legal move was made.
    forfeited: bool,
    /// The number of an earlier game that was the same; then this one is not counted.
    repeats: Option<u32>,
    fault: Option<String>,
}

/// The JSON of a match.
#[derive(Serialize)]
struct MatchJson<'a> {
    /// With the position that the match begins in.
    #[serde(flatten)]
    setting: &'a Setting,
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    result: ResultJson,
    /// The times that the first bot and the second have taken for their answers.
    times: [Times; 2],
}

/// Tells how a match goes, and writes its games down.
struct Reporter<'a> {
    setting: Setting,
    args: &'a MatchArgs,
    fault: &'a Fault,
    clocks: &'a [Clock; 2],
    names: [String; 2],
    seed: Seed,
    record: Option<Appender>,
    /// Why the games can't be written down.
    unwritten: Option<Failure>,
}

impl<'a> Reporter<'a> {
    fn new(
        args: &'a MatchArgs,
        setting: Setting,
        fault: &'a Fault,
        clocks: &'a [Clock; 2],
        names: [String; 2],
        seed: Seed,
    ) -> Result<Self, Failure> {
        let mut reporter = Self { args, setting, fault, clocks, names, seed, record: None, unwritten: None };
        if let Some(path) = &args.record {
            reporter.record = Some(Appender::open(path).map_err(|error| reporter.unwritten(&error))?);
        }
        Ok(reporter)
    }

    fn unwritten(&self, error: &io::Error) -> Failure {
        let path = self.args.record.as_deref().unwrap_or_else(|| "".as_ref());
        Failure::Input(format!("{}: {error}", path.display()))
    }

    fn game_has_ended<G: Notation>(&mut self, game: &MatchGame<'_, G>) {
        let fault = self.fault.take();
        if let Some(file) = &mut self.record {
            let record = record(game, &self.names, fault.as_deref());
            if let Err(error) = file.append(&escaped(format_args!("{record}\n"))) {
                self.unwritten = Some(self.unwritten(&error));
                stop_on_interrupt().store(true, Ordering::Relaxed);
            }
        }
        if !self.args.quiet
            && let Some(fault) = &fault
        {
            note(format_args!("tavlei: game {}: {fault}", game.number));
        }
        if !self.args.quiet && game.total.repeated == 1 && game.repeats.is_some() {
            note("tavlei: games repeat earlier ones move by move: each is counted once");
        }
        if self.args.output.json {
            let told = json(&GameJson {
                setting: Setting::of(game.history.position()),
                number: game.number,
                first_plays: game.first_plays.name(),
                score: game.score.to_string(),
                plies: game.history.len(),
                forfeited: game.forfeited_by.is_some(),
                repeats: game.repeats,
                fault,
            });
            // For a reader that has gone away nobody need play on; it is noticed again when the result is printed.
            if told.is_err() {
                stop_on_interrupt().store(true, Ordering::Relaxed);
            }
        } else if !self.args.quiet && io::stderr().is_terminal() {
            note(format_args!("{}. {} {}", game.number, game.score, game.total));
        }
    }

    fn match_has_ended(self, total: &MatchScore) -> Done {
        let Self { args, setting, names: [first, second], .. } = &self;
        let times = self.clocks.each_ref().map(Clock::times);
        if args.output.json {
            json(&MatchJson { setting, first, second, result: ResultJson::new(total, self.seed), times })?;
        } else {
            let termination = total.test.map(|test| format!("; sprt: {}", termination(&test))).unwrap_or_default();
            line(format_args!("{first} against {second}: {total}{termination}"))?;
            for (name, times) in self.names.iter().zip(times) {
                line(format_args!("{name}: {times}"))?;
            }
        }
        match self.unwritten {
            Some(failure) => Err(failure),
            None if is_interrupted() => {
                Err(Failure::Interrupted(format!("stopped after {} of {} games", total.games(), args.games)))
            }
            None => Ok(()),
        }
    }
}

/// The record of a game. What was called a draw because it went on too long stays without a result.
fn record<G: Notation>(game: &MatchGame<'_, G>, names: &[String; 2], fault: Option<&str>) -> Record {
    let mut record = Record::from_history(game.history, Form::Long);
    let [first, second] = names;
    let (white, black) = if game.first_plays == Side::White { (first, second) } else { (second, first) };
    record.set_tag("Round", &game.number.to_string());
    record.set_tag("White", white);
    record.set_tag("Black", black);
    if let Some(number) = game.repeats {
        record.push_comment(&format!("the same as game {number}, and not counted"));
    }
    if let Some(fault) = fault {
        record.push_comment(fault);
    } else if game.history.termination().is_none() {
        record.push_comment("broken off, and counted as a draw");
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_names_or_command_lines() {
        assert_eq!(player("alphabeta"), Ok(Player::Known(BotName::AlphaBeta)));
        assert_eq!(player("alpha-beta"), player("alphabeta"));
        let words = |words: [&str; 3]| Ok(Player::Program(words.map(str::to_owned).to_vec()));
        assert_eq!(player("run:python3 'my bot.py' -v"), words(["python3", "my bot.py", "-v"]));
        for wrong in ["", "bot", "run:", "run: ", "run:a 'b", "python3 bot.py"] {
            assert!(player(wrong).is_err(), "{wrong}");
        }
    }
}
