//! Random play: uniform, repeatable, and no longer than it may be.

use std::convert::Infallible;

use crate::toys::{Cards, Duel, Lane, LaneRules, LastTaken, Nim, Take, rng};
use rand_core::{Rng, TryRng};
use tavlei_game::{Game, Outcome, Playout, Side, playout, random_move};

/// A generator that always gives the same number, and counts how often.
struct Fixed {
    number: u64,
    drawn: u32,
}

impl TryRng for Fixed {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|number| number as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.drawn += 1;
        Ok(self.number)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.drawn += 1;
        bytes.fill(self.number as u8);
        Ok(())
    }
}

fn fixed(number: u64) -> Fixed {
    Fixed { number, drawn: 0 }
}

/// The sum of (seen − expected)² / expected, where so many were seen of kinds that are equally likely or weighted.
fn chi_square(seen: &[u32], weights: &[f64]) -> f64 {
    let all: f64 = seen.iter().copied().map(f64::from).sum();
    let expected = weights.iter().map(|weight| weight / weights.iter().sum::<f64>() * all);
    seen.iter().zip(expected).map(|(&seen, expected)| (f64::from(seen) - expected).powi(2) / expected).sum()
}

#[test]
fn the_numbers_of_a_generator_are_shared_out_evenly() {
    for matches in 2..=50u8 {
        let nim = Nim::new(&[matches]);
        for n in 0..matches {
            let mv = |n| Some(Take { pile: 0, matches: n + 1 });
            // The least number that is drawn for the n-th move.
            let least = (u128::from(n) << 64).div_ceil(u128::from(matches)) as u64;
            assert_eq!(random_move(&nim, &mut fixed(least)), mv(n), "{n} of {matches}");
            if n > 0 {
                assert_eq!(random_move(&nim, &mut fixed(least - 1)), mv(n - 1), "{n} of {matches}");
            }
        }
        assert_eq!(random_move(&nim, &mut fixed(u64::MAX)), Some(Take { pile: 0, matches }));
    }
}

#[test]
fn a_generator_is_asked_once_a_move_and_only_where_there_is_a_choice() {
    let mut rng = fixed(0);
    assert_eq!(random_move(&Nim::new(&[0]), &mut rng), None);
    assert_eq!(random_move(&Nim::new(&[1]), &mut rng), Some(Take { pile: 0, matches: 1 }));
    assert_eq!(rng.drawn, 0);
    assert_eq!(random_move(&Nim::new(&[2]), &mut rng), Some(Take { pile: 0, matches: 1 }));
    assert_eq!(rng.drawn, 1);
}

/// The bounds are passed by chance about once in 10⁶ seeds; the seed is fixed.
#[test]
fn all_moves_are_equally_likely() {
    let mut rng = rng(1);
    let nim = Nim::new(&[2, 0, 5]);
    let mut seen = [0; 7];
    for _ in 0..70_000 {
        let mv = random_move(&nim, &mut rng).expect("a move");
        seen[nim.moves().iter().position(|listed| *listed == mv).expect("a listed move")] += 1;
    }
    assert!(chi_square(&seen, &[1.0; 7]) < 39.0, "{seen:?}");
}

#[test]
fn playouts_are_as_long_as_equally_likely_moves_make_them() {
    let mut rng = rng(2);
    let mut seen = [0; 3];
    for _ in 0..60_000 {
        let playout = playout(&mut Nim::new(&[3]), &mut rng, 100);
        let winner = if playout.plies % 2 == 1 { Side::White } else { Side::Black };
        assert_eq!(playout.outcome, Some(Outcome::win(winner, 1, LastTaken)));
        seen[playout.plies as usize - 1] += 1;
    }
    // All three at once; two and one, or one and two; one by one.
    let likely = [1.0 / 3.0, 1.0 / 3.0 + 1.0 / 6.0, 1.0 / 6.0];
    assert!(chi_square(&seen, &likely) < 28.0, "{seen:?}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    fn play<G: Game>(start: &G, seed: u64) -> (G, Playout<G::Reason>, u64) {
        let (mut position, mut rng) = (start.clone(), rng(seed));
        let playout = playout(&mut position, &mut rng, 1000);
        (position, playout, rng.next_u64())
    }
    let duel = Duel::start(&Cards(9));
    for seed in 0..20 {
        assert_eq!(play(&duel, seed), play(&duel, seed));
        assert_eq!(play(&Lane::default(), seed), play(&Lane::default(), seed));
    }
    let distinct: std::collections::BTreeSet<u32> = (0..20).map(|seed| play(&Lane::default(), seed).1.plies).collect();
    assert!(distinct.len() > 5, "{distinct:?}");
}

#[test]
fn a_playout_stops_where_it_must() {
    for max_plies in 0..8 {
        let mut position = Lane::start(&LaneRules::NONE);
        // Both sides always make their first move; so the game would last eight plies.
        let played = playout(&mut position, &mut fixed(0), max_plies);
        assert_eq!(played, Playout { plies: max_plies, outcome: None });
        let expected = (0..max_plies)
            .try_fold(Lane::start(&LaneRules::NONE), |position, _| position.nth_move(0).map(|mv| position.after(&mv)));
        assert_eq!(Some(position), expected);
    }
}

#[test]
fn a_playout_knows_the_outcome_when_the_game_ends_in_time() {
    let over = |plies, winner| Playout { plies, outcome: Some(Outcome::win(winner, 1, LastTaken)) };
    let mut rng = fixed(0);
    assert_eq!(playout(&mut Nim::new(&[0]), &mut rng, 0), over(0, Side::Black));
    assert_eq!(playout(&mut Nim::new(&[0]), &mut rng, 5), over(0, Side::Black));
    assert_eq!(playout(&mut Nim::new(&[2]), &mut rng, 1), Playout { plies: 1, outcome: None });
    assert_eq!(playout(&mut Nim::new(&[2]), &mut rng, 2), over(2, Side::Black), "on the last ply allowed");
    assert_eq!(playout(&mut Nim::new(&[2]), &mut rng, 3), over(2, Side::Black));
    assert_eq!(playout(&mut Nim::new(&[3]), &mut rng, u32::MAX), over(3, Side::White));
}
