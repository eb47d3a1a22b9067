//! Moves as they are written canonically in each form, which nearly all are.
//!
//! The general reader finds the same moves, more slowly.

use tavlei_game::Side;
use tavlei_geometry::dark::{Bitboard, Square};

use crate::generate::{Black, Mover, View, White, landings};
use crate::notation::mark;
use crate::{Label, Move, Position};

/// The legal move that a plain text stands for, if there is one and no other.
pub(super) fn read(position: &Position, text: &[u8]) -> Option<Move> {
    let words = Words::read(text)?;
    match position.side() {
        Side::White => words.find::<White>(position),
        Side::Black => words.find::<Black>(position),
    }
}

/// The most squares that a move can land on.
const MAX: usize = Move::MAX_JUMPS as usize;

/// The content of a plain text.
struct Words {
    label: Option<Label>,
    /// The squares that the stone may come from.
    origin: Bitboard,
    /// The squares that it lands on; the first `jumps` count.
    squares: [Square; MAX],
    jumps: usize,
    /// Whether a colon says that something is taken.
    is_capture: bool,
    /// The new state of the stone.
    mark: Option<char>,
}

impl Words {
    #[expect(clippy::arithmetic_side_effects, reason = "a letter less the first of the range that it was matched with")]
    #[inline]
    fn read(text: &[u8]) -> Option<Self> {
        let (label, text) = match text {
            [b'M', b'1', rest @ ..] => (Some(Label::M1), rest),
            [b'M', b'2', rest @ ..] => (Some(Label::M2), rest),
            [b'M', b'3', rest @ ..] => (Some(Label::M3), rest),
            [b'V', b'1', rest @ ..] => (Some(Label::V1), rest),
            [b'V', b'2', rest @ ..] => (Some(Label::V2), rest),
            [b'V', b'3', rest @ ..] => (Some(Label::V3), rest),
            [b'W', rest @ ..] => (Some(Label::W), rest),
            _ => (None, text),
        };
        let (mark, text) = match text {
            [rest @ .., b'V'] => (Some('V'), rest),
            [rest @ .., b'W'] => (Some('W'), rest),
            [rest @ .., b'Z'] => (Some('Z'), rest),
            _ => (None, text),
        };
        let (origin, mut text) = match text {
            // A square with nothing behind it is where the stone goes.
            [_, b'1'..=b'8'] => (Bitboard::ALL, text),
            [file, rank @ b'1'..=b'8', rest @ ..] => (Bitboard::from_square(square(*file, *rank)?), rest),
            [file @ b'a'..=b'h', rest @ ..] => (Bitboard::file(file - b'a'), rest),
            _ => (Bitboard::ALL, text),
        };
        let mut words = Self { label, origin, squares: [Square::A1; MAX], jumps: 0, is_capture: false, mark };
        while let [first, rest @ ..] = text {
            text = match first {
                b'-' => rest,
                b':' => {
                    words.is_capture = true;
                    rest
                }
                _ => text,
            };
            let [file, rank, rest @ ..] = text else { return None };
            *words.squares.get_mut(words.jumps)? = square(*file, *rank)?;
            words.jumps = words.jumps.wrapping_add(1);
            text = rest;
        }
        Some(words)
    }

    #[inline]
    fn landings(&self) -> &[Square] {
        self.squares.get(..self.jumps).unwrap_or_default()
    }

    /// The legal move that these words are said of.
    ///
    /// The author marks every retreat, so words with a label and no mark are first of all said of a move without one.
    #[inline]
    fn find<M: Mover>(&self, position: &Position) -> Option<Move> {
        let view = View::of::<M>(position);
        if view.is_decided::<M>(position) {
            return None;
        }
        let stones = self.label.map_or(view.stones, |label| position.board(M::SIDE, label));
        let mut from = stones & self.origin & self.landings().first()?.neighbours();
        let (mut fitting, mut unmarked) = (Candidates::None, Candidates::None);
        while let Some(square) = from.first() {
            from.remove(square);
            let Some(mv) = self.follow::<M>(position, &view, square) else { continue };
            let is_unmarked = mv.is_capture() || Position::is_forward(M::SIDE, &mv);
            let is_wrong = self.mark.is_some_and(|written| is_unmarked || mark(position, &mv) != Some(written));
            if is_wrong || (self.is_capture && !mv.is_capture()) {
                continue;
            }
            fitting = fitting.and(mv);
            if is_unmarked {
                unmarked = unmarked.and(mv);
            }
        }
        match (fitting, unmarked) {
            (Candidates::One(mv), _) => Some(mv),
            (Candidates::Many, Candidates::One(mv)) if self.label.is_some() && self.mark.is_none() => Some(mv),
            _ => None,
        }
    }

    /// The legal move of a stone next to the first landing square that lands on just these squares.
    #[inline]
    fn follow<M: Mover>(&self, position: &Position, view: &View, from: Square) -> Option<Move> {
        if view.must_capture() {
            let number = view.hunters.iter().position(|hunters| hunters.contains(from))?;
            let (mut mv, mut prey) = (Move::without_jumps(from), *view.prey.get(number)?);
            for &to in self.landings() {
                if !landings(M::SIDE, mv.to(), prey).contains(to) {
                    return None;
                }
                mv = mv.jump(to);
                prey.remove(to);
            }
            return landings(M::SIDE, mv.to(), prey).is_empty().then_some(mv);
        }
        let &[to] = self.landings() else { return None };
        // a side that has third retreats alone is blocked.
        let is_legal = view.empty.contains(to) && !view.is_stuck::<M>(position);
        is_legal.then_some(Move::step(from, to))
    }
}

/// None, one or many.
#[derive(Clone, Copy)]
enum Candidates {
    None,
    One(Move),
    Many,
}

impl Candidates {
    const fn and(self, mv: Move) -> Self {
        match self {
            Self::None => Self::One(mv),
            _ => Self::Many,
        }
    }
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec;

    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use tavlei_game::{Game, Notation, random_move};

    use super::super::read_generally;
    use super::*;

    /// Returns the position after `plies` random plies, or fewer if the game ends before.
    fn reached(seed: u64, plies: u32) -> Position {
        let rng = &mut StdRng::seed_from_u64(seed);
        let mut position = Position::default();
        for _ in 0..plies {
            let Some(mv) = random_move(&position, rng) else { break };
            position.play_unchecked(&mv);
        }
        position
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Moves in every form, changed a little, too.
        #[test]
        fn the_fast_path_reads_as_the_general_reader_does(
            seed in any::<u64>(), plies in 0..120_u32, at in 0..9_usize,
            scrap in prop::sample::select(vec!["", "M1", "M2", "V3", "W", "a", "c", "5", "V", "Z", ":", "-", "d4", "e5", "f"]),
        ) {
            let position = reached(seed, plies);
            for mv in position.moves() {
                for form in Position::FORMS {
                    let mut text = String::new();
                    position.write_move_as(*form, &mv, &mut text).expect("a text takes everything");
                    prop_assert_eq!(read(&position, text.as_bytes()), Some(mv), "{}: {}", position, text);
                    text.insert_str(at.min(text.len()), scrap);
                    if let Some(found) = read(&position, text.as_bytes()) {
                        prop_assert_eq!(Ok(found), read_generally(&position, &text), "{}: {}", position, text);
                    }
                    text.truncate(at);
                    if let Some(found) = read(&position, text.as_bytes()) {
                        prop_assert_eq!(Ok(found), read_generally(&position, &text), "{}: {}", position, text);
                    }
                }
            }
        }
    }
}
