//! Serialization with serde (feature `serde`), through text.
//!
//! Rules, moves and reasons are their text. A move's is the one that needs no position, `a3(b4)(b6)a7`. A position is a map
//! of two texts, one of them the rules.

use tavlei_game::{Game, Notation};

use crate::{Move, Position, Reason, Rules};

tavlei_game::serialize_as_text! {
    Rules, "rules of towers, such as landing=free";
    Move, "a move, such as c3-d4 or a3(b4)(b6)a7";
    Reason, "the reason for which a game of towers has ended";
}

tavlei_game::serialize_under_rules!(Position, "Position", position: Rules = Position::rules, Position::read_position);
