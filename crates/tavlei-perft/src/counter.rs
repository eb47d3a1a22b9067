//! Counting over several threads.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use tavlei_game::Game;

use crate::PerftTable;

/// How far a count is: tasks done, of how many, and the sequences counted in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The tasks that are done.
    pub done: usize,
    /// All tasks.
    pub tasks: usize,
    /// The sequences counted so far.
    pub nodes: u128,
}

/// The result of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The number of sequences counted.
    pub nodes: u128,
    /// Whether these are all; `false` when the count was stopped.
    pub complete: bool,
}

/// Counts sequences of moves: [`tavlei_game::perft`] with threads, memory, progress and a way to stop.
///
/// The total does not depend on any of them.
#[derive(Clone, Copy)]
pub struct Counter<'a> {
    threads: usize,
    table: Option<&'a PerftTable>,
    stop: Option<&'a AtomicBool>,
    report: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// Work is split up until there are the given number of tasks for each thread, so that long ones do not keep others waiting.
const TASKS_PER_THREAD: usize = 512;

impl<'a> Counter<'a> {
    /// Counts on one thread, without a table.
    #[must_use]
    pub const fn new() -> Self {
        Self { threads: 1, table: None, stop: None, report: None }
    }

    /// Counts on this number of threads: at least one, and at most as many as the machine
    /// [runs at once](thread::available_parallelism).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let parallel = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads = if threads <= 1 { 1 } else { threads.min(parallel()) };
        self
    }

    /// Remembers counts in this table, which may be kept for further counts of the same game.
    #[must_use]
    pub const fn table(mut self, table: &'a PerftTable) -> Self {
        self.table = Some(table);
        self
    }

    /// Stops soon after this becomes `true`: after the positions at hand, of at most [`Game::BULK_PLIES`] plies.
    #[must_use]
    pub const fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Calls this after every task, from whichever thread has done it.
    #[must_use]
    pub const fn report(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.report = Some(report);
        self
    }

    /// Counts the sequences of exactly the given number of plies from a position.
    #[must_use]
    pub fn count<G: Game + Send + Sync>(&self, position: &G, plies: u32) -> Counted {
        let (tasks, rest) = self.split(position, plies);
        let next = AtomicUsize::new(0);
        let total = std::sync::Mutex::new(Progress { done: 0, tasks: tasks.len(), nodes: 0 });
        let work = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let ControlFlow::Continue(nodes) = self.walk(task, rest) else { return };
                // Nothing panics while the lock is held but the report, and then the count is over anyway.
                let Ok(mut total) = total.lock() else { return };
                total.done += 1;
                total.nodes = total.nodes.saturating_add(nodes);
                if let Some(report) = self.report {
                    report(*total);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                // Where the system gives no more threads, those that there are do all the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let total = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Counted { nodes: total.nodes, complete: total.done == total.tasks }
    }

    /// Counts under each move: the legal moves with the number of sequences that begin with them.
    ///
    /// When stopped, the moves that were not counted to the end are left out.
    #[must_use]
    pub fn divide<G: Game + Send + Sync>(&self, position: &G, plies: u32) -> Vec<(G::Move, u128)> {
        let Some(rest) = plies.checked_sub(1) else { return Vec::new() };
        position
            .moves()
            .into_iter()
            .map_while(|mv| {
                let counted = self.count(&position.after(&mv), rest);
                counted.complete.then_some((mv, counted.nodes))
            })
            .collect()
    }

    /// The positions to count from, in the order of play, and how many plies are left for each.
    fn split<G: Game>(&self, position: &G, plies: u32) -> (Vec<G>, u32) {
        let mut tasks = vec![position.clone()];
        let mut rest = plies;
        while rest > G::BULK_PLIES && !tasks.is_empty() && tasks.len() < TASKS_PER_THREAD.saturating_mul(self.threads) {
            let mut next = Vec::new();
            let filled = tasks.iter().try_for_each(|task: &G| {
                task.for_each_move(|mv| {
                    if next.try_reserve(1).is_err() {
                        return ControlFlow::Break(());
                    }
                    next.push(task.after(&mv));
                    ControlFlow::Continue(())
                })
            });
            // Where memory is short there are fewer tasks.
            if filled.is_break() {
                break;
            }
            tasks = next;
            rest -= 1;
        }
        (tasks, rest)
    }

    /// The number of sequences, or a break when told to stop.
    fn walk<G: Game>(&self, position: &G, plies: u32) -> ControlFlow<(), u128> {
        if plies <= G::BULK_PLIES {
            return ControlFlow::Continue(position.count_sequences(plies));
        }
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return ControlFlow::Break(());
        }
        let place = self.table.map(|table| (table, table.place(position, plies)));
        if let Some(known) = place.and_then(|(table, place)| table.get(place)) {
            return ControlFlow::Continue(u128::from(known));
        }
        let mut nodes = 0u128;
        position.for_each_move(|mv| {
            nodes = nodes.saturating_add(self.walk(&position.after(&mv), plies - 1)?);
            ControlFlow::Continue(())
        })?;
        if let Some((table, place)) = place {
            table.put(place, plies, nodes);
        }
        ControlFlow::Continue(nodes)
    }
}

impl Default for Counter<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter").field("threads", &self.threads).field("table", &self.table).finish_non_exhaustive()
    }
}
