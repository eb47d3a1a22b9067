//! One player's place in a game: what is to be sent, what is awaited, and how to go on after a crash.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use tavlei_game::text::SyntaxError;
use tavlei_game::{Side, Termination};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::digest::{Digest, Fields, Hash};
use super::message::{Body, Message, Slot, Step};
use super::secret::{Opening, Secret, SecretError};
use super::signature::PrivateKey;
use super::terms::{FieldReader, Party, Player, Terms, TermsTextError};
use super::transcript::{Fault, Receipt, Transcript};
use crate::{Choice, ChoiceError, Reason};

const SEAT_TAG: &str = "tavlei proryv sealed seat 2";

/// One player's place in a game.
///
/// A seat makes the player's messages and receives those of the other player. It can't be copied, and `Debug` prints
/// nothing of a choice that is still hidden:
///
/// ```compile_fail,E0599
/// # fn copy(seat: &tavlei_proryv::sealed_move::Seat) {
/// let (one, other) = (seat.clone().open(), seat.clone().open());
/// # }
/// ```
/// ```compile_fail,E0616
/// # fn peek(seat: &tavlei_proryv::sealed_move::Seat) {
/// let hidden = seat.sealed.as_ref();
/// # }
/// ```
pub struct Seat {
    side: Side,
    key: Option<PrivateKey>,
    transcript: Transcript,
    sealed: Option<Sealed>,
    /// The first signed message that was refused and proves a breach: one is enough, and no flood fills the memory.
    breach: Option<Message>,
    /// The state has been stored since it last changed.
    is_stored: bool,
}

/// The choice that a side has hidden in the turn that is being played.
struct Sealed {
    choice: Choice,
    secret: Secret,
}

/// The next action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This side is to act: [`seal`](Seat::seal) for a commitment, [`choose`](Seat::choose), or [`open`](Seat::open).
    /// It joins and acknowledges by itself.
    Send(Step),
    /// The other side's message is awaited.
    Await(Step),
    /// The game is over.
    Over(Termination<Reason>),
}

/// A stored seat: everything that is needed to go on, **the hidden choice and its secret included**.
///
/// Whoever reads it before the choice is shown knows the choice: store it where the opponent cannot read. The private
/// key is not in it. Its memory is wiped when it is dropped, and `Debug` prints nothing of it.
pub struct StoredSeat(Zeroizing<String>);

impl Seat {
    /// Takes the seat of a player who does not sign, and joins.
    ///
    /// # Errors
    ///
    /// [`SeatError::NotAParty`] if the party, with its salt, is neither side's; [`SeatError::KeyNeeded`] if the players
    /// of the terms sign.
    pub fn new(terms: Terms, own: &Party) -> Result<Self, SeatError> {
        if matches!(own.player(), Player::Key(_)) {
            return Err(SeatError::KeyNeeded);
        }
        Self::take(Transcript::new(terms), own, None)
    }

    /// Takes the seat of a player who signs with this key, and joins (feature `signed`).
    ///
    /// # Errors
    ///
    /// [`SeatError::NotAParty`] if the party, with its salt, is neither side's; [`SeatError::WrongKey`] if the key is
    /// not that of the party.
    #[cfg(feature = "signed")]
    pub fn signed(terms: Terms, own: &Party, key: PrivateKey) -> Result<Self, SeatError> {
        if *own.player() != Player::Key(key.public()) {
            return Err(SeatError::WrongKey);
        }
        Self::take(Transcript::new(terms), own, Some(key))
    }

    fn take(transcript: Transcript, own: &Party, key: Option<PrivateKey>) -> Result<Self, SeatError> {
        let side = Side::BOTH.into_iter().find(|&side| transcript.terms().party(side) == own);
        let side = side.ok_or(SeatError::NotAParty)?;
        let mut seat = Self { side, key, transcript, sealed: None, breach: None, is_stored: false };
        seat.act();
        Ok(seat)
    }

