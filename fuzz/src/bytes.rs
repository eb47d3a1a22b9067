//! Decisions taken from bytes, one after the other; when they are used up, every decision is the first.

use tavlei_game::Game;

/// Returns the rest of the bytes.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// A number below this one, which must not be greater than 256.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { Some(of[self.below(of.len())]) }
    }

    /// A legal move, by its number in the list: two bytes, as there may be more than 256.
    pub(crate) fn legal_move<G: Game>(&mut self, position: &G) -> Option<G::Move> {
        let number = u64::from(u16::from_le_bytes([self.byte(), self.byte()]));
        number.checked_rem(position.count_moves()).and_then(|number| position.nth_move(number))
    }

    /// All that is left.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }
}
