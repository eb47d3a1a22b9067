//! Repetition detection: the positions of the game and of the line under search.

use tavlei_game::{History, HistoryRules, Keyed};

/// The data that draws depend on: the keys of the game's past and of the line under search, and the rules.
///
/// A position that occurs a second time on the line counts as a draw: whoever could do better by coming back could do
/// better at once. One that has occurred in the game before counts as a draw when its next occurrence can be claimed.
#[derive(Clone, Debug)]
pub(crate) struct RepetitionTable {
    rules: HistoryRules,
    /// Open addressing: a key, and how often it has occurred; 0 times in a free place.
    game: Box<[(u64, u32)]>,
    plies: u32,
    line: Vec<u64>,
}

impl RepetitionTable {
    pub(crate) fn of<G: Keyed>(history: &History<G>) -> Self {
        let rules = history.position().history_rules();
        let before = history.len();
        let mut repetitions = Self {
            rules,
            game: vec![(0, 0); (4 * before).next_power_of_two().max(4)].into_boxed_slice(),
            plies: before as u32,
            line: Vec::new(),
        };
        if rules.repetition.is_some() {
            for key in (0..before).filter_map(|plies| history.position_at(plies)).map(Keyed::key) {
                let place = repetitions.place(key);
                repetitions.game[place] = (key, repetitions.game[place].1 + 1);
            }
        }
        repetitions
    }

    /// Returns whether a position that comes back can be drawn.
    #[inline]
    pub(crate) const fn watches_repetition(&self) -> bool {
        self.rules.repetition.is_some()
    }

    /// Records the key of the position `ply` plies from the root, and forgets the keys beyond it.
    #[inline]
    pub(crate) fn reach(&mut self, ply: usize, key: u64) {
        self.line.truncate(ply);
        self.line.push(key);
    }

    /// Returns whether the position with this key, `ply` plies from the root, is drawn by repetition.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: usize, key: u64) -> bool {
        let Some(limit) = self.rules.repetition else { return false };
        // Nothing can come back before each side has moved.
        let on_line = ply >= 2 && self.line[..ply - 1].iter().rev().step_by(2).any(|&earlier| earlier == key);
        on_line || self.game[self.place(key)].1 + 1 >= limit
    }

    /// Returns whether a counter draws the position that is `ply` plies from the root and `plies_since_progress` plies
    /// after the last irreversible move.
    #[inline]
    pub(crate) fn is_counted_out(&self, ply: usize, plies_since_progress: u32) -> bool {
        self.comes_near(ply, plies_since_progress, 0)
    }

    /// Returns whether a counter can draw the game within `within` plies.
    #[inline]
    pub(crate) fn comes_near(&self, ply: usize, plies_since_progress: u32, within: u32) -> bool {
        self.rules.plies_since_progress.is_some_and(|limit| plies_since_progress + within >= limit)
            || self.rules.ply_cap.is_some_and(|cap| self.plies + ply as u32 + within >= cap)
    }

    /// Returns the slot of the key, or the free slot where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.game.len() - 1;
        let mut place = key as usize & mask;
        while self.game[place].1 != 0 && self.game[place].0 != key {
            place = (place + 1) & mask;
        }
        place
    }
}
