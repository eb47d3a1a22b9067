//! The result at the end of a record.

use std::fmt;
use std::str::FromStr;

use tavlei_game::text::fold;
use tavlei_game::{ParseScoreError, Score, Side};

/// The end of the game as the record states it.
///
/// ```
/// use tavlei_record::ResultMark;
///
/// let mark: ResultMark = "1 : 0".parse().unwrap(); // as the Ashtarashki sources write it
/// assert_eq!(mark.to_string(), "1-0");
/// assert_eq!("*".parse(), Ok(ResultMark::Open));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultMark {
    /// A score: `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`.
    Score(Score),
    /// `*`: not finished, or not known.
    Open,
}

impl ResultMark {
    /// The score; `None` for `*`.
    #[must_use]
    pub const fn score(self) -> Option<Score> {
        match self {
            Self::Score(score) => Some(score),
            Self::Open => None,
        }
    }

    /// The mark for a score, or for none.
    #[must_use]
    pub const fn from_score(score: Option<Score>) -> Self {
        match score {
            Some(score) => Self::Score(score),
            None => Self::Open,
        }
    }
}

impl fmt::Display for ResultMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => score.fmt(f),
            Self::Open => f.write_str("*"),
        }
    }
}

/// Reads a result; any dash or colon, spaces around it, the letter O for a zero, and `½`, `0.5` or the word for a draw are
/// accepted.
impl FromStr for ResultMark {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        let text = text.trim();
        if text == "*" {
            return Ok(Self::Open);
        }
        if DRAWS.iter().any(|draw| is_word(text.trim_end_matches(['.', '!']), draw)) {
            return Ok(Self::Score(Score::Draw));
        }
        match score_at(text, 0) {
            Some((score, end)) if end == text.len() => Ok(Self::Score(score)),
            _ => Err(ParseScoreError),
        }
    }
}

/// The score that stands at this place of a line, and where it ends.
pub(crate) fn score_at(line: &str, start: usize) -> Option<(Score, usize)> {
    let (white, half_end) = half_at(line, start, true)?;
    // Behind a number of points `0.5` is a nought and something else.
    let both =
        black_half_at(line, half_end, white == Half::Draw).and_then(|(black, end)| Some((pair(white, black)?, end)));
    both.filter(|&(_, end)| is_end(line, end)).or_else(|| {
        (white == Half::Draw && !is_decimal(line, start) && is_end(line, half_end)).then_some((Score::Draw, half_end))
    })
}

/// Returns whether a half stands here as a decimal fraction, `0.5` or `0,5`; alone it is no result.
fn is_decimal(line: &str, start: usize) -> bool {
    matches!(line.as_bytes().get(start..), Some([b'0', b'.' | b',', b'5', ..]))
}

/// Returns whether a score can end here: nothing is stuck to it that would make it something else.
fn is_end(line: &str, at: usize) -> bool {
    char_at(line, at).is_none_or(|c| match fold(c) {
        '½' => true,
        '-' | ':' | '/' => false,
        _ => !c.is_alphanumeric(),
    })
}

/// The text on one side of the dash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Points(u8),
    Draw,
}

fn pair(white: Half, black: Half) -> Option<Score> {
    match (white, black) {
        (Half::Points(points @ 1..), Half::Points(0)) => Some(Score::Win { winner: Side::White, points }),
        (Half::Points(0), Half::Points(points @ 1..)) => Some(Score::Win { winner: Side::Black, points }),
        (Half::Draw, Half::Draw) => Some(Score::Draw),
        _ => None,
    }
}

/// The dash or colon, and what stands behind it.
fn black_half_at(line: &str, start: usize, may_be_decimal: bool) -> Option<(Half, usize)> {
    let at = skip_blanks(line, start);
    let sign = char_at(line, at).filter(|c| matches!(fold(*c), '-' | ':'))?;
    half_at(line, skip_blanks(line, at + sign.len_utf8()), may_be_decimal)
}

fn half_at(line: &str, start: usize, may_be_decimal: bool) -> Option<(Half, usize)> {
    let rest = line.get(start..)?;
    let first = rest.chars().next()?;
    match fold(first) {
        '0' if may_be_decimal && is_decimal(line, start) => return Some((Half::Draw, start + 3)),
        '½' => return Some((Half::Draw, start + first.len_utf8())),
        '0' | 'o' => return Some((Half::Points(0), start + first.len_utf8())),
        '1'..='9' if first.is_ascii_digit() => {}
        _ => return None,
    }
    let mut chars = rest.chars().skip(1);
    if let (Some(slash), Some('2')) = (chars.next(), chars.next())
        && first == '1'
        && fold(slash) == '/'
    {
        return Some((Half::Draw, start + slash.len_utf8() + 2));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).take(4).count();
    Some((Half::Points(rest.get(..digits)?.parse().ok()?), start + digits))
}

fn skip_blanks(line: &str, start: usize) -> usize {
    let rest = line.get(start..).unwrap_or_default();
    line.len() - rest.trim_start().len()
}

fn char_at(line: &str, at: usize) -> Option<char> {
    line.get(at..)?.chars().next()
}

/// Words for a draw.
pub(crate) const DRAWS: [&str; 2] = ["ничья", "draw"];

/// Returns whether this is the word, in capital or small letters.
pub(crate) fn is_word(text: &str, word: &str) -> bool {
    text.chars().flat_map(char::to_lowercase).eq(word.chars())
}
