//! The methods of the positions of all games, and the macro that makes Python classes of them.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use tavlei::game::{EnterMove, Game, Keyed, Notation, RulesError, Side};
use tavlei::perft::Counter;
use tavlei_render::{Mark, Picture, Scene, Style, Theme};

use crate::errors;
use crate::long_running::{self, Stop};

/// A game of this package.
pub(crate) trait Supported:
    EnterMove<Square: Send + Sync, Move: Send + Sync, Rules: Send + Sync, Reason: Send + Sync>
    + Keyed
    + Picture
    + Send
    + Sync
    + 'static
{
    /// Lists a side's pieces: the square, and the text of what stands there.
    fn pieces(&self, side: Side) -> BTreeMap<String, String>;

    /// Draws a legal move on the board before it.
    fn scene_of_move(&self, mv: &Self::Move) -> Scene;

    /// Lists the squares where a legal move begins and ends.
    fn ends_of_move(&self, mv: &Self::Move) -> Vec<String>;
}

pub(crate) fn read_rules<G: Notation>(rules: &str) -> PyResult<G::Rules> {
    rules.parse().map_err(|error: RulesError| errors::rules(error))
}

pub(crate) fn read<G: Notation>(text: &str, rules: &str) -> PyResult<G> {
    G::read_position(text, &read_rules::<G>(rules)?).map_err(errors::position)
}

pub(crate) fn moves<G: Notation>(position: &G) -> Vec<String> {
    let mut texts: Vec<String> = position.moves().iter().map(|mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

pub(crate) fn read_move<G: Notation>(py: Python<'_>, position: &G, text: &str) -> PyResult<G::Move> {
    position.read_move(text).map_err(|error| errors::mv(py, &error))
}

/// The greatest depth of a count: each ply of it takes room on the stack.
const MAX_DEPTH: u32 = 1000;

fn check_depth(depth: u32) -> PyResult<()> {
    if depth > MAX_DEPTH {
        return Err(errors::general(format_args!("a depth of {depth}: expected at most {MAX_DEPTH}")));
    }
    Ok(())
}

/// Counts are never wrapped: one that has reached the greatest number may be any greater one.
fn exact(count: u128) -> PyResult<u128> {
    if count == u128::MAX {
        return Err(PyOverflowError::new_err("the count is too large: it has 2**128 - 1 or more sequences"));
    }
    Ok(count)
}

pub(crate) fn perft<G: Game + Send + Sync + 'static>(
    py: Python<'_>,
    position: &G,
    depth: u32,
    threads: usize,
) -> PyResult<u128> {
    check_depth(depth)?;
    if depth < 2 {
        return exact(position.count_sequences(depth));
    }
    let position = position.clone();
    let work = move |stop: Stop| {
        let counter = Counter::new().threads(long_running::threads(threads)).stop(&stop);
        counter.count(&position, depth).nodes
    };
    exact(long_running::run(py, work)?)
}

pub(crate) fn divide<G: Supported>(
    py: Python<'_>,
    position: &G,
    depth: u32,
    threads: usize,
) -> PyResult<BTreeMap<String, u128>> {
    check_depth(depth)?;
    let position = position.clone();
    let work = move |stop: Stop| {
        let counter = Counter::new().threads(long_running::threads(threads)).stop(&stop);
        let counts = counter.divide(&position, depth).into_iter();
        let counts = counts.map(|(mv, count)| (position.move_text(&mv), count)).collect();
        debug_assert!(!stop.load(Ordering::Relaxed), "an interrupted count has no reader");
        counts
    };
    let counts: BTreeMap<String, u128> = long_running::run(py, work)?;
    counts.into_iter().map(|(text, count)| Ok((text, exact(count)?))).collect()
}

/// The style of a picture.
pub(crate) fn style(theme: &str, flipped: bool, coordinates: bool) -> PyResult<Style> {
    let theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        "colour-blind" => Theme::ColourBlind,
        other => {
            return Err(errors::general(format_args!(
                "there is no theme ‘{}’; there are light, dark, print and colour-blind",
                other.escape_debug()
            )));
        }
    };
    Ok(Style::default().with_theme(theme).with_flip(flipped).with_coordinates(coordinates))
}

pub(crate) fn svg<G: Supported>(
    py: Python<'_>,
    position: &G,
    mv: Option<&str>,
    marks: &[String],
    style: &Style,
) -> PyResult<String> {
    let scene = match mv {
        Some(text) => position.scene_of_move(&read_move(py, position, text)?),
        None => Scene::of(position),
    };
    for mark in marks {
        if mark.parse::<G::Square>().is_err() {
            return Err(errors::general(format_args!("‘{}’ is no square of the board", mark.escape_debug())));
        }
    }
    Ok(scene.with_marks(Mark::Dot, marks).svg(style))
}

