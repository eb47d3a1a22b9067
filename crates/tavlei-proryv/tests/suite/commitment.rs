//! The record protocol over a wire (P-2), and attempts to cheat in it.
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tavlei_game::{Game, Notation, Side, Simultaneous};
use tavlei_proryv::commitment::{AwaitingCommitment, AwaitingOpening, Commitment, Opening, OpeningError, Secret};
use tavlei_proryv::{Choice, Position};

use crate::common::{self, rules};

const NONCE: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

fn step(from: &str, to: &str) -> Choice {
    Choice::step(from.parse().expect(from), to.parse().expect(to))
}

fn read(rules: &str, position: &str) -> Position {
    Position::read_position(position, &common::rules(rules)).expect(position)
}

fn turn(game: &str, number: u32, position: Position) -> AwaitingCommitment {
    AwaitingCommitment::new(game, number, position).expect("the game goes on")
}

fn start() -> AwaitingCommitment {
    turn("ann-bob-17", 1, Position::default())
}

/// The commitment to a choice in a turn.
fn committed(turn: AwaitingCommitment, choice: Choice, nonce: [u8; 32]) -> Commitment {
    turn.commit(choice, Secret::hazmat_from_bytes(nonce)).expect("legal").1
}

/// The other player, who has got this commitment in this turn and has passed openly.
fn other_player(turn: AwaitingCommitment, commitment: Commitment) -> AwaitingOpening {
    turn.receive(commitment).choose(Choice::Pass).expect("legal")
}

fn refusal(stage: AwaitingOpening, opening: &Opening) -> OpeningError {
    stage.check(opening).expect_err("refused").error
}

#[test]
fn both_players_see_the_same_game() {
    let rng = &mut StdRng::seed_from_u64(1);
    for game in 0..50 {
        let name = format!("game {game}");
        let position = Position::start(&rules(if game % 2 == 0 { "board=4x5" } else { "board=5x4,pass=no" }));
        let (mut one, mut two) = (Some(turn(&name, 1, position)), Some(turn(&name, 1, position)));
        let mut number = 1;
        while let (Some(recorder), Some(mover)) = (one, two) {
            let position = *recorder.position();
            assert_eq!(
                (recorder.number(), recorder.recorder(), position),
                (number, position.recorder(), *mover.position())
            );
            let mut any = |side| {
                let count = position.count_choices(side);
                position.nth_choice(side, rng.next_u64() % count).expect("a choice")
            };
            let (recorded, open) = (any(position.recorder()), any(!position.recorder()));
            let (recorder, commitment) =
                recorder.commit(recorded, Secret::random(rng).expect("a secret")).expect("legal");
            let mover = mover.receive(commitment.to_string().parse().expect("a commitment"));
            assert_eq!((mover.commitment(), *mover.position(), *recorder.position()), (commitment, position, position));
            let mover = mover.choose(open).expect("legal");
            let (ours, opening) = recorder.open(mover.choice()).expect("legal");
            assert_eq!(opening.choice(), recorded);
            let theirs = mover.check(&opening.to_string().parse().expect("an opening")).expect("honest");
            assert_eq!(ours, theirs);
            assert_eq!(*ours.resolution().turn().of(position.recorder()), recorded);
            assert_eq!(*ours.resolution().turn().of(!position.recorder()), open);
            // For the next turn the roles change hands.
            (one, two) = (theirs.next_turn(), ours.next_turn());
            assert_eq!(one.is_none(), ours.resolution().outcome().is_some());
            number += 1;
        }
    }
}

/// The same hash comes out of another program: `printf … | sha256sum`, over the text that the documentation gives.
#[test]
fn the_hash_is_that_of_the_documented_text() {
    assert_eq!(
        committed(start(), step("b2", "c3"), NONCE).to_string(),
        "50d93e43fa804cea5e36db2e03a4cf1284150d61b1729d8bc17f7ca2edb1751d"
    );
    let late = read("board=8x8,pass=no,turns=99", "b ;h8");
    let late = turn("игра 1", u32::MAX, late);
    assert_eq!(
        committed(late, step("h8", "g7"), [255; 32]).to_string(),
        "6da141c587ebf8726783a5edbae3bf87e38e264dc2383e8fde882d04dacabe0c"
    );
}

#[test]
fn cheating_by_changing_the_choice_is_found_out() {
    let commitment = committed(start(), step("b2", "c3"), NONCE);
    let mut changed = 0;
    for choice in Position::default().choices(Side::White) {
        let checked = other_player(start(), commitment).check(&Opening::new(choice, NONCE));
        if choice == step("b2", "c3") {
            assert_eq!(checked.expect("honest").resolution().turn().white, choice);
        } else {
            assert_eq!(checked.expect_err("changed").error, OpeningError::Mismatch);
            changed += 1;
        }
    }
    assert_eq!(changed, 12);
}

