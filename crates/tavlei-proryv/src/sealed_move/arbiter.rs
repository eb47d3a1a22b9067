//! The arbiter: who broke the rules, who left, and what the game came to, from its messages alone.

use alloc::vec::Vec;
use core::fmt;

use tavlei_game::{Score, Side, Termination};

use super::message::{Message, Slot, Step};
use super::terms::Terms;
use super::transcript::{Fault, Receipt, Transcript};
use crate::Reason;

/// A message, and when it arrived by the clock of whoever judges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// The message.
    pub message: Message,
    /// The time of its arrival, in the units of the terms' [allowance](Terms::allowance).
    pub at: u64,
}

/// The loss of a game otherwise than on the board.
///
/// [`History::resign`](tavlei_game::History::resign) enters it in a history of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The side that loses.
    pub side: Side,
    /// The slot for which it broke a rule, or sent nothing in time.
    pub slot: Slot,
    /// The reason.
    pub reason: ForfeitReason,
}

/// Why a side forfeits the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForfeitReason {
    /// It has broken the rules: by a message for which [`Fault::is_breach`] holds.
    #[error("{0}")]
    Breach(Fault),
    /// Its message did not arrive by the deadline: it was too slow, or left.
    #[error("no message by the deadline, {deadline}")]
    Late {
        /// The last moment at which the message could have arrived.
        deadline: u64,
    },
}

/// A ruling of the arbiter.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ruling {
    /// Not both players have joined: there is no game, and nothing is lost.
    NotBegun,
    /// The game goes on.
    Pending {
        /// The slots for which a message is due; whoever does not send it loses at the deadline.
        due: Vec<Slot>,
        /// The last moment at which the messages can arrive, if the terms set one.
        deadline: Option<u64>,
    },
    /// The game has ended by the rules.
    Over(Termination<Reason>),
    /// A side has lost by a breach, or by its absence.
    Forfeit(Forfeit),
    /// Both sides have, in the same step of a turn: nobody has won.
    BothForfeit([Forfeit; 2]),
}

/// A ruling and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The ruling.
    pub ruling: Ruling,
    /// The messages that fit together, and the game that they make up.
    pub transcript: Transcript,
    /// The messages that prove nothing, by their places in what was handed in, each with the reason.
    pub set_aside: Vec<(usize, Fault)>,
}

impl Judgement {
    /// Tells if the ruling rests on signatures.
    ///
    /// Without them, whoever hands in the messages may have written them.
    #[must_use]
    pub const fn is_evidence(&self) -> bool {
        self.transcript.terms().are_signed()
    }
}

impl Ruling {
    /// Returns the result, if there is one.
    #[must_use]
    pub const fn score(&self) -> Option<Score> {
        match self {
            Self::NotBegun | Self::Pending { .. } => None,
            Self::Over(termination) => Some(termination.score()),
            Self::Forfeit(forfeit) => Some(Score::Win { winner: forfeit.side.opponent(), points: 1 }),
            Self::BothForfeit(_) => Some(Score::Draw),
        }
    }
}

/// `White forfeits: commit of White in turn 3: the side has sent two different messages for one slot`.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} forfeits: {}: {}", self.side, self.slot, self.reason)
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBegun => f.write_str("the game has not begun: not both players have joined"),
            Self::Pending { due, deadline } => {
                f.write_str("the game goes on; due:")?;
                due.iter().try_for_each(|slot| write!(f, " {slot}"))?;
                deadline.map_or(Ok(()), |deadline| write!(f, " by {deadline}"))
            }
            Self::Over(termination) => fmt::Display::fmt(termination, f),
            Self::Forfeit(forfeit) => fmt::Display::fmt(forfeit, f),
            Self::BothForfeit([one, other]) => write!(f, "{one}; {other}"),
        }
    }
}

/// Judges a game from messages, in any order, with duplicates and forgeries among them.
///
/// Hand in all that *both* players have. The chain of digests then gives the ruling:
///
/// - The messages are read in the order of the game. The first step in which a side breaks a rule, or is late, decides.
/// - Two different messages that a side has signed for one slot are a breach, whichever was sent first.
/// - A message that comes after another past is set aside. If its sender has received that other past, it can hand it
///   in, and it proves that the opponent signed two messages for one slot. If it can't, it still owes a message.
/// - Whoever owes a message when the deadline has passed has left. A deadline counts from the arrival of the last
///   message before it; the first one from the moment when both had joined.
///
/// The times are those of the caller's clock. A message that a player hands to the arbiter has arrived then: so a
/// player whose messages the opponent says it never got sends them through the arbiter.
///
/// ```
/// use tavlei_proryv::Position;
/// use tavlei_proryv::sealed_move::{Party, Player, Ruling, Seat, Terms, judge};
/// # let rng = &mut <rand::rngs::StdRng as rand::SeedableRng>::seed_from_u64(1); // in earnest: the system's generator
///
/// let (ann, bob) = (Party::new(Player::Name("Ann".into()), rng)?, Party::new(Player::Name("Bob".into()), rng)?);
/// let terms = Terms::new("final", ann.clone(), bob, Position::default())?;
/// let ann = Seat::new(terms.clone(), &ann)?;
/// let judgement = judge(&terms, &[], 100);
/// assert_eq!(judgement.ruling, Ruling::NotBegun);
/// assert!(!judgement.is_evidence()); // they have names, not keys
/// # let _ = ann;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
pub fn judge(terms: &Terms, received: &[Received], now: u64) -> Judgement {
    let mut case = Case::new(terms);
    let mut messages: Vec<(usize, &Received)> = received.iter().enumerate().collect();
    messages.sort_by_key(|(_, received)| (received.message.slot(), received.at));
    for step in messages.chunk_by(|(_, one), (_, other)| phase(&one.message) == phase(&other.message)) {
        case.hear(step);
        if case.is_decided() {
            break;
        }
    }
    case.look_at_the_clock(now);
    let ruling = case.forfeit().unwrap_or_else(|| case.present());
    Judgement { ruling, transcript: case.transcript, set_aside: case.set_aside }
}

