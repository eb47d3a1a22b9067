//! What strangers tripped over: small inputs on which the solution failed, with what is right.

use std::io::{self, Read};
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{Game, History, Notation, Side};
use tavlei_proryv::{Position, Rules};
use tavlei_search::{ChoiceBot, Limits};
use tavlei_solve::proryv::{
    AnalyseError, SolveError, Solver, SolverBoardError, Tablebase, TablebaseBot, TablebaseError, Values, analyse,
};

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

fn solved(position: &Position) -> Solver {
    let mut solver = Solver::new(&position.rules()).expect("a small board");
    solver.solve_for(position, &mut |_| ControlFlow::Continue(())).expect("it can be solved");
    solver
}

/// A source that has these bytes, and then others without end.
fn stalling_positions(bytes: &[u8]) -> impl Read {
    io::Cursor::new(bytes.to_vec()).chain(io::repeat(0))
}

/// No more is read than a table can have.
#[test]
fn strangers_16_a_table_without_end_is_refused() {
    let rules = rules("board=3x4");
    let read = |bytes: &[u8]| Tablebase::read(&rules, &mut stalling_positions(bytes));
    assert!(matches!(read(b""), Err(TablebaseError::Format)));
    assert!(matches!(read(b"TAVLEI-PRORYV-1\n"), Err(TablebaseError::Rules)));
    assert!(matches!(read(b"TAVLEI-PRORYV-1\n\x03\x04\x01\xff"), Err(TablebaseError::Format)));
    // It claims to have four billion values in a row.
    let claims = [&b"TAVLEI-PRORYV-1\n\x03\x04\x01\x01\x01\x01\x09\0\0\0"[..], &[0xff; 40]].concat();
    assert!(matches!(read(&claims), Err(TablebaseError::Format)));
    let mut solver = Solver::new(&rules).expect("a small board");
    solver.solve_up_to(1, &mut |_| ControlFlow::Continue(())).expect("it can be solved");
    let mut bytes = Vec::new();
    Tablebase::write(&solver, &mut bytes).expect("memory takes all");
    assert!(Tablebase::read(&rules, &mut bytes.as_slice()).is_ok());
    assert!(matches!(read(&bytes), Err(TablebaseError::Length)));
}

/// A limit of turns is refused wherever something exact is asked for.
#[test]
fn strangers_17_a_limit_of_turns_is_not_solved() {
    let free = Position::read_position("w a1;", &Rules::default()).expect("a position");
    let limited = Position::read_position("w a1;", &rules("turns=2")).expect("a position");
    assert_eq!(Solver::new(&limited.rules()).err(), Some(SolverBoardError::TurnCap { turns: 2 }));
    let mut solver = solved(&free);
    assert_eq!(analyse(&free, &solver).expect("solved").value, 1.0);
    assert_eq!(analyse(&limited, &solver), Err(AnalyseError::TurnCap { turns: 2 }));
    assert_eq!(solver.value(&limited), None);
    let refused = solver.solve_for(&limited, &mut |_| ControlFlow::Continue(()));
    assert_eq!(refused, Err(SolveError::Foreign));
    let refused = Tablebase::read(&limited.rules(), &mut io::empty());
    assert!(matches!(refused, Err(TablebaseError::SolverBoard(SolverBoardError::TurnCap { turns: 2 }))));
}

/// Who plays by the values of play without a limit gets (v − 1) / 2 or more under one: what is won may be stalled until the
/// draw, and is not lost.
#[test]
fn strangers_17_a_bot_plays_on_under_a_limit_of_turns() {
    let start = Position::read_position("w a1;b5", &rules("turns=3")).expect("a position");
    let solver = solved(&start.with_turn_cap(None));
    let value = solver.value(&start.with_turn_cap(None)).expect("solved");
    let mut bot = TablebaseBot::new(&solver, StdRng::seed_from_u64(1));
    let mut other = StdRng::seed_from_u64(2);
    let (mut sum, games) = (0, 400);
    for _ in 0..games {
        let mut game = History::new(start);
        while game.termination().is_none() && game.claim_draw().is_none() {
            let white = bot.choose(&game, Side::White, &Limits::default()).expect("the table reaches it");
            let black = tavlei_game::random_move(game.position(), &mut other).expect("a turn").black;
            game.play(&tavlei_proryv::Turn { white, black }).expect("legal");
        }
        assert!(game.len() <= 3);
        sum += game.termination().map_or(0, |termination| termination.score().payoff(Side::White));
    }
    let mean = f64::from(sum) / f64::from(games);
    assert!(mean > (value - 1.0) / 2.0 - 0.1, "{mean} from {value}");
}
