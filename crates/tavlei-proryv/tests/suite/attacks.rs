//! Programs that attack the sealed moves of a game between strangers, each with what stops it, and by what name.

use rand::Rng;
use sha2::{Digest as _, Sha256};
use tavlei_game::{Game, Score, Side};
use tavlei_proryv::sealed_move::{
    Body, Commitment, Fault, Forfeit, ForfeitReason, Message, Opening, Party, Player, PublicKey, Receipt, Received,
    Recording, Ruling, Seat, SeatError, Secret, Signature, Slot, Stage, Step, Terms, TermsError, Transcript, judge,
};
use tavlei_proryv::{Choice, Position};

use crate::common::sealed::{Table, any, at, key, original, party, published, sent, source, step};

use Side::{Black, White};

/// A secret that everyone knows.
const BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

fn breach(side: Side, turn: u32, step: Step, fault: Fault) -> Ruling {
    Ruling::Forfeit(Forfeit { side, slot: Slot { turn, step, side }, reason: ForfeitReason::Breach(fault) })
}

fn late(side: Side, turn: u32, step: Step, deadline: u64) -> Forfeit {
    Forfeit { side, slot: Slot { turn, step, side }, reason: ForfeitReason::Late { deadline } }
}

/// The message of a side's seat for a step of the turn.
fn message(table: &Table, side: Side, step: Step) -> Message {
    let turn = table.seats[side as usize].transcript().turn();
    let found = table.seats[side as usize].transcript().message(Slot { turn, step, side });
    found.expect("it has been sent").clone()
}

/// The choice and secret that a side has just shown.
fn last_opening(table: &Table, side: Side) -> Opening {
    let messages = table.seats[side as usize].transcript().messages().iter().rev();
    let shown = messages.filter(|message| message.slot().side == side).find_map(|message| match message.body() {
        Body::Open(opening) => Some(opening.clone()),
        _ => None,
    });
    shown.expect("it has opened")
}

/// Mallory plays Black against Ann and White against Bob, in games of the same name, and only forwards.
#[test]
fn strangers_27_a_third_player_cannot_relay_a_game() {
    let (ann, mallory, bob) = (1, 66, 2);
    let start = Position::default();
    let mut with_ann = Table::of([ann, mallory], 1, start, Recording::Alternating);
    let mut with_bob = Table::of([mallory, bob], 2, start, Recording::Alternating);

    // Ann's message as it is belongs to the other game.
    with_ann.seal(White, step("b2", "c3"));
    with_ann.exchange();
    let commit = message(&with_ann, White, Step::Commit);
    assert_eq!(sent(&mut with_bob, &commit), Err(Fault::OtherTerms));
    // Under Mallory's own name it looks like any commitment.
    let relayed = with_bob.signed(White, commit.body().clone());
    assert_eq!(sent(&mut with_bob, &relayed), Ok(Receipt::New));
    with_bob.seats[1].choose(step("c4", "c3")).expect("legal");
    with_ann.seats[1].choose(step("c4", "c3")).expect("legal");
    with_ann.exchange();
    with_ann.seats[0].open().expect("sealed");
    // But what opens Ann's commitment in her game opens nothing in Bob's.
    let acknowledged = with_bob.signed(White, Body::Acknowledge);
    let bobs = published(&mut with_bob.seats[1]);
    assert_eq!(sent(&mut with_bob, &acknowledged), Ok(Receipt::New));
    let relayed = with_bob.signed(White, Body::Open(last_opening(&with_ann, White)));
    assert_eq!(sent(&mut with_bob, &relayed), Err(Fault::WrongOpening));

    // Bob's messages convict Mallory, and nobody else.
    assert!(bobs.iter().all(|message| message.slot().side == Black));
    let handed_in: Vec<Received> = with_bob.seats[1].evidence().map(|message| at(message, 5)).collect();
    let judgement = judge(&with_bob.terms, &handed_in, 6);
    assert_eq!(judgement.ruling, breach(White, 1, Step::Open, Fault::WrongOpening));
    assert!(judgement.is_evidence());
}

