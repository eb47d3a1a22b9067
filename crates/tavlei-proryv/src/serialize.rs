//! Serialization with serde (feature `serde`), through text.
//!
//! Rules, choices, commitments and openings are their text. A position is a map: `rules` and `position` are texts, and
//! `both_passed`, which no text of a position holds (P-8), is there only when it is true.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tavlei_game::Notation;

use crate::{Choice, Position, Rules};

/// Serializes a type as what its `Display` writes, and deserializes it with its `FromStr`.
macro_rules! as_text {
    ($type:ty, $expected:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { expected: $expected, read: PhantomData })
            }
        }
    };
}

as_text!(Rules, "rules of proryv, such as board=8x8,pass=no");
as_text!(Choice, "a choice, such as b2-c3 or --");
#[cfg(feature = "commitment")]
as_text!(crate::commitment::Commitment, "a commitment of 64 hexadecimal digits");
#[cfg(feature = "commitment")]
as_text!(crate::commitment::Opening, "a choice and 64 hexadecimal digits");

/// A position as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct Written<'a> {
    rules: Rules,
    #[serde(borrow)]
    position: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    both_passed: bool,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = Cow::Owned(self.to_string());
        Written { rules: self.rules, position, both_passed: self.both_passed }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let mut position = Self::read_position(&written.position, &written.rules).map_err(D::Error::custom)?;
        position.both_passed = written.both_passed;
        Ok(position)
    }
}

/// Reads a text as a value.
struct Text<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
        self.visit_str(&text)
    }
}
