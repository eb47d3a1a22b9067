//! Proofs without search in Ashtarashki.

use tavlei_ashtarashki::{Label, Position, ThirdRetreat};
use tavlei_game::{Game, Sequential, Side};
use tavlei_geometry::dark::Bitboard;

use crate::{Effort, SolverHints};
use tavlei_search::evaluations::{self, StoneCounts};

/// The hints for AshtarashkiHints: that games end (rule A-18), what rules a total loss out, which stones win as
/// they finish, and two guesses how much a proof takes.
///
/// The first guess is for studies, in which few moves win: it weighs the moves that must be dealt with. Where many
/// moves win it looks into all of them and finishes none. The second guess also weighs how far off the end is, by the
/// shortest way of the side to be helped and by what the other side can still do to put it off: so whatever gets on is
/// pursued to its end.
///
/// A total win is a question of its own. There both guesses weigh how far the loser's first stone has to go to avoid it, and
/// neither how far off other ends are; and it is only the second that minds who is ahead.
///
/// The fields weigh the guesses, in units of about one position; no answer depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AshtarashkiHints {
    /// For each of the moves that must all be dealt with.
    pub mobility: u32,
    /// In the second guess, for each stone that a side has to take for a total win.
    pub stone: u32,
    /// For each rank that a stone has to go to rule a total loss out.
    pub rank: u32,
    /// For each 10 centi-units that the side to be helped is behind, by its stones, their rights, how far they have
    /// come and whom they could capture; in the first guess unless for a total win.
    pub behind: u32,
    /// In the second guess unless for a total win, for each rank that the side to be helped has to go until it has
    /// finished four stones, or all.
    pub to_finish: u32,
    /// In the second guess unless for a total win, for each ply that the other side can still make at most, but for third
    /// retreats.
    pub to_hold: u32,
}

impl Default for AshtarashkiHints {
    fn default() -> Self {
        Self { mobility: 4, stone: 4, rank: 8, behind: 1, to_finish: 12, to_hold: 8 }
    }
}

/// By what it is told which side is ahead. Bots play better by other weights; the weights of the guesses were chosen
/// with these.
const AHEAD: evaluations::Ashtarashki = evaluations::Ashtarashki {
    rights: [100, 70, 45],
    finished: [80, 180, 340],
    advance: 3,
    prey: 8,
    safe: 0,
    center: 0,
    tempo: 5,
};

impl SolverHints<Position> for AshtarashkiHints {
    /// A total loss counts 2, everything else 1; there are no draws.
    fn payoffs(&self) -> &[i32] {
        &[-2, -1, 1, 2]
    }

    /// Every ply lowers the weight.
    fn max_plies(&self, position: &Position) -> u32 {
        position.weight()
    }

    /// A side can't lose totally if it has a finished stone, which stays to the end, or one that nobody
    /// can keep from finishing; nor if the enemy has no stone with full rights, which alone can take and don't
    /// come back, and it need not take its own last stone off. A side that is to move and finishes a stone
    /// to win at once gets a point.
    fn bounds(&self, position: &Position) -> (i32, i32) {
        let least = if is_safe(position, Side::White) { -1 } else { -2 };
        let most = if is_safe(position, Side::Black) { 1 } else { 2 };
        match (position.side_to_move(), finishes_to_win(position)) {
            (_, false) => (least, most),
            (Side::White, true) => (1, most),
            (Side::Black, true) => (least, -1),
        }
    }

    /// Proves what the bounds prove, and computes only the bound that is needed.
    #[inline]
    fn static_proof(&self, position: &Position, goal: i32) -> Option<bool> {
        let side = position.side_to_move();
        match goal {
            ..=-2 => Some(true),
            -1 => is_safe(position, Side::White).then_some(true),
            0 | 1 => finishes_to_win(position).then_some(side == Side::White),
            2 => is_safe(position, Side::Black).then_some(false),
            3.. => Some(false),
        }
    }

    fn heuristics(&self) -> u8 {
        2
    }

    fn effort(&self, position: &Position, goal: i32, heuristic: u8) -> Effort {
        let side = position.side_to_move();
        let [mover, other] = [side, !side].map(|side| StoneCounts::of(position, side));
        let is_total = matches!(goal, 2 | -1);
        // To help the side to move, and to help the other.
        let [mut own, mut enemy] = [1u64; 2];
        enemy += u64::from(self.mobility) * position.count_moves();
        if heuristic > 0 || !is_total {
            let ahead = AHEAD.compare(&mover, &other);
            let behind = if ahead > 0 { &mut enemy } else { &mut own };
            *behind += u64::from(self.behind) * u64::from(ahead.unsigned_abs() / 10);
        }
        if heuristic > 0 && !is_total {
            let [to_finish, to_hold] = [self.to_finish, self.to_hold].map(u64::from);
            own += to_finish * ranks_to_finish(position, side, &mover) + to_hold * plies_left(&other);
            enemy += to_finish * ranks_to_finish(position, !side, &other) + to_hold * plies_left(&mover);
        }

        let is_white = side == Side::White;
        let [mut prove, mut refute] = if is_white { [own, enemy] } else { [enemy, own] };
        let [white, black] = if is_white { [mover, other] } else { [other, mover] };
        let stone = if heuristic > 0 { u64::from(self.stone) } else { 0 };
        let stones = |army: &StoneCounts| stone * u64::from(army.stones().unsigned_abs());
        let ranks = |side| u64::from(self.rank) * ranks_to_go(position.unfinished_of(side), side, 1);
        match goal {
            2 => {
                prove += stones(&black);
                refute += ranks(Side::Black);
            }
            -1 => {
                prove += ranks(Side::White);
                refute += stones(&white);
            }
            _ => {}
        }
        let [prove, refute] = [prove, refute].map(|effort| u32::try_from(effort).unwrap_or(u32::MAX));
        Effort { prove, refute }
    }
}

