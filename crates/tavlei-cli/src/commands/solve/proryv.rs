//! Proryv: value and mixed strategies, from a table or by solving the position's class at once.

use serde::Serialize;
use tavlei::game::{Game, Side};
use tavlei::proryv::{Choice, Position};
use tavlei::solve::proryv::{Analysis, SolveError, Solver, Values, analyse};

use super::SolveArgs;
use crate::commands::table::Watch;
use crate::game::read_unfinished;
use crate::output::{Done, Failure, json, line};
use crate::setting::Setting;
use crate::tables::open_table;

pub(crate) fn run(args: &SolveArgs) -> Done {
    let position: Position = read_unfinished(&args.board)?;
    let analysis = match &args.table {
        Some(place) => {
            let table = open_table(place, &position.rules())?;
            // What a table lacks is solved, if it is small.
            if table.value(&position).is_some() { explain(&position, &table) } else { solve(args, &position) }
        }
        None => solve(args, &position),
    }?;
    tell(args, &position, &analysis)
}

/// Without a table, classes of up to the given number of pairs of sets of men are solved: about half a minute of work
/// at most on the author's board.
const QUICK: u64 = 1 << 22;

fn solve(args: &SolveArgs, position: &Position) -> Result<Analysis, Failure> {
    let watch = Watch::new(args.quiet);
    let whole = Solver::new(&position.rules()).map_err(Failure::input)?;
    // Tables have equal numbers of men only, and not more of them than fit into memory.
    let in_a_table = |white: u32, black: u32| white == black && whole.check_up_to(white).is_ok();
    let mut solver = Solver::new(&position.rules()).map_err(Failure::input)?.with_limit(QUICK);
    solver.solve_for(position, &mut |progress| watch.report(progress)).map_err(|error| match error {
        SolveError::Stopped => Failure::Interrupted("stopped".to_owned()),
        SolveError::TooLarge { white, black, .. } if in_a_table(white, black) => Failure::Input(format!(
            "{white} against {black} men are too many to solve at once: build a table with ‘tavlei table proryv --men {white} \
             --out DIR’ and give it with --table"
        )),
        error => Failure::input(error),
    })?;
    watch.bar.finish_and_clear();
    explain(position, &solver)
}

fn explain(position: &Position, values: &impl Values) -> Result<Analysis, Failure> {
    analyse(position, values).map_err(Failure::input)
}

/// The JSON of a solution: the choices that are played, with their probabilities, those that are played most first.
#[derive(Serialize)]
struct SolutionJson {
    #[serde(flatten)]
    setting: Setting,
    value: f64,
    gap: f64,
    white: Vec<(String, f64)>,
    black: Vec<(String, f64)>,
}

/// Choices that are played less often than this are not told: it is rounding.
const PLAYED: f64 = 1e-9;

fn tell(args: &SolveArgs, position: &Position, analysis: &Analysis) -> Done {
    let played = |side: Side| {
        let strategy = analysis.strategy(side).iter().filter(|(_, share)| *share > PLAYED);
        strategy.map(|(choice, share): &(Choice, f64)| (choice.to_string(), *share)).collect::<Vec<_>>()
    };
    let (white, black) = (played(Side::White), played(Side::Black));
    if args.output.json {
        let (setting, value, gap) = (Setting::of(position), analysis.value, analysis.gap);
        return json(&SolutionJson { setting, value, gap, white, black });
    }
    line(format_args!("value {:+.10}, to White; the strategies leave {:.1e} open", analysis.value, analysis.gap))?;
    for (side, strategy) in [(Side::White, white), (Side::Black, black)] {
        line(side.name())?;
        strategy.iter().try_for_each(|(choice, share)| line(format_args!("{choice} {share:.10}")))?;
    }
    Ok(())
}
