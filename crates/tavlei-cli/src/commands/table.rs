//! `tavlei table`: solves Proryv class by class, and writes and verifies a table of values.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressBar;
use serde::Serialize;
use tavlei::proryv::Rules;
use tavlei::proryv_table::{Class, Progress, SolveError, Solver, Table};

use crate::args::{GameName, TableArgs};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Done, Failure, json, line, progress_bar};

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
    let part = Part::create(&path)?;
    let start = Instant::now();
    let watch = Watch::new(args.quiet);
    for men in 1..=args.men {
        solver.solve_up_to(men, &mut |progress| watch.report(progress)).map_err(failure)?;
        let bound = match args.bounds {
            false => None,
            true => solver.lower_bound((men, men), &mut |progress| watch.report(progress)).map_err(failure)?,
        };
        if let Some(class) = solver.class(men, men) {
            unless_closed(watch.bar.suspend(|| tell(args, class, bound, start)))?;
        }
    }
    watch.bar.finish_and_clear();
    let bytes = part.write(&solver)?;
    verify(&rules, &solver, &path)?;
    if args.output.json {
        json(&FileJson { file: path.display().to_string(), bytes, seconds: start.elapsed().as_secs_f64() })
    } else {
        line(format_args!("{}: {bytes} bytes, read back and compared", path.display()))
    }
}

/// The table is wanted, even if nobody reads any longer how it gets on.
fn unless_closed(told: Done) -> Done {
    match told {
        Err(Failure::ClosedPipe) => Ok(()),
        told => told,
    }
}

/// What the table of these rules is called.
pub(crate) fn file_name(rules: &Rules) -> String {
    format!("proryv-{}{}.values", rules.board(), if rules.passing() { "" } else { "-no-pass" })
}

/// The table of these rules in a directory, or the one in a file.
pub(crate) fn open_table(place: &Path, rules: &Rules) -> Result<Table, Failure> {
    let path = if place.is_dir() { place.join(file_name(rules)) } else { place.to_owned() };
    let fail = |error: String| Failure::Input(format!("{}: {error}", path.display()));
    let file = File::open(&path).map_err(|error| fail(error.to_string()))?;
    Table::read(rules, &mut BufReader::new(file)).map_err(|error| fail(error.to_string()))
}

/// The JSON of a class.
#[derive(Serialize)]
struct ClassJson {
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
    file: String,
    bytes: u64,
    seconds: f64,
}

fn tell(args: &TableArgs, class: &Class, lower_bound: Option<(f64, u64)>, start: Instant) -> Done {
    let counts = class.counts();
    let (men, seconds) = (class.men().0, start.elapsed().as_secs_f64());
    if args.output.json {
        return json(&ClassJson {
            men,
            positions: counts.positions,
            distinct: counts.distinct,
            won: counts.won,
            lost: counts.lost,
            even: counts.even,
            mixed: counts.mixed,
            greatest_mixed: counts.greatest_mixed,
            sweeps: class.sweeps(),
            largest_gap: class.largest_gap(),
            residual: class.residual(),
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
        class.sweeps(),
        class.largest_gap(),
        class.residual(),
    ))
}

/// A table that is being made beside its place, so that no half a table ever stands there. It goes away if it isn't finished.
struct Part<'a> {
    place: &'a Path,
    beside: PathBuf,
    file: File,
}

impl<'a> Part<'a> {
    fn create(place: &'a Path) -> Result<Self, Failure> {
        let beside = place.with_extension("part");
        match File::create(&beside) {
            Ok(file) => Ok(Self { place, beside, file }),
            Err(error) => Err(Failure::Input(format!("{}: {error}", beside.display()))),
        }
    }

    /// Writes the table and moves it to its place.
    fn write(&self, solver: &Solver) -> Result<u64, Failure> {
        let mut out = BufWriter::new(&self.file);
        let written = Table::write(solver, &mut out).and_then(|bytes| out.flush().map(|()| bytes));
        let moved = written.and_then(|bytes| fs::rename(&self.beside, self.place).map(|()| bytes));
        moved.map_err(|error| Failure::Input(format!("{}: {error}", self.place.display())))
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        // It has moved away if all went well.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Reads the table back and compares every value with the one in memory.
fn verify(rules: &Rules, solver: &Solver, path: &Path) -> Done {
    let fail = |error: String| Failure::Input(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| fail(error.to_string()))?;
    let table = Table::read(rules, &mut BufReader::new(file)).map_err(|error| fail(error.to_string()))?;
    if table.agrees_with(solver) { Ok(()) } else { Err(fail("the values read back are not those written".to_owned())) }
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
        Self { bar: progress_bar(quiet, None, "{spinner} {msg}"), stop: stop_on_interrupt() }
    }

    pub(crate) fn report(&self, progress: Progress) -> ControlFlow<()> {
        let Progress { men: (white, black), sweeps, change } = progress;
        self.bar.set_message(format!("{white}:{black}, sweep {sweeps}, largest change {change:.1e}"));
        self.bar.tick();
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
