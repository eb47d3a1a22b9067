//! The record protocol of Proryv, called in any order with any choices (P-2): only what is legal goes through, nothing of
//! a record shows before its time, and what comes out is what the two choices come to.

use std::convert::Infallible;

use sha2::{Digest as _, Sha256};
use tavlei_game::{Game, Side, Simultaneous};
use tavlei_geometry::rect::Square;
use tavlei_proryv::commitment::{AwaitingCommitment, Commitment, Opening, Secret};
use tavlei_proryv::sealed_move::{
    Fault, Message, Party, Player, PrivateKey, Received, Recording, Ruling, Salt, Seat, Stage, Step, StoredSeat, Terms,
    judge,
};
use tavlei_proryv::sealed_turn::AwaitingSealedMove;
use tavlei_proryv::{Choice, Position, Turn};

use crate::bytes::Bytes;
use crate::play::{proryv_unfinished, side};

/// Both protocols, turn by turn.
pub fn proryv_protocol(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(start) = proryv_unfinished(&mut bytes) else { return };
    let mut position = start;
    for number in 0..8 {
        if bytes.is_empty() || position.outcome().is_some() {
            break;
        }
        let at_the_board = one_turn_at_the_board(position, &mut bytes);
        let Some(turn) = at_the_board else { break };
        one_turn_over_a_wire(position, &turn, number, &mut bytes);
        position = position.after(&turn);
    }
    assert_eq!(AwaitingSealedMove::new(position).is_ok(), position.outcome().is_none());
}

/// One turn with attempts that are refused; `None` when the bytes end before it does.
fn one_turn_at_the_board(position: Position, bytes: &mut Bytes<'_>) -> Option<Turn> {
    let recorder = position.recorder();
    let mut stage = AwaitingSealedMove::new(position).expect("the game goes on");
    let (recorded, mut stage) = loop {
        if bytes.is_empty() {
            return None;
        }
        let choice = any_choice(&position, bytes);
        let legal = position.choices(recorder).contains(&choice);
        match stage.seal(choice) {
            Ok(next) => {
                assert!(legal, "{position:?}: {choice} was recorded");
                break (choice, next);
            }
            Err(refused) => {
                assert!(!legal, "{position:?}: {choice} was refused");
                // What was to be recorded is told to nobody.
                assert!(!format!("{refused} {refused:?}").contains(&choice.to_string()), "{refused:?}");
                stage = refused.stage;
                assert_eq!(*stage.position(), position);
            }
        }
    };
    // The same whatever has been recorded.
    let hidden = format!("AwaitingOpenMove {{ recorder: {recorder:?}, .. }}");
    let open = loop {
        assert_eq!(format!("{stage:?}"), hidden);
        if bytes.is_empty() {
            return None;
        }
        let choice = any_choice(&position, bytes);
        let legal = position.choices(!recorder).contains(&choice);
        match stage.open(choice) {
            Ok(resolved) => {
                assert!(legal, "{position:?}: {choice} was played");
                let turn = turn(recorder, recorded, choice);
                assert_eq!(*resolved.resolution(), position.resolve(&turn).expect("legal"));
                assert_eq!(*resolved.resolution().after(), position.after(&turn));
                assert_eq!(resolved.next_turn().is_some(), position.after(&turn).outcome().is_none());
                break choice;
            }
            Err(refused) => {
                assert!(!legal, "{position:?}: {choice} was refused");
                stage = refused.stage;
            }
        }
    };
    Some(turn(recorder, recorded, open))
}

