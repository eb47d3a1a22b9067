//! Matrix games with known solutions, random ones against a linear program crate, and the
//! certificate of all of them, worked out here once more.

use crate::games::{Game, Random};
use proptest::prelude::*;
use tavlei_solve::matrix::{Matrix, MatrixError, MatrixSolver, Oracle, ShapeError, Solution, Support};
use tavlei_verify::test_size;

/// Measures strategies against every pure answer: what the row player is sure of, and what the
/// column player is.
fn guarantees(matrix: Matrix<'_>, x: &[f64], y: &[f64]) -> (f64, f64) {
    let column = |j: usize| matrix.iter().zip(x).map(|(row, p)| p * row[j]).sum::<f64>();
    let lower = (0..matrix.columns()).map(column).fold(f64::INFINITY, f64::min);
    let row = |row: &[f64]| row.iter().zip(y).map(|(payoff, p)| p * payoff).sum::<f64>();
    let upper = matrix.iter().map(row).fold(f64::NEG_INFINITY, f64::max);
    (lower, upper)
}

/// The greatest payoff minus the least.
fn range(matrix: Matrix<'_>) -> f64 {
    let greatest = matrix.payoffs().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = matrix.payoffs().iter().copied().fold(f64::INFINITY, f64::min);
    greatest - least
}

/// Checks that what the solver holds are strategies, that the gap is theirs, and that it is as
/// small as promised.
fn check(matrix: Matrix<'_>, solver: &MatrixSolver, solution: Solution) {
    let (x, y) = (solver.row_strategy(), solver.column_strategy());
    assert_eq!((x.len(), y.len()), (matrix.rows(), matrix.columns()));
    for strategy in [x, y] {
        assert!(strategy.iter().all(|&p| (0.0..=1.0 + 1e-12).contains(&p)), "{strategy:?}");
        assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{strategy:?}");
    }
    let greatest = matrix.payoffs().iter().fold(0.0, |greatest: f64, p| greatest.max(p.abs()));
    let rounding = 1e-13 * greatest;
    let (lower, upper) = guarantees(matrix, x, y);
    assert!((upper - lower - solution.gap).abs() <= rounding, "{} {solution:?}", upper - lower);
    assert!((0.5 * (lower + upper) - solution.value).abs() <= rounding);
    let greatest_gap = f64::max(1e-10 * range(matrix), 1e-15 * greatest);
    assert!((0.0..=greatest_gap).contains(&solution.gap), "{solution:?}");
    if let Some(support) = solver.support() {
        assert!(support.fits(matrix.rows(), matrix.columns()));
        let inside = |p: &[f64], bits: u64| (0..p.len()).all(|i| p[i] == 0.0 || bits >> i & 1 == 1);
        assert!(inside(x, support.rows) && inside(y, support.columns));
    }
}

/// Solves and checks a game, and the same game with the sides exchanged.
fn solve<const N: usize>(rows: usize, columns: usize, payoffs: [f64; N]) -> (f64, MatrixSolver) {
    let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
    let mut solver = MatrixSolver::new();
    let mirrored: Vec<f64> = (0..N).map(|cell| -payoffs[cell % rows * columns + cell / rows]).collect();
    let mirror = Matrix::new(columns, rows, &mirrored).unwrap();
    let mirror_solution = solver.solve(mirror).unwrap();
    check(mirror, &solver, mirror_solution);
    let solution = solver.solve(matrix).unwrap();
    check(matrix, &solver, solution);
    let rounding = 0.5 * (solution.gap + mirror_solution.gap) + 1e-15 * range(matrix);
    assert!((solution.value + mirror_solution.value).abs() <= rounding);
    (solution.value, solver)
}

fn assert_close(numbers: &[f64], expected: &[f64]) {
    assert_eq!(numbers.len(), expected.len());
    for (number, expected) in numbers.iter().zip(expected) {
        assert!((number - expected).abs() < 1e-14, "{numbers:?}, not {expected}");
    }
}

#[test]
fn one_payoff_is_the_value() {
    let (value, solver) = solve(1, 1, [-7.25]);
    assert_eq!(value, -7.25);
    assert_eq!((solver.row_strategy(), solver.column_strategy()), (&[1.0][..], &[1.0][..]));
}

