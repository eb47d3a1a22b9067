//! What is seen at once in Ashtarashki.

use tavlei_ashtarashki::{Label, Position, ThirdRetreat};
use tavlei_game::{Game, Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use super::{Effort, Insight};
use crate::{Evaluation, evaluations};

/// What a solver is told about Ashtarashki: that games end (rule A-18), what rules a total loss out, which stones win as
/// they finish, and two guesses how much a proof takes.
///
/// The first guess is for studies, in which few moves win: it weighs the moves that must be dealt with. Where many moves win it
/// looks into all of them and finishes none. The second guess also weighs how far off the end is, by the shortest way of the
/// side to be helped and by what the other side can still do to put it off: so whatever gets on is pursued to its end.
///
/// The fields weigh the guesses, in units of about one position; no answer depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ashtarashki {
    /// For each of the moves that must all be dealt with.
    pub mobility: u32,
    /// For each stone that a side has to take for a total win.
    pub stone: u32,
    /// For each rank that a stone has to go to rule a total loss out.
    pub rank: u32,
    /// For each 10 centi-units that the side to be helped is behind in [`evaluations::Ashtarashki`].
    pub behind: u32,
    /// In the second guess, for each rank that the side to be helped has to go until it has finished four stones, or all.
    pub to_finish: u32,
    /// In the second guess, for each ply that the other side can still make at most, but for third retreats.
    pub to_hold: u32,
}

impl Default for Ashtarashki {
    fn default() -> Self {
        Self { mobility: 4, stone: 4, rank: 8, behind: 1, to_finish: 12, to_hold: 8 }
    }
}

impl Insight<Position> for Ashtarashki {
    /// A total loss counts 2, everything else 1; there are no draws.
    fn payoffs(&self) -> &[i32] {
        &[-2, -1, 1, 2]
    }

    /// Every ply lowers the weight.
    fn most_plies(&self, position: &Position) -> u32 {
        position.weight()
    }

    /// A side can't lose totally if it has a finished stone, which stays to the end; nor if the enemy has no stone
    /// with full rights, which alone can take and don't come back, and it need not take its own last stone off
    /// . A side that is to move and finishes a stone to win at once gets a point.
    #[inline]
    fn bounds(&self, position: &Position) -> (i32, i32) {
        let has = |side, labels: &[Label]| labels.iter().any(|&label| !position.board(side, label).is_empty());
        let need_not_retreat = position.rules().third_retreat == ThirdRetreat::Free;
        let is_safe =
            |side: Side| has(side, &[Label::F]) || need_not_retreat && !has(!side, &[Label::M1, Label::M2, Label::M3]);
        let least = if is_safe(Side::White) { -1 } else { -2 };
        let most = if is_safe(Side::Black) { 1 } else { 2 };
        match (position.side_to_move(), finishes_to_win(position)) {
            (_, false) => (least, most),
            (Side::White, true) => (1, most),
            (Side::Black, true) => (least, -1),
        }
    }

    fn guesses(&self) -> u8 {
        2
    }

    fn effort(&self, position: &Position, goal: i32, guess: u8) -> Effort {
        let (mut prove, mut refute) = (1, 1);
        let add = |effort: &mut u32, each: u32, times: u32| {
            *effort = effort.saturating_add(each.saturating_mul(times));
        };
        let is_white = position.side_to_move() == Side::White;
        let moves = u32::try_from(position.count_moves()).unwrap_or(u32::MAX);
        add(if is_white { &mut refute } else { &mut prove }, self.mobility, moves);

        let ahead = evaluations::Ashtarashki::default().evaluate(position);
        let is_white_ahead = (ahead > 0) == is_white;
        add(if is_white_ahead { &mut refute } else { &mut prove }, self.behind, ahead.unsigned_abs() / 10);

        if guess > 0 {
            add(&mut prove, self.to_finish, ranks_to_finish(position, Side::White));
            add(&mut prove, self.to_hold, plies_left(position, Side::Black));
            add(&mut refute, self.to_finish, ranks_to_finish(position, Side::Black));
            add(&mut refute, self.to_hold, plies_left(position, Side::White));
        }
        match goal {
            2 => {
                add(&mut prove, self.stone, position.stones(Side::Black).len());
                add(&mut refute, self.rank, ranks_to_go(position, Side::Black));
            }
            -1 => {
                add(&mut prove, self.rank, ranks_to_go(position, Side::White));
                add(&mut refute, self.stone, position.stones(Side::White).len());
            }
            _ => {}
        }
        Effort { prove, refute }
    }
}