/// The picture with a line below it, for a notebook.
pub(crate) fn html<G: Supported>(position: &G) -> String {
    let state = match position.outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!("{} to move", position.to_move()),
    };
    let svg = Scene::of(position).svg(&Style::default());
    // The text of an outcome has no signs that mean something in HTML.
    format!("<figure style=\"max-width: 26em\">{svg}<figcaption>{state}</figcaption></figure>")
}

/// Makes a Python class `Position` of a game, with the methods of all games and more.
macro_rules! position_class {
    ($Position:ident, $Game:ty, $module:literal, $doc:literal, { $($methods:tt)* }) => {
        #[doc = $doc]
        ///
        /// It cannot be changed: `play` returns the position after the move. Equal positions have the same pieces, the
        /// same side to move and the same rules.
        #[pyclass(frozen, eq, hash, name = "Position", module = $module)]
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub(crate) struct $Position(pub(crate) $Game);

        #[pymethods]
        impl $Position {
            #[new]
            #[pyo3(signature = (text = "start", rules = ""))]
            fn new(text: &str, rules: &str) -> PyResult<Self> {
                crate::position::read(text, rules).map(Self)
            }

            /// The side to move, `white` or `black`, or `both`.
            #[getter]
            fn turn(&self) -> &'static str {
                tavlei::game::Game::to_move(&self.0).side().map_or("both", tavlei::game::Side::name)
            }

            /// The rule options; an empty text for the default of most games.
            #[getter]
            fn rules(&self) -> String {
                tavlei::game::Game::rules(&self.0).to_string()
            }

            /// The end of the game, or None while it goes on.
            #[getter]
            fn outcome(&self) -> Option<crate::outcome::Outcome> {
                tavlei::game::Game::outcome(&self.0).map(|outcome| crate::outcome::Outcome::on_board(&outcome))
            }

            /// The 64-bit key of the position. It is the same in every program of this version.
            #[getter]
            fn key(&self) -> u64 {
                tavlei::game::Keyed::key(&self.0)
            }

            /// Returns a side's pieces: the text of what stands on each of its squares.
            fn pieces(&self, side: &str) -> PyResult<std::collections::BTreeMap<String, String>> {
                Ok(crate::position::Supported::pieces(&self.0, crate::errors::side(side)?))
            }

            /// Returns the position after a move, which may be written in any notation.
            ///
            /// Raises MoveError with the place and the rule if it is refused.
            fn play(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
                let mv = crate::position::read_move(py, &self.0, text)?;
                Ok(Self(tavlei::game::Game::after(&self.0, &mv)))
            }

            /// Counts the sequences of exactly `depth` moves.
            #[pyo3(signature = (depth, threads = 1))]
            fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u128> {
                crate::position::perft(py, &self.0, depth, threads)
            }

            /// Counts the sequences of exactly `depth` moves under each first move.
            #[pyo3(signature = (depth, threads = 1))]
            fn divide(
                &self,
                py: Python<'_>,
                depth: u32,
                threads: usize,
            ) -> PyResult<std::collections::BTreeMap<String, u128>> {
                crate::position::divide(py, &self.0, depth, threads)
            }

            /// Returns the board drawn with letters and digits, in several lines.
            fn diagram(&self) -> String {
                tavlei::game::Notation::diagram(&self.0)
            }

            /// Returns the board as SVG.
            ///
            /// `theme` is `light`, `dark`, `print` or `colour-blind`. `move` is a legal move to draw, `marks` are squares
            /// that get a dot.
            #[pyo3(signature = (*, theme = "light", flipped = false, coordinates = true, r#move = None, marks = None))]
            fn svg(
                &self,
                py: Python<'_>,
                theme: &str,
                flipped: bool,
                coordinates: bool,
                r#move: Option<&str>,
                marks: Option<Vec<String>>,
            ) -> PyResult<String> {
                let style = crate::position::style(theme, flipped, coordinates)?;
                crate::position::svg(py, &self.0, r#move, &marks.unwrap_or_default(), &style)
            }

            fn _repr_svg_(&self) -> String {
                tavlei_render::Scene::of(&self.0).svg(&tavlei_render::Style::default())
            }

            fn _repr_html_(&self) -> String {
                crate::position::html(&self.0)
            }

            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                let (text, rules) = (self.__str__(), self.rules());
                if rules.is_empty() { format!("Position('{text}')") } else { format!("Position('{text}', '{rules}')") }
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String, String)) {
                let position = slf.get();
                (slf.get_type(), (position.__str__(), position.rules()))
            }

            $($methods)*
        }
    };
}

pub(crate) use position_class;
