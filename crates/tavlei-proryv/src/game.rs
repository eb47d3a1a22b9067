//! Implements the traits of `tavlei-game` for [`Position`].

use core::ops::ControlFlow;

use tavlei_game::{Game, HistoryRules, Keyed, Outcome, Side, Simultaneous, ToMove};
use tavlei_geometry::rect::Bitboard;

use crate::{Choice, Position, Reason, Rules, Turn, count};

impl Game for Position {
    type Move = Turn;
    type Reason = Reason;
    type Rules = Rules;

    /// Any number of turns: the count merges positions that are the same, which splitting it would undo.
    const BULK_PLIES: u32 = u32::MAX;

    /// The men as the rules' start layout has them; White records first.
    fn start(rules: &Rules) -> Self {
        let men = |side| rules.start_men(side);
        Self {
            white: men(Side::White),
            black: men(Side::Black),
            rules: *rules,
            recorder: Side::White,
            both_passed: false,
        }
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> ToMove {
        ToMove::Both
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Reason>> {
        self.find_outcome()
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.for_each_choice(Side::White, |white| {
            self.for_each_choice(Side::Black, |black| visit(Turn { white, black }))
        })
    }

    #[inline]
    fn play_unchecked(&mut self, turn: &Turn) {
        self.carry_out(turn);
    }

    fn is_legal(&self, turn: &Turn) -> bool {
        Side::BOTH.iter().all(|&side| self.check_choice(side, *turn.of(side)).is_ok())
    }

    /// The product of both sides' choices.
    #[expect(clippy::arithmetic_side_effects, reason = "a side has at most 64 × 8 + 1 choices")]
    fn count_moves(&self) -> u64 {
        self.count_choices(Side::White) * self.count_choices(Side::Black)
    }

    fn nth_move(&self, n: u64) -> Option<Turn> {
        let black = self.count_choices(Side::Black);
        let (row, column) = (n.checked_div(black)?, n.checked_rem(black)?);
        Some(Turn { white: self.nth_choice(Side::White, row)?, black: self.nth_choice(Side::Black, column)? })
    }

    /// Counts many sequences at once, exactly. From four turns on that takes memory, up to some 200 MB in all.
    fn count_sequences(&self, turns: u32) -> u128 {
        count::count_sequences(self, turns)
    }

    /// The cap on the number of turns (P-12), if the rules have one.
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::NONE.with_ply_cap(self.rules.turn_cap().map(|turns| u32::from(turns.get())))
    }
}

impl Simultaneous for Position {
    type Choice = Choice;

    /// The pass first, if it is legal, then the steps by the square left and the square entered.
    fn for_each_choice<B>(&self, side: Side, mut visit: impl FnMut(Choice) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        if self.may_pass(side) {
            visit(Choice::Pass)?;
        }
        for from in self.men_of(side) {
            for to in self.steps(side, from) {
                visit(Choice::Step { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::arithmetic_side_effects, reason = "a side has at most 64 × 8 + 1 choices")]
    #[inline]
    fn count_choices(&self, side: Side) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        u64::from(self.count_steps(side) + u32::from(self.may_pass(side)))
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
