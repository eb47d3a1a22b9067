//! The events that a reader reports while it reads a game.

use std::ops::ControlFlow;

use crate::{Place, ResultMark, Warning};

/// A piece of text as it stands in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The text itself.
    pub text: &'a str,
    /// Where it begins.
    pub place: Place,
    /// The whole source line in which it begins.
    pub line: &'a str,
}

/// The role that a stretch of the source plays in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// A tag with its brackets.
    Tag,
    /// The number of a move, with its dots.
    Number,
    /// A move.
    Move,
    /// A comment with its braces or its semicolon, or words outside braces; a piece for each line.
    Comment,
    /// The result.
    Result,
    /// A sign that says how good a move or a position is, `!?`, `±`, `$4`; it is not kept.
    Mark,
    /// A variation with its brackets, which is not kept; a piece for each line.
    Variation {
        /// Where its bracket stands.
        opened: Place,
    },
    /// Dots, commas, bullets, rules and the like, which say nothing.
    Decoration,
    /// Text without meaning in its place; a [`Warning`] reports it.
    Skipped,
}

/// The number that stands before a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether it announces Black's move, as `12...` and `12. …` do.
    pub black: bool,
}

/// Is told what a [`Reader`](crate::Reader) finds, in the order of the text.
///
/// This is the fast road through large files: nothing is copied. Every method may answer [`ControlFlow::Break`] when
/// it has seen enough of the game; the reader then goes on to the game's end and tells no more of it. What is not
/// overridden is passed over.
///
/// ```
/// use std::ops::ControlFlow;
/// use tavlei_record::{MoveNumber, Reader, Token, Visitor};
///
/// struct Counter(usize);
///
/// impl Visitor for Counter {
///     fn mv(&mut self, _: Token<'_>, _: Option<MoveNumber>) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut reader = Reader::from("1. c3-d4 f6-e5 2. d4:f6 * 1. c3-b4 *");
/// let mut counter = Counter(0);
/// while reader.read(&mut counter).unwrap() {}
/// assert_eq!(counter.0, 4);
/// ```
pub trait Visitor {
    /// A tag, `[Name "value"]`; the text of the value has its backslashes removed.
    fn tag(&mut self, name: Token<'_>, value: Token<'_>) -> ControlFlow<()> {
        let _ = (name, value);
        ControlFlow::Continue(())
    }

    /// A move, as it is written, and the number that stands before it.
    fn mv(&mut self, mv: Token<'_>, number: Option<MoveNumber>) -> ControlFlow<()> {
        let _ = (mv, number);
        ControlFlow::Continue(())
    }

    /// A comment on the move before it, or on the game if there was none; white space is made single.
    fn comment(&mut self, text: &str, place: Place) -> ControlFlow<()> {
        let _ = (text, place);
        ControlFlow::Continue(())
    }

    /// The result that ends the game; a game can lack it. Comments can follow it, but no moves.
    fn result(&mut self, mark: ResultMark, token: Token<'_>) -> ControlFlow<()> {
        let _ = (mark, token);
        ControlFlow::Continue(())
    }

    /// A stretch of the source and its part.
    ///
    /// Every character that is not white space belongs to one stretch, so nothing is passed over untold, unless an error
    /// ends the game. Two of them come later than what follows them in the source: an asterisk that touches a move, and a
    /// number without dots that turns out to be a move.
    fn part(&mut self, part: Part, token: Token<'_>) -> ControlFlow<()> {
        let _ = (part, token);
        ControlFlow::Continue(())
    }

    /// Something odd that was mended.
    fn warning(&mut self, warning: Warning) -> ControlFlow<()> {
        let _ = warning;
        ControlFlow::Continue(())
    }
}
