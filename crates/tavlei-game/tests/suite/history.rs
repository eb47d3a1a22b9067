//! Games as they are played: claims of draws, the ends that players bring about, take-back.

use crate::toys::{Blocked, Lane, LaneRules, Nim, Slide, rng};
use proptest::prelude::*;
use tavlei_game::{
    Claim, ClaimKind, Game, History, HistoryRules, Notation, Outcome, PlayError, Ply, Score, Side, Termination,
    random_move,
};

/// A game of Lane that begins in this position, under these rules.
fn lane(position: &str, rules: LaneRules) -> History<Lane> {
    History::new(Lane::read_position(position, &rules).expect("a position"))
}

/// Plays slides, named by the cells they lead to.
fn play(history: &mut History<Lane>, cells: &str) {
    for cell in cells.split_whitespace() {
        history.play(&slide(cell)).unwrap_or_else(|error| panic!("{cell} in {}: {error}", history.position()));
    }
}

fn slide(cell: &str) -> Slide {
    Slide(cell.as_bytes()[0] - b'a')
}

/// Leads from `w a;g` back there, and touches no cell with a coin.
const ROUND: &str = "b f a g ";

const OVER: Result<(), PlayError> = Err(PlayError::Over);

// ---------------------------------------------------------------------------------------------------
// Plies without progress

fn unchanged(plies: u32, since: usize) -> Vec<Claim> {
    vec![Claim { kind: ClaimKind::Unchanged { plies }, since }]
}

#[test]
fn a_draw_can_be_claimed_after_30_plies_without_progress() {
    let mut game = lane("start", LaneRules { unchanged: Some(30), ..LaneRules::NONE });
    play(&mut game, &ROUND.repeat(7));
    play(&mut game, "b");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (29, 29, vec![]));
    play(&mut game, "f");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (30, 30, unchanged(30, 30)));
    play(&mut game, "a");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (31, 31, unchanged(31, 30)));
    assert_eq!(game.termination(), None, "a claim ends nothing by itself");
}

#[test]
fn progress_begins_the_count_anew() {
    let mut game = lane("start", LaneRules { unchanged: Some(30), ..LaneRules::NONE });
    play(&mut game, &ROUND.repeat(7));
    play(&mut game, "b");
    assert_eq!(game.plies_since_progress(), 29);
    play(&mut game, "e");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (30, 0, vec![]));
    play(&mut game, "a g");
    play(&mut game, &ROUND.repeat(6));
    play(&mut game, "b f a");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (59, 29, vec![]));
    play(&mut game, "g");
    assert_eq!((game.len(), game.plies_since_progress(), game.claims()), (60, 30, unchanged(30, 60)));
    let counts: Vec<u32> = game.plies().iter().map(Ply::plies_since_progress).collect();
    assert_eq!(counts, (1..30).chain(0..=30).collect::<Vec<_>>());
}

#[test]
fn the_number_of_plies_is_the_rules_to_say() {
    for limit in 1..40 {
        let mut game = lane("start", LaneRules { unchanged: Some(limit), ..LaneRules::NONE });
        for ply in 1..=40 {
            play(&mut game, ["g", "b", "f", "a"][ply % 4]);
            let expected = if ply as u32 >= limit { unchanged(ply as u32, limit as usize) } else { vec![] };
            assert_eq!(game.claims(), expected, "limit {limit}, ply {ply}");
        }
    }
}

#[test]
fn rules_that_are_switched_off_allow_no_claim() {
    let mut game = lane("start", LaneRules::NONE);
    play(&mut game, &ROUND.repeat(50));
    assert_eq!((game.len(), game.plies_since_progress(), game.occurrences().count()), (200, 200, 51));
    assert_eq!((game.claims(), game.claim(), game.claim_draw()), (vec![], None, None));
    assert_eq!(game.termination(), None);
}

// ---------------------------------------------------------------------------------------------------
// Repetition

fn repeated(occurrences: u32, since: usize) -> Vec<Claim> {
    vec![Claim { kind: ClaimKind::Repetition { occurrences }, since }]
}

const THIRD: LaneRules = LaneRules { repetition: Some(3), unchanged: None, cap: None };

