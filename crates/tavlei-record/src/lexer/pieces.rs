//! Reads the text between the beginning and the end of a game, piece by piece.
//!
//! Every piece is passed by [`Lexer::pass`], so each byte of a line but white space is told of as a [`Part`], and what
//! has no meaning is reported with its place.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "places in a line, at the beginnings and ends of its characters"
)]

use std::ops::Range;

use super::chunk::{
    Chunk, Numbered, chunk_end, emphasis_at, is_all_moves, is_bare_move_at, is_chunk_char, is_dash, is_draw_at,
    is_move_like, is_pass_before_one_move, is_rule, is_sign, is_wordy_at, joined, kind_of, number_at, skip_digits,
    skip_space, split_half_at,
};
use super::tag::{is_tag, is_well_formed};
use super::{Held, Lexer, Mode, Number};
use crate::mark::score_at;
use crate::{Part, ReadError, ResultMark, Token, Visitor, WarningKind};

/// Where reading goes on after a piece.
pub(super) enum Next {
    /// In this line, at this byte.
    On(usize),
    /// The same, within a comment or variation that has been opened.
    Opened(usize),
    /// With another game, which begins at this piece.
    GameOver,
}

impl Lexer {
    /// Reads the piece that begins with this character.
    pub(super) fn piece<V: Visitor>(
        &mut self,
        line: &str,
        at: usize,
        c: char,
        visitor: &mut V,
    ) -> Result<Next, ReadError> {
        if at == self.first && self.is_rule_here(line, c) {
            return Ok(self.pass(line, at..line.len(), Part::Decoration, visitor));
        }
        let after = at + c.len_utf8();
        match c {
            '{' | '(' => Ok(self.open(line, at, visitor)),
            ';' => self.line_comment(line, at, visitor),
            // PGN’s lines for other programs.
            '%' if at == 0 => {
                let place = self.place(line, at);
                self.whole_comment(line, place, visitor)?;
                Ok(self.pass(line, at..line.len(), Part::Comment, visitor))
            }
            '[' => self.bracket(line, at, visitor),
            '*' => self.asterisk_at(line, at, visitor),
            '$' if skip_digits(line, after) > after => {
                Ok(self.pass(line, at..skip_digits(line, after), Part::Mark, visitor))
            }
            // The sign that White stands better: +-.
            '+' => {
                let dash = line[after..].chars().next().filter(|c| is_dash(*c)).map_or(0, char::len_utf8);
                Ok(self.pass(line, at..after + dash, Part::Mark, visitor))
            }
            _ if is_chunk_char(c) || c == '½' => self.word(line, at, c, visitor),
            _ if is_mark(c) => Ok(self.pass_all(line, at, is_mark, Part::Mark, visitor)),
            _ if is_decoration(c) => Ok(self.pass_all(line, at, is_decoration, Part::Decoration, visitor)),
            _ => Ok(self.skip(line, at..after, WarningKind::Stray(c), visitor)),
        }
    }

    /// Passes over a stretch of the line and tells its part.
    fn pass<V: Visitor>(&mut self, line: &str, span: Range<usize>, part: Part, visitor: &mut V) -> Next {
        let end = span.end;
        let token = self.token(line, span);
        self.tell(|| visitor.part(part, token));
        Next::On(end)
    }

    /// Passes over a run of characters of one kind.
    fn pass_all<V: Visitor>(
        &mut self,
        line: &str,
        at: usize,
        is_part: fn(char) -> bool,
        part: Part,
        visitor: &mut V,
    ) -> Next {
        let length = line[at..].find(|c| !is_part(c)).unwrap_or(line.len() - at);
        self.pass(line, at..at + length, part, visitor)
    }

    /// Passes over what has no meaning here, with a warning.
    fn skip<V: Visitor>(&mut self, line: &str, span: Range<usize>, kind: WarningKind, visitor: &mut V) -> Next {
        self.warn(visitor, line, span.start, kind);
        self.pass(line, span, Part::Skipped, visitor)
    }

