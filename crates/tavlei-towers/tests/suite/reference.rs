//! The engine against the slow reference model, which shares nothing with it.

use crate::common::{all_rules, hand_set, model_rules, reached, rng, texts};
use rand::RngExt;
use tavlei_game::{ClaimKind, Game, History, Notation, Side, perft, random_move, unique_positions};
use tavlei_towers::{Position, Rules};
use tavlei_verify::models::towers::{self, Model};

/// Asserts that both list the same moves, under every text that names them, with the same results.
fn assert_agrees(position: &Position) {
    let model = Model::parse(&position.to_string(), model_rules(&position.rules())).expect("a position");
    let moves = model.moves();
    assert_eq!(texts(position), moves.iter().map(towers::Move::text).collect::<Vec<_>>(), "{position:?}");
    for theirs in &moves {
        let after = theirs.after.text();
        for text in theirs.all_texts() {
            let ours = position.read_move(&text).unwrap_or_else(|error| panic!("{position:?}: {text}: {error}"));
            assert_eq!(ours.jumped().len(), theirs.jumped.len(), "{position:?}: {text}");
            assert_eq!(ours.is_promotion(), theirs.promotes, "{position:?}: {text}");
            assert_eq!(position.after(&ours).to_string(), after, "{position:?}: {text}");
        }
    }
    let winner = model.winner().map(|side| if side == towers::Side::White { Side::White } else { Side::Black });
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), winner, "{position:?}");
}

#[test]
fn agrees_on_positions_set_up_by_hand_under_every_option() {
    for rules in all_rules() {
        for seed in 0..700 {
            assert_agrees(&hand_set(seed, &rules));
        }
    }
}

#[test]
fn agrees_along_random_games_under_every_option() {
    let rng = &mut rng(7);
    for rules in all_rules() {
        for _ in 0..8 {
            let mut position = Position::start(&rules);
            for _ in 0..150 {
                assert_agrees(&position);
                let Some(mv) = random_move(&position, rng) else { break };
                position.play_unchecked(&mv);
            }
        }
    }
}

#[test]
fn agrees_on_what_the_history_allows() {
    let rng = &mut rng(8);
    let (mut unchanged, mut repeated) = (0, 0);
    for game in 0..150 {
        let limit = [6, 12, 30][game % 3];
        let rules = Rules::default().with_draw_plies(Some(limit));
        let start = hand_set(game as u64, &rules);
        let model = Model::parse(&start.to_string(), model_rules(&rules)).expect("a position");
        let mut theirs = towers::Game::new(model, Some(limit as usize));
        let mut ours = History::new(start);
        for _ in 0..80 {
            // Mostly back to where the tower came from, so that positions repeat.
            let back = ours.plies().iter().nth_back(1).map(|ply| *ply.mv());
            let back = back.filter(|_| rng.random_bool(0.7)).and_then(|back| {
                ours.position().moves().into_iter().find(|mv| mv.from() == back.to() && mv.to() == back.from())
            });
            let Some(mv) = back.or_else(|| random_move(ours.position(), rng)) else { break };
            theirs.play(&ours.position().move_text(&mv)).expect("legal in the model");
            ours.play(&mv).expect("legal");
            let report = theirs.report(ours.len());
            assert_eq!(ours.plies_since_progress() as usize, report.no_progress);
            assert_eq!(ours.occurrences().count(), report.repetitions);
            let claims = ours.claims();
            // A loss comes before any draw.
            let over = report.winner.is_some();
            let since = |wanted: fn(&ClaimKind) -> bool| {
                claims.iter().find(|claim| wanted(&claim.kind)).map(|claim| claim.since)
            };
            let draw = since(|kind| matches!(kind, ClaimKind::Unchanged { .. }));
            assert_eq!(draw, report.no_progress_draw.filter(|_| !over), "{}", ours.position());
            let third = since(|kind| matches!(kind, ClaimKind::Repetition { .. }));
            assert_eq!(third, report.repetition_draw.filter(|_| !over), "{}", ours.position());
            unchanged += u32::from(draw.is_some());
            repeated += u32::from(third.is_some());
        }
    }
    println!("claims met: {unchanged} of plies without change, {repeated} of repetitions");
    assert!(unchanged > 100 && repeated > 100, "{unchanged} {repeated}");
}

#[test]
fn agrees_on_perft_and_distinct_positions() {
    for rules in all_rules() {
        let start = Position::start(&rules);
        let model = Model::start(model_rules(&rules));
        assert_eq!(perft(&start, 5), u128::from(model.perft(5)));
        for seed in 0..12 {
            let here = reached(seed, 40, &rules);
            let model = Model::parse(&here.to_string(), model_rules(&rules)).expect("a position");
            assert_eq!(perft(&here, 3), u128::from(model.perft(3)), "{here:?}");
            assert_eq!(unique_positions(&here, 2), model.unique(2), "{here:?}");
        }
    }
    assert_eq!(unique_positions(&Position::default(), 5), Model::start(towers::Rules::default()).unique(5));
}
