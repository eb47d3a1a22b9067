//! A solver that has solved the largest game allocates nothing.

use crate::games::{Game, Random};
use tavlei_solve::matrix::{Matrix, MatrixSolver, Support};

#[test]
fn a_warm_solver_allocates_nothing() {
    let mut random = Random(14);
    let mut games: Vec<Game> = (0..300)
        .map(|_| {
            let (rows, columns) = (1 + random.below(40), 1 + random.below(40));
            Game::random(&mut random, rows, columns)
        })
        .collect();
    let mut solver = MatrixSolver::new();
    let round = |solver: &mut MatrixSolver, games: &[Game]| {
        for game in games {
            let (rows, columns) = (game.rows, game.columns);
            let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
            solver.solve(matrix).unwrap();
            let support = solver.support().unwrap();
            solver.solve_from(matrix, support).unwrap();
            let wrong = Support { rows: 1, columns: 1 };
            solver.solve_from(matrix, wrong).unwrap();
            let mut oracle = |row: usize, column: usize| game.payoffs[row * columns + column];
            solver.double_oracle(rows, columns, &mut oracle, Some(support)).unwrap();
            solver.double_oracle(rows, columns, &mut oracle, None).unwrap();
        }
    };
    round(&mut solver, &games);
    games.reverse();
    let count = allocation_counter::measure(|| round(&mut solver, &games)).count_total;
    assert_eq!(count, 0);
}
