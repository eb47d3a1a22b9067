//! Counting moves, and sequences of moves, without listing them.
//!
//! The plain way is to list the moves, play each, and count on; [`tavlei_game::Game`] says it in a few lines. It is
//! what this file computes, and the tests compare the two. What is done here instead:
//!
//! - Quiet moves are counted as sets of squares, captures by the squares that they may end on.
//! - A quiet move changes two squares of two sets. Whether the other side can then capture is seen from the sets, and if
//!   it can't, so is what it can do; the replies to all harmless steps are counted at once.
//! - Further up in the tree one array of towers serves all positions: a quiet move writes one tower, and takes it back.
//!
//! The functions come in two kinds, one for each side, by `NORTH`: whether the men of the side to move go north.
//! `REPLY` is the same for the other side.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 32; counts what has been visited, and takes away no more than that"
)]

use core::convert::Infallible;
use core::ops::ControlFlow;

use tavlei_game::Side;
use tavlei_geometry::dark::Direction;

use crate::bitboards::Bitboards;
use crate::generate::Listing;
use crate::jump_chain::{BoardView, JumpChain, Visit, for_each_capture};
use crate::jumps::{JumpPath, KingSlides, ManJumps, Open, len};
use crate::padded::PaddedBitboard;
use crate::replies::{Threats, far};
use crate::setting::Setting;
use crate::tower::{Towers, index};
use crate::{Move, Position, Tower};

/// Returns how many legal moves there are.
#[inline]
pub(crate) fn moves(position: &Position) -> u64 {
    let (view, boards) = (BoardView::still(position.towers_on_squares()), position.boards());
    match position.to_move() {
        Side::White => count::<true>(view, position.setting(), &boards),
        Side::Black => count::<false>(view, position.setting(), &boards),
    }
}

/// Returns how many sequences of the given number of moves there are.
pub(crate) fn sequences(position: &Position, plies: u32) -> u128 {
    let (mut towers, boards) = (*position.towers_on_squares(), position.boards());
    match (plies, position.to_move()) {
        (0, _) => 1,
        (1, _) => u128::from(moves(position)),
        (_, Side::White) => walk::<true, false>(&mut towers, position.setting(), &boards, plies),
        (_, Side::Black) => walk::<false, true>(&mut towers, position.setting(), &boards, plies),
    }
}

/// Returns how many sequences of the given number of moves, at least two, there are. The towers are left as they were,
/// but for empty squares.
fn walk<const NORTH: bool, const REPLY: bool>(
    towers: &mut Towers,
    setting: Setting,
    boards: &Bitboards,
    plies: u32,
) -> u128 {
    if plies == 2 {
        return u128::from(pairs::<NORTH, REPLY>(towers, setting, boards));
    }
    let next = setting.other_side();
    let mut count = 0u128;
    if boards.can_capture() {
        let mut listing = Listing(|mv: Move| {
            let mut after = *towers;
            let boards = boards.capture(&mut after, &mv);
            count = count.saturating_add(walk::<REPLY, NORTH>(&mut after, next, &boards, plies - 1));
            ControlFlow::Continue(())
        });
        let _: ControlFlow<Infallible> = for_each_capture(BoardView::still(towers), setting, boards, &mut listing);
        return count;
    }
    let mut visit = |mv: Move| {
        let (from, to) = (index(mv.from()), index(mv.to()));
        let tower = towers[from];
        towers[to] = if mv.is_promotion() { tower.map(Tower::promoted) } else { tower };
        count = count.saturating_add(walk::<REPLY, NORTH>(towers, next, &boards.quiet(&mv), plies - 1));
        towers[from] = tower;
    };
    boards.steps::<NORTH>().each().for_each(&mut visit);
    for start in boards.own_kings().each() {
        boards.king_moves(start).each().for_each(|end| visit(Move::quiet(start.square(), end.square(), false)));
    }
    count
}

/// Returns how many sequences of two moves there are.
fn pairs<const NORTH: bool, const REPLY: bool>(towers: &Towers, setting: Setting, boards: &Bitboards) -> u64 {
    if boards.can_capture() {
        let mut replies = Replies::<REPLY> { towers, next: setting.other_side(), boards, count: 0 };
        let _: ControlFlow<Infallible> = for_each_capture(BoardView::still(towers), setting, boards, &mut replies);
        replies.count
    } else if boards.kings.is_empty() {
        quiet_pairs::<NORTH, REPLY, false>(towers, setting, boards)
    } else {
        quiet_pairs_with_kings::<NORTH, REPLY>(towers, setting, boards)
    }
}

#[inline(never)]
fn quiet_pairs_with_kings<const NORTH: bool, const REPLY: bool>(
    towers: &Towers,
    setting: Setting,
    boards: &Bitboards,
) -> u64 {
    quiet_pairs::<NORTH, REPLY, true>(towers, setting, boards)
}

