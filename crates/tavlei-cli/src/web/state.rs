//! A game as a page knows it: the start and the moves come in, everything that a board shows goes out.

use serde::{Deserialize, Serialize};
use tavlei::game::text::Escaped;
use tavlei::game::{EnterMove, Entry, Form, History, Side, ToMove};
use tavlei::record::{Reader, Record, replay};
use tavlei_render::{Layout, Mark, Scene, Style, Theme};

use super::pieces::{Piece, Pieces};
use crate::game::Playable;

/// The plies that a game of a page may have: more than any that people play.
const MAX_PLIES: usize = 4_000;

/// A game, and what is to be done with it. Whatever is left out is empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) game: String,
    pub(super) rules: String,
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    /// The squares that each side has chosen of its move; `--` is a pass.
    white: Vec<String>,
    black: Vec<String>,
    /// Chooses one more square for a side, or passes with `--`.
    choose: Option<Choose>,
    /// Plays a move in any notation, in Proryv both choices.
    play: Option<String>,
    /// The side at the bottom is Black.
    flip: bool,
    theme: String,
    /// A side whose squares are not shown: in Proryv each side chooses without knowing the other’s choice.
    hide: Option<String>,
    /// The bot that thinks.
    pub(super) bot: String,
    pub(super) side: String,
    pub(super) milliseconds: u64,
    pub(super) depth: u32,
    /// The text of a game record.
    pub(super) record: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choose {
    side: String,
    square: String,
}

/// A reason for a refusal, for people.
pub(super) type Refused = String;

/// The state of a game.
#[derive(Serialize)]
pub(super) struct State {
    game: &'static str,
    rules: String,
    start: String,
    position: String,
    /// The moves as canonical texts.
    moves: Vec<String>,
    /// `white`, `black` or `both`.
    to_move: String,
    /// The score and the reason, if the game is over.
    over: Option<(String, String)>,
    /// The draws that can be claimed.
    claims: Vec<String>,
    pieces: Vec<Piece>,
    /// The squares of the last move.
    last: Vec<String>,
    white: Chosen,
    black: Chosen,
    svg: String,
    /// The last move drawn on the board before it.
    move_svg: Option<String>,
    board: Board,
}

/// The squares that a side has chosen and can choose.
#[derive(Serialize)]
struct Chosen {
    squares: Vec<String>,
    choices: Vec<String>,
    captured: Vec<String>,
    complete: bool,
    can_pass: bool,
    legal: Vec<String>,
}

/// The place of the squares in the picture.
#[derive(Serialize)]
struct Board {
    width: f64,
    height: f64,
    left: f64,
    top: f64,
    square: f64,
    files: u8,
    ranks: u8,
}

impl From<Layout> for Board {
    fn from(layout: Layout) -> Self {
        let Layout { width, height, left, top, square, files, ranks, .. } = layout;
        Self { width, height, left, top, square, files, ranks }
    }
}

/// The game so far.
pub(super) fn history<G: Playable>(asked: &Asked) -> Result<History<G>, Refused> {
    let rules: G::Rules = asked.rules.parse().map_err(|error| format!("rules: {error}"))?;
    let start = if asked.start.is_empty() { "start" } else { &asked.start };
    let start = G::read_position(start, &rules).map_err(|error| format!("position: {error}"))?;
    if asked.moves.len() > MAX_PLIES {
        return Err(format!("a game on this board has at most {MAX_PLIES} moves"));
    }
    let mut history = History::new(start);
    for (ply, text) in asked.moves.iter().enumerate() {
        play(&mut history, text).map_err(|error| format!("move {}, {error}", ply.saturating_add(1)))?;
    }
    Ok(history)
}

fn play<G: Playable>(history: &mut History<G>, text: &str) -> Result<(), Refused> {
    let mv = history.position().read_move(text).map_err(|error| format!("‘{}’: {error}", Escaped(text)))?;
    history.play(&mv).map_err(|error| error.to_string())
}

