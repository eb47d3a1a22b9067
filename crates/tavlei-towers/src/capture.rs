//! A capture under way, as a value of its own.

use core::fmt;
use core::str::FromStr;

use smallvec::SmallVec;
use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::field::Field;
use crate::flight::{Flight, Jump};
use crate::{Move, Position, PositionError, Rules};

/// A capture that is entered jump by jump: by a player at a board, or one that a stored game was left in the middle
/// of.
///
/// It is begun on a square; [`landings`](Self::landings) says where the tower can land next, [`jump`](Self::jump)
/// takes it there, [`take_back`](Self::take_back) puts it back, and [`finish`](Self::finish) gives the [`Move`] when,
/// and only when, the tower can jump no more (rule T-7). Whatever can be entered so is a move of the position, and
/// every capture that the position lists can be entered.
///
/// It can be copied, compared, hashed and written; the text is the position, the start and the squares landed on so
/// far:
///
/// ```
/// use tavlei_game::{Game, Notation};
/// use tavlei_geometry::dark::{Bitboard, Square};
/// use tavlei_towers::{Capture, Position, Rules};
///
/// let position = Position::read_position("w a3=0;b4=00,b6=0", &Rules::default())?;
/// let mut capture = Capture::begin(&position, Square::A3)?;
/// assert_eq!(capture.landings(), Bitboard::from(Square::C5));
/// capture.jump(Square::C5)?;
/// assert!(capture.finish().is_err());
/// assert_eq!(capture.to_string(), "w a3=0;b4=00,b6=0 a3:c5");
///
/// let mut resumed: Capture = "w a3=0;b4=00,b6=0 a3:c5".parse()?;
/// assert_eq!(resumed, capture);
/// resumed.jump(Square::A7)?;
/// assert!(position.is_legal(&resumed.finish()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Capture {
    position: Position,
    start: Square,
    landed: SmallVec<[Square; Move::MAX_JUMPS]>,
}

impl Capture {
    /// The squares on which a capture can begin.
    #[must_use]
    pub fn starts(position: &Position) -> Bitboard {
        position.sides().capturing().bitboard()
    }

    /// Lifts the tower on this square.
    ///
    /// # Errors
    ///
    /// The square is empty, or its tower belongs to the other side or cannot capture.
    pub fn begin(position: &Position, start: Square) -> Result<Self, CaptureError> {
        match position.side_of(start) {
            None => return Err(CaptureError::Empty { square: start }),
            Some(owner) if owner != position.to_move() => return Err(CaptureError::NotYours { square: start, owner }),
            Some(_) => {}
        }
        if !Flight::begin(position, start).goes_on(Field::of(start)) {
            return Err(CaptureError::CannotCapture { square: start });
        }
        Ok(Self { position: position.clone(), start, landed: SmallVec::new() })
    }

    /// The position in which the capture has begun.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The square that the tower was lifted from.
    #[must_use]
    pub const fn start(&self) -> Square {
        self.start
    }

    /// The squares that the tower has landed on, in order.
    #[must_use]
    pub fn landed(&self) -> &[Square] {
        &self.landed
    }

    /// The square that the tower is on.
    #[must_use]
    pub fn square(&self) -> Square {
        self.landed.last().copied().unwrap_or(self.start)
    }

    /// The squares of the towers that have been jumped, in order.
    #[expect(clippy::indexing_slicing, reason = "indexes of the same slice")]
    #[must_use]
    pub fn jumped(&self) -> impl ExactSizeIterator<Item = Square> {
        let way = self.so_far();
        (0..way.jumped().len()).map(move |i| way.jumped()[i])
    }

    /// The board as it stands now: what has been jumped has lost its commanders, and the tower is on the square that
    /// it has landed on, with its new prisoners. It is still the same side's turn.
    #[must_use]
    pub fn board(&self) -> Position {
        let mut board = self.position.clone();
        // Before the first jump there is no move to be made.
        if !self.landed.is_empty() {
            board.make(&self.so_far());
        }
        board.with_side_to_move(self.position.to_move())
    }

    /// The squares that the tower can land on with its next jump; none when the capture is complete.
    #[must_use]
    pub fn landings(&self) -> Bitboard {
        let flight = self.flight();
        let jumps = flight.jumps(Field::of(self.square()));
        jumps.fold(Field::EMPTY, |set, jump| set | flight.landings(&jump)).bitboard()
    }

    /// Jumps to one of the [`landings`](Self::landings).
    ///
    /// # Errors
    ///
    /// The square is none of them; nothing has changed then.
    pub fn jump(&mut self, to: Square) -> Result<(), CaptureError> {
        let flight = self.flight();
        let from = self.square();
        let jump = jump_to(&flight, from, to).ok_or(CaptureError::NoJump { from, to })?;
        if !flight.landings(&jump).intersects(Field::of(to)) {
            return Err(CaptureError::GoesOnElsewhere { over: jump.over.square(), to });
        }
        self.landed.push(to);
        Ok(())
    }

