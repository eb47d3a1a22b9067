//! The model of Proryv against the published cases, and against the rules one by one.

use std::collections::BTreeMap;

use tavlei_verify::models::proryv::{Collision, Model, Outcome, Rules, Side, Square};

const TURNS: &str = include_str!("../../../../../cases/proryv_turns.tsv");

fn author(text: &str) -> Model {
    Model::parse(text, Rules::author()).unwrap_or_else(|reason| panic!("{text}: {reason}"))
}

fn without_passing() -> Rules {
    Rules { passing: false, ..Rules::author() }
}

fn square(text: &str) -> Square {
    let squares = Rules::original().squares();
    squares.into_iter().find(|s| s.to_string() == text).unwrap()
}

fn result_text(model: &Model) -> String {
    match model.result() {
        Some(outcome) => outcome.to_string(),
        None => "ongoing".into(),
    }
}

#[test]
fn published_turns() {
    let rows: Vec<&str> = TURNS.lines().filter(|row| !row.starts_with('#')).collect();
    assert_eq!(rows.len(), 130);
    for row in rows {
        let [before, white, black, after, result] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let model = author(before);
        assert_eq!(model.text(), before);
        let next = model.play(white, black).unwrap();
        assert_eq!(next.text(), after, "{row}");
        assert_eq!(result_text(&next), result, "{row}");
        assert_eq!(author(after), next, "{row}");
    }
}

#[test]
fn p1_p11_starts() {
    assert_eq!(Model::start(Rules::author()).text(), "w a1,b1,c1,d1,b2,c2;b4,c4,a5,b5,c5,d5");
    let original = Model::start(Rules::original());
    assert_eq!(original.men(Side::White).len(), 16);
    assert_eq!(original.men(Side::Black).len(), 16);
    assert!(original.men(Side::White).iter().all(|man| man.rank <= 2));
    assert!(original.men(Side::Black).iter().all(|man| man.rank >= 7));
}

#[test]
fn perft_from_the_start() {
    let counts = |rules: Rules, depth: u32| -> Vec<u64> {
        let start = Model::start(rules);
        (0..=depth).map(|depth| start.perft(depth)).collect()
    };
    assert_eq!(counts(Rules::author(), 3), [1, 169, 45074, 13352388]);
    assert_eq!(counts(without_passing(), 2), [1, 144, 35134]);
    assert_eq!(counts(Rules::original(), 2), [1, 484, 369664]);
}

#[test]
fn divide_adds_up_to_perft() {
    let start = Model::start(Rules::author());
    assert!(start.divide(0).is_empty());
    let divided = start.divide(2);
    assert_eq!(divided.len(), 169);
    assert_eq!(divided.values().sum::<u64>(), 45074);
    assert_eq!(divided["-- --"], 0);
    assert_eq!(start.divide(1)["b2-c3 c4-c3"], 1);
}

#[test]
fn unique_counts_a_position_once() {
    // Where two men meet does not matter once they are gone. The pairs b2 with b4 and c2 with c4
    // can meet on three squares, b2 with c4 and c2 with b4 on two.
    let start = Model::start(Rules::author());
    assert_eq!(start.unique(0), 1);
    assert_eq!(start.unique(1), 169 - 2 - 2 - 1 - 1);
    assert!(start.unique(2) < start.perft(2));
}

#[test]
fn stats_count_the_last_turn() {
    let start = Model::start(Rules::author());
    assert_eq!(start.stats(0).nodes, 0);
    let stats = start.stats(1);
    assert_eq!((stats.nodes, stats.passes), (169, 13 + 13 - 1));
    assert_eq!((stats.collisions, stats.double_collisions), (10, 0));
    assert_eq!(stats.swaps, 0);
    assert_eq!(stats.ends, BTreeMap::from([(Outcome::BothPassed, 1)]));
    assert_eq!(start.stats(2).nodes, 45074);

    // White goes to a5 or b5 and wins in five cases of six each; they meet on a4, b4, a5 or b5.
    let stats = author("w a4;b5").stats(1);
    assert_eq!((stats.nodes, stats.passes), (36, 11));
    assert_eq!((stats.collisions, stats.swaps), (4, 1));
    let ends = [(Outcome::WhiteWins, 10), (Outcome::NoMenLeft, 4), (Outcome::BothPassed, 1)];
    assert_eq!(stats.ends, BTreeMap::from(ends));

    // Each moves on to the other's man that stays.
    let stats = author("w a2,d2;a3,d3").stats(1);
    assert_eq!((stats.double_collisions, stats.swaps), (2, 2));
}

