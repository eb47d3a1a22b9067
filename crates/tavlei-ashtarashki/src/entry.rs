//! Entering a move square by square (A-4, A-7, A-11).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tavlei_game::{EnterMove, Game, Notation, Side};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::generate::{must_capture, next_captures};
use crate::notation::wrong_landing;
use crate::{Label, Move, Position};

/// A step is the stone's square and the one next to it; a capture is the stone's square and every square that it takes on.
///
/// ```
/// use tavlei_ashtarashki::Position;
/// use tavlei_game::{Entry, Side};
/// use tavlei_geometry::dark::Square;
///
/// let position: Position = "w M1f6;M3d4,M3e5".parse()?;
/// let mut entry = Entry::begin(&position, Side::White, Square::F6)?;
/// assert_eq!(entry.choices().to_string(), "e5");
/// entry.choose(Square::E5)?;
/// assert_eq!(entry.finish().unwrap_err().to_string(), "the capture goes on from e5, to d4 (A-11)");
/// entry.choose(Square::D4)?;
/// assert_eq!(entry.finish()?.to_string(), "f6:e5:d4");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl EnterMove for Position {
    type Square = Square;
    type Squares = Bitboard;
    type Entered = Move;

    fn next_squares(&self, _side: Side, squares: &[Square]) -> Bitboard {
        match *squares {
            [] => self.unfinished_of(self.side()).iter().filter(|&from| !targets(self, from).is_empty()).collect(),
            [from] => targets(self, from),
            _ if must_capture(self) => next_captures(self, &so_far(squares)),
            _ => Bitboard::EMPTY,
        }
    }

    fn diagnose(&self, side: Side, squares: &[Square], square: Square) -> Cow<'static, str> {
        let ([from, ..], Some(&at)) = (squares, squares.last()) else { return diagnose_start(self, square) };
        if !at.neighbours().contains(square) {
            return format!("a stone goes one square diagonally, not from {at} to {square} (A-4)").into();
        }
        if self.captured_on(side, squares).contains(square) {
            return format!("the stone on {square} has been taken").into();
        }
        let label = self.stone_at(*from).map_or(Label::F, |stone| stone.label);
        wrong_landing(self, *from, label, square, at != *from)
    }

    fn diagnose_incomplete(&self, side: Side, squares: &[Square]) -> Cow<'static, str> {
        match *squares {
            [] => "a stone must be chosen".into(),
            [_] => "the square that the stone goes to is missing".into(),
            [.., at] => format!("the capture goes on from {at}, to {} (A-11)", self.next_squares(side, squares)).into(),
        }
    }

    fn entered(&self, _side: Side, squares: &[Square]) -> Option<Move> {
        match *squares {
            [from, to] if !must_capture(self) => Some(Move::step(from, to)),
            [_, _, ..] => Some(so_far(squares)).filter(|capture| next_captures(self, capture).is_empty()),
            _ => None,
        }
    }

    fn captured_on(&self, _side: Side, squares: &[Square]) -> Bitboard {
        if must_capture(self) { so_far(squares).captured() } else { Bitboard::EMPTY }
    }

    /// The taken stones are gone. A step changes the board only when it is played (A-5).
    fn board_during(&self, _side: Side, squares: &[Square]) -> Self {
        match *squares {
            [_, _, ..] if must_capture(self) => self.during_capture(&so_far(squares)),
            [from, to] => self.during_step(&Move::step(from, to)),
            _ => *self,
        }
    }

    fn combine(&self, white: Option<&Move>, black: Option<&Move>) -> Option<Move> {
        match self.side() {
            Side::White => white.copied(),
            Side::Black => black.copied(),
        }
    }

    fn path(&self, _side: Side, mv: &Move) -> Vec<Square> {
        core::iter::once(mv.from()).chain(mv.landings()).collect()
    }

    fn moves_of(&self, side: Side) -> Vec<Move> {
        if side == self.side() { self.moves() } else { Vec::new() }
    }

    fn entered_text(&self, _side: Side, mv: &Move) -> String {
        self.move_text(mv)
    }

    fn moves_from(&self, side: Side, square: Square) -> Vec<Move> {
        self.moves_of(side).into_iter().filter(|mv| mv.from() == square).collect()
    }
}

/// The squares that the stone on this square can go to: to capture, if anything can be captured (A-10).
fn targets(position: &Position, from: Square) -> Bitboard {
    if must_capture(position) {
        next_captures(position, &Move::without_jumps(from))
    } else {
        from.neighbours() & position.empty()
    }
}

/// The capture that has come to these squares.
fn so_far(squares: &[Square]) -> Move {
    match squares.split_first() {
        Some((from, landings)) => landings.iter().fold(Move::without_jumps(*from), |mv, &to| mv.jump(to)),
        None => Move::without_jumps(Square::A1),
    }
}

/// Returns why no move can begin on this square.
fn diagnose_start(position: &Position, square: Square) -> Cow<'static, str> {
    let side = position.side();
    match position.stone_at(square) {
        None => format!("there is no stone on {square}"),
        Some(stone) if stone.side != side => {
            format!("the stone on {square} is {}’s, and it is {side}’s turn", stone.side)
        }
        Some(stone) if stone.label == Label::F => {
            format!("the stone on {square} has finished and never moves again (A-6)")
        }
        Some(stone) if !must_capture(position) => {
            format!("the {} on {square} has no empty square next to it", stone.label)
        }
        Some(stone) if !stone.label.can_capture() => {
            format!("capture is compulsory (A-10), and {} can’t capture: only M stones do (A-7)", stone.label)
        }
        Some(stone) => {
            format!("capture is compulsory (A-10), and the {} on {square} has nothing to take", stone.label)
        }
    }
    .to_string()
    .into()
}
