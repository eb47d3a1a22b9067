//! Counts against the plain perft and the slow models, whatever the threads, tables and seeds.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tavlei_game::{Game, MoveStats, Notation, perft, unique_positions};
use tavlei_perft::{Counter, Distinct, PerftTable, PlyStatistics, Progress, Statistics};
use tavlei_verify::models as reference;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn counts_agree<G: Game + Send + Sync>(position: &G, plies: u32) {
    let expected = perft(position, plies);
    let tables = [64, 1 << 12, 1 << 20].map(|bytes| PerftTable::with_bytes(bytes, bytes as u64));
    for threads in [1, 2, 3] {
        let counter = Counter::new().threads(threads);
        assert_eq!(counter.count(position, plies).nodes, expected);
        for table in &tables {
            // The second time much is in the table.
            for _ in 0..2 {
                let counted = counter.table(table).count(position, plies);
                assert!(counted.complete);
                assert_eq!(counted.nodes, expected, "{threads} threads, {table:?}");
            }
        }
    }
}

#[test]
fn counts_do_not_depend_on_threads_and_tables() {
    counts_agree(&tavlei_towers::Position::default(), 7);
    counts_agree(&tavlei_ashtarashki::Position::default(), 5);
    counts_agree(&tavlei_proryv::Position::default(), 2);
    let small = "board=3x4,pass=no".parse().expect("good rules");
    counts_agree(&tavlei_proryv::Position::start(&small), 4);
}

#[test]
fn counts_hold_at_the_positions_of_the_cases() {
    let cases = include_str!("../../../../cases/towers_positions.tsv");
    for line in cases.lines().skip(1).step_by(10) {
        let text = line.split('\t').nth(1).expect("a position");
        let position = tavlei_towers::Position::read_position(text, &Default::default()).expect("a good position");
        let table = PerftTable::with_bytes(1 << 20, 7);
        let counted = Counter::new().threads(2).table(&table).count(&position, 5);
        assert_eq!(counted.nodes, perft(&position, 5), "{text}");
    }
}

#[test]
fn depth_0_and_finished_positions_are_counted_as_they_should() {
    let finished = tavlei_towers::Position::read_position("w ;a3=0", &Default::default()).expect("a good position");
    assert_eq!(Counter::new().count(&finished, 0).nodes, 1);
    for plies in 1..6 {
        let counted = Counter::new().threads(2).count(&finished, plies);
        assert_eq!((counted.nodes, counted.complete), (0, true));
    }
}

#[test]
fn divisions_add_up() {
    let start = tavlei_ashtarashki::Position::default();
    let divided = Counter::new().threads(2).divide(&start, 5);
    assert_eq!(divided, tavlei_game::divide(&start, 5));
    assert_eq!(divided.iter().map(|(_, count)| count).sum::<u128>(), 20_742);
    assert!(Counter::new().divide(&start, 0).is_empty());
}