    /// Returns the side that the player plays.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the messages that have been accepted, and the game that they make up.
    #[must_use]
    pub const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Returns what is to be done next.
    #[must_use]
    pub fn stage(&self) -> Stage {
        if let Some(termination) = self.transcript.termination() {
            return Stage::Over(termination);
        }
        let step = self.transcript.step();
        if self.transcript.due().any(|slot| slot.side == self.side) { Stage::Send(step) } else { Stage::Await(step) }
    }

    /// Hides a choice in a commitment.
    ///
    /// # Errors
    ///
    /// The turn does not want it, the choice is not legal, or the secret is weak or has been shown before. The secret
    /// is lost then: draw another. The error does not say which choice was refused.
    pub fn seal(&mut self, choice: Choice, secret: Secret) -> Result<(), SeatError> {
        self.expect(Step::Commit)?;
        if self.transcript.position().check_choice(self.side, choice).is_err() {
            return Err(SeatError::IllegalSealedMove);
        }
        if secret.is_weak() {
            return Err(SecretError::Weak.into());
        }
        if self.transcript.shown(self.side).any(|opening| secret.is(opening.secret())) {
            return Err(SecretError::Repeated.into());
        }
        let commitment = self.transcript.terms().commitment(&self.transcript.key(), self.side, choice, secret.bytes());
        self.sealed = Some(Sealed { choice, secret });
        self.send(Body::Commit(commitment))
    }

    /// Makes an open choice.
    ///
    /// # Errors
    ///
    /// The turn does not want it, or the choice is not legal.
    pub fn choose(&mut self, choice: Choice) -> Result<(), SeatError> {
        self.expect(Step::Choose)?;
        self.transcript.position().check_choice(self.side, choice)?;
        self.send(Body::Choose(choice))
    }

    /// Shows the hidden choice.
    ///
    /// # Errors
    ///
    /// The turn does not want it yet, or this seat was restored from a state that did not hold the secret.
    pub fn open(&mut self) -> Result<(), SeatError> {
        self.expect(Step::Open)?;
        let sealed = self.sealed.as_ref().ok_or(SeatError::SecretLost)?;
        let opening = Opening::new(sealed.choice, *sealed.secret.bytes());
        self.send(Body::Open(opening))?;
        self.sealed = None;
        Ok(())
    }

    /// Receives a message, and acknowledges it if it is one that wants that.
    ///
    /// A signed message of this side that it does not know comes from before a crash, and is taken back in.
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the message. The seat goes on as before, and keeps the message if it proves a breach.
    pub fn receive(&mut self, message: &Message) -> Result<Receipt, Fault> {
        let own = message.slot().side == self.side;
        if own && self.key.is_none() && self.transcript.message(message.slot()).is_none() {
            return Err(Fault::NotFromPlayer);
        }
        match self.transcript.receive(message) {
            Ok(receipt) => {
                if receipt == Receipt::New {
                    self.is_stored = false;
                    self.act();
                }
                Ok(receipt)
            }
            Err(fault) => {
                if fault.is_breach() {
                    self.keep(message);
                }
                Err(fault)
            }
        }
    }

    /// Stores the seat if it has changed, and then returns the messages to be sent, or sent again.
    ///
    /// Send nothing else: what is sent before it is stored can be lost in a crash, and the seat would make a second
    /// message for the same slot. They are the messages of this turn and of the one before it; the other side can lack
    /// no others.
    ///
    /// # Errors
    ///
    /// That of `store`, which must not return before the text is safe.
    pub fn publish<E>(&mut self, store: impl FnOnce(&StoredSeat) -> Result<(), E>) -> Result<Vec<Message>, E> {
        if !self.is_stored {
            store(&self.stored())?;
            self.is_stored = true;
        }
        let since = self.transcript.turn().saturating_sub(1);
        let recent = |message: &&Message| message.slot().side == self.side && message.slot().turn >= since;
        Ok(self.transcript.messages().iter().filter(recent).cloned().collect())
    }

    /// Returns the messages to be handed to an arbiter: those that were accepted, and the first that proves a breach.
    pub fn evidence(&self) -> impl Iterator<Item = &Message> {
        self.transcript.messages().iter().chain(&self.breach)
    }

