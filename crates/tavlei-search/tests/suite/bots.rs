//! Players at the board, and who is the stronger.
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Map, Walk, now, rng};
use tavlei_game::{Game, History, Score, Sequential, Side, Termination};
use tavlei_search::evaluations::{Ashtarashki, Towers};
use tavlei_search::{
    AlphaBeta, AlphaBetaBot, Bot, ChoiceBot, Evaluation, GreedyBot, Limits, MatchScore, MatchSettings, Options,
    RandomBot, SimultaneousBot, SimultaneousMcts, Sprt, Uct, UctBot, play_match, play_simultaneous_match,
};

type Stones = tavlei_ashtarashki::Position;
type Board = tavlei_towers::Position;

fn searching<E>(evaluation: E) -> AlphaBetaBot<E> {
    AlphaBetaBot::new(AlphaBeta::with_options(evaluation, Options::default().with_table_bytes(1 << 20)))
}

/// Returns whether the first player is the stronger one, with 95 % confidence.
fn is_stronger(total: &MatchScore) -> bool {
    total.pairs.interval().is_some_and(|(low, _)| low > 0.5)
}

/// A search that looks one ply deeper scores more than half against the same search, with confidence.
fn deeper_is_stronger<G>(evaluation: impl Evaluation<G> + Copy + Sync, games: u32)
where
    G: Sequential + tavlei_game::Keyed,
    History<G>: Sync,
{
    let depth = |plies| Limits::default().with_depth(plies);
    let settings =
        MatchSettings::default().with_games(games).with_opening_plies(6).with_limits_of_each(depth(4), depth(3));
    let (mut deep, mut shallow) = (searching(evaluation), searching(evaluation));
    let total = play_match(&settings, &G::default(), &mut deep, &mut shallow, &mut rng(2026), |_| {});
    assert!(is_stronger(&total), "{total}");
}

#[test]
fn one_ply_deeper_is_stronger_in_towers() {
    deeper_is_stronger::<Board>(Towers::default(), 200);
}

#[test]
fn one_ply_deeper_is_stronger_in_ashtarashki() {
    deeper_is_stronger::<Stones>(Ashtarashki::default(), 200);
}

#[test]
fn search_beats_greed_and_greed_beats_chance() {
    let settings = MatchSettings::default().with_games(40).with_limits(Limits::default().with_depth(3));
    let mut greedy = GreedyBot::new(Towers::default(), rng(1));
    let total =
        play_match(&settings, &Board::default(), &mut searching(Towers::default()), &mut greedy, &mut rng(2), |_| {});
    assert!(is_stronger(&total), "{total}");
    let total = play_match(&settings, &Board::default(), &mut greedy, &mut RandomBot::new(rng(3)), &mut rng(4), |_| {});
    assert!(is_stronger(&total), "{total}");
}

#[test]
fn trees_beat_chance() {
    let settings = MatchSettings::default().with_games(20).with_limits(Limits::default().with_nodes(200));
    let mut uct = UctBot::new(Uct::default(), rng(1));
    let mut random = RandomBot::new(rng(2));
    let total = play_match(&settings, &Stones::default(), &mut uct, &mut random, &mut rng(3), |_| {});
    assert!(is_stronger(&total), "{total}");
    let start = tavlei_proryv::Position::default();
    for search in [SimultaneousMcts::regret_matching(), SimultaneousMcts::decoupled()] {
        let mut bot = SimultaneousBot::new(search, rng(4));
        let total = play_simultaneous_match(&settings, &start, &mut bot, &mut random, &mut rng(5), |_| {});
        assert!(is_stronger(&total), "{} {total}", ChoiceBot::<tavlei_proryv::Position>::name(&bot));
    }
}

#[test]
fn games_come_in_pairs_with_the_same_opening() {
    let settings = MatchSettings::default().with_games(10).with_opening_plies(5);
    let mut openings = Vec::new();
    let mut sides = Vec::new();
    let (mut one, mut other) = (RandomBot::new(rng(1)), RandomBot::new(rng(2)));
    let total = play_match(&settings, &Stones::default(), &mut one, &mut other, &mut rng(3), |game| {
        openings.push(game.history.moves().take(5).copied().collect::<Vec<_>>());
        sides.push(game.first_plays);
        assert_eq!(game.number as usize, openings.len());
        assert_eq!(game.total.games(), game.number);
        assert_eq!(Some(game.score), game.history.termination().map(|termination| termination.score()));
    });
    assert_eq!(total.games(), 10);
    assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]));
    assert!(openings.iter().collect::<BTreeSet<_>>().len() > 1);
    assert!(sides.chunks(2).all(|pair| pair == [Side::White, Side::Black]));
}

