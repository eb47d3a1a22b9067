//! `tavlei perft`: counts.

mod file;

use std::collections::TryReserveError;
use std::io::IsTerminal;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use serde::Serialize;
use tavlei::perft::{Counted, Counter, Distinct, PerftTable, PlyStatistics, Progress, Statistics};

use crate::args::{BoardArgs, GameName, OutputArgs, SetupArgs, size, threads};
use crate::game::{Playable, Task, with_game};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Done, Failure, heading, json, line, note, progress_bar};
use crate::setting::{Nodes, Setting};
use crate::threads::used_threads;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  tavlei perft towers 8\n  tavlei perft proryv 4 --divide\n  tavlei perft ashtarashki 9 --threads 2 --hash 1GiB"
)]
pub(crate) struct PerftArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME", required_unless_present = "file")]
    game: Option<GameName>,
    /// Count sequences of up to DEPTH plies
    #[arg(value_name = "DEPTH", required_unless_present = "file")]
    depth: Option<u32>,
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    /// Check the counts of a file (- is standard input). A line has four columns with tabs between them: game, rules,
    /// position, counts from one ply on with spaces between them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "depth", "divide", "unique", "stats", "position", "rules"])]
    pub(crate) file: Option<std::path::PathBuf>,
    /// Print the count under each move at DEPTH instead
    #[arg(long, conflicts_with = "unique")]
    pub(crate) divide: bool,
    /// Print the number of distinct positions instead
    #[arg(long)]
    pub(crate) unique: bool,
    /// Print statistics of the moves of each depth instead
    #[arg(long, conflicts_with_all = ["unique", "divide"])]
    pub(crate) stats: bool,
    /// Count on N threads, at most as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,
    /// Use a hash table of this size: bytes, or K, M, G, KiB, MiB, GiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// Count a second time with other hashes, and fail if the counts differ
    #[arg(long, requires = "hash")]
    pub(crate) verify: bool,
    /// Print a table with commas, the names of the columns first
    #[arg(long, conflicts_with_all = ["json", "stats", "file"])]
    pub(crate) csv: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl PerftArgs {
    /// The game with its set-up, and the depth; `None` when a file is to be counted.
    pub(crate) fn count(&self) -> Option<(BoardArgs, u32)> {
        Some((BoardArgs { game: self.game?, setup: self.setup.clone() }, self.depth?))
    }
}

pub(crate) fn run(args: &PerftArgs) -> Done {
    if let Some(bytes) = args.hash {
        let tables = bytes.saturating_mul(if args.verify { 2 } else { 1 });
        Vec::<u8>::new().try_reserve_exact(tables).map_err(|_| no_memory(bytes))?;
    }
    let mut perft = Perft { args, threads: used_threads(args.threads), depth: 0, stop: stop_on_interrupt() };
    match (&args.file, args.count()) {
        (Some(file), _) => file::run(file, &perft),
        (None, Some((board, depth))) => {
            perft.depth = depth;
            with_game(&board, &perft)
        }
        (None, None) => Err(Failure::Usage("give a game and a depth, or a file".to_owned())),
    }
}

fn no_memory(bytes: usize) -> Failure {
    Failure::Usage(format!("--hash: there is no memory for {bytes} bytes"))
}

/// The hashes of a first count, and of one that verifies it.
const SEEDS: [u64; 2] = [0, 1];

struct Perft<'a> {
    args: &'a PerftArgs,
    threads: usize,
    depth: u32,
    stop: &'static AtomicBool,
}

/// The JSON of one depth.
#[derive(Serialize)]
struct DepthJson {
    #[serde(flatten)]
    setting: Setting,
    depth: u32,
    #[serde(flatten)]
    nodes: Nodes,
    seconds: f64,
}

/// The JSON of one move of a division.
#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(flatten)]
    setting: &'a Setting,
    depth: u32,
    r#move: &'a str,
    #[serde(flatten)]
    nodes: Nodes,
}

/// The JSON of one depth of statistics.
#[derive(Serialize)]
struct StatisticsJson<'a> {
    #[serde(flatten)]
    setting: &'a Setting,
    depth: u32,
    #[serde(flatten)]
    nodes: Nodes,
    mean_moves: f64,
    #[serde(rename = "most_moves")]
    max_moves: u64,
    longest_chain: u32,
    counts: std::collections::BTreeMap<&'a str, u64>,
    endings: &'a std::collections::BTreeMap<String, u64>,
}

