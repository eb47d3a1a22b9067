//! A tower in the air: which jumps it may make, and how a capture goes on (rules T-8 to T-13).
//!
//! Everything that captures goes through here: the list of moves, the counts, the capture under way, the notation.
//! The prey of each jump is looked up on the board where the capture began; no tower is changed before the move is
//! played.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a capture has twelve jumps at most, and each has five of 64 bits; an index of a square is below 32"
)]

use core::convert::Infallible;
use core::ops::{BitOr, ControlFlow};

use tavlei_geometry::dark::{Direction, Square};

use crate::bitboards::Bitboards;
use crate::jumps::{Jump, JumpPath, ManJumps, PathEnd, king_starts};
use crate::padded::PaddedBitboard;
use crate::position::far_rank;
use crate::setting::Setting;
use crate::tower::{Towers, index};
use crate::{Landing, Move, Position, Rejump, Tower};

/// The towers on the board, of which one may have made a quiet move that the array does not know of.
#[derive(Clone, Copy)]
pub(crate) struct BoardView<'a> {
    towers: &'a Towers,
    start: Square,
    end: Square,
}

impl<'a> BoardView<'a> {
    /// The towers as they are in the array.
    #[inline]
    pub(crate) const fn still(towers: &'a Towers) -> Self {
        Self { towers, start: Square::A1, end: Square::A1 }
    }

    /// The towers after a quiet move, in which the commander may have been crowned: his rank is not looked at.
    #[inline]
    pub(crate) const fn moved(towers: &'a Towers, start: Square, end: Square) -> Self {
        Self { towers, start, end }
    }

    /// The tower on a square that is not empty.
    #[inline]
    pub(crate) fn on(&self, square: Square) -> Option<Tower> {
        let square = if square == self.end { self.start } else { square };
        self.towers[index(square)]
    }
}

/// A tower that has left its square and made some jumps.
#[derive(Clone, Copy)]
pub(crate) struct JumpChain<'a> {
    view: BoardView<'a>,
    setting: Setting,
    /// The towers of the side that captures, without the one in the air; a jumped tower may have come to it.
    own: PaddedBitboard,
    /// The towers of the other side.
    enemy: PaddedBitboard,
    /// Whether the tower was a king's when it took off, and whether it is now.
    was_king: bool,
    king: bool,
    /// The direction of the last jump.
    heading: Option<Direction>,
    /// The squares of the towers that were jumped, and of those that may not be jumped next.
    jumped: PaddedBitboard,
    barred: PaddedBitboard,
    /// Where the tower took off, and the way since.
    start: Square,
    history: JumpHistory,
}

/// The squares of up to twelve towers that were jumped, in order: five bits each, the last one lowest.
#[derive(Clone, Copy)]
struct JumpHistory {
    squares: u64,
    jumps: u8,
}

impl JumpHistory {
    const STILL: Self = Self { squares: 0, jumps: 0 };

    #[inline]
    const fn jumping(self, over: Square) -> Self {
        Self { squares: self.squares << 5 | over.index() as u64, jumps: self.jumps + 1 }
    }

    /// Returns how often a square is among them.
    #[inline]
    fn times(self, square: Square) -> u8 {
        self.backward().filter(|&over| over == square).count() as u8
    }

    /// The squares, the last one first.
    #[inline]
    fn backward(self) -> impl Iterator<Item = Square> {
        (0..self.jumps).map(move |back| Square::ALL[(self.squares >> (5 * back)) as usize & 31])
    }
}

impl<'a> JumpChain<'a> {
    /// The tower on this square is lifted; its square is empty from now on (rule T-11).
    pub(crate) fn begin(position: &'a Position, start: Square) -> Self {
        let view = BoardView::still(position.towers_on_squares());
        Self::lift(view, position.setting(), &position.boards(), PaddedBitboard::of(start))
    }

    /// The same, with the board as the caller has it.
    #[inline]
    pub(crate) fn lift(view: BoardView<'a>, setting: Setting, boards: &Bitboards, from: PaddedBitboard) -> Self {
        let king = boards.kings.intersects(from);
        Self {
            view,
            setting,
            own: boards.own ^ from,
            enemy: boards.enemy,
            was_king: king,
            king,
            heading: None,
            jumped: PaddedBitboard::EMPTY,
            barred: PaddedBitboard::EMPTY,
            start: from.square(),
            history: JumpHistory::STILL,
        }
    }

