//! The terms that both players agree on before the first turn: players, game and rules.

use alloc::string::{String, ToString};
use core::fmt;
use core::num::NonZeroU64;
use core::str::FromStr;

use rand_core::TryCryptoRng;
use tavlei_game::text::{Scanner, SyntaxError};
use tavlei_game::{Game, Notation, Outcome, RulesError, Side};

use super::digest::{Commitment, Digest, Fields, Hash, hexadecimal};
use super::secret::{Secret, SecretError};
use super::signature::{PublicKey, is_usable};
use crate::{Choice, Position, PositionError, Reason, Rules};

const TERMS_TAG: &str = "tavlei proryv sealed game 2";
const MOVE_TAG: &str = "tavlei proryv sealed move 2";

hexadecimal! {
    /// Random bytes by which one player makes sure that the terms are new; 64 hexadecimal digits as text.
    Salt, 32, "64"
}

/// A player: a name, or the key that checks the player's signatures.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// A name. Messages are not signed, and prove nothing to others.
    Name(String),
    /// A key. Every message is signed (feature `signed`).
    Key(PublicKey),
}

/// One side of the terms: the player, and the salt that the player has drawn for this game; the salt, then the player as
/// text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Party {
    player: Player,
    salt: Salt,
}

/// The side that hides its choice in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recording {
    /// One side hides its choice, the other chooses openly, and the roles change after each turn (P-2).
    Alternating,
    /// Both sides hide their choices, as in Musikhin's original game (P-11).
    Both,
}

/// The terms that both players agree on before the first turn.
///
/// The text is what is hashed: a tag, then lines `key length value`.
///
/// ```
/// use tavlei_proryv::Position;
/// use tavlei_proryv::sealed_move::{Party, Player, Terms};
/// # let rng = &mut <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(1); // in earnest: the system's generator
///
/// let ann = Party::new(Player::Name("Ann".into()), rng)?;
/// let bob = Party::new(Player::Name("Bob".into()), rng)?;
/// let terms = Terms::new("final", ann, bob, Position::default())?;
/// assert_eq!(terms.to_string().parse(), Ok(terms.clone()));
/// assert!(terms.to_string().starts_with("tavlei proryv sealed game 2\ngame 5 final\nwhite 8 name Ann\n"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    game: String,
    white: Party,
    black: Party,
    start: Position,
    recording: Recording,
    allowance: Option<NonZeroU64>,
}

impl Party {
    /// Makes a party with a salt that nobody has seen before.
    ///
    /// # Errors
    ///
    /// As [`Secret::random`].
    pub fn new(player: Player, source: &mut (impl TryCryptoRng + ?Sized)) -> Result<Self, SecretError> {
        Secret::random(source).map(|salt| Self { player, salt: Salt::from_bytes(*salt.bytes()) })
    }

    /// Makes the party of a player who has told this salt.
    #[must_use]
    pub const fn with_salt(player: Player, salt: Salt) -> Self {
        Self { player, salt }
    }

    /// Returns the player.
    #[must_use]
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Returns the salt.
    #[must_use]
    pub const fn salt(&self) -> Salt {
        self.salt
    }
}

impl Terms {
    /// Makes the terms of a game that begins in this position, with alternating recorders and without deadlines.
    ///
    /// The name of the game is for people; the salts tell games apart.
    ///
    /// # Errors
    ///
    /// See [`TermsError`].
    pub fn new(game: &str, white: Party, black: Party, start: Position) -> Result<Self, TermsError> {
        if let Some(outcome) = start.outcome() {
            return Err(TermsError::GameOver(outcome));
        }
        let names = [&white.player, &black.player].into_iter().filter_map(|player| match player {
            Player::Name(name) => Some(name.as_str()),
            Player::Key(_) => None,
        });
        if names.chain([game]).any(|name| !is_name(name)) {
            return Err(TermsError::Name);
        }
        if white.player == black.player {
            return Err(TermsError::SamePlayer);
        }
        if white.salt == black.salt {
            return Err(TermsError::SameSalt);
        }
        match (&white.player, &black.player) {
            (Player::Name(_), Player::Name(_)) => {}
            (Player::Key(_), Player::Key(_)) if cfg!(not(feature = "signed")) => return Err(TermsError::Unsupported),
            (Player::Key(one), Player::Key(other)) => {
                let bad = [(Side::White, one), (Side::Black, other)].into_iter().find(|(_, key)| !is_usable(key));
                if let Some((side, _)) = bad {
                    return Err(TermsError::Key { side });
                }
            }
            _ => return Err(TermsError::NameAndKey),
        }
        Ok(Self { game: game.into(), white, black, start, recording: Recording::Alternating, allowance: None })
    }