#[test]
fn one_row_is_worth_its_least_payoff_and_one_column_its_greatest() {
    assert_eq!(solve(1, 4, [3.0, -1.0, 2.0, -1.0]).0, -1.0);
    assert_eq!(solve(4, 1, [3.0, -1.0, 5.0, 2.0]).0, 5.0);
}

#[test]
fn a_saddle_point_is_played_purely() {
    let (value, solver) = solve(3, 3, [4.0, 3.0, 8.0, 9.0, 2.0, 1.0, 0.0, 1.0, 7.0]);
    assert_eq!(value, 3.0);
    assert_eq!(solver.row_strategy(), [1.0, 0.0, 0.0]);
    assert_eq!(solver.column_strategy(), [0.0, 1.0, 0.0]);
    assert_eq!(solver.support(), Some(Support { rows: 1, columns: 2 }));
}

#[test]
fn two_by_two_follows_the_formula() {
    // v = (ad − bc) / (a + d − b − c), x₁ = (d − c) / (a + d − b − c).
    let (value, solver) = solve(2, 2, [5.0, -1.0, 2.0, 4.0]);
    assert_close(&[value], &[22.0 / 8.0]);
    assert_close(solver.row_strategy(), &[0.25, 0.75]);
    assert_close(solver.column_strategy(), &[0.625, 0.375]);
}

#[test]
fn two_rows_meet_at_the_corner_of_the_envelope() {
    // Columns 1 and 3 cross at p = 1/2 below all others.
    let (value, solver) = solve(2, 5, [9.0, 5.0, 1.0, 4.0, 8.0, 2.0, 2.0, 3.0, 4.0, 9.0]);
    assert_close(&[value], &[13.0 / 5.0]);
    assert_close(solver.row_strategy(), &[0.2, 0.8]);
    assert_close(solver.column_strategy(), &[0.0, 0.4, 0.6, 0.0, 0.0]);
}

#[test]
fn two_rows_can_meet_at_a_flat_top() {
    // The second column is worth 1 whatever the row player does, and nothing is cheaper.
    let (value, _) = solve(2, 3, [3.0, 1.0, 0.0, 0.0, 1.0, 3.0]);
    assert_eq!(value, 1.0);
}

#[test]
fn rock_paper_scissors_in_three_and_in_five() {
    let (value, solver) = solve(3, 3, [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0]);
    assert_close(&[value], &[0.0]);
    assert_close(solver.row_strategy(), &[1.0 / 3.0; 3]);
    assert_close(solver.column_strategy(), &[1.0 / 3.0; 3]);
    let payoffs: [f64; 25] = std::array::from_fn(|cell| match (cell / 5 + 5 - cell % 5) % 5 {
        0 => 0.0,
        1 | 3 => 1.0,
        _ => -1.0,
    });
    let (value, solver) = solve(5, 5, payoffs);
    assert_close(&[value], &[0.0]);
    assert_close(solver.row_strategy(), &[0.2; 5]);
}

#[test]
fn a_diagonal_game_is_worth_its_harmonic_sum() {
    // v = 1 / Σ 1/dᵢ, and both sides choose i with probability v / dᵢ.
    let diagonal = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let payoffs: [f64; 36] = std::array::from_fn(|cell| if cell % 7 == 0 { diagonal[cell / 7] } else { 0.0 });
    let (value, solver) = solve(6, 6, payoffs);
    let expected = 1.0 / diagonal.iter().map(|d| 1.0 / d).sum::<f64>();
    assert_close(&[value], &[expected]);
    assert_close(solver.row_strategy(), &diagonal.map(|d| expected / d));
    assert_close(solver.column_strategy(), &diagonal.map(|d| expected / d));
}

