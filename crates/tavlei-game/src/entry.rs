//! Entering a move square by square, as by clicks on a board.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use crate::text::{Escaped, fold};
use crate::{Notation, Side, ToMove};

/// A game whose moves can be entered square by square; see [`Entry`].
///
/// In a [`Sequential`](crate::Sequential) game the side to move enters a move. In a
/// [`Simultaneous`](crate::Simultaneous) game each side enters a choice, and a move consists of both.
///
/// The methods are what an [`Entry`] is made of. They take the squares chosen so far: the start, then the target of a quiet
/// move or every square that a capture lands on. All squares before the last have been among the choices.
pub trait EnterMove: Notation {
    /// A square of the board.
    type Square: Copy + Ord + Hash + Debug + Display + FromStr;

    /// A set of squares.
    type Squares: Copy + Eq + Debug + FromIterator<Self::Square> + IntoIterator<Item = Self::Square>;

    /// The thing that one side enters: a move, or a choice.
    type Entered: Clone + Eq + Debug;

    /// Returns the squares that can follow these: at first those where a move of this side can begin; none if the move is
    /// complete.
    fn next_squares(&self, side: Side, squares: &[Self::Square]) -> Self::Squares;

    /// Explains why a square cannot follow these, naming the rule.
    fn diagnose(&self, side: Side, squares: &[Self::Square], square: Self::Square) -> Cow<'static, str>;

    /// Explains what is missing to a move that has come to these squares, naming the rule.
    fn diagnose_incomplete(&self, side: Side, squares: &[Self::Square]) -> Cow<'static, str>;

    /// Returns the move that these squares are; `None` if it is not complete.
    fn entered(&self, side: Side, squares: &[Self::Square]) -> Option<Self::Entered>;

    /// Returns the pass of a side, if it has one now.
    fn entered_pass(&self, _side: Side) -> Option<Self::Entered> {
        None
    }

    /// Returns the squares of the pieces that a move captures which has come to these squares.
    fn captured_on(&self, side: Side, squares: &[Self::Square]) -> Self::Squares;

    /// Returns the board on which a move has come to these squares. It is the same side's turn.
    #[must_use]
    fn board_during(&self, side: Side, squares: &[Self::Square]) -> Self;

    /// Combines what the sides have entered into a move of this position; `None` while something is missing.
    fn combine(&self, white: Option<&Self::Entered>, black: Option<&Self::Entered>) -> Option<Self::Move>;

    /// Lists the squares of a legal move, to animate it: the start, then every square landed on. A pass has none.
    fn path(&self, side: Side, entered: &Self::Entered) -> Vec<Self::Square>;

    /// Lists what a side can play with its piece on this square, in the order of the moves; nothing if that piece cannot
    /// move, or if there is none.
    fn moves_from(&self, side: Side, square: Self::Square) -> Vec<Self::Entered>;

    /// Lists what a side can play: its pass, if it has one, then the moves from each square; nothing if it is not to move.
    fn moves_of(&self, side: Side) -> Vec<Self::Entered> {
        if self.outcome().is_some() || !self.to_move().includes(side) {
            return Vec::new();
        }
        let starts = self.next_squares(side, &[]).into_iter();
        self.entered_pass(side).into_iter().chain(starts.flat_map(|start| self.moves_from(side, start))).collect()
    }

    /// Returns the canonical text of what a side has entered.
    fn entered_text(&self, side: Side, entered: &Self::Entered) -> String;
}

/// A move being entered square by square, in the position that it belongs to.
///
/// A quiet move is the start and the target; a capture is the start and every square landed on. Each square is chosen from
/// [`choices`](Self::choices) and can be taken back. A refused square changes nothing, and the error names the rule that
/// forbids it. [`finish`](Self::finish) returns the move if it is complete, and only then. Whatever can be entered is a
/// legal move, and every legal move can be entered.
///
/// An entry is a value: it can be copied, compared, written and read, so a game can be stored in the middle of a
/// capture. Its text is the text of the position, then the squares: `w a3=0;b4=00,b6=0 a3:c5`. Before the first square
/// a question mark stands in their place. In a simultaneous game the side is named before them: `w a1;a5 black a5-a4`.
///
/// ```
/// use tavlei_game::{EnterMove, Entry, Side};
///
/// /// Enters a move by always choosing the first square.
/// fn first_choices<G: EnterMove>(position: &G, side: Side) -> Option<G::Entered> {
///     let mut entry = Entry::new(position, side).ok()?;
///     while let Some(square) = entry.choices().into_iter().next() {
///         entry.choose(square).ok()?;
///     }
///     entry.finish().ok()
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Entry<G: EnterMove> {
    position: G,
    side: Side,
    squares: Vec<G::Square>,
    passed: bool,
}

