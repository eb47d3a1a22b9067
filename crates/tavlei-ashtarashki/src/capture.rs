//! A capture under way, entered square by square.

use core::fmt;
use core::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, Notation, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::generate::landings;
use crate::{Label, Move, Position, PositionError, Rules};

/// A capture that is being entered, jump by jump, in the position that it began in.
///
/// It is a value like any other: it can be copied, compared, hashed, written and read, so that a game can be stored in
/// the middle of a capture. [`finish`](Self::finish) gives a move when the capture is complete, that is, when the stone
/// has nothing more to take (A-11), and not before; the moves that can be had so are the captures that the position lists.
///
/// `Display` writes the position and the squares so far: `w M1f6;M3d4,M3e5 f6:e5`.
///
/// ```
/// use tavlei_ashtarashki::{Capture, Position, Rules};
/// use tavlei_game::Notation;
/// use tavlei_geometry::dark::Square;
///
/// let position = Position::read_position("w M1f6;M3d4,M3e5", &Rules::default())?;
/// let mut capture = Capture::begin(&position, Square::F6)?;
/// assert_eq!(capture.landings().to_string(), "e5");
/// capture.jump(Square::E5)?;
/// assert!(capture.finish().is_err()); // the stone on d4 must be taken, too
/// capture.jump(Square::D4)?;
/// assert_eq!(capture.finish()?.to_string(), "f6:e5:d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Capture {
    position: Position,
    so_far: Move,
}

impl Capture {
    /// Takes up the stone on a square, which must have something to capture.
    ///
    /// # Errors
    ///
    /// Why the stone on this square can't capture.
    pub fn begin(position: &Position, square: Square) -> Result<Self, CaptureError> {
        let side = position.side();
        if position.outcome().is_some() {
            return Err(CaptureError::GameOver);
        }
        let stone = position.stone_at(square).ok_or(CaptureError::NoStone { square })?;
        if stone.side != side {
            return Err(CaptureError::NotYours { square, side });
        }
        if !stone.label.can_capture() {
            return Err(CaptureError::NoRights { square, label: stone.label });
        }
        let capture = Self { position: *position, so_far: Move::standing(square) };
        if capture.is_complete() { Err(CaptureError::NothingToTake { square }) } else { Ok(capture) }
    }

    /// The position in which the capture was begun.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The square that the capture began on.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.so_far.from()
    }

    /// The square that the stone stands on now.
    #[must_use]
    pub const fn at(&self) -> Square {
        self.so_far.to()
    }

    /// The squares of the stones taken so far.
    #[must_use]
    pub fn captured(&self) -> Bitboard {
        self.so_far.captured()
    }

    /// The squares that the stone has landed on so far, in order.
    pub fn path(&self) -> impl Iterator<Item = Square> + use<> {
        let jumps = self.so_far.jumps() as usize;
        self.so_far.landings().take(jumps)
    }

    /// The board as it stands now: the taken stones are gone, and it is still the same side's turn.
    #[must_use]
    pub fn board(&self) -> Position {
        self.position.during_capture(&self.so_far)
    }

    /// The squares that the next jump can go to; none when the capture is complete.
    #[expect(clippy::indexing_slicing, reason = "both are four boards")]
    #[must_use]
    pub fn landings(&self) -> Bitboard {
        let number = self.position.own().full().iter().position(|stones| stones.contains(self.from()));
        let prey = number.map_or(Bitboard::EMPTY, |number| self.position.enemy().prey()[number]);
        landings(self.position.side(), self.at(), prey - self.captured())
    }

    /// Takes the stone on a square.
    ///
    /// # Errors
    ///
    /// [`CaptureError::NoJump`] if the stone can't take there, and the capture is as it was.
    pub fn jump(&mut self, to: Square) -> Result<(), CaptureError> {
        let landings = self.landings();
        if !landings.contains(to) {
            return Err(CaptureError::NoJump { from: self.at(), to, landings });
        }
        self.so_far = self.so_far.jump(to);
        Ok(())
    }

    /// Takes the last jump back and returns the square that it had gone to; `None` if there is no jump to take back.
    pub fn take_back(&mut self) -> Option<Square> {
        let taken_back = self.at();
        self.so_far = self.so_far.take_back()?;
        Some(taken_back)
    }

    /// Whether the stone has nothing more to take.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.landings().is_empty()
    }

    /// The move, if the capture is complete.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Incomplete`]: a capture may not be broken off (A-11).
    pub fn finish(&self) -> Result<Move, CaptureError> {
        let landings = self.landings();
        if landings.is_empty() { Ok(self.so_far) } else { Err(CaptureError::Incomplete { at: self.at(), landings }) }
    }

    /// Reads a capture under way: a position that is played under these rules, then the squares so far, `f6:e5`.
    ///
    /// # Errors
    ///
    /// Names the place and the reason.
    #[expect(clippy::string_slice, reason = "the beginning of a character")]
    pub fn read(text: &str, rules: &Rules) -> Result<Self, ParseCaptureError> {
        // The squares are the last word; spaces around the signs between them don't end it.
        let trimmed = text.trim_end();
        let mut start = trimmed.len();
        let mut after_gap = false;
        for (offset, c) in trimmed.char_indices().rev() {
            let is_sign = matches!(tavlei_game::text::fold(c), ':' | 'x' | '-');
            if c.is_whitespace() {
                after_gap = true;
            } else {
                let next_is_sign = trimmed[start..]
                    .chars()
                    .next()
                    .is_some_and(|c| matches!(tavlei_game::text::fold(c), ':' | 'x' | '-'));
                if after_gap && !is_sign && !next_is_sign {
                    break;
                }
                after_gap = false;
                start = offset;
            }
        }
        let position = Position::read_position(&text[..start], rules)?;
        let mut squares = Scanner::new(text);
        squares.go_to(start);
        let (offset, from) = scan_square(&mut squares)?;
        let mut capture =
            Self::begin(&position, from).map_err(|reason| ParseCaptureError::Illegal { offset, reason })?;
        loop {
            squares.skip_spaces();
            if squares.eat_if(|c| matches!(c, ':' | 'x' | '-')).is_none() {
                squares.finish("‘:’ and a square, or the end")?;
                return Ok(capture);
            }
            squares.skip_spaces();
            let (offset, to) = scan_square(&mut squares)?;
            capture.jump(to).map_err(|reason| ParseCaptureError::Illegal { offset, reason })?;
        }
    }
}

