//! `tavlei best`: a good move, what it is worth, and how the game may go on.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use tavlei::game::{ChoiceNotation, History, Keyed, Notation, Sequential, Side};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{AlphaBeta, Evaluation, Forced, Line, Mixed, Options, Report, SimultaneousMcts};
use tavlei::{ashtarashki, proryv, towers};

use crate::args::{BoardArgs, GameName, OutputArgs, size, threads, time};
use crate::game::read_unfinished;
use crate::interrupt::is_interrupted;
use crate::limits::EffortArgs;
use crate::output::{Done, Failure, json, line, progress_bar};
use crate::seed::SeedArgs;
use crate::setting::{Nodes, Setting};
use crate::threads::used_threads;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei best towers --time 2s\n  tavlei best ashtarashki --depth 8 --lines 3")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Search for this time, such as 100ms, 2s or 1m [default: 1s without another limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Print this number of variations, the best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lines)]
    pub(crate) lines: usize,
    /// Search on N threads, at most as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,
    /// Use a hash table of this size [default: 16MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The most lines of play that may be asked for.
const MAX_LINES: usize = 1024;

fn lines(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(lines @ 1..=MAX_LINES) => Ok(lines),
        _ => Err(format!("expected a number from 1 to {MAX_LINES}")),
    }
}

/// How long to think if no limit is given.
const THOUGHT: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &BestArgs) -> Done {
    match args.board.game {
        GameName::Towers => sequential::<towers::Position, _>(args, Towers::default()),
        GameName::Ashtarashki => sequential::<ashtarashki::Position, _>(args, Ashtarashki::default()),
        GameName::Proryv => simultaneous(args),
    }?;
    match is_interrupted() {
        true => Err(Failure::Interrupted("stopped: this is the best so far".to_owned())),
        false => Ok(()),
    }
}

/// The JSON of a line of play. Its score is told as people read it and in numbers, of which one is null.
#[derive(Clone, Serialize)]
struct LineJson {
    r#move: String,
    score: String,
    /// An estimate in centi-units, to the side to move.
    units: Option<i32>,
    /// A result that can be forced.
    forced: Option<ForcedJson>,
    line: Vec<String>,
}

/// The JSON of a result that can be forced: what it is worth to the side to move, and after how many plies.
#[derive(Clone, Serialize)]
struct ForcedJson {
    payoff: i32,
    plies: u32,
}

/// The JSON of a search in a game in which the sides take turns.
#[derive(Serialize)]
struct BestJson {
    #[serde(flatten)]
    setting: Setting,
    depth: u32,
    #[serde(flatten)]
    nodes: Nodes,
    seconds: f64,
    /// The best of the lines.
    #[serde(flatten)]
    best: Option<LineJson>,
    lines: Vec<LineJson>,
}

fn sequential<G, E>(args: &BestArgs, evaluation: E) -> Done
where
    G: Sequential + Keyed + Notation + Sync,
    History<G>: Sync,
    E: Evaluation<G> + Sync,
{
    let position: G = read_unfinished(&args.board)?;
    let options = Options::default().with_threads(used_threads(args.threads)).with_lines(args.lines);
    let options = match args.hash {
        Some(bytes) => options.with_table_bytes(bytes),
        None => options,
    };
    let history = History::new(position.clone());
    let limits = args.effort.of_depth_first(args.time, THOUGHT);
    let bar = progress_bar(args.quiet, None, "{elapsed} {msg}");
    let mut search = AlphaBeta::with_options(evaluation, options);
    let report = search.search_reporting(&history, &limits, |report| watch(&bar, &position, report));
    bar.finish_and_clear();
    let lines = report.lines.iter().map(|line| line_json(&position, line)).collect::<Vec<_>>();
    let seconds = report.time.as_secs_f64();
    if args.output.json {
        let (setting, depth, nodes) = (Setting::of(&position), report.depth, report.nodes.into());
        return json(&BestJson { setting, depth, nodes, seconds, best: lines.first().cloned(), lines });
    }
    for LineJson { r#move, score, line: moves, .. } in &lines {
        line(format_args!("{} {score}; {}", r#move, moves.join(" ")))?;
    }
    line(format_args!("depth {}, {} nodes, {seconds:.3} s", report.depth, report.nodes))
}

fn watch<G: Notation>(bar: &ProgressBar, position: &G, report: &Report<G::Move>) {
    if let Some(LineJson { score, line, .. }) = report.best().map(|line| line_json(position, line)) {
        let (depth, nodes, line) = (report.depth, HumanCount(report.nodes), line.join(" "));
        bar.set_message(format!("depth {depth}, {nodes} nodes: {score}; {line}"));
        bar.tick();
    }
}

fn line_json<G: Notation>(position: &G, line: &Line<G::Move>) -> LineJson {
    let mut board = position.clone();
    let written = line.moves.iter().map(|mv| {
        let text = board.move_text(mv);
        board.play_unchecked(mv);
        text
    });
    let moves = written.collect::<Vec<_>>();
    LineJson {
        r#move: moves.first().cloned().unwrap_or_default(),
        score: line.value.to_string(),
        units: line.value.units(),
        forced: line.value.forced().map(|Forced { payoff, plies }| ForcedJson { payoff, plies }),
        line: moves,
    }
}

/// The JSON of a search in a game in which both sides choose at once.
#[derive(Serialize)]
struct MixedJson {
    #[serde(flatten)]
    setting: Setting,
    seed: u64,
    seed_text: String,
    value: f64,
    iterations: u64,
    seconds: f64,
    white: Vec<(String, f64)>,
    black: Vec<(String, f64)>,
}

fn simultaneous(args: &BestArgs) -> Done {
    let position: proryv::Position = read_unfinished(&args.board)?;
    let seed = args.seed.draw()?;
    let search = SimultaneousMcts::regret_matching();
    let bar = progress_bar(args.quiet, None, "{spinner} {elapsed}");
    let found =
        search.search(&History::new(position), &args.effort.by_chance(args.time, THOUGHT), &mut seed.generator());
    bar.finish_and_clear();
    let [white, black] = Side::BOTH.map(|side| shares(&position, side, found.of(side)));
    let seconds = found.time.as_secs_f64();
    if args.output.json {
        let (setting, value, iterations) = (Setting::of(&position), found.value, found.iterations);
        let (seed, seed_text) = (seed.number(), seed.number().to_string());
        return json(&MixedJson { setting, seed, seed_text, value, iterations, seconds, white, black });
    }
    line(format_args!("value about {:+.3}, to White", found.value))?;
    for (side, shares) in [(Side::White, white), (Side::Black, black)] {
        line(side.name())?;
        // What is chosen in less than one of a hundred games is noise of the search.
        let often = shares.iter().filter(|(_, share)| *share >= 0.01);
        often.into_iter().try_for_each(|(choice, share)| line(format_args!("{choice} {share:.3}")))?;
    }
    line(format_args!("{} iterations, {seconds:.3} s", found.iterations))
}

/// The choices with their probabilities, the likelier ones first.
fn shares(position: &proryv::Position, side: Side, mixed: &Mixed<proryv::Choice>) -> Vec<(String, f64)> {
    let texts = mixed.choices().iter().map(|(choice, share)| (position.choice_text(side, choice), *share));
    let mut shares = texts.collect::<Vec<_>>();
    shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    shares
}