/// Returns whether a side can't lose totally any more, as far as that is seen at once: see [`Ashtarashki::bounds`].
fn is_safe(position: &Position, side: Side) -> bool {
    let has = |side, labels: &[Label]| labels.iter().any(|&label| !position.board(side, label).is_empty());
    let need_not_retreat = position.rules().third_retreat == ThirdRetreat::Free;
    has(side, &[Label::F])
        || need_not_retreat && !has(!side, &[Label::M1, Label::M2, Label::M3])
        || side == position.side_to_move() && can_finish(position)
        || runs_home(position, side)
}

/// Returns whether the side to move can finish a stone and has won with that: it is its fourth, or its last and
/// the enemy has no more stones.
fn finishes_to_win(position: &Position) -> bool {
    let side = position.side_to_move();
    let (unfinished, finished) = (position.unfinished_of(side), position.board(side, Label::F));
    // A far rank has four squares.
    let is_fourth = has_at_most_one(Position::far_rank(side) - finished);
    let is_last = || has_at_most_one(unfinished) && finished.len() + 1 >= position.stones_of(!side).len();
    (is_fourth || is_last()) && can_finish(position)
}

/// Returns whether the side to move can finish a stone. Captures come first.
#[inline]
fn can_finish(position: &Position) -> bool {
    let side = position.side_to_move();
    let steps = steps_forward(position.unfinished_of(side), side);
    (steps & position.empty()).intersects(Position::far_rank(side)) && !must_capture(position)
}

/// Returns whether a side finishes a stone whatever the enemy does, if it does nothing else.
///
/// The stone is one that no enemy with full rights beats. It goes over squares that are empty and that no enemy, by any
/// steps and captures, can have come to by then; and no enemy can have come next to a stone with full rights, its own
/// included, that would have to capture it. Before that the game may be over, but the side still has that stone.
fn runs_home(position: &Position, side: Side) -> bool {
    const NUMBERS: [(Label, Label, Label); 3] =
        [(Label::M1, Label::V1, Label::M2), (Label::M2, Label::V2, Label::M3), (Label::M3, Label::V3, Label::M1)];
    let own = |label| position.board(side, label);
    let (mut runners, mut armed_runners, mut armed) = (own(Label::W), Bitboard::EMPTY, Bitboard::EMPTY);
    let mut hunters = Bitboard::EMPTY;
    for (full, once, hunter) in NUMBERS {
        armed |= own(full);
        let of_number = position.board(!side, hunter);
        hunters |= of_number;
        if of_number.is_empty() {
            armed_runners |= own(full);
            runners |= own(once);
        }
    }
    if !hunters.is_empty() {
        runners -= own(Label::W);
    }

    let (prey, empty, home) = (position.unfinished_of(side), position.empty(), Position::far_rank(side));
    let mut enemies = position.unfinished_of(!side);
    let after_ply = |mut enemies: Bitboard| {
        // A capture may go on from stone to stone.
        while !hunters.is_empty() && !(enemies.neighbours() & prey).is_subset(enemies) {
            enemies |= enemies.neighbours() & prey;
        }
        enemies | enemies.neighbours()
    };
    if position.side_to_move() != side {
        enemies = after_ply(enemies);
    }
    for _ in 0..MAX_RUN {
        let reach = enemies.neighbours();
        armed_runners -= reach;
        if (runners | armed_runners).is_empty() || armed.intersects(reach) {
            return false;
        }
        let [free, armed_free] = [runners, armed_runners].map(|stones| steps_forward(stones, side) & (empty - enemies));
        if (free | armed_free).intersects(home) {
            return true;
        }
        (runners, armed_runners) = (free, armed_free);
        enemies = after_ply(enemies);
    }
    false
}

/// For how many steps it is worth while to look whether a stone runs home: after as many plies enemies may be anywhere.
const MAX_RUN: u32 = 5;

/// Returns whether a stone of the side to move can capture.
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

/// The squares one step nearer to the far rank.
#[inline]
fn steps_forward(stones: Bitboard, side: Side) -> Bitboard {
    let [left, right] = match side {
        Side::White => stones.steps_north(),
        Side::Black => stones.steps_south(),
    };
    left | right
}

#[inline]
const fn has_at_most_one(squares: Bitboard) -> bool {
    squares.bits() & squares.bits().wrapping_sub(1) == 0
}

/// Returns how many ranks a side's stones have to go until four have finished, or all of fewer: those
/// that are nearest.
#[inline]
fn ranks_to_finish(position: &Position, side: Side, army: &StoneCounts) -> u64 {
    const TO_WIN: i32 = Position::FINISHED_TO_WIN.cast_signed();
    let missing = TO_WIN.min(army.stones()) - army.finished;
    ranks_to_go(position.unfinished_of(side), side, missing.unsigned_abs() as usize)
}

/// Returns how many plies a side can still make at most without a third retreat: what its stones weigh but for that.
#[inline]
fn plies_left(army: &StoneCounts) -> u64 {
    let [full, once] = [army.full, army.once].map(|many| many.iter().sum::<i32>());
    let forward = 7 * army.unfinished() - army.ranks;
    u64::from((forward + 4 * full + 2 * once).unsigned_abs())
}

/// Returns the sum of the ranks to go of the `many` stones that are nearest to the side's far rank.
#[inline]
fn ranks_to_go(stones: Bitboard, side: Side, many: usize) -> u64 {
    match side {
        Side::White => stones.iter().rev().take(many).map(|square| 7 - u64::from(square.rank())).sum(),
        Side::Black => stones.iter().take(many).map(|square| u64::from(square.rank())).sum(),
    }
}
