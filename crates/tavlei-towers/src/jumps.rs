//! The captures that the sets of squares alone can tell.
//!
//! A capture changes the towers that it jumps: what is left of one may be its owner's still, the other side's, or
//! nothing. Yet most captures can be counted, and even followed to their end, without a look at a tower:
//!
//! - A man starts and lands on squares that differ by even numbers of files and ranks; what he jumps lies in between, on
//!   squares on which he never lands. So nothing that is left of a jumped tower is ever in a man's way.
//! - A man can jump a tower a second time only from a square on which he was before, and back to such a square takes four
//!   jumps. So each of his first four jumps is over a tower that he has not touched, and the sets from before the capture
//!   show it. Only the tower just jumped has to be left out (rule T-12), and his start is empty (rule T-11).
//! - A king who has jumped once lands on a line from which everything that crosses it is as it was. Along the line nothing
//!   has changed ahead; and behind he is stopped, unless nothing is left of the tower, by what stood behind his start.
//!
//! Whatever goes further is [open](Open), and left to the [`JumpChain`](crate::jump_chain::JumpChain).

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are four directions; a path has four jumps at most; counts what has been visited"
)]

use core::ops::ControlFlow;

use tavlei_geometry::dark::Direction;

use crate::man_moves::ManMoves;
use crate::padded::PaddedBitboard;
use crate::setting::Setting;
use crate::{Landing, Move};

/// A set for each direction, in the order of [`Direction`].
pub(crate) type ByDirection = [PaddedBitboard; 4];

/// The place in [`ByDirection`] of a step of the given number of bits.
pub(crate) const fn at(step: i32) -> usize {
    match step {
        4 => 0,
        5 => 1,
        -5 => 2,
        _ => 3,
    }
}

/// The intersections, direction by direction.
#[inline(always)]
pub(crate) fn both(a: ByDirection, b: ByDirection) -> ByDirection {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

#[inline(always)]
pub(crate) fn union(sets: ByDirection) -> PaddedBitboard {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// Returns how many squares there are in sets of squares that have been reached in their directions.
///
/// Nothing comes to rank 1 to the north, or to rank 8 to the south, so that two sets fill a word as [`ManMoves`] do.
#[inline(always)]
pub(crate) fn len([nw, ne, sw, se]: ByDirection) -> u64 {
    ManMoves::<true>::to(nw, ne).len_with(ManMoves::<false>::to(sw, se))
}

/// The squares in each direction from which a man, or a king next to it, can jump one of `over` to one of `empty`.
#[inline(always)]
fn starts(over: PaddedBitboard, empty: PaddedBitboard) -> ByDirection {
    back(both(back([empty; 4]), [over; 4]))
}

/// The squares in each direction that a king can slide to from one of these sets, which holds his square or the tower
/// that he jumps.
#[inline(always)]
fn slides(from: ByDirection, empty: PaddedBitboard) -> ByDirection {
    [from[0].slide::<4>(empty), from[1].slide::<5>(empty), from[2].slide::<-5>(empty), from[3].slide::<-4>(empty)]
}

/// All squares one step away from these sets in their directions.
#[inline(always)]
pub(crate) fn ahead(sets: ByDirection) -> ByDirection {
    [sets[0].by::<4>(), sets[1].by::<5>(), sets[2].by::<-5>(), sets[3].by::<-4>()]
}

/// All squares from which a step in these directions leads to these sets.
#[inline(always)]
pub(crate) fn back(sets: ByDirection) -> ByDirection {
    [sets[0].back::<4>(), sets[1].back::<5>(), sets[2].back::<-5>(), sets[3].back::<-4>()]
}

/// A jump that a tower in the air can make, with all landing squares that the empty squares behind leave it.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: PaddedBitboard,
    pub(crate) direction: Direction,
    pub(crate) behind: PaddedBitboard,
}

/// The jumps that a man has made: where he started, and the direction of each jump.
#[derive(Clone, Copy)]
pub(crate) struct JumpPath {
    start: PaddedBitboard,
    /// Two bits for each jump, the first one lowest.
    headings: u32,
    jumps: u32,
}

impl JumpPath {
    /// The path of the jump that lands here.
    #[inline(always)]
    pub(crate) fn landing(direction: Direction, landing: PaddedBitboard) -> Self {
        let back = direction.opposite();
        Self { start: landing.step(back).step(back), headings: direction as u32, jumps: 1 }
    }

    #[inline]
    fn then(self, direction: Direction) -> Self {
        Self { headings: self.headings | (direction as u32) << (2 * self.jumps), jumps: self.jumps + 1, ..self }
    }

    #[inline(always)]
    pub(crate) const fn start(self) -> PaddedBitboard {
        self.start
    }

    /// The first jump.
    #[inline]
    pub(crate) fn first(self) -> Jump {
        let direction = Direction::ALL[self.headings as usize & 3];
        let over = self.start.step(direction);
        Jump { over, direction, behind: over.step(direction) }
    }

    #[inline]
    fn heading(self) -> Direction {
        Direction::ALL[(self.headings >> (2 * self.jumps - 2)) as usize & 3]
    }

    /// The path as the move that ends it.
    #[inline(always)]
    pub(crate) fn landed(self, end: PaddedBitboard, crowned: bool) -> Move {
        let mut mv = Move::quiet(self.start.square(), end.square(), crowned);
        self.jumps().for_each(|jump| mv.push(jump.over.square()));
        mv
    }

    /// The jumps in their order.
    #[inline(always)]
    pub(crate) fn jumps(self) -> impl Iterator<Item = Jump> {
        let mut from = self.start;
        (0..self.jumps).map(move |i| {
            let direction = Direction::ALL[(self.headings >> (2 * i)) as usize & 3];
            let over = from.step(direction);
            from = over.step(direction);
            Jump { over, direction, behind: from }
        })
    }
}

/// How the sets leave a man's path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathEnd {
    /// The capture is at its end.
    Man,
    /// It is at its end, and the man has been crowned with the last jump.
    Crowned,
    /// How it goes on depends on the towers.
    Open,
}

