//! A dense simplex on the condensed tableau of a matrix game.

use super::Matrix;
use super::basis::Basis;
use super::pure_values::{PureValues, first_greatest};

/// Two quotients closer than this count as equal in the ratio test.
const TIE: f64 = 1e-13;

/// After this many steps in a row without progress the pivots follow Bland's rule, which cannot
/// cycle, until there is progress again.
const PATIENCE: usize = 12;

/// The tolerances below which a number counts as zero, for payoffs with a range of about 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Precision {
    /// A probability or a slack is negative if it is below minus this.
    pub(super) sign: f64,
    /// A pivot must exceed this.
    pub(super) pivot: f64,
}

/// The column player's linear program: the least `v` with `A y ≤ v`, `Σ y = 1`, `y ≥ 0`.
///
/// In every basis of it `k` columns have a probability `y_j` and `k` rows have no slack `s_i`.
/// One of each is used up by the value and the sum, so the tableau is no larger than the matrix.
/// Its line for row `i` holds `s_i` or the probability that was exchanged for it, its place for
/// column `j` holds `y_j` or the slack that was exchanged for it, and line `r` reads
///
/// ```text
/// basic_r = constant_r − Σ_c t_rc · free_c.
/// ```
///
/// The costs below them, `v − v₀ = Σ_c cost_c · free_c`, are the row player's strategy where
/// `free_c` is a slack, so that one optimal tableau holds both strategies. It starts from a pure
/// pair, where all numbers are differences of payoffs.
///
/// The fewer lines, the fewer exchanges it takes: a matrix with more rows than columns is
/// turned, so that the row player's program is solved.
#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    /// Whether lines are columns of the game and places are rows, with the signs changed.
    turned: bool,
    height: usize,
    width: usize,
    /// The lines `t_r`, then the costs, then a line for costs put off.
    cells: Vec<f64>,
    constants: Vec<f64>,
    /// The variable of each line: below `height` a slack, otherwise `height` + a place.
    basic: Vec<usize>,
    /// The variable of each place.
    free: Vec<usize>,
    /// The cells of the place that is about to be exchanged, down all lines.
    down: Vec<f64>,
    /// The cells of the line that is being exchanged, divided by the pivot.
    across: Vec<f64>,
    quotients: Vec<f64>,
    exchanges: usize,
}

impl Tableau {
    /// Sets the tableau up in the pure pair that is the simplest to guess: the choice with the
    /// best guarantee of one side, and the best answer to it.
    ///
    /// `scale` times the range of the payoffs should be about 1.
    pub(super) fn load_pure(&mut self, matrix: Matrix<'_>, scale: f64, pure_values: &PureValues) {
        self.copy(matrix, scale);
        let (c, _) = if self.turned { pure_values.maximin() } else { pure_values.minimax() };
        let lines = self.cells.chunks_exact(self.width);
        let (r, _) = first_greatest(lines.map(|line| line[c]));
        self.set_up(r, c);
    }

    /// Sets the tableau up in a basis; false if that is singular.
    pub(super) fn load(&mut self, matrix: Matrix<'_>, scale: f64, basis: &Basis, precision: Precision) -> bool {
        self.copy(matrix, scale);
        let (lines, places) = if self.turned { (&basis.columns, &basis.rows) } else { (&basis.rows, &basis.columns) };
        self.set_up(lines[0], places[0]);
        for &c in &places[1..] {
            let mut best = None;
            let mut greatest = precision.pivot;
            for &r in &lines[1..] {
                let pivot = self.cells[r * self.width + c].abs();
                if self.basic[r] == r && pivot > greatest {
                    (best, greatest) = (Some(r), pivot);
                }
            }
            let Some(r) = best else { return false };
            self.look_down(c);
            self.exchange(r, c, self.height + 1);
        }
        true
    }

    /// Fills the cells with the scaled payoffs, seen by the column player or turned.
    fn copy(&mut self, matrix: Matrix<'_>, scale: f64) {
        self.cells.clear();
        self.turned = matrix.rows() > matrix.columns();
        if self.turned {
            (self.height, self.width) = (matrix.columns(), matrix.rows());
            for r in 0..self.height {
                self.cells.extend(matrix.iter().map(|row| -row[r] * scale));
            }
        } else {
            (self.height, self.width) = (matrix.rows(), matrix.columns());
            self.cells.extend(matrix.payoffs().iter().map(|payoff| payoff * scale));
        }
    }