/// A commitment and its opening fit no turn that differs in anything.
#[test]
fn strangers_27_nothing_of_one_game_or_turn_fits_another() {
    let read = |rules: &str, text: &str| -> Position {
        tavlei_game::Notation::read_position(text, &crate::common::rules(rules)).expect(text)
    };
    let here = read("board=4x5", "w b2;d4");
    let table = |position| Table::of([1, 2], 1, position, Recording::Alternating);
    let mut old = table(here);
    old.seal(White, step("b2", "b3"));
    let commit = message(&old, White, Step::Commit);
    old.exchange();
    old.seats[1].choose(Choice::Pass).expect("legal");
    old.exchange();
    old.seats[0].open().expect("sealed");
    let opening = last_opening(&old, White);

    // A cheat signs the old commitment and the old opening anew, in the game that it wants them in.
    let replay = |mut elsewhere: Table| {
        let side = elsewhere.seats[0].transcript().position().recorder();
        let again = elsewhere.signed(side, commit.body().clone());
        assert_eq!(sent(&mut elsewhere, &again), Ok(Receipt::New));
        elsewhere.seat(!side).choose(Choice::Pass).expect("legal");
        for (body, result) in
            [(Body::Acknowledge, Ok(Receipt::New)), (Body::Open(opening.clone()), Err(Fault::WrongOpening))]
        {
            let again = elsewhere.signed(side, body);
            assert_eq!(sent(&mut elsewhere, &again), result);
        }
    };
    let mut later = table(here);
    later.play(Choice::Pass, step("d4", "d3"));
    later.play(Choice::Pass, step("d3", "d4"));
    assert_eq!(later.seats[0].transcript().position(), &here);
    let elsewhere = [
        ("other salts", Table::of([1, 2], 7, here, Recording::Alternating)),
        ("another opponent", Table::of([1, 3], 1, here, Recording::Alternating)),
        ("the sides the other way round", Table::of([2, 1], 1, here, Recording::Alternating)),
        ("the other side as recorder", table(here.with_recorder(Black))),
        ("another position", table(read("board=4x5", "w a1,b2;d4"))),
        ("another board", table(read("board=4x6", "w b2;d4"))),
        ("another rule", table(read("board=4x5,turns=50", "w b2;d4"))),
        ("another start layout", table(read("board=4x5,start=2", "w b2;d4"))),
        ("the same position in a later turn", later),
    ];
    for (what, mut elsewhere) in elsewhere {
        let as_it_is = sent(&mut elsewhere, &commit);
        let harmless = [Err(Fault::OtherTerms), Err(Fault::Conflict)];
        assert!(harmless.contains(&as_it_is), "{what}: {as_it_is:?}");
        replay(elsewhere);
    }
}

/// The side that is to choose openly commits itself instead, and the recorder chooses openly.
#[test]
fn strangers_27_roles_cannot_be_swapped() {
    for (side, body) in [
        (Black, Body::Commit(Commitment::from_bytes([7; 32]))),
        (Black, Body::Acknowledge),
        (White, Body::Choose(Choice::Pass)),
    ] {
        let mut table = Table::new(Recording::Alternating);
        let swapped = table.signed(side, body);
        assert_eq!(sent(&mut table, &swapped), Err(Fault::WrongRole));
        assert_eq!(table.judge(&[], 1).ruling, breach(side, 1, swapped.slot().step, Fault::WrongRole));
    }
}

/// Black tells the world one choice and White another.
#[test]
fn strangers_28_two_open_choices_settle_no_turn_and_convict_their_sender() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    table.exchange();
    let told_white = table.signed(Black, Body::Choose(step("b4", "b3")));
    table.seats[1].choose(step("c4", "c3")).expect("legal");
    let told_world = message(&table, Black, Step::Choose);

    // White acknowledges what it got, before it opens: and that does not fit what Black says it sent.
    assert_eq!(sent(&mut table, &told_white), Ok(Receipt::New));
    let acknowledgement = message(&table, White, Step::Acknowledge);
    assert_eq!(sent(&mut table, &acknowledgement), Err(Fault::OtherPast));
    table.seats[0].open().expect("sealed");
    assert_eq!(table.seats[1].stage(), Stage::Await(Step::Acknowledge));
    assert!(table.seats[1].transcript().history().is_empty(), "one of two pasts was settled");

    // All that both have convicts Black, whoever hands what in first.
    assert_eq!(table.judge(&[], 1).ruling, breach(Black, 1, Step::Choose, Fault::Conflict));
    // Black alone can hide one of its choices, but cannot make White out to be the cheat ...
    let of_black: Vec<Received> = table.seats[1].evidence().chain([&acknowledgement]).map(|m| at(m, 0)).collect();
    let judgement = judge(&table.terms, &of_black, 10);
    let due = Slot { turn: 1, step: Step::Acknowledge, side: White };
    assert_eq!(judgement.ruling, Ruling::Pending { due: vec![due], deadline: Some(60) });
    assert!(matches!(judgement.set_aside[..], [(_, Fault::OtherPast)]));
    // ... for White hands in what it got.
    let defence: Vec<Received> = of_black.into_iter().chain([at(&told_white, 59)]).collect();
    assert_eq!(judge(&table.terms, &defence, 61).ruling, breach(Black, 1, Step::Choose, Fault::Conflict));
    assert_ne!(told_white.digest(), told_world.digest());
}

