//! The board seen by the other side.

use tavlei_game::Symmetric;

use crate::{Move, Position};

/// The symmetry of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symmetry {
    /// The board is turned by 180°, and all pieces change colour.
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
            Symmetry::Turn => {
                let mut image = Self::empty(self.to_move().opponent(), &self.options());
                for (square, tower) in self.towers() {
                    image.put(square.rotate(), Some(tower.swapped()));
                }
                image
            }
        }
    }

    fn transform_move(&self, symmetry: Symmetry, mv: &Move) -> Move {
        match symmetry {
            Symmetry::Turn => mv.rotate(),
        }
    }
}
