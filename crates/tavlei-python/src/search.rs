//! Searches and proofs, and what they return.

use pyo3::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei::game::{History, Notation, Sequential};
use tavlei::search::{AlphaBeta, Evaluation, Options, Uct};

use crate::errors;
use crate::long_running;
use crate::position::Supported;

/// The result of a search: the best move, the line that it begins, and the value to the side to move.
#[pyclass(frozen, eq, module = "tavlei", get_all)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Best {
    /// The best move.
    r#move: String,
    /// The best play of both sides, as far as it was seen; its first move is the best.
    line: Vec<String>,
    /// The value to the side to move in centi-units, about hundredths of a piece; None if the end is forced or the
    /// method does not estimate.
    score: Option<i32>,
    /// The payoff of the side to move if the end is forced, otherwise None.
    payoff: Option<i32>,
    /// The number of plies to a forced end, if it is known.
    plies: Option<u32>,
    /// The mean result of random games, -1 to 1, to the side to move; None for alpha-beta.
    mean: Option<f64>,
    /// The depth of the last complete iteration; 0 for uct.
    depth: u32,
    /// The number of positions that were searched, or of iterations.
    nodes: u64,
    /// The time that it took.
    seconds: f64,
}

#[pymethods]
impl Best {
    fn __repr__(&self) -> String {
        let value = match (self.payoff, self.score, self.mean) {
            (Some(payoff), ..) => format!("payoff {payoff}"),
            (None, Some(score), _) => format!("score {score}"),
            (None, None, mean) => format!("mean {:.3}", mean.unwrap_or_default()),
        };
        format!("<Best {}: {value}>", self.r#move)
    }
}

/// The arguments of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) time: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl Effort {
    /// The time that a search takes if nothing limits it, in seconds.
    const TIME: f64 = 1.0;

    /// The same with a time if nothing else limits the search.
    pub(crate) fn limited(mut self, depth_ends_it: bool) -> Self {
        if self.time.is_none() && self.nodes.is_none() && (self.depth.is_none() || !depth_ends_it) {
            self.time = Some(Self::TIME);
        }
        self
    }
}

/// Finds the best move of a game in which the sides take turns.
pub(crate) fn best<G, E>(
    py: Python<'_>,
    history: History<G>,
    method: &str,
    effort: Effort,
    evaluation: E,
) -> PyResult<Best>
where
    G: Sequential + Supported,
    E: Evaluation<G> + Send + Sync + 'static,
{
    if let Some(end) = history.termination() {
        return Err(crate::errors::types::GameOverError::new_err(format!("the game is over: {end}")));
    }
    match method {
        "alpha-beta" => alpha_beta(py, history, effort.limited(true), evaluation),
        "uct" => uct(py, history, effort.limited(false)),
        other => Err(errors::general(format_args!(
            "there is no method ‘{}’; there are alpha-beta and uct",
            other.escape_debug()
        ))),
    }
}

fn alpha_beta<G, E>(py: Python<'_>, history: History<G>, effort: Effort, evaluation: E) -> PyResult<Best>
where
    G: Sequential + Supported,
    E: Evaluation<G> + Send + Sync + 'static,
{
    let position = history.position().clone();
    let report = long_running::run(py, move |stop| {
        let limits = long_running::limits(effort.time, effort.depth, effort.nodes, stop)?;
        let options = Options::default().with_threads(long_running::threads(effort.threads));
        PyResult::Ok(AlphaBeta::with_options(evaluation, options).search(&history, &limits))
    })??;
    let Some(best) = report.best() else { return Err(errors::internal("a search without a move")) };
    let line = line(&position, &best.moves);
    let forced = best.value.forced();
    Ok(Best {
        r#move: line.first().cloned().unwrap_or_default(),
        line,
        score: best.value.units(),
        payoff: forced.map(|forced| forced.payoff),
        plies: forced.map(|forced| forced.plies),
        mean: None,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
    })
}

fn uct<G>(py: Python<'_>, history: History<G>, effort: Effort) -> PyResult<Best>
where
    G: Sequential + Supported,
{
    let position = history.position().clone();
    let report = long_running::run(py, move |stop| {
        let limits = long_running::limits(effort.time, None, effort.nodes, stop)?;
        let mut rng = StdRng::seed_from_u64(effort.seed);
        PyResult::Ok(Uct::default().search(&history, &limits, &mut rng))
    })??;
    let Some(best) = report.moves.first() else { return Err(errors::internal("a search without a move")) };
    let text = position.move_text(&best.mv);
    Ok(Best {
        line: vec![text.clone()],
        r#move: text,
        score: None,
        payoff: None,
        plies: None,
        mean: Some(best.value),
        depth: 0,
        nodes: report.iterations,
        seconds: report.time.as_secs_f64(),
    })
}

/// Writes a line of moves that begins in a position.
pub(crate) fn line<G: Notation>(start: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = start.clone();
    let write = |mv: &G::Move| {
        let text = position.move_text(mv);
        position.play_unchecked(mv);
        text
    };
    moves.iter().map(write).collect()
}

/// The result of a proof: bounds on the value of a position to White.
#[pyclass(frozen, eq, module = "tavlei.ashtarashki", get_all)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proof {
    /// The payoff of White with best play of both sides; None if it is not proven.
    payoff: Option<i32>,
    /// The least that White gets.
    least: i32,
    /// The most that White can get.
    most: i32,
    /// The best play to the end; empty if the payoff is not proven.
    line: Vec<String>,
    /// The number of positions that were looked into.
    nodes: u64,
    /// The time that it took.
    seconds: f64,
}

#[pymethods]
impl Proof {
    fn __repr__(&self) -> String {
        match self.payoff {
            Some(payoff) => format!("<Proof payoff {payoff}>"),
            None => format!("<Proof payoff {} to {}>", self.least, self.most),
        }
    }
}

/// Proves the value of a position of Ashtarashki.
pub(crate) fn prove(
    py: Python<'_>,
    start: &tavlei::ashtarashki::Position,
    time: Option<f64>,
    nodes: Option<u64>,
    table_bytes: usize,
) -> PyResult<Proof> {
    use tavlei::game::Side;
    use tavlei::solve::{AshtarashkiHints, ProofSolver};

    let position = *start;
    let proof = long_running::run(py, move |stop| {
        let limits = long_running::limits(time, None, nodes, stop)?;
        let solver = ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), table_bytes);
        let mut solver = solver
            .ok_or_else(|| errors::solve(format_args!("there is no memory for a table of {table_bytes} bytes")))?;
        solver.solve(&position, &limits).map_err(errors::solve)
    })??;
    let (least, most) = proof.value.bounds(Side::White);
    Ok(Proof {
        payoff: proof.value.payoff(Side::White),
        least,
        most,
        line: line(start, &proof.line),
        nodes: proof.nodes,
        seconds: proof.time.as_secs_f64(),
    })
}
