//! Alpha-beta against plain minimax, and what it promises about limits, draws and lines.
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Map, Noughts, Walk, can_force, can_force_or_more, minimax, now, random_positions, rng};
use rand::RngExt as _;
use tavlei_game::{ClaimKind, Game, History, Keyed, Notation, Sequential};
use tavlei_search::evaluations::{Ashtarashki, Towers};
use tavlei_search::{AlphaBeta, Evaluation, Limits, Options, Quiescence, Value};

type Stones = tavlei_ashtarashki::Position;
type Board = tavlei_towers::Position;

fn depth(plies: u32) -> Limits {
    Limits::default().with_depth(plies)
}

fn towers(text: &str) -> Board {
    Board::read_position(text, &Default::default()).expect("a position")
}

fn stones(text: &str) -> Stones {
    Stones::read_position(text, &Default::default()).expect("a position")
}

/// Every way of searching the same tree: with a table or not, with null windows or not, with aspiration windows or not.
fn plain_options() -> impl Iterator<Item = Options> {
    (0..8).map(|bits| {
        Options::default()
            .with_selective(false)
            .with_table_bytes(if bits & 1 == 0 { 0 } else { 1 << 20 })
            .with_null_windows(bits & 2 != 0)
            .with_aspiration((bits & 4 != 0).then_some(10))
    })
}

/// Compares the values of random positions, and returns how many could be compared.
fn check_minimax<G>(positions: &[G], evaluation: &(impl Evaluation<G> + Copy + Sync), max_plies: u32) -> usize
where
    G: Sequential + Keyed,
    History<G>: Sync,
{
    let depths = (1..=max_plies).cycle();
    positions.iter().zip(depths).filter(|(position, plies)| check_one(*position, evaluation, *plies)).count()
}

fn check_one<G>(position: &G, evaluation: &(impl Evaluation<G> + Copy + Sync), plies: u32) -> bool
where
    G: Sequential + Keyed,
    History<G>: Sync,
{
    let Some(value) = minimax(position, evaluation, plies) else { return false };
    for options in plain_options() {
        let report =
            AlphaBeta::with_options(*evaluation, options.clone()).search(&now(position.clone()), &depth(plies));
        let found = report.best().expect("the game is not over");
        assert_eq!(found.value, value, "{position:?} at {plies} plies with {options:?}");
    }
    true
}

#[test]
fn plain_search_is_minimax_in_towers() {
    assert!(check_minimax(&random_positions::<Board>(1, 100, 10..70), &Towers::default(), 4) > 60);
}

#[test]
fn plain_search_is_minimax_in_ashtarashki() {
    assert!(check_minimax(&random_positions::<Stones>(2, 100, 10..110), &Ashtarashki::default(), 4) > 60);
}

#[test]
fn plain_search_is_minimax_with_optional_captures() {
    /// Nobody must take the middle, but it is looked at.
    #[derive(Clone, Copy)]
    struct Middle;

    impl Evaluation<Noughts> for Middle {
        fn evaluate(&self, position: &Noughts) -> i32 {
            let value = |marks: u16| 10 * i32::from(marks >> 4 & 1 == 1) + i32::from(marks & 0o525) % 7;
            let [own, other] = [position.side_to_move(), position.side_to_move().opponent()];
            value(position.marks[own as usize]) - value(position.marks[other as usize])
        }

        fn quiescence_of(&self, position: &Noughts, _: &u8) -> Quiescence {
            let taken = position.marks[0] | position.marks[1];
            if taken >> 4 & 1 == 1 { Quiescence::Quiet } else { Quiescence::Noisy }
        }

        fn is_noisy(&self, _: &Noughts, mv: &u8) -> bool {
            *mv == 4
        }
    }

    assert_eq!(check_minimax(&random_positions::<Noughts>(3, 100, 0..7), &Middle, 5), 100);
}

/// A random map of some places, of which some lead nowhere and some to themselves.
fn random_map(seed: u64) -> Map {
    let mut rng = rng(seed);
    let places = rng.random_range(4..9u8);
    let edges = (0..places).map(|place| {
        let ways = rng.random_range(u8::from(place == 0)..4);
        let ways = (0..ways).map(|_| rng.random_range(0..places)).collect::<BTreeSet<_>>();
        &*ways.into_iter().collect::<Vec<_>>().leak()
    });
    Map { edges: edges.collect::<Vec<_>>().leak(), ..Map::default() }
}

