//! A tower in the air: which jumps it may make, and how a capture goes on (rules T-8 to T-13).
//!
//! Everything that captures goes through here: the list of moves, the counts, the capture under way, the notation. What
//! each jump takes is looked up on the board where the capture began; no tower is changed before the move is played.

use core::ops::{BitOr, ControlFlow};

use tavlei_geometry::dark::{Direction, Square};

use crate::field::Field;
use crate::position::{Setting, Towers, far_rank};
use crate::{Landing, Move, Position, Rejump};

/// A tower that has left its square and made some jumps.
#[derive(Clone, Copy)]
pub(crate) struct Flight<'a> {
    towers: &'a Towers,
    setting: Setting,
    /// The towers of the side that captures, without the one in the air; a jumped tower may have come to it.
    own: Field,
    /// The towers of the other side.
    enemy: Field,
    /// Whether the tower was a king's when it took off, and whether it is now.
    was_king: bool,
    king: bool,
    /// The direction of the last jump.
    heading: Option<Direction>,
    /// The square of the last tower jumped, and of all that were jumped.
    last: Field,
    jumped: Field,
    /// The way so far; where it ends is open.
    way: Move,
}

/// A jump that a tower in the air can make, with all landing squares that the empty squares behind leave it.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: Field,
    direction: Direction,
    pub(crate) behind: Field,
}

impl<'a> Flight<'a> {
    /// The tower on this square is lifted; its square is empty from now on (rule T-11).
    pub(crate) fn begin(position: &'a Position, start: Square) -> Self {
        let from = Field::of(start);
        let sides = position.sides();
        Self::lift(position.towers_on_squares(), position.setting(), sides.own, sides.enemy, sides.kings, from)
    }

    /// The same, with the sets of squares as the caller has them.
    #[inline]
    pub(crate) fn lift(
        towers: &'a Towers,
        setting: Setting,
        own: Field,
        enemy: Field,
        kings: Field,
        from: Field,
    ) -> Self {
        let king = kings.intersects(from);
        Self {
            towers,
            setting,
            own: own ^ from,
            enemy,
            was_king: king,
            king,
            heading: None,
            last: Field::EMPTY,
            jumped: Field::EMPTY,
            way: Move::beginning(from.square()),
        }
    }

    /// The way so far, as the move that would end on this square.
    #[inline]
    pub(crate) fn landed(&self, end: Field) -> Move {
        self.way.ending(end.square(), self.king && !self.was_king)
    }

    pub(crate) const fn is_king(&self) -> bool {
        self.king
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Field {
        self.own | self.enemy
    }

    /// The jumps that the tower can make from a square.
    #[inline]
    pub(crate) fn jumps(&self, from: Field) -> impl Iterator<Item = Jump> {
        Direction::ALL.into_iter().filter_map(move |direction| self.jump(from, direction))
    }

    /// Whether the capture goes on from a square.
    #[inline]
    pub(crate) fn goes_on(&self, from: Field) -> bool {
        Direction::ALL.into_iter().any(|direction| self.jump(from, direction).is_some())
    }

    /// The jump in a direction: a man's over the adjacent tower to the square behind it (rule T-8), a king's over the
    /// first tower at any distance to any of the empty squares behind it (rule T-9).
    #[inline]
    pub(crate) fn jump(&self, from: Field, direction: Direction) -> Option<Jump> {
        let occupied = self.occupied();
        let over = if self.king { from.look(direction, occupied).1 } else { from.step(direction) } & self.enemy;
        if over.is_empty() || self.may_not_rejump(over, direction) {
            return None;
        }
        let behind =
            if self.king { over.look(direction, occupied).0 } else { over.step(direction) & Field::ALL & !occupied };
        if behind.is_empty() { None } else { Some(Jump { over, direction, behind }) }
    }

    /// Rule T-12 and its options.
    #[inline]
    pub(crate) fn may_not_rejump(&self, over: Field, direction: Direction) -> bool {
        match self.setting.rejump {
            Rejump::NotInSuccession => over == self.last,
            Rejump::Once => over.intersects(self.jumped),
            Rejump::NoReversal => self.heading == Some(direction.opposite()),
        }
    }

    /// The flight after a jump.
    ///
    /// The commander of the jumped tower is taken off at once (rule T-11); the rest may be empty, the enemy's or our
    /// own. A man who lands on the far rank is a king from then on (rule T-13).
    #[inline]
    pub(crate) fn after(&self, jump: &Jump) -> Self {
        let Self { mut own, mut enemy, .. } = *self;
        let square = jump.over.square();
        let way = self.way.jumping(square);
        if let Some(tower) = self.towers[square.index() as usize & 31] {
            let taken = if jump.over.intersects(self.jumped) {
                way.jumped().iter().filter(|&&over| over == square).count() as u8
            } else {
                1
            };
            if taken >= tower.owners() {
                enemy ^= jump.over;
                if taken < tower.height() {
                    own |= jump.over;
                }
            }
        }
        Self {
            own,
            enemy,
            king: self.king || jump.behind.intersects(far_rank(self.setting.side_to_move)),
            heading: Some(jump.direction),
            last: jump.over,
            jumped: self.jumped | jump.over,
            way,
            ..*self
        }
    }

    /// Where a jump may land (rule T-10): on the squares from which the capture goes on, if there are any; behind the last
    /// tower anywhere. Under `landing=free` anywhere always.
    pub(crate) fn landings(&self, jump: &Jump) -> Field {
        let next = self.after(jump);
        let going_on = jump.behind.each().filter(|&square| next.goes_on(square)).fold(Field::EMPTY, BitOr::bitor);
        match self.setting.landing {
            Landing::MustContinue if !going_on.is_empty() => going_on,
            _ => jump.behind,
        }
    }

    /// Visits every way in which the capture ends, from a jump that the tower has just made to this flight: the squares
    /// on which it may land last (rules T-7 and T-10), with the flight that leads there.
    ///
    /// Straight on and straight back a king meets the same tower from all squares that it may have landed on, so those jumps
    /// are looked for once; the diagonals that cross the line are different for each. So no move comes twice (T-15).
    pub(crate) fn go_on<B>(
        &self,
        made: &Jump,
        visit: &mut impl FnMut(&Self, Field) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let first = made.behind.lowest();
        let mut going_on = Field::EMPTY;
        for direction in [made.direction, made.direction.opposite()] {
            if let Some(jump) = self.jump(first, direction) {
                going_on = made.behind;
                self.after(&jump).go_on(&jump, visit)?;
            }
        }
        for landing in made.behind.each() {
            for direction in made.direction.crossing() {
                if let Some(jump) = self.jump(landing, direction) {
                    going_on |= landing;
                    self.after(&jump).go_on(&jump, visit)?;
                }
            }
        }
        let ends = match self.setting.landing {
            Landing::MustContinue if !going_on.is_empty() => Field::EMPTY,
            _ => made.behind & !going_on,
        };
        if ends.is_empty() { ControlFlow::Continue(()) } else { visit(self, ends) }
    }
}
