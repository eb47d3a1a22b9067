//! Sealed moves as honest players use them: secrets, crashes, and what is stored and read again.

use core::convert::Infallible;
use std::collections::BTreeSet;

use rand::Rng;
use rand::rand_core::{TryCryptoRng, TryRng};
use tavlei_game::{Game, Side};
use tavlei_proryv::sealed_move::{
    Body, Fault, Message, Opening, Party, Player, PrivateKey, Receipt, Recording, RestoreError, Seat, SeatError,
    Secret, SecretError, Stage, Step, StoredSeat, Terms, TermsTextError,
};
use tavlei_proryv::{Choice, Position};

use crate::common::sealed::{Table, any, key, original, party, published, secret, sent, source, step};

use Side::{Black, White};

/// The text that a seat stores.
fn stored(seat: &mut Seat) -> String {
    // A seat that has changed stores itself; a breach that it keeps is a change.
    let mut text = None;
    seat.publish(|stored| {
        text = Some(stored.secret_text().to_string());
        Ok::<(), Infallible>(())
    })
    .expect("stored");
    text.expect("it has changed")
}

fn restored(text: &str, number: u8) -> Result<Seat, RestoreError> {
    Seat::restore_signed(&StoredSeat::from_secret_text(text.into()), key(number))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A source that returns the same bytes again and again.
struct Stuck([u8; 32]);

impl TryRng for Stuck {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from(self.0[0]))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.0[0]))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(&self.0[..bytes.len()]);
        Ok(())
    }
}

impl TryCryptoRng for Stuck {}

/// A source that has failed.
struct Failed;

impl TryRng for Failed {
    type Error = std::io::Error;

    fn try_next_u32(&mut self) -> Result<u32, std::io::Error> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn try_next_u64(&mut self) -> Result<u64, std::io::Error> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), std::io::Error> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}

impl TryCryptoRng for Failed {}

fn numbered(different: usize) -> [u8; 32] {
    core::array::from_fn(|i| (i % different) as u8)
}

#[test]
fn strangers_30_weak_secrets_are_refused() {
    assert_eq!(Secret::random(&mut Failed).expect_err("no source"), SecretError::Source);
    assert!(PrivateKey::random(&mut Failed).is_err() && PrivateKey::random(&mut Stuck([0; 32])).is_err());
    for weak in [[0; 32], [0xff; 32], numbered(2), numbered(8)] {
        assert_eq!(Secret::random(&mut Stuck(weak)).expect_err("weak"), SecretError::Weak);
        let mut table = Table::new(Recording::Alternating);
        let refused = table.seats[0].seal(Choice::Pass, Secret::hazmat_from_bytes(weak)).expect_err("weak");
        assert_eq!(refused, SeatError::Secret(SecretError::Weak));
        assert_eq!(table.seats[0].stage(), Stage::Send(Step::Commit));
    }
    let nobody = Party::new(Player::Name("Ann".into()), &mut Stuck([0; 32]));
    assert_eq!(nobody, Err(SecretError::Weak));
    assert!(Secret::random(&mut Stuck(numbered(9))).is_ok());
}

/// A source that repeats itself, as that of a copied machine does: the second time everyone knows the secret.
#[test]
fn strangers_30_a_secret_that_has_been_shown_hides_nothing_more() {
    let mut table = Table::new(Recording::Both);
    let drawn = || Secret::random(&mut Stuck(numbered(32))).expect("not weak");
    table.seats[0].seal(step("b2", "b3"), drawn()).expect("new");
    table.seal(Black, step("b4", "b3"));
    table.exchange();
    table.exchange();
    while table.seats[0].transcript().turn() == 1 {
        table.act(|_, _| Choice::Pass).expect("both open");
        table.exchange();
    }
    assert_eq!(table.seats[0].seal(Choice::Pass, drawn()), Err(SeatError::Secret(SecretError::Repeated)));
    assert_eq!(table.seats[0].seal(Choice::Pass, secret(77)), Ok(()));
}

