//! Work that takes time: a bot’s move, counts, exact values.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use tavlei::game::{Game, History, Keyed, Sequential, Side};
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::search::{AlphaBeta, Evaluation, Limits, Options};
use tavlei::solve::proryv::{Solver, analyse};
use tavlei::solve::{AshtarashkiHints, ProofSolver};
use tavlei::{ashtarashki, proryv, towers};

use super::state::{Asked, Refused, history, side_of};
use crate::args::{BotName, GameName};
use crate::bots;
use crate::game::Playable;
use crate::seed::system_generator;

/// The longest that a bot thinks.
const MAX_THOUGHT: Duration = Duration::from_secs(10);

/// The longest that an analysis takes, in each of its parts.
const MAX_PART: Duration = Duration::from_secs(2);

/// The deepest count.
const MAX_DEPTH: u32 = 12;

/// The plies that are counted without a look at the clock: a fraction of a second in every game.
const MAX_BULK: u32 = 4;

/// One ply less is counted so where there are more moves than this, as on the large boards of Proryv.
const MANY_MOVES: u64 = 500;

/// The memory of a search for a page.
const MEMORY: usize = 16 << 20;

/// A bot’s move, and its opinion of the position if it has one.
#[derive(Serialize)]
pub(super) struct Thought {
    r#move: String,
    /// For the side to move, as people read it.
    value: Option<String>,
    line: Vec<String>,
}

/// How long a bot may think, and when it is to stop at once.
fn limits(asked: &Asked, stop: &Arc<AtomicBool>) -> Limits {
    let time = Duration::from_millis(asked.milliseconds.max(1)).min(MAX_THOUGHT);
    Limits::default().with_time(time).with_stop(Arc::clone(stop))
}

fn bot_name(name: &str, otherwise: BotName) -> Result<BotName, Refused> {
    if name.is_empty() {
        return Ok(otherwise);
    }
    clap::ValueEnum::from_str(name, true)
        .map_err(|_| format!("there is no bot ‘{}’", tavlei::game::text::Escaped(name)))
}

/// A game in which a bot can be asked, and a position analysed.
pub(super) trait Thinker: Playable {
    /// Chooses a move of the side to move, or of the side that is asked for.
    fn think(asked: &Asked, stop: &Arc<AtomicBool>) -> Result<Thought, Refused>;

    /// Returns the exact value for White as text, if it can be proved in a short time.
    fn exact(&self, stop: &Arc<AtomicBool>) -> Option<String>;
}

