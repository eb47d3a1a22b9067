//! Reading positions.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "letters and digits less the first of the range that they were matched with; files and ranks are below 8"
)]

use smallvec::SmallVec;
use tavlei_game::text::{Scanner, fold};
use tavlei_game::{Game, Side};
use tavlei_geometry::dark::Square;

use crate::PlaceInText;
use crate::{Piece, Position, PositionError, Rules, Tower, TowerError};

/// Reads the lists of towers that this crate writes, and what people write instead.
///
/// `side [heading:] tower, … ; [heading:] tower, …`, and the side may be left out before a heading, or be told in a
/// sentence before or after the lists.
pub(super) fn read_lists(text: &str, rules: &Rules) -> Result<Position, PositionError> {
    let mut text = Scanner::new(text);
    text.skip_spaces();
    if let Some(rest) = start_of(&text) {
        rest.finish("nothing behind ‘start’")?;
        return Ok(Position::start(rules));
    }
    // A bullet.
    let _ = text.eat_if(|c| matches!(c, '-' | '*' | '•')).is_some() && text.skip_spaces();
    let told = eat_turn(&mut text);
    let (side_to_move, heading) = match side_name(&mut text) {
        Some((side, Name::Word)) if told.is_none() => (side, heading_of(&mut text)),
        Some((side, Name::Heading)) => (told.unwrap_or(Side::White), Some(side)),
        _ if told.is_some() => return Err(text.expected("a heading, White: or Black:").into()),
        _ => return Err(text.expected("the side to move, w or b").into()),
    };
    let first = heading.unwrap_or(Side::White);
    let mut position = Position::empty(side_to_move, rules);
    let mut divided = read_list(&mut text, first, heading.is_some(), &mut position)?;
    divided |= eat_stop_before_heading(&mut text);

    text.skip_spaces();
    let second = text.offset();
    let second_heading = if divided { name_of(&mut text) } else { heading_of(&mut text) };
    match second_heading {
        None if !divided => {
            return Err(text.expected("a comma and a tower, or a semicolon and the other side’s towers").into());
        }
        Some(side) if side == first => {
            text.go_to(second);
            return Err(text.expected("the other side’s towers").into());
        }
        _ => {}
    }
    if second_heading.is_some() {
        // Lists with headings may each be ended; without any, another semicolon would begin a third list.
        read_list(&mut text, first.opponent(), true, &mut position)?;
    } else {
        read_towers(&mut text, first.opponent(), &mut position)?;
    }
    if text.eat('.')
        && heading.is_some()
        && let Some(side) = eat_turn(&mut text)
    {
        position = position.with_side_to_move(side);
    }
    text.finish("a comma and a tower, or the end")?;
    Ok(position)
}

/// Reads a list of towers and the semicolon behind it, and says whether there is one. Under a heading semicolons may
/// stand in the place of commas: the list ends where the other heading begins.
fn read_list(text: &mut Scanner<'_>, side: Side, headed: bool, position: &mut Position) -> Result<bool, PositionError> {
    loop {
        read_towers(text, side, position)?;
        let divided = text.eat(';');
        let mut ahead = text.clone();
        ahead.skip_spaces();
        if !divided || !headed || ahead.is_at_end() || ahead.peek() == Some('.') || name_of(&mut ahead).is_some() {
            return Ok(divided);
        }
    }
}

/// Reads a full stop if a heading follows it.
fn eat_stop_before_heading(text: &mut Scanner<'_>) -> bool {
    let mut ahead = text.clone();
    let is_stop = ahead.eat('.') && heading_of(&mut ahead.clone()).is_some();
    if is_stop {
        *text = ahead;
    }
    is_stop
}

/// Reads who is to move as a sentence: `Ход чёрных.`, `Black to move.`, `Белые начинают и выигрывают.`
fn eat_turn(text: &mut Scanner<'_>) -> Option<Side> {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    let side = if eat_words(&mut ahead, &["ход"]) {
        ahead.skip_spaces();
        side_name(&mut ahead)?.0
    } else {
        let (side, _) = side_name(&mut ahead)?;
        if !eat_words(&mut ahead, &["to", "move"]) && !eat_words(&mut ahead, &["начинают"]) {
            return None;
        }
        side
    };
    // What that side shall reach.
    if eat_words(&mut ahead, &["and"]) || eat_words(&mut ahead, &["и"]) {
        while ahead.eat_if(|c| !matches!(c, '.' | ';' | ':')).is_some() {}
    }
    while ahead.skip_spaces() || ahead.eat_if(|c| matches!(c, '.' | ',' | ';' | ':')).is_some() {}
    *text = ahead;
    Some(side)
}

/// Reads these words if all of them follow.
fn eat_words(text: &mut Scanner<'_>, words: &[&str]) -> bool {
    let mut ahead = text.clone();
    let follow = words.iter().all(|word| {
        ahead.skip_spaces();
        let start = ahead.offset();
        while ahead.eat_if(char::is_alphabetic).is_some() {}
        let found = ahead.whole().get(start..ahead.offset()).unwrap_or_default();
        found.chars().map(lower).eq(word.chars().map(fold))
    });
    if follow {
        *text = ahead;
    }
    follow
}

/// Reads the text after the word `start`, if that stands here.
fn start_of<'a>(text: &Scanner<'a>) -> Option<Scanner<'a>> {
    let mut text = text.clone();
    "start".chars().all(|c| text.eat(c)).then_some(text)
}

