//! What the tests share.

#![allow(dead_code, reason = "no test uses all of it")]

use tavlei_ashtarashki::{Position, Rules};
use tavlei_game::{Game, Notation, Side};

/// The position that a text stands for, under the default rules.
pub(crate) fn position(text: &str) -> Position {
    Position::read_position(text, &Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The outcome as the case files write it: `W2 Full`, or `-` while the game goes on.
pub(crate) fn result_text(position: &Position) -> String {
    match position.outcome() {
        None => "-".into(),
        Some(outcome) => {
            let winner = if outcome.winner() == Some(Side::White) { 'W' } else { 'B' };
            format!("{winner}{} {:?}", outcome.points(), outcome.reason())
        }
    }
}