/// Whether the side to move can finish a stone and has won with that: it is its fourth, or its last and the enemy has no
/// more stones. Captures come first.
#[expect(clippy::arithmetic_side_effects, reason = "a side has at most twelve stones")]
fn finishes_to_win(position: &Position) -> bool {
    let side = position.side_to_move();
    let unfinished = position.unfinished(side);
    let finished = position.board(side, Label::F).len();
    let is_last = unfinished.len() == 1 && finished + 1 >= position.stones(!side).len();
    if finished + 1 < Position::FINISHED_TO_WIN && !is_last {
        return false;
    }
    let [left, right] = match side {
        Side::White => unfinished.steps_north(),
        Side::Black => unfinished.steps_south(),
    };
    !((left | right) & position.empty() & Position::far_rank(side)).is_empty() && !must_capture(position)
}

/// Whether a stone of the side to move can capture.
fn must_capture(position: &Position) -> bool {
    let side = position.side_to_move();
    let hunted = |hunter, prey: [Label; 3]| {
        let prey = prey.into_iter().fold(Bitboard::EMPTY, |all, label| all | position.board(!side, label));
        !(position.board(side, hunter).neighbours() & prey).is_empty()
    };
    hunted(Label::M3, [Label::M2, Label::V2, Label::W])
        || hunted(Label::M2, [Label::M1, Label::V1, Label::W])
        || hunted(Label::M1, [Label::M3, Label::V3, Label::W])
}

/// How many ranks a side's stones have to go until four have finished, or all of fewer: those that are nearest.
#[expect(clippy::arithmetic_side_effects, reason = "twelve stones have few ranks to go")]
fn ranks_to_finish(position: &Position, side: Side) -> u32 {
    let missing = Position::FINISHED_TO_WIN.min(position.stones(side).len()) - position.board(side, Label::F).len();
    let unfinished = position.unfinished(side);
    let (mut left, mut ranks) = (missing, 0);
    for distance in 1..8 {
        let stones = (unfinished & rank_before_home(distance, side)).len().min(left);
        left -= stones;
        ranks += stones * u32::from(distance);
    }
    ranks
}

/// How many plies a side can still make at most without a third retreat: what its stones weigh but for that.
#[expect(clippy::arithmetic_side_effects, reason = "twelve stones have few plies left")]
fn plies_left(position: &Position, side: Side) -> u32 {
    let many = |labels: [Label; 3]| labels.into_iter().map(|label| position.board(side, label).len()).sum::<u32>();
    let (full, once) = (many([Label::M1, Label::M2, Label::M3]), many([Label::V1, Label::V2, Label::V3]));
    let forward = position.unfinished(side).iter().map(|square| ranks_from_home(square, side)).sum::<u32>();
    forward + 4 * full + 2 * once
}

/// The rank from which there are so many to go to a side's far rank.
#[expect(clippy::arithmetic_side_effects, reason = "ranks are below 8")]
const fn rank_before_home(distance: u8, side: Side) -> Bitboard {
    match side {
        Side::White => Bitboard::rank(7 - distance),
        Side::Black => Bitboard::rank(distance),
    }
}

/// How many ranks the side's stone that is nearest to its far rank has to go.
fn ranks_to_go(position: &Position, side: Side) -> u32 {
    position.unfinished(side).iter().map(|square| ranks_from_home(square, side)).min().unwrap_or(0)
}

/// How many ranks there are between a square and a side's far rank.
#[expect(clippy::arithmetic_side_effects, reason = "ranks are below 8")]
fn ranks_from_home(square: Square, side: Side) -> u32 {
    match side {
        Side::White => 7 - u32::from(square.rank()),
        Side::Black => square.rank().into(),
    }
}
