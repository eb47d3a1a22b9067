//! The side to move and the rule options, as a position stores them.

use tavlei_game::Side;

use crate::{Landing, Rejump};

/// The side to move, and the options that decide which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) side_to_move: Side,
    pub(crate) rejump: Rejump,
    pub(crate) landing: Landing,
}

impl Setting {
    /// The same options when it is the other side's turn.
    #[inline]
    pub(crate) const fn other_side(self) -> Self {
        Self { side_to_move: self.side_to_move.opponent(), ..self }
    }

    /// A number of four bits, different for different settings.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        (self.rejump as u64) << 2 | (self.landing as u64) << 1 | self.side_to_move as u64
    }
}