/// Reads the towers of one side, as far as they go.
fn read_towers(text: &mut Scanner<'_>, side: Side, position: &mut Position) -> Result<(), PositionError> {
    loop {
        text.skip_spaces();
        if matches!(text.peek(), None | Some(';' | '.')) || peek_heading(text) {
            return Ok(());
        }
        let square = PlaceInText { offset: Some(text.offset()), square: read_square(text)? };
        text.skip_spaces();
        let _ = text.eat_if(|c| matches!(c, '=' | '-' | ':'));
        text.skip_spaces();
        let tower = read_tower(text, side, square)?;
        position.place(tower, square)?;

        let spaced = text.skip_spaces();
        let at_end = matches!(text.peek(), None | Some(';' | '.'));
        let divided = text.eat(',') || spaced && text.peek().is_some_and(char::is_alphabetic);
        if !divided && !at_end {
            return Err(text.expected("0 or 1 or / in a tower, a comma or a semicolon").into());
        }
    }
}

pub(super) fn read_square(text: &mut Scanner<'_>) -> Result<Square, PositionError> {
    let offset = text.offset();
    let file = text.eat_if(|c| c.is_ascii_alphabetic()).ok_or_else(|| text.expected("a square"))?;
    let rank = text.eat_if(|c| c.is_ascii_digit()).ok_or_else(|| text.expected("a rank, 1 to 8"))?;
    match (file, rank) {
        ('a'..='h', '1'..='8') => {
            Square::at(file as u8 - b'a', rank as u8 - b'1').ok_or(PositionError::Light { offset, file, rank })
        }
        _ => Err(PositionError::OffBoard { offset, file, rank }),
    }
}

/// The characters expected in a tower.
const PIECE: &str = "0 (a man) or 1 (a king)";

fn read_tower(text: &mut Scanner<'_>, owner: Side, at: PlaceInText) -> Result<Tower, PositionError> {
    let mut pieces = SmallVec::<[Piece; Tower::MAX_HEIGHT as usize]>::new();
    let mut side = owner;
    loop {
        let piece = match text.peek() {
            Some('0' | 'o') => Piece::man(side),
            Some('1') => Piece::king(side),
            None | Some(',' | ';') if pieces.is_empty() => {
                return Err(PositionError::Tower { at, reason: TowerError::Empty });
            }
            _ if pieces.is_empty() => return Err(text.expected(PIECE).into()),
            _ => break,
        };
        text.next();
        if pieces.len() == Tower::MAX_HEIGHT.into() {
            return Err(PositionError::Tower { at, reason: TowerError::TooHigh });
        }
        pieces.push(piece);

        let end = text.offset();
        text.skip_spaces();
        if text.eat('/') {
            text.skip_spaces();
            if !matches!(text.peek(), Some('0' | 'o' | '1')) {
                return Err(text.expected(PIECE).into());
            }
            side = side.opponent();
        } else {
            text.go_to(end);
        }
    }
    Tower::from_pieces(pieces).map_err(|reason| PositionError::Tower { at, reason })
}

fn peek_heading(text: &Scanner<'_>) -> bool {
    heading_of(&mut text.clone()).is_some()
}

/// Reads the name of a side with a colon or a dash, if that stands here.
fn heading_of(text: &mut Scanner<'_>) -> Option<Side> {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    match side_name(&mut ahead) {
        Some((side, Name::Heading)) => {
            *text = ahead;
            Some(side)
        }
        _ => None,
    }
}

/// Reads the name of a side, if one stands here that is a heading or at least a whole word.
fn name_of(text: &mut Scanner<'_>) -> Option<Side> {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    let start = ahead.offset();
    let (side, name) = side_name(&mut ahead)?;
    let letters = ahead.whole().get(start..ahead.offset())?.chars().filter(|c| c.is_alphabetic()).count();
    (name == Name::Heading || letters > 1).then(|| {
        *text = ahead;
        side
    })
}

/// Reads the name of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    /// Nothing more.
    Word,
    /// The heading of a list: a colon follows, or a dash behind a whole word.
    Heading,
}

/// Reads the name of a side, if one stands here, and the colon or dash that makes it a heading.
fn side_name(text: &mut Scanner<'_>) -> Option<(Side, Name)> {
    let mut ahead = text.clone();
    while ahead.eat_if(char::is_alphabetic).is_some() {}
    let word = text.rest().get(..ahead.offset() - text.offset())?;
    // `b2` is a square.
    if ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    let names: [(Side, &[&str]); 2] = [
        (Side::White, &["w", "white", "белые", "белых", "б"]),
        (Side::Black, &["b", "black", "чёрные", "чёрных", "ч"]),
    ];
    let is_named = |name: &&str| name.chars().map(fold).eq(word.chars().map(lower));
    let (side, _) = names.into_iter().find(|(_, names)| names.iter().any(is_named))?;
    *text = ahead.clone();
    ahead.skip_spaces();
    if ahead.eat(':') || word.chars().count() > 1 && ahead.eat('-') {
        *text = ahead;
        return Some((side, Name::Heading));
    }
    Some((side, Name::Word))
}

/// The character [folded](fold), and in lower case in any alphabet.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    fold(lower.next().unwrap_or(c))
}