impl<G: EnterMove> Entry<G> {
    /// Begins to enter what this side plays in this position.
    ///
    /// # Errors
    ///
    /// [`EntryError::Over`] if the game is over, [`EntryError::NotToMove`] if it is the other side's turn.
    pub fn new(position: &G, side: Side) -> Result<Self, EntryError> {
        if position.outcome().is_some() {
            return Err(EntryError::Over);
        }
        if !position.to_move().includes(side) {
            return Err(EntryError::NotToMove { side });
        }
        Ok(Self { position: position.clone(), side, squares: Vec::new(), passed: false })
    }

    /// Begins the move of the piece on this square.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new) and [`choose`](Self::choose).
    pub fn begin(position: &G, side: Side, start: G::Square) -> Result<Self, EntryError> {
        let mut entry = Self::new(position, side)?;
        entry.choose(start)?;
        Ok(entry)
    }

    /// Returns the position in which the move is entered.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// Returns the side whose move is entered.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the squares chosen so far: the start, then the target or the squares landed on.
    #[must_use]
    pub fn squares(&self) -> &[G::Square] {
        &self.squares
    }

    /// Returns the square that the piece is on; `None` before the first is chosen.
    #[must_use]
    pub fn square(&self) -> Option<G::Square> {
        self.squares.last().copied()
    }

    /// Returns the squares that can be chosen next: at first those where a move can begin; none if the entry is complete.
    #[must_use]
    pub fn choices(&self) -> G::Squares {
        if self.passed { G::Squares::from_iter([]) } else { self.position.next_squares(self.side, &self.squares) }
    }

    /// Chooses the next square.
    ///
    /// # Errors
    ///
    /// [`EntryError::Refused`] names the rule that forbids the square, [`EntryError::Complete`] means that nothing can be
    /// added. Nothing has changed then.
    pub fn choose(&mut self, square: G::Square) -> Result<(), EntryError> {
        if self.is_complete() {
            return Err(EntryError::Complete);
        }
        if !self.choices().into_iter().any(|choice| choice == square) {
            return Err(EntryError::Refused { reason: self.position.diagnose(self.side, &self.squares, square) });
        }
        self.squares.push(square);
        Ok(())
    }

    /// Returns whether the side can pass instead of choosing a square.
    #[must_use]
    pub fn can_pass(&self) -> bool {
        !self.passed && self.squares.is_empty() && self.position.entered_pass(self.side).is_some()
    }

    /// Passes.
    ///
    /// # Errors
    ///
    /// [`EntryError::NoPass`] if the game has no passes, if the side has to move, or if a square has been chosen.
    /// Nothing has changed then.
    pub fn pass(&mut self) -> Result<(), EntryError> {
        if !self.can_pass() {
            return Err(EntryError::NoPass);
        }
        self.passed = true;
        Ok(())
    }

    /// Takes the last square or the pass back. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        core::mem::take(&mut self.passed) || self.squares.pop().is_some()
    }

    /// Returns the squares of the pieces captured so far.
    #[must_use]
    pub fn captured(&self) -> G::Squares {
        self.position.captured_on(self.side, &self.squares)
    }

    /// Returns whether the move is complete: nothing can be added to it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.entered().is_some()
    }

    /// Returns the move that has been entered.
    ///
    /// # Errors
    ///
    /// [`EntryError::Incomplete`]: the target is missing, or a capture must go on.
    pub fn finish(&self) -> Result<G::Entered, EntryError> {
        let reason = || self.position.diagnose_incomplete(self.side, &self.squares);
        self.entered().ok_or_else(|| EntryError::Incomplete { reason: reason() })
    }

    fn entered(&self) -> Option<G::Entered> {
        if self.passed {
            self.position.entered_pass(self.side)
        } else {
            self.position.entered(self.side, &self.squares)
        }
    }

    /// Returns the board as it stands now, with the squares so far played. It is the same side's turn.
    #[must_use]
    pub fn board(&self) -> G {
        self.position.board_during(self.side, &self.squares)
    }

    /// Reads what `Display` writes, in a position that is played under these rules.
    ///
    /// # Errors
    ///
    /// Names the place and the reason.
    pub fn read(text: &str, rules: &G::Rules) -> Result<Self, ReadEntryError> {
        let (position, start) = before_last_word(text);
        let (before, start_of_side) = before_last_word(position);
        let word = position.get(start_of_side..).unwrap_or_default().trim_end();
        let side = Side::BOTH.into_iter().find(|side| side.name() == word);
        let position = if side.is_some() { before } else { position };
        let position = G::read_position(position.trim_end(), rules)
            .map_err(|error| ReadEntryError { offset: None, reason: error.to_string() })?;
        let fault = |offset, reason: String| ReadEntryError { offset: Some(offset), reason };
        let side = match (position.to_move(), side) {
            (ToMove::One(side), None) => side,
            (ToMove::Both, Some(side)) => side,
            (ToMove::One(_), Some(side)) => {
                return Err(fault(start_of_side, format!("expected the squares, found ‘{}’", side.name())));
            }
            (ToMove::Both, None) => return Err(fault(start, "expected ‘white’ or ‘black’ before the squares".into())),
        };
        let mut entry = Self::new(&position, side).map_err(|error| fault(start, error.to_string()))?;
        entry.read_squares(text, start)?;
        Ok(entry)
    }

    /// Chooses the squares that the text names from this place on.
    fn read_squares(&mut self, text: &str, start: usize) -> Result<(), ReadEntryError> {
        let fault = |offset, reason: String| ReadEntryError { offset: Some(offset), reason };
        let written = text.get(start..).unwrap_or_default().trim_end();
        if written == "?" {
            return Ok(());
        }
        if is_pass(written) {
            return self.pass().map_err(|error| fault(start, error.to_string()));
        }
        let mut offset = start;
        for word in written.split_inclusive(is_sign) {
            let square = word.trim_end_matches(is_sign);
            let place = offset.saturating_add(square.len()).saturating_sub(square.trim_start().len());
            let square = Escaped(square.trim());
            let wrong = || fault(place, format!("expected a square of the board, found ‘{square}’"));
            let chosen = square.0.parse().map_err(|_| wrong())?;
            self.choose(chosen).map_err(|error| fault(place, error.to_string()))?;
            offset = offset.saturating_add(word.len());
        }
        if written.ends_with(is_sign) {
            return Err(fault(offset, "expected a square of the board, found the end".into()));
        }
        Ok(())
    }
}

