//! Reads the games of a stream, one after the other.

use std::io::{self, BufRead, BufReader, Read};
use std::str::FromStr;

use crate::lexer::{Lexer, Step, is_tag};
use crate::record::Builder;
use crate::{OpenPart, ParseRecordError, Place, ReadError, ReadLimits, Record, Visitor, Warning, WarningKind};

/// Reads games from a stream, or from a text.
///
/// A reader takes time linear in its input and keeps one line of it, and, while it builds a [`Record`], that record.
/// It is an iterator over records. After an error in the text it goes on with the next game that begins with a tag.
///
/// ```
/// use tavlei_record::Reader;
///
/// let file = "[White \"Anna\"]\n\n1. c3-d4 f6-e5 {hm} 2. d4:f6 1-0\n\n[White \"Boris\"]\n\n1. c3-b4 *\n";
/// for record in Reader::new(file.as_bytes()) {
///     let record = record?;
///     println!("{}: {} moves", record.tag("White").unwrap_or("?"), record.moves.len());
/// }
/// # Ok::<_, tavlei_record::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    limits: ReadLimits,
    /// The line that is being read, without its end.
    line: String,
    /// Where to read on in it.
    pos: usize,
    /// Where it begins, and where the next one does.
    line_offset: u64,
    next_offset: u64,
    /// Whether the rest of a line that is too long has still to be passed over: it may have no end.
    is_within_line: bool,
    lexer: Lexer,
    state: State,
    remainder: Record,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Reading,
    /// An error has been told, at this place; the rest of that game is to be passed over.
    Broken(Place),
    Finished,
}

/// Reads the games of a text.
impl<'a> From<&'a str> for Reader<&'a [u8]> {
    fn from(text: &'a str) -> Self {
        Self::new(text.as_bytes())
    }
}

impl<R: Read> Reader<BufReader<R>> {
    /// Reads games from a source that has no buffer of its own: a file, standard input.
    pub fn buffered(input: R) -> Self {
        Self::new(BufReader::with_capacity(1 << 16, input))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads games from a stream.
    pub fn new(input: R) -> Self {
        Self::with_limits(input, ReadLimits::default())
    }

    /// Reads games from a stream, with other limits.
    pub fn with_limits(input: R, limits: ReadLimits) -> Self {
        Self {
            input,
            limits,
            line: String::new(),
            pos: 0,
            line_offset: 0,
            next_offset: 0,
            is_within_line: false,
            lexer: Lexer::new(limits),
            state: State::Reading,
            remainder: Record::default(),
        }
    }

    /// Returns the text after the last game, once [`read_record`](Self::read_record) has found no more: a record without
    /// tags and moves, with comments and warnings only.
    #[must_use]
    pub const fn remainder(&self) -> &Record {
        &self.remainder
    }

    /// Reads one game, telling the visitor what is found; `false` when there are no more.
    ///
    /// A game has at least a tag or a move. What stands before it belongs to it: the visitor can be told comments,
    /// and then that there is no game.
    ///
    /// # Errors
    ///
    /// Text that cannot be repaired: see [`ReadError`]. Reading may go on after it.
    pub fn read<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, ReadError> {
        match self.state {
            State::Finished => return Ok(false),
            State::Broken(place) => {
                let lines = self.pass_over()?;
                if lines > 0 {
                    let _ = visitor.warning(Warning { place, kind: WarningKind::PassedOver(lines) });
                }
            }
            State::Reading => {}
        }
        self.lexer.begin_game();
        let read = self.read_on(visitor);
        if let Err(error) = &read {
            // What has been read is told before it is given up.
            let _ = self.lexer.settle(&self.line, visitor);
            self.state = error.place().map_or(State::Finished, State::Broken);
        }
        read
    }

    /// Reads one game as a record; `None` when there are no more.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_record(&mut self) -> Result<Option<Record>, ReadError> {
        let mut builder = Builder::default();
        let found = self.read(&mut builder)?;
        let record = builder.finish();
        if found {
            return Ok(Some(record));
        }
        if !record.preface.is_empty() || !record.warnings.is_empty() {
            self.remainder = record;
        }
        Ok(None)
    }

