//! Sealed moves over a wire, between two strangers (P-2, P-11).
//!
//! A side hides its choice by sending its hash, a *commitment*, and shows it when the other side can no longer change
//! its own. This module is that protocol for players who trust neither one another nor the network, and who may have
//! money at stake: every message binds who plays, the game and its whole past; with the feature `signed` every message
//! is signed, and an arbiter can tell from the messages alone who broke the rules, or left.
//!
//! The older protocol in [`commitment`](crate::commitment) hides and binds a choice as well, and is for players who
//! trust one another with the rest.
//!
//! # The messages of a turn
//!
//! Both players agree on [`Terms`] first. Each makes its own [`Party`] with a salt that it has just drawn, and takes a
//! [`Seat`] only if its own party is in the terms: so no message from an earlier game fits. Then both join.
//!
//! | step | alternating recorders (P-2) | both record (P-11) | comes after |
//! |---|---|---|---|
//! | [`Join`](Step::Join), once | both: I agree to the terms | the same | the terms |
//! | [`Commit`](Step::Commit) | the recorder: the hash of its choice | both | the step before |
//! | [`Choose`](Step::Choose) | the other side: its open choice | | the commitment |
//! | [`Acknowledge`](Step::Acknowledge) | the recorder: I have your choice | both: I have both commitments | the step before |
//! | [`Open`](Step::Open) | the recorder: choice and secret | both | the acknowledgement |
//!
//! Each message holds a digest of the step before it, which holds one of the step before that, and so on to the
//! [`Terms`]: it says which past it belongs to, and fits no other. Where both sides send, the next step comes after
//! both messages. So nobody settles a turn with another choice than the opponent does: a recorder that has received
//! another choice acknowledges another choice, and the acknowledgement does not fit.
//!
//! # The states
//!
//! A turn is in one state: which step is due, and which sides have sent their message for it. When all have, the next
//! step is due; after [`Open`](Step::Open) the turn is played in the [`History`](tavlei_game::History), and the next
//! begins or the game is over. [`Stage`] is that state as one player sees it.
//!
//! | a message | is |
//! |---|---|
//! | for the step that is due, after the same past | accepted: [`Receipt::New`] |
//! | that was accepted before | harmless: [`Receipt::Again`] |
//! | for a later step | not kept, to be sent again: [`Receipt::Early`] |
//! | anything else | refused, with the [`Fault`]; the state stays |
//!
//! So a network may lose, repeat and reorder messages as it likes. A player sends what [`Seat::publish`] returns again
//! and again, until the answer comes.
//!
//! A [`Seat`] hands its messages out only after it has been stored. A program that crashes restores it and goes on in
//! the same turn with the same commitment; it can't make a second one.
//!
//! ```
//! use core::convert::Infallible;
//! use tavlei_game::{ChoiceNotation, Side};
//! use tavlei_proryv::Position;
//! use tavlei_proryv::sealed_move::{Message, Party, Player, Seat, Secret, Stage, Step, Terms};
//! # let rng = &mut <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(1); // in earnest: the system's generator
//!
//! // What one seat sends, the other receives. In earnest: store the text first, then send until the answer comes.
//! fn deliver(from: &mut Seat, to: &mut Seat) -> Result<(), Box<dyn core::error::Error>> {
//!     for message in from.publish(|_stored| Ok::<(), Infallible>(()))? {
//!         to.receive(&message.to_string().parse::<Message>()?)?;
//!     }
//!     Ok(())
//! }
//!
//! let (ann, bob) = (Party::new(Player::Name("Ann".into()), rng)?, Party::new(Player::Name("Bob".into()), rng)?);
//! let start = Position::default();
//! let terms = Terms::new("final", ann.clone(), bob.clone(), start)?;
//! let (mut ann, mut bob) = (Seat::new(terms.clone(), &ann)?, Seat::new(terms, &bob)?);
//! deliver(&mut ann, &mut bob)?;
//! deliver(&mut bob, &mut ann)?;
//!
//! // White records; Black chooses openly; White acknowledges and shows its choice.
//! assert_eq!(ann.stage(), Stage::Send(Step::Commit));
//! ann.seal(start.read_choice(Side::White, "b2-c3")?, Secret::random(rng)?)?;
//! deliver(&mut ann, &mut bob)?;
//! bob.choose(start.read_choice(Side::Black, "c4-c3")?)?;
//! deliver(&mut bob, &mut ann)?;
//! ann.open()?;
//! deliver(&mut ann, &mut bob)?;
//!
//! assert_eq!(ann.transcript(), bob.transcript());
//! assert_eq!(bob.transcript().position().to_string(), "b a1,b1,c1,d1,c2;b4,a5,b5,c5,d5");
//! assert_eq!(bob.stage(), Stage::Send(Step::Commit)); // the roles have changed
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What is hashed
//!
//! All that is hashed or signed is text in UTF-8: a first line that names the purpose and the version, then lines
//! `key length value`, where the length is that of the value in bytes. No two lists of fields have the same text. A
//! commitment is the SHA-256 of
//!
//! ```text
//! tavlei proryv sealed move 2
//! terms 64 digest of the terms
//! game 5 final
//! white 8 name Ann
//! black 8 name Bob
//! rules 18 board=4x5,pass=yes
//! position 37 w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5
//! turn 1 1
//! recording 11 alternating
//! side 5 white
//! past 64 digest of the step before
//! choice 5 b2-c3
//! secret 64 digits, 0 to 9 and a to f
//! ```
//!
//! The tags of the other texts are `tavlei proryv sealed game 2` ([`Terms`]), `tavlei proryv sealed message 2` (a
//! [`Message`]: `terms`, `turn`, `side`, `after`, `step`, then `commitment`, or `choice`, or `choice` and `secret`) and
//! `tavlei proryv sealed pair 2` (two messages of one step: `white`, `black`). A signature is Ed25519 over the text of
//! the message.
//!
//! # What is compared, and in what time
//!
//! Commitments, digests and openings are public when they are compared, so the time that it takes tells nothing. A
//! secret that is not yet public is compared with those that have been shown in time that does not depend on it.
//!
//! # What this does not do
//!
//! - It has no clock and no network. Times are the caller's; see [`judge`].
//! - Without signatures (players with names) all bindings hold, but nobody can prove anything to others, and whoever
//!   controls the network can play in either name.
//! - Whoever leaves loses only if someone enforces it: an arbiter that both trust with the stakes and the clock.
//! - A secret is as good as its source, and a stored seat as secret as the place where it is stored.

mod arbiter;
mod digest;
mod message;
mod seat;
mod secret;
mod signature;
mod terms;
mod transcript;

pub(crate) use digest::Hash;
pub(crate) use digest::Hex;

pub use arbiter::{Forfeit, ForfeitReason, Judgement, Received, Ruling, judge};
pub use digest::{Commitment, Digest};
pub use message::{Body, Message, Slot, Step};
pub use seat::{RestoreError, Seat, SeatError, Stage, StoredSeat};
pub use secret::{Opening, Secret, SecretError};
#[cfg(feature = "signed")]
pub use signature::PrivateKey;
pub use signature::{PublicKey, Signature};
pub use terms::{Party, Player, Recording, Salt, Terms, TermsError, TermsTextError};
pub use transcript::{Fault, Receipt, Transcript};