#[test]
fn a_draw_can_be_claimed_when_a_position_occurs_for_the_third_time() {
    let mut game = lane("w a;g", THIRD);
    let occurrences = |game: &History<Lane>| game.occurrences().collect::<Vec<_>>();
    play(&mut game, "b f a g");
    assert_eq!((occurrences(&game), game.claims()), (vec![0, 4], vec![]));
    // Another way there and back: what lies between doesn't matter.
    play(&mut game, "c e a");
    assert_eq!((occurrences(&game), game.claims()), (vec![7], vec![]));
    play(&mut game, "g");
    assert_eq!((occurrences(&game), game.claims()), (vec![0, 4, 8], repeated(3, 8)));
    play(&mut game, "b");
    assert_eq!((occurrences(&game), game.claims()), (vec![1, 9], vec![]), "the claim is gone with the position");
    play(&mut game, "f a g");
    assert_eq!((occurrences(&game), game.claims()), (vec![0, 4, 8, 12], repeated(4, 8)));
}

#[test]
fn the_start_position_counts_as_one_occurrence() {
    let mut game = lane("w a;g", LaneRules { repetition: Some(1), ..LaneRules::NONE });
    assert_eq!(game.claims(), repeated(1, 0));
    let mut second = lane("w a;g", LaneRules { repetition: Some(2), ..LaneRules::NONE });
    assert_eq!(second.claims(), []);
    play(&mut game, ROUND);
    play(&mut second, ROUND);
    assert_eq!((game.claims(), second.claims()), (repeated(2, 0), repeated(2, 4)));
}

#[test]
fn the_same_men_with_the_other_side_to_move_are_another_position() {
    let mut game = lane("w a;g", THIRD);
    for _ in 0..4 {
        play(&mut game, "b f c g a");
        play(&mut game, "f b e a g");
    }
    // The men have stood on a and g nine times, four of them with Black to move.
    assert_eq!(game.occurrences().collect::<Vec<_>>(), [0, 10, 20, 30, 40]);
    assert_eq!(game.claims(), repeated(5, 20));
}

#[test]
fn the_same_men_without_a_coin_are_another_position() {
    let mut game = lane("w a;g c", THIRD);
    play(&mut game, "c f a g");
    play(&mut game, ROUND);
    assert_eq!((game.occurrences().collect::<Vec<_>>(), game.claims()), (vec![4, 8], vec![]));
}

#[test]
fn taking_back_takes_the_claim_back() {
    let mut game = lane("w a;g", THIRD);
    play(&mut game, &ROUND.repeat(2));
    let claimable = game.clone();
    assert_eq!(game.take_back(), Some(slide("g")));
    assert_eq!(game.claims(), []);
    // Another reply, and its own repetition.
    play(&mut game, "e");
    assert_eq!((game.claims(), game.plies_since_progress()), (vec![], 8));
    assert_eq!(game.take_back(), Some(slide("e")));
    play(&mut game, "g");
    assert_eq!(game, claimable);
    assert_eq!(game.claims(), repeated(3, 8));
    for _ in 0..4 {
        game.take_back();
    }
    assert_eq!((game.claims(), game.occurrences().collect::<Vec<_>>()), (vec![], vec![0, 4]));
}

// ---------------------------------------------------------------------------------------------------
// The cap, and several claims at once

#[test]
fn a_draw_can_be_claimed_when_the_game_is_as_long_as_it_may_be() {
    let mut game = lane("start", LaneRules { cap: Some(5), ..LaneRules::NONE });
    play(&mut game, ROUND);
    assert_eq!(game.claims(), []);
    for cell in ["b", "f"] {
        play(&mut game, cell);
        assert_eq!(game.claims(), [Claim { kind: ClaimKind::PlyCap, since: 5 }]);
    }
    assert_eq!(game.len(), 6);
}

#[test]
fn all_claims_are_listed_in_order_and_the_first_is_made() {
    let mut game = lane("w a;g", LaneRules { repetition: Some(2), unchanged: Some(3), cap: Some(4) });
    play(&mut game, "b f a");
    assert_eq!(game.claims(), unchanged(3, 3));
    play(&mut game, "g");
    let all = [unchanged(4, 3), repeated(2, 4), vec![Claim { kind: ClaimKind::PlyCap, since: 4 }]].concat();
    assert_eq!((game.claims(), game.claim()), (all.clone(), Some(all[0])));
    assert_eq!(game.claim_draw(), Some(all[0]));
    assert_eq!(game.termination(), Some(Termination::Claimed(all[0])));
    assert_eq!((game.claims(), game.claim(), game.claim_draw()), (vec![], None, None), "the game is over");
    assert_eq!((game.play(&slide("b")), game.agree_draw(), game.resign(Side::White)), (OVER, OVER, OVER));
    assert_eq!(game.take_back(), Some(slide("g")));
    assert_eq!((game.termination(), game.claims()), (None, unchanged(3, 3)));
}

