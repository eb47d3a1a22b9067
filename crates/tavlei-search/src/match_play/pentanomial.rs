//! Results of pairs of games, and what they say about the players.

/// Counts pairs of games by what the first player scored in them: 0, ½, 1, 1½ or 2.
///
/// The two games of a pair have the same opening and changed colours, so their results depend on each other. Pairs don't
/// depend on each other. Every interval here is therefore an interval for the mean of pairs.
///
/// ```
/// use tavlei_search::Pentanomial;
///
/// let pairs = Pentanomial { counts: [4, 11, 30, 22, 13] };
/// assert_eq!(pairs.total(), 80);
/// assert_eq!(pairs.score(), Some(0.590625));
/// let (low, high) = pairs.interval().expect("there are pairs");
/// assert!((low - 0.5278).abs() < 1e-4 && (high - 0.6491).abs() < 1e-4);
/// assert_eq!(pairs.elo().map(f64::round), Some(64.0));
/// assert!((pairs.likelihood_of_superiority().expect("there are pairs") - 0.9976).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pentanomial {
    /// The number of pairs with 0, ½, 1, 1½ and 2 points for the first player.
    pub counts: [u32; 5],
}

impl Pentanomial {
    /// Counts another pair by the half points of the first player, 0 to 4; other numbers are not counted.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.counts.get_mut(usize::from(half_points)) {
            *count = count.saturating_add(1);
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Returns the mean score of a game, 0 to 1; `None` before the first pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.total() > 0).then(|| Moments::of(self.counts.map(f64::from)).mean)
    }

    /// Returns the interval that holds the expected score with 95 % confidence; `None` before the first pair.
    ///
    /// It is Student's interval for the mean of the pairs, after one pair won 2–0 and one lost 0–2 were added, as Agresti
    /// and Coull (1998) add successes and failures to a proportion. So it has a width also when all pairs end alike. It does
    /// not allow for a match that ends early because of its result.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let Adjusted { mean, error, freedom } = self.adjusted()?;
        let reach = error * student_quantile(freedom);
        Some(((mean - reach).max(0.0), (mean + reach).min(1.0)))
    }

    /// Returns the difference in Elo points that makes the score expected; `None` before the first pair, and when all games
    /// were won or all were lost.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.score().and_then(elo)
    }

    /// Returns the ends of the [interval](Self::interval) in Elo points; `None` for an end that is not bounded.
    #[must_use]
    pub fn elo_interval(&self) -> (Option<f64>, Option<f64>) {
        self.interval().map_or((None, None), |(low, high)| (elo(low), elo(high)))
    }

    /// Returns the likelihood of superiority: how sure it is that the first player is the stronger one, 0 to 1; `None` before
    /// the first pair.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let Adjusted { mean, error, freedom } = self.adjusted()?;
        let t = (mean - 0.5) / error;
        // Student's distribution through the normal one (Abramowitz and Stegun 1964, 26.7.8).
        Some(normal_distribution(t * (1.0 - 0.25 / freedom) / (1.0 + t * t / (2.0 * freedom)).sqrt()))
    }

    fn adjusted(&self) -> Option<Adjusted> {
        if self.total() == 0 {
            return None;
        }
        let [lost, a, b, c, won] = self.counts.map(f64::from);
        let Moments { weight, mean, variance } = Moments::of([lost + 1.0, a, b, c, won + 1.0]);
        let freedom = weight - 1.0;
        Some(Adjusted { mean, error: (variance / freedom).sqrt(), freedom })
    }
}

/// The mean with one pair of each extreme added.
struct Adjusted {
    mean: f64,
    /// The standard error of the mean.
    error: f64,
    /// Degrees of freedom.
    freedom: f64,
}

struct Moments {
    weight: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn of(counts: [f64; 5]) -> Self {
        let scored = || SCORES.iter().zip(counts);
        let weight = counts.iter().sum::<f64>();
        let mean = scored().map(|(score, count)| score * count).sum::<f64>() / weight;
        let variance = scored().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / weight;
        Self { weight, mean, variance }
    }
}

/// The mean score of a game in a pair with 0, ½, 1, 1½ and 2 points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the difference in Elo points that makes a score expected, if there is one.
fn elo(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Returns the score that is expected at a difference in Elo points.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the quantile of Student's distribution that leaves 2.5 % above it, by the Cornish-Fisher expansion (Abramowitz and
/// Stegun 1964, 26.7.5).
fn student_quantile(freedom: f64) -> f64 {
    /// The quantile of the normal distribution, and the polynomials of the expansion at it.
    const NORMAL: f64 = 1.959_963_985;
    const TERMS: [f64; 3] = [2.372_271, 2.822_499, 2.555_850];
    TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom) + NORMAL
}

/// Returns the normal distribution function, to seven digits (Abramowitz and Stegun 1964, 26.2.17).
fn normal_distribution(x: f64) -> f64 {
    const TERMS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
        * TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_those_of_the_tables() {
        for (freedom, quantile, within) in
            [(2.0, 4.303, 0.14), (5.0, 2.571, 0.01), (10.0, 2.228, 1e-3), (100.0, 1.984, 1e-3)]
        {
            assert!((student_quantile(freedom) - quantile).abs() < within, "{freedom}");
        }
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102), (-40.0, 0.0)] {
            assert!((normal_distribution(x) - p).abs() < 1e-7, "{x}");
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for points in [-400.0, -35.0, 0.0, 10.0, 191.0] {
            assert!((elo(expected_score(points)).expect("a score between 0 and 1") - points).abs() < 1e-9);
        }
    }

    #[test]
    fn sides_are_treated_alike() {
        let pairs = Pentanomial { counts: [7, 1, 20, 3, 9] };
        let mut counts = pairs.counts;
        counts.reverse();
        let reversed = Pentanomial { counts };
        let ((low, high), (other_low, other_high)) =
            pairs.interval().zip(reversed.interval()).expect("there are pairs");
        assert!((low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12);
        let superiority =
            pairs.likelihood_of_superiority().zip(reversed.likelihood_of_superiority()).expect("there are pairs");
        assert!((superiority.0 + superiority.1 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_sweep_has_an_interval_and_no_elo() {
        for pairs in [1, 2, 50, u32::MAX] {
            let won = Pentanomial { counts: [0, 0, 0, 0, pairs] };
            let (low, high) = won.interval().expect("there are pairs");
            assert!((0.0..1.0).contains(&low) && high == 1.0 && won.elo().is_none(), "{pairs}");
            let drawn = Pentanomial { counts: [0, 0, pairs, 0, 0] };
            let (low, high) = drawn.interval().expect("there are pairs");
            let superiority = drawn.likelihood_of_superiority().expect("there are pairs");
            assert!(low < 0.5 && high > 0.5 && drawn.elo() == Some(0.0) && (superiority - 0.5).abs() < 1e-7, "{pairs}");
        }
        let none = Pentanomial::default();
        assert_eq!(
            (none.score(), none.interval(), none.likelihood_of_superiority(), none.elo_interval()),
            (None, None, None, (None, None))
        );
    }
}