    /// Opens a comment or a variation.
    fn open<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Next {
        let opened = self.place(line, at);
        let (mode, part) = if line[at..].starts_with('{') {
            (Mode::Comment { opened }, Part::Comment)
        } else {
            (Mode::Variation { opened, depth: 1, in_comment: false }, Part::Variation { opened })
        };
        self.mode = mode;
        self.interrupt_number();
        self.pass(line, at..at + 1, part, visitor);
        Next::Opened(at + 1)
    }

    /// Reads a comment to the end of the line.
    fn line_comment<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<Next, ReadError> {
        let place = self.place(line, at);
        let text = &line[at + 1..];
        if self.game.moves && !self.game.ended && is_all_moves(text) {
            self.warn_at(visitor, place, WarningKind::MovesInComment);
        }
        self.interrupt_number();
        self.whole_comment(text, place, visitor)?;
        Ok(self.pass(line, at..line.len(), Part::Comment, visitor))
    }

    /// Reads a tag, or skips what only begins like one.
    fn bracket<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<Next, ReadError> {
        // Between moves only what can be nothing else is a tag.
        let is_in_moves = self.game.moves && !self.game.ended && at != self.first;
        if is_tag(line, at) && (!is_in_moves || is_well_formed(line, at)) {
            self.settle(line, visitor)?;
            if self.game.moves || self.game.ended {
                return Ok(self.game_over(line, at, visitor));
            }
            return self.tag(line, at, visitor);
        }
        let end = line[at..].find(']').map_or(line.len(), |close| at + close + 1);
        Ok(self.skip(line, at..end, WarningKind::Stray('['), visitor))
    }

    /// Reads an asterisk: a result, a bullet, or a mark.
    fn asterisk_at<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<Next, ReadError> {
        if let Some(end) = emphasis_at(line, at) {
            return Ok(self.pass(line, at..end, Part::Decoration, visitor));
        }
        let after = at + 1;
        if at == self.first && is_move_like(line, skip_space(line, after)) {
            return Ok(self.pass(line, at..after, Part::Decoration, visitor));
        }
        if at == self.move_end && self.asterisk.is_none() && self.numbers.due().is_some() && !self.game.ended {
            self.asterisk = Some(Held::new(self.place(line, at), "*"));
            return Ok(Next::On(after));
        }
        self.result(line, at..after, ResultMark::Open, visitor)
    }

    /// Reads a run of letters, digits and signs: a result, a number, a move, or the beginning of words.
    fn word<V: Visitor>(&mut self, line: &str, at: usize, c: char, visitor: &mut V) -> Result<Next, ReadError> {
        if let Some((score, end)) = score_at(line, at) {
            return self.result(line, at..end, ResultMark::Score(score), visitor);
        }
        if c.is_ascii_digit()
            && let Some((found, end)) = number_at(line, at)
            && let Some(next) = self.number(line, at..end, &found, visitor)?
        {
            return Ok(next);
        }
        let end = chunk_end(line, at);
        let chunk = &line[at..end];
        match self.kind_of(line, at, chunk) {
            Chunk::Skip => Ok(match chunk.chars().find(|c| !is_decorative_sign(*c)) {
                None if end > at => self.pass(line, at..end, Part::Decoration, visitor),
                stray => {
                    let end = end.max(at + c.len_utf8());
                    self.skip(line, at..end, WarningKind::Stray(stray.unwrap_or(c)), visitor)
                }
            }),
            Chunk::Words if self.is_draw(line, at, chunk) => {
                self.result(line, at..end, ResultMark::Score(tavlei_game::Score::Draw), visitor)
            }
            Chunk::Words => match self.split_half(line, at, chunk) {
                Some(square) => {
                    let end = self.move_end(line, square, chunk_end(line, square))?;
                    self.joined_mv(line, at..end, visitor)?;
                    Ok(Next::On(end))
                }
                None => self.prose(line, at, visitor),
            },
            Chunk::Move => {
                self.settle_asterisk(line, self.is_reply(line, at, end), visitor);
                if self.game.ended {
                    return Ok(Next::GameOver);
                }
                let end = self.move_end(line, at, end)?;
                self.mv(line, at..end, visitor)?;
                Ok(Next::On(end))
            }
        }
    }

