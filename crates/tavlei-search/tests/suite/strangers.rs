//! What strangers tripped over: each test is named after its line in the list of faults.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{minimax_after, now, rng};
use rand::{Rng, RngExt as _};
use tavlei_game::{Game, History, Notation, Side};
use tavlei_search::evaluations::{Ashtarashki, Towers};
use tavlei_search::{
    AlphaBeta, AlphaBetaBot, Bot, GreedyBot, Limits, MatchScore, MatchSettings, Options, Pentanomial, RandomBot, Sprt,
    SprtState, play_match,
};

type Stones = tavlei_ashtarashki::Position;
type Board = tavlei_towers::Position;

/// A bot without chance.
fn deterministic() -> AlphaBetaBot<Towers> {
    AlphaBetaBot::new(AlphaBeta::with_options(Towers::default(), Options::default().with_table_bytes(1 << 20)))
}

/// Plays no move at all.
struct Absent;

impl Bot<Board> for Absent {
    fn name(&self) -> String {
        "absent".into()
    }

    fn choose(&mut self, _: &History<Board>, _: &Limits) -> Option<tavlei_towers::Move> {
        None
    }
}

#[test]
fn strangers_11_a_game_played_twenty_times_counts_once() {
    let settings = MatchSettings::default().with_games(20).with_opening_plies(0);
    let settings = settings.with_limits(Limits::default().with_depth(3));
    let mut repeats = Vec::new();
    let total =
        play_match(&settings, &Board::default(), &mut deterministic(), &mut deterministic(), &mut rng(1), |game| {
            repeats.push(game.repeats);
        });
    // One pair: the players change colours in it, and whatever follows is the same again.
    assert_eq!((total.games(), total.pairs.total(), total.repeated), (2, 1, 18));
    assert!(total.to_string().ends_with("; 18 games repeat earlier ones and are not counted"), "{total}");
    assert!(repeats.iter().enumerate().all(|(n, repeats)| *repeats == (n >= 2).then_some(1 + n as u32 % 2)));
    // Other openings are other games.
    let settings = settings.with_opening_plies(4);
    let total =
        play_match(&settings, &Board::default(), &mut deterministic(), &mut deterministic(), &mut rng(1), |_| {});
    assert_eq!((total.games(), total.pairs.total(), total.repeated), (20, 10, 0));
    // A pair of the same player against itself is even, whatever the opening.
    assert_eq!(total.pairs.counts, [0, 0, 10, 0, 0]);
}

#[test]
fn strangers_11_odd_and_missing_and_forfeited_games_are_said_as_what_they_are() {
    let settings = MatchSettings::default().with_games(5).with_limits(Limits::default().with_depth(1));
    let mut random = RandomBot::new(rng(1));
    let odd = play_match(&settings, &Board::default(), &mut deterministic(), &mut random, &mut rng(2), |_| {});
    assert_eq!((odd.games(), odd.pairs.total(), odd.unpaired()), (5, 2, 1));
    assert!(odd.to_string().contains("; 1 game has no pair"), "{odd}");

    let none = MatchScore::default();
    assert_eq!((none.to_string().as_str(), none.evidence()), ("no games", None));

    let mut sides = Vec::new();
    let forfeited =
        play_match(&settings.clone().with_games(4), &Board::default(), &mut Absent, &mut random, &mut rng(2), |game| {
            sides.push((game.forfeited_by, game.repeats));
        });
    assert_eq!((forfeited.losses, forfeited.forfeits, forfeited.evidence()), (4, [4, 0], None));
    assert_eq!(forfeited.to_string(), "+0 =0 -4; every game was forfeited: 4 by the first player, 0 by the second");
    assert_eq!(sides, [Side::White, Side::Black].map(|side| (Some(side), None)).repeat(2));

    for text in [odd.to_string(), none.to_string(), forfeited.to_string()] {
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }
}

