//! The moves of a position: captures if there are any, else steps.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tables have an entry for each of the 64 bits of a set; what is made smaller is not 0"
)]

use core::iter;
use core::ops::{BitAnd, BitOr, ControlFlow, Sub};

use tavlei_game::{Game, Side};
use tavlei_geometry::bits::nth_one;
use tavlei_geometry::dark::{Bitboard, Square};

use crate::{Move, Position, ThirdRetreat};

/// Calls the visitor with every legal move: captures by the number of the stone, its square and the squares it lands on;
/// steps forward before steps backward.
#[inline]
pub(crate) fn for_each_move<B>(position: &Position, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
    match position.side() {
        Side::White => for_each_move_of::<White, B>(position, &mut visit),
        Side::Black => for_each_move_of::<Black, B>(position, &mut visit),
    }
}

/// [`for_each_move`] for a side known beforehand.
#[inline]
pub(crate) fn for_each_move_of<M: Mover, B>(
    position: &Position,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let view = View::of::<M>(position);
    if view.is_decided::<M>(position) {
        ControlFlow::Continue(())
    } else if view.must_capture() {
        for_each_capture_of::<M, B>(&view, visit)
    } else if view.is_stuck::<M>(position) {
        ControlFlow::Continue(())
    } else {
        Steps::of::<M>(&view).for_each::<M, B>(visit)
    }
}

/// Counts the moves and returns the one whose number `pick` chooses, in the order of [`for_each_move`].
#[inline]
pub(crate) fn choose_move(position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
    match position.side() {
        Side::White => choose_move_of::<White>(position, pick),
        Side::Black => choose_move_of::<Black>(position, pick),
    }
}

/// Returns whether a move, wherever it comes from, is legal.
pub(crate) fn is_legal(position: &Position, mv: &Move) -> bool {
    let view = match position.side() {
        Side::White => View::of::<White>(position),
        Side::Black => View::of::<Black>(position),
    };
    if mv.is_capture() {
        is_capture(position, mv)
    } else {
        view.stones.contains(mv.from())
            && view.empty.contains(mv.to())
            && mv.from().neighbours().contains(mv.to())
            && !view.must_capture()
            && position.outcome().is_none()
    }
}

/// Returns whether this move is a complete capture of the position.
fn is_capture(position: &Position, mv: &Move) -> bool {
    let so_far = mv.landings().try_fold(Move::without_jumps(mv.from()), |so_far, to| {
        if next_captures(position, &so_far).contains(to) { Some(so_far.jump(to)) } else { None }
    });
    so_far.is_some_and(|capture| next_captures(position, &capture).is_empty()) && position.outcome().is_none()
}

/// The squares on which a capture can take next.
pub(crate) fn next_captures(position: &Position, so_far: &Move) -> Bitboard {
    let number = position.own().full().iter().position(|stones| stones.contains(so_far.from()));
    let prey = number.map_or(Bitboard::EMPTY, |number| position.enemy().prey()[number]);
    landings(position.side(), so_far.to(), prey - so_far.captured())
}

/// The state of a position before a move is looked for.
pub(crate) enum Status {
    /// The game is over whatever moves there would be: see [`View::is_decided`].
    Decided,
    ///
    Blocked,
    /// The game goes on.
    Open,
}

/// Returns whether the game goes on.
pub(crate) fn status(position: &Position) -> Status {
    fn status_of<M: Mover>(position: &Position) -> Status {
        let view = View::of::<M>(position);
        if view.is_decided::<M>(position) {
            Status::Decided
        } else if view.is_blocked::<M>(position) {
            Status::Blocked
        } else {
            Status::Open
        }
    }
    match position.side() {
        Side::White => status_of::<White>(position),
        Side::Black => status_of::<Black>(position),
    }
}

/// whether the side to move has no legal move or, by the rule option, none but third retreats.
pub(crate) fn is_blocked(position: &Position) -> bool {
    match position.side() {
        Side::White => View::of::<White>(position).is_blocked::<White>(position),
        Side::Black => View::of::<Black>(position).is_blocked::<Black>(position),
    }
}