#[test]
fn plain_search_is_minimax_where_the_past_draws() {
    let evaluation = |walk: &Walk| i32::from(walk.at) * 37 % 41 - if walk.black_to_move { 25 } else { 15 };
    let mut drawn = 0;
    for seed in 0..400 {
        let map = random_map(seed);
        let counted = Map { plies_since_progress: Some(2 + seed as u32 % 8), progress: &[1, 5], ..map };
        let repeated = Map { repetition: Some(3), ..map };
        for plies in 1..=9 {
            assert!(check_one(&Walk::start(&counted), &evaluation, plies));
            // Without a table, which knows nothing of the way that led to a position.
            let start = Walk::start(&repeated);
            let value = minimax(&start, &evaluation, plies).expect("a small tree");
            drawn += usize::from(value == Value::DRAW);
            for options in plain_options().filter(|options| options.table_bytes == 0) {
                let report =
                    AlphaBeta::with_options(evaluation, options.clone()).search(&now(start.clone()), &depth(plies));
                assert_eq!(
                    report.best().map(|best| best.value),
                    Some(value),
                    "{map:?} at {plies} plies with {options:?}"
                );
            }
        }
    }
    assert!(drawn > 50, "{drawn}");
}

#[test]
fn noughts_and_crosses_is_a_draw() {
    let report = AlphaBeta::new(|_: &Noughts| 0).search(&now(Noughts::default()), &depth(9));
    assert_eq!(report.best().map(|line| line.value), Some(Value::DRAW));
}

#[test]
fn t17_wins_in_n_plies_are_found() {
    let positions = [
        ("w c1=0,c3=0;b4=0,b6=0", 1, "c3:a5:c7"),
        ("w a1=1;c3=0,g7=0/0", 1, "a1:d4:h8"),
        ("w a1=0,c1=0/0,b2=00,e3=00,f4=00/0,b8=1/000001;g1=10,a3=0/000,h8=0", 7, "b2-c3"),
        ("w e1=0/000,b2=0,d2=00,f2=0,h2=100/0000,a5=00/00,f6=0/0;d4=00/1", 7, "d2-c3"),
        ("w a3=00/1,d4=0,a5=0/1,c5=0/000,h8=1000000/0000;c7=0,e7=0,f8=0", 9, "h8-g7"),
        ("w f2=000,g3=10000/10000000;b4=0/0,h6=0,e7=0,b8=0/000", 13, "g3-d6"),
    ];
    for (text, plies, first) in positions {
        let position = towers(text);
        let report = AlphaBeta::new(Towers::default()).search(&now(position.clone()), &depth(plies + 2));
        let best = report.best().expect("the game is not over");
        assert_eq!(
            (best.value, position.move_text(&best.moves[0])),
            (Value::win(1, plies), first.to_string()),
            "{text}"
        );
        if plies <= 7 {
            assert!(can_force(&position, 1, plies) && (plies < 2 || !can_force(&position, 1, plies - 2)), "{text}");
        }
    }
}