/// The jumps of men over the other side's towers.
#[derive(Clone, Copy)]
pub(crate) struct ManJumps {
    over: PaddedBitboard,
    empty: PaddedBitboard,
    pub(crate) far: PaddedBitboard,
    /// The squares that such a jump can start from.
    pub(crate) starts: ByDirection,
}

impl ManJumps {
    /// `far` is the rank on which the men are crowned.
    #[inline(always)]
    pub(crate) fn new(over: PaddedBitboard, empty: PaddedBitboard, far: PaddedBitboard) -> Self {
        Self { over, empty, far, starts: starts(over, empty) }
    }

    /// Returns whether one of these men can jump.
    #[inline(always)]
    pub(crate) fn any(&self, men: PaddedBitboard) -> bool {
        union(self.starts).intersects(men)
    }

    /// The squares that these men can land on.
    #[inline(always)]
    pub(crate) fn landings(&self, men: PaddedBitboard) -> ByDirection {
        ahead(ahead(both(self.starts, [men; 4])))
    }

    /// The squares on which a jump in each direction is not the end of a man's capture, or crowns him.
    ///
    /// Straight back there is no jump (rule T-12): the tower there has just been jumped, or is no enemy's any more.
    #[inline(always)]
    pub(crate) fn going_on(&self) -> ByDirection {
        let [nw, ne, sw, se] = self.starts;
        let (rising, falling) = (ne | sw | self.far, nw | se | self.far);
        [nw | rising, ne | falling, sw | falling, se | rising]
    }

    /// The squares on which a jump in each direction may be the beginning of more captures than one: on which it crowns,
    /// or from which the man goes on in two ways, or goes on twice, or once and is crowned.
    #[inline(always)]
    fn forks(&self) -> ByDirection {
        let (on, far) = (self.going_on(), self.far);
        let [nw, ne, sw, se] = self.starts;
        let twice = both(self.starts, back(back(on)));
        let along = nw & se | twice[0] | twice[3] | far;
        let across = ne & sw | twice[1] | twice[2] | far;
        let (rising, falling) = (ne | sw, nw | se);
        [
            across | nw & rising | twice[0],
            along | ne & falling | twice[1],
            along | sw & falling | twice[2],
            across | se & rising | twice[3],
        ]
    }

