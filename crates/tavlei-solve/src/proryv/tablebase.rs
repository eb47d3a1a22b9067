//! Values on disk: five bytes a position, and a checksum.
//!
//! A table begins with `TAVLEI-PRORYV-1` and a line feed; files, ranks, passing (0 or 1) and the number of classes follow,
//! one byte each. Then, for every class in rising order: White's and Black's men (one byte each), the number of rows
//! (four bytes), for each row the number of its values (four bytes), and all values, row by row (five bytes each: the
//! value times 2³⁸, rounded, in two's complement). Numbers are little-endian. The SHA-256 of everything before it ends
//! the table.

use std::collections::TryReserveError;
use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};
use tavlei_game::Side;
use tavlei_proryv::{Position, Rules};

use super::Solver;
use super::analysis::Values;
use super::board::{SolverBoard, SolverBoardError, with_room};
use super::material_class::MaterialClass;

const MAGIC: &[u8; 16] = b"TAVLEI-PRORYV-1\n";
const BYTES: usize = 5;
const SCALE: f64 = (1u64 << 38) as f64;

/// The bytes of the checksum at the end.
const CHECKSUM: usize = 32;

/// The values of solved classes, as they were read from a table.
///
/// A value is exact to 2 × 10⁻¹².
#[derive(Debug)]
pub struct Tablebase {
    board: SolverBoard,
    material_classes: Vec<Stored>,
}

