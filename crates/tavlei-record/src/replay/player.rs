//! Plays what it is told, word by word.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use tavlei_game::text::{SyntaxError, fold};
use tavlei_game::{Form, Game, History, HistoryRules, MoveError, Notation, RulesError, Score, Side};

use super::fault::{ReplayError, ReplayErrorKind, nearest, rebase};
use crate::{Counters, MoveNumber, Place, ResultMark, Token, Warning, WarningKind};

/// The board of the game that is played.
pub(super) trait Board<G: Game> {
    /// A game that begins in this position, after this number of plies without progress.
    fn new(start: G, plies_since_progress: u32) -> Self;
    fn position(&self) -> &G;
    fn plies(&self) -> usize;
    /// Plays a move that has just been read in this position.
    fn push(&mut self, mv: &G::Move);
    /// Returns whether a draw can be claimed.
    fn has_claim(&self) -> bool;
}

/// Keeps the last position only.
#[derive(Clone, Debug)]
pub(super) struct Last<G> {
    pub(super) position: G,
    pub(super) plies: usize,
}

impl<G: Game> Board<G> for Last<G> {
    fn new(start: G, _plies_since_progress: u32) -> Self {
        Self { position: start, plies: 0 }
    }

    fn position(&self) -> &G {
        &self.position
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn push(&mut self, mv: &G::Move) {
        self.position.play_unchecked(mv);
        self.plies += 1;
    }

    /// The past is not kept: as far as is known, there may be one if the game has any.
    fn has_claim(&self) -> bool {
        self.position.history_rules() != HistoryRules::NONE
    }
}

impl<G: Game> Board<G> for History<G> {
    fn new(start: G, plies_since_progress: u32) -> Self {
        Self::new(start).with_plies_since_progress(plies_since_progress)
    }

    fn position(&self) -> &G {
        self.position()
    }

    fn plies(&self) -> usize {
        self.len()
    }

    fn push(&mut self, mv: &G::Move) {
        self.play_unchecked(mv);
    }

    fn has_claim(&self) -> bool {
        self.claim().is_some()
    }
}

/// Plays what it is told.
#[derive(Debug)]
pub(super) struct Player<G, B> {
    /// The tag `Game`, if it names another one.
    game: Tagged,
    rules: Tagged,
    position: Tagged,
    /// The tag `FEN`, which stands for the position if there is no tag `Position`.
    fen: Tagged,
    result_tag: Option<(ResultMark, Piece)>,
    /// The result behind the moves, which has been checked.
    result: Option<ResultMark>,
    /// The game, as soon as the first move has come.
    board: Option<B>,
    /// The words of the move that is being put together.
    text: String,
    words: Vec<Word>,
    /// Why these words alone are no move: it may be that more belong to it.
    doubt: Option<MoveError>,
    /// Twice the number of the next word, and one more for Black's.
    next: u64,
    fault: Option<Box<ReplayError>>,
    pub(super) warnings: Vec<Warning>,
    game_type: PhantomData<G>,
}

impl<G, B> Default for Player<G, B> {
    fn default() -> Self {
        Self {
            game: Tagged::No,
            rules: Tagged::No,
            position: Tagged::No,
            fen: Tagged::No,
            result_tag: None,
            result: None,
            board: None,
            text: String::new(),
            words: Vec::new(),
            doubt: None,
            next: 2,
            fault: None,
            warnings: Vec::new(),
            game_type: PhantomData,
        }
    }
}

/// A text that a fault may have to point at.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    place: Place,
    line: String,
}

impl Piece {
    fn new(token: &Token<'_>) -> Self {
        Self { text: token.text.to_string(), place: token.place, line: token.line.to_string() }
    }

    fn token(&self) -> Token<'_> {
        Token { text: &self.text, place: self.place, line: &self.line }
    }
}

/// Whether a tag has been read. The first one counts.
#[derive(Debug)]
enum Tagged {
    No,
    /// It has, and need not be looked at again.
    Yes,
    As(Piece),
}

impl Tagged {
    const fn is_read(&self) -> bool {
        !matches!(self, Self::No)
    }

