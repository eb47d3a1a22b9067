//! The draws that a game’s past can bring about.

/// Which draws a game's past can bring about. `None` switches a rule off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct HistoryRules {
    /// A draw can be claimed when the position on the board occurs for this time, the start position included.
    pub repetition: Option<u32>,
    /// A draw can be claimed when the given number of plies have passed without [progress](crate::Game::is_irreversible).
    pub plies_since_progress: Option<u32>,
    /// A draw can be claimed when the given number of plies have been played in all.
    pub ply_cap: Option<u32>,
}

impl HistoryRules {
    /// No draws by history.
    pub const NONE: Self = Self { repetition: None, plies_since_progress: None, ply_cap: None };

    /// The rules with a draw at this occurrence of a position.
    #[must_use]
    pub const fn with_repetition(mut self, occurrences: Option<u32>) -> Self {
        self.repetition = occurrences;
        self
    }

    /// The rules with a draw after the given number of plies without progress.
    #[must_use]
    pub const fn with_plies_since_progress(mut self, plies: Option<u32>) -> Self {
        self.plies_since_progress = plies;
        self
    }

    /// The rules with a draw after the given number of plies in all.
    #[must_use]
    pub const fn with_ply_cap(mut self, plies: Option<u32>) -> Self {
        self.ply_cap = plies;
        self
    }
}