/// The same turn over a wire, where the recorder first tries to show something else than it has recorded.
fn one_turn_over_a_wire(position: Position, turn: &Turn, number: u32, bytes: &mut Bytes<'_>) {
    let recorder = position.recorder();
    let stage = || AwaitingCommitment::new("a game", number, position).expect("the game goes on");
    let nonce = [bytes.byte(); 32];
    let (committed, commitment) = stage().commit(*turn.of(recorder), Secret::hazmat_from_bytes(nonce)).expect("legal");
    let (settled, opening) = committed.open(*turn.of(!recorder)).expect("legal");
    let received = stage().receive(commitment).choose(*turn.of(!recorder)).expect("legal");

    let mut other_nonce = nonce;
    other_nonce[bytes.below(32)] ^= 1 << bytes.below(8);
    let mut cheats = vec![Opening::new(opening.choice(), other_nonce)];
    let other = any_choice(&position, bytes);
    if other != opening.choice() {
        cheats.push(Opening::new(other, nonce));
    }
    let mut received = received;
    for cheat in cheats {
        received = received.check(&cheat).expect_err("it is not what was committed to").stage;
    }
    // An opening that fits another turn, or another commitment, does not fit this one.
    let mut changed = commitment.to_bytes();
    changed[bytes.below(32)] ^= 1 << bytes.below(8);
    let elsewhere = stage().receive(Commitment::from_bytes(changed)).choose(*turn.of(!recorder)).expect("legal");
    assert!(elsewhere.check(&opening).is_err());
    let later = AwaitingCommitment::new("a game", number + 1, position).expect("the game goes on");
    assert!(later.receive(commitment).choose(*turn.of(!recorder)).expect("legal").check(&opening).is_err());

    let checked = received.check(&opening).expect("it is what was committed to");
    assert_eq!(checked, settled);
    assert_eq!(*checked.resolution(), position.resolve(turn).expect("legal"));
}

fn turn(recorder: Side, recorded: Choice, open: Choice) -> Turn {
    match recorder {
        Side::White => Turn { white: recorded, black: open },
        Side::Black => Turn { white: open, black: recorded },
    }
}

/// A signed game of two honest programs that crash, over a network that loses, repeats, reorders and forges.
pub fn sealed_move(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(start) = proryv_unfinished(&mut bytes) else { return };
    let recording = if bytes.coin() { Recording::Both } else { Recording::Alternating };
    let mut game = SealedGame::new(start, recording);
    for _ in 0..80 {
        if bytes.is_empty() {
            break;
        }
        let side = side(&mut bytes);
        game.act(side, &mut bytes);
        game.crash(side, &mut bytes);
        game.deliver(&mut bytes);
    }
    game.check();
}

/// Two seats, what they have stored, and what is under way between them.
struct SealedGame {
    terms: Terms,
    seats: [Seat; 2],
    disks: [Option<String>; 2],
    network: Vec<Message>,
    drawn: u64,
}

fn private_key(side: Side) -> PrivateKey {
    PrivateKey::from_secret_bytes(&[side as u8 + 1; 32])
}

impl SealedGame {
    fn new(start: Position, recording: Recording) -> Self {
        let [white, black] = Side::BOTH
            .map(|side| Party::with_salt(Player::Key(private_key(side).public()), Salt::from_bytes([side as u8; 32])));
        let terms = Terms::new("a game", white, black, start).expect("the game goes on").with_recording(recording);
        assert_eq!(terms.to_string().parse().as_ref(), Ok(&terms));
        let seats = Side::BOTH.map(|side| {
            Seat::signed(terms.clone(), terms.party(side), private_key(side)).expect("the key of the party")
        });
        Self { terms, seats, disks: [None, None], network: Vec::new(), drawn: 0 }
    }

    /// Lets a side act if it is to act, first with any choice, then with a legal one; then it sends.
    fn act(&mut self, side: Side, bytes: &mut Bytes<'_>) {
        let seat = &mut self.seats[side as usize];
        let position = *seat.transcript().position();
        let choice = any_choice(&position, bytes);
        let legal = position.choices(side).contains(&choice);
        let before = seat.stage();
        self.drawn += 1;
        let secret = Secret::hazmat_from_bytes(Sha256::digest(self.drawn.to_le_bytes()).into());
        match before {
            Stage::Send(Step::Commit) => assert_eq!(seat.seal(choice, secret).is_ok(), legal, "{position:?}: {choice}"),
            Stage::Send(Step::Choose) => assert_eq!(seat.choose(choice).is_ok(), legal, "{position:?}: {choice}"),
            Stage::Send(Step::Open) => seat.open().expect("it has sealed a choice"),
            _ => {
                assert!(seat.seal(choice, secret).is_err() && seat.choose(choice).is_err() && seat.open().is_err());
                assert_eq!(seat.stage(), before);
            }
        }
        if bytes.coin() {
            let disk = &mut self.disks[side as usize];
            let messages = seat.publish(|stored| {
                *disk = Some(stored.secret_text().into());
                Ok::<(), Infallible>(())
            });
            self.network.extend(messages.expect("stored"));
            self.network.truncate(12);
        }
    }

