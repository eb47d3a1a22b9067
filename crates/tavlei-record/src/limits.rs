//! The limits of a reader.

/// The limits of a reader: bounds on memory, far beyond any text that people write.
///
/// ```
/// use tavlei_record::{ReadLimits, Reader};
///
/// let limits = ReadLimits { line: 1000, ..ReadLimits::default() };
/// let long = "c3-d4 ".repeat(1000);
/// assert!(Reader::with_limits(long.as_bytes(), limits).read_record().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// Bytes of a line; 4 MiB, as of a game, so that any game that may be read may also stand on one line.
    pub line: usize,
    /// Bytes of a move, and of the name of a tag; 256.
    pub token: usize,
    /// Bytes of a comment, and of the value of a tag; 64 KiB.
    pub comment: usize,
    /// Variations within each other; 64.
    pub depth: u32,
    /// Bytes of tags, moves and comments of one game, 4 MiB; and there are at most a quarter as many of them, 1,048,576.
    pub game: usize,
}

impl ReadLimits {
    /// Returns how many tags, moves and comments a game has at most.
    pub(crate) const fn pieces(&self) -> usize {
        self.game / 4
    }
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { line: 1 << 22, token: 256, comment: 1 << 16, depth: 64, game: 1 << 22 }
    }
}
