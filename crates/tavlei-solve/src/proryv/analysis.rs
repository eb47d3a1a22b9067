//! One position: its value, both strategies, and the proof.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::matrix::{Matrix, MatrixSolver};
use tavlei_game::{Game, Side, Simultaneous};
use tavlei_proryv::{Choice, Position, Turn};

use super::forced_win::{is_win, quickest_win};

/// Something that knows what unfinished positions are worth to White.
pub trait Values {
    /// The value, −1 to 1; `None` when it is not known.
    fn value(&self, position: &Position) -> Option<f64>;
}

impl<V: Values + ?Sized> Values for &V {
    fn value(&self, position: &Position) -> Option<f64> {
        V::value(self, position)
    }
}

impl<V: Values + ?Sized> Values for Arc<V> {
    fn value(&self, position: &Position) -> Option<f64> {
        V::value(self, position)
    }
}

/// The value of a position and the strategies of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The value to White, −1 to 1.
    pub value: f64,
    /// The duality gap of the two strategies over the whole matrix: what they leave open.
    pub gap: f64,
    /// White's choices with the probability that each should be played with, those that are played first.
    pub white: Vec<(Choice, f64)>,
    /// Black's.
    pub black: Vec<(Choice, f64)>,
}

impl Analysis {
    /// A side's choices with their probabilities.
    #[must_use]
    pub fn strategy(&self, side: Side) -> &[(Choice, f64)] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// Why a position could not be analysed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalyseError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// The number of turns is limited, and the values are those of play without a limit (P-12).
    #[error(
        "games that are drawn after {turns} turns are not solved: what is won without the limit may take more turns (P-12)"
    )]
    TurnCap {
        /// The limit.
        turns: u16,
    },
    /// The value of a position that can follow is not known.
    #[error("the value of ‘{0}’ is not known")]
    Unknown(String),
    /// The matrix game of the position could not be solved.
    #[error("the matrix game of the position: {0}")]
    Matrix(String),
}

/// Analyses a position by what the positions are worth that can follow it.
///
/// Where a side wins for sure, its strategy is the choice that brings the win soonest, so that one who plays by the
/// analysis of each position has won at last, and doesn't walk to and fro. (It is looked for among 16,384 positions.)
///
/// # Errors
///
/// [`AnalyseError`].
pub fn analyse(position: &Position, values: &impl Values) -> Result<Analysis, AnalyseError> {
    if let Some(outcome) = position.outcome() {
        return Err(AnalyseError::Over(outcome.to_string()));
    }
    if let Some(turns) = position.rules().turn_cap() {
        return Err(AnalyseError::TurnCap { turns: turns.get() });
    }
    let [white, black] = Side::BOTH.map(|side| position.choices(side));
    let mut payoffs = Vec::with_capacity(white.len() * black.len());
    let unknown = position.for_each_move(|turn: Turn| {
        let after = position.after(&turn);
        let value = match after.outcome() {
            Some(outcome) => Some(f64::from(outcome.payoff(Side::White))),
            None => values.value(&after),
        };
        match value {
            Some(value) => {
                payoffs.push(value);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(after),
        }
    });
    if let ControlFlow::Break(after) = unknown {
        return Err(AnalyseError::Unknown(after.to_string()));
    }
    let matrix =
        Matrix::new(white.len(), black.len(), &payoffs).map_err(|error| AnalyseError::Matrix(error.to_string()))?;
    let mut solver = MatrixSolver::new();
    let solution = solver.solve(matrix).map_err(|error| AnalyseError::Matrix(error.to_string()))?;
    let mut rows = solver.row_strategy().to_vec();
    let mut columns = solver.column_strategy().to_vec();
    let mut gap = solution.gap;
    for (side, choices, strategy) in [(Side::White, &white, &mut rows), (Side::Black, &black, &mut columns)] {
        if is_win(solution.value, side)
            && let Some(quickest) = quickest_win(position, side, values)
        {
            *strategy = choices.iter().map(|choice| f64::from(u8::from(*choice == quickest))).collect();
        }
    }
    if rows != solver.row_strategy() || columns != solver.column_strategy() {
        gap = duality_gap(matrix, &rows, &columns);
    }
    Ok(Analysis {
        value: solution.value,
        gap,
        white: by_probability(white, &rows),
        black: by_probability(black, &columns),
    })
}

/// Returns how much more the best answer to the columns’ strategy gets than the best answer to the rows’ leaves.
fn duality_gap(matrix: Matrix<'_>, rows: &[f64], columns: &[f64]) -> f64 {
    let mut most = f64::NEG_INFINITY;
    let mut by_column = vec![0.0; matrix.columns()];
    for (row, share) in matrix.iter().zip(rows) {
        most = most.max(row.iter().zip(columns).map(|(payoff, share)| payoff * share).sum());
        for (sum, payoff) in by_column.iter_mut().zip(row) {
            *sum += payoff * share;
        }
    }
    most - by_column.into_iter().fold(f64::INFINITY, f64::min)
}

/// The choices with their probabilities, the likelier ones first, and otherwise in their order.
fn by_probability(choices: Vec<Choice>, probabilities: &[f64]) -> Vec<(Choice, f64)> {
    let mut strategy = choices.into_iter().zip(probabilities.iter().copied()).collect::<Vec<_>>();
    strategy.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    strategy
}
