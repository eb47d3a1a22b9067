//! Setting a position up by hand.

use tavlei_game::Side;
use tavlei_geometry::rect::{Bitboard, Square};

use crate::{Position, PositionError, Rules};

/// A position being set up by hand; made by [`Position::builder`].
///
/// ```
/// use tavlei_game::Side;
/// use tavlei_geometry::rect::Square;
/// use tavlei_proryv::{Position, Rules};
///
/// let [a4, b4, b5]: [Square; 3] = ["a4".parse()?, "b4".parse()?, "b5".parse()?];
/// let position = Position::builder(Side::White, &Rules::default())
///     .men(Side::White, [a4, b4])
///     .men(Side::Black, [b5])
///     .build()?;
/// assert_eq!(position.to_string(), "w a4,b4;b5");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionBuilder {
    position: Position,
}

impl Position {
    /// Returns an empty board to set men up on, with this side as the recorder of the turn (P-2).
    pub const fn builder(recorder: Side, rules: &Rules) -> PositionBuilder {
        PositionBuilder::new(recorder, rules)
    }
}

impl PositionBuilder {
    const fn new(recorder: Side, rules: &Rules) -> Self {
        let (white, black) = (Bitboard::EMPTY, Bitboard::EMPTY);
        Self { position: Position { white, black, rules: *rules, recorder, both_passed: false } }
    }

    /// Puts men of a side on squares.
    ///
    /// A man that stands on its own goal rank has broken through: the position is a finished one, with the outcome that
    /// P-6 gives it. In an unfinished position no man can stand there (P-10).
    pub fn men(mut self, side: Side, squares: impl IntoIterator<Item = Square>) -> Self {
        let men = match side {
            Side::White => &mut self.position.white,
            Side::Black => &mut self.position.black,
        };
        squares.into_iter().for_each(|square| men.insert(square));
        self
    }

    /// Returns the position, if it is one.
    ///
    /// # Errors
    ///
    /// [`PositionError::OffBoard`] or [`PositionError::BothSides`], for the first square that is off the board or holds
    /// men of both sides.
    pub fn build(self) -> Result<Position, PositionError> {
        let Position { white, black, rules, .. } = self.position;
        if let Some(square) = ((white | black) - rules.board().squares()).first() {
            return Err(PositionError::OffBoard { offset: None, square, board: rules.board() });
        }
        if let Some(square) = (white & black).first() {
            return Err(PositionError::BothSides { offset: None, square });
        }
        Ok(self.position)
    }
}
