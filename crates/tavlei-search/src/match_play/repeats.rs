//! Games that are the same as earlier ones.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use tavlei_game::{Game, History, Side};

/// The games of a match that were played to their end, all of them from the same position.
///
/// A game is known by 128 bits of hash of its moves. Among a million games two different ones share them with a chance of
/// 2 in 10²⁷.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    games: HashMap<[u64; 2], u32>,
}

impl Repeats {
    /// Returns the number of an earlier game that was the same, and else remembers this one.
    pub(super) fn find<G: Game>(&mut self, number: u32, first_plays: Side, history: &History<G>) -> Option<u32> {
        let key = [0u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, first_plays == Side::White, history.len()).hash(&mut hasher);
            history.moves().for_each(|mv| mv.hash(&mut hasher));
            hasher.finish()
        });
        let earlier = *self.games.entry(key).or_insert(number);
        (earlier < number).then_some(earlier)
    }
}
