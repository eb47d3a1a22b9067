//! Records are played, and the first fault is found.

use tavlei_game::{Form, Game, History, Notation, Termination};
use tavlei_record::{Checker, Reader, Record, ReplayError, ReplayErrorKind, ResultMark, replay};

use crate::toy::Nim;

fn play(text: &str) -> Result<tavlei_record::Replayed<Nim>, Box<ReplayError>> {
    let record: Record = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let replayed = replay::<Nim>(&record);
    // The fast road finds the same.
    let mut checker = Checker::<Nim>::default();
    assert!(Reader::from(text).read(&mut checker).expect("the text is in order"));
    match (&replayed, checker.finish()) {
        (Ok(replayed), Ok(checked)) => {
            assert_eq!(checked.position, *replayed.history.position());
            assert_eq!(checked.plies, replayed.history.len());
            assert_eq!(checked.stated, replayed.stated);
        }
        (Err(fault), Err(checked)) => {
            assert_eq!(checked.to_string(), fault.to_string());
            assert_eq!((checked.place, &checked.position), (fault.place, &fault.position));
        }
        (replayed, checked) => panic!("{text:?}: {replayed:?} but {checked:?}"),
    }
    replayed
}

fn fault(text: &str) -> Box<ReplayError> {
    play(text).expect_err(text)
}

#[test]
fn a_game_is_played_to_its_end() {
    let replayed = play("[Game \"Nim\"]\n1. a3 b4 2. c5 1-0").expect("a good game");
    assert_eq!(replayed.history.len(), 3);
    assert_eq!(replayed.history.position().to_string(), "b 0,0,0");
    assert!(matches!(replayed.history.termination(), Some(Termination::OnBoard(_))));
    assert_eq!(replayed.stated.map(|mark| mark.to_string()).as_deref(), Some("1-0"));
    assert_eq!(replayed.warnings, []);
}

#[test]
fn rules_and_position_come_from_the_tags() {
    let replayed = play("[Position \"b 1,1,0\"]\n[Rules \"misere=yes\"]\n\n1... a1 2. b1 0-1").expect("a good game");
    assert_eq!(replayed.history.start().to_string(), "b 1,1,0");
    let record = Record::from_history(&replayed.history, Form::Long);
    assert_eq!(
        record.to_string(),
        "[Game \"nim\"]\n[Position \"b 1,1,0\"]\n[Rules \"misere=yes\"]\n[Result \"0-1\"]\n\n1... a1 2. b1 0-1\n"
    );
    assert_eq!(replay::<Nim>(&record).expect("a good game").history, replayed.history);
}

