//! Texts that can’t be read.

use std::io;

use crate::Place;

/// Why a text cannot be read as games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The source fails. Nothing more is read from it.
    #[error("can’t read: {0}")]
    Io(#[from] io::Error),
    /// The text is not UTF-8; it may be in an older encoding, such as Windows-1251.
    #[error("{place}: the text is not UTF-8")]
    NotUtf8 {
        /// The first byte that is not.
        place: Place,
    },
    /// A line is longer than [`ReadLimits::line`](crate::ReadLimits::line).
    #[error("{place}: the line is longer than {limit} bytes")]
    LineTooLong {
        /// The limit.
        limit: usize,
        /// Where it begins.
        place: Place,
    },
    /// A move is longer than [`ReadLimits::token`](crate::ReadLimits::token).
    #[error("{place}: a move is longer than {limit} bytes")]
    MoveTooLong {
        /// The limit.
        limit: usize,
        /// Where it begins.
        place: Place,
    },
    /// The value of a tag is longer than [`ReadLimits::comment`](crate::ReadLimits::comment), or its name longer than [`ReadLimits::token`](crate::ReadLimits::token).
    #[error("{place}: the tag is longer than {limit} bytes")]
    TagTooLong {
        /// The limit that it passes.
        limit: usize,
        /// Where it begins.
        place: Place,
    },
    /// A comment is longer than [`ReadLimits::comment`](crate::ReadLimits::comment); perhaps its closing brace is missing.
    #[error("{place}: the comment that begins here is longer than {limit} bytes; is a ‘}}’ missing?")]
    CommentTooLong {
        /// The limit.
        limit: usize,
        /// Where it begins.
        place: Place,
    },
    /// Variations are nested deeper than [`ReadLimits::depth`](crate::ReadLimits::depth).
    #[error("{place}: variations are nested more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: u32,
        /// The bracket that goes too far.
        place: Place,
    },
    /// The tags, moves and comments of a game are longer than [`ReadLimits::game`](crate::ReadLimits::game).
    #[error("{place}: the tags, moves and comments of the game are longer than {limit} bytes")]
    GameTooLong {
        /// The limit.
        limit: usize,
        /// Where the limit is passed.
        place: Place,
    },
    /// A game has more tags, moves and comments than [`ReadLimits::game`](crate::ReadLimits::game) allows.
    #[error("{place}: the game has more than {limit} tags, moves and comments")]
    TooManyPieces {
        /// How many it may have.
        limit: usize,
        /// The first one too many.
        place: Place,
    },
    /// The input ends within a comment or a variation.
    #[error("{place}: the {what} that begins here is never closed")]
    Unclosed {
        /// The part that is open.
        what: OpenPart,
        /// Where it begins.
        place: Place,
    },
}

/// A part of a record that can be left open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpenPart {
    /// `{ …`
    Comment,
    /// `( …`
    Variation,
}

/// Why a text is not one record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseRecordError {
    /// The text cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is neither a tag nor a move in the text.
    #[error("expected a game, found neither a tag nor a move")]
    Empty,
    /// The text goes on with a second game.
    #[error("expected one game, found a second one")]
    Many,
}
