//! Trees that grow by chance come to what is right.
use crate::common::{Map, Noughts, OneShot, Walk, minimax, now, random_positions, rng};
use tavlei_game::{Game, History, Notation, Sequential, Side};
use tavlei_search::evaluations::Towers;
use tavlei_search::{Estimates, Limits, Playouts, SimultaneousMcts, Uct};

fn iterations(count: u64) -> Limits {
    Limits::default().with_nodes(count)
}

/// The exact value of a small game, as a payoff to the side to move.
fn exact(position: &Noughts) -> f64 {
    match minimax(position, &|_: &Noughts| 0, 9).expect("a small game").forced() {
        Some(end) => f64::from(end.payoff),
        None => 0.0,
    }
}

#[test]
fn uct_solves_noughts_and_crosses() {
    for (i, position) in random_positions::<Noughts>(1, 40, 4..8).into_iter().enumerate() {
        let report = Uct::default().search(&now(position.clone()), &iterations(50_000), &mut rng(i as u64));
        let best = &report.moves[0];
        assert_eq!((best.value, best.proven), (exact(&position), true), "{position:?}: {best:?}");
        for mv in report.moves.iter().filter(|mv| mv.proven) {
            let after = position.after(&mv.mv);
            let value = match after.outcome() {
                Some(end) => f64::from(end.payoff(position.side_to_move())),
                None => -exact(&after),
            };
            assert_eq!(mv.value, value, "{position:?}: {mv:?}");
        }
    }
}

#[test]
fn uct_tends_to_the_minimax_value() {
    // Too few iterations to prove the draw: the mean must tend to it.
    let value = |count| {
        let report = Uct::default().search(&now(Noughts::default()), &iterations(count), &mut rng(5));
        assert!(!report.moves[0].proven);
        assert_eq!(report.moves.iter().map(|mv| mv.visits).sum::<u64>(), count);
        report.moves[0].value.abs()
    };
    let values = [300, 3_000, 30_000].map(value);
    assert!(values.is_sorted_by(|a, b| a > b) && values[2] < 0.1, "{values:?}");
}

#[test]
fn uct_sees_draws_by_repetition() {
    // Who leaves the circle 0 1 2 5 loses; going round is a draw.
    const CIRCLE: &[&[u8]] = &[&[3, 1], &[4, 2], &[5], &[6], &[6], &[0], &[]];
    let map = Map { edges: CIRCLE, repetition: Some(3), ..Map::default() };
    let report = Uct::default().search(&now(Walk::start(&map)), &iterations(2_000), &mut rng(1));
    assert_eq!(report.moves[0].mv, 1);
    assert!(report.moves[0].value.abs() < 0.1, "{report:?}");
    let lost = &report.moves[1];
    assert_eq!((lost.proven, lost.value), (true, -1.0));
}

#[test]
fn uct_sees_the_counters() {
    const CIRCLE: &[&[u8]] = &[&[1], &[2], &[3], &[4], &[]];
    let map = |plies_since_progress| Map { edges: CIRCLE, plies_since_progress, ..Map::default() };
    let value = |limit| {
        let report = Uct::default().search(&now(Walk::start(&map(limit))), &iterations(50), &mut rng(1));
        report.moves[0].value
    };
    // White, to move in 0, is to move again in 4 and has lost; but not if the game is drawn before.
    assert_eq!(value(None), -1.0);
    assert_eq!(value(Some(3)), 0.0);
}

#[test]
fn t17_uct_finds_wins_at_once() {
    let position =
        tavlei_towers::Position::read_position("w a1=1;c3=0,g7=0/0", &Default::default()).expect("a position");
    let report = Uct::default().search(&now(position.clone()), &iterations(100), &mut rng(1));
    assert_eq!((report.moves[0].value, report.moves[0].proven), (1.0, true));
}

#[test]
fn the_same_generator_gives_the_same_tree() {
    let game = History::<tavlei_towers::Position>::default();
    let run = |seed| {
        let leaf = Estimates { evaluation: Towers::default(), scale: 300.0 };
        let report = Uct::with_leaf(leaf).search(&game, &iterations(500), &mut rng(seed));
        let by_chance = Uct::default().search(&game, &iterations(300), &mut rng(seed));
        (report.moves, by_chance.moves)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7).1, run(8).1);
}

#[test]
fn decoupled_bounds_find_a_saddle_point() {
    let search =
        SimultaneousMcts { leaf: Playouts { max_points: 10, ..Playouts::default() }, ..SimultaneousMcts::decoupled() };
    // Row 2 and column 1, worth 2 to White.
    let payoffs = vec![vec![-5, 1, 9], vec![3, 2, 4], vec![8, -7, 0]];
    let found = search.search(&now(OneShot { payoffs, chosen: None }), &iterations(5_000), &mut rng(1));
    let best = |side| found.of(side).likeliest().map(|(choice, _)| *choice);
    assert_eq!((best(Side::White), best(Side::Black)), (Some(1), Some(1)));
    assert!((found.value - 0.2).abs() < 0.1, "{found:?}");
}

#[test]
fn regret_matching_comes_near_exact_values_of_proryv() {
    let cases = [("w a4,d1;b5,c2", -1.0 / 3.0), ("w a4,b4;b5,d5", 1.0), ("w a4,b4;b5,d2", 0.0)];
    for (text, value) in cases {
        let position = tavlei_proryv::Position::read_position(text, &Default::default()).expect("a position");
        let found = SimultaneousMcts::regret_matching().search(&now(position), &iterations(40_000), &mut rng(1));
        assert!((found.value - value).abs() < 0.12, "{text}: {} for {value}", found.value);
    }
}

#[test]
fn limits_are_obeyed_by_trees() {
    let towers = History::<tavlei_towers::Position>::default();
    let proryv = History::<tavlei_proryv::Position>::default();
    for count in [1, 17, 500] {
        assert_eq!(Uct::default().search(&towers, &iterations(count), &mut rng(1)).iterations, count);
        let found = SimultaneousMcts::decoupled().search(&proryv, &iterations(count), &mut rng(1));
        assert_eq!(found.iterations, count);
    }
    let time = std::time::Duration::from_millis(30);
    let report = Uct::default().search(&towers, &Limits::default().with_time(time), &mut rng(1));
    assert!(report.time >= time && report.time < 30 * time, "{:?}", report.time);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let report = Uct::default().search(&towers, &Limits::default().with_stop(stop), &mut rng(1));
    assert_eq!((report.iterations, report.moves.len()), (0, 7));
}

/// A depth is no limit to a search by chance.
#[test]
fn a_search_without_a_limit_comes_to_an_end() {
    let limits = Limits::default().with_depth(3);
    let towers = History::<tavlei_towers::Position>::default();
    let report = Uct { max_nodes: 100, ..Uct::default() }.search(&towers, &limits, &mut rng(1));
    assert_eq!(report.iterations, Limits::ITERATIONS);
    let rules = tavlei_proryv::Rules::default();
    let proryv = tavlei_proryv::Position::read_position("w a4,d1;b5,c2", &rules).expect("a position");
    let found = SimultaneousMcts::decoupled().search(&History::new(proryv), &limits, &mut rng(1));
    assert_eq!(found.iterations, Limits::ITERATIONS);
}
