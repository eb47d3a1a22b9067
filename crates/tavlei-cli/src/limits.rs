//! How long a search may take: the options, and what holds without them.

use std::time::Duration;

use clap::Args;
use tavlei::search::Limits;

use crate::args::BotName;
use crate::interrupt::stop_on_interrupt;

/// How long a bot thinks about a move if no limit is given.
pub(crate) const THOUGHT: Duration = Duration::from_millis(100);

/// How much work may be done, beside time.
#[derive(Debug, Args)]
pub(crate) struct EffortArgs {
    /// Search at most this deep (alpha-beta only)
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// Search at most this number of positions, or of iterations
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl EffortArgs {
    /// The limits of an alpha-beta search: if none is given, this time.
    pub(crate) fn of_depth_first(&self, time: Option<Duration>, otherwise: Duration) -> Limits {
        or_time(self.with_time(time), otherwise)
    }

    /// The limits of a search by chance, which a depth would not end: if none is given that does, this time.
    pub(crate) fn by_chance(&self, time: Option<Duration>, otherwise: Duration) -> Limits {
        by_chance_or_time(self.with_time(time), otherwise)
    }

    /// The limits that are given, with this time.
    pub(crate) fn with_time(&self, time: Option<Duration>) -> Limits {
        limits(self.depth, self.nodes, time)
    }
}

/// These limits; an interrupt ends the search, too.
pub(crate) fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<Duration>) -> Limits {
    let mut limits = Limits::default().with_stop(stop_on_interrupt().clone());
    (limits.depth, limits.nodes, limits.time) = (depth, nodes, time);
    limits
}

impl BotName {
    /// These limits; where none of them ends this bot’s thinking, a tenth of a second. Without a time it ends at the
    /// timeout.
    pub(crate) fn limits(self, given: Limits, timeout: Duration) -> Limits {
        let mut limits = match self {
            Self::AlphaBeta => or_time(given, THOUGHT),
            _ => by_chance_or_time(given, THOUGHT),
        };
        limits.time.get_or_insert(timeout);
        limits
    }
}

/// These limits; if there is none of them, this time.
pub(crate) fn or_time(limits: Limits, otherwise: Duration) -> Limits {
    let is_limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
    if is_limited { limits } else { limits.with_time(otherwise) }
}

/// The same for a search by chance, which a depth would not end.
fn by_chance_or_time(mut limits: Limits, otherwise: Duration) -> Limits {
    limits.depth = None;
    or_time(limits, otherwise)
}
