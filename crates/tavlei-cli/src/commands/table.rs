//! `tavlei table`: solves Proryv class by class, and writes and verifies a table of values.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use tavlei::game::Game;
use tavlei::proryv::{Position, Rules};
use tavlei::solve::proryv::{MaterialClass, SolveError, Solver, SweepProgress, Tablebase, TablebaseError};

use crate::args::{GameName, OutputArgs};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Done, Failure, json, line, progress_bar};
use crate::publish::Unpublished;
use crate::setting::Setting;
use crate::tables::file_name;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei table proryv --men 3 --out tables")]
pub(crate) struct TableArgs {
    /// The game: proryv
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) game: GameName,
    /// Solve up to this number of men a side
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) men: u32,
    /// Write the tablebase to this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: std::path::PathBuf,
    /// Replace an existing tablebase, even a larger one
    #[arg(long)]
    pub(crate) replace: bool,
    /// Prove that the value of endless play does not matter (takes twice the time again)
    #[arg(long)]
    pub(crate) bounds: bool,
    /// Rule options: board=4x5, pass=no …
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &TableArgs) -> Done {
    if args.game != GameName::Proryv {
        return Err(Failure::Usage("there are tables of proryv only".to_owned()));
    }
    let rules: Rules = args.rules.parse().map_err(|error| Failure::Usage(format!("--rules: {error}")))?;
    let mut solver = Solver::new(&rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))?;
    // What can't be done had better be found out before hours of work than after.
    solver.check_up_to(args.men).map_err(failure)?;
    fs::create_dir_all(&args.out).map_err(|error| Failure::Input(format!("{}: {error}", args.out.display())))?;
    let path = args.out.join(file_name(&rules));
    let part = Unpublished::create(&path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let start = Instant::now();
    let watch = Watch::new(args.quiet);
    for men in 1..=args.men {
        solver.solve_up_to(men, &mut |progress| watch.report(progress)).map_err(failure)?;
        let bound = match args.bounds {
            false => None,
            true => solver.lower_bound((men, men), &mut |progress| watch.report(progress)).map_err(failure)?,
        };
        if let Some(material_class) = solver.material_class(men, men) {
            unless_closed(watch.bar.suspend(|| tell(args, &rules, material_class, bound, start)))?;
        }
    }
    watch.bar.finish_and_clear();
    let Written { bytes, kept } = write(part, &rules, &solver, args, &path)?;
    let file = path.display().to_string();
    if args.output.json {
        return json(&FileJson { setting: setting(&rules), file, bytes, kept, seconds: start.elapsed().as_secs_f64() });
    }
    match kept {
        None => line(format_args!("{file}: {bytes} bytes, read back and compared")),
        Some(men) => line(format_args!("{file}: kept as it is, with the same values and those of up to {men} men")),
    }
}

/// The setting in the JSON: a tablebase covers all positions under its rules, represented by the start position.
fn setting(rules: &Rules) -> Setting {
    Setting::of(&Position::start(rules))
}

/// The table is wanted, even if nobody reads any longer how it gets on.
fn unless_closed(told: Done) -> Done {
    match told {
        Err(Failure::ClosedPipe) => Ok(()),
        told => told,
    }
}

/// The JSON of a class.
#[derive(Serialize)]
struct MaterialClassJson {
    #[serde(flatten)]
    setting: Setting,
    men: u32,
    positions: u64,
    distinct: u64,
    won: u64,
    lost: u64,
    even: u64,
    mixed: u64,
    greatest_mixed: f64,
    sweeps: u32,
    largest_gap: f64,
    residual: f64,
    seconds: f64,
    /// With `--bounds`: how far the values are from those with play without end a loss, and how many positions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<(f64, u64)>,
}

/// The JSON of the file.
#[derive(Serialize)]
struct FileJson {
    #[serde(flatten)]
    setting: Setting,
    file: String,
    bytes: u64,
    /// The men of a larger table that stood there and was kept; null if the new one stands there now.
    kept: Option<usize>,
    seconds: f64,
}