    const fn piece(&self) -> Option<&Piece> {
        match self {
            Self::As(piece) => Some(piece),
            _ => None,
        }
    }
}

/// A word of a move.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// Where it begins among the words.
    start: usize,
    place: Place,
    number: u32,
}

impl<G: Notation, B: Board<G>> Player<G, B> {
    pub(super) fn tag(&mut self, name: Token<'_>, value: Token<'_>) -> ControlFlow<()> {
        let is = |tag: &str| name.text.eq_ignore_ascii_case(tag);
        if is("Game") && !self.game.is_read() {
            let right = value.text.trim().chars().map(fold).eq(G::NAME.chars().map(fold));
            self.game = if right { Tagged::Yes } else { Tagged::As(Piece::new(&value)) };
        } else if is("Rules") && !self.rules.is_read() {
            self.rules = Tagged::As(Piece::new(&value));
        } else if is("Position") && !self.position.is_read() {
            self.position = Tagged::As(Piece::new(&value));
        } else if is("FEN") && !self.fen.is_read() {
            self.fen = Tagged::As(Piece::new(&value));
        } else if is("Result")
            && self.result_tag.is_none()
            && let Ok(mark) = value.text.parse()
        {
            self.result_tag = Some((mark, Piece::new(&value)));
        }
        ControlFlow::Continue(())
    }