    /// Lets a side lose what it has not stored.
    fn crash(&mut self, side: Side, bytes: &mut Bytes<'_>) {
        if let Some(text) = self.disks[side as usize].as_ref().filter(|_| bytes.below(4) == 1) {
            let stored = StoredSeat::from_secret_text(text.clone());
            self.seats[side as usize] = Seat::restore_signed(&stored, private_key(side)).expect("as stored");
        }
    }

    /// Delivers, loses, repeats or forges a message.
    fn deliver(&mut self, bytes: &mut Bytes<'_>) {
        if self.network.is_empty() {
            return;
        }
        let place = bytes.below(self.network.len());
        let kind = bytes.below(8);
        let message = if kind < 4 { self.network.swap_remove(place) } else { self.network[place].clone() };
        let receiver = &mut self.seats[!message.slot().side as usize];
        match kind {
            0 => {}
            4 | 5 => {
                let mut text = message.to_string().into_bytes();
                let place = usize::from(bytes.byte()) * 2 % text.len();
                text[place] = bytes.byte();
                let Ok(forged) = String::from_utf8_lossy(&text).parse::<Message>() else { return };
                if forged != message {
                    let fault = receiver.receive(&forged).expect_err("it is forged");
                    assert!(matches!(fault, Fault::OtherTerms | Fault::NotFromPlayer), "{fault}: {forged}");
                }
            }
            _ => {
                let again = message.to_string().parse::<Message>();
                assert_eq!(again.as_ref(), Ok(&message));
                receiver.receive(&message).expect("honest");
            }
        }
    }

    /// Both sides have settled the same turns, and nobody has done wrong.
    fn check(&self) {
        let [white, black] = self.seats.each_ref().map(|seat| seat.transcript().history().plies());
        let settled = white.len().min(black.len());
        assert_eq!(white[..settled], black[..settled]);
        assert!(white.len().max(black.len()) <= settled + 1);
        let messages = self.seats.iter().flat_map(Seat::evidence);
        let mut received: Vec<Received> =
            messages.map(|message| Received { message: message.clone(), at: 0 }).collect();
        received.reverse();
        let judgement = judge(&self.terms, &received, u64::MAX);
        assert!(judgement.set_aside.is_empty() && judgement.is_evidence());
        let longest = white.len().max(black.len());
        // What is under way can settle one turn more.
        let judged = judgement.transcript.history().len();
        assert!(judged == longest || judged == longest + 1, "{judged} turns of {longest}");
        match judgement.ruling {
            Ruling::NotBegun => assert_eq!(longest, 0),
            Ruling::Pending { due, .. } => assert!(!due.is_empty()),
            Ruling::Over(termination) => assert_eq!(Some(termination), judgement.transcript.history().termination()),
            ruling => panic!("{ruling}"),
        }
    }
}

/// A choice that is legal for some side, a pass, or any two squares at all.
fn any_choice(position: &Position, bytes: &mut Bytes<'_>) -> Choice {
    let kind = bytes.byte();
    if kind < 160 {
        let of = if kind < 128 { position.recorder() } else { side(bytes) };
        let of = if kind & 1 == 0 { of } else { !of };
        return bytes.pick(&position.choices(of)).unwrap_or(Choice::Pass);
    }
    if kind < 170 {
        return Choice::Pass;
    }
    let mut square = || {
        let squares: Vec<Square> = tavlei_proryv::Rules::original().board().squares().iter().collect();
        bytes.pick(&squares).expect("64 squares")
    };
    Choice::step(square(), square())
}
