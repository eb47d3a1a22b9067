//! The board seen by the other side.

use tavlei_game::Symmetric;

use crate::{Move, Position};

/// The one symmetry of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// The board turned by 180°, with the sides and the turn exchanged. (A mirror image would put stones on light squares.)
    Turn,
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Turn]
    }

    fn swaps_sides(symmetry: Symmetry) -> bool {
        match symmetry {
            Symmetry::Turn => true,
        }
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        match symmetry {
            Symmetry::Turn => self.turned(),
        }
    }

    fn transform_move(&self, symmetry: Symmetry, mv: &Move) -> Move {
        match symmetry {
            Symmetry::Turn => mv.rotate(),
        }
    }
}
