//! Entering a move square by square (T-4, T-7, T-10).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use tavlei_game::{EnterMove, Game, Notation, Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::jump_chain::JumpChain;
use crate::notation::{landing_squares, play_squares};
use crate::padded::PaddedBitboard;
use crate::{Move, Position, generate};

/// A quiet move is the tower's square and the one that it goes to; a capture is the tower's square and every square that it
/// lands on.
///
/// ```
/// use tavlei_game::{EnterMove, Entry, Game, Side};
/// use tavlei_geometry::dark::Square;
/// use tavlei_towers::Position;
///
/// let position: Position = "w a3=0,g3=0;b4=00,b6=0".parse()?;
/// let refused = Entry::begin(&position, Side::White, Square::G3).unwrap_err();
/// assert_eq!(refused.to_string(), "capture is compulsory (T-7), and the tower on g3 can’t capture");
///
/// let mut entry = Entry::begin(&position, Side::White, Square::A3)?;
/// assert_eq!(entry.choices().to_string(), "c5");
/// entry.choose(Square::C5)?;
/// assert!(entry.finish().is_err());
/// assert_eq!(entry.to_string(), "w a3=0,g3=0;b4=00,b6=0 a3:c5");
///
/// let mut resumed: Entry<Position> = "w a3=0,g3=0;b4=00,b6=0 a3:c5".parse()?;
/// assert_eq!(resumed, entry);
/// resumed.choose(Square::A7)?;
/// assert_eq!(position.moves_from(Side::White, Square::A3), [resumed.finish()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl EnterMove for Position {
    type Square = Square;
    type Squares = Bitboard;
    type Entered = Move;

    fn next_squares(&self, _side: Side, squares: &[Square]) -> Bitboard {
        let capturing = self.boards().capturing();
        match *squares {
            [] if !capturing.is_empty() => capturing.bitboard(),
            [] => {
                let towers = self.towers_of(self.side_to_move()).iter();
                towers.filter(|&start| !generate::quiet_targets(self, start).is_empty()).collect()
            }
            [start] if capturing.is_empty() => generate::quiet_targets(self, start).bitboard(),
            [start, .., at] | [start @ at] if !capturing.is_empty() => {
                let (chain, from) = (chain(self, start, squares), PaddedBitboard::of(at));
                chain.jumps(from).fold(PaddedBitboard::EMPTY, |set, jump| set | chain.landings(&jump)).bitboard()
            }
            _ => Bitboard::EMPTY,
        }
    }

    fn diagnose(&self, _side: Side, squares: &[Square], square: Square) -> Cow<'static, str> {
        let squares: Vec<_> = squares.iter().copied().chain([square]).collect();
        play_squares(self, &squares).err().unwrap_or_default()
    }

    fn diagnose_incomplete(&self, _side: Side, squares: &[Square]) -> Cow<'static, str> {
        match squares {
            [] => "a tower must be chosen".into(),
            [_] => "the square that the tower goes to is missing".into(),
            _ => play_squares(self, squares).err().unwrap_or_default(),
        }
    }

    fn entered(&self, _side: Side, squares: &[Square]) -> Option<Move> {
        if squares.len() < 2 { None } else { play_squares(self, squares).ok() }
    }

    fn captured_on(&self, _side: Side, squares: &[Square]) -> Bitboard {
        so_far(self, squares).map_or(Bitboard::EMPTY, |mv| mv.jumped().iter().copied().collect())
    }

    /// The jumped towers have lost their commanders, and the tower is on the square that it has landed on, with its new
    /// prisoners.
    fn board_during(&self, side: Side, squares: &[Square]) -> Self {
        match so_far(self, squares) {
            Some(mv) => self.after(&mv).with_side_to_move(side),
            None => self.clone(),
        }
    }

    fn combine(&self, white: Option<&Move>, black: Option<&Move>) -> Option<Move> {
        match self.side_to_move() {
            Side::White => white.copied(),
            Side::Black => black.copied(),
        }
    }

    /// Returns where a king could land on several squares, the path has the alphabetically first, as the text of the
    /// move (T-15).
    fn path(&self, _side: Side, mv: &Move) -> Vec<Square> {
        core::iter::once(mv.from()).chain(landing_squares(self, mv)).collect()
    }

    fn moves_of(&self, side: Side) -> Vec<Move> {
        if side == self.side_to_move() { self.moves() } else { Vec::new() }
    }

    fn entered_text(&self, _side: Side, mv: &Move) -> String {
        self.move_text(mv)
    }

    fn moves_from(&self, side: Side, square: Square) -> Vec<Move> {
        self.moves_of(side).into_iter().filter(|mv| mv.from() == square).collect()
    }
}

/// The tower in the air: replayed from the beginning, which is at most twelve jumps away.
fn chain<'a>(position: &'a Position, start: Square, squares: &[Square]) -> JumpChain<'a> {
    let chain = JumpChain::begin(position, start);
    squares.iter().zip(squares.iter().skip(1)).fold(chain, |chain, (&from, &to)| match chain.jump_to(from, to) {
        Some(jump) => chain.after(&jump),
        None => chain,
    })
}

/// The move that has come to these squares; `None` before it has gone anywhere.
fn so_far(position: &Position, squares: &[Square]) -> Option<Move> {
    match *squares {
        [start, .., end] if !position.boards().capturing().is_empty() => {
            Some(chain(position, start, squares).landed(PaddedBitboard::of(end)))
        }
        [start, end] => Some(Move::quiet(start, end, generate::crowns(position, start, end))),
        _ => None,
    }
}
