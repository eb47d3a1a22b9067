//! Shows of all positions with so many men a side that the strategies that are told secure the values, even if play goes on
//! for ever: `secured 3`. It takes a few hundred bytes a position, so 2 GB for four men.

use std::ops::ControlFlow;

use tavlei_game::{Game, Side};
use tavlei_geometry::rect::{Bitboard, Board};
use tavlei_proryv::{Position, Rules};
use tavlei_proryv_table::{Solver, Values, secured};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let men: u32 = std::env::args().nth(1).map_or(Ok(2), |text| text.parse())?;
    let rules = Rules::default();
    let mut solver = Solver::new(&rules)?;
    solver.solve_up_to(men, &mut |_| ControlFlow::Continue(()))?;
    let mut positions = Vec::new();
    for men in 1..=men {
        for white in sets(rules.board(), men) {
            let others = sets(rules.board(), men);
            let unfinished = others.filter_map(|black| Position::new(&rules, Side::White, white, black).ok());
            positions.extend(unfinished.filter(|position| position.outcome().is_none()));
        }
    }
    let secured = secured(&positions, &solver)?;
    let missing =
        positions.iter().zip(secured).filter_map(|(position, secured)| Some(solver.value(position)? - secured));
    let most = missing.fold(0.0, f64::max);
    println!("{} positions: at most {most:.1e} less than the value is secured", positions.len());
    Ok(())
}

/// All sets of so many squares.
fn sets(board: Board, men: u32) -> impl Iterator<Item = Bitboard> {
    let squares = board.squares().iter().collect::<Vec<_>>();
    let chosen = (0..1u64 << squares.len()).filter(move |set| set.count_ones() == men);
    chosen.map(move |set| {
        squares.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, square)| *square).collect()
    })
}
