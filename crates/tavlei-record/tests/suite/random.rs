//! Writing and reading random games gives them back, in every form.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{History, Notation, random_move};
use tavlei_record::{Checker, Reader, Record, replay};
use tavlei_verify::test_size;

/// A game that is played at random from its start, for at most so many plies.
fn random_game<G: Notation>(rules: &G::Rules, seed: u64, plies: usize) -> History<G> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut history = History::new(G::start(rules));
    while history.len() < plies
        && let Some(mv) = random_move(history.position(), &mut rng)
    {
        history.play_unchecked(&mv);
    }
    history
}

/// The same game from a position in its middle.
fn second_half<G: Notation>(history: &History<G>) -> History<G> {
    let half = history.len() / 2;
    let start = history.position_at(half).expect("it has been played").clone();
    let moves: Vec<_> = history.moves().skip(half).collect();
    History::from_moves(start, moves).expect("the moves are legal there")
}

fn survives_writing<G: Notation>(history: &History<G>) -> Result<(), TestCaseError> {
    for &form in G::FORMS {
        let written = Record::from_history(history, form);
        let text = written.to_string();
        prop_assert!(text.lines().all(|line| line.chars().count() <= 80 || line.starts_with('[')), "{}", text);
        let record: Record = text.parse().map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(&record, &written);
        prop_assert_eq!(&record.warnings, &[]);
        prop_assert_eq!(record.to_string(), &*text);
        let replayed = replay::<G>(&record).map_err(|fault| TestCaseError::fail(format!("{text}: {fault}")))?;
        prop_assert_eq!(replayed.warnings, []);
        let words = (0..history.len()).map(|ply| ply * G::MOVE_WORDS..(ply + 1) * G::MOVE_WORDS);
        prop_assert!(replayed.words.iter().cloned().eq(words), "{}", text);
        prop_assert!(replayed.history.moves().eq(history.moves()), "{}", text);
        prop_assert_eq!(replayed.history.start(), history.start());
        prop_assert_eq!(replayed.history.position(), history.position());
        prop_assert_eq!(replayed.history.termination(), history.termination());
        let mut checker = Checker::<G>::default();
        prop_assert!(Reader::from(text.as_str()).read(&mut checker).is_ok_and(|found| found));
        let checked = checker.finish().map_err(|fault| TestCaseError::fail(format!("{text}: {fault}")))?;
        prop_assert_eq!(&checked.position, history.position());
        prop_assert_eq!(checked.plies, history.len());
    }
    Ok(())
}

fn games(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(games(test_size(800, 3_400)))]

    #[test]
    fn tower_checkers(seed: u64, plies in 0..160usize, free: bool, half: bool) {
        let rules = if free { "landing=free" } else { "" };
        let history = random_game::<tavlei_towers::Position>(&rules.parse().expect("rules"), seed, plies);
        survives_writing(&if half { second_half(&history) } else { history })?;
    }

    #[test]
    fn ashtarashki(seed: u64, plies in 0..160usize, forced: bool, half: bool) {
        let rules = if forced { "third-retreat=forced" } else { "" };
        let history = random_game::<tavlei_ashtarashki::Position>(&rules.parse().expect("rules"), seed, plies);
        survives_writing(&if half { second_half(&history) } else { history })?;
    }

    #[test]
    fn proryv(seed: u64, plies in 0..60usize, large: bool, half: bool) {
        let rules = if large { "board=8x8,pass=no" } else { "" };
        let history = random_game::<tavlei_proryv::Position>(&rules.parse().expect("rules"), seed, plies);
        survives_writing(&if half { second_half(&history) } else { history })?;
    }
}
