//! Values on disk: five bytes a position, and a checksum.
//!
//! A table begins with `TAVLEI-PRORYV-1` and a line feed; files, ranks, passing (0 or 1) and the number of classes follow,
//! one byte each. Then, for every class in rising order: White's and Black's men (one byte each), the number of rows
//! (four bytes), for each row the number of its values (four bytes), and all values, row by row (five bytes each: the
//! value times 2³⁸, rounded, in two's complement). Numbers are little-endian. The SHA-256 of everything before it ends
//! the table.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};
use tavlei_game::Side;
use tavlei_proryv::{Position, Rules};

use crate::Solver;
use crate::analysis::Values;
use crate::class::Class;
use crate::field::{Field, FieldError};

const MAGIC: &[u8; 16] = b"TAVLEI-PRORYV-1\n";
const BYTES: usize = 5;
const SCALE: f64 = (1u64 << 38) as f64;

/// The bytes of the checksum at the end.
const CHECKSUM: usize = 32;

/// The values of solved classes, as they were read from a table.
///
/// A value is exact to 2 × 10⁻¹².
#[derive(Debug)]
pub struct Table {
    field: Field,
    classes: Vec<Stored>,
}

#[derive(Debug)]
struct Stored {
    /// The class without its values: it knows where they stand.
    class: Class,
    /// Where the values of a row begin; one more at the end.
    rows: Vec<usize>,
    values: Vec<u8>,
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
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
    /// The board is too large.
    #[error(transparent)]
    Field(#[from] FieldError),
}

impl Table {
    /// Writes the classes with equal numbers of men that have been solved, and says how many bytes that took.
    ///
    /// # Errors
    ///
    /// What the writer fails with.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a row has no more values than there are pairs of sets; the number of a row is below that of the rows"
    )]
    pub fn write(solver: &Solver, out: &mut impl Write) -> io::Result<u64> {
        let classes = (1..).map_while(|men| solver.class(men, men)).collect::<Vec<_>>();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(solver.field().signature());
        bytes.push(classes.len() as u8);
        for class in classes {
            let (white, black) = class.men();
            bytes.extend([white as u8, black as u8]);
            let (mut counts, mut values) = (vec![0u32; class.rows()], Vec::<u8>::new());
            for (row, value) in class.representatives() {
                counts[row] += 1;
                values.extend(&((value * SCALE).round() as i64).to_le_bytes()[..BYTES]);
            }
            bytes.extend((counts.len() as u32).to_le_bytes());
            counts.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
            bytes.extend(values);
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        out.write_all(&bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Reads a table for positions under these rules, and checks it.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub fn read(rules: &Rules, input: &mut impl Read) -> Result<Self, TableError> {
        let field = Field::new(rules)?;
        let mut bytes = Vec::new();
        input.take(MOST_BYTES).read_to_end(&mut bytes)?;
        let content = bytes.len().checked_sub(CHECKSUM).ok_or(TableError::Format)?;
        let (content, checksum) = bytes.split_at(content);
        let mut rest = content.strip_prefix(MAGIC.as_slice()).ok_or(TableError::Format)?;
        if Sha256::digest(content).as_slice() != checksum {
            return Err(TableError::Checksum);
        }
        if take::<3>(&mut rest)? != field.signature() {
            return Err(TableError::Rules);
        }
        let [count] = take::<1>(&mut rest)?;
        let mut classes = Vec::new();
        for men in 1..=u32::from(count) {
            classes.push(Stored::read(field, men, &mut rest)?);
        }
        if rest.is_empty() { Ok(Self { field, classes }) } else { Err(TableError::Length) }
    }

    /// Whether the table has all classes with equal numbers of men that the solver has, and their values.
    #[must_use]
    pub fn agrees_with(&self, solver: &Solver) -> bool {
        let solved = (1..).map_while(|men| solver.class(men, men)).collect::<Vec<_>>();
        solved.len() == self.classes.len()
            && solved.iter().zip(&self.classes).all(|(class, stored)| {
                let mut read = stored.values.chunks_exact(BYTES).map(decode);
                let same = class
                    .representatives()
                    .all(|(_, value)| read.next().is_some_and(|read| (read - value).abs() <= 1.0 / SCALE));
                same && read.next().is_none()
            })
    }

    /// The classes that the table has: 1:1, 2:2 … up to so many men.
    #[must_use]
    pub fn men(&self) -> usize {
        self.classes.len()
    }
}

/// No table is larger than this.
const MOST_BYTES: u64 = 1 << 32;

impl Stored {
    fn read(field: Field, men: u32, rest: &mut &[u8]) -> Result<Self, TableError> {
        if take::<2>(rest)?.map(u32::from) != [men, men] || men > field.home() {
            return Err(TableError::Format);
        }
        let class = Class::unsolved(field, (men, men));
        if u32::from_le_bytes(take(rest)?) as usize != class.rows() {
            return Err(TableError::Format);
        }
        let mut rows = vec![0usize];
        let mut end = 0usize;
        for _ in 0..class.rows() {
            end = end.checked_add(u32::from_le_bytes(take(rest)?) as usize).ok_or(TableError::Length)?;
            rows.push(end);
        }
        let bytes = end.checked_mul(BYTES).filter(|&bytes| bytes <= rest.len()).ok_or(TableError::Length)?;
        let (values, behind) = rest.split_at(bytes);
        *rest = behind;
        Ok(Self { class, rows, values: values.to_vec() })
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the values lie in memory")]
    fn value(&self, white: u32, black: u32) -> Option<f64> {
        let (row, within, swapped) = self.class.place(white, black)?;
        let place = self.rows.get(row)? + within;
        let bytes = self.values.get(place * BYTES..(place + 1) * BYTES)?;
        let value = decode(bytes);
        Some(if swapped { -value } else { value })
    }
}

/// The value that stands in so many bytes.
fn decode(bytes: &[u8]) -> f64 {
    let mut word = [0; 8];
    word[8 - BYTES..].copy_from_slice(bytes);
    (i64::from_le_bytes(word) >> (64 - 8 * BYTES)) as f64 / SCALE
}

impl Values for Table {
    fn value(&self, position: &Position) -> Option<f64> {
        if !self.field.fits(position) {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.field.men(position, side));
        let class = (white.count_ones() as usize).checked_sub(1)?;
        self.classes.get(class)?.value(white, black)
    }
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], TableError> {
    let (bytes, behind) = rest.split_first_chunk::<N>().ok_or(TableError::Length)?;
    *rest = behind;
    Ok(*bytes)
}
