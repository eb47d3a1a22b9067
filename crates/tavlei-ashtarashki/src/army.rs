//! One side’s stones, as a set of squares for each label.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are eight boards, one for each label"
)]

use tavlei_geometry::dark::{Bitboard, Square};

use crate::Label;

/// One side's stones: a set of squares for each label, in the lanes M1 M2 M3 F, V1 V2 V3 W.
///
/// So a retreat is four lanes on, and what is done to one lane can be done to all at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Army {
    pub(crate) boards: [Bitboard; 8],
}

/// The lane of a label.
pub(crate) const fn lane(label: Label) -> usize {
    match label {
        Label::M1 => 0,
        Label::M2 => 1,
        Label::M3 => 2,
        Label::F => FINISHED,
        Label::V1 => 4,
        Label::V2 => 5,
        Label::V3 => 6,
        Label::W => TWICE_RETREATED,
    }
}

const FINISHED: usize = 3;

const TWICE_RETREATED: usize = 7;

impl Army {
    pub(crate) const EMPTY: Self = Self { boards: [Bitboard::EMPTY; 8] };

    /// The stones with this label.
    #[inline]
    pub(crate) const fn of(&self, label: Label) -> Bitboard {
        self.boards[lane(label)]
    }

    /// All stones.
    #[inline]
    pub(crate) fn all(&self) -> Bitboard {
        self.boards.iter().fold(Bitboard::EMPTY, |all, &board| all | board)
    }

    /// The stones with full rights, by their number; the last element is of no use.
    #[inline]
    pub(crate) const fn full(&self) -> [Bitboard; 4] {
        let [ones, twos, threes, finished, ..] = self.boards;
        [ones, twos, threes, finished]
    }

    /// The unfinished stones that an enemy with full rights beats, by its number; the last element is empty.
    #[inline]
    pub(crate) fn prey(&self) -> [Bitboard; 4] {
        let [m1, m2, m3, _, v1, v2, v3, w] = self.boards;
        [m3 | v3 | w, m1 | v1 | w, m2 | v2 | w, Bitboard::EMPTY]
    }

    /// The unfinished stones by what they are captured as: by number, with all that have retreated twice in the last
    /// element. First as they are, which a step forward doesn't change; then as they are after a step backward, which
    /// those that have retreated twice don't survive.
    #[inline]
    pub(crate) fn by_vulnerability(&self) -> ([Bitboard; 4], [Bitboard; 4]) {
        let [m1, m2, m3, _, v1, v2, v3, w] = self.boards;
        ([m1 | v1, m2 | v2, m3 | v3, w], [m1, m2, m3, v1 | v2 | v3])
    }

    #[inline]
    pub(crate) const fn twice_retreated(&self) -> Bitboard {
        self.boards[TWICE_RETREATED]
    }

    #[inline]
    pub(crate) const fn finished(&self) -> Bitboard {
        self.boards[FINISHED]
    }

    /// The army without its stones on these squares.
    #[inline]
    pub(crate) fn without(&self, squares: Bitboard) -> Self {
        Self { boards: self.boards.map(|board| board - squares) }
    }

    /// The army when a stone has moved without changing its label.
    #[inline]
    pub(crate) fn after_carrying(&self, from: Square, to: Square) -> Self {
        Self { boards: self.boards.map(|board| board.without(from) | moved(board, from, to)) }
    }

    /// The army when a stone has moved to its far rank.
    #[inline]
    pub(crate) fn after_finish(&self, from: Square, to: Square) -> Self {
        let Self { mut boards } = self.without(from.into());
        boards[FINISHED].insert(to);
        Self { boards }
    }

    /// The army when a stone has moved and lost one of its rights; with the last, the stone is gone.
    #[inline]
    pub(crate) fn after_retreat(&self, from: Square, to: Square) -> Self {
        let moved = |board| moved(board, from, to);
        let [m1, m2, m3, _, v1, v2, v3, _] = self.boards;
        let [a, b, c, f, d, e, g, w] = self.without(from.into()).boards;
        Self { boards: [a, b, c, f, d | moved(m1), e | moved(m2), g | moved(m3), w | moved(v1 | v2 | v3)] }
    }

    pub(crate) const fn rotate(self) -> Self {
        let Self { mut boards } = self;
        let mut lane = 0;
        while lane < boards.len() {
            boards[lane] = boards[lane].rotate();
            lane += 1;
        }
        Self { boards }
    }
}

/// Returns where the stone on `from` is after its move, if it is one of these; nothing if it isn't.
#[inline]
fn moved(board: Bitboard, from: Square, to: Square) -> Bitboard {
    if board.contains(from) { to.into() } else { Bitboard::EMPTY }
}