#[test]
fn strangers_30_secrets_are_never_printed() {
    let bytes = numbered(32);
    let digits = hex(&bytes);
    let secret = || Secret::hazmat_from_bytes(bytes);
    assert_eq!(format!("{:?}", secret()), "Secret(..)");
    let mut table = Table::new(Recording::Alternating);
    let mut shown = BTreeSet::new();
    for choice in [step("b2", "c3"), step("a1", "a2"), Choice::Pass] {
        let mut table = Table::new(Recording::Alternating);
        table.seats[0].seal(choice, secret()).expect("legal");
        shown.insert(format!("{:?} {:#?}", table.seats[0], table.seats[0]));
        let refused = table.seats[0].seal(choice, secret()).expect_err("sealed already");
        shown.insert(format!("{refused} {refused:?}"));
        table.seats[0]
            .publish(|stored| {
                assert!(stored.secret_text().contains(&digits));
                shown.insert(format!("{stored:?}"));
                Ok::<(), Infallible>(())
            })
            .expect("stored");
    }
    // The same whatever has been hidden.
    assert_eq!(shown.len(), 3, "{shown:?}");
    let illegal = table.seats[0].seal(step("b2", "b4"), secret()).expect_err("illegal");
    assert_eq!(illegal, SeatError::IllegalSealedMove);
    assert!(!format!("{illegal} {illegal:?}").contains("b4"));

    let opening = Opening::new(Choice::Pass, bytes);
    let open = table.signed(White, Body::Open(opening.clone()));
    for printed in [format!("{opening:?}"), format!("{opening:#?}"), format!("{open:?}"), format!("{:?}", open.body())]
    {
        assert!(printed.contains("--") && !printed.contains(&digits) && !printed.contains("30, 31"), "{printed}");
    }
    let printed = format!("{:?}", key(7));
    assert!(!printed.contains(&hex(&[7; 32])) && printed.contains(&key(7).public().to_string()), "{printed}");
    assert_eq!(*PrivateKey::from_secret_bytes(&[7; 32]).to_secret_bytes(), [7; 32]);
}

/// What holds a secret wipes it, by its type.
#[test]
fn strangers_30_secrets_are_wiped() {
    fn wiped<T: zeroize::ZeroizeOnDrop>() {}
    wiped::<Secret>();
    wiped::<Opening>();
    wiped::<PrivateKey>();
    wiped::<StoredSeat>();
    assert!(std::mem::needs_drop::<Secret>() && std::mem::needs_drop::<Opening>());
    assert!(std::mem::needs_drop::<PrivateKey>() && std::mem::needs_drop::<StoredSeat>());
}

/// Both programs crash at any moment and restore what they stored last: no second message for a slot is ever made, and
/// the game goes on.
#[test]
fn strangers_30_a_game_survives_crashes_at_any_moment() {
    let mut crashes = 0;
    for seed in 0..24 {
        let rng = &mut source(seed);
        let recording = [Recording::Alternating, Recording::Both][seed as usize % 2];
        let mut table = Table::of([1, 2], seed, original(), recording);
        let mut disk = [None::<String>, None];
        for _ in 0..1000 {
            table.act(|position, side| any(position, side, rng));
            let side = Side::BOTH[rng.next_u32() as usize % 2];
            let messages = table.seat(side).publish(|stored| {
                disk[side as usize] = Some(stored.secret_text().into());
                Ok::<(), Infallible>(())
            });
            for message in messages.expect("stored") {
                sent(&mut table, &message).expect("never a second message for a slot");
            }
            let crashing = Side::BOTH[rng.next_u32() as usize % 2];
            if let Some(text) = &disk[crashing as usize]
                && rng.next_u32().is_multiple_of(3)
            {
                *table.seat(crashing) = restored(text, crashing as u8 + 1).expect("as stored");
                crashes += 1;
            }
            if table.seats[0].transcript().turn() > 4 {
                break;
            }
        }
        assert!(table.seats[0].transcript().turn() > 4, "{:?}", table.seats);
    }
    assert!(crashes > 200, "{crashes}");
}

/// A seat that is stored and restored at every stage is the same, commitment and secret included.
#[test]
fn strangers_30_every_stage_is_restored_as_it_was() {
    for recording in [Recording::Alternating, Recording::Both] {
        let (mut kept, mut restarted) = (Table::new(recording), Table::new(recording));
        let mut stages = BTreeSet::new();
        for _ in 0..24 {
            for side in Side::BOTH {
                let before = restarted.seat(side).stage();
                stages.insert(format!("{before:?}"));
                let mut text = None;
                let messages = restarted.seat(side).publish(|stored| {
                    text = Some(stored.secret_text().to_string());
                    Ok::<(), Infallible>(())
                });
                if let Some(text) = text {
                    let again = restored(&text, side as u8 + 1).expect("as stored");
                    assert_eq!((again.side(), again.stage()), (side, before));
                    assert_eq!(again.transcript(), restarted.seat(side).transcript());
                    *restarted.seat(side) = again;
                    assert_eq!(published(restarted.seat(side)), messages.expect("stored"));
                }
            }
            for table in [&mut kept, &mut restarted] {
                table.act(|_, side| if side == White { step("b2", "b3") } else { step("b4", "a4") });
                table.exchange();
            }
            let pair = [&kept, &restarted].map(|table| table.seats.each_ref().map(|seat| seat.transcript().clone()));
            assert_eq!(pair[0], pair[1]);
            if kept.seats[0].transcript().turn() > 1 {
                break;
            }
        }
        assert!(stages.len() >= 5, "{stages:?}");
    }
}

