//! The values against published ones, against the engine, and against themselves.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{ChoiceNotation, Game, History, Notation, Score, Side, Simultaneous};
use tavlei_proryv::{Position, Rules, Turn};
use tavlei_search::{ChoiceBot, Limits, MatchSettings, RandomBot, play_simultaneous_match};
use tavlei_solve::proryv::{
    AnalyseError, SolveError, Solver, SweepProgress, Tablebase, TablebaseBot, TablebaseError, Values, analyse,
    stalling_positions,
};

fn go_on(_: SweepProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn solver_for(texts: &[&str]) -> Solver {
    let mut solver = Solver::new(&Rules::default()).expect("a small board");
    for text in texts {
        solver.solve_for(&position(text), &mut go_on).expect("it can be solved");
    }
    solver
}

fn position(text: &str) -> Position {
    text.parse().expect("a good position")
}

/// Positions of the cases with at most so many men in all, with their values.
fn cases(most: u32) -> Vec<(&'static str, f64)> {
    let table = include_str!("../../../../cases/proryv_values.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let cases = lines.map(|line| {
        let (text, value) = line.split_once('\t').expect("position, value");
        (text, value.parse::<f64>().expect("a number"))
    });
    let men = |text: &str| Side::BOTH.map(|side| position(text).men_of(side).len()).iter().sum::<u32>();
    cases.filter(|(text, _)| men(text) <= most).collect()
}

#[test]
fn values_are_those_of_the_cases() {
    let cases = cases(5);
    assert!(cases.len() >= 20, "{} cases", cases.len());
    let texts = cases.iter().map(|(text, _)| *text).collect::<Vec<_>>();
    let solver = solver_for(&texts);
    for (text, value) in cases {
        let analysis = analyse(&position(text), &solver).expect("solved");
        assert!((analysis.value - value).abs() < 6e-11, "{text}: {} instead of {value}", analysis.value);
        assert!(analysis.gap < 1e-10);
        let known = solver.value(&position(text)).expect("solved");
        assert!((known - analysis.value).abs() < 1e-11, "{text}: {known}, {}", analysis.value);
    }
}

#[test]
fn counts_are_those_that_were_found_before() {
    let mut solver = Solver::new(&Rules::default()).expect("a small board");
    solver.solve_up_to(2, &mut go_on).expect("it can be solved");
    let one = solver.material_class(1, 1).expect("solved").counts();
    assert_eq!((one.positions, one.won, one.lost, one.even, one.mixed), (244, 48, 48, 60, 88));
    assert!((one.greatest_mixed - 0.805_489_004).abs() < 1e-9);
    let two = solver.material_class(2, 2).expect("solved").counts();
    assert_eq!((two.positions, two.won, two.lost, two.even, two.mixed), (11_766, 1_872, 1_872, 2_894, 5_128));
    assert!((two.greatest_mixed - 0.970_741_405).abs() < 1e-9);
    for men in 1..=2 {
        let material_class = solver.material_class(men, men).expect("solved");
        assert!(
            material_class.largest_gap() < 1e-10 && material_class.residual() < 1e-11,
            "{}, {}",
            material_class.largest_gap(),
            material_class.residual()
        );
        assert_eq!(material_class.men(), (men, men));
        assert!(material_class.sweeps() > 5);
    }
}

#[test]
fn known_positions_have_their_known_strategies() {
    let solver = solver_for(&["w a4,d1;b5,c2"]);
    let analysis = analyse(&position("w a4,d1;b5,c2"), &solver).expect("solved");
    assert!((analysis.value + 1.0 / 3.0).abs() < 1e-10);
    let played = analysis.strategy(Side::White).iter().take_while(|(_, share)| *share > 1e-9).collect::<Vec<_>>();
    let texts = played.iter().map(|(choice, _)| choice.to_string()).collect::<Vec<_>>();
    assert_eq!(texts, ["a4-a5", "a4-b5"]);
    assert!((played[0].1 - 2.0 / 3.0).abs() < 1e-9 && (played[1].1 - 1.0 / 3.0).abs() < 1e-9);
    for (text, value) in [("w a4,b4;b5,d5", 1.0), ("w a4,b4;b5,d2", 0.0)] {
        assert_eq!(analyse(&position(text), &solver).expect("solved").value, value, "{text}");
    }
}

