//! Moves as values.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "two bits are a direction, and 32 bits have room for the twelve jumps of a capture; files and ranks are \
        below 8"
)]

use core::fmt;
use core::iter;
use core::str::FromStr;

use tavlei_game::text::Scanner;
use tavlei_geometry::dark::{Bitboard, Direction, Square};

use crate::ParseMoveError;

/// A move of one stone: a step to an empty square (A-4), or a capture with every square that it lands on (A-11).
///
/// That a stone retreats, is taken off the board or finishes follows from the position. `Display` writes the long form,
/// `c3-d4` or `f6:e5:d4`, which names all that a move is, so `FromStr` reads it without a position. The order of moves has
/// no meaning, but is always the same.
///
/// A capture takes a stone with every jump and an enemy has at most [`MAX_JUMPS`](Self::MAX_JUMPS) stones, so that is
/// how many jumps it has at most; each goes in one of four directions, which makes a move as small as eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    /// 0 for a step.
    jumps: u8,
    /// The directions of the jumps, two bits each, the first in the lowest bits; 0 for a step.
    path: u32,
}

impl Move {
    /// The most jumps that a capture can have: the number of stones of a side.
    pub const MAX_JUMPS: u32 = 12;

    /// A step.
    #[inline]
    pub(crate) const fn step(from: Square, to: Square) -> Self {
        Self { from, to, jumps: 0, path: 0 }
    }

    /// A capture that has not taken anything yet.
    #[inline]
    pub(crate) const fn without_jumps(on: Square) -> Self {
        Self::step(on, on)
    }

    /// The capture with one more jump, to a square next to the one that the stone is on.
    ///
    /// There are fewer than [`MAX_JUMPS`](Self::MAX_JUMPS) before.
    #[inline]
    pub(crate) const fn jump(self, to: Square) -> Self {
        let direction = match (to.index() > self.to.index(), to.file() > self.to.file()) {
            (true, false) => Direction::NorthWest,
            (true, true) => Direction::NorthEast,
            (false, false) => Direction::SouthWest,
            (false, true) => Direction::SouthEast,
        };
        let path = self.path | (direction as u32) << (2 * self.jumps);
        Self { to, jumps: self.jumps + 1, path, ..self }
    }

    /// The square that the stone leaves.
    #[inline]
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The square that the stone goes to: of a capture, the last one that it lands on. A third retreat (A-5) names the
    /// empty square that the stone would step to.
    #[inline]
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// Returns whether the move is a capture.
    #[inline]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.jumps > 0
    }

    /// Returns how many stones the move takes, 0 to 12.
    #[inline]
    #[must_use]
    pub const fn jumps(&self) -> u32 {
        self.jumps as u32
    }

    /// The squares that the stone lands on, in order: at least one.
    pub fn landings(&self) -> impl Iterator<Item = Square> + use<> {
        let mv = *self;
        let step = if mv.is_capture() { None } else { Some(mv.to) };
        let mut at = mv.from;
        let jumps = (0..mv.jumps).map_while(move |n| {
            at = at.step(Direction::ALL[(mv.path >> (2 * n) & 3) as usize])?;
            Some(at)
        });
        step.into_iter().chain(jumps)
    }

    /// The squares of the stones that the move takes.
    #[inline]
    #[must_use]
    pub fn captured(&self) -> Bitboard {
        match self.jumps {
            0 => Bitboard::EMPTY,
            1 => Bitboard::from_square(self.to),
            _ => self.landings().collect(),
        }
    }

    /// The move on the board turned by 180°.
    pub(crate) fn rotate(self) -> Self {
        let directions = (1u32 << (2 * self.jumps)) - 1; // a direction's opposite has both bits flipped
        Self { from: self.from.rotate(), to: self.to.rotate(), path: self.path ^ directions, ..self }
    }
}

/// The long form: `c3-d4`, `f6:e5:d4`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_capture() { ':' } else { '-' };
        fmt::Display::fmt(&self.from, f)?;
        for (sign, square) in iter::repeat(sign).zip(self.landings()) {
            write!(f, "{sign}{square}")?;
        }
        Ok(())
    }
}

/// As [`Display`](fmt::Display).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the long form, all of it; capital and Cyrillic letters, any dash and `x` for the colon are accepted. Whether the
/// move is legal anywhere is not asked; to read what players write, see [`Notation`](tavlei_game::Notation).
///
/// ```
/// use tavlei_ashtarashki::Move;
///
/// let mv: Move = "f6:e5:d4".parse()?;
/// assert_eq!((mv.jumps(), mv.to_string().as_str()), (2, "f6:e5:d4"));
/// assert_eq!("f6:d4".parse::<Move>().unwrap_err().to_string(), "byte 3: d4 is not next to f6 (A-4)");
/// # Ok::<(), tavlei_ashtarashki::ParseMoveError>(())
/// ```
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mut text = Scanner::new(text);
        text.skip_spaces();
        let from = read_square(&mut text)?;
        if text.eat('-') {
            let to = read_neighbour(&mut text, from)?;
            text.finish("the end of the step")?;
            return Ok(Self::step(from, to));
        }
        let mut mv = Self::without_jumps(from);
        while text.eat_if(|c| matches!(c, ':' | 'x')).is_some() {
            if u32::from(mv.jumps) == Self::MAX_JUMPS {
                return Err(ParseMoveError::TooLong { offset: text.offset() });
            }
            mv = mv.jump(read_neighbour(&mut text, mv.to)?);
        }
        if mv.is_capture() {
            text.finish("a colon and a square, or the end")?;
            Ok(mv)
        } else {
            Err(text.expected("a dash or a colon, and a square").into())
        }
    }
}

fn read_neighbour(text: &mut Scanner<'_>, from: Square) -> Result<Square, ParseMoveError> {
    let offset = text.offset();
    let to = read_square(text)?;
    if from.neighbours().contains(to) { Ok(to) } else { Err(ParseMoveError::NotNext { offset, from, to }) }
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
