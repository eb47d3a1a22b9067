//! Solves two published problems of the author of Ashtarashki, and checks what is said of them.
//!
//! `cargo run --release --example studies`

use std::time::{Duration, Instant};

use tavlei_ashtarashki::{Position, Rules};
use tavlei_game::{Game, Notation, Side};
use tavlei_search::Limits;
use tavlei_solve::{AshtarashkiHints, ProofSolver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("Study no. 10, White to move: two moves win, the others lose.");
    let study = Position::read_position("w M1c1,M1e3,M1g3,M3h4;Fa1,Fe1,Fg1,Wa3,M1b4,M1h6", &Rules::default())?;
    let mut solver = solver();
    let whole = solver.solve(&study, &limits())?;
    assert_eq!(whole.value.payoff(Side::White), Some(1));
    println!("  +1, {} nodes, {:.1} s: {}", whole.nodes, whole.time.as_secs_f64(), line_text(&study, &whole.line));
    for mv in study.moves() {
        let found = solver.solve(&study.after(&mv), &limits())?;
        let value = found.value.payoff(Side::White);
        let wins = matches!(study.move_text(&mv).as_str(), "g3-f4" | "g3-f2");
        assert_eq!(value, Some(if wins { 1 } else { -1 }), "{mv}");
        println!("  {mv}: {value:?}, {} nodes, {:.1} s", found.nodes, found.time.as_secs_f64());
    }

    println!(
        "Problem 8/2, Black to move: g7-f6 avoids a total loss, as any move does; if third retreats are forced, none."
    );
    for (rules, is_saving) in [("", true), ("third-retreat=forced", false)] {
        let problem = Position::read_position("b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8", &rules.parse()?)?;
        let mut solver = self::solver();
        for mv in problem.moves() {
            let begun = Instant::now();
            let saves = solver.proves(&problem.after(&mv), Side::Black, -1, &limits())?;
            println!("  {rules} {mv}: {saves:?}, {:.1} s", begun.elapsed().as_secs_f64());
            assert_eq!(saves, Some(is_saving), "{mv}");
        }
    }

    println!("Positions with few stones, of random games: what they are worth to White, within {CASE_NODES} nodes.");
    let cases = include_str!("../../../cases/ashtarashki_positions.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut positions = Vec::new();
    for text in cases.filter_map(|line| line.split('\t').nth(1)) {
        positions.extend(Some(Position::read_position(text, &Rules::default())?).filter(|p| p.outcome().is_none()));
    }
    positions.sort_by_key(|position| Side::BOTH.map(|side| position.unfinished_of(side).len()).iter().sum::<u32>());
    let (mut solved, mut nodes, mut seconds) = (0, 0, 0.0);
    for position in &positions[..50] {
        solver.clear();
        let found = solver.solve(position, &Limits::default().with_nodes(CASE_NODES))?;
        let (least, most) = found.value.bounds(Side::White);
        println!("  {position}: {least:+} to {most:+}, {} nodes, {:.1} s", found.nodes, found.time.as_secs_f64());
        solved += usize::from(least == most);
        nodes += found.nodes;
        seconds += found.time.as_secs_f64();
    }
    println!("  {solved} of 50 solved, {nodes} nodes, {seconds:.1} s");
    Ok(())
}

/// The most nodes for each of the positions with few stones.
const CASE_NODES: u64 = 10_000_000;

fn solver() -> ProofSolver<AshtarashkiHints> {
    ProofSolver::with_table_bytes(AshtarashkiHints::default(), 1 << 30)
}

fn limits() -> Limits {
    Limits::default().with_time(Duration::from_secs(60))
}

fn line_text(position: &Position, line: &[<Position as Game>::Move]) -> String {
    let mut position = *position;
    let moves = line.iter().map(|mv| {
        let text = position.move_text(mv);
        position.play_unchecked(mv);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}
