//! The board as bits, each side seeing it from its own end, and all sets of men on it.

use std::collections::TryReserveError;

use tavlei_game::{Game, Side};
use tavlei_geometry::rect;
use tavlei_proryv::{Position, Rules};

/// Why games under some rules cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverBoardError {
    /// The men have too many squares to stand on.
    #[error("{squares} squares before the goal are too many: at most {} can be solved", SolverBoard::MAX)]
    TooLarge {
        /// The squares of all ranks but the goal.
        squares: u32,
    },
    /// The number of turns is limited: what a position is worth hangs on how many are left, which it does not tell.
    #[error(
        "games that are drawn after {turns} turns are not solved: the values are those of play without a limit (P-12)"
    )]
    TurnCap {
        /// The limit.
        turns: u16,
    },
}

/// A board, its squares numbered rank by rank from the end of the side that looks at it.
///
/// The *home* squares are those of all ranks but the last, on which an unfinished position has men (P-10); they come
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverBoard {
    files: u32,
    ranks: u32,
    passing: bool,
}

/// The choices of a side with its men on some set of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Its men afterwards, as it sees the board, before men that meet are removed.
    pub(crate) own: u32,
    /// The same as the other side sees the board.
    pub(crate) seen: u32,
    /// The number of the set among those of the same size; [`NONE`] when a man stands on the goal.
    pub(crate) index: u32,
    /// Whether this is the pass.
    pub(crate) pass: bool,
}

/// No set.
pub(crate) const NONE: u32 = u32::MAX;

impl SolverBoard {
    /// The most home squares that can be solved: sets are numbered through a list of all subsets.
    const MAX: u32 = 20;

    pub(crate) fn new(rules: &Rules) -> Result<Self, SolverBoardError> {
        if let Some(turns) = rules.turn_cap() {
            return Err(SolverBoardError::TurnCap { turns: turns.get() });
        }
        let board = rules.board();
        let board = Self { files: u32::from(board.files()), ranks: u32::from(board.ranks()), passing: rules.passing() };
        match board.home() {
            squares if squares <= Self::MAX => Ok(board),
            squares => Err(SolverBoardError::TooLarge { squares }),
        }
    }

    /// Returns how many home squares there are.
    pub(crate) fn home(self) -> u32 {
        self.files * (self.ranks - 1)
    }

    /// Files, ranks, and whether passing is allowed: what the values hang on.
    pub(crate) fn signature(self) -> [u8; 3] {
        [self.files as u8, self.ranks as u8, u8::from(self.passing)]
    }

    /// The squares of the goal rank.
    pub(crate) fn goal(self) -> u32 {
        ((1 << self.files) - 1) << self.home()
    }

    /// The squares of the rank that is the other side's goal.
    pub(crate) fn own_end(self) -> u32 {
        (1 << self.files) - 1
    }

    /// The set as the other side sees it: the ranks in the opposite order.
    pub(crate) fn flip(self, set: u32) -> u32 {
        let row = self.own_end();
        (0..self.ranks).fold(0, |flipped, rank| {
            flipped | (set >> (rank * self.files) & row) << ((self.ranks - 1 - rank) * self.files)
        })
    }

    /// The set with left and right exchanged.
    pub(crate) fn mirror(self, set: u32) -> u32 {
        bits(set).fold(0, |mirrored, square| {
            let (rank, file) = (square / self.files, square % self.files);
            mirrored | 1 << (rank * self.files + self.files - 1 - file)
        })
    }

    /// A side's men in a position, as that side sees the board.
    pub(crate) fn men(self, position: &Position, side: Side) -> u32 {
        let set = position.men_of(side).iter().fold(0, |set, square: rect::Square| {
            set | 1 << (u32::from(square.rank()) * self.files + u32::from(square.file()))
        });
        match side {
            Side::White => set,
            Side::Black => self.flip(set),
        }
    }

    /// Returns whether positions under these rules are the ones of this field.
    pub(crate) fn fits(self, position: &Position) -> bool {
        Self::new(&position.rules()) == Ok(self)
    }

    /// The squares one step from a square.
    fn around(self, square: u32) -> u32 {
        let (rank, file) = (square / self.files, square % self.files);
        let near = |a: u32, b: u32| a.abs_diff(b) <= 1;
        (0..self.files * self.ranks)
            .filter(|&other| other != square && near(other / self.files, rank) && near(other % self.files, file))
            .fold(0, |set, other| set | 1 << other)
    }
}

/// All sets of the given number of men on the home squares, numbered in rising order, with what can be chosen in each.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    list: Vec<u32>,
    mirrored: Vec<u32>,
    steps: Vec<Step>,
    /// Where the steps of a set begin; one more at the end.
    starts: Vec<u32>,
    index: Vec<u32>,
}

impl Sets {
    ///
    /// # Errors
    ///
    /// There is no room for them in memory.
    pub(crate) fn new(board: SolverBoard, men: u32) -> Result<Self, TryReserveError> {
        let all = 1u32 << board.home();
        let sets = || (0..all).filter(|set| set.count_ones() == men);
        let mut list = with_room(sets().count())?;
        list.extend(sets());
        let mut index = filled(NONE, all as usize)?;
        for (number, &set) in (0..).zip(&list) {
            index[set as usize] = number;
        }
        let number = |set: u32| index.get(set as usize).copied().unwrap_or(NONE);
        let around = (0..board.home()).map(|square| board.around(square)).collect::<Vec<_>>();
        let (mut steps, mut starts) = (Vec::<Step>::new(), with_room(list.len() + 1)?);
        starts.push(0);
        for &set in &list {
            // A man has eight steps at most, and a side the pass.
            steps.try_reserve(8 * men as usize + 1)?;
            let step = |own, pass| Step { own, seen: board.flip(own), index: number(own), pass };
            let moved = bits(set).flat_map(|from| {
                bits(around[from as usize] & !set).map(move |to| step(set ^ 1 << from ^ 1 << to, false))
            });
            let before = steps.len();
            if board.passing {
                steps.push(step(set, true));
            }
            steps.extend(moved);
            // Without passing, a side that has no step skips (P-11).
            if steps.len() == before {
                steps.push(step(set, true));
            }
            starts.push(steps.len() as u32);
        }
        let mut mirrored = with_room(list.len())?;
        mirrored.extend(list.iter().map(|&set| number(board.mirror(set))));
        Ok(Self { list, mirrored, steps, starts, index })
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn set(&self, number: usize) -> u32 {
        self.list[number]
    }

    /// The number of a set of home squares of the right size.
    pub(crate) fn number(&self, set: u32) -> Option<usize> {
        self.index.get(set as usize).filter(|&&number| number != NONE).map(|&number| number as usize)
    }

    /// The number of the mirrored set.
    pub(crate) fn mirrored(&self, number: usize) -> usize {
        self.mirrored[number] as usize
    }

    pub(crate) fn steps(&self, number: usize) -> &[Step] {
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// An empty list with room for `length` items.
pub(crate) fn with_room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// A list that repeats one item.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = with_room(count)?;
    list.resize(count, value);
    Ok(list)
}

/// The squares of a set, in rising order.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}
