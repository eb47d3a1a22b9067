//! How a bot in another program is asked for a move, and how it answers: by lines, each one JSON object.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tavlei::game::text::Escaped;
use tavlei::game::{History, Side};
use tavlei::search::Limits;

use crate::game::Playable;
use crate::setting::complete;

/// A question to a bot: which move should a side play in the present position of a game?
///
/// It tells more than is needed, so that a bot need not know the rules.
#[derive(Debug, Serialize)]
pub(crate) struct Question<'a> {
    game: &'a str,
    rules: String,
    start: String,
    /// The moves since, in Proryv White's and Black's by turns.
    moves: Vec<String>,
    /// Where they have led.
    position: String,
    side: &'a str,
    /// The moves that the side has.
    legal: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    /// After how many seconds the time is up, whatever else is limited.
    timeout: f64,
    /// Whether nothing was asked about this game before.
    new_game: bool,
}

impl<'a> Question<'a> {
    /// Asks what a side should play where the game stands; whatever the limits are, the answer has to come within a time.
    pub(crate) fn new<G: Playable>(
        history: &History<G>,
        side: Side,
        limits: &Limits,
        timeout: Duration,
        new_game: bool,
    ) -> Self {
        let start = history.start();
        let moves = history.move_texts();
        let moves = moves.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect();
        let legal = history.position().texts_of(side);
        Self {
            game: G::NAME,
            rules: complete(&start.rules()),
            start: start.to_string(),
            moves,
            position: history.position().to_string(),
            side: side.name(),
            legal,
            depth: limits.depth,
            nodes: limits.nodes,
            seconds: limits.time.map(|time| time.as_secs_f64()),
            timeout: timeout.as_secs_f64(),
            new_game,
        }
    }
}

/// A question as it is read. Whatever is left out has a value that suits, and what isn't known is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    game: Option<String>,
    rules: String,
    start: Option<String>,
    moves: Vec<String>,
    position: Option<String>,
    side: Option<String>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) timeout: Option<f64>,
    pub(crate) new_game: bool,
}

impl Asked {
    /// The game so far, and the side that is asked.
    pub(crate) fn game<G: Playable>(&self) -> Result<(History<G>, Side), String> {
        if let Some(other) = self.game.as_ref().filter(|game| *game != G::NAME) {
            return Err(format!("game: expected {}, found ‘{}’", G::NAME, Escaped(other)));
        }
        let history = self.history::<G>()?;
        if let Some(termination) = history.termination() {
            return Err(format!("the game is over: {termination}"));
        }
        let on_move = history.position().to_move().side();
        let side = match (self.side.as_deref(), on_move) {
            (None, on_move) => on_move.unwrap_or(Side::White),
            (Some(name), on_move) => match Side::BOTH.into_iter().find(|side| side.name() == name) {
                Some(side) if on_move.is_none_or(|on_move| side == on_move) => side,
                Some(side) => return Err(format!("side: {side} is not to move")),
                None => return Err(format!("side: expected white or black, found ‘{}’", Escaped(name))),
            },
        };
        Ok((history, side))
    }

    fn history<G: Playable>(&self) -> Result<History<G>, String> {
        let rules = self.rules.parse().map_err(|error| format!("rules: {error}"))?;
        // A position alone is where the game begins.
        let alone = self.position.as_ref().filter(|_| self.moves.is_empty());
        let start = self.start.as_ref().or(alone).map_or("start", String::as_str);
        let start = G::read_position(start, &rules).map_err(|error| format!("start: {error}"))?;
        if !self.moves.len().is_multiple_of(G::MOVE_WORDS) {
            return Err(format!("moves: {} choices are no whole number of turns", self.moves.len()));
        }
        let mut history = History::new(start);
        for (ply, words) in self.moves.chunks(G::MOVE_WORDS).enumerate() {
            let mv = history.position().read_words(words).map_err(|reason| format!("move {}, {reason}", ply + 1))?;
            history.play(&mv).map_err(|error| format!("move {}: {error}", ply + 1))?;
        }
        if let Some(text) = &self.position {
            let told = G::read_position(text, &rules).map_err(|error| format!("position: {error}"))?;
            if told != *history.position() {
                return Err(format!("position: the moves lead to {} and not to {told}", history.position()));
            }
        }
        Ok(history)
    }
}

/// A bot's answer: a move in any notation, or the reason why there is none. Other keys are ignored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Answer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<Result<String, String>> for Answer {
    fn from(answer: Result<String, String>) -> Self {
        let (error, r#move) = (answer.as_ref().err().cloned(), answer.ok());
        Self { r#move, error }
    }
}

impl Answer {
    /// The move of an answer, as text.
    pub(crate) fn read(line: &str) -> Result<String, String> {
        match object(line) {
            Ok(Self { r#move: Some(text), error: None }) => Ok(text),
            Ok(Self { error: Some(error), .. }) => Err(Escaped(&beginning(&error)).to_string()),
            Ok(Self { .. }) => Err(format!("there is no move in its answer, ‘{}’", Escaped(&beginning(line)))),
            Err(error) => {
                let line = beginning(line);
                Err(format!("its answer, ‘{}’, is no JSON object with a move: {error}", Escaped(&line)))
            }
        }
    }
}

/// A JSON object that a line consists of; a list, which would do to fill the fields in their order, is none.
pub(crate) fn object<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    match line.starts_with('{') {
        true => serde_json::from_str(line).map_err(|error| error.to_string()),
        false => Err("expected `{` at line 1 column 1".to_owned()),
    }
}

/// The beginning of a line, for a message.
pub(crate) fn beginning(line: &str) -> String {
    const MAX: usize = 60;
    match line.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", line.split_at(end).0),
        None => line.to_owned(),
    }
}
