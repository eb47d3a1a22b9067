//! How a game has ended.

use std::fmt::Display;

use pyo3::prelude::*;
use tavlei::game::{Score, Side, Termination};

use crate::errors;

/// The end of a game: the winner, the points, and the reason.
///
/// `kind` says by what the game has ended: `board` (the rules, in this position), `claim`, `agreement`, `resignation`,
/// `time`, `abandonment` or `adjudication`.
#[pyclass(frozen, eq, hash, module = "tavlei")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Outcome {
    score: Score,
    reason: String,
    kind: &'static str,
}

impl Outcome {
    pub(crate) fn on_board<R: Display>(outcome: &tavlei::game::Outcome<R>) -> Self {
        Self { score: outcome.score(), reason: outcome.reason().to_string(), kind: "board" }
    }

    pub(crate) fn of<R: Display>(termination: &Termination<R>) -> Self {
        let score = termination.score();
        let kind = match termination {
            Termination::OnBoard(outcome) => return Self::on_board(outcome),
            Termination::Claimed(_) => "claim",
            Termination::Agreed => "agreement",
            Termination::Resigned(_) => "resignation",
            Termination::OutOfTime(_) => "time",
            Termination::Abandoned(_) => "abandonment",
            _ => "adjudication",
        };
        // The text is `1-0: Black resigns`.
        let text = termination.to_string();
        let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason).to_string();
        Self { score, reason, kind }
    }
}

#[pymethods]
impl Outcome {
    /// The winner, `white` or `black`; None for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.score.winner().map(Side::name)
    }

    /// The points that the winner gets; 0 for a draw.
    #[getter]
    fn points(&self) -> i32 {
        self.score.payoff(Side::White).abs()
    }

    /// Why the game is over.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// The score as records write it: `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`.
    #[getter]
    fn score(&self) -> String {
        self.score.to_string()
    }

    /// By what the game has ended.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// Returns the payoff of a side: its points, or minus those of its opponent.
    fn payoff(&self, side: &str) -> PyResult<i32> {
        Ok(self.score.payoff(errors::side(side)?))
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.score, self.reason)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {self_}>", self_ = self.__str__())
    }
}
