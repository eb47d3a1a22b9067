//! What may stand on the command line.

use clap::{Arg, ArgAction, Args, Parser, Subcommand, ValueEnum};

/// Rules engines for three board games: count, list, play and show.
#[derive(Debug, Parser)]
#[command(name = "tavlei", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the sequences of moves of every length up to DEPTH
    Perft(PerftArgs),
    /// List the legal moves, sorted
    Moves(MovesArgs),
    /// Play moves and print the position that results
    Apply(ApplyArgs),
    /// Draw the board and say who is to move, or how the game has ended
    Show(ShowArgs),
    /// Play the games of a file, and tell how each ends or where it goes wrong
    Replay(ReplayArgs),
    /// Rewrite the games of a file
    Convert(ConvertArgs),
    /// Tell what a position is worth when both sides play as well as one can, and how to play it
    Solve(SolveArgs),
    /// Solve Proryv with 1:1, 2:2 … men, and write the values of all positions to a table
    Table(TableArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME", required_unless_present = "file")]
    game: Option<GameName>,
    /// How many plies deep to count
    #[arg(value_name = "DEPTH", required_unless_present = "file")]
    depth: Option<u32>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Count the positions of a file instead, and compare with the counts that stand there: game, rules, position and counts
    /// from one ply on, separated by tabs
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
    /// Count on so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Remember counts in a hash table of this size: bytes, or with K, M, G, KiB, MiB, GiB behind
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// With --hash: count everything a second time with other hashes, and fail if the counts differ
    #[arg(long, requires = "hash")]
    pub(crate) verify: bool,
    /// Silence the progress bar
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(arg = quiet())]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(arg = quiet())]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The moves in the order in which they are played; in Proryv White's and Black's by turns, `--` for a pass
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(arg = quiet())]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,
    /// Print every position of a game, one a line
    #[arg(long)]
    pub(crate) positions: bool,
    /// Go on with the next game after a fault
    #[arg(long = "continue")]
    pub(crate) go_on: bool,
    /// Print no warnings and no summary
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Target,
}

/// What games are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Every square that is touched: c3-d4, f6:e5:d4
    Long,
    /// The form of the author of Ashtarashki: M3cd4, M3d6V
    Author,
    /// The Russian half-short form of draughts: cd4, b:d4
    Short,
    /// The numbers 1 to 32 of the dark squares
    Numeric,
    /// One JSON object a line
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Proryv: the table to take values from, or the directory that it is in
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The game: proryv
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) game: GameName,
    /// The most men a side
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) men: u32,
    /// The directory that the table is written to
    #[arg(long, value_name = "DIR")]
    pub(crate) out: std::path::PathBuf,
    /// Show for every class that it does not matter what play without end is worth (takes twice the time again)
    #[arg(long)]
    pub(crate) bounds: bool,
    /// Rule options: board=4x5, pass=no …
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
    /// Silence the progress bar
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which file of games, and what holds where its tags are silent.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The game of records that do not say so; without it the one in which most of their moves can be played
    #[arg(long, value_enum, value_name = "GAME")]
    pub(crate) game: Option<GameName>,
    /// The start position of records without a tag Position
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    pub(crate) position: String,
    /// The rules of records without a tag Rules
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
}

impl PerftArgs {
    /// The game with its set-up, and the depth; `None` when a file is to be counted.
    pub(crate) fn count(&self) -> Option<(BoardArgs, u32)> {
        Some((BoardArgs { game: self.game?, setup: self.setup.clone() }, self.depth?))
    }
}

/// Which game, from which position, under which rules.
#[derive(Clone, Debug, Args)]
pub(crate) struct BoardArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) game: GameName,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
}

/// From which position, under which rules.
#[derive(Clone, Debug, Args)]
pub(crate) struct SetupArgs {
    /// The position to begin in
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Rule options: landing=free, rejump=once, third-retreat=forced, board=8x8, pass=no …
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Tower checkers (столбовые шашки, Bashni)
    Towers,
    /// Ashtarashki (аштарашки)
    Ashtarashki,
    /// Proryv (прорыв, Breakthrough with simultaneous moves)
    Proryv,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// `--quiet` for the commands that have nothing to silence: whoever puts it into every call need not know which they are.
fn quiet() -> Arg {
    Arg::new("quiet").long("quiet").action(ArgAction::SetTrue).hide(true)
}

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MOST_THREADS) => Ok(threads),
        _ => Err(format!("expected a number from 1 to {MOST_THREADS}")),
    }
}

/// A number of bytes; K, M and G count in powers of 1024, with or without `iB` or `B` behind.
fn size(text: &str) -> Result<usize, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err("expected a size such as 512MiB".to_owned()),
    };
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes
        .filter(|bytes| (64..=MOST_BYTES).contains(bytes))
        .ok_or_else(|| "expected a size from 64B to 1024GiB".to_owned())
}

/// The largest hash table that may be asked for.
const MOST_BYTES: usize = 1 << 40;

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(size("64"), Ok(64));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(size("16 M"), Ok(16 << 20));
        assert_eq!(size("2kb"), Ok(2 << 10));
        for wrong in ["", "1TiB", "GiB", "-1", "63", "99999999999G", "99999999999999999999999"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
