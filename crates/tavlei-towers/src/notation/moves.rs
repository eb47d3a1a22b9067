//! Writing and reading moves.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "letters and digits less the first of the range that they were matched with; files and ranks are below 8"
)]

mod diagnose;
mod fast_path;
mod walk;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use smallvec::SmallVec;
use tavlei_game::text::Scanner;
use tavlei_game::{Game, MoveError, Notation, Sequential};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::jump_chain::JumpChain;
use crate::moves::scan_crowning;
use crate::padded::PaddedBitboard;
use crate::{Move, Position};

/// The squares that a move may land on, jump by jump, the last one its end; for a quiet move the end alone.
pub(super) type Route = SmallVec<[Bitboard; Move::MAX_JUMPS]>;

/// Every choice of landing squares that fits a legal move, as one set for each jump (rule T-15).
///
/// The choices are independent of each other, because what comes next is the same from each square of a set.
pub(super) fn route(position: &Position, mv: &Move) -> Route {
    let mut route = Route::new();
    let mut chain = JumpChain::begin(position, mv.from());
    let mut on = Bitboard::from(mv.from());
    for &over in mv.jumped() {
        let mut from = Bitboard::EMPTY;
        let mut made = None;
        for square in on {
            let jump =
                square.direction_to(over).and_then(|direction| chain.jump(PaddedBitboard::of(square), direction));
            if let Some(jump) = jump.filter(|jump| jump.over == PaddedBitboard::of(over)) {
                from.insert(square);
                made = Some(jump);
            }
        }
        if let Some(last) = route.last_mut() {
            *last = from;
        }
        let Some(jump) = made else { break };
        chain = chain.after(&jump);
        on = jump.behind.bitboard();
        route.push(on);
    }
    match route.last_mut() {
        Some(last) => *last = mv.to().into(),
        None => route.push(mv.to().into()),
    }
    route
}

pub(super) fn write_long(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}", mv.from())?;
    write_landings(position, mv, out)
}

/// The half-short form: the file for the start if that is enough, or the long form.
pub(super) fn write_short(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    let mut text = String::new();
    text.push(char::from(b'a' + mv.from().file()));
    if mv.is_capture() {
        write_landings(position, mv, &mut text)?;
    } else {
        write!(text, "{}", mv.to())?;
    }
    if position.read_move(&text).as_ref() == Ok(mv) { out.write_str(&text) } else { write_long(position, mv, out) }
}

pub(super) fn write_numeric(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}", number(mv.from()))?;
    let sign = if mv.is_capture() { 'x' } else { '-' };
    landing_squares(position, mv).try_for_each(|square| write!(out, "{sign}{}", number(square)))
}

fn write_landings(position: &Position, mv: &Move, out: &mut dyn Write) -> fmt::Result {
    let sign = if mv.is_capture() { ':' } else { '-' };
    landing_squares(position, mv).try_for_each(|square| write!(out, "{sign}{square}"))
}

/// The squares that the text of a move names after the start.
pub(crate) fn landing_squares(position: &Position, mv: &Move) -> impl Iterator<Item = Square> {
    route(position, mv).into_iter().map(|set| alphabetically_first(set, mv))
}

/// Plays the move that these squares are, the first one its start, or explains which rule forbids it.
pub(crate) fn play_squares(position: &Position, squares: &[Square]) -> Result<Move, Cow<'static, str>> {
    let mut steps = squares.iter().map(|&square| Step { square, offset: 0 });
    let Some(start) = steps.next() else { return Err("a tower must be chosen".into()) };
    if let [square] = *squares
        && position.side_of(square) == Some(position.side_to_move())
    {
        return Err(if position.boards().can_capture() {
            diagnose::tell(position, &walk::Broken::CannotCapture(square))
        } else {
            format!("the tower on {square} has no free square to go to").into()
        });
    }
    let given = Given { start: Start::Square(start), path: steps.collect(), capture_sign: None, crowning: None };
    walk::walk(position, start, &given).map_err(|fault| diagnose::tell(position, &fault.broken))
}

fn alphabetically_first(set: Bitboard, mv: &Move) -> Square {
    set.iter().min_by_key(|square| (square.file(), square.rank())).unwrap_or(mv.to())
}

/// The number of a dark square as draughts programs count them: from b8, which is 1, rank by rank to g1, which is 32.
fn number(square: Square) -> u8 {
    29 - square.rank() * 4 + square.file() / 2
}

pub(super) fn numbered(number: u8) -> Option<Square> {
    let index = number.checked_sub(1)?;
    Square::new((7_u8.checked_sub(index / 4)?) * 4 + index % 4)
}

