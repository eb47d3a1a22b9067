//! Counting sequences of turns without playing them one by one.
//!
//! Three facts make the count fast, and it stays exact:
//!
//! 1. What a side can choose hangs on its *own* men alone (P-3), so of two turns the second is counted as a product,
//!    and the sum over all first turns is a product of sums, but for the first turns in which men meet, of which there
//!    are few: see [`Counter::two_turns`].
//! 2. Many sequences lead to the same position. So the positions after each turn are collected in a [`Layer`], each
//!    with the number of sequences that lead to it, and looked at once.
//! 3. Positions that are mirrored, or flipped with the colours exchanged, have the same counts, and are collected as
//!    one.
//!
//! The recorder does not matter, nor does it matter whether both have just passed: that ends a game.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "an index of a square is below 64, a side has at most 64 × 8 + 1 choices, and only what has been \
        counted in is taken out again"
)]

use alloc::vec::Vec;

use hashbrown::HashMap;
use tavlei_game::Game;
use tavlei_geometry::rect::{Bitboard, Board, Square};

use crate::{Position, Rules};

/// How many positions a layer may hold before they are counted and forgotten: that is some 100 MB, and as much for all
/// other layers together. Where memory is short there are fewer.
const LAYER: usize = 1 << 20;

/// Returns the number of sequences of `turns` turns from a position, `u128::MAX` if it is greater.
pub(crate) fn count_sequences(position: &Position, turns: u32) -> u128 {
    match turns {
        0 => 1,
        1 => u128::from(position.count_moves()),
        _ if position.outcome().is_some() => 0,
        _ => {
            let men = Men { white: position.white, black: position.black };
            Counter::new(&position.rules, if turns == 2 { 1 } else { layer_with_room() }).count(men, turns)
        }
    }
}

/// As many positions of a layer as there is memory for, at most [`LAYER`]: the count needs more time with fewer, and is
/// the same.
fn layer_with_room() -> usize {
    /// The bytes that a position takes in a growing layer and in all waiting ones.
    const BYTES: usize = 192;

    let mut positions = LAYER;
    while positions > 1 && Vec::<u8>::new().try_reserve_exact(positions.saturating_mul(BYTES)).is_err() {
        positions /= 2;
    }
    positions
}

/// The men of an unfinished position. Its counts depend on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Men {
    white: Bitboard,
    black: Bitboard,
}

/// Positions, and how many sequences lead to each.
type Layer = HashMap<Men, u128>;

/// The result of one side's choice, before anything is removed.
#[derive(Clone, Copy)]
struct Half {
    men: Bitboard,
    /// The square that a man has entered; none after a pass.
    entered: Bitboard,
    /// How many choices the side has in the next turn if just that man is removed.
    choices_without_it: u32,
    /// How many choices the side has in the next turn if none of its men is removed and the game goes on.
    choices: u32,
    /// The same, but 0 if the side has broken through, so that the game does not go on.
    weight: u32,
}

/// The squares of the board around a square, and their number.
#[derive(Clone, Copy)]
struct Near {
    squares: Bitboard,
    count: u32,
}

/// The rules, and room to work in.
struct Counter {
    board: Board,
    near: [Near; 64],
    passing: bool,
    capacity: usize,
    white: Vec<Half>,
    black: Vec<Half>,
}

impl Counter {
    fn new(rules: &Rules, capacity: usize) -> Self {
        let (board, passing) = (rules.board(), rules.passing());
        let mut near = [Near { squares: Bitboard::EMPTY, count: 0 }; 64];
        for square in board.squares() {
            let squares = square.neighbours() & board.squares();
            near[usize::from(square.index() % 64)] = Near { squares, count: squares.len() };
        }
        Self { board, near, passing, capacity, white: Vec::new(), black: Vec::new() }
    }

    /// The number of sequences of two turns or more from an unfinished position, `u128::MAX` if it is greater.
    fn count(&mut self, men: Men, turns: u32) -> u128 {
        self.count_all(Vec::from([(men, 1)]), turns)
    }

    /// Returns the number of sequences of two turns or more from several positions, each weighted by its multiplicity.
    fn count_all(&mut self, positions: Vec<(Men, u128)>, turns: u32) -> u128 {
        let mut total = 0u128;
        let mut layer = Layer::new();
        // What is still to be looked at, the later positions last, with the number of turns to be played from there.
        let mut waiting = Vec::from([(turns, positions)]);
        while let Some((turns, mut positions)) = waiting.pop() {
            if turns <= 2 {
                for (men, times) in positions {
                    total = total.saturating_add(times.saturating_mul(self.two_turns(men)));
                }
                continue;
            }
            // The more layers are waiting, the less room is left for the next one.
            let capacity = self.capacity.checked_shr(waiting.len() as u32).unwrap_or(0).max(1);
            while layer.len() < capacity
                && let Some((men, times)) = positions.pop()
            {
                self.collect(men, times, &mut layer);
            }
            if !positions.is_empty() {
                waiting.push((turns, positions));
            }
            if !layer.is_empty() {
                waiting.push((turns - 1, layer.drain().collect()));
            }
        }
        total
    }