/// White says that it got a choice that Black never made.
#[test]
fn strangers_28_a_choice_that_was_not_made_is_not_acknowledged() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    table.exchange();
    table.seats[1].choose(step("c4", "c3")).expect("legal");
    let made_up = table.signed(Black, Body::Choose(Choice::Pass)).with_signature(None);
    assert_eq!(sent(&mut table, &made_up), Err(Fault::NotFromPlayer));
    let lie = Message::new(table.terms.digest(), 1, White, made_up.digest(), Body::Acknowledge).signed_by(&key(1));
    assert_eq!(sent(&mut table, &lie), Err(Fault::OtherPast));
    // White owes an acknowledgement of the choice that there is, and loses when it does not come.
    let judgement = table.judge(std::slice::from_ref(&lie), 61);
    assert_eq!(judgement.ruling, Ruling::Forfeit(late(White, 1, Step::Acknowledge, 60)));
}

#[test]
fn strangers_28_nothing_is_opened_before_it_is_acknowledged() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    assert!(matches!(table.seats[0].open(), Err(SeatError::NotDue { step: Step::Open, .. })));
    table.exchange();
    table.seats[1].choose(step("c4", "c3")).expect("legal");
    let early = table.signed(White, Body::Open(Opening::new(step("b2", "c3"), [7; 32])));
    assert_eq!(sent(&mut table, &early), Ok(Receipt::Early));
    assert_eq!(table.seats[1].stage(), Stage::Await(Step::Acknowledge));
    // White's own seat acknowledges first, and in its order.
    table.deliver(Black);
    table.seats[0].open().expect("sealed");
    let steps: Vec<Step> = published(&mut table.seats[0]).iter().map(|message| message.slot().step).collect();
    assert_eq!(steps, [Step::Commit, Step::Acknowledge, Step::Open]);
}

/// A commitment binds all turns before it: two games that differ anywhere go on apart.
#[test]
fn strangers_28_a_commitment_of_another_past_is_refused() {
    let mut one = Table::new(Recording::Alternating);
    let mut other = Table::new(Recording::Alternating);
    one.play(step("a1", "a2"), step("a5", "a4"));
    other.play(step("a1", "a2"), step("d5", "d4"));
    // In both, Black records the second turn, and the positions become the same.
    one.play(Choice::Pass, step("d5", "d4"));
    other.play(Choice::Pass, step("a5", "a4"));
    assert_eq!(one.seats[0].transcript().position(), other.seats[0].transcript().position());
    one.seal(White, step("b2", "b3"));
    let commit = message(&one, White, Step::Commit);
    assert_eq!(sent(&mut other, &commit), Err(Fault::OtherPast));
}

/// White commits itself twice, to open whichever suits it.
#[test]
fn strangers_28_a_second_commitment_convicts_its_sender() {
    for recording in [Recording::Alternating, Recording::Both] {
        let mut table = Table::new(recording);
        table.seal(White, step("b2", "c3"));
        let second = table.signed(White, Body::Commit(Commitment::from_bytes([9; 32])));
        table.deliver(White);
        assert_eq!(sent(&mut table, &second), Err(Fault::Conflict));
        assert_eq!(table.judge(&[], 1).ruling, breach(White, 1, Step::Commit, Fault::Conflict));
        // Black's evidence is enough.
        let of_black: Vec<Received> = table.seats[1].evidence().map(|message| at(message, 0)).collect();
        assert_eq!(judge(&table.terms, &of_black, 1).ruling, breach(White, 1, Step::Commit, Fault::Conflict));
    }
}

