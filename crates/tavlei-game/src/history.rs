//! A game as it was played: positions, moves, and what hangs on the past.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Game, Notation, Outcome, Score, Side};

/// One ply of a [`History`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply<G: Game> {
    mv: G::Move,
    after: G,
    plies_since_progress: u32,
}

impl<G: Game> Ply<G> {
    /// The move played.
    #[must_use]
    pub const fn mv(&self) -> &G::Move {
        &self.mv
    }

    /// The position after it.
    #[must_use]
    pub const fn after(&self) -> &G {
        &self.after
    }

    /// Returns how many plies in a row, this one included, were played without [progress](Game::is_irreversible).
    #[must_use]
    pub const fn plies_since_progress(&self) -> u32 {
        self.plies_since_progress
    }
}

/// A game as it was played, from a start position to the one on the board.
///
/// The history never ends a game by itself: a draw by repetition or by a counter is a [claim](Self::claims) that the
/// players, or the program that embeds the rules, may make or leave. A position in which the game is over by itself
/// allows no claim: a loss comes before any draw.
///
/// Every position is kept, so taking a ply back restores it to the last bit, and the counters with it. Plies taken back
/// can be
/// [played again](Self::redo) until another move is played. Two histories are equal if the same has been played and the game
/// has ended in the same way, whatever has been taken back.
///
/// With the feature `serde`, a history is the texts of its rules, start and moves, how it has ended if the position does not
/// say so, and what has been taken back. Reading plays all of it again, so a broken text is refused with its place and
/// reason.
///
/// ```
/// use tavlei_game::{Game, History};
///
/// fn first_moves<G: Game>(plies: usize) -> History<G> {
///     let mut game = History::<G>::default();
///     while let (true, Some(mv)) = (game.len() < plies, game.position().nth_move(0)) {
///         game.play(&mv).expect("a listed move is legal");
///     }
///     game
/// }
/// ```
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    start: G,
    /// How many plies without progress had been played before the start.
    plies_since_progress_at_start: u32,
    plies: Vec<Ply<G>>,
    termination: Option<Termination<G::Reason>>,
    /// The plies taken back, the first to be played again last.
    undone: Vec<Ply<G>>,
}

impl<G: Game> PartialEq for History<G> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.plies_since_progress_at_start == other.plies_since_progress_at_start
            && self.plies == other.plies
            && self.termination == other.termination
    }
}

impl<G: Game> Eq for History<G> {}

/// A game that is still in its start position under the default rules.
impl<G: Game> Default for History<G> {
    fn default() -> Self {
        Self::new(G::default())
    }
}

impl<G: Game> History<G> {
    /// A game that begins in this position.
    #[must_use]
    pub const fn new(start: G) -> Self {
        Self { start, plies_since_progress_at_start: 0, plies: Vec::new(), termination: None, undone: Vec::new() }
    }

    /// The same game, counting plies without [progress](Game::is_irreversible) from this number on, for a game that
    /// begins in the middle of another.
    #[must_use]
    pub const fn with_plies_since_progress(mut self, before: u32) -> Self {
        self.plies_since_progress_at_start = before;
        self
    }