#[test]
fn p2_the_roles_change_hands() {
    let start = Model::start(Rules::author());
    let second = start.play("b2-b3", "--").unwrap();
    let third = second.play("--", "c4-d4").unwrap();
    assert_eq!(start.recorder(), Side::White);
    assert_eq!(second.recorder(), Side::Black);
    assert_eq!(third.recorder(), Side::White);

    // Who records has no influence.
    let other = author(&start.text().replace('w', "b"));
    assert_eq!(other.perft(2), start.perft(2));
}

#[test]
fn p3_p4_choices() {
    let model = author("w b2,c2;a3,b3,c3,d5");
    assert_eq!(
        model.choice_texts(Side::White).join(" "),
        "-- b2-a1 b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c3 \
         c2-b1 c2-b3 c2-c1 c2-c3 c2-d1 c2-d2 c2-d3"
    );
    // Not on to a man of its own colour.
    assert!(model.play("b2-c2", "--").is_err());
    // Not farther than a step, not nowhere, not another's man, not from an empty square.
    for text in ["b2-b4", "b2-b2", "a3-a2", "d1-d2", "b2b3", "B2-B3", "", "-"] {
        assert!(model.play(text, "--").is_err(), "{text}");
    }
    let refused = model.play("b2-b3", "a3-b3").unwrap_err();
    assert!(refused.contains("a3-a4"), "{refused}");
}

#[test]
fn p5_who_met_where_and_who_traded_squares() {
    let meeting = |place: &str, white_from: &str, black_from: &str| Collision {
        square: square(place),
        white_from: square(white_from),
        black_from: square(black_from),
    };
    let report = |text: &str, white: &str, black: &str| {
        let turn = author(text).turn(white, black).unwrap();
        assert_eq!(turn.text(), format!("{white} {black}"));
        (turn.after.text(), turn.collisions, turn.swap)
    };
    // Both move to one square.
    assert_eq!(report("w b2;c4", "b2-c3", "c4-c3"), ("b ;".into(), vec![meeting("c3", "b2", "c4")], None));
    // One stays.
    assert_eq!(report("w b2;b3", "b2-b3", "--"), ("b ;".into(), vec![meeting("b3", "b2", "b3")], None));
    assert_eq!(report("b b2,d2;b3", "d2-d3", "b3-b2"), ("w d3;".into(), vec![meeting("b2", "b2", "b3")], None));
    // Two squares in one turn.
    assert_eq!(
        report("w a2,d2;a3,d3", "a2-a3", "d3-d2"),
        ("b ;".into(), vec![meeting("d2", "d2", "d3"), meeting("a3", "a2", "a3")], None)
    );
    // They trade squares.
    assert_eq!(report("w a3;a4", "a3-a4", "a4-a3"), ("b a4;a3".into(), vec![], Some((square("a3"), square("a4")))));
    // One follows the other, and nobody meets.
    assert_eq!(report("w a3;a4", "a3-a4", "a4-b3"), ("b a4;b3".into(), vec![], None));
}

#[test]
fn p6_to_p8_p10_ends() {
    let end = |text: &str, white: &str, black: &str| {
        let after = author(text).play(white, black).unwrap();
        if after.result().is_some() {
            assert!(after.choices(Side::White).is_empty());
            assert!(after.choices(Side::Black).is_empty());
            assert!(after.turns().is_empty());
            assert!(after.play("--", "--").is_err());
            assert_eq!((after.perft(0), after.perft(1), after.perft(2)), (1, 0, 0));
        }
        result_text(&after)
    };
    assert_eq!(end("w a4;d3", "a4-a5", "d3-d2"), "white wins");
    assert_eq!(end("w a3;d2", "a3-a4", "d2-c1"), "black wins");
    assert_eq!(end("w a4;d2", "a4-a5", "d2-d1"), "draw (both broke through)");
    // Who is removed on the goal rank has not arrived.
    assert_eq!(end("w a4;b5,d3", "a4-a5", "b5-a5"), "ongoing");
    assert_eq!(end("w a4;b5", "a4-a5", "b5-a5"), "draw (no men left)");
    assert_eq!(end("w a4;a5,d2", "a4-a5", "d2-d1"), "black wins");
    assert_eq!(end("w a3;d3", "--", "--"), "draw (both passed)");
    // A pass of one side, and of the other in the next turn, is no draw.
    assert_eq!(end("w a2;d4", "--", "d4-d3"), "ongoing");
}

