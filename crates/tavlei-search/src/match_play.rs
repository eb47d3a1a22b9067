//! Matches between two players, and what they prove.

mod pentanomial;
mod repeats;
mod score;
mod sprt;

use rand_core::Rng;
use tavlei_game::{Game, History, Joint, Score, Sequential, Side, Simultaneous, random_move};

use crate::{Bot, ChoiceBot, Limits};
pub use pentanomial::Pentanomial;
use repeats::Repeats;
pub use score::MatchScore;
pub use sprt::{SequentialTest, Sprt, SprtState};

/// How a match is played: pairs of games, the two of a pair with the same opening and colours changed.
///
/// ```
/// use rand::{SeedableRng, rngs::StdRng};
/// use tavlei_ashtarashki::Position;
/// use tavlei_search::{GreedyBot, Limits, MatchSettings, RandomBot, evaluations::Ashtarashki, play_match};
///
/// let rng = StdRng::seed_from_u64;
/// let settings = MatchSettings::default().with_games(20).with_opening_plies(4);
/// let mut greedy = GreedyBot::new(Ashtarashki::default(), rng(1));
/// let mut random = RandomBot::new(rng(2));
/// let score = play_match(&settings, &Position::default(), &mut greedy, &mut random, &mut rng(3), |_| {});
/// assert_eq!((score.games(), score.pairs.total()), (20, 10));
/// assert!(score.pairs.score() > Some(0.5));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchSettings {
    /// How many games are played at most; 100 by default. If their number is odd, the last one has no pair, and the
    /// statistics leave it out.
    pub games: u32,
    /// How many moves, drawn at random, every pair of games begins with; 4 by default.
    pub opening_plies: u32,
    /// After the given number of plies a game is called a draw; 500 by default.
    pub max_plies: u32,
    /// The limits of the first player and of the second for each move; 1,000 nodes by default.
    pub limits: [Limits; 2],
    /// The test that ends the match once it is decided; none by default. It never ends between the two games of a pair.
    pub sprt: Option<Sprt>,
}

impl Default for MatchSettings {
    fn default() -> Self {
        let limits = Limits::default().with_nodes(1000);
        Self { games: 100, opening_plies: 4, max_plies: 500, limits: [limits.clone(), limits], sprt: None }
    }
}

impl MatchSettings {
    /// The same with the given number of games.
    #[must_use]
    pub fn with_games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// The same with random openings of the given number of plies.
    #[must_use]
    pub fn with_opening_plies(mut self, plies: u32) -> Self {
        self.opening_plies = plies;
        self
    }

    /// The same with games of at most the given number of plies.
    #[must_use]
    pub fn with_max_plies(mut self, plies: u32) -> Self {
        self.max_plies = plies;
        self
    }

    /// The same with these limits for both players.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = [limits.clone(), limits];
        self
    }

    /// The same with limits for the first player and for the second.
    #[must_use]
    pub fn with_limits_of_each(mut self, first: Limits, second: Limits) -> Self {
        self.limits = [first, second];
        self
    }

    /// The same with a test that ends the match once it is decided.
    #[must_use]
    pub fn with_sprt(mut self, sprt: Sprt) -> Self {
        self.sprt = Some(sprt);
        self
    }
}

/// A game of a match, as it has ended, and how the match stands after it.
#[derive(Debug)]
#[non_exhaustive]
pub struct MatchGame<'a, G: Game> {
    /// The number of the game, counted from 1.
    pub number: u32,
    /// The side that the first player had.
    pub first_plays: Side,
    /// The game, its random opening included.
    pub history: &'a History<G>,
    /// How it ended; a draw, too, if it was broken off.
    pub score: Score,
    /// The side that lost because it made no legal move.
    pub forfeited_by: Option<Side>,
    /// The number of an earlier game that was the same: the same players had the same sides and made the same moves. Then
    /// this one is not counted. Forfeited games repeat none.
    pub repeats: Option<u32>,
    /// The result of the match so far, to the first player.
    pub total: &'a MatchScore,
}

/// Plays a match between two players of a game in which the sides take turns.
///
/// Draws are claimed as soon as they can be. A player that makes an illegal move, or none, forfeits the game. A game
/// that is the same as an earlier one, as deterministic players make them from the same opening, is not counted again.
/// After each game the last argument is called. All openings are drawn with this generator: the same one gives the same
/// openings.
///
/// A flag among the limits that is [set](Limits::stop) ends the match, too. The game that it breaks off is not counted:
/// from then on nobody would have thought about a move.
pub fn play_match<G: Sequential>(
    settings: &MatchSettings,
    start: &G,
    first: &mut dyn Bot<G>,
    second: &mut dyn Bot<G>,
    rng: &mut dyn Rng,
    on_game: impl FnMut(&MatchGame<'_, G>),
) -> MatchScore {
    run(settings, start, rng, &mut InTurn(first, second), on_game)
}

/// Plays a match between two players of a game in which both sides choose at once; see [`play_match`].
pub fn play_simultaneous_match<G: Simultaneous>(
    settings: &MatchSettings,
    start: &G,
    first: &mut dyn ChoiceBot<G>,
    second: &mut dyn ChoiceBot<G>,
    rng: &mut dyn Rng,
    on_game: impl FnMut(&MatchGame<'_, G>),
) -> MatchScore {
    run(settings, start, rng, &mut AtOnce(first, second), on_game)
}

/// Two players at the board.
trait Pair<G: Game> {
    fn begin(&mut self);

    /// Plays one move of the game; a side that makes no legal move forfeits it and is returned.
    fn play(&mut self, history: &mut History<G>, first_plays: Side, limits: &[Limits; 2]) -> Option<Side>;
}

struct InTurn<'a, G>(&'a mut dyn Bot<G>, &'a mut dyn Bot<G>);

impl<G: Sequential> Pair<G> for InTurn<'_, G> {
    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }

    fn play(&mut self, history: &mut History<G>, first_plays: Side, limits: &[Limits; 2]) -> Option<Side> {
        let side = history.position().side_to_move();
        let mv =
            if side == first_plays { self.0.choose(history, &limits[0]) } else { self.1.choose(history, &limits[1]) };
        mv.is_none_or(|mv| history.play(&mv).is_err()).then_some(side)
    }
}