    /// A man's flight along a path, before its last jump; and that jump.
    pub(crate) fn along(view: BoardView<'a>, setting: Setting, boards: &Bitboards, path: JumpPath) -> (Self, Jump) {
        let mut chain = Self::lift(view, setting, boards, path.start());
        let (mut jumps, mut last) = (path.jumps(), path.first());
        jumps.next();
        for jump in jumps {
            chain = chain.after(&last);
            last = jump;
        }
        (chain, last)
    }

    /// The way so far, as the move that would end on this square.
    #[inline]
    pub(crate) fn landed(&self, end: PaddedBitboard) -> Move {
        Move::capture(
            self.start,
            self.history.jumps,
            self.history.backward(),
            end.square(),
            self.king && !self.was_king,
        )
    }

    pub(crate) const fn is_king(&self) -> bool {
        self.king
    }

    #[inline]
    pub(crate) fn occupied(&self) -> PaddedBitboard {
        self.own | self.enemy
    }

    #[inline]
    fn empty(&self) -> PaddedBitboard {
        PaddedBitboard::ALL & !self.occupied()
    }

    /// The jumps that the tower can make from a square.
    #[inline]
    pub(crate) fn jumps(&self, from: PaddedBitboard) -> impl Iterator<Item = Jump> {
        Direction::ALL.into_iter().filter_map(move |direction| self.jump(from, direction))
    }

    /// The board as the other side sees it when the capture ends on this square.
    #[inline]
    pub(crate) fn boards_after(&self, boards: &Bitboards, end: PaddedBitboard) -> Bitboards {
        let mut kings = boards.kings & !(PaddedBitboard::of(self.start) | self.jumped);
        for square in (self.jumped & self.occupied()).each() {
            let taken = self.history.times(square.square());
            if self.view.on(square.square()).is_some_and(|tower| tower.is_king_at(taken)) {
                kings |= square;
            }
        }
        if self.king {
            kings |= end;
        }
        Bitboards { own: self.enemy, enemy: self.own | end, kings }
    }

    /// Returns whether the capture goes on from a square.
    #[inline]
    pub(crate) fn goes_on(&self, from: PaddedBitboard) -> bool {
        if self.king {
            Direction::ALL.into_iter().any(|direction| self.jump_as_king(from, direction).is_some())
        } else {
            from.jumps_over(self.enemy & !self.barred, self.empty())
        }
    }

    /// The jump in a direction, if there is one.
    #[inline]
    pub(crate) fn jump(&self, from: PaddedBitboard, direction: Direction) -> Option<Jump> {
        if self.king { self.jump_as_king(from, direction) } else { self.jump_as_man(from, direction) }
    }

    /// Over the adjacent tower to the square behind it (rule T-8).
    #[inline]
    fn jump_as_man(&self, from: PaddedBitboard, direction: Direction) -> Option<Jump> {
        let over = from.step(direction) & self.enemy & !self.barred;
        let behind = over.step(direction) & self.empty();
        if behind.is_empty() { None } else { Some(Jump { over, direction, behind }) }
    }

    /// Over the first tower at any distance to any of the empty squares behind it (rule T-9).
    #[inline]
    fn jump_as_king(&self, from: PaddedBitboard, direction: Direction) -> Option<Jump> {
        let over = from.look(direction, self.occupied()).1 & self.enemy & !self.barred;
        if !over.step(direction).intersects(self.empty()) || self.turns_back(direction) {
            return None;
        }
        Some(Jump { over, direction, behind: over.look(direction, self.occupied()).0 })
    }

    /// The jump that can land on this square, rule T-10 left aside.
    pub(crate) fn jump_to(&self, from: Square, to: Square) -> Option<Jump> {
        let jump = self.jump(PaddedBitboard::of(from), from.direction_to(to)?)?;
        jump.behind.intersects(PaddedBitboard::of(to)).then_some(jump)
    }

