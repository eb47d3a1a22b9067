//! Messages, each for one slot of the game.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use tavlei_game::Side;
use tavlei_game::text::{Scanner, SyntaxError};

use super::digest::{Commitment, Digest, Fields, Hash};
use super::secret::Opening;
use super::signature::{PrivateKey, Signature, is_valid};
use super::terms::Player;
use crate::Choice;
use crate::notation::scan_choice;

const MESSAGE_TAG: &str = "tavlei proryv sealed message 2";
/// The first word of a message's text.
const MESSAGE_WORD: &str = "sealed-move/2";

/// The steps of a turn, in their order. [`Join`](Self::Join) comes once, before the first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A player agrees to the terms.
    Join,
    /// A side commits itself to a hidden choice.
    Commit,
    /// The side that does not record chooses openly.
    Choose,
    /// A side acknowledges what the other has chosen or committed itself to.
    Acknowledge,
    /// A side shows its hidden choice.
    Open,
}

/// The one place in a game that a message is for: turn, step and side.
///
/// A side sends one message for a slot. The same one again changes nothing; a different one is a breach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The number of the turn, from 1 on; 0 for joining.
    pub turn: u32,
    /// The step of the turn.
    pub step: Step,
    /// The side that sends.
    pub side: Side,
}

/// The content of a message beside its slot and its past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// The sender agrees to the terms.
    Join,
    /// The hash of a hidden choice.
    Commit(Commitment),
    /// An open choice.
    Choose(Choice),
    /// The sender has what it needs to open.
    Acknowledge,
    /// A hidden choice and its secret.
    Open(Opening),
}

/// A message of one side to the other.
///
/// Its text is one line: `sealed-move/2`, the digest of the terms, the turn, the side, the digest of what was sent
/// before, the step, what the step needs, and the signature or `-`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    terms: Digest,
    turn: u32,
    side: Side,
    after: Digest,
    body: Body,
    signature: Option<Signature>,
}

impl Step {
    const ALL: [Self; 5] = [Self::Join, Self::Commit, Self::Choose, Self::Acknowledge, Self::Open];

    /// Returns the name in texts: `join`, `commit`, `choose`, `acknowledge` or `open`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Commit => "commit",
            Self::Choose => "choose",
            Self::Acknowledge => "acknowledge",
            Self::Open => "open",
        }
    }
}

impl Body {
    /// Returns the step that the body belongs to.
    #[must_use]
    pub const fn step(&self) -> Step {
        match self {
            Self::Join => Step::Join,
            Self::Commit(_) => Step::Commit,
            Self::Choose(_) => Step::Choose,
            Self::Acknowledge => Step::Acknowledge,
            Self::Open(_) => Step::Open,
        }
    }
}

impl Message {
    /// Makes a message without a signature. [`Seat`](super::Seat) makes those of an honest player.
    #[must_use]
    pub const fn new(terms: Digest, turn: u32, side: Side, after: Digest, body: Body) -> Self {
        Self { terms, turn, side, after, body, signature: None }
    }

    /// Returns the message with this signature in place of its own.
    #[must_use]
    pub const fn with_signature(mut self, signature: Option<Signature>) -> Self {
        self.signature = signature;
        self
    }

    /// Returns the message, signed with this key (feature `signed`).
    #[cfg(feature = "signed")]
    #[must_use]
    pub fn signed_by(self, key: &PrivateKey) -> Self {
        self.signed_with(Some(key))
    }

    pub(crate) fn signed_with(self, key: Option<&PrivateKey>) -> Self {
        let signature = key.map(|key| key.sign(&self.signed_text()));
        self.with_signature(signature)
    }

    /// Returns the digest of the terms that the message belongs to.
    #[must_use]
    pub const fn terms(&self) -> Digest {
        self.terms
    }

    /// Returns the slot that the message is for.
    #[must_use]
    pub const fn slot(&self) -> Slot {
        Slot { turn: self.turn, step: self.body.step(), side: self.side }
    }

