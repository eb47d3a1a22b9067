//! Keeps count of moves.

use crate::{MoveNumber, WarningKind};

/// Keeps count of moves and checks the numbers that stand before them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Numbers {
    /// The move that comes next: twice its number, and one more for Black's.
    next: Option<u64>,
    /// The last number that was read.
    last: Option<u32>,
    /// Moves since then.
    since: u64,
}

impl Numbers {
    /// The number that a move coming next would have.
    pub(super) fn due(&self) -> Option<u32> {
        self.last.and(self.next).map(|next| (next / 2) as u32)
    }

    /// Returns whether this number announces White's move, and that is due.
    pub(super) fn announces_white(&self, number: MoveNumber) -> bool {
        let is_due = self.next.is_none_or(|next| next == 2 * u64::from(number.number));
        !number.black && is_due
    }

    /// Returns whether digits without dots are in their place: they are the number that is due, or the small one with
    /// which a record begins.
    pub(super) fn is_due(&self, number: u32) -> bool {
        const MAX_FIRST: u32 = 99;
        self.next.map_or(number <= MAX_FIRST, |next| next / 2 == u64::from(number))
    }

    /// Returns whether a number can stand where no move follows: it is due, or the first one.
    pub(super) fn may_stand_alone(&self, number: u32) -> bool {
        self.next.is_none_or(|next| next / 2 == u64::from(number))
    }

    /// Returns whether the game goes on with this number: it is due, or the one after that is.
    pub(super) fn goes_on_with(&self, number: u32) -> bool {
        self.due().is_some_and(|due| (due..=due.saturating_add(1)).contains(&number))
    }

    /// Returns whether the next move is Black's, as numbers tell.
    pub(super) fn is_black_due(&self) -> bool {
        self.last.and(self.next).is_some_and(|next| next % 2 == 1)
    }

    /// Returns whether a number 1 for White's move begins a new game: two moves with numbers have been played.
    pub(super) fn may_begin_anew(&self) -> bool {
        self.due().is_some_and(|due| due > 2)
    }

    /// Counts a move, and says what is wrong with the number before it.
    #[inline]
    pub(super) fn check(&mut self, number: Option<MoveNumber>) -> Option<WarningKind> {
        let Some(number) = number else {
            self.next = Some(self.next.unwrap_or(2) + 1);
            self.since += 1;
            return None;
        };
        let is_due = self.next == Some(2 * u64::from(number.number)) && !number.black && self.since <= 2;
        if is_due {
            self.next = self.next.map(|next| next + 1);
            self.last = Some(number.number);
            self.since = 1;
            return None;
        }
        self.check_number(number)
    }

    /// The same for a move with a number that may be wrong.
    fn check_number(&mut self, MoveNumber { number: found, black }: MoveNumber) -> Option<WarningKind> {
        // A record may begin in the middle of a game, with any number.
        let next = self.next.unwrap_or(2 * u64::from(found) + u64::from(black));
        let expected = (next / 2) as u32;
        let problem = if found == expected {
            (self.since > 2).then_some(WarningKind::NumberMissing(found))
        } else if self.last == Some(found) {
            Some(WarningKind::NumberRepeated(found))
        } else {
            Some(WarningKind::NumberWrong { found, expected })
        };
        // Whose move it is follows from the moves before, unless dots say so.
        let parity = if black { 1 } else { next % 2 };
        self.next = Some(2 * u64::from(found) + parity + 1);
        self.last = Some(found);
        self.since = 1;
        problem
    }
}
