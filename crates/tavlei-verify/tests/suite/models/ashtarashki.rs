//! The model of Ashtarashki against the published cases, the author's studies and his sample game.

use std::collections::{BTreeMap, BTreeSet};

use tavlei_verify::models::ashtarashki::{Label, Model, Move, Outcome, Reason, Rules, Side, ThirdRetreat};
use tavlei_verify::test_size;

const POSITIONS: &str = include_str!("../../../../../cases/ashtarashki_positions.tsv");
const ENDINGS: &str = include_str!("../../../../../cases/ashtarashki_endings.tsv");

const FREE: Rules = Rules { third_retreat: ThirdRetreat::Free };
const FORCED: Rules = Rules { third_retreat: ThirdRetreat::Forced };

fn position(text: &str) -> Model {
    Model::parse(text, FREE).unwrap_or_else(|reason| panic!("{text}: {reason}"))
}

fn result_text(model: &Model) -> String {
    match model.result() {
        Some(outcome) => outcome.to_string(),
        None => "-".into(),
    }
}

/// The lines of a table without its heading, split into their columns.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect()
}

/// The legal move that the author writes this way; it must be exactly one.
fn author_move(model: &Model, text: &str) -> Move {
    let mut found: Vec<Move> = model.moves().into_iter().filter(|m| model.author_text(m) == text).collect();
    assert_eq!(found.len(), 1, "{text} in `{}`", model.text());
    found.remove(0)
}

#[test]
fn positions_of_random_play() {
    let rows = rows(POSITIONS);
    assert_eq!(rows.len(), 220);
    for row in rows {
        let [_tag, text, moves, result, perft] = row[..] else {
            panic!("{row:?}");
        };
        let model = position(text);
        assert_eq!(model.text(), text);
        assert_eq!(model.move_texts().join(" "), moves, "{text}");
        assert_eq!(result_text(&model), result, "{text}");
        let counts: Vec<String> = (1..=4).map(|d| model.perft(d).to_string()).collect();
        assert_eq!(counts.join(" "), perft, "{text}");
    }
}

#[test]
fn a13_to_a16_endings_where_the_rules_meet() {
    let rows = rows(ENDINGS);
    assert_eq!(rows.len(), 9);
    for row in rows {
        let [text, moves, result] = row[..] else {
            panic!("{row:?}");
        };
        let model = position(text);
        assert_eq!(model.text(), text);
        assert_eq!(model.move_texts().join(" "), moves, "{text}");
        assert_eq!(result_text(&model), result, "{text}");
    }
}

#[test]
fn a2_start() {
    let start = Model::start(FREE);
    let squares = |side: Side, label: Label| -> String {
        let squares: Vec<String> =
            start.stones_of(side).iter().filter(|(_, l)| *l == label).map(|(square, _)| square.to_string()).collect();
        squares.join(" ")
    };
    assert_eq!(start.side_to_move(), Side::White);
    assert_eq!(squares(Side::White, Label::M(1)), "c1 e1 b2 h2");
    assert_eq!(squares(Side::White, Label::M(2)), "d2 f2 a3 g3");
    assert_eq!(squares(Side::White, Label::M(3)), "a1 g1 c3 e3");
    assert_eq!(squares(Side::Black, Label::M(1)), "a7 g7 d8 f8");
    assert_eq!(squares(Side::Black, Label::M(2)), "b6 h6 c7 e7");
    assert_eq!(squares(Side::Black, Label::M(3)), "d6 f6 b8 h8");
    assert_eq!(start.weight_sum(), 288);
}

#[test]
fn perft_from_the_start() {
    let start = Model::start(FREE);
    let counts: Vec<u64> = (0..=6).map(|depth| start.perft(depth)).collect();
    assert_eq!(counts, [1, 7, 49, 382, 2659, 20742, 154929]);
}

#[test]
fn divide_adds_up_to_perft() {
    let start = Model::start(FREE);
    assert!(start.divide(0).is_empty());
    for depth in 1..=4 {
        let divided = start.divide(depth);
        assert_eq!(divided.len(), 7);
        assert_eq!(divided.values().sum::<u64>(), start.perft(depth));
    }
}

