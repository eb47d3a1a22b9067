//! Where something stands in a text.

use std::fmt;

/// A place in a text or a stream.
///
/// ```
/// let place = tavlei_record::Place { offset: 30, line: 2, column: 7 };
/// assert_eq!(place.to_string(), "line 2, column 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// Bytes from the beginning of the text or stream.
    pub offset: u64,
    /// The line, counted from 1; 0 for what has been read from nowhere.
    pub line: u64,
    /// The column, in characters, counted from 1.
    pub column: u32,
}

impl Place {
    /// The place the given number of bytes further on in the same line, of which `text` is what stands from this place on.
    ///
    /// A number of bytes that ends inside a character, or behind the text, is cut back to the character's beginning, or
    /// to the end of the text.
    #[must_use]
    pub fn further(self, text: &str, bytes: usize) -> Self {
        let (mut passed, mut columns) = (0, 0);
        for c in text.chars() {
            if passed + c.len_utf8() > bytes {
                break;
            }
            passed += c.len_utf8();
            columns += 1;
        }
        let offset = self.offset.saturating_add(passed as u64);
        Self { offset, line: self.line, column: self.column.saturating_add(columns) }
    }
}

/// `line 2, column 7`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
