//! How fast the engines are, as ratios taken in one run: most of them to `cozy_chess`, the fastest chess rules crate, the
//! last ones to our own plain way of doing the same.
//!
//! Every line of the table runs one piece of work and what it is compared with by turns, several times, and compares the
//! best times of each, in CPU time of the thread; where threads are compared, in time by the clock, which means something
//! on idle cores only. Both assert their counts. With `--test` on the command line everything runs once, on smaller work,
//! and the ratios mean nothing.

#![allow(clippy::expect_used, clippy::panic, clippy::unreachable, reason = "a bench that can’t run ends")]

use std::hint::black_box;
use std::ops::ControlFlow;

use cozy_chess::Board;
use rand_core::Rng;
use rustix::time::{ClockId, Timespec, clock_gettime};
use tavlei::game::{Game, History, perft, playout};
use tavlei::perft::{Counter, PerftTable};
use tavlei::search::{AlphaBeta, Evaluation, Limits, Options, Value, evaluations};
use tavlei::{ashtarashki, proryv, towers};
use tavlei_benches::{ASHTARASHKI, SplitMix, TOWERS, positions};

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test");
    let rounds = if quick { 1 } else { 5 };
    println!("{:<44} {:>12} {:>12} {:>8} {:>6} {:>6}", "work", "M/s", "cozy M/s", "ratio", "floor", "goal");
    for bench in against_chess(quick) {
        bench.run(rounds);
    }
    println!("{:<44} {:>12} {:>12} {:>8} {:>6} {:>6}", "work", "M/s", "plain M/s", "ratio", "floor", "goal");
    for bench in against_plain(quick) {
        bench.run(rounds);
    }
}

/// A piece of work, and what it is compared with. Both return how much they have counted.
struct Bench {
    name: &'static str,
    work: Work,
    yardstick: Work,
    clock: fn() -> f64,
    floor: f64,
    goal: f64,
}

type Work = Box<dyn Fn() -> f64>;

impl Bench {
    fn run(&self, rounds: u32) {
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        let (mut count, mut other) = (0.0, 0.0);
        for _ in 0..rounds {
            let start = (self.clock)();
            count = black_box((self.work)());
            let middle = (self.clock)();
            other = black_box((self.yardstick)());
            ours = ours.min(middle - start);
            theirs = theirs.min((self.clock)() - middle);
        }
        let (rate, yardstick) = (count / ours / 1e6, other / theirs / 1e6);
        let Self { name, floor, goal, .. } = self;
        println!("{name:<44} {rate:>12.1} {yardstick:>12.1} {:>8.2} {floor:>6} {goal:>6}", rate / yardstick);
    }
}

fn against_chess(quick: bool) -> Vec<Bench> {
    let deep = u32::from(!quick);
    let bench = |name, work, yardstick: fn(bool) -> f64, floor, goal| {
        let yardstick = Box::new(move || yardstick(quick));
        Bench { name, work, yardstick, clock: cpu_seconds, floor, goal }
    };
    vec![
        bench("towers, start, bulk", start::<towers::Position>(8 + 3 * deep), bulk, 1.0, 1.1),
        bench("towers, 220 positions, bulk", cases::<towers::Position>(TOWERS, 4 + deep), bulk, 0.5, 0.6),
        bench("towers, 220 positions, deeper", cases::<towers::Position>(TOWERS, 5 + 2 * deep), bulk, 0.78, 0.9),
        bench("Ashtarashki, start, bulk", start::<ashtarashki::Position>(6 + 3 * deep), bulk, 2.3, 3.0),
        bench(
            "Ashtarashki, middle games, bulk",
            cases::<ashtarashki::Position>(ASHTARASHKI, 4 + 2 * deep),
            bulk,
            4.7,
            6.0,
        ),
        bench("Proryv, start, joint moves", start::<proryv::Position>(3 + 2 * deep), bulk, 50.0, 1000.0),
        bench("towers, start, every leaf played", played::<towers::Position>(7 + 2 * deep), played_chess, 1.3, 1.5),
        bench(
            "Ashtarashki, start, every leaf played",
            played::<ashtarashki::Position>(6 + 2 * deep),
            played_chess,
            2.3,
            3.0,
        ),
        bench("towers, random playouts, plies", playouts::<towers::Position>(quick), playout_chess, 2.1, 3.0),
        bench("Ashtarashki, random playouts, plies", playouts::<ashtarashki::Position>(quick), playout_chess, 4.0, 6.0),
    ]
}

