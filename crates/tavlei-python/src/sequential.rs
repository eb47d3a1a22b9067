//! The macro that makes the Python module of a game in which the sides take turns.

use pyo3::prelude::*;
use tavlei::game::{Entry, Game, Sequential, Side};

use crate::encoding::{Encoded, State};
use crate::errors;

/// The result of a step: the position after a complete move, or a longer entry.
#[derive(Debug)]
pub(crate) enum Stepped<G: Encoded> {
    Played(G),
    Entered(Entry<G>),
}

pub(crate) fn actions<G: Encoded + Sequential>(state: &State<G>) -> Vec<usize> {
    state.actions(state.position().side_to_move()).into_iter().map(|(action, _)| action).collect()
}

pub(crate) fn step<G: Encoded + Sequential>(state: &State<G>, action: usize) -> PyResult<Stepped<G>> {
    let entry = state.step(state.position().side_to_move(), action)?;
    Ok(match finished(&entry) {
        Some(mv) => Stepped::Played(entry.position().after(&mv)),
        None => Stepped::Entered(entry),
    })
}

/// The move of a complete entry.
fn finished<G: Encoded>(entry: &Entry<G>) -> Option<G::Move> {
    let entered = entry.finish().ok()?;
    let (white, black) = match entry.side() {
        Side::White => (Some(&entered), None),
        Side::Black => (None, Some(&entered)),
    };
    entry.position().combine(white, black)
}