/// Returns whether there is anything to capture, so that nothing else is legal.
pub(crate) fn must_capture(position: &Position) -> bool {
    let view = match position.side() {
        Side::White => View::of::<White>(position),
        Side::Black => View::of::<Black>(position),
    };
    view.must_capture()
}

/// The squares that a stone on `at` can capture on, out of what it beats: none from its far rank.
#[inline]
pub(crate) fn landings(side: Side, at: Square, prey: Bitboard) -> Bitboard {
    if Position::far_rank(side).contains(at) { Bitboard::EMPTY } else { at.neighbours() & prey }
}

/// The bitboards that the moves of a side depend on.
///
/// The arrays have an element for each number, 1 to 3, and an empty one: what is done to four can be done at once.
pub(crate) struct View {
    /// The side's stones that have not finished.
    pub(crate) stones: Bitboard,
    /// The enemy's stones that have not finished.
    pub(crate) enemies: Bitboard,
    /// The squares that nothing stands on.
    pub(crate) empty: Bitboard,
    /// The enemy stones that the side's stones with full rights beat, by number.
    pub(crate) prey: [Bitboard; 4],
    /// The side's stones that can capture, by their number.
    pub(crate) hunters: [Bitboard; 4],
}

impl View {
    #[inline]
    pub(crate) fn of<M: Mover>(position: &Position) -> Self {
        debug_assert_eq!(position.side(), M::SIDE);
        let (own, enemy) = (position.own(), position.enemy());
        let (own_all, enemy_all) = (own.all(), enemy.all());
        let prey = enemy.prey();
        let near = prey.map(Bitboard::neighbours);
        let full = own.full();
        let hunters = [full[0] & near[0], full[1] & near[1], full[2] & near[2], Bitboard::EMPTY];
        Self {
            stones: own_all - own.finished(),
            enemies: enemy_all - enemy.finished(),
            empty: !(own_all | enemy_all),
            prey,
            hunters,
        }
    }

    /// whether the game is over whatever moves there would be. A side without unfinished stones has none
    /// at all, or four, or fewer, and then the numbers decide.
    #[inline]
    pub(crate) fn is_decided<M: Mover>(&self, position: &Position) -> bool {
        self.stones.is_empty()
            || self.enemies.is_empty()
            || position.own().finished() == Position::far_rank(M::SIDE)
            || position.enemy().finished() == Position::far_rank(M::Enemy::SIDE)
    }

    ///
    #[inline]
    pub(crate) fn must_capture(&self) -> bool {
        let [ones, twos, threes, _] = self.hunters;
        !(ones | twos | threes).is_empty()
    }

    /// whether there is nothing to capture, and no step that the side need make.
    #[inline]
    fn is_blocked<M: Mover>(&self, position: &Position) -> bool {
        !self.must_capture() && self.is_stuck::<M>(position)
    }

    /// Returns whether no step is possible, or none that the side need make: see [`ThirdRetreat`].
    #[inline]
    pub(crate) fn is_stuck<M: Mover>(&self, position: &Position) -> bool {
        let [forward, more_forward] = M::forward(self.stones);
        ((forward | more_forward) & self.empty).is_empty() && self.cannot_retreat::<M>(position)
    }

    fn cannot_retreat<M: Mover>(&self, position: &Position) -> bool {
        let stones = match position.rules().third_retreat {
            ThirdRetreat::Free => self.stones - position.own().twice_retreated(),
            ThirdRetreat::Forced => self.stones,
        };
        let [backward, more_backward] = M::backward(stones);
        ((backward | more_backward) & self.empty).is_empty()
    }
}

