//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a search may go on. The first limit that is reached ends it. Without any, alpha-beta goes on to its greatest
/// depth, and a search by chance, which has none, ends after [`ITERATIONS`](Self::ITERATIONS).
///
/// ```
/// use std::time::Duration;
/// use tavlei_search::Limits;
///
/// let limits = Limits::default().with_depth(12).with_time(Duration::from_millis(100));
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The greatest depth, in plies; at least 1 is searched. Tree searches by chance have none.
    pub depth: Option<u32>,
    /// The greatest number of positions that are reached by a move, or of iterations of a search by chance.
    pub nodes: Option<u64>,
    /// The time from the call on.
    pub time: Option<Duration>,
    /// A flag that ends the search once it is set, from another thread.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// How many iterations a search by chance makes when there is no limit of nodes or time, nor a flag that stops it.
    pub const ITERATIONS: u64 = 100_000;

    /// Returns whether the flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The same limits for a search by chance, which must come to an end.
    pub(crate) fn by_chance(&self) -> Self {
        let endless = self.nodes.is_none() && self.time.is_none() && self.stop.is_none();
        let limits = self.clone();
        if endless { limits.with_nodes(Self::ITERATIONS) } else { limits }
    }

    /// The same with a greatest depth.
    #[must_use]
    pub fn with_depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies);
        self
    }

    /// The same with a greatest number of nodes, or of iterations.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// The same with a time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The same with a flag that ends the search.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }
}

/// The most nodes between two reports: few enough that the clock is looked at within a fraction of a millisecond.
const STRIDE: u64 = 512;

/// The limits of a search that is under way, and what all its threads have used up together.
///
/// For searches of your own: each thread reports its nodes now and then, and stops when it may search no more.
///
/// ```
/// use tavlei_search::{Budget, Limits};
///
/// let limits = Limits::default().with_nodes(1_000);
/// let budget = Budget::new(&limits);
/// let (mut searched, mut left) = (0, budget.report(0));
/// while left > 0 {
///     searched += left; // search that many nodes
///     left = budget.report(left);
/// }
/// assert_eq!(searched, 1_000);
/// ```
#[derive(Debug)]
pub struct Budget<'a> {
    limits: &'a Limits,
    begun: Instant,
    nodes: AtomicU64,
    /// The nodes that threads were allowed to search.
    granted: AtomicU64,
    over: AtomicBool,
}

impl<'a> Budget<'a> {
    /// Begins a search: the time runs from now on.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            begun: Instant::now(),
            nodes: AtomicU64::new(0),
            granted: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Returns the time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The nodes that have been reported.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Reports the nodes of the only thread and returns how many more it may search before the next report; 0 when the
    /// search is over.
    pub fn report(&self, nodes: u64) -> u64 {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let left = self.limits.nodes.map_or(STRIDE, |limit| limit.saturating_sub(total).min(STRIDE));
        self.unless_over(left)
    }

    /// Does the same for one of several threads.
    ///
    /// Each gets its share of the nodes that were granted to nobody yet, so all threads together keep the limit exactly.
    pub fn report_of_one(&self, nodes: u64, threads: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let Some(limit) = self.limits.nodes else { return self.unless_over(STRIDE) };
        let share = |granted: u64| limit.saturating_sub(granted).div_ceil(threads).min(STRIDE);
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        let granted = self.granted.fetch_update(set, fetch, |granted| Some(granted + share(granted)));
        self.unless_over(granted.map_or(0, share))
    }

    /// Reports the last nodes of a thread that ends, and those that were granted to it and not searched.
    pub fn leave(&self, nodes: u64, unused: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.granted.fetch_sub(unused, Ordering::Relaxed);
    }

    /// These nodes; none, and the search is ended, if it is over or nothing is left.
    fn unless_over(&self, left: u64) -> u64 {
        if left == 0 || self.is_over() {
            self.end();
            return 0;
        }
        left
    }

    /// Returns whether the time is up, or the flag is set, or the search was ended.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
            || self.limits.is_stopped()
            || self.limits.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// Ends the search for all threads.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
