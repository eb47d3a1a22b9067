//! Serialization with serde (feature `serde`), through text.
//!
//! Rules, choices, reasons, commitments and openings are their text. A position is a map of two texts, one of them the
//! rules.

use tavlei_game::{Game, Notation};

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

tavlei_game::serialize_under_rules!(Position, "Position", position: Rules = Position::rules, Position::read_position);
