//! Values as serde sees them (feature `serde`): as their text.
//!
//! Types with one text form are serialized as that text, `Display` written and `FromStr` read, so a JSON file holds what people
//! write, reading it is as forgiving, and a refusal says what the text's own error says. [`serialize_as_text!`] makes a
//! type so; [`serialize`] and [`deserialize`] do it for a field, `#[serde(with = "tavlei_geometry::serde_text")]`.
//!
//! [`serialize_as_text!`]: crate::serialize_as_text

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// Serializes a value as its text.
///
/// # Errors
///
/// Only those of the serializer.
pub fn serialize<T: Display + ?Sized, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Deserializes a value from its text.
///
/// # Errors
///
/// Reads a value by its `FromStr`.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    deserialize_expecting(deserializer, "a text")
}

/// Deserializes a value from its text; an error that there is none says what was expected instead.
///
/// # Errors
///
/// As [`deserialize`].
pub fn deserialize_expecting<'de, T, D>(deserializer: D, expected: &'static str) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Text { expected, read: PhantomData })
}

/// Reads a text as a value.
struct Text<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Serializes types as what their `Display` writes, and deserializes them with their `FromStr`.
///
/// Beside each type stands what is expected where there is no text. The crate that calls this depends on `serde`.
///
/// ```
/// use std::{fmt, num::ParseIntError, str::FromStr};
///
/// #[derive(Debug, PartialEq)]
/// struct Ply(u32);
///
/// impl fmt::Display for Ply {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.0.fmt(f)
///     }
/// }
///
/// impl FromStr for Ply {
///     type Err = ParseIntError;
///
///     fn from_str(text: &str) -> Result<Self, ParseIntError> {
///         text.parse().map(Self)
///     }
/// }
///
/// tavlei_geometry::serialize_as_text!(Ply, "a ply, such as \"12\"");
///
/// assert_eq!(serde_json::to_string(&Ply(12))?, "\"12\"");
/// assert_eq!(serde_json::from_str::<Ply>("\"12\"")?, Ply(12));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serialize_as_text {
    ($($type:ty, $expected:literal);+ $(;)?) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::serde_text::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                $crate::serde_text::deserialize_expecting(deserializer, $expected)
            }
        }
    )+};
}

serialize_as_text! {
    crate::dark::Square, "a dark square, such as c3";
    crate::rect::Square, "a square, such as b2";
    crate::rect::Board, "a board, such as 4x5";
}