    /// Returns whether rule T-12, or the option that stands for it, forbids to jump this tower next.
    pub(crate) fn may_not_rejump(&self, over: PaddedBitboard, direction: Direction) -> bool {
        over.intersects(self.barred) || self.turns_back(direction)
    }

    /// Returns whether a king’s jump is forbidden by `rejump=no-reversal`. A man who turns back meets the tower just jumped.
    #[inline]
    fn turns_back(&self, direction: Direction) -> bool {
        self.setting.rejump == Rejump::NoReversal && self.heading == Some(direction.opposite())
    }

    /// The flight after a jump.
    ///
    /// The commander of the jumped tower is taken off at once (rule T-11); the rest may be empty, the enemy's or our
    /// own. A man who lands on the far rank is a king from then on (rule T-13).
    #[inline]
    pub(crate) fn after(&self, jump: &Jump) -> Self {
        let mut next = *self;
        let square = jump.over.square();
        next.history = self.history.jumping(square);
        let taken = if self.jumped.intersects(jump.over) { next.history.times(square) } else { 1 };
        if let Some(tower) = self.view.on(square)
            && taken >= tower.owners()
        {
            next.enemy ^= jump.over;
            if taken < tower.height() {
                next.own |= jump.over;
            }
        }
        next.king |= jump.behind.intersects(far_rank(self.setting.side_to_move));
        next.heading = Some(jump.direction);
        next.jumped |= jump.over;
        next.barred = if self.setting.rejump == Rejump::Once { next.jumped } else { jump.over };
        next
    }

    /// Returns where a jump may land (rule T-10): on the squares from which the capture goes on, if there are any;
    /// behind the last tower anywhere. Under `landing=free` anywhere always.
    pub(crate) fn landings(&self, jump: &Jump) -> PaddedBitboard {
        let next = self.after(jump);
        let going_on =
            jump.behind.each().filter(|&square| next.goes_on(square)).fold(PaddedBitboard::EMPTY, BitOr::bitor);
        match self.setting.landing {
            Landing::MustContinue if !going_on.is_empty() => going_on,
            _ => jump.behind,
        }
    }

