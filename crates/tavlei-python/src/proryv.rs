//! `tavlei.proryv`: both sides choose at once.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei::game::{ChoiceNotation, Entry, Game, History, Side, Simultaneous};
use tavlei::geometry::rect::Square;
use tavlei::proryv::{Choice, Position, Rules, Turn};
use tavlei::search::{Mixed, SimultaneousMcts};
use tavlei::solve::matrix::{Matrix, MatrixSolver};
use tavlei::solve::proryv::{AnalyseError, SolveError, Solver, SweepProgress, Tablebase, Values};
use tavlei_render::Scene;

use crate::encoding::{Encoded, Planes, State};
use crate::position::{Supported, position_class};
use crate::search::Effort;
use crate::{encoding, errors, long_running, numpy};

impl Supported for Position {
    fn pieces(&self, side: Side) -> BTreeMap<String, String> {
        self.men_of(side).iter().map(|square| (square.to_string(), "man".to_string())).collect()
    }

    fn scene_of_move(&self, turn: &Turn) -> Scene {
        Scene::of_turn(self, turn)
    }

    fn ends_of_move(&self, turn: &Turn) -> Vec<String> {
        let ends = [turn.white, turn.black].into_iter().filter_map(|choice| match choice {
            Choice::Step { from, to } => Some([from, to]),
            Choice::Pass => None,
        });
        ends.flatten().map(|square| square.to_string()).collect()
    }
}

/// The directions of a step, files and ranks: clockwise from White's forward.
const DIRECTIONS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Encoded for Position {
    const PLANES: usize = 3;

    fn action_count(rules: &Rules) -> usize {
        let board = rules.board();
        usize::from(board.files()) * usize::from(board.ranks()) * DIRECTIONS.len() + 1
    }

    /// `(rank × files + file) × 8 + direction`.
    fn action(&self, from: Square, to: Square) -> usize {
        let delta = |to: u8, from: u8| i16::from(to) - i16::from(from);
        let step = (delta(to.file(), from.file()), delta(to.rank(), from.rank()));
        let direction = DIRECTIONS.into_iter().position(|direction| direction == step).unwrap_or_default();
        let square = usize::from(from.rank()) * usize::from(self.board().files()) + usize::from(from.file());
        square * DIRECTIONS.len() + direction
    }

    /// The last action.
    fn pass_action(&self) -> Option<usize> {
        Self::action_count(&self.rules()).checked_sub(1)
    }

    fn shape(&self) -> (usize, usize) {
        (self.board().ranks().into(), self.board().files().into())
    }

    fn observe(&self, _: Option<&Entry<Self>>, planes: &mut Planes<'_>) {
        for (plane, side) in Side::BOTH.into_iter().enumerate() {
            for square in self.men_of(side) {
                planes.put(plane, square.file(), square.rank(), 1);
            }
        }
        planes.fill(2, u8::from(self.recorder() == Side::White));
    }
}

position_class!(ProryvPosition, Position, "tavlei.proryv", "A position of Proryv.", {
    /// The side that writes its move down in this turn (P-2). It has no influence on the outcome.
    #[getter]
    fn recorder(&self) -> &'static str {
        self.0.recorder().name()
    }

    /// Lists the choices of a side as canonical texts, sorted, `--` for a pass; none if the game is over.
    fn choices(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(choices(&self.0, errors::side(side)?))
    }

    /// Lists the legal turns, all pairs of a choice of White and one of Black, as canonical texts, sorted.
    fn legal_moves(&self) -> Vec<String> {
        crate::position::moves(&self.0)
    }

    /// Searches for good mixed strategies by random games.
    ///
    /// `time` is in seconds, `nodes` is a number of iterations. Without a limit the search takes one second. The seed also
    /// draws the turn.
    #[pyo3(signature = (*, time = None, nodes = None, seed = 0))]
    fn best(&self, py: Python<'_>, time: Option<f64>, nodes: Option<u64>, seed: u64) -> PyResult<Strategies> {
        strategies(py, History::new(self.0), Effort { time, depth: None, nodes, seed, threads: 1 })
    }

    /// Lists the actions of a side.
    fn actions(&self, side: &str) -> PyResult<Vec<usize>> {
        let side = errors::side(side)?;
        Ok(State::Position(self.0).actions(side).into_iter().map(|(action, _)| action).collect())
    }
});

