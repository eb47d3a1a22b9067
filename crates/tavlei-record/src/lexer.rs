//! Takes lines apart into tags, moves, comments and results.
//!
//! The lexer is handed one line at a time and remembers between lines only what is open: a comment, a variation, the
//! count of moves. It looks at each character a bounded number of times, so reading is linear in the input, and keeps
//! nothing that the [`ReadLimits`] do not bound.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "places in a line, at the beginnings and ends of its characters, and counts of what has been read"
)]

mod chunk;
mod fast_path;
mod numbers;
mod pieces;
mod tag;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use self::chunk::{char_at, is_control, is_space, skip_space};
pub(crate) use self::chunk::{may_be_number, must_part};
use self::fast_path::{fast_move, fast_number};
use self::numbers::Numbers;
use self::pieces::Next;
pub(crate) use self::tag::is_tag;
use self::tag::{TagAt, tag_at, unescape};
use crate::{MoveNumber, OpenPart, Part, Place, ReadError, ReadLimits, Token, Visitor, Warning, WarningKind};

/// The next action after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The line is used up.
    NextLine,
    /// A game has ended; the rest of the line belongs to the next.
    GameOver,
}

/// The construct that is open between two lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Moves,
    Comment { opened: Place },
    Variation { opened: Place, depth: u32, in_comment: bool },
}

#[derive(Debug)]
pub(crate) struct Lexer {
    limits: ReadLimits,
    mode: Mode,
    game: GameState,
    numbers: Numbers,
    /// The names of the tags of this game, in small letters.
    tags: HashSet<String>,
    /// A number that has been read and whose move has not.
    number: Option<Number>,
    /// An asterisk that touches a move: a mark, or the result.
    asterisk: Option<Held>,
    /// The comment that is being read, white space made single.
    comment: String,
    // The line that is being read: its number, where it begins, its first character, where its last move ends, whether
    // control characters are still to be reported, whether bytes are columns, and otherwise the place up to which columns
    // have been counted.
    line: u64,
    line_offset: u64,
    first: usize,
    move_end: usize,
    controls: bool,
    ascii: bool,
    counted: (usize, u32),
}

/// A move number that has been read.
#[derive(Debug)]
struct Number {
    /// The number; `None` if no game has such a one.
    number: Option<u32>,
    black: bool,
    /// A comment has been read since then.
    interrupted: bool,
    /// Its digits if there are no dots behind them, so that they may turn out to be no number.
    held: Held,
}

impl Number {
    fn given(&self) -> Option<MoveNumber> {
        self.number.map(|number| MoveNumber { number, black: self.black })
    }
}

/// A text whose meaning follows from what comes next.
#[derive(Debug)]
struct Held {
    place: Place,
    text: String,
    /// The line in which it stands, once that is passed.
    line: Option<String>,
}

impl Held {
    fn new(place: Place, text: &str) -> Self {
        Self { place, text: text.to_string(), line: None }
    }

    /// The text as a token, while this line is being read.
    fn token<'a>(&'a self, line: &'a str) -> Token<'a> {
        Token { text: &self.text, place: self.place, line: self.line.as_deref().unwrap_or(line) }
    }
}

/// The state of the game that is being read.
#[derive(Clone, Copy, Default, Debug)]
struct GameState {
    /// A tag or a move has been read.
    begun: bool,
    moves: bool,
    /// The result has been read.
    ended: bool,
    /// The visitor wants no more of this game.
    muted: bool,
    /// A blank line has been read since the last tag.
    blank: bool,
    /// Bytes of tags, moves and comments that the visitor may have kept, and how many of them there were.
    kept: usize,
    pieces: usize,
}

impl Lexer {
    pub(crate) fn new(limits: ReadLimits) -> Self {
        Self {
            limits,
            mode: Mode::Moves,
            game: GameState::default(),
            numbers: Numbers::default(),
            tags: HashSet::new(),
            number: None,
            asterisk: None,
            comment: String::new(),
            line: 0,
            line_offset: 0,
            first: 0,
            move_end: usize::MAX,
            controls: false,
            ascii: true,
            counted: (0, 1),
        }
    }