    /// Visits every way in which a capture ends that begins with one jump here, made from this flight: the flight
    /// that leads to its end, and the squares on which it may land last (rules T-7 and T-10).
    #[inline]
    pub(crate) fn for_each_end<B>(
        &self,
        jump: &Jump,
        visit: &mut impl FnMut(&Self, PaddedBitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let next = self.after(jump);
        if next.king {
            next.go_on_as_king(jump, visit)
        } else if next.goes_on(jump.behind) {
            next.go_on_as_man(jump, visit)
        } else {
            visit(&next, jump.behind)
        }
    }

    /// Returns how many captures begin with one jump here, made from this flight: how many squares
    /// [`for_each_end`](Self::for_each_end) would visit.
    pub(crate) fn count_ends(&self, jump: &Jump) -> u64 {
        let next = self.after(jump);
        if next.king {
            let mut count = 0;
            let _: ControlFlow<Infallible> = next.go_on_as_king(jump, &mut |_, ends| {
                count += ends.len_of_few();
                ControlFlow::Continue(())
            });
            return count;
        }
        let from = jump.behind;
        let (over, empty) = (next.enemy & !next.barred, next.empty());
        let landings = Direction::ALL.map(|direction| (from.step(direction) & over).step(direction) & empty);
        if landings.iter().all(|landing| landing.is_empty()) {
            return 1;
        }
        let jumps = Direction::ALL.into_iter().zip(landings).filter(|(_, landing)| !landing.is_empty());
        jumps
            .map(|(direction, behind)| {
                next.count_ends(&Jump { over: behind.step(direction.opposite()), direction, behind })
            })
            .sum()
    }

    /// A man has one landing square, and it is known that his capture goes on from it.
    fn go_on_as_man<B>(
        &self,
        made: &Jump,
        visit: &mut impl FnMut(&Self, PaddedBitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for direction in Direction::ALL {
            if let Some(jump) = self.jump_as_man(made.behind, direction) {
                self.for_each_end(&jump, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Straight on and straight back a king meets the same tower from all squares that it may have landed on, so
    /// those jumps are looked for once; the diagonals that cross the line are different for each. So no move comes
    /// twice (T-15).
    fn go_on_as_king<B>(
        &self,
        made: &Jump,
        visit: &mut impl FnMut(&Self, PaddedBitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let starts = king_starts(self.enemy & !self.barred, self.empty());
        let mut going_on = PaddedBitboard::EMPTY;
        for direction in [made.direction, made.direction.opposite()] {
            if made.behind.intersects(starts[direction as usize])
                && let Some(jump) = self.jump_as_king(made.behind.lowest(), direction)
            {
                going_on = made.behind;
                self.for_each_end(&jump, visit)?;
            }
        }
        let [left, right] = made.direction.crossing();
        for landing in (made.behind & (starts[left as usize] | starts[right as usize])).each() {
            for direction in [left, right] {
                if landing.intersects(starts[direction as usize])
                    && let Some(jump) = self.jump_as_king(landing, direction)
                {
                    going_on |= landing;
                    self.for_each_end(&jump, visit)?;
                }
            }
        }
        let ends = match self.setting.landing {
            Landing::MustContinue if !going_on.is_empty() => PaddedBitboard::EMPTY,
            _ => made.behind & !going_on,
        };
        if ends.is_empty() { ControlFlow::Continue(()) } else { visit(self, ends) }
    }
}

/// A visitor of captures.
pub(crate) trait Visit<B> {
    /// A man's capture has come to its end, which the sets of squares show.
    fn man(&mut self, path: JumpPath, end: PaddedBitboard, crowned: bool) -> ControlFlow<B>;

    /// A capture has come to its end, and may land last on each of these squares.
    fn ends(&mut self, chain: &JumpChain<'_>, ends: PaddedBitboard) -> ControlFlow<B>;
}

/// Visits all captures of the side to move. What is more than one jump of a man's is visited out of line, so that a
/// visitor is built into its caller for those, which are the most.
#[inline]
pub(crate) fn for_each_capture<B>(
    view: BoardView<'_>,
    setting: Setting,
    boards: &Bitboards,
    visit: &mut impl Visit<B>,
) -> ControlFlow<B> {
    let kings = boards.own_kings();
    let jumps = ManJumps::new(boards.enemy, boards.empty(), far_rank(setting.side_to_move));
    let (landings, on) = (jumps.landings(boards.own ^ kings), jumps.going_on());
    for (d, direction) in Direction::ALL.into_iter().enumerate() {
        for landing in landings[d].each() {
            let path = JumpPath::landing(direction, landing);
            if landing.intersects(on[d]) {
                visit_longer(view, setting, boards, &jumps, path, landing, visit)?;
            } else {
                visit.man(path, landing, false)?;
            }
        }
    }
    if kings.is_empty() { ControlFlow::Continue(()) } else { visit_kings(view, setting, boards, visit) }
}

/// Visits the captures that begin with this path of a man, which leads to this square.
#[inline(never)]
fn visit_longer<B>(
    view: BoardView<'_>,
    setting: Setting,
    boards: &Bitboards,
    jumps: &ManJumps,
    path: JumpPath,
    landing: PaddedBitboard,
    visit: &mut dyn Visit<B>,
) -> ControlFlow<B> {
    jumps.walk(path, landing, &mut |path, end, how| {
        if how != PathEnd::Open {
            return visit.man(path, end, how == PathEnd::Crowned);
        }
        let (chain, last) = JumpChain::along(view, setting, boards, path);
        chain.for_each_end(&last, &mut |chain, ends| visit.ends(chain, ends))
    })
}

/// Visits the captures of kings.
#[inline(never)]
fn visit_kings<B>(
    view: BoardView<'_>,
    setting: Setting,
    boards: &Bitboards,
    visit: &mut dyn Visit<B>,
) -> ControlFlow<B> {
    for start in boards.own_kings().each() {
        let chain = JumpChain::lift(view, setting, boards, start);
        for direction in Direction::ALL {
            if let Some(jump) = chain.jump_as_king(start, direction) {
                chain.for_each_end(&jump, &mut |chain, ends| visit.ends(chain, ends))?;
            }
        }
    }
    ControlFlow::Continue(())
}
