//! Ashtarashki: the exact value in points, by proof-number search, and a line that shows it.

use serde::Serialize;
use tavlei::ashtarashki::Position;
use tavlei::game::{Game, Notation, Sequential, Side};
use tavlei::search::solve::{Ashtarashki, ProofSolver};

use crate::args::SolveArgs;
use crate::game::read_position;
use crate::interrupt::stop_on_interrupt;
use crate::output::{Done, Failure, json, line};

/// The JSON of a proof: what White gets at least and at most (the same, once it is solved), and how the game goes on.
#[derive(Serialize)]
struct ProofJson {
    game: &'static str,
    position: String,
    solved: bool,
    value: Option<i32>,
    bounds: (i32, i32),
    r#move: Option<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &SolveArgs) -> Done {
    let position: Position = read_position(&args.board)?;
    if let Some(outcome) = position.outcome() {
        return Err(Failure::Input(format!("the game is over: {outcome}")));
    }
    let limits = args.effort.limits(args.time).with_stop(stop_on_interrupt().clone());
    let bytes = args.hash.unwrap_or(256 << 20);
    let mut solver = ProofSolver::with_table_bytes(Ashtarashki::default(), bytes);
    let proof = solver.solve(&position, &limits).map_err(Failure::input)?;
    let mut board = position;
    let written = proof.line.iter().map(|mv| {
        let text = board.move_text(mv);
        board.play_unchecked(mv);
        text
    });
    let moves = written.collect::<Vec<_>>();
    let side = position.side_to_move();
    let (bounds, value) = (proof.worth.bounds(Side::White), proof.worth.payoff(Side::White));
    let seconds = proof.time.as_secs_f64();
    if args.output.json {
        json(&ProofJson {
            game: Position::NAME,
            position: position.to_string(),
            solved: value.is_some(),
            value,
            bounds,
            r#move: moves.first().cloned(),
            line: moves,
            nodes: proof.nodes,
            seconds,
        })?;
    } else {
        match (value, proof.worth.payoff(side)) {
            (Some(value), Some(own)) => {
                let verb = if own > 0 { "wins" } else { "loses" };
                let points = if own.abs() == 1 { "1 point" } else { "2 points" };
                line(format_args!("{side} to move {verb} {points}: {value:+} to White"))?;
                line(moves.join(" "))?;
            }
            _ => line(format_args!("not solved: White gets {:+} to {:+}", bounds.0, bounds.1))?,
        }
        line(format_args!("{} nodes, {seconds:.3} s", proof.nodes))?;
    }
    if value.is_some() { Ok(()) } else { Err(Failure::Input("not solved within the limits".to_owned())) }
}
