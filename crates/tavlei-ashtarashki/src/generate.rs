//! The moves of a position: captures if there are any, else steps.

use core::ops::ControlFlow;

use tavlei_game::{Game, Side};
use tavlei_geometry::dark::{Bitboard, Direction, Square};

use crate::{Move, Position, ThirdRetreat, ending};

/// Calls the visitor with every legal move: captures by the number of the stone, its square and the directions of the
/// jumps; steps forward before steps backward.
pub(crate) fn for_each_move<B>(position: &Position, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    match position.side() {
        Side::White => for_each_move_of::<White, B>(position, visit),
        Side::Black => for_each_move_of::<Black, B>(position, visit),
    }
}

/// whether the side to move has no legal move or, by the rule option, none but third retreats.
pub(crate) fn is_blocked(position: &Position) -> bool {
    let is_blocked = match position.side() {
        Side::White => Steps::of::<White>(position).are_blocked(position),
        Side::Black => Steps::of::<Black>(position).are_blocked(position),
    };
    is_blocked && (0..3).all(|number| hunters(position, number).is_empty())
}

/// The stones to move with full rights and this number, counted from 0, that can capture.
pub(crate) fn hunters(position: &Position, number: usize) -> Bitboard {
    let prey = position.army(!position.side()).prey(number);
    position.army(position.side()).full(number) & prey.neighbours()
}

/// Whether there is anything to capture, so that nothing else is legal.
pub(crate) fn must_capture(position: &Position) -> bool {
    (0..3).any(|number| !hunters(position, number).is_empty())
}

/// The squares that a stone on `at` can capture on, out of what it beats: none from its far rank.
pub(crate) fn landings(side: Side, at: Square, prey: Bitboard) -> Bitboard {
    if Position::far_rank(side).contains(at) { Bitboard::EMPTY } else { at.neighbours() & prey }
}

fn for_each_move_of<M: Mover, B>(position: &Position, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    if ending::may_be_decided(position) && ending::by_stones(position).is_some() {
        return ControlFlow::Continue(());
    }
    let hunters = [0, 1, 2].map(|number| hunters(position, number));
    if hunters.iter().all(|hunters| hunters.is_empty()) {
        return Steps::of::<M>(position).for_each::<M, B>(position, visit);
    }
    for (number, hunters) in hunters.into_iter().enumerate() {
        let prey = position.army(!M::SIDE).prey(number);
        for hunter in hunters {
            for_each_capture::<M, B>(Move::standing(hunter), prey, &mut visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Plays a capture on to all its ends.
fn for_each_capture<M: Mover, B>(
    capture: Move,
    prey: Bitboard,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let landings = landings(M::SIDE, capture.to(), prey);
    if landings.is_empty() {
        return visit(capture);
    }
    for direction in Direction::ALL {
        if let Some(to) = capture.to().step(direction)
            && landings.contains(to)
        {
            for_each_capture::<M, B>(capture.jump(direction, to), prey.without(to), visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The squares that can be stepped to, forward and backward, each by the two sets of steps that
/// [`Bitboard::steps_north`] tells apart. A square that two stones can step to is in two sets.
struct Steps {
    forward: [Bitboard; 2],
    backward: [Bitboard; 2],
}

impl Steps {
    fn of<M: Mover>(position: &Position) -> Self {
        let stones = position.unfinished(M::SIDE);
        let empty = position.empty();
        Self {
            forward: M::forward(stones).map(|targets| targets & empty),
            backward: M::backward(stones).map(|targets| targets & empty),
        }
    }

    /// Whether no step is possible, or none that need be made: see [`ThirdRetreat`].
    fn are_blocked(&self, position: &Position) -> bool {
        if self.forward.iter().any(|targets| !targets.is_empty()) {
            return false;
        }
        let army = position.army(position.side());
        let stones = match position.rules().third_retreat {
            ThirdRetreat::Free => position.unfinished(position.side()) - army.twice_retreated(),
            ThirdRetreat::Forced => position.unfinished(position.side()),
        };
        let targets = match position.side() {
            Side::White => White::backward(stones),
            Side::Black => Black::backward(stones),
        };
        targets.iter().all(|&targets| (targets & position.empty()).is_empty())
    }

    fn for_each<M: Mover, B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.are_blocked(position) {
            return ControlFlow::Continue(());
        }
        let [forward, backward] = match M::SIDE {
            Side::White => [NORTHWARD, SOUTHWARD],
            Side::Black => [SOUTHWARD, NORTHWARD],
        };
        for (targets, origin) in self.forward.into_iter().zip(forward).chain(self.backward.into_iter().zip(backward)) {
            for to in targets {
                visit(Move::step(origin(to), to))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where the steps of [`Bitboard::steps_north`] and [`Bitboard::steps_south`] have come from.
const NORTHWARD: [fn(Square) -> Square; 2] =
    [|to| behind(to, 4), |to| behind(to, if to.rank() % 2 == 1 { 3 } else { 5 })];
const SOUTHWARD: [fn(Square) -> Square; 2] =
    [|to| behind(to, -4), |to| behind(to, if to.rank() % 2 == 1 { -5 } else { -3 })];

/// The square whose index is so much smaller.
fn behind(square: Square, distance: i8) -> Square {
    Square::ALL[(square.index().wrapping_sub(distance as u8) & 31) as usize]
}

/// The side to move, as a type: so the compiler writes the generator out for each.
trait Mover {
    const SIDE: Side;

    /// Where steps towards the far rank lead.
    fn forward(stones: Bitboard) -> [Bitboard; 2];

    /// Where steps away from the far rank lead.
    fn backward(stones: Bitboard) -> [Bitboard; 2];
}

enum White {}

impl Mover for White {
    const SIDE: Side = Side::White;

    #[inline]
    fn forward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_north()
    }

    #[inline]
    fn backward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_south()
    }
}

enum Black {}

impl Mover for Black {
    const SIDE: Side = Side::Black;

    #[inline]
    fn forward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_south()
    }

    #[inline]
    fn backward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_north()
    }
}