    pub(super) fn mv(&mut self, mv: Token<'_>, number: Option<MoveNumber>) -> ControlFlow<()> {
        match self.play_word(&mv, number) {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                ControlFlow::Break(())
            }
        }
    }

    pub(super) fn result(&mut self, mark: ResultMark, token: Token<'_>) -> ControlFlow<()> {
        self.result = Some(mark);
        let checked = self.close().and_then(|()| self.check_result(mark, &token));
        match checked {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                ControlFlow::Break(())
            }
        }
    }

    /// Returns the result that the record states.
    pub(super) fn mark(&self) -> Option<ResultMark> {
        self.result.or_else(|| self.result_tag.as_ref().map(|(mark, _)| *mark))
    }

    /// The game, if nothing was wrong with it.
    pub(super) fn finish(&mut self) -> Result<B, Box<ReplayError>> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if self.result.is_none() {
            self.close()?;
            if let Some((mark, piece)) = self.result_tag.take() {
                self.check_result(mark, &piece.token())?;
                self.result_tag = Some((mark, piece));
            }
        }
        self.take_board()
    }

    /// Returns how many plies have been played.
    pub(super) fn plies(&self) -> usize {
        self.board.as_ref().map_or(0, B::plies)
    }

    /// Makes sure that no move is left half said.
    fn close(&mut self) -> Result<(), Box<ReplayError>> {
        if let Some(doubt) = self.doubt.take() {
            return Err(self.refuse(doubt, None));
        }
        if let Some(word) = self.words.first() {
            let (place, number) = (word.place, Some(word.number));
            let text = self.text.clone();
            let board = self.take_board()?;
            return Err(fault(&board, place, text, None, number, ReplayErrorKind::HalfTurn));
        }
        Ok(())
    }

    /// Takes one more word, and plays the move if it is complete.
    #[inline]
    fn play_word(&mut self, token: &Token<'_>, number: Option<MoveNumber>) -> Result<(), Box<ReplayError>> {
        let board = match &mut self.board {
            Some(board) => board,
            None => {
                let board = self.set_up()?;
                self.next = self.first(board.position());
                self.board.insert(board)
            }
        };
        let now = number.map_or(self.next, |number| 2 * u64::from(number.number) + u64::from(number.black));
        self.next = now + 1;
        if G::MOVE_WORDS == 1
            && self.words.is_empty()
            && let Ok(mv) = read_move(board.position(), token.text)
        {
            board.push(&mv);
            return Ok(());
        }
        // Where the sides take turns nobody passes: behind a number a dash is an ornament, or stands for White's move, as
        // dots do.
        if G::MOVE_WORDS == 1 && token.text == "--" && number.is_some() && self.words.is_empty() {
            return Ok(());
        }
        self.add_word(token, (now / 2) as u32)
    }

    /// Puts moves together that are written in several words.
    fn add_word(&mut self, token: &Token<'_>, number: u32) -> Result<(), Box<ReplayError>> {
        // No move has more words by mistake than this.
        const MAX_WORDS: usize = 8;
        if self.words.last().is_some_and(|last| last.place.line != token.place.line || last.place.line == 0)
            && let Some(doubt) = self.doubt.take()
        {
            return Err(self.refuse(doubt, None));
        }
        if !self.words.is_empty() {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.words.push(Word { start, place: token.place, number });
        self.text.push_str(token.text);
        if let Some(found) = digits(token.text) {
            // They are no number of a move, or else they would not be told as one, and go with no other word.
            let expected = "a move, with a sign between its squares";
            let error = MoveError::Syntax(SyntaxError { offset: start, found: Some(found), expected });
            let error = self.doubt.take().unwrap_or(error);
            return Err(self.refuse(error, Some(token.line)));
        }
        let Some(board) = self.board.as_mut().filter(|_| self.words.len() >= G::MOVE_WORDS) else { return Ok(()) };
        match read_move(board.position(), &self.text) {
            Ok(mv) => {
                board.push(&mv);
                if self.words.len() > G::MOVE_WORDS {
                    let kind = WarningKind::MoveJoined(self.text.clone());
                    let place = self.words.first().map_or(token.place, |word| word.place);
                    self.warnings.push(Warning { place, kind });
                }
                self.text.clear();
                self.words.clear();
                self.doubt = None;
                Ok(())
            }
            Err(error) => {
                // A move that stops too early may go on in the next word: ‘c3 d4’, ‘M3 cd4’.
                let early = match &error {
                    MoveError::Syntax(error) => error.found.is_none() || G::MOVE_WORDS > 1,
                    _ => false,
                };
                let doubt = self.doubt.take();
                if (early || doubt.is_some()) && self.words.len() < G::MOVE_WORDS + MAX_WORDS {
                    self.doubt = Some(doubt.unwrap_or(error));
                    return Ok(());
                }
                Err(self.refuse(doubt.unwrap_or(error), Some(token.line)))
            }
        }
    }

    fn refuse(&mut self, error: MoveError, line: Option<&str>) -> Box<ReplayError> {
        match self.take_board() {
            Ok(board) => self.refuse_at(&board, error, line),
            Err(fault) => fault,
        }
    }

    /// The fault that the words are no legal move. It is told of the word in which the error lies.
    fn refuse_at(&self, board: &B, error: MoveError, line: Option<&str>) -> Box<ReplayError> {
        // Words that were only taken on trial are not part of it.
        let words = self.words.get(..G::MOVE_WORDS).unwrap_or(&self.words);
        let at = words.iter().rposition(|word| word.start <= error.offset()).unwrap_or_default();
        let Word { start, place, number } =
            words.get(at).copied().unwrap_or(Word { start: 0, place: Place::default(), number: 0 });
        let end = self.words.get(at + 1).map_or(self.text.len(), |next| next.start - 1);
        let text = self.text.get(start..end).unwrap_or_default().to_string();
        let whole_end = self.words.get(G::MOVE_WORDS).map_or(self.text.len(), |next| next.start - 1);
        let whole = self.text.get(..whole_end).unwrap_or_default();
        let nearest = nearest(board.position(), whole, &error);
        let error = rebase(error, start);
        let mut fault = fault(board, place, text, line, Some(number), ReplayErrorKind::Move { error, nearest });
        if let ReplayErrorKind::Move { error, .. } = &fault.kind {
            fault.offset = error.offset();
        }
        fault
    }

    /// The board, set up as the tags say if this is the first time.
    #[inline]
    fn take_board(&mut self) -> Result<B, Box<ReplayError>> {
        match self.board.take() {
            Some(board) => Ok(board),
            None => self.set_up(),
        }
    }

    /// Twice the number of the first move, and one more if it is Black's, as the position and its counters tell.
    fn first(&self, start: &G) -> u64 {
        let Some(number) = self.counters().first_number() else { return 2 };
        2 * u64::from(number) + u64::from(side_to_move(&start.to_string(), G::MOVE_WORDS) == Some(Side::Black))
    }

    fn counters(&self) -> Counters {
        self.position.piece().or(self.fen.piece()).map(|piece| Counters::of(&piece.text)).unwrap_or_default()
    }

    fn set_up(&self) -> Result<B, Box<ReplayError>> {
        let fault = |piece: &Piece, offset, kind| {
            Box::new(ReplayError {
                place: piece.place,
                text: piece.text.clone(),
                offset,
                source: Some(piece.line.clone()).filter(|line| !line.is_empty()),
                number: None,
                side: None,
                plies: 0,
                position: String::new(),
                kind,
            })
        };
        if let Some(piece) = self.game.piece() {
            return Err(fault(piece, 0, ReplayErrorKind::Game { expected: G::NAME.to_string() }));
        }
        let rules = match self.rules.piece() {
            None => G::Rules::default(),
            Some(piece) => piece.text.parse().map_err(|error: RulesError| {
                let offset = match error {
                    RulesError::Syntax { offset, .. }
                    | RulesError::UnknownKey { offset, .. }
                    | RulesError::BadValue { offset, .. }
                    | RulesError::Twice { offset, .. } => offset,
                    _ => 0,
                };
                fault(piece, offset, ReplayErrorKind::Rules(error))
            })?,
        };
        let start = match self.position.piece().or(self.fen.piece()) {
            None => G::start(&rules),
            Some(piece) => G::read_position(&piece.text, &rules)
                .map_err(|error| fault(piece, 0, ReplayErrorKind::Position(Box::new(error))))?,
        };
        Ok(B::new(start, self.counters().plies_since_progress()))
    }

    /// Returns whether the game can end so.
    fn check_result(&mut self, stated: ResultMark, token: &Token<'_>) -> Result<(), Box<ReplayError>> {
        let board = self.take_board()?;
        let outcome = board.position().outcome();
        let possible = match (stated, &outcome) {
            (ResultMark::Open, None) => true,
            (ResultMark::Open, Some(outcome)) => {
                let warning = Warning { place: token.place, kind: WarningKind::ResultOpen(outcome.to_string()) };
                self.warnings.push(warning);
                true
            }
            (ResultMark::Score(score), Some(outcome)) => score == outcome.score(),
            (ResultMark::Score(Score::Win { points, .. }), None) => points == 1,
            (ResultMark::Score(Score::Draw), None) => G::AGREED_DRAWS || board.has_claim(),
        };
        if !possible {
            let kind = ReplayErrorKind::Result { stated, actual: outcome.map(|outcome| outcome.to_string()) };
            return Err(fault(&board, token.place, token.text.to_string(), Some(token.line), None, kind));
        }
        self.board = Some(board);
        Ok(())
    }
}

