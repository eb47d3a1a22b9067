//! Finds the captures of the other side after a move, without playing it.

use tavlei_game::{Game, Side};

use crate::bitboards::Bitboards;
use crate::man_moves::ManMoveList;
use crate::padded::PaddedBitboard;
use crate::replies::Threats;
use crate::{Move, Position};

impl Position {
    /// Returns whether the other side can move, but has nothing to capture, after a move that is legal here.
    ///
    /// Moves of at most one jump need not be played for that: a search that would look no further is saved the trouble.
    ///
    /// ```
    /// use tavlei_game::Notation;
    /// use tavlei_towers::{Position, Rules};
    ///
    /// let position = Position::read_position("w c3=0;e5=0", &Rules::default())?;
    /// assert!(position.is_quiet_after(&position.read_move("c3-b4")?));
    /// assert!(!position.is_quiet_after(&position.read_move("c3-d4")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_quiet_after(&self, mv: &Move) -> bool {
        let boards = self.boards();
        let after = match mv.jumped() {
            [] => boards.quiet(mv),
            &[over] => match self.tower_at(over) {
                // Which of the jumping side's towers are kings' makes no difference to the other side's moves.
                Some(jumped) => boards
                    .lifted(PaddedBitboard::of(mv.from()))
                    .taken(jumped, PaddedBitboard::of(over))
                    .landed(PaddedBitboard::of(mv.to()), false),
                None => return false,
            },
            _ => self.after(mv).boards(),
        };
        !after.can_capture()
            && match self.to_move() {
                Side::White => after.can_step::<false>(),
                Side::Black => after.can_step::<true>(),
            }
    }

    /// All legal moves, sorted by [`is_quiet_after`](Self::is_quiet_after), when they are steps of men: `None` when there
    /// is a capture, or a king on the board.
    ///
    /// They are sorted as sets of squares, in the time that it takes to play a move or two.
    ///
    /// ```
    /// use tavlei_towers::Position;
    ///
    /// let steps = Position::default().moves_by_risk().expect("men, and nothing to capture");
    /// assert_eq!((steps.safe.len(), steps.risky.len()), (7, 0));
    /// ```
    #[inline]
    #[must_use]
    pub fn moves_by_risk(&self) -> Option<MovesByRisk> {
        let boards = self.boards();
        match self.to_move() {
            Side::White => sorted::<true, false>(&boards),
            Side::Black => sorted::<false, true>(&boards),
        }
    }
}

/// The steps of a side's men, by what the other side could do next: see [`Position::moves_by_risk`].
#[derive(Clone, Debug)]
pub struct MovesByRisk {
    /// Those after which the other side can move, but not capture.
    pub safe: ManMoveList,
    /// The others.
    pub risky: ManMoveList,
}

/// Sorts the steps of the side whose men go north, or not; `REPLY` is the same for the other side.
#[inline]
fn sorted<const NORTH: bool, const REPLY: bool>(boards: &Bitboards) -> Option<MovesByRisk> {
    if !boards.kings.is_empty() || boards.own.jumps_over(boards.enemy, boards.empty()) {
        return None;
    }
    let steps = boards.steps::<NORTH>();
    // Of the other side's steps in one direction, a step of ours takes one at most.
    let ahead = if NORTH { boards.enemy.by::<-4>() } else { boards.enemy.by::<5>() };
    let replies = (ahead & boards.empty()).len();
    let safe = match Threats::of::<REPLY, false>(boards) {
        Some(threats) if !threats.can_capture && replies > 1 => {
            threats.replies_to_steps::<NORTH, false>(boards).harmless
        }
        _ => steps.retain(|mv| {
            let after = boards.quiet(mv);
            !after.can_capture() && after.can_step::<REPLY>()
        }),
    };
    Some(MovesByRisk { safe: safe.each(), risky: steps.minus(safe).each() })
}
