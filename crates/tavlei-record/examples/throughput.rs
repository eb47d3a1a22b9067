//! How many games a second are read and replayed: `cargo run --release -p tavlei-record --example throughput [GAMES]`.
//!
//! Random games of each kind, of at most 100 plies, are written into one text, which is then read again in three ways:
//! only taken apart; checked while being read; built as a record and played into a history. One core, best of five.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{Form, History, Notation, random_move};
use tavlei_record::{Checker, Reader, Record, Visitor, replay};

fn main() {
    let games = std::env::args().nth(1).map_or(2_000, |text| text.parse().expect("a number of games"));
    println!("game        form     plies/game  MB     lexed/s   checked/s  ns/ply  replayed/s");
    measure::<tavlei_towers::Position>(games);
    measure::<tavlei_ashtarashki::Position>(games);
    measure::<tavlei_proryv::Position>(games);
}

fn measure<G: Notation>(games: usize) {
    for &form in G::FORMS {
        let (text, plies) = random_file::<G>(form, games);
        let lexed = best(games, || each::<Skip>(&text, |_| 1));
        let checked = best(games, || each(&text, |checker: Checker<G>| checker.finish().map_or(0, |_| 1)));
        let replayed = best(games, || Reader::from(text.as_str()).filter(|record| is_good::<G>(record)).count());
        println!(
            "{:11} {:8} {:8.1}  {:4.1}  {:10.0}  {:10.0}  {:6.0}  {:10.0}",
            G::NAME,
            format!("{form:?}"),
            plies as f64 / games as f64,
            text.len() as f64 / 1e6,
            per_second(games, lexed),
            per_second(games, checked),
            checked.as_nanos() as f64 / plies as f64,
            per_second(games, replayed),
        );
    }
}

/// A visitor that looks at nothing.
#[derive(Default)]
struct Skip;

impl Visitor for Skip {}

fn each<V: Visitor + Default>(text: &str, finish: impl Fn(V) -> usize) -> usize {
    let mut reader = Reader::from(text);
    let mut good = 0;
    loop {
        let mut visitor = V::default();
        if !reader.read(&mut visitor).expect("the text is in order") {
            return good;
        }
        good += finish(black_box(visitor));
    }
}

fn is_good<G: Notation>(record: &Result<Record, tavlei_record::ReadError>) -> bool {
    record.as_ref().is_ok_and(|record| replay::<G>(record).is_ok())
}

/// The shortest of five runs, each of which must find that all games are good.
fn best(games: usize, mut run: impl FnMut() -> usize) -> Duration {
    let time = |_| {
        let start = Instant::now();
        assert_eq!(run(), games);
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

fn per_second(games: usize, time: Duration) -> f64 {
    games as f64 / time.as_secs_f64()
}

/// A file of random games, and how many plies they have in all.
fn random_file<G: Notation>(form: Form, games: usize) -> (String, usize) {
    let mut rng = StdRng::seed_from_u64(2005);
    let mut text = String::new();
    let mut plies = 0;
    for _ in 0..games {
        let mut history = History::new(G::start(&G::Rules::default()));
        while history.len() < 100
            && let Some(mv) = random_move(history.position(), &mut rng)
        {
            history.play_unchecked(&mv);
        }
        plies += history.len();
        text += &format!("{}\n", Record::from_history(&history, form));
    }
    (text, plies)
}