impl Task for Perft<'_> {
    fn run<G: Playable>(&self, position: G) -> Done {
        if self.args.divide {
            self.divide(&position)
        } else if self.args.unique {
            self.unique(position)
        } else if self.args.stats {
            self.statistics(&position)
        } else {
            self.count(&position)
        }
    }
}

impl Perft<'_> {
    fn count<G: Playable>(&self, position: &G) -> Done {
        self.heading("depth nodes seconds Mnodes/s", "depth,nodes,seconds")?;
        for depth in self.depths() {
            let start = Instant::now();
            let counted = self.count_depth(position, depth, SEEDS[0])?;
            if !counted.complete {
                return Err(Failure::Interrupted(format!(
                    "stopped: {} sequences of {depth} plies counted so far",
                    counted.nodes
                )));
            }
            exact(counted.nodes, depth)?;
            self.verify(position, depth, counted.nodes)?;
            self.depth_line(position, depth, counted.nodes, start.elapsed())?;
        }
        Ok(())
    }

    /// Counts once more with a table of other hashes, if that is asked for.
    fn verify<G: Playable>(&self, position: &G, depth: u32, nodes: u128) -> Done {
        if !self.args.verify {
            return Ok(());
        }
        let again = self.count_depth(position, depth, SEEDS[1])?;
        if !again.complete {
            return Err(Failure::Interrupted(format!("stopped: the {nodes} of {depth} plies are not verified")));
        }
        if again.nodes == nodes {
            Ok(())
        } else {
            Err(Failure::input(format!("{depth} plies: {nodes} counted, {} with other hashes", again.nodes)))
        }
    }

    /// Counts with a table of the hashes that the seed draws, if there is to be one.
    fn count_depth<G: Playable>(&self, position: &G, depth: u32, seed: u64) -> Result<Counted, Failure> {
        let table = match self.args.hash {
            None => None,
            Some(bytes) => Some(PerftTable::try_for(position, depth, bytes, seed).map_err(|_| no_memory(bytes))?),
        };
        let bar = self.bar(depth);
        let report = |progress: Progress| {
            if !bar.is_hidden() {
                bar.set_length(progress.tasks as u64);
                bar.set_position(progress.done as u64);
                let nodes = HumanCount(u64::try_from(progress.nodes).unwrap_or(u64::MAX));
                bar.set_message(format!("{nodes} sequences, {} left", HumanDuration(bar.eta())));
            }
        };
        let mut counter = Counter::new().threads(self.threads).stop(self.stop).report(&report);
        if let Some(table) = &table {
            counter = counter.table(table);
        }
        let counted = counter.count(position, depth);
        bar.finish_and_clear();
        Ok(counted)
    }

    fn divide<G: Playable>(&self, position: &G) -> Done {
        let Some(rest) = self.depth.checked_sub(1) else { return Ok(()) };
        let mut moves = position.moves().into_iter().map(|mv| (position.move_text(&mv), mv)).collect::<Vec<_>>();
        moves.sort();
        let setting = &Setting::of(position);
        self.heading("move nodes", "move,nodes")?;
        for (mv_text, mv) in moves {
            let counted = self.count_depth(&position.after(&mv), rest, SEEDS[0])?;
            if !counted.complete {
                return Err(Failure::Interrupted(format!("stopped in {mv_text}")));
            }
            exact(counted.nodes, rest)?;
            if self.args.output.json {
                json(&MoveJson { setting, depth: self.depth, r#move: &mv_text, nodes: counted.nodes.into() })?;
            } else {
                line(format_args!("{mv_text}{}{}", if self.args.csv { ',' } else { ' ' }, counted.nodes))?;
            }
        }
        Ok(())
    }

    fn unique<G: Playable>(&self, position: G) -> Done {
        let mut distinct = Distinct::new(position.clone(), 0);
        let mut reached = 0;
        self.heading("depth positions seconds Mpositions/s", "depth,positions,seconds")?;
        for depth in self.depths() {
            let start = Instant::now();
            let counted = if depth == self.depth && depth > 0 {
                distinct.count_next(self.stop)
            } else {
                self.descend(&mut distinct, &mut reached, depth)
            };
            let nodes = match counted {
                Ok(Some(nodes)) => nodes,
                Ok(None) => return Err(Failure::Interrupted(format!("stopped at {depth} plies"))),
                Err(error) => return Err(Failure::Input(format!("there is no memory for {depth} plies: {error}"))),
            };
            self.depth_line(&position, depth, u128::from(nodes), start.elapsed())?;
        }
        // Like progress, it is for who looks on.
        if !self.args.quiet && std::io::stderr().is_terminal() {
            note(format_args!("at most {} bytes for positions and hashes", distinct.peak_bytes()));
        }
        Ok(())
    }

    fn descend<G: Playable>(
        &self,
        distinct: &mut Distinct<G>,
        reached: &mut u32,
        depth: u32,
    ) -> Result<Option<u64>, TryReserveError> {
        while *reached < depth {
            if distinct.descend(self.stop)?.is_none() {
                return Ok(None);
            }
            *reached += 1;
        }
        Ok(Some(distinct.positions().len() as u64))
    }

    fn statistics<G: Playable>(&self, position: &G) -> Done {
        let Some(statistics) = Statistics::of(position, self.depth, self.stop) else {
            return Err(Failure::Interrupted("stopped".to_owned()));
        };
        let setting = &Setting::of(position);
        for (depth, ply) in (1..).zip(statistics.plies()) {
            let counts = G::COUNTS.iter().copied().zip(ply.counts.iter().copied());
            if self.args.output.json {
                json(&StatisticsJson {
                    setting,
                    depth,
                    nodes: ply.moves.into(),
                    mean_moves: ply.mean_moves(),
                    max_moves: ply.max_moves,
                    longest_chain: ply.longest_chain,
                    counts: counts.collect(),
                    endings: &ply.endings,
                })?;
            } else {
                line(statistics_line(depth, ply, counts))?;
            }
        }
        Ok(())
    }

    /// The depths to print: all up to the one asked for.
    fn depths(&self) -> std::ops::RangeInclusive<u32> {
        self.depth.min(1)..=self.depth
    }

    fn depth_line<G: Playable>(&self, position: &G, depth: u32, nodes: u128, time: Duration) -> Done {
        let seconds = time.as_secs_f64();
        if self.args.output.json {
            json(&DepthJson { setting: Setting::of(position), depth, nodes: nodes.into(), seconds })
        } else if self.args.csv {
            line(format_args!("{depth},{nodes},{seconds:.6}"))
        } else {
            let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
            line(format_args!("{depth} {nodes} {seconds:.3} {rate:.1}"))
        }
    }

    /// A bar that shows the time from the start on, and more once a part of the count is done.
    fn bar(&self, depth: u32) -> ProgressBar {
        let bar = progress_bar(self.args.quiet, Some(1), "{prefix} {bar:40} {percent}% {elapsed} {msg}")
            .with_prefix(format!("depth {depth}"));
        bar.set_message("counting");
        bar
    }

    /// Prints the names of the columns: above lines of text for who looks on, in a table with commas always.
    fn heading(&self, columns: &str, with_commas: &str) -> Done {
        match (self.args.output.json, self.args.csv) {
            (true, _) => Ok(()),
            (false, true) => line(with_commas),
            (false, false) => heading(columns),
        }
    }
}

/// Refuses a count at which counting has stopped to add: it is not known by how much it is too small.
fn exact(nodes: u128, plies: u32) -> Done {
    if nodes == u128::MAX {
        return Err(Failure::Input(format!(
            "{plies} plies: more than 2^128 - 2 sequences, which is as far as counting goes"
        )));
    }
    Ok(())
}

fn statistics_line<'a>(depth: u32, ply: &PlyStatistics, counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let mut text = format!(
        "{depth} {} moves, {:.3} a position, at most {}; longest chain {}",
        ply.moves,
        ply.mean_moves(),
        ply.max_moves,
        ply.longest_chain
    );
    for (name, count) in counts {
        text += &format!("; {name} {count}");
    }
    for (ending, count) in &ply.endings {
        text += &format!("; {ending} {count}");
    }
    text
}
