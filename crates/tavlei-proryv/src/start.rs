//! Where the men stand at the start: the layouts that rules can name (P-1, P-11).

use core::fmt::{self, Write};

use tavlei_game::Side;
use tavlei_game::text::Scanner;
use tavlei_geometry::rect::{Bitboard, Board, Square};

use crate::StartError;

/// How many ranks, counted from a side's own edge, its men can start on.
const RANKS: usize = 4;

/// A start layout: for each side its ranks from its own edge on, a bit a file.
///
/// Both sides are told from their own edge, so a layout that is the same for both has equal halves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Layout {
    white: [u8; RANKS],
    black: [u8; RANKS],
}

impl Layout {
    /// The layout that a board has when none is named: the author's shape up to five ranks, two full ranks above.
    pub(crate) fn default_of(board: Board) -> Self {
        if board.ranks() <= 5 {
            Self::author(board)
        } else {
            let row = full_rank(board);
            Self::same([row, row, 0, 0])
        }
    }

    /// The shape of P-1: the first rank, and the second without its outermost two squares.
    pub(crate) fn author(board: Board) -> Self {
        let row = full_rank(board);
        let inner = row & !1 & (row >> 1);
        Self::same([row, inner, 0, 0])
    }

    /// Fills `ranks` ranks of each side.
    pub(crate) fn full_ranks(board: Board, ranks: u8) -> Result<Self, StartError> {
        if ranks == 0 {
            return Err(StartError::NoMen { side: Side::White });
        }
        if ranks > board.ranks() / 2 {
            return Err(StartError::TooManyRanks { ranks, max: board.ranks() / 2 });
        }
        let mut rows = [0; RANKS];
        rows.iter_mut().take(usize::from(ranks)).for_each(|row| *row = full_rank(board));
        Ok(Self::same(rows))
    }

    /// The men of both sides, square by square.
    pub(crate) fn new(board: Board, white: Bitboard, black: Bitboard) -> Result<Self, StartError> {
        if let Some(square) = (white & black).first() {
            return Err(StartError::Twice { square });
        }
        let half = |side: Side, men: Bitboard| {
            if men.is_empty() {
                return Err(StartError::NoMen { side });
            }
            if let Some(square) = (men - board.squares()).first() {
                return Err(StartError::OffBoard { square, board });
            }
            let own = from_own_edge(board, side, men);
            let [a, b, c, d, ..] = own.bits().to_le_bytes();
            let near = Bitboard::from_bits(u64::from(u32::from_le_bytes([a, b, c, d])));
            if let Some(square) = from_own_edge(board, side, own & board.top()).first() {
                return Err(StartError::Goal { side, square });
            }
            if let Some(square) = from_own_edge(board, side, own - near).first() {
                return Err(StartError::TooFar { side, square });
            }
            Ok([a, b, c, d])
        };
        Ok(Self { white: half(Side::White, white)?, black: half(Side::Black, black)? })
    }

    /// The squares of a side's men.
    pub(crate) fn men(self, board: Board, side: Side) -> Bitboard {
        let [a, b, c, d] = match side {
            Side::White => self.white,
            Side::Black => self.black,
        };
        from_own_edge(board, side, Bitboard::from_bits(u64::from(u32::from_le_bytes([a, b, c, d]))))
    }

    /// Writes the shortest text that is read back as this layout.
    pub(crate) fn write(self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self == Self::author(board) {
            return f.write_str("author");
        }
        if let Some(ranks) = (1..=board.ranks() / 2).find(|&ranks| Self::full_ranks(board, ranks) == Ok(self)) {
            return write!(f, "{ranks}");
        }
        write_squares(self.men(board, Side::White), f)?;
        if self.white != self.black {
            f.write_char('/')?;
            write_squares(self.men(board, Side::Black), f)?;
        }
        Ok(())
    }

    /// Reads a layout from [folded](tavlei_game::text::fold) text; `None` when it does not have the form of one.
    pub(crate) fn read(board: Board, text: &str) -> Option<Result<Self, StartError>> {
        if text == "author" {
            return Some(Ok(Self::author(board)));
        }
        if let Ok(ranks) = text.parse::<u8>() {
            return Some(Self::full_ranks(board, ranks));
        }
        let mut text = Scanner::new(text);
        let white = match read_squares(&mut text)? {
            Ok(men) => men,
            Err(square) => return Some(Err(StartError::Twice { square })),
        };
        let black = if text.eat('/') {
            match read_squares(&mut text)? {
                Ok(men) => men,
                Err(square) => return Some(Err(StartError::Twice { square })),
            }
        } else {
            // What is off the board is found out as White's.
            board.flip_set(white)
        };
        text.is_at_end().then(|| Self::new(board, white, black))
    }

    const fn same(rows: [u8; RANKS]) -> Self {
        Self { white: rows, black: rows }
    }
}

/// The files of a full rank, a bit each.
fn full_rank(board: Board) -> u8 {
    board.bottom().bits().to_le_bytes()[0]
}

/// The squares as a side sees them that counts ranks from its own edge; the same way leads back.
fn from_own_edge(board: Board, side: Side, men: Bitboard) -> Bitboard {
    match side {
        Side::White => men,
        Side::Black => board.flip_set(men),
    }
}

fn write_squares(men: Bitboard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, square) in men.iter().enumerate() {
        write!(f, "{}{square}", if i == 0 { "" } else { "+" })?;
    }
    Ok(())
}

/// Reads squares joined by `+`; the inner error is a square given twice.
fn read_squares(text: &mut Scanner<'_>) -> Option<Result<Bitboard, Square>> {
    let mut men = Bitboard::EMPTY;
    loop {
        text.skip_spaces();
        let (file, rank) = text.square().ok()?;
        let square = Square::at(file, rank)?;
        if men.contains(square) {
            return Some(Err(square));
        }
        men.insert(square);
        text.skip_spaces();
        if !text.eat('+') {
            return Some(Ok(men));
        }
    }
}