    /// Restores the seat of a player who does not sign.
    ///
    /// # Errors
    ///
    /// See [`RestoreError`].
    pub fn restore(stored: &StoredSeat) -> Result<Self, RestoreError> {
        stored.read(None)
    }

    /// Restores the seat of a player who signs with this key (feature `signed`).
    ///
    /// # Errors
    ///
    /// See [`RestoreError`].
    #[cfg(feature = "signed")]
    pub fn restore_signed(stored: &StoredSeat, key: PrivateKey) -> Result<Self, RestoreError> {
        stored.read(Some(key))
    }

    fn expect(&self, step: Step) -> Result<(), SeatError> {
        let stage = self.stage();
        if stage == Stage::Send(step) { Ok(()) } else { Err(SeatError::NotDue { step, stage }) }
    }

    /// Joins or acknowledges if that is due: there is nothing to decide.
    fn act(&mut self) {
        let body = match self.stage() {
            Stage::Send(Step::Join) => Body::Join,
            Stage::Send(Step::Acknowledge) => Body::Acknowledge,
            _ => return,
        };
        let sent = self.send(body);
        debug_assert_eq!(sent, Ok(()), "it is due");
    }

    /// Accepts a message of its own.
    fn send(&mut self, body: Body) -> Result<(), SeatError> {
        let terms = self.transcript.key().terms;
        let message = Message::new(terms, self.transcript.turn(), self.side, self.transcript.after(), body);
        self.is_stored = false;
        self.transcript.receive(&message.signed_with(self.key.as_ref()))?;
        self.act();
        Ok(())
    }

    /// Keeps a message that proves a breach, if it is the first.
    fn keep(&mut self, message: &Message) {
        if self.breach.is_none() && self.transcript.terms().are_signed() {
            self.breach = Some(message.clone());
            self.is_stored = false;
        }
    }

    /// The text that [`StoredSeat::read`] reads.
    fn stored(&self) -> StoredSeat {
        let mut fields = Fields::new(String::new(), SEAT_TAG)
            .field("terms", self.transcript.terms())
            .field("side", self.side.name());
        for message in self.transcript.messages() {
            fields = fields.field("message", message);
        }
        if let Some(message) = &self.breach {
            fields = fields.field("breach", message);
        }
        let open = fields.finish();
        // The text grows no more once the secret is in it, so no copy of it is left in memory.
        let mut text = Zeroizing::new(String::with_capacity(open.len().saturating_add(ROOM_FOR_SECRET)));
        text.push_str(&open);
        let mut fields = Fields::continued(&mut *text);
        if let Some(Sealed { choice, secret }) = &self.sealed {
            fields = fields.field("choice", choice).secret(secret.bytes());
        }
        fields.finish();
        let digest = digest_of_text(&text);
        Fields::continued(&mut *text).field("end", digest);
        StoredSeat(text)
    }
}

/// More than the lines `choice`, `secret` and `end` take.
const ROOM_FOR_SECRET: usize = 256;

fn digest_of_text(text: &str) -> Digest {
    let mut hash = Hash::new();
    let written = hash.write_str(text);
    debug_assert!(written.is_ok(), "a hash takes all that is written to it");
    Digest::from_bytes(hash.finish())
}

impl StoredSeat {
    /// Returns the text, **with the secret in it**.
    #[must_use]
    pub fn secret_text(&self) -> &str {
        &self.0
    }