fn fault<G: Notation, B: Board<G>>(
    board: &B,
    place: Place,
    text: String,
    line: Option<&str>,
    number: Option<u32>,
    kind: ReplayErrorKind,
) -> Box<ReplayError> {
    let position = board.position().to_string();
    let side = side_to_move(&position, G::MOVE_WORDS);
    let source = line.filter(|line| !line.is_empty()).map(str::to_string);
    Box::new(ReplayError { place, text, offset: 0, source, number, side, plies: board.plies(), position, kind })
}

/// The first of digits that stand alone.
fn digits(text: &str) -> Option<char> {
    text.chars().next().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the side to move of a position, from its text; `None` if both sides move at once.
fn side_to_move(position: &str, move_words: usize) -> Option<Side> {
    match position.get(..2) {
        Some("w ") if move_words == 1 => Some(Side::White),
        Some("b ") if move_words == 1 => Some(Side::Black),
        _ => None,
    }
}

/// Reads a move in any form; numbers instead of squares are told by having no letters.
#[inline]
fn read_move<G: Notation>(position: &G, text: &str) -> Result<G::Move, MoveError> {
    let numeric = G::FORMS.contains(&Form::Numeric)
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| !c.is_alphabetic() || fold(c) == 'x');
    if numeric { position.read_move_as(Form::Numeric, text) } else { position.read_move(text) }
}