/// Whoever restores an older state than it sent from learns of its own message from the other player, and makes no
/// second one.
#[test]
fn strangers_30_an_older_state_makes_no_second_commitment() {
    let mut table = Table::new(Recording::Alternating);
    let old = stored_after_joining(&table);
    table.seal(White, step("b2", "c3"));
    table.exchange();
    let sent_before: Message = table.seats[1].transcript().messages().last().expect("a commitment").clone();

    *table.seat(White) = restored(&old, 1).expect("as stored");
    assert_eq!(table.seats[0].stage(), Stage::Send(Step::Commit));
    assert_eq!(table.seats[0].receive(&sent_before), Ok(Receipt::New));
    let again = table.seats[0].seal(Choice::Pass, secret(5)).expect_err("no second commitment");
    assert!(matches!(again, SeatError::NotDue { step: Step::Commit, stage: Stage::Await(Step::Choose) }), "{again}");
    table.seats[1].choose(Choice::Pass).expect("legal");
    table.exchange();
    assert_eq!(table.seats[0].open(), Err(SeatError::SecretLost));
    // Without a signature anyone could say so.
    let mut table = Table::new(Recording::Alternating);
    let forged = table.signed(White, sent_before.body().clone()).with_signature(None);
    assert_eq!(table.seats[0].receive(&forged), Err(Fault::NotFromPlayer));
}

/// What White's seat stores when both have joined.
fn stored_after_joining(table: &Table) -> String {
    let mut seat = Seat::signed(table.terms.clone(), table.terms.party(White), key(1)).expect("a seat");
    for message in table.seats[1].transcript().messages() {
        seat.receive(message).expect("honest");
    }
    stored(&mut seat)
}

/// What was not stored is not sent.
#[test]
fn strangers_30_nothing_is_sent_that_could_not_be_stored() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    assert_eq!(table.seats[0].publish(|_| Err("the disk is full")), Err("the disk is full"));
    let mut calls = 0;
    let mut count = |seat: &mut Seat| {
        seat.publish(|_| {
            calls += 1;
            Ok::<(), Infallible>(())
        })
        .expect("stored")
        .len()
    };
    assert_eq!(count(&mut table.seats[0]), 2);
    // Sending again stores nothing anew.
    assert_eq!(count(&mut table.seats[0]), 2);
    assert_eq!(calls, 1);
}

/// A stored text that is cut short, changed, or another player's is refused.
#[test]
fn strangers_30_a_damaged_state_is_refused() {
    let mut table = Table::new(Recording::Alternating);
    table.play(step("b2", "b3"), step("c4", "c3"));
    table.seal(Black, step("b4", "a4"));
    let text = stored(&mut table.seats[1]);
    assert!(restored(&text, 2).is_ok());
    for end in (0..text.len()).step_by(13).chain([text.len() - 1]) {
        assert!(restored(&text[..end], 2).is_err(), "cut at {end}");
    }
    for place in (0..text.len()).step_by(29) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let changed = String::from_utf8(bytes).expect("ASCII");
        assert!(restored(&changed, 2).is_err(), "byte {place}");
    }
    assert_eq!(restored(&text, 1).expect_err("another key"), RestoreError::WrongKey);
    let unsigned = Seat::restore(&StoredSeat::from_secret_text(text.clone()));
    assert_eq!(unsigned.expect_err("no key"), RestoreError::WrongKey);
    let longer = restored(&format!("{text}more"), 2).expect_err("more");
    assert!(matches!(longer, RestoreError::Syntax(_)), "{longer}");
}

/// Players with names play the same game, without signatures.
#[test]
fn players_with_names_play_without_signatures() {
    let rng = &mut source(3);
    let [ann, bob] = ["Ann", "Боб № 2"].map(|name| Party::new(Player::Name(name.into()), rng).expect("a salt"));
    let terms = Terms::new("a friendly game", ann.clone(), bob.clone(), Position::default()).expect("terms");
    let mut seats = [&ann, &bob].map(|own| Seat::new(terms.clone(), own).expect("a seat"));
    let deliver = |seats: &mut [Seat; 2], from: usize| {
        for message in published(&mut seats[from]) {
            assert_eq!(message.signature(), None);
            seats[1 - from].receive(&message.to_string().parse().expect("as written")).expect("honest");
        }
    };
    deliver(&mut seats, 0);
    deliver(&mut seats, 1);
    seats[0].seal(step("b2", "c3"), secret(1)).expect("legal");
    deliver(&mut seats, 0);
    assert!(matches!(seats[1].choose(step("c4", "c2")), Err(SeatError::IllegalChoice(_))));
    seats[1].choose(step("c4", "c3")).expect("legal");
    deliver(&mut seats, 1);
    seats[0].open().expect("sealed");
    // A name is no reason to believe a message in it.
    let own = Message::new(terms.digest(), 2, Black, seats[1].transcript().after(), Body::Acknowledge);
    assert_eq!(seats[1].receive(&own), Err(Fault::NotFromPlayer));
    deliver(&mut seats, 0);
    assert_eq!(seats[0].transcript(), seats[1].transcript());
    assert_eq!(seats[0].transcript().history().len(), 1);
    let text = stored(&mut seats[1]);
    assert!(Seat::restore(&StoredSeat::from_secret_text(text)).is_ok());
}