#[test]
fn the_same_generators_give_the_same_match() {
    let run = |seed| {
        let settings = MatchSettings::default().with_games(6).with_limits(Limits::default().with_nodes(300));
        let mut games = Vec::new();
        let mut uct = UctBot::new(Uct::default(), rng(seed));
        play_match(&settings, &Board::default(), &mut searching(Towers::default()), &mut uct, &mut rng(1), |game| {
            games.push(game.history.moves().copied().collect::<Vec<_>>());
        });
        games
    };
    assert_eq!(run(1), run(1));
}

/// Plays the first move that is listed, or one from elsewhere, or none.
struct Stubborn(Option<u8>);

impl Bot<Walk> for Stubborn {
    fn name(&self) -> String {
        "stubborn".into()
    }

    fn choose(&mut self, history: &History<Walk>, _: &Limits) -> Option<u8> {
        if self.0 == Some(0) { history.position().nth_move(0) } else { self.0 }
    }
}

const CIRCLE: &[&[u8]] = &[&[1], &[2], &[3], &[0]];

#[test]
fn who_plays_no_legal_move_loses() {
    let start = Walk::start(&Map { edges: CIRCLE, ..Map::default() });
    let settings = MatchSettings::default().with_games(2).with_opening_plies(0);
    for mv in [None, Some(99)] {
        let (mut fair, mut unfair) = (Stubborn(Some(0)), Stubborn(mv));
        let total = play_match(&settings, &start, &mut fair, &mut unfair, &mut rng(1), |game| {
            assert_eq!(game.history.termination(), Some(Termination::Resigned(game.first_plays.opponent())));
        });
        assert_eq!((total.wins, total.points), (2, 2));
    }
}

#[test]
fn draws_are_claimed_and_endless_games_broken_off() {
    let settings = MatchSettings::default().with_games(1).with_opening_plies(0).with_max_plies(50);
    for (repetition, length) in [(Some(3), 8), (None, 50)] {
        let start = Walk::start(&Map { edges: CIRCLE, repetition, ..Map::default() });
        let (mut one, mut other) = (Stubborn(Some(0)), Stubborn(Some(0)));
        let total = play_match(&settings, &start, &mut one, &mut other, &mut rng(1), |game| {
            assert_eq!((game.history.len(), game.score), (length, Score::Draw));
        });
        assert_eq!(total.draws, 1);
    }
}

#[test]
fn a_decided_match_is_ended() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let settings = MatchSettings::default().with_games(1000).with_sprt(sprt);
    let mut greedy = GreedyBot::new(Ashtarashki::default(), rng(1));
    let mut random = RandomBot::new(rng(2));
    let total = play_match(&settings, &Stones::default(), &mut greedy, &mut random, &mut rng(3), |_| {});
    assert!(total.games() < 100 && total.pairs.score() > Some(0.8), "{total}");
}

/// Otherwise all games that are left would be played without a thought, and counted.
#[test]
fn a_match_that_is_stopped_counts_no_game_but_those_before() {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::default().with_nodes(10).with_stop(Arc::clone(&stop));
    let settings = MatchSettings::default().with_games(100).with_limits_of_each(Limits::default(), limits);
    let mut greedy = GreedyBot::new(Ashtarashki::default(), rng(1));
    let mut random = RandomBot::new(rng(2));
    let mut told = 0;
    let total = play_match(&settings, &Stones::default(), &mut greedy, &mut random, &mut rng(3), |game| {
        told = game.number;
        stop.store(game.number == 3, Ordering::Relaxed);
    });
    assert_eq!((told, total.games()), (3, 3));
    let total = play_match(&settings, &Stones::default(), &mut greedy, &mut random, &mut rng(3), |_| {});
    assert_eq!(total.games(), 0);
}

#[test]
fn a_forced_move_needs_no_search() {
    let start = Walk::start(&Map { edges: CIRCLE, ..Map::default() });
    // A limit of one node would do nothing at all.
    let limits = Limits::default().with_nodes(0);
    let mut bot = AlphaBetaBot::new(AlphaBeta::new(|_: &Walk| 0));
    assert_eq!(bot.choose(&now(start), &limits), Some(1));
}
