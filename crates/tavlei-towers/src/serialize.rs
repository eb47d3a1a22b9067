//! Serialization with serde (feature `serde`), through text.
//!
//! Rules are their text. A position and a capture under way are maps of two texts, one of them the rules. Moves have
//! no form of their own: their text stands for a move only beside the position in which it is played.

use alloc::string::{String, ToString};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tavlei_game::{Game, Notation};

use crate::{Capture, Position, Rules};

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A position as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct WrittenPosition {
    rules: Rules,
    position: String,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenPosition { rules: self.rules(), position: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenPosition { rules, position } = WrittenPosition::deserialize(deserializer)?;
        Self::read_position(&position, &rules).map_err(D::Error::custom)
    }
}

/// A capture under way as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Capture", deny_unknown_fields)]
struct WrittenCapture {
    rules: Rules,
    capture: String,
}

impl Serialize for Capture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenCapture { rules: self.position().rules(), capture: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Capture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenCapture { rules, capture } = WrittenCapture::deserialize(deserializer)?;
        Self::read(&capture, &rules).map_err(D::Error::custom)
    }
}
