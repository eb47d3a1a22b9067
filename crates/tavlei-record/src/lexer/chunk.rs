//! Pieces of a line: runs of letters, digits and signs, and what they are.
//!
//! Places are bytes from the beginning of the line.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "places in a line, at the beginnings and ends of its characters"
)]

use tavlei_game::text::fold;

use crate::mark::{DRAWS, is_word, score_at};

/// The kind of a chunk of a line.
pub(super) enum Chunk {
    /// A sign without meaning for the game.
    Skip,
    /// The beginning of text outside braces.
    Words,
    /// A move, or a part of one.
    Move,
}

pub(super) fn kind_of(line: &str, at: usize, chunk: &str, is_first: bool) -> Chunk {
    if chunk.chars().any(|c| c.is_ascii_digit()) {
        return if is_label_of_words(line, at, chunk) { Chunk::Words } else { Chunk::Move };
    }
    if chunk.chars().any(char::is_alphabetic) {
        return if is_pass(chunk) || is_spaced_half_at(line, at) { Chunk::Move } else { Chunk::Words };
    }
    let dashes = chunk.chars().filter(|c| fold(*c) == '-').count();
    if dashes != chunk.chars().count() {
        return Chunk::Skip;
    }
    // The sign that Black stands better: -+.
    if line[at + chunk.len()..].starts_with('+') {
        return Chunk::Skip;
    }
    let next = skip_space(line, at + chunk.len());
    match dashes {
        // A bullet, or a dash between two moves or before words.
        1 if is_first || is_move_like(line, next) || is_wordy_at(line, next) => Chunk::Skip,
        1..=3 => Chunk::Move,
        _ => Chunk::Skip,
    }
}

/// Returns whether a label without a square stands before a word, as in `M1 takes both`.
fn is_label_of_words(line: &str, at: usize, chunk: &str) -> bool {
    let mut folded = chunk.chars().map(fold);
    let label =
        matches!((folded.next(), folded.next(), folded.next()), (Some('m' | 'v' | 'w' | 'f'), Some('1'..='3'), None));
    let next = skip_space(line, at + chunk.len());
    label && is_wordy_at(line, next) && !is_sign_at(line, next)
}

/// Returns whether a move begins as the number of a move does, from which only such a number before it tells it.
pub(crate) fn may_be_number(mv: &str) -> bool {
    number_at(mv, 0).is_some()
}

/// Returns whether a second move must not follow the first one in a line, because it would be read as a part of it.
pub(crate) fn must_part(first: &str, second: &str) -> bool {
    let open = first != "--" && !first.ends_with(char::is_alphanumeric);
    let line = format!("{first} {second}");
    let open = open || may_be_number(first);
    // A label alone would be a word before one that looks like a word, as a move without digits does.
    open || joined(&line, 0, first.len()).is_some() || is_label_of_words(&line, 0, first)
}

/// Returns whether this is a word for a pass.
pub(super) fn is_pass(chunk: &str) -> bool {
    ["pass", "пас", "пропуск", "прочерк"].iter().any(|pass| is_word(chunk, pass))
}

/// Returns whether this is a word for a draw, and nothing but a full stop follows it in the line.
pub(super) fn is_draw_at(line: &str, at: usize, chunk: &str) -> bool {
    let behind = line.get(at + chunk.len()..).unwrap_or_default();
    DRAWS.iter().any(|draw| is_word(chunk, draw)) && behind.chars().all(|c| is_space(c) || matches!(c, '.' | '!'))
}

/// Returns whether a dash that stands directly behind the number of a turn is White's pass: a single move follows in
/// the line, or up to the next number. Before two moves it is an ornament.
pub(super) fn is_pass_before_one_move(line: &str, end: usize) -> bool {
    // No move has more pieces.
    const MAX_PIECES: usize = 32;
    let mv = skip_space(line, end);
    if !char_at(line, mv).is_some_and(is_chunk_char) || !is_move_like(line, mv) {
        return false;
    }
    let mut end = chunk_end(line, mv);
    for _ in 0..MAX_PIECES {
        let Some(further) = joined(line, mv, end) else { break };
        end = further;
    }
    let marks = |c: char| is_space(c) || matches!(c, '!' | '?' | ',' | '|');
    let rest = line.get(end..).unwrap_or_default();
    let next = end + rest.find(|c| !marks(c)).unwrap_or(rest.len());
    match char_at(line, next) {
        None | Some('{' | '(' | ';' | '*' | '$') => true,
        Some(_) => is_dotted_number(line, next) || score_at(line, next).is_some(),
    }
}