/// What can be claimed, worked out from all positions and all progress of a game, without any counter.
fn claims_by_hand(positions: &[Lane], progress: &[bool], rules: LaneRules) -> Vec<Claim> {
    let plies = progress.len();
    let mut claims = Vec::new();
    let run = |upto: usize| progress[..upto].iter().rev().take_while(|&&progress| !progress).count();
    if let Some(limit) = rules.unchanged.filter(|&limit| run(plies) >= limit as usize) {
        let since = (0..=plies).rfind(|&ply| run(ply) == limit as usize).expect("the run has begun somewhere");
        claims.extend(unchanged(run(plies) as u32, since));
    }
    let same: Vec<usize> = (0..=plies).filter(|&ply| positions[ply] == positions[plies]).collect();
    if let Some(limit) = rules.repetition.filter(|&limit| same.len() >= limit as usize) {
        claims.extend(repeated(same.len() as u32, same[limit as usize - 1]));
    }
    if let Some(cap) = rules.cap.filter(|&cap| plies >= cap as usize) {
        claims.push(Claim { kind: ClaimKind::PlyCap, since: cap as usize });
    }
    claims
}

proptest! {
    #[test]
    fn claims_are_what_the_whole_game_says(
        seed: u64,
        repetition in proptest::option::of(1u32..5),
        unchanged in proptest::option::of(1u32..8),
        cap in proptest::option::of(1u32..40),
    ) {
        let rules = LaneRules { repetition, unchanged, cap };
        let mut game = History::new(Lane::start(&rules));
        let (mut positions, mut progress) = (vec![game.position().clone()], vec![]);
        let mut rng = rng(seed);
        for _ in 0..60 {
            let Some(mv) = random_move(game.position(), &mut rng) else { break };
            prop_assert_eq!(game.claims(), claims_by_hand(&positions, &progress, rules));
            progress.push(game.position().is_irreversible(&mv));
            game.play(&mv).expect("a listed move is legal");
            positions.push(game.position().clone());
        }
        if game.position().outcome().is_none() {
            prop_assert_eq!(game.claims(), claims_by_hand(&positions, &progress, rules));
        } else {
            prop_assert_eq!(game.claims(), []);
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// The end on the board

#[test]
fn a_loss_comes_before_a_draw() {
    let rules = LaneRules { repetition: None, unchanged: Some(1), cap: Some(3) };
    let mut game = lane("w d;g", rules);
    play(&mut game, "e f d g");
    assert_eq!(game.claims().len(), 2);
    play(&mut game, "e f d g e f d g f");
    assert_eq!(game.position().outcome(), Some(Outcome::win(Side::White, 1, Blocked)));
    assert_eq!((game.len(), game.plies_since_progress()), (13, 13), "a draw by either rule would be due");
    assert_eq!((game.claims(), game.claim(), game.claim_draw()), (vec![], None, None));
    assert_eq!(game.termination(), Some(Termination::OnBoard(Outcome::win(Side::White, 1, Blocked))));
}

#[test]
fn a_finished_game_goes_on_only_when_a_ply_is_taken_back() {
    let mut game = lane("w d;g", LaneRules::NONE);
    play(&mut game, "f");
    let over = game.clone();
    assert!(game.termination().is_some());
    assert_eq!((game.play(&slide("f")), game.agree_draw(), game.resign(Side::Black)), (OVER, OVER, OVER));
    assert_eq!(game, over);
    assert_eq!(game.take_back(), Some(slide("f")));
    assert_eq!(game.termination(), None);
    play(&mut game, "e");
    assert_eq!(game.termination(), None);
}

// ---------------------------------------------------------------------------------------------------
// What the players do

#[test]
fn players_agree_on_a_draw() {
    let mut game = lane("start", LaneRules { cap: Some(1), ..LaneRules::NONE });
    play(&mut game, "b f");
    assert_eq!(game.claims().len(), 1);
    assert_eq!(game.agree_draw(), Ok(()));
    let termination = game.termination().expect("an end");
    assert_eq!((termination, termination.score()), (Termination::Agreed, Score::Draw));
    assert_eq!(game.claims(), []);
    assert_eq!((game.play(&slide("a")), game.agree_draw(), game.resign(Side::White)), (OVER, OVER, OVER));
    assert_eq!(game.termination(), Some(Termination::Agreed));
}

#[test]
fn a_side_resigns_and_the_other_has_won() {
    for side in Side::BOTH {
        let mut game = lane("start", LaneRules::NONE);
        assert_eq!(game.resign(side), Ok(()));
        let termination = game.termination().expect("an end");
        assert_eq!(termination, Termination::Resigned(side));
        assert_eq!(termination.score(), Score::Win { winner: !side, points: 1 });
        assert_eq!((game.play(&slide("b")), game.agree_draw(), game.resign(!side)), (OVER, OVER, OVER));
        assert_eq!(game.termination(), Some(Termination::Resigned(side)));
    }
}

#[test]
fn games_end_in_ways_that_the_board_does_not_show() {
    let win = |winner| Score::Win { winner, points: 1 };
    let two = Score::Win { winner: Side::Black, points: 2 };
    for (end, score, words) in [
        (Termination::OutOfTime(Side::White), win(Side::Black), "0-1: White is out of time"),
        (Termination::Abandoned(Side::Black), win(Side::White), "1-0: Black has left the game"),
        (Termination::Adjudicated(Score::Draw), Score::Draw, "1/2-1/2: adjudicated"),
        (Termination::Adjudicated(two), two, "0-2: adjudicated"),
    ] {
        let mut game = lane("start", LaneRules::NONE);
        assert_eq!(game.end(end), Ok(()));
        assert_eq!((game.termination(), game.end(Termination::Agreed)), (Some(end), OVER));
        assert_eq!((end.score(), end.to_string().as_str()), (score, words));
    }
}

#[test]
fn only_the_board_ends_a_game_by_its_rules_and_only_real_claims_are_taken() {
    let mut game = lane("start", LaneRules { repetition: Some(2), cap: Some(4), ..LaneRules::NONE });
    let on_board = Termination::OnBoard(Outcome::win(Side::White, 1, Blocked));
    assert_eq!(game.end(on_board), Err(PlayError::NotOver));
    play(&mut game, ROUND);
    let claims = game.claims();
    assert_eq!(claims.len(), 2);
    let forged = Claim { kind: ClaimKind::Unchanged { plies: 4 }, since: 4 };
    assert_eq!(game.end(Termination::Claimed(forged)), Err(PlayError::NoClaim));
    assert_eq!(game.termination(), None);
    assert_eq!(game.end(Termination::Claimed(claims[1])), Ok(()), "any claim can be made, not only the first");
    assert_eq!(game.termination(), Some(Termination::Claimed(claims[1])));
}

#[test]
fn plies_taken_back_are_played_again() {
    let mut game = lane("start", LaneRules::NONE);
    play(&mut game, "b f a");
    let played = game.clone();
    assert_eq!(game.redo(), None);
    for _ in 0..3 {
        game.take_back();
    }
    assert_eq!(game, lane("start", LaneRules::NONE), "what was taken back makes no difference");
    assert!(game.undone_moves().eq(&[slide("b"), slide("f"), slide("a")]));
    assert_eq!(game.redo(), Some(slide("b")));
    assert_eq!(game.resign(Side::Black), Ok(()));
    assert_eq!((game.redo(), game.redo()), (Some(slide("f")), Some(slide("a"))));
    assert_eq!((game.redo(), game.termination()), (None, None));
    assert_eq!(game, played);
    game.take_back();
    play(&mut game, "c");
    assert_eq!((game.redo(), game.undone_moves().len()), (None, 0), "another move was played");
}

#[test]
fn taking_back_makes_an_agreement_void() {
    let mut game = lane("start", LaneRules::NONE);
    assert_eq!(game.agree_draw(), Ok(()));
    assert_eq!((game.take_back(), game.termination()), (None, None), "there is no ply to take back");
    play(&mut game, "b");
    assert_eq!(game.resign(Side::Black), Ok(()));
    assert_eq!((game.take_back(), game.termination(), game.len()), (Some(slide("b")), None, 0));
    play(&mut game, "c");
    assert_eq!(game.termination(), None);
}

#[test]
fn a_move_that_is_known_to_be_legal_makes_an_agreement_void() {
    let mut game = lane("start", LaneRules::NONE);
    assert_eq!(game.agree_draw(), Ok(()));
    game.play_unchecked(&slide("c"));
    assert_eq!((game.termination(), game.len(), game.plies_since_progress()), (None, 1, 0));
    game.play_unchecked(&slide("f"));
    assert_eq!((game.position().to_string(), game.plies_since_progress()), ("w c;f e".into(), 1));
}

// ---------------------------------------------------------------------------------------------------
// The record

#[test]
fn every_position_and_move_is_kept() {
    let mut game = History::<Lane>::default();
    assert_eq!((game.start(), game.position()), (&Lane::default(), &Lane::default()));
    assert!(game.is_empty() && game.plies().is_empty() && game.moves().len() == 0);
    assert_eq!((game.position_at(0), game.position_at(1)), (Some(&Lane::default()), None));

    let texts = ["w a;g c,e", "b c;g e", "w c;f e", "b e;f", "w e;g"];
    play(&mut game, "c f e g");
    assert!(!game.is_empty());
    assert_eq!((game.len(), game.start()), (4, &Lane::default()));
    for (plies, text) in texts.into_iter().enumerate() {
        assert_eq!(game.position_at(plies).map(ToString::to_string), Some(text.into()));
    }
    assert_eq!((game.position_at(5), game.position_at(usize::MAX)), (None, None));
    assert_eq!(game.position().to_string(), "w e;g");
    assert_eq!(game.moves().copied().collect::<Vec<_>>(), ["c", "f", "e", "g"].map(slide));
    assert_eq!(game.moves().next_back(), Some(&slide("g")));
    assert_eq!(game.plies().iter().map(|ply| *ply.mv()).collect::<Vec<_>>(), ["c", "f", "e", "g"].map(slide));
    assert_eq!(game.plies().iter().map(|ply| ply.after().to_string()).collect::<Vec<_>>(), texts[1..]);
    assert_eq!(game.plies().iter().map(Ply::plies_since_progress).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = History::<Lane>::default();
    play(&mut game, "b");
    let before = game.clone();
    for cell in ["a", "b", "c", "d", "g"] {
        assert_eq!(game.play(&slide(cell)), Err(PlayError::Illegal), "{cell}");
        assert_eq!(game, before);
    }
}

#[test]
fn a_game_is_built_from_its_moves() {
    let mut game = lane("w d;g", LaneRules::NONE);
    play(&mut game, "e f d g f");
    assert_eq!(History::from_moves(game.start().clone(), game.moves()), Ok(game.clone()));

    let moves = |cells: &[&str]| cells.iter().map(|cell| slide(cell)).collect::<Vec<_>>();
    let built = |cells: &[&str]| History::from_moves(game.start().clone(), &moves(cells));
    assert_eq!(built(&[]), Ok(History::new(game.start().clone())));
    assert_eq!(built(&["a"]), Err((0, PlayError::Illegal)));
    assert_eq!(built(&["e", "f", "f"]), Err((2, PlayError::Illegal)));
    assert_eq!(built(&["f", "f"]), Err((1, PlayError::Over)));
}

#[test]
fn a_game_without_rules_of_history_counts_but_allows_no_claim() {
    let mut game = History::new(Nim::new(&[9]));
    assert_eq!(game.position().history_rules(), HistoryRules::NONE);
    for ply in 1..9 {
        game.play(&game.position().moves()[0]).expect("a listed move is legal");
        assert_eq!((game.plies_since_progress(), game.claims()), (ply, vec![]));
    }
}

#[test]
fn rules_of_history_are_switched_on_one_by_one() {
    let none = HistoryRules::NONE;
    assert_eq!((none.repetition, none.plies_since_progress, none.ply_cap), (None, None, None));
    let all = none.with_repetition(Some(3)).with_plies_since_progress(Some(30)).with_ply_cap(Some(200));
    assert_eq!((all.repetition, all.plies_since_progress, all.ply_cap), (Some(3), Some(30), Some(200)));
    assert_eq!(all.with_repetition(None).with_plies_since_progress(None).with_ply_cap(None), none);
}

#[test]
fn ends_and_claims_are_told_in_words() {
    let claims = [repeated(3, 8), unchanged(30, 41), vec![Claim { kind: ClaimKind::PlyCap, since: 200 }]].concat();
    let words = [
        "the position has occurred 3 times",
        "30 plies have brought no change",
        "the game has reached its limit of 200 plies",
    ];
    assert_eq!(claims.iter().map(ToString::to_string).collect::<Vec<_>>(), words);
    let termination = |termination: Termination<Blocked>| (termination.score(), termination.to_string());
    let win = |winner| Score::Win { winner, points: 1 };
    assert_eq!(termination(Termination::Claimed(claims[0])), (Score::Draw, format!("1/2-1/2: {}", words[0])));
    assert_eq!(termination(Termination::Agreed), (Score::Draw, "1/2-1/2: agreed".into()));
    assert_eq!(termination(Termination::Resigned(Side::White)), (win(Side::Black), "0-1: White resigns".into()));
    let on_board = Termination::OnBoard(Outcome::win(Side::White, 2, Blocked));
    assert_eq!(termination(on_board), (Score::Win { winner: Side::White, points: 2 }, "2-0: no move is left".into()));
    assert_eq!(PlayError::Illegal.to_string(), "the move is not legal in this position");
    assert_eq!(PlayError::Over.to_string(), "the game is over");
}