    /// Reads the number of a move; `None` if these digits are none, since they are not in their place.
    fn number<V: Visitor>(
        &mut self,
        line: &str,
        span: Range<usize>,
        found: &Numbered,
        visitor: &mut V,
    ) -> Result<Option<Next>, ReadError> {
        self.settle_asterisk(line, self.goes_on_with(found), visitor);
        if self.game.ended {
            return Ok(Some(Next::GameOver));
        }
        if span.start == self.first && self.begins_anew(found, line, span.end) {
            self.settle(line, visitor)?;
            return Ok(Some(self.game_over(line, span.start, visitor)));
        }
        // Letters that touch the digits, as in `1. 3e`, are with them in the place of a move that a number has announced.
        let touches = span.end == skip_space(line, span.end);
        let is_announced = touches && self.number.as_ref().is_some_and(|before| before.held.text.is_empty());
        if !found.dotted && !is_announced && is_wordy_at(line, skip_space(line, span.end)) {
            return self.prose(line, span.start, visitor).map(Some);
        }
        if self.number.as_ref().is_some_and(|before| !before.held.text.is_empty()) {
            self.settle_number(line, visitor)?;
        }
        let is_in_place = match &self.number {
            Some(before) => before.interrupted && found.dotted && before.number == found.number,
            None => found.dotted || found.number.is_some_and(|number| self.numbers.is_due(number)),
        };
        let digits = &line[span.start..skip_digits(line, span.start)];
        if !is_in_place || digits.len() > self.limits.token {
            return Ok(None);
        }
        let place = self.place(line, span.start);
        if found.number.is_none() {
            let kind = WarningKind::NumberImpossible { found: digits.to_string(), due: self.numbers.due() };
            self.warn_at(visitor, place, kind);
        }
        self.number = Some(Number {
            number: found.number,
            black: found.black,
            interrupted: false,
            held: Held::new(place, if found.dotted { "" } else { digits }),
        });
        Ok(Some(self.pass(line, span, Part::Number, visitor)))
    }

    /// Returns the kind of a chunk in this state of the game: if a move is due, letters without digits and dashes can
    /// be one.
    fn kind_of(&self, line: &str, at: usize, chunk: &str) -> Chunk {
        let kind = kind_of(line, at, chunk, at == self.first);
        let is_move = match kind {
            Chunk::Move => return kind,
            Chunk::Words => self.is_playing() && is_bare_move_at(line, at, chunk),
            Chunk::Skip => {
                chunk.chars().all(is_dash)
                    && chunk.chars().count() == 1
                    && !self.game.ended
                    && self.announces_white()
                    && is_pass_before_one_move(line, at + chunk.len())
            }
        };
        if is_move { Chunk::Move } else { kind }
    }

    /// Returns whether the number that has been read announces White's move, and that is due.
    fn announces_white(&self) -> bool {
        self.number.as_ref().and_then(Number::given).is_some_and(|given| self.numbers.announces_white(given))
    }

    /// Returns whether a move has been read and the game has not ended.
    const fn is_playing(&self) -> bool {
        self.game.moves && !self.game.ended
    }

    fn is_draw(&self, line: &str, at: usize, chunk: &str) -> bool {
        self.is_playing() && is_draw_at(line, at, chunk)
    }

