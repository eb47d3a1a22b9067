//! Implements the traits of `tavlei-game` for [`Position`].

use core::ops::ControlFlow;

use tavlei_game::{Game, HistoryRules, Keyed, Outcome, Sequential, Side, ToMove};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::{Move, Position, Reason, Rules, Tower, count, generate, outcome};

impl Game for Position {
    type Move = Move;
    type Reason = Reason;
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        Self::starting(rules)
    }

    fn rules(&self) -> Rules {
        self.options()
    }

    fn to_move(&self) -> ToMove {
        ToMove::One(self.side_to_move())
    }

    /// The side to move has lost when it has no legal move (rule T-17).
    fn outcome(&self) -> Option<Outcome<Reason>> {
        outcome::outcome(self)
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::for_each_move(self, &mut visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        count::moves(self)
    }

    #[inline]
    fn nth_move(&self, n: u64) -> Option<Move> {
        generate::choose_move(self, |_| n)
    }

    #[inline]
    fn choose_move(&self, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        generate::choose_move(self, pick)
    }

    fn count_sequences(&self, plies: u32) -> u128 {
        count::sequences(self, plies)
    }

    fn is_legal(&self, mv: &Move) -> bool {
        generate::is_legal(self, mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        self.make(mv);
    }

    #[inline]
    fn after(&self, mv: &Move) -> Self {
        self.made(mv)
    }

    /// Three times the same position, or [`Rules::draw_plies`] without progress (rule T-18).
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE.with_repetition(Some(3)).with_plies_since_progress(self.options().draw_plies)
    }

    /// Captures and promotions change the material (rule T-18 a).
    fn is_irreversible(&self, mv: &Move) -> bool {
        mv.is_capture() || mv.is_promotion()
    }
}

impl Sequential for Position {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.to_move()
    }

    /// Rule T-7.
    #[inline]
    fn is_compulsory_capture(&self, mv: &Move) -> bool {
        mv.is_capture()
    }
}

/// The key is the sum of one number for each tower on its square, and one for the side to move and the rules.
impl Keyed for Position {
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        self.towers().fold(frame_key(self), |key, (square, tower)| key.wrapping_add(tower_key(square, tower)))
    }

    /// Only the towers that the move touches change the key.
    #[inline]
    fn key_after(&self, key: u64, mv: &Move, after: &Self) -> u64 {
        let touched =
            mv.jumped().iter().fold(Bitboard::EMPTY.with(mv.from()).with(mv.to()), |set, &over| set.with(over));
        let number = |position: &Self, square| position.tower_at(square).map_or(0, |tower| tower_key(square, tower));
        let turned = key.wrapping_sub(frame_key(self)).wrapping_add(frame_key(after));
        touched
            .iter()
            .fold(turned, |key, square| key.wrapping_sub(number(self, square)).wrapping_add(number(after, square)))
    }
}

/// The number that a tower on a square adds to the key.
#[inline]
fn tower_key(square: Square, tower: Tower) -> u64 {
    mix(u64::from(tower.bits()) << 5 | u64::from(square.index()))
}

/// The number that stands for the side to move and the rules.
#[inline]
fn frame_key(position: &Position) -> u64 {
    let draw_plies = position.options().draw_plies.map_or(0, |plies| 1 << 40 | u64::from(plies));
    // No tower's number, for no tower has the given number of bits.
    mix(position.setting().bits() << 60 | draw_plies)
}

/// Spreads a number over 64 bits so that different numbers give different ones, without any pattern (the finalizer of
/// SplitMix64).
#[inline]
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first three numbers of SplitMix64 from seed 0, whose state is a multiple of the number that is added.
    #[test]
    fn mix_is_the_finalizer_of_splitmix64() {
        let step = 0x9e37_79b9_7f4a_7c15u64;
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(step), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(mix(step.wrapping_mul(2)), 0x06c4_5d18_8009_454f);
    }
}