/// Messages are lost, doubled, delayed and reordered; both players settle the same game all the same.
#[test]
fn strangers_28_a_bad_network_changes_nothing() {
    let mut refused = 0;
    for (seed, recording) in (0..30).map(|seed| (seed, [Recording::Alternating, Recording::Both][seed as usize % 2])) {
        let rng = &mut source(seed);
        let start = if seed % 4 < 2 { Position::default() } else { original() };
        let mut table = Table::of([1, 2], seed, start, recording);
        let mut network = Vec::<String>::new();
        for _ in 0..20_000 {
            table.act(|position, side| any(position, side, rng));
            for side in Side::BOTH {
                let messages = published(table.seat(side));
                network.extend(messages.iter().map(ToString::to_string).filter(|_| rng.next_u32().is_multiple_of(3)));
            }
            for _ in 0..3 {
                if network.is_empty() {
                    break;
                }
                let place = rng.next_u32() as usize % network.len();
                let text =
                    if rng.next_u32().is_multiple_of(2) { network[place].clone() } else { network.swap_remove(place) };
                let message: Message = text.parse().expect("as written");
                match sent(&mut table, &message) {
                    Ok(_) => {}
                    Err(Fault::Over) => refused += 1,
                    Err(fault) => panic!("{fault}: {message}"),
                }
            }
            network.truncate(40);
            if table.seats.iter().all(|seat| matches!(seat.stage(), Stage::Over(_)))
                || table.seats[0].transcript().turn() > 12
            {
                break;
            }
        }
        let [white, black] = &table.seats;
        let common = white.transcript().messages().len().min(black.transcript().messages().len());
        assert!(common > 20, "{common} messages");
        assert_eq!(white.transcript().messages()[..common - 2], black.transcript().messages()[..common - 2]);
        assert!(!matches!(table.judge(&[], 0).ruling, Ruling::Forfeit(_) | Ruling::BothForfeit(_)));
    }
    assert_eq!(refused, 0, "nothing new is sent once the game is over");
}

/// A game is broken off after each of its messages: the arbiter names the side that owed the next one.
#[test]
fn strangers_29_whoever_leaves_loses_at_whatever_point() {
    for recording in [Recording::Alternating, Recording::Both] {
        let mut table = Table::new(recording);
        table.play(step("b2", "b3"), step("c4", "c3"));
        table.play(step("a1", "a2"), step("b4", "b3"));
        table.seal(if recording == Recording::Both { Black } else { White }, Choice::Pass);
        table.exchange();
        let messages = table.seats[0].transcript().messages();
        assert!(messages.len() > 10);
        for sent in 0..messages.len() {
            let received: Vec<Received> = messages.iter().zip(0..).take(sent).map(|(m, i)| at(m, 10 * i)).collect();
            let mut transcript = Transcript::new(table.terms.clone());
            received.iter().for_each(|received| {
                assert_eq!(transcript.receive(&received.message), Ok(Receipt::New));
            });
            let due: Vec<Slot> = transcript.due().collect();
            assert!(due.contains(&messages[sent].slot()));
            let in_time = judge(&table.terms, &received, 10 * sent as u64);
            let after_all = judge(&table.terms, &received, 1_000_000);
            if sent < 2 {
                assert_eq!((in_time.ruling, after_all.ruling), (Ruling::NotBegun, Ruling::NotBegun));
                continue;
            }
            let last_complete = received.iter().filter(|r| r.message.slot().step != due[0].step || due.len() == 2);
            let deadline = last_complete.map(|received| received.at).max().expect("a message") + 60;
            assert_eq!(in_time.ruling, Ruling::Pending { due: due.clone(), deadline: Some(deadline) });
            let forfeits: Vec<Forfeit> = due.iter().map(|due| late(due.side, due.turn, due.step, deadline)).collect();
            match forfeits[..] {
                [one] => {
                    assert_eq!(after_all.ruling, Ruling::Forfeit(one));
                    let score = after_all.ruling.score().expect("an end");
                    assert_eq!(score.winner(), Some(!one.side));
                    assert!(after_all.ruling.to_string().starts_with(&format!("{} forfeits: ", one.side)));
                }
                [white, black] => {
                    assert_eq!(after_all.ruling, Ruling::BothForfeit([white, black]));
                    assert_eq!(after_all.ruling.score().expect("an end").winner(), None);
                }
                _ => panic!("{due:?}"),
            }
            // The one moment more.
            assert!(matches!(judge(&table.terms, &received, deadline).ruling, Ruling::Pending { .. }));
            assert!(!matches!(judge(&table.terms, &received, deadline + 1).ruling, Ruling::Pending { .. }));
        }
    }
}