/// Returns whether this chunk has the shape of a move whose digits have been forgotten: `cd`, `c-d`, `b:d`, `Mcd`. A word of
/// Cyrillic letters alone, such as `на`, is none.
fn is_bare(chunk: &str) -> bool {
    let capital = chunk.starts_with(char::is_uppercase);
    let mut folded = chunk.chars().map(fold);
    let shape = [(); 5].map(|()| folded.next());
    let is_label = |c: char| matches!(c, 'm' | 'v' | 'w');
    let squares = match shape {
        [Some(label), Some('a'..='h'), None, ..] if is_label(label) => capital,
        [Some(label), Some('-' | ':'), Some('a'..='h'), None, _] => is_label(label) || matches!(label, 'a'..='h'),
        [Some(label), Some('a'..='h'), Some('a'..='h'), None, _] => is_label(label),
        [Some(label), Some('a'..='h'), Some('-' | ':'), Some('a'..='h'), None] => is_label(label),
        [Some('a'..='h'), Some('a'..='h'), None, ..] => true,
        _ => false,
    };
    squares && chunk.chars().any(|c| c.is_ascii_alphabetic())
}

/// Returns whether a move without digits stands here, and no words behind it, to which it would belong.
pub(super) fn is_bare_move_at(line: &str, at: usize, chunk: &str) -> bool {
    let words = |at| is_wordy_at(line, at) && !is_bare(&line[at..chunk_end(line, at)]);
    is_bare(chunk) && !words(skip_marks(line, at + chunk.len()))
}

/// Returns where the square begins if a file and a square stand here with nothing but a space between them, `d c5`, and
/// no words behind them, to which they would belong.
pub(super) fn split_half_at(line: &str, at: usize, chunk: &str) -> Option<usize> {
    let square = skip_space(line, at + chunk.len());
    let squares = &line[square..chunk_end(line, square)];
    let mut chars = chunk.chars();
    let is_half = chars.next().is_some_and(is_file)
        && chars.next().is_none()
        && is_operand(line, square, false)
        && squares.starts_with(|c| !is_sign(c))
        && !squares.chars().any(is_dash)
        && !is_wordy_at(line, skip_marks(line, square + squares.len()));
    is_half.then_some(square)
}

/// Returns where the asterisks end that begin here, if they make what they are stuck to bold.
pub(super) fn emphasis_at(line: &str, at: usize) -> Option<usize> {
    let before = line.get(..at).and_then(|before| before.chars().next_back());
    if before == Some('*') {
        return None;
    }
    let rest = line.get(at..).unwrap_or_default();
    let end = at + rest.bytes().take_while(|byte| *byte == b'*').count();
    let is_stuck = before.into_iter().chain(char_at(line, end)).any(is_chunk_char);
    (end > at + 1 && is_stuck).then_some(end)
}

/// Returns whether a line is a rule: `---` alone, or what divides the head of a table from its body, `|---|---|`.
///
/// In a table of two columns `| -- | -- |` is a turn of Proryv.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim_matches(is_space);
    if line.chars().count() == 3 && line.chars().all(is_dash) {
        return true;
    }
    let is_ruled = |c: char| is_space(c) || is_dash(c) || matches!(c, '|' | '+' | ':' | '=');
    let mut cells = line.split('|').map(|cell| cell.trim_matches(is_space)).filter(|cell| !cell.is_empty());
    line.contains('|')
        && line.chars().all(is_ruled)
        && (cells.clone().count() > 2 || cells.any(|cell| cell.contains(':') || cell.chars().count() > 2))
}

/// Passes over white space and what stands behind a move.
fn skip_marks(line: &str, at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    rest.find(|c| !is_space(c) && !matches!(c, '!' | '?' | ',' | '.')).map_or(line.len(), |found| at + found)
}

/// Returns where a move that reaches from `start` to `end` ends if what follows belongs to it.
pub(super) fn joined(line: &str, start: usize, end: usize) -> Option<usize> {
    let part = &line[start..end];
    let numeric = part.starts_with(|c: char| c.is_ascii_digit());
    let at = skip_space(line, end);
    let last = part.chars().next_back()?;
    let before = &part[..part.len() - last.len_utf8()];
    if is_sign(last) && before.chars().any(char::is_alphanumeric) {
        return is_operand(line, at, numeric).then(|| chunk_end(line, at));
    }
    let sign = char_at(line, at)?;
    let behind = at + sign.len_utf8();
    if sign == '*' {
        let operand_end = chunk_end(line, behind);
        let captures = at == end && is_operand(line, behind, numeric);
        return (captures && !part.chars().chain(line[behind..operand_end].chars()).any(is_dash))
            .then_some(operand_end);
    }
    // Dashes alone are a move of their own.
    if is_sign(sign) && part.chars().any(char::is_alphanumeric) {
        let operand = skip_space(line, behind);
        if is_operand(line, operand, numeric) {
            let operand_end = chunk_end(line, operand);
            let two_moves = fold(sign) == '-' && has_sign(part) && has_sign(&line[operand..operand_end]);
            return (!two_moves).then_some(operand_end);
        }
    }
    let state = matches!(fold(sign), 'v' | 'w' | 'z') && at > end && chunk_end(line, at) == behind;
    (state && last.is_ascii_digit()).then_some(behind)
}

