//! Serialization with serde (feature `serde`), through text.
//!
//! Rules, choices, reasons, commitments and openings are their text. A position is a map: `rules` and `position` are
//! texts, and `both_passed`, which no text of a position holds (P-8), is left out where people read and it is false.

use alloc::borrow::Cow;
use alloc::string::ToString;

use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tavlei_game::Notation;

use crate::{Choice, Position, Reason, Rules};

tavlei_game::serialize_as_text! {
    Rules, "rules of proryv, such as board=8x8,pass=no";
    Choice, "a choice, such as b2-c3 or --";
    Reason, "the reason for which a game of proryv has ended";
}

#[cfg(feature = "commitment")]
tavlei_game::serialize_as_text! {
    crate::commitment::Commitment, "a commitment of 64 hexadecimal digits";
    crate::commitment::Opening, "a choice and 64 hexadecimal digits";
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Formats that name no fields must have them all.
        let keeps_passes = self.both_passed || !serializer.is_human_readable();
        let mut map = serializer.serialize_struct("Position", if keeps_passes { 3 } else { 2 })?;
        map.serialize_field("rules", &self.rules)?;
        map.serialize_field("position", &self.to_string())?;
        if keeps_passes {
            map.serialize_field("both_passed", &self.both_passed)?;
        } else {
            map.skip_field("both_passed")?;
        }
        map.end()
    }
}

/// A position as it is read.
#[derive(Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct Written<'a> {
    rules: Rules,
    #[serde(borrow)]
    position: Cow<'a, str>,
    #[serde(default)]
    both_passed: bool,
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let mut position = Self::read_position(&written.position, &written.rules).map_err(D::Error::custom)?;
        position.both_passed = written.both_passed;
        Ok(position)
    }
}