/// Ashtarashki's wins by two points are wins like others for the statistics, and are counted beside them.
#[test]
fn strangers_11_wins_by_two_points_are_one_win() {
    let settings = MatchSettings::default().with_games(20).with_limits(Limits::default().with_depth(2));
    let mut bot = AlphaBetaBot::new(AlphaBeta::new(Ashtarashki::default()));
    let mut random = RandomBot::new(rng(1));
    let total = play_match(&settings, &Stones::default(), &mut bot, &mut random, &mut rng(2), |_| {});
    assert!(total.points > i64::from(total.wins), "{total}");
    assert_eq!(total.pairs.total(), 10);
    assert!(total.to_string().contains(&format!(", points {:+}", total.points)), "{total}");
}

/// How simulated players play: the rate of draws, and how much the games of a pair depend on each other, from -1 to 1.
#[derive(Clone, Copy, Debug)]
struct Players {
    draws: f64,
    correlation: f64,
}

impl Players {
    fn all() -> impl Iterator<Item = Self> {
        let draws = [0.0, 0.3, 0.6, 0.9];
        draws.into_iter().flat_map(|draws| [-0.6, 0.0, 0.6].map(|correlation| Self { draws, correlation }))
    }

    /// Plays a pair, and returns the half points of the first player, whose expected score is given.
    fn pair(self, score: f64, rng: &mut impl Rng) -> u8 {
        // A great difference in strength leaves no room for so many draws.
        let draws = self.draws.min(1.9 * score.min(1.0 - score));
        let wins = score - draws / 2.0;
        let half_points = |luck: f64| if luck < wins { 2 } else { u8::from(luck < wins + draws) };
        let luck = rng.random::<f64>();
        let other = match rng.random::<f64>() < self.correlation.abs() {
            true if self.correlation > 0.0 => luck,
            true => 1.0 - luck,
            false => rng.random(),
        };
        half_points(luck) + half_points(other)
    }

    /// Plays matches until a test decides, and returns in how many it decides so.
    fn decisions(self, sprt: Sprt, elo: f64, decision: SprtState, matches: u32, rng: &mut impl Rng) -> u32 {
        let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let decided = (0..matches).filter(|_| {
            let mut test = sprt.start();
            while test.state() == SprtState::Open {
                test.add_pair(self.pair(score, rng));
            }
            test.state() == decision
        });
        decided.count() as u32
    }
}

/// Returns how many times as many matches are simulated as usual: `TAVLEI_SIMULATIONS`, 1 by default.
fn effort() -> u32 {
    std::env::var("TAVLEI_SIMULATIONS").map_or(1, |text| text.parse().expect("TAVLEI_SIMULATIONS is a number"))
}

/// Returns whether so many errors are no more than one in twenty, but for five standard deviations.
fn is_one_in_twenty(errors: u32, matches: u32) -> bool {
    let matches = f64::from(matches);
    f64::from(errors) <= 0.05 * matches + 5.0 * (0.05 * 0.95 * matches).sqrt()
}

fn check_sprt(elo1: f64, matches: u32) {
    let sprt = Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
    let matches = matches * effort();
    let mut rng = rng(12);
    for (elo, wrong) in [(0.0, SprtState::AcceptedElo1), (elo1, SprtState::AcceptedElo0)] {
        let mut total = 0;
        for players in Players::all() {
            let errors = players.decisions(sprt, elo, wrong, matches, &mut rng);
            println!("{players:?} at {elo} of 0,{elo1}: {errors} of {matches} wrong");
            assert!(is_one_in_twenty(errors, matches), "{players:?} at {elo}: {errors} of {matches} wrong");
            total += errors;
        }
        assert!(is_one_in_twenty(total, 12 * matches), "{total} of {} wrong at {elo}", 12 * matches);
    }
}

#[test]
fn strangers_12_the_stated_errors_hold_for_100_points() {
    check_sprt(100.0, 6000);
}

#[test]
fn strangers_12_the_stated_errors_hold_for_50_points() {
    check_sprt(50.0, 3000);
}

#[test]
fn strangers_12_the_stated_errors_hold_for_10_points() {
    check_sprt(10.0, 150);
}

