//! Why a bot has lost its game.

use std::cell::RefCell;
use std::rc::Rc;

/// Why a game was lost that nobody has won on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault(Rc<RefCell<Option<String>>>);

impl Fault {
    /// The first fault since it was last asked for, if there was one: where both sides choose at once both can fail, and
    /// who is asked first has lost then.
    pub(crate) fn take(&self) -> Option<String> {
        self.0.take()
    }

    pub(crate) fn tell(&self, reason: impl FnOnce() -> String) {
        self.0.borrow_mut().get_or_insert_with(reason);
    }
}