fn against_plain(quick: bool) -> Vec<Bench> {
    let plies = if quick { 8 } else { 12 };
    let bench = |name, work, yardstick, floor, goal| Bench { name, work, yardstick, clock: cpu_seconds, floor, goal };
    vec![
        bench("towers 12, hash table of 1 GiB : none", hashed(plies), threaded(plies, 1), 3.0, 6.0),
        Bench {
            clock: seconds,
            ..bench("towers 12, two threads : one", threaded(plies, 2), threaded(plies, 1), 1.8, 1.95)
        },
        bench(
            "towers, alpha-beta : every leaf played",
            searched(if quick { 6 } else { 14 }),
            played::<towers::Position>(if quick { 7 } else { 9 }),
            0.5,
            0.5,
        ),
        bench(
            "towers, alpha-beta : the barest alpha-beta",
            searched(if quick { 6 } else { 14 }),
            searched_barely(if quick { 5 } else { 12 }),
            0.5,
            1.0,
        ),
    ]
}

/// Perft of towers with the given number of threads.
fn threaded(plies: u32, threads: usize) -> Work {
    Box::new(move || {
        let counted = Counter::new().threads(threads).count(&towers::Position::default(), plies);
        assert_eq!(counted.nodes, known::<towers::Position>(plies));
        counted.nodes as f64
    })
}

/// Perft of towers with a table that remembers, and that is made each time.
fn hashed(plies: u32) -> Work {
    Box::new(move || {
        let table = PerftTable::try_for(&towers::Position::default(), plies, 1 << 30, 1).expect("a GiB");
        let counted = Counter::new().threads(1).table(&table).count(&towers::Position::default(), plies);
        assert_eq!(counted.nodes, known::<towers::Position>(plies));
        counted.nodes as f64
    })
}

/// Alpha-beta from the start of towers: the positions that it reaches.
fn searched(plies: u32) -> Work {
    Box::new(move || {
        let mut search = AlphaBeta::new(evaluations::Towers::default());
        let report = search.search(&History::new(towers::Position::default()), &Limits::default().with_depth(plies));
        assert_eq!(report.depth, plies);
        report.nodes as f64
    })
}

/// The barest alpha-beta from the start of towers that values anything but what stands in the middle of an exchange: the
/// moves as they come, the evaluation carried along, captures played out at the horizon. No table, no order, no windows.
fn searched_barely(plies: u32) -> Work {
    struct Bare {
        evaluation: evaluations::Towers,
        moves: Vec<towers::Move>,
        nodes: u64,
    }
    impl Bare {
        fn search(&mut self, position: &towers::Position, value: i32, plies: u32, mut alpha: i32, beta: i32) -> i32 {
            let bottom = self.moves.len();
            let _: ControlFlow<()> = position.for_each_move(|mv| {
                if plies == 0 && !mv.is_capture() {
                    return ControlFlow::Break(());
                }
                self.moves.push(mv);
                ControlFlow::Continue(())
            });
            if self.moves.len() == bottom {
                return if plies == 0 { value } else { -LOST };
            }
            for i in bottom..self.moves.len() {
                let mv = self.moves[i];
                let after = position.after(&mv);
                self.nodes += 1;
                let carried = self.evaluation.evaluate_after(position, value, &mv, &after);
                alpha = alpha.max(-self.search(&after, carried, plies.saturating_sub(1), -beta, -alpha));
                if alpha >= beta {
                    break;
                }
            }
            self.moves.truncate(bottom);
            alpha
        }
    }
    const LOST: i32 = 1_000_000;
    let (start, evaluation) = (towers::Position::default(), evaluations::Towers::default());
    let mut plain = AlphaBeta::with_options(evaluation, Options::default().with_selective(false));
    let report = plain.search(&History::new(start.clone()), &Limits::default().with_depth(plies));
    let expected = report.best().expect("the game begins").value;
    Box::new(move || {
        let mut bare = Bare { evaluation, moves: Vec::new(), nodes: 0 };
        let value = bare.search(&start, evaluation.evaluate(&start), plies, -LOST, LOST);
        assert_eq!(Value::estimate(value), expected);
        bare.nodes as f64
    })
}

/// Perft from the start.
fn start<G: Game + 'static>(plies: u32) -> Work {
    Box::new(move || {
        let nodes = perft(black_box(&G::default()), plies);
        assert_eq!(nodes, known::<G>(plies));
        nodes as f64
    })
}

/// Perft of all positions of the cases, added up.
fn cases<G: tavlei::game::Notation + 'static>(table: &'static str, plies: u32) -> Work {
    let positions = positions::<G>(table);
    let expected = known_sum(G::NAME, plies);
    Box::new(move || {
        let nodes: u128 = positions.iter().map(|position| perft(black_box(position), plies)).sum();
        assert_eq!(nodes, expected);
        nodes as f64
    })
}

