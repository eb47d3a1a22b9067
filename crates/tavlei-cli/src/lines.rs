//! Lines as another program writes them: read one by one, each of bounded length.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// A line without its end, or the reason why it can't be read.
pub(crate) type Line = Result<String, String>;

/// The lines of a source. A line that can't be read is reported, and the next one is read all the same.
///
/// Lines end with LF or CRLF; the last one may lack its end. A byte order mark at the start is left out.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: R,
    is_at_start: bool,
    /// Whether the rest of an overlong line has still to be passed over.
    is_within_line: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(source: R) -> Self {
        Self { source, is_at_start: true, is_within_line: false }
    }

    /// Reads the next line; `None` after the last.
    ///
    /// An overlong line is reported before its end has been seen, so that a source without line ends is refused, too.
    ///
    /// # Errors
    ///
    /// Those of the source.
    pub(crate) fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok((!line.is_empty()).then(|| self.text(&line)));
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let length = piece.len() + usize::from(end.is_some());
            let is_passed_over = self.is_within_line;
            if !is_passed_over {
                line.extend_from_slice(piece);
            }
            self.source.consume(length);
            let is_too_long = line.len() > MAX_BYTES;
            self.is_within_line = end.is_none() && (is_passed_over || is_too_long);
            if is_too_long {
                self.is_at_start = false;
                return Ok(Some(Err(format!("the line is longer than {MAX_BYTES} bytes"))));
            }
            if end.is_some() && !is_passed_over {
                return Ok(Some(self.text(&line)));
            }
        }
    }

    /// Reads the next line that is not blank, without the white space around it.
    ///
    /// # Errors
    ///
    /// Those of the source.
    pub(crate) fn read_filled(&mut self) -> io::Result<Option<Line>> {
        loop {
            match self.read()? {
                Some(Ok(line)) if line.trim().is_empty() => {}
                Some(line) => return Ok(Some(line.map(|line| line.trim().to_owned()))),
                None => return Ok(None),
            }
        }
    }

    fn text(&mut self, line: &[u8]) -> Line {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        let is_first = std::mem::replace(&mut self.is_at_start, false);
        let line = if is_first { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        str::from_utf8(line).map(str::to_owned).map_err(|error| format!("the line is not UTF-8: {error}"))
    }
}

impl<R: io::Read> Lines<io::BufReader<R>> {
    /// Returns whether more has been read from the source than the lines that were handed out, line ends apart.
    pub(crate) fn has_more_at_hand(&self) -> bool {
        !self.is_within_line && !self.source.buffer().trim_ascii().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{Lines, MAX_BYTES};

    fn lines(source: &[u8]) -> Vec<Result<String, String>> {
        // A small buffer, so that lines are put together from pieces.
        let mut lines = Lines::new(BufReader::with_capacity(3, source));
        std::iter::from_fn(|| lines.read().expect("memory can be read")).collect()
    }

    #[test]
    fn each_line_is_read_whatever_the_others_are() {
        let told = lines(b"\xef\xbb\xbfone\r\n\n\xfftwo\n\0\n\xef\xbb\xbffour\nlast");
        assert_eq!(told.len(), 6, "{told:?}");
        let texts = told.iter().map(|line| line.as_deref().ok()).collect::<Vec<_>>();
        assert_eq!(texts, [Some("one"), Some(""), None, Some("\0"), Some("\u{feff}four"), Some("last")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xef\xbb\xbf"), [Ok(String::new())]);
    }

    #[test]
    fn an_overlong_line_is_reported_once_and_passed_over() {
        let longest = "x".repeat(MAX_BYTES);
        let told = lines(format!("a\n{longest}\n{longest}x\nb\n{longest}{longest}{longest}").as_bytes());
        let lengths = told.iter().map(|line| line.as_ref().ok().map(String::len)).collect::<Vec<_>>();
        assert_eq!(lengths, [Some(1), Some(MAX_BYTES), None, Some(1), None]);
        // It is reported although it has no end.
        let mut endless = Lines::new(BufReader::new(std::io::repeat(0)));
        assert!(endless.read().expect("it can be read").expect("a line").is_err());
    }
}