/// The move that a side is entering.
fn entry<G: Playable>(history: &History<G>, side: Side, squares: &[String]) -> Result<Option<Entry<G>>, Refused> {
    if history.termination().is_some() || !history.position().to_move().includes(side) {
        return if squares.is_empty() { Ok(None) } else { Err(format!("{side} is not to move")) };
    }
    let mut entry = Entry::new(history.position(), side).map_err(|error| error.to_string())?;
    squares.iter().try_for_each(|square| choose(&mut entry, square))?;
    Ok(Some(entry))
}

fn choose<G: EnterMove>(entry: &mut Entry<G>, square: &str) -> Result<(), Refused> {
    if square == "--" {
        return entry.pass().map_err(|error| error.to_string());
    }
    let square = square.parse().map_err(|_| format!("‘{}’ is no square of the board", Escaped(square)))?;
    entry.choose(square).map_err(|error| error.to_string())
}

/// Does what is asked, and returns the state after it.
pub(super) fn state<G: Playable + Pieces>(asked: &Asked) -> Result<State, Refused> {
    let mut history = history::<G>(asked)?;
    if let Some(text) = &asked.play {
        if history.termination().is_some() {
            return Err("the game is over".to_owned());
        }
        play(&mut history, text)?;
    }
    let is_played = asked.play.is_some();
    let squares = |side: Side| match (is_played, side) {
        (true, _) => &[][..],
        (false, Side::White) => asked.white.as_slice(),
        (false, Side::Black) => asked.black.as_slice(),
    };
    let mut entries =
        [entry(&history, Side::White, squares(Side::White))?, entry(&history, Side::Black, squares(Side::Black))?];
    if let Some(Choose { side, square }) = asked.choose.as_ref().filter(|_| !is_played) {
        let side = side_of(side)?;
        let [white, black] = &mut entries;
        let entry = if side == Side::White { white } else { black };
        match entry {
            Some(entry) => choose(entry, square)?,
            None if history.termination().is_some() => return Err("the game is over".to_owned()),
            None => return Err(format!("it is not {side}’s turn")),
        }
    }
    // What is complete, for all who are to move, is played.
    let is_complete = |entry: &Option<Entry<G>>| entry.as_ref().is_none_or(Entry::is_complete);
    if entries.iter().any(Option::is_some) && entries.iter().all(is_complete) {
        let finished = |entry: &Option<Entry<G>>| entry.as_ref().and_then(|entry| entry.finish().ok());
        let [white, black] = [finished(&entries[0]), finished(&entries[1])];
        if let Some(mv) = history.position().combine(white.as_ref(), black.as_ref()) {
            history.play(&mv).map_err(|error| error.to_string())?;
            entries = [entry(&history, Side::White, &[])?, entry(&history, Side::Black, &[])?];
        }
    }
    Ok(described(&history, &entries, asked))
}

