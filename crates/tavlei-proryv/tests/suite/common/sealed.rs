//! Two seats of a signed game, what is sent between them, and what a cheat with a program of its own can sign.

use std::convert::Infallible;
use std::num::NonZeroU64;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tavlei_game::{Game, Side, Simultaneous};
use tavlei_proryv::sealed_move::{
    Body, Fault, Judgement, Message, Party, Player, PrivateKey, Receipt, Received, Recording, Seat, Secret, Stage,
    Step, Terms, judge,
};
use tavlei_proryv::{Choice, Position};

/// A source that is good enough for tests, and the same every time.
pub(crate) fn source(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub(crate) fn secret(seed: u64) -> Secret {
    Secret::random(&mut source(seed)).expect("a secret")
}

/// The private key of a player, the same for the same number.
pub(crate) fn key(number: u8) -> PrivateKey {
    PrivateKey::from_secret_bytes(&[number; 32])
}

/// A player who signs with the key of this number, and a salt.
pub(crate) fn party(number: u8, salt: u64) -> Party {
    Party::new(Player::Key(key(number).public()), &mut source(salt)).expect("a salt")
}

pub(crate) fn step(from: &str, to: &str) -> Choice {
    Choice::step(from.parse().expect(from), to.parse().expect(to))
}

/// The messages of a seat, which says that it has stored itself.
pub(crate) fn published(seat: &mut Seat) -> Vec<Message> {
    seat.publish(|_| Ok::<(), Infallible>(())).expect("stored")
}

/// A game between two seats, and the keys that they sign with.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) terms: Terms,
    pub(crate) seats: [Seat; 2],
    keys: [u8; 2],
    secrets: u64,
}

impl Table {
    /// A game of the players 1 and 2 in which both have joined; each message may take 60 units.
    pub(crate) fn new(recording: Recording) -> Self {
        Self::of([1, 2], 1, Position::default(), recording)
    }

    /// A game of the players with these numbers, who have both joined.
    pub(crate) fn of(keys: [u8; 2], salt: u64, start: Position, recording: Recording) -> Self {
        let [white, black] = keys.map(|number| party(number, salt * 1000 + u64::from(number)));
        let terms = Terms::new("final", white.clone(), black.clone(), start).expect("terms");
        let terms = terms.with_recording(recording).with_allowance(NonZeroU64::new(60));
        let seat = |own, number| Seat::signed(terms.clone(), own, key(number)).expect("a seat");
        let seats = [seat(&white, keys[0]), seat(&black, keys[1])];
        let mut table = Self { terms, seats, keys, secrets: salt * 1000 };
        table.exchange();
        table
    }

    pub(crate) fn seat(&mut self, side: Side) -> &mut Seat {
        &mut self.seats[side as usize]
    }

    /// Delivers all messages of both sides, as text.
    pub(crate) fn exchange(&mut self) {
        for side in Side::BOTH {
            self.deliver(side);
        }
    }

    /// Delivers all messages of a side, as text.
    pub(crate) fn deliver(&mut self, from: Side) {
        for message in published(self.seat(from)) {
            let read = message.to_string().parse().expect("read as written");
            self.seat(!from).receive(&read).expect("honest");
        }
    }

    pub(crate) fn seal(&mut self, side: Side, choice: Choice) {
        self.secrets += 1;
        let secret = secret(self.secrets);
        self.seat(side).seal(choice, secret).expect("sealed");
    }

    /// Lets the side act that is to act, with the choice given for it. Returns `None` when nobody is.
    pub(crate) fn act(&mut self, mut choice: impl FnMut(&Position, Side) -> Choice) -> Option<Side> {
        let side = Side::BOTH.into_iter().find(|&side| matches!(self.seat(side).stage(), Stage::Send(_)))?;
        let position = *self.seat(side).transcript().position();
        match self.seat(side).stage() {
            Stage::Send(Step::Commit) => self.seal(side, choice(&position, side)),
            Stage::Send(Step::Choose) => self.seat(side).choose(choice(&position, side)).expect("legal"),
            Stage::Send(Step::Open) => self.seat(side).open().expect("sealed"),
            stage => panic!("{side} joins and acknowledges by itself: {stage:?}"),
        }
        Some(side)
    }

    /// Plays a whole turn.
    pub(crate) fn play(&mut self, white: Choice, black: Choice) {
        let turn = self.seats[0].transcript().turn();
        while self.seats[0].transcript().turn() == turn && self.seats[0].transcript().termination().is_none() {
            self.act(|_, side| if side == Side::White { white } else { black }).expect("someone acts");
            self.exchange();
            self.exchange();
        }
    }

    /// A message that a side could send now, signed with its key, whatever it says.
    pub(crate) fn signed(&self, side: Side, body: Body) -> Message {
        let transcript = self.seats[!side as usize].transcript();
        Message::new(self.terms.digest(), transcript.turn(), side, transcript.after(), body)
            .signed_by(&key(self.keys[side as usize]))
    }

    /// The ruling on all that both seats have, and these messages besides, at this time.
    pub(crate) fn judge(&self, more: &[Message], now: u64) -> Judgement {
        let messages = self.seats.iter().flat_map(Seat::evidence).chain(more);
        judge(&self.terms, &messages.map(|message| at(message, 0)).collect::<Vec<_>>(), now)
    }
}

/// A message that arrives at this time.
pub(crate) fn at(message: &Message, at: u64) -> Received {
    Received { message: message.clone(), at }
}

/// What becomes of a message that a side's opponent gets.
pub(crate) fn sent(table: &mut Table, message: &Message) -> Result<Receipt, Fault> {
    table.seat(!message.slot().side).receive(message)
}

/// Any legal choice of a side.
pub(crate) fn any(position: &Position, side: Side, rng: &mut impl Rng) -> Choice {
    let count = position.count_choices(side);
    position.nth_choice(side, rng.next_u64() % count).expect("a choice")
}

/// A position of the original game, in which both record.
pub(crate) fn original() -> Position {
    Position::start(&tavlei_proryv::Rules::original())
}
