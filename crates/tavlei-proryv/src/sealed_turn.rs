//! The hidden choice of P-2 at one board: one player seals a choice (the source calls it the *record*), the other moves
//! openly, then the sealed choice is shown and both are played.
//!
//! Each stage of a turn is a type of its own, so what must not happen does not compile:
//!
//! | stage | what it lets you do |
//! |---|---|
//! | [`AwaitingSealedMove`] | seal a choice; one that is not legal is refused at once |
//! | [`AwaitingOpenMove`] | move openly; *nothing* of the sealed choice can be read, changed, compared or printed |
//! | [`Resolved`] | see both choices and what they came to; go on to the next turn |
//!
//! Each step consumes the stage before it. No stage that holds a sealed choice can be copied, so the choice can be neither
//! changed nor tried out on a copy. A refused step gives the stage back, in [`Refused`].
//!
//! ```
//! use tavlei_game::{ChoiceNotation, Side};
//! use tavlei_proryv::{Position, sealed_turn::AwaitingSealedMove};
//!
//! let turn = AwaitingSealedMove::new(Position::default())?;
//! assert_eq!(turn.recorder(), Side::White);
//! let recorded = turn.position().read_choice(Side::White, "b2-c3")?;
//! let turn = turn.seal(recorded)?;
//! assert_eq!(format!("{turn:?}"), "AwaitingOpenMove { recorder: White, .. }");
//!
//! let open = turn.position().read_choice(Side::Black, "c4-c3")?;
//! let resolved = turn.open(open)?;
//! assert_eq!(resolved.resolution().to_string(), "the men from b2 and c4 meet on c3");
//! let next = resolved.next_turn().expect("the game goes on");
//! assert_eq!(next.recorder(), Side::Black); // the roles have changed hands
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The two choices of a resolved turn are a move of the game: [`History::play`](tavlei_game::History::play) takes
//! `resolved.resolution().turn()`. [`SealedTurn`] is a turn at any stage; with the feature `serde` a program stores it and
//! goes on after a crash. **What is stored holds the sealed choice in plain text**: keep it where the other player can't read.
//!
//! A record cannot be tried out on a copy, compared, hashed or reached into:
//!
//! ```compile_fail,E0599
//! # use tavlei_proryv::{Choice, Position, sealed_turn::AwaitingSealedMove};
//! let turn = AwaitingSealedMove::new(Position::default()).unwrap().seal(Choice::Pass).unwrap();
//! let copy = turn.clone();
//! ```
//! ```compile_fail,E0369
//! # use tavlei_proryv::{Choice, Position, sealed_turn::AwaitingSealedMove};
//! let turn = || AwaitingSealedMove::new(Position::default()).unwrap().seal(Choice::Pass).unwrap();
//! let _ = turn() == turn();
//! ```
//! ```compile_fail,E0277
//! # use tavlei_proryv::sealed_turn::AwaitingOpenMove;
//! fn hash<T: core::hash::Hash>() {}
//! hash::<AwaitingOpenMove>();
//! ```
//! ```compile_fail,E0616
//! # use tavlei_proryv::{Choice, Position, sealed_turn::AwaitingSealedMove};
//! let turn = AwaitingSealedMove::new(Position::default()).unwrap().seal(Choice::Pass).unwrap();
//! let peek = turn.recorded;
//! ```

#[cfg(feature = "serde")]
use alloc::string::{String, ToString};
use core::fmt;

use tavlei_game::{Game, Outcome, Side};

use crate::{Choice, ChoiceError, Position, Reason, Resolution, Turn};

/// A turn in which nobody has chosen yet.
#[derive(PartialEq, Eq, Debug)]
pub struct AwaitingSealedMove {
    position: Position,
}

/// A turn in which one player has recorded a choice that nobody can read, and the other is to move openly.
pub struct AwaitingOpenMove {
    position: Position,
    recorded: Choice,
}

/// A turn in which the record has been shown and both choices have been carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    resolution: Resolution,
}

/// A turn at one of its stages: for programs that keep, store and resume it.
#[derive(Debug)]
pub enum SealedTurn {
    /// Nobody has chosen yet.
    AwaitingSealedMove(AwaitingSealedMove),
    /// One choice is sealed.
    AwaitingOpenMove(AwaitingOpenMove),
    /// Both choices are known and played.
    Resolved(Resolved),
}

