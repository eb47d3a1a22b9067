//! Solving a game whose payoffs are expensive, by looking at as few as will prove the value.

use super::basis::Basis;
use super::{LIMIT, Matrix, MatrixError, MatrixSolver, Solution, Support, TIGHT};

/// A game whose payoffs are worked out on demand, for [`MatrixSolver::double_oracle`].
///
/// Any `FnMut(usize, usize) -> f64` that gives the payoff of a row and a column is one without
/// bounds. Bounds that are cheap to get save evaluations: no payoff is beyond a win; and a
/// simultaneous turn is worth no more to a side than if it saw the other's move, and no less
/// than if it showed its own, which plain alpha-beta can tell.
///
/// ```
/// use tavlei_solve::matrix::Oracle;
///
/// /// Payoffs that take long to work out, between a loss and a win.
/// struct Node;
///
/// impl Oracle for Node {
///     fn payoff(&mut self, row: usize, column: usize) -> f64 {
///         if row == column { 1.0 } else { -0.5 }
///     }
///
///     fn bounds(&mut self, _row: usize, _column: usize) -> (f64, f64) {
///         (-1.0, 1.0)
///     }
/// }
/// ```
pub trait Oracle {
    /// The payoff to the row player, which has to be finite. It is asked for at most once for
    /// each row and column.
    fn payoff(&mut self, row: usize, column: usize) -> f64;

    /// The least and the greatest that the payoff can be. If they are equal, it isn't asked for.
    ///
    /// The default knows nothing: −∞ and +∞. May be called more than once for the same row and
    /// column, and then may know more.
    fn bounds(&mut self, row: usize, column: usize) -> (f64, f64) {
        let _ = (row, column);
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

impl<F: FnMut(usize, usize) -> f64> Oracle for F {
    fn payoff(&mut self, row: usize, column: usize) -> f64 {
        self(row, column)
    }
}

/// The value of a game, and the number of payoffs that were evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LazySolution {
    /// The value and the duality gap, as [`MatrixSolver::solve`] gives them. The gap is taken over
    /// the whole matrix: where a payoff was not evaluated, its bound stands for it.
    pub solution: Solution,
    /// How many payoffs were asked for.
    pub evaluated: usize,
}

impl MatrixSolver {
    /// Solves a game of `rows` × `columns` choices, evaluating few of its payoffs.
    ///
    /// The game is first restricted to the rows and columns of `start`, or to one pure pair. The
    /// restricted game is solved, and each side looks for the best response among the choices
    /// outside to the strategy that the other plays inside; what improves is let in. When
    /// nothing does, the strategies are optimal in the whole game. A choice is given up as soon
    /// as the bounds show that it doesn't improve. If `start` still is the support of a
    /// solution, only its rows and columns are evaluated. This is the double-oracle method with
    /// the bounds of Bošanský, Lisý, Lanctot, Čermák and Winands, “Algorithms for computing
    /// strategies in two-player simultaneous move games”, *Artificial Intelligence* 237 (2016).
    ///
    /// Afterwards the strategies and the support are those of the whole game. The solver keeps
    /// room for all `rows · columns` payoffs.
    ///
    /// # Errors
    ///
    /// [`MatrixError::Empty`] without a row or a column, [`MatrixError::Size`] if there is no room,
    /// [`MatrixError::Payoff`] if the oracle gives a payoff that isn't finite or beyond 10¹⁵⁰,
    /// [`MatrixError::Stalled`] as in [`MatrixSolver::solve`].
    ///
    /// ```
    /// use tavlei_solve::matrix::MatrixSolver;
    ///
    /// // Each side names a number; the nearer it is to 50, the better.
    /// let mut payoff = |row: usize, column: usize| column.abs_diff(50) as f64 - row.abs_diff(50) as f64;
    /// let mut solver = MatrixSolver::new();
    /// let lazy = solver.double_oracle(100, 100, &mut payoff, None)?;
    /// assert_eq!(lazy.solution.value, 0.0);
    /// assert_eq!(solver.row_strategy()[50], 1.0);
    /// assert!(lazy.evaluated < 500);
    /// # Ok::<(), tavlei_solve::matrix::MatrixError>(())
    /// ```
    pub fn double_oracle(
        &mut self,
        rows: usize,
        columns: usize,
        oracle: &mut impl Oracle,
        start: Option<Support>,
    ) -> Result<LazySolution, MatrixError> {
        let mut ledger = std::mem::take(&mut self.ledger);
        let result = self.grow(&mut ledger, rows, columns, oracle, start);
        self.ledger = ledger;
        self.or_forget(result)
    }

