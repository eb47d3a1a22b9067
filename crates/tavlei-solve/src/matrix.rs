//! Zero-sum matrix games: value, both optimal strategies, and a proof.
//!
//! In a matrix game the row player chooses a row, the column player at the same time a column,
//! and the row player gets the payoff that stands there from the column player. In general both
//! have to choose at random. A pair of strategies `x`, `y` proves what the game is worth: the
//! row player is sure of `min_j (xᵀA)_j` and the column player never pays more on average than
//! `max_i (A y)_i`. The distance between the two is the *duality gap*, and where it is zero both
//! strategies are optimal. [`MatrixSolver::solve`] measures it over the whole matrix for every game it
//! solves, apart from how it found the strategies.
//!
//! ```
//! use tavlei_solve::matrix::{Matrix, MatrixSolver};
//!
//! // Rock, paper, scissors, where winning with rock counts double.
//! let payoffs = [0.0, -1.0, 2.0, 1.0, 0.0, -1.0, -2.0, 1.0, 0.0];
//! let mut solver = MatrixSolver::new();
//! let solution = solver.solve(Matrix::new(3, 3, &payoffs)?)?;
//! assert!(solution.value.abs() < 1e-15);
//! assert!(solution.gap < 1e-15);
//! for (p, expected) in solver.row_strategy().iter().zip([0.25, 0.5, 0.25]) {
//!     assert!((p - expected).abs() < 1e-15);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How a game is solved
//!
//! Each stage only proposes a *basis*, the rows and columns that are to make each other
//! indifferent. One small linear system, solved by LU decomposition with partial pivoting, turns
//! the basis into strategies, and the gap accepts or refuses them.
//!
//! 1. A support that was given is tried first ([`MatrixSolver::solve_from`]).
//! 2. A saddle point, which is all there is to a game with one row or one column.
//! 3. Two rows or two columns: the corner of an envelope of lines, exactly. Small games come to
//!    this by iterated dominance. (In larger ones a step of the simplex is cheaper than the search
//!    for dominated strategies; [`Matrix::undominated`] does it for any size.)
//! 4. A dense simplex on the condensed tableau, with Dantzig's rule, and Bland's where it stalls.
//!    It starts from the support that was given, if there was one. If its basis doesn't pass, a
//!    new tableau is made in that basis and the simplex goes on with finer tolerances.
//!
//! Where payoffs are expensive, [`MatrixSolver::double_oracle`] looks at as few as will do.

mod basis;
mod certificate;
mod dominance;
mod double_oracle;
mod game;
mod kernel;
mod narrow;
mod pure_values;
mod tableau;

use thiserror::Error;

pub use basis::Support;
pub use double_oracle::{LazySolution, Oracle};
pub use game::{Matrix, ShapeError};

use basis::Basis;
use certificate::Guarantee;
use double_oracle::Ledger;
use kernel::Kernel;
use pure_values::PureValues;
use tableau::{Precision, Tableau};

/// The greatest magnitude of a payoff, so that no sum of products overflows.
const LIMIT: f64 = 1e150;

/// Guarantees of pure strategies that differ by no more than this count as equal.
const TINY: f64 = 1e-290;

/// A gap of this share of the range of the payoffs in the basis is all rounding.
const TIGHT: f64 = 1e-13;

/// The greatest gap of a solution, as a share of the range of all payoffs.
const LOOSE: f64 = 1e-10;

/// Up to this many payoffs it is cheaper to strike dominated choices out than to do without.
const SMALL: usize = 12;

/// If the basis that the simplex found does not pass, it goes on with the next of these.
const PRECISIONS: [Precision; 4] = [
    Precision { sign: 1e-12, pivot: 1e-9 },
    Precision { sign: 1e-13, pivot: 1e-11 },
    Precision { sign: 1e-15, pivot: 1e-12 },
    Precision { sign: 0.0, pivot: 1e-13 },
];

/// The value of a game for the row player, with its error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The middle between what the two strategies guarantee. The true value of the game is no
    /// further away than half the gap.
    pub value: f64,
    /// The duality gap: by how much `max_i (A y)_i` exceeds `min_j (xᵀA)_j`, over all rows and
    /// columns. Never negative; for payoffs between −1 and 1 usually about 10⁻¹⁵ or zero.
    pub gap: f64,
}

