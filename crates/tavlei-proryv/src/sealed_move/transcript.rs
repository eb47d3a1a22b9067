//! The game as its messages tell it: which are due, which are refused, and what they came to.

use alloc::vec::Vec;

use tavlei_game::{History, Side, Termination};

use super::digest::{Digest, Fields, Hash};
use super::message::{Body, Message, Slot, Step};
use super::secret::Opening;
use super::terms::{Recording, Terms, TurnKey};
use crate::{Choice, ChoiceError, Position, Reason, Turn};

const PAIR_TAG: &str = "tavlei proryv sealed pair 2";

/// The messages of a game that have been accepted, and the game that they make up.
///
/// A transcript holds no secret but those that have been shown. Both players and an arbiter hold one, and accept the
/// same messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    terms: Terms,
    digest: Digest,
    /// In the order of their slots.
    messages: Vec<Message>,
    history: History<Position>,
    turn: u32,
    step: Step,
    /// The digest that the messages that are due must follow.
    after: Digest,
    /// The digest that the commitments of the turn followed.
    past: Digest,
}

/// The effect of an accepted message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receipt {
    /// It was due, and has been accepted.
    New,
    /// It has been accepted before. Whoever sends it again may lack the answer.
    Again,
    /// It is for a later slot, and was not kept: messages before it are missing. It must be sent again.
    Early,
}

/// Why a message is refused. The transcript is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The message names other terms: another game, other players, rules or deadlines.
    #[error("the message belongs to other terms")]
    OtherTerms,
    /// The signature is missing, is not that of the player, or stands where nobody signs.
    #[error("the message is not signed by the player whose side it names")]
    NotFromPlayer,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The message comes after messages that are not those of this transcript.
    #[error("the message comes after other messages than those accepted here")]
    OtherPast,
    /// The side has already sent another message for this slot.
    #[error("the side has sent two different messages for one slot")]
    Conflict,
    /// The side never sends this step in this turn.
    #[error("the step belongs to the other side in this turn")]
    WrongRole,
    /// The open choice is not legal.
    #[error("the open choice is not legal: {0}")]
    IllegalChoice(ChoiceError),
    /// The opening is not what was committed to.
    #[error("the opening is not what was committed to")]
    WrongOpening,
    /// The opening is what was committed to, and was never legal.
    #[error("the hidden choice is not legal: {0}")]
    IllegalSealedMove(ChoiceError),
}

impl Fault {
    /// Tells if the message, signed, proves by itself that its sender broke the rules.
    ///
    /// A message that belongs elsewhere, is forged or comes too late proves nothing: anyone may have sent it. A message
    /// after another past may be an answer to a message that the *other* side sent twice.
    #[must_use]
    pub const fn is_breach(self) -> bool {
        !matches!(self, Self::OtherTerms | Self::NotFromPlayer | Self::Over | Self::OtherPast)
    }
}

impl Transcript {
    /// Begins the game of these terms. Both players have yet to join.
    #[must_use]
    pub fn new(terms: Terms) -> Self {
        let digest = terms.digest();
        let history = History::new(*terms.start());
        Self { digest, messages: Vec::new(), history, turn: 0, step: Step::Join, after: digest, past: digest, terms }
    }

    /// Returns the terms.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the messages that have been accepted, in the order of their slots.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the game as it was played: every turn that both sides have settled.
    #[must_use]
    pub const fn history(&self) -> &History<Position> {
        &self.history
    }