/// The content of a move's text.
#[derive(PartialEq, Debug)]
pub(super) struct Given {
    pub(super) start: Start,
    /// The squares behind the start, each with its place in the text. There is at least one.
    pub(super) path: SmallVec<[Step; Move::MAX_JUMPS]>,
    /// Where the first sign of a capture stands.
    pub(super) capture_sign: Option<usize>,
    /// Where it says that the commander is crowned.
    pub(super) crowning: Option<usize>,
}

/// The start of a move in a text, and its place there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Start {
    /// On this square.
    Square(Step),
    /// On this file, counted from 0.
    File(u8, usize),
}

/// A square that a text names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Step {
    pub(super) square: Square,
    pub(super) offset: usize,
}

pub(super) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    match fast_path::squares(text.as_bytes()) {
        Some(given) => find(position, &given),
        None if text.contains('(') => find_by_jumps(position, text),
        None => find(position, &parse(text)?),
    }
}

pub(super) fn read_numeric(position: &Position, text: &str) -> Result<Move, MoveError> {
    match fast_path::numbers(text.as_bytes()) {
        Some(given) => find(position, &given),
        None => find(position, &parse_numeric(text)?),
    }
}

/// The legal move that is meant.
///
/// A text that names every landing square is the move that is played so. If there is none, and only then, a text may
/// also leave out landing squares, as long as one move fits.
fn find(position: &Position, given: &Given) -> Result<Move, MoveError> {
    let found = match walk::only(position, given) {
        Some(mv) => mv,
        None => find_among_all(position, given)?,
    };
    match given.crowning {
        Some(offset) if !found.is_promotion() => Err(not_crowned(position, &found, offset)),
        _ => Ok(found),
    }
}

/// The legal move of this text, which stands by itself and names what is jumped: `a3(b4)(b6)a7`.
#[cold]
fn find_by_jumps(position: &Position, text: &str) -> Result<Move, MoveError> {
    let mut text = Scanner::new(text);
    skip_move_number(&mut text);
    text.skip_spaces();
    let offset = text.offset();
    let mv = Move::scan(&mut text)?;
    skip_marks(&mut text);
    text.finish("=K, or the end")?;
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::GameOver { outcome: outcome.to_string() });
    }
    let moves = position.moves();
    let named = (mv.from(), mv.to(), mv.jumped());
    match moves.iter().find(|legal| (legal.from(), legal.to(), legal.jumped()) == named) {
        Some(legal) if mv.is_promotion() && !legal.is_promotion() => Err(not_crowned(position, legal, offset)),
        Some(legal) => Ok(*legal),
        None => {
            let same_start = moves.iter().filter(|legal| legal.from() == mv.from() && legal.is_capture());
            let mut meant: Vec<String> = same_start.map(|legal| position.move_text(legal)).collect();
            meant.sort();
            Err(MoveError::Illegal { offset, reason: "no legal move jumps these towers in this order".into(), meant })
        }
    }
}

#[cold]
fn not_crowned(position: &Position, mv: &Move, offset: usize) -> MoveError {
    let reason = "nobody is crowned by this move (T-6, T-13)".into();
    MoveError::Illegal { offset, reason, meant: Vec::from([position.move_text(mv)]) }
}

/// The same for a text that names not every landing square, or that several moves or none fit.
#[cold]
fn find_among_all(position: &Position, given: &Given) -> Result<Move, MoveError> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::GameOver { outcome: outcome.to_string() });
    }
    let moves = position.moves();
    let mut fitting = Vec::new();
    let mut fully = Vec::new();
    for mv in moves.iter().filter(|mv| fits_ends(mv, given)) {
        match fit(&route(position, mv), &given.path) {
            Fit::Full => fully.push(*mv),
            Fit::Partial => fitting.push(*mv),
            Fit::None => {}
        }
    }
    match if fully.is_empty() { fitting } else { fully }.as_slice() {
        [] => Err(diagnose::diagnose_text(position, given, &moves)),
        [mv] => Ok(*mv),
        several => {
            let mut fitting: Vec<String> = several.iter().map(|mv| position.move_text(mv)).collect();
            fitting.sort();
            Err(MoveError::Ambiguous { fitting })
        }
    }
}

fn fits_ends(mv: &Move, given: &Given) -> bool {
    let starts = match given.start {
        Start::Square(start) => mv.from() == start.square,
        Start::File(file, _) => mv.from().file() == file,
    };
    let ends = given.path.last().is_some_and(|last| last.square == mv.to());
    starts && ends && (mv.is_capture() || given.capture_sign.is_none())
}

enum Fit {
    /// Every landing square is named.
    Full,
    /// Some are, in their order.
    Partial,
    None,
}

