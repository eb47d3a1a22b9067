//! Takes lines apart into tags, moves, comments and results.
//!
//! The lexer is handed one line at a time and remembers between lines only what is open: a comment, a variation, the
//! count of moves. It looks at each character a bounded number of times, so reading is linear in the input, and keeps
//! nothing that the [`Limits`] do not bound.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "places in a line, at the beginnings and ends of its characters, and counts of what has been read"
)]

mod chunk;
mod numbers;
mod plain;
mod tag;

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use tavlei_game::Score;

use self::chunk::{
    Chunk, Numbered, char_at, chunk_end, emphasis_at, is_all_moves, is_bare_move_at, is_chunk_char, is_dash,
    is_draw_at, is_move_like, is_pass_before_one_move, is_rule, is_sign, is_space, is_wordy_at, joined, kind_of,
    number_at, skip_digits, skip_space, split_half_at,
};
pub(crate) use self::chunk::{DRAWS, is_word, must_part};
use self::numbers::Numbers;
use self::plain::{plain_move, plain_number};
pub(crate) use self::tag::is_tag;
use self::tag::{TagAt, tag_at, unescape};
use crate::mark::score_at;
use crate::{Limits, MoveNumber, OpenPart, Place, ReadError, ResultMark, Token, Visitor, Warning, WarningKind};

/// What the lexer wants after having looked at a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The line is used up.
    NextLine,
    /// A game has ended; the rest of the line belongs to the next.
    GameOver,
}

/// What is open between two lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Moves,
    Comment { opened: Place },
    Variation { opened: Place, depth: u32, in_comment: bool },
}

#[derive(Debug)]
pub(crate) struct Lexer {
    limits: Limits,
    mode: Mode,
    game: GameState,
    /// The comment that is being read, white space made single.
    comment: String,
    // The line that is being read: its number, where it begins, its first character, whether bytes are columns,
    // and otherwise the place up to which columns have been counted.
    line: u64,
    line_offset: u64,
    first: usize,
    ascii: bool,
    counted: (usize, u32),
}

/// What is known of the game that is being read.
#[derive(Clone, Copy, Default, Debug)]
struct GameState {
    /// A tag or a move has been read.
    begun: bool,
    moves: bool,
    /// The result has been read.
    ended: bool,
    /// The visitor wants no more of this game.
    muted: bool,
    /// Bytes that the visitor may have kept.
    kept: usize,
    numbers: Numbers,
}