fn choices(position: &Position, side: Side) -> Vec<String> {
    let choices = Simultaneous::choices(position, side);
    let mut texts: Vec<_> = choices.iter().map(|choice| position.choice_text(side, choice)).collect();
    texts.sort_unstable();
    texts
}

/// The mixed strategies that a search has found.
#[pyclass(frozen, eq, module = "tavlei.proryv", get_all)]
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Strategies {
    /// The turn that was drawn from both strategies.
    r#move: String,
    /// White's choices with their probabilities; those that are never made are left out.
    white: BTreeMap<String, f64>,
    /// Black's.
    black: BTreeMap<String, f64>,
    /// The estimated value to White, -1 to 1.
    value: f64,
    /// The number of iterations.
    nodes: u64,
    /// The time that it took.
    seconds: f64,
}

#[pymethods]
impl Strategies {
    fn __repr__(&self) -> String {
        format!("<Strategies {}: value {:.3}>", self.r#move, self.value)
    }
}

pub(crate) fn strategies(py: Python<'_>, history: History<Position>, effort: Effort) -> PyResult<Strategies> {
    if let Some(end) = history.termination() {
        return Err(errors::types::GameOverError::new_err(format!("the game is over: {end}")));
    }
    let effort = effort.limited(false);
    let position = *history.position();
    let (found, turn) = long_running::run(py, move |stop| {
        let limits = long_running::limits(effort.time, None, effort.nodes, stop)?;
        let mut rng = StdRng::seed_from_u64(effort.seed);
        let found = SimultaneousMcts::regret_matching().search(&history, &limits, &mut rng);
        let turn = found.white.draw(&mut rng).copied().zip(found.black.draw(&mut rng).copied());
        PyResult::Ok((found, turn))
    })??;
    let Some((white, black)) = turn else { return Err(errors::internal("a search without a choice")) };
    let table = |side, mixed: &Mixed<_>| {
        let played = mixed.choices().iter().filter(|(_, probability)| *probability > 0.0);
        played.map(|(choice, probability)| (position.choice_text(side, choice), *probability)).collect()
    };
    Ok(Strategies {
        r#move: format!("{white} {black}"),
        white: table(Side::White, &found.white),
        black: table(Side::Black, &found.black),
        value: found.value,
        nodes: found.iterations,
        seconds: found.time.as_secs_f64(),
    })
}

/// The exact values of the positions of a board: solved when it is asked to, and kept in memory, or read from a file.
///
/// The command `tavlei proryv table` writes such files, too.
#[pyclass(frozen, name = "Tablebase", module = "tavlei.proryv")]
#[derive(Debug)]
pub(crate) struct ProryvTablebase {
    rules: Rules,
    known: Arc<Mutex<Option<Known>>>,
}

/// The values that a tablebase has. It has none while it is being solved in another thread.
#[derive(Debug)]
enum Known {
    Solved(Solver),
    Read(Tablebase),
}

impl Values for Known {
    fn value(&self, position: &Position) -> Option<f64> {
        match self {
            Self::Solved(solver) => solver.value(position),
            Self::Read(table) => table.value(position),
        }
    }
}

impl ProryvTablebase {
    fn solver(rules: Rules) -> PyResult<Self> {
        let solver = Solver::new(&rules).map_err(errors::solve)?;
        Ok(Self { rules, known: Arc::new(Mutex::new(Some(Known::Solved(solver)))) })
    }

    /// Does something with the values while other Python threads run.
    fn with<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&Known) -> PyResult<T> + Send) -> PyResult<T> {
        py.detach(|| {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.as_ref().map_or_else(|| Err(is_busy()), ask)
        })
    }

    /// Solves classes of positions. After an interruption the thread ends with the next sweep over a class, and what has
    /// been solved by then is kept.
    fn solve_with(
        &self,
        py: Python<'_>,
        solve: impl FnOnce(&mut Solver, &mut dyn FnMut(SweepProgress) -> ControlFlow<()>) -> Result<(), SolveError>
        + Send
        + 'static,
    ) -> PyResult<()> {
        let shared = Arc::clone(&self.known);
        let taken = || shared.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut solver = match py.detach(taken) {
            Some(Known::Solved(solver)) => solver,
            Some(read) => {
                *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
                return Err(errors::solve("a tablebase that was read from a file is not solved further"));
            }
            None => return Err(is_busy()),
        };
        let solved = long_running::run(py, move |stop| {
            let mut watch = |_| {
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let solved = solve(&mut solver, &mut watch);
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(Known::Solved(solver));
            solved
        })?;
        solved.map_err(errors::solve)
    }
}

