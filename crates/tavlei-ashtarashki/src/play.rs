//! Playing a move.

use tavlei_game::Side;

use crate::army::Army;
use crate::{Move, Position};

impl Position {
    /// Returns whether a step goes towards the far rank of the side.
    pub(crate) const fn is_forward(side: Side, step: &Move) -> bool {
        let is_north = step.to().index() > step.from().index();
        matches!((side, is_north), (Side::White, true) | (Side::Black, false))
    }

    /// the army of the side to move after a step.
    #[inline]
    fn after_step(&self, mv: &Move) -> Army {
        let own = &self.own;
        if Self::far_rank(self.side).contains(mv.to()) {
            own.after_finish(mv.from(), mv.to())
        } else if Self::is_forward(self.side, mv) {
            own.after_carrying(mv.from(), mv.to())
        } else {
            own.after_retreat(mv.from(), mv.to())
        }
    }

    /// the board after a capture, or after as much of it as there is; it is still the same side's turn.
    pub(crate) fn during_capture(&self, mv: &Move) -> Self {
        let own = if mv.is_capture() && Self::far_rank(self.side).contains(mv.to()) {
            self.own.after_finish(mv.from(), mv.to())
        } else {
            self.own.after_carrying(mv.from(), mv.to())
        };
        Self { own, enemy: self.enemy.without(mv.captured()), ..*self }
    }

    /// the board after a step; it is still the same side's turn.
    pub(crate) fn during_step(&self, mv: &Move) -> Self {
        Self { own: self.after_step(mv), ..*self }
    }

    /// The position after a legal move, with the turn handed over.
    #[inline]
    pub(crate) fn played(&self, mv: &Move) -> Self {
        if mv.is_capture() {
            let Self { own, enemy, .. } = self.during_capture(mv);
            Self { own: enemy, enemy: own, side: !self.side, rules: self.rules }
        } else {
            Self { own: self.enemy, enemy: self.after_step(mv), side: !self.side, rules: self.rules }
        }
    }
}
