//! Alpha-beta search, for every game in which the sides take turns.

mod ordering;
mod repetition;
mod tt;
mod worker;

use std::num::NonZero;
use std::time::Duration;

use tavlei_game::{History, Keyed, Sequential};

use crate::limits::Budget;
use crate::{Evaluation, Limits, Value};
use tt::TranspositionTable;
use worker::{MAX_PLIES, Shared, Worker};

/// A player that looks ahead: it searches all lines of play to some depth, deeper and deeper, and plays the first move of
/// the best one.
///
/// It needs a game ([`Sequential`], the sides moving in turn, and [`Keyed`]) and an [`Evaluation`] of it. The search
/// is a principal variation search with a transposition table, aspiration windows, killer moves and a history of what was
/// good elsewhere; at its horizon it plays out what can't wait, such as compulsory captures. Draws by repetition and by
/// counters are seen, those that hang on the past of the game included.
///
/// With one thread it is deterministic: the same calls in the same order give the same answers, unless time is limited.
///
/// ```
/// use tavlei_game::{Game, History, Notation};
/// use tavlei_search::{AlphaBeta, Limits, Value};
/// # #[cfg(feature = "towers")] {
/// use tavlei_search::evaluations::Towers;
/// use tavlei_towers::{Position, Rules};
///
/// let position = Position::read_position("w c1=0,c3=0;b4=0,b6=0", &Rules::default()).unwrap();
/// let report = AlphaBeta::new(Towers::default()).search(&History::new(position.clone()), &Limits::default().with_depth(3));
/// let best = report.best().expect("the game is not over");
/// assert_eq!(position.move_text(&best.moves[0]), "c3:a5:c7");
/// assert_eq!(best.value, Value::win(1, 1));
/// # }
/// ```
#[derive(Debug)]
pub struct AlphaBeta<E> {
    evaluation: E,
    options: Options,
    tt: Option<TranspositionTable>,
}

/// How a search goes about its work. The default is a good player's.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The size of the transposition table in bytes, rounded down to a multiple of 64; 0 for none. 16 MiB by default. If the
    /// system doesn't give so much, it is smaller. With one thread, as much of it is used as what has been found fills.
    pub table_bytes: usize,
    /// How many threads search together, each for itself, sharing what they find in the table: 1 by default. With more,
    /// answers come sooner, but are not the same each time. All of them keep the [limits](Limits). 0 counts as 1. More than
    /// the machine [runs at once](std::thread::available_parallelism) would only take turns, so that many are the most,
    /// and 1024.
    pub threads: usize,
    /// How many lines of play are reported, with different first moves: 1 by default, and at least. More of them take more
    /// time.
    pub lines: usize,
    /// Whether all moves but the first are tried with a window of no width, as a principal variation search does.
    pub null_windows: bool,
    /// How many centi-units the first window of an iteration reaches to each side of the last value; `None`: everything.
    pub aspiration: Option<i32>,
    /// Whether late moves are searched less deep and forced ones deeper, and answers of the table may come from deeper
    /// searches. Without, a search of n plies gives exactly the value of a plain minimax of n plies, in which a
    /// position is a draw when it occurs a second time on the line, or in the game as often as a claim takes. Where
    /// positions repeat, that holds only without a table, which knows nothing of the way that led to a position.
    pub selective: bool,
}

impl Options {
    /// The same with a transposition table of the given number of bytes.
    #[must_use]
    pub const fn with_table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// The same with the given number of threads.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same with the given number of lines.
    #[must_use]
    pub const fn with_lines(mut self, lines: usize) -> Self {
        self.lines = lines;
        self
    }

    /// The same with null windows on or off.
    #[must_use]
    pub const fn with_null_windows(mut self, null_windows: bool) -> Self {
        self.null_windows = null_windows;
        self
    }

    /// The same with other aspiration windows.
    #[must_use]
    pub const fn with_aspiration(mut self, units: Option<i32>) -> Self {
        self.aspiration = units;
        self
    }

    /// The same, selective or not.
    #[must_use]
    pub const fn with_selective(mut self, selective: bool) -> Self {
        self.selective = selective;
        self
    }

    /// The number of threads that search.
    fn used_threads(&self) -> usize {
        match self.threads {
            // The system isn't asked for nothing: that takes as long as a thousand nodes.
            0 | 1 => 1,
            threads => threads.min(std::thread::available_parallelism().map_or(1, NonZero::get)).min(1024),
        }
    }

    /// Returns how many lines are to be reported if there are the given number of moves.
    fn max_lines(&self) -> usize {
        self.lines.max(1)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { table_bytes: 16 << 20, threads: 1, lines: 1, null_windows: true, aspiration: Some(30), selective: true }
    }
}

