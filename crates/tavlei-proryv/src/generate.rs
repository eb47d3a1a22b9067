//! The choices of a side: which are legal, how many there are (P-3, P-4, P-9, P-11).

use tavlei_game::{Game, Side};
use tavlei_geometry::rect::{Bitboard, Square};

use crate::{Choice, ChoiceError, Position};

impl Position {
    /// The squares that the man of a side on this square may step to (P-3); none if there is no such man.
    ///
    /// The rules of the game's end are not looked at: also in a finished position this tells where a man could go.
    #[inline]
    #[must_use]
    pub fn steps(&self, side: Side, from: Square) -> Bitboard {
        let own = self.men_of(side);
        if own.contains(from) { (from.neighbours() & self.board().squares()) - own } else { Bitboard::EMPTY }
    }

    /// Returns whether a side has this choice.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check_choice(&self, side: Side, choice: Choice) -> Result<(), ChoiceError> {
        if self.find_outcome().is_some() {
            return Err(ChoiceError::GameOver);
        }
        let Choice::Step { from, to } = choice else {
            return if self.may_pass(side) { Ok(()) } else { Err(ChoiceError::MustMove { side }) };
        };
        let (own, other) = (self.men_of(side), self.men_of(!side));
        let off_board = |square| !self.board().contains(square);
        if let Some(square) = [from, to].into_iter().find(|&square| off_board(square)) {
            return Err(ChoiceError::OffBoard { square });
        }
        if other.contains(from) {
            return Err(ChoiceError::EnemyMan { side, square: from });
        }
        if !own.contains(from) {
            return Err(ChoiceError::NoMan { side, square: from });
        }
        if !from.neighbours().contains(to) {
            return Err(ChoiceError::NotNextTo { from, to });
        }
        if own.contains(to) {
            return Err(ChoiceError::OwnMan { square: to });
        }
        Ok(())
    }

    /// Returns whether a pass is among a side's choices, as long as the game goes on: always (P-4), or only when it has
    /// no step (P-9, P-11).
    ///
    /// A side that has a man has a step: were every neighbour of every man of its own colour, its men would fill the
    /// board, its goal rank included, and the game would be over.
    #[inline]
    pub(crate) fn may_pass(&self, side: Side) -> bool {
        self.rules.passing() || self.men_of(side).is_empty()
    }

    /// Returns how many steps a side has.
    #[inline]
    pub(crate) fn count_steps(&self, side: Side) -> u32 {
        let own = self.men_of(side);
        let free = self.board().squares() - own;
        own.iter().map(|from| (from.neighbours() & free).len()).sum()
    }

    /// The `n`-th step of a side by the square left and the square entered, counted from 0.
    #[inline]
    pub(crate) fn nth_step(&self, side: Side, n: u32) -> Option<Choice> {
        let own = self.men_of(side);
        let free = self.board().squares() - own;
        let mut left = n;
        for from in own {
            let targets = from.neighbours() & free;
            match left.checked_sub(targets.len()) {
                Some(rest) => left = rest,
                None => return targets.iter().nth(left as usize).map(|to| Choice::Step { from, to }),
            }
        }
        None
    }

    /// The `n`-th choice that a side has, counted from 0, in the order in which they are visited.
    #[must_use]
    pub fn nth_choice(&self, side: Side, n: u64) -> Option<Choice> {
        if self.outcome().is_some() {
            return None;
        }
        let n = u32::try_from(n).ok()?;
        match n.checked_sub(u32::from(self.may_pass(side))) {
            None => Some(Choice::Pass),
            Some(n) => self.nth_step(side, n),
        }
    }
}
