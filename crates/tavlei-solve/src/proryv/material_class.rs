//! All positions with the given number of men of each side, solved.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use crate::matrix::{self, Matrix, Support};

use super::board::{NONE, Sets, SolverBoard, Step, filled};

/// Values that change by less than this from one sweep to the next have come to rest. A sweep brings them some five times
/// nearer to where they belong.
const REST: f64 = 1e-12;

/// A value that would change by less than this is left as it is, so that what hangs on it need not be solved again.
const STILL: f64 = 1e-14;

/// Early sweeps take strategies with a gap of this share of the last change, so that more supports can be kept.
const ROUGH: f64 = 1e-3;

/// A value this close to a certain win or loss is one.
const CERTAIN: f64 = 1.0 - 1e-13;

/// How far the solution of a class is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SweepProgress {
    /// White's and Black's men.
    pub men: (u32, u32),
    /// The sweeps over all positions that are done.
    pub sweeps: u32,
    /// The largest change of a value in the last sweep.
    pub change: f64,
}

/// Why a class was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The caller has stopped it.
    #[error("the solution was stopped")]
    Stopped,
    /// A matrix game could not be solved.
    #[error("a matrix game with {men:?} men: {error}")]
    Matrix {
        /// White's and Black's men.
        men: (u32, u32),
        /// Why.
        error: matrix::MatrixError,
    },
    /// The position is not one of the rules that the solver was made for, or it is over.
    #[error("the position is not an unfinished one of the rules that are solved")]
    Foreign,
    /// So many men make too many positions.
    #[error("{white} against {black} men make {positions} pairs of sets, which do not fit into {limit}")]
    TooLarge {
        /// White's men.
        white: u32,
        /// Black's men.
        black: u32,
        /// The pairs of sets.
        positions: u64,
        /// The limit.
        limit: u64,
    },
    /// There is not enough memory.
    #[error("there is no memory for the values: {0}")]
    Memory(#[from] TryReserveError),
}

/// How many unfinished positions of a class there are, by what they are worth to White.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// The positions that are left of those that are the same up to mirroring and exchange of colours.
    pub distinct: u64,
    /// Certain wins.
    pub won: u64,
    /// Certain losses.
    pub lost: u64,
    /// Positions worth exactly 0.
    pub even: u64,
    /// All others.
    pub mixed: u64,
    /// The greatest value below 1.
    pub greatest_mixed: f64,
}

/// All unfinished positions with the given number of men of each side, and what they are worth to White.
#[derive(Debug)]
pub struct MaterialClass {
    board: SolverBoard,
    men: (u32, u32),
    white: Sets,
    black: Sets,
    /// By White's set, then Black's, each numbered as its side sees the board; what is no position is worth 0.
    values: Vec<f64>,
    sweeps: u32,
    largest_gap: f64,
    residual: f64,
}

/// From where an iteration starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// From 0: play without end is worth nothing.
    Zero,
    /// From −1: play without end is Black's win.
    Low,
}

/// The data that an iteration keeps of a position's matrix game from one sweep to the next.
#[derive(Clone, Copy)]
struct Known {
    /// On what the last solution rested.
    support: Support,
    /// Of the payoffs that it was the solution for; 0 before there is one.
    fingerprint: u64,
}

const NO_SUPPORT: Support = Support { rows: 0, columns: 0 };

impl MaterialClass {
    /// The class as it is before it has been solved: every value is 0.
    ///
    /// # Errors
    ///
    /// There is no room for it in memory.
    pub(crate) fn new(board: SolverBoard, men: (u32, u32)) -> Result<Self, TryReserveError> {
        let mut material_class = Self::unsolved(board, men)?;
        material_class.values = filled(0.0, material_class.white.len().saturating_mul(material_class.black.len()))?;
        Ok(material_class)
    }

    /// The class without room for values, which can tell where they stand in a table.
    ///
    /// # Errors
    ///
    /// There is no room for it in memory.
    pub(crate) fn unsolved(board: SolverBoard, men: (u32, u32)) -> Result<Self, TryReserveError> {
        let (white, black) = (Sets::new(board, men.0)?, Sets::new(board, men.1)?);
        Ok(Self { board, men, white, black, values: Vec::new(), sweeps: 0, largest_gap: 0.0, residual: 0.0 })
    }