/// Between the hypotheses, and beyond them, a test decides too.
#[test]
fn strangers_12_a_test_decides_whatever_the_strength() {
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    for players in Players::all() {
        for (elo, decision) in [(-300.0, SprtState::AcceptedElo0), (400.0, SprtState::AcceptedElo1)] {
            assert!(players.decisions(sprt, elo, decision, 100, &mut rng(3)) >= 99, "{players:?} at {elo}");
        }
        let middle = players.decisions(sprt, 50.0, SprtState::AcceptedElo0, 200, &mut rng(4));
        assert!((20..=180).contains(&middle), "{players:?}: {middle}");
    }
}

/// A decision falls after a whole pair, and a match ends with it.
#[test]
fn strangers_12_a_test_never_decides_inside_a_pair() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    for seed in 0..20 {
        let settings = MatchSettings::default().with_games(1000).with_sprt(sprt);
        let mut greedy = GreedyBot::new(Ashtarashki::default(), rng(seed));
        let mut random = RandomBot::new(rng(100 + seed));
        let mut last = 0;
        let total = play_match(&settings, &Stones::default(), &mut greedy, &mut random, &mut rng(seed), |game| {
            last = game.number;
        });
        let state = total.test.map(|test| test.state());
        assert_eq!((last % 2, state), (0, Some(SprtState::AcceptedElo1)), "{total}");
    }
}

/// The interval holds the expected score in 95 of 100 matches, and the likelihood of superiority is what it says.
#[test]
fn strangers_12_intervals_hold_for_few_and_many_pairs_and_draws() {
    let matches = 1000 * effort();
    let mut rng = rng(5);
    for pairs in [1, 2, 5, 10, 50, 200] {
        for (players, score) in Players::all().flat_map(|players| [0.5, 0.64, 0.9].map(|score| (players, score))) {
            let mut missed = 0;
            let mut sure_of_the_weaker = 0;
            for _ in 0..matches {
                let mut counts = Pentanomial::default();
                (0..pairs).for_each(|_| counts.add(players.pair(score, &mut rng)));
                let (low, high) = counts.interval().expect("there are pairs");
                missed += u32::from(score < low || high < score);
                let superiority = counts.likelihood_of_superiority().expect("there are pairs");
                sure_of_the_weaker += u32::from(if score > 0.5 { superiority < 0.05 } else { superiority > 0.95 });
            }
            assert!(is_one_in_twenty(missed, matches), "{players:?}, {pairs} pairs at {score}: {missed} missed");
            assert!(is_one_in_twenty(sure_of_the_weaker, matches), "{players:?}, {pairs} pairs at {score}");
        }
    }
}

#[test]
fn strangers_13_more_threads_keep_every_limit() {
    let game = now(Board::default());
    let with = |threads| AlphaBeta::with_options(Towers::default(), Options::default().with_threads(threads));
    let depth = Limits::default().with_depth(4);
    let alone = with(1).search(&game, &depth).nodes;
    let parallel = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    for threads in [2, 128, 1000, usize::MAX] {
        let report = with(threads).search(&game, &depth);
        // Each thread searches the tree once, more or less of it for what the others have found.
        assert!(report.depth == 4 && report.nodes <= 4 * parallel * alone, "{threads} threads: {} nodes", report.nodes);
        for nodes in [1, 100, 12_345] {
            let report = with(threads).search(&game, &Limits::default().with_nodes(nodes));
            assert!(report.nodes <= nodes && report.best_move().is_some(), "{threads} threads: {} nodes", report.nodes);
        }
        let begun = Instant::now();
        let report = with(threads).search(&game, &Limits::default().with_time(Duration::from_millis(100)));
        assert!(report.depth >= 1 && begun.elapsed() < Duration::from_secs(2), "{threads} threads: {report:?}");
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::default().with_stop(Arc::clone(&stop));
        let begun = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            assert!(with(threads).search(&game, &limits).best_move().is_some());
        });
        assert!(begun.elapsed() < Duration::from_secs(5), "{threads} threads");
    }
}

