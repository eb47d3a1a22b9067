//! Reading text one character at a time, forgiving towards what people really write.

pub use tavlei_geometry::text::{Escaped, FoundChar, fold, is_unsafe};

/// A place in a text where something else was expected.
///
/// The offset is in bytes from the start of the text that was handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {offset}: expected {expected}, found {}", FoundChar(*found))]
pub struct SyntaxError {
    /// Where, in bytes.
    pub offset: usize,
    /// The character that stands there; `None` at the end of the text.
    pub found: Option<char>,
    /// A description of the text that was expected, for people.
    pub expected: &'static str,
}

/// A text being read: characters come out [folded](fold), and the place is known at any time.
///
/// Reading is linear in the length of the text, and nothing is copied.
///
/// ```
/// use tavlei_game::text::Scanner;
///
/// let mut text = Scanner::new(" С3 — В4"); // Cyrillic, with a long dash
/// text.skip_spaces();
/// assert_eq!(text.next(), Some('c'));
/// assert_eq!(text.next(), Some('3'));
/// text.skip_spaces();
/// assert!(text.eat('-'));
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    /// Begins at the start of the text, behind a byte order mark if there is one.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, offset }
    }

    /// Returns where the next character stands, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the rest of the text that has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// The whole text.
    #[must_use]
    pub const fn whole(&self) -> &'a str {
        self.text
    }

    /// Returns whether everything has been read.
    #[must_use]
    pub const fn is_at_end(&self) -> bool {
        self.offset >= self.text.len()
    }

    /// The next character as it stands in the text, which stays unread.
    #[inline]
    #[must_use]
    pub fn peek_raw(&self) -> Option<char> {
        match self.text.as_bytes().get(self.offset) {
            // Nearly every text is ASCII, which need not be decoded.
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.rest().chars().next(),
        }
    }

    /// The next character, folded, which stays unread.
    #[inline]
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.peek_raw().map(fold)
    }

    /// Reads the next character, folded.
    #[expect(clippy::should_implement_trait, reason = "a scanner is no sequence to adapt: its place matters")]
    #[inline]
    pub fn next(&mut self) -> Option<char> {
        self.eat_if(|_| true)
    }

    /// Reads the next character if, folded, it is this one.
    #[inline]
    pub fn eat(&mut self, expected: char) -> bool {
        self.eat_if(|c| c == expected).is_some()
    }

    /// Reads the next character if the test accepts it, folded.
    #[expect(clippy::arithmetic_side_effects, reason = "the end of a character that stands in the text")]
    #[inline]
    pub fn eat_if(&mut self, test: impl FnOnce(char) -> bool) -> Option<char> {
        let raw = self.peek_raw()?;
        let c = fold(raw);
        test(c).then(|| {
            self.offset += raw.len_utf8();
            c
        })
    }

    /// Reads white space, ends of lines included, and says whether there was any.
    #[inline]
    pub fn skip_spaces(&mut self) -> bool {
        let start = self.offset;
        while self.eat_if(char::is_whitespace).is_some() {}
        self.offset > start
    }

    /// Reads a square: a file and a rank, each counted from 0.
    ///
    /// # Errors
    ///
    /// The place where no file or rank stands; nothing has been read then.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a letter or digit less the first of the range that it was matched with"
    )]
    pub fn square(&mut self) -> Result<(u8, u8), SyntaxError> {
        let start = self.offset;
        let file = self.eat_if(|c| matches!(c, 'a'..='h')).ok_or_else(|| self.expected("a square"))?;
        let Some(rank) = self.eat_if(|c| matches!(c, '1'..='8')) else {
            let error = self.expected("a rank, 1 to 8");
            self.offset = start;
            return Err(error);
        };
        Ok((file as u8 - b'a', rank as u8 - b'1'))
    }

    /// Goes back (or on) to a place that [`offset`](Self::offset) gave.
    ///
    /// # Panics
    ///
    /// Where debug assertions are on, when the place is in the middle of a character or behind the end.
    pub fn go_to(&mut self, offset: usize) {
        debug_assert!(self.text.is_char_boundary(offset), "{offset} came from this scanner");
        self.offset = offset;
    }

    /// The error that something else was expected at this place.
    #[must_use]
    pub fn expected(&self, expected: &'static str) -> SyntaxError {
        SyntaxError { offset: self.offset, found: self.peek_raw(), expected }
    }

    /// Makes sure that nothing but white space is left.
    ///
    /// # Errors
    ///
    /// Names what stands there instead.
    pub fn finish(mut self, expected: &'static str) -> Result<(), SyntaxError> {
        self.skip_spaces();
        if self.is_at_end() { Ok(()) } else { Err(self.expected(expected)) }
    }
}
