//! Setting a position up by hand.

use tavlei_game::Side;
use tavlei_geometry::dark::Square;

use crate::{PlaceInText, Position, PositionError, Rules, Tower};

/// A position being set up by hand; made by [`Position::builder`].
///
/// It may hold fewer than twelve pieces of a colour, and a side may have no tower at all: studies do.
///
/// ```
/// use tavlei_game::Side;
/// use tavlei_geometry::dark::Square;
/// use tavlei_towers::{Piece, Position, Rules, Tower};
///
/// let king = Tower::new(Piece::king(Side::White));
/// let pair = Tower::from_pieces([Piece::man(Side::Black); 2])?;
/// let position =
///     Position::builder(Side::White, &Rules::default()).tower(Square::A1, king).tower(Square::B2, pair).build()?;
/// assert_eq!(position.to_string(), "w a1=1;b2=00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionBuilder {
    position: Position,
    error: Option<PositionError>,
}

impl Position {
    /// Returns an empty board to set towers up on, with this side to move.
    pub const fn builder(side_to_move: Side, rules: &Rules) -> PositionBuilder {
        PositionBuilder::new(side_to_move, rules)
    }
}

impl PositionBuilder {
    const fn new(side_to_move: Side, rules: &Rules) -> Self {
        Self { position: Position::empty(side_to_move, rules), error: None }
    }

    /// Puts a tower on a square. It belongs to the side of its commander.
    ///
    /// A mistake is kept and reported by [`build`](Self::build); the first one counts.
    pub fn tower(mut self, square: Square, tower: Tower) -> Self {
        if self.error.is_none() {
            self.error = self.position.place(tower, PlaceInText { square, offset: None }).err();
        }
        self
    }

    /// Puts several towers on their squares, in any order.
    pub fn towers(self, towers: impl IntoIterator<Item = (Square, Tower)>) -> Self {
        towers.into_iter().fold(self, |builder, (square, tower)| builder.tower(square, tower))
    }

    /// Returns the position, if it is one.
    ///
    /// # Errors
    ///
    /// A square is given twice; a man commands a tower on its own far rank; there are more than twelve pieces of a
    /// colour, prisoners included.
    pub fn build(self) -> Result<Position, PositionError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.position),
        }
    }
}
