//! Random matrix games of many kinds, and the linear program crate they are compared with.

#![allow(dead_code, reason = "the test and the example use different parts")]

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

/// The generator SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number between 0 and `end` − 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number between −1 and 1.
    pub(crate) fn signed(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The payoff in a row and a column, of which the numbers may tell what they are worth.
type Payoff = fn(&mut Random, &[f64], usize, usize) -> f64;

/// A game with payoffs of its own.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) kind: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) payoffs: Vec<f64>,
}

impl Game {
    /// A game of the given size, of a kind that is chosen at random.
    pub(crate) fn random(random: &mut Random, rows: usize, columns: usize) -> Self {
        let (kind, payoff): (_, Payoff) = match random.below(8) {
            0 | 1 => ("real", |random, _, _, _| random.signed()),
            2 => ("integer", |random, _, _, _| random.below(21) as f64 - 10.0),
            3 => ("win, draw or loss", |random, _, _, _| random.below(3) as f64 - 1.0),
            4 => ("zero or one", |random, _, _, _| f64::from(random.below(6) == 0)),
            // Mostly the sum of what each choice is worth: many choices are dominated.
            5 => ("nearly additive", |random, worth, i, j| worth[i] - worth[j] + 0.5 * random.signed()),
            // Many rows and columns are there twice or more.
            6 => ("duplicates", |_, worth, i, j| worth[(i / 3 * 7 + j / 2 * 11) % worth.len()]),
            // Some payoffs differ little, as where a value iteration is about to converge.
            _ => ("nearly tied", |random, _, _, _| random.below(4) as f64 + 1e-6 * random.signed()),
        };
        let worth: Vec<f64> = (0..rows.max(columns)).map(|_| random.signed()).collect();
        let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
        let payoffs = cells.map(|(i, j)| payoff(random, &worth, i, j)).collect();
        Self { kind, rows, columns, payoffs }
    }

    /// The value of the game, according to the linear program crate.
    ///
    /// It wants coefficients that do not differ much in size, so the payoffs are raised to 1 or
    /// more.
    pub(crate) fn value_by_linear_program(&self) -> f64 {
        let raise = 1.0 - self.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
        let rows: Vec<Variable> = (0..self.rows).map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
        let sum: Vec<_> = rows.iter().map(|&row| (row, 1.0)).collect();
        problem.add_constraint(&sum, ComparisonOp::Eq, 1.0);
        for column in 0..self.columns {
            let payoffs = self.payoffs[column..].iter().step_by(self.columns);
            let mut terms = vec![(value, -1.0)];
            terms.extend(rows.iter().zip(payoffs).map(|(&row, payoff)| (row, payoff + raise)));
            problem.add_constraint(&terms, ComparisonOp::Ge, 0.0);
        }
        let mut options = SolveOptions::default();
        options.tolerances.feasibility = 1e-10;
        let outcome = problem.solve_with(options).expect("a matrix game has a value");
        outcome.into_solution().expect("no limit was set").objective() - raise
    }
}