/// Every way of searching the same tree without a table, which knows nothing of the past.
fn plain_options() -> impl Iterator<Item = Options> {
    let plain = Options::default().with_selective(false).with_table_bytes(0);
    (0..4)
        .map(move |bits| plain.clone().with_null_windows(bits & 1 != 0).with_aspiration((bits & 2 != 0).then_some(10)))
}

/// Compares the value of the position that a game has come to with that of a plain minimax, if that is soon found.
fn check_minimax(game: &History<Board>, plies: u32) -> bool {
    let Some(value) = minimax_after(game, &Towers::default(), plies) else { return false };
    for options in plain_options() {
        let report = AlphaBeta::with_options(Towers::default(), options.clone())
            .search(game, &Limits::default().with_depth(plies));
        let found = report.best().expect("the game is not over").value;
        assert_eq!(found, value, "{} after {} plies, at {plies} with {options:?}", game.position(), game.len());
    }
    true
}

#[test]
fn strangers_26_a_repetition_on_the_horizon_is_a_draw() {
    let position = Board::read_position("w h6=1/0;g3=1/01", &Default::default()).expect("a position");
    for plies in 1..=6 {
        assert!(check_minimax(&now(position.clone()), plies) || plies > 4, "{plies}");
    }
}

/// Games of few towers, most of them kings, with a past: there the positions of the game and of the line come back.
#[test]
fn strangers_26_plain_search_is_minimax_where_kings_walk() {
    let mut rng = rng(26);
    let mut compared = 0;
    let mut draws = BTreeSet::new();
    for round in 0..400 {
        let rules = if round % 3 == 0 { format!("draw_plies={}", rng.random_range(4..14)) } else { String::new() };
        let Some(start) = random_ending(&rules, &mut rng) else { continue };
        let mut game = now(start);
        for _ in 0..rng.random_range(0..16) {
            let moves = game.position().moves();
            // Kings that go to and fro, so that positions come back.
            let Some(mv) = moves.get(rng.random_range(0..moves.len().clamp(1, 3))) else { break };
            game.play(mv).expect("a legal move");
        }
        if game.termination().is_some() || game.claim().is_some() {
            continue;
        }
        for plies in 1..=4 {
            let is_compared = check_minimax(&game, plies);
            compared += u32::from(is_compared);
            if is_compared && minimax_after(&game, &Towers::default(), plies) == Some(tavlei_search::Value::DRAW) {
                draws.insert(game.position().to_string());
            }
        }
    }
    assert!(compared > 500 && draws.len() >= 5, "{compared} compared, {} drawn", draws.len());
}

/// A position with a tower or two on each side, some with prisoners, most with a king on top.
fn random_ending(rules: &str, rng: &mut impl Rng) -> Option<Board> {
    let dark: Vec<String> = (b'a'..=b'h')
        .flat_map(|file| (b'1'..=b'8').map(move |rank| (file, rank)))
        .filter(|(file, rank)| (file + rank) % 2 == 0)
        .map(|(file, rank)| format!("{}{}", char::from(file), char::from(rank)))
        .collect();
    let mut squares = BTreeSet::new();
    let mut side = |rng: &mut dyn FnMut(usize) -> usize| {
        let towers = (0..1 + rng(2)).filter_map(|_| {
            let square = &dark[rng(dark.len())];
            let tower = ["1", "1", "1/0", "1/01", "1/1", "11", "10/0"][rng(7)];
            squares.insert(square.clone()).then(|| format!("{square}={tower}"))
        });
        towers.collect::<Vec<_>>().join(",")
    };
    let mut below = |n: usize| rng.random_range(0..n);
    let (white, black) = (side(&mut below), side(&mut below));
    let text = format!("{} {white};{black}", ["w", "b"][below(2)]);
    let position = Board::read_position(&text, &rules.parse().ok()?).ok()?;
    position.outcome().is_none().then_some(position)
}
