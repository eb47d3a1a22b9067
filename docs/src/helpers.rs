//! What the programs of the rules pages share: positions from text, and moves as text.
//!
//! Each function panics on a text that is not read; in the book that is a failed test.

/// Helpers of a game in which the sides take turns.
macro_rules! sequential {
    ($game:ident) => {
        /// The helpers of one game.
        pub mod $game {
            pub use tavlei::game::{Game, Notation, Side};
            pub use tavlei::$game::{Position, Rules};

            /// Reads a position under the default rules.
            pub fn position(text: &str) -> Position {
                text.parse().unwrap()
            }

            /// Reads a position under these rules.
            pub fn under(rules: &str, text: &str) -> Position {
                Position::read_position(text, &rules.parse().unwrap()).unwrap()
            }

            /// The legal moves, sorted.
            pub fn moves(position: &Position) -> String {
                let mut texts: Vec<String> = position.moves().iter().map(|mv| position.move_text(mv)).collect();
                texts.sort();
                texts.join(" ")
            }

            /// The position after these moves.
            pub fn play(position: &Position, moves: &str) -> String {
                let play = |position: Position, text| position.after(&position.read_move(text).unwrap());
                moves.split(' ').fold(position.clone(), play).to_string()
            }

            /// The reason why a move is refused.
            pub fn refused(position: &Position, text: &str) -> String {
                position.read_move(text).unwrap_err().to_string()
            }

            /// The outcome of a position that has one.
            pub fn ending(text: &str) -> String {
                position(text).outcome().unwrap().to_string()
            }
        }
    };
}

sequential!(towers);
sequential!(ashtarashki);

/// The helpers of Proryv.
pub mod proryv {
    pub use tavlei::game::{ChoiceNotation, Game, Notation, Side, Simultaneous};
    pub use tavlei::proryv::{Position, Resolution, Rules};

    /// Reads a position under the default rules.
    pub fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    /// Reads a position under these rules.
    pub fn under(rules: &str, text: &str) -> Position {
        Position::read_position(text, &rules.parse().unwrap()).unwrap()
    }

    /// The choices of a side.
    pub fn choices(position: &Position, side: Side) -> String {
        let texts: Vec<String> =
            position.choices(side).iter().map(|choice| position.choice_text(side, choice)).collect();
        texts.join(" ")
    }

    /// The resolution of a turn.
    pub fn turn(position: &Position, text: &str) -> Resolution {
        position.resolve(&position.read_move(text).unwrap()).unwrap()
    }

    /// The outcome after a turn.
    pub fn ending(resolution: &Resolution) -> String {
        resolution.outcome().map_or("the game goes on".to_string(), |outcome| outcome.to_string())
    }
}