pub(super) fn has_sign(part: &str) -> bool {
    part.chars().any(is_sign)
}

/// Returns whether a square, or a file and a square, begins here; in a numeric move, a number.
pub(super) fn is_operand(line: &str, at: usize, numeric: bool) -> bool {
    let mut rest = line.get(at..).unwrap_or_default().chars().map(fold);
    if numeric {
        let end = skip_digits(line, at);
        let dotted = matches!(char_at(line, skip_space(line, end)), Some('.' | '…'));
        return end > at && !dotted;
    }
    matches!(
        (rest.next(), rest.next(), rest.next()),
        (Some('a'..='h'), Some('0'..='9'), _) | (Some('a'..='h'), Some('a'..='h'), Some('0'..='9'))
    )
}

/// Returns whether a sign stands here, and behind it a square: what stands before them is no word.
fn is_sign_at(line: &str, at: usize) -> bool {
    char_at(line, at)
        .is_some_and(|sign| is_sign(sign) && is_operand(line, skip_space(line, at + sign.len_utf8()), false))
}

/// Returns whether a move in the half-short form begins here that has spaces around its sign: `b : d4`, `b: d4`, `bx
/// d4`; or one with an asterisk, which no space parts from it: `b*d4`.
///
/// Behind `b: c3-d4` stands a move of its own, so there the `b` is a word.
fn is_spaced_half_at(line: &str, at: usize) -> bool {
    let Some(file) = char_at(line, at).filter(|c| is_file(*c)) else { return false };
    let sign = skip_space(line, at + file.len_utf8());
    if line[at + file.len_utf8()..].starts_with('*') {
        return is_operand(line, sign + 1, false) && !line[sign + 1..chunk_end(line, sign + 1)].chars().any(is_dash);
    }
    let Some(behind) = char_at(line, sign).filter(|c| is_sign(*c)).map(|c| skip_space(line, sign + c.len_utf8()))
    else {
        return false;
    };
    let square = &line[behind..chunk_end(line, behind)];
    is_operand(line, behind, false) && !square.chars().any(is_dash)
}

/// Returns whether this is the letter of a file.
fn is_file(c: char) -> bool {
    matches!(fold(c), 'a'..='h')
}

/// Returns whether a move seems to begin here: it has a digit, or is dots that stand for a move.
pub(super) fn is_move_like(line: &str, at: usize) -> bool {
    match char_at(line, at) {
        Some('…' | '.') => true,
        Some(c) if is_chunk_char(c) => {
            let chunk = &line[at..chunk_end(line, at)];
            let squares = chunk.chars().any(|c| c.is_ascii_digit()) || is_spaced_half_at(line, at);
            squares && !is_dotted_number(line, at) && score_at(line, at).is_none()
        }
        _ => false,
    }
}

/// Returns whether a text is nothing but moves and their numbers.
pub(super) fn is_all_moves(text: &str) -> bool {
    let has_digit = |word: &str| word.chars().any(|c| c.is_ascii_digit());
    let is_move = |word: &&str| has_digit(word) && word.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let mut words = text.split(is_space).filter(|word| word.contains(char::is_alphanumeric));
    words.clone().all(has_digit) && words.any(|word| is_move(&word))
}

/// Returns whether words begin here: letters without a digit.
pub(super) fn is_wordy_at(line: &str, at: usize) -> bool {
    let chunk = &line[at..chunk_end(line, at)];
    chunk.chars().any(char::is_alphabetic)
        && !chunk.chars().any(|c| c.is_ascii_digit())
        && !is_pass(chunk)
        && !is_spaced_half_at(line, at)
}

/// A move number, and whether dots follow it.
pub(super) struct Numbered {
    /// The number; `None` if no game has such a one.
    pub(super) number: Option<u32>,
    /// Dots announce Black's move.
    pub(super) black: bool,
    pub(super) dotted: bool,
}

/// The number that these digits give to a move, if it can be one.
fn move_number(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number| (1..=MAX_NUMBER).contains(number))
}

/// No game has had more moves.
pub(super) const MAX_NUMBER: u32 = 65_535;