/// A game ends on the board or at the cap on turns, and then nothing more is due.
#[test]
fn a_game_ends_by_the_rules() {
    let mut table = Table::of([1, 2], 1, "w b4;d3".parse().expect("a position"), Recording::Alternating);
    table.play(step("b4", "b5"), step("d3", "d2"));
    assert_eq!(table.judge(&[], 1_000).ruling.to_string(), "1-0: broke through");
    assert!(table.seats.iter().all(|seat| matches!(seat.stage(), Stage::Over(_))));
    assert_eq!(table.seats[0].transcript().due().count(), 0);
    let late = table.signed(Black, Body::Commit(sent_commitment(&table)));
    assert_eq!(sent(&mut table, &late), Err(Fault::Over));
    assert!(table.seats[0].seal(Choice::Pass, secret(1)).is_err());

    let capped = tavlei_game::Notation::read_position("w b2;d4", &crate::common::rules("turns=2")).expect("a position");
    let mut table = Table::of([1, 2], 1, capped, Recording::Both);
    table.play(Choice::Pass, step("d4", "d3"));
    table.play(Choice::Pass, step("d3", "d4"));
    let ruling = table.judge(&[], 1_000).ruling;
    assert_eq!(ruling.to_string(), "1/2-1/2: the game has reached its limit of 2 plies");
}

fn sent_commitment(table: &Table) -> tavlei_proryv::sealed_move::Commitment {
    let messages = table.seats[0].transcript().messages().iter().rev();
    let mut commitments = messages.filter_map(|message| match message.body() {
        Body::Commit(commitment) => Some(*commitment),
        _ => None,
    });
    commitments.next().expect("a commitment")
}

#[test]
fn what_is_sent_is_read_as_it_was_written_or_refused_with_the_place() {
    for recording in [Recording::Alternating, Recording::Both] {
        let mut table = Table::new(recording);
        table.play(step("b2", "c3"), step("c4", "c3"));
        let steps = table.seats[0].transcript().messages().iter().map(|message| {
            let text = message.to_string();
            assert_eq!(text.parse().as_ref(), Ok(message));
            assert_eq!(format!(" {} \r\n", text.replace(' ', "   ")).parse().as_ref(), Ok(message));
            for end in 0..text.len() {
                assert!(text[..end].parse::<Message>().is_err(), "{}", &text[..end]);
            }
            assert!(format!("{text} 1").parse::<Message>().is_err());
            message.slot().step
        });
        assert_eq!(steps.collect::<BTreeSet<_>>().len(), if recording == Recording::Both { 4 } else { 5 });

        let text = table.terms.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&table.terms));
        for end in 0..text.len() {
            assert!(text[..end].parse::<Terms>().is_err());
        }
        let error = |text: String| text.parse::<Terms>().expect_err("refused");
        assert_eq!(error(text.replace("board=4x5,pass=yes", "pass=yes,board=4x5")), TermsTextError::NotCanonical);
        let changed = error(text.replace("recording", "recorded"));
        assert!(changed.to_string().contains("expected the next field"), "{changed}");
        assert!(error(text.replace("allowance 2 60", "allowance 1 0")).to_string().contains("a number from 1 on"));
        assert!(matches!(error(text.replace("rules 18 board=4x5", "rules 18 board=9x5")), TermsTextError::Rules(_)));
    }
}

/// The fields are told apart by their lengths: no names run into one another.
#[test]
fn no_two_terms_have_the_same_text() {
    let salted = |name: &str, salt| Party::with_salt(Player::Name(name.into()), party(1, salt).salt());
    let texts = [("a", "b c", "d"), ("a b", "c", "d"), ("a", "b", "c d"), ("a name b", "c", "d")];
    let digests = texts.map(|(game, white, black)| {
        Terms::new(game, salted(white, 1), salted(black, 2), Position::default()).expect("terms").digest()
    });
    assert_eq!(digests.iter().collect::<BTreeSet<_>>().len(), digests.len());
    let start = Position::default();
    let terms = Terms::new("g", salted("a", 1), salted("b", 2), start).expect("terms");
    let both = terms.clone().with_recording(Recording::Both);
    let timed = terms.clone().with_allowance(core::num::NonZeroU64::new(5));
    assert!(start.outcome().is_none() && terms.digest() != both.digest() && terms.digest() != timed.digest());
}
