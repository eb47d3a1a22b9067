//! Which moves there are (rules T-4 to T-13), each once (rule T-15).

use core::convert::Infallible;
use core::ops::ControlFlow;

use smallvec::SmallVec;
use tavlei_game::Side;
use tavlei_geometry::dark::Square;

use crate::bitboards::Bitboards;
use crate::jump_chain::{BoardView, JumpChain, Visit, for_each_capture};
use crate::jumps::JumpPath;
use crate::padded::PaddedBitboard;
use crate::position::far_rank;
use crate::{Landing, Move, Position};

/// Visits all legal moves: the captures, or, if there are none, the quiet moves, men's first (rule T-7).
#[inline]
pub(crate) fn for_each_move<B>(position: &Position, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    let boards = position.boards();
    if boards.can_capture() {
        let view = BoardView::still(position.towers_on_squares());
        return for_each_capture(view, position.setting(), &boards, &mut Listing(visit));
    }
    let steps = match position.to_move() {
        Side::White => boards.steps::<true>().each(),
        Side::Black => boards.steps::<false>().each(),
    };
    for mv in steps {
        visit(mv)?;
    }
    for start in boards.own_kings().each() {
        for end in boards.king_moves(start).each() {
            visit(Move::quiet(start.square(), end.square(), false))?;
        }
    }
    ControlFlow::Continue(())
}

/// Makes moves of captures.
pub(crate) struct Listing<F>(pub(crate) F);

impl<B, F: FnMut(Move) -> ControlFlow<B>> Visit<B> for Listing<F> {
    #[inline]
    fn man(&mut self, path: JumpPath, end: PaddedBitboard, crowned: bool) -> ControlFlow<B> {
        (self.0)(path.landed(end, crowned))
    }

    #[inline]
    fn ends(&mut self, chain: &JumpChain<'_>, ends: PaddedBitboard) -> ControlFlow<B> {
        ends.each().try_for_each(|end| (self.0)(chain.landed(end)))
    }
}

/// Returns whether there is a legal move.
pub(crate) fn can_move(position: &Position) -> bool {
    for_each_move(position, &mut |_| ControlFlow::Break(())).is_break()
}

/// Counts the moves and returns the one whose number `pick` chooses, in the order in which they are visited.
#[inline]
pub(crate) fn choose_move(position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
    match position.to_move() {
        Side::White => choose_move_of::<true>(position, pick),
        Side::Black => choose_move_of::<false>(position, pick),
    }
}

/// [`choose_move`] for a side known beforehand. Captures are few: listing them costs less than going through them twice.
#[expect(clippy::arithmetic_side_effects, reason = "counts squares")]
#[inline]
fn choose_move_of<const NORTH: bool>(position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
    let boards = position.boards();
    if boards.can_capture() {
        let mut captures = SmallVec::<[Move; 8]>::new();
        let listing = &mut Listing(|mv| {
            captures.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        let _ = for_each_capture(BoardView::still(position.towers_on_squares()), position.setting(), &boards, listing);
        return captures.get(usize::try_from(pick(captures.len() as u64)).ok()?).copied();
    }
    let of_kings: u64 = boards.own_kings().each().map(|start| boards.king_moves(start).len()).sum();
    match boards.steps::<NORTH>().len() + of_kings {
        0 => None,
        count => nth_quiet_move::<NORTH>(&boards, pick(count)),
    }
}

#[inline]
fn nth_quiet_move<const NORTH: bool>(boards: &Bitboards, n: u64) -> Option<Move> {
    let steps = boards.steps::<NORTH>();
    let Some(mut left) = n.checked_sub(steps.len()) else { return steps.nth(n) };
    for start in boards.own_kings().each() {
        let ends = boards.king_moves(start);
        match left.checked_sub(ends.len()) {
            Some(more) => left = more,
            None => return ends.each().nth(left as usize).map(|end| Move::quiet(start.square(), end.square(), false)),
        }
    }
    None
}

/// Returns where a tower can go without capturing.
pub(crate) fn quiet_targets(position: &Position, start: Square) -> PaddedBitboard {
    let (boards, from) = (position.boards(), PaddedBitboard::of(start));
    if boards.kings.intersects(from) {
        return boards.king_moves(from);
    }
    let (west, east) = match position.to_move() {
        Side::White => (from.by::<4>(), from.by::<5>()),
        Side::Black => (from.by::<-5>(), from.by::<-4>()),
    };
    (west | east) & boards.empty()
}

/// Returns whether a quiet move to this square crowns the tower's commander (rule T-6).
pub(crate) fn crowns(position: &Position, start: Square, end: Square) -> bool {
    !position.kings().contains(start) && far_rank(position.to_move()).intersects(PaddedBitboard::of(end))
}

/// Returns whether a move is legal, without listing any.
pub(crate) fn is_legal(position: &Position, mv: &Move) -> bool {
    let (boards, start, end) = (position.boards(), PaddedBitboard::of(mv.from()), PaddedBitboard::of(mv.to()));
    if !boards.own.intersects(start) {
        return false;
    }
    if !mv.is_capture() {
        return !boards.can_capture()
            && quiet_targets(position, mv.from()).intersects(end)
            && mv.is_promotion() == crowns(position, mv.from(), mv.to());
    }
    let mut chain = JumpChain::begin(position, mv.from());
    let mut on = start;
    for &over in mv.jumped() {
        // From whichever square of the last landing this tower can be jumped, the same squares lie behind it.
        let jump = on.each().find_map(|from| {
            let direction = from.square().direction_to(over)?;
            chain.jump(from, direction).filter(|jump| jump.over == PaddedBitboard::of(over))
        });
        let Some(jump) = jump else { return false };
        on = jump.behind;
        chain = chain.after(&jump);
    }
    let goes_on = match position.setting().landing {
        Landing::MustContinue => on.each().any(|square| chain.goes_on(square)),
        Landing::Free => chain.goes_on(end),
    };
    on.intersects(end) && !goes_on && chain.landed(end) == *mv
}
