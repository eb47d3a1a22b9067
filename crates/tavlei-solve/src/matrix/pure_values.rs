//! One look at every payoff: whether it is finite, and what each pure strategy guarantees.

use super::Matrix;

/// The security levels of the pure strategies.
#[derive(Clone, Debug, Default)]
pub(super) struct PureValues {
    /// The least payoff of each row.
    floors: Vec<f64>,
    /// The greatest payoff of each column.
    ceilings: Vec<f64>,
}

impl PureValues {
    /// Reads the matrix; false if a payoff is not finite or exceeds `limit` in magnitude.
    pub(super) fn take(&mut self, matrix: Matrix<'_>, limit: f64) -> bool {
        self.floors.clear();
        self.ceilings.clear();
        self.ceilings.resize(matrix.columns(), f64::NEG_INFINITY);
        // Comparisons pass a NaN over, a sum keeps it.
        let mut sums = [0.0; 4];
        for row in matrix.iter() {
            let mut floors = [f64::INFINITY; 4];
            let (fours, rest) = row.as_chunks::<4>();
            let (ceilings, ceilings_rest) = self.ceilings.as_chunks_mut::<4>();
            for (ceilings, four) in ceilings.iter_mut().zip(fours) {
                for lane in 0..4 {
                    let payoff = four[lane];
                    sums[lane] += payoff;
                    floors[lane] = lesser(floors[lane], payoff);
                    ceilings[lane] = greater(ceilings[lane], payoff);
                }
            }
            for (ceiling, &payoff) in ceilings_rest.iter_mut().zip(rest) {
                sums[0] += payoff;
                floors[0] = lesser(floors[0], payoff);
                *ceiling = greater(*ceiling, payoff);
            }
            let [a, b, c, d] = floors;
            self.floors.push(lesser(lesser(a, b), lesser(c, d)));
        }
        sums.iter().sum::<f64>().is_finite()
            && self.floors.iter().all(|&floor| floor >= -limit)
            && self.ceilings.iter().all(|&ceiling| ceiling <= limit)
    }

    /// The first row with the greatest floor, and that floor.
    pub(super) fn maximin(&self) -> (usize, f64) {
        first_greatest(self.floors.iter().copied())
    }

    /// The first column with the least ceiling, and that ceiling.
    pub(super) fn minimax(&self) -> (usize, f64) {
        let (column, negated) = first_greatest(self.ceilings.iter().map(|ceiling| -ceiling));
        (column, -negated)
    }

    /// The greatest payoff minus the least.
    pub(super) fn range(&self) -> f64 {
        let greatest = self.ceilings.iter().fold(f64::NEG_INFINITY, |a, &b| greater(a, b));
        let least = self.floors.iter().fold(f64::INFINITY, |a, &b| lesser(a, b));
        greatest - least
    }
}

/// The place and the size of the greatest number; of equals the first.
pub(super) fn first_greatest(numbers: impl Iterator<Item = f64>) -> (usize, f64) {
    numbers.enumerate().fold(
        (0, f64::NEG_INFINITY),
        |best, (place, number)| {
            if number > best.1 { (place, number) } else { best }
        },
    )
}

fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
