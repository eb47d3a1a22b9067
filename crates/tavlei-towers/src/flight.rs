//! A tower in the air: which jumps it may make, and how a capture goes on (rules T-8 to T-13).
//!
//! Everything that captures goes through here: the list of moves, the capture under way, the notation. What each
//! jump takes is looked up in the position where the capture began; no tower is changed before the move is played.

use tavlei_game::Side;
use tavlei_geometry::dark::{Bitboard, Direction, Square};

use crate::position::far_rank;
use crate::{Landing, Move, Position, Rejump};

/// A tower that has left its square and made some jumps.
#[derive(Clone, Copy)]
pub(crate) struct Flight<'a> {
    position: &'a Position,
    side: Side,
    /// The towers of the side that captures, without the one in the air; a jumped tower may have come to it.
    own: Bitboard,
    /// The towers of the other side.
    enemy: Bitboard,
    /// Whether the tower jumps as a king.
    king: bool,
    /// The direction of the last jump.
    heading: Option<Direction>,
    /// The way so far; where it ends is open.
    way: Move,
}

/// A jump that a tower in the air can make, with all landing squares that the empty squares behind leave it.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: Square,
    direction: Direction,
    pub(crate) behind: Bitboard,
}

impl<'a> Flight<'a> {
    /// The tower on this square is lifted; its square is empty from now on (rule T-11).
    #[inline]
    pub(crate) fn begin(position: &'a Position, start: Square) -> Self {
        let side = position.to_move();
        Self {
            position,
            side,
            own: position.towers_of(side).without(start),
            enemy: position.towers_of(side.opponent()),
            king: position.kings().contains(start),
            heading: None,
            way: Move::beginning(start),
        }
    }

    /// The way so far, as the move that would end on this square.
    #[inline]
    pub(crate) fn landed(&self, end: Square) -> Move {
        let was_king = self.position.kings().contains(self.way.start());
        self.way.ending(end, self.king && !was_king)
    }

    pub(crate) const fn is_king(&self) -> bool {
        self.king
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.own | self.enemy
    }

    /// The jumps that the tower can make from a square.
    #[inline]
    pub(crate) fn jumps(&self, from: Square) -> impl Iterator<Item = Jump> {
        Direction::ALL.into_iter().filter_map(move |direction| self.jump(from, direction))
    }

    /// Whether the capture goes on from a square.
    #[inline]
    pub(crate) fn goes_on(&self, from: Square) -> bool {
        Direction::ALL.into_iter().any(|direction| self.jump(from, direction).is_some())
    }

    /// The jump in a direction: a man's over the adjacent tower to the square behind it (rule T-8), a king's over the
    /// first tower at any distance to any of the empty squares behind it (rule T-9).
    #[inline]
    pub(crate) fn jump(&self, from: Square, direction: Direction) -> Option<Jump> {
        let occupied = self.occupied();
        let over = if self.king { from.first_on_ray(direction, occupied)? } else { from.step(direction)? };
        if !self.enemy.contains(over) || self.may_not_rejump(over, direction) {
            return None;
        }
        let behind = if self.king {
            over.slide(direction, occupied)
        } else {
            Bitboard::from_square(over.step(direction)?) - occupied
        };
        if behind.is_empty() { None } else { Some(Jump { over, direction, behind }) }
    }

    /// Rule T-12 and its options.
    #[inline]
    pub(crate) fn may_not_rejump(&self, over: Square, direction: Direction) -> bool {
        match self.position.options().rejump {
            Rejump::NotInSuccession => self.way.jumped().last() == Some(&over),
            Rejump::Once => self.way.jumped().contains(&over),
            Rejump::NoReversal => self.heading == Some(direction.opposite()),
        }
    }

    /// The flight after a jump.
    ///
    /// The commander of the jumped tower is taken off at once (rule T-11); the rest may be empty, the enemy's or our
    /// own. A man who lands on the far rank is a king from then on (rule T-13).
    #[inline]
    pub(crate) fn after(&self, jump: &Jump) -> Self {
        let mut next = *self;
        next.way = self.way.jumping(jump.over);
        next.heading = Some(jump.direction);
        if let Some(tower) = self.position.tower_at(jump.over) {
            let taken = next.way.jumped().iter().filter(|&&over| over == jump.over).count() as u8;
            if taken >= tower.owners() {
                next.enemy.remove(jump.over);
                if taken < tower.height() {
                    next.own.insert(jump.over);
                }
            }
        }
        next.king |= jump.behind.intersects(far_rank(self.side));
        next
    }

    /// Where a jump may land (rule T-10): on the squares from which the capture goes on, if there are any; behind the last
    /// tower anywhere. Under `landing=free` anywhere always.
    pub(crate) fn landings(&self, jump: &Jump) -> Bitboard {
        let next = self.after(jump);
        let going_on: Bitboard = jump.behind.iter().filter(|&square| next.goes_on(square)).collect();
        match self.position.options().landing {
            Landing::MustContinue if !going_on.is_empty() => going_on,
            _ => jump.behind,
        }
    }

    /// Whether a landing square behind the jumped tower makes no difference to a jump in this direction.
    ///
    /// Straight on and straight back a king meets the same tower from all of them, so those jumps are looked for from
    /// one landing square only (rule T-15); the diagonals that cross the line are different for each. A man has one
    /// landing square.
    #[inline]
    pub(crate) fn is_along(&self, direction: Direction) -> bool {
        self.heading.is_some_and(|heading| direction == heading || direction == heading.opposite())
    }
}
