//! A game chosen by name, text in, text out: as a server plays it.

use tavlei::game::{Score, Side, ToMove};
use tavlei::{AnyGame, AnyGameError, End};

fn game(name: &str) -> AnyGame {
    AnyGame::start(name, "").expect("a game")
}

/// A small generator of numbers, for clicks.
fn pick(state: &mut u64, items: &[String]) -> String {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    items[(*state >> 33) as usize % items.len()].clone()
}

/// Stored and restored, if this build can.
fn restored(game: &AnyGame) -> AnyGame {
    #[cfg(feature = "serde")]
    {
        let text = serde_json::to_string(game).expect("it can be stored");
        assert!(text.starts_with(&format!(r#"{{"game":"{}","history":{{"rules":""#, game.name())), "{text}");
        serde_json::from_str(&text).expect("it can be restored")
    }
    #[cfg(not(feature = "serde"))]
    game.clone()
}

#[test]
fn games_are_played_by_clicks_and_stored_in_the_middle_of_moves() {
    for name in AnyGame::NAMES {
        let (mut long, mut state) = (0, 7);
        for _ in 0..10 {
            let mut game = game(name);
            while game.termination().is_none() && game.moves().len() < 120 {
                let to_move = game.to_move();
                for side in Side::BOTH.into_iter().filter(|&side| to_move.includes(side)) {
                    assert!(!game.moves_of(side).is_empty());
                    while !game.is_complete(side) {
                        let choices = game.choices(side);
                        if choices.is_empty() {
                            game.pass(side).expect("there is nothing else");
                            break;
                        }
                        game.choose(side, &pick(&mut state, &choices)).expect("one of the choices");
                        game = restored(&game);
                    }
                    long = long.max(game.chosen(side).len());
                    assert!(!game.diagram(side).is_empty());
                }
                let (before, count) = (game.position(), game.moves().len());
                let text = game.commit().expect("all is complete");
                assert_eq!(game.moves().last(), Some(&text));
                assert!(game.take_back() && game.position() == before && game.moves().len() == count);
                assert!(game.redo() && !game.redo());
                assert_eq!(restored(&game), game);
            }
        }
        assert!(long >= if *name == "proryv" { 2 } else { 3 }, "{name}: {long}");
    }
}

#[test]
fn moves_in_any_notation_play_the_same_game() {
    let mut towers = game("towers");
    for (written, canonical) in [("cd4", "c3-d4"), ("b6–c5", "b6-c5"), ("d4xb6", "d4:b6"), ("a:c5", "a7:c5")] {
        assert_eq!(towers.play(written).expect(written), canonical);
    }
    let mut proryv = game("proryv");
    assert_eq!((proryv.to_move(), proryv.rules().as_str()), (ToMove::Both, "board=4x5,pass=yes"));
    assert_eq!(proryv.play("b2-c3 pass").expect("a turn"), "b2-c3 --");
    assert_eq!(proryv.moves(), ["b2-c3 --"]);
    assert!(proryv.moves_of(Side::White).contains(&"--".into()));
}

#[test]
fn refusals_name_the_reason_and_change_nothing() {
    assert_eq!(
        AnyGame::start("chess", "").expect_err("no such game").to_string(),
        "there is no game ‘chess’; there are towers, ashtarashki, proryv"
    );
    assert!(matches!(AnyGame::start("towers", "colour=red"), Err(AnyGameError::Rules(_))));
    assert!(matches!(AnyGame::from_position("towers", "w c4=0;", ""), Err(AnyGameError::Position(_))));
    let mut game = AnyGame::from_position("towers", "w a3=0,g3=0;b4=0", "landing=free").expect("a position");
    let before = game.clone();
    for (error, message) in [
        (game.choose(Side::White, "g3"), "capture is compulsory (T-7), and the tower on g3 can’t capture"),
        (game.choose(Side::White, "j9"), "‘j9’ is no square of the board"),
        (game.choose(Side::Black, "b4"), "Black is not to move"),
        (game.pass(Side::White), "there is no pass here"),
        (game.commit().map(|_| ()), "a tower must be chosen"),
        (
            game.play("g3-h4").map(|_| ()),
            "byte 0: capture is compulsory (T-7), and the tower on g3 can’t capture; a3:c5 would be legal",
        ),
    ] {
        assert_eq!(error.expect_err(message).to_string(), message);
        assert_eq!(game, before);
    }
    game.choose(Side::White, "a3").expect("it can capture");
    assert!(game.commit().is_err());
    game.choose(Side::White, "c5").expect("it can capture");
    assert_eq!((game.chosen(Side::White).len(), game.captured(Side::White)), (2, vec!["b4".to_string()]));
    assert!(game.take_back_choice(Side::White) && game.take_back_choice(Side::White));
    assert!(!game.take_back_choice(Side::White) && game == before);
}

#[test]
fn games_end_from_outside_and_then_take_nothing_more() {
    for (end, score) in [
        (End::Agreement, Score::Draw),
        (End::Resignation(Side::White), Score::Win { winner: Side::Black, points: 1 }),
        (End::Time(Side::Black), Score::Win { winner: Side::White, points: 1 }),
        (End::Abandonment(Side::Black), Score::Win { winner: Side::White, points: 1 }),
        (End::Adjudication(Score::Draw), Score::Draw),
    ] {
        let mut game = game("towers");
        game.choose(Side::White, "c3").expect("it can move");
        game.end(end).expect("it is not over");
        assert_eq!(game.termination().map(|(score, _)| score), Some(score));
        assert!(game.choices(Side::White).is_empty() && game.chosen(Side::White).is_empty());
        assert!(game.moves_of(Side::White).is_empty());
        assert!(game.choose(Side::White, "c3").is_err() && game.commit().is_err() && game.play("c3-d4").is_err());
        assert_eq!(restored(&game), game);
        assert!(game.end(end).is_err());
    }
    let no_draws = game("ashtarashki").end(End::Agreement).expect_err("Ashtarashki has no draws");
    assert_eq!(no_draws.to_string(), "the game has no draws by agreement");
    assert!(game("towers").claims().is_empty());
}

#[cfg(feature = "serde")]
#[test]
fn broken_texts_are_refused_with_the_reason() {
    let refused = |text: &str| serde_json::from_str::<AnyGame>(text).expect_err(text).to_string();
    let history = r#""history":{"rules":"","start":"start","moves":[]}"#;
    for (text, message) in [
        (format!(r#"{{"game":"chess",{history}}}"#), "unknown variant `chess`"),
        (format!(r#"{{{history}}}"#), "missing field `game`"),
        (
            format!(r#"{{"game":"towers",{history},"entries":[null,"w a1=0;b2=0 a1"]}}"#),
            "the move that Black is entering does not belong to the position on the board",
        ),
        (format!(r#"{{"game":"towers",{history},"entries":["w c3=0; d4",null]}}"#), "entries: byte 8: d4 is empty"),
        (r#"{"game":"towers","history":{"rules":"","start":"start","moves":["a1-b2"]}}"#.into(), "moves[0]: byte"),
    ] {
        let error = refused(&text);
        assert!(error.contains(message), "{text}: {error}");
    }
}