    /// White's and Black's men.
    #[must_use]
    pub const fn men(&self) -> (u32, u32) {
        self.men
    }

    /// Returns how many sweeps over all positions it took.
    #[must_use]
    pub const fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The largest duality gap of a matrix game in the last look at all positions, measured over the whole matrix.
    #[must_use]
    pub const fn largest_gap(&self) -> f64 {
        self.largest_gap
    }

    /// The largest distance, in the last look at all positions, of a value from that of the matrix game it stands for.
    #[must_use]
    pub const fn residual(&self) -> f64 {
        self.residual
    }

    /// The values counted by kind.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for x in 0..self.white.len() {
            for y in (0..self.black.len()).filter(|&y| self.is_position(x, y)) {
                counts.positions += 1;
                counts.distinct += u64::from(self.is_representative(x, y));
                match self.values[self.at(x, y)] {
                    value if value >= 1.0 => counts.won += 1,
                    value if value <= -1.0 => counts.lost += 1,
                    value if value.abs() < 1e-12 => counts.even += 1,
                    value => {
                        counts.mixed += 1;
                        counts.greatest_mixed = counts.greatest_mixed.max(value);
                    }
                }
            }
        }
        counts
    }

    /// Returns the value of a position for White, by both sides' men as each sees the board.
    pub(crate) fn value(&self, white: u32, black: u32) -> Option<f64> {
        let (x, y) = (self.white.number(white)?, self.black.number(black)?);
        self.values.get(self.at(x, y)).copied().filter(|_| self.is_position(x, y))
    }

    /// The representatives of all positions in the order of a table: row by row, each with its value.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.white.len()).flat_map(move |x| {
            let row = (0..self.black.len()).filter(move |&y| self.is_representative(x, y));
            row.map(move |y| (x, self.values[self.at(x, y)]))
        })
    }

    /// Returns where the value of a position stands in a table: its row, its place in the row, and whether its sign changes.
    pub(crate) fn place(&self, white: u32, black: u32) -> Option<(usize, usize, bool)> {
        let (x, y) = (self.white.number(white)?, self.black.number(black)?);
        if !self.is_position(x, y) {
            return None;
        }
        let plain = (x, y).min(self.mirror(x, y));
        let ((x, y), swapped) = if self.is_balanced() {
            let other = (y, x).min(self.mirror(y, x));
            if other < plain { (other, true) } else { (plain, false) }
        } else {
            (plain, false)
        };
        let before = (0..y).filter(|&before| self.is_representative(x, before)).count();
        Some((x, before, swapped))
    }

    /// Returns how many rows there are in a table.
    pub(crate) fn rows(&self) -> usize {
        self.white.len()
    }

    /// Solves the class, with those that it leads to: the one with a man fewer of each side first, then with two.
    pub(crate) fn solve(
        &mut self,
        lower: &[&Self],
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        self.iterate(lower, Start::Zero, watch)?;
        self.look_at_all(lower)
    }

    /// The values that result when play without end is counted as Black's win instead of a draw.
    ///
    /// Where they are the same as the [values](Self), and so are those of the class with colours exchanged, what play
    /// without end is worth does not matter. Returns the largest difference, and how many positions differ by more than
    /// 10⁻⁹.
    ///
    /// # Errors
    ///
    /// [`SolveError`], as for the solution itself.
    pub(crate) fn lower_bound(
        &self,
        lower: &[&Self],
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(f64, u64), SolveError> {
        let mut low = Self::new(self.board, self.men)?;
        for x in 0..low.white.len() {
            for y in 0..low.black.len() {
                if low.is_position(x, y) {
                    let at = low.at(x, y);
                    low.values[at] = -1.0;
                }
            }
        }
        low.iterate(lower, Start::Low, watch)?;
        let differences = self.values.iter().zip(&low.values).map(|(value, low)| (value - low).abs());
        Ok(differences.fold((0.0, 0), |(largest, count), difference| {
            (f64::max(largest, difference), count + u64::from(difference > 1e-9))
        }))
    }

    /// Sweeps over the positions until no value changes any more. A value that has been found is used at once.
    fn iterate(
        &mut self,
        lower: &[&Self],
        start: Start,
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        // Exchange of colours turns an iteration from −1 into one from +1.
        let exchange = start == Start::Zero && self.is_balanced();
        let mut payoffs = Vec::new();
        let mut known = Vec::<Known>::new();
        let mut last_change = 1.0;
        for sweep in 1.. {
            let mut solver = matrix::MatrixSolver::with_tolerance((last_change * ROUGH).clamp(STILL, 1e-6));
            let mut change = 0.0f64;
            let mut next = 0;
            for x in (0..self.white.len()).rev() {
                for y in (0..self.black.len()).rev() {
                    if !self.is_swept(x, y, exchange) {
                        continue;
                    }
                    let number = next;
                    next += 1;
                    if known.len() <= number {
                        known.try_reserve(1)?;
                        known.push(Known { support: NO_SUPPORT, fingerprint: 0 });
                    }
                    let old = self.values[self.at(x, y)];
                    // What is certain stays so: iterating from below, or from 0, has found a way to force it.
                    if old >= 1.0 || old <= -1.0 && start == Start::Zero {
                        continue;
                    }
                    let shape = self.payoffs(lower, x, y, &mut payoffs);
                    let known = &mut known[number];
                    let fingerprint = fingerprint(&payoffs);
                    if known.fingerprint == fingerprint {
                        continue;
                    }
                    let solution = self.solve_matrix(&mut solver, shape, &payoffs, Some(&mut known.support))?;
                    // A rough solution has to be looked at again, whether or not its matrix changes.
                    known.fingerprint = if solution.gap <= 10.0 * STILL { fingerprint } else { 0 };
                    let value = if solution.value.abs() >= CERTAIN { solution.value.signum() } else { solution.value };
                    let step = (value - old).abs();
                    change = change.max(step);
                    if step > STILL {
                        self.put(x, y, value, exchange);
                    }
                }
            }
            self.sweeps = sweep;
            if watch(SweepProgress { men: self.men, sweeps: sweep, change }).is_break() {
                return Err(SolveError::Stopped);
            }
            if change < REST {
                break;
            }
            last_change = change;
        }
        Ok(())
    }

    /// Solves every matrix once more, from nothing, and keeps the largest gap and residual.
    fn look_at_all(&mut self, lower: &[&Self]) -> Result<(), SolveError> {
        let mut solver = matrix::MatrixSolver::new();
        let mut payoffs = Vec::new();
        for x in 0..self.white.len() {
            for y in 0..self.black.len() {
                if !self.is_swept(x, y, self.is_balanced()) {
                    continue;
                }
                let shape = self.payoffs(lower, x, y, &mut payoffs);
                let solution = self.solve_matrix(&mut solver, shape, &payoffs, None)?;
                self.largest_gap = self.largest_gap.max(solution.gap);
                self.residual = self.residual.max((solution.value - self.values[self.at(x, y)]).abs());
            }
        }
        Ok(())
    }

    fn solve_matrix(
        &self,
        solver: &mut matrix::MatrixSolver,
        (rows, columns): (usize, usize),
        payoffs: &[f64],
        support: Option<&mut Support>,
    ) -> Result<matrix::Solution, SolveError> {
        let fail = |error| SolveError::Matrix { men: self.men, error };
        let matrix =
            Matrix::new(rows, columns, payoffs).map_err(|_| fail(matrix::MatrixError::Empty { rows, columns }))?;
        let Some(support) = support else { return solver.solve(matrix).map_err(fail) };
        let solution = if *support == NO_SUPPORT { solver.solve(matrix) } else { solver.solve_from(matrix, *support) };
        if let Some(found) = solver.support() {
            *support = found;
        }
        solution.map_err(fail)
    }

    /// The matrix of a position, and its size.
    fn payoffs(&self, lower: &[&Self], x: usize, y: usize, payoffs: &mut Vec<f64>) -> (usize, usize) {
        let (rows, columns) = (self.white.steps(x), self.black.steps(y));
        payoffs.clear();
        for white in rows {
            let row = white.index as usize * self.black.len();
            payoffs.extend(columns.iter().map(|black| {
                let meet = white.own & black.seen;
                if meet == 0 && white.index != NONE && black.index != NONE && !(white.pass && black.pass) {
                    self.values[row + black.index as usize]
                } else {
                    self.resolve(lower, white, black, meet)
                }
            }));
        }
        (rows.len(), columns.len())
    }

    /// Returns the value of a turn that ends the game or leads to another class (P-5 to P-8).
    #[cold]
    fn resolve(&self, lower: &[&Self], white: &Step, black: &Step, meet: u32) -> f64 {
        let board = self.board;
        if white.pass && black.pass {
            return 0.0;
        }
        let (white, black) = (white.own & !meet, black.own & !board.flip(meet));
        match (white & board.goal() != 0, black & board.goal() != 0) {
            (true, true) => return 0.0,
            (true, false) => return 1.0,
            (false, true) => return -1.0,
            (false, false) => {}
        }
        if white == 0 && black == 0 {
            return 0.0;
        }
        let fewer = meet.count_ones() as usize;
        let material_class = fewer.checked_sub(1).and_then(|which| lower.get(which));
        material_class.and_then(|material_class| material_class.value(white, black)).unwrap_or(f64::NAN)
    }

    fn put(&mut self, x: usize, y: usize, value: f64, exchange: bool) {
        let mirrored = self.mirror(x, y);
        for (x, y) in [(x, y), mirrored] {
            let at = self.at(x, y);
            self.values[at] = value;
            if exchange {
                let at = self.at(y, x);
                self.values[at] = -value;
            }
        }
    }

    /// Returns whether a sweep has to look at this position: no other that is the same up to symmetry has been looked
    /// at, and exchange of colours does not show that it is worth 0.
    fn is_swept(&self, x: usize, y: usize, exchange: bool) -> bool {
        let mirrored = self.mirror(x, y);
        let first =
            if exchange { x < y && (x, y) <= mirrored.min((mirrored.1, mirrored.0)) } else { (x, y) <= mirrored };
        first && self.is_position(x, y)
    }

    /// Returns whether this position stands for all that are the same up to symmetry: it is the first of them.
    fn is_representative(&self, x: usize, y: usize) -> bool {
        let mirrored = self.mirror(x, y);
        let first = (x, y) <= mirrored && (!self.is_balanced() || x <= y && (x, y) <= (mirrored.1, mirrored.0));
        first && self.is_position(x, y)
    }

    /// Returns whether exchange of colours leads to the same class.
    fn is_balanced(&self) -> bool {
        self.men.0 == self.men.1
    }

    /// Returns whether no square is held by both sides.
    fn is_position(&self, x: usize, y: usize) -> bool {
        self.white.set(x) & self.board.flip(self.black.set(y)) == 0
    }

    fn mirror(&self, x: usize, y: usize) -> (usize, usize) {
        (self.white.mirrored(x), self.black.mirrored(y))
    }

    fn at(&self, x: usize, y: usize) -> usize {
        x * self.black.len() + y
    }
}

/// A hash of the payoffs, never 0: equal for equal ones, and otherwise different but for a chance of 2⁻⁶⁴.
///
/// Nothing hangs on that chance: in the end every matrix is solved once more.
fn fingerprint(payoffs: &[f64]) -> u64 {
    // Four lanes, so that the multiplications need not wait for one another.
    let mut lanes = [1u64, 2, 3, 4];
    for chunk in payoffs.chunks(4) {
        for (lane, payoff) in lanes.iter_mut().zip(chunk) {
            *lane = (*lane ^ payoff.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }
    lanes.iter().fold(0, |hash: u64, lane| (hash ^ lane).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(31)) | 1
}