#[test]
fn unique_counts_transpositions_once() {
    // Two quiet moves of each side commute; nobody meets the enemy before the second ply is over.
    let start = Model::start(FREE);
    assert_eq!(start.unique(0), 1);
    assert_eq!(start.unique(1), 7);
    assert_eq!(start.unique(2), 49);
    assert!(start.unique(3) < start.perft(3));

    // The third retreats b2-a1 and b2-c1 are two moves to one position.
    let model = position("w M3a3,Wb2,Ff8;M2h4,Wc5,We5,V1e7,Wb8,Wh8");
    assert_eq!(model.move_texts().join(" "), "a3-b4 b2-a1 b2-c1 b2-c3");
    assert_eq!(model.unique(1), 3);
}

#[test]
fn stats_count_the_last_ply() {
    let start = Model::start(FREE);
    for depth in 0..=5 {
        let stats = start.stats(depth);
        let nodes = if depth == 0 { 0 } else { start.perft(depth) };
        assert_eq!(stats.nodes, nodes);
        assert!(stats.captures <= stats.chain_links);
    }

    // One chain of three stones.
    let chain = position(
        "w M3a1,M1c1,M1b2,M2d2,M3h2,M2a3,M3e3,M3d4;\
         M2c5,M2d6,M3f6,M1h6,M1a7,M2e7,M3b8,M1d8,M1f8,M3h8",
    );
    let stats = chain.stats(1);
    assert_eq!((stats.nodes, stats.captures), (1, 1));
    assert_eq!((stats.chain_links, stats.longest_chain), (3, 3));

    // Two third retreats, which leave White with nothing but finished stones.
    let last = Model::parse("w Wc7,Fb8,Fd8;V1e3,V2g3", FORCED).unwrap();
    let stats = last.stats(1);
    assert_eq!((stats.nodes, stats.removals, stats.finishes), (2, 2, 0));
    assert_eq!(stats.wins, BTreeMap::from([(Reason::FirstEqual, 2)]));

    // Three steps forward, one of which finishes and wins, and three third retreats.
    let home = position("w Wa7,Wg7,Fb8,Fd8,Ff8;V1e3,V2g3,V3c3");
    let stats = home.stats(1);
    assert_eq!((stats.nodes, stats.removals, stats.finishes), (4, 3, 1));
    assert_eq!(stats.wins, BTreeMap::from([(Reason::Four, 1)]));
}

/// The author's sample game, move by move as he writes it.
const SAMPLE_GAME: [&str; 43] = [
    "M3cd4 M3de5",
    "M3f4 M2a5",
    "M2b4 M3g5",
    "M2c3 M1f6",
    "M1cd2 M3d6V",
    "M1e3 V3c5",
    "M1d2 M2ed6",
    "M2h4 M3:h4",
    "M1g3 M2e5",
    "M1:h4 M1de7",
    "M3f:e5 M1:e5:d4",
    "M2:d4 M2g5",
    "M3h2 M2:h4",
    "M3g3 M2g5V",
    "M2e5 M3g7",
    "M2d6 M1f6",
    "M1d4 M2b6",
    "M1:c5 M2:c5",
    "M1e3 M2d4",
    "M1f4 M2c3",
    "M1e5 M2:b2",
    "M3:b2 M1b6",
    "M2e7 V2f4",
    "M3:f4 M1g5",
    "M2:f8 M1:f4",
    "M3c3 M3a7",
    "M1f6 M3h6",
    "M2c5 M1c7V",
    "M2d6 M3b6",
    "M2:c7 M3:c7",
    "M3b4 M2b6V",
    "M2g3 M1e3",
    "M2f4 M1d2",
    "M1e7 M3g5",
    "M2e5 M3f4",
    "M2d6 M3:d6",
    "M1:d6 M3e3",
    "M1c5V M3d4V",
    "M3a5 V2c7W",
    "V1d6 M1c1",
    "M3b6 V3e3",
    "M3:c7 V3f2",
    "M3b8 V3e1",
];