#[test]
fn colonel_blotto_with_four_regiments_against_three() {
    // Rows 4:0 3:1 2:2 1:3 0:4 against columns 3:0 2:1 1:2 0:3; the value is 14/9 (Karlin).
    let payoffs =
        [4.0, 2.0, 1.0, 0.0, 1.0, 3.0, 0.0, -1.0, -2.0, 2.0, 2.0, -2.0, -1.0, 0.0, 3.0, 1.0, 0.0, 1.0, 2.0, 4.0];
    let (value, solver) = solve(5, 4, payoffs);
    assert_close(&[value], &[14.0 / 9.0]);
    let x = solver.row_strategy();
    assert_close(&[x[0] + x[4], x[2]], &[8.0 / 9.0, 1.0 / 9.0]);
}

#[test]
fn constant_and_zero_matrices_are_worth_their_payoff() {
    for (rows, columns) in [(1, 1), (2, 2), (2, 7), (7, 2), (3, 3), (20, 30), (70, 70)] {
        for payoff in [0.0, -0.0, 1.0, -0.1, 1e12, -1e-12] {
            let payoffs = vec![payoff; rows * columns];
            let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
            let mut solver = MatrixSolver::new();
            let solution = solver.solve(matrix).unwrap();
            assert_eq!(solution, Solution { value: payoff, gap: 0.0 });
            check(matrix, &solver, solution);
        }
    }
}

#[test]
fn skew_symmetric_games_are_worth_nothing() {
    let mut random = Random(1);
    let mut solver = MatrixSolver::new();
    for size in 1..=60 {
        for integers in [false, true] {
            let mut payoffs = vec![0.0; size * size];
            for i in 0..size {
                for j in 0..i {
                    let payoff = if integers { random.below(5) as f64 - 2.0 } else { random.signed() };
                    payoffs[i * size + j] = payoff;
                    payoffs[j * size + i] = -payoff;
                }
            }
            let matrix = Matrix::new(size, size, &payoffs).unwrap();
            let solution = solver.solve(matrix).unwrap();
            check(matrix, &solver, solution);
            assert!(solution.value.abs() < 1e-14, "{size}: {solution:?}");
        }
    }
}

#[test]
fn dominated_and_doubled_choices_change_nothing() {
    let mut random = Random(2);
    let mut solver = MatrixSolver::new();
    for _ in 0..2_000 {
        let (rows, columns) = (1 + random.below(8), 1 + random.below(8));
        let core = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &core.payoffs).unwrap();
        let expected = solver.solve(matrix).unwrap().value;
        // Every further row is a row of the core or worse, every further column one or dearer.
        let (height, width) = (rows + random.below(6), columns + random.below(6));
        let mut payoffs = Vec::new();
        for i in 0..height {
            for j in 0..width {
                let mut payoff = core.payoffs[i % rows * columns + j % columns];
                if i >= rows && j < columns {
                    payoff -= random.below(2) as f64;
                }
                if j >= columns {
                    payoff += random.below(2) as f64 + if i < rows { 0.0 } else { 1.0 };
                }
                payoffs.push(payoff);
            }
        }
        let matrix = Matrix::new(height, width, &payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        check(matrix, &solver, solution);
        let (left_rows, left_columns) = matrix.undominated();
        if (height, width) != (rows, columns) {
            assert!(left_rows.len() <= rows && left_columns.len() <= columns);
        }
        assert!((solution.value - expected).abs() < 1e-12 * range(matrix).max(1.0));
        let left: Vec<f64> = left_rows
            .iter()
            .flat_map(|&i| left_columns.iter().map(move |&j| (i, j)))
            .map(|(i, j)| payoffs[i * width + j])
            .collect();
        let left = Matrix::new(left_rows.len(), left_columns.len(), &left).unwrap();
        let left = solver.solve(left).unwrap();
        assert!((left.value - expected).abs() < 1e-12 * range(matrix).max(1.0));
    }
}