fn is_busy() -> PyErr {
    errors::solve("the tablebase is being solved")
}

#[pymethods]
impl ProryvTablebase {
    #[new]
    #[pyo3(signature = (rules = ""))]
    fn new(rules: &str) -> PyResult<Self> {
        Self::solver(crate::position::read_rules::<Position>(rules)?)
    }

    /// Reads a tablebase from a file and checks it.
    #[staticmethod]
    #[pyo3(signature = (path, rules = ""))]
    fn read(py: Python<'_>, path: PathBuf, rules: &str) -> PyResult<Self> {
        let rules = crate::position::read_rules::<Position>(rules)?;
        let file = File::open(&path)?;
        let table = long_running::run(py, move |_| Tablebase::read(&rules, &mut BufReader::new(file)))?;
        let table = table.map_err(errors::solve)?;
        Ok(Self { rules, known: Arc::new(Mutex::new(Some(Known::Read(table)))) })
    }

    /// Writes what has been solved to a file, the classes with equal numbers of men. Returns the number of bytes.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        self.with(py, |known| {
            let Known::Solved(solver) = known else {
                return Err(errors::solve("a tablebase that was read from a file is not written again"));
            };
            let mut out = BufWriter::new(File::create(&path)?);
            let bytes = Tablebase::write(solver, &mut out)?;
            out.flush()?;
            Ok(bytes)
        })
    }

    /// Solves the positions with 1 against 1, 2 against 2 … up to this number of men.
    fn solve(&self, py: Python<'_>, men: u32) -> PyResult<()> {
        self.solve_with(py, move |solver, watch| solver.solve_up_to(men, watch))
    }

    /// Solves the positions with as many men as this one has, and those that they lead to.
    fn solve_for(&self, py: Python<'_>, position: &ProryvPosition) -> PyResult<()> {
        let position = position.0;
        self.solve_with(py, move |solver, watch| solver.solve_for(&position, watch))
    }

    /// Returns the value of a position to White, -1 to 1, its payoff if the game is over; None if it is not known.
    fn value(&self, py: Python<'_>, position: &ProryvPosition) -> PyResult<Option<f64>> {
        let position = position.0;
        self.with(py, move |known| Ok(value(&position, known)))
    }

    /// The rule options.
    #[getter]
    fn rules(&self) -> String {
        self.rules.to_string()
    }
}

/// The value of a position, finished or not.
fn value(position: &Position, known: &Known) -> Option<f64> {
    match position.outcome() {
        Some(outcome) => Some(outcome.payoff(Side::White).into()),
        None => known.value(position),
    }
}

/// The matrix game of a turn: White chooses a row, Black at the same time a column.
#[pyclass(frozen, name = "Matrix", module = "tavlei.proryv", get_all)]
#[derive(Debug)]
pub(crate) struct ProryvMatrix {
    /// The values to White after each pair of choices, `float64[rows, columns]`.
    values: Py<PyAny>,
    /// White's choices, which are the rows.
    white: Vec<String>,
    /// Black's choices, which are the columns.
    black: Vec<String>,
    /// The probability of each of White's choices in an optimal strategy, `float64[rows]`.
    white_strategy: Py<PyAny>,
    /// The probability of each of Black's choices in an optimal strategy, `float64[columns]`.
    black_strategy: Py<PyAny>,
    /// The value of the game to White.
    value: f64,
    /// The gap that the two strategies leave: the true value is within half of it.
    gap: f64,
}

#[pymethods]
impl ProryvMatrix {
    fn __repr__(&self) -> String {
        format!("<Matrix {} x {}: value {:.4}>", self.white.len(), self.black.len(), self.value)
    }
}

