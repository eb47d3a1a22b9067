//! Errors of replaying a record.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use tavlei_game::text::{Escaped, SyntaxError, fold};
use tavlei_game::{MoveError, Notation, RulesError, Side};

use crate::{Place, Record, ResultMark};

/// The first thing in a record that cannot be.
#[derive(Debug)]
pub struct ReplayError {
    /// Where the text begins that is at fault.
    pub place: Place,
    /// That text: a move, the value of a tag, the result.
    pub text: String,
    /// Where within that text, in bytes.
    pub offset: usize,
    /// The source line, if it is known.
    pub source: Option<String>,
    /// The number of the move, as the record counts.
    pub number: Option<u32>,
    /// The side to move; `None` if both sides move at once, or before the moves.
    pub side: Option<Side>,
    /// How many plies have been played before.
    pub plies: usize,
    /// The position at the fault; empty if none could be set up.
    pub position: String,
    /// The kind of error.
    pub kind: ReplayErrorKind,
}

impl ReplayError {
    /// The exact place: [`place`](Self::place), and [`offset`](Self::offset) further on.
    #[must_use]
    pub fn exact_place(&self) -> Place {
        self.place.further(&self.text, self.offset)
    }

    /// The fault that a record is of a game that is not among the known ones, or does not say of which.
    #[must_use]
    pub fn unknown_game(record: &Record, known: &[&str]) -> Box<Self> {
        let tag = record.find_tag("Game");
        Box::new(Self {
            place: tag.map_or(Place { offset: 0, line: 1, column: 1 }, |tag| tag.place),
            text: tag.map(|tag| tag.value.clone()).unwrap_or_default(),
            offset: 0,
            source: tag.and_then(|tag| record.source_line(tag.place.line)).map(str::to_string),
            number: None,
            side: None,
            plies: 0,
            position: String::new(),
            kind: ReplayErrorKind::Game { expected: known.join(", ") },
        })
    }
}

/// `line 3, column 12: move 4, Black: ‘f6-f5’: byte 3: …; nearest legal moves: f6-e5, f6-g5`.
impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.exact_place())?;
        match &self.kind {
            ReplayErrorKind::Move { .. } | ReplayErrorKind::HalfTurn => {
                if let Some(number) = self.number {
                    write!(f, "move {number}")?;
                    if let Some(side) = self.side {
                        write!(f, ", {side}")?;
                    }
                    f.write_str(": ")?;
                }
                write!(f, "‘{}’: ", Escaped(&self.text))?;
            }
            _ => {}
        }
        self.kind.fmt(f)
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.source()
    }
}

/// The kinds of errors in a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// The tag `Game` names another game than the one that is played, or none that is known.
    #[error("expected a record of {expected}")]
    Game {
        /// The right value.
        expected: String,
    },
    /// The tag `Rules` is refused.
    #[error("the rules are refused: {0}")]
    Rules(RulesError),
    /// The tag `Position` is refused, or the tag `FEN` in its place.
    #[error("the position is refused: {0}")]
    Position(Box<dyn Error + Send + Sync>),
    /// A move is refused.
    #[error("{error}{}", Nearest(.error, .nearest))]
    Move {
        /// Why.
        error: MoveError,
        /// The legal moves that look most like what is written, in the long form, the nearest first.
        nearest: Vec<String>,
    },
    /// The record ends within a turn, of which one side's choice is missing.
    #[error("the turn lacks Black’s choice")]
    HalfTurn,
    /// The result is not the one that the rules give, or one that the players cannot bring about.
    #[error("the record says {stated}, but {}", Actual(.actual))]
    Result {
        /// The value in the record.
        stated: ResultMark,
        /// How the rules have ended the game; `None` if they have not.
        actual: Option<String>,
    },
}

struct Nearest<'a>(&'a MoveError, &'a [String]);

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = match self.0 {
            MoveError::Illegal { meant, .. } => !meant.is_empty(),
            MoveError::Ambiguous { .. } | MoveError::GameOver { .. } => true,
            _ => false,
        };
        if told || self.1.is_empty() {
            return Ok(());
        }
        write!(f, "; nearest legal moves: {}", self.1.join(", "))
    }
}

struct Actual<'a>(&'a Option<String>);

impl fmt::Display for Actual<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(actual) => write!(f, "by the rules the game has ended {actual}"),
            None => f.write_str("the game is not over by the rules, and the players can’t end it so"),
        }
    }
}

/// The same error, its offset counted from a later place.
pub(super) fn rebase(error: MoveError, start: usize) -> MoveError {
    match error {
        MoveError::Syntax(SyntaxError { offset, found, expected }) => {
            MoveError::Syntax(SyntaxError { offset: offset.saturating_sub(start), found, expected })
        }
        MoveError::Illegal { offset, reason, meant } => {
            MoveError::Illegal { offset: offset.saturating_sub(start), reason, meant }
        }
        other => other,
    }
}

/// The legal moves that were meant, or those that look most like the text, in the long form.
pub(super) fn nearest<G: Notation>(position: &G, text: &str, error: &MoveError) -> Vec<String> {
    const SHOWN: usize = 5;
    const LOOKED_AT: usize = 10_000;
    match error {
        MoveError::Illegal { meant, .. } if !meant.is_empty() => return meant.clone(),
        MoveError::Ambiguous { fitting } => return fitting.clone(),
        MoveError::GameOver { .. } => return Vec::new(),
        _ => {}
    }
    let written: Vec<char> = text.chars().map(fold).filter(|c| !c.is_whitespace()).take(64).collect();
    let mut found = Vec::new();
    let mut form_text = String::new();
    let _: ControlFlow<()> = position.for_each_move(|mv| {
        let distance = |form| {
            form_text.clear();
            let _ = position.write_move_as(form, &mv, &mut form_text);
            edits(&written, form_text.chars().map(fold).filter(|c| !c.is_whitespace()))
        };
        let distance = G::FORMS.iter().copied().map(distance).min().unwrap_or_default();
        found.push((distance, position.move_text(&mv)));
        if found.len() < LOOKED_AT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found.sort();
    found.into_iter().take(SHOWN).map(|(_, text)| text).collect()
}

/// Returns how many characters have to be put in, left out or exchanged.
fn edits(from: &[char], to: impl Iterator<Item = char>) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, c) in to.enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, known) in row.iter_mut().skip(1).zip(from) {
            let changed = diagonal + usize::from(*known != c);
            diagonal = *cell;
            left = changed.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