#[test]
fn sample_game_ends_one_to_nil() {
    let mut model = Model::start(FREE);
    let plies: Vec<&str> = SAMPLE_GAME.iter().flat_map(|m| m.split(' ')).collect();
    assert_eq!(plies.len(), 86);
    for (index, ply) in plies.iter().enumerate() {
        assert_eq!(model.result(), None, "before ply {index}, {ply}");
        let played = author_move(&model, ply);
        assert!(played.after.weight_sum() < model.weight_sum(), "A-18");
        model = played.after;
    }
    // Black's last stone finishes, but White has three stones against two.
    assert_eq!(model.text(), "w V1d6,Fb8,Ff8;Fc1,Fe1");
    assert_eq!(model.result(), Some(Outcome { winner: Side::White, points: 1, reason: Reason::More }));
    assert!(model.moves().is_empty());
}

#[test]
fn author_form_writes_no_more_than_it_needs() {
    let texts = |text: &str| -> Vec<String> {
        let model = position(text);
        let mut texts: Vec<String> =
            model.moves().iter().map(|m| format!("{}={}", m.text(), model.author_text(m))).collect();
        texts.sort();
        texts
    };
    // Steps forward to one square are told apart by the file, and so are retreats; a step forward
    // and a retreat are told apart by the mark.
    assert_eq!(
        texts("w M3c3,M3e3,M3c5;M1a7"),
        [
            "c3-b2=M3b2V",
            "c3-b4=M3b4",
            "c3-d2=M3cd2V",
            "c3-d4=M3cd4",
            "c5-b4=M3b4V",
            "c5-b6=M3b6",
            "c5-d4=M3d4V",
            "c5-d6=M3d6",
            "e3-d2=M3ed2V",
            "e3-d4=M3ed4",
            "e3-f2=M3f2V",
            "e3-f4=M3f4",
        ]
    );
    // The label alone tells an M3 from a V3.
    assert_eq!(texts("w M3c3,V3e3;M1a7")[2..6], ["c3-d2=M3d2V", "c3-d4=M3d4", "e3-d2=V3d2W", "e3-d4=V3d4"]);
    // A capture carries no mark, so that stones on one file need the whole square.
    assert_eq!(texts("w M3c3,M3c5,M3e3;M2d4"), ["c3:d4=M3c3:d4", "c5:d4=M3c5:d4", "e3:d4=M3e:d4"]);
    // A chain that goes on alike for two stones, and chains that part at once.
    assert_eq!(texts("w M1c3,M1e3;M3d4,M3c5"), ["c3:d4:c5=M1c:d4:c5", "e3:d4:c5=M1e:d4:c5"]);
    assert_eq!(texts("w M1c3,M1e3;M3b4,M3f4"), ["c3:b4=M1:b4", "e3:f4=M1:f4"]);
    // Removals.
    assert_eq!(
        texts("b M1a1,M2c1;Wd6,M1f6"),
        [
            "d6-c5=Wc5",
            "d6-c7=Wc7Z",
            "d6-e5=We5",
            "d6-e7=We7Z",
            "f6-e5=M1e5",
            "f6-e7=M1e7V",
            "f6-g5=M1g5",
            "f6-g7=M1g7V",
        ]
    );
}

#[test]
fn author_form_tells_all_moves_apart() {
    for seed in 0..test_size(500, 2_000) {
        for model in [Model::random_reachable(seed, (seed % 120) as u32, FREE), Model::random_hand_set(seed, FREE)] {
            let moves = model.moves();
            let mut texts: Vec<String> = moves.iter().map(|m| model.author_text(m)).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), moves.len(), "{}", model.text());
        }
    }
}

#[test]
fn study_10_line_of_the_author() {
    let mut model = position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6");
    let line = ["M1gf4", "M1g5", "M3g3V", "M1h4", "V3h2W", "M1g3", "M1d2"];
    for ply in line {
        model = author_move(&model, ply).after;
    }
    // Black must take.
    assert_eq!(model.move_texts(), ["g3:h2"]);
    let taken = &model.moves()[0];
    assert_eq!(model.author_text(taken), "M1:h2");
}