    fn grow(
        &mut self,
        ledger: &mut Ledger,
        rows: usize,
        columns: usize,
        oracle: &mut impl Oracle,
        start: Option<Support>,
    ) -> Result<LazySolution, MatrixError> {
        if rows == 0 || columns == 0 {
            return Err(MatrixError::Empty { rows, columns });
        }
        if !ledger.open(rows, columns) {
            return Err(MatrixError::Size { rows, columns });
        }
        match start.filter(|start| start.fits(rows, columns)) {
            Some(start) => ledger.inside.set_support(start),
            None => ledger.inside.set(&[0], &[0]),
        }
        // The restricted game only grows at its end, so its last basis stays a basis.
        self.basis.clear();
        self.basis.rows.extend(0..ledger.inside.rows.len());
        self.basis.columns.extend(0..ledger.inside.columns.len());
        loop {
            ledger.restrict(oracle)?;
            let solution = self.solve_again(ledger.restricted())?;
            let slack = 0.5 * solution.gap + TIGHT * ledger.range(solution.value);
            let (upper, lower) = (solution.value + slack, solution.value - slack);
            let row = ledger.best_response(oracle, Side::Row, &self.y, upper)?;
            let column = ledger.best_response(oracle, Side::Column, &self.x, -lower)?;
            ledger.inside.rows.extend(row.choice);
            ledger.inside.columns.extend(column.choice);
            if row.choice.is_none() && column.choice.is_none() {
                ledger.embed(&mut self.x, &mut self.y, &mut self.basis);
                let upper = row.greatest.max(solution.value + 0.5 * solution.gap);
                let lower = (-column.greatest).min(solution.value - 0.5 * solution.gap);
                let value = lower + 0.5 * (upper - lower);
                let solution = Solution { value, gap: upper - lower };
                return Ok(LazySolution { solution, evaluated: ledger.evaluated });
            }
        }
    }
}

/// The known payoffs, and the working memory of the double oracle.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    rows: usize,
    columns: usize,
    /// The whole matrix, NaN where it isn't known.
    payoffs: Vec<f64>,
    evaluated: usize,
    /// The rows and columns of the restricted game; not as many of the one as of the other.
    inside: Basis,
    /// The matrix of the restricted game.
    restricted: Vec<f64>,
    /// The choices that the other side plays, the likeliest first, and the most to be gained
    /// against each.
    plan: Vec<(usize, f64, f64)>,
    spare: Vec<f64>,
}

/// The side that looks for a response. Its gain is the payoff, or minus the payoff.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Row,
    Column,
}

/// The result of [`Ledger::best_response`] outside of the restricted game.
struct Response {
    /// The choice that gains most, if that is more than the threshold.
    choice: Option<usize>,
    /// More than this no choice can gain.
    greatest: f64,
}

impl Ledger {
    /// Forgets all payoffs; returns false if there is no room for `rows` × `columns` of them.
    fn open(&mut self, rows: usize, columns: usize) -> bool {
        (self.rows, self.columns) = (rows, columns);
        self.evaluated = 0;
        self.payoffs.clear();
        let Some(size) = rows.checked_mul(columns) else { return false };
        if self.payoffs.try_reserve(size).is_err() {
            return false;
        }
        self.payoffs.resize(size, f64::NAN);
        true
    }

    /// Evaluates the payoff, if it isn't known yet.
    fn evaluate(&mut self, oracle: &mut impl Oracle, row: usize, column: usize) -> Result<f64, MatrixError> {
        let entry = &mut self.payoffs[row * self.columns + column];
        if entry.is_nan() {
            let (lower, upper) = oracle.bounds(row, column);
            let payoff = if lower == upper {
                upper
            } else {
                self.evaluated += 1;
                oracle.payoff(row, column)
            };
            if payoff.is_nan() || payoff.abs() > LIMIT {
                return Err(MatrixError::Payoff { row, column, payoff });
            }
            *entry = payoff;
        }
        Ok(*entry)
    }