fn described<G: Playable + Pieces>(history: &History<G>, entries: &[Option<Entry<G>>; 2], asked: &Asked) -> State {
    let position = history.position();
    let hidden = asked.hide.as_deref().and_then(|side| side_of(side).ok());
    let is_shown = |side: Side| hidden != Some(side);
    let [white, black] = entries;
    // In the middle of a capture the board is as it is then.
    let board = match (position.to_move(), white, black) {
        (ToMove::One(_), Some(entry), _) | (ToMove::One(_), _, Some(entry)) => entry.board(),
        _ => position.clone(),
    };
    let last = last_squares(history);
    let mut scene = Scene::of(&board);
    let begun = entries.iter().flatten().any(|entry| !entry.squares().is_empty());
    if !begun {
        scene = scene.with_marks(Mark::Tint, &last);
    }
    for (side, entry) in Side::BOTH.into_iter().zip(entries) {
        if let Some(entry) = entry.as_ref().filter(|_| is_shown(side)) {
            let texts = |squares: Vec<G::Square>| squares.iter().map(ToString::to_string).collect::<Vec<_>>();
            scene = scene.with_marks(Mark::Tint, &texts(entry.squares().to_vec()));
            if !entry.squares().is_empty() {
                scene = scene.with_marks(Mark::Dot, &texts(entry.choices().into_iter().collect()));
            }
        }
    }
    let style = Style::default().with_flip(asked.flip).with_theme(theme(&asked.theme));
    State {
        game: G::NAME,
        rules: position.rules().to_string(),
        start: history.start().to_string(),
        position: position.to_string(),
        moves: history.move_texts(),
        to_move: match position.to_move() {
            ToMove::One(side) => side.name().to_owned(),
            ToMove::Both => "both".to_owned(),
        },
        over: history.termination().map(|end| (end.score().to_string(), end.to_string())),
        claims: history.claims().iter().map(|claim| format!("{claim:?}")).collect(),
        pieces: board.pieces(),
        last,
        white: chosen(history, Side::White, white.as_ref()),
        black: chosen(history, Side::Black, black.as_ref()),
        svg: scene.svg(&style),
        move_svg: last_move(history).map(|(before, mv)| before.scene_of_move(mv).svg(&style)),
        board: scene.layout(&style).into(),
    }
}

fn chosen<G: Playable>(history: &History<G>, side: Side, entry: Option<&Entry<G>>) -> Chosen {
    let texts = |squares: Vec<G::Square>| squares.iter().map(ToString::to_string).collect::<Vec<_>>();
    let legal = if history.termination().is_some() { Vec::new() } else { history.position().texts_of(side) };
    Chosen {
        squares: entry.map(|entry| texts(entry.squares().to_vec())).unwrap_or_default(),
        choices: entry.map(|entry| texts(entry.choices().into_iter().collect())).unwrap_or_default(),
        captured: entry.map(|entry| texts(entry.captured().into_iter().collect())).unwrap_or_default(),
        complete: entry.is_some_and(Entry::is_complete),
        can_pass: entry.is_some_and(Entry::can_pass),
        legal,
    }
}

/// The squares that the last move began and ended on, of both sides in Proryv.
fn last_squares<G: Playable>(history: &History<G>) -> Vec<String> {
    last_move(history).map(|(before, mv)| before.squares_of_move(mv)).unwrap_or_default()
}

/// The last move, with the position before it.
fn last_move<G: Playable>(history: &History<G>) -> Option<(&G, &G::Move)> {
    history.position_at(history.len().checked_sub(1)?).zip(history.moves().next_back())
}

pub(super) fn side_of(name: &str) -> Result<Side, Refused> {
    let side = Side::BOTH.into_iter().find(|side| side.name() == name);
    side.ok_or_else(|| format!("side: expected white or black, found ‘{}’", Escaped(name)))
}

fn theme(name: &str) -> Theme {
    match name {
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        "colour-blind" => Theme::ColourBlind,
        _ => Theme::Light,
    }
}

/// A game that was read from a record.
#[derive(Serialize)]
pub(super) struct Recorded {
    game: &'static str,
    rules: String,
    start: String,
    moves: Vec<String>,
}

/// The first record of a text; an error names its line.
pub(super) fn record(text: &str) -> Result<Record, Refused> {
    let read = Reader::from(text).read_record().map_err(|error| error.to_string())?;
    read.ok_or_else(|| "there is no game in this text".to_owned())
}

/// The moves of a record.
pub(super) fn recorded<G: Playable>(record: &Record) -> Result<Recorded, Refused> {
    let history = replay::<G>(record).map_err(|error| error.to_string())?.history;
    Ok(Recorded {
        game: G::NAME,
        rules: history.position().rules().to_string(),
        start: history.start().to_string(),
        moves: history.move_texts(),
    })
}

/// The game as a record.
pub(super) fn written<G: Playable>(asked: &Asked) -> Result<String, Refused> {
    Ok(Record::from_history(&history::<G>(asked)?, Form::Long).to_string())
}