    /// Takes a text that [`secret_text`](Self::secret_text) returned. It is read when the seat is restored.
    #[must_use]
    pub fn from_secret_text(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    fn read(&self, key: Option<PrivateKey>) -> Result<Seat, RestoreError> {
        let mut fields = FieldReader::new(&self.0, SEAT_TAG, "the first line ‘tavlei proryv sealed seat 2’")?;
        let terms: Terms = fields.value("terms")?.parse()?;
        let side =
            fields.parsed("side", "white or black", |name| Side::BOTH.into_iter().find(|side| side.name() == name))?;
        let signer = key.as_ref().map(|key| Player::Key(key.public()));
        let player = terms.party(side).player();
        if signer.as_ref().is_some_and(|signer| signer != player) || signer.is_none() && terms.are_signed() {
            return Err(RestoreError::WrongKey);
        }
        let mut transcript = Transcript::new(terms);
        while fields.is_next("message") {
            if transcript.receive(&read_message(&mut fields, "message")?)? != Receipt::New {
                return Err(RestoreError::Damaged);
            }
        }
        let breach = fields.is_next("breach").then(|| read_message(&mut fields, "breach")).transpose()?;
        let mut sealed = None;
        if fields.is_next("choice") {
            let choice = fields.parsed("choice", "a choice", |text| text.parse().ok())?;
            let secret = fields.parsed("secret", "64 hexadecimal digits", Secret::from_stored)?;
            sealed = Some(Sealed { choice, secret });
        }
        let digest = digest_of_text(fields.before());
        let told: Digest = fields.parsed("end", "64 hexadecimal digits", |text| text.parse().ok())?;
        fields.finish()?;
        let mut seat = Seat { side, key, transcript, sealed, breach, is_stored: true };
        if digest != told || !seat.sealed_is_committed() {
            return Err(RestoreError::Damaged);
        }
        seat.act();
        Ok(seat)
    }
}

fn read_message(fields: &mut FieldReader<'_>, key: &str) -> Result<Message, SyntaxError> {
    fields.parsed(key, "a message", |text| text.parse().ok())
}

impl Seat {
    /// Tells if the hidden choice, if there is one, is what this side has committed itself to in this turn.
    fn sealed_is_committed(&self) -> bool {
        let Some(Sealed { choice, secret }) = &self.sealed else { return true };
        let slot = Slot { turn: self.transcript.turn(), step: Step::Commit, side: self.side };
        let key = self.transcript.key();
        let commitment = self.transcript.terms().commitment(&key, self.side, *choice, secret.bytes());
        self.transcript.message(slot).map(Message::body) == Some(&Body::Commit(commitment))
    }
}

/// Looks the same whatever has been hidden.
impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("side", &self.side).field("stage", &self.stage()).finish_non_exhaustive()
    }
}

impl ZeroizeOnDrop for StoredSeat {}

/// Looks the same whatever has been stored.
impl fmt::Debug for StoredSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoredSeat(..)")
    }
}

/// Why a seat cannot be taken, or cannot act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError {
    /// The party is neither side's, or its salt is not the one in the terms.
    #[error("neither side of the terms has this player and this salt")]
    NotAParty,
    /// The player has a key, and must sign.
    #[error("the player has a key, and so must sign")]
    KeyNeeded,
    /// The private key is not the one of the party.
    #[error("the private key does not belong to the player")]
    WrongKey,
    /// The turn wants something else.
    #[error("not the time to {}: the stage is {stage:?}", step.name())]
    NotDue {
        /// The step that was tried.
        step: Step,
        /// The stage of the seat.
        stage: Stage,
    },
    /// The choice that was to be hidden is not legal. Which it was is not said.
    #[error("the choice that was to be hidden is not legal in this position (P-2)")]
    IllegalSealedMove,
    /// The open choice is not legal.
    #[error(transparent)]
    IllegalChoice(#[from] ChoiceError),
    /// The secret cannot be used.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The seat was restored from a state older than its commitment.
    #[error("the secret of the commitment is lost: the seat was restored from a state before it")]
    SecretLost,
    /// The message is refused.
    #[error(transparent)]
    Refused(#[from] Fault),
}

/// Why a stored seat cannot be restored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Something else stands where a field or its value should.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The terms cannot be read.
    #[error("in the terms: {0}")]
    Terms(#[from] TermsTextError),
    /// A message is refused.
    #[error("a stored message is refused: {0}")]
    Message(#[from] Fault),
    /// The key is not that of the player, or the player signs and no key is given.
    #[error("the private key does not belong to the player")]
    WrongKey,
    /// The text is not as it was written.
    #[error("the stored text is damaged")]
    Damaged,
}
