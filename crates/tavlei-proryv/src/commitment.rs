//! The record protocol of P-2 over a wire: the record is a commitment, checked when it is shown.
//!
//! A player who is far away can't watch the paper on which the opponent records. So the recorder sends the *hash* of
//! its choice and a [`Secret`], a [`Commitment`]; the other player then moves openly; then the recorder shows
//! choice and secret, an [`Opening`], and the other player checks that they are what the hash was made of. The hash
//! tells nothing without the secret, and no other choice can be found that fits it.
//!
//! This is the first version, for players who trust one another with everything but the choice. It does not say who
//! plays, signs nothing, and has no answer to a player who leaves: a third player can relay a game, and a player who
//! breaks off cannot be convicted. Strangers should play by [`sealed_move`](crate::sealed_move).
//!
//! Each stage of a turn is a type of its own, and each step consumes the stage before it:
//!
//! | the recorder holds | the other player holds | over the wire |
//! |---|---|---|
//! | [`AwaitingCommitment`] | [`AwaitingCommitment`] | |
//! | [`commit`](AwaitingCommitment::commit) ↓ | [`receive`](AwaitingCommitment::receive) ↓ | [`Commitment`] → |
//! | [`Committed`] | [`AwaitingChoice`] | |
//! | [`open`](Committed::open) ↓ | [`choose`](AwaitingChoice::choose) ↓ | ← [`Choice`] |
//! | | [`AwaitingOpening`] | |
//! | | [`check`](AwaitingOpening::check) ↓ | [`Opening`] → |
//! | [`Settled`] | [`Settled`] | |
//!
//! ```
//! use tavlei_game::{ChoiceNotation, Side};
//! use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Commitment, Opening, Secret}};
//! # let rng = &mut <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(1); // in earnest: the system's generator
//!
//! // Both players agree on a name for the game that no game of theirs had before.
//! let start = Position::default();
//! let (ours, theirs) = (AwaitingCommitment::new("ann-bob-17", 1, start)?, AwaitingCommitment::new("ann-bob-17", 1, start)?);
//!
//! // White records, and sends a hash.
//! let (ours, commitment) = ours.commit(start.read_choice(Side::White, "b2-c3")?, Secret::random(rng)?)?;
//! let wire = commitment.to_string();
//!
//! // Black receives it and moves openly.
//! let theirs = theirs.receive(wire.parse::<Commitment>()?);
//! let theirs = theirs.choose(start.read_choice(Side::Black, "c4-c3")?)?;
//! let wire = theirs.choice().to_string();
//!
//! // White carries the turn out and shows its record; Black checks it.
//! let (ours, opening) = ours.open(start.read_choice(Side::Black, &wire)?)?;
//! let theirs = theirs.check(&opening.to_string().parse::<Opening>()?)?;
//! assert_eq!(ours.resolution(), theirs.resolution());
//! assert_eq!(ours.next_turn().expect("the game goes on").number(), 2);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! A recorded choice cannot be tried out on a copy or read early, and a secret is used once:
//!
//! ```compile_fail,E0599
//! # use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Secret}};
//! # let turn = AwaitingCommitment::new("game", 1, Position::default()).unwrap();
//! let (committed, _) = turn.commit(Choice::Pass, Secret::hazmat_from_bytes([7; 32])).unwrap();
//! let copy = committed.clone();
//! ```
//! ```compile_fail,E0616
//! # use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Secret}};
//! # let turn = AwaitingCommitment::new("game", 1, Position::default()).unwrap();
//! let (committed, _) = turn.commit(Choice::Pass, Secret::hazmat_from_bytes([7; 32])).unwrap();
//! let peek = committed.choice;
//! ```
//! ```compile_fail,E0599
//! # use tavlei_proryv::commitment::Secret;
//! let twice = Secret::hazmat_from_bytes([7; 32]).clone();
//! ```
//!
//! # What is hashed
//!
//! The SHA-256 of this text, in UTF-8, every line ended by one line feed, so that any program in any language can take
//! part:
//!
//! ```text
//! tavlei proryv commitment 1
//! game 10 ann-bob-17
//! rules board=4x5,pass=yes
//! position w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5
//! turn 1
//! recorder white
//! choice b2-c3
//! nonce 64 digits, 0 to 9 and a to f
//! ```
//!
//! The number behind `game` is the length of the name in bytes. Everything that is told of the turn is in it, so a
//! commitment of another game, turn, position or side never fits; the first line keeps it apart from hashes made for
//! any other purpose.