fn fit(route: &Route, path: &[Step]) -> Fit {
    let mut left = path.iter().peekable();
    for set in route {
        let _ = left.next_if(|step| set.contains(step.square));
    }
    if left.peek().is_some() {
        Fit::None
    } else if path.len() == route.len() {
        Fit::Full
    } else {
        Fit::Partial
    }
}

/// More squares than any capture has.
const MAX_STEPS: usize = 2 * Move::MAX_JUMPS;

/// `[number.] square|file {[sign] square} [!|?]`, spaces anywhere.
fn parse(text: &str) -> Result<Given, MoveError> {
    let mut text = Scanner::new(text);
    skip_move_number(&mut text);
    text.skip_spaces();
    let offset = text.offset();
    let file = text.eat_if(|c| matches!(c, 'a'..='h')).ok_or_else(|| text.expected("a square"))? as u8 - b'a';
    text.skip_spaces();
    let start = match text.eat_if(|c| matches!(c, '1'..='8')) {
        None => Start::File(file, offset),
        Some(rank) => Start::Square(Step { square: dark(file, rank as u8 - b'1', offset)?, offset }),
    };
    read_path(&mut text, start, |text| {
        let offset = text.offset();
        let file = text.eat_if(|c| matches!(c, 'a'..='h')).ok_or_else(|| text.expected("a square"))?;
        text.skip_spaces();
        let rank = text.eat_if(|c| matches!(c, '1'..='8')).ok_or_else(|| text.expected("a rank, 1 to 8"))?;
        dark(file as u8 - b'a', rank as u8 - b'1', offset)
    })
}

/// The same with the numbers of squares.
fn parse_numeric(text: &str) -> Result<Given, MoveError> {
    let mut text = Scanner::new(text);
    text.skip_spaces();
    let offset = text.offset();
    let start = Start::Square(Step { square: read_number(&mut text)?, offset });
    read_path(&mut text, start, read_number)
}

fn read_number(text: &mut Scanner<'_>) -> Result<Square, MoveError> {
    let start = text.offset();
    let mut number = 0u8;
    while let Some(digit) = text.eat_if(|c| c.is_ascii_digit()) {
        number = number.saturating_mul(10).saturating_add(digit as u8 - b'0');
    }
    numbered(number).ok_or_else(|| {
        text.go_to(start);
        text.expected("the number of a square, 1 to 32").into()
    })
}

fn read_path(
    text: &mut Scanner<'_>,
    start: Start,
    square: impl Fn(&mut Scanner<'_>) -> Result<Square, MoveError>,
) -> Result<Given, MoveError> {
    let mut given = Given { start, path: SmallVec::new(), capture_sign: None, crowning: None };
    loop {
        text.skip_spaces();
        let sign = text.offset();
        match text.peek() {
            Some('-') => while text.eat('-') {},
            Some(':' | 'x' | '*') => {
                text.next();
                given.capture_sign.get_or_insert(sign);
            }
            Some(c) if c.is_ascii_alphanumeric() => {}
            _ if given.path.is_empty() => return Err(text.expected("a dash or a colon, and a square").into()),
            _ => break,
        }
        text.skip_spaces();
        if given.path.len() == MAX_STEPS {
            return Err(text.expected("the end: a capture has at most twelve jumps").into());
        }
        let offset = text.offset();
        given.path.push(Step { square: square(text)?, offset });
    }
    let crowning = text.offset();
    given.crowning = scan_crowning(text)?.then_some(crowning);
    skip_marks(text);
    text.clone().finish("a dash or a colon and the next square, or the end")?;
    Ok(given)
}

/// Skips what annotators write behind a move.
fn skip_marks(text: &mut Scanner<'_>) {
    while text.eat_if(|c| matches!(c, '!' | '?' | '.' | '…')).is_some() {}
}

/// Skips `12.` or `12...`; other digits stay.
fn skip_move_number(text: &mut Scanner<'_>) {
    text.skip_spaces();
    let mut ahead = text.clone();
    while ahead.eat_if(|c| c.is_ascii_digit()).is_some() {}
    let mut dotted = false;
    while ahead.eat_if(|c| matches!(c, '.' | '…')).is_some() {
        dotted = true;
    }
    if dotted {
        *text = ahead;
    }
}

fn dark(file: u8, rank: u8, offset: usize) -> Result<Square, MoveError> {
    Square::at(file, rank).ok_or_else(|| MoveError::Illegal {
        offset,
        reason: alloc::format!("{}{} is a light square (T-1)", char::from(b'a' + file), rank + 1).into(),
        meant: Vec::new(),
    })
}
