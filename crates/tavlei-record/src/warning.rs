//! Warnings about a record that was repaired.

use std::fmt;

use tavlei_game::text::Escaped;

use crate::{Place, ResultMark};

/// Something odd in a record that does not stand in the way of reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// The kind.
    pub kind: WarningKind,
}

/// The kind of warning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The move number is not the one that is due.
    #[error("move number {found} where {expected} is due")]
    NumberWrong {
        /// The number that stands there.
        found: u32,
        /// The number that is due.
        expected: u32,
    },
    /// The move number stands there for the second time.
    #[error("move number {0} is repeated")]
    NumberRepeated(u32),
    /// Some moves before this one have no number, though others have.
    #[error("before move {0} a move number is missing")]
    NumberMissing(u32),
    /// A number that no game reaches.
    #[error("{}", Impossible(.found, *.due))]
    NumberImpossible {
        /// The digits that stand there.
        found: String,
        /// The number that is due, if that is known.
        due: Option<u32>,
    },
    /// A number that is not due, and behind which there is no move.
    #[error("no move stands behind the number {0}")]
    NumberAlone(u32),
    /// Words outside braces, read as a comment to the end of the line, or up to the next move number.
    #[error("text outside braces, read as a comment")]
    Prose,
    /// Moves behind a semicolon, which makes them a comment.
    #[error("the moves behind ‘;’ are a comment")]
    MovesInComment,
    /// A sign that has no meaning there.
    #[error("‘{}’ has no meaning here and is skipped", .0.escape_debug())]
    Stray(char),
    /// A text that has no meaning there.
    #[error("‘{}’ has no meaning here and is skipped", .0.escape_debug())]
    Skipped(String),
    /// A tag that is not closed, or whose value is not in quotes.
    #[error("the tag ‘{}’ is not written as [Name \"value\"]", Escaped(.0))]
    TagForm(String),
    /// A tag that the game has already, so that it begins the next one, without a blank line before it.
    #[error("the tag ‘{}’ is given twice, and begins a new game", Escaped(.0))]
    TagTwice(String),
    /// The value of the tag `Result` is no result.
    #[error("the tag Result says ‘{}’, which is no result", Escaped(.0))]
    ResultTag(String),
    /// The tag `Result` and the result behind the moves differ; the latter counts.
    #[error("the tag Result says {tag}, the moves end with {end}")]
    ResultsDiffer {
        /// The value of the tag.
        tag: ResultMark,
        /// The result after the moves.
        end: ResultMark,
    },
    /// There is no result behind the moves.
    #[error("no result stands behind the moves")]
    ResultMissing,
    /// The rules have ended the game, but the record leaves its result open.
    #[error("the record leaves the result open, but the game is over: {0}")]
    ResultOpen(String),
    /// After an error, lines that are passed over before the next game.
    #[error("behind this place {0} lines are passed over, up to the next line that begins with a tag")]
    PassedOver(u64),
    /// A comment or words behind the last game, which belong to none.
    #[error("text behind the last game, which is not kept")]
    TextBehind,
    /// A variation, which a record does not keep.
    #[error("the variation is not kept")]
    Variation,
    /// A mark of a move, which a record does not keep.
    #[error("the mark ‘{}’ is not kept", .0.escape_debug())]
    Mark(String),
    /// A move was written with a space where none belongs.
    #[error("‘{}’ is read as one move", Escaped(.0))]
    MoveJoined(String),
}

/// `line 3, column 1: move number 4 where 3 is due`.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

struct Impossible<'a>(&'a str, Option<u32>);

impl fmt::Display for Impossible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(due) => write!(f, "move number {} where {due} is due", self.0),
            None => write!(f, "no game has a move number {}", self.0),
        }
    }
}