#[test]
fn scale_and_origin_do_not_matter() {
    let mut random = Random(3);
    let mut solver = MatrixSolver::new();
    for number in 0..2_000 {
        let size = if number % 50 == 0 { 60 } else { 12 };
        let (rows, columns) = (1 + random.below(size), 1 + random.below(size));
        let game = Game::random(&mut random, rows, columns);
        let value = solver.solve(Matrix::new(rows, columns, &game.payoffs).unwrap()).unwrap().value;
        for exponent in [-130, -12, -9, -6, -3, 3, 6, 9, 12, 130] {
            let scale = 10_f64.powi(exponent);
            let payoffs: Vec<f64> = game.payoffs.iter().map(|payoff| payoff * scale).collect();
            let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
            let solution = solver.solve(matrix).unwrap();
            check(matrix, &solver, solution);
            assert!((solution.value - value * scale).abs() <= 1e-13 * range(matrix));
        }
        for origin in [-1e6, 1e3, 1e9] {
            let payoffs: Vec<f64> = game.payoffs.iter().map(|payoff| payoff + origin).collect();
            let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
            let solution = solver.solve(matrix).unwrap();
            check(matrix, &solver, solution);
            assert!((solution.value - origin - value).abs() <= 1e-15 * origin.abs());
        }
    }
}

