//! Text from files and from standard input, of bounded length.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::output::Failure;

/// The argument that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The longest text of a position, in bytes.
const MAX_POSITION: u64 = 64 << 10;

/// A file, or standard input for `-`.
///
/// # Errors
///
/// The file can't be opened.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path {
        path if path.as_os_str() == STANDARD_INPUT => Box::new(io::stdin().lock()),
        path => Box::new(BufReader::new(File::open(path)?)),
    })
}

/// The text of the position that standard input consists of.
pub(crate) fn read_position_text() -> Result<String, Failure> {
    text_within(&mut io::stdin().lock(), MAX_POSITION)
        .map_err(|error| Failure::Input(format!("standard input: {error}")))
}

/// All of a source, which must be text and not longer than the given number of bytes.
fn text_within(source: &mut impl Read, limit: u64) -> io::Result<String> {
    let refused = |reason: String| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    let mut bytes = Vec::new();
    let read = source.take(limit + 1).read_to_end(&mut bytes)?;
    if read as u64 > limit {
        return refused(format!("it is longer than the {limit} bytes that a position may have"));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return refused(format!("it is no text: {}", error.utf8_error())),
    };
    Ok(text.trim_start_matches('\u{feff}').trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::text_within;

    #[test]
    fn a_source_without_end_is_refused() {
        assert_eq!(text_within(&mut "\u{feff} w a1;b5\r\n".as_bytes(), 20).expect("a text"), "w a1;b5");
        assert_eq!(text_within(&mut "1234".as_bytes(), 4).expect("a text"), "1234");
        let error = |source: &mut dyn io::Read| text_within(&mut &mut *source, 4).expect_err("refused").to_string();
        assert_eq!(error(&mut "12345".as_bytes()), "it is longer than the 4 bytes that a position may have");
        assert!(error(&mut io::repeat(0)).contains("longer than"));
        assert!(error(&mut [b'a', 0xff].as_slice()).starts_with("it is no text: invalid utf-8"));
    }
}