    /// Adds the unfinished positions that one turn leads to.
    fn collect(&mut self, men: Men, times: u128, layer: &mut Layer) {
        self.list_halves(men);
        for (i, white) in self.white.iter().enumerate() {
            for (j, black) in self.black.iter().enumerate() {
                // The pass is the first choice of a side that has it (P-8).
                if self.passing && i == 0 && j == 0 {
                    continue;
                }
                let after = Men { white: white.men - black.men, black: black.men - white.men };
                if !self.is_over(after) {
                    let sum = layer.entry(self.canonical(after)).or_insert(0);
                    *sum = sum.saturating_add(times);
                }
            }
        }
    }

    /// The number of sequences of two turns from an unfinished position.
    ///
    /// If no men met, the sum over all pairs of first choices of the products of what both sides can choose then would
    /// be the product of two sums. It is put right for two passes and for every pair in which men meet.
    fn two_turns(&mut self, men: Men) -> u128 {
        self.list_halves(men);
        let sum = |halves: &[Half]| halves.iter().map(|half| u64::from(half.weight)).sum::<u64>();
        let product = |white: u32, black: u32| u64::from(white) * u64::from(black);
        let mut total = sum(&self.white) * sum(&self.black);
        if let (true, [white, ..], [black, ..]) = (self.passing, &*self.white, &*self.black) {
            total -= product(white.weight, black.weight);
        }
        for white in &self.white {
            for black in &self.black {
                let met = white.men & black.men;
                if !met.is_empty() {
                    total -= product(white.weight, black.weight);
                    let after = Men { white: white.men - met, black: black.men - met };
                    if !self.is_over(after) {
                        total += product(self.choices_without(white, met), self.choices_without(black, met));
                    }
                }
            }
        }
        u128::from(total)
    }

    /// Lists what each choice of both sides leads to, the pass first.
    fn list_halves(&mut self, men: Men) {
        let (mut white, mut black) = (core::mem::take(&mut self.white), core::mem::take(&mut self.black));
        self.list_half(men.white, self.board.top(), &mut white);
        self.list_half(men.black, self.board.bottom(), &mut black);
        (self.white, self.black) = (white, black);
    }

    fn list_half(&self, own: Bitboard, goal: Bitboard, halves: &mut Vec<Half>) {
        halves.clear();
        let now = self.choices(own);
        if self.passing || own.is_empty() {
            halves.push(Half {
                men: own,
                entered: Bitboard::EMPTY,
                choices_without_it: now,
                choices: now,
                weight: now,
            });
        }
        for from in own {
            let left = own.without(from);
            let rest = self.choices_after_leaving(left, now, from);
            let choices_without_it = if left.is_empty() { 1 } else { rest };
            for to in self.near(from).squares - own {
                let choices = self.choices_after_entering(left, rest, to);
                let weight = if goal.contains(to) { 0 } else { choices };
                halves.push(Half { men: left.with(to), entered: to.into(), choices_without_it, choices, weight });
            }
        }
    }

    /// Returns how many choices a side has with these men.
    fn choices(&self, own: Bitboard) -> u32 {
        let steps: u32 = own.iter().map(|from| (self.near(from).squares - own).len()).sum();
        steps + u32::from(self.passing || own.is_empty())
    }

    /// Returns how many choices a side has when the men that met are gone: one or two of its men.
    fn choices_without(&self, half: &Half, met: Bitboard) -> u32 {
        if met == half.entered {
            return half.choices_without_it;
        }
        let (mut men, mut choices) = (half.men, half.choices);
        for square in met {
            men.remove(square);
            choices = self.choices_after_leaving(men, choices, square);
        }
        if men.is_empty() { 1 } else { choices }
    }

    /// Returns how many choices are left when a man has left a square: it has taken its steps along, but its fellows
    /// around can step there now.
    fn choices_after_leaving(&self, fellows: Bitboard, choices: u32, square: Square) -> u32 {
        let Near { squares, count } = self.near(square);
        choices + 2 * (squares & fellows).len() - count
    }