#[test]
fn forbidden_choices_may_cost_a_fortune() {
    // The game that matters has payoffs of about 1; a forbidden choice costs 10⁹ or more.
    let mut random = Random(4);
    let mut solver = MatrixSolver::new();
    for _ in 0..500 {
        let size = 3 + random.below(20);
        let fine = 2 + random.below(size - 2);
        let payoffs: Vec<f64> = (0..size * size)
            .map(|cell| match (cell / size < fine, cell % size < fine) {
                (true, true) => random.signed(),
                (true, false) => 1e9,
                (false, true) => -1e9,
                (false, false) => 0.0,
            })
            .collect();
        let matrix = Matrix::new(size, size, &payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        assert!(solution.gap <= 1e-12, "{solution:?}");
    }
}

#[test]
fn games_made_to_be_hard_are_solved() {
    type Payoff = fn(&mut Random, f64, f64) -> f64;
    let kinds: [Payoff; 10] = [
        |_, i, j| 1.0 / (i + j + 1.0),
        |_, i, j| (0.37 * i * j).sin(),
        |_, i, j| if i < j { 0.0 } else { (i - j).exp2() },
        |_, i, j| (-0.01 * (i - j) * (i - j)).exp(),
        |_, i, j| if i == j { 1.0 } else { 0.0 },
        |random, _, _| random.below(4) as f64 + 1e-9 * random.signed(),
        |random, i, j| ((i + j) % 3.0) + 1e-12 * random.signed(),
        |random, _, _| random.below(2) as f64 + 1e-14 * random.signed(),
        |random, _, _| random.signed().powi(15),
        |random, _, _| random.signed().signum() * 10_f64.powf(6.0 * random.signed()),
    ];
    let mut random = Random(5);
    let mut solver = MatrixSolver::new();
    for kind in kinds {
        for _ in 0..100 {
            let (rows, columns) = (2 + random.below(59), 2 + random.below(59));
            let payoffs: Vec<f64> = (0..rows * columns)
                .map(|cell| kind(&mut random, (cell / columns) as f64, (cell % columns) as f64))
                .collect();
            let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
            let solution = solver.solve(matrix).unwrap();
            check(matrix, &solver, solution);
        }
    }
}

#[test]
fn random_games_agree_with_a_linear_program_crate() {
    let mut random = Random(6);
    let mut solver = MatrixSolver::new();
    for number in 0..test_size(1_500, 5_000) {
        let size = if number % 10 == 0 { 59 } else { 14 };
        let (rows, columns) = (2 + random.below(size), 2 + random.below(size));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        check(matrix, &solver, solution);
        let expected = game.value_by_linear_program();
        assert!(
            (solution.value - expected).abs() <= 1e-9,
            "game {number} ({}): {solution:?}, not {expected}",
            game.kind
        );
    }
}

#[test]
fn random_games_carry_their_certificate() {
    let mut random = Random(7);
    let mut solver = MatrixSolver::new();
    for number in 0..test_size(20_000, 100_000) {
        let size = if number % 8 == 0 { 59 } else { 19 };
        let (rows, columns) = (2 + random.below(size), 2 + random.below(size));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        check(matrix, &solver, solution);
        assert!(solution.gap < 1e-12, "game {number} ({}): {solution:?}", game.kind);
    }
}

#[test]
fn a_support_that_is_still_right_is_kept() {
    let mut random = Random(8);
    let mut solver = MatrixSolver::new();
    for _ in 0..2_000 {
        let (rows, columns) = (1 + random.below(30), 1 + random.below(30));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        let support = solver.support().unwrap();
        let again = solver.solve_from(matrix, support).unwrap();
        check(matrix, &solver, again);
        assert!((again.value - solution.value).abs() < 1e-13);
        assert_eq!(solver.support().unwrap().rows.count_ones(), support.rows.count_ones());
    }
}

#[test]
fn any_support_leads_to_the_same_value() {
    let mut random = Random(9);
    let (mut solver, mut other) = (MatrixSolver::new(), MatrixSolver::new());
    for _ in 0..5_000 {
        let (rows, columns) = (1 + random.below(20), 1 + random.below(20));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let solution = solver.solve(matrix).unwrap();
        let near = solver.support().unwrap();
        let far = Support { rows: random.next() & ((1 << rows) - 1), columns: random.next() & ((1 << columns) - 1) };
        let absurd = Support { rows: random.next(), columns: random.next() };
        let nothing = Support { rows: 0, columns: 0 };
        let shaken: Vec<f64> = game.payoffs.iter().map(|payoff| payoff + 1e-3 * random.signed()).collect();
        let shaken = Matrix::new(rows, columns, &shaken).unwrap();
        let shaken_solution = solver.solve(shaken).unwrap();
        for support in [near, far, absurd, nothing] {
            for (matrix, expected) in [(matrix, solution), (shaken, shaken_solution)] {
                let warm = other.solve_from(matrix, support).unwrap();
                check(matrix, &other, warm);
                assert!((warm.value - expected.value).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn answers_do_not_depend_on_what_was_solved_before() {
    let mut random = Random(10);
    let mut old = MatrixSolver::new();
    for _ in 0..500 {
        let (rows, columns) = (1 + random.below(15), 1 + random.below(15));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let mut new = MatrixSolver::new();
        assert_eq!(old.solve(matrix), new.solve(matrix));
        assert_eq!(old.row_strategy(), new.row_strategy());
        assert_eq!(old.column_strategy(), new.column_strategy());
        assert_eq!(old.support(), new.support());
    }
}

#[test]
fn large_games_are_solved_again_without_a_support() {
    let mut random = Random(11);
    let mut solver = MatrixSolver::new();
    let mut payoffs: Vec<f64> = (0..150 * 120).map(|_| random.signed()).collect();
    for _ in 0..5 {
        let matrix = Matrix::new(150, 120, &payoffs).unwrap();
        let solution = solver.solve_again(matrix).unwrap();
        check(matrix, &solver, solution);
        assert_eq!(solver.support(), None);
        for payoff in &mut payoffs {
            *payoff += 1e-4 * random.signed();
        }
    }
}

#[test]
fn a_tolerance_keeps_a_support_that_is_nearly_right() {
    let first = [1.0, -1.0, -1.0, 1.0];
    let mut solver = MatrixSolver::with_tolerance(0.1);
    solver.solve(Matrix::new(2, 2, &first).unwrap()).unwrap();
    let support = solver.support().unwrap();
    // The third row is better against an even chance, by 0.05.
    let second = [1.0, -1.0, -1.0, 1.0, 0.05, 0.05];
    let second = Matrix::new(3, 2, &second).unwrap();
    let rough = solver.solve_from(second, support).unwrap();
    assert_eq!(solver.support(), Some(support));
    assert!((rough.gap - 0.05).abs() < 1e-15);
    let exact = MatrixSolver::new().solve_from(second, support).unwrap();
    assert!((exact.value - rough.value).abs() <= 0.5 * rough.gap);
    assert!(exact.gap < 1e-15);
}

#[test]
fn a_shape_must_match_the_payoffs() {
    let payoffs = [0.0; 6];
    assert!(Matrix::new(2, 3, &payoffs).is_ok());
    assert_eq!(Matrix::new(0, 3, &[]), Err(ShapeError::Empty { rows: 0, columns: 3 }));
    assert_eq!(Matrix::new(3, 0, &[]), Err(ShapeError::Empty { rows: 3, columns: 0 }));
    for (rows, columns) in [(2, 2), (3, 3), (usize::MAX, 2), (usize::MAX, usize::MAX)] {
        let error = ShapeError::Length { rows, columns, found: 6 };
        assert_eq!(Matrix::new(rows, columns, &payoffs), Err(error));
    }
}

#[test]
fn a_payoff_that_is_no_number_is_an_error_wherever_it_stands() {
    let mut random = Random(12);
    let mut solver = MatrixSolver::new();
    let wrong = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e151, -f64::MAX];
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 6), (6, 2), (3, 4), (9, 9)] {
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        solver.solve(matrix).unwrap();
        let support = solver.support().unwrap();
        for cell in 0..rows * columns {
            for payoff in wrong {
                let mut payoffs = game.payoffs.clone();
                payoffs[cell] = payoff;
                let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
                let (row, column) = (cell / columns, cell % columns);
                let found = [
                    solver.solve(matrix),
                    MatrixSolver::new().solve_again(matrix),
                    // 10¹⁵¹ and more may stand where it cannot make a difference.
                    if payoff.is_finite() { solver.solve(matrix) } else { solver.solve_from(matrix, support) },
                ];
                for error in found {
                    let Err(MatrixError::Payoff { row: r, column: c, .. }) = error else {
                        panic!("{error:?} for {payoff} in row {row}, column {column}");
                    };
                    assert_eq!((r, c), (row, column));
                }
                assert!(solver.row_strategy().is_empty() && solver.column_strategy().is_empty());
                assert_eq!(solver.support(), None);
            }
        }
    }
}

/// Counts how often each payoff is asked for.
struct Counting<'a> {
    matrix: Matrix<'a>,
    bounds: (f64, f64),
    asked: Vec<usize>,
}

impl Oracle for Counting<'_> {
    fn payoff(&mut self, row: usize, column: usize) -> f64 {
        self.asked[row * self.matrix.columns() + column] += 1;
        self.matrix.row(row)[column]
    }

    fn bounds(&mut self, _row: usize, _column: usize) -> (f64, f64) {
        self.bounds
    }
}

#[test]
fn the_double_oracle_finds_the_same_value_with_fewer_payoffs() {
    let mut random = Random(13);
    let (mut solver, mut lazy) = (MatrixSolver::new(), MatrixSolver::new());
    let mut totals = [0; 4];
    for _ in 0..1_500 {
        let (rows, columns) = (1 + random.below(30), 1 + random.below(30));
        let game = Game::random(&mut random, rows, columns);
        let matrix = Matrix::new(rows, columns, &game.payoffs).unwrap();
        let expected = solver.solve(matrix).unwrap();
        let support = solver.support().unwrap();
        let greatest = game.payoffs.iter().fold(0.0, |greatest: f64, p| greatest.max(p.abs()));
        let loose = (f64::NEG_INFINITY, f64::INFINITY);
        let tight = (-greatest, greatest);
        totals[0] += rows * columns;
        let ways = [(loose, None), (tight, None), (tight, Some(support))];
        for (total, (bounds, start)) in totals[1..].iter_mut().zip(ways) {
            let mut oracle = Counting { matrix, bounds, asked: vec![0; rows * columns] };
            let found = lazy.double_oracle(rows, columns, &mut oracle, start).unwrap();
            assert!((found.solution.value - expected.value).abs() < 1e-12 * range(matrix).max(1.0));
            // What was not evaluated is covered by the strategies all the same.
            let (lower, upper) = guarantees(matrix, lazy.row_strategy(), lazy.column_strategy());
            assert!(upper - lower <= found.solution.gap + 1e-14 * greatest);
            assert!(found.solution.gap <= 1e-12 * range(matrix).max(greatest));
            assert!(oracle.asked.iter().all(|&times| times <= 1));
            assert_eq!(oracle.asked.iter().sum::<usize>(), found.evaluated);
            *total += found.evaluated;
        }
    }
    let [all, loose, tight, warm] = totals;
    assert!(warm < tight && tight < loose && loose < all, "{totals:?}");
}

#[test]
fn a_sure_win_needs_one_row() {
    // Every payoff is at most a win, and row 3 always wins.
    let payoffs: Vec<f64> = (0..400).map(|cell| if cell / 20 == 3 { 1.0 } else { -1.0 }).collect();
    let matrix = Matrix::new(20, 20, &payoffs).unwrap();
    let mut oracle = Counting { matrix, bounds: (-1.0, 1.0), asked: vec![0; 400] };
    let start = Some(Support { rows: 1 << 3, columns: 1 });
    let mut solver = MatrixSolver::new();
    let found = solver.double_oracle(20, 20, &mut oracle, start).unwrap();
    assert_eq!(found.solution, Solution { value: 1.0, gap: 0.0 });
    assert_eq!(found.evaluated, 20);
}

#[test]
fn equal_bounds_are_payoffs() {
    let payoffs: Vec<f64> = (0..25).map(f64::from).collect();
    struct Known<'a>(&'a [f64]);
    impl Oracle for Known<'_> {
        fn payoff(&mut self, _: usize, _: usize) -> f64 {
            panic!("everything is known")
        }
        fn bounds(&mut self, row: usize, column: usize) -> (f64, f64) {
            (self.0[row * 5 + column], self.0[row * 5 + column])
        }
    }
    let found = MatrixSolver::new().double_oracle(5, 5, &mut Known(&payoffs), None).unwrap();
    assert_eq!((found.solution.value, found.evaluated), (20.0, 0));
}