    /// Evaluates the restricted game.
    fn restrict(&mut self, oracle: &mut impl Oracle) -> Result<(), MatrixError> {
        self.restricted.clear();
        for r in 0..self.inside.rows.len() {
            for c in 0..self.inside.columns.len() {
                let payoff = self.evaluate(oracle, self.inside.rows[r], self.inside.columns[c])?;
                self.restricted.push(payoff);
            }
        }
        Ok(())
    }

    #[expect(clippy::expect_used, reason = "it has been evaluated, every row and column of it")]
    fn restricted(&self) -> Matrix<'_> {
        let (rows, columns) = (self.inside.rows.len(), self.inside.columns.len());
        Matrix::new(rows, columns, &self.restricted).expect("the restricted game was evaluated")
    }

    /// Returns how far the payoffs of the restricted game are from `value`.
    fn range(&self, value: f64) -> f64 {
        self.restricted.iter().fold(0.0, |range: f64, payoff| range.max((payoff - value).abs()))
    }

    /// Looks for the choice of `side` outside of the restricted game that gains most against
    /// the other side's `strategy` inside, if that is more than `threshold`.
    fn best_response(
        &mut self,
        oracle: &mut impl Oracle,
        side: Side,
        strategy: &[f64],
        threshold: f64,
    ) -> Result<Response, MatrixError> {
        let choices = match side {
            Side::Row => self.rows,
            Side::Column => self.columns,
        };
        let others = match side {
            Side::Row => &self.inside.columns,
            Side::Column => &self.inside.rows,
        };
        let mut plan = std::mem::take(&mut self.plan);
        plan.clear();
        let played = others.iter().zip(strategy).filter(|&(_, &p)| p > 0.0);
        plan.extend(played.map(|(&other, &p)| (other, p, 0.0)));
        plan.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));

        let mut response = Response { choice: None, greatest: f64::NEG_INFINITY };
        let mut most = threshold;
        for choice in 0..choices {
            let own = match side {
                Side::Row => &self.inside.rows,
                Side::Column => &self.inside.columns,
            };
            if own.contains(&choice) {
                continue;
            }
            let gain = self.gain(oracle, side, choice, &mut plan, most)?;
            response.greatest = response.greatest.max(gain);
            if gain > most {
                (response.choice, most) = (Some(choice), gain);
            }
        }
        self.plan = plan;
        Ok(response)
    }

    /// Returns the gain of `choice` against the plan, or a bound on it that is not above `enough`.
    fn gain(
        &mut self,
        oracle: &mut impl Oracle,
        side: Side,
        choice: usize,
        plan: &mut [(usize, f64, f64)],
        enough: f64,
    ) -> Result<f64, MatrixError> {
        let place = |other| match side {
            Side::Row => (choice, other),
            Side::Column => (other, choice),
        };
        let signed = |payoff: f64| match side {
            Side::Row => payoff,
            Side::Column => -payoff,
        };
        for (other, _, hope) in &mut *plan {
            let (row, column) = place(*other);
            let known = self.payoffs[row * self.columns + column];
            *hope = if known.is_nan() {
                let (lower, upper) = oracle.bounds(row, column);
                let bound = signed(if side == Side::Row { upper } else { lower });
                if bound.is_finite() && lower != upper { bound } else { signed(self.evaluate(oracle, row, column)?) }
            } else {
                signed(known)
            };
        }
        let sum = |plan: &[(usize, f64, f64)]| plan.iter().map(|(_, p, hope)| p * hope).sum::<f64>();
        let mut bound = sum(plan);
        for k in 0..plan.len() {
            if bound <= enough {
                return Ok(bound);
            }
            let (row, column) = place(plan[k].0);
            if self.payoffs[row * self.columns + column].is_nan() {
                plan[k].2 = signed(self.evaluate(oracle, row, column)?);
                bound = sum(plan);
            }
        }
        Ok(bound)
    }

    /// Turns the strategies and the basis of the restricted game into those of the whole game.
    fn embed(&mut self, x: &mut Vec<f64>, y: &mut Vec<f64>, basis: &mut Basis) {
        let sides = [
            (x, &mut basis.rows, &self.inside.rows, self.rows),
            (y, &mut basis.columns, &self.inside.columns, self.columns),
        ];
        for (strategy, members, inside, size) in sides {
            self.spare.clear();
            self.spare.resize(size, 0.0);
            for (&choice, &p) in inside.iter().zip(&*strategy) {
                self.spare[choice] = p;
            }
            std::mem::swap(&mut self.spare, strategy);
            for member in members {
                *member = inside[*member];
            }
        }
    }
}