/// Returns the matrix game of a turn, with optimal strategies of both sides.
///
/// The values come from the tablebase. Without one, the classes of positions that are needed are solved first, which takes
/// a moment for two men a side and far too long for six.
#[pyfunction]
#[pyo3(signature = (position, tablebase = None))]
pub(crate) fn matrix(
    py: Python<'_>,
    position: &ProryvPosition,
    tablebase: Option<Bound<'_, ProryvTablebase>>,
) -> PyResult<ProryvMatrix> {
    let position = position.0;
    if let Some(outcome) = position.outcome() {
        return Err(errors::solve(AnalyseError::Over(outcome.to_string())));
    }
    if let Some(turns) = position.rules().turn_cap() {
        return Err(errors::solve(AnalyseError::TurnCap { turns: turns.get() }));
    }
    let tablebase = match tablebase {
        Some(tablebase) => tablebase,
        None => {
            let own = Bound::new(py, ProryvTablebase::solver(position.rules())?)?;
            own.get().solve_with(py, move |solver, watch| solver.solve_for(&position, watch))?;
            own
        }
    };
    let [white, black] = Side::BOTH.map(|side| Simultaneous::choices(&position, side));
    let (rows, columns) = (white.len(), black.len());
    let payoffs = tablebase.get().with(py, move |known| {
        let after = position.moves().into_iter().map(|turn| position.after(&turn));
        let values = after
            .map(|after| value(&after, known).ok_or_else(|| errors::solve(AnalyseError::Unknown(after.to_string()))));
        values.collect::<PyResult<Vec<f64>>>()
    })?;
    let mut solver = MatrixSolver::new();
    let solution = solver.solve(Matrix::new(rows, columns, &payoffs).map_err(errors::solve)?).map_err(errors::solve)?;
    let texts = |side, choices: &[_]| choices.iter().map(|choice| position.choice_text(side, choice)).collect();
    Ok(ProryvMatrix {
        values: numpy::vector(py, &payoffs)?.call_method1("reshape", ((rows, columns),))?.unbind(),
        white: texts(Side::White, &white),
        black: texts(Side::Black, &black),
        white_strategy: numpy::vector(py, solver.row_strategy())?.unbind(),
        black_strategy: numpy::vector(py, solver.column_strategy())?.unbind(),
        value: solution.value,
        gap: solution.gap,
    })
}

/// Returns the number of actions of a side on the board of these rules.
#[pyfunction]
#[pyo3(signature = (rules = ""))]
pub(crate) fn action_count(rules: &str) -> PyResult<usize> {
    Ok(Position::action_count(&crate::position::read_rules::<Position>(rules)?))
}

/// Returns the action of a choice of a side.
#[pyfunction]
pub(crate) fn encode(py: Python<'_>, position: &ProryvPosition, side: &str, choice: &str) -> PyResult<usize> {
    let position = position.0;
    let choice = position.read_choice(errors::side(side)?, choice).map_err(|error| errors::mv(py, &error))?;
    match choice {
        Choice::Step { from, to } => Ok(position.action(from, to)),
        Choice::Pass => position.pass_action().ok_or_else(|| errors::internal("a pass without an action")),
    }
}

/// Returns the canonical text of the choice of a side that has this action.
#[pyfunction]
pub(crate) fn decode(position: &ProryvPosition, side: &str, action: usize) -> PyResult<String> {
    let side = errors::side(side)?;
    let entry = State::Position(position.0).step(side, action)?;
    let choice = entry.finish().map_err(errors::internal)?;
    Ok(position.0.choice_text(side, &choice))
}

/// Returns the planes of positions, `float32[n, planes, ranks, files]`.
#[pyfunction]
pub(crate) fn observations<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, ProryvPosition>>,
) -> PyResult<Bound<'py, PyAny>> {
    encoding::observations(py, &states(&positions))
}

/// Returns which actions of a side are legal in positions, `bool[n, actions]`.
#[pyfunction]
pub(crate) fn masks<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, ProryvPosition>>,
    side: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let side = errors::side(side)?;
    encoding::masks(py, &states(&positions), |_| side)
}

/// Plays a random game from each position. Returns the payoffs of White, `int8[n]`, and the turns, `uint32[n]`.
#[pyfunction]
#[pyo3(signature = (positions, *, seed = 0, max_plies = 10_000, threads = 1))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, ProryvPosition>>,
    seed: u64,
    max_plies: u32,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let positions = positions.iter().map(|position| position.get().0).collect();
    encoding::playouts::<Position>(py, positions, seed, max_plies, threads)
}

fn states(positions: &[Bound<'_, ProryvPosition>]) -> Vec<State<Position>> {
    positions.iter().map(|position| State::Position(position.get().0)).collect()
}
