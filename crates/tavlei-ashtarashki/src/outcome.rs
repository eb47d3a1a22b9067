//! When the game is over, and who has won.

use core::fmt;
use core::str::FromStr;

use tavlei_game::{Outcome, ParseReasonError, Side, read_reason};

use crate::Position;
use crate::generate::{self, Status};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The loser has no stone left on the board: a total loss, worth 2 points.
    Full,
    /// The winner has four finished stones.
    Four,
    /// A side with fewer than four stones has finished them all, and the winner has more stones.
    More,
    /// A side with fewer than four stones has finished them all, and the other has as many: the winner is the one whose
    /// stones are all finished or, if both sides' are, the one that has just moved.
    FirstEqual,
    /// A side with fewer than four stones has finished them all; the other has more stones, but is to move, has an
    /// unfinished stone and is blocked, so it has lost.
    MoreBlocked,
    /// The loser is to move and has no legal move, or none but third retreats.
    Blocked,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 6] = [Self::Full, Self::Four, Self::More, Self::FirstEqual, Self::MoreBlocked, Self::Blocked];
}

/// Reads what `Display` writes.
impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Self, ParseReasonError> {
        read_reason(text, &Self::ALL)
    }
}

/// A short phrase.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Full => "no stone is left",
            Self::Four => "four stones have finished",
            Self::More => "all have finished and the winner has more stones",
            Self::FirstEqual => "first to finish all stones, with equal numbers",
            Self::MoreBlocked => "more stones, but blocked",
            Self::Blocked => "blocked",
        })
    }
}

/// The outcome of a finished game: the rules in the order in which they come.
pub(crate) fn outcome(position: &Position) -> Option<Outcome<Reason>> {
    let status = generate::status(position);
    debug_assert_eq!(matches!(status, Status::Decided), by_stones(position).is_some());
    match status {
        Status::Decided => by_stones(position),
        //
        Status::Blocked => Some(Outcome::win(!position.side(), 1, Reason::Blocked)),
        Status::Open => None,
    }
}

/// whatever moves there would be.
#[cold]
fn by_stones(position: &Position) -> Option<Outcome<Reason>> {
    let stones = |side| position.stones_of(side).len();
    let finished = |side| position.army(side).finished().len();
    let to_move = position.side();
    let just_moved = !to_move;

    //
    if let Some(loser) = Side::BOTH.into_iter().find(|&side| stones(side) == 0) {
        return Some(Outcome::win(!loser, 2, Reason::Full));
    }
    //
    if let Some(winner) = Side::BOTH.into_iter().find(|&side| finished(side) >= Position::FINISHED_TO_WIN) {
        return Some(Outcome::win(winner, 1, Reason::Four));
    }
    // A-15, by whosever move the last stone has finished or was taken
    let has_finished_all = |side| stones(side) < 4 && finished(side) == stones(side);
    if !Side::BOTH.into_iter().any(has_finished_all) {
        return None;
    }
    let (winner, reason) = if stones(to_move) > stones(just_moved) {
        if finished(to_move) < stones(to_move) && generate::is_blocked(position) {
            (just_moved, Reason::MoreBlocked)
        } else {
            (to_move, Reason::More)
        }
    } else if stones(just_moved) > stones(to_move) {
        (just_moved, Reason::More)
    } else if has_finished_all(just_moved) {
        (just_moved, Reason::FirstEqual)
    } else {
        (to_move, Reason::FirstEqual)
    };
    Some(Outcome::win(winner, 1, reason))
}
