//! What is seen at once in Ashtarashki.

use tavlei_ashtarashki::{Label, Position};
use tavlei_game::{Game, Sequential, Side};

use super::{Effort, Insight};

/// What a solver is told about Ashtarashki: games end (rule A-18), finished stones rule a total loss out, and a guess
/// how far off the end is. The fields weigh the guess, in units of about one position; no answer depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ashtarashki {
    /// For each of the moves that must all be dealt with.
    pub mobility: u32,
    /// For each 8 of the [weight](Position::weight), which is the number of plies that are left at most: proofs are sought where
    /// the end is near.
    pub weight: u32,
    /// For each stone that a side has to take for a total win.
    pub stone: u32,
    /// For each rank that a stone has to go to rule a total loss out.
    pub rank: u32,
}

impl Default for Ashtarashki {
    fn default() -> Self {
        Self { mobility: 1, weight: 3, stone: 32, rank: 16 }
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

    /// A finished stone stays to the end, so its side can't lose totally.
    #[inline]
    fn bounds(&self, position: &Position) -> (i32, i32) {
        let is_safe = |side| !position.board(side, Label::F).is_empty();
        (if is_safe(Side::White) { -1 } else { -2 }, if is_safe(Side::Black) { 1 } else { 2 })
    }

    fn effort(&self, position: &Position, goal: i32) -> Effort {
        let far_off = self.weight * position.weight() / 8;
        let (mut prove, mut refute) = (1 + far_off, 1 + far_off);
        let all_moves = self.mobility * u32::try_from(position.count_moves()).unwrap_or(u32::MAX);
        match position.side_to_move() {
            Side::White => refute += all_moves,
            Side::Black => prove += all_moves,
        }
        match goal {
            2 => {
                prove += self.stone * position.stones(Side::Black).len();
                refute += self.rank * ranks_to_go(position, Side::Black);
            }
            -1 => {
                prove += self.rank * ranks_to_go(position, Side::White);
                refute += self.stone * position.stones(Side::White).len();
            }
            _ => {}
        }
        Effort { prove, refute }
    }
}

/// How many ranks the side's stone that is nearest to its far rank has to go.
fn ranks_to_go(position: &Position, side: Side) -> u32 {
    let ranks = position.unfinished(side).iter().map(|square| match side {
        Side::White => 7 - square.rank(),
        Side::Black => square.rank(),
    });
    ranks.min().unwrap_or(0).into()
}