impl SealedTurn {
    /// Returns the position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        match self {
            Self::AwaitingSealedMove(turn) => turn.position(),
            Self::AwaitingOpenMove(turn) => turn.position(),
            Self::Resolved(turn) => turn.resolution.before(),
        }
    }

    /// Returns the turn at the stage that these choices lead to; an open choice needs a sealed one before it.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(position: Position, sealed: Option<Choice>, open: Option<Choice>) -> Result<Self, String> {
        let turn = AwaitingSealedMove::new(position).map_err(|error| error.to_string())?;
        let turn = match sealed {
            None if open.is_some() => return Err("there is an open choice and no sealed one".into()),
            None => return Ok(turn.into()),
            Some(choice) => turn.seal(choice).map_err(|refused| refused.to_string())?,
        };
        match open {
            None => Ok(turn.into()),
            Some(choice) => turn.open(choice).map(Self::from).map_err(|refused| refused.to_string()),
        }
    }

    /// Returns the sealed choice and the open one, as far as they are made.
    #[cfg(feature = "serde")]
    pub(crate) const fn choices(&self) -> (Option<Choice>, Option<Choice>) {
        match self {
            Self::AwaitingSealedMove(_) => (None, None),
            Self::AwaitingOpenMove(turn) => (Some(turn.recorded), None),
            Self::Resolved(turn) => {
                let (before, turn) = (turn.resolution.before(), turn.resolution.turn());
                (Some(*turn.of(before.recorder())), Some(*turn.of(before.recorder().opponent())))
            }
        }
    }
}

impl From<AwaitingSealedMove> for SealedTurn {
    fn from(turn: AwaitingSealedMove) -> Self {
        Self::AwaitingSealedMove(turn)
    }
}

impl From<AwaitingOpenMove> for SealedTurn {
    fn from(turn: AwaitingOpenMove) -> Self {
        Self::AwaitingOpenMove(turn)
    }
}

impl From<Resolved> for SealedTurn {
    fn from(turn: Resolved) -> Self {
        Self::Resolved(turn)
    }
}

impl AwaitingSealedMove {
    /// The turn that begins in this position.
    ///
    /// # Errors
    ///
    /// [`GameOver`] when the game is over: there is nothing to record (P-10).
    pub fn new(position: Position) -> Result<Self, GameOver> {
        match position.outcome() {
            None => Ok(Self { position }),
            Some(outcome) => Err(GameOver { outcome }),
        }
    }

    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side that is to record.
    #[must_use]
    pub const fn recorder(&self) -> Side {
        self.position.recorder()
    }

    /// Records the choice of the [`recorder`](Self::recorder).
    ///
    /// # Errors
    ///
    /// The choice is not legal in the position before the turn (P-2, P-3). The refusal tells that, but not what was to
    /// be recorded: the opponent might read it.
    pub fn seal(self, choice: Choice) -> Result<AwaitingOpenMove, Refused<Self, IllegalSealedMove>> {
        let recorder = self.recorder();
        match self.position.check_choice(recorder, choice) {
            Ok(()) => Ok(AwaitingOpenMove { position: self.position, recorded: choice }),
            Err(_) => Err(Refused { stage: self, error: IllegalSealedMove { recorder } }),
        }
    }
}

impl AwaitingOpenMove {
    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side that has recorded.
    #[must_use]
    pub const fn recorder(&self) -> Side {
        self.position.recorder()
    }

    /// The side that is to move openly.
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.position.recorder().opponent()
    }

    /// Makes the open choice of the [`mover`](Self::mover); with it the record is shown, and both are carried out
    /// (P-5).
    ///
    /// # Errors
    ///
    /// The choice is not legal in the position before the turn, and the record stays hidden.
    pub fn open(self, choice: Choice) -> Result<Resolved, Refused<Self, ChoiceError>> {
        match self.position.check_choice(self.mover(), choice) {
            Ok(()) => Ok(Resolved::new(&self.position, self.recorded, choice)),
            Err(error) => Err(Refused { stage: self, error }),
        }
    }
}

impl Resolved {
    /// The turn in which these legal choices were made.
    pub(crate) fn new(position: &Position, recorded: Choice, open: Choice) -> Self {
        let turn = match position.recorder() {
            Side::White => Turn { white: recorded, black: open },
            Side::Black => Turn { white: open, black: recorded },
        };
        Self { resolution: position.resolve_legal(&turn) }
    }

    /// Returns the events of the turn and the position after it.
    #[must_use]
    pub const fn resolution(&self) -> &Resolution {
        &self.resolution
    }

    /// The next turn, with the roles changed; `None` when the game is over.
    #[must_use]
    pub fn next_turn(&self) -> Option<AwaitingSealedMove> {
        AwaitingSealedMove::new(*self.resolution.after()).ok()
    }
}

/// Looks the same whatever has been recorded.
impl fmt::Debug for AwaitingOpenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AwaitingOpenMove").field("recorder", &self.recorder()).finish_non_exhaustive()
    }
}

/// A step of the protocol that was refused: the stage as it was before, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Refused<S, E> {
    /// The stage, from which another attempt can be made.
    pub stage: S,
    /// Why the step was refused.
    pub error: E,
}

/// The choice that was to be recorded is not legal. Which it was is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the choice that {recorder} was to record is not legal in this position (P-2)")]
pub struct IllegalSealedMove {
    /// The side that was to record.
    pub recorder: Side,
}

/// The game is over, so there is no turn to play (P-10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game is over ({outcome})")]
pub struct GameOver {
    /// How it has ended.
    pub outcome: Outcome<Reason>,
}
