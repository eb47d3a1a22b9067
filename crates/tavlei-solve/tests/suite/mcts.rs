//! Tree searches of simultaneous games against exact equilibria.

use tavlei_game::History;
use tavlei_search::{Limits, Playouts, Selection, SimultaneousMcts};
use tavlei_solve::matrix::{Matrix, MatrixSolver};
use tavlei_verify::small_games::{OneShot, rng};

/// Matrices whose payoffs lie within ±10, which count as ±1.
fn matrices() -> Vec<Vec<Vec<i8>>> {
    vec![
        vec![vec![0, -10, 10], vec![10, 0, -10], vec![-10, 10, 0]],
        vec![vec![0, -3, 10], vec![3, 0, -5], vec![-10, 5, 0]],
        vec![vec![3, -1], vec![-2, 4]],
        vec![vec![2, 5, 7], vec![1, 8, 3]],
        vec![vec![4]],
        vec![vec![6, -6, 1, 0], vec![-4, 5, 2, -1], vec![0, 0, -3, 9], vec![1, -2, 3, -4]],
    ]
}

#[test]
fn regret_matching_tends_to_the_equilibrium() {
    let search = SimultaneousMcts {
        selection: Selection::RegretMatching { exploration: 0.05 },
        leaf: Playouts { max_points: 10, ..Playouts::default() },
        ..SimultaneousMcts::regret_matching()
    };
    for (seed, payoffs) in matrices().into_iter().enumerate() {
        let flat: Vec<f64> = payoffs.iter().flatten().map(|&payoff| f64::from(payoff) / 10.0).collect();
        let (rows, columns) = (payoffs.len(), payoffs[0].len());
        let matrix = Matrix::new(rows, columns, &flat).expect("a matrix");
        let value = MatrixSolver::new().solve(matrix).expect("finite payoffs").value;

        let game = History::new(OneShot { payoffs, chosen: None });
        let found = search.search(&game, &Limits::default().with_nodes(60_000), &mut rng(seed as u64));
        let [row, column] =
            [&found.white, &found.black].map(|mixed| mixed.choices().iter().map(|c| c.1).collect::<Vec<_>>());
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (column.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        // What each strategy secures against the best answer.
        let against = |j: usize| (0..rows).map(|i| row[i] * flat[i * columns + j]).sum::<f64>();
        let secured = (0..columns).map(against).fold(f64::INFINITY, f64::min);
        let against = |i: usize| (0..columns).map(|j| column[j] * flat[i * columns + j]).sum::<f64>();
        let conceded = (0..rows).map(against).fold(f64::NEG_INFINITY, f64::max);
        assert!(secured <= value + 1e-9 && value <= conceded + 1e-9);
        assert!(value - secured < 0.03 && conceded - value < 0.03, "{value}: {secured} to {conceded}, {found:?}");
    }
}