/// White has seen Black's choice, does not like it, and leaves without opening.
#[test]
fn strangers_29_whoever_has_seen_the_other_choice_cannot_just_leave() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    table.exchange();
    table.seats[1].choose(step("c4", "c3")).expect("legal");
    table.exchange();
    // It has acknowledged, so it can't say that it never got the choice.
    let judgement = table.judge(&[], 61);
    assert_eq!(judgement.ruling, Ruling::Forfeit(late(White, 1, Step::Open, 60)));
    assert_eq!(judgement.ruling.to_string(), "White forfeits: open of White in turn 1: no message by the deadline, 60");
    // Nor can it leave before it acknowledges: Black's choice, handed in, has arrived.
    let of_black: Vec<Received> = published(&mut table.seats[1])
        .iter()
        .chain(&published(&mut table.seats[0])[..2])
        .map(|message| at(message, 0))
        .collect();
    assert_eq!(judge(&table.terms, &of_black, 61).ruling, Ruling::Forfeit(late(White, 1, Step::Acknowledge, 60)));
}

#[test]
fn strangers_29_a_message_after_the_deadline_is_too_late() {
    let mut table = Table::new(Recording::Alternating);
    table.play(step("b2", "b3"), step("c4", "c3"));
    let messages = table.seats[0].transcript().messages().to_vec();
    let arrivals = |times: [u64; 6]| -> Vec<Received> { messages.iter().zip(times).map(|(m, t)| at(m, t)).collect() };
    let pending = judge(&table.terms, &arrivals([0, 5, 65, 125, 185, 245]), 245).ruling;
    assert!(matches!(pending, Ruling::Pending { deadline: Some(305), .. }), "{pending:?}");
    let ruling = judge(&table.terms, &arrivals([0, 5, 65, 126, 130, 140]), 140).ruling;
    assert_eq!(ruling, Ruling::Forfeit(late(Black, 1, Step::Choose, 125)));
    // The same message again, later, is not late; and it may be handed in in any order.
    let mut again = arrivals([0, 5, 65, 125, 185, 245]);
    again.extend(arrivals([1000; 6]));
    again.reverse();
    assert_eq!(judge(&table.terms, &again, 300).ruling, pending);
    // Without deadlines nobody is late, but it can be seen who owes a message.
    let ruling = judge(&table.terms.clone().with_allowance(None), &[], 1 << 60).ruling;
    assert_eq!(ruling, Ruling::NotBegun);
}

/// The recorder commits itself to a move that is not legal, or the other side makes one: the game is lost, not stuck.
#[test]
fn strangers_29_an_illegal_choice_convicts_its_sender() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    table.exchange();
    let illegal = table.signed(Black, Body::Choose(step("c4", "c2")));
    assert!(matches!(sent(&mut table, &illegal), Err(Fault::IllegalChoice(_))));
    let ruling = table.judge(&[], 1).ruling;
    assert!(matches!(ruling, Ruling::Forfeit(Forfeit { side: Black, .. })), "{ruling}");
    assert!(ruling.to_string().contains("the open choice is not legal: c4 to c2 is not one square"), "{ruling}");

    let mut table = Table::new(Recording::Alternating);
    let (choice, secret) = (step("b2", "b4"), BYTES);
    let commitment = by_hand(&table, White, choice, &secret);
    let commit = table.signed(White, Body::Commit(commitment));
    assert_eq!(sent(&mut table, &commit), Ok(Receipt::New));
    table.seats[1].choose(Choice::Pass).expect("legal");
    let acknowledge = table.signed(White, Body::Acknowledge);
    assert_eq!(sent(&mut table, &acknowledge), Ok(Receipt::New));
    let open = table.signed(White, Body::Open(Opening::new(choice, secret)));
    assert!(matches!(sent(&mut table, &open), Err(Fault::IllegalSealedMove(_))));
    let handed_in: Vec<Received> = table.seats[1].evidence().map(|message| at(message, 0)).collect();
    let ruling = judge(&table.terms, &handed_in, 1).ruling;
    assert!(ruling.to_string().starts_with("White forfeits: open of White in turn 1: the hidden choice is not legal"));
}

