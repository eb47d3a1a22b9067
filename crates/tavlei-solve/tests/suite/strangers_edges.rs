//! What strangers tripped over: small inputs on which the solvers failed, with what is right.

use tavlei_game::{Game, Notation, Side};
use tavlei_proryv::{Position, Rules};
use tavlei_search::Limits;
use tavlei_solve::{AshtarashkiHints, BasicHints, Induction, InductionError, ProofError, ProofSolver};
use tavlei_verify::small_games::{Map, Walk};

fn position(text: &str, rules: &str) -> Position {
    Position::read_position(text, &rules.parse::<Rules>().expect(rules)).expect(text)
}

/// Draws that hang on the past are not solved, since a position does not tell of it.
#[test]
fn strangers_17_draws_by_what_was_played_before_are_not_solved() {
    const LINE: &[&[u8]] = &[&[1], &[2], &[3], &[]];
    let maps = [
        Map { repetition: Some(3), ..Map::default() },
        Map { plies_since_progress: Some(30), ..Map::default() },
        Map { ply_cap: Some(2), ..Map::default() },
    ];
    for map in maps {
        let walk = Walk::start(&Map { edges: LINE, ..map });
        let mut solver = ProofSolver::with_table_bytes(BasicHints::new([-1, 1], 100), 1 << 16);
        assert_eq!(solver.solve(&walk, &Limits::default()), Err(ProofError::HistoryDraws), "{map:?}");
        assert_eq!(solver.proves(&walk, Side::White, 1, &Limits::default()), Err(ProofError::HistoryDraws), "{map:?}");
    }
    let mut solver = ProofSolver::with_table_bytes(BasicHints::new([-1, 1], 100), 1 << 16);
    assert!(solver.solve(&Walk::start(&Map { edges: LINE, ..Map::default() }), &Limits::default()).is_ok());
}

/// Towers can be drawn by a counter and by repetition, whatever the options say.
#[test]
fn strangers_17_towers_are_not_solved() {
    for rules in ["", "draw_plies=none", "draw_plies=5,landing=free"] {
        let rules = rules.parse().expect(rules);
        let start = tavlei_towers::Position::read_position("w a1=1;h8=1", &rules).expect("a position");
        let mut solver = ProofSolver::with_table_bytes(BasicHints::new([-1, 0, 1], 100), 1 << 16);
        assert_eq!(solver.solve(&start, &Limits::default()), Err(ProofError::HistoryDraws));
    }
}

/// Induction looks as far ahead as the cap on the turns lets a game go on, and not further.
#[test]
fn strangers_17_induction_does_not_look_beyond_a_cap() {
    let mut induction = Induction::new();
    let solve = |induction: &mut Induction, rules: &str, turns| {
        induction.clear();
        induction
            .solve(&position("w a3;", rules), turns, &Limits::default())
            .map(|found| found.expect("no limit").value)
    };
    assert_eq!(solve(&mut induction, "", 3), Ok(1.0));
    assert_eq!(solve(&mut induction, "turns=3", 3), Ok(1.0));
    assert_eq!(solve(&mut induction, "turns=1", 1), Ok(0.0));
    assert_eq!(solve(&mut induction, "turns=2", 3), Err(InductionError::HistoryDraws));
}

/// What was not asked for by name is less where memory is short, and what was is refused.
#[test]
fn strangers_19_tables_are_smaller_or_refused() {
    let smaller = ProofSolver::with_table_bytes(AshtarashkiHints::default(), usize::MAX / 4);
    assert!(smaller.table_bytes() < usize::MAX / 4);
    assert!(ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), usize::MAX / 4).is_none());
    let asked = ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), 1 << 16).expect("there is memory");
    assert_eq!(asked.table_bytes(), 1 << 16);
}
