//! Solves 100,000 random matrix games twice, with `tavlei_search::matrix` and with a crate for
//! linear programs, and compares values and times by size.
//!
//! ```text
//! cargo run --release -p tavlei-search --example matrix_oracle [GAMES]
//! ```
//!
//! It fails if two values differ by more than 10⁻⁹ or a duality gap exceeds 10⁻¹⁰.

#[path = "../tests/games/mod.rs"]
mod games;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use games::{Game, Random};
use tavlei_search::matrix::{Matrix, Solver};

/// The sizes from the last limit (or 2) to below the limit form a class.
const LIMITS: [usize; 8] = [4, 6, 11, 16, 21, 31, 46, 61];

#[derive(Clone, Copy, Default)]
struct Class {
    games: u32,
    cold: Duration,
    warm: Duration,
    program: Duration,
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
    let mut solver = Solver::new();
    let mut classes = [Class::default(); LIMITS.len()];
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
    report(&classes);
    let right = classes.iter().all(|class| class.difference <= 1e-9 && class.gap <= 1e-10);
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Solves a game in all three ways and enters differences and times in its class.
fn compare(game: &Game, solver: &mut Solver, class: &mut Class) -> Result<(), Box<dyn std::error::Error>> {
    let matrix = Matrix::new(game.rows, game.columns, &game.payoffs)?;
    let start = Instant::now();
    let solution = solver.solve(matrix)?;
    class.cold += start.elapsed();
    if let Some(support) = solver.support() {
        let start = Instant::now();
        let again = solver.solve_from(matrix, support)?;
        class.warm += start.elapsed();
        class.difference = class.difference.max((again.value - solution.value).abs());
    }
    let start = Instant::now();
    let value = game.value_by_linear_program();
    class.program += start.elapsed();
    class.games += 1;
    class.difference = class.difference.max((value - solution.value).abs());
    class.gap = class.gap.max(solution.gap);
    Ok(())
}

fn report(classes: &[Class]) {
    println!(
        "{:>9} {:>7} {:>9} {:>9} {:>12} {:>7} {:>11} {:>8}",
        "sizes", "games", "cold µs", "warm µs", "program µs", "ratio", "difference", "gap"
    );
    for (class, result) in classes.iter().enumerate() {
        let least = if class == 0 { 2 } else { LIMITS[class - 1] };
        let sizes = format!("{least}…{}", LIMITS[class] - 1);
        let each = |time: Duration| 1e6 * time.as_secs_f64() / f64::from(result.games.max(1));
        println!(
            "{sizes:>9} {:>7} {:>9.2} {:>9.2} {:>12.1} {:>7.0} {:>11.1e} {:>8.1e}",
            result.games,
            each(result.cold),
            each(result.warm),
            each(result.program),
            result.program.as_secs_f64() / result.cold.as_secs_f64(),
            result.difference,
            result.gap,
        );
    }
    let greatest = |of: fn(&Class) -> f64| classes.iter().map(of).fold(0.0, f64::max);
    let games: u32 = classes.iter().map(|class| class.games).sum();
    println!(
        "{games} games: greatest difference {:.1e}, greatest gap {:.1e}",
        greatest(|class| class.difference),
        greatest(|class| class.gap)
    );
}