#[test]
fn faults_name_their_place() {
    let table = [
        (
            "1. a3 b4 2. b1 *",
            "line 1, column 14: move 2, White: ‘b1’: byte 1: the heap is smaller; nearest legal moves: c1, c2, c3, c4, c5",
        ),
        (
            "1. a3 b4\n2. z1 *",
            "line 2, column 4: move 2, White: ‘z1’: byte 0: expected a heap, a to c, found ‘z’; nearest legal moves: c1, c2, c3, c4, c5",
        ),
        (
            "1. a3 {so} 1... a1 *",
            "line 1, column 18: move 1, Black: ‘a1’: byte 1: the heap is smaller; nearest legal moves: b1, c1, b2, b3, b4",
        ),
        ("7. a3 b4 8. c5 a1 *", "line 1, column 16: move 8, Black: ‘a1’: the game is over (1-0: no counters are left)"),
        (
            "a3 b4 c9 *",
            "line 1, column 8: move 2, White: ‘c9’: byte 1: the heap is smaller; nearest legal moves: c1, c2, c3, c4, c5",
        ),
        ("[Game \"towers\"]\n1. a3 *", "line 1, column 8: expected a record of nim"),
        (
            "[Rules \"misere=no, misery=yes\"]\n1. a3 *",
            "line 1, column 20: the rules are refused: byte 11: there is no rule option ‘misery’; there are misere",
        ),
        (
            "[Position \"w 9,1,1\"]\n1. a3 *",
            "line 1, column 12: the position is refused: byte 2: expected a heap, 0 to 5, found ‘9’",
        ),
        ("[Position \"x\"]\n", "line 1, column 12: the position is refused: byte 0: expected w or b, found ‘x’"),
        (
            "1. a3 b4 2. c5 0-1",
            "line 1, column 16: the record says 0-1, but by the rules the game has ended 1-0: no counters are left",
        ),
        (
            "1. a3 b4 2. c5 1/2-1/2",
            "line 1, column 16: the record says 1/2-1/2, but by the rules the game has ended 1-0: no counters are left",
        ),
        (
            "1. a3 b4 2-0",
            "line 1, column 10: the record says 2-0, but the game is not over by the rules, and the players can’t end it so",
        ),
        (
            "1. a3 b4 1/2",
            "line 1, column 10: the record says 1/2-1/2, but the game is not over by the rules, and the players can’t end it so",
        ),
        (
            "[Result \"0-1\"]\n1. a3 b4 2. c5",
            "line 1, column 10: the record says 0-1, but by the rules the game has ended 1-0: no counters are left",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(fault(text).to_string(), expected, "{text}");
    }
}

#[test]
fn a_fault_tells_all_about_itself() {
    let fault = fault("{Начало} 1. a3 b4\n  {и} 2. a2 *");
    assert_eq!(fault.place.to_string(), "line 2, column 10");
    assert_eq!(fault.exact_place().to_string(), "line 2, column 11");
    assert_eq!((fault.text.as_str(), fault.offset), ("a2", 1));
    assert_eq!(fault.source.as_deref(), Some("  {и} 2. a2 *"));
    assert_eq!((fault.number, fault.plies, fault.position.as_str()), (Some(2), 2, "w 0,0,5"));
    let ReplayErrorKind::Move { nearest, .. } = &fault.kind else { panic!("{fault}") };
    assert_eq!(nearest, &["c2", "c1", "c3", "c4", "c5"]);
}

#[test]
fn an_open_result_is_never_at_odds() {
    let replayed = play("1. a3 b4 2. c5 *").expect("a good game");
    assert_eq!(
        replayed.warnings[0].to_string(),
        "line 1, column 16: the record leaves the result open, but the game is over: 1-0: no counters are left"
    );
    assert_eq!(play("1. a3 b4 *").expect("a good game").history.termination(), None);
    assert_eq!(play("1. a3 b4").expect("a good game").stated, None);
}

#[test]
fn giving_up_is_no_fault() {
    let replayed = play("1. a3 b4 0-1").expect("a good game");
    assert!(matches!(replayed.history.termination(), Some(Termination::Resigned(tavlei_game::Side::White))));
    let record = Record::from_history(&replayed.history, Form::Long);
    assert_eq!(record.result, "0-1".parse::<ResultMark>().ok());
    let again = replay::<Nim>(&record.to_string().parse().expect("a record")).expect("a good game");
    assert_eq!(again.history, replayed.history);
}

#[test]
fn an_unknown_game_is_a_fault() {
    let record: Record = "[Event \"x\"]\n[Game \"chess\"]\n1. e4 *".parse().expect("a record");
    let fault = ReplayError::unknown_game(&record, &["towers", "ashtarashki", "proryv"]);
    assert_eq!(fault.to_string(), "line 2, column 8: expected a record of towers, ashtarashki, proryv");
    assert_eq!(fault.source.as_deref(), Some("[Game \"chess\"]"));
}

#[test]
fn every_line_of_play_survives_writing() {
    fn walk(history: &mut History<Nim>, seen: &mut u32) {
        *seen += 1;
        if seen.is_multiple_of(7) {
            let text = Record::from_history(history, Form::Long).to_string();
            let again = replay::<Nim>(&text.parse().expect("a record")).expect("a good game");
            assert_eq!(again.history, *history);
        }
        if *seen < 20_000 {
            for mv in history.position().moves() {
                history.play(&mv).expect("a listed move");
                walk(history, seen);
                history.take_back();
            }
        }
    }
    assert_eq!(Nim::NAME, "nim");
    walk(&mut History::default(), &mut 0);
}
