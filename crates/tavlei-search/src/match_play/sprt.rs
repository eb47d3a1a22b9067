//! A sequential test that ends a match once it is decided.

use super::pentanomial::expected_score;

/// A sequential probability ratio test (Wald 1945) between two differences in Elo points, from pairs of games.
///
/// The distribution of the pairs is unknown: draws and the dependence between the games of a pair are the players' own. A
/// likelihood ratio for any distribution is had by tilting it: if pairs score `x` with probability `p(x)` and mean `s0`,
/// then `(1 + λ·(x - s0))·p(x)` is a distribution too, with mean `s1` if `λ = (s1 - s0) / variance`. So the ratio of a pair
/// is `1 + λ·(x - s0)`, whatever `p` is. The variance is estimated from the pairs before. The product of the ratios is a
/// martingale if the null hypothesis is true, and by Ville's inequality (1939) the chance that it ever reaches `1 / alpha`
/// is at most `alpha`, for every distribution of pairs with that mean, or a lower one. The other hypothesis is tested in
/// the same way with its own product. Waudby-Smith and Ramdas (2024) call such a product a betting martingale.
///
/// ```
/// use tavlei_search::{Sprt, SprtState};
///
/// let mut test = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 }.start();
/// for half_points in [2, 4, 3, 2, 4, 1, 4].into_iter().cycle().take(14) {
///     test.add_pair(half_points);
/// }
/// assert_eq!(test.state(), SprtState::Open);
/// (0..20).for_each(|_| test.add_pair(3));
/// assert_eq!(test.state(), SprtState::AcceptedElo1);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, a greater one.
    pub elo1: f64,
    /// The probability, at most, of accepting the alternative when the null hypothesis is true; between 0 and 1.
    pub alpha: f64,
    /// The probability, at most, of accepting the null hypothesis when the alternative is true; between 0 and 1.
    pub beta: f64,
}

impl Sprt {
    /// Starts the test with no pair.
    #[must_use]
    pub fn start(&self) -> SequentialTest {
        SequentialTest { sprt: *self, evidence: [0.0; 2], pairs: 0.0, sum: 0.0, squares: 0.0, state: SprtState::Open }
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtState {
    /// Nothing is decided yet.
    Open,
    /// The null hypothesis is accepted.
    AcceptedElo0,
    /// The alternative is accepted.
    AcceptedElo1,
}

/// A [test](Sprt) under way. What it has decided stays decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    /// The logarithms of the products against the null hypothesis and against the alternative.
    evidence: [f64; 2],
    pairs: f64,
    sum: f64,
    squares: f64,
    state: SprtState,
}

/// Before the first pairs the variance is taken for that of two independent games without draws, 1/8, as if that number of pairs
/// had shown it.
const PRIOR_PAIRS: f64 = 4.0;
const PRIOR_VARIANCE: f64 = 0.125;

/// A pair multiplies neither product by less than this, so that no single pair can undo all others.
const LEAST_RATIO: f64 = 0.1;

impl SequentialTest {
    /// Returns what is tested.
    #[must_use]
    pub const fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// Takes another pair into account, by the half points of the first player, 0 to 4. More count as 4.
    ///
    /// Pairs count in the order of play: each is judged by the variance of those before it.
    pub fn add_pair(&mut self, half_points: u8) {
        if self.state != SprtState::Open {
            return;
        }
        let x = f64::from(half_points.min(4)) / 4.0;
        let [score0, score1] = [self.sprt.elo0, self.sprt.elo1].map(expected_score);
        let tilt = self.tilt((score1 - score0).max(0.0));
        let tilts = [tilt.min((1.0 - LEAST_RATIO) / score0), tilt.min((1.0 - LEAST_RATIO) / (1.0 - score1))];
        self.evidence[0] += (tilts[0] * (x - score0)).ln_1p();
        self.evidence[1] += (tilts[1] * (score1 - x)).ln_1p();
        self.pairs += 1.0;
        self.sum += x;
        self.squares += x * x;
        let [against0, against1] = self.evidence;
        let [needed0, needed1] = self.needed();
        if against0 >= needed0 {
            self.state = SprtState::AcceptedElo1;
        } else if against1 >= needed1 {
            self.state = SprtState::AcceptedElo0;
        }
    }

    /// Returns how much likelier a point more makes a pair, for hypotheses so far apart: the first terms of what makes the
    /// product grow fastest.
    fn tilt(&self, difference: f64) -> f64 {
        let mean = if self.pairs > 0.0 { self.sum / self.pairs } else { 0.0 };
        let deviations = (self.squares - self.sum * mean).max(0.0);
        let variance = (deviations + PRIOR_PAIRS * PRIOR_VARIANCE) / (self.pairs + PRIOR_PAIRS);
        difference / (variance + difference * difference)
    }

    /// Returns what the pairs so far decide.
    #[must_use]
    pub const fn state(&self) -> SprtState {
        self.state
    }

    /// Returns the logarithms of the products against the null hypothesis and against the alternative.
    #[must_use]
    pub const fn log_evidence(&self) -> [f64; 2] {
        self.evidence
    }

    /// Returns what the [evidence](Self::log_evidence) must reach to decide: the logarithms of `1 / alpha` and `1 / beta`.
    #[must_use]
    pub fn needed(&self) -> [f64; 2] {
        [self.sprt.alpha, self.sprt.beta].map(|error| -error.ln())
    }
}