#[test]
fn p9_a_side_without_men_can_only_pass() {
    for rules in [Rules::author(), without_passing()] {
        let model = Model::parse("w b2;", rules).unwrap();
        assert_eq!(model.choice_texts(Side::Black), ["--"]);
        assert_eq!(result_text(&model), "ongoing");
    }
    let mut model = author("w b2;");
    for step in ["b2-b3", "b3-b4", "b4-b5"] {
        model = model.play(step, "--").unwrap();
    }
    assert_eq!(result_text(&model), "white wins");
    let drawn = author("w b2;").play("--", "--").unwrap();
    assert_eq!(result_text(&drawn), "draw (both passed)");
}

#[test]
fn p11_without_passing_only_who_cannot_move_skips() {
    let model = Model::start(without_passing());
    assert!(model.play("--", "b4-b3").is_err());
    assert!(model.play("b2-b3", "--").is_err());

    // An enemy's square can always be entered, so only a side without men is ever stuck.
    for rules in Rules::all() {
        for seed in 0..20 {
            let model = Model::random_hand_set(seed, rules);
            if model.result().is_some() {
                continue;
            }
            for side in Side::BOTH {
                let may_pass = model.choice_texts(side).contains(&"--".to_string());
                assert_eq!(may_pass, rules.passing || model.men(side).is_empty());
            }
        }
    }
}

#[test]
fn laws_on_every_board() {
    for rules in Rules::all() {
        for seed in 0..5 {
            for model in [Model::random_reachable(seed, seed as u32 * 4, rules), Model::random_hand_set(seed, rules)] {
                check_laws(&model);
            }
        }
    }
}

fn check_laws(model: &Model) {
    let text = model.text();
    let turns = model.turns();
    assert_eq!(&Model::parse(&text, model.rules()).unwrap(), model);
    assert_eq!(turns.is_empty(), model.result().is_some(), "{text}");
    assert_eq!(turns.len() as u64, model.perft(1), "{text}");
    for (index, turn) in turns.into_iter().enumerate() {
        let men_of = |side: Side| turn.after.men(side).len() + turn.collisions.len();
        assert!(turn.collisions.len() <= 2, "P-5: {text} {}", turn.text());
        for side in Side::BOTH {
            assert_eq!(men_of(side), model.men(side).len(), "{text}");
        }
        let white = turn.after.men(Side::White);
        assert!(white.is_disjoint(turn.after.men(Side::Black)));
        assert_eq!(turn.after.recorder(), model.recorder().other());
        if index % 97 == 0 {
            let (white, black) = (turn.white.to_string(), turn.black.to_string());
            assert_eq!(model.turn(&white, &black).as_ref(), Ok(&turn));
        }
    }
}

#[test]
fn generators_repeat_and_vary() {
    let rules = Rules::author();
    let hand_set = |seed| Model::random_hand_set(seed, rules);
    let reached = |seed| Model::random_reachable(seed, 5, rules);
    assert_eq!(hand_set(7), hand_set(7));
    assert_eq!(reached(7), reached(7));
    assert_ne!(reached(7), reached(8));

    let mut ends = BTreeMap::new();
    for seed in 0..2_000 {
        *ends.entry(result_text(&hand_set(seed))).or_insert(0) += 1;
        *ends.entry(result_text(&Model::random_reachable(seed, 60, rules))).or_insert(0) += 1;
    }
    assert_eq!(ends.len(), 6, "every outcome comes up: {ends:?}");
    assert!(ends["ongoing"] > 1_000, "{ends:?}");
}

#[test]
fn refused_positions() {
    for (text, reason) in [
        ("", "a space"),
        ("w", "a space"),
        ("w a1", "semicolon"),
        ("x a1;a2", "neither"),
        ("w a1,;a2", "not a square"),
        ("w a1;e2", "not a square"),
        ("w a1;a6", "not a square"),
        ("w a0;a2", "not a square"),
        ("w a1,a1;a2", "two men on a1"),
        ("w a1;a1", "two men on a1"),
        ("w а1;a2", "not a square"),
        ("w a1;a2;a3", "is not the -- of two passes"),
    ] {
        let refused = Model::parse(text, Rules::author()).unwrap_err();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}