    /// Returns the position before the turn that is being played.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// Returns the number of the turn that is being played, from 1 on; 0 before both have joined.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the step of the turn that is due.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.step
    }

    /// Returns the digest of all that came before the messages that are due; they must name it.
    #[must_use]
    pub const fn after(&self) -> Digest {
        self.after
    }

    /// Returns how the game has ended, if it has: by the rules, or as a draw at the cap on turns (P-12).
    #[must_use]
    pub fn termination(&self) -> Option<Termination<Reason>> {
        self.history.termination()
    }

    /// Lists the slots for which a message is due: one, or one of each side; none once the game is over.
    pub fn due(&self) -> impl Iterator<Item = Slot> {
        let over = self.termination().is_some();
        let slot = move |side| Slot { turn: self.turn, step: self.step, side };
        let sides = Side::BOTH.into_iter().filter(move |&side| !over && self.is_role(self.turn, self.step, side));
        sides.map(slot).filter(|&slot| self.message(slot).is_none())
    }

    /// Returns the message that was accepted for a slot.
    #[must_use]
    pub fn message(&self, slot: Slot) -> Option<&Message> {
        self.messages.binary_search_by_key(&slot, Message::slot).ok().and_then(|found| self.messages.get(found))
    }

    /// Accepts a message, or says why not.
    ///
    /// Duplicates, and messages that overtake others, are harmless; see [`Receipt`].
    ///
    /// # Errors
    ///
    /// The [`Fault`] of the message; nothing has changed then.
    pub fn receive(&mut self, message: &Message) -> Result<Receipt, Fault> {
        if self.message(message.slot()) == Some(message) {
            return Ok(Receipt::Again);
        }
        self.check_origin(message)?;
        self.accept(message)
    }

    /// Checks that a message belongs to this game, to the player whose side it names, and to that side's role.
    pub(crate) fn check_origin(&self, message: &Message) -> Result<(), Fault> {
        let slot = message.slot();
        if message.terms() != self.digest {
            return Err(Fault::OtherTerms);
        }
        if !message.is_from(self.terms.party(slot.side).player()) {
            return Err(Fault::NotFromPlayer);
        }
        if self.is_role(slot.turn, slot.step, slot.side) { Ok(()) } else { Err(Fault::WrongRole) }
    }

    /// [`receive`](Self::receive) for a message whose [origin](Self::check_origin) has been checked.
    pub(crate) fn accept(&mut self, message: &Message) -> Result<Receipt, Fault> {
        let slot = message.slot();
        if let Some(accepted) = self.message(slot) {
            let same = accepted.digest() == message.digest();
            return if same { Ok(Receipt::Again) } else { Err(Fault::Conflict) };
        }
        if self.termination().is_some() {
            return Err(Fault::Over);
        }
        if (slot.turn, slot.step) != (self.turn, self.step) {
            return Ok(Receipt::Early);
        }
        if message.after() != self.after {
            return Err(Fault::OtherPast);
        }
        self.check(slot.side, message.body())?;
        let place = self.messages.partition_point(|accepted| accepted.slot() < slot);
        self.messages.insert(place, message.clone());
        if self.due().next().is_none() {
            self.go_on();
        }
        Ok(Receipt::New)
    }

    /// Checks what a message that is due says.
    fn check(&self, side: Side, body: &Body) -> Result<(), Fault> {
        let position = self.position();
        match body {
            Body::Join | Body::Commit(_) | Body::Acknowledge => Ok(()),
            Body::Choose(choice) => position.check_choice(side, *choice).map_err(Fault::IllegalChoice),
            Body::Open(opening) => {
                let committed = self.message(Slot { turn: self.turn, step: Step::Commit, side }).map(Message::body);
                let shown = self.terms.commitment(&self.key(), side, opening.choice(), opening.secret());
                if committed != Some(&Body::Commit(shown)) {
                    return Err(Fault::WrongOpening);
                }
                position.check_choice(side, opening.choice()).map_err(Fault::IllegalSealedMove)
            }
        }
    }

    /// Returns the context that the commitments of this turn bind.
    pub(crate) fn key(&self) -> TurnKey<'_> {
        TurnKey { terms: self.digest, position: self.position(), number: self.turn, past: self.past }
    }

    /// Lists the secrets that a side has shown.
    pub(crate) fn shown(&self, side: Side) -> impl Iterator<Item = &Opening> {
        self.messages.iter().filter(move |message| message.slot().side == side).filter_map(|message| {
            match message.body() {
                Body::Open(opening) => Some(opening),
                _ => None,
            }
        })
    }

    /// Goes on to the next step, all messages of this one being there.
    fn go_on(&mut self) {
        self.after = self.digest_of_step();
        let next = match (self.step, self.terms.recording()) {
            (Step::Commit, Recording::Alternating) => Step::Choose,
            (Step::Commit, Recording::Both) | (Step::Choose, _) => Step::Acknowledge,
            (Step::Acknowledge, _) => Step::Open,
            (Step::Join, _) => self.next_turn(),
            (Step::Open, _) => {
                self.settle();
                self.next_turn()
            }
        };
        self.step = next;
    }

    fn next_turn(&mut self) -> Step {
        // No memory holds the messages of 2³² turns.
        self.turn = self.turn.saturating_add(1);
        self.past = self.after;
        Step::Commit
    }

    /// Plays the turn that both sides have chosen, and ends the game at the cap.
    fn settle(&mut self) {
        if let (Some(white), Some(black)) = (self.chosen(Side::White), self.chosen(Side::Black)) {
            let played = self.history.play(&Turn { white, black });
            debug_assert_eq!(played, Ok(()), "both choices have been checked");
            self.history.claim_draw();
        }
    }

    /// The choice that a side has shown in this turn.
    fn chosen(&self, side: Side) -> Option<Choice> {
        let body = |step| self.message(Slot { turn: self.turn, step, side }).map(Message::body);
        match (body(Step::Open), body(Step::Choose)) {
            (Some(Body::Open(opening)), _) => Some(opening.choice()),
            (_, Some(Body::Choose(choice))) => Some(*choice),
            _ => None,
        }
    }

    /// The digest of the message of this step, or of both.
    fn digest_of_step(&self) -> Digest {
        let mut digests = Side::BOTH
            .into_iter()
            .filter_map(|side| self.message(Slot { turn: self.turn, step: self.step, side }))
            .map(Message::digest);
        match (digests.next(), digests.next()) {
            (Some(white), Some(black)) => {
                let pair = Fields::new(Hash::new(), PAIR_TAG).field("white", white).field("black", black);
                Digest::from_bytes(pair.finish().finish())
            }
            (one, _) => one.unwrap_or(self.after),
        }
    }

    /// Tells if a side sends this step in a turn.
    fn is_role(&self, turn: u32, step: Step, side: Side) -> bool {
        let first = self.terms.start().recorder();
        let recorder = if turn % 2 == 1 { first } else { !first };
        match (step, self.terms.recording()) {
            (Step::Join, _) => turn == 0,
            _ if turn == 0 => false,
            (Step::Choose, Recording::Alternating) => side == !recorder,
            (Step::Choose, Recording::Both) => false,
            (_, Recording::Alternating) => side == recorder,
            (_, Recording::Both) => true,
        }
    }
}
