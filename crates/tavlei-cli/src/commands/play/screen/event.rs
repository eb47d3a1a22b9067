//! Events that reach the game on the screen, and requests that it makes.

use std::path::PathBuf;
use std::time::Duration;

use tavlei::game::{Game, History, Side};

/// A key, as far as the game knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Char(char),
    Up,
    Down,
    Left,
    Right,
    Enter,
    Tab,
    BackTab,
    Backspace,
    Esc,
    PageUp,
    PageDown,
    /// Ctrl-C.
    Interrupt,
}

/// Something that happens to the game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// Time has passed.
    Tick,
    /// A key was pressed.
    Key(Key),
    /// A cell of the terminal was clicked: column and row.
    Click(u16, u16),
    /// Text was pasted.
    Paste(String),
    /// The terminal has this many columns and rows.
    Resize(u16, u16),
    /// A bot has found something.
    Bot(Answer),
    /// The game was written to this file, or the reason why it was not.
    Saved(Result<PathBuf, String>),
    /// The terminal is gone, or the program was asked to end.
    Hangup,
}

/// An answer to the question with this number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) number: u64,
    pub(super) thought: Thought,
}

/// The state of a bot's thinking.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Thought {
    /// It goes on; the position is worth this so far.
    Progress(Assessment),
    /// Its move or choice as canonical text.
    Move(String),
    /// There is none, for this reason.
    Failed(String),
}

/// The value of a position as a bot sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Assessment {
    /// From -1, Black wins, to 1, White wins.
    pub(super) white: f64,
    /// In words or numbers.
    pub(super) text: String,
}

/// A question to a bot.
#[derive(Clone, Debug)]
pub(super) struct Question<G: Game> {
    pub(super) number: u64,
    pub(super) side: Side,
    /// The bot that is asked, by the side that it was named for.
    pub(super) bot: Side,
    pub(super) history: History<G>,
    /// The longest time that it may think, if a clock runs.
    pub(super) time: Option<Duration>,
}

/// A request of the game to the program around it.
#[derive(Debug)]
pub(super) enum Effect<G: Game> {
    /// Ask a bot.
    Ask(Box<Question<G>>),
    /// End the thinking of all bots; no answer is wanted.
    StopThinking,
    /// Write a record to a file; without one, to a new file.
    Save(Option<PathBuf>, String),
    /// Leave the game.
    Leave(Departure),
}

/// Why the game is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    /// A person has left it.
    Quit,
    /// It was broken off.
    Interrupted,
}