    /// Returns how many captures these men have, `open` being asked about the paths that are.
    #[inline(always)]
    pub(crate) fn count(&self, men: PaddedBitboard, open: &impl Open) -> Option<u64> {
        let (landings, forks) = (self.landings(men), self.forks());
        let longer = both(landings, forks);
        let mut count = len([0, 1, 2, 3].map(|d| landings[d] & !forks[d]));
        if union(longer).is_empty() {
            return Some(count);
        }
        for (direction, landings) in Direction::ALL.into_iter().zip(longer) {
            for landing in landings.each() {
                let walked = self.walk(JumpPath::landing(direction, landing), landing, &mut |path, _, end| {
                    let here = if end == PathEnd::Open { open.man(path) } else { Some(1) };
                    count += here.unwrap_or(0);
                    if here.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if walked.is_break() {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// Visits all ends of a man's captures that begin with this path, which leads to this square.
    pub(crate) fn walk<B>(
        &self,
        path: JumpPath,
        from: PaddedBitboard,
        visit: &mut impl FnMut(JumpPath, PaddedBitboard, PathEnd) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if from.intersects(self.far) {
            return visit(path, from, if self.ends_crowned(path, from) { PathEnd::Crowned } else { PathEnd::Open });
        }
        let over = self.over & !from.step(path.heading().opposite());
        let next = both(ahead(both(ahead([from; 4]), [over; 4])), [self.empty | path.start; 4]);
        if union(next).is_empty() {
            return visit(path, from, PathEnd::Man);
        }
        if path.jumps == 4 {
            return visit(path, from, PathEnd::Open);
        }
        for (direction, landing) in Direction::ALL.into_iter().zip(next) {
            if !landing.is_empty() {
                self.walk(path.then(direction), landing, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the capture of a man is surely at its end when he is crowned on this square: no tower that he
    /// sees from there can be jumped, or was jumped before. Through the square of the one just jumped, if nothing is
    /// left of it, he sees what lies behind the square that he came from.
    fn ends_crowned(&self, path: JumpPath, from: PaddedBitboard) -> bool {
        let empty = self.empty | path.start;
        let jumped = path.jumps().fold(PaddedBitboard::EMPTY, |set, jump| set | jump.over);
        let back = path.heading().opposite();
        let [left, right] = back.crossing();
        [(from, left), (from, right), (from.step(back).step(back), back)].into_iter().all(|(from, direction)| {
            let first = from.look(direction, PaddedBitboard::ALL & !empty).1;
            ((first & self.over).step(direction) & empty | first & jumped).is_empty()
        })
    }
}

/// Counts the captures that depend on the towers, or `None`.
pub(crate) trait Open {
    /// Returns whether a king must land where the capture goes on (rule T-10).
    fn must_continue(&self) -> bool;

    /// Those that begin with this path of a man.
    fn man(&self, path: JumpPath) -> Option<u64>;

    /// Those that begin with a jump of this king in this direction.
    fn king(&self, start: PaddedBitboard, direction: Direction) -> Option<u64>;
}

/// Does not look at towers.
impl Open for Setting {
    #[inline]
    fn must_continue(&self) -> bool {
        self.landing == Landing::MustContinue
    }

    fn man(&self, _: JumpPath) -> Option<u64> {
        None
    }

    fn king(&self, _: PaddedBitboard, _: Direction) -> Option<u64> {
        None
    }
}

/// The slides of all kings of a side together, as no two reach the same square in the same
/// direction.
#[derive(Clone, Copy)]
pub(crate) struct KingSlides {
    kings: PaddedBitboard,
    over: PaddedBitboard,
    empty: PaddedBitboard,
    /// The squares that they can move to.
    pub(crate) slides: ByDirection,
    /// The first towers that they meet, of those that may be jumped.
    met: ByDirection,
}

impl KingSlides {
    #[inline(always)]
    pub(crate) fn new(kings: PaddedBitboard, over: PaddedBitboard, empty: PaddedBitboard) -> Self {
        let slides = slides([kings; 4], empty);
        let met = both(ahead(slides.map(|slide| slide | kings)), [over; 4]);
        Self { kings, over, empty, slides, met }
    }

    /// Returns whether one of them can jump (rule T-9).
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        union(ahead(self.met)).intersects(self.empty)
    }

    /// The squares behind the towers that they can jump, up to the next tower.
    #[inline(always)]
    pub(crate) fn landings(&self) -> ByDirection {
        slides(self.met, self.empty)
    }

    /// The squares on which a jump in each direction may not be the end of a king's capture, and the kings who may go
    /// back on the line that they came on.
    #[inline(always)]
    fn going_on(&self) -> (ByDirection, PaddedBitboard) {
        let [nw, ne, sw, se] = king_starts(self.over, self.empty);
        let (rising, falling) = (ne | sw, nw | se);
        let both_ways = (nw & se | ne & sw) & self.kings;
        ([nw | rising, ne | falling, sw | falling, se | rising], both_ways)
    }

    /// Returns whether one of their captures may have a second jump.
    #[inline(always)]
    pub(crate) fn goes_on(&self) -> bool {
        let (on, both_ways) = self.going_on();
        !(union(both(self.landings(), on)) | both_ways).is_empty()
    }

    /// Returns how many captures they have, `open` being asked about the jumps that may not be the last.
    #[inline(always)]
    pub(crate) fn count(&self, open: &impl Open) -> Option<u64> {
        let (landings, (on, both_ways)) = (self.landings(), self.going_on());
        let longer = both(landings, on);
        if (union(longer) | both_ways).is_empty() {
            return Some(len(landings));
        }
        self.count_longer(landings, longer, open)
    }

    fn count_longer(&self, landings: ByDirection, longer: ByDirection, open: &impl Open) -> Option<u64> {
        let starts = king_starts(self.over, self.empty);
        let mut count = 0;
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let kings = self.kings & starts[d];
            if longer[d].is_empty() && !kings.intersects(starts[direction.opposite() as usize]) {
                count += landings[d].len();
                continue;
            }
            for king in kings.each() {
                let by_sets = if open.must_continue() { self.count_two_jumps(&starts, king, direction) } else { None };
                count += if by_sets.is_some() { by_sets } else { open.king(king, direction) }?;
            }
        }
        Some(count)
    }
}

impl KingSlides {
    /// Returns how many captures begin with a jump of this king in this direction, if all that go on have just one jump
    /// more; the second is over what crosses the line of the first.
    ///
    /// The lines that the king sees after the second jump are that of this jump, on which he is stopped behind as after
    /// the first, and those at right angles to it, which are not the line of the first jump. So all of them are as they
    /// were.
    fn count_two_jumps(&self, starts: &ByDirection, king: PaddedBitboard, direction: Direction) -> Option<u64> {
        let from = |direction: Direction| starts[direction as usize];
        let jump = |from: PaddedBitboard, direction| {
            from.look(direction, PaddedBitboard::ALL & !self.empty)
                .1
                .look(direction, PaddedBitboard::ALL & !self.empty)
                .0
        };
        let behind = jump(king, direction);
        let [left, right] = direction.crossing();
        let along = behind & from(direction) | king & from(direction.opposite());
        if !(along | behind & from(left) & from(right)).is_empty() {
            return None;
        }
        let going_on = behind & (from(left) | from(right));
        let mut count = if going_on.is_empty() { behind.len() } else { 0 };
        for landing in going_on.each() {
            let next = if landing.intersects(from(left)) { left } else { right };
            let ends = jump(landing, next);
            if ends.intersects(from(next) | from(direction) | from(direction.opposite())) {
                return None;
            }
            count += ends.len_of_few();
        }
        Some(count)
    }
}

/// The squares in each direction from which a king sees a tower of `over` first, and an empty square behind it.
#[inline(always)]
pub(crate) fn king_starts(over: PaddedBitboard, empty: PaddedBitboard) -> ByDirection {
    #[inline(always)]
    fn toward<const BACK: i32>(over: PaddedBitboard, empty: PaddedBitboard) -> PaddedBitboard {
        let over = empty.by::<BACK>() & over;
        (over | over.slide::<BACK>(empty)).by::<BACK>()
    }
    [toward::<-4>(over, empty), toward::<-5>(over, empty), toward::<5>(over, empty), toward::<4>(over, empty)]
}
