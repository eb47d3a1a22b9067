//! The plain case, which nearly all of a file is: moves and numbers in ASCII, with single spaces between them.
//!
//! What these functions accept, the general ones read in just the same way, only more slowly.

/// Where the move ends that begins here, if it is written plainly and nothing behind it can belong to it.
#[inline]
pub(super) fn plain_move(line: &[u8], at: usize) -> Option<usize> {
    let first = *line.get(at)?;
    let end = if first.is_ascii_alphabetic() && !matches!(first, b'o' | b'O' | b'x' | b'X') {
        let rest = line.get(at..)?;
        let length = rest.iter().take_while(|byte| is_plain(**byte)).count();
        let bare = length == 2 && matches!(first, b'M' | b'm' | b'V' | b'v' | b'W' | b'w' | b'F' | b'f');
        let closed = match *rest.get(..length)? {
            [.., b'0'..=b'9'] => true,
            [.., b'0'..=b'9', last] => is_state(last),
            _ => false,
        };
        if bare || !closed || length > 64 {
            return None;
        }
        at + length
    } else if first == b'-' && line.get(at + 1) == Some(&b'-') {
        at + 2
    } else {
        return None;
    };
    let free = match line.get(end..)? {
        [] | [b' '] => true,
        [b' ', next, rest @ ..] => match next {
            b'x' | b'X' => false,
            _ if is_state(*next) => rest.first().is_some_and(u8::is_ascii_alphanumeric),
            b'-' => matches!(rest, [b'-', b' ', ..] | [b'-']),
            b'*' | b'{' | b'(' => true,
            _ => next.is_ascii_alphanumeric(),
        },
        _ => false,
    };
    free.then_some(end)
}

/// The move number that stands here with a dot behind it, if it is written plainly, and where its move begins.
#[inline]
pub(super) fn plain_number(line: &[u8], at: usize) -> Option<(u32, usize)> {
    let mut number = 0;
    let mut end = at;
    while let Some(digit @ b'0'..=b'9') = line.get(end) {
        if end - at == 6 {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        end += 1;
    }
    if end == at || line.get(end) != Some(&b'.') {
        return None;
    }
    let space = usize::from(line.get(end + 1) == Some(&b' '));
    let begin = end + 1 + space;
    line.get(begin).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').then_some((number, begin))
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':')
}

/// Whether this letter can stand behind a move of Ashtarashki.
const fn is_state(byte: u8) -> bool {
    matches!(byte, b'V' | b'v' | b'W' | b'w' | b'Z' | b'z')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lexer::chunk::{Chunk, chunk_end, joined, kind_of, number_at, skip_space};
    use crate::mark::score_at;

    /// What the general functions make of a move that begins here.
    fn general_move(line: &str, at: usize) -> Option<usize> {
        let end = chunk_end(line, at);
        let chunk = line.get(at..end).filter(|chunk| !chunk.is_empty())?;
        if score_at(line, at).is_some() || !matches!(kind_of(line, at, chunk, at == 0), Chunk::Move) {
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
            "22-18", "!", ",",
        ]);
        prop::collection::vec(scrap, 1..8).prop_map(|scraps| scraps.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 50_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn plain_moves_and_numbers_are_what_the_general_functions_find(line in scraps()) {
            if let Some(end) = plain_move(line.as_bytes(), 0) {
                prop_assert_eq!(Some(end), general_move(&line, 0));
            }
            if let Some((number, begin)) = plain_number(line.as_bytes(), 0) {
                let Some((found, end)) = number_at(&line, 0) else { panic!("no number") };
                prop_assert!(found.dotted && !found.number.black && score_at(&line, 0).is_none());
                prop_assert_eq!((found.number.number, skip_space(&line, end)), (number, begin));
            }
        }
    }
}
