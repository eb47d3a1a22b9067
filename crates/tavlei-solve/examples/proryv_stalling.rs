//! Shows of all positions with the given number of men a side that the strategies that are told secure the values, even
//! if play goes on for ever: `stalling 3`.

use std::ops::ControlFlow;

use tavlei_game::{Game, Side};
use tavlei_geometry::rect::{Bitboard, Board};
use tavlei_proryv::{Position, Rules};
use tavlei_solve::proryv::{Solver, analyse, stalling_positions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let men: u32 = std::env::args().nth(1).map_or(Ok(2), |text| text.parse())?;
    let rules = Rules::default();
    let mut solver = Solver::new(&rules)?;
    solver.solve_up_to(men, &mut |_| ControlFlow::Continue(()))?;
    // Men go by pairs and never come back, so play that does not end stays in one class at last.
    for men in 1..=men {
        let mut positions = Vec::new();
        for white in sets(rules.board(), men) {
            let others = sets(rules.board(), men);
            let unfinished = others.filter_map(|black| {
                Position::builder(Side::White, &rules).men(Side::White, white).men(Side::Black, black).build().ok()
            });
            positions.extend(unfinished.filter(|position| position.outcome().is_none()));
        }
        let mut gap = 0.0f64;
        let held = stalling_positions(&positions, |position| {
            let analysis = analyse(position, &solver)?;
            gap = gap.max(analysis.gap);
            Ok(analysis)
        })?;
        println!(
            "{men}:{men} {} positions, the better side is held up in {}, gap {gap:.1e}",
            positions.len(),
            held.len()
        );
        held.iter().take(3).for_each(|position| println!("{position}"));
    }
    Ok(())
}

/// All sets of the given number of squares.
fn sets(board: Board, men: u32) -> impl Iterator<Item = Bitboard> {
    let squares = board.squares().iter().collect::<Vec<_>>();
    let chosen = (0..1u64 << squares.len()).filter(move |set| set.count_ones() == men);
    chosen.map(move |set| {
        squares.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, square)| *square).collect()
    })
}