#[test]
fn problem_8_2_begins_with_a_choice_of_seven() {
    let model = position("b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8");
    assert_eq!(model.move_texts().join(" "), "c7-b6 c7-b8 c7-d8 e7-d8 e7-f6 g7-f6 g7-h6");
}

#[test]
fn a5_a_step_backward_costs_rights() {
    let after = |text: &str, ply: &str| position(text).play(ply).unwrap().text();
    assert_eq!(after("w M3c3;M1a7", "c3-b2"), "b V3b2;M1a7");
    assert_eq!(after("w V3c3;M1a7", "c3-b2"), "b Wb2;M1a7");
    assert_eq!(after("w M1a1,Wc3;M1a7", "c3-d2"), "b M1a1;M1a7");
    assert_eq!(after("b M1a1;V2c5,M1a7", "c5-d6"), "w M1a1;Wd6,M1a7");
    assert_eq!(after("b M1a1;Wc5,M1a7", "c5-d6"), "w M1a1;M1a7");
    // Steps forward never restore rights.
    assert_eq!(after("w V3c3;M1a7", "c3-d4"), "b V3d4;M1a7");
    assert_eq!(after("w Wc3;M1a7", "c3-d4"), "b Wd4;M1a7");
    // The square of a third retreat must be empty, too.
    let hemmed_in = position("w M1b2,M1d2,Wc3;M1a7");
    assert!(!hemmed_in.move_texts().iter().any(|text| text.starts_with("c3-b2")));
}

#[test]
fn a6_a_finished_stone_stays() {
    for label in ["M1", "V1", "W"] {
        let model = position(&format!("w {label}c7,M1a1;M1g5"));
        assert_eq!(model.play("c7-d8").unwrap().text(), "b M1a1,Fd8;M1g5");
    }
    // It does not move, capture or fall, and its square is occupied for everyone.
    let model = position("b M1a1,Fd8;M1e7,M3a5");
    assert_eq!(model.move_texts().join(" "), "a5-b4 a5-b6 e7-d6 e7-f6 e7-f8");
}

#[test]
fn a7_a8_who_beats_whom() {
    let labels = ["M1", "M2", "M3", "V1", "V2", "V3", "W"];
    let victims = |hunter: &str| -> Vec<&str> {
        let beats = |victim: &&str| {
            let model = position(&format!("w {hunter}c3;{victim}d4"));
            model.moves().iter().any(|m| m.is_capture)
        };
        labels.into_iter().filter(beats).collect()
    };
    assert_eq!(victims("M1"), ["M3", "V3", "W"]);
    assert_eq!(victims("M2"), ["M1", "V1", "W"]);
    assert_eq!(victims("M3"), ["M2", "V2", "W"]);
    for hunter in ["V1", "V2", "V3", "W"] {
        assert!(victims(hunter).is_empty(), "{hunter}");
    }
}

#[test]
fn a9_to_a12_chains() {
    // Backward costs no rights, and the choice is free.
    let model = position("w M1a1,M3c5;M2b4,V2d6,M1h8");
    assert_eq!(model.move_texts(), ["c5:b4", "c5:d6"]);
    assert_eq!(model.play("c5:b4").unwrap().text(), "b M1a1,M3b4;V2d6,M1h8");
    // The chain is played to its end, wherever it turns.
    let model = position("w M3c3;M2d4,Wc5,V2e5,M1h8");
    assert_eq!(model.move_texts(), ["c3:d4:c5", "c3:d4:e5"]);
    assert!(model.play("c3:d4").is_err());
    // A ring of four can be walked in two directions, and both end where they began.
    let model = position("w M3c3;Wd4,We5,Wd6,Wc5,M1h8");
    assert_eq!(model.move_texts(), ["c3:d4:c5:d6:e5", "c3:d4:e5:d6:c5"]);
    // It ends on the far rank, though an M3 in play would go on.
    let model = position("w M3d6,M1a1;M2e7,M2f8,M2g7");
    assert_eq!(model.move_texts(), ["d6:e7:f8"]);
    assert_eq!(model.play("d6:e7:f8").unwrap().text(), "b M1a1,Ff8;M2g7");
}