use alloc::string::String;
use core::fmt::{self, Write};

use tavlei_game::Side;

use crate::sealed_move::{Hash, Hex};
use crate::sealed_turn::{AwaitingSealedMove, GameOver, IllegalSealedMove, Refused, Resolved};
use crate::{Choice, ChoiceError, Position, Resolution};

pub use crate::sealed_move::{Commitment, Opening, Secret, SecretError};

/// The first line of what is hashed: no hash made for another purpose begins with it.
const DOMAIN: &str = "tavlei proryv commitment 1";

/// A turn over a wire in which nobody has chosen yet.
#[derive(PartialEq, Eq, Debug)]
pub struct AwaitingCommitment {
    game: String,
    number: u32,
    position: Position,
}

/// The recorder's stage: it has committed itself, and awaits the open choice.
pub struct Committed {
    turn: AwaitingCommitment,
    choice: Choice,
    secret: Secret,
}

/// The other player's stage: it has received the commitment, and is to choose openly.
#[derive(PartialEq, Eq, Debug)]
pub struct AwaitingChoice {
    turn: AwaitingCommitment,
    commitment: Commitment,
}

/// The other player's stage: it has chosen openly, and awaits the opening.
#[derive(PartialEq, Eq, Debug)]
pub struct AwaitingOpening {
    turn: AwaitingCommitment,
    commitment: Commitment,
    open: Choice,
}

/// A turn over a wire that is played: the record has been shown, and was what had been committed to.
#[derive(PartialEq, Eq, Debug)]
pub struct Settled {
    game: String,
    number: u32,
    resolved: Resolved,
}

impl AwaitingCommitment {
    /// The turn with this number that begins in this position.
    ///
    /// Both players must give the same. The name of the game should be one that no game between them had before: then
    /// nothing sent in one game is of use in another. The number of the turn grows by one from turn to turn.
    ///
    /// # Errors
    ///
    /// [`GameOver`] when the game is over (P-10).
    pub fn new(game: &str, number: u32, position: Position) -> Result<Self, GameOver> {
        AwaitingSealedMove::new(position)?;
        Ok(Self { game: game.into(), number, position })
    }

    /// The number of the turn.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side that commits itself in this turn (P-2).
    #[must_use]
    pub const fn recorder(&self) -> Side {
        self.position.recorder()
    }

    /// Records a choice of the [`recorder`](Self::recorder); the commitment is to be sent.
    ///
    /// # Errors
    ///
    /// The choice is not legal in the position before the turn. The secret is lost then: draw another.
    pub fn commit(
        self,
        choice: Choice,
        secret: Secret,
    ) -> Result<(Committed, Commitment), Refused<Self, IllegalSealedMove>> {
        let recorder = self.recorder();
        if self.position.check_choice(recorder, choice).is_err() {
            return Err(Refused { stage: self, error: IllegalSealedMove { recorder } });
        }
        let commitment = self.commitment(choice, secret.bytes());
        Ok((Committed { turn: self, choice, secret }, commitment))
    }

    /// Takes the recorder's commitment; it binds the recorder from now on.
    #[must_use]
    pub const fn receive(self, commitment: Commitment) -> AwaitingChoice {
        AwaitingChoice { turn: self, commitment }
    }

