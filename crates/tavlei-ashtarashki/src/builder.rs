//! Setting a position up by hand.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "every label has a board; a number of a stone is not 0"
)]

use tavlei_game::Side;
use tavlei_geometry::dark::{Bitboard, Square};

use crate::army::{Army, lane};
use crate::{Label, Position, Rules, SetupError};

/// A position being set up by hand; made by [`Position::builder`].
///
/// ```
/// use tavlei_ashtarashki::{Label, Position, Rules};
/// use tavlei_game::Side;
/// use tavlei_geometry::dark::Square;
///
/// let position = Position::builder(Side::White, &Rules::default())
///     .stone(Side::White, Label::M3, Square::C3)
///     .stone(Side::Black, Label::V2, Square::D4)
///     .build()?;
/// assert_eq!(position.to_string(), "w M3c3;V2d4");
/// # Ok::<(), tavlei_ashtarashki::SetupError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionBuilder {
    position: Position,
    error: Option<SetupError>,
}

impl Position {
    /// Returns an empty board to set stones up on, with this side to move.
    pub const fn builder(side_to_move: Side, rules: &Rules) -> PositionBuilder {
        PositionBuilder::new(side_to_move, rules)
    }
}

impl PositionBuilder {
    const fn new(side: Side, rules: &Rules) -> Self {
        Self { position: Position { own: Army::EMPTY, enemy: Army::EMPTY, side, rules: *rules }, error: None }
    }

    /// Puts a stone on a square. On its far rank it is finished, whatever its label (A-6).
    ///
    /// A mistake is kept and reported by [`build`](Self::build); it is the first one that counts.
    pub fn stone(mut self, side: Side, label: Label, square: Square) -> Self {
        if self.error.is_none() {
            self.error = self.add(side, label, square).err();
        }
        self
    }

    /// Makes it this side's turn instead.
    pub fn turn(mut self, side: Side) -> Self {
        if side != self.position.side {
            let Position { own, enemy, rules, .. } = self.position;
            self.position = Position { own: enemy, enemy: own, side, rules };
        }
        self
    }

    /// The position, if it is one.
    ///
    /// It may be over, and one side may have no stones. How often a number is covered on `W` and `F` stones is nobody's
    /// concern: they may be of any number.
    ///
    /// # Errors
    ///
    /// The first mistake made; or, when the stones contradict each other on the whole, [`SetupError::NoStones`] or
    /// [`SetupError::BothFour`].
    pub fn build(self) -> Result<Position, SetupError> {
        let has_four = |side| self.position.army(side).finished() == Position::far_rank(side);
        match self.error {
            Some(error) => Err(error),
            None if self.position.empty() == Bitboard::ALL => Err(SetupError::NoStones),
            None if Side::BOTH.into_iter().all(has_four) => Err(SetupError::BothFour),
            None => Ok(self.position),
        }
    }

    /// Puts a stone on a square, or says why it can't stand there.
    pub(crate) fn add(&mut self, side: Side, label: Label, square: Square) -> Result<(), SetupError> {
        let is_home = Position::far_rank(side).contains(square);
        if !self.position.empty().contains(square) {
            return Err(SetupError::Occupied { square });
        }
        if label == Label::F && !is_home {
            return Err(SetupError::FinishedElsewhere { side, square });
        }
        let label = if is_home { Label::F } else { label };
        let is_own = side == self.position.side;
        let army = if is_own { &mut self.position.own } else { &mut self.position.enemy };
        if army.all().len() >= Position::MAX_STONES {
            return Err(SetupError::TooMany { side, square });
        }
        if let Some(number) = label.number() {
            let lane = usize::from(number - 1);
            if (army.boards[lane] | army.boards[lane + 4]).len() >= Position::MAX_OF_NUMBER {
                return Err(SetupError::TooManyOfNumber { side, number, square });
            }
        }
        army.boards[lane(label)].insert(square);
        Ok(())
    }
}