    /// Returns the digest of what was sent before: through it the message binds the whole past of the game.
    #[must_use]
    pub const fn after(&self) -> Digest {
        self.after
    }

    /// Returns what the message says.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the signature.
    #[must_use]
    pub const fn signature(&self) -> Option<Signature> {
        self.signature
    }

    /// Returns the digest of all but the signature.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::from_bytes(self.write(Hash::new()).finish())
    }

    /// Tells if the message comes from this player, as far as it can be told: a player with a key must have signed.
    #[must_use]
    pub fn is_from(&self, player: &Player) -> bool {
        match (player, &self.signature) {
            (Player::Name(_), signature) => signature.is_none(),
            (Player::Key(_), None) => false,
            (Player::Key(key), Some(signature)) => is_valid(signature, &self.signed_text(), key),
        }
    }

    fn signed_text(&self) -> String {
        self.write(String::new())
    }

    fn write<W: fmt::Write>(&self, out: W) -> W {
        let fields = Fields::new(out, MESSAGE_TAG)
            .field("terms", self.terms)
            .field("turn", self.turn)
            .field("side", self.side.name())
            .field("after", self.after)
            .field("step", self.body.step().name());
        let fields = match &self.body {
            Body::Join | Body::Acknowledge => fields,
            Body::Commit(commitment) => fields.field("commitment", commitment),
            Body::Choose(choice) => fields.field("choice", choice),
            Body::Open(opening) => fields.field("choice", opening.choice()).secret(opening.secret()),
        };
        fields.finish()
    }
}

/// `commit of White in turn 3`.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} in turn {}", self.step.name(), self.side, self.turn)
    }
}

/// One line.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { terms, turn, side, after, .. } = self;
        write!(f, "{MESSAGE_WORD} {terms} {turn} {} {after} {}", side.name(), self.body.step().name())?;
        match &self.body {
            Body::Join | Body::Acknowledge => {}
            Body::Commit(commitment) => write!(f, " {commitment}")?,
            Body::Choose(choice) => write!(f, " {choice}")?,
            Body::Open(opening) => write!(f, " {opening}")?,
        }
        match self.signature {
            Some(signature) => write!(f, " {signature}"),
            None => f.write_str(" -"),
        }
    }
}

/// Reads one line, with white space around its words.
impl FromStr for Message {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        word(&mut text, "the word ‘sealed-move/2’", |word| (word == MESSAGE_WORD).then_some(()))?;
        let terms = Digest::scan(&mut text)?;
        let turn = word(&mut text, "the number of a turn", |word| word.parse().ok())?;
        let side = word(&mut text, "white or black", |word| Side::BOTH.into_iter().find(|side| side.name() == word))?;
        let after = Digest::scan(&mut text)?;
        let step = word(&mut text, "join, commit, choose, acknowledge or open", |word| {
            Step::ALL.into_iter().find(|step| step.name() == word)
        })?;
        text.skip_spaces();
        let body = match step {
            Step::Join => Body::Join,
            Step::Commit => Body::Commit(Commitment::scan(&mut text)?),
            Step::Choose => Body::Choose(scan_choice(&mut text)?),
            Step::Acknowledge => Body::Acknowledge,
            Step::Open => Body::Open(Opening::scan(&mut text)?),
        };
        text.skip_spaces();
        let signature = if text.eat('-') { None } else { Some(Signature::scan(&mut text)?) };
        text.finish("nothing after the signature")?;
        Ok(Self { terms, turn, side, after, body, signature })
    }
}

/// Reads the next word as it stands.
fn word<T>(
    text: &mut Scanner<'_>,
    expected: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, SyntaxError> {
    text.skip_spaces();
    let word = text.rest().split(char::is_whitespace).next().unwrap_or_default();
    let value = read(word).ok_or_else(|| text.expected(expected))?;
    text.go_to(text.offset().saturating_add(word.len()));
    Ok(value)
}
