//! Serialization with serde (feature `serde`), through text.
//!
//! Rules, choices, reasons, commitments and openings are their text. A position is a map of two texts, one of them the
//! rules.

use tavlei_game::{Game, Notation};

use crate::sealed_turn::SealedTurn;
use crate::{Choice, Position, Reason, Rules};

tavlei_game::serialize_as_text! {
    Rules, "rules of proryv, such as board=8x8,pass=no";
    Choice, "a choice, such as b2-c3 or --";
    Reason, "the reason for which a game of proryv has ended";
}

#[cfg(feature = "commitment")]
tavlei_game::serialize_as_text! {
    crate::sealed_move::Commitment, "a commitment of 64 hexadecimal digits";
    crate::sealed_move::Opening, "a choice and 64 hexadecimal digits";
    crate::sealed_move::Digest, "a digest of 64 hexadecimal digits";
    crate::sealed_move::Salt, "a salt of 64 hexadecimal digits";
    crate::sealed_move::Player, "a player: name and a name, or key and 64 hexadecimal digits";
    crate::sealed_move::Party, "a salt of 64 hexadecimal digits and a player";
    crate::sealed_move::PublicKey, "a public key of 64 hexadecimal digits";
    crate::sealed_move::Signature, "a signature of 128 hexadecimal digits";
    crate::sealed_move::Message, "a message of a sealed game";
    crate::sealed_move::Terms, "the terms of a sealed game";
}

/// **The text holds the hidden choice and its secret**: see [`StoredSeat`](crate::sealed_move::StoredSeat).
#[cfg(feature = "commitment")]
impl serde::Serialize for crate::sealed_move::StoredSeat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.secret_text())
    }
}

/// Takes any text: it is read when the seat is restored.
#[cfg(feature = "commitment")]
impl<'de> serde::Deserialize<'de> for crate::sealed_move::StoredSeat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <alloc::string::String as serde::Deserialize>::deserialize(deserializer).map(Self::from_secret_text)
    }
}

tavlei_game::serialize_under_rules!(Position, "Position", position: Rules = Position::rules, Position::read_position);

/// The position before the turn, and the choices as far as they are made.
///
/// **The sealed choice is in plain text**: see [`sealed_turn`](crate::sealed_turn).
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredTurn {
    position: Position,
    sealed: Option<Choice>,
    open: Option<Choice>,
}

impl serde::Serialize for SealedTurn {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (position, (sealed, open)) = (*self.position(), self.choices());
        serde::Serialize::serialize(&StoredTurn { position, sealed, open }, serializer)
    }
}

/// A choice that is not legal in the position is refused.
impl<'de> serde::Deserialize<'de> for SealedTurn {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredTurn { position, sealed, open } = serde::Deserialize::deserialize(deserializer)?;
        Self::restored(position, sealed, open).map_err(serde::de::Error::custom)
    }
}
