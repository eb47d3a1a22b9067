//! Compares engine and model in every position with few pieces, and prints how many there were.
//!
//! `cargo run --release -p tavlei-verify --example exhaust -- ashtarashki 3`: every triple of stones.
//! `cargo run --release -p tavlei-verify --example exhaust -- towers 2 3`: every pair of towers of up to three pieces.
//! A third number *n* takes one set of squares in *n* only.

use std::time::Instant;

use tavlei_game::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| words.get(n).map(|word| word.parse::<u64>()).transpose();
    let begun = Instant::now();
    let checked = match (words.first().map(String::as_str), number(1)?) {
        (Some("ashtarashki"), Some(stones)) => {
            let share = number(2)?.unwrap_or(1).max(1);
            tavlei_verify::ashtarashki::exhaust(
                stones as usize,
                tavlei_ashtarashki::Position::default().rules(),
                (0, share),
            )
        }
        (Some("towers"), Some(towers)) => {
            let (height, share) = (number(2)?.unwrap_or(1), number(3)?.unwrap_or(1).max(1));
            let rules = tavlei_towers::Rules::default();
            tavlei_verify::towers::exhaust(towers as usize, height as usize, &rules, (0, share))
        }
        _ => return Err("expected ‘ashtarashki STONES [SHARE]’ or ‘towers TOWERS HEIGHT [SHARE]’".into()),
    };
    println!("{}: {checked}, engine and model agree ({:.0} s)", words.join(" "), begun.elapsed().as_secs_f64());
    Ok(())
}