#[test]
fn a13_total_loss() {
    // By capture, and by the side's own third retreat.
    let captured = position("w M3c3;M2d4").play("c3:d4").unwrap();
    assert_eq!(result_text(&captured), "W2 Full");
    let retreated = position("w Wc3;M2e7,M2g7").play("c3-b2").unwrap();
    assert_eq!(result_text(&retreated), "B2 Full");
    // A finished stone rules a total loss out.
    let model = position("w M3c3;Fa1,M2d4").play("c3:d4").unwrap();
    assert_eq!(result_text(&model), "B1 FirstEqual");
}

#[test]
fn a15_a17_fewer_than_four_and_all_finished() {
    let result = |text: &str| result_text(&position(text));
    // More stones win, whoever finished first, whoever is to move.
    assert_eq!(result("w Fb8,Fd8;Fa1,M1c5,M1e5"), "B1 More");
    assert_eq!(result("b Fb8,Fd8;Fa1,M1c5,M1e5"), "B1 More");
    // Equal numbers: who has finished all; if both have, who has just moved.
    assert_eq!(result("w Fb8;M1c5"), "W1 FirstEqual");
    assert_eq!(result("b Fb8;M1c5"), "W1 FirstEqual");
    assert_eq!(result("w Fb8;Fa1"), "B1 FirstEqual");
    assert_eq!(result("b Fb8;Fa1"), "W1 FirstEqual");
    // More stones, but blocked and to move.
    assert_eq!(result("w Fb8;Wb2,M3a3,Fc1"), "B1 More");
    assert_eq!(result("b Fb8;Wb2,Fa1,Fc1"), "W1 MoreBlocked");
    assert_eq!(result("w Fb8;Wb2,Fa1,Fc1"), "B1 More");
    // All of the greater number finished: not blocked, done.
    assert_eq!(result("b Fb8;Fa1,Fc1"), "B1 More");
    // Four stones, three of them finished, are no end.
    assert_eq!(result("w M1a1,Fb8,Fd8,Ff8;M1c5,M1e5,M1g5,M3h6"), "-");
    // The last unfinished stone is captured.
    let model = position("b M1a3,Fb8,Fd8;M2b4,M1c5,M1g3");
    assert_eq!(result_text(&model.play("b4:a3").unwrap()), "B1 More");
}

#[test]
fn a16_third_retreats_are_free_or_forced() {
    let text = "w Wb6,Wa7,Fb8,Fd8;Fc1,M1a5,M3c5,M3c7";
    assert_eq!(result_text(&position(text)), "B1 Blocked");
    let forced = Model::parse("w Wc7,Fb8,Fd8,M1c1;M1e3,M2d2,M2b2,V3g3", FORCED).unwrap();
    assert_eq!(forced.result(), None);
    assert_eq!(forced.move_texts(), ["c7-b6", "c7-d6"]);
    let free = position(&forced.text());
    assert_eq!(result_text(&free), "B1 Blocked");
    assert!(free.moves().is_empty());
    // One quiet move more, and the third retreats are legal under both.
    let text = "w M2c1,Wc7,Fb8,Fd8;M3d2,V3g3";
    for rules in [FREE, FORCED] {
        let model = Model::parse(text, rules).unwrap();
        assert_eq!(model.move_texts(), ["c1-b2", "c7-b6", "c7-d6"]);
    }
    // Who can't move at all is blocked under both.
    let stuck = "w M2c1;M3b2,M3d2";
    for rules in [FREE, FORCED] {
        let model = Model::parse(stuck, rules).unwrap();
        assert_eq!(result_text(&model), "B1 Blocked");
    }
}

#[test]
fn a18_every_ply_lowers_the_weights_and_other_laws() {
    for rules in [FREE, FORCED] {
        for seed in 0..test_size(250, 1_000) {
            check_laws(&Model::random_reachable(seed, (seed % 150) as u32, rules));
            check_laws(&Model::random_hand_set(seed, rules));
        }
    }
}