/// Why a game was not solved.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MatrixError {
    /// A payoff is NaN, infinite, or greater than 10¹⁵⁰ in magnitude.
    #[error("the payoff {payoff} in row {row}, column {column} is not between -1e150 and 1e150")]
    Payoff {
        /// The row it stands in, counted from 0.
        row: usize,
        /// The column it stands in, counted from 0.
        column: usize,
        /// The payoff.
        payoff: f64,
    },
    /// Rounding kept the gap above 10⁻¹⁰ of the range of the payoffs. No such game is known.
    #[error("the duality gap stays at {gap}")]
    Stalled {
        /// The least gap that was reached.
        gap: f64,
    },
    /// A side has nothing to choose from (where there is no [`Matrix`] that ensures it).
    #[error("a game of {rows} × {columns} choices has no payoffs")]
    Empty {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// The payoffs do not fit into memory (where there is no [`Matrix`] that holds them).
    #[error("a game of {rows} × {columns} choices does not fit into memory")]
    Size {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
}

/// Solves matrix games one after the other, and holds the strategies of the last one.
///
/// A solver keeps the room it works in, so that once it has solved the largest game it allocates
/// nothing. What it answers depends on what it is asked alone: [`solve`](Self::solve) on the
/// matrix, [`solve_from`](Self::solve_from) on the matrix and the support. So the solvers of
/// several threads agree, in whatever order they take the games.
#[derive(Clone, Debug, Default)]
pub struct MatrixSolver {
    /// A gap that is good enough, however large the payoffs are.
    tolerance: f64,
    basis: Basis,
    x: Vec<f64>,
    y: Vec<f64>,
    pure_values: PureValues,
    kernel: Kernel,
    tableau: Tableau,
    /// The best basis so far that the simplex has come to.
    best: Basis,
    rows: Vec<usize>,
    columns: Vec<usize>,
    levels: Vec<f64>,
    ledger: Ledger,
}

impl MatrixSolver {
    /// A solver that has solved nothing yet. It stops where only rounding is left of the gap.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver that takes any strategies with a gap of at most `gap`, in units of the payoffs.
    ///
    /// Early sweeps of a value iteration keep more supports with it. The gap that a [`Solution`]
    /// tells stays the true one.
    #[must_use]
    pub fn with_tolerance(gap: f64) -> Self {
        Self { tolerance: gap, ..Self::default() }
    }

    /// The probabilities with which the row player chooses each row in the game solved last.
    ///
    /// They are not negative and sum to 1 within rounding. Empty before the first game and after
    /// an error.
    #[must_use]
    pub fn row_strategy(&self) -> &[f64] {
        &self.x
    }

    /// The probabilities with which the column player chooses each column; as
    /// [`row_strategy`](Self::row_strategy).
    #[must_use]
    pub fn column_strategy(&self) -> &[f64] {
        &self.y
    }

    /// The support that the solution rests on, to solve a similar game
    /// [from](Self::solve_from).
    ///
    /// `None` before the first game, after an error, and if the support reaches beyond the 64th
    /// row or column.
    #[must_use]
    pub fn support(&self) -> Option<Support> {
        self.basis.support()
    }

    /// Solves a game.
    ///
    /// The gap of the solution is at most 10⁻¹⁰ of the range of the payoffs, or 10⁻¹⁵ of their
    /// magnitude where that is more, and normally as small as rounding lets it be.
    ///
    /// # Errors
    ///
    /// [`MatrixError::Payoff`] if a payoff is not finite or beyond 10¹⁵⁰, [`MatrixError::Stalled`]
    /// if rounding prevents a solution.
    ///
    /// ```
    /// use tavlei_solve::matrix::{Matrix, MatrixError, MatrixSolver};
    ///
    /// let mut solver = MatrixSolver::new();
    /// let saddle = [4.0, 2.0, 5.0, 0.0, 1.0, 9.0];
    /// assert_eq!(solver.solve(Matrix::new(2, 3, &saddle)?)?.value, 2.0);
    /// assert_eq!(solver.column_strategy(), [0.0, 1.0, 0.0]);
    ///
    /// let broken = [1.0, f64::NAN];
    /// let error = solver.solve(Matrix::new(1, 2, &broken)?).unwrap_err();
    /// assert!(matches!(error, MatrixError::Payoff { row: 0, column: 1, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, matrix: Matrix<'_>) -> Result<Solution, MatrixError> {
        let result = self.solve_cold(matrix);
        self.or_forget(result)
    }

    /// Solves a game, trying first whether `support` still is the support of a solution.
    ///
    /// That takes a fraction of the time of [`solve`](Self::solve). If it no longer is, the
    /// simplex goes on from there. A support that doesn't fit the game at all is ignored. Of
    /// several solutions it may find another one than `solve`, with the same value.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), but a finite payoff beyond 10¹⁵⁰ passes where it cannot make a
    /// difference.
    ///
    /// ```
    /// use tavlei_solve::matrix::{Matrix, MatrixSolver};
    ///
    /// let mut solver = MatrixSolver::new();
    /// solver.solve(Matrix::new(2, 2, &[3.0, 1.0, 0.0, 2.0])?)?;
    /// let support = solver.support().expect("the game is small");
    /// let solution = solver.solve_from(Matrix::new(2, 2, &[3.0, 1.0, 0.0, 4.0])?, support)?;
    /// assert_eq!(solution.value, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_from(&mut self, matrix: Matrix<'_>, support: Support) -> Result<Solution, MatrixError> {
        if !support.fits(matrix.rows(), matrix.columns()) {
            return self.solve(matrix);
        }
        self.basis.set_support(support);
        self.solve_again(matrix)
    }

    /// Solves a game, trying first the support of the game solved last, however large it is.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_again(&mut self, matrix: Matrix<'_>) -> Result<Solution, MatrixError> {
        let result = if self.basis.fits(matrix.rows(), matrix.columns()) {
            self.solve_warm(matrix)
        } else {
            self.solve_cold(matrix)
        };
        self.or_forget(result)
    }

    /// Holds nothing after an error.
    fn or_forget<T>(&mut self, result: Result<T, MatrixError>) -> Result<T, MatrixError> {
        if result.is_err() {
            self.basis.clear();
            self.x.clear();
            self.y.clear();
        }
        result
    }

    fn solve_cold(&mut self, matrix: Matrix<'_>) -> Result<Solution, MatrixError> {
        if let Some(solution) = self.saddle(matrix)? {
            return Ok(solution);
        }
        if self.narrow(matrix)
            && let Some((solution, true)) = self.certify(matrix)
        {
            return Ok(solution);
        }
        self.basis.clear();
        self.simplex(matrix)
    }

    fn solve_warm(&mut self, matrix: Matrix<'_>) -> Result<Solution, MatrixError> {
        if let Some((solution, true)) = self.certify(matrix) {
            return Ok(solution);
        }
        if let Some(solution) = self.saddle(matrix)? {
            return Ok(solution);
        }
        self.simplex(matrix)
    }

    /// Surveys the matrix and takes a saddle point, if there is one.
    fn saddle(&mut self, matrix: Matrix<'_>) -> Result<Option<Solution>, MatrixError> {
        if !self.pure_values.take(matrix, LIMIT) {
            return Err(out_of_range(matrix));
        }
        let (row, floor) = self.pure_values.maximin();
        let (column, ceiling) = self.pure_values.minimax();
        if ceiling - floor > TINY {
            return Ok(None);
        }
        self.basis.set(&[row], &[column]);
        Ok(self.certify(matrix).map(|(solution, _)| solution))
    }

    /// Sets an optimal basis if the game has two rows or two columns, or comes to that.
    fn narrow(&mut self, matrix: Matrix<'_>) -> bool {
        let wide = matrix.rows() > 2 && matrix.columns() > 2;
        if wide && matrix.payoffs().len() > SMALL {
            return false;
        }
        self.rows.clear();
        self.rows.extend(0..matrix.rows());
        self.columns.clear();
        self.columns.extend(0..matrix.columns());
        if wide {
            dominance::strike_out(matrix, &mut self.rows, &mut self.columns);
        }
        narrow::solve(matrix, &self.rows, &self.columns, &mut self.basis)
    }

    /// Runs the simplex, from the basis if there is one. The matrix must have been surveyed.
    fn simplex(&mut self, matrix: Matrix<'_>) -> Result<Solution, MatrixError> {
        let range = self.pure_values.range();
        let scale = power_of_two_over(range);
        let mut best: Option<Solution> = None;
        let mut stands = false;
        for precision in PRECISIONS {
            if !stands && (self.basis.is_empty() || !self.tableau.load(matrix, scale, &self.basis, precision)) {
                self.tableau.load_pure(matrix, scale, &self.pure_values);
            }
            let moved = self.tableau.optimise(precision);
            if stands && !moved {
                continue;
            }
            // A tableau that has moved has gathered rounding: the next round makes a new one.
            stands = !moved;
            self.tableau.basis(&mut self.basis);
            match self.certify(matrix) {
                Some((solution, true)) => return Ok(solution),
                Some((solution, false)) if best.is_none_or(|best| solution.gap < best.gap) => {
                    best = Some(solution);
                    self.best.copy(&self.basis);
                }
                _ => {}
            }
        }
        match best {
            Some(solution) if solution.gap <= LOOSE * range => {
                self.basis.copy(&self.best);
                self.certify(matrix);
                Ok(solution)
            }
            _ => Err(MatrixError::Stalled { gap: best.map_or(range, |best| best.gap) }),
        }
    }

    /// Makes the strategies of the basis and measures them; true if rounding is all that is left
    /// of the gap. `None` if the basis gives no strategies.
    fn certify(&mut self, matrix: Matrix<'_>) -> Option<(Solution, bool)> {
        let spread = self.kernel.solve(matrix, &self.basis, &mut self.x, &mut self.y)?;
        let guarantee = Guarantee::measure(matrix, spread.origin, &self.x, &self.y, &mut self.levels);
        let solution = Solution { value: spread.origin + guarantee.middle(), gap: guarantee.gap() };
        let rounding = TIGHT * spread.range + 4.0 * f64::EPSILON * spread.origin.abs();
        Some((solution, solution.gap <= rounding.max(self.tolerance)))
    }
}

/// The power of two that brings `range`, which must be a normal number, to between 1 and 2.
fn power_of_two_over(range: f64) -> f64 {
    let exponent = range.to_bits() >> 52;
    f64::from_bits((2046 - exponent) << 52)
}

/// The error of the first payoff that is not finite or too large.
fn out_of_range(matrix: Matrix<'_>) -> MatrixError {
    let bad = |payoff: &f64| payoff.is_nan() || payoff.abs() > LIMIT;
    let place = matrix.payoffs().iter().position(bad).unwrap_or_default();
    let (row, column) = (place / matrix.columns(), place % matrix.columns());
    MatrixError::Payoff { row, column, payoff: matrix.payoffs()[place] }
}