    /// The game that begins in this position and goes on with these moves.
    ///
    /// # Errors
    ///
    /// The number of the first move that cannot be played, counted from 0, and the reason.
    pub fn from_moves<'a>(start: G, moves: impl IntoIterator<Item = &'a G::Move>) -> Result<Self, (usize, PlayError)>
    where
        G::Move: 'a,
    {
        let mut history = Self::new(start);
        for (i, mv) in moves.into_iter().enumerate() {
            history.play(mv).map_err(|error| (i, error))?;
        }
        Ok(history)
    }

    /// The position that the game began in.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &G {
        self.plies.last().map_or(&self.start, Ply::after)
    }

    /// The position after the given number of plies; `None` when fewer have been played.
    #[must_use]
    pub fn position_at(&self, plies: usize) -> Option<&G> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.plies.get(last).map(Ply::after),
        }
    }

    /// Returns the plies played, from the beginning.
    #[must_use]
    pub fn plies(&self) -> &[Ply<G>] {
        &self.plies
    }

    /// The moves that have been played, from the beginning.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &G::Move> + DoubleEndedIterator {
        self.plies.iter().map(Ply::mv)
    }

    /// Returns how many plies have been played.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether nothing has been played yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the game is over; nothing has changed then.
    pub fn play(&mut self, mv: &G::Move) -> Result<(), PlayError> {
        if self.termination().is_some() {
            return Err(PlayError::Over);
        }
        if !self.position().is_legal(mv) {
            return Err(PlayError::Illegal);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal in the position on the board; see
    /// [`Game::play_unchecked`].
    ///
    /// Whatever the players had agreed on before is void.
    pub fn play_unchecked(&mut self, mv: &G::Move) {
        let plies_since_progress =
            if self.position().is_irreversible(mv) { 0 } else { self.plies_since_progress().saturating_add(1) };
        let after = self.position().after(mv);
        self.termination = None;
        self.undone.clear();
        self.plies.push(Ply { mv: mv.clone(), after, plies_since_progress });
    }

    /// Takes the last ply back, and with it whatever the players had agreed on after it.
    ///
    /// Returns the move; `None` when nothing had been played, but an agreement is void then, too.
    pub fn take_back(&mut self) -> Option<G::Move> {
        self.termination = None;
        let ply = self.plies.pop()?;
        let mv = ply.mv.clone();
        self.undone.push(ply);
        Some(mv)
    }

    /// Plays the ply again that was taken back last, and returns its move. `None` if there is none, or if another move has
    /// been played since.
    pub fn redo(&mut self) -> Option<G::Move> {
        let ply = self.undone.pop()?;
        let mv = ply.mv.clone();
        self.termination = None;
        self.plies.push(ply);
        Some(mv)
    }

    /// The moves that [`redo`](Self::redo) would play, in their order.
    pub fn undone_moves(&self) -> impl ExactSizeIterator<Item = &G::Move> + DoubleEndedIterator {
        self.undone.iter().rev().map(Ply::mv)
    }

    /// Returns how many plies in a row, up to now, were played without [progress](Game::is_irreversible), those [before the
    /// start](Self::with_plies_since_progress) included.
    #[must_use]
    pub fn plies_since_progress(&self) -> u32 {
        self.plies.last().map_or(self.plies_since_progress_at_start, Ply::plies_since_progress)
    }

    /// Returns how many plies without progress had been played before the start; see
    /// [`with_plies_since_progress`](Self::with_plies_since_progress).
    #[must_use]
    pub const fn plies_since_progress_at_start(&self) -> u32 {
        self.plies_since_progress_at_start
    }

    /// After which plies the position on the board has occurred, counted from 0 (the start), itself the last.
    pub fn occurrences(&self) -> impl Iterator<Item = usize> {
        let now = self.position();
        core::iter::once(&self.start)
            .chain(self.plies.iter().map(Ply::after))
            .enumerate()
            .filter(move |(_, position)| *position == now)
            .map(|(plies, _)| plies)
    }

    /// All draws that can be claimed now, by plies without progress, by repetition, by the cap, in this order; none when
    /// the game is over.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.termination().is_some() { Vec::new() } else { self.claims_on_the_board() }
    }

    /// The first of the draws that can be [claimed](Self::claims) now; `None` when there is none.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        self.claims().into_iter().next()
    }

    /// Ends the game as a draw by the first of the [claims](Self::claims), and returns it; `None` when there is none.
    pub fn claim_draw(&mut self) -> Option<Claim> {
        let claim = self.claim()?;
        self.termination = Some(Termination::Claimed(claim));
        Some(claim)
    }

    /// Ends the game as a draw by agreement; see [`end`](Self::end).
    ///
    /// # Errors
    ///
    /// [`PlayError::NoAgreedDraws`] when the game has no [such draws](Game::AGREED_DRAWS), [`PlayError::Over`] when it
    /// is over already.
    pub fn agree_draw(&mut self) -> Result<(), PlayError> {
        self.end(Termination::Agreed)
    }

    /// Ends the game: the side gives it up, and its opponent wins one point; see [`end`](Self::end).
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] when the game is over already.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.end(Termination::Resigned(side))
    }

    /// Ends the game in any way that the position does not bring about itself: one of the [claims](Self::claims), an
    /// agreement, a resignation, a forfeit, an abandonment, a decision from outside.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] when the game is over already, [`PlayError::NoAgreedDraws`] when the game has no
    /// [such draws](Game::AGREED_DRAWS), [`PlayError::NoClaim`] when this draw cannot be claimed now, and
    /// [`PlayError::NotOver`] for [`Termination::OnBoard`], which only the position can bring about. Nothing has
    /// changed then.
    pub fn end(&mut self, termination: Termination<G::Reason>) -> Result<(), PlayError> {
        match termination {
            Termination::Agreed if !G::AGREED_DRAWS => return Err(PlayError::NoAgreedDraws),
            _ if self.termination().is_some() => return Err(PlayError::Over),
            Termination::OnBoard(_) => return Err(PlayError::NotOver),
            Termination::Claimed(claim) if !self.claims_on_the_board().contains(&claim) => {
                return Err(PlayError::NoClaim);
            }
            _ => {}
        }
        self.termination = Some(termination);
        Ok(())
    }

    /// Returns how the game has ended, if it has: by the rules on the board, or by what the players did.
    #[must_use]
    pub fn termination(&self) -> Option<Termination<G::Reason>> {
        self.termination.or_else(|| self.position().outcome().map(Termination::OnBoard))
    }

    #[expect(clippy::arithmetic_side_effects, reason = "what is taken away is not greater")]
    fn claims_on_the_board(&self) -> Vec<Claim> {
        let rules = self.position().history_rules();
        let mut claims = Vec::new();
        if let Some(limit) = rules.plies_since_progress {
            let plies = self.plies_since_progress();
            if plies >= limit {
                let since = self.len().saturating_sub((plies - limit) as usize);
                claims.push(Claim { kind: ClaimKind::Unchanged { plies }, since });
            }
        }
        if let Some(limit) = rules.repetition {
            let since = self.occurrences().nth((limit as usize).saturating_sub(1));
            if let Some(since) = since {
                let occurrences = self.occurrences().count() as u32;
                claims.push(Claim { kind: ClaimKind::Repetition { occurrences }, since });
            }
        }
        if let Some(cap) = rules.ply_cap
            && self.len() >= cap as usize
        {
            claims.push(Claim { kind: ClaimKind::PlyCap, since: cap as usize });
        }
        claims
    }
}