    /// Returns where the square begins of a move with a space inside, `2. d c5`, of which only a number tells that it
    /// is one.
    fn split_half(&self, line: &str, at: usize, chunk: &str) -> Option<usize> {
        let is_due = self.is_playing() && self.number.is_some();
        if is_due { split_half_at(line, at, chunk) } else { None }
    }

    /// Returns whether this line is a rule, before the moves of a game or behind them.
    fn is_rule_here(&self, line: &str, first: char) -> bool {
        (first == '|' || is_sign(first)) && !self.is_playing() && self.number.is_none() && is_rule(&line[self.first..])
    }

    /// Returns whether the number at the beginning of a line begins a new game, though this one has no result.
    fn begins_anew(&self, found: &Numbered, line: &str, end: usize) -> bool {
        found.dotted
            && (found.number, found.black) == (Some(1), false)
            && self.is_playing()
            && self.numbers.may_begin_anew()
            && is_move_like(line, skip_space(line, end))
    }

    /// Returns whether a number that stands behind an asterisk is of the same game.
    fn goes_on_with(&self, found: &Numbered) -> bool {
        found.dotted
            && (found.black || found.number != Some(1))
            && found.number.is_some_and(|number| self.numbers.goes_on_with(number))
    }

    /// Returns whether the move that begins here, behind an asterisk, is Black's reply in the same game: no other one begins
    /// behind it.
    fn is_reply(&self, line: &str, at: usize, first_end: usize) -> bool {
        if self.asterisk.is_none() || !self.numbers.is_black_due() {
            return false;
        }
        // No move has more pieces.
        const MAX_PIECES: usize = 32;
        let mut end = first_end;
        for _ in 0..MAX_PIECES {
            let Some(further) = joined(line, at, end) else { break };
            end = further;
        }
        number_at(line, skip_space(line, end)).is_none_or(|(found, _)| self.goes_on_with(&found))
    }

    /// Ends a game that has no result, because the next one begins here.
    pub(super) fn game_over<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Next {
        if !self.game.ended {
            self.warn(visitor, line, at, WarningKind::ResultMissing);
        }
        Next::GameOver
    }

    fn result<V: Visitor>(
        &mut self,
        line: &str,
        span: Range<usize>,
        mark: ResultMark,
        visitor: &mut V,
    ) -> Result<Next, ReadError> {
        self.settle(line, visitor)?;
        if self.game.ended {
            return Ok(Next::GameOver);
        }
        if !self.game.begun {
            let text = line[span.clone()].to_string();
            return Ok(self.skip(line, span, WarningKind::Skipped(text), visitor));
        }
        let token = self.token(line, span.clone());
        self.end_game(mark, token, visitor);
        Ok(Next::On(span.end))
    }

    /// Tells the result.
    fn end_game<V: Visitor>(&mut self, mark: ResultMark, token: Token<'_>, visitor: &mut V) {
        self.game.ended = true;
        self.tell(|| visitor.part(Part::Result, token));
        self.tell(|| visitor.result(mark, token));
    }

    /// Decides what has been held back, because nothing that follows can tell any more: digits whose move has not come are
    /// told as a move, and an asterisk is a result.
    pub(crate) fn settle<V: Visitor>(&mut self, line: &str, visitor: &mut V) -> Result<(), ReadError> {
        self.settle_number(line, visitor)?;
        self.settle_asterisk(line, false, visitor);
        Ok(())
    }

    fn settle_number<V: Visitor>(&mut self, line: &str, visitor: &mut V) -> Result<(), ReadError> {
        let Some(Number { number, held, .. }) = self.number.take() else { return Ok(()) };
        if !held.text.is_empty() {
            return self.move_at(held.token(line), visitor);
        }
        // A number that is due may stand without its move.
        if let Some(number) = number.filter(|number| !self.numbers.may_stand_alone(*number)) {
            self.warn_at(visitor, held.place, WarningKind::NumberAlone(number));
        }
        Ok(())
    }

