//! Serialization with serde (feature `serde`), through text.
//!
//! Labels, rules, moves and reasons are their text. A move's is the long form, which needs no position. A position is a
//! map of two texts, one of them the rules.

use tavlei_game::{Game, Notation};

use crate::{Label, Move, Position, Reason, Rules};

tavlei_game::serialize_as_text! {
    Label, "a label, such as M1 or W";
    Rules, "rules of ashtarashki, such as third-retreat=forced";
    Move, "a move, such as c3-d4 or f6:e5:d4";
    Reason, "the reason for which a game of ashtarashki has ended";
}

tavlei_game::serialize_under_rules!(Position, "Position", position: Rules = Position::rules, Position::read_position);
