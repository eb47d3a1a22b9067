//! `tavlei match`: two bots play each other, and what the result proves.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;
use tavlei::game::{Game, History, Keyed, Notation, Sequential};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{
    AlphaBeta, AlphaBetaBot, Bot, ChoiceBot, Evaluation, GreedyBot, MatchGame, MatchSettings, RandomBot,
    SimultaneousBot, SimultaneousMcts, Sprt, SprtState, Tally, Uct, UctBot, play_match, play_simultaneous_match,
};
use tavlei::{ashtarashki, proryv, towers};

use crate::args::{BotName, GameName, MatchArgs};
use crate::game::read_unfinished;
use crate::interrupt::{is_interrupted, stop_on_interrupt};
use crate::output::{Done, Failure, json, line};

/// How long to think about a move if no limit is given.
const THOUGHT: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &MatchArgs) -> Done {
    match args.board.game {
        GameName::Towers => in_turn::<towers::Position, _>(args, Towers::default),
        GameName::Ashtarashki => in_turn::<ashtarashki::Position, _>(args, Ashtarashki::default),
        GameName::Proryv => at_once(args),
    }
}

fn in_turn<G, E>(args: &MatchArgs, evaluation: fn() -> E) -> Done
where
    G: Sequential + Keyed + Notation + Sync + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Sync + 'static,
{
    let bot = |name: BotName, seed: u64| -> Result<Box<dyn Bot<G>>, Failure> {
        let rng = StdRng::seed_from_u64(args.seed.wrapping_mul(3).wrapping_add(seed));
        Ok(match name {
            BotName::Random => Box::new(RandomBot::new(rng)),
            BotName::Greedy => Box::new(GreedyBot::new(evaluation(), rng)),
            BotName::AlphaBeta => Box::new(AlphaBetaBot::new(AlphaBeta::new(evaluation()))),
            BotName::Uct => Box::new(UctBot::new(Uct::default(), rng)),
            BotName::Regret | BotName::DecoupledUct => return Err(no_such_bot(args, name)),
        })
    };
    let (mut first, mut second) = (bot(args.first, 1)?, bot(args.second, 2)?);
    let start: G = read_unfinished(&args.board)?;
    let mut rng = StdRng::seed_from_u64(args.seed);
    let tally = play_match(&settings(args), &start, &mut *first, &mut *second, &mut rng, |game| report(args, game));
    tell(args, [first.name(), second.name()], &tally)
}

fn at_once(args: &MatchArgs) -> Done {
    let bot = |name: BotName, seed: u64| -> Result<Box<dyn ChoiceBot<proryv::Position>>, Failure> {
        let rng = StdRng::seed_from_u64(args.seed.wrapping_mul(3).wrapping_add(seed));
        Ok(match name {
            BotName::Random => Box::new(RandomBot::new(rng)),
            BotName::Regret => Box::new(SimultaneousBot::new(SimultaneousMcts::regret_matching(), rng)),
            BotName::DecoupledUct => Box::new(SimultaneousBot::new(SimultaneousMcts::decoupled(), rng)),
            BotName::Greedy | BotName::AlphaBeta | BotName::Uct => return Err(no_such_bot(args, name)),
        })
    };
    let (mut first, mut second) = (bot(args.first, 1)?, bot(args.second, 2)?);
    let start: proryv::Position = read_unfinished(&args.board)?;
    let mut rng = StdRng::seed_from_u64(args.seed);
    let settings = settings(args);
    let tally =
        play_simultaneous_match(&settings, &start, &mut *first, &mut *second, &mut rng, |game| report(args, game));
    tell(args, [first.name(), second.name()], &tally)
}

fn no_such_bot(args: &MatchArgs, name: BotName) -> Failure {
    Failure::Usage(format!("{name:?} does not play {:?}", args.board.game))
}

fn settings(args: &MatchArgs) -> MatchSettings {
    let limits = |bot: BotName| match bot {
        BotName::AlphaBeta => args.effort.of_depth_first(args.time, THOUGHT),
        _ => args.effort.by_chance(args.time, THOUGHT),
    };
    let settings = MatchSettings::default()
        .with_games(args.games)
        .with_opening_plies(args.opening)
        .with_limits_of_each(limits(args.first), limits(args.second));
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
    number: u32,
    first_plays: &'static str,
    score: String,
    plies: usize,
}

fn report<G: Game>(args: &MatchArgs, game: &MatchGame<'_, G>) {
    if args.output.json {
        let told = json(&GameJson {
            number: game.number,
            first_plays: game.first_plays.name(),
            score: game.score.to_string(),
            plies: game.history.len(),
        });
        // For a reader that has gone away nobody need play on; it is noticed again when the result is printed.
        if told.is_err() {
            stop_on_interrupt().store(true, Ordering::Relaxed);
        }
    } else if !args.quiet && io::stderr().is_terminal() {
        eprintln!("{}. {} {}", game.number, game.score, game.tally);
    }
}

/// The JSON of a match.
#[derive(Serialize)]
struct MatchJson {
    first: String,
    second: String,
    wins: u32,
    draws: u32,
    losses: u32,
    points: i64,
    score: f64,
    score_interval: (f64, f64),
    elo: Option<f64>,
    elo_interval: (Option<f64>, Option<f64>),
    sprt: Option<&'static str>,
}

fn tell(args: &MatchArgs, [first, second]: [String; 2], tally: &Tally) -> Done {
    let verdict = args.sprt.map(|(elo0, elo1)| match sprt(elo0, elo1).state(tally) {
        SprtState::Open => "open",
        SprtState::AcceptedElo0 => "elo0",
        SprtState::AcceptedElo1 => "elo1",
    });
    if args.output.json {
        json(&MatchJson {
            first,
            second,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points,
            score: tally.score(),
            score_interval: tally.interval(),
            elo: finite(tally.elo()),
            elo_interval: (finite(tally.elo_interval().0), finite(tally.elo_interval().1)),
            sprt: verdict,
        })?;
    } else {
        let verdict = verdict.map(|verdict| format!("; sprt: {verdict}")).unwrap_or_default();
        line(format_args!("{first} against {second}: {tally}{verdict}"))?;
    }
    match is_interrupted() {
        true => Err(Failure::Interrupted(format!("stopped after {} of {} games", tally.games(), args.games))),
        false => Ok(()),
    }
}

/// A difference in Elo points; a clean sweep has none.
fn finite(elo: f64) -> Option<f64> {
    Some(elo).filter(|elo| elo.is_finite())
}
