//! The record protocol at one board (P-2), and attempts to cheat in it.

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{Game, Side, Simultaneous};
use tavlei_proryv::sealed_turn::{AwaitingSealedMove, IllegalSealedMove};
use tavlei_proryv::{Choice, ChoiceError, Position, Turn};

use crate::common::{RULES, rules, set_up};

fn step(from: &str, to: &str) -> Choice {
    Choice::step(from.parse().expect(from), to.parse().expect(to))
}

fn awaiting_sealed_move(text: &str) -> AwaitingSealedMove {
    AwaitingSealedMove::new(text.parse().expect(text)).expect("the game goes on")
}

#[test]
fn p02_a_turn_goes_from_the_record_to_the_open_move_to_the_end() {
    let turn = AwaitingSealedMove::new(Position::default()).expect("the game goes on");
    assert_eq!((turn.recorder(), *turn.position()), (Side::White, Position::default()));
    let turn = turn.seal(step("b2", "c3")).expect("legal");
    assert_eq!((turn.recorder(), turn.mover(), *turn.position()), (Side::White, Side::Black, Position::default()));
    let resolved = turn.open(step("c4", "c3")).expect("legal");
    assert_eq!(*resolved.resolution().turn(), Turn { white: step("b2", "c3"), black: step("c4", "c3") });
    let next = resolved.next_turn().expect("the game goes on");
    assert_eq!(next.position(), resolved.resolution().after());
    // The roles have changed: now Black's choice is recorded.
    assert_eq!(next.recorder(), Side::Black);
    let resolved = next.seal(step("b4", "b3")).expect("legal").open(Choice::Pass).expect("legal");
    assert_eq!(*resolved.resolution().turn(), Turn { white: Choice::Pass, black: step("b4", "b3") });
}

#[test]
fn p02_every_turn_comes_out_as_if_it_were_played_directly() {
    let mut turns = 0;
    for (seed, text) in RULES.iter().enumerate() {
        let rng = &mut StdRng::seed_from_u64(seed as u64);
        for _ in 0..3 {
            let position = set_up(&rules(text), rng);
            for turn in position.moves() {
                let recorded = *turn.of(position.recorder());
                let open = *turn.of(!position.recorder());
                let stage = AwaitingSealedMove::new(position).expect("it has moves").seal(recorded).expect("legal");
                let resolved = stage.open(open).expect("legal");
                assert_eq!(*resolved.resolution(), position.resolve(&turn).expect("legal"));
                assert_eq!(resolved.next_turn().is_none(), position.after(&turn).outcome().is_some());
                turns += 1;
            }
        }
    }
    assert!(turns > 1000, "{turns}");
}

#[test]
fn an_illegal_record_is_refused_when_it_is_recorded() {
    for illegal in [step("b2", "b4"), step("a3", "a4"), step("b4", "b3"), step("b2", "c2"), step("d2", "e3")] {
        let refused = awaiting_sealed_move("w b2,c2;b4").seal(illegal).expect_err("illegal");
        assert_eq!(refused.error, IllegalSealedMove { recorder: Side::White });
        // What was to be recorded is told to nobody.
        assert!(!format!("{refused:?} {refused}").contains(&illegal.to_string()));
        // The recorder tries again.
        assert!(refused.stage.seal(step("b2", "b3")).is_ok());
    }
    let text = "the choice that White was to record is not legal in this position (P-2)";
    assert_eq!(IllegalSealedMove { recorder: Side::White }.to_string(), text);
}

#[test]
fn a_pass_cannot_be_recorded_where_passing_is_off() {
    let position = Position::start(&rules("pass=no"));
    let stage = AwaitingSealedMove::new(position).expect("the game goes on");
    let refused = stage.seal(Choice::Pass).expect_err("illegal");
    let stage = refused.stage.seal(step("b2", "b3")).expect("legal");
    let refused = stage.open(Choice::Pass).expect_err("illegal");
    assert_eq!(refused.error, ChoiceError::MustMove { side: Side::Black });
    assert!(refused.stage.open(step("b4", "b3")).is_ok());
}

#[test]
fn an_illegal_open_move_is_refused_and_the_record_stays_as_it_was() {
    let stage = awaiting_sealed_move("w b2,a1;c4,a5").seal(step("b2", "c3")).expect("legal");
    let refused = stage.open(step("c4", "c2")).expect_err("illegal");
    assert!(matches!(refused.error, ChoiceError::NotNextTo { .. }));
    assert_eq!(format!("{:?}", refused.stage), "AwaitingOpenMove { recorder: White, .. }");
    assert_eq!(refused.stage.open(step("c4", "c3")).expect("legal").resolution().after().to_string(), "b a1;a5");
}

/// Moving the recorder's men openly is not a way to change the record.
#[test]
fn the_recorders_men_cannot_be_moved_openly() {
    let stage = awaiting_sealed_move("w b2;c4").seal(step("b2", "c3")).expect("legal");
    assert!(matches!(stage.open(step("b2", "b3")).expect_err("illegal").error, ChoiceError::EnemyMan { .. }));
}

/// Neither what `Debug` prints, nor whether an open move is refused, depends on what has been recorded.
#[test]
fn nothing_of_the_record_can_be_seen_before_it_is_shown() {
    let position = Position::default();
    let stages = || {
        position
            .choices(Side::White)
            .into_iter()
            .map(|choice| AwaitingSealedMove::new(position).expect("the game goes on").seal(choice).expect("legal"))
    };
    let shown = stages().map(|stage| format!("{stage:?} {stage:#?}")).collect::<std::collections::BTreeSet<_>>();
    assert_eq!((stages().count(), shown.len()), (13, 1));
    // `{:?}` of a refusal holds the stage, and tells no more.
    let refusals = stages()
        .map(|stage| format!("{:?}", stage.open(step("c4", "c2")).expect_err("illegal")))
        .collect::<std::collections::BTreeSet<_>>();
    assert_eq!(refusals.len(), 1);
    let refusal = refusals.first().expect("one");
    assert!(!refusal.contains("b2"), "{refusal}");
}

#[test]
fn a_finished_game_has_no_turn() {
    for text in ["w b5;d4", "b a4;b1", "w ;"] {
        let over = AwaitingSealedMove::new(text.parse().expect(text)).expect_err("over");
        assert_eq!(Some(over.outcome), text.parse::<Position>().expect(text).outcome());
    }
    let last =
        awaiting_sealed_move("w b4;d4").seal(step("b4", "b5")).expect("legal").open(Choice::Pass).expect("legal");
    assert_eq!(last.next_turn(), None);
    let over = AwaitingSealedMove::new(*last.resolution().after()).expect_err("over");
    assert_eq!(over.to_string(), "the game is over (1-0: broke through)");
}
