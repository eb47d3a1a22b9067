//! Plays what is written down, and finds the first fault.

mod fault;
mod player;

use std::ops::{ControlFlow, Range};

use tavlei_game::{Game, History, Notation, Score};

pub use self::fault::{ReplayError, ReplayErrorKind};
use self::player::{Last, Player};
use crate::{MoveNumber, Record, ResultMark, Token, Visitor, Warning};

/// Plays a record.
///
/// Every move must be legal, and the result must agree with the rules: when they have ended the game it must be the one
/// that they give, and otherwise one that the players can bring about by giving up or agreeing. A record that leaves
/// its result open is never at odds with the rules.
///
/// # Errors
///
/// The first fault, with its place and the position there.
pub fn replay<G: Notation>(record: &Record) -> Result<Replayed<G>, Box<ReplayError>> {
    let mut player = Player::<G, History<G>>::default();
    let words = feed(&mut player, record);
    match player.finish() {
        Ok(mut history) => {
            let stated = player.mark();
            if let (None, Some(score)) = (history.termination(), stated.and_then(ResultMark::score)) {
                // The result has been checked: the game is not over, so none of these can fail.
                let _ = match score {
                    Score::Win { winner, .. } => history.resign(winner.opponent()),
                    Score::Draw if history.claim_draw().is_some() => Ok(()),
                    Score::Draw => history.agree_draw(),
                };
            }
            Ok(Replayed { history, words, stated, warnings: player.warnings })
        }
        Err(mut fault) => {
            fault.source = fault.source.or_else(|| record.source_line(fault.place.line).map(str::to_string));
            Err(fault)
        }
    }
}

/// A record that has been played without a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed<G: Game> {
    /// The game, ended as the record says.
    pub history: History<G>,
    /// For each ply of the game, which of the [moves](Record::moves) of the record say it: one, or two where a move is a
    /// pair of choices, and more if it was written in more words than it should be.
    pub words: Vec<Range<usize>>,
    /// The result that the record states.
    pub stated: Option<ResultMark>,
    /// The oddities that were repaired while playing; the record has warnings of its own.
    pub warnings: Vec<Warning>,
}

/// Plays a game while it is being read, keeping nothing but the position: the fastest way to check a large file.
///
/// ```
/// # use tavlei_game::Notation;
/// use tavlei_record::{Checker, ReplayError, ReadError, Reader};
///
/// /// How many games of a file are in order.
/// fn count_good<G: Notation>(file: impl std::io::BufRead) -> Result<usize, ReadError> {
///     let mut reader = Reader::new(file);
///     let mut good = 0;
///     loop {
///         let mut checker = Checker::<G>::default();
///         if !reader.read(&mut checker)? {
///             return Ok(good);
///         }
///         good += usize::from(checker.finish().is_ok());
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Checker<G: Game> {
    player: Player<G, Last<G>>,
}

impl<G: Game> Default for Checker<G> {
    fn default() -> Self {
        Self { player: Player::default() }
    }
}

impl<G: Notation> Checker<G> {
    /// Returns the state of the game at the end of the record.
    ///
    /// # Errors
    ///
    /// The first fault, as [`replay`] finds it.
    pub fn finish(mut self) -> Result<Checked<G>, Box<ReplayError>> {
        let Last { position, plies } = self.player.finish()?;
        Ok(Checked { position, plies, stated: self.player.mark() })
    }
}

/// A game that has been checked without a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<G> {
    /// The final position.
    pub position: G,
    /// How many plies have been played.
    pub plies: usize,
    /// The result that the record states.
    pub stated: Option<ResultMark>,
}

impl<G: Notation> Visitor for Checker<G> {
    fn tag(&mut self, name: Token<'_>, value: Token<'_>) -> ControlFlow<()> {
        self.player.tag(name, value)
    }

    fn mv(&mut self, mv: Token<'_>, number: Option<MoveNumber>) -> ControlFlow<()> {
        self.player.mv(mv, number)
    }

    fn result(&mut self, mark: ResultMark, token: Token<'_>) -> ControlFlow<()> {
        self.player.result(mark, token)
    }
}

/// Hands a record to a player as a reader would. Tells a player what stands in a record, and says of each ply which of
/// its moves say it.
fn feed<G: Notation>(player: &mut Player<G, History<G>>, record: &Record) -> Vec<Range<usize>> {
    for tag in &record.tags {
        let line = record.source_line(tag.place.line).unwrap_or_default();
        let name = Token { text: &tag.name, place: tag.place, line };
        let _ = player.tag(name, Token { text: &tag.value, place: tag.place, line });
    }
    let mut words: Vec<Range<usize>> = Vec::new();
    for (mv, end) in record.moves.iter().zip(1..) {
        let line = record.source_line(mv.place.line).unwrap_or_default();
        if player.mv(Token { text: &mv.text, place: mv.place, line }, mv.number).is_break() {
            break;
        }
        if player.plies() > words.len() {
            words.push(words.last().map_or(0, |last| last.end)..end);
        }
    }
    if let Some(mark) = record.result {
        let line = record.source_line(record.result_place.line).unwrap_or_default();
        let text = mark.to_string();
        let _ = player.result(mark, Token { text: &text, place: record.result_place, line });
    }
    words
}
