//! The record protocol of Proryv, called in any order with any choices (P-2): only what is legal goes through, nothing of
//! a record shows before its time, and what comes out is what the two choices come to.

use tavlei_game::{Game, Side, Simultaneous};
use tavlei_geometry::rect::Square;
use tavlei_proryv::commitment::{AwaitingCommitment, Commitment, Opening, Secret};
use tavlei_proryv::record::AwaitingRecord;
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
    assert_eq!(AwaitingRecord::new(position).is_ok(), position.outcome().is_none());
}

/// One turn with attempts that are refused; `None` when the bytes end before it does.
fn one_turn_at_the_board(position: Position, bytes: &mut Bytes<'_>) -> Option<Turn> {
    let recorder = position.recorder();
    let mut stage = AwaitingRecord::new(position).expect("the game goes on");
    let (recorded, mut stage) = loop {
        if bytes.is_empty() {
            return None;
        }
        let choice = any_choice(&position, bytes);
        let legal = position.choices(recorder).contains(&choice);
        match stage.record(choice) {
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