fn sequential<G, E>(asked: &Asked, game: GameName, evaluation: E, stop: &Arc<AtomicBool>) -> Result<Thought, Refused>
where
    G: Playable + Sequential + Keyed + 'static,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let history = history::<G>(asked)?;
    if history.termination().is_some() {
        return Err("the game is over".to_owned());
    }
    let (position, limits) = (history.position(), limits(asked, stop));
    let name = bot_name(&asked.bot, BotName::AlphaBeta)?;
    let options = Options::default().with_table_bytes(MEMORY);
    if name == BotName::AlphaBeta {
        let report = AlphaBeta::with_options(evaluation, options).search(&history, &limits);
        let best = report.best().ok_or("there is no move")?;
        let mut board = position.clone();
        let line = best.moves.iter().map(|mv| {
            let text = board.move_text(mv);
            board.play_unchecked(mv);
            text
        });
        let line: Vec<_> = line.collect();
        let r#move = line.first().cloned().ok_or("there is no move")?;
        return Ok(Thought { r#move, value: Some(best.value.to_string()), line });
    }
    let mut bot = bots::sequential::<G, E>(game, name, evaluation, options, system_generator)
        .map_err(crate::output::Failure::into_reason)?;
    let mv = bot.choose(&history, &limits).ok_or("there is no move")?;
    Ok(Thought { r#move: position.move_text(&mv), value: None, line: Vec::new() })
}

impl Thinker for towers::Position {
    fn think(asked: &Asked, stop: &Arc<AtomicBool>) -> Result<Thought, Refused> {
        sequential::<Self, _>(asked, GameName::Towers, Towers::default(), stop)
    }

    fn exact(&self, _stop: &Arc<AtomicBool>) -> Option<String> {
        None
    }
}

impl Thinker for ashtarashki::Position {
    fn think(asked: &Asked, stop: &Arc<AtomicBool>) -> Result<Thought, Refused> {
        sequential::<Self, _>(asked, GameName::Ashtarashki, Ashtarashki::default(), stop)
    }

    fn exact(&self, stop: &Arc<AtomicBool>) -> Option<String> {
        let limits = Limits::default().with_time(MAX_PART).with_stop(Arc::clone(stop));
        let mut solver = ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), 2 * MEMORY)?;
        let proof = solver.solve(self, &limits).ok()?;
        proof.value.payoff(Side::White).map(|payoff| format!("{payoff:+}"))
    }
}

impl Thinker for proryv::Position {
    fn think(asked: &Asked, stop: &Arc<AtomicBool>) -> Result<Thought, Refused> {
        let history = history::<Self>(asked)?;
        if history.termination().is_some() {
            return Err("the game is over".to_owned());
        }
        let side = side_of(&asked.side)?;
        let name = bot_name(&asked.bot, BotName::Regret)?;
        let rng = system_generator().map_err(crate::output::Failure::into_reason)?;
        let mut bot =
            bots::simultaneous(name, None, history.position(), rng).map_err(crate::output::Failure::into_reason)?;
        let choice = bot.choose(&history, side, &limits(asked, stop)).ok_or("there is no choice")?;
        Ok(Thought { r#move: choice.to_string(), value: None, line: Vec::new() })
    }

    fn exact(&self, stop: &Arc<AtomicBool>) -> Option<String> {
        let begun = Instant::now();
        let mut solver = Solver::new(&self.rules()).ok()?.with_limit(1 << 16);
        let is_over = || begun.elapsed() > MAX_PART || stop.load(Ordering::Relaxed);
        let goes_on = &mut |_| if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        solver.solve_for(self, goes_on).ok()?;
        analyse(self, &solver).ok().map(|analysis| format!("{:+.4}", analysis.value))
    }
}

/// The analysis of a position.
#[derive(Serialize)]
pub(super) struct Analysis {
    /// The sequences that begin with each move.
    divide: Vec<(String, String)>,
    total: String,
    depth: u32,
    /// Whether the time was enough for all moves.
    is_complete: bool,
    /// The exact value for White, if it could be proved.
    exact: Option<String>,
}

/// Counts and solves, each for a short time.
pub(super) fn analysis<G: Thinker>(asked: &Asked, stop: &Arc<AtomicBool>) -> Result<Analysis, Refused> {
    let history = history::<G>(asked)?;
    let position = history.position();
    let depth = asked.depth.clamp(1, MAX_DEPTH);
    let begun = Instant::now();
    let goes_on = &|| begun.elapsed() < MAX_PART && !stop.load(Ordering::Relaxed);
    let mut divide = Vec::new();
    let mut total = 0u128;
    let counted = position.for_each_move(|mv| {
        let nodes = count(&position.after(&mv), depth.saturating_sub(1), goes_on)?;
        total = total.saturating_add(nodes);
        divide.push((position.move_text(&mv), nodes.to_string()));
        ControlFlow::Continue(())
    });
    divide.sort();
    let exact = if history.termination().is_some() { None } else { position.exact(stop) };
    Ok(Analysis { divide, total: total.to_string(), depth, is_complete: counted.is_continue(), exact })
}

/// Counts sequences, or breaks when the time is over.
///
/// `tavlei_perft::Counter` looks at its flag only above [`Game::BULK_PLIES`], which in Proryv is never.
fn count<G: Game>(position: &G, plies: u32, goes_on: &impl Fn() -> bool) -> ControlFlow<(), u128> {
    if !goes_on() {
        return ControlFlow::Break(());
    }
    let is_wide = || position.count_moves() > MANY_MOVES;
    let bulk = if plies == MAX_BULK && is_wide() { MAX_BULK - 1 } else { MAX_BULK };
    if plies <= bulk.min(G::BULK_PLIES) {
        return ControlFlow::Continue(position.count_sequences(plies));
    }
    let mut nodes = 0u128;
    position.for_each_move(|mv| {
        nodes = nodes.saturating_add(count(&position.after(&mv), plies.saturating_sub(1), goes_on)?);
        ControlFlow::Continue(())
    })?;
    ControlFlow::Continue(nodes)
}
