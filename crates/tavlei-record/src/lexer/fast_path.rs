//! The plain case, which nearly all of a file is: moves and numbers in ASCII, with single spaces between them.
//!
//! The general functions read the same texts in the same way, only more slowly.

use super::chunk::MAX_NUMBER;

/// Returns where the move ends that begins here, if it is written plainly and nothing behind it can belong to it.
#[inline]
pub(super) fn fast_move(line: &[u8], at: usize) -> Option<usize> {
    let is = |at: usize, class: u8| line.get(at).is_some_and(|byte| CLASSES[usize::from(*byte)] & class != 0);
    let mut end = at;
    while is(end, FAST) {
        end += 1;
    }
    // Most moves are at least two squares, which are no label, and end with a rank; the others must be looked at.
    let closed = is(at, FILE) && end - at > 2 && is(end - 1, DIGIT) || is_closed(line.get(at..end)?);
    if !closed || end - at > 64 {
        return None;
    }
    let free = match line.get(end..)? {
        [] | [b' '] => true,
        [b' ', next, rest @ ..] => match CLASSES[usize::from(*next)] {
            class if class & (DIGIT | FILE) != 0 => true,
            class if class & (STATE | SIGN) != 0 => is_apart(*next, rest),
            class if class & FAST != 0 => true,
            _ => matches!(next, b'*' | b'{' | b'('),
        },
        _ => false,
    };
    free.then_some(end)
}

/// Returns whether this run of plain bytes is a move, or a part of one, that ends where the run ends.
fn is_closed(run: &[u8]) -> bool {
    match run {
        b"--" => true,
        [first, .., last] if first.is_ascii_digit() => is_numeric(run) && last.is_ascii_digit(),
        [first, rest @ ..] if first.is_ascii_alphabetic() && !matches!(first, b'o' | b'O' | b'x' | b'X') => {
            match rest {
                // A label alone may be the beginning of words.
                [b'0'..=b'9'] => !matches!(first, b'M' | b'm' | b'V' | b'v' | b'W' | b'w' | b'F' | b'f'),
                [.., b'0'..=b'9'] => true,
                [.., b'0'..=b'9', last] => CLASSES[usize::from(*last)] & STATE != 0,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Returns whether these are numbers of squares with signs between them, such as no result and no move number has.
fn is_numeric(run: &[u8]) -> bool {
    let mut numbers = run.split(|byte| matches!(byte, b'-' | b'x'));
    numbers.clone().count() > 1 && numbers.all(|number| matches!(number, [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']))
}

/// Returns whether a letter or sign that begins a word does not belong to the move before it.
fn is_apart(next: u8, rest: &[u8]) -> bool {
    match next {
        b'x' | b'X' | b':' => false,
        b'-' => matches!(rest, [b'-', b' ', ..] | [b'-']),
        _ => rest.first().is_some_and(u8::is_ascii_alphanumeric),
    }
}

/// The move number that stands here with a dot behind it, if it is written plainly, where it ends and where its move begins.
#[inline]
pub(super) fn fast_number(line: &[u8], at: usize) -> Option<(u32, usize, usize)> {
    let mut number = 0;
    let mut end = at;
    while let Some(digit @ b'0'..=b'9') = line.get(end) {
        if end - at == 6 {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        end += 1;
    }
    // There is no move 0, but there are halves of a point: 0.5.
    if number == 0 || number > MAX_NUMBER || line.get(end) != Some(&b'.') {
        return None;
    }
    let space = usize::from(line.get(end + 1) == Some(&b' '));
    let begin = end + 1 + space;
    line.get(begin).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').then_some((
        number,
        end + 1,
        begin,
    ))
}

/// The classes of a byte.
const FAST: u8 = 1;
const DIGIT: u8 = 2;
/// The letter of a file.
const FILE: u8 = 4;
/// A letter that can stand behind a move of Ashtarashki.
const STATE: u8 = 8;
const SIGN: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        classes[i] = match byte {
            b'0'..=b'9' => FAST | DIGIT,
            b'a'..=b'h' => FAST | FILE,
            b'V' | b'v' | b'W' | b'w' | b'Z' | b'z' => FAST | STATE,
            b'-' | b':' | b'x' | b'X' => FAST | SIGN,
            _ if byte.is_ascii_alphabetic() => FAST,
            _ => 0,
        };
        i += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lexer::chunk::{Chunk, chunk_end, joined, kind_of, number_at, skip_space};
    use crate::mark::score_at;

    /// The end of the move that begins here by the general functions.
    fn general_move(line: &str, at: usize) -> Option<usize> {
        let end = chunk_end(line, at);
        let chunk = line.get(at..end).filter(|chunk| !chunk.is_empty())?;
        let is_number = chunk.starts_with(|c: char| c.is_ascii_digit()) && number_at(line, at).is_some();
        if is_number || score_at(line, at).is_some() || !matches!(kind_of(line, at, chunk, at == 0), Chunk::Move) {
            return None;
        }
        let mut end = end;
        while let Some(further) = joined(line, at, end) {
            end = further;
        }
        Some(end)
    }

    fn scraps() -> impl Strategy<Value = String> {
        let scrap = prop::sample::select(vec![
            "c3-d4", "M3cd4", "M1", "V2c7W", "W", "V", "x", "X", "--", "-", ":", " ", " ", " ", "d4", "o", "1", "12.",
            "3.", ".", "…", "*", "{", "(", "Z", "e5:d4", "word", "1-0", "½", "х", "\u{a0}", "=", "f1", "b", "0",
            "22-18", "21x14x5", "10", "-5", "1-5", "33", "e5:d4V", "!", ",",
        ]);
        prop::collection::vec(scrap, 1..8).prop_map(|scraps| scraps.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fast_moves_and_numbers_are_what_the_general_functions_find(line in scraps()) {
            if let Some(end) = fast_move(line.as_bytes(), 0) {
                prop_assert_eq!(Some(end), general_move(&line, 0));
            }
            if let Some((number, dot, begin)) = fast_number(line.as_bytes(), 0) {
                let Some((found, end)) = number_at(&line, 0) else { panic!("no number") };
                prop_assert!(found.dotted && !found.black && score_at(&line, 0).is_none());
                prop_assert_eq!((found.number, end, skip_space(&line, end)), (Some(number), dot, begin));
            }
        }
    }
}
