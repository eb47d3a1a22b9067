//! Solves 100,000 random matrix games twice, with `tavlei_search::matrix` and with a crate for
//! linear programs, and compares values and times by size. The times are medians, which what else
//! runs on the machine hardly disturbs.
//!
//! ```text
//! cargo run --release -p tavlei-search --example matrix_oracle [GAMES]
//! ```
//!
//! It fails if two values differ by more than 10⁻⁹ or a duality gap exceeds 10⁻¹⁰.

#[path = "../tests/suite/games/mod.rs"]
mod games;

use std::process::ExitCode;
use std::time::Instant;

use games::{Game, Random};
use tavlei_search::matrix::{Matrix, MatrixSolver};

/// The sizes from the last limit (or 2) to below the limit form a class.
const LIMITS: [usize; 8] = [4, 6, 11, 16, 21, 31, 46, 61];

/// The results for a class of games: times in microseconds, and the maximum of the rest.
#[derive(Default)]
struct Class {
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
    let mut classes = LIMITS.map(|_| Class::default());
    for number in 0..games {
        let class = number as usize % LIMITS.len();
        let least = if class == 0 { 2 } else { LIMITS[class - 1] };
        let mut size = || least + random.below(LIMITS[class] - least);
        let (rows, columns) = (size(), size());
        let game = Game::random(&mut random, rows, columns);
        let class = &mut classes[class];
        if let Err(error) = compare(&game, &mut solver, class) {
            eprintln!("game {number} ({rows} × {columns}, {}): {error}", game.kind);
            return ExitCode::FAILURE;
        }
    }
    report(&mut classes);
    let right = classes.iter().all(|class| class.difference <= 1e-9 && class.gap <= 1e-10);
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Solves a game in all three ways and enters differences and times in its class.
fn compare(game: &Game, solver: &mut MatrixSolver, class: &mut Class) -> Result<(), Box<dyn std::error::Error>> {
    let matrix = Matrix::new(game.rows, game.columns, &game.payoffs)?;
    let start = Instant::now();
    let solution = solver.solve(matrix)?;
    class.cold.push(microseconds(start));
    if let Some(support) = solver.support() {
        let start = Instant::now();
        let again = solver.solve_from(matrix, support)?;
        class.warm.push(microseconds(start));
        class.difference = class.difference.max((again.value - solution.value).abs());
    }
    let start = Instant::now();
    let value = game.value_by_linear_program();
    class.program.push(microseconds(start));
    class.difference = class.difference.max((value - solution.value).abs());
    class.gap = class.gap.max(solution.gap);
    Ok(())
}

fn microseconds(start: Instant) -> f64 {
    1e6 * start.elapsed().as_secs_f64()
}

fn report(classes: &mut [Class]) {
    println!(
        "{:>9} {:>7} {:>9} {:>9} {:>12} {:>7} {:>11} {:>8}",
        "sizes", "games", "cold µs", "warm µs", "program µs", "ratio", "difference", "gap"
    );
    let mut least = 2;
    for (class, limit) in classes.iter_mut().zip(LIMITS) {
        let sizes = format!("{least}…{}", limit - 1);
        let (cold, warm, program) = (median(&mut class.cold), median(&mut class.warm), median(&mut class.program));
        println!(
            "{sizes:>9} {:>7} {cold:>9.2} {warm:>9.2} {program:>12.1} {:>7.0} {:>11.1e} {:>8.1e}",
            class.program.len(),
            program / cold,
            class.difference,
            class.gap,
        );
        least = limit;
    }
    let greatest = |of: fn(&Class) -> f64| classes.iter().map(of).fold(0.0, f64::max);
    println!(
        "{} games: greatest difference {:.1e}, greatest gap {:.1e}",
        classes.iter().map(|class| class.program.len()).sum::<usize>(),
        greatest(|class| class.difference),
        greatest(|class| class.gap)
    );
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
