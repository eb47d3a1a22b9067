//! The rows and columns that a solution rests on.

/// As many rows as columns, on which a solution rests: all that are played with a positive
/// probability, and in a degenerate game some that are not.
///
/// A support of 16 bytes is all one has to keep of a game in order to solve a similar one fast,
/// with [`MatrixSolver::solve_from`](super::MatrixSolver::solve_from).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Support {
    /// Bit `i` stands for row `i`.
    pub rows: u64,
    /// Bit `j` stands for column `j`.
    pub columns: u64,
}

impl Support {
    /// Returns whether there are as many rows as columns, at least one, all of them inside a game of
    /// `rows` × `columns` choices.
    #[must_use]
    pub fn fits(self, rows: usize, columns: usize) -> bool {
        let within = |bits: u64, size: usize| bits.checked_ilog2().is_some_and(|last| (last as usize) < size);
        self.rows.count_ones() == self.columns.count_ones() && within(self.rows, rows) && within(self.columns, columns)
    }
}

/// A support of any size: the first of the rows belongs to no particular column.
#[derive(Clone, Debug, Default)]
pub(super) struct Basis {
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
}

impl Basis {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
    }

    pub(super) fn set(&mut self, rows: &[usize], columns: &[usize]) {
        self.clear();
        self.rows.extend_from_slice(rows);
        self.columns.extend_from_slice(columns);
    }

    pub(super) fn copy(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.columns.clone_from(&other.columns);
    }

    pub(super) fn set_support(&mut self, support: Support) {
        self.clear();
        self.rows.extend(members(support.rows));
        self.columns.extend(members(support.columns));
    }

    /// `None` if the basis is empty or reaches beyond the 64th row or column.
    pub(super) fn support(&self) -> Option<Support> {
        let bits = |members: &[usize]| {
            members.iter().try_fold(0u64, |bits, &member| Some(bits | 1u64.checked_shl(u32::try_from(member).ok()?)?))
        };
        let support = Support { rows: bits(&self.rows)?, columns: bits(&self.columns)? };
        (support.rows != 0).then_some(support)
    }

    /// Returns whether all rows and columns exist in a game of this size.
    pub(super) fn fits(&self, rows: usize, columns: usize) -> bool {
        !self.rows.is_empty()
            && self.rows.iter().all(|&row| row < rows)
            && self.columns.iter().all(|&column| column < columns)
    }
}

/// The places of the bits that are set.
pub(super) fn members(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(least)
    })
}