/// The result of a search, after an iteration or at its end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// How many plies deep everything was searched; 0 if a limit was reached before the first iteration was complete.
    pub depth: u32,
    /// The best lines, the best first: as many as [`Options::lines`], or as there are legal moves; none when the game
    /// is over. All were searched [`depth`](Self::depth) plies deep; if there is only one and a limit ended a deeper
    /// search that had already found a better one, it is that.
    pub lines: Vec<Line<M>>,
    /// How many positions were reached by a move.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The share of the transposition table that this search has filled, 0 to 1, from a sample.
    pub table_load: f64,
}

/// A line of play, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The value of the position for the side to move if this is played.
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<M>,
}

impl<M> Report<M> {
    /// The best line; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&Line<M>> {
        self.lines.first()
    }

    /// The best move; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<&M> {
        self.best()?.moves.first()
    }

    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

impl<E> AlphaBeta<E> {
    /// A search with this evaluation and default options.
    #[must_use]
    pub fn new(evaluation: E) -> Self {
        Self::with_options(evaluation, Options::default())
    }

    /// A search with this evaluation and these options.
    #[must_use]
    pub fn with_options(evaluation: E, options: Options) -> Self {
        let tt = (options.table_bytes > 0).then(|| TranspositionTable::with_bytes(options.table_bytes));
        Self { evaluation, options, tt }
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The evaluation.
    pub const fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Forgets what earlier searches have found, so that the next one answers as if it were the first.
    pub fn clear(&mut self) {
        self.tt.iter_mut().for_each(TranspositionTable::clear);
    }

    /// Searches the position that the game has come to, until a limit is reached.
    ///
    /// The table keeps the results of earlier calls.
    pub fn search<G>(&mut self, history: &History<G>, limits: &Limits) -> Report<G::Move>
    where
        G: Sequential + Keyed,
        History<G>: Sync,
        E: Evaluation<G> + Sync,
    {
        self.search_reporting(history, limits, |_| {})
    }

    /// As [`search`](Self::search), and calls back after every iteration.
    pub fn search_reporting<G>(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        mut on_iteration: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move>
    where
        G: Sequential + Keyed,
        History<G>: Sync,
        E: Evaluation<G> + Sync,
    {
        let threads = self.options.used_threads();
        if let Some(tt) = &mut self.tt {
            tt.next_generation();
            // What several threads use together is not moved while they do.
            if threads > 1 {
                tt.grow_whole();
            }
        }
        let budget = Budget::new(limits);
        let shared = Shared {
            evaluation: &self.evaluation,
            options: &self.options,
            tt: self.tt.as_ref(),
            budget: &budget,
            threads,
        };
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLIES as u32) as i32;
        let mut report = std::thread::scope(|scope| {
            for number in 1..threads {
                let shared = &shared;
                let help = move || help(shared, history, deepest, number as i32);
                // Where the system gives no more threads, those that there are search alone.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let report = lead(&shared, history, deepest, &mut on_iteration);
            budget.end();
            report
        });
        // What the others have searched since their last report counts, too.
        report.nodes = budget.nodes();
        report
    }
}

/// The search of the thread that reports.
fn lead<G, E>(
    shared: &Shared<'_, E>,
    history: &History<G>,
    deepest: i32,
    on_iteration: &mut impl FnMut(&Report<G::Move>),
) -> Report<G::Move>
where
    G: Sequential + Keyed,
    E: Evaluation<G>,
{
    let mut worker = Worker::new(shared, history);
    let report = |worker: &Worker<'_, G, E>, depth| Report {
        depth,
        lines: worker.lines().to_vec(),
        nodes: shared.budget.nodes() + worker.unreported(),
        time: shared.budget.elapsed(),
        table_load: shared.tt.map_or(0.0, TranspositionTable::load),
    };
    let mut last = report(&worker, 0);
    for depth in 1..=deepest {
        if last.lines.is_empty() {
            break;
        }
        if let Some(tt) = shared.tt {
            tt.grow();
        }
        worker.iterate(depth);
        last = report(&worker, if worker.is_stopped() { last.depth } else { depth as u32 });
        if worker.is_stopped() {
            break;
        }
        on_iteration(&last);
        let is_final = |line: &Line<_>| {
            let most = i32::from(shared.evaluation.max_points());
            line.value.forced().is_some_and(|end| end.payoff.abs() >= most && end.plies <= depth as u32)
        };
        if last.lines.iter().all(is_final) {
            break;
        }
    }
    worker.leave();
    last
}

/// The search of a thread that fills the table: half of them begin one ply deeper, so that they don't all do the same. None
/// searches deeper than the limit.
fn help<G, E>(shared: &Shared<'_, E>, history: &History<G>, deepest: i32, number: i32)
where
    G: Sequential + Keyed,
    E: Evaluation<G>,
{
    let mut worker = Worker::new(shared, history);
    for depth in 1 + number % 2..=deepest {
        if worker.is_stopped() || shared.budget.is_over() {
            break;
        }
        worker.iterate(depth);
    }
    worker.leave();
}