/// What a search calls forced is forced: nothing but the rules says so.
fn check_forced<G>(
    seed: u64,
    evaluation: impl Evaluation<G> + Copy + Sync,
    plies: std::ops::Range<u32>,
    most: u32,
) -> usize
where
    G: Sequential + Keyed,
    History<G>: Sync,
{
    let mut found = 0;
    for position in random_positions::<G>(seed, 150, plies) {
        let report = AlphaBeta::new(evaluation).search(&now(position.clone()), &depth(7));
        let best = report.best().expect("the game is not over");
        match best.value.forced() {
            Some(end) if end.payoff > 0 && end.plies <= most => {
                found += usize::from(end.plies > 1);
                assert!(can_force(&position, end.payoff, end.plies), "{position:?}: {best:?}");
                assert!(end.plies < 2 || !can_force(&position, end.payoff, end.plies - 2), "{position:?}: {best:?}");
            }
            Some(end) if end.payoff < 0 && end.plies <= most => {
                // Points come before length: a move that holds out for longer has to lose more of them.
                for after in position.moves().iter().map(|mv| position.after(mv)) {
                    let forced = can_force_or_more(&after, -end.payoff, end.plies - 1, 9);
                    assert!(forced, "{position:?}: {best:?}");
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn forced_results_in_towers_are_forced() {
    assert!(check_forced::<Board>(4, Towers::default(), 60..160, 7) >= 5);
}

/// White is lost either way: by one point soon, or by two some plies later.
#[test]
fn a_loss_of_one_point_comes_before_a_later_loss_of_two() {
    let position: Stones = "w Wc3;V1c7,M3g7".parse().expect("a good position");
    // With late moves searched less deep it takes two plies more to see the two points.
    for (selective, plies) in [(false, 8), (true, 10)] {
        let options = Options::default().with_selective(selective);
        let report = AlphaBeta::with_options(Ashtarashki::default(), options).search(&now(position), &depth(plies));
        let best = report.best().expect("the game is not over");
        assert_eq!((best.value, position.move_text(&best.moves[0])), (Value::loss(1, 4), "c3-b4".to_owned()));
    }
    let after = |text| position.after(&position.read_move(text).expect("a legal move"));
    // Black forces one point in three more plies, unless White would rather lose two; but not two of them.
    assert!(can_force_or_more(&after("c3-b4"), 1, 3, 9) && !can_force_or_more(&after("c3-b4"), 1, 1, 9));
    assert!(!can_force(&after("c3-b4"), 1, 3) && !can_force(&after("c3-b4"), 2, 9));
    assert!(!can_force(&after("c3-d4"), 1, 3) && can_force(&after("c3-d4"), 2, 7));
}

#[test]
fn forced_results_in_ashtarashki_are_forced() {
    assert!(check_forced::<Stones>(5, Ashtarashki::default(), 110..200, 7) >= 5);
}

#[test]
fn a13_two_points_are_better_than_one() {
    // Any capture of the last stone wins two points at once; to finish the fourth stone would win one.
    let position = stones("w Fb8,Fd8,Ff8,M1g7,M3c3;M2d4");
    let report = AlphaBeta::new(Ashtarashki::default()).search(&now(position), &depth(4));
    let best = report.best().expect("the game is not over");
    assert_eq!((best.value, position.move_text(&best.moves[0])), (Value::win(2, 1), "c3:d4".to_string()));
}

#[test]
fn one_thread_is_deterministic() {
    for position in random_positions::<Board>(6, 5, 20..60) {
        let run = |limits: &Limits| {
            let mut search = AlphaBeta::new(Towers::default());
            let mut reports = Vec::new();
            for _ in 0..2 {
                let last = search.search_reporting(&now(position.clone()), limits, |report| {
                    reports.push((report.depth, report.lines.clone(), report.nodes));
                });
                reports.push((last.depth, last.lines, last.nodes));
            }
            search.clear();
            let again = search.search(&now(position.clone()), limits);
            assert_eq!(again.lines, AlphaBeta::new(Towers::default()).search(&now(position.clone()), limits).lines);
            reports
        };
        assert_eq!(run(&depth(6)), run(&depth(6)));
        let nodes = Limits::default().with_nodes(7_777);
        assert_eq!(run(&nodes), run(&nodes));
    }
}

#[test]
fn limits_are_obeyed() {
    let game = now(Board::default());
    let mut search = AlphaBeta::new(Towers::default());
    for nodes in [1, 7, 100, 12_345] {
        let report = search.search(&game, &Limits::default().with_nodes(nodes));
        assert_eq!(report.nodes, nodes);
        assert!(game.position().is_legal(report.best_move().expect("a move")));
    }
    assert_eq!(search.search(&game, &depth(5)).depth, 5);
    assert_eq!(search.search(&game, &depth(0)).depth, 1);

    let begun = Instant::now();
    let report = search.search(&game, &Limits::default().with_time(Duration::from_millis(50)));
    let time = begun.elapsed();
    assert!(report.time >= Duration::from_millis(50) && time < Duration::from_secs(2), "{time:?}");

    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default().with_stop(Arc::clone(&stop));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| search.search(&game, &limits));
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert!(searching.join().expect("no panic").best_move().is_some());
    });
    assert!(begun.elapsed() < Duration::from_secs(5));
    let report = search.search(&game, &limits);
    assert_eq!((report.depth, report.nodes), (0, 0));
    assert!(report.best_move().is_some());
}

#[test]
fn several_threads_find_the_same() {
    let options = Options::default().with_threads(3).with_table_bytes(1 << 20);
    for position in random_positions::<Stones>(7, 20, 120..200) {
        let one = AlphaBeta::new(Ashtarashki::default()).search(&now(position), &depth(6));
        let mut search = AlphaBeta::with_options(Ashtarashki::default(), options.clone());
        let several = search.search(&now(position), &depth(6));
        let forced = |value: Value| value.forced().filter(|end| end.plies <= 4).map(|end| end.payoff);
        let [one, several] = [one, several].map(|report| report.best().map(|line| forced(line.value)));
        assert_eq!(one, several, "{position:?}");
    }
    let nodes = 20_000;
    let report = AlphaBeta::with_options(Towers::default(), options)
        .search(&now(Board::default()), &Limits::default().with_nodes(nodes));
    assert!((nodes..nodes + 3 * 512).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn lines_are_legal_and_in_order() {
    let options = Options::default().with_lines(4).with_selective(false);
    let mut compared = 0;
    for position in random_positions::<Board>(8, 30, 10..60) {
        // What every first move is worth, the best first.
        let values = position.moves().into_iter().map(|mv| {
            let value = minimax(&position.after(&mv), &Towers::default(), 2)?;
            Some((one_ply_earlier(-value), mv))
        });
        let Some(mut values) = values.collect::<Option<Vec<_>>>() else { continue };
        values.sort_by_key(|&(value, _)| -value);
        compared += 1;

        let mut search = AlphaBeta::with_options(Towers::default(), options.clone());
        let report = search.search(&now(position.clone()), &depth(3));
        assert_eq!(report.lines.len(), values.len().min(4));
        for (line, (value, _)) in report.lines.iter().zip(&values) {
            assert_eq!(line.value, *value, "{position:?}");
            assert!(values.contains(&(line.value, line.moves[0])), "{position:?}: {line:?}");
            let mut game = now(position.clone());
            for mv in &line.moves {
                game.play(mv).unwrap_or_else(|error| panic!("{position:?}, {line:?}: {error}"));
            }
        }
        let firsts = report.lines.iter().map(|line| line.moves[0]).collect::<BTreeSet<_>>();
        assert_eq!(firsts.len(), report.lines.len(), "{position:?}: {:?}", report.lines);
    }
    assert!(compared > 15, "{compared}");
}

/// Whenever a search is broken off, every value belongs to its line, and the best line comes first.
#[test]
fn lines_are_in_order_at_any_time() {
    let mut forced = 0;
    for (number, position) in random_positions::<Board>(9, 40, 10..120).into_iter().enumerate() {
        let moves = position.moves().len();
        for asked in 0..=4 {
            let options = Options::default().with_lines(asked).with_table_bytes(1 << 16);
            let mut search = AlphaBeta::with_options(Towers::default(), options);
            for nodes in (0..40).map(|n| 13 * n + 1 + number as u64) {
                let report = search.search(&now(position.clone()), &Limits::default().with_nodes(nodes));
                let lines = &report.lines;
                assert_eq!(lines.len(), asked.clamp(1, moves));
                assert!(lines.is_sorted_by_key(|line| -line.value), "{position:?}, {nodes} nodes: {lines:?}");
                let firsts = lines.iter().map(|line| line.moves[0]).collect::<BTreeSet<_>>();
                assert_eq!(firsts.len(), lines.len(), "{position:?}, {nodes} nodes: {lines:?}");
                for (line, end) in lines.iter().filter_map(|line| Some((line, line.value.forced()?))) {
                    forced += 1;
                    assert!(line.moves.len() as u32 <= end.plies, "{position:?}, {nodes} nodes: {line:?}");
                }
            }
        }
    }
    assert!(forced > 100, "{forced}");
}

#[test]
fn odd_options_do_no_harm() {
    let options = Options::default().with_table_bytes(usize::MAX).with_threads(usize::MAX).with_lines(usize::MAX);
    let mut search = AlphaBeta::with_options(Towers::default(), options);
    let report = search.search(&now(Board::default()), &Limits::default().with_nodes(3_000));
    assert_eq!(report.lines.len(), 7);
}

fn one_ply_earlier(value: Value) -> Value {
    value.forced().map_or(value, |end| Value::payoff(end.payoff, end.plies + 1))
}

#[test]
fn a_finished_game_has_no_lines() {
    let report = AlphaBeta::new(Towers::default()).search(&now(towers("w ;a1=1")), &depth(3));
    assert_eq!((report.lines.len(), report.best_move()), (0, None));
}

#[test]
fn who_would_lose_otherwise_goes_round() {
    // White, on 0, loses by leaving the circle 0 1 2 5 for 3, and Black, on 1, by leaving it for 4.
    const CIRCLE: &[&[u8]] = &[&[3, 1], &[4, 2], &[5], &[6], &[6], &[0], &[]];
    let search = |repetition| {
        let map = Map { edges: CIRCLE, repetition, ..Map::default() };
        let report = AlphaBeta::new(|_: &Walk| -30).search(&now(Walk::start(&map)), &depth(9));
        let best = report.best().expect("the game is not over").clone();
        (best.value, best.moves[0])
    };
    assert_eq!(search(Some(3)), (Value::DRAW, 1));
    assert_eq!(search(None), (Value::estimate(30), 1));
}

#[test]
fn repetition_on_the_line_is_a_draw() {
    // Only one way to go, round and round: 0 1 2 3 0 …
    const CIRCLE: &[&[u8]] = &[&[1], &[2], &[3], &[0]];
    let walk = |repetition, plies_since_progress, ply_cap| {
        now(Walk::start(&Map { edges: CIRCLE, repetition, plies_since_progress, ply_cap, progress: &[] }))
    };
    let value = |game: &History<Walk>, plies| {
        let mut search = AlphaBeta::new(|walk: &Walk| if walk.black_to_move { -70 } else { 70 });
        search.search(game, &depth(plies)).best().expect("the game goes on").value
    };
    assert_eq!(value(&walk(None, None, None), 10), Value::estimate(70));
    // Back where the line began after four plies, seen when the search goes on from there.
    assert_eq!(value(&walk(Some(3), None, None), 4), Value::estimate(70));
    assert_eq!(value(&walk(Some(3), None, None), 5), Value::DRAW);
    // The counters are seen at the horizon, too.
    assert_eq!(value(&walk(None, Some(6), None), 5), Value::estimate(70));
    assert_eq!(value(&walk(None, Some(6), None), 6), Value::DRAW);
    assert_eq!(value(&walk(None, None, Some(3)), 2), Value::estimate(70));
    assert_eq!(value(&walk(None, None, Some(3)), 3), Value::DRAW);
}

#[test]
fn the_past_of_the_game_counts() {
    // From 0 to 1 and back, or from 0 to 2 and into what the evaluation dislikes. Black always goes back.
    const FORK: &[&[u8]] = &[&[1, 2], &[0], &[3], &[2]];
    let map = Map { edges: FORK, repetition: Some(3), ..Map::default() };
    let dislikes = |walk: &Walk| match (walk.at, walk.black_to_move) {
        (2 | 3, false) => -50,
        (2 | 3, true) => 50,
        (_, false) => -10,
        (_, true) => 10,
    };
    let mut game = now(Walk::start(&map));
    let mut search = AlphaBeta::new(dislikes);
    let first = search.search(&game, &depth(1));
    assert_eq!(first.best().expect("goes on").value, Value::estimate(-10));
    for to in [1, 0, 1] {
        game.play(&to).expect("legal");
    }
    // Black's only move brings the start about for the third time: a draw can be claimed.
    let last = search.search(&game, &depth(2));
    assert_eq!(last.best().expect("goes on").value, Value::DRAW);
    assert!(game.claim().is_none());
    game.play(&0).expect("legal");
    assert!(game.claim().is_some());
}

#[test]
fn t18_the_counter_saves_the_weaker_side() {
    let game = now(towers("w a5=1,a7=1;h8=1"));
    let mut search = AlphaBeta::new(Towers::default());
    assert!(search.search(&game, &depth(3)).best().expect("goes on").value > Value::estimate(200));
    let mut late = game.clone();
    for text in ["a5-b6", "h8-g7", "b6-a5", "g7-h8"].into_iter().cycle().take(29) {
        let mv = late.position().read_move(text).expect("legal");
        late.play(&mv).expect("legal");
    }
    // Black's 15th quiet move is the 30th ply without change.
    assert!(late.claim().is_none_or(|claim| matches!(claim.kind, ClaimKind::Repetition { .. })));
    assert_eq!(search.search(&late, &depth(3)).best().expect("goes on").value, Value::DRAW);
}
