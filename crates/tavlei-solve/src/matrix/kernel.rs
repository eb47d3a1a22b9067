//! From a basis to a pair of strategies.

use super::Matrix;
use super::basis::Basis;

/// A basis is singular if a pivot is below this share of the range of its payoffs.
const SINGULAR: f64 = 1e-13;

/// A probability below minus this is more than rounding: the basis gives no strategies.
const NEGATIVE: f64 = 1e-9;

/// The shape of the payoffs in a basis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// One of them.
    pub(super) origin: f64,
    /// The greatest distance of another one from it.
    pub(super) range: f64,
}

/// The solver of the square systems that make both sides indifferent.
///
/// With `k` rows and `k` columns in the basis, the column player's strategy solves
/// `Σ_j a_ij y_j = v` for the rows `i` of the basis and `Σ_j y_j = 1`, the row player's the
/// transposed system. Subtracting the first row and the first column takes away the value and
/// the sum and leaves one matrix `D` of size `k − 1`,
///
/// ```text
/// d_ij = (a_ij − a_i0) − (a_0j − a_00),    D y = a_00 − a_i0,    Dᵀ x = a_00 − a_0j,
/// ```
///
/// which is factored once, `P D = L U` with partial pivoting, for both sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// `D` row by row; after the factorisation `U`, and below it `L` without its ones.
    factors: Vec<f64>,
    /// Which row of `D` has come to stand in each row of `factors`.
    order: Vec<usize>,
    /// `x` without its first component; before that, the right-hand side for it.
    rows: Vec<f64>,
    /// `y` without its first component; before that, the right-hand side for it.
    columns: Vec<f64>,
    spare: Vec<f64>,
}

impl Kernel {
    /// Writes the strategies that belong to `basis` to `x` and `y`: nothing negative, the sum 1,
    /// zero outside the basis.
    ///
    /// Gives `None` if the basis is singular or asks for negative probabilities.
    pub(super) fn solve(
        &mut self,
        matrix: Matrix<'_>,
        basis: &Basis,
        x: &mut Vec<f64>,
        y: &mut Vec<f64>,
    ) -> Option<Spread> {
        let spread = self.load(matrix, basis);
        let size = self.order.len();
        if !self.factor(size, SINGULAR * spread.range) {
            return None;
        }
        self.solve_columns(size);
        self.solve_rows(size);
        spread_out(&self.rows, &basis.rows, matrix.rows(), x)?;
        spread_out(&self.columns, &basis.columns, matrix.columns(), y)?;
        Some(spread)
    }

    /// Sets up `D` and both right-hand sides.
    fn load(&mut self, matrix: Matrix<'_>, basis: &Basis) -> Spread {
        let (first, others) = (basis.columns[0], &basis.columns[1..]);
        let base = matrix.row(basis.rows[0]);
        let origin = base[first];
        let mut range = 0.0_f64;
        self.rows.clear();
        for &j in others {
            let fall = origin - base[j];
            range = range.max(fall.abs());
            self.rows.push(fall);
        }
        self.columns.clear();
        self.factors.clear();
        for &i in &basis.rows[1..] {
            let row = matrix.row(i);
            let head = row[first];
            range = range.max((head - origin).abs());
            self.columns.push(origin - head);
            for (&j, &fall) in others.iter().zip(&self.rows) {
                range = range.max((row[j] - origin).abs());
                self.factors.push((row[j] - head) + fall);
            }
        }
        self.order.clear();
        self.order.extend(0..others.len());
        Spread { origin, range }
    }

    /// Factors `D` in place; false if some column has no pivot above `singular`.
    fn factor(&mut self, size: usize, singular: f64) -> bool {
        for step in 0..size {
            let (upper, lower) = self.factors.split_at_mut((step + 1) * size);
            let pivot_row = &mut upper[step * size..];
            let mut best = None;
            let mut greatest = pivot_row[step].abs();
            for (below, row) in lower.chunks_exact(size).enumerate() {
                if row[step].abs() > greatest {
                    (best, greatest) = (Some(below), row[step].abs());
                }
            }
            if greatest.is_nan() || greatest <= singular {
                return false;
            }
            if let Some(below) = best {
                pivot_row.swap_with_slice(&mut lower[below * size..][..size]);
                self.order.swap(step, step + 1 + below);
            }
            let (pivot, pivots) = (pivot_row[step], &pivot_row[step + 1..]);
            for row in lower.chunks_exact_mut(size) {
                let factor = row[step] / pivot;
                row[step] = factor;
                subtract(&mut row[step + 1..], factor, pivots);
            }
        }
        true
    }

    /// Solves `D y = columns`.
    fn solve_columns(&mut self, size: usize) {
        let y = &mut self.spare;
        y.clear();
        y.extend(self.order.iter().map(|&i| self.columns[i]));
        for i in 1..size {
            y[i] -= dot(&self.factors[i * size..], &y[..i]);
        }
        for i in (0..size).rev() {
            let row = &self.factors[i * size..][..size];
            y[i] = (y[i] - dot(&row[i + 1..], &y[i + 1..])) / row[i];
        }
        std::mem::swap(y, &mut self.columns);
    }

    /// Solves `Dᵀ x = rows`.
    fn solve_rows(&mut self, size: usize) {
        let x = &mut self.rows;
        for i in 0..size {
            let row = &self.factors[i * size..][..size];
            x[i] /= row[i];
            let (known, open) = x.split_at_mut(i + 1);
            subtract(open, known[i], &row[i + 1..]);
        }
        for i in (1..size).rev() {
            let (open, known) = x.split_at_mut(i);
            subtract(open, known[0], &self.factors[i * size..][..i]);
        }
        self.spare.clear();
        self.spare.resize(size, 0.0);
        for (&place, &x) in self.order.iter().zip(&*x) {
            self.spare[place] = x;
        }
        std::mem::swap(&mut self.spare, x);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn subtract(from: &mut [f64], factor: f64, numbers: &[f64]) {
    for (from, &number) in from.iter_mut().zip(numbers) {
        *from -= factor * number;
    }
}

/// Puts the probabilities `tail` of all `places` but the first, and what is left for that one,
/// into a strategy of `size` choices.
fn spread_out(tail: &[f64], places: &[usize], size: usize, strategy: &mut Vec<f64>) -> Option<()> {
    let first = 1.0 - tail.iter().sum::<f64>();
    let probabilities = || std::iter::once(first).chain(tail.iter().copied());
    let least = probabilities().fold(f64::INFINITY, |least, p| if p < least { p } else { least });
    if !first.is_finite() || least < -NEGATIVE {
        return None;
    }
    strategy.clear();
    strategy.resize(size, 0.0);
    if least < 0.0 {
        let sum = probabilities().map(|p| p.max(0.0)).sum::<f64>();
        for (&place, p) in places.iter().zip(probabilities()) {
            strategy[place] = p.max(0.0) / sum;
        }
    } else {
        for (&place, p) in places.iter().zip(probabilities()) {
            strategy[place] = p;
        }
    }
    Some(())
}
