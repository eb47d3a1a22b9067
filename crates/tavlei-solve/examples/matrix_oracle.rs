//! Solves 100,000 random matrix games twice, with `tavlei_solve::matrix` and with a crate for
//! linear programs, and compares values and times by size. The times are medians, which what else
//! runs on the machine hardly disturbs.
//!
//! ```text
//! cargo run --release -p tavlei-search --example matrix_oracle [GAMES]
//! ```
//!
//! It fails if two values differ by more than 10⁻⁹ or a duality gap exceeds 10⁻¹⁰.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

#[path = "../tests/suite/games/mod.rs"]
mod games;

use std::process::ExitCode;
use std::time::Instant;

use games::{Game, Random};
use tavlei_solve::matrix::{Matrix, MatrixSolver};

/// The sizes from the last limit (or 2) to below the limit form a range.
const LIMITS: [usize; 8] = [4, 6, 11, 16, 21, 31, 46, 61];

/// The results for a range of sizes: times in microseconds, and the maximum of the rest.
#[derive(Default)]
struct SizeRange {
    cold: Vec<f64>,
    warm: Vec<f64>,
    program: Vec<f64>,
    difference: f64,
    gap: f64,
}

fn main() -> ExitCode {
    let games = std::env::args().nth(1).map_or(Ok(100_000), |count| count.parse::<u32>());
    let Ok(games) = games else {
        eprintln!("the number of games must be a number");
        return ExitCode::FAILURE;
    };
    let mut random = Random(2016);
    let mut solver = MatrixSolver::new();
    let mut ranges = LIMITS.map(|_| SizeRange::default());
    for number in 0..games {
        let range = number as usize % LIMITS.len();
        let least = if range == 0 { 2 } else { LIMITS[range - 1] };
        let mut size = || least + random.below(LIMITS[range] - least);
        let (rows, columns) = (size(), size());
        let game = Game::random(&mut random, rows, columns);
        let range = &mut ranges[range];
        if let Err(error) = compare(&game, &mut solver, range) {
            eprintln!("game {number} ({rows} × {columns}, {}): {error}", game.kind);
            return ExitCode::FAILURE;
        }
    }
    report(&mut ranges);
    let right = ranges.iter().all(|range| range.difference <= 1e-9 && range.gap <= 1e-10);
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Solves a game in all three ways and enters differences and times in its range.
fn compare(game: &Game, solver: &mut MatrixSolver, range: &mut SizeRange) -> Result<(), Box<dyn std::error::Error>> {
    let matrix = Matrix::new(game.rows, game.columns, &game.payoffs)?;
    let start = Instant::now();
    let solution = solver.solve(matrix)?;
    range.cold.push(microseconds(start));
    if let Some(support) = solver.support() {
        let start = Instant::now();
        let again = solver.solve_from(matrix, support)?;
        range.warm.push(microseconds(start));
        range.difference = range.difference.max((again.value - solution.value).abs());
    }
    let start = Instant::now();
    let value = game.value_by_linear_program();
    range.program.push(microseconds(start));
    range.difference = range.difference.max((value - solution.value).abs());
    range.gap = range.gap.max(solution.gap);
    Ok(())
}

fn microseconds(start: Instant) -> f64 {
    1e6 * start.elapsed().as_secs_f64()
}

fn report(ranges: &mut [SizeRange]) {
    println!(
        "{:>9} {:>7} {:>9} {:>9} {:>12} {:>7} {:>11} {:>8}",
        "sizes", "games", "cold µs", "warm µs", "program µs", "ratio", "difference", "gap"
    );
    let mut least = 2;
    for (range, limit) in ranges.iter_mut().zip(LIMITS) {
        let sizes = format!("{least}…{}", limit - 1);
        let (cold, warm, program) = (median(&mut range.cold), median(&mut range.warm), median(&mut range.program));
        println!(
            "{sizes:>9} {:>7} {cold:>9.2} {warm:>9.2} {program:>12.1} {:>7.0} {:>11.1e} {:>8.1e}",
            range.program.len(),
            program / cold,
            range.difference,
            range.gap,
        );
        least = limit;
    }
    let greatest = |of: fn(&SizeRange) -> f64| ranges.iter().map(of).fold(0.0, f64::max);
    println!(
        "{} games: greatest difference {:.1e}, greatest gap {:.1e}",
        ranges.iter().map(|range| range.program.len()).sum::<usize>(),
        greatest(|range| range.difference),
        greatest(|range| range.gap)
    );
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
