//! The clocks of both sides.

use std::time::Duration;

use tavlei::game::Side;

use super::super::args::TimeControl;

/// The clocks of both sides, of which one runs at most. Times of day are counted from the start of the program.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    running: Option<(Side, Duration)>,
}

impl Clocks {
    pub(super) const fn new(control: TimeControl) -> Self {
        Self { control, left: [control.base; 2], running: None }
    }

    pub(super) const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time that a side has left.
    pub(super) fn left(&self, side: Side, now: Duration) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.left[side as usize].saturating_sub(used)
    }

    /// Lets the clock of this side run, and no other.
    pub(super) fn run(&mut self, side: Option<Side>, now: Duration) {
        if self.running.map(|(running, _)| running) == side {
            return;
        }
        if let Some((running, _)) = self.running {
            self.left[running as usize] = self.left(running, now);
        }
        self.running = side.map(|side| (side, now));
    }

    /// Adds the time that a move brings.
    pub(super) fn add_increment(&mut self, side: Side) {
        let left = &mut self.left[side as usize];
        *left = left.saturating_add(self.control.increment);
    }

    /// Returns the side that has run out of time.
    pub(super) fn flag(&self, now: Duration) -> Option<Side> {
        self.running.map(|(side, _)| side).filter(|&side| self.left(side, now).is_zero())
    }

    /// Returns how long a bot may think about a move, so that its time lasts for the game.
    pub(super) fn thought(&self, side: Side, now: Duration) -> Duration {
        let left = self.left(side, now);
        let share = left / 30 + self.control.increment.mul_f64(0.7);
        share.min(left / 3)
    }
}

/// Returns a time as a clock shows it: `4:57`, `0:09.3` near the end, `1:02:00`.
pub(super) fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, seconds) {
        (0, ..10) => format!("0:{rest:02}.{}", left.subsec_millis() / 100),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn one_clock_runs_and_its_flag_falls() {
        let mut clocks = Clocks::new(TimeControl { base: seconds(10), increment: seconds(2) });
        clocks.run(Some(Side::White), seconds(1));
        clocks.run(Some(Side::White), seconds(3));
        assert_eq!(
            (clocks.left(Side::White, seconds(5)), clocks.left(Side::Black, seconds(5))),
            (seconds(6), seconds(10))
        );
        clocks.run(Some(Side::Black), seconds(5));
        clocks.add_increment(Side::White);
        assert_eq!((clocks.left(Side::White, seconds(9)), clocks.flag(seconds(14))), (seconds(8), None));
        assert_eq!(clocks.flag(seconds(15)), Some(Side::Black));
        clocks.run(None, seconds(9));
        assert_eq!((clocks.left(Side::Black, seconds(99)), clocks.flag(seconds(99))), (seconds(6), None));
    }

    #[test]
    fn times_are_written_as_a_clock_shows_them() {
        assert_eq!(clock_text(seconds(297)), "4:57");
        assert_eq!(clock_text(Duration::from_millis(9340)), "0:09.3");
        assert_eq!(clock_text(seconds(3725)), "1:02:05");
    }
}