/// The turn and the step of a message.
fn phase(message: &Message) -> (u32, Step) {
    let slot = message.slot();
    (slot.turn, slot.step)
}

/// A game as far as it has been judged.
struct Case {
    transcript: Transcript,
    /// When the last message that is part of the game arrived.
    latest: u64,
    /// When the step that is due began; `None` before both have joined.
    since: Option<u64>,
    /// The first reason for each side in the step that decides.
    forfeits: Vec<Forfeit>,
    set_aside: Vec<(usize, Fault)>,
}

impl Case {
    fn new(terms: &Terms) -> Self {
        let transcript = Transcript::new(terms.clone());
        Self { transcript, latest: 0, since: None, forfeits: Vec::new(), set_aside: Vec::new() }
    }

    /// Hears the messages of one step of one turn, sorted by side and time.
    fn hear(&mut self, messages: &[(usize, &Received)]) {
        let mut genuine = Vec::<(usize, &Received)>::new();
        for &(place, received) in messages {
            match self.transcript.check_origin(&received.message) {
                Ok(()) => genuine.push((place, received)),
                Err(fault) => self.hear_fault(place, received, fault),
            }
        }
        // Also two messages of which only one fits the past are two.
        for pair in genuine.windows(2) {
            if let [(_, one), (_, other)] = pair
                && one.message.slot() == other.message.slot()
                && one.message.digest() != other.message.digest()
            {
                self.add(other.message.slot(), ForfeitReason::Breach(Fault::Conflict));
            }
        }
        genuine.into_iter().for_each(|(place, received)| self.hear_genuine(place, received));
    }

    fn hear_genuine(&mut self, place: usize, received: &Received) {
        let Received { message, at } = received;
        let deadline = self.deadline();
        match self.transcript.accept(message) {
            Ok(Receipt::New) => {
                self.latest = self.latest.max(*at);
                if let Some(deadline) = deadline.filter(|deadline| at > deadline) {
                    self.add(message.slot(), ForfeitReason::Late { deadline });
                }
                let goes_on = (self.transcript.turn(), self.transcript.step()) != phase(message);
                if goes_on {
                    self.since = Some(self.latest);
                }
            }
            Ok(Receipt::Again | Receipt::Early) => {}
            Err(fault) => self.hear_fault(place, received, fault),
        }
    }

    fn hear_fault(&mut self, place: usize, received: &Received, fault: Fault) {
        if fault.is_breach() {
            self.add(received.message.slot(), ForfeitReason::Breach(fault));
        } else {
            self.set_aside.push((place, fault));
        }
    }

    fn add(&mut self, slot: Slot, reason: ForfeitReason) {
        self.forfeits.push(Forfeit { side: slot.side, slot, reason });
    }

    /// The last moment at which the messages that are due can arrive.
    fn deadline(&self) -> Option<u64> {
        Some(self.since?.saturating_add(self.transcript.terms().allowance()?.get()))
    }

    /// Tells if a side has forfeited a game that has begun.
    fn is_decided(&self) -> bool {
        self.since.is_some() && !self.forfeits.is_empty()
    }

    /// Adds the sides that owe a message after the deadline.
    fn look_at_the_clock(&mut self, now: u64) {
        if let Some(deadline) = self.deadline().filter(|&deadline| now > deadline) {
            let due: Vec<Slot> = self.transcript.due().collect();
            due.into_iter().for_each(|slot| self.add(slot, ForfeitReason::Late { deadline }));
        }
    }

    /// The forfeits as a ruling. A breach comes before lateness: whoever sees one need not go on.
    fn forfeit(&self) -> Option<Ruling> {
        self.since?;
        let is_breach = |forfeit: &&Forfeit| matches!(forfeit.reason, ForfeitReason::Breach(_));
        let first = |side| {
            let mut of_side = self.forfeits.iter().filter(move |forfeit| forfeit.side == side);
            of_side.clone().find(is_breach).or_else(|| of_side.next()).copied()
        };
        Some(match Side::BOTH.map(first) {
            [None, None] => return None,
            [Some(one), None] | [None, Some(one)] => Ruling::Forfeit(one),
            [Some(white), Some(black)] => match (is_breach(&&white), is_breach(&&black)) {
                (true, false) => Ruling::Forfeit(white),
                (false, true) => Ruling::Forfeit(black),
                _ => Ruling::BothForfeit([white, black]),
            },
        })
    }

    /// The ruling where nobody has forfeited.
    fn present(&self) -> Ruling {
        match self.transcript.termination() {
            Some(termination) => Ruling::Over(termination),
            None if self.since.is_none() => Ruling::NotBegun,
            None => Ruling::Pending { due: self.transcript.due().collect(), deadline: self.deadline() },
        }
    }
}
