//! The record protocol of P-2 over a wire: the record is a commitment, checked when it is shown.
//!
//! A player who is far away can't watch the paper on which the opponent records. So the recorder sends the *hash* of
//! its choice and a secret [`Nonce`], a [`Commitment`]; the other player then moves openly; then the recorder shows
//! choice and nonce, an [`Opening`], and the other player checks that they are what the hash was made of. The hash
//! tells nothing without the nonce, and no other choice can be found that fits it.
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
//! use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Commitment, Nonce, Opening}};
//! # let rng = &mut <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(1); // in earnest: the system's generator
//!
//! // Both players agree on a name for the game that no game of theirs had before.
//! let start = Position::default();
//! let (ours, theirs) = (AwaitingCommitment::new("ann-bob-17", 1, start)?, AwaitingCommitment::new("ann-bob-17", 1, start)?);
//!
//! // White records, and sends a hash.
//! let (ours, commitment) = ours.commit(start.read_choice(Side::White, "b2-c3")?, Nonce::random(rng))?;
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
//! What has been recorded cannot be tried out on a copy or reached into, and a nonce is used once:
//!
//! ```compile_fail,E0599
//! # use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Nonce}};
//! # let turn = AwaitingCommitment::new("game", 1, Position::default()).unwrap();
//! let (committed, _) = turn.commit(Choice::Pass, Nonce::from_bytes([7; 32])).unwrap();
//! let copy = committed.clone();
//! ```
//! ```compile_fail,E0616
//! # use tavlei_proryv::{Choice, Position, commitment::{AwaitingCommitment, Nonce}};
//! # let turn = AwaitingCommitment::new("game", 1, Position::default()).unwrap();
//! let (committed, _) = turn.commit(Choice::Pass, Nonce::from_bytes([7; 32])).unwrap();
//! let peek = committed.opening;
//! ```
//! ```compile_fail,E0599
//! # use tavlei_proryv::commitment::Nonce;
//! let twice = Nonce::from_bytes([7; 32]).clone();
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
use core::str::FromStr;

use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use tavlei_game::Side;
use tavlei_game::text::{Scanner, SyntaxError};

use crate::notation::scan_choice;
use crate::record::{AwaitingRecord, GameOver, IllegalRecord, Refused, Resolved};
use crate::{Choice, ChoiceError, Position, Resolution};

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
    opening: Opening,
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
        AwaitingRecord::new(position)?;
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
    /// The choice is not legal in the position before the turn. The nonce is lost then: draw another.
    pub fn commit(self, choice: Choice, nonce: Nonce) -> Result<(Committed, Commitment), Refused<Self, IllegalRecord>> {
        let recorder = self.recorder();
        if self.position.check_choice(recorder, choice).is_err() {
            return Err(Refused { stage: self, error: IllegalRecord { recorder } });
        }
        let opening = Opening { choice, nonce: nonce.0 };
        let commitment = self.commitment(&opening);
        Ok((Committed { turn: self, opening }, commitment))
    }

    /// Takes the recorder's commitment; it binds the recorder from now on.
    #[must_use]
    pub const fn receive(self, commitment: Commitment) -> AwaitingChoice {
        AwaitingChoice { turn: self, commitment }
    }

    /// The commitment that an opening belongs to in this turn.
    fn commitment(&self, Opening { choice, nonce }: &Opening) -> Commitment {
        let Self { game, number, position } = self;
        let mut hash = Hash(Sha256::new());
        let written = write!(
            hash,
            "{DOMAIN}\ngame {} {game}\nrules {}\nposition {position}\nturn {number}\nrecorder {}\nchoice {choice}\nnonce {}\n",
            game.len(),
            position.rules,
            position.recorder().name(),
            Hex(nonce),
        );
        debug_assert!(written.is_ok(), "a hash takes everything that is written to it");
        Commitment(hash.0.finalize().into())
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
            Ok(()) => Ok((self.turn.settle(self.opening.choice, choice), self.opening)),
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

    /// What the recorder has committed itself to.
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
    /// What is shown is not what was committed to, or it is, but was never a legal choice. Either way the recorder has
    /// broken the rules; what that costs is for the players to say.
    pub fn check(self, opening: &Opening) -> Result<Settled, Refused<Self, OpeningError>> {
        let error = if self.turn.commitment(opening) != self.commitment {
            OpeningError::Mismatch
        } else {
            match self.turn.position.check_choice(self.turn.recorder(), opening.choice) {
                Ok(()) => return Ok(self.turn.settle(opening.choice, self.open)),
                Err(error) => OpeningError::Illegal(error),
            }
        };
        Err(Refused { stage: self, error })
    }
}

