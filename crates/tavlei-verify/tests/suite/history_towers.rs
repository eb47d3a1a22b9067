//! Draws by a game's past in tower checkers (T-18), with the engine, the reference model and records side by side.

use tavlei_game::{Claim, ClaimKind, Form, Game, History, Notation, Outcome, PlayError, Side, Termination};
use tavlei_record::{Record, replay};
use tavlei_towers::{Position, Reason, Rules};
use tavlei_verify::models::towers as reference;
use tavlei_verify::towers::model_rules;

/// White’s king goes to and fro between h2 and g1, with g3 and f2 closed to it; Black’s between b8 and a7.
const START: &str = "w h2=1;f2=0,e3=0,g3=0,f4=0,b8=1";
const ROUND: [&str; 4] = ["h2-g1", "b8-a7", "g1-h2", "a7-b8"];

fn start() -> History<Position> {
    History::new(START.parse().expect("a position"))
}

fn play(game: &mut History<Position>, text: &str) {
    let mv = game.position().read_move(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.position()));
    game.play(&mv).expect("legal");
}

/// The game after so many plies of the round.
fn rounds(plies: usize) -> History<Position> {
    let mut game = start();
    ROUND.iter().cycle().take(plies).for_each(|text| play(&mut game, text));
    game
}

fn unchanged(game: &History<Position>) -> Option<Claim> {
    game.claims().into_iter().find(|claim| matches!(claim.kind, ClaimKind::Unchanged { .. }))
}

fn repeated(game: &History<Position>) -> Option<Claim> {
    game.claims().into_iter().find(|claim| matches!(claim.kind, ClaimKind::Repetition { .. }))
}

/// Asserts that engine and model say the same of a game, at every ply of it.
fn assert_agrees(game: &History<Position>) {
    let rules = game.start().rules();
    let model = reference::Model::parse(&game.start().to_string(), model_rules(&rules)).expect("a position");
    let mut theirs = reference::Game::new(model, rules.draw_plies.map(|plies| plies as usize));
    let mut ours = History::new(game.start().clone());
    for mv in game.moves() {
        theirs.play(&ours.position().move_text(mv)).expect("legal in the model");
        ours.play(mv).expect("legal");
        let report = theirs.report(ours.len());
        let over = report.winner.is_some();
        assert_eq!(ours.plies_since_progress() as usize, report.no_progress);
        assert_eq!(ours.occurrences().count(), report.repetitions);
        assert_eq!(unchanged(&ours).map(|claim| claim.since), report.no_progress_draw.filter(|_| !over));
        assert_eq!(repeated(&ours).map(|claim| claim.since), report.repetition_draw.filter(|_| !over));
    }
    assert_eq!(&ours, game);
}

#[test]
fn t18_the_draw_is_there_with_ply_30_and_not_with_29() {
    assert_eq!(unchanged(&rounds(29)), None);
    assert_eq!(unchanged(&rounds(30)), Some(Claim { kind: ClaimKind::Unchanged { plies: 30 }, since: 30 }));
    assert_eq!(unchanged(&rounds(31)), Some(Claim { kind: ClaimKind::Unchanged { plies: 31 }, since: 30 }));
    assert_agrees(&rounds(31));
}

#[test]
fn t18_a_capture_or_a_promotion_with_ply_30_begins_the_count_anew() {
    // Black crowns on e1 with ply 30.
    let mut crowned = rounds(29);
    play(&mut crowned, "f2-e1");
    assert_eq!((crowned.plies_since_progress(), unchanged(&crowned)), (0, None));
    assert_agrees(&crowned);
    // Taken back and played otherwise, the draw is there.
    crowned.take_back();
    play(&mut crowned, "b8-a7");
    assert_eq!(unchanged(&crowned).map(|claim| claim.since), Some(30));
    assert_agrees(&crowned);
    // A man's step is no change of the material: the counter goes on.
    let mut stepped = rounds(29);
    play(&mut stepped, "e3-d2");
    assert_eq!(unchanged(&stepped).map(|claim| claim.since), Some(30));
    // But it allows a capture, and that begins the count anew.
    play(&mut stepped, "g1:e3:c1:g5");
    assert_eq!((stepped.plies_since_progress(), unchanged(&stepped)), (0, None));
    assert_agrees(&stepped);
}

#[test]
fn t17_a_loss_with_ply_30_comes_before_the_draw() {
    let mut game = rounds(29);
    // The position has occurred eight times, so a draw can be claimed: until White is walled in.
    assert!(repeated(&game).is_some());
    play(&mut game, "g3-h2");
    assert_eq!(game.plies_since_progress(), 30);
    assert_eq!(game.claims(), []);
    assert_eq!(game.claim_draw(), None);
    let lost = Termination::OnBoard(Outcome::win(Side::Black, 1, Reason::NoMoves));
    assert_eq!(game.termination(), Some(lost));
    assert!(game.agree_draw().is_err());
    assert_agrees(&game);
    // The same move one ply earlier or later, or without the draw switched on, ends the game no differently.
    for plies in [25, 29, 33] {
        let mut game = rounds(plies);
        play(&mut game, "g3-h2");
        assert_eq!(game.termination(), Some(lost), "{plies}");
    }
    // Taken back, the draw can be claimed again.
    game.take_back();
    assert!(repeated(&game).is_some());
}

