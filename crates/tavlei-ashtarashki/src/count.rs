//! Counting moves and sequences of moves without listing the last two plies.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "counts what has been visited, and takes away no more than has been counted; there are four boards"
)]

use core::ops::ControlFlow;

use tavlei_game::{Game, Side};
use tavlei_geometry::dark::Bitboard;

use crate::Position;
use crate::generate::{Black, Mover, Steps, View, White, count_captures_of, for_each_capture_of, for_each_move_of};

/// Returns how many legal moves there are.
pub(crate) fn moves(position: &Position) -> u64 {
    match position.side() {
        Side::White => moves_of::<White>(position),
        Side::Black => moves_of::<Black>(position),
    }
}

/// Returns how many sequences of the given number of plies there are.
pub(crate) fn sequences(position: &Position, plies: u32) -> u128 {
    match (plies, position.side()) {
        (0, _) => 1,
        (_, Side::White) => sequences_of::<White>(position, plies),
        (_, Side::Black) => sequences_of::<Black>(position, plies),
    }
}

fn sequences_of<M: Mover>(position: &Position, plies: u32) -> u128 {
    match plies {
        1 => u128::from(moves_of::<M>(position)),
        2 => u128::from(two_plies_of::<M>(position)),
        _ => {
            let mut count = 0;
            let _: ControlFlow<()> = for_each_move_of::<M, ()>(position, &mut |mv| {
                count += sequences_of::<M::Enemy>(&position.after(&mv), plies - 1);
                ControlFlow::Continue(())
            });
            count
        }
    }
}

fn moves_of<M: Mover>(position: &Position) -> u64 {
    let view = View::of::<M>(position);
    if view.is_decided::<M>(position) {
        0
    } else if view.must_capture() {
        count_captures_of::<M>(&view)
    } else if view.is_stuck::<M>(position) {
        0
    } else {
        u64::from(Steps::of::<M>(&view).len())
    }
}

/// Counts the moves and the replies to each.
///
/// A step that doesn't bring the stone within reach of an enemy leaves the enemy the steps that it has already, but for
/// those that lead to where the stone is now, and gives it those that lead to where the stone was. So such steps need not
/// be played: see [`Replies`].
fn two_plies_of<M: Mover>(position: &Position) -> u64 {
    let mut count = 0;
    let mut play_and_count = |mv| -> ControlFlow<()> {
        count += moves_of::<M::Enemy>(&position.after(&mv));
        ControlFlow::Continue(())
    };
    let view = View::of::<M>(position);
    if view.is_decided::<M>(position) {
        return 0;
    }
    if view.must_capture() {
        let _ = for_each_capture_of::<M, ()>(&view, &mut play_and_count);
        return count;
    }
    if view.is_stuck::<M>(position) {
        return 0;
    }
    let steps = Steps::of::<M>(&view);
    let Some(replies) = Replies::of::<M::Enemy>(position, &view) else {
        let _ = steps.for_each::<M, ()>(&mut play_and_count);
        return count;
    };
    let risky = steps & replies.risky_steps::<M>(position);
    let _ = risky.for_each::<M, ()>(&mut play_and_count);
    count + replies.after_each::<M>(position, &(steps - risky))
}

/// The enemy's replies that are known before the move: steps, and no captures.
struct Replies {
    /// Where the enemy's stones could step if all squares were empty.
    reach: Steps,
    /// How many steps they have now.
    now: u32,
    /// The squares on which a stone with this number can be captured; the last are those for one that has retreated twice.
    dangerous: [Bitboard; 4],
}

impl Replies {
    /// Collects the enemy's replies; `None` if it can capture already, or if a step can be decisive: when the side has
    /// a single stone to move, or when the enemy has but one square to step to, which the step may take away.
    #[inline]
    fn of<E: Mover>(position: &Position, view: &View) -> Option<Self> {
        let (army, prey) = (position.enemy(), position.own().prey());
        let near @ [by_ones, by_twos, by_threes, _] = army.full().map(Bitboard::neighbours);
        let can_capture = (0..3).any(|number| near[number].intersects(prey[number]));
        let reach = Steps::raw::<E>(view.enemies, view.enemies);
        let unforced = Steps::raw::<E>(view.enemies, view.enemies - army.twice_retreated()) & view.empty;
        if can_capture || has_at_most_one(view.stones) || has_at_most_one(unforced.squares()) {
            return None;
        }
        Some(Self {
            now: (reach & view.empty).len(),
            reach,
            dangerous: [by_twos, by_threes, by_ones, by_ones | by_twos | by_threes],
        })
    }

    /// The steps after which the enemy can capture, and those that finish and so may end the game.
    #[inline]
    fn risky_steps<M: Mover>(&self, position: &Position) -> Steps {
        let (steady, retreating) = position.own().by_vulnerability();
        let home = Position::far_rank(M::SIDE);
        let finishing = Steps { backward: 0, ..Steps::ALL } & home;
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| Steps::raw::<M>(steady[n], retreating[n]) & self.dangerous[n]);
        finishing | a | b | c | d
    }

    /// Returns how many replies there are to all these steps together, none of which is risky.
    ///
    /// A step takes away the replies that lead to its target, unless the stone is taken off, and adds those that lead to its
    /// origin.
    #[inline]
    fn after_each<M: Mover>(&self, position: &Position, steps: &Steps) -> u64 {
        let third_retreats = Steps::raw::<M>(Bitboard::EMPTY, position.own().twice_retreated());
        let added = self.leading_to(steps.reversed::<M>());
        let taken_away = self.leading_to(*steps - third_retreats);
        u64::from(steps.len()) * u64::from(self.now) + u64::from(added) - u64::from(taken_away)
    }

    /// Returns how many of the enemy's steps lead to the squares; those in several sets count several times.
    #[inline]
    fn leading_to(&self, squares: Steps) -> u32 {
        self.reach.sets().map(|reach| (squares & reach).len()).into_iter().sum()
    }
}

#[inline]
const fn has_at_most_one(squares: Bitboard) -> bool {
    squares.bits() & squares.bits().wrapping_sub(1) == 0
}