/// Every position with these men that the rules allow.
fn all_positions(rules: &Rules, white: u32, black: u32) -> Vec<Position> {
    let squares = rules.board().squares().iter().collect::<Vec<_>>();
    let sets = |men: u32| {
        (0..1u32 << squares.len()).filter(move |set| set.count_ones() == men).map(|set| {
            squares.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, square)| *square).collect()
        })
    };
    let pairs =
        sets(white).flat_map(|white: tavlei_geometry::rect::Bitboard| sets(black).map(move |black| (white, black)));
    pairs
        .filter_map(|(white, black)| {
            Position::builder(Side::White, rules).men(Side::White, white).men(Side::Black, black).build().ok()
        })
        .filter(|position| position.outcome().is_none())
        .collect()
}

#[test]
fn every_value_is_that_of_its_matrix_by_the_engine() {
    for rules in ["board=3x4", "board=3x4,pass=no", "board=3x5"] {
        let rules: Rules = rules.parse().expect("good rules");
        let mut solver = Solver::new(&rules).expect("a small board");
        for (white, black) in [(1, 1), (2, 2), (2, 1), (1, 0), (0, 2)] {
            let positions = all_positions(&rules, white, black);
            solver.solve_for(&positions[0], &mut go_on).expect("it can be solved");
            let counted = solver.material_class(white, black).expect("solved").counts();
            assert_eq!(counted.positions, positions.len() as u64, "{rules}: {white}:{black}");
            for position in positions {
                let value = solver.value(&position).expect("solved");
                let analysis = analyse(&position, &solver).expect("solved");
                assert!((analysis.value - value).abs() < 1e-11, "{rules}: {position}: {value}, {}", analysis.value);
            }
        }
    }
}

/// Returns whether a side that plays by the analyses has won after at most so many turns, whatever the other chooses.
fn is_won_by_analysis(position: &Position, side: Side, values: &impl Values, turns: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.payoff(side) == 1;
    }
    let analysis = analyse(position, values).expect("solved");
    let (ours, share) = analysis.strategy(side)[0];
    let turn = |theirs| match side {
        Side::White => Turn { white: ours, black: theirs },
        Side::Black => Turn { white: theirs, black: ours },
    };
    let replies = position.choices(!side);
    share == 1.0
        && turns > 0
        && replies.iter().all(|theirs| is_won_by_analysis(&position.after(&turn(*theirs)), side, values, turns - 1))
}

#[test]
fn p6_who_plays_by_the_analysis_wins_what_is_won() {
    // Each step of this man's is worth as much as another, backward ones too; play without end would win nothing.
    let solver = solver_for(&["w a3;"]);
    let analysis = analyse(&position("w a3;"), &solver).expect("solved");
    assert!(analysis.white[0].0.to_string().starts_with("a3-") && analysis.gap == 0.0);
    assert!(is_won_by_analysis(&position("w a3;"), Side::White, &solver, 2));
    assert!(is_won_by_analysis(&position("w a1;"), Side::White, &solver, 4));
    for rules in ["board=3x4", "board=3x4,pass=no", "board=4x5"] {
        let rules: Rules = rules.parse().expect("good rules");
        let mut solver = Solver::new(&rules).expect("a small board");
        for (white, black) in [(1, 0), (0, 2), (1, 1), (2, 1), (1, 2)] {
            let positions = all_positions(&rules, white, black);
            solver.solve_for(&positions[0], &mut go_on).expect("it can be solved");
            let mut won = 0;
            for position in positions {
                let value = solver.value(&position).expect("solved");
                let side = if value > 0.0 { Side::White } else { Side::Black };
                if value.abs() > 1.0 - 1e-9 {
                    won += 1;
                    assert!(is_won_by_analysis(&position, side, &solver, 10), "{rules}: {position}: {value}");
                }
            }
            assert!(won > 0, "{rules}: {white}:{black}");
        }
    }
}

#[test]
fn exchange_of_colours_negates_and_mirroring_keeps() {
    use tavlei_game::Symmetric;
    let solver = solver_for(&["w a1,b1;a5,b5", "w a1,b1;a5", "w a1;a5,b5"]);
    for (white, black) in [(2, 2), (2, 1)] {
        for position in all_positions(&Rules::default(), white, black).into_iter().step_by(7) {
            let value = solver.value(&position).expect("solved");
            for &symmetry in position.symmetries() {
                let image = solver.value(&position.transform(symmetry)).expect("solved");
                let expected = if Position::swaps_sides(symmetry) { -value } else { value };
                assert!((image - expected).abs() < 1e-12, "{position}: {value}, {symmetry:?}: {image}");
            }
        }
    }
}

