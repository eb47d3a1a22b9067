//! Moves as they are written canonically, which nearly all are: ASCII, one sign between two squares, nothing else.
//!
//! The general functions read the same texts in the same way, only more slowly.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "a digit or letter less the first of the range that it was matched with; places in the text"
)]

use smallvec::SmallVec;
use tavlei_geometry::dark::Square;

use super::{Given, Start, Step, numbered};
use crate::Move;

/// Reads `c3-d4`, `cd4`, `a3:c5:a7`, `a:c5:a7`.
#[inline]
pub(super) fn squares(text: &[u8]) -> Option<Given> {
    let (start, at) = match *text {
        [file, rank @ b'1'..=b'8', ..] => (Start::Square(Step { square: square(file, rank)?, offset: 0 }), 2),
        [file @ b'a'..=b'h', ..] => (Start::File(file - b'a', 0), 1),
        _ => return None,
    };
    path(text, start, at, |text, at| match *text.get(at..)? {
        [file, rank, ..] => Some((square(file, rank)?, at + 2)),
        _ => None,
    })
}

/// Reads `22-18`, `21x14x5`.
#[inline]
pub(super) fn numbers(text: &[u8]) -> Option<Given> {
    let (square, at) = number(text, 0)?;
    path(text, Start::Square(Step { square, offset: 0 }), at, number)
}

/// Reads the squares behind the start, each with one sign before it or none.
#[inline]
fn path(
    text: &[u8],
    start: Start,
    mut at: usize,
    square: impl Fn(&[u8], usize) -> Option<(Square, usize)>,
) -> Option<Given> {
    let mut given = Given { start, path: SmallVec::new(), capture_sign: None, crowning: None };
    while let Some(sign) = text.get(at) {
        match sign {
            b'-' => at += 1,
            b':' | b'x' => {
                given.capture_sign.get_or_insert(at);
                at += 1;
            }
            _ => {}
        }
        let (square, end) = square(text, at)?;
        if given.path.len() == Move::MAX_JUMPS {
            return None;
        }
        given.path.push(Step { square, offset: at });
        at = end;
    }
    (!given.path.is_empty()).then_some(given)
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
}

#[inline]
fn number(text: &[u8], at: usize) -> Option<(Square, usize)> {
    match *text.get(at..)? {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', ref rest @ ..] if !starts_with_digit(rest) => {
            Some((numbered((tens - b'0') * 10 + (ones - b'0'))?, at + 2))
        }
        [ones @ b'0'..=b'9', ref rest @ ..] if !starts_with_digit(rest) => Some((numbered(ones - b'0')?, at + 1)),
        _ => None,
    }
}

fn starts_with_digit(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::super::{parse, parse_numeric};
    use super::*;

    fn scraps(scraps: &'static [&'static str]) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(scraps), 1..8).prop_map(|scraps| scraps.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_fast_path_says_what_the_general_reader_finds(
            text in scraps(&["a", "c", "h", "3", "5", "8", "c3", "d4", "e5", "b4", "-", ":", "x", " ", "--", "9", "i", "A", "!"]),
        ) {
            if let Some(given) = squares(text.as_bytes()) {
                prop_assert_eq!(parse(&text).ok(), Some(given));
            }
        }

        #[test]
        fn fast_numbers_say_what_the_general_reader_finds(
            text in scraps(&["1", "2", "3", "9", "0", "22", "18", "32", "33", "007", "-", "x", ":", " ", "*"]),
        ) {
            if let Some(given) = numbers(text.as_bytes()) {
                prop_assert_eq!(parse_numeric(&text).ok(), Some(given));
            }
        }
    }

    #[test]
    fn canonical_texts_take_the_fast_path() {
        for text in ["c3-d4", "cd4", "a3:c5:a7", "a:c5:a7", "a1:c3:e5:g7:e5:c3:a1:c3:e5:g7:e5:c3:a1"] {
            assert!(squares(text.as_bytes()).is_some(), "{text}");
        }
        for text in ["22-18", "1-5", "21x14x5"] {
            assert!(numbers(text.as_bytes()).is_some(), "{text}");
        }
    }
}