    /// Forgets the game that was being read.
    pub(crate) fn begin_game(&mut self) {
        self.mode = Mode::Moves;
        self.game = GameState::default();
        self.numbers = Numbers::default();
        // Clearing the set would cost as much as the largest game had tags.
        self.tags = HashSet::new();
        self.number = None;
        self.asterisk = None;
        self.comment.clear();
    }

    /// Returns whether any tag or move has been read.
    pub(crate) const fn has_begun(&self) -> bool {
        self.game.begun
    }

    /// Prepares for the next line, which begins at this offset; `skipped` bytes of it are a byte order mark.
    pub(crate) fn begin_line(&mut self, line: &str, offset: u64, skipped: usize) {
        self.line += 1;
        self.line_offset = offset;
        self.first = skip_space(line, skipped);
        self.game.blank |= self.first == line.len();
        self.move_end = usize::MAX;
        self.ascii = line.is_ascii();
        self.controls = line.contains(is_control);
        self.counted = (skipped, 1);
    }

    /// Counts a line that is not looked at.
    pub(crate) fn pass_line(&mut self) {
        self.line += 1;
    }

    /// The first character of the line.
    pub(crate) const fn first(&self) -> usize {
        self.first
    }

    pub(crate) const fn line_number(&self) -> u64 {
        self.line
    }

    /// Ends the input.
    pub(crate) fn finish<V: Visitor>(&mut self, visitor: &mut V, end: Place) -> Result<(), ReadError> {
        self.settle("", visitor)?;
        match self.mode {
            Mode::Comment { opened } => Err(ReadError::Unclosed { what: OpenPart::Comment, place: opened }),
            Mode::Variation { opened, .. } => Err(ReadError::Unclosed { what: OpenPart::Variation, place: opened }),
            Mode::Moves => {
                if self.game.begun && !self.game.ended {
                    self.warn_at(visitor, end, WarningKind::ResultMissing);
                }
                Ok(())
            }
        }
    }

    /// Reads on in a line, from `pos`, until it is used up or a game is over.
    pub(crate) fn lex<V: Visitor>(&mut self, line: &str, pos: &mut usize, visitor: &mut V) -> Result<Step, ReadError> {
        if std::mem::take(&mut self.controls) {
            for (at, control) in line.char_indices().filter(|(_, c)| is_control(*c)) {
                self.warn(visitor, line, at, WarningKind::Stray(control));
            }
        }
        loop {
            let step = match self.mode {
                Mode::Moves => self.lex_moves(line, pos, visitor)?,
                Mode::Comment { opened } => self.lex_comment(line, pos, opened, visitor)?,
                Mode::Variation { opened, depth, in_comment } => {
                    self.lex_variation(line, pos, (opened, depth, in_comment), visitor)?
                }
            };
            if let Some(step) = step {
                self.end_line(line);
                return Ok(step);
            }
        }
    }

    /// Reads tags, moves and results, until the line ends or something opens.
    fn lex_moves<V: Visitor>(
        &mut self,
        line: &str,
        pos: &mut usize,
        visitor: &mut V,
    ) -> Result<Option<Step>, ReadError> {
        loop {
            if !self.game.ended && self.asterisk.is_none() {
                self.lex_fast(line, pos, visitor)?;
            }
            let at = skip_space(line, *pos);
            *pos = at;
            let Some(c) = char_at(line, at) else {
                return Ok(Some(if self.game.ended { Step::GameOver } else { Step::NextLine }));
            };
            match self.piece(line, at, c, visitor)? {
                Next::On(end) => *pos = end,
                Next::Opened(end) => {
                    *pos = end;
                    return Ok(None);
                }
                Next::GameOver => return Ok(Some(Step::GameOver)),
            }
        }
    }