/// The commitment by the documented text, put together by another program.
fn by_hand(table: &Table, side: Side, choice: Choice, secret: &[u8; 32]) -> Commitment {
    let transcript = table.seats[0].transcript();
    let terms = &table.terms;
    let fields = [
        ("terms", terms.digest().to_string()),
        ("game", terms.game().to_string()),
        ("white", terms.party(White).player().to_string()),
        ("black", terms.party(Black).player().to_string()),
        ("rules", transcript.position().rules().to_string()),
        ("position", transcript.position().to_string()),
        ("turn", transcript.turn().to_string()),
        ("recording", terms.recording().name().to_string()),
        ("side", side.name().to_string()),
        ("past", transcript.after().to_string()),
        ("choice", choice.to_string()),
        ("secret", secret.map(|byte| format!("{byte:02x}")).concat()),
    ];
    let mut text = "tavlei proryv sealed move 2\n".to_string();
    for (key, value) in fields {
        text += &format!("{key} {} {value}\n", value.len());
    }
    Commitment::from_bytes(Sha256::digest(text).into())
}

/// The same hash comes out of another program that knows only the documentation.
#[test]
fn strangers_27_the_hash_is_that_of_the_documented_text() {
    for recording in [Recording::Alternating, Recording::Both] {
        let mut table = Table::new(recording);
        table.play(step("b2", "b3"), step("c4", "c3"));
        let expected = by_hand(&table, Black, step("b4", "b3"), &BYTES);
        table.seats[1].seal(step("b4", "b3"), Secret::hazmat_from_bytes(BYTES)).expect("legal");
        assert_eq!(message(&table, Black, Step::Commit).body(), &Body::Commit(expected));
    }
}

/// What the first version hashed, or said, is not taken for the second.
#[test]
fn strangers_27_an_older_version_is_not_accepted() {
    use tavlei_proryv::commitment::AwaitingCommitment;
    let mut table = Table::new(Recording::Alternating);
    let choice = step("b2", "c3");
    let old = AwaitingCommitment::new(table.terms.game(), 1, Position::default()).expect("the game goes on");
    let (_, commitment) = old.commit(choice, Secret::hazmat_from_bytes(BYTES)).expect("legal");
    let commit = table.signed(White, Body::Commit(commitment));
    assert_eq!(sent(&mut table, &commit), Ok(Receipt::New));
    table.seats[1].choose(Choice::Pass).expect("legal");
    let acknowledge = table.signed(White, Body::Acknowledge);
    assert_eq!(sent(&mut table, &acknowledge), Ok(Receipt::New));
    let open = table.signed(White, Body::Open(Opening::new(choice, BYTES)));
    assert_eq!(sent(&mut table, &open), Err(Fault::WrongOpening));

    let refused = commit.to_string().replacen("/2", "/1", 1).parse::<Message>().expect_err("another version");
    assert_eq!(refused.to_string(), "byte 0: expected the word ‘sealed-move/2’, found ‘s’");
    let refused = table.terms.to_string().replacen('2', "1", 1).parse::<Terms>().expect_err("another version");
    assert_eq!(refused.to_string(), "byte 0: expected the first line ‘tavlei proryv sealed game 2’, found ‘t’");
}

/// No bit of a message, its signature included, can be changed on the way.
#[test]
fn strangers_28_no_message_can_be_changed_on_the_way() {
    let mut table = Table::new(Recording::Alternating);
    table.seal(White, step("b2", "c3"));
    let commit = message(&table, White, Step::Commit);
    let signature = commit.signature().expect("signed").to_bytes();
    for bit in (0..512).step_by(7) {
        let mut forged = signature;
        forged[bit / 8] ^= 1 << (bit % 8);
        let forged = commit.clone().with_signature(Some(Signature::from_bytes(forged)));
        assert_eq!(sent(&mut table, &forged), Err(Fault::NotFromPlayer));
    }
    let Body::Commit(commitment) = commit.body() else { panic!("{commit}") };
    for bit in (0..256).step_by(7) {
        let mut forged = commitment.to_bytes();
        forged[bit / 8] ^= 1 << (bit % 8);
        let body = Body::Commit(Commitment::from_bytes(forged));
        let forged = Message::new(commit.terms(), 1, White, commit.after(), body).with_signature(commit.signature());
        assert_eq!(sent(&mut table, &forged), Err(Fault::NotFromPlayer));
    }
    // One message in the place of another, or without a signature.
    let moved = Message::new(commit.terms(), 3, White, commit.after(), commit.body().clone());
    assert_eq!(sent(&mut table, &moved.with_signature(commit.signature())), Err(Fault::NotFromPlayer));
    assert_eq!(sent(&mut table, &commit.clone().with_signature(None)), Err(Fault::NotFromPlayer));
    // A signature has one form: adding the order of the group to its second half gives no other that is accepted.
    let order = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10u8,
    ];
    let (mut malleable, mut carry) = (signature, 0);
    for (byte, add) in malleable[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
    let malleable = commit.clone().with_signature(Some(Signature::from_bytes(malleable)));
    assert_eq!(sent(&mut table, &malleable), Err(Fault::NotFromPlayer));
    // None of this convicts anyone.
    assert!(matches!(table.judge(&[malleable], 1).ruling, Ruling::Pending { .. }));
    assert_eq!(sent(&mut table, &commit), Ok(Receipt::New));
}

