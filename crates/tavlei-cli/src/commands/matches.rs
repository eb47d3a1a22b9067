//! `tavlei match`: two bots play each other, and what the result proves.

mod result;

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;

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
use crate::args::{GameName, MatchArgs, Player};
use crate::bots;
use crate::clock::{Clock, TimeControl, Timed, Times};
use crate::external::{External, Fault, title};
use crate::game::{Playable, read_unfinished};
use crate::interrupt::{is_interrupted, stop_on_interrupt};
use crate::output::{Done, Failure, escaped, json, line, note};
use crate::publish::Appender;
use crate::seed::Seed;
use crate::setting::Setting;

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
    E: Evaluation<G> + Sync + 'static,
{
    let start: G = read_unfinished(&args.board)?;
    let (fault, seed) = (Fault::default(), args.seed.draw()?);
    let clocks = clocks(args);
    let bot = |player: &Player, nth: u64, clock: &Clock| -> Result<Box<dyn Bot<G>>, Failure> {
        match player {
            Player::Known(name) => {
                let bot = bots::sequential(args.board.game, *name, evaluation(), Options::default(), || {
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
                let bot = bots::simultaneous(*name, args.table.as_deref(), &start, seed.of_player(nth))?;
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
        Player::Program(_) => bots::or_time(given.clone(), bots::THOUGHT),
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
