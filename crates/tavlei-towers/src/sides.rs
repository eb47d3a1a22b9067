//! The squares of both sides' towers, and what can be seen from them alone.

use core::ops::BitOr;

use tavlei_geometry::dark::Direction;

use crate::field::Field;

/// The squares of the towers, as the side to move sees them.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    /// Those of the side to move.
    pub(crate) own: Field,
    /// Those of the other side.
    pub(crate) enemy: Field,
    /// Those of either side that a king commands.
    pub(crate) kings: Field,
}

impl Sides {
    #[inline]
    pub(crate) fn occupied(&self) -> Field {
        self.own | self.enemy
    }

    #[inline]
    pub(crate) fn empty(&self) -> Field {
        Field::ALL & !self.occupied()
    }

    /// The squares that men can step to, by direction (rule T-4).
    #[inline]
    pub(crate) fn steps<const NORTH: bool>(&self) -> [(Direction, Field); 2] {
        let men = self.own & !self.kings;
        let directions = if NORTH {
            [Direction::NorthWest, Direction::NorthEast]
        } else {
            [Direction::SouthWest, Direction::SouthEast]
        };
        directions.map(|direction| (direction, men.step(direction) & self.empty()))
    }

    /// The squares that a king can move to (rule T-5).
    #[inline]
    pub(crate) fn king_moves(&self, start: Field) -> Field {
        let occupied = self.occupied();
        let slides = Direction::ALL.map(|direction| start.look(direction, occupied).0);
        slides.into_iter().fold(Field::EMPTY, BitOr::bitor)
    }

    /// Whether the side to move can capture.
    #[inline]
    pub(crate) fn can_capture(&self) -> bool {
        let men = self.own & !self.kings;
        men.jumps_over(self.enemy, self.empty())
            || (self.own & self.kings).each().any(|king| self.king_can_capture(king))
    }

    /// The towers of the side to move that can capture (rules T-8 and T-9).
    #[inline]
    pub(crate) fn capturing(&self) -> Field {
        let (men, empty) = (self.own & !self.kings, self.empty());
        let starts = Direction::ALL.map(|direction| {
            let back = direction.opposite();
            (empty.step(back) & self.enemy).step(back) & men
        });
        let kings = (self.own & self.kings).each().filter(|&king| self.king_can_capture(king));
        starts.into_iter().chain(kings).fold(Field::EMPTY, BitOr::bitor)
    }

    #[inline]
    fn king_can_capture(&self, king: Field) -> bool {
        let occupied = self.occupied();
        Direction::ALL.into_iter().any(|direction| {
            let over = king.look(direction, occupied).1 & self.enemy;
            over.step(direction).intersects(self.empty())
        })
    }
}