/// Every position of the last ply is played, and none counted in bulk.
fn played<G: Game + 'static>(plies: u32) -> Work {
    fn walk<G: Game>(position: &G, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut nodes = 0;
        let _: ControlFlow<()> = position.for_each_move(|mv| {
            nodes += walk(black_box(&position.after(&mv)), plies - 1);
            ControlFlow::Continue(())
        });
        nodes
    }
    Box::new(move || {
        let nodes = walk(&G::default(), plies);
        assert_eq!(u128::from(nodes), known::<G>(plies));
        nodes as f64
    })
}

/// Games of random moves, to their end or to the cap that the chess games have, too.
fn playouts<G: Game + 'static>(quick: bool) -> Work {
    Box::new(move || {
        let mut rng = SplitMix(2026);
        let games = if quick { 50 } else { 20_000 };
        let plies: u64 = (0..games).map(|_| u64::from(playout(&mut G::default(), &mut rng, CAP).plies)).sum();
        assert!(plies > 10 * games, "games last longer than ten plies");
        plies as f64
    })
}

/// Random games are broken off after the given number of plies.
const CAP: u32 = 1000;

/// The perft numbers from the start, as the rulebook's tables and independent programs have them.
fn known<G: Game>(plies: u32) -> u128 {
    let name = std::any::type_name::<G>();
    let table: &[(u32, u128)] = if name.contains("towers") {
        &[(7, 189_912), (8, 925_945), (9, 4_533_893), (11, 107_845_504), (12, 519_503_317)]
    } else if name.contains("ashtarashki") {
        &[(6, 154_929), (8, 9_051_260), (9, 73_195_520)]
    } else {
        &[(3, 13_352_388), (5, 1_432_084_981_768)]
    };
    table.iter().find(|(known, _)| *known == plies).expect("the count is known").1
}

/// The sums over the positions of the cases.
fn known_sum(game: &str, plies: u32) -> u128 {
    match (game, plies) {
        ("towers", 4) => column_sum(TOWERS, 6),
        ("ashtarashki", 4) => column_sum(ASHTARASHKI, 4),
        ("towers", 5) => 729_899,
        ("towers", 7) => 37_309_914,
        ("ashtarashki", 6) => 145_854_843,
        _ => unreachable!("no other sum is asked for"),
    }
}

/// The sum of the fourth counts in a column of counts.
fn column_sum(table: &str, column: usize) -> u128 {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let counts = lines.filter_map(|line| line.split('\t').nth(column)?.split(' ').nth(3)?.parse::<u128>().ok());
    counts.sum()
}

/// Chess, start position, leaves counted in bulk: 119,060,324 at six plies.
fn bulk(quick: bool) -> f64 {
    fn perft(board: &Board, plies: u32) -> u64 {
        let mut nodes = 0;
        if plies == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    nodes += perft(&after, plies - 1);
                }
                false
            });
        }
        nodes
    }
    let (plies, expected) = if quick { (4, 197_281) } else { (6, 119_060_324) };
    let nodes = perft(black_box(&Board::default()), plies);
    assert_eq!(nodes, expected);
    nodes as f64
}

/// Chess, start position, every leaf played.
fn played_chess(quick: bool) -> f64 {
    fn walk(board: &Board, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                nodes += walk(black_box(&after), plies - 1);
            }
            false
        });
        nodes
    }
    let (plies, expected) = if quick { (3, 8_902) } else { (5, 4_865_609) };
    let nodes = walk(&Board::default(), plies);
    assert_eq!(nodes, expected);
    nodes as f64
}

/// Chess, random games: the moves are counted, one is drawn and played.
fn playout_chess(quick: bool) -> f64 {
    let mut rng = SplitMix(2026);
    let games = if quick { 5 } else { 5_000 };
    let mut plies = 0u64;
    for _ in 0..games {
        let mut board = Board::default();
        for _ in 0..CAP {
            let mut count = 0;
            board.generate_moves(|moves| {
                count += moves.len();
                false
            });
            // Mate, stalemate, or the fifty-move rule.
            if count == 0 || board.halfmove_clock() >= 100 {
                break;
            }
            let mut left = ((u128::from(rng.next_u64()) * count as u128) >> 64) as usize;
            let mut chosen = None;
            board.generate_moves(|moves| {
                if left < moves.len() {
                    chosen = moves.into_iter().nth(left);
                    return true;
                }
                left -= moves.len();
                false
            });
            board.play_unchecked(chosen.expect("one of the moves counted"));
            plies += 1;
        }
    }
    assert!(plies > 10 * games, "games last longer than ten plies");
    plies as f64
}

/// The CPU time of this thread, in seconds.
fn cpu_seconds() -> f64 {
    in_seconds(clock_gettime(ClockId::ThreadCPUTime))
}

/// The time by the clock, in seconds.
fn seconds() -> f64 {
    in_seconds(clock_gettime(ClockId::Monotonic))
}

fn in_seconds(time: Timespec) -> f64 {
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