/// The text before its last word, and where that begins. Spaces around signs do not end a word.
fn before_last_word(text: &str) -> (&str, usize) {
    let text = text.trim_end();
    let split = |start| (text.get(..start).unwrap_or_default(), start);
    let mut start = text.len();
    let (mut after_space, mut next_is_sign) = (false, false);
    for (offset, c) in text.char_indices().rev() {
        if c.is_whitespace() {
            if text.get(start..).is_some_and(is_pass) {
                return split(start);
            }
            after_space = true;
            continue;
        }
        if after_space && !is_sign(c) && !next_is_sign {
            return split(start);
        }
        (start, after_space, next_is_sign) = (offset, false, is_sign(c));
    }
    split(0)
}

fn is_pass(text: &str) -> bool {
    text.chars().map(fold).eq("--".chars())
}

fn is_sign(c: char) -> bool {
    matches!(fold(c), '-' | ':' | 'x')
}

/// `w a3=0;b4=00,b6=0 a3:c5`: the position, then the squares. The rules are not written.
impl<G: EnterMove> Display for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.position)?;
        if self.position.to_move() == ToMove::Both {
            write!(f, "{} ", self.side.name())?;
        }
        if self.passed {
            return f.write_str("--");
        }
        if self.squares.is_empty() {
            return f.write_str("?");
        }
        let sign = if self.captured().into_iter().next().is_some() { ":" } else { "-" };
        for (i, square) in self.squares.iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { sign })?;
        }
        Ok(())
    }
}

/// As the text, and the rules if they are not the default.
impl<G: EnterMove> Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.position.rules();
        write!(f, "{self}")?;
        if rules == G::Rules::default() { Ok(()) } else { write!(f, " [{rules}]") }
    }
}

/// Reads an entry under the default rules; see [`Entry::read`] for others.
impl<G: EnterMove> FromStr for Entry<G> {
    type Err = ReadEntryError;

    fn from_str(text: &str) -> Result<Self, ReadEntryError> {
        Self::read(text, &G::Rules::default())
    }
}

/// Why a move cannot be entered so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn.
    #[error("{side} is not to move")]
    NotToMove {
        /// The side that wanted to move.
        side: Side,
    },
    /// The square cannot come next.
    #[error("{reason}")]
    Refused {
        /// The rule that forbids it, in a phrase.
        reason: Cow<'static, str>,
    },
    /// Nothing can be added to the move.
    #[error("the move is complete")]
    Complete,
    /// The side cannot pass.
    #[error("there is no pass here")]
    NoPass,
    /// The move is not complete.
    #[error("{reason}")]
    Incomplete {
        /// The missing part, in a phrase.
        reason: Cow<'static, str>,
    },
}

/// Why a text is refused as an [`Entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadEntryError {
    /// Where the fault is, in bytes from the start of the text; `None` if the reason says it.
    pub offset: Option<usize>,
    /// The fault, in a phrase.
    pub reason: String,
}

impl Display for ReadEntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "byte {offset}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl core::error::Error for ReadEntryError {}