pub(crate) fn encode<G>(py: Python<'_>, position: &G, text: &str) -> PyResult<Vec<usize>>
where
    G: Encoded<Entered = <G as Game>::Move> + Sequential,
{
    let mv = crate::position::read_move(py, position, text)?;
    Ok(crate::encoding::actions_of_path(position, &position.path(position.side_to_move(), &mv)))
}

pub(crate) fn decode<G: Encoded + Sequential>(position: &G, actions: &[usize]) -> PyResult<String> {
    let mut state = State::Position(position.clone());
    for (i, &action) in actions.iter().enumerate() {
        let entry = state.step(position.side_to_move(), action)?;
        match finished(&entry) {
            Some(mv) if i + 1 == actions.len() => return Ok(position.move_text(&mv)),
            Some(_) => return Err(errors::general(format_args!("the move is complete after {} actions", i + 1))),
            None => state = State::Entry(entry),
        }
    }
    Err(errors::general("the move is not complete"))
}

/// Makes the classes and functions of a game.
macro_rules! sequential_game {
    ($Position:ident, $Entry:ident, $Game:ty, $module:literal, $doc:literal, $evaluation:expr, { $($methods:tt)* }) => {
        $crate::position::position_class!($Position, $Game, $module, $doc, {
            /// Lists the legal moves as canonical texts, sorted; none if the game is over.
            fn legal_moves(&self) -> Vec<String> {
                $crate::position::moves(&self.0)
            }

            /// Searches for the best move.
            ///
            /// `time` is in seconds. Without any limit the search takes one second. `method` is `alpha-beta` or `uct`; the
            /// seed is that of `uct`, and `threads` those of `alpha-beta`. The past of a game is not known here; see
            /// `Game.best`.
            #[pyo3(signature = (*, time = None, depth = None, nodes = None, seed = 0, threads = 1, method = "alpha-beta"))]
            #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
            fn best(
                &self,
                py: Python<'_>,
                time: Option<f64>,
                depth: Option<u32>,
                nodes: Option<u64>,
                seed: u64,
                threads: usize,
                method: &str,
            ) -> PyResult<$crate::search::Best> {
                let effort = $crate::search::Effort { time, depth, nodes, seed, threads };
                let history = tavlei::game::History::new(self.0.clone());
                $crate::search::best(py, history, method, effort, $evaluation)
            }

            /// Lists the actions that can be taken: the first steps of the legal moves.
            fn actions(&self) -> Vec<usize> {
                $crate::sequential::actions(&State::Position(self.0.clone()))
            }

            /// Takes an action. Returns the position after the move, or an Entry if a capture goes on.
            fn step(&self, py: Python<'_>, action: usize) -> PyResult<Py<PyAny>> {
                stepped(py, $crate::sequential::step(&State::Position(self.0.clone()), action)?)
            }

            $($methods)*
        });

        /// A move that is being entered: a position and the squares chosen so far. It cannot be changed.
        #[pyclass(frozen, eq, hash, name = "Entry", module = $module)]
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub(crate) struct $Entry(tavlei::game::Entry<$Game>);

        #[pymethods]
        impl $Entry {
            #[new]
            #[pyo3(signature = (text, rules = ""))]
            fn new(text: &str, rules: &str) -> PyResult<Self> {
                let rules = $crate::position::read_rules::<$Game>(rules)?;
                tavlei::game::Entry::read(text, &rules).map(Self).map_err($crate::errors::position)
            }

            /// The position in which the move is entered.
            #[getter]
            fn position(&self) -> $Position {
                $Position(self.0.position().clone())
            }

            /// The board with the steps so far carried out.
            #[getter]
            fn board(&self) -> $Position {
                $Position(self.0.board())
            }

            /// The side whose move it is.
            #[getter]
            fn turn(&self) -> &'static str {
                self.0.side().name()
            }

            /// The squares chosen so far.
            #[getter]
            fn squares(&self) -> Vec<String> {
                self.0.squares().iter().map(ToString::to_string).collect()
            }

            /// The squares of the pieces captured so far.
            #[getter]
            fn captured(&self) -> Vec<String> {
                self.0.captured().into_iter().map(|square| square.to_string()).collect()
            }

            /// Lists the actions that can be taken.
            fn actions(&self) -> Vec<usize> {
                $crate::sequential::actions(&State::Entry(self.0.clone()))
            }

            /// Takes an action. Returns the position after the move, or an Entry if a capture goes on.
            fn step(&self, py: Python<'_>, action: usize) -> PyResult<Py<PyAny>> {
                stepped(py, $crate::sequential::step(&State::Entry(self.0.clone()), action)?)
            }

            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                let (text, rules) = (self.__str__(), self.position().rules());
                if rules.is_empty() { format!("Entry('{text}')") } else { format!("Entry('{text}', '{rules}')") }
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String, String)) {
                let entry = slf.get();
                (slf.get_type(), (entry.__str__(), entry.position().rules()))
            }
        }

        fn stepped(py: Python<'_>, stepped: Stepped<$Game>) -> PyResult<Py<PyAny>> {
            match stepped {
                Stepped::Played(position) => $Position(position).into_py_any(py),
                Stepped::Entered(entry) => $Entry(entry).into_py_any(py),
            }
        }

        /// Reads a list of positions and entries.
        fn states(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<State<$Game>>> {
            let state = |item: &Bound<'_, PyAny>| {
                if let Ok(position) = item.cast::<$Position>() {
                    return Ok(State::Position(position.get().0.clone()));
                }
                Ok(State::Entry(item.cast::<$Entry>()?.get().0.clone()))
            };
            items.iter().map(state).collect()
        }

        /// Returns the number of actions.
        #[pyfunction]
        #[pyo3(signature = (rules = ""))]
        pub(crate) fn action_count(rules: &str) -> PyResult<usize> {
            Ok(<$Game>::action_count(&$crate::position::read_rules::<$Game>(rules)?))
        }

        /// Returns the actions of a legal move, one for each step.
        #[pyfunction]
        pub(crate) fn encode(py: Python<'_>, position: &$Position, r#move: &str) -> PyResult<Vec<usize>> {
            $crate::sequential::encode(py, &position.0, r#move)
        }

        /// Returns the canonical text of the move that consists of these actions.
        #[pyfunction]
        pub(crate) fn decode(position: &$Position, actions: Vec<usize>) -> PyResult<String> {
            $crate::sequential::decode(&position.0, &actions)
        }

        /// Returns the planes of positions and entries, `float32[n, planes, ranks, files]`.
        #[pyfunction]
        pub(crate) fn observations<'py>(
            py: Python<'py>,
            states: Vec<Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            $crate::encoding::observations(py, &self::states(&states)?)
        }

        /// Returns which actions are legal in positions and entries, `bool[n, actions]`.
        #[pyfunction]
        pub(crate) fn masks<'py>(py: Python<'py>, states: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            $crate::encoding::masks(py, &self::states(&states)?, tavlei::game::Sequential::side_to_move)
        }

        /// Plays a random game from each position. Returns the payoffs of White, `int8[n]`, and the plies, `uint32[n]`.
        #[pyfunction]
        #[pyo3(signature = (positions, *, seed = 0, max_plies = 10_000, threads = 1))]
        pub(crate) fn playouts<'py>(
            py: Python<'py>,
            positions: Vec<Bound<'py, $Position>>,
            seed: u64,
            max_plies: u32,
            threads: usize,
        ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
            let positions = positions.iter().map(|position| position.get().0.clone()).collect();
            $crate::encoding::playouts::<$Game>(py, positions, seed, max_plies, threads)
        }
    };
}

pub(crate) use sequential_game;