    /// The commitment that an opening belongs to in this turn.
    fn commitment(&self, choice: Choice, secret: &[u8; 32]) -> Commitment {
        let Self { game, number, position } = self;
        let mut hash = Hash::new();
        let written = write!(
            hash,
            "{DOMAIN}\ngame {} {game}\nrules {}\nposition {position}\nturn {number}\nrecorder {}\nchoice {choice}\nnonce {}\n",
            game.len(),
            position.rules,
            position.recorder().name(),
            Hex(secret),
        );
        debug_assert!(written.is_ok(), "a hash takes everything that is written to it");
        Commitment::from_bytes(hash.finish())
    }

    fn settle(self, recorded: Choice, open: Choice) -> Settled {
        Settled { resolved: Resolved::new(&self.position, recorded, open), game: self.game, number: self.number }
    }
}

impl Committed {
    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.turn.position
    }

    /// Takes the open choice of the other player, carries the turn out, and shows the record: the opening is to be
    /// sent.
    ///
    /// # Errors
    ///
    /// The choice is not legal in the position before the turn, and the record stays hidden.
    pub fn open(self, choice: Choice) -> Result<(Settled, Opening), Refused<Self, ChoiceError>> {
        match self.turn.position.check_choice(!self.turn.recorder(), choice) {
            Ok(()) => {
                let opening = Opening::new(self.choice, *self.secret.bytes());
                Ok((self.turn.settle(self.choice, choice), opening))
            }
            Err(error) => Err(Refused { stage: self, error }),
        }
    }
}

/// Looks the same whatever has been recorded.
impl fmt::Debug for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Committed").field("turn", &self.turn).finish_non_exhaustive()
    }
}

impl AwaitingChoice {
    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.turn.position
    }

    /// Returns the recorder's commitment.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Makes the open choice of the side that does not record; it is to be sent.
    ///
    /// # Errors
    ///
    /// The choice is not legal in the position before the turn.
    pub fn choose(self, choice: Choice) -> Result<AwaitingOpening, Refused<Self, ChoiceError>> {
        match self.turn.position.check_choice(!self.turn.recorder(), choice) {
            Ok(()) => Ok(AwaitingOpening { turn: self.turn, commitment: self.commitment, open: choice }),
            Err(error) => Err(Refused { stage: self, error }),
        }
    }
}

impl AwaitingOpening {
    /// The position before the turn.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.turn.position
    }

    /// The choice that was made openly.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        self.open
    }

    /// Checks what the recorder shows, and carries the turn out.
    ///
    /// # Errors
    ///
    /// The opening does not match the commitment, or it does but was never a legal choice. Either way the recorder has
    /// broken the rules; what that costs is for the players to say.
    pub fn check(self, opening: &Opening) -> Result<Settled, Refused<Self, OpeningError>> {
        let error = if self.turn.commitment(opening.choice(), opening.secret()) != self.commitment {
            OpeningError::Mismatch
        } else {
            match self.turn.position.check_choice(self.turn.recorder(), opening.choice()) {
                Ok(()) => return Ok(self.turn.settle(opening.choice(), self.open)),
                Err(error) => OpeningError::Illegal(error),
            }
        };
        Err(Refused { stage: self, error })
    }
}

impl Settled {
    /// Returns the events of the turn and the position after it.
    #[must_use]
    pub const fn resolution(&self) -> &Resolution {
        self.resolved.resolution()
    }

    /// The next turn, with the roles changed; `None` when the game is over.
    ///
    /// After 2³² − 1 turns, longer than anyone plays, there is none either.
    #[must_use]
    pub fn next_turn(&self) -> Option<AwaitingCommitment> {
        AwaitingCommitment::new(&self.game, self.number.checked_add(1)?, *self.resolution().after()).ok()
    }
}

/// Why an opening is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The commitment was not made of this choice and this secret in this turn of this game.
    #[error("what is shown is not what was committed to in this turn")]
    Mismatch,
    /// The commitment was made of a choice that is not legal.
    #[error("what was committed to is not legal: {0}")]
    Illegal(ChoiceError),
}
