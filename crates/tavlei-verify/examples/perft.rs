//! Counts sequences of plies in tower checkers with the slow model alone, position by position: `perft 11`.
//!
//! Every distinct position of a ply is kept once, with the number of ways that lead to it.

use std::collections::HashMap;

use tavlei_verify::models::towers::{Model, Rules};

fn main() {
    let plies = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let mut layer = HashMap::from([(Model::start(Rules::default()), 1u64)]);
    for ply in 1..=plies {
        let mut count = 0;
        let mut next = HashMap::new();
        for (position, ways) in layer {
            for mv in position.moves() {
                count += ways;
                if ply < plies {
                    *next.entry(mv.after).or_insert(0) += ways;
                }
            }
        }
        println!("{ply} {count}");
        layer = next;
    }
}