    /// Reads moves and their numbers as long as they are written plainly.
    fn lex_fast<V: Visitor>(&mut self, line: &str, pos: &mut usize, visitor: &mut V) -> Result<(), ReadError> {
        let bytes = line.as_bytes();
        loop {
            if bytes.get(*pos) == Some(&b' ') {
                *pos += 1;
            }
            if self.number.is_none()
                && let Some((number, end, begin)) = fast_number(bytes, *pos)
            {
                if number == 1 && self.game.moves && *pos == self.first {
                    // It may begin a new game.
                    return Ok(());
                }
                let token = self.token(line, *pos..end);
                self.tell(|| visitor.part(Part::Number, token));
                let held = Held::new(token.place, "");
                self.number = Some(Number { number: Some(number), black: false, interrupted: false, held });
                *pos = begin;
            }
            if let Some(end) = fast_move(bytes, *pos).filter(|end| end - *pos <= self.limits.token) {
                let token = self.token(line, *pos..end);
                self.tell(|| visitor.part(Part::Move, token));
                self.move_at(token, visitor)?;
                self.move_end = end;
                *pos = end;
            } else {
                return Ok(());
            }
        }
    }

    /// Reads a comment in braces up to its end, or to the end of the line.
    fn lex_comment<V: Visitor>(
        &mut self,
        line: &str,
        pos: &mut usize,
        opened: Place,
        visitor: &mut V,
    ) -> Result<Option<Step>, ReadError> {
        let rest = &line[*pos..];
        let close = rest.find('}');
        self.collect(&rest[..close.unwrap_or(rest.len())], opened)?;
        let token = self.token(line, *pos..close.map_or(line.len(), |close| *pos + close + 1));
        self.tell(|| visitor.part(Part::Comment, token));
        match close {
            Some(close) => {
                *pos += close + 1;
                self.mode = Mode::Moves;
                self.comment_done(opened, visitor)?;
                Ok(None)
            }
            None => {
                *pos = line.len();
                Ok(Some(Step::NextLine))
            }
        }
    }

    /// Skips a variation up to its end, or to the end of the line.
    fn lex_variation<V: Visitor>(
        &mut self,
        line: &str,
        pos: &mut usize,
        (opened, mut depth, mut in_comment): (Place, u32, bool),
        visitor: &mut V,
    ) -> Result<Option<Step>, ReadError> {
        let rest = line.as_bytes().get(*pos..).unwrap_or_default();
        let mut end = None;
        for (i, byte) in rest.iter().enumerate() {
            match byte {
                b'}' => in_comment = false,
                _ if in_comment => {}
                b'{' => in_comment = true,
                b';' => break,
                b'(' if depth >= self.limits.depth => {
                    return Err(ReadError::TooDeep { limit: self.limits.depth, place: self.place(line, *pos + i) });
                }
                b'(' => depth += 1,
                b')' if depth > 1 => depth -= 1,
                b')' => {
                    end = Some(*pos + i + 1);
                    break;
                }
                _ => {}
            }
        }
        let token = self.token(line, *pos..end.unwrap_or(line.len()));
        self.tell(|| visitor.part(Part::Variation { opened }, token));
        *pos = end.unwrap_or(line.len());
        self.mode = if end.is_some() { Mode::Moves } else { Mode::Variation { opened, depth, in_comment } };
        Ok(if end.is_some() { None } else { Some(Step::NextLine) })
    }

    /// Keeps the line for what stands in it and is not decided yet.
    fn end_line(&mut self, line: &str) {
        const MAX_LINE: usize = 1 << 10;
        let held = self.number.iter_mut().map(|number| &mut number.held).chain(&mut self.asterisk);
        for held in held.filter(|held| held.line.is_none() && !held.text.is_empty()) {
            held.line = Some(if line.len() <= MAX_LINE { line.to_string() } else { String::new() });
        }
    }

    #[inline]
    fn move_at<V: Visitor>(&mut self, token: Token<'_>, visitor: &mut V) -> Result<(), ReadError> {
        self.game.begun = true;
        self.game.moves = true;
        self.keep(token.text.len(), token.place)?;
        let number = self.number.take().and_then(|number| number.given());
        if let Some(kind) = self.numbers.check(number) {
            self.warn_at(visitor, token.place, kind);
        }
        self.tell(|| visitor.mv(token, number));
        Ok(())
    }

    fn whole_comment<V: Visitor>(&mut self, text: &str, place: Place, visitor: &mut V) -> Result<(), ReadError> {
        self.collect(text, place)?;
        self.comment_done(place, visitor)
    }

