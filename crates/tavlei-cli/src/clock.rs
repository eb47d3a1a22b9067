//! The time that a bot has for a move, and the time that it takes.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tavlei::game::{Game, History, Sequential, Side, Simultaneous};
use tavlei::search::{Bot, ChoiceBot, Limits};

use crate::fault::Fault;
use crate::interrupt::is_interrupted;

/// The time that a bot has for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// The time that it was told.
    pub(crate) time: Duration,
    /// How much longer it may take.
    pub(crate) margin: Duration,
    /// How much longer still it may take because it has to start.
    pub(crate) start: Duration,
}

impl Allowance {
    /// The time after which the game is lost.
    pub(crate) const fn total(self) -> Duration {
        self.time.saturating_add(self.margin).saturating_add(self.start)
    }
}

/// `10ms and a margin of 100ms`.
impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, margin, start } = self;
        match *start {
            Duration::ZERO => write!(f, "{time:?} and a margin of {margin:?}"),
            _ => write!(f, "{time:?}, a margin of {margin:?} and {start:?} to start"),
        }
    }
}

/// The times that a bot has taken. Its first answer after a start is counted apart, for it includes the start.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Times {
    answers: u32,
    mean_seconds: Option<f64>,
    max_seconds: Option<f64>,
    max_start_seconds: Option<f64>,
}

impl Times {
    /// Adds an answer.
    pub(crate) fn add(&mut self, taken: Duration, is_start: bool) {
        let taken = taken.as_secs_f64();
        let max = if is_start { &mut self.max_start_seconds } else { &mut self.max_seconds };
        *max = Some(max.map_or(taken, |max| max.max(taken)));
        if !is_start {
            self.answers = self.answers.saturating_add(1);
            let mean = self.mean_seconds.unwrap_or(0.0);
            self.mean_seconds = Some(mean + (taken - mean) / f64::from(self.answers));
        }
    }
}

/// `12 answers, 0.010 s on average, at most 0.012 s`.
impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answers", self.answers)?;
        if let (Some(mean), Some(max)) = (self.mean_seconds, self.max_seconds) {
            write!(f, ", {mean:.3} s on average, at most {max:.3} s")?;
        }
        if let Some(start) = self.max_start_seconds {
            write!(f, "; the first after a start, at most {start:.3} s")?;
        }
        Ok(())
    }
}

/// The time that the bots of a match are allowed beside the limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeControl {
    /// How much longer than it was given a bot may take.
    pub(crate) margin: Duration,
    /// The time that a bot has if the limits have none.
    pub(crate) timeout: Duration,
    /// How much longer the first answer of a program may take.
    pub(crate) startup: Duration,
}

/// Measures the time that a player takes.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    times: Rc<RefCell<Times>>,
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { control, times: Rc::default() }
    }

    /// The times so far.
    pub(crate) fn times(&self) -> Times {
        *self.times.borrow()
    }

    /// The time that a bot is given for a move under these limits.
    pub(crate) fn time(&self, limits: &Limits) -> Duration {
        limits.time.unwrap_or(self.control.timeout)
    }

    /// The same, and what is added to it; most to a program that has to start.
    pub(crate) fn allowance(&self, limits: &Limits, is_start: bool) -> Allowance {
        let TimeControl { margin, startup, .. } = self.control;
        Allowance { time: self.time(limits), margin, start: if is_start { startup } else { Duration::ZERO } }
    }

    /// Adds the time of an answer.
    ///
    /// # Errors
    ///
    /// The reason why the game is lost: it has taken too long.
    pub(crate) fn stop(&self, taken: Duration, allowance: Allowance, is_start: bool) -> Result<(), String> {
        self.times.borrow_mut().add(taken, is_start);
        if taken <= allowance.total() {
            return Ok(());
        }
        Err(format!("it has not answered in time: {taken:.1?} taken, {allowance} given"))
    }
}

/// A bot that is built in, and whose time is measured. If it oversteps its time, it loses its game.
pub(crate) struct Timed<B> {
    bot: B,
    name: String,
    clock: Clock,
    fault: Fault,
}

impl<B> Timed<B> {
    pub(crate) const fn new(bot: B, name: String, clock: Clock, fault: Fault) -> Self {
        Self { bot, name, clock, fault }
    }

    /// Hands an answer on that has come in time.
    fn measured<M>(&mut self, limits: &Limits, answer: impl FnOnce(&mut B) -> Option<M>) -> Option<M> {
        let begun = Instant::now();
        let answer = answer(&mut self.bot);
        match self.clock.stop(begun.elapsed(), self.clock.allowance(limits, false), false) {
            Err(reason) if !is_interrupted() => {
                self.fault.tell(|| format!("‘{}’ loses: {reason}", self.name));
                None
            }
            _ => answer,
        }
    }
}

impl<G: Sequential> Bot<G> for Timed<Box<dyn Bot<G>>> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, history: &History<G>, limits: &Limits) -> Option<<G as Game>::Move> {
        self.measured(limits, |bot| bot.choose(history, limits))
    }

    fn begin(&mut self) {
        self.bot.begin();
    }
}

impl<G: Simultaneous> ChoiceBot<G> for Timed<Box<dyn ChoiceBot<G>>> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, history: &History<G>, side: Side, limits: &Limits) -> Option<G::Choice> {
        self.measured(limits, |bot| bot.choose(history, side, limits))
    }

    fn begin(&mut self) {
        self.bot.begin();
    }
}