    /// Takes the last jump back and returns the square that it had landed on; `None` when there is no jump.
    pub fn take_back(&mut self) -> Option<Square> {
        self.landed.pop()
    }

    /// Whether the tower has jumped and can jump no more.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.landed.is_empty() && !self.flight().goes_on(Field::of(self.square()))
    }

    /// The move that has been entered.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Incomplete`] while the tower can still jump (rule T-7).
    pub fn finish(&self) -> Result<Move, CaptureError> {
        if self.is_complete() { Ok(self.so_far()) } else { Err(CaptureError::Incomplete { square: self.square() }) }
    }

    /// Reads a capture in a position that is played under these rules.
    ///
    /// The text is that of the position, then, behind a space, the start square and the squares landed on.
    ///
    /// # Errors
    ///
    /// Names the place and the reason.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, CaptureError> {
        let text = text.trim_end();
        let split = text.rfind(char::is_whitespace).unwrap_or(0);
        let position = crate::notation::read_position(text.get(..split).unwrap_or_default(), rules)?;
        let mut way = Scanner::new(text);
        way.go_to(split);
        way.skip_spaces();
        let mut capture = Self::begin(&position, square(&mut way)?)?;
        while way.eat_if(|c| matches!(c, ':' | 'x' | '-')).is_some() {
            capture.jump(square(&mut way)?)?;
        }
        way.finish("a colon and the next square, or the end")?;
        Ok(capture)
    }

    fn so_far(&self) -> Move {
        self.flight().landed(Field::of(self.square()))
    }

    /// The tower in the air: replayed from the beginning, which is at most twelve jumps away.
    fn flight(&self) -> Flight<'_> {
        let mut flight = Flight::begin(&self.position, self.start);
        let mut from = self.start;
        for &to in &self.landed {
            if let Some(jump) = jump_to(&flight, from, to) {
                flight = flight.after(&jump);
            }
            from = to;
        }
        flight
    }
}

/// The jump that can land on this square, rule T-10 left aside.
pub(crate) fn jump_to(flight: &Flight<'_>, from: Square, to: Square) -> Option<Jump> {
    let jump = flight.jump(Field::of(from), from.direction_to(to)?)?;
    jump.behind.intersects(Field::of(to)).then_some(jump)
}

fn square(text: &mut Scanner<'_>) -> Result<Square, CaptureError> {
    let offset = text.offset();
    let (file, rank) = text.square()?;
    Square::at(file, rank).ok_or(CaptureError::Light { offset })
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.start)?;
        self.landed.iter().try_for_each(|square| write!(f, ":{square}"))
    }
}

/// As the text, and the rules if they are not the default.
impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.position.rules();
        write!(f, "{self}")?;
        if rules == Rules::default() { Ok(()) } else { write!(f, " [{rules}]") }
    }
}

/// Reads a capture under the default rules; see [`Capture::read`].
impl FromStr for Capture {
    type Err = CaptureError;

    fn from_str(text: &str) -> Result<Self, CaptureError> {
        Self::read(text, &Rules::default())
    }
}

/// Why a capture cannot begin, go on or end as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// There is no tower to begin with.
    #[error("{square} is empty")]
    Empty {
        /// The square.
        square: Square,
    },
    /// The tower is the other side's (rule T-3).
    #[error("the tower on {square} is {owner}’s (T-3)")]
    NotYours {
        /// The square.
        square: Square,
        /// The owner of the tower.
        owner: Side,
    },
    /// There is nothing that the tower could jump.
    #[error("the tower on {square} can’t capture")]
    CannotCapture {
        /// The square.
        square: Square,
    },
    /// No jump leads there (rules T-8, T-9 and T-12).
    #[error("no jump leads from {from} to {to}")]
    NoJump {
        /// The square that the tower is on.
        from: Square,
        /// The square that it was to land on.
        to: Square,
    },
    /// From another square behind the jumped tower the capture goes on, from this one it does not (rule T-10).
    #[error("behind {over} the tower must land where the capture goes on, which it doesn’t from {to} (T-10)")]
    GoesOnElsewhere {
        /// The square of the tower that is jumped.
        over: Square,
        /// The square that was to be landed on.
        to: Square,
    },
    /// The tower can still jump (rule T-7).
    #[error("the capture goes on from {square} and must be played to its end (T-7)")]
    Incomplete {
        /// The square that the tower is on.
        square: Square,
    },
    /// The text does not have the form of a capture.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text names a light square.
    #[error("byte {offset}: the square is a light one")]
    Light {
        /// Where it stands, in bytes.
        offset: usize,
    },
    /// The text of the position is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
}
