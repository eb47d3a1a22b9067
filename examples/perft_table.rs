//! A table of perft numbers of all three games as CSV: `cargo run --release -p tavlei-examples --bin perft_table 7`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

use std::sync::atomic::AtomicBool;

use tavlei::game::Notation;
use tavlei::perft::{Counter, Distinct};
use tavlei::{ashtarashki, proryv, towers};

fn main() {
    let plies = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    println!("game,rules,plies,sequences,positions");
    rows::<towers::Position>("", plies);
    rows::<towers::Position>("rejump=no-reversal", plies);
    rows::<ashtarashki::Position>("", plies);
    rows::<proryv::Position>("", plies.min(2));
    rows::<proryv::Position>("pass=no", plies.min(2));
}

fn rows<G: Notation + Send + Sync>(rules: &str, plies: u32) {
    let rules: G::Rules = rules.parse().expect("good rules");
    let start = G::start(&rules);
    let mut distinct = Distinct::new(start.clone(), 0);
    for plies in 1..=plies {
        let sequences = Counter::new().threads(2).count(&start, plies).nodes;
        let positions = distinct.descend(&AtomicBool::new(false)).expect("there is memory").expect("nobody stops it");
        println!("{},{rules},{plies},{sequences},{positions}", G::NAME);
    }
}