#[test]
fn the_double_oracle_refuses_what_is_no_game() {
    let mut solver = MatrixSolver::new();
    let mut zero = |_: usize, _: usize| 0.0;
    let empty = solver.double_oracle(0, 3, &mut zero, None);
    assert_eq!(empty, Err(MatrixError::Empty { rows: 0, columns: 3 }));
    let empty = solver.double_oracle(3, 0, &mut zero, None);
    assert_eq!(empty, Err(MatrixError::Empty { rows: 3, columns: 0 }));
    let huge = solver.double_oracle(usize::MAX, usize::MAX, &mut zero, None);
    assert!(matches!(huge, Err(MatrixError::Size { .. })));
    let mut broken = |row: usize, column: usize| if row == column { f64::NAN } else { 1.0 };
    let error = solver.double_oracle(3, 3, &mut broken, None);
    assert!(matches!(error, Err(MatrixError::Payoff { .. })));
    assert!(solver.row_strategy().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever finite payoffs come, the certificate holds; whatever others, it is an error.
    #[test]
    fn any_matrix_is_solved_or_refused(
        (rows, columns, payoffs) in (1..8_usize, 1..8_usize).prop_flat_map(|(rows, columns)| {
            let payoff = prop_oneof![
                8 => -3.0..3.0,
                8 => (-2..3_i8).prop_map(f64::from),
                1 => prop::num::f64::ANY,
            ];
            (Just(rows), Just(columns), prop::collection::vec(payoff, rows * columns))
        })
    ) {
        let matrix = Matrix::new(rows, columns, &payoffs).unwrap();
        let mut solver = MatrixSolver::new();
        match solver.solve(matrix) {
            Ok(solution) => check(matrix, &solver, solution),
            Err(MatrixError::Payoff { row, column, .. }) => {
                let payoff = matrix.row(row)[column];
                prop_assert!(payoff.is_nan() || payoff.abs() > 1e150);
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A constant added to all payoffs is added to the value; more payoff is never worse.
    #[test]
    fn the_value_follows_the_payoffs(
        payoffs in prop::collection::vec(-1.0..1.0, 42),
        raise in prop::collection::vec(0.0..0.5, 42),
        constant in -5.0..5.0_f64,
    ) {
        let value = |payoffs: &[f64]| -> f64 {
            MatrixSolver::new().solve(Matrix::new(6, 7, payoffs).unwrap()).unwrap().value
        };
        let before = value(&payoffs);
        let moved: Vec<f64> = payoffs.iter().map(|payoff| payoff + constant).collect();
        prop_assert!((value(&moved) - before - constant).abs() < 1e-13);
        let raised: Vec<f64> = payoffs.iter().zip(&raise).map(|(a, b)| a + b).collect();
        prop_assert!(value(&raised) >= before - 1e-13);
    }
}
