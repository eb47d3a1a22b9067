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

    /// Whether the flag is set.
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

/// The limits of a search that is under way, and what all its threads have used up together.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    begun: Instant,
    nodes: AtomicU64,
    over: AtomicBool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self { limits, begun: Instant::now(), nodes: AtomicU64::new(0), over: AtomicBool::new(false) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The nodes that have been reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Reports nodes and says how many more may be searched before the next report; 0 when the search is over.
    ///
    /// Of the nodes that are left, a thread gets its share, so that the limit is met exactly by one thread and closely by
    /// several.
    #[expect(clippy::arithmetic_side_effects, reason = "nodes that have been searched")]
    pub(crate) fn report(&self, nodes: u64, threads: u64) -> u64 {
        /// So often that the clock is looked at within a fraction of a millisecond.
        const STRIDE: u64 = 512;
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let left = self.limits.nodes.map_or(STRIDE, |limit| limit.saturating_sub(total).div_ceil(threads).min(STRIDE));
        if left == 0 || self.is_over() {
            self.end();
            return 0;
        }
        left
    }

    /// Whether the time is up, or the flag is set, or the search was ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
            || self.limits.is_stopped()
            || self.limits.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
