//! Ashtarashki: the exact value in points, by proof-number search, a line that shows it, and which moves keep it.

use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use tavlei::ashtarashki::{Move, Position};
use tavlei::game::{Game, Notation, Sequential, Side};
use tavlei::solve::{AshtarashkiHints, Proof, ProofProgress, ProofSolver};

use super::SolveArgs;
use crate::game::read_unfinished;
use crate::interrupt::is_interrupted;
use crate::memory;
use crate::output::{Done, Failure, json, line, progress_bar};
use crate::setting::{Nodes, Setting};

/// The JSON of a proof: what White gets at least and at most (the same, once it is solved), and how the game goes on.
#[derive(Serialize)]
struct ProofJson {
    #[serde(flatten)]
    setting: Setting,
    solved: bool,
    value: Option<i32>,
    bounds: (i32, i32),
    r#move: Option<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
    #[serde(flatten)]
    nodes: Nodes,
    seconds: f64,
}

/// The JSON of a move: whether the position is worth the same to its side after it, null if that isn't known.
#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    keeps: Option<bool>,
}

pub(crate) fn run(args: &SolveArgs) -> Done {
    let position: Position = read_unfinished(&args.board)?;
    let limits = args.limits();
    let bar = progress_bar(args.quiet, None, "{elapsed} {msg}");
    let mut solver = match args.hash {
        Some(bytes) => ProofSolver::try_with_table_bytes(AshtarashkiHints::default(), bytes)
            .ok_or_else(|| Failure::Usage(format!("--hash: there is no memory for {bytes} bytes")))?,
        // What nobody has asked for by name is as large as memory allows, and leaves some of it.
        None => ProofSolver::with_table_bytes(AshtarashkiHints::default(), memory::at_most(256 << 20)),
    };
    let proof =
        solver.solve_reporting(&position, &limits, |progress| report(&bar, progress)).map_err(Failure::input)?;
    let moves = match proof.value.payoff(position.side_to_move()) {
        Some(payoff) if args.moves => {
            let found = solver.moves_that_prove(&position, payoff, &limits, |progress| report(&bar, progress));
            let json = |(mv, keeps)| MoveJson { r#move: position.move_text(&mv), keeps };
            Some(found.map_err(Failure::input)?.into_iter().map(json).collect())
        }
        _ => None,
    };
    bar.finish_and_clear();
    let is_solved = proof.value.payoff(Side::White).is_some();
    let knows_moves = moves.iter().flatten().all(|mv: &MoveJson| mv.keeps.is_some());
    if args.output.json {
        print_json(&position, &proof, moves)?;
    } else {
        print_text(&position, &proof, moves)?;
    }
    match is_solved {
        false if is_interrupted() => Err(Failure::Interrupted("stopped: not solved".to_owned())),
        true if !knows_moves && is_interrupted() => {
            Err(Failure::Interrupted("stopped: solved, but not all moves".to_owned()))
        }
        true => Ok(()),
        false => Err(Failure::Input("not solved within the limits".to_owned())),
    }
}

fn print_json(position: &Position, proof: &Proof<Move>, moves: Option<Vec<MoveJson>>) -> Done {
    let (line, value) = (line_texts(position, &proof.line), proof.value.payoff(Side::White));
    json(&ProofJson {
        setting: Setting::of(position),
        solved: value.is_some(),
        value,
        bounds: proof.value.bounds(Side::White),
        r#move: line.first().cloned(),
        line,
        moves,
        nodes: proof.nodes.into(),
        seconds: proof.time.as_secs_f64(),
    })
}

fn print_text(position: &Position, proof: &Proof<Move>, moves: Option<Vec<MoveJson>>) -> Done {
    let (side, (least, most)) = (position.side_to_move(), proof.value.bounds(Side::White));
    match proof.value.payoff(side) {
        Some(own) => {
            let verb = if own > 0 { "wins" } else { "loses" };
            let points = if own.abs() == 1 { "1 point" } else { "2 points" };
            line(format_args!("{side} to move {verb} {points}: {least:+} to White"))?;
            line(line_texts(position, &proof.line).join(" "))?;
        }
        None => line(format_args!("not solved: White gets {least:+} to {most:+}"))?,
    }
    for (title, keeps) in [("these moves keep it", Some(true)), ("these do not", Some(false)), ("not known", None)] {
        let texts = moves.iter().flatten().filter(|mv| mv.keeps == keeps).map(|mv| mv.r#move.as_str());
        let texts = texts.collect::<Vec<_>>();
        if !texts.is_empty() {
            line(format_args!("{title}: {}", texts.join(" ")))?;
        }
    }
    line(format_args!("{} nodes, {:.3} s", proof.nodes, proof.time.as_secs_f64()))
}

fn line_texts(position: &Position, line: &[Move]) -> Vec<String> {
    let mut board = *position;
    let text = |mv: &Move| {
        let text = board.move_text(mv);
        board.play_unchecked(mv);
        text
    };
    line.iter().map(text).collect()
}

fn report(bar: &ProgressBar, progress: &ProofProgress) {
    let &ProofProgress { goal, prove, refute, nodes, table_load, .. } = progress;
    bar.set_message(format!(
        "does White get {goal:+}? {} nodes; about {prove} to settle for yes, {refute} for no; table {:.0} % full",
        HumanCount(nodes),
        100.0 * table_load
    ));
    bar.tick();
}
