//! The proof that a pair of strategies is optimal, taken over the whole matrix.

use super::Matrix;

/// The guarantees of two strategies, measured from an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarantee {
    /// `min_j (xᵀA)_j`: the row player gets at least this.
    pub(super) lower: f64,
    /// `max_i (A y)_i`: the column player pays at most this.
    pub(super) upper: f64,
}

impl Guarantee {
    /// Measures `x` and `y` against every pure answer.
    ///
    /// The payoffs are taken relative to `origin`, which should lie among them: a game whose
    /// payoffs are large and nearly equal is then measured as exactly as the same game around
    /// zero. Every payoff is read; if one is not finite, neither are the bounds.
    pub(super) fn measure(matrix: Matrix<'_>, origin: f64, x: &[f64], y: &[f64], levels: &mut Vec<f64>) -> Self {
        levels.clear();
        levels.resize(matrix.columns(), 0.0);
        let mut upper = f64::NEG_INFINITY;
        // The maximum passes a NaN over, and a row that pays −∞; a sum keeps them.
        let mut sum = 0.0;
        for (row, &p) in matrix.iter().zip(x) {
            let level = expectation(row, y, origin);
            upper = upper.max(level);
            sum += level;
            if p != 0.0 {
                for (level, &payoff) in levels.iter_mut().zip(row) {
                    *level += p * (payoff - origin);
                }
            }
        }
        if !sum.is_finite() {
            return Self { lower: f64::NAN, upper: f64::NAN };
        }
        Self { lower: levels.iter().copied().fold(f64::INFINITY, f64::min), upper }
    }

    /// Returns how far the two bounds are apart.
    pub(super) fn gap(self) -> f64 {
        if self.upper < self.lower { 0.0 } else { self.upper - self.lower }
    }

    /// The number half-way between the bounds.
    pub(super) fn middle(self) -> f64 {
        self.lower + 0.5 * (self.upper - self.lower)
    }
}

/// `Σ_j y_j (row_j − origin)`, in four interleaved sums.
fn expectation(row: &[f64], y: &[f64], origin: f64) -> f64 {
    let (row, row_rest) = row.as_chunks::<4>();
    let (y, y_rest) = y.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (row, y) in row.iter().zip(y) {
        for lane in 0..4 {
            sums[lane] += y[lane] * (row[lane] - origin);
        }
    }
    for (payoff, y) in row_rest.iter().zip(y_rest) {
        sums[0] += y * (payoff - origin);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