/// Visits every capture, each played on to all its ends.
pub(crate) fn for_each_capture_of<M: Mover, B>(
    view: &View,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (hunters, prey) in view.hunters.into_iter().zip(view.prey) {
        for hunter in hunters {
            for_each_end::<M, B>(Move::without_jumps(hunter), prey, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns how many captures there are.
pub(crate) fn count_captures_of<M: Mover>(view: &View) -> u64 {
    let numbers = view.hunters.into_iter().zip(view.prey);
    numbers.flat_map(|(hunters, prey)| hunters.iter().map(move |hunter| ends_of::<M>(hunter, prey))).sum()
}

/// Returns in how many ways the capture by a stone on this square can go on to its end.
fn ends_of<M: Mover>(at: Square, prey: Bitboard) -> u64 {
    let landings = landings(M::SIDE, at, prey);
    if landings.is_empty() { 1 } else { landings.iter().map(|to| ends_of::<M>(to, prey.without(to))).sum() }
}

fn for_each_end<M: Mover, B>(
    capture: Move,
    prey: Bitboard,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let landings = landings(M::SIDE, capture.to(), prey);
    if landings.is_empty() {
        return visit(capture);
    }
    landings.iter().try_for_each(|to| for_each_end::<M, B>(capture.jump(to), prey.without(to), visit))
}

/// A set of steps, by the squares that they lead to: bit *i* and bit *i* + 32 are steps to the square with index *i*.
///
/// They belong to the two sets that [`Bitboard::steps_north`] tells apart, so every step has a bit of its own, also where
/// several stones can step to one square.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    pub(crate) forward: u64,
    pub(crate) backward: u64,
}

impl Steps {
    pub(crate) const ALL: Self = Self { forward: u64::MAX, backward: u64::MAX };

    /// The steps of a side to empty squares.
    #[inline]
    pub(crate) fn of<M: Mover>(view: &View) -> Self {
        Self::raw::<M>(view.stones, view.stones) & view.empty
    }

    /// The steps that some stones could make forward and some backward if all squares were empty.
    #[inline]
    pub(crate) fn raw<M: Mover>(forward: Bitboard, backward: Bitboard) -> Self {
        Self { forward: pack(M::forward(forward)), backward: pack(M::backward(backward)) }
    }

    /// Returns how many steps there are.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.forward.count_ones() + self.backward.count_ones()
    }

    /// The squares that they lead to.
    #[inline]
    pub(crate) const fn squares(self) -> Bitboard {
        let [first, second] = unpack(self.forward | self.backward);
        Bitboard::from_bits(first.bits() | second.bits())
    }

    /// The same set by set; a square may be in several.
    #[inline]
    pub(crate) const fn sets(self) -> [Bitboard; 4] {
        let ([a, b], [c, d]) = (unpack(self.forward), unpack(self.backward));
        [a, b, c, d]
    }

    /// The steps that lead from where these lead to back to where they come from.
    #[inline]
    pub(crate) fn reversed<M: Mover>(self) -> Self {
        let ([a, b], [c, d]) = (unpack(self.forward), unpack(self.backward));
        Self {
            forward: pack([M::forward(c)[0], M::forward(d)[1]]),
            backward: pack([M::backward(a)[0], M::backward(b)[1]]),
        }
    }

    #[inline]
    pub(crate) fn for_each<M: Mover, B>(self, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        each_bit(self.forward).try_for_each(|bit| visit(M::step(bit)))?;
        each_bit(self.backward).try_for_each(|bit| visit(M::step(bit + 64)))
    }

    /// The `n`-th of the steps, in the order of [`for_each`](Self::for_each).
    #[inline]
    fn nth<M: Mover>(self, n: u64) -> Option<Move> {
        let n = u32::try_from(n).ok()?;
        let forward = self.forward.count_ones();
        let (word, n, first) = if n < forward { (self.forward, n, 0) } else { (self.backward, n - forward, 64) };
        nth_one(word, n).map(|bit| M::step(bit as usize + first))
    }
}

/// The steps that lead to these squares.
impl BitAnd<Bitboard> for Steps {
    type Output = Self;
    #[inline]
    fn bitand(self, squares: Bitboard) -> Self {
        let squares = pack([squares; 2]);
        Self { forward: self.forward & squares, backward: self.backward & squares }
    }
}

impl BitAnd for Steps {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { forward: self.forward & other.forward, backward: self.backward & other.backward }
    }
}

impl BitOr for Steps {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { forward: self.forward | other.forward, backward: self.backward | other.backward }
    }
}