/// A draw that can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Claim {
    /// The reason of the claim.
    pub kind: ClaimKind,
    /// After how many plies of the game this claim could first be made for what stands on the board now.
    pub since: usize,
}

/// The reason of a claimed draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ClaimKind {
    /// The position on the board has occurred so often, now included.
    Repetition {
        /// How often, now included.
        occurrences: u32,
    },
    /// So many plies in a row have brought no [progress](Game::is_irreversible).
    Unchanged {
        /// How many.
        plies: u32,
    },
    /// The game has reached the number of plies that it was capped at.
    PlyCap,
}

impl<G: Notation> History<G> {
    /// The moves played, in their order, as canonical texts.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        let before = core::iter::once(self.start()).chain(self.plies().iter().map(Ply::after));
        before.zip(self.moves()).map(|(position, mv)| position.move_text(mv)).collect()
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ClaimKind::Repetition { occurrences } => write!(f, "the position has occurred {occurrences} times"),
            ClaimKind::Unchanged { plies } => write!(f, "{plies} plies have brought no change"),
            ClaimKind::PlyCap => write!(f, "the game has reached its limit of {} plies", self.since),
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Termination<R> {
    /// By the rules, in the position on the board.
    OnBoard(Outcome<R>),
    /// As a draw that was claimed.
    Claimed(Claim),
    /// As a draw by agreement.
    Agreed,
    /// The side has given the game up.
    Resigned(Side),
    /// The side has run out of time.
    OutOfTime(Side),
    /// The side has left the game.
    Abandoned(Side),
    /// The score was decided from outside: by an arbiter, or by a program that adjudicates.
    Adjudicated(Score),
}

/// An end of a game that the board does not bring about. Each is a [`Termination`] of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum End {
    /// One of the [claims](History::claims).
    #[cfg_attr(feature = "serde", serde(rename = "claimed"))]
    Claim(Claim),
    /// A draw by agreement.
    #[cfg_attr(feature = "serde", serde(rename = "agreed"))]
    Agreement,
    /// The side gives the game up.
    #[cfg_attr(feature = "serde", serde(rename = "resigned"))]
    Resignation(Side),
    /// The side has run out of time.
    #[cfg_attr(feature = "serde", serde(rename = "out-of-time"))]
    Time(Side),
    /// The side has left the game.
    #[cfg_attr(feature = "serde", serde(rename = "abandoned"))]
    Abandonment(Side),
    /// A decision from outside.
    #[cfg_attr(feature = "serde", serde(rename = "adjudicated"))]
    Adjudication(Score),
}

