//! How a game has ended.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::Side;
use crate::text::fold;

/// The end of a game: who has won, by how many points, and why.
///
/// Outcomes are absolute: they name a colour, never "the side to move". `R` is the game's own enum of reasons.
///
/// ```
/// use tavlei_game::{Outcome, Side};
///
/// let outcome = Outcome::win(Side::Black, 2, "White has no stone left");
/// assert_eq!(outcome.score().to_string(), "0-2");
/// assert_eq!(outcome.payoff(Side::White), -2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome<R> {
    score: Score,
    reason: R,
}

impl<R> Outcome<R> {
    /// A win for a side, worth `points` points.
    #[inline]
    #[must_use]
    pub const fn win(winner: Side, points: u8, reason: R) -> Self {
        Self { score: Score::Win { winner, points }, reason }
    }

    /// A draw.
    #[inline]
    #[must_use]
    pub const fn draw(reason: R) -> Self {
        Self { score: Score::Draw, reason }
    }

    /// The winner; `None` for a draw.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.score.winner()
    }

    /// The points that the winner gets; 0 for a draw.
    #[inline]
    #[must_use]
    pub const fn points(&self) -> u8 {
        match self.score {
            Score::Win { points, .. } => points,
            Score::Draw => 0,
        }
    }

    /// Returns the payoff of a side: its points, or minus those of its opponent.
    #[inline]
    #[must_use]
    pub const fn payoff(&self, side: Side) -> i32 {
        self.score.payoff(side)
    }

    /// The result without its reason.
    #[inline]
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// Returns why the game is over.
    #[inline]
    #[must_use]
    pub const fn reason(&self) -> &R {
        &self.reason
    }

    /// The same result with another reason.
    #[must_use]
    pub fn map_reason<S>(self, map: impl FnOnce(R) -> S) -> Outcome<S> {
        Outcome { score: self.score, reason: map(self.reason) }
    }
}

/// `1-0: the reason`.
impl<R: fmt::Display> fmt::Display for Outcome<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.score, self.reason)
    }
}

/// The result of a finished game as it is written in records: `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`.
///
/// ```
/// use tavlei_game::Score;
///
/// assert_eq!("½ – ½".parse::<Score>().map(|score| score.to_string()), Ok("1/2-1/2".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// A side has won.
    Win {
        /// The side that has won.
        winner: Side,
        /// The points that the win is worth, at least 1.
        points: u8,
    },
    /// Nobody has won.
    Draw,
}

impl Score {
    /// The winner; `None` for a draw.
    #[inline]
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw => None,
        }
    }

    /// Returns the payoff of a side: its points, or minus those of its opponent.
    #[expect(clippy::arithmetic_side_effects, reason = "points are u8: they can be negated as i32")]
    #[inline]
    #[must_use]
    pub const fn payoff(self, side: Side) -> i32 {
        match self {
            Self::Win { winner, points } if winner as u8 == side as u8 => points as i32,
            Self::Win { points, .. } => -(points as i32),
            Self::Draw => 0,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner: Side::White, points } => write!(f, "{points}-0"),
            Self::Win { winner: Side::Black, points } => write!(f, "0-{points}"),
            Self::Draw => f.write_str("1/2-1/2"),
        }
    }
}

/// The text is no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a score: 1-0, 0-1, 1/2-1/2, 2-0 or 0-2")]
pub struct ParseScoreError;

/// Reads a score; `1 : 0` (as in the Ashtarashki sources), `½-½` and any dash are accepted, and a win by any number of
/// points.
impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        let text = text.chars().map(fold).collect::<String>();
        let (white, black) = text.split_once([':', '-']).ok_or(ParseScoreError)?;
        match (white.trim(), black.trim()) {
            ("1/2", "1/2") | ("½", "½") | ("0.5", "0.5") => Ok(Self::Draw),
            (points, "0") => read_points(points).map(|points| Self::Win { winner: Side::White, points }),
            ("0", points) => read_points(points).map(|points| Self::Win { winner: Side::Black, points }),
            _ => Err(ParseScoreError),
        }
    }
}

/// A number from 1 to 255, written without a sign or a leading zero.
fn read_points(text: &str) -> Result<u8, ParseScoreError> {
    if text.starts_with(['0', '+']) { Err(ParseScoreError) } else { text.parse().map_err(|_| ParseScoreError) }
}

/// The text is none of the reasons for which a game ends.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the reason for which a game has ended: {}", .known.join(", "))]
pub struct ParseReasonError {
    /// The texts of all reasons.
    pub known: Vec<String>,
}

/// Reads the text of one of a game's reasons, as its `Display` writes it; capital letters and spaces around it do not
/// matter. A game's `FromStr` of its reasons calls this.
///
/// ```
/// use tavlei_game::read_reason;
///
/// let all = ["blocked", "no stone is left"];
/// assert_eq!(read_reason("Blocked", &all), Ok("blocked"));
/// let error = read_reason("bored", &all).unwrap_err();
/// assert_eq!(error.to_string(), "expected the reason for which a game has ended: blocked, no stone is left");
/// ```
///
/// # Errors
///
/// Names the reasons that there are.
pub fn read_reason<R: Copy + fmt::Display>(text: &str, all: &[R]) -> Result<R, ParseReasonError> {
    let folded = |text: &str| text.trim().chars().map(fold).collect::<String>();
    let named = all.iter().find(|reason| folded(&reason.to_string()) == folded(text));
    named.copied().ok_or_else(|| ParseReasonError { known: all.iter().map(R::to_string).collect() })
}