impl Lexer {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            mode: Mode::Moves,
            game: GameState::default(),
            comment: String::new(),
            line: 0,
            line_offset: 0,
            first: 0,
            ascii: true,
            counted: (0, 1),
        }
    }

    /// Forgets the game that was being read.
    pub(crate) fn begin_game(&mut self) {
        self.mode = Mode::Moves;
        self.game = GameState::default();
        self.comment.clear();
    }

    /// Whether any tag or move has been read.
    pub(crate) const fn has_begun(&self) -> bool {
        self.game.begun
    }

    /// Prepares for the next line, which begins at this offset; `skipped` bytes of it are a byte order mark.
    pub(crate) fn begin_line(&mut self, line: &str, offset: u64, skipped: usize) {
        self.line += 1;
        self.line_offset = offset;
        self.first = skip_space(line, skipped);
        self.ascii = line.is_ascii();
        self.counted = (skipped, 1);
    }

    /// Counts a line that is not looked at.
    pub(crate) fn pass_line(&mut self) {
        self.line += 1;
    }

    pub(crate) const fn line_number(&self) -> u64 {
        self.line
    }

    /// Ends the input.
    pub(crate) fn finish<V: Visitor>(&mut self, visitor: &mut V, end: Place) -> Result<(), ReadError> {
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
        loop {
            let step = match self.mode {
                Mode::Moves => self.lex_moves(line, pos, visitor)?,
                Mode::Comment { opened } => self.lex_comment(line, pos, opened, visitor)?,
                Mode::Variation { opened, depth, in_comment } => {
                    self.lex_variation(line, pos, (opened, depth, in_comment))?
                }
            };
            if let Some(step) = step {
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
            if !self.game.ended {
                self.lex_plain(line, pos, visitor)?;
            }
            let at = skip_space(line, *pos);
            *pos = at;
            let Some(c) = char_at(line, at) else {
                return Ok(Some(if self.game.ended { Step::GameOver } else { Step::NextLine }));
            };
            let after = at + c.len_utf8();
            if at == self.first && self.is_rule_here(line, c) {
                *pos = line.len();
                continue;
            }
            match c {
                '{' => {
                    self.mode = Mode::Comment { opened: self.place(line, at) };
                    *pos = after;
                    return Ok(None);
                }
                '(' => {
                    self.mode = Mode::Variation { opened: self.place(line, at), depth: 1, in_comment: false };
                    *pos = after;
                    return Ok(None);
                }
                ';' => {
                    let place = self.place(line, at);
                    if self.game.moves && !self.game.ended && is_all_moves(&line[after..]) {
                        self.warn_at(visitor, place, WarningKind::MovesInComment);
                    }
                    *pos = line.len();
                    self.whole_comment(&line[after..], place, visitor)?;
                }
                '%' if at == 0 => *pos = line.len(),
                '[' => {
                    if is_tag(line, at) && (!self.game.moves || at == self.first) {
                        if self.game.moves || self.game.ended {
                            return Ok(Some(self.game_over(line, at, visitor)));
                        }
                        *pos = self.tag(line, at, visitor)?;
                    } else {
                        self.stray(line, at, c, visitor)?;
                        let rest = &line[after..];
                        *pos = rest.find(']').map_or(line.len(), |close| after + close + 1);
                    }
                }
                '}' | ')' | ']' => {
                    self.stray(line, at, c, visitor)?;
                    *pos = after;
                }
                // The sign that White stands better: +-.
                '+' => *pos = after + line[after..].chars().next().filter(|c| is_dash(*c)).map_or(0, char::len_utf8),
                '$' => *pos = skip_digits(line, after),
                '*' => {
                    if let Some(end) = emphasis_at(line, at) {
                        *pos = end;
                        continue;
                    }
                    let bullet = at == self.first && is_move_like(line, skip_space(line, after));
                    if bullet {
                        *pos = after;
                    } else if let Some(step) = self.result(line, at..after, ResultMark::Open, visitor) {
                        return Ok(Some(step));
                    } else {
                        *pos = after;
                    }
                }
                _ if is_chunk_char(c) || c == '½' => {
                    if let Some((score, end)) = score_at(line, at) {
                        match self.result(line, at..end, ResultMark::Score(score), visitor) {
                            Some(step) => return Ok(Some(step)),
                            None => *pos = end,
                        }
                        continue;
                    }
                    let end = chunk_end(line, at);
                    let chunk = &line[at..end];
                    if c.is_ascii_digit()
                        && let Some((found, end)) = number_at(line, at)
                    {
                        if self.game.ended {
                            return Ok(Some(Step::GameOver));
                        }
                        if at == self.first && self.begins_anew(&found, line, end) {
                            return Ok(Some(self.game_over(line, at, visitor)));
                        }
                        if !found.dotted && is_wordy_at(line, skip_space(line, end)) {
                            *pos = self.prose(line, at, visitor)?;
                        } else {
                            self.game.numbers.pending = Some(found.number);
                            *pos = end;
                        }
                        continue;
                    }
                    match self.kind_of(line, at, chunk) {
                        Chunk::Skip => *pos = end.max(after),
                        Chunk::Words if self.is_draw(line, at, chunk) => {
                            let _ = self.result(line, at..end, ResultMark::Score(Score::Draw), visitor);
                            *pos = end;
                        }
                        Chunk::Words => {
                            if let Some(square) = self.split_half(line, at, chunk) {
                                let square_end = self.move_end(line, square, chunk_end(line, square))?;
                                self.joined_mv(line, at..square_end, visitor)?;
                                *pos = square_end;
                                continue;
                            }
                            self.game.numbers.pending = None;
                            *pos = self.prose(line, at, visitor)?;
                        }
                        Chunk::Move => {
                            if self.game.ended {
                                return Ok(Some(Step::GameOver));
                            }
                            let end = self.move_end(line, at, end)?;
                            self.mv(line, at..end, visitor)?;
                            *pos = end;
                        }
                    }
                }
                _ => *pos = after,
            }
        }
    }

    /// What a chunk is where the game stands: where a move is due, letters without digits and dashes can be one.
    fn kind_of(&self, line: &str, at: usize, chunk: &str) -> Chunk {
        let kind = kind_of(line, at, chunk, at == self.first);
        let is_move = match kind {
            Chunk::Move => return kind,
            Chunk::Words => self.is_playing() && is_bare_move_at(line, at, chunk),
            Chunk::Skip => {
                chunk.chars().all(is_dash)
                    && chunk.chars().count() == 1
                    && !self.game.ended
                    && self.game.numbers.announces_white()
                    && is_pass_before_one_move(line, at + chunk.len())
            }
        };
        if is_move { Chunk::Move } else { kind }
    }

    /// Whether a move has been read and the game has not ended.
    const fn is_playing(&self) -> bool {
        self.game.moves && !self.game.ended
    }

    fn is_draw(&self, line: &str, at: usize, chunk: &str) -> bool {
        self.is_playing() && is_draw_at(line, at, chunk)
    }

    /// Where the square begins of a move with a space inside, `2. d c5`, of which only a number tells that it is one.
    fn split_half(&self, line: &str, at: usize, chunk: &str) -> Option<usize> {
        let is_due = self.is_playing() && self.game.numbers.pending.is_some();
        if is_due { split_half_at(line, at, chunk) } else { None }
    }

    /// Whether this line is a rule, before the moves of a game or behind them.
    fn is_rule_here(&self, line: &str, first: char) -> bool {
        (first == '|' || is_sign(first))
            && !self.is_playing()
            && self.game.numbers.pending.is_none()
            && is_rule(&line[self.first..])
    }

    /// Whether the number at the beginning of a line begins a new game, though this one has no result.
    fn begins_anew(&self, found: &Numbered, line: &str, end: usize) -> bool {
        found.dotted
            && (found.number.number, found.number.black) == (1, false)
            && self.is_playing()
            && self.game.numbers.may_begin_anew()
            && is_move_like(line, skip_space(line, end))
    }

    /// Reads moves and their numbers as long as they are written plainly.
    fn lex_plain<V: Visitor>(&mut self, line: &str, pos: &mut usize, visitor: &mut V) -> Result<(), ReadError> {
        let bytes = line.as_bytes();
        loop {
            if bytes.get(*pos) == Some(&b' ') {
                *pos += 1;
            }
            if let Some((number, begin)) = plain_number(bytes, *pos) {
                if number == 1 && self.game.moves && *pos == self.first {
                    // It may begin a new game.
                    return Ok(());
                }
                self.game.numbers.pending = Some(MoveNumber { number, black: false });
                *pos = begin;
            }
            if let Some(end) = plain_move(bytes, *pos).filter(|end| end - *pos <= self.limits.token) {
                let place = self.place(line, *pos);
                self.move_at(Token { text: &line[*pos..end], place, line }, visitor)?;
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
    fn lex_variation(
        &mut self,
        line: &str,
        pos: &mut usize,
        (opened, mut depth, mut in_comment): (Place, u32, bool),
    ) -> Result<Option<Step>, ReadError> {
        let rest = line.as_bytes().get(*pos..).unwrap_or_default();
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
                    *pos += i + 1;
                    self.mode = Mode::Moves;
                    return Ok(None);
                }
                _ => {}
            }
        }
        *pos = line.len();
        self.mode = Mode::Variation { opened, depth, in_comment };
        Ok(Some(Step::NextLine))
    }

    /// Ends a game that has no result, because the next one begins here.
    fn game_over<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Step {
        if !self.game.ended {
            self.warn(visitor, line, at, WarningKind::ResultMissing);
        }
        Step::GameOver
    }

    fn result<V: Visitor>(
        &mut self,
        line: &str,
        span: Range<usize>,
        mark: ResultMark,
        visitor: &mut V,
    ) -> Option<Step> {
        if self.game.ended {
            return Some(Step::GameOver);
        }
        if self.game.begun {
            self.game.ended = true;
            let token = self.token(line, span);
            self.tell(|| visitor.result(mark, token));
        }
        None
    }

    fn mv<V: Visitor>(&mut self, line: &str, span: Range<usize>, visitor: &mut V) -> Result<(), ReadError> {
        let place = self.place(line, span.start);
        // A single dash in the place of a move is a pass; at the beginning of a line it would be a bullet.
        let text = match &line[span] {
            text if text.len() <= '—'.len_utf8() && text.chars().all(is_sign) => "--",
            text => text,
        };
        self.move_at(Token { text, place, line }, visitor)
    }

    /// Reads a move with a space inside, which does not belong to it.
    fn joined_mv<V: Visitor>(&mut self, line: &str, span: Range<usize>, visitor: &mut V) -> Result<(), ReadError> {
        let place = self.place(line, span.start);
        let written = &line[span];
        self.warn_at(visitor, place, WarningKind::MoveJoined(written.to_string()));
        let text: String = written.chars().filter(|c| !is_space(*c)).collect();
        self.move_at(Token { text: &text, place, line }, visitor)
    }

    #[inline]
    fn move_at<V: Visitor>(&mut self, token: Token<'_>, visitor: &mut V) -> Result<(), ReadError> {
        self.game.begun = true;
        self.game.moves = true;
        self.keep(token.text.len(), token.place)?;
        let number = self.game.numbers.pending.take();
        if let Some(kind) = self.game.numbers.check(number) {
            self.warn_at(visitor, token.place, kind);
        }
        self.tell(|| visitor.mv(token, number));
        Ok(())
    }

    /// Where a move ends that begins with this chunk: spaces around its signs belong to it, too.
    fn move_end(&mut self, line: &str, start: usize, first_end: usize) -> Result<usize, ReadError> {
        let mut end = first_end;
        loop {
            if end - start > self.limits.token {
                return Err(ReadError::MoveTooLong { limit: self.limits.token, place: self.place(line, start) });
            }
            match joined(line, start, end) {
                Some(further) => end = further,
                None => return Ok(end),
            }
        }
    }

    /// Reads the words up to the end of the line, or to the move number that is due, as a comment.
    fn prose<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<usize, ReadError> {
        let end = self.prose_end(line, at);
        if self.game.begun && !self.game.ended {
            self.warn(visitor, line, at, WarningKind::Prose);
        }
        let place = self.place(line, at);
        self.whole_comment(&line[at..end], place, visitor)?;
        Ok(end)
    }

    fn prose_end(&self, line: &str, at: usize) -> usize {
        let Some(due) = self.game.numbers.due() else { return line.len() };
        let mut from = at;
        while let Some(found) = line[from..].find(|c: char| c.is_ascii_digit()) {
            let digit = from + found;
            let end = skip_digits(line, digit);
            let apart = line[..digit].chars().next_back().is_some_and(is_space);
            if apart
                && let Some((Numbered { number, dotted: true }, end)) = number_at(line, digit)
                && (due..=due + 1).contains(&number.number)
                && is_move_like(line, skip_space(line, end))
            {
                return digit;
            }
            from = end;
        }
        line.len()
    }

    fn whole_comment<V: Visitor>(&mut self, text: &str, place: Place, visitor: &mut V) -> Result<(), ReadError> {
        self.collect(text, place)?;
        self.comment_done(place, visitor)
    }

    /// Adds a piece to the comment that is being read.
    fn collect(&mut self, text: &str, opened: Place) -> Result<(), ReadError> {
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            if self.comment.len() + word.len() >= self.limits.comment {
                return Err(ReadError::CommentTooLong { limit: self.limits.comment, place: opened });
            }
            if !self.comment.is_empty() {
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

    /// Reads a tag, and returns where it ends.
    fn tag<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<usize, ReadError> {
        let TagAt { name, value: span, end, well_formed } = tag_at(line, at);
        let name = &line[name];
        let place = self.place(line, at);
        if span.len() > self.limits.comment || name.len() > self.limits.token {
            return Err(ReadError::TagTooLong { limit: self.limits.comment, place });
        }
        self.keep(name.len() + span.len(), place)?;
        self.game.begun = true;
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
        Ok(end)
    }

    fn stray<V: Visitor>(&mut self, line: &str, at: usize, c: char, visitor: &mut V) -> Result<(), ReadError> {
        if self.game.begun {
            let place = self.place(line, at);
            self.keep(0, place)?;
            self.warn_at(visitor, place, WarningKind::Stray(c));
        }
        Ok(())
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
        // What an event costs beside its text.
        const EVENT: usize = 16;
        self.game.kept = self.game.kept.saturating_add(bytes + EVENT);
        if self.game.kept > self.limits.game {
            return Err(ReadError::GameTooLong { limit: self.limits.game, place });
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