#[test]
fn what_play_without_end_is_worth_does_not_matter() {
    let mut solver = Solver::new(&Rules::default()).expect("a small board");
    solver.solve_up_to(2, &mut go_on).expect("it can be solved");
    for men in 1..=2 {
        let (largest, differing) = solver.lower_bound((men, men), &mut go_on).expect("solved").expect("solved");
        assert!(largest < 1e-9 && differing == 0, "{men}:{men}: {largest}, {differing}");
    }
    assert_eq!(solver.lower_bound((3, 3), &mut go_on), Ok(None));
}

fn table(men: u32) -> (Solver, Vec<u8>) {
    let mut solver = Solver::new(&Rules::default()).expect("a small board");
    solver.solve_up_to(men, &mut go_on).expect("it can be solved");
    let mut bytes = Vec::new();
    assert_eq!(Tablebase::write(&solver, &mut bytes).expect("memory takes all"), bytes.len() as u64);
    (solver, bytes)
}

#[test]
fn a_table_holds_every_value() {
    let (solver, bytes) = table(2);
    let table = Tablebase::read(&Rules::default(), &mut bytes.as_slice()).expect("it was just written");
    assert_eq!(table.men(), 2);
    assert!(table.agrees_with(&solver));
    assert!(!table.agrees_with(&solver_for(&["w a1;a5"])), "a class is missing there");
    for men in 1..=2 {
        for position in all_positions(&Rules::default(), men, men) {
            let (read, solved) = (table.value(&position).expect("stored"), solver.value(&position).expect("solved"));
            assert!((read - solved).abs() < 4e-12, "{position}: {read}, {solved}");
        }
    }
    assert_eq!(table.value(&position("w a1,b1,c1;a5,b5,c5")), None);
    assert_eq!(table.value(&position("w a1,b1;a5")), None);
    assert!(matches!(analyse(&Position::default(), &table), Err(AnalyseError::Unknown(_))));
}