impl Settled {
    /// What happened in the turn, and the position that it led to.
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
    /// The commitment was not made of this choice and this nonce in this turn of this game.
    #[error("what is shown is not what was committed to in this turn")]
    Mismatch,
    /// The commitment was made of a choice that is not legal.
    #[error("what was committed to is not legal: {0}")]
    Illegal(ChoiceError),
}

/// A secret number of 256 bits, drawn anew for each record, that keeps the choice from being guessed.
///
/// It can't be read, copied or printed, and recording uses it up: a nonce that is used twice protects neither record.
pub struct Nonce([u8; 32]);

impl Nonce {
    /// Draws a nonce from a generator whose numbers nobody can predict.
    #[must_use]
    pub fn random(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// A nonce of these bytes, at least 128 bits of which should be beyond guessing.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(..)")
    }
}

/// The hash that stands for a record until it is shown; 64 hexadecimal digits as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The commitment with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the hash.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }
}

/// 64 digits, in lower case.
impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Hex(&self.0), f)
    }
}

/// As the text.
impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// Reads 64 hexadecimal digits, with white space around them; capital letters are accepted.
impl FromStr for Commitment {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        let bytes = scan_hex(&mut text)?;
        text.finish("nothing after 64 hexadecimal digits")?;
        Ok(Self(bytes))
    }
}

/// What is shown of a record in the end: the choice and the nonce; `b2-c3` and 64 hexadecimal digits as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    choice: Choice,
    nonce: [u8; 32],
}

impl Opening {
    /// The opening that shows this choice and this nonce.
    #[must_use]
    pub const fn new(choice: Choice, nonce: [u8; 32]) -> Self {
        Self { choice, nonce }
    }

    /// The choice that was recorded, if the commitment bears it out.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        self.choice
    }

    /// The nonce, no longer secret.
    #[must_use]
    pub const fn nonce(&self) -> [u8; 32] {
        self.nonce
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.choice, Hex(&self.nonce))
    }
}

/// Reads a choice, then 64 hexadecimal digits.
impl FromStr for Opening {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut text = Scanner::new(text);
        text.skip_spaces();
        let choice = scan_choice(&mut text)?;
        let nonce = scan_hex(&mut text)?;
        text.finish("nothing after the choice and 64 hexadecimal digits")?;
        Ok(Self { choice, nonce })
    }
}

/// Hashes what is written to it.
struct Hash(Sha256);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// Writes bytes as hexadecimal digits.
struct Hex<'a>(&'a [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads 32 bytes as hexadecimal digits, with white space before them.
fn scan_hex(text: &mut Scanner<'_>) -> Result<[u8; 32], SyntaxError> {
    text.skip_spaces();
    let mut bytes = [0; 32];
    for byte in &mut bytes {
        for _ in 0..2 {
            let digit = text.peek().and_then(|c| c.to_digit(16));
            let digit = digit.ok_or_else(|| text.expected("one of 64 hexadecimal digits"))?;
            text.next();
            // A digit is below 16.
            *byte = *byte << 4 | digit as u8;
        }
    }
    Ok(bytes)
}
