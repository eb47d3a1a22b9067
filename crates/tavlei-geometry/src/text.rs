//! How squares are read: forgiving towards what people really write.
//!
//! Players write squares with capital letters, and on a Russian keyboard the letters а, в, с, е and н stand where
//! a Latin a, b, c, e and h were meant; many published games mix both alphabets. [`fold`] maps every such
//! character to the plain one that it looks like, and everything that reads text in tavlei reads it through that.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "a character less the first of the range that it was matched with, or less than 95 added to a plain one"
)]

/// The plain character that this one is a look-alike of, in lower case; any other character as it is.
///
/// Folded are: capital letters; Cyrillic letters that look like the Latin ones of squares and moves, and `З`, which
/// looks like a 3; the full-width forms of ASCII; the dashes `‐ ‑ ‒ – — ― − ﹣` (to `-`); the signs `∶ ꞉` (to `:`), `× ✕
/// ✖` (to `x`) and `⁄ ∕` (to `/`); tabs and the spaces of every width, those that do not break or have none included,
/// and soft hyphens, which nobody sees (to a space). Folding twice changes nothing more.
///
/// ```
/// use tavlei_geometry::text::fold;
///
/// assert_eq!(fold('С'), 'c'); // Cyrillic
/// assert_eq!(fold('Ｈ'), 'h'); // full-width
/// assert_eq!(fold('–'), '-');
/// assert_eq!(fold('З'), '3'); // Cyrillic
/// assert_eq!(fold('я'), 'я');
/// ```
#[inline]
#[must_use]
pub const fn fold(c: char) -> char {
    if c.is_ascii() {
        return if c == '\t' { ' ' } else { c.to_ascii_lowercase() };
    }
    match c {
        'А' | 'а' => 'a',
        'В' | 'в' | 'Ь' | 'ь' => 'b',
        'С' | 'с' => 'c',
        'Ԁ' | 'ԁ' => 'd',
        'Е' | 'е' | 'Ё' | 'ё' => 'e',
        'ɡ' | 'Ԍ' | 'ԍ' => 'g',
        'Н' | 'н' | 'Һ' | 'һ' => 'h',
        'З' | 'з' => '3',
        'К' | 'к' => 'k',
        'М' | 'м' => 'm',
        'О' | 'о' => 'o',
        'Р' | 'р' => 'p',
        'Т' | 'т' => 't',
        'У' | 'у' => 'y',
        'Х' | 'х' | '×' | '✕' | '✖' => 'x',
        'Ѵ' | 'ѵ' => 'v',
        'Ѡ' | 'ѡ' | 'Ԝ' | 'ԝ' => 'w',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' => '-',
        '∶' | '꞉' => ':',
        '⁄' | '∕' => '/',
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' => ' ',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        // The full-width forms stand in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => ((c as u32 - 0xff01 + 0x21) as u8).to_ascii_lowercase() as char,
        _ => c,
    }
}

/// Why a text is not a square. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSquareError {
    /// The text does not begin with the letter of a file.
    #[error("byte {offset}: expected a file, a to h, found {}", FoundChar(*found))]
    File {
        /// Where the letter should stand.
        offset: usize,
        /// The character found; `None` at the end of the text.
        found: Option<char>,
    },
    /// No rank follows the file.
    #[error("byte {offset}: expected a rank, 1 to 8, found {}", FoundChar(*found))]
    Rank {
        /// Where the digit should stand.
        offset: usize,
        /// The character found; `None` at the end of the text.
        found: Option<char>,
    },
    /// More text follows the square.
    #[error("byte {offset}: expected nothing after the square, found {}", FoundChar(Some(*found)))]
    Trailing {
        /// Where the square has ended.
        offset: usize,
        /// The character found.
        found: char,
    },
    /// The square is a light one, where only dark squares are played on.
    #[error("byte 0: {file}{rank} is a light square")]
    Light {
        /// The letter of the file.
        file: char,
        /// The digit of the rank.
        rank: char,
    },
}

