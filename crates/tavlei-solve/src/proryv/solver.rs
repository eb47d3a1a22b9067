//! Classes of positions, solved one after the other.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tavlei_game::{Game, Side};
use tavlei_proryv::{Position, Rules};

use super::analysis::Values;
use super::board::{SolverBoard, SolverBoardError};
use super::material_class::{MaterialClass, SolveError, SweepProgress};

/// Solves classes of positions and keeps them in memory, eight bytes for each pair of sets of men.
#[derive(Debug)]
pub struct Solver {
    board: SolverBoard,
    material_classes: BTreeMap<(u32, u32), MaterialClass>,
    limit: u64,
}

impl Solver {
    /// A solver for positions of these rules that has solved nothing yet. The start layout does not matter.
    ///
    /// # Errors
    ///
    /// [`SolverBoardError`] when the board is too large, or the number of turns is limited.
    pub fn new(rules: &Rules) -> Result<Self, SolverBoardError> {
        Ok(Self { board: SolverBoard::new(rules)?, material_classes: BTreeMap::new(), limit: 1 << 27 })
    }

    /// The same, refusing classes of more than the given number of pairs of sets of men. By default it is 2²⁷, which
    /// take 1 GiB.
    #[must_use]
    pub const fn with_limit(mut self, pairs: u64) -> Self {
        self.limit = pairs;
        self
    }

    /// Solves the classes with 1:1, 2:2 … up to the given number of men, as far as there is room for them on the board.
    ///
    /// # Errors
    ///
    /// [`SolveError`]; what has been solved by then stays.
    pub fn solve_up_to(
        &mut self,
        men: u32,
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let men = men.min(self.board.home());
        self.solve_material_class((men, men), watch)
    }

    /// Returns whether there is room for what [`solve_up_to`](Self::solve_up_to) has still to solve for the given
    /// number of men.
    ///
    /// It says so before anything is solved, too, but who calls it for one more man at a time hears it late.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooLarge`].
    pub fn check_up_to(&self, men: u32) -> Result<(), SolveError> {
        let men = men.min(self.board.home());
        self.missing((men, men)).map(|_| ())
    }

    /// Solves the class of a position, and those that it leads to.
    ///
    /// # Errors
    ///
    /// [`SolveError`]; what has been solved when it is stopped stays, and nothing is begun that would be too large.
    pub fn solve_for(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        if !self.board.fits(position) || position.outcome().is_some() {
            return Err(SolveError::Foreign);
        }
        self.solve_material_class((position.men_of(Side::White).len(), position.men_of(Side::Black).len()), watch)
    }

    /// A class that has been solved.
    #[must_use]
    pub fn material_class(&self, white: u32, black: u32) -> Option<&MaterialClass> {
        self.material_classes.get(&(white, black))
    }

    /// Compares a solved class with the values it would have if play without end were Black's win: the largest
    /// difference to its values, and how many positions differ by more than 10⁻⁹. `None` when the class has not been
    /// solved.
    ///
    /// # Errors
    ///
    /// [`SolveError`], as for the solution itself.
    pub fn lower_bound(
        &self,
        men: (u32, u32),
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<Option<(f64, u64)>, SolveError> {
        let Some(material_class) = self.material_classes.get(&men) else { return Ok(None) };
        material_class.lower_bound(&self.lower(men), watch).map(Some)
    }

    pub(crate) const fn board(&self) -> SolverBoard {
        self.board
    }

    fn solve_material_class(
        &mut self,
        men: (u32, u32),
        watch: &mut dyn FnMut(SweepProgress) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        // What can't be done is said before anything is.
        for men in self.missing(men)?.into_iter().rev() {
            let mut material_class = MaterialClass::new(self.board, men)?;
            material_class.solve(&self.lower(men), watch)?;
            self.material_classes.insert(men, material_class);
        }
        Ok(())
    }

    /// The classes that have to be solved for one of them, the largest first.
    fn missing(&self, men: (u32, u32)) -> Result<Vec<(u32, u32)>, SolveError> {
        // One pair of men fewer at a time, until a side has none; without any men at all the game is over.
        let fewest = men.0.min(men.1);
        let chain = (0..=fewest).map(|fewer| (men.0 - fewer, men.1 - fewer));
        let chain = chain.filter(|men| *men != (0, 0) && !self.material_classes.contains_key(men)).collect::<Vec<_>>();
        for &(white, black) in &chain {
            let positions = subsets(self.board.home(), white).saturating_mul(subsets(self.board.home(), black));
            if positions > self.limit {
                return Err(SolveError::TooLarge { white, black, positions, limit: self.limit });
            }
        }
        Ok(chain)
    }

    /// The classes with one and two pairs of men fewer, as far as there are any.
    fn lower(&self, men: (u32, u32)) -> Vec<&MaterialClass> {
        let fewer = |pairs| Some((men.0.checked_sub(pairs)?, men.1.checked_sub(pairs)?));
        [1, 2].into_iter().map_while(|pairs| self.material_classes.get(&fewer(pairs)?)).collect()
    }
}

impl Values for Solver {
    fn value(&self, position: &Position) -> Option<f64> {
        if !self.board.fits(position) {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.board.men(position, side));
        self.material_classes.get(&(white.count_ones(), black.count_ones()))?.value(white, black)
    }
}

/// The number of subsets of `chosen` out of `all`.
fn subsets(all: u32, chosen: u32) -> u64 {
    if chosen > all {
        return 0;
    }
    (0..u64::from(chosen)).fold(1, |count, i| count * (u64::from(all) - i) / (i + 1))
}
