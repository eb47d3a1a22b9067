//! Digests, and the one way in which values are written to be hashed: lines `key length value`.

use alloc::string::ToString;
use core::fmt::{self, Display, Write};

use sha2::{Digest as _, Sha256};
use tavlei_game::text::{Scanner, SyntaxError};

/// Defines a value of bytes whose text is hexadecimal digits.
macro_rules! hexadecimal {
    ($(#[$doc:meta])* $name:ident, $bytes:literal, $digits:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// Makes the value of these bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// Returns the bytes.
            #[must_use]
            pub const fn to_bytes(self) -> [u8; $bytes] {
                self.0
            }
        }

        #[doc = concat!($digits, " digits, in lower case.")]
        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&$crate::sealed_move::digest::Hex(&self.0), f)
            }
        }

        /// The type and the text.
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        #[doc = concat!("Reads ", $digits, " hexadecimal digits, with white space around them; capital letters are accepted.")]
        impl core::str::FromStr for $name {
            type Err = tavlei_game::text::SyntaxError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let mut text = tavlei_game::text::Scanner::new(text);
                let value = Self::scan(&mut text)?;
                text.finish(concat!("nothing after ", $digits, " hexadecimal digits"))?;
                Ok(value)
            }
        }

        impl $name {
            /// Reads the digits, with white space before them.
            pub(crate) fn scan(
                text: &mut tavlei_game::text::Scanner<'_>,
            ) -> Result<Self, tavlei_game::text::SyntaxError> {
                let expected = concat!("one of ", $digits, " hexadecimal digits");
                $crate::sealed_move::digest::scan_hex(text, expected).map(Self)
            }
        }
    };
}
pub(crate) use hexadecimal;

hexadecimal! {
    /// A SHA-256 digest: of terms, of a message, or of all that was sent before a message; 64 hexadecimal digits as text.
    Digest, 32, "64"
}

hexadecimal! {
    /// The hash that stands for a hidden choice until it is shown; 64 hexadecimal digits as text.
    Commitment, 32, "64"
}

/// A SHA-256 hash that text is written to.
pub(crate) struct Hash(Sha256);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(Sha256::new())
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// A text of fields, begun with a tag that names its purpose and its version.
///
/// The first line is the tag. Each field is a line `key length value`, where the length is that of the value in bytes.
/// So no two lists of fields have the same text, whatever the values hold.
pub(crate) struct Fields<W> {
    out: W,
}

impl<W: Write> Fields<W> {
    pub(crate) fn new(out: W, tag: &str) -> Self {
        let mut fields = Self { out };
        fields.write(format_args!("{tag}\n"));
        fields
    }

    /// Goes on with a text of fields.
    pub(crate) const fn continued(out: W) -> Self {
        Self { out }
    }

    pub(crate) fn field(mut self, key: &str, value: impl Display) -> Self {
        let value = value.to_string();
        self.write(format_args!("{key} {} {value}\n", value.len()));
        self
    }

    /// The field of a secret, no copy of which is made on the way.
    pub(crate) fn secret(mut self, secret: &[u8; 32]) -> Self {
        self.write(format_args!("secret 64 {}\n", Hex(secret)));
        self
    }

    pub(crate) fn finish(self) -> W {
        self.out
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        let written = self.out.write_fmt(text);
        debug_assert!(written.is_ok(), "strings and hashes take all that is written to them");
    }
}

/// Writes bytes as hexadecimal digits, one by one.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits.filter_map(|digit| char::from_digit(digit.into(), 16)).try_for_each(|digit| f.write_char(digit))
    }
}

/// Reads bytes as hexadecimal digits, with white space before them.
pub(crate) fn scan_hex<const N: usize>(text: &mut Scanner<'_>, expected: &'static str) -> Result<[u8; N], SyntaxError> {
    text.skip_spaces();
    let mut bytes = [0; N];
    for byte in &mut bytes {
        for _ in 0..2 {
            let digit = text.peek().and_then(|c| c.to_digit(16));
            let digit = digit.ok_or_else(|| text.expected(expected))?;
            text.next();
            // A digit is below 16.
            *byte = *byte << 4 | digit as u8;
        }
    }
    Ok(bytes)
}
