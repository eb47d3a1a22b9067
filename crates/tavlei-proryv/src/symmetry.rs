//! The symmetries of the board.

use tavlei_game::Symmetric;
use tavlei_geometry::rect::Square;

use crate::{Choice, Position, Turn};

/// A symmetry of the board. The rules, the start layout included, stay what they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Left and right are exchanged.
    Mirror,
    /// Top and bottom are exchanged, and with them the colours and the recorder.
    Flip,
    /// Both: the board is turned by half a turn, and the colours are exchanged.
    Turn,
}

impl Symmetry {
    const fn mirrors(self) -> bool {
        matches!(self, Self::Mirror | Self::Turn)
    }

    const fn flips(self) -> bool {
        matches!(self, Self::Flip | Self::Turn)
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Mirror, Symmetry::Flip, Symmetry::Turn]
    }

    fn swaps_sides(symmetry: Symmetry) -> bool {
        symmetry.flips()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut image = *self;
        let board = self.board();
        if symmetry.mirrors() {
            image.white = board.mirror_set(image.white);
            image.black = board.mirror_set(image.black);
        }
        if symmetry.flips() {
            (image.white, image.black) = (board.flip_set(image.black), board.flip_set(image.white));
            image.recorder = !image.recorder;
        }
        image
    }

    fn transform_move(&self, symmetry: Symmetry, turn: &Turn) -> Turn {
        let board = self.board();
        let square = |square: Square| {
            let square = if symmetry.mirrors() { board.mirror(square) } else { square };
            if symmetry.flips() { board.flip(square) } else { square }
        };
        let choice = |choice: Choice| match choice {
            Choice::Pass => Choice::Pass,
            Choice::Step { from, to } => Choice::Step { from: square(from), to: square(to) },
        };
        let (white, black) = (choice(turn.white), choice(turn.black));
        if symmetry.flips() { Turn { white: black, black: white } } else { Turn { white, black } }
    }
}