fn tell(
    args: &TableArgs,
    rules: &Rules,
    material_class: &MaterialClass,
    lower_bound: Option<(f64, u64)>,
    start: Instant,
) -> Done {
    let counts = material_class.counts();
    let (men, seconds) = (material_class.men().0, start.elapsed().as_secs_f64());
    if args.output.json {
        return json(&MaterialClassJson {
            setting: setting(rules),
            men,
            positions: counts.positions,
            distinct: counts.distinct,
            won: counts.won,
            lost: counts.lost,
            even: counts.even,
            mixed: counts.mixed,
            greatest_mixed: counts.greatest_mixed,
            sweeps: material_class.sweeps(),
            largest_gap: material_class.largest_gap(),
            residual: material_class.residual(),
            seconds,
            lower_bound,
        });
    }
    let bound = match lower_bound {
        None => String::new(),
        Some((largest, differing)) => {
            format!("; play without end as a loss changes {differing} values, the most by {largest:.1e}")
        }
    };
    line(format_args!(
        "{men}:{men} {} positions, {} distinct: +1 {}, -1 {}, 0 {}, between {} (at most {:.10}); {} sweeps, largest gap {:.1e}, \
         largest residual {:.1e}{bound}; {seconds:.1} s",
        counts.positions,
        counts.distinct,
        counts.won,
        counts.lost,
        counts.even,
        counts.mixed,
        counts.greatest_mixed,
        material_class.sweeps(),
        material_class.largest_gap(),
        material_class.residual(),
    ))
}

/// Writes the table, reads it back, compares every value with the one in memory, and moves it to its place.
///
/// A larger table that stands there is kept, if it has the same values.
fn write(
    mut part: Unpublished,
    rules: &Rules,
    solver: &Solver,
    args: &TableArgs,
    path: &Path,
) -> Result<Written, Failure> {
    let fail = |error: &dyn Display| Failure::Input(format!("{}: {error}", path.display()));
    let mut out = BufWriter::new(part.file());
    let written = Tablebase::write(solver, &mut out).and_then(|bytes| out.flush().map(|()| bytes));
    drop(out);
    let bytes = written.map_err(|error| fail(&error))?;
    part.file().rewind().map_err(|error| fail(&error))?;
    let table = Tablebase::read(rules, &mut BufReader::new(part.file())).map_err(|error| fail(&error))?;
    if !table.agrees_with(solver) {
        return Err(fail(&"the values read back are not those written"));
    }
    drop(table);
    let kept = part.publish(|place| match args.replace {
        true => Ok(None),
        false => larger(place, rules, solver).map_err(|reason| Published::Refused(fail(&reason))),
    });
    match kept {
        Ok(kept) => Ok(Written { bytes, kept }),
        Err(Published::Refused(failure)) => Err(failure),
        Err(Published::Failed(error)) => Err(fail(&error)),
    }
}

/// Why a table was not published.
enum Published {
    Failed(io::Error),
    Refused(Failure),
}

impl From<io::Error> for Published {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// The number of bytes written; `None` if the file held a tablebase of more men and was kept.
struct Written {
    bytes: u64,
    kept: Option<usize>,
}

/// The men of the table at this place if it has those that the solver has, and more; `None` if the place can be taken: by
/// nothing, a damaged table, or one that is not larger.
///
/// # Errors
///
/// Why what stands there must not be replaced.
fn larger(place: &Path, rules: &Rules, solver: &Solver) -> Result<Option<usize>, String> {
    let advice = "it is replaced with --replace";
    // A link is replaced, whatever it leads to.
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(metadata) if !metadata.is_file() => return Ok(None),
        Ok(_) => {}
    }
    let file = File::open(place).map_err(|error| error.to_string())?;
    match Tablebase::read(rules, &mut BufReader::new(file)) {
        Ok(table) if table.men() <= solved_men(solver) => Ok(None),
        Ok(table) if table.has_values_of(solver) => Ok(Some(table.men())),
        Ok(_) => Err(format!("a larger table with other values stands there; {advice}")),
        Err(TablebaseError::Checksum | TablebaseError::Length) => Ok(None),
        Err(error) => Err(format!("what stands there is kept: {error}; {advice}")),
    }
}

fn solved_men(solver: &Solver) -> usize {
    (1..).take_while(|&men| solver.material_class(men, men).is_some()).count()
}

fn failure(error: SolveError) -> Failure {
    match error {
        SolveError::Stopped => Failure::Interrupted("stopped: nothing is written".to_owned()),
        error => Failure::input(error),
    }
}

/// Looks on while classes are solved, shows how far it has come, and ends it at an interrupt.
pub(crate) struct Watch {
    pub(crate) bar: ProgressBar,
    stop: &'static AtomicBool,
}

impl Watch {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { bar: progress_bar(quiet, None, "{spinner} {elapsed} {msg}"), stop: stop_on_interrupt() }
    }

    pub(crate) fn report(&self, progress: SweepProgress) -> ControlFlow<()> {
        let SweepProgress { men: (white, black), sweeps, change } = progress;
        self.bar.set_message(format!("{white}:{black}, sweep {sweeps}, largest change {change:.1e}"));
        self.bar.tick();
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
