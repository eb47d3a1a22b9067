//! `tavlei.read_games`: the games of a file, one after the other.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tavlei::AnyGame;
use tavlei::game::{EnterMove, Session};
use tavlei::record::{Reader, Record, ReplayError, Warning, WarningKind, replay};

use crate::errors;
use crate::game::Game;

type Source = Box<dyn Read + Send + Sync>;

/// A game that was read from a record.
#[pyclass(frozen, module = "tavlei", get_all)]
#[derive(Debug)]
pub(crate) struct RecordedGame {
    /// The game, played to its end.
    game: Game,
    /// The tags of the record.
    tags: BTreeMap<String, String>,
    /// The comments, each with the number of plies before it.
    comments: Vec<(usize, String)>,
    /// The result that the record states, `*` if it leaves it open.
    result: String,
    /// The repairs, each with its place: `line 3, column 1: move number 4 where 3 is due`.
    warnings: Vec<String>,
}

#[pymethods]
impl RecordedGame {
    fn __repr__(&self) -> String {
        format!("<RecordedGame of {}, {} plies, {}>", self.game.0.name(), self.game.0.moves().len(), self.result)
    }
}

/// An iterator over the games of a file. It keeps one game in memory.
///
/// A game that is refused raises RecordError; the iterator can be asked for the next game after it.
#[pyclass(module = "tavlei")]
pub(crate) struct GameReader {
    reader: Reader<BufReader<Source>>,
    game: Option<String>,
}

impl std::fmt::Debug for GameReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReader").field("game", &self.game).finish_non_exhaustive()
    }
}

#[pymethods]
impl GameReader {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<RecordedGame>> {
        py.check_signals()?;
        let reader = &mut self.reader;
        let game = self.game.as_deref();
        py.detach(|| match reader.read_record() {
            Ok(Some(record)) => {
                played(&record, game).map(Some).map_err(|error| Python::attach(|py| errors::replay(py, &error)))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(Python::attach(|py| errors::read(py, error))),
        })
    }

    /// The warnings about text after the last game, once there are no more games.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let remainder = self.reader.remainder();
        let mut warnings = texts(&remainder.warnings);
        warnings.extend(remainder.preface.iter().map(|text| {
            let warning = Warning { place: text.place, kind: WarningKind::TextBehind };
            warning.to_string()
        }));
        warnings
    }
}

/// Plays a record. `game` is the name of its game if no tag says it.
fn played(record: &Record, game: Option<&str>) -> Result<RecordedGame, Box<ReplayError>> {
    let name = record.game().or(game);
    let name = name.and_then(|name| AnyGame::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name)));
    match name {
        Some(&"towers") => recorded(record, AnyGame::Towers),
        Some(&"ashtarashki") => recorded(record, AnyGame::Ashtarashki),
        Some(&"proryv") => recorded(record, AnyGame::Proryv),
        _ => Err(ReplayError::unknown_game(record, AnyGame::NAMES)),
    }
}

fn recorded<G: EnterMove>(
    record: &Record,
    any: impl FnOnce(Session<G>) -> AnyGame,
) -> Result<RecordedGame, Box<ReplayError>> {
    let replayed = replay::<G>(record)?;
    let mut comments: Vec<_> = record.preface.iter().map(|comment| (0, comment.text.clone())).collect();
    for (words, plies) in replayed.words.iter().zip(1..) {
        let words = record.moves.get(words.clone()).unwrap_or_default();
        comments.extend(words.iter().flat_map(|mv| &mv.comments).map(|comment| (plies, comment.text.clone())));
    }
    let mut warnings = texts(&record.warnings);
    warnings.extend(texts(record.left_out()));
    warnings.extend(texts(&replayed.warnings));
    let beyond = record.unlisted_warnings().saturating_add(record.unlisted_left_out());
    if beyond > 0 {
        warnings.push(format!("{beyond} more warnings"));
    }
    Ok(RecordedGame {
        game: Game(any(Session::new(replayed.history))),
        tags: record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        comments,
        result: record.mark().map_or_else(|| "*".to_string(), |mark| mark.to_string()),
        warnings,
    })
}

fn texts(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(ToString::to_string).collect()
}

/// Reads the games of a file, one after the other, in constant memory.
///
/// `source` is a path (`pathlib.Path`), an open file, or the text of the records (`str`). `game` is the name of the game of
/// records that do not say it.
#[pyfunction]
#[pyo3(signature = (source, game = None))]
pub(crate) fn read_games(source: &Bound<'_, PyAny>, game: Option<String>) -> PyResult<GameReader> {
    if let Some(name) = game.as_deref().filter(|name| !AnyGame::NAMES.contains(name)) {
        return Err(errors::general(format_args!(
            "there is no game ‘{}’; there are {}",
            name.escape_debug(),
            AnyGame::NAMES.join(", ")
        )));
    }
    let reader: Source = if let Ok(text) = source.cast::<PyString>() {
        let text = text.extract::<String>()?;
        if !text.contains('\n') && Path::new(&text).is_file() {
            return Err(errors::general("the text is the name of a file: give pathlib.Path(name), or the open file"));
        }
        Box::new(Cursor::new(text.into_bytes()))
    } else if source.hasattr("read")? {
        Box::new(PythonFile { file: source.clone().unbind(), bytes: Vec::new(), place: 0 })
    } else if let Ok(path) = source.extract::<PathBuf>() {
        Box::new(File::open(path)?)
    } else {
        return Err(PyTypeError::new_err("expected a path, an open file or a text"));
    };
    Ok(GameReader { reader: Reader::buffered(reader), game })
}

/// A file object of Python, binary or text.
struct PythonFile {
    file: Py<PyAny>,
    /// The text that was read from the file and not yet used, from the place on.
    bytes: Vec<u8>,
    place: usize,
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.place >= self.bytes.len() {
            self.bytes = Python::attach(|py| {
                let read = self.file.bind(py).call_method1("read", (1 << 16,))?;
                if let Ok(text) = read.cast::<PyString>() {
                    return Ok(text.extract::<String>()?.into_bytes());
                }
                PyResult::Ok(read.cast::<PyBytes>()?.as_bytes().to_vec())
            })?;
            self.place = 0;
        }
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.place += count;
        Ok(count)
    }
}