    fn read_on<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, ReadError> {
        loop {
            match self.lexer.lex(&self.line, &mut self.pos, visitor)? {
                Step::GameOver => return Ok(true),
                Step::NextLine => {
                    let end = self.lexer.place(&self.line, self.line.len());
                    if !self.next_line()? {
                        self.state = State::Finished;
                        self.lexer.finish(visitor, end)?;
                        return Ok(self.lexer.has_begun());
                    }
                }
            }
        }
    }

    /// Goes on to the next line that begins with a tag, after an error, and says how many lines it passes over.
    fn pass_over(&mut self) -> Result<u64, ReadError> {
        self.state = State::Reading;
        let mut lines = 0;
        loop {
            match self.next_line() {
                Ok(true) if is_tag(&self.line, self.lexer.first()) => return Ok(lines),
                Ok(true) | Err(ReadError::NotUtf8 { .. } | ReadError::LineTooLong { .. }) => lines += 1,
                Ok(false) => {
                    self.state = State::Finished;
                    self.pos = self.line.len();
                    return Ok(lines);
                }
                Err(error) => {
                    self.state = State::Finished;
                    return Err(error);
                }
            }
        }
    }

    /// Reads the next line; `false` at the end of the input.
    fn next_line(&mut self) -> Result<bool, ReadError> {
        if std::mem::take(&mut self.is_within_line) {
            self.next_offset += skip_line(&mut self.input)?;
        }
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        self.pos = 0;
        let limit = self.limits.line as u64;
        // One byte more than is allowed, and than what ends a line, shows that the line is too long.
        let read = (&mut self.input).take(limit.saturating_add(2)).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(false);
        }
        self.line_offset = self.next_offset;
        self.next_offset += read as u64;
        let ended = bytes.last() == Some(&b'\n');
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        if bytes.len() > self.limits.line {
            self.lexer.pass_line();
            self.is_within_line = !ended;
            let place = Place { offset: self.line_offset, line: self.lexer.line_number(), column: 1 };
            return Err(ReadError::LineTooLong { limit: self.limits.line, place });
        }
        match String::from_utf8(bytes) {
            Ok(line) => self.line = line,
            Err(error) => {
                self.lexer.pass_line();
                let valid = error.utf8_error().valid_up_to();
                let before = error.as_bytes().get(..valid).map(String::from_utf8_lossy).unwrap_or_default();
                let start = Place { offset: self.line_offset, line: self.lexer.line_number(), column: 1 };
                return Err(ReadError::NotUtf8 { place: start.further(&before, valid) });
            }
        }
        let mark = if self.line_offset == 0 && self.line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        self.lexer.begin_line(&self.line, self.line_offset, mark);
        self.pos = mark;
        Ok(true)
    }
}

/// The records of the stream.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_record().transpose()
    }
}

/// Passes over the rest of a line, keeping nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let (length, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        skipped += length as u64;
        if done {
            return Ok(skipped);
        }
    }
}

impl ReadError {
    /// Returns where in the text; `None` when the source itself fails.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Io(_) => None,
            Self::NotUtf8 { place }
            | Self::LineTooLong { place, .. }
            | Self::MoveTooLong { place, .. }
            | Self::TagTooLong { place, .. }
            | Self::CommentTooLong { place, .. }
            | Self::TooDeep { place, .. }
            | Self::GameTooLong { place, .. }
            | Self::TooManyPieces { place, .. }
            | Self::Unclosed { place, .. } => Some(*place),
        }
    }
}

impl std::fmt::Display for OpenPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Comment => "comment",
            Self::Variation => "variation",
        })
    }
}

/// Reads a text that holds one game.
impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let mut reader = Reader::from(text);
        let mut record = reader.read_record()?.ok_or(ParseRecordError::Empty)?;
        if reader.read_record()?.is_some() {
            return Err(ParseRecordError::Many);
        }
        // What stands behind the only game belongs to it.
        let Record { preface, warnings, .. } = reader.remainder().clone();
        record.comments_mut().extend(preface);
        record.warnings.extend(warnings);
        Ok(record)
    }
}