/// A third player, or the opponent, signs in someone else's name; a player takes the wrong key.
#[test]
fn strangers_28_keys_cannot_be_mixed_up() {
    let mut table = Table::new(Recording::Alternating);
    let body = || Body::Commit(Commitment::from_bytes([3; 32]));
    for other in [2, 3] {
        let transcript = table.seats[1].transcript();
        let forged = Message::new(table.terms.digest(), 1, White, transcript.after(), body()).signed_by(&key(other));
        assert_eq!(sent(&mut table, &forged), Err(Fault::NotFromPlayer));
        let judgement = table.judge(std::slice::from_ref(&forged), 61);
        assert_eq!(judgement.ruling, Ruling::Forfeit(late(White, 1, Step::Commit, 60)));
        assert!(judgement.set_aside.iter().any(|(_, fault)| *fault == Fault::NotFromPlayer));
    }
    let terms = table.terms.clone();
    let own = terms.party(White).clone();
    assert_eq!(Seat::signed(terms.clone(), &own, key(2)).expect_err("another key"), SeatError::WrongKey);
    assert_eq!(Seat::new(terms.clone(), &own).expect_err("no key"), SeatError::KeyNeeded);
    // Terms with someone else's salt may be those of an old game.
    assert_eq!(Seat::signed(terms.clone(), &party(1, 99), key(1)).expect_err("old salt"), SeatError::NotAParty);
    assert_eq!(Seat::signed(terms, &party(3, 99), key(3)).expect_err("a third player"), SeatError::NotAParty);
}

/// Terms under which one could be taken for the other are refused.
#[test]
fn strangers_27_terms_that_do_not_tell_the_players_apart_are_refused() {
    let rng = &mut source(1);
    let mut named = |name: &str| Party::new(Player::Name(name.into()), rng).expect("a salt");
    let (ann, bob) = (named("Ann"), named("Bob"));
    let start = Position::default();
    let refused = |game: &str, white: &Party, black: &Party, start| {
        Terms::new(game, white.clone(), black.clone(), start).expect_err("refused")
    };
    assert_eq!(refused("g", &ann, &named("Ann"), start), TermsError::SamePlayer);
    assert_eq!(refused("g", &party(1, 1), &party(1, 2), start), TermsError::SamePlayer);
    let copied = Party::with_salt(bob.player().clone(), ann.salt());
    assert_eq!(refused("g", &ann, &copied, start), TermsError::SameSalt);
    assert_eq!(refused("g", &ann, &party(1, 77), start), TermsError::NameAndKey);
    for game in ["", "two\nlines", &"x".repeat(256)] {
        assert_eq!(refused(game, &ann, &bob, start), TermsError::Name);
        assert_eq!(refused("g", &ann, &named(game), start), TermsError::Name);
    }
    assert!(matches!(refused("g", &ann, &bob, "w b5;d4".parse().expect("a position")), TermsError::GameOver(_)));
    // Keys for which a signature fits many messages: the neutral point, and one of order eight; and no point at all.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let order_8 = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a".parse().expect("a key");
    for weak in [PublicKey::from_bytes(neutral), PublicKey::from_bytes([2; 32]), order_8] {
        let weak = Party::with_salt(Player::Key(weak), ann.salt());
        assert_eq!(refused("g", &party(1, 77), &weak, start), TermsError::Key { side: Black });
    }
}