#[test]
fn a_count_can_be_stopped_and_says_how_far_it_is() {
    let start = tavlei_towers::Position::default();
    let stop = AtomicBool::new(true);
    assert!(!Counter::new().threads(2).stop(&stop).count(&start, 9).complete);

    let calls = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let report = |progress: Progress| {
        assert!(0 < progress.done && progress.done <= progress.tasks);
        if calls.fetch_add(1, Ordering::Relaxed) == 5 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let counted = Counter::new().stop(&stop).report(&report).count(&start, 8);
    assert!(!counted.complete && counted.nodes > 0 && counted.nodes < 4_533_893);
    assert_eq!(calls.into_inner(), 6, "stopped within the task after the sixth");
}

#[test]
fn every_task_is_reported_once() {
    let done = AtomicUsize::new(0);
    let last = std::sync::Mutex::new(None);
    let report = |progress| {
        done.fetch_add(1, Ordering::Relaxed);
        *last.lock().expect("no panic in a report") = Some(progress);
    };
    let counted = Counter::new().threads(2).report(&report).count(&tavlei_towers::Position::default(), 7);
    let last = last.into_inner().expect("no panic in a report").expect("some task");
    assert_eq!((last.done, last.nodes), (last.tasks, counted.nodes));
    assert_eq!(done.into_inner(), last.tasks);
}

/// More threads than the machine runs at once would only take turns; and for each, work would be split further.
#[test]
fn strangers_13_more_threads_than_help_split_no_more_work() {
    let start = tavlei_towers::Position::default();
    let nodes = perft(&start, 8);
    let tasks = |threads| {
        let tasks = AtomicUsize::new(0);
        let report = |progress: Progress| tasks.store(progress.tasks, Ordering::Relaxed);
        let counted = Counter::new().threads(threads).report(&report).count(&start, 8);
        assert_eq!(counted.nodes, nodes);
        tasks.into_inner()
    };
    let parallel = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for threads in [parallel + 1, 100_000, usize::MAX] {
        assert_eq!(tasks(threads), tasks(parallel), "{threads} threads");
    }
}

/// Distinct positions of every depth, from two seeds and both ways of counting the last depth.
fn distinct<G: Game>(start: &G, plies: u32) -> Vec<u64> {
    let by_seed = [0, 42].map(|seed| {
        let mut distinct = Distinct::new(start.clone(), seed);
        (0..plies)
            .map(|_| {
                let counted = distinct.count_next(&GO_ON).expect("there is memory").expect("nobody stops");
                assert_eq!(distinct.descend(&GO_ON), Ok(Some(counted)));
                assert!(distinct.peak_bytes() >= size_of_val(distinct.positions()));
                counted
            })
            .collect::<Vec<_>>()
    });
    assert_eq!(by_seed[0], by_seed[1]);
    by_seed[0].clone()
}

#[test]
fn distinct_positions_are_those_of_the_slow_models() {
    let towers = distinct(&tavlei_towers::Position::default(), 8);
    assert_eq!(towers, [7, 49, 216, 805, 2_813, 9_641, 31_320, 101_750]);
    let model = reference::towers::Model::start(reference::towers::Rules::default());
    assert_eq!(towers[7], model.unique(8));

    let ashtarashki = distinct(&tavlei_ashtarashki::Position::default(), 5);
    let model = reference::ashtarashki::Model::start(reference::ashtarashki::Rules::default());
    assert_eq!(ashtarashki[..4], [1, 2, 3, 4].map(|plies| model.unique(plies)));
    assert_eq!(ashtarashki[4], unique_positions(&tavlei_ashtarashki::Position::default(), 5));

    let proryv = distinct(&tavlei_proryv::Position::default(), 2);
    let model = reference::proryv::Model::start(reference::proryv::Rules::author());
    assert_eq!(proryv, [1, 2].map(|plies| model.unique(plies)));
}

#[test]
fn distinct_positions_can_be_stopped() {
    let mut distinct = Distinct::new(tavlei_towers::Position::default(), 0);
    let stop = AtomicBool::new(true);
    assert_eq!(distinct.count_next(&stop), Ok(None));
    assert_eq!(distinct.descend(&stop), Ok(None));
    assert_eq!(distinct.positions().len(), 1, "the depth is as before");
}

fn last_ply<G: MoveStats>(position: &G, plies: u32) -> PlyStatistics {
    let statistics = Statistics::of(position, plies, &GO_ON).expect("nobody stops");
    assert_eq!(statistics.plies().len(), plies as usize);
    for (depth, ply) in (1..).zip(statistics.plies()) {
        assert_eq!(u128::from(ply.moves), perft(position, depth));
        assert!(ply.mean_moves() <= ply.max_moves as f64);
    }
    statistics.plies().last().expect("at least one ply").clone()
}

fn endings(ply: &PlyStatistics, reason: &str) -> u64 {
    ply.endings.iter().filter(|(name, _)| name.ends_with(reason)).map(|(_, count)| count).sum()
}

#[test]
fn statistics_of_towers_are_those_of_the_slow_model() {
    for seed in 0..120 {
        let model = match seed % 3 {
            0 => reference::towers::random_reachable(seed, seed as u32),
            _ => reference::towers::random_hand_set(seed),
        };
        let position: tavlei_towers::Position = model.text().parse().expect("a good position");
        let plies = 1 + seed as u32 % 2;
        let (ours, theirs) = (last_ply(&position, plies), model.stats(plies));
        let counts = [theirs.captures, theirs.jumps, theirs.promotions];
        assert_eq!(ours.counts, counts, "{}", model.text());
        assert_eq!((ours.moves, endings(&ours, "NoMoves")), (theirs.moves, theirs.wins));
        assert_eq!((ours.longest_chain as usize, ours.max_moves as usize), (theirs.longest, theirs.widest));
    }
}

#[test]
fn statistics_of_ashtarashki_are_those_of_the_slow_model() {
    for seed in 0..300 {
        let rules = reference::ashtarashki::Rules::default();
        let model = match seed % 3 {
            0 => reference::ashtarashki::Model::random_reachable(seed, seed as u32, rules),
            _ => reference::ashtarashki::Model::random_hand_set(seed, rules),
        };
        let position = tavlei_ashtarashki::Position::read_position(&model.text(), &Default::default());
        let position = position.expect("a good position");
        let plies = 1 + seed as u32 % 2;
        let (ours, theirs) = (last_ply(&position, plies), model.stats(plies));
        let counts = [theirs.captures, theirs.chain_links, theirs.retreats, theirs.removals, theirs.finishes];
        assert_eq!(ours.counts, counts, "{}", model.text());
        assert_eq!(u64::from(ours.longest_chain), theirs.longest_chain);
        for (reason, count) in theirs.wins {
            assert_eq!(endings(&ours, &format!(" {reason:?}")), count, "{}", model.text());
        }
    }
}

#[test]
fn statistics_of_proryv_are_those_of_the_slow_model() {
    let model = reference::proryv::Model::start(reference::proryv::Rules::author());
    let ours = last_ply(&tavlei_proryv::Position::default(), 2);
    let theirs = model.stats(2);
    assert_eq!(ours.counts[..2], [theirs.collisions, theirs.swaps]);
    assert_eq!(ours.counts[3], theirs.passes);
    assert_eq!(endings(&ours, "BothPassed"), theirs.ends.values().sum::<u64>());
}

#[test]
fn a_table_is_as_large_as_the_work_and_no_larger_than_it_may_be() {
    let start = tavlei_towers::Position::default();
    // Positions after up to five plies have more than three plies before them, of nine: 1 + 7 + 49 + 302 + 1,469 + 7,482.
    let needed = PerftTable::try_for(&start, 9, 1 << 30, 1).expect("memory").bytes();
    assert_eq!(needed, 9_310 * 16 / 64 * 64);
    assert_eq!(PerftTable::try_for(&start, 9, 4096, 1).expect("memory").bytes(), 4096);
    assert_eq!(PerftTable::try_for(&start, 2, 4096, 1).expect("memory").bytes(), 64, "one bucket at least");
    for most in [64, 4096, 1 << 30] {
        let table = PerftTable::try_for(&start, 7, most, 2).expect("memory");
        assert_eq!(Counter::new().table(&table).count(&start, 7).nodes, 189_912);
    }
}