/// Reads a square of the 8×8 board, which must be the whole text: file and rank, each counted from 0.
///
/// # Errors
///
/// Says where the text stops being a square, and why.
pub(crate) fn parse_square(text: &str) -> Result<(u8, u8), ParseSquareError> {
    let mut chars = text.char_indices().map(|(offset, c)| (offset, fold(c), c));
    let file = match chars.next() {
        Some((_, folded @ 'a'..='h', _)) => folded as u8 - b'a',
        other => return Err(ParseSquareError::File { offset: 0, found: other.map(|(_, _, c)| c) }),
    };
    let rank = match chars.next() {
        Some((_, digit @ '1'..='8', _)) => digit as u8 - b'1',
        other => {
            let offset = other.map_or(text.len(), |(offset, _, _)| offset);
            return Err(ParseSquareError::Rank { offset, found: other.map(|(_, _, c)| c) });
        }
    };
    match chars.next() {
        Some((offset, _, found)) => Err(ParseSquareError::Trailing { offset, found }),
        None => Ok((file, rank)),
    }
}

/// Shows what was found at a place: a character in quotes, or the end of the text.
///
/// ```
/// use tavlei_geometry::text::FoundChar;
///
/// assert_eq!(FoundChar(Some('\n')).to_string(), "‘\\n’");
/// assert_eq!(FoundChar(None).to_string(), "the end");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FoundChar(pub Option<char>);

impl core::fmt::Display for FoundChar {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(c) => write!(f, "‘{}’", c.escape_debug()),
            None => f.write_str("the end"),
        }
    }
}

/// Returns whether a character must not be shown as it is: it moves the cursor, commands a terminal, changes the direction of
/// writing, or nobody sees it.
///
/// These are all control characters (ESC, DEL and the C1 range among them), the separators of lines and paragraphs, the
/// marks that change the direction of writing, and invisible characters that carry data. White space and joiners within
/// words are none of them, the tab and the ends of lines apart.
///
/// ```
/// use tavlei_geometry::text::is_unsafe;
///
/// assert!(is_unsafe('\u{1b}') && is_unsafe('\u{9b}') && is_unsafe('\u{202e}'));
/// assert!(!is_unsafe('ё') && !is_unsafe('\u{a0}') && !is_unsafe('👍'));
/// ```
#[inline]
#[must_use]
pub const fn is_unsafe(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Shows a text from outside with every character that [is unsafe](is_unsafe) escaped, as in a Rust string.
///
/// Whoever prints text that somebody else wrote, or quotes it in a message, shows it through this.
///
/// ```
/// use tavlei_geometry::text::Escaped;
///
/// assert_eq!(Escaped("c3\u{1b}[31m\n").to_string(), r"c3\u{1b}[31m\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl core::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.split_inclusive(is_unsafe).try_for_each(|part| match part.char_indices().next_back() {
            Some((at, last)) if is_unsafe(last) => {
                let (plain, _) = part.split_at(at);
                write!(f, "{plain}{}", last.escape_default())
            }
            _ => f.write_str(part),
        })
    }
}

/// Implements `Display`, `Debug` and `FromStr` of a square from its `file()` and `rank()`.
macro_rules! square_text {
    ($square:ident, $from:expr) => {
        impl core::fmt::Display for $square {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                use core::fmt::Write;
                f.write_char((b'a' + self.file()) as char)?;
                f.write_char((b'1' + self.rank()) as char)
            }
        }

        impl core::fmt::Debug for $square {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }

        /// Reads a square such as `c3`; capital, Cyrillic and full-width characters are accepted.
        impl core::str::FromStr for $square {
            type Err = $crate::text::ParseSquareError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let (file, rank) = $crate::text::parse_square(text)?;
                $from(file, rank).ok_or($crate::text::ParseSquareError::Light {
                    file: (b'a' + file) as char,
                    rank: (b'1' + rank) as char,
                })
            }
        }
    };
}
pub(crate) use square_text;