    /// Makes the tableau of the pure pair of line `r` and place `c` from the payoffs.
    fn set_up(&mut self, r: usize, c: usize) {
        self.basic.clear();
        self.basic.extend(0..self.height);
        self.free.clear();
        self.free.extend(self.height..self.height + self.width);
        self.basic[r] = self.height + c;
        self.free[c] = r;

        // v = s + what the line of the pair pays.
        let line = &self.cells[r * self.width..][..self.width];
        let own = line[c];
        self.across.clear();
        self.across.extend(line.iter().map(|payoff| payoff - own));
        // The slacks are what the line of the pair pays more than the other lines.
        self.constants.clear();
        for line in self.cells.chunks_exact_mut(self.width) {
            let head = line[c];
            self.constants.push(own - head);
            for (cell, across) in line.iter_mut().zip(&self.across) {
                *cell = (*cell - head) - across;
            }
            line[c] = -1.0;
        }
        // y = 1 − Σ of the other places.
        let line = &mut self.cells[r * self.width..][..self.width];
        line.fill(1.0);
        line[c] = 0.0;
        self.constants[r] = 1.0;
        self.cells.extend_from_slice(&self.across);
        self.cells[self.height * self.width + c] = 1.0;
        self.cells.resize((self.height + 2) * self.width, 0.0);
    }

    /// Goes on to an optimal basis, or as far as it gets; tells whether it has moved at all.
    ///
    /// From a basis in which no constant is negative this is the primal simplex. From any other
    /// it first is the dual one, with negative costs put off.
    pub(super) fn optimise(&mut self, precision: Precision) -> bool {
        let before = self.exchanges;
        if self.constants.iter().any(|&constant| constant < -precision.sign) {
            let costs = self.height * self.width;
            let put_off = self.costs().iter().any(|&cost| cost < 0.0);
            if put_off {
                self.cells.copy_within(costs..costs + self.width, costs + self.width);
                for cost in &mut self.cells[costs..costs + self.width] {
                    *cost = cost.max(0.0);
                }
            }
            let reached = self.dual(precision, self.height + 1 + usize::from(put_off));
            if put_off {
                self.cells.copy_within(costs + self.width.., costs);
            }
            if !reached {
                return true;
            }
        }
        self.primal(precision);
        self.exchanges > before
    }

    /// Writes down the basis in which the tableau stands.
    pub(super) fn basis(&self, basis: &mut Basis) {
        basis.clear();
        let slacks = self.free.iter().copied().filter(|&label| label < self.height);
        let places = self.basic.iter().filter_map(|label| label.checked_sub(self.height));
        if self.turned {
            basis.columns.extend(slacks);
            basis.rows.extend(places);
        } else {
            basis.rows.extend(slacks);
            basis.columns.extend(places);
        }
    }

    /// From a basis without negative constants to one that has no negative costs either, or as far
    /// as it gets.
    fn primal(&mut self, precision: Precision) {
        let mut stalled = 0;
        for _ in 0..self.budget() {
            let labels = (stalled > PATIENCE).then_some(&*self.free);
            let Some(c) = negative(self.costs(), precision.sign, labels) else { return };
            self.look_down(c);
            self.quotients.clear();
            let pairs = self.constants.iter().zip(&self.down);
            self.quotients.extend(pairs.map(|(&constant, &t)| quotient(constant, t, precision)));
            let labels = (stalled > PATIENCE).then_some(&*self.basic);
            let leaving = nearest(&self.quotients, labels, |r| self.down[r]);
            let Some(r) = leaving else { return };
            stalled = if self.quotients[r] > precision.sign { 0 } else { stalled + 1 };
            self.exchange(r, c, self.height + 1);
        }
    }

