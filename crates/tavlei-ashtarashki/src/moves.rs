//! Moves as values.

use core::fmt;
use core::iter;

use tavlei_geometry::dark::{Bitboard, Direction, Square};

/// A move of one stone: a step to an empty square, or a capture with every square that it lands on.
///
/// That a stone retreats, is taken off the board or finishes follows from the position. `Display` writes the long form,
/// `c3-d4` or `f6:e5:d4`. The order of moves has no meaning, but is always the same.
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
    pub(crate) const fn standing(on: Square) -> Self {
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

    /// The square that the stone goes to: of a capture, the last one that it lands on. A third retreat names the
    /// empty square that the stone would step to.
    #[inline]
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// Whether the move is a capture.
    #[inline]
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.jumps > 0
    }

    /// How many stones the move takes, 0 to 12.
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

    /// The capture without its last jump; `None` if it has none.
    pub(crate) fn take_back(self) -> Option<Self> {
        let jumps = self.jumps.checked_sub(1)?;
        let path = self.path & !(3 << (2 * jumps));
        let shorter = Self { jumps, path, ..self };
        Some(Self { to: if jumps == 0 { self.from } else { shorter.landings().last()? }, ..shorter })
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
