//! The content of the screen, without a word about how it looks or which game it is.

use tavlei::game::Side;
use tavlei_render::{Cell, Scene};

/// The content of the screen.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) look: Look,
    pub(super) title: String,
    pub(super) scene: Scene,
    pub(super) marks: Marks,
    /// Of White and of Black.
    pub(super) players: [Player; 2],
    /// From -1, Black wins, to 1, White wins; and in words.
    pub(super) assessment: Option<(f64, String)>,
    /// The name of the square under the cursor, and what is on it.
    pub(super) under_cursor: (String, Vec<String>),
    /// The towers of several pieces.
    pub(super) towers: Vec<String>,
    /// The moves, a line each.
    pub(super) moves: Vec<String>,
    /// How many of the last lines of the moves are below what is shown.
    pub(super) scroll: usize,
    pub(super) entry: String,
    /// The text, of two lines at most, and whether something was refused.
    pub(super) message: Option<(String, bool)>,
    /// The typed line.
    pub(super) input: Option<String>,
    pub(super) keys: &'static str,
    pub(super) window: Option<Window>,
}

/// How a screen looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) is_flipped: bool,
    pub(super) is_ascii: bool,
    pub(super) is_coloured: bool,
}

/// Squares that are marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) cursor: Cell,
    /// Squares that can be chosen.
    pub(super) choices: Vec<Cell>,
    /// The squares of the move that is being entered.
    pub(super) path: Vec<Cell>,
    /// The squares of the last move.
    pub(super) last: Vec<Cell>,
    /// The squares of a hint.
    pub(super) hint: Vec<Cell>,
}

/// A player, as the panel names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) side: Side,
    pub(super) name: String,
    pub(super) clock: Option<String>,
    /// Whether the player has to do something.
    pub(super) is_awaited: bool,
}

/// A window over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
}