    /// Returns the same terms with this way of recording.
    #[must_use]
    pub const fn with_recording(mut self, recording: Recording) -> Self {
        self.recording = recording;
        self
    }

    /// Returns the same terms with a deadline for each message: it must arrive this many units of time after the
    /// message before it. `None`, the default, sets no deadline.
    ///
    /// The unit is that of the caller's clock, seconds say. The deadlines begin to run once both players have joined.
    #[must_use]
    pub const fn with_allowance(mut self, allowance: Option<NonZeroU64>) -> Self {
        self.allowance = allowance;
        self
    }

    /// Returns the name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns who plays a side.
    #[must_use]
    pub const fn party(&self, side: Side) -> &Party {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Returns the position before the first turn.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns who hides a choice in a turn.
    #[must_use]
    pub const fn recording(&self) -> Recording {
        self.recording
    }

    /// Returns how many units of time each message may take.
    #[must_use]
    pub const fn allowance(&self) -> Option<NonZeroU64> {
        self.allowance
    }

    /// Tells if every message must be signed.
    #[must_use]
    pub const fn are_signed(&self) -> bool {
        matches!(self.white.player, Player::Key(_))
    }

    /// Returns the digest of the text, which every message names.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::from_bytes(self.write(Hash::new()).finish())
    }

    /// Returns the commitment of a side to a choice in a turn that begins in this position, after this past.
    pub(crate) fn commitment(&self, turn: &TurnKey<'_>, side: Side, choice: Choice, secret: &[u8; 32]) -> Commitment {
        let hash = Fields::new(Hash::new(), MOVE_TAG)
            .field("terms", turn.terms)
            .field("game", &self.game)
            .field("white", &self.white.player)
            .field("black", &self.black.player)
            .field("rules", turn.position.rules)
            .field("position", turn.position)
            .field("turn", turn.number)
            .field("recording", self.recording.name())
            .field("side", side.name())
            .field("past", turn.past)
            .field("choice", choice)
            .secret(secret);
        Commitment::from_bytes(hash.finish().finish())
    }

    fn write<W: fmt::Write>(&self, out: W) -> W {
        Fields::new(out, TERMS_TAG)
            .field("game", &self.game)
            .field("white", &self.white.player)
            .field("white-salt", self.white.salt)
            .field("black", &self.black.player)
            .field("black-salt", self.black.salt)
            .field("rules", self.start.rules)
            .field("position", self.start)
            .field("recording", self.recording.name())
            .field("allowance", self.allowance.map_or_else(|| "none".into(), |units| units.to_string()))
            .finish()
    }
}

/// The context of a turn that a commitment binds.
pub(crate) struct TurnKey<'a> {
    pub(crate) terms: Digest,
    pub(crate) position: &'a Position,
    pub(crate) number: u32,
    pub(crate) past: Digest,
}

impl Recording {
    /// Returns the name in texts: `alternating` or `both`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternating => "alternating",
            Self::Both => "both",
        }
    }
}

/// Tells if a name is not empty, at most 255 bytes long and free of control characters.
fn is_name(name: &str) -> bool {
    (1..256).contains(&name.len()) && !name.contains(char::is_control)
}

/// `name Ann`, or `key` and 64 hexadecimal digits.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "name {name}"),
            Self::Key(key) => write!(f, "key {key}"),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for Player {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        read_player(text).ok_or_else(|| Scanner::new(text).expected(A_PLAYER))
    }
}

/// The salt, then the player.
impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.salt, self.player)
    }
}

/// Reads what `Display` writes.
impl FromStr for Party {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut scanner = Scanner::new(text);
        let salt = Salt::scan(&mut scanner)?;
        let player = scanner.rest().strip_prefix(' ').and_then(read_player);
        Ok(Self { salt, player: player.ok_or_else(|| scanner.expected(A_PLAYER))? })
    }
}

/// The canonical text, ten lines long.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(String::new()))
    }
}

/// Reads the canonical text, and nothing else: what is agreed on should look the same to both.
impl FromStr for Terms {
    type Err = TermsTextError;