impl Sub for Steps {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { forward: self.forward & !other.forward, backward: self.backward & !other.backward }
    }
}

#[inline]
const fn pack([first, second]: [Bitboard; 2]) -> u64 {
    first.bits() as u64 | (second.bits() as u64) << 32
}

#[inline]
const fn unpack(pair: u64) -> [Bitboard; 2] {
    [Bitboard::from_bits(pair as u32), Bitboard::from_bits((pair >> 32) as u32)]
}

/// The numbers of the bits that are set, rising.
#[inline]
fn each_bit(mut bits: u64) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        if bits == 0 {
            return None;
        }
        bits &= bits - 1;
        Some(bit)
    })
}

#[inline]
fn choose_move_of<M: Mover>(position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
    let view = View::of::<M>(position);
    if view.is_decided::<M>(position) {
        None
    } else if view.must_capture() {
        nth_capture_of::<M>(&view, pick(count_captures_of::<M>(&view)))
    } else if view.is_stuck::<M>(position) {
        None
    } else {
        let steps = Steps::of::<M>(&view);
        steps.nth::<M>(pick(u64::from(steps.len())))
    }
}

fn nth_capture_of<M: Mover>(view: &View, n: u64) -> Option<Move> {
    let mut left = n;
    let nth = for_each_capture_of::<M, Move>(view, &mut |mv| {
        if left == 0 {
            return ControlFlow::Break(mv);
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    nth.break_value()
}

/// The side to move, as a type: so the compiler writes the generator out for each.
pub(crate) trait Mover {
    const SIDE: Side;

    /// The other side.
    type Enemy: Mover<Enemy = Self>;

    /// Returns where steps towards the far rank lead.
    fn forward(stones: Bitboard) -> [Bitboard; 2];

    /// Returns where steps away from the far rank lead.
    fn backward(stones: Bitboard) -> [Bitboard; 2];

    /// The step with a number: its bit in [`Steps`], and 64 more if it is backward.
    fn step(number: usize) -> Move;
}

pub(crate) enum White {}

impl Mover for White {
    const SIDE: Side = Side::White;
    type Enemy = Black;

    #[inline]
    fn forward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_north()
    }

    #[inline]
    fn backward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_south()
    }

    #[inline]
    fn step(number: usize) -> Move {
        WHITE_STEPS[number & 127]
    }
}

pub(crate) enum Black {}

impl Mover for Black {
    const SIDE: Side = Side::Black;
    type Enemy = White;

    #[inline]
    fn forward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_south()
    }

    #[inline]
    fn backward(stones: Bitboard) -> [Bitboard; 2] {
        stones.steps_north()
    }

    #[inline]
    fn step(number: usize) -> Move {
        BLACK_STEPS[number & 127]
    }
}

static WHITE_STEPS: [Move; 128] = steps_by_number([NORTHWARD, SOUTHWARD]);
static BLACK_STEPS: [Move; 128] = steps_by_number([SOUTHWARD, NORTHWARD]);

/// By how much the index of a square grows with a step: with one of the first set of [`Bitboard::steps_north`], and with one
/// of the second to an even or to an odd rank, counted from 0.
const NORTHWARD: [i8; 3] = [4, 5, 3];
const SOUTHWARD: [i8; 3] = [-4, -3, -5];

/// The steps of a side by their number; given are its directions, forward and backward.
const fn steps_by_number(directions: [[i8; 3]; 2]) -> [Move; 128] {
    let mut steps = [Move::without_jumps(Square::A1); 128];
    let mut number = 0;
    while number < 128 {
        let to = Square::ALL[number % 32];
        let [straight, to_even, to_odd] = directions[number / 64];
        let added = match (number % 64 < 32, to.rank() % 2) {
            (true, _) => straight,
            (false, 0) => to_even,
            (false, _) => to_odd,
        };
        // If no step leads to the square, the origin has no meaning.
        let from = Square::ALL[(to.index() as i8 - added) as usize % 32];
        steps[number] = Move::step(from, to);
        number += 1;
    }
    steps
}