#[test]
fn cheating_with_another_nonce_is_found_out() {
    let commitment = committed(start(), step("b2", "c3"), NONCE);
    for bit in 0..256 {
        let mut nonce = NONCE;
        nonce[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(
            refusal(other_player(start(), commitment), &Opening::new(step("b2", "c3"), nonce)),
            OpeningError::Mismatch
        );
    }
}

#[test]
fn cheating_with_a_changed_commitment_is_found_out() {
    let commitment = committed(start(), step("b2", "c3"), NONCE);
    for bit in 0..256 {
        let mut bytes = commitment.to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let stage = other_player(start(), Commitment::from_bytes(bytes));
        assert_eq!(refusal(stage, &Opening::new(step("b2", "c3"), NONCE)), OpeningError::Mismatch);
    }
}

/// An old commitment, and the opening that once went with it, are of no use in any other turn.
#[test]
fn cheating_by_replaying_an_old_commitment_is_found_out() {
    let choice = step("b2", "b3");
    let position = "w b2;d4".parse::<Position>().expect("a position");
    let old = || turn("game", 7, position);
    let commitment = committed(old(), choice, NONCE);
    let opening = Opening::new(choice, NONCE);
    assert!(other_player(old(), commitment).check(&opening).is_ok());

    let others = [
        ("another game", turn("game 2", 7, position)),
        ("a game whose name runs on", turn("game\nrules board=4x5,pass=yes", 7, position)),
        ("another turn", turn("game", 8, position)),
        ("the other side as recorder", turn("game", 7, position.with_recorder(Side::Black))),
        ("another position", turn("game", 7, "w b2,a1;d4".parse().expect("a position"))),
        ("another board", turn("game", 7, read("board=4x6", "w b2;d4"))),
        ("another rule", turn("game", 7, read("turns=50", "w b2;d4"))),
        ("another start", turn("game", 7, read("start=2", "w b2;d4"))),
    ];
    for (what, other) in others {
        assert_eq!(refusal(other_player(other, commitment), &opening), OpeningError::Mismatch, "{what}");
    }
}

#[test]
fn an_illegal_record_is_refused_when_it_is_recorded() {
    for illegal in [step("b2", "b4"), step("a1", "b1"), step("b4", "b3")] {
        let refused = start().commit(illegal, Secret::hazmat_from_bytes(NONCE)).expect_err("illegal");
        assert!(!format!("{refused:?} {refused}").contains(&illegal.to_string()));
        assert_eq!(refused.stage, start());
    }
}

/// A recorder with a program of its own may commit itself to a choice that is not legal: it is found out when it is
/// shown.
#[test]
fn cheating_by_committing_to_an_illegal_choice_is_found_out() {
    let illegal = step("b2", "b4");
    let text = format!(
        "tavlei proryv commitment 1\ngame 10 ann-bob-17\nrules board=4x5,pass=yes\nposition {}\nturn 1\nrecorder white\n\
         choice {illegal}\nnonce {}\n",
        Position::default(),
        NONCE.map(|byte| format!("{byte:02x}")).concat()
    );
    let commitment = Commitment::from_bytes(<sha2::Sha256 as sha2::Digest>::digest(text).into());
    let error = refusal(other_player(start(), commitment), &Opening::new(illegal, NONCE));
    assert!(matches!(error, OpeningError::Illegal(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "what was committed to is not legal: b2 to b4 is not one square in one of the eight directions (P-3)"
    );
}

/// Without the nonce, the commitments to all choices look alike: trying each legal choice, with nonces that a guesser
/// might try, never hits, and the same choice is never twice committed to alike.
#[test]
fn the_choice_cannot_be_guessed_from_the_commitment() {
    let rng = &mut StdRng::seed_from_u64(2);
    let secret = committed_at_random(step("b2", "c3"), rng);
    let mut tried = 0;
    for guess in Position::default().choices(Side::White) {
        let simple = (0..=255).map(|byte| [byte; 32]).chain([NONCE, secret.to_bytes()]);
        let drawn = (0..200).map(|seed| {
            let mut nonce = [0; 32];
            StdRng::seed_from_u64(1000 + seed).fill_bytes(&mut nonce);
            nonce
        });
        for nonce in simple.chain(drawn) {
            assert_ne!(committed(start(), guess, nonce), secret, "{guess}");
            tried += 1;
        }
    }
    assert!(tried > 5_000, "{tried}");
    let again = (0..100).map(|_| committed_at_random(step("b2", "c3"), rng)).collect::<std::collections::HashSet<_>>();
    assert!(again.len() == 100 && !again.contains(&secret));
    // Every bit of a commitment is set about half the time, for each choice alike.
    for choice in Position::default().choices(Side::White) {
        let ones: u32 = (0..64)
            .map(|_| committed_at_random(choice, rng).to_bytes().iter().map(|byte| byte.count_ones()).sum::<u32>())
            .sum();
        assert!((7_700..8_700).contains(&ones), "{choice}: {ones} of 16384");
    }
}

fn committed_at_random(choice: Choice, rng: &mut StdRng) -> Commitment {
    start().commit(choice, Secret::random(rng).expect("a secret")).expect("legal").1
}

/// `Debug` tells nothing of what has been recorded, nor of the nonce.
#[test]
fn nothing_of_the_record_can_be_seen_before_it_is_shown() {
    let shown = Position::default()
        .choices(Side::White)
        .into_iter()
        .zip(1..)
        .map(|(choice, byte)| {
            let (stage, _) = start().commit(choice, Secret::hazmat_from_bytes([byte; 32])).expect("legal");
            let open = format!("{stage:?} {stage:#?}");
            assert!(open.starts_with("Committed { turn: ") && open.contains(", .. }"), "{open}");
            let refused = stage.open(step("c4", "c2")).expect_err("illegal");
            format!("{open} {refused:?} {refused}")
        })
        .collect::<std::collections::BTreeSet<_>>();
    assert_eq!(shown.len(), 1);
    assert_eq!(format!("{:?}", Secret::hazmat_from_bytes([7; 32])), "Secret(..)");
    // A commitment is sent to the other player, and hides nothing.
    let (_, commitment) = start().commit(step("b2", "c3"), Secret::hazmat_from_bytes(NONCE)).expect("legal");
    assert_eq!(format!("{commitment:?}"), format!("Commitment({commitment})"));
}

#[test]
fn an_illegal_open_move_is_refused_on_both_ends() {
    let (recorder, commitment) = start().commit(step("b2", "c3"), Secret::hazmat_from_bytes(NONCE)).expect("legal");
    let refused = start().receive(commitment).choose(step("c4", "c2")).expect_err("illegal");
    assert!(refused.stage.choose(step("c4", "c3")).is_ok());
    // The other player's program may send it all the same: nothing is shown to it then.
    let refused = recorder.open(step("b2", "c3")).expect_err("illegal");
    let (settled, _) = refused.stage.open(step("c4", "c3")).expect("legal");
    assert_eq!(settled.resolution().to_string(), "the men from b2 and c4 meet on c3");
}

#[test]
fn an_opening_that_is_refused_can_be_followed_by_the_right_one() {
    let commitment = committed(start(), step("b2", "c3"), NONCE);
    let refused = other_player(start(), commitment).check(&Opening::new(Choice::Pass, NONCE)).expect_err("changed");
    assert_eq!(refused.to_string(), "what is shown is not what was committed to in this turn");
    assert!(refused.stage.check(&Opening::new(step("b2", "c3"), NONCE)).is_ok());
}

#[test]
fn a_finished_game_and_the_last_number_have_no_next_turn() {
    assert!(AwaitingCommitment::new("game", 1, "w b5;d4".parse().expect("a position")).is_err());
    let last = turn("game", u32::MAX, Position::default());
    let (stage, _) = last.commit(Choice::Pass, Secret::hazmat_from_bytes(NONCE)).expect("legal");
    let (settled, opening) = stage.open(step("b4", "b3")).expect("legal");
    assert_eq!(settled.resolution().outcome(), None);
    assert_eq!(settled.next_turn(), None);
    assert_eq!(*opening.secret(), NONCE);
}

#[test]
fn what_is_sent_is_read_as_it_was_written_or_refused_with_the_place() {
    let commitment = committed(start(), step("b2", "c3"), NONCE);
    let text = commitment.to_string();
    assert_eq!(text.len(), 64);
    assert_eq!(format!(" {}\r\n", text.to_uppercase()).parse(), Ok(commitment));
    let opening = Opening::new(Choice::Pass, NONCE);
    assert_eq!(opening.to_string().parse().as_ref(), Ok(&opening));
    assert_eq!(format!("В2—С3   {}", &opening.to_string()[3..]).parse(), Ok(Opening::new(step("b2", "c3"), NONCE)));

    let error = |text: &str| text.parse::<Commitment>().expect_err("refused").to_string();
    assert_eq!(error(&text[..63]), "byte 63: expected one of 64 hexadecimal digits, found the end");
    assert_eq!(error(&format!("{text}0")), "byte 64: expected nothing after 64 hexadecimal digits, found ‘0’");
    assert_eq!(error("xyz"), "byte 0: expected one of 64 hexadecimal digits, found ‘x’");
    let error = |text: &str| text.parse::<Opening>().expect_err("refused").to_string();
    assert_eq!(error("b2-c3"), "byte 5: expected one of 64 hexadecimal digits, found the end");
    assert_eq!(error("b2"), "byte 2: expected the square that the man steps to, found the end");
    assert_eq!(
        error(&format!("-- {text} b")),
        "byte 68: expected nothing after the choice and 64 hexadecimal digits, found ‘b’"
    );
}