struct AtOnce<'a, G>(&'a mut dyn ChoiceBot<G>, &'a mut dyn ChoiceBot<G>);

impl<G: Simultaneous> Pair<G> for AtOnce<'_, G> {
    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }

    fn play(&mut self, history: &mut History<G>, first_plays: Side, limits: &[Limits; 2]) -> Option<Side> {
        let [firsts, seconds] = [first_plays, first_plays.opponent()];
        let first = self.0.choose(history, firsts, &limits[0]);
        let second = self.1.choose(history, seconds, &limits[1]);
        let legal =
            |side, choice: Option<G::Choice>| choice.filter(|choice| history.position().choices(side).contains(choice));
        let mv = match (legal(firsts, first), legal(seconds, second)) {
            (Some(first), Some(second)) if firsts == Side::White => Joint { white: first, black: second },
            (Some(first), Some(second)) => Joint { white: second, black: first },
            (None, _) => return Some(firsts),
            (_, None) => return Some(seconds),
        };
        history.play_unchecked(&mv);
        None
    }
}

fn run<G: Game>(
    settings: &MatchSettings,
    start: &G,
    rng: &mut dyn Rng,
    pair: &mut dyn Pair<G>,
    mut on_game: impl FnMut(&MatchGame<'_, G>),
) -> MatchScore {
    let mut total = MatchScore { test: settings.sprt.as_ref().map(Sprt::start), ..MatchScore::default() };
    let mut repeats = Repeats::default();
    let mut opening = History::new(start.clone());
    // The payoff of the first game of a pair, if it counts.
    let mut earlier = None;
    for number in 1..=settings.games {
        let first_plays = if number % 2 == 1 { Side::White } else { Side::Black };
        if number % 2 == 1 {
            opening = draw_opening(start, settings.opening_plies, rng);
        }
        let mut history = opening.clone();
        let Some(forfeited_by) = play_game(settings, &mut history, first_plays, pair) else { break };
        let score = history.termination().map_or(Score::Draw, |termination| termination.score());
        let payoff = score.payoff(first_plays);
        let repeats = if forfeited_by.is_none() { repeats.find(number, first_plays, &history) } else { None };
        if repeats.is_some() {
            total.repeated = total.repeated.saturating_add(1);
        } else {
            total.add_game(payoff);
        }
        if let Some(side) = forfeited_by {
            let [first, second] = &mut total.forfeits;
            let forfeits = if side == first_plays { first } else { second };
            *forfeits = forfeits.saturating_add(1);
        }
        let counted = repeats.is_none().then_some(payoff);
        if number % 2 == 1 {
            earlier = counted;
        } else if let Some((earlier, payoff)) = earlier.zip(counted) {
            total.complete_pair([earlier, payoff]);
        }
        on_game(&MatchGame { number, first_plays, history: &history, score, forfeited_by, repeats, total: &total });
        if total.test.is_some_and(|test| test.state() != SprtState::Open) {
            break;
        }
    }
    total
}

/// Plays a game to its end and returns the side that has forfeited it, if one has; `None` if the match is stopped.
fn play_game<G: Game>(
    settings: &MatchSettings,
    history: &mut History<G>,
    first_plays: Side,
    pair: &mut dyn Pair<G>,
) -> Option<Option<Side>> {
    pair.begin();
    let mut forfeited_by = None;
    while history.termination().is_none() && history.len() < settings.max_plies as usize {
        if history.claim_draw().is_none() {
            forfeited_by = pair.play(history, first_plays, &settings.limits);
        }
        if settings.limits.iter().any(Limits::is_stopped) {
            return None;
        }
        if let Some(side) = forfeited_by {
            // Nobody has ended the game, so it can be given up.
            let _ = history.resign(side);
        }
    }
    Some(forfeited_by)
}

/// A random opening after which the game is still going on, if one is found soon; else the start.
fn draw_opening<G: Game>(start: &G, plies: u32, rng: &mut dyn Rng) -> History<G> {
    for _ in 0..100 {
        let mut history = History::new(start.clone());
        for _ in 0..plies {
            let Some(mv) = random_move(history.position(), rng) else { break };
            history.play_unchecked(&mv);
        }
        if history.termination().is_none() && history.claim().is_none() {
            return history;
        }
    }
    History::new(start.clone())
}