#[test]
fn t18_a_third_occurrence_with_others_in_between() {
    let mut game = start();
    for text in ["h2-g1", "b8-c7", "g1-h2", "c7-b8"] {
        play(&mut game, text);
    }
    assert_eq!(game.occurrences().collect::<Vec<_>>(), [0, 4]);
    // Another way of Black’s king in between, and other positions that occur twice.
    for text in ["h2-g1", "b8-d6", "g1-h2", "d6-a3", "h2-g1", "a3-d6", "g1-h2"] {
        play(&mut game, text);
        assert_eq!(repeated(&game), None);
    }
    // The third time, with ply 12.
    play(&mut game, "d6-b8");
    assert_eq!(repeated(&game), Some(Claim { kind: ClaimKind::Repetition { occurrences: 3 }, since: 12 }));
    assert_agrees(&game);
    // A ply later it is another position that is there for the third time; and then one that is new.
    play(&mut game, "h2-g1");
    assert_eq!(game.occurrences().collect::<Vec<_>>(), [1, 5, 13]);
    assert!(repeated(&game).is_some());
    play(&mut game, "b8-e5");
    assert_eq!(repeated(&game), None);
    assert_agrees(&game);
}

#[test]
fn t18_the_same_squares_with_the_other_side_to_move_are_another_position() {
    // White goes to and fro twice while Black’s king takes three moves to be back.
    let mut game = start();
    for text in ["h2-g1", "b8-d6", "g1-h2", "d6-c7", "h2-g1", "c7-b8", "g1-h2"] {
        play(&mut game, text);
    }
    assert_eq!(game.position(), &game.start().clone().with_side_to_move(Side::Black));
    assert_eq!(game.occurrences().collect::<Vec<_>>(), [7]);
    assert_agrees(&game);
}

#[test]
fn t18_taking_back_over_claims_restores_each_of_them() {
    let whole = rounds(35);
    let mut game = whole.clone();
    while let Some(mv) = game.take_back() {
        let fresh = History::from_moves(whole.start().clone(), whole.moves().take(game.len())).expect("legal");
        assert_eq!(game, fresh);
        assert_eq!(game.claims(), fresh.claims());
        assert_eq!(game.claims(), rounds(game.len()).claims());
        // There and back again is the same game.
        let mut again = game.clone();
        again.play(&mv).expect("legal");
        again.take_back();
        assert_eq!(again, game);
    }
    assert!(game.is_empty());
}

#[test]
fn a_claimed_draw_is_void_when_a_ply_is_taken_back() {
    let mut game = rounds(30);
    assert!(game.claim_draw().is_some());
    let next = game.position().read_move("g1-h2").expect("it would be legal");
    assert_eq!(game.play(&next), Err(PlayError::Over));
    game.take_back();
    assert_eq!(game.termination(), None);
    assert_eq!(unchanged(&game), None);
}

#[test]
fn a_record_is_rebuilt_from_any_ply() {
    let rules: Rules = "draw_plies=12".parse().expect("rules");
    let start = Position::read_position(START, &rules).expect("a position");
    let mut whole = History::new(start);
    for text in ROUND.iter().cycle().take(13).chain(&["b8-c7", "g1-h2", "e3-d2", "h2-g1", "d2-c1"]) {
        play(&mut whole, text);
    }
    for ply in 0..=whole.len() {
        // The first plies.
        let first = History::from_moves(whole.start().clone(), whole.moves().take(ply)).expect("legal");
        let read: Record = Record::from_history(&first, Form::Long).to_string().parse().expect("read as written");
        let again = replay::<Position>(&read).expect("no fault").history;
        assert_eq!((&again, again.claims()), (&first, first.claims()));
        assert_eq!(again.position_at(ply), whole.position_at(ply));
        // The last plies, from the position there on: the board is the same, the past is shorter.
        let there = whole.position_at(ply).expect("a ply of the game").clone();
        let last = History::from_moves(there, whole.moves().skip(ply)).expect("legal");
        let read: Record = Record::from_history(&last, Form::Long).to_string().parse().expect("read as written");
        let again = replay::<Position>(&read).expect("no fault").history;
        assert_eq!(again, last);
        assert_eq!(again.position(), whole.position());
        assert!(again.plies_since_progress() <= whole.plies_since_progress());
        assert_agrees(&again);
    }
}
