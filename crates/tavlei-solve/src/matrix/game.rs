//! The payoffs of a game, as the caller keeps them.

use thiserror::Error;

use super::dominance;

/// The payoffs to the row player, seen in storage that the caller owns.
///
/// The row player chooses a row and wants much, the column player a column and wants to pay
/// little. Both choose at once. Looking at payoffs costs nothing: a loop over many games fills
/// one buffer again and again.
///
/// ```
/// use tavlei_solve::matrix::Matrix;
///
/// let payoffs = [3.0, -1.0, 0.0, 2.0, 5.0, 1.0];
/// let game = Matrix::new(2, 3, &payoffs)?;
/// assert_eq!(game.row(1), [2.0, 5.0, 1.0]);
/// # Ok::<(), tavlei_solve::matrix::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<'a> {
    rows: usize,
    columns: usize,
    payoffs: &'a [f64],
}

/// Why payoffs do not make a matrix.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side has nothing to choose from.
    #[error("a game of {rows} × {columns} choices has no payoffs")]
    Empty {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// The slice is not as long as the matrix is large.
    #[error("a game of {rows} × {columns} choices does not have {found} payoffs")]
    Length {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
        /// The length of the slice.
        found: usize,
    },
}

impl<'a> Matrix<'a> {
    /// Views `payoffs`, row after row, as a matrix.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if there is no row or no column, or if `payoffs` has another length than
    /// `rows · columns`. Whether the payoffs are finite is looked at when the game is solved.
    pub fn new(rows: usize, columns: usize, payoffs: &'a [f64]) -> Result<Self, ShapeError> {
        if rows == 0 || columns == 0 {
            return Err(ShapeError::Empty { rows, columns });
        }
        if rows.checked_mul(columns) != Some(payoffs.len()) {
            return Err(ShapeError::Length { rows, columns, found: payoffs.len() });
        }
        Ok(Self { rows, columns, payoffs })
    }

    /// Returns how many choices the row player has, at least 1.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Returns how many choices the column player has, at least 1.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// All payoffs, row after row.
    #[must_use]
    pub fn payoffs(self) -> &'a [f64] {
        self.payoffs
    }

    /// The payoffs of one row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn row(self, row: usize) -> &'a [f64] {
        &self.payoffs[row * self.columns..][..self.columns]
    }

    /// The rows from the first to the last.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a [f64]> {
        self.payoffs.chunks_exact(self.columns)
    }

    /// The rows and the columns that survive iterated dominance, in ascending order.
    ///
    /// A row is struck out when another row pays at least as much in every column left, a column
    /// when another costs at most as much in every row left; of equal ones the first stays. The
    /// game that stays has the same value, and what is optimal in it is optimal in the whole
    /// game. The whole game may have further optimal strategies, because a strategy that is
    /// never better than another can still be as good.
    ///
    /// ```
    /// use tavlei_solve::matrix::Matrix;
    ///
    /// // The third column is never cheaper than the first; without it the third row is poor.
    /// let payoffs = [3.0, 1.0, 4.0, 0.0, 2.0, 1.0, 0.0, 1.0, 9.0];
    /// let (rows, columns) = Matrix::new(3, 3, &payoffs)?.undominated();
    /// assert_eq!((rows, columns), (vec![0, 1], vec![0, 1]));
    /// # Ok::<(), tavlei_solve::matrix::ShapeError>(())
    /// ```
    #[must_use]
    pub fn undominated(self) -> (Vec<usize>, Vec<usize>) {
        let mut rows = (0..self.rows).collect();
        let mut columns = (0..self.columns).collect();
        dominance::strike_out(self, &mut rows, &mut columns);
        (rows, columns)
    }
}
