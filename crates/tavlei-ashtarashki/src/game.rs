//! Implements the traits of `tavlei-game` for [`Position`].

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a product of 64 bits each fits 128; a chunk of two has two elements"
)]

use core::ops::ControlFlow;

use tavlei_game::{Game, Keyed, Outcome, Sequential, Side, ToMove};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::army::Army;
use crate::{Move, Position, Reason, Rules, count, generate, outcome};

impl Game for Position {
    type Move = Move;
    type Reason = Reason;
    type Rules = Rules;

    /// There are no draws.
    const AGREED_DRAWS: bool = false;

    fn start(rules: &Rules) -> Self {
        const WHITE: Army = Army {
            boards: [
                Bitboard::from_squares(&[Square::B2, Square::C1, Square::E1, Square::H2]),
                Bitboard::from_squares(&[Square::A3, Square::D2, Square::F2, Square::G3]),
                Bitboard::from_squares(&[Square::A1, Square::C3, Square::E3, Square::G1]),
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
            ],
        };
        // Black's stones stand as White's do, seen from the other side of the board.
        Self { own: WHITE, enemy: WHITE.rotate(), side: Side::White, rules: *rules }
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> ToMove {
        ToMove::One(self.side)
    }

    /// `None` while the game goes on. There are no draws.
    fn outcome(&self) -> Option<Outcome<Reason>> {
        outcome::outcome(self)
    }

    #[inline]
    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::for_each_move(self, visit)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        *self = self.played(mv);
    }

    #[inline]
    fn after(&self, mv: &Move) -> Self {
        self.played(mv)
    }

    fn is_legal(&self, mv: &Move) -> bool {
        generate::is_legal(self, mv)
    }

    fn count_moves(&self) -> u64 {
        count::moves(self)
    }

    fn nth_move(&self, n: u64) -> Option<Move> {
        self.choose_move(|_| n)
    }

    #[inline]
    fn choose_move(&self, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        generate::choose_move(self, pick)
    }

    fn count_sequences(&self, plies: u32) -> u128 {
        count::sequences(self, plies)
    }
}

impl Sequential for Position {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Rule A-10.
    #[inline]
    fn is_compulsory_capture(&self, mv: &Move) -> bool {
        mv.is_capture()
    }
}

/// The key is reckoned from the boards each time: they are so few that keeping it up to date would cost more.
impl Keyed for Position {
    fn key(&self) -> u64 {
        let rules = u64::from(self.rules != Rules::default());
        let mut key = mix(0x9e37_79b9_7f4a_7c15, self.side as u64 | rules << 1);
        for army in [&self.own, &self.enemy] {
            for pair in army.boards.chunks_exact(2) {
                key = mix(key, u64::from(pair[0].bits()) | u64::from(pair[1].bits()) << 32);
            }
        }
        key
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// Stirs 64 bits into a key, so that every bit of both has a say in every bit of the result.
#[inline]
const fn mix(key: u64, bits: u64) -> u64 {
    let product = (key ^ bits) as u128 * 0xa076_1d64_78bd_642f;
    (product >> 64) as u64 ^ product as u64 ^ 0x2d35_8dcc_aa6c_78a5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever bit is turned over, in the key or in what is stirred in, about half of the result turns over, and each
    /// bit of the result does so at some time.
    #[test]
    fn every_bit_has_a_say_in_every_bit_of_a_key() {
        let (mut key, mut bits) = (1u64, 2u64);
        let mut turned = [0u64; 64];
        let mut total = 0;
        for _ in 0..256 {
            for (bit, seen) in turned.iter_mut().enumerate() {
                let flip = 1 << bit;
                for other in [mix(key ^ flip, bits), mix(key, bits ^ flip)] {
                    let difference = mix(key, bits) ^ other;
                    assert!((8..=56).contains(&difference.count_ones()), "{key:x} {bits:x} {bit}: {difference:x}");
                    *seen |= difference;
                    total += difference.count_ones();
                }
            }
            key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            bits = bits.wrapping_mul(0x1405_7b7e_f767_814f).wrapping_add(3);
        }
        assert_eq!(turned, [u64::MAX; 64]);
        assert!((31.5..=32.5).contains(&(f64::from(total) / (256.0 * 64.0 * 2.0))), "{total}");
    }
}
