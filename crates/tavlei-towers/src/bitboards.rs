//! The squares of both sides' towers, and what can be seen from them alone.

use core::ops::BitOr;

use tavlei_geometry::dark::Direction;

use crate::man_moves::ManMoves;
use crate::padded::PaddedBitboard;

/// The squares of the towers, as the side to move sees them.
#[derive(Clone, Copy)]
pub(crate) struct Bitboards {
    /// Those of the side to move.
    pub(crate) own: PaddedBitboard,
    /// Those of the other side.
    pub(crate) enemy: PaddedBitboard,
    /// Those of either side that a king commands.
    pub(crate) kings: PaddedBitboard,
}

impl Bitboards {
    #[inline]
    pub(crate) fn occupied(&self) -> PaddedBitboard {
        self.own | self.enemy
    }

    #[inline]
    pub(crate) fn empty(&self) -> PaddedBitboard {
        PaddedBitboard::ALL & !self.occupied()
    }

    /// The steps that men can make (rule T-4).
    #[inline]
    pub(crate) fn steps<const NORTH: bool>(&self) -> ManMoves<NORTH> {
        let (men, empty) = (self.own & !self.kings, self.empty());
        if NORTH {
            ManMoves::to(men.by::<4>() & empty, men.by::<5>() & empty)
        } else {
            ManMoves::to(men.by::<-5>() & empty, men.by::<-4>() & empty)
        }
    }

    /// The kings of the side to move.
    #[inline]
    pub(crate) fn own_kings(&self) -> PaddedBitboard {
        self.own & self.kings
    }

    /// The squares that a king can move to (rule T-5).
    #[inline]
    pub(crate) fn king_moves(&self, start: PaddedBitboard) -> PaddedBitboard {
        let occupied = self.occupied();
        let slides = Direction::ALL.map(|direction| start.look(direction, occupied).0);
        slides.into_iter().fold(PaddedBitboard::EMPTY, BitOr::bitor)
    }

    /// Returns whether the side to move could make a quiet move if it had nothing to capture.
    #[inline]
    pub(crate) fn can_step<const NORTH: bool>(&self) -> bool {
        !self.steps::<NORTH>().is_empty() || self.own_kings().each().any(|king| !self.king_moves(king).is_empty())
    }

    /// Returns whether the side to move can capture.
    #[inline]
    pub(crate) fn can_capture(&self) -> bool {
        (self.own & !self.kings).jumps_over(self.enemy, self.empty())
            || self.own_kings().each().any(|king| self.king_can_capture(king))
    }

    /// The towers of the side to move that can capture (rules T-8 and T-9).
    #[inline]
    pub(crate) fn capturing(&self) -> PaddedBitboard {
        let (men, empty) = (self.own & !self.kings, self.empty());
        let starts = Direction::ALL.map(|direction| {
            let back = direction.opposite();
            (empty.step(back) & self.enemy).step(back) & men
        });
        let kings = self.own_kings().each().filter(|&king| self.king_can_capture(king));
        starts.into_iter().chain(kings).fold(PaddedBitboard::EMPTY, BitOr::bitor)
    }

    #[inline]
    fn king_can_capture(&self, king: PaddedBitboard) -> bool {
        let occupied = self.occupied();
        Direction::ALL.into_iter().any(|direction| {
            let over = king.look(direction, occupied).1 & self.enemy;
            over.step(direction).intersects(self.empty())
        })
    }
}
