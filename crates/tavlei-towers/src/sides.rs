//! The squares of both sides' towers, and what can be seen from them alone.

use core::ops::BitOr;

use tavlei_geometry::dark::Direction;

use crate::field::Field;
use crate::position::{Towers, index};
use crate::steps::Steps;
use crate::{Move, Tower};

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

    /// The steps that men can make (rule T-4).
    #[inline]
    pub(crate) fn steps<const NORTH: bool>(&self) -> Steps<NORTH> {
        let (men, empty) = (self.own & !self.kings, self.empty());
        if NORTH {
            Steps::to(men.by::<4>() & empty, men.by::<5>() & empty)
        } else {
            Steps::to(men.by::<-5>() & empty, men.by::<-4>() & empty)
        }
    }

    /// The kings of the side to move.
    #[inline]
    pub(crate) fn own_kings(&self) -> Field {
        self.own & self.kings
    }

    /// The squares that a king can move to (rule T-5).
    #[inline]
    pub(crate) fn king_moves(&self, start: Field) -> Field {
        let occupied = self.occupied();
        let slides = Direction::ALL.map(|direction| start.look(direction, occupied).0);
        slides.into_iter().fold(Field::EMPTY, BitOr::bitor)
    }

    /// How many quiet moves the side to move has (rules T-4 and T-5); `None` when it can capture.
    #[expect(clippy::arithmetic_side_effects, reason = "counts squares")]
    #[inline]
    pub(crate) fn count_quiet_moves<const NORTH: bool>(&self) -> Option<u64> {
        if (self.own & !self.kings).jumps_over(self.enemy, self.empty()) {
            return None;
        }
        let mut count = self.steps::<NORTH>().len();
        let (occupied, empty) = (self.occupied(), self.empty());
        for king in self.own_kings().each() {
            let mut ends = Field::EMPTY;
            for direction in Direction::ALL {
                let (free, first) = king.look(direction, occupied);
                if (first & self.enemy).step(direction).intersects(empty) {
                    return None;
                }
                ends |= free;
            }
            count += ends.len();
        }
        Some(count)
    }

    /// The squares that men can land on with a jump (rule T-8) in a direction, a step of so many bits.
    #[inline]
    pub(crate) fn landings<const STEP: i32>(&self) -> Field {
        ((self.own & !self.kings).by::<STEP>() & self.enemy).by::<STEP>() & self.empty()
    }

    /// Whether all men who land on these squares with such a jump are at the end of their capture, and none is
    /// crowned on the far rank. `CROSS` is one of the two steps that cross theirs.
    ///
    /// What a jump has emptied, or has taken, lies straight back, and there it does not go on: that tower has changed
    /// hands, or it would be jumped twice in a row (rule T-12). So the sets from before the jump tell enough.
    #[inline]
    pub(crate) fn all_end<const STEP: i32, const CROSS: i32>(&self, landings: Field, far: Field) -> bool {
        let next = (landings.by::<STEP>() & self.enemy).by::<STEP>()
            | (landings.by::<CROSS>() & self.enemy).by::<CROSS>()
            | (landings.back::<CROSS>() & self.enemy).back::<CROSS>();
        !next.intersects(self.empty()) && !landings.intersects(far)
    }

    /// What the other side sees after a single jump, but for the kings of the side that jumps: right for a man.
    #[inline]
    pub(crate) fn single_jump(&self, jumped: Tower, start: Field, over: Field, end: Field) -> Self {
        let (mut own, mut enemy) = (self.own ^ start | end, self.enemy);
        if jumped.owners() == 1 {
            enemy ^= over;
            if jumped.prisoners() > 0 {
                own |= over;
            }
        }
        let mut kings = self.kings & !over;
        if jumped.height() > 1 && jumped.is_king_at(1) {
            kings |= over;
        }
        Self { own: enemy, enemy: own, kings }
    }

    /// What the other side sees after a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, mv: &Move) -> Self {
        let end = Field::of(mv.end());
        let path = Field::of(mv.start()) | end;
        let mut kings = self.kings;
        if mv.is_promotion() {
            kings |= end;
        } else if kings.intersects(Field::of(mv.start())) {
            kings ^= path;
        }
        Self { own: self.enemy, enemy: self.own ^ path, kings }
    }

    /// Plays a capture on the towers; returns what the other side sees after it.
    #[expect(clippy::indexing_slicing, reason = "an index of a square is below 32")]
    #[inline]
    pub(crate) fn capture(&self, towers: &mut Towers, mv: &Move) -> Self {
        let Self { mut own, mut enemy, mut kings } = *self;
        let (start, end) = (Field::of(mv.start()), Field::of(mv.end()));
        let Some(mut tower) = towers[index(mv.start())].take() else { return *self };
        own ^= start;
        kings &= !start;
        for &over in mv.jumped() {
            let square = Field::of(over);
            let Some(jumped) = towers[index(over)] else { continue };
            tower = tower.with_prisoner(jumped.is_king());
            let rest = jumped.without_commander();
            towers[index(over)] = rest;
            kings &= !square;
            match rest {
                Some(rest) => {
                    if rest.side() != jumped.side() {
                        enemy ^= square;
                        own |= square;
                    }
                    if rest.is_king() {
                        kings |= square;
                    }
                }
                None => enemy ^= square,
            }
        }
        if mv.is_promotion() {
            tower = tower.promoted();
        }
        if tower.is_king() {
            kings |= end;
        }
        towers[index(mv.end())] = Some(tower);
        Self { own: enemy, enemy: own | end, kings }
    }

    /// Whether the side to move could make a quiet move if it had nothing to capture.
    #[inline]
    pub(crate) fn can_step<const NORTH: bool>(&self) -> bool {
        !self.steps::<NORTH>().is_empty() || self.own_kings().each().any(|king| !self.king_moves(king).is_empty())
    }

    /// Whether the side to move can capture.
    #[inline]
    pub(crate) fn can_capture(&self) -> bool {
        (self.own & !self.kings).jumps_over(self.enemy, self.empty())
            || self.own_kings().each().any(|king| self.king_can_capture(king))
    }

    /// The towers of the side to move that can capture (rules T-8 and T-9).
    #[inline]
    pub(crate) fn capturing(&self) -> Field {
        let (men, empty) = (self.own & !self.kings, self.empty());
        let starts = Direction::ALL.map(|direction| {
            let back = direction.opposite();
            (empty.step(back) & self.enemy).step(back) & men
        });
        let kings = self.own_kings().each().filter(|&king| self.king_can_capture(king));
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
