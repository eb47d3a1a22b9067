//! The result of a match.

use std::fmt;

use super::{Pentanomial, SequentialTest};

/// The result of a match, to the first player.
///
/// ```
/// use tavlei_search::MatchScore;
///
/// let mut score = MatchScore::default();
/// for _ in 0..20 {
///     [[1, 1], [1, 0], [1, -1]].map(|payoffs| score.add_pair(payoffs));
/// }
/// assert_eq!((score.games(), score.pairs.counts), (120, [0, 0, 20, 20, 20]));
/// assert_eq!(
///     score.to_string(),
///     "+80 =20 -20, 75.0 % (68.4 to 79.9), Elo +191 (+135 to +240), LOS 100.0 %",
/// );
/// assert_eq!(MatchScore::default().to_string(), "no games");
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct MatchScore {
    /// Games won, by whatever number of points.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points won minus points lost. A win may be worth more than one point; all other numbers count it as one win.
    pub points: i64,
    /// The pairs of games. All statistics are taken from them.
    pub pairs: Pentanomial,
    /// Games that the first player and the second lost because they made no legal move.
    pub forfeits: [u32; 2],
    /// Games that were the same as an earlier one, move by move. They are counted here and nowhere else.
    pub repeated: u32,
    /// The test that ends the match once it is decided.
    pub test: Option<SequentialTest>,
}

impl MatchScore {
    /// Counts a pair of games with the same opening and changed colours, by their payoffs to the first player.
    pub fn add_pair(&mut self, payoffs: [i32; 2]) {
        payoffs.iter().for_each(|&payoff| self.add_game(payoff));
        self.complete_pair(payoffs);
    }

    /// Counts a game whose pair is not complete yet.
    pub(super) fn add_game(&mut self, payoff: i32) {
        self.points = self.points.saturating_add(i64::from(payoff));
        let games = match payoff {
            1.. => &mut self.wins,
            0 => &mut self.draws,
            _ => &mut self.losses,
        };
        *games = games.saturating_add(1);
    }

    /// Counts the pair of two games that are counted already.
    pub(super) fn complete_pair(&mut self, payoffs: [i32; 2]) {
        let half_points = payoffs.iter().fold(2, |sum: u8, payoff| sum.saturating_add_signed(payoff.signum() as i8));
        self.pairs.add(half_points);
        if let Some(test) = &mut self.test {
            test.add_pair(half_points);
        }
    }

    /// Returns the number of games that count: wins, draws and losses.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the number of games whose other game is missing or repeats an earlier one. The statistics leave them out.
    #[must_use]
    pub fn unpaired(&self) -> u32 {
        self.games().saturating_sub(self.pairs.total().saturating_mul(2))
    }

    /// Returns whether there are games and all of them were forfeited. Then nothing is known about the strength of play.
    #[must_use]
    pub const fn is_all_forfeited(&self) -> bool {
        let [first, second] = self.forfeits;
        self.games() > 0 && first.saturating_add(second) >= self.games()
    }

    /// Returns the pairs if they say something about the strength of play: there are some, and not all games were forfeited.
    #[must_use]
    pub fn evidence(&self) -> Option<&Pentanomial> {
        (self.pairs.total() > 0 && !self.is_all_forfeited()).then_some(&self.pairs)
    }
}

/// Writes the games, the score and the difference in Elo points with their intervals of 95 % confidence, the likelihood of
/// superiority, and what is out of the ordinary.
impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, points, forfeits: [first, second], repeated, .. } = *self;
        if self.games() == 0 {
            f.write_str("no games")?;
        } else {
            write!(f, "+{wins} ={draws} -{losses}")?;
        }
        if let Some(pairs) = self.evidence() {
            write_statistics(pairs, f)?;
        }
        if points != i64::from(wins).saturating_sub(losses.into()) {
            write!(f, ", points {points:+}")?;
        }
        if self.is_all_forfeited() {
            write!(f, "; every game was forfeited: {first} by the first player, {second} by the second")?;
        } else if first > 0 || second > 0 {
            write!(f, "; forfeited: {first} by the first player, {second} by the second")?;
        }
        match self.unpaired() {
            0 => {}
            1 => f.write_str("; 1 game has no pair and is left out of the statistics")?,
            games => write!(f, "; {games} games have no pair and are left out of the statistics")?,
        }
        match repeated {
            0 => Ok(()),
            1 => f.write_str("; 1 game repeats an earlier one and is not counted"),
            games => write!(f, "; {games} games repeat earlier ones and are not counted"),
        }
    }
}

fn write_statistics(pairs: &Pentanomial, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (Some(score), Some((low, high)), Some(superiority)) =
        (pairs.score(), pairs.interval(), pairs.likelihood_of_superiority())
    else {
        return Ok(());
    };
    let percent = |share: f64| 100.0 * share;
    write!(f, ", {:.1} % ({:.1} to {:.1}), Elo ", percent(score), percent(low), percent(high))?;
    match (pairs.elo(), pairs.elo_interval()) {
        (Some(elo), (Some(low), Some(high))) => write!(f, "{elo:+.0} ({low:+.0} to {high:+.0})")?,
        (Some(elo), (Some(low), None)) => write!(f, "{elo:+.0} (at least {low:+.0})")?,
        (Some(elo), (None, Some(high))) => write!(f, "{elo:+.0} (at most {high:+.0})")?,
        (None, (Some(low), None)) => write!(f, "at least {low:+.0}")?,
        (None, (None, Some(high))) => write!(f, "at most {high:+.0}")?,
        (_, (None, None)) | (None, (Some(_), Some(_))) => f.write_str("unknown")?,
    }
    write!(f, ", LOS {:.1} %", percent(superiority))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: &[[i32; 2]]) -> MatchScore {
        let mut score = MatchScore::default();
        pairs.iter().for_each(|&pair| score.add_pair(pair));
        score
    }

    #[test]
    fn text_says_what_is_there() {
        assert_eq!(
            score(&[[1, 1]; 20]).to_string(),
            "+40 =0 -0, 100.0 % (86.0 to 100.0), Elo at least +315, LOS 100.0 %"
        );
        assert_eq!(
            score(&[[-1, -2]; 20]).to_string(),
            "+0 =0 -40, 0.0 % (0.0 to 14.0), Elo at most -315, LOS 0.0 %, points -60"
        );
        assert_eq!(score(&[[1, -1]]).to_string(), "+1 =0 -1, 50.0 % (0.0 to 100.0), Elo unknown, LOS 50.0 %");
        let mut odd = MatchScore::default();
        odd.add_game(1);
        assert_eq!(odd.to_string(), "+1 =0 -0; 1 game has no pair and is left out of the statistics");
        let forfeited = MatchScore { forfeits: [0, 4], ..score(&[[1, 1]; 2]) };
        assert_eq!(forfeited.to_string(), "+4 =0 -0; every game was forfeited: 0 by the first player, 4 by the second");
    }
}