    fn from_str(text: &str) -> Result<Self, TermsTextError> {
        let mut fields = FieldReader::new(text, TERMS_TAG, "the first line ‘tavlei proryv sealed game 2’")?;
        let game = fields.value("game")?;
        let mut party = |key, salt_key| {
            let player = fields.parsed(key, A_PLAYER, read_player)?;
            let salt = fields.parsed(salt_key, "64 hexadecimal digits", |text| text.parse().ok())?;
            Ok::<_, SyntaxError>(Party { player, salt })
        };
        let (white, black) = (party("white", "white-salt")?, party("black", "black-salt")?);
        let rules: Rules = fields.value("rules")?.parse()?;
        let start = Position::read_position(fields.value("position")?, &rules)?;
        let recording = fields.parsed("recording", "alternating or both", |text| {
            [Recording::Alternating, Recording::Both].into_iter().find(|recording| recording.name() == text)
        })?;
        let allowance = fields.parsed("allowance", "none or a number from 1 on", |text| match text {
            "none" => Some(None),
            units => units.parse().ok().map(Some),
        })?;
        fields.finish()?;
        let terms = Self::new(game, white, black, start)?.with_recording(recording).with_allowance(allowance);
        if terms.to_string() == text { Ok(terms) } else { Err(TermsTextError::NotCanonical) }
    }
}

const A_PLAYER: &str = "a player: name and a name, or key and 64 hexadecimal digits";

fn read_player(text: &str) -> Option<Player> {
    match text.split_once(' ')? {
        ("name", name) => Some(Player::Name(name.into())),
        ("key", key) => key.parse().ok().map(Player::Key),
        _ => None,
    }
}

/// Reads what [`Fields`] has written.
pub(crate) struct FieldReader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> FieldReader<'a> {
    pub(crate) fn new(text: &'a str, tag: &str, expected: &'static str) -> Result<Self, SyntaxError> {
        let mut reader = Self { text, offset: 0 };
        let rest = text.strip_prefix(tag).and_then(|rest| rest.strip_prefix('\n'));
        let rest = rest.ok_or_else(|| reader.expected(expected))?;
        reader.go_on_with(rest);
        Ok(reader)
    }

    /// The value of the next field, which has this key.
    pub(crate) fn value(&mut self, key: &str) -> Result<&'a str, SyntaxError> {
        let (value, rest) = self.split(key).ok_or_else(|| self.expected("the next field: key, length, value"))?;
        self.go_on_with(rest);
        Ok(value)
    }

    /// As [`value`](Self::value), read further.
    pub(crate) fn parsed<T>(
        &mut self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, SyntaxError> {
        let before = self.offset;
        let value = self.value(key)?;
        read(value).ok_or_else(|| Self { text: self.text, offset: before }.expected(expected))
    }

    /// Tells if the next field has this key.
    pub(crate) fn is_next(&self, key: &str) -> bool {
        self.rest().strip_prefix(key).is_some_and(|rest| rest.starts_with(' '))
    }

    /// The bytes read so far.
    pub(crate) fn before(&self) -> &'a str {
        self.text.get(..self.offset).unwrap_or_default()
    }

    pub(crate) fn finish(self) -> Result<(), SyntaxError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("nothing after the last field")) }
    }

    fn split(&self, key: &str) -> Option<(&'a str, &'a str)> {
        let (length, rest) = self.rest().strip_prefix(key)?.strip_prefix(' ')?.split_once(' ')?;
        let (value, rest) = rest.split_at_checked(length.parse().ok()?)?;
        Some((value, rest.strip_prefix('\n')?))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn go_on_with(&mut self, rest: &str) {
        self.offset = self.text.len().saturating_sub(rest.len());
    }

    fn expected(&self, expected: &'static str) -> SyntaxError {
        let mut place = Scanner::new(self.text);
        place.go_to(self.offset);
        place.expected(expected)
    }
}

/// Why terms are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TermsError {
    /// The position is a finished one (P-10).
    #[error("the game is over before it begins ({0})")]
    GameOver(Outcome<Reason>),
    /// A name is empty, longer than 255 bytes, or holds a control character.
    #[error("a name is empty, longer than 255 bytes, or holds a control character")]
    Name,
    /// Both sides have the same name or key.
    #[error("both sides have the same name or key")]
    SamePlayer,
    /// Both sides have the same salt, so one of them has not drawn it.
    #[error("both sides have the same salt")]
    SameSalt,
    /// One side has a name and the other a key.
    #[error("one side has a name, the other a key: either both sign or neither does")]
    NameAndKey,
    /// The key of this side is not a key, or is one for which one signature fits many messages.
    #[error("the key of {side} is no Ed25519 key, or a weak one")]
    Key {
        /// The side.
        side: Side,
    },
    /// The players have keys, and this build cannot check signatures.
    #[error("this build cannot check signatures: the feature ‘signed’ is off")]
    Unsupported,
}

/// Why a text is not read as terms.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TermsTextError {
    /// Something else stands where a field or its value should.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The rules cannot be read.
    #[error("in the rules: {0}")]
    Rules(#[from] RulesError),
    /// The position cannot be read.
    #[error("in the position: {0}")]
    Position(#[from] PositionError),
    /// The terms themselves are refused.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The text is read as terms whose text is another.
    #[error("the text is not the canonical text of these terms")]
    NotCanonical,
}