    /// From a basis without negative costs to one that has no negative constants either; false if
    /// it does not get there.
    fn dual(&mut self, precision: Precision, height: usize) -> bool {
        let mut stalled = 0;
        for _ in 0..self.budget() {
            let labels = (stalled > PATIENCE).then_some(&*self.basic);
            let Some(r) = negative(&self.constants, precision.sign, labels) else { return true };
            let across = &self.cells[r * self.width..][..self.width];
            self.quotients.clear();
            let costs = &self.cells[self.height * self.width..];
            let pairs = costs.iter().zip(across);
            self.quotients.extend(pairs.map(|(&cost, &t)| quotient(cost, -t, precision)));
            let labels = (stalled > PATIENCE).then_some(&*self.free);
            let entering = nearest(&self.quotients, labels, |c| -across[c]);
            let Some(c) = entering else { return false };
            stalled = if self.quotients[c] > precision.sign { 0 } else { stalled + 1 };
            self.look_down(c);
            self.exchange(r, c, height);
        }
        false
    }

    /// Returns how many steps may be taken: many times as many as are ever needed.
    fn budget(&self) -> usize {
        100 + 20 * (self.height + self.width)
    }

    fn costs(&self) -> &[f64] {
        &self.cells[self.height * self.width..][..self.width]
    }

    /// Copies the cells of place `c` from all lines.
    fn look_down(&mut self, c: usize) {
        self.down.clear();
        self.down.extend(self.cells.chunks_exact(self.width).map(|line| line[c]));
    }

    /// Exchanges the variable of line `r` for that of place `c`, which was looked down, in the
    /// constants and the first `height` lines.
    fn exchange(&mut self, r: usize, c: usize, height: usize) {
        std::mem::swap(&mut self.basic[r], &mut self.free[c]);
        self.exchanges += 1;
        let inverse = 1.0 / self.down[r];
        self.across.clear();
        let line = &self.cells[r * self.width..][..self.width];
        self.across.extend(line.iter().map(|cell| cell * inverse));
        self.across[c] = inverse;
        let constant = self.constants[r] * inverse;
        for (own, &factor) in self.constants.iter_mut().zip(&self.down) {
            *own -= factor * constant;
        }
        self.constants[r] = constant;
        let lines = self.cells.chunks_exact_mut(self.width).zip(&self.down);
        for (line, &factor) in lines.take(height) {
            if factor != 0.0 {
                line[c] = 0.0;
                for (cell, &across) in line.iter_mut().zip(&self.across) {
                    *cell -= factor * across;
                }
            }
        }
        self.cells[r * self.width..][..self.width].copy_from_slice(&self.across);
    }
}

/// Returns how far a number that isn't negative lets the other variable grow, if that takes `rate` from
/// it.
fn quotient(number: f64, rate: f64, precision: Precision) -> f64 {
    let quotient = number.max(0.0) / rate;
    if rate > precision.pivot { quotient } else { f64::INFINITY }
}

/// The place of the most negative number, or with labels, after Bland, of the negative number
/// with the least label; none if none is below minus `tolerance`.
fn negative(numbers: &[f64], tolerance: f64, labels: Option<&[usize]>) -> Option<usize> {
    if let Some(labels) = labels {
        let places = (0..numbers.len()).filter(|&place| numbers[place] < -tolerance);
        return places.min_by_key(|&place| labels[place]);
    }
    let least = least(numbers);
    (least < -tolerance).then(|| numbers.iter().position(|&number| number == least))?
}

/// The place of the least quotient, of equals that with the greatest pivot, or with labels,
/// after Bland, that with the least label; none if none is finite.
fn nearest(quotients: &[f64], labels: Option<&[usize]>, pivot: impl Fn(usize) -> f64) -> Option<usize> {
    let limit = least(quotients) + TIE;
    if limit == f64::INFINITY {
        return None;
    }
    let places = (0..quotients.len()).filter(|&place| quotients[place] <= limit);
    match labels {
        Some(labels) => places.min_by_key(|&place| labels[place]),
        None => places.reduce(|best, place| if pivot(place) > pivot(best) { place } else { best }),
    }
}

/// The least of the numbers, in four interleaved minima.
fn least(numbers: &[f64]) -> f64 {
    let lesser = |a: f64, b: f64| if b < a { b } else { a };
    let (fours, rest) = numbers.as_chunks::<4>();
    let mut minima = [f64::INFINITY; 4];
    for four in fours {
        for lane in 0..4 {
            minima[lane] = lesser(minima[lane], four[lane]);
        }
    }
    rest.iter().chain(&minima).fold(f64::INFINITY, |a, &b| lesser(a, b))
}
