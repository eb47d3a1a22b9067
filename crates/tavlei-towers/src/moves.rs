//! A move (rule T-15).

#![expect(clippy::arithmetic_side_effects, reason = "a capture has twelve jumps at most, files and ranks are below 8")]

use core::fmt;
use core::str::FromStr;

use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_geometry::dark::Square;

use crate::ParseMoveError;

/// A move: where a tower starts, the squares that it jumps, in their order, and where it ends.
///
/// That is what tells moves apart (rule T-15). On which squares a king lands in between has no influence on what the
/// move does; it belongs to the notation, and [`Notation`](tavlei_game::Notation) writes and reads it. A quiet move
/// jumps nothing.
///
/// A move belongs to the position that listed it. It is sixteen bytes of plain data.
///
/// The notation of players names landing squares, from which only the position can tell what is jumped. A move has
/// therefore a text of its own, too, which says just what the move is, and which `FromStr` reads without a position:
/// `c3-d4`; for a capture the jumped squares in brackets, `a3(b4)(b6)a7`; and `=K` behind the end if the commander is
/// crowned.
///
/// ```
/// use tavlei_game::{Game, Notation};
/// use tavlei_geometry::dark::Square;
/// use tavlei_towers::{Position, Rules};
///
/// let position = Position::read_position("w d2=0;c3=00,e3=0,c5=0,e5=0", &Rules::default())?;
/// let mv = position.read_move("d2:f4:d6:b4:d2")?;
/// assert_eq!(mv.jumped(), [Square::E3, Square::E5, Square::C5, Square::C3]);
/// assert_eq!((mv.from(), mv.to()), (Square::D2, Square::D2));
/// assert_eq!(mv.to_string(), "d2(e3)(e5)(c5)(c3)d2");
/// assert_eq!(mv.to_string().parse(), Ok(mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    start: Square,
    end: Square,
    jumps: u8,
    promotes: bool,
    /// The squares behind the number of jumps are always a1, so that equal moves have equal bytes.
    jumped: [Square; Move::MAX_JUMPS],
}

impl Move {
    /// A capture has at most twelve jumps: each takes a piece, and the enemy has twelve (rule T-16).
    pub const MAX_JUMPS: usize = 12;

    /// A quiet move.
    #[inline]
    pub(crate) const fn quiet(start: Square, end: Square, promotes: bool) -> Self {
        Self { start, end, jumps: 0, promotes, jumped: [Square::A1; Self::MAX_JUMPS] }
    }

    /// Adds a jump; those after the twelfth are left out.
    #[inline]
    pub(crate) fn push(&mut self, over: Square) {
        if let Some(place) = self.jumped.get_mut(usize::from(self.jumps)) {
            *place = over;
            self.jumps += 1;
        }
    }

    /// A capture of the given number of jumps, over the towers on these squares, the last one first.
    #[inline]
    pub(crate) fn capture(
        start: Square,
        jumps: u8,
        backward: impl Iterator<Item = Square>,
        end: Square,
        promotes: bool,
    ) -> Self {
        let mut mv = Self { jumps, ..Self::quiet(start, end, promotes) };
        let places = mv.jumped.iter_mut().take(jumps.into()).rev();
        places.zip(backward).for_each(|(place, over)| *place = over);
        mv
    }

    /// The move on the board turned by 180°.
    pub(crate) fn rotate(self) -> Self {
        let backward = self.jumped().iter().rev().map(|over| over.rotate());
        Self::capture(self.start.rotate(), self.jumps, backward, self.end.rotate(), self.promotes)
    }

    /// The square that the tower leaves.
    #[inline]
    #[must_use]
    pub const fn from(&self) -> Square {
        self.start
    }

    /// The square that the tower ends on; a capture may end where it began.
    #[inline]
    #[must_use]
    pub const fn to(&self) -> Square {
        self.end
    }

    /// The squares of the towers that are jumped, in the order of the jumps; a tower may be jumped more than once
    /// (rule T-12).
    #[inline]
    #[must_use]
    pub fn jumped(&self) -> &[Square] {
        self.jumped.get(..usize::from(self.jumps)).unwrap_or(&self.jumped)
    }

    /// Returns whether the move is a capture.
    #[inline]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.jumps > 0
    }

    /// Returns whether the tower's commander, a man, becomes a king on the way or at the end (rules T-6 and T-13).
    #[inline]
    #[must_use]
    pub const fn is_promotion(&self) -> bool {
        self.promotes
    }
}

/// The squares touched for sure: `c3-d4`, `a3(b4)(b6)a7`; a crowning as `=K`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        for over in self.jumped() {
            write!(f, "({over})")?;
        }
        let dash = if self.is_capture() { "" } else { "-" };
        write!(f, "{dash}{}{}", self.end, if self.promotes { "=K" } else { "" })
    }
}

/// As [`Display`](fmt::Display).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the text that `Display` writes; capital and Cyrillic letters and any dash are accepted. Whether the move is
/// legal anywhere is not asked.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mut text = Scanner::new(text);
        text.skip_spaces();
        let mv = Self::scan(&mut text)?;
        text.finish("=K, or the end")?;
        Ok(mv)
    }
}

impl Move {
    /// Reads the move that stands at this place of a text.
    pub(crate) fn scan(text: &mut Scanner<'_>) -> Result<Self, ParseMoveError> {
        let mut mv = Self::quiet(read_square(text)?, Square::A1, false);
        if !text.eat('-') {
            while text.eat('(') {
                let offset = text.offset();
                let over = read_square(text)?;
                let place = mv.jumped.get_mut(usize::from(mv.jumps)).ok_or(ParseMoveError::TooLong { offset })?;
                *place = over;
                mv.jumps += 1;
                if !text.eat(')') {
                    return Err(text.expected("the bracket behind a jumped square").into());
                }
            }
            if mv.jumps == 0 {
                return Err(text.expected("a dash, or a jumped square in brackets").into());
            }
        }
        mv.end = read_square(text)?;
        mv.promotes = scan_crowning(text)?;
        Ok(mv)
    }
}

/// Reads `=K`, if it stands here.
pub(crate) fn scan_crowning(text: &mut Scanner<'_>) -> Result<bool, SyntaxError> {
    if !text.eat('=') {
        return Ok(false);
    }
    if text.eat('k') { Ok(true) } else { Err(text.expected("K, for a king")) }
}

fn read_square(text: &mut Scanner<'_>) -> Result<Square, ParseMoveError> {
    let offset = text.offset();
    let (file, rank) = text.square()?;
    Square::at(file, rank).ok_or(ParseMoveError::Light {
        offset,
        file: char::from(b'a' + file),
        rank: char::from(b'1' + rank),
    })
}