fn check_laws(model: &Model) {
    let text = model.text();
    assert_eq!(&Model::parse(&text, model.rules()).unwrap(), model);
    let moves = model.moves();
    assert_eq!(moves.is_empty(), model.result().is_some(), "{text}");
    let mut texts = model.move_texts();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{text}");
    for m in moves {
        assert!(m.after.weight_sum() < model.weight_sum(), "{text}");
        assert_eq!(m.after.side_to_move(), model.side_to_move().other());
        let gone =
            model.stones_of(model.side_to_move().other()).len() - m.after.stones_of(model.side_to_move().other()).len();
        assert_eq!(gone, if m.is_capture { m.landings.len() } else { 0 });
        assert_eq!(model.play(&m.text()).as_ref(), Ok(&m.after));
        // Whatever play leads to can be set up by hand.
        assert!(Model::parse(&m.after.text(), model.rules()).is_ok());
    }
}

#[test]
fn a18_random_games_end() {
    for seed in 0..100 {
        let last = Model::random_reachable(seed, 263, FREE);
        assert!(last.result().is_some(), "{}", last.text());
    }
}

#[test]
fn generators_repeat_and_vary() {
    let hand_set = |seed| Model::random_hand_set(seed, FREE);
    assert_eq!(hand_set(7), hand_set(7));
    assert_ne!(hand_set(7), hand_set(8));
    let reached = |seed| Model::random_reachable(seed, 9, FREE);
    assert_eq!(reached(7), reached(7));
    assert_ne!(reached(7), reached(8));

    // Every label comes up, every reason, and long chains.
    let mut labels = BTreeSet::new();
    let mut ends = BTreeMap::new();
    let mut chains = 0;
    let mut longest_chain = 0;
    for seed in 0..4_000 {
        let model = hand_set(seed);
        for side in Side::BOTH {
            labels.extend(model.stones_of(side).iter().map(|(_, label)| *label));
        }
        if let Some(outcome) = model.result() {
            *ends.entry(outcome.reason).or_insert(0) += 1;
        }
        let links = model.stats(1).longest_chain;
        chains += u32::from(links >= 2);
        longest_chain = longest_chain.max(links);
    }
    assert_eq!(labels.len(), 8);
    assert_eq!(ends.len(), 6, "{ends:?}");
    assert!(ends[&Reason::MoreBlocked] >= 10, "{ends:?}");
    assert!(ends[&Reason::Blocked] >= 50, "{ends:?}");
    assert!(ends.values().sum::<u32>() < 2_000, "{ends:?}");
    assert!(chains >= 400, "{chains}");
    assert!(longest_chain >= 7, "{longest_chain}");
}

#[test]
fn refused_positions() {
    for (text, reason) in [
        ("", "a space"),
        ("w", "a space"),
        ("w M1a1", "semicolon"),
        ("W M1a1;", "neither"),
        ("w M1a1,;", "not a label and a square"),
        ("w M1а1;", "not a label and a square"),
        ("w M4a1;", "not a label"),
        ("w W2a1;", "not a label"),
        ("w M1a2;", "light square"),
        ("w M1i1;", "not a square"),
        ("w M1a9;", "not a square"),
        ("w M1a1,V2a1;", "two stones on a1"),
        ("w M1a1;M1a1", "two stones on a1"),
        ("w M1b8;", "finished"),
        ("w Fa1;", "finished"),
        ("w ;M1a1", "finished"),
        ("w ;", "no stone"),
        ("w Fb8,Fd8,Ff8,Fh8;Fa1,Fc1,Fe1,Fg1", "both would have won"),
        ("w M1a1,M1c1,M1e1,M1g1,V1b2;", "more than four stones of number 1"),
        ("w Wa1,Wc1,We1,Wg1,Wb2,Wd2,Wf2,Wh2,Wa3,Wc3,We3,Wg3,Wb4;M1a5", "more than twelve"),
    ] {
        let refused = Model::parse(text, FREE).unwrap_err();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}
