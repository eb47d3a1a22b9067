//! A game in progress: what has been played, and the moves being entered.

use crate::{EnterMove, Entry, EntryError, History, PlayError, Side, Termination};

/// A game in progress, as a server or a board program keeps it: the [`History`], and for each side the move being entered.
///
/// Clicks go to [`choose`](Self::choose); [`commit`](Self::commit) plays what has been entered when it is complete. Whatever
/// changes the position drops the moves being entered.
///
/// With the feature `serde` a session is stored as it is, in the middle of a capture too:
/// `{"history": {…}, "entries": ["w a3=0;b4=00,b6=0 a3:c5", null]}`.
///
/// ```
/// use tavlei_game::{EnterMove, Session, ToMove};
///
/// /// Plays the first move by clicks on the first squares.
/// fn first_clicks<G: EnterMove>(session: &mut Session<G>) -> Option<G::Move> {
///     let ToMove::One(side) = session.history().position().to_move() else { return None };
///     while let Some(square) = session.choices(side).into_iter().next() {
///         session.choose(side, square).ok()?;
///     }
///     session.commit().ok()
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session<G: EnterMove> {
    history: History<G>,
    entries: [Option<Entry<G>>; 2],
}

/// A game that is still in its start position under the default rules.
impl<G: EnterMove> Default for Session<G> {
    fn default() -> Self {
        Self::new(History::default())
    }
}

impl<G: EnterMove> Session<G> {
    /// Goes on with a game.
    #[must_use]
    pub const fn new(history: History<G>) -> Self {
        Self { history, entries: [None, None] }
    }

    /// Restores a session in the middle of moves, White's and Black's.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if a move is not entered in the position on the board, or not by its side.
    pub fn with_entries(history: History<G>, entries: [Option<Entry<G>>; 2]) -> Result<Self, SessionError> {
        for (side, entry) in Side::BOTH.into_iter().zip(&entries) {
            let fits = |entry: &Entry<G>| {
                entry.side() == side
                    && entry.position() == history.position()
                    && entry.position().rules() == history.position().rules()
            };
            if history.termination().is_some() && entry.is_some() || !entry.as_ref().is_none_or(fits) {
                return Err(SessionError { side });
            }
        }
        Ok(Self { history, entries })
    }

    /// Returns what has been played.
    #[must_use]
    pub const fn history(&self) -> &History<G> {
        &self.history
    }

    /// Returns the move that a side is entering, if it has begun.
    #[must_use]
    pub const fn entry(&self, side: Side) -> Option<&Entry<G>> {
        let [white, black] = &self.entries;
        match side {
            Side::White => white.as_ref(),
            Side::Black => black.as_ref(),
        }
    }

    /// Returns the squares that a side can choose next; none if it is not to move or its move is complete.
    #[must_use]
    pub fn choices(&self, side: Side) -> G::Squares {
        match self.begun(side) {
            Ok(entry) => entry.choices(),
            Err(_) => G::Squares::from_iter([]),
        }
    }

    /// Chooses the next square of a side's move; the first one begins it. See [`Entry::choose`].
    ///
    /// # Errors
    ///
    /// As [`Entry::new`] and [`Entry::choose`]. Nothing has changed then.
    pub fn choose(&mut self, side: Side, square: G::Square) -> Result<(), EntryError> {
        let mut entry = self.begun(side)?;
        entry.choose(square)?;
        *self.entry_mut(side) = Some(entry);
        Ok(())
    }

    /// Enters a pass of a side. See [`Entry::pass`].
    ///
    /// # Errors
    ///
    /// As [`Entry::new`] and [`Entry::pass`]. Nothing has changed then.
    pub fn pass(&mut self, side: Side) -> Result<(), EntryError> {
        let mut entry = self.begun(side)?;
        entry.pass()?;
        *self.entry_mut(side) = Some(entry);
        Ok(())
    }

    /// Takes the last square of a side's move back, or its pass. Returns whether there was one.
    pub fn take_back_choice(&mut self, side: Side) -> bool {
        let slot = self.entry_mut(side);
        let was_taken = slot.as_mut().is_some_and(Entry::take_back);
        if slot.as_ref().is_some_and(|entry| entry.squares().is_empty()) {
            *slot = None;
        }
        was_taken
    }

    /// Drops what a side has entered.
    pub fn cancel(&mut self, side: Side) {
        *self.entry_mut(side) = None;
    }

    /// Plays the move that has been entered, by both sides if both are to move, and returns it.
    ///
    /// # Errors
    ///
    /// [`EntryError::Over`] if the game is over, [`EntryError::Incomplete`] if a move is not complete. Nothing has changed
    /// then.
    pub fn commit(&mut self) -> Result<G::Move, EntryError> {
        let mut entered = [None, None];
        for (side, entered) in Side::BOTH.into_iter().zip(&mut entered) {
            if self.history.termination().is_none() && !self.history.position().to_move().includes(side) {
                continue;
            }
            *entered = Some(self.begun(side)?.finish()?);
        }
        let [white, black] = &entered;
        let missing = || EntryError::Incomplete { reason: "a side has entered nothing".into() };
        let mv = self.history.position().combine(white.as_ref(), black.as_ref()).ok_or_else(missing)?;
        self.entries = [None, None];
        self.history.play_unchecked(&mv);
        Ok(mv)
    }

    /// Plays a whole move.
    ///
    /// # Errors
    ///
    /// As [`History::play`]. Nothing has changed then.
    pub fn play(&mut self, mv: &G::Move) -> Result<(), PlayError> {
        self.history.play(mv)?;
        self.entries = [None, None];
        Ok(())
    }

    /// Takes the last ply back; see [`History::take_back`].
    pub fn take_back(&mut self) -> Option<G::Move> {
        self.entries = [None, None];
        self.history.take_back()
    }

    /// Plays the ply again that was taken back last; see [`History::redo`].
    pub fn redo(&mut self) -> Option<G::Move> {
        self.entries = [None, None];
        self.history.redo()
    }

    /// Ends the game; see [`History::end`].
    ///
    /// # Errors
    ///
    /// As [`History::end`]. Nothing has changed then.
    pub fn end(&mut self, termination: Termination<G::Reason>) -> Result<(), PlayError> {
        self.history.end(termination)?;
        self.entries = [None, None];
        Ok(())
    }

    /// The side's entry as it is, or a new one.
    fn begun(&self, side: Side) -> Result<Entry<G>, EntryError> {
        if self.history.termination().is_some() {
            return Err(EntryError::Over);
        }
        match self.entry(side) {
            Some(entry) => Ok(entry.clone()),
            None => Entry::new(self.history.position(), side),
        }
    }

    const fn entry_mut(&mut self, side: Side) -> &mut Option<Entry<G>> {
        let [white, black] = &mut self.entries;
        match side {
            Side::White => white,
            Side::Black => black,
        }
    }
}

/// A stored move does not belong to the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move that {side} is entering does not belong to the position on the board")]
pub struct SessionError {
    /// The side that enters it.
    pub side: Side,
}