/// In Musikhin's original game both hide their choices, and neither can choose after the other has.
#[test]
fn strangers_31_both_sides_hide_their_choices() {
    let rng = &mut source(5);
    let mut table = Table::of([1, 2], 5, original(), Recording::Both);
    for turn in 1..=8 {
        let position = *table.seats[0].transcript().position();
        let (white, black) = (any(&position, White, rng), any(&position, Black, rng));
        table.seal(Black, black);
        table.exchange();
        // White knows Black's commitment, and nothing else, when it commits itself.
        assert_eq!(table.seats[0].stage(), Stage::Send(Step::Commit));
        assert_eq!(table.seats[1].stage(), Stage::Await(Step::Commit));
        assert!(table.seats[1].open().is_err());
        table.seal(White, white);
        table.exchange();
        table.exchange();
        for side in [White, Black] {
            assert_eq!(table.seat(side).stage(), Stage::Send(Step::Open));
            table.seat(side).open().expect("sealed");
            table.exchange();
        }
        let ply = &table.seats[0].transcript().history().plies()[turn - 1];
        assert_eq!((ply.mv().white, ply.mv().black), (white, black));
        assert_eq!(table.seats[0].transcript(), table.seats[1].transcript());
    }
}

/// Black sends White's commitment as its own, and then White's opening, or its own side's mirror of it.
#[test]
fn strangers_31_a_copied_commitment_opens_nothing() {
    let mut table = Table::of([1, 2], 1, original(), Recording::Both);
    table.seal(White, step("b2", "c3"));
    let copied = message(&table, White, Step::Commit);
    table.deliver(White);
    let copy = table.signed(Black, copied.body().clone());
    assert_eq!(sent(&mut table, &copy), Ok(Receipt::New));
    let acknowledge = table.signed(Black, Body::Acknowledge);
    assert_eq!(sent(&mut table, &acknowledge), Ok(Receipt::New));
    table.seats[0].open().expect("sealed");
    let opening = last_opening(&table, White);
    for choice in [opening.choice(), step("b7", "c6"), step("g7", "f6")] {
        let open = table.signed(Black, Body::Open(Opening::new(choice, *opening.secret())));
        assert_eq!(sent(&mut table, &open), Err(Fault::WrongOpening));
    }
    let handed_in: Vec<Received> = table.seats[0].evidence().map(|message| at(message, 0)).collect();
    assert_eq!(judge(&table.terms, &handed_in, 1).ruling, breach(Black, 1, Step::Open, Fault::WrongOpening));
}

/// Returns where both hide their choices, whoever opens last has seen all: leaving then loses, and so does leaving earlier.
#[test]
fn strangers_31_whoever_opens_last_cannot_just_leave() {
    for leaver in [White, Black] {
        let mut table = Table::new(Recording::Both);
        table.seal(White, step("b2", "c3"));
        table.seal(Black, step("c4", "c3"));
        table.exchange();
        table.exchange();
        table.seat(!leaver).open().expect("sealed");
        table.exchange();
        assert_eq!(
            table.judge(&[], 60).ruling,
            Ruling::Pending { due: vec![Slot { turn: 1, step: Step::Open, side: leaver }], deadline: Some(60) }
        );
        assert_eq!(table.judge(&[], 61).ruling, Ruling::Forfeit(late(leaver, 1, Step::Open, 60)));
    }
}

/// Both break a rule, or both leave, in the same step: nobody profits. A breach weighs more than leaving after it.
#[test]
fn strangers_31_both_sides_can_forfeit() {
    let mut table = Table::new(Recording::Both);
    let second = |table: &Table, side, byte| table.signed(side, Body::Commit(Commitment::from_bytes([byte; 32])));
    let cheats: Vec<Message> = [(White, 1), (White, 2), (Black, 3), (Black, 4)]
        .into_iter()
        .map(|(side, byte)| second(&table, side, byte))
        .collect();
    let of_white = &cheats[..2];
    assert_eq!(table.judge(of_white, 1_000).ruling, breach(White, 1, Step::Commit, Fault::Conflict));
    assert!(matches!(table.judge(&cheats, 0).ruling, Ruling::BothForfeit(_)));
    assert!(matches!(table.judge(&[], 1_000).ruling, Ruling::BothForfeit(_)));
    assert_eq!(table.judge(&[], 1_000).ruling.score().and_then(Score::winner), None);
    // A second message counts whether or not the first fits the past.
    table.seal(White, Choice::Pass);
    table.deliver(White);
    let elsewhere = Message::new(table.terms.digest(), 1, White, table.terms.digest(), cheats[0].body().clone());
    let ruling = table.judge(&[elsewhere.signed_by(&key(1))], 0).ruling;
    assert_eq!(ruling, breach(White, 1, Step::Commit, Fault::Conflict));
}