impl<R> From<End> for Termination<R> {
    fn from(end: End) -> Self {
        match end {
            End::Claim(claim) => Self::Claimed(claim),
            End::Agreement => Self::Agreed,
            End::Resignation(side) => Self::Resigned(side),
            End::Time(side) => Self::OutOfTime(side),
            End::Abandonment(side) => Self::Abandoned(side),
            End::Adjudication(score) => Self::Adjudicated(score),
        }
    }
}

impl<R> Termination<R> {
    /// Returns the end that the board has not brought about; `None` if it has.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        Some(match self {
            Self::OnBoard(_) => return None,
            Self::Claimed(claim) => End::Claim(*claim),
            Self::Agreed => End::Agreement,
            Self::Resigned(side) => End::Resignation(*side),
            Self::OutOfTime(side) => End::Time(*side),
            Self::Abandoned(side) => End::Abandonment(*side),
            Self::Adjudicated(score) => End::Adjudication(*score),
        })
    }

    /// The result.
    #[must_use]
    pub const fn score(&self) -> Score {
        match self {
            Self::OnBoard(outcome) => outcome.score(),
            Self::Claimed(_) | Self::Agreed => Score::Draw,
            Self::Resigned(side) | Self::OutOfTime(side) | Self::Abandoned(side) => {
                Score::Win { winner: side.opponent(), points: 1 }
            }
            Self::Adjudicated(score) => *score,
        }
    }
}

impl<R: fmt::Display> fmt::Display for Termination<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnBoard(outcome) => fmt::Display::fmt(outcome, f),
            Self::Claimed(claim) => write!(f, "{}: {claim}", self.score()),
            Self::Agreed => write!(f, "{}: agreed", self.score()),
            Self::Resigned(side) => write!(f, "{}: {side} resigns", self.score()),
            Self::OutOfTime(side) => write!(f, "{}: {side} is out of time", self.score()),
            Self::Abandoned(side) => write!(f, "{}: {side} has left the game", self.score()),
            Self::Adjudicated(score) => write!(f, "{score}: adjudicated"),
        }
    }
}

/// Why a game cannot go on as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The move is not legal in the position on the board.
    #[error("the move is not legal in this position")]
    Illegal,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The players of this game can't agree on a draw.
    #[error("the game has no draws by agreement")]
    NoAgreedDraws,
    /// The draw can't be claimed in this position.
    #[error("this draw can’t be claimed now")]
    NoClaim,
    /// The position does not end the game.
    #[error("the game is not over by its rules")]
    NotOver,
}