#[derive(Debug)]
struct Stored {
    /// The class without its values: it knows where they stand.
    material_class: MaterialClass,
    /// Where the values of a row begin; one more at the end.
    rows: Vec<usize>,
    values: Vec<u8>,
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// The source fails.
    #[error("the table can’t be read: {0}")]
    Io(#[from] io::Error),
    /// This is no table, or one of another version.
    #[error("this is no table of Proryv values that can be read here")]
    Format,
    /// The table is damaged.
    #[error("the table is damaged: its checksum is wrong")]
    Checksum,
    /// The table ends too early, or goes on too long.
    #[error("the table does not have the length that it should")]
    Length,
    /// The table is of another board or other rules.
    #[error("the table is of other rules")]
    Rules,
    /// The board is too large, or the number of turns is limited.
    #[error(transparent)]
    SolverBoard(#[from] SolverBoardError),
    /// There is not enough memory.
    #[error("there is no memory for the table: {0}")]
    Memory(#[from] TryReserveError),
}

impl Tablebase {
    /// Writes the classes with equal numbers of men that have been solved, and says how many bytes that took.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write(solver: &Solver, out: &mut impl Write) -> io::Result<u64> {
        let material_classes = (1..).map_while(|men| solver.material_class(men, men)).collect::<Vec<_>>();
        let mut out = Summed { inner: out, sum: Sha256::new(), bytes: 0 };
        out.put(MAGIC)?;
        out.put(&solver.board().signature())?;
        out.put(&[material_classes.len() as u8])?;
        for material_class in material_classes {
            let (white, black) = material_class.men();
            out.put(&[white as u8, black as u8])?;
            let mut counts = vec![0u32; material_class.rows()];
            for (row, _) in material_class.representatives() {
                counts[row] += 1;
            }
            out.put(&(counts.len() as u32).to_le_bytes())?;
            counts.iter().try_for_each(|count| out.put(&count.to_le_bytes()))?;
            for (_, value) in material_class.representatives() {
                out.put(&((value * SCALE).round() as i64).to_le_bytes()[..BYTES])?;
            }
        }
        let checksum = out.sum.clone().finalize();
        out.put(&checksum)?;
        Ok(out.bytes)
    }

    /// Reads a table for positions under these rules, and checks it.
    ///
    /// No more is read than such a table can have, and memory is taken only for what the source has.
    ///
    /// # Errors
    ///
    /// [`TablebaseError`].
    pub fn read(rules: &Rules, input: &mut impl Read) -> Result<Self, TablebaseError> {
        let board = SolverBoard::new(rules)?;
        let mut input = Summed { inner: input, sum: Sha256::new(), bytes: 0 };
        if input.take().map_err(too_short_for_a_table)? != *MAGIC {
            return Err(TablebaseError::Format);
        }
        if input.take::<3>()? != board.signature() {
            return Err(TablebaseError::Rules);
        }
        let [count] = input.take::<1>()?;
        let mut material_classes = Vec::new();
        for men in 1..=u32::from(count) {
            material_classes.push(Stored::read(board, men, &mut input)?);
        }
        let checksum = input.sum.clone().finalize();
        if input.take::<CHECKSUM>()?.as_slice() != checksum.as_slice() {
            return Err(TablebaseError::Checksum);
        }
        match input.take::<1>() {
            Err(TablebaseError::Length) => Ok(Self { board, material_classes }),
            Ok(_) => Err(TablebaseError::Length),
            Err(error) => Err(error),
        }
    }

    /// Returns whether the table has just the classes with equal numbers of men that the solver has, and their values.
    #[must_use]
    pub fn agrees_with(&self, solver: &Solver) -> bool {
        let solved = (1..).take_while(|&men| solver.material_class(men, men).is_some()).count();
        solved == self.material_classes.len() && self.has_values_of(solver)
    }

    /// Returns whether the table has all classes with equal numbers of men that the solver has, and their values; it
    /// may have more.
    #[must_use]
    pub fn has_values_of(&self, solver: &Solver) -> bool {
        let solved = (1..).map_while(|men| solver.material_class(men, men)).collect::<Vec<_>>();
        solved.len() <= self.material_classes.len()
            && solved.iter().zip(&self.material_classes).all(|(material_class, stored)| {
                let mut read = stored.values.chunks_exact(BYTES).map(decode);
                let same = material_class
                    .representatives()
                    .all(|(_, value)| read.next().is_some_and(|read| (read - value).abs() <= 1.0 / SCALE));
                same && read.next().is_none()
            })
    }

    /// The classes that the table has: 1:1, 2:2 … up to the given number of men.
    #[must_use]
    pub fn men(&self) -> usize {
        self.material_classes.len()
    }
}

impl Stored {
    fn read(board: SolverBoard, men: u32, input: &mut Summed<impl Read>) -> Result<Self, TablebaseError> {
        if input.take::<2>()?.map(u32::from) != [men, men] || men > board.home() {
            return Err(TablebaseError::Format);
        }
        let material_class = MaterialClass::unsolved(board, (men, men))?;
        if u32::from_le_bytes(input.take()?) as usize != material_class.rows() {
            return Err(TablebaseError::Format);
        }
        let mut rows = with_room(material_class.rows().saturating_add(1))?;
        rows.push(0usize);
        let mut end = 0usize;
        for _ in 0..material_class.rows() {
            let row = u32::from_le_bytes(input.take()?) as usize;
            // A row has a value for each of the other side's sets at most, of which there are as many as rows.
            end = end.checked_add(row).filter(|_| row <= material_class.rows()).ok_or(TablebaseError::Format)?;
            rows.push(end);
        }
        let bytes = end.checked_mul(BYTES).ok_or(TablebaseError::Length)?;
        Ok(Self { material_class, rows, values: input.take_all(bytes)? })
    }

    fn value(&self, white: u32, black: u32) -> Option<f64> {
        let (row, within, swapped) = self.material_class.place(white, black)?;
        let place = self.rows.get(row)? + within;
        let bytes = self.values.get(place * BYTES..(place + 1) * BYTES)?;
        let value = decode(bytes);
        Some(if swapped { -value } else { value })
    }
}

/// The value that stands in the given number of bytes.
fn decode(bytes: &[u8]) -> f64 {
    let mut word = [0; 8];
    word[8 - BYTES..].copy_from_slice(bytes);
    (i64::from_le_bytes(word) >> (64 - 8 * BYTES)) as f64 / SCALE
}

impl Values for Tablebase {
    fn value(&self, position: &Position) -> Option<f64> {
        if !self.board.fits(position) {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.board.men(position, side));
        let material_class = (white.count_ones() as usize).checked_sub(1)?;
        self.material_classes.get(material_class)?.value(white, black)
    }
}

/// A source or a sink, with the checksum and the number of the bytes that have passed.
struct Summed<T> {
    inner: T,
    sum: Sha256,
    bytes: u64,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.inner.write_all(bytes)?;
        self.sum.update(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        Ok(())
    }
}

impl<R: Read> Summed<R> {
    /// The next bytes.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TablebaseError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The next `N` bytes. Memory grows with what there is, not with what the source claims to have.
    fn take_all(&mut self, count: usize) -> Result<Vec<u8>, TablebaseError> {
        const CHUNK: usize = 1 << 20;
        let mut bytes = Vec::new();
        while bytes.len() < count {
            let before = bytes.len();
            let after = count.min(before.saturating_add(CHUNK));
            bytes.try_reserve(after.saturating_sub(before))?;
            bytes.resize(after, 0);
            self.fill(bytes.get_mut(before..).unwrap_or_default())?;
        }
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), TablebaseError> {
        self.inner.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => TablebaseError::Length,
            _ => TablebaseError::Io(error),
        })?;
        self.sum.update(&*bytes);
        Ok(())
    }
}

/// A file shorter than the header is no tablebase.
fn too_short_for_a_table(error: TablebaseError) -> TablebaseError {
    match error {
        TablebaseError::Length => TablebaseError::Format,
        error => error,
    }
}
