//! Turns as they are written canonically, which nearly all are: `b2-c3 --`.
//!
//! The general reader finds the same choices, more slowly.

use tavlei_game::Side;
use tavlei_geometry::rect::Square;

use crate::{Choice, Position, Turn};

/// The legal turn that a plain text stands for.
#[inline]
pub(super) fn read(position: &Position, text: &[u8]) -> Option<Turn> {
    let (white, rest) = choice(text)?;
    let (&b' ', rest) = rest.split_first()? else { return None };
    let (black, rest) = choice(rest)?;
    let is_legal = rest.is_empty()
        && position.find_outcome().is_none()
        && may_choose(position, Side::White, white)
        && may_choose(position, Side::Black, black);
    is_legal.then_some(Turn { white, black })
}

/// Returns whether a side has this choice in a game that is not over.
#[inline]
fn may_choose(position: &Position, side: Side, choice: Choice) -> bool {
    match choice {
        Choice::Pass => position.may_pass(side),
        Choice::Step { from, to } => position.steps(side, from).contains(to),
    }
}

#[inline]
fn choice(text: &[u8]) -> Option<(Choice, &[u8])> {
    match text {
        [b'-', b'-', rest @ ..] => Some((Choice::Pass, rest)),
        [from_file, from_rank, b'-', to_file, to_rank, rest @ ..] => {
            Some((Choice::step(square(*from_file, *from_rank)?, square(*to_file, *to_rank)?), rest))
        }
        _ => None,
    }
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec;

    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use tavlei_game::{Game, Notation, random_move};

    use super::super::read_generally;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// All turns of a position in a random game, and steps that need not be legal.
        #[test]
        fn the_fast_path_reads_as_the_general_reader_does(
            seed in any::<u64>(), plies in 0..40_u32, rules in prop::sample::select(vec!["", "board=3x4", "board=8x8,pass=no"]),
            white in "[a-d][1-5]-[a-d][1-5]|--", black in "[a-d][1-5]-[a-d][1-5]|--|---|-",
        ) {
            let rng = &mut StdRng::seed_from_u64(seed);
            let mut position = Position::start(&rules.parse().expect("rules"));
            for _ in 0..plies {
                let Some(turn) = random_move(&position, rng) else { break };
                position.play_unchecked(&turn);
            }
            for turn in position.moves().into_iter().step_by(7) {
                prop_assert_eq!(read(&position, position.move_text(&turn).as_bytes()), Some(turn));
            }
            let text = format!("{white} {black}");
            match read(&position, text.as_bytes()) {
                Some(turn) => prop_assert_eq!(read_generally(&position, &text), Ok(turn)),
                None => prop_assert!(read_generally(&position, &text).is_err() || black.len() != 2 && black.len() != 5),
            }
        }
    }
}
