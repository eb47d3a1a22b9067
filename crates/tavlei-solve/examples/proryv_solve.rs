//! Solves Proryv with up to the given number of men a side and prints what was found: `solve 6`.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

use std::ops::ControlFlow;
use std::time::Instant;

use tavlei_proryv::Rules;
use tavlei_solve::proryv::Solver;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let men: u32 = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    let start = Instant::now();
    let mut solver = Solver::new(&Rules::default())?;
    for men in 1..=men {
        solver.solve_up_to(men, &mut |progress| {
            eprintln!("{:7.1} s {progress:?}", start.elapsed().as_secs_f64());
            ControlFlow::Continue(())
        })?;
        let material_class = solver.material_class(men, men).expect("it has just been solved");
        println!(
            "{men}:{men} {:?} gap {:e} residual {:e}",
            material_class.counts(),
            material_class.largest_gap(),
            material_class.residual()
        );
    }
    Ok(())
}
