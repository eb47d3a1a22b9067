//! Measures how long alpha-beta takes to a depth: positions reached and CPU time over 100 positions from games of each game.
//!
//! The positions are in `data/`, one a line, so that the same are searched whatever changes; so two commits can be compared.
//! `--positions GAME` prints such a list anew: a position each from games that begin with random moves and go on with what
//! a shallow search plays. With `--test` on the command line a few positions are searched less deep.
//!
//! The values of a search that isn't selective are those of plain minimax, whatever the order of moves; a checksum of them
//! must be the one in the first line of the list. The last column is a checksum of the values that were found at a depth: it
//! stays the same as long as a change doesn't touch what is searched.

#![allow(clippy::expect_used, clippy::panic, clippy::unreachable, reason = "a bench that can’t run ends")]

use rand_core::Rng;
use rustix::time::{ClockId, clock_gettime};
use tavlei::game::{Game, History, Keyed, Notation, Sequential, random_move};
use tavlei::search::{AlphaBeta, Evaluation, Limits, Options, Value, evaluations};
use tavlei::{ashtarashki, towers};
use tavlei_benches::SplitMix;

/// The lists of positions.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");

/// The depth of the plain search that is compared with what is known.
const PLAIN_PLIES: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let towers = Measure { name: "towers", evaluation: evaluations::Towers::default(), depths: [10, 12, 14] };
    let ashtarashki =
        Measure { name: "ashtarashki", evaluation: evaluations::Ashtarashki::default(), depths: [6, 8, 10] };
    if let Some(at) = arguments.iter().position(|argument| argument == "--positions") {
        match arguments.get(at + 1).map(String::as_str) {
            Some("ashtarashki") => ashtarashki.print_positions::<ashtarashki::Position>(),
            _ => towers.print_positions::<towers::Position>(),
        }
        return;
    }
    let quick = arguments.iter().any(|argument| argument == "--test");
    println!("{:<12} {:>6} {:>14} {:>10} {:>8}  checksum", "game", "depth", "nodes", "CPU s", "M/s");
    towers.run::<towers::Position>(quick);
    ashtarashki.run::<ashtarashki::Position>(quick);
}

/// A game that alpha-beta can play.
trait Searched: Sequential + Keyed + Notation + Sync + Game<Move: Send + Sync, Reason: Sync> {}

impl Searched for towers::Position {}
impl Searched for ashtarashki::Position {}

/// The search of one benchmark line.
struct Measure<E> {
    name: &'static str,
    evaluation: E,
    depths: [u32; 3],
}

impl<E: Copy + Sync> Measure<E> {
    fn run<G: Searched>(&self, quick: bool)
    where
        E: Evaluation<G>,
    {
        let list = std::fs::read_to_string(format!("{DATA}/{}.txt", self.name)).expect("a list of positions");
        let (known, positions) = list.split_once('\n').expect("a checksum and positions");
        let positions: Vec<G> = positions.lines().map(read::<G>).collect();
        let plain = self.search(&positions, PLAIN_PLIES, &Options::default().with_selective(false).with_table_bytes(0));
        assert_eq!(plain.title(), known, "{}: the values of a plain search", self.name);
        let (positions, less) = if quick { (&positions[..5], 4) } else { (&positions[..], 0) };
        for depth in self.depths {
            let Measurement { nodes, seconds, checksum } = self.search(positions, depth - less, &Options::default());
            let rate = nodes as f64 / seconds / 1e6;
            println!("{:<12} {:>6} {nodes:>14} {seconds:>10.2} {rate:>8.2}  {checksum:016x}", self.name, depth - less);
        }
    }

    /// Searches all positions to a depth, each with an empty table.
    fn search<G: Searched>(&self, positions: &[G], depth: u32, options: &Options) -> Measurement
    where
        E: Evaluation<G>,
    {
        let mut found = Measurement { nodes: 0, seconds: 0.0, checksum: 0 };
        for position in positions {
            let begun = cpu_seconds();
            let mut search = AlphaBeta::with_options(self.evaluation, options.clone());
            let report = search.search(&History::new(position.clone()), &Limits::default().with_depth(depth));
            found.seconds += cpu_seconds() - begun;
            found.nodes += report.nodes;
            found.add(report.best().expect("the game isn't over").value);
        }
        found
    }

    /// Prints 100 positions from as many games: eight plies at random, then up to 40 that a search of four plies plays.
    fn print_positions<G: Searched>(&self)
    where
        E: Evaluation<G>,
    {
        let mut rng = SplitMix(2026);
        let mut positions = Vec::new();
        while positions.len() < 100 {
            let mut position = G::default();
            for ply in 0..8 + rng.next_u64() % 41 {
                let mv = if ply < 8 {
                    random_move(&position, &mut rng)
                } else {
                    let (history, limits) = (History::new(position.clone()), Limits::default().with_depth(4));
                    AlphaBeta::new(self.evaluation).search(&history, &limits).best().map(|line| line.moves[0].clone())
                };
                let Some(mv) = mv else { break };
                position = position.after(&mv);
            }
            // A side without a choice, or that has lost, is no measure.
            if position.count_moves() > 1 {
                positions.push(position);
            }
        }
        let plain = self.search(&positions, PLAIN_PLIES, &Options::default().with_selective(false).with_table_bytes(0));
        println!("{}", plain.title());
        positions.iter().for_each(|position| println!("{position}"));
    }
}

/// The result of a benchmark line.
struct Measurement {
    nodes: u64,
    seconds: f64,
    checksum: u64,
}

impl Measurement {
    /// The first line of a list of positions.
    fn title(&self) -> String {
        format!("# minimax, {PLAIN_PLIES} plies, checksum {:016x}", self.checksum)
    }

    fn add(&mut self, value: Value) {
        let number = match value.forced() {
            Some(forced) => i64::from(forced.payoff) << 32 | i64::from(forced.plies),
            None => i64::from(value.units().expect("an estimate")),
        };
        self.checksum = (self.checksum ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

fn read<G: Notation>(text: &str) -> G {
    G::read_position(text, &G::Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The CPU time of this thread, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