#[test]
fn a_damaged_table_is_refused() {
    let (_, bytes) = table(1);
    let read = |bytes: &[u8]| Tablebase::read(&Rules::default(), &mut &*bytes);
    for at in (0..64).chain([bytes.len() / 2, bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let refused = read(&damaged);
        // Board and passing stand behind the 16 bytes of the name; whatever they say, the table is not the one asked for.
        match at {
            16..19 => assert!(matches!(refused, Err(TablebaseError::Rules)), "byte {at}"),
            _ => assert!(
                matches!(refused, Err(TablebaseError::Checksum | TablebaseError::Format | TablebaseError::Length)),
                "byte {at}"
            ),
        }
    }
    for length in [0, 10, 31, 60, bytes.len() - 1] {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let other = "pass=no".parse().expect("good rules");
    assert!(matches!(Tablebase::read(&other, &mut bytes.as_slice()), Err(TablebaseError::Rules)));
    let large = "board=8x8".parse().expect("good rules");
    assert!(matches!(Tablebase::read(&large, &mut bytes.as_slice()), Err(TablebaseError::SolverBoard(_))));
}

#[test]
fn no_more_men_are_solved_than_find_room() {
    let mut solver = Solver::new(&"board=3x4".parse().expect("good rules")).expect("a small board");
    solver.solve_up_to(u32::MAX, &mut go_on).expect("it can be solved");
    // Three ranks before the goal, all of them full.
    assert!(solver.material_class(9, 9).is_some() && solver.material_class(10, 10).is_none());
}

#[test]
fn a_solution_can_be_stopped_and_refused() {
    let mut solver = Solver::new(&Rules::default()).expect("a small board");
    assert_eq!(solver.solve_up_to(2, &mut |_| ControlFlow::Break(())), Err(SolveError::Stopped));
    assert!(solver.material_class(1, 1).is_none(), "nothing is left half done");
    let over = position("w a5;b2");
    assert_eq!(solver.solve_for(&over, &mut go_on), Err(SolveError::Foreign));
    assert!(matches!(analyse(&over, &solver), Err(AnalyseError::Over(_))));
    let foreign =
        Position::read_position("w a1;b4", &"board=3x4".parse().expect("good rules")).expect("a good position");
    assert_eq!(solver.solve_for(&foreign, &mut go_on), Err(SolveError::Foreign));
    assert_eq!(solver.value(&foreign), None);
    let mut small = Solver::new(&Rules::default()).expect("a small board").with_limit(1000);
    assert!(matches!(small.solve_up_to(2, &mut go_on), Err(SolveError::TooLarge { white: 2, black: 2, .. })));
    assert!(Solver::new(&"board=8x8,pass=no".parse().expect("good rules")).is_err());
}

/// That a strategy is the best in each position does not say that it leads anywhere: one that goes to and fro can be so,
/// too. With these nobody who is better can be held up for ever.
#[test]
fn p12_the_strategies_secure_the_values_however_long_play_goes_on() {
    for (rules, classes) in [
        ("board=3x4", &[(1, 0), (1, 1), (2, 1), (1, 2), (2, 2)][..]),
        ("board=3x4,pass=no", &[(1, 1), (2, 2), (3, 2)]),
        ("board=4x4", &[(2, 2)]),
        ("board=4x5", &[(1, 1), (2, 1), (2, 2)]),
    ] {
        let rules: Rules = rules.parse().expect("good rules");
        let mut solver = Solver::new(&rules).expect("a small board");
        for &(white, black) in classes {
            let positions = all_positions(&rules, white, black);
            solver.solve_for(&positions[0], &mut go_on).expect("it can be solved");
            let held = stalling_positions(&positions, |position| analyse(position, &solver)).expect("solved");
            assert_eq!(held, [], "{rules}");
        }
    }
}

/// What goes to and fro is seen: each for itself these steps are as good as any.
#[test]
fn p12_strategies_that_lead_nowhere_are_found_out() {
    let positions = all_positions(&Rules::default(), 1, 0);
    let solver = solver_for(&["w a3;"]);
    let to_and_fro = |position: &Position| {
        let mut analysis = analyse(position, &solver)?;
        let there = |choice: &str| position.read_choice(Side::White, choice).map(|choice| vec![(choice, 1.0)]);
        // From a1 and b1 only; whoever begins elsewhere goes straight on.
        if let Ok(strategy) = there("a1-b1").or_else(|_| there("b1-a1")) {
            analysis.white = strategy;
        }
        Ok(analysis)
    };
    let held = stalling_positions(&positions, to_and_fro).expect("solved");
    let men = |text: &str| Side::BOTH.map(|side| position(text).men_of(side));
    let held = held.iter().map(|position| Side::BOTH.map(|side| position.men_of(side))).collect::<Vec<_>>();
    assert_eq!(held, [men("w a1;"), men("w b1;")]);
}

/// Whatever is played against it, it gets what the position is worth: on average, and always where a side wins for sure.
#[test]
fn p12_who_plays_by_the_values_gets_what_a_position_is_worth() {
    let rng = StdRng::seed_from_u64;
    let start = position("w a4,d1;b5,c2");
    let solver = solver_for(&["w a4,d1;b5,c2", "w a4,b4;b5,d5", "w a1;b5,d5"]);
    let settings = MatchSettings::default().with_opening_plies(0);
    let mut bot = TablebaseBot::new(&solver, rng(1));
    let mut random = RandomBot::new(rng(2));
    let score =
        play_simultaneous_match(&settings, &position("w a4,b4;b5,d5"), &mut bot, &mut random, &mut rng(3), |game| {
            let won = game.history.termination().map(|termination| termination.score());
            if game.first_plays == Side::White {
                assert_eq!(won, Some(Score::Win { winner: Side::White, points: 1 }), "it is worth +1");
            }
        });
    // Games so short are often the same, and are counted once.
    assert_eq!(score.games() + score.repeated, 100);
    // Against its like: 4,000 games with a mean of −1/3, whose standard error is 0.015.
    let mut other = TablebaseBot::new(Arc::new(&solver), rng(4));
    let mut sum = 0;
    let settings = settings.with_games(4000);
    play_simultaneous_match(&settings, &start, &mut bot, &mut other, &mut rng(3), |game| {
        sum += game.score.payoff(Side::White);
    });
    assert!((f64::from(sum) / 4000.0 + 1.0 / 3.0).abs() < 0.075, "{sum}");
    // Of classes that it doesn't know it says nothing.
    assert_eq!(bot.choose(&History::new(Position::default()), Side::White, &Limits::default()), None);
}
