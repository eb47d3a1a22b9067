//! One position: its value, both strategies, and the proof.

use std::ops::ControlFlow;

use tavlei_game::{Game, Side, Simultaneous};
use tavlei_proryv::{Choice, Position, Turn};
use tavlei_search::matrix::{Matrix, Solver};

/// Something that knows what unfinished positions are worth to White.
pub trait Values {
    /// The value, −1 to 1; `None` when it is not known.
    fn value(&self, position: &Position) -> Option<f64>;
}

/// What a position is worth, and how to play it.
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
    /// The value of a position that can follow is not known.
    #[error("the value of ‘{0}’ is not known")]
    Unknown(String),
    /// The matrix game of the position could not be solved.
    #[error("the matrix game of the position: {0}")]
    Matrix(String),
}

/// Analyses a position by what the positions are worth that can follow it.
///
/// # Errors
///
/// [`AnalyseError`].
#[expect(clippy::arithmetic_side_effects, reason = "a side has at most 64 × 8 + 1 choices")]
pub fn analyse(position: &Position, values: &impl Values) -> Result<Analysis, AnalyseError> {
    if let Some(outcome) = position.outcome() {
        return Err(AnalyseError::Over(outcome.to_string()));
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
    let mut solver = Solver::new();
    let solution = solver.solve(matrix).map_err(|error| AnalyseError::Matrix(error.to_string()))?;
    Ok(Analysis {
        value: solution.value,
        gap: solution.gap,
        white: by_probability(white, solver.row_strategy()),
        black: by_probability(black, solver.column_strategy()),
    })
}

/// The choices with their probabilities, the likelier ones first, and otherwise in their order.
fn by_probability(choices: Vec<Choice>, probabilities: &[f64]) -> Vec<(Choice, f64)> {
    let mut strategy = choices.into_iter().zip(probabilities.iter().copied()).collect::<Vec<_>>();
    strategy.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    strategy
}