/// The same when there is nothing to capture: most replies are counted for many moves at once, the others move by move.
/// `KINGS` says whether there may be kings.
#[inline(always)]
fn quiet_pairs<const NORTH: bool, const REPLY: bool, const KINGS: bool>(
    towers: &Towers,
    setting: Setting,
    boards: &Bitboards,
) -> u64 {
    let next = setting.other_side();
    let replies = |mv: Move| count::<REPLY>(BoardView::moved(towers, mv.from(), mv.to()), next, &boards.quiet(&mv));
    let threats = Threats::of::<REPLY, KINGS>(boards);
    let (mut count, mut steps) = (0, boards.steps::<NORTH>());
    if let Some(threats) = &threats {
        let counted = threats.replies_to_steps::<NORTH, KINGS>(boards);
        count = counted.count;
        steps = steps.minus(counted.counted);
    }
    count += steps.each().map(replies).sum::<u64>();
    if KINGS {
        for start in boards.own_kings().each() {
            let mut ends = boards.king_moves(start);
            if let Some(threats) = &threats {
                let (counted, replies) = threats.replies_to_king::<NORTH>(boards, start, ends);
                count += replies;
                ends ^= counted;
            }
            count += ends.each().map(|end| replies(Move::quiet(start.square(), end.square(), false))).sum::<u64>();
        }
    }
    count
}

/// Returns how many moves the side to move has.
#[inline]
fn count<const NORTH: bool>(view: BoardView<'_>, setting: Setting, boards: &Bitboards) -> u64 {
    count_by_sets::<NORTH>(boards, &OnBoard { view, setting, boards }).unwrap_or(0)
}

/// The same, `open` being asked about the captures that depend on the towers.
#[inline(always)]
fn count_by_sets<const NORTH: bool>(boards: &Bitboards, open: &impl Open) -> Option<u64> {
    let (kings, empty) = (boards.own_kings(), boards.empty());
    let men = boards.own ^ kings;
    let jumps = ManJumps::new(boards.enemy, empty, far::<NORTH>());
    if kings.is_empty() {
        return if jumps.any(men) { jumps.count(men, open) } else { Some(boards.steps::<NORTH>().len()) };
    }
    let king_slides = KingSlides::new(kings, boards.enemy, empty);
    if !jumps.any(men) && !king_slides.any() {
        return Some(boards.steps::<NORTH>().len() + len(king_slides.slides));
    }
    let by_men = if jumps.any(men) { jumps.count(men, open)? } else { 0 };
    Some(by_men + king_slides.count(open)?)
}

/// Counts captures that depend on the towers.
struct OnBoard<'a> {
    view: BoardView<'a>,
    setting: Setting,
    boards: &'a Bitboards,
}

impl Open for OnBoard<'_> {
    #[inline]
    fn must_continue(&self) -> bool {
        self.setting.must_continue()
    }

    #[inline(never)]
    fn man(&self, path: JumpPath) -> Option<u64> {
        let (chain, last) = JumpChain::along(self.view, self.setting, self.boards, path);
        Some(chain.count_ends(&last))
    }

    #[inline(never)]
    fn king(&self, start: PaddedBitboard, direction: Direction) -> Option<u64> {
        let chain = JumpChain::lift(self.view, self.setting, self.boards, start);
        Some(chain.jump(start, direction).map_or(0, |jump| chain.count_ends(&jump)))
    }
}

/// Counts the replies to captures.
struct Replies<'a, const REPLY: bool> {
    towers: &'a Towers,
    next: Setting,
    boards: &'a Bitboards,
    count: u64,
}

impl<const REPLY: bool> Replies<'_, REPLY> {
    #[inline]
    fn add(&mut self, after: &Bitboards, mv: impl FnOnce() -> Move) {
        self.count += count_by_sets::<REPLY>(after, &self.next).unwrap_or_else(|| {
            let mut towers = *self.towers;
            self.boards.capture(&mut towers, &mv());
            count::<REPLY>(BoardView::still(&towers), self.next, after)
        });
    }
}

impl<const REPLY: bool> Visit<Infallible> for Replies<'_, REPLY> {
    #[inline]
    fn man(&mut self, path: JumpPath, end: PaddedBitboard, crowned: bool) -> ControlFlow<Infallible> {
        let lifted = self.boards.lifted(path.start());
        let taken = path.jumps().fold(lifted, |boards, jump| match self.towers[index(jump.over.square())] {
            Some(jumped) => boards.taken(jumped, jump.over),
            None => boards,
        });
        self.add(&taken.landed(end, crowned), || path.landed(end, crowned));
        ControlFlow::Continue(())
    }

    fn ends(&mut self, chain: &JumpChain<'_>, ends: PaddedBitboard) -> ControlFlow<Infallible> {
        for end in ends.each() {
            self.add(&chain.boards_after(self.boards, end), || chain.landed(end));
        }
        ControlFlow::Continue(())
    }
}
