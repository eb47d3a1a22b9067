//! The exceptions: subclasses of `ValueError` that carry the messages of the crates.

use std::fmt::Display;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tavlei::AnyGameError;
use tavlei::game::{MoveError, PlayError, Side};
use tavlei::record::{Place, ReadError, ReplayError};

/// The exception types.
pub(crate) mod types {
    use pyo3::create_exception;
    use pyo3::exceptions::PyValueError;

    create_exception!(tavlei, TavleiError, PyValueError, "The base class of the errors of this package.");
    create_exception!(tavlei, RulesError, TavleiError, "The text of the rule options is refused.");
    create_exception!(tavlei, PositionError, TavleiError, "The text is refused as a position.");
    create_exception!(
        tavlei,
        MoveError,
        TavleiError,
        "The text is refused as a move. The attribute `offset` is the place in the text, in bytes."
    );
    create_exception!(tavlei, GameOverError, TavleiError, "The game cannot go on or end so.");
    create_exception!(
        tavlei,
        RecordError,
        TavleiError,
        "A game record is refused. The attributes `line` and `column` are the place, counted from 1, or None."
    );
    create_exception!(tavlei, SolveError, TavleiError, "The position is not solved.");
}

use types::{GameOverError, PositionError, RecordError, RulesError, SolveError, TavleiError};

pub(crate) fn general(error: impl Display) -> PyErr {
    TavleiError::new_err(error.to_string())
}

pub(crate) fn rules(error: impl Display) -> PyErr {
    RulesError::new_err(error.to_string())
}

pub(crate) fn position(error: impl Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

pub(crate) fn solve(error: impl Display) -> PyErr {
    SolveError::new_err(error.to_string())
}

pub(crate) fn play(error: PlayError) -> PyErr {
    GameOverError::new_err(error.to_string())
}

/// A fault of this package, not of its caller.
pub(crate) fn internal(what: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("tavlei: {what}"))
}

pub(crate) fn mv(py: Python<'_>, error: &MoveError) -> PyErr {
    let exception = types::MoveError::new_err(error.to_string());
    with_attribute(py, exception, "offset", error.offset())
}

pub(crate) fn any_game(py: Python<'_>, error: AnyGameError) -> PyErr {
    match error {
        AnyGameError::Rules(text) => rules(text),
        AnyGameError::Position(text) => position(text),
        AnyGameError::Move(error) => mv(py, &error),
        AnyGameError::Play(error) => play(error),
        error => general(error),
    }
}

pub(crate) fn replay(py: Python<'_>, error: &ReplayError) -> PyErr {
    record(py, error, Some(error.exact_place()))
}

pub(crate) fn read(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        // An exception of a Python file, or one of the operating system.
        ReadError::Io(error) => error.into(),
        error => record(py, &error, error.place()),
    }
}

fn record(py: Python<'_>, error: impl Display, place: Option<Place>) -> PyErr {
    let exception = RecordError::new_err(error.to_string());
    let exception = with_attribute(py, exception, "line", place.map(|place| place.line));
    with_attribute(py, exception, "column", place.map(|place| place.column))
}

/// An instance of an exception class can carry any attribute, so this does not fail; if it did, that error is raised.
fn with_attribute<'py>(py: Python<'py>, exception: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match exception.value(py).setattr(name, value) {
        Ok(()) => exception,
        Err(error) => error,
    }
}

/// Reads `white` or `black`.
pub(crate) fn side(text: &str) -> PyResult<Side> {
    text.parse().map_err(general)
}