    /// Decides whether the asterisk that touched a move is a mark or the result.
    fn settle_asterisk<V: Visitor>(&mut self, line: &str, goes_on: bool, visitor: &mut V) {
        let Some(held) = self.asterisk.take() else { return };
        let token = held.token(line);
        if goes_on {
            self.tell(|| visitor.part(Part::Mark, token));
        } else {
            self.end_game(ResultMark::Open, token, visitor);
        }
    }

    /// A number whose move does not follow at once may be repeated before it.
    fn interrupt_number(&mut self) {
        if let Some(number) = &mut self.number {
            number.interrupted = true;
        }
    }

    fn mv<V: Visitor>(&mut self, line: &str, span: Range<usize>, visitor: &mut V) -> Result<(), ReadError> {
        // A single dash in the place of a move is a pass; at the beginning of a line it would be a bullet.
        let text = match &line[span.clone()] {
            text if text.len() <= '—'.len_utf8() && text.chars().all(is_sign) => "--",
            text => text,
        };
        self.mv_as(line, span, text, visitor)
    }

    /// Reads a move with a space inside, which does not belong to it.
    fn joined_mv<V: Visitor>(&mut self, line: &str, span: Range<usize>, visitor: &mut V) -> Result<(), ReadError> {
        let written = &line[span.clone()];
        self.warn(visitor, line, span.start, WarningKind::MoveJoined(written.to_string()));
        let text: String = written.chars().filter(|c| !super::chunk::is_space(*c)).collect();
        self.mv_as(line, span, &text, visitor)
    }

    fn mv_as<V: Visitor>(
        &mut self,
        line: &str,
        span: Range<usize>,
        text: &str,
        visitor: &mut V,
    ) -> Result<(), ReadError> {
        self.move_end = span.end;
        let token = self.token(line, span);
        self.tell(|| visitor.part(Part::Move, token));
        self.move_at(Token { text, ..token }, visitor)
    }

    /// Returns where a move ends that begins with this chunk: spaces around its signs belong to it, too.
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
    fn prose<V: Visitor>(&mut self, line: &str, at: usize, visitor: &mut V) -> Result<Next, ReadError> {
        self.settle_number(line, visitor)?;
        let end = self.prose_end(line, at);
        if self.game.begun && !self.game.ended {
            self.warn(visitor, line, at, WarningKind::Prose);
        }
        let place = self.place(line, at);
        self.whole_comment(&line[at..end], place, visitor)?;
        Ok(self.pass(line, at..end, Part::Comment, visitor))
    }

    fn prose_end(&self, line: &str, at: usize) -> usize {
        if self.numbers.due().is_none() {
            return line.len();
        }
        let mut from = at;
        while let Some(found) = line[from..].find(|c: char| c.is_ascii_digit()) {
            let digit = from + found;
            let end = skip_digits(line, digit);
            let apart = line[..digit].chars().next_back().is_some_and(super::chunk::is_space);
            if apart
                && let Some((Numbered { number: Some(number), dotted: true, .. }, end)) = number_at(line, digit)
                && self.numbers.goes_on_with(number)
                && is_move_like(line, skip_space(line, end))
            {
                return digit;
            }
            from = end;
        }
        line.len()
    }
}

/// Returns whether a sign says how good a move or a position is.
fn is_mark(c: char) -> bool {
    matches!(c, '!' | '?' | '=' | '±' | '∓' | '⩲' | '⩱' | '∞')
}

/// Returns whether a sign parts moves and lines, or stands for a move that is not written, and says nothing else.
fn is_decoration(c: char) -> bool {
    matches!(c, '.' | '…' | ',' | '|' | '#' | '№' | '•' | '·' | '●' | '▪' | '‣' | '→')
}

/// Returns whether a sign that can belong to a move stands for nothing alone.
fn is_decorative_sign(c: char) -> bool {
    is_sign(c) || matches!(tavlei_game::text::fold(c), '/' | '_')
}
