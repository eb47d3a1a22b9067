//! The result of a match, and what it says about the players.

use std::fmt;

/// The result of a match, to the first player.
///
/// ```
/// use tavlei_search::Tally;
///
/// let tally = Tally { wins: 60, draws: 20, losses: 20, points: 40 };
/// assert_eq!(tally.score(), 0.7);
/// let (low, high) = tally.interval();
/// assert!(0.6 < low && low < 0.7 && 0.7 < high && high < 0.8);
/// assert_eq!(tally.elo().round(), 147.0);
/// assert_eq!(tally.to_string(), "+60 =20 -20, 70.0 % (60.4 to 78.1), Elo +147 (+73 to +221)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points won minus points lost: a win may be worth more than one.
    pub points: i64,
}

impl Tally {
    /// Counts another game, by its payoff.
    pub fn add(&mut self, payoff: i32) {
        self.points = self.points.saturating_add(i64::from(payoff));
        let games = match payoff {
            1.. => &mut self.wins,
            0 => &mut self.draws,
            _ => &mut self.losses,
        };
        *games = games.saturating_add(1);
    }

    /// How many games were played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The share of the score, 0 to 1, a draw counting half; ½ before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The interval in which the true score lies with 95 % confidence.
    ///
    /// It is Wilson's (1927), which makes sense also when all games are won, as if there were no draws: with draws it is
    /// wider than it need be.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let (n, score) = (f64::from(self.games()), self.score());
        let spread = CONFIDENCE_95 * CONFIDENCE_95 / n;
        let centre = (score + spread / 2.0) / (1.0 + spread);
        let reach = (spread * score * (1.0 - score) + spread * spread / 4.0).sqrt() / (1.0 + spread);
        // At the ends the interval ends, too, but for rounding.
        let low = if score == 0.0 { 0.0 } else { centre - reach };
        let high = if score == 1.0 { 1.0 } else { centre + reach };
        (low, high)
    }

    /// The difference in Elo points that makes the score expected; infinite when all games were won, or all lost.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo(self.score())
    }

    /// The [interval](Self::interval) in Elo points.
    #[must_use]
    pub fn elo_interval(&self) -> (f64, f64) {
        let (low, high) = self.interval();
        (elo(low), elo(high))
    }
}

/// The score as a share, and the difference in Elo points, with their intervals of 95 % confidence.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, .. } = self;
        let (low, high) = self.interval();
        let (elo_low, elo_high) = self.elo_interval();
        write!(
            f,
            "+{wins} ={draws} -{losses}, {:.1} % ({:.1} to {:.1}), Elo {:+.0} ({elo_low:+.0} to {elo_high:+.0})",
            100.0 * self.score(),
            100.0 * low,
            100.0 * high,
            self.elo(),
        )
    }
}

/// A sequential probability ratio test (Wald 1945) between two differences in Elo points.
///
/// The likelihoods are those of the score's mean and variance, draws included (the generalized test that chess programs
/// are tested with).
///
/// ```
/// use tavlei_search::{Sprt, SprtState, Tally};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
/// let tally = |wins, losses| Tally { wins, draws: 20, losses, points: 0 };
/// assert_eq!(sprt.state(&tally(10, 8)), SprtState::Open);
/// assert_eq!(sprt.state(&tally(150, 60)), SprtState::AcceptedElo1);
/// assert_eq!(sprt.state(&tally(60, 150)), SprtState::AcceptedElo0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, a greater one.
    pub elo1: f64,
    /// How often the alternative may be accepted when the null hypothesis is true, between 0 and 1.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted when the alternative is true, between 0 and 1.
    pub beta: f64,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtState {
    /// Nothing is decided yet.
    Open,
    /// The null hypothesis is accepted.
    AcceptedElo0,
    /// The alternative is accepted.
    AcceptedElo1,
}

impl Sprt {
    /// The logarithm of how much likelier the alternative makes the result than the null hypothesis does.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        // Half a game of each result more, so that the variance is never 0.
        let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(|games| f64::from(games) + 0.5);
        let games = wins + draws + losses;
        let mean = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - mean * mean;
        let [score0, score1] = [self.elo0, self.elo1].map(expected_score);
        f64::from(tally.games()) * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// The bounds of the [ratio](Self::log_likelihood_ratio): what is not between them is decided.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a result decides.
    #[must_use]
    pub fn state(&self, tally: &Tally) -> SprtState {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio <= low => SprtState::AcceptedElo0,
            ratio if ratio >= high => SprtState::AcceptedElo1,
            _ => SprtState::Open,
        }
    }
}

/// The quantile of the normal distribution that leaves 2.5 % on each side.
const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_in_the_books() {
        // 81 of 263: 0.2553 to 0.3662 (Newcombe 1998).
        let tally = Tally { wins: 81, losses: 182, ..Tally::default() };
        let (low, high) = tally.interval();
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        // 0 of 20: 0 to 0.1611.
        let (low, high) = Tally { losses: 20, ..Tally::default() }.interval();
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5, "{low} {high}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for points in [-400.0, -35.0, 0.0, 10.0, 191.0] {
            assert!((elo(expected_score(points)) - points).abs() < 1e-9);
        }
        let won = Tally { wins: 3, ..Tally::default() };
        assert_eq!((won.elo(), won.elo_interval().1), (f64::INFINITY, f64::INFINITY));
        let lost = Tally { losses: 3, ..Tally::default() };
        assert_eq!((lost.elo(), lost.elo_interval().0), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        // Nobody is better, and the difference isn't -0.
        assert_eq!(Tally::default().to_string(), "+0 =0 -0, 50.0 % (0.0 to 100.0), Elo +0 (-inf to +inf)");
    }

    #[test]
    fn the_test_errs_as_rarely_as_it_promises() {
        // Games of a player who is exactly as strong as one of the hypotheses says, from a small generator of our own.
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        let mut state = 1u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1u64 << 31) as f64
        };
        for (elo, right) in [(0.0, SprtState::AcceptedElo0), (100.0, SprtState::AcceptedElo1)] {
            let mut errors = 0;
            for _ in 0..400 {
                let mut tally = Tally::default();
                while sprt.state(&tally) == SprtState::Open {
                    let draw = unit() < 0.3;
                    let win = unit() < (expected_score(elo) - 0.15) / 0.7;
                    tally.add(if draw {
                        0
                    } else if win {
                        1
                    } else {
                        -1
                    });
                }
                errors += u32::from(sprt.state(&tally) != right);
            }
            // 20 are expected; 40 would be more than four standard deviations too many.
            assert!(errors < 40, "{errors} of 400 wrong at {elo}");
        }
    }
}