    /// Adds a piece to the comment that is being read.
    fn collect(&mut self, text: &str, opened: Place) -> Result<(), ReadError> {
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            let space = usize::from(!self.comment.is_empty());
            if self.comment.len() + space + word.len() > self.limits.comment {
                return Err(ReadError::CommentTooLong { limit: self.limits.comment, place: opened });
            }
            if space > 0 {
                self.comment.push(' ');
            }
            self.comment.push_str(word);
        }
        Ok(())
    }

    fn comment_done<V: Visitor>(&mut self, opened: Place, visitor: &mut V) -> Result<(), ReadError> {
        if !self.comment.is_empty() {
            self.keep(self.comment.len(), opened)?;
            if !self.game.muted {
                self.game.muted = visitor.comment(&self.comment, opened).is_break();
            }
            self.comment.clear();
        }
        Ok(())
    }

    /// Reads a tag, or ends the game if it has this tag already.
    fn tag<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<Next, ReadError> {
        let TagAt { name, value: span, end, well_formed } = tag_at(line, at);
        let name = &line[name];
        let place = self.place(line, at);
        if name.len() > self.limits.token {
            return Err(ReadError::TagTooLong { limit: self.limits.token, place });
        }
        if span.len() > self.limits.comment {
            return Err(ReadError::TagTooLong { limit: self.limits.comment, place });
        }
        if !self.tags.insert(name.to_lowercase()) {
            if !self.game.blank {
                self.warn_at(visitor, place, WarningKind::TagTwice(name.to_string()));
            }
            return Ok(self.game_over(line, at, visitor));
        }
        self.game.blank = false;
        self.keep(name.len() + span.len(), place)?;
        self.game.begun = true;
        let part = self.token(line, at..end);
        self.tell(|| visitor.part(Part::Tag, part));
        let value_place = self.place(line, span.start);
        let raw = &line[span];
        let value = if raw.contains(|c: char| c == '\\' || c.is_control()) {
            Cow::Owned(unescape(raw))
        } else {
            Cow::Borrowed(raw)
        };
        self.tell(|| visitor.tag(Token { text: name, place, line }, Token { text: &value, place: value_place, line }));
        if !well_formed {
            self.warn_at(visitor, place, WarningKind::TagForm(name.to_string()));
        }
        Ok(Next::On(end))
    }

    fn warn<V: Visitor>(&mut self, visitor: &mut V, line: &str, at: usize, kind: WarningKind) {
        let place = self.place(line, at);
        self.warn_at(visitor, place, kind);
    }

    fn warn_at<V: Visitor>(&mut self, visitor: &mut V, place: Place, kind: WarningKind) {
        self.tell(|| visitor.warning(Warning { place, kind }));
    }

    /// Tells the visitor something, unless it wants no more of this game.
    #[inline]
    fn tell(&mut self, tell: impl FnOnce() -> ControlFlow<()>) {
        if !self.game.muted {
            self.game.muted = tell().is_break();
        }
    }

    /// Counts what the visitor may keep.
    #[inline]
    fn keep(&mut self, bytes: usize, place: Place) -> Result<(), ReadError> {
        self.game.kept = self.game.kept.saturating_add(bytes);
        self.game.pieces += 1;
        if self.game.kept > self.limits.game {
            return Err(ReadError::GameTooLong { limit: self.limits.game, place });
        }
        if self.game.pieces > self.limits.pieces() {
            return Err(ReadError::TooManyPieces { limit: self.limits.pieces(), place });
        }
        Ok(())
    }

    fn token<'a>(&mut self, line: &'a str, span: Range<usize>) -> Token<'a> {
        let place = self.place(line, span.start);
        Token { text: &line[span], place, line }
    }

    /// The place of a byte of the line.
    #[inline]
    pub(crate) fn place(&mut self, line: &str, at: usize) -> Place {
        let column =
            if self.ascii { u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1) } else { self.column(line, at) };
        Place { offset: self.line_offset + at as u64, line: self.line, column }
    }

    /// The column of a byte of a line in which bytes are not columns.
    fn column(&mut self, line: &str, at: usize) -> u32 {
        // Places are mostly asked for from left to right, so that counting is linear in all.
        let (from, column) = if self.counted.0 <= at { self.counted } else { (0, 1) };
        let column = column.saturating_add(line[from..at].chars().count() as u32);
        self.counted = (at, column);
        column
    }
}