    /// Returns how many choices there are when a man has entered a square: the opposite.
    fn choices_after_entering(&self, fellows: Bitboard, choices: u32, square: Square) -> u32 {
        let Near { squares, count } = self.near(square);
        choices + count - 2 * (squares & fellows).len()
    }

    fn near(&self, square: Square) -> Near {
        // A square's index is below 64.
        self.near[usize::from(square.index() % 64)]
    }

    /// Returns whether the game is over by what stands on the board (P-6, P-7).
    fn is_over(&self, Men { white, black }: Men) -> bool {
        let through = (white & self.board.top()) | (black & self.board.bottom());
        !through.is_empty() || (white | black).is_empty()
    }

    /// The least of the position and its images under the symmetries.
    fn canonical(&self, men: Men) -> Men {
        let mirrored = Men { white: self.board.mirror_set(men.white), black: self.board.mirror_set(men.black) };
        let flipped = |men: Men| Men { white: self.board.flip_set(men.black), black: self.board.flip_set(men.white) };
        men.min(mirrored).min(flipped(men)).min(flipped(mirrored))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The memory of a counter has no influence: with room for one position, for a few, for all.
    #[test]
    fn counts_do_not_hang_on_the_size_of_the_layers() {
        for (rules, turns) in [("board=4x5", 4), ("board=3x4,pass=no", 5), ("board=3x6", 3), ("board=8x8,start=3", 2)] {
            let rules: Rules = rules.parse().expect("rules");
            let start = Position::start(&rules);
            let men = Men { white: start.white, black: start.black };
            let expected = count_sequences(&start, turns);
            for capacity in [1, 2, 10, 1000] {
                let counted = Counter::new(&rules, capacity).count(men, turns);
                assert_eq!(counted, expected, "{rules}: {turns} turns, {capacity}");
            }
        }
    }

    /// A counter can be used again.
    #[test]
    fn a_counter_counts_twice_the_same() {
        let start = Position::default();
        let men = Men { white: start.white, black: start.black };
        let mut counter = Counter::new(&start.rules, 50);
        assert_eq!(counter.count(men, 4), counter.count(men, 4));
        assert_eq!(counter.count(men, 3), 13_352_388);
    }

    /// The incremental counts after one half of a turn equal counts from scratch.
    #[test]
    fn choices_are_kept_up_to_date() {
        let rules = Rules::default();
        let mut counter = Counter::new(&rules, 1);
        let mut halves = Vec::new();
        // Every set of men on the 20 squares that the multiples of a prime leave.
        for bits in (0..1u64 << 20).step_by(997) {
            let own = (0..20u8).filter(|i| bits >> i & 1 != 0).map(|i| Square::at(i % 4, i / 4).expect("on the grid"));
            let own = own.collect::<Bitboard>();
            counter.list_half(own, rules.board().top(), &mut halves);
            assert_eq!(halves.len() as u32, counter.choices(own));
            for half in &halves {
                assert_eq!(half.choices, counter.choices(half.men));
                for square in half.men {
                    let left = half.men.without(square);
                    assert_eq!(counter.choices_without(half, square.into()), counter.choices(left));
                    for other in left {
                        let met = Bitboard::from(square).with(other);
                        assert_eq!(counter.choices_without(half, met), counter.choices(half.men - met));
                    }
                }
            }
        }
        counter.passing = false;
        assert_eq!(counter.choices(Bitboard::EMPTY), 1);
    }

    /// Very long counts saturate and do not wrap.
    #[test]
    fn counts_saturate() {
        let start = Position::default();
        let men = Men { white: start.white, black: start.black };
        let mut counter = Counter::new(&start.rules, LAYER);
        let counted = counter.count_all(Vec::from([(men, u128::MAX / 45_074 + 1)]), 2);
        assert_eq!(counted, u128::MAX);
        let counted = counter.count_all(Vec::from([(men, u128::MAX / 2)]), 3);
        assert_eq!(counted, u128::MAX);
    }

    /// A long count takes no room on the stack, and one without an end saturates: a lone man walks about on the
    /// smallest board.
    #[test]
    fn many_turns_can_be_counted() {
        let position = Position::builder(tavlei_game::Side::White, &"board=3x4".parse().expect("rules"))
            .men(tavlei_game::Side::White, a1())
            .men(tavlei_game::Side::Black, Bitboard::EMPTY)
            .build();
        let position = position.expect("a position");
        assert_eq!(count_sequences(&position, 20_000), u128::MAX);
        assert!((2..40).all(|turns| count_sequences(&position, turns) > count_sequences(&position, turns - 1)));
    }

    fn a1() -> Bitboard {
        Square::at(0, 0).expect("on the grid").into()
    }
}
