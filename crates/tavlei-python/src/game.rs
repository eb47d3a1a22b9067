//! `tavlei.Game`: a game as it was played.

use std::collections::BTreeMap;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyType;
use tavlei::game::{EnterMove, Form, History, Session, Side};
use tavlei::record::Record;
use tavlei::search::evaluations::{Ashtarashki, Towers};
use tavlei::{AnyGame, End};
use tavlei_render::{Mark, Scene};

use crate::ashtarashki::AshtarashkiPosition;
use crate::outcome::Outcome;
use crate::position::Supported;
use crate::proryv::ProryvPosition;
use crate::search::Effort;
use crate::towers::TowersPosition;
use crate::{errors, position, proryv, search};

/// Evaluates an expression with the session of whichever game it is.
macro_rules! each {
    ($any:expr, $session:ident => $do:expr) => {
        match $any {
            AnyGame::Towers($session) => $do,
            AnyGame::Ashtarashki($session) => $do,
            AnyGame::Proryv($session) => $do,
            _ => Err(errors::internal("a game without a class")),
        }
    };
}

/// A game as it was played: positions, moves, and the draws that hang on the past.
///
/// `Game("towers")` begins a game in its start position, `Game(position)` in another one.
#[pyclass(eq, module = "tavlei")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Game(pub(crate) AnyGame);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start, rules = ""))]
    fn new(py: Python<'_>, start: &Bound<'_, PyAny>, rules: &str) -> PyResult<Self> {
        if let Ok(name) = start.extract::<String>() {
            return AnyGame::start(&name, rules).map(Self).map_err(|error| errors::any_game(py, error));
        }
        if !rules.is_empty() {
            return Err(errors::rules("a position has its own rules; give rules with the name of a game alone"));
        }
        if let Ok(start) = start.cast::<TowersPosition>() {
            return Ok(Self(AnyGame::Towers(Session::new(History::new(start.get().0.clone())))));
        }
        if let Ok(start) = start.cast::<AshtarashkiPosition>() {
            return Ok(Self(AnyGame::Ashtarashki(Session::new(History::new(start.get().0)))));
        }
        Ok(Self(AnyGame::Proryv(Session::new(History::new(start.cast::<ProryvPosition>()?.get().0)))))
    }

    /// The name of the game: `towers`, `ashtarashki` or `proryv`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The rule options.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules()
    }

    /// The position in which the game began.
    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.position_after(py, 0)
    }

    /// The position on the board.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.position_after(py, self.__len__()?)
    }

    /// Returns the position after a number of plies.
    fn position_after(&self, py: Python<'_>, plies: usize) -> PyResult<Py<PyAny>> {
        match &self.0 {
            AnyGame::Towers(session) => TowersPosition(at(session, plies)?).into_py_any(py),
            AnyGame::Ashtarashki(session) => AshtarashkiPosition(at(session, plies)?).into_py_any(py),
            AnyGame::Proryv(session) => ProryvPosition(at(session, plies)?).into_py_any(py),
            _ => Err(errors::internal("a game without a class")),
        }
    }

    /// The side to move, `white` or `black`, or `both`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.to_move().side().map_or("both", Side::name)
    }

    /// The moves that have been played, as canonical texts.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// Lists the legal moves as canonical texts, sorted; none if the game is over.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        each!(&self.0, session => {
            let history = session.history();
            Ok(if history.termination().is_some() { Vec::new() } else { position::moves(history.position()) })
        })
    }

    /// Plays a move, which may be written in any notation, and returns its canonical text.
    fn play(&mut self, py: Python<'_>, text: &str) -> PyResult<String> {
        self.0.play(text).map_err(|error| errors::any_game(py, error))
    }

    /// Takes the last ply back. Returns whether there was one.
    fn undo(&mut self) -> bool {
        self.0.take_back()
    }

    /// Plays the ply again that was taken back last. Returns whether there was one.
    fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// Lists the draws that can be claimed now, each as a sentence.
    #[getter]
    fn claims(&self) -> Vec<String> {
        self.0.claims().iter().map(ToString::to_string).collect()
    }

    /// Claims the first of the draws that can be claimed.
    fn claim(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(claim) = self.0.claims().into_iter().next() else {
            return Err(errors::play(tavlei::game::PlayError::NoClaim));
        };
        self.end(py, End::Claim(claim))
    }

    /// Ends the game as a draw by agreement.
    fn agree_draw(&mut self, py: Python<'_>) -> PyResult<()> {
        self.end(py, End::Agreement)
    }

    /// Ends the game: the side gives it up.
    fn resign(&mut self, py: Python<'_>, side: &str) -> PyResult<()> {
        self.end(py, End::Resignation(errors::side(side)?))
    }

    /// The end of the game, by the rules or by what the players did, or None while it goes on.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        each!(&self.0, session => Ok(session.history().termination().map(|end| Outcome::of(&end))))
    }

    /// Searches for the best move, as `Position.best` does, with the past of the game.
    ///
    /// In Proryv `depth`, `threads` and `method` have no influence.
    #[pyo3(signature = (*, time = None, depth = None, nodes = None, seed = 0, threads = 1, method = "alpha-beta"))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn best(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seed: u64,
        threads: usize,
        method: &str,
    ) -> PyResult<Py<PyAny>> {
        let effort = Effort { time, depth, nodes, seed, threads };
        // A copy, so that other threads can use the game.
        let game = slf.borrow().0.clone();
        match game {
            AnyGame::Towers(session) => {
                search::best(py, session.history().clone(), method, effort, Towers::default())?.into_py_any(py)
            }
            AnyGame::Ashtarashki(session) => {
                search::best(py, session.history().clone(), method, effort, Ashtarashki::default())?.into_py_any(py)
            }
            AnyGame::Proryv(session) => proryv::strategies(py, session.history().clone(), effort)?.into_py_any(py),
            _ => Err(errors::internal("a game without a class")),
        }
    }

    /// Returns the game as JSON, as the other programs of tavlei read it.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(errors::internal)
    }

    /// Reads a game from JSON. All moves are played again, so a broken text is refused with its place and reason.
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map(Self).map_err(errors::general)
    }

    /// Returns the game as a record, which `read_games` reads.
    #[pyo3(signature = (tags = None))]
    fn record(&self, tags: Option<BTreeMap<String, String>>) -> PyResult<String> {
        each!(&self.0, session => {
            let mut record = Record::from_history(session.history(), Form::Long);
            for (name, value) in tags.iter().flatten() {
                record.set_tag(name, value);
            }
            Ok(record.to_string())
        })
    }

    /// Returns the board as SVG, with the last move; see `Position.svg`.
    #[pyo3(signature = (*, theme = "light", flipped = false, coordinates = true))]
    fn svg(&self, theme: &str, flipped: bool, coordinates: bool) -> PyResult<String> {
        let style = position::style(theme, flipped, coordinates)?;
        each!(&self.0, session => Ok(scene(session).svg(&style)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", false, true)
    }

    fn __len__(&self) -> PyResult<usize> {
        each!(&self.0, session => Ok(session.history().len()))
    }

    fn __str__(&self) -> PyResult<String> {
        self.record(None)
    }

    fn __repr__(&self) -> PyResult<String> {
        let (plies, position) = (self.__len__()?, self.0.position());
        Ok(format!("<Game of {}, {plies} plies: {position}>", self.name()))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.borrow().to_json()?,)))
    }
}

impl Game {
    fn end(&mut self, py: Python<'_>, end: End) -> PyResult<()> {
        self.0.end(end).map_err(|error| errors::any_game(py, error))
    }
}

/// The position of a game after a number of plies.
fn at<G: EnterMove>(session: &Session<G>, plies: usize) -> PyResult<G> {
    let history = session.history();
    let refused = || errors::general(format_args!("only {} plies have been played", history.len()));
    history.position_at(plies).cloned().ok_or_else(refused)
}

/// The board with the last move.
fn scene<G: Supported>(session: &Session<G>) -> Scene {
    let history = session.history();
    let before = history.len().checked_sub(1).and_then(|plies| history.position_at(plies));
    match (before, history.moves().next_back()) {
        (Some(before), Some(mv)) => Scene::of(history.position()).with_marks(Mark::Tint, &before.ends_of_move(mv)),
        _ => Scene::of(history.position()),
    }
}