/// The move number that stands here, and where the moves go on.
pub(super) fn number_at(line: &str, at: usize) -> Option<(Numbered, usize)> {
    let digits = skip_digits(line, at);
    if digits == at {
        return None;
    }
    let number = move_number(&line[at..digits]);
    let (mut end, mut dots) = (digits, 0u32);
    loop {
        let next = skip_space(line, end);
        match char_at(line, next) {
            Some('.') => dots += 1,
            Some('…') => dots += 3,
            Some(')') if dots == 0 && next == digits => dots += 1,
            _ => break,
        }
        end = next + char_at(line, next).map_or(0, char::len_utf8);
    }
    let numbered = Numbered { number, black: dots >= 2, dotted: dots > 0 };
    if numbered.dotted {
        return Some((numbered, end));
    }
    // Without a dot it is a number if a space or a move follows, and not a sign: 22-18 is a move.
    let mut rest = line[digits..].chars();
    match rest.next() {
        None => Some((numbered, digits)),
        Some(c) if is_space(c) => {
            let next = skip_space(line, digits);
            let sign = char_at(line, next);
            let operand =
                sign.is_some_and(|c| is_sign(c) && is_operand(line, skip_space(line, next + c.len_utf8()), true));
            (!operand).then_some((numbered, digits))
        }
        // 1c3-d4 and 1-c3:d4, but not 22x18.
        Some(c) if c.is_alphabetic() && fold(c) != 'x' => Some((numbered, digits)),
        Some(c) if matches!(fold(c), '-' | ':') => {
            let behind = skip_space(line, digits + c.len_utf8());
            let letter = char_at(line, behind).is_some_and(|c| c.is_alphabetic() && !is_sign(c));
            let square = letter && chunk_has_digit(line, behind);
            square.then_some((numbered, digits + c.len_utf8()))
        }
        Some(c) if is_chunk_char(c) => None,
        Some('*') if joined(line, at, digits).is_some() => None,
        Some(_) => Some((numbered, digits)),
    }
}

pub(super) fn is_dotted_number(line: &str, at: usize) -> bool {
    number_at(line, at).is_some_and(|(found, _)| found.dotted)
}

pub(super) fn chunk_has_digit(line: &str, at: usize) -> bool {
    line[at..chunk_end(line, at)].chars().any(|c| c.is_ascii_digit())
}

/// Returns where the last square begins of a move that names what it jumps, `a3(b4)(b6)a7`: brackets that touch squares
/// on both sides hold no variation.
fn jumps_end(line: &str, at: usize) -> Option<usize> {
    let mut next = square_end(line, at).filter(|&end| char_at(line, end) == Some('('))?;
    while char_at(line, next) == Some('(') {
        next = square_end(line, next + 1).filter(|&end| char_at(line, end) == Some(')'))? + 1;
    }
    square_end(line, next).map(|_| next)
}

/// Returns where the square ends that begins here.
fn square_end(line: &str, at: usize) -> Option<usize> {
    let file = char_at(line, at).filter(|c| is_file(*c))?;
    let rank = at + file.len_utf8();
    matches!(char_at(line, rank), Some('1'..='8')).then_some(rank + 1)
}

/// Returns where the run of letters, digits and signs that begins here ends.
pub(super) fn chunk_end(line: &str, at: usize) -> usize {
    let at = jumps_end(line, at).unwrap_or(at);
    let mut chars = line.get(at..).unwrap_or_default().char_indices();
    while let Some((i, c)) = chars.next() {
        // A promotion such as a8=Q, but not a mark behind a move.
        let glyph = || {
            let next = chars.clone().next();
            i > 0 && matches!(c, '=' | '+') && next.is_some_and(|(_, next)| next != '½' && next.is_alphanumeric())
        };
        if !(is_chunk_char(c) || glyph()) {
            return at + i;
        }
    }
    line.len()
}

#[inline]
pub(super) fn is_chunk_char(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | ':' | '/' | '_' | '\'' => true,
        _ if c.is_ascii() => false,
        '½' => false,
        _ => c.is_alphanumeric() || matches!(fold(c), '-' | ':' | '/' | 'x'),
    }
}

#[inline]
pub(super) fn is_dash(c: char) -> bool {
    fold(c) == '-'
}

/// Returns whether this is a sign between two squares.
#[inline]
pub(super) fn is_sign(c: char) -> bool {
    matches!(fold(c), '-' | ':' | 'x')
}

#[inline]
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// White space, and what nobody sees.
#[inline]
pub(crate) fn is_space(c: char) -> bool {
    match c {
        ' ' | '\t' | '\r' | '\n' => true,
        '!'..='~' => false,
        _ => c.is_whitespace() || c.is_control() || is_invisible(c),
    }
}

/// A control character that is no white space.
pub(super) fn is_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
}

#[inline]
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

#[inline]
pub(super) fn skip_space(line: &str, at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    rest.find(|c| !is_space(c)).map_or(line.len(), |found| at + found)
}

#[inline]
pub(super) fn skip_digits(line: &str, at: usize) -> usize {
    let rest = line.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[inline]
pub(super) fn char_at(line: &str, at: usize) -> Option<char> {
    line.get(at..)?.chars().next()
}
