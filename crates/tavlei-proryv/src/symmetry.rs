//! The symmetries of the board, and the hash key.

use tavlei_game::{Keyed, Side, Symmetric};
use tavlei_geometry::rect::{Bitboard, Square};

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

/// The key is reckoned from the men, the recorder and the two passes, never kept: that is a few multiplications. The
/// rules are not part of it.
impl Keyed for Position {
    fn key(&self) -> u64 {
        let flags = u64::from(self.recorder == Side::Black) | u64::from(self.both_passed) << 1;
        [self.white, self.black, Bitboard::from_bits(flags)].into_iter().fold(0, |key, part| mix(key, part.bits()))
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// The finalizer of SplitMix64 over the key so far and the next part; for a given key it is one to one in the part.
const fn mix(key: u64, part: u64) -> u64 {
    let bits = (key ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first three numbers of SplitMix64 from seed 0, whose state is a multiple of the number that is added.
    #[test]
    fn mix_is_the_finalizer_of_splitmix64() {
        let step = 0x9e37_79b9_7f4a_7c15u64;
        assert_eq!(mix(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(step, 0), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(mix(0, step.wrapping_mul(2)), 0x06c4_5d18_8009_454f);
        // The key so far and the next part have the same say.
        assert_eq!(mix(step, step), mix(0, 0));
    }
}
