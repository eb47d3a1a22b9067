//! Positions and moves as text.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display, Write};
use core::str::FromStr;

use crate::text::SyntaxError;
use crate::{Game, RulesError, Side, Simultaneous};

/// A game whose positions, moves and rules have a text form.
///
/// Writing is canonical: one text for each value. Reading is forgiving, and reading what was written gives the value
/// back. `Display` writes the position.
pub trait Notation: Game<Rules: FromStr<Err = RulesError> + Display> + Display {
    /// The name of the game on a command line and in records, such as `towers`.
    const NAME: &'static str;

    /// The forms in which moves can be written, [`Form::Long`] first.
    const FORMS: &'static [Form] = &[Form::Long];

    /// How many words, separated by spaces, a written move consists of: 2 where a move is a pair of choices, else 1.
    const MOVE_WORDS: usize = 1;

    /// Why a text is refused as a position.
    type PositionError: Error + Send + Sync + 'static;

    /// Reads a position that is to be played under these rules.
    ///
    /// `start` is the start position.
    ///
    /// # Errors
    ///
    /// Names the place and the reason.
    fn read_position(text: &str, rules: &Self::Rules) -> Result<Self, Self::PositionError>;

    /// Writes a legal move of this position in the canonical, long form.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    fn write_move(&self, mv: &Self::Move, out: &mut dyn Write) -> fmt::Result;

    /// Reads a move of this position, which must be the whole text, in any of the [`FORMS`](Self::FORMS) that can be
    /// told apart (all but [`Form::Numeric`]).
    ///
    /// # Errors
    ///
    /// Names the place and the reason, and the legal moves that may have been meant.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Writes a legal move of this position in a form; in the long one if the game does not have that form.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    fn write_move_as(&self, form: Form, mv: &Self::Move, out: &mut dyn Write) -> fmt::Result {
        let _ = form;
        self.write_move(mv, out)
    }

    /// Reads a move that is known to be in this form; see [`read_move`](Self::read_move).
    ///
    /// # Errors
    ///
    /// As [`read_move`](Self::read_move).
    fn read_move_as(&self, form: Form, text: &str) -> Result<Self::Move, MoveError> {
        let _ = form;
        self.read_move(text)
    }

    /// Draws the board for people, several lines, each ended.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    fn write_diagram(&self, out: &mut dyn Write) -> fmt::Result;

    /// Returns the board [drawn](Self::write_diagram) for people.
    #[must_use]
    fn diagram(&self) -> String {
        let mut text = String::new();
        let _ = self.write_diagram(&mut text);
        text
    }

    /// Explains why a move is not legal here, as [`read_move`](Self::read_move) does for a text.
    ///
    /// ```
    /// use tavlei_game::Notation;
    ///
    /// fn refuse<G: Notation>(position: &G, mv: &G::Move) -> String
    /// where
    ///     G::Move: core::fmt::Display,
    /// {
    ///     position.check_move(mv).map_or_else(|error| error.to_string(), |()| "it is legal".into())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The reason, and the legal moves that may have been meant. Its offset is a place in the move's own text.
    fn check_move(&self, mv: &Self::Move) -> Result<(), MoveError>
    where
        Self::Move: Display,
    {
        if self.is_legal(mv) {
            return Ok(());
        }
        match self.read_move(&mv.to_string()) {
            Err(error) => Err(error),
            // The squares are those of a legal move, and what is told apart is not.
            Ok(meant) => Err(MoveError::Illegal {
                offset: 0,
                reason: "the move belongs to another position".into(),
                meant: [self.move_text(&meant)].into(),
            }),
        }
    }

    /// A legal move of this position in the canonical, long form.
    #[must_use]
    fn move_text(&self, mv: &Self::Move) -> String {
        let mut text = String::new();
        // A `String` takes everything that is written to it.
        let _ = self.write_move(mv, &mut text);
        text
    }
}

/// A [`Simultaneous`] game whose choices have a text form.
pub trait ChoiceNotation: Simultaneous + Notation {
    /// Writes a choice that a side has in this position.
    ///
    /// # Errors
    ///
    /// Only those of the writer.
    fn write_choice(&self, side: Side, choice: &Self::Choice, out: &mut dyn Write) -> fmt::Result;

    /// Reads a choice of one side, which must be the whole text.
    ///
    /// # Errors
    ///
    /// Names the place and the reason, and the choices that may have been meant.
    fn read_choice(&self, side: Side, text: &str) -> Result<Self::Choice, MoveError>;

    /// A choice of this position as text.
    #[must_use]
    fn choice_text(&self, side: Side, choice: &Self::Choice) -> String {
        let mut text = String::new();
        let _ = self.write_choice(side, choice, &mut text);
        text
    }
}

/// A way of writing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Form {
    /// Every square that is touched, `c3-d4`, `f6:e5:d4`: canonical, and every game has it.
    Long,
    /// The Russian half-short form of draughts, `cd4`, `b:d4`.
    Short,
    /// The form of the author of Ashtarashki, `M3cd4`, `M3d6V`.
    Author,
    /// The numbers 1 to 32 of the dark squares instead of letters and digits.
    Numeric,
}

/// Why a text is refused as a move. Offsets are in bytes from the start of the text.
///
/// ```
/// use tavlei_game::MoveError;
///
/// let error = MoveError::Ambiguous { fitting: vec!["f6:d4:b2".into(), "f6:h4:f2".into()] };
/// assert_eq!(error.to_string(), "several legal moves fit: f6:d4:b2, f6:h4:f2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    Syntax(SyntaxError),
    /// The text has the form of a move, but no legal move is written so.
    Illegal {
        /// Where the text departs from what is legal.
        offset: usize,
        /// The rule that is broken, in a phrase.
        reason: Cow<'static, str>,
        /// The legal moves that may have been meant; there need not be any.
        meant: Vec<String>,
    },
    /// Several legal moves fit the text.
    Ambiguous {
        /// All of them, in the long form, sorted.
        fitting: Vec<String>,
    },
    /// The game is over: no move is legal.
    GameOver {
        /// How it has ended.
        outcome: String,
    },
}

impl MoveError {
    /// The place in the text that the error is about, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        match self {
            Self::Syntax(error) => error.offset,
            Self::Illegal { offset, .. } => *offset,
            Self::Ambiguous { .. } | Self::GameOver { .. } => 0,
        }
    }
}

impl From<SyntaxError> for MoveError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl Error for MoveError {}

impl Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => Display::fmt(error, f),
            Self::Illegal { offset, reason, meant } => {
                write!(f, "byte {offset}: {reason}")?;
                match meant.as_slice() {
                    [] => Ok(()),
                    [only] => write!(f, "; {only} would be legal"),
                    many => write!(f, "; legal would be {}", Listed(many)),
                }
            }
            Self::Ambiguous { fitting } => write!(f, "several legal moves fit: {}", Listed(fitting)),
            Self::GameOver { outcome } => write!(f, "the game is over ({outcome})"),
        }
    }
}

/// Texts separated by commas; a long list is cut.
struct Listed<'a>(&'a [String]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        for (i, text) in self.0.iter().take(SHOWN).enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            f.write_str(text)?;
        }
        match self.0.len().checked_sub(SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}