/// The position, then the squares so far: `w M1f6;M3d4,M3e5 f6:e5`. The rules aren't written.
impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.from())?;
        self.path().try_for_each(|square| write!(f, ":{square}"))
    }
}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capture").field("position", &self.position).field("so_far", &self.so_far).finish()
    }
}

/// Reads a capture under the default rules; see [`Capture::read`] for others.
impl FromStr for Capture {
    type Err = ParseCaptureError;

    fn from_str(text: &str) -> Result<Self, ParseCaptureError> {
        Self::read(text, &Rules::default())
    }
}

/// Why a capture can't be begun, go on so, or end here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square is empty.
    #[error("there is no stone on {square}")]
    NoStone {
        /// The square.
        square: Square,
    },
    /// The stone belongs to the opponent.
    #[error("it is {side}’s turn, and the stone on {square} isn’t {side}’s")]
    NotYours {
        /// The square.
        square: Square,
        /// The side to move.
        side: Side,
    },
    /// The stone has no right to capture (A-6, A-7).
    #[error("the {label} on {square} can’t capture: only M stones do (A-7)")]
    NoRights {
        /// The square.
        square: Square,
        /// The label of the stone.
        label: Label,
    },
    /// No stone that it beats stands next to the stone (A-7, A-8).
    #[error("the stone on {square} has nothing to take")]
    NothingToTake {
        /// The square.
        square: Square,
    },
    /// The stone can't take on this square.
    #[error("the stone on {from} can’t take on {to}; it can on: {landings}")]
    NoJump {
        /// Where the stone stands.
        from: Square,
        /// Where it should have gone.
        to: Square,
        /// Where it can go.
        landings: Bitboard,
    },
    /// The capture must go on (A-11).
    #[error("the capture goes on from {at}, to: {landings} (A-11)")]
    Incomplete {
        /// Where the stone stands.
        at: Square,
        /// Where it can go.
        landings: Bitboard,
    },
}

/// Why a text is refused as a capture under way. Offsets are in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCaptureError {
    /// The position is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The squares are not written as they should be.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The capture can't go so.
    #[error("byte {offset}: {reason}")]
    Illegal {
        /// Where the square stands.
        offset: usize,
        /// Why not.
        reason: CaptureError,
    },
}

/// A dark square, and where it stands.
fn scan_square(text: &mut Scanner<'_>) -> Result<(usize, Square), SyntaxError> {
    let offset = text.offset();
    let start = text.clone();
    let (file, rank) = text.square()?;
    Ok((offset, Square::at(file, rank).ok_or_else(|| start.expected("a dark square"))?))
}
