//! The arguments of the command line.

use std::io::IsTerminal;
use std::num::NonZero;
use std::time::Duration;

use clap::{Arg, ArgAction, Args, Parser, Subcommand, ValueEnum};
use tavlei::game::Side;
use tavlei::search::Limits;
use tavlei_render::TextStyle;

use crate::bots::{by_chance_or_time, or_time};
use crate::input::{STANDARD_INPUT, read_position_text};
use crate::interrupt::stop_on_interrupt;
use crate::output::Failure;
use crate::seed::SeedArgs;

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
    /// Play moves and print the resulting position
    Apply(ApplyArgs),
    /// Draw the board and print who is to move, or how the game ended
    Show(ShowArgs),
    /// Play a game in the terminal, against a bot or between two people
    Play(PlayArgs),
    /// Check the games of a file: print how each ends, or the first error
    Replay(ReplayArgs),
    /// Rewrite the games of a file in another notation
    Convert(ConvertArgs),
    /// Search for the best move
    Best(BestArgs),
    /// Play a match between two bots and print its statistics
    Match(MatchArgs),
    /// Run a bot that answers questions in JSON, one a line
    Bot(BotArgs),
    /// Solve a position: print its value with best play, and the best play
    Solve(SolveArgs),
    /// Solve Proryv with 1:1, 2:2 … men and write a tablebase
    Table(TableArgs),
    /// Run the program of a bot, and end it when the match has ended
    #[cfg(unix)]
    #[command(hide = true)]
    Supervise(SuperviseArgs),
}

impl Command {
    /// The same, with the text of the position in place of `-`, which stands for standard input.
    pub(crate) fn with_position_read(mut self) -> Result<Self, Failure> {
        let reads_input = self.reads_input();
        match self.position() {
            Some(position) if position.trim() == STANDARD_INPUT => {
                if reads_input {
                    return Err(Failure::Usage("standard input can’t be both the position and the file".to_owned()));
                }
                *position = read_position_text()?;
            }
            _ => {}
        }
        Ok(self)
    }

    /// Returns whether the command reads a file from standard input.
    fn reads_input(&self) -> bool {
        match self {
            Self::Replay(args) => args.records.file == STANDARD_INPUT,
            Self::Convert(args) => args.records.file == STANDARD_INPUT,
            _ => false,
        }
    }

    /// The option `--position`, if the command has it.
    const fn position(&mut self) -> Option<&mut String> {
        Some(match self {
            Self::Perft(args) => &mut args.setup.position,
            Self::Moves(args) => &mut args.board.setup.position,
            Self::Apply(args) => &mut args.board.setup.position,
            Self::Show(args) => &mut args.board.setup.position,
            Self::Play(args) => &mut args.board.setup.position,
            Self::Replay(args) => &mut args.records.position,
            Self::Convert(args) => &mut args.records.position,
            Self::Best(args) => &mut args.board.setup.position,
            Self::Match(args) => &mut args.board.setup.position,
            Self::Solve(args) => &mut args.board.setup.position,
            _ => return None,
        })
    }
}

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
    setup: SetupArgs,
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
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei moves towers\n  tavlei moves proryv --position 'w a4;b5' --json")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei apply towers c3-d4 f6-e5\n  tavlei apply proryv b2-c3 c4-c3")]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The moves in their order; in Proryv White's choice, then Black's, `--` for a pass. Move numbers are ignored
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Do not print how the game ended to standard error
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei show towers\n  tavlei show towers --position 'w a3=0;b4=00' --move a3:c5 --svg move.svg\n  tavlei show proryv --move 'b2-c3 c4-c3' --ascii")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Write the board as an SVG picture; - writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) svg: Option<std::path::PathBuf>,
    /// The colours of the picture
    #[arg(long, value_enum, value_name = "THEME", default_value = "light", requires = "svg")]
    pub(crate) theme: ThemeName,
    /// Mark this move on the board: a3:c5:e7, or both choices of a turn, 'b2-c3 --'
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "json", allow_hyphen_values = true)]
    pub(crate) mv: Option<String>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How a board looks in the terminal.
#[derive(Debug, Args)]
pub(crate) struct ScreenArgs {
    /// Draw the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Write ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Write colours; auto: if standard output is a terminal and NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: clap::ColorChoice,
}

impl ScreenArgs {
    /// Returns how boards are written.
    pub(crate) fn style(&self) -> TextStyle {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let has_colours = match self.color {
            clap::ColorChoice::Always => true,
            clap::ColorChoice::Never => false,
            clap::ColorChoice::Auto => {
                let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
                std::io::stdout().is_terminal() && !is_set("NO_COLOR") && (!is_dumb || cfg!(windows))
            }
        };
        TextStyle::default().with_flip(self.flip).with_ascii(self.ascii).with_colours(has_colours)
    }
}

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei play towers\n  tavlei play proryv --side black --time 2s\n  \
tavlei play ashtarashki --side both --save game.txt")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The bot [default: alphabeta; in Proryv regret]
    #[arg(long, value_enum, value_name = "BOT", hide_possible_values = true)]
    pub(crate) bot: Option<BotName>,
    /// The side that you play; both for two people at one keyboard
    #[arg(long, value_enum, value_name = "SIDE", default_value = "white")]
    pub(crate) side: PersonName,
    /// Let the bot think for this time
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "500ms")]
    pub(crate) time: Duration,
    /// Write the game to this file after every move, as a record
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<std::path::PathBuf>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<std::path::PathBuf>,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PersonName {
    /// White; the bot plays Black
    White,
    /// Black; the bot plays White
    Black,
    /// Both, without a bot
    Both,
}

impl PersonName {
    /// Returns whether a person plays this side.
    pub(crate) fn plays(self, side: Side) -> bool {
        match self {
            Self::White => side == Side::White,
            Self::Black => side == Side::Black,
            Self::Both => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Warm colours on a light page
    Light,
    /// The same on a dark page
    Dark,
    /// Black and white
    Print,
    /// Colours that the common kinds of colour blindness tell apart
    ColourBlind,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei replay games.pdn\n  tavlei replay - --positions --json < game.txt")]
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
#[command(after_help = "Examples:\n  tavlei convert games.pdn --to short\n  tavlei convert game.txt --to json")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) records: RecordArgs,
    /// Write the moves in this form
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Target,
    /// Print no warnings
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The output format of games.
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
#[command(after_help = "Examples:\n  tavlei best towers --time 2s\n  tavlei best ashtarashki --depth 8 --lines 3")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Search for this time, such as 100ms, 2s or 1m [default: 1s without another limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Print this number of variations, the best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = lines)]
    pub(crate) lines: usize,
    /// Search on N threads, at most as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,
    /// Use a hash table of this size [default: 16MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  tavlei match towers alphabeta greedy --games 20\n  tavlei match towers 'run:python3 bot.py' alphabeta --time 100ms"
)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The first bot: random, greedy, alphabeta or uct; in Proryv random, regret, duct or table; or run: and the command
    /// line of a program that answers as `tavlei bot` does
    #[arg(value_name = "BOT", value_parser = player)]
    pub(crate) first: Player,
    /// The second bot
    #[arg(value_name = "BOT", value_parser = player)]
    pub(crate) second: Player,
    /// Play this number of games, in pairs with the same opening and colours changed. The statistics leave out a game
    /// without a pair
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Let each bot think for this time [default: 100ms without another limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Let a bot exceed its time by TIME; a bot that takes longer loses the game
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "100ms")]
    pub(crate) margin: Duration,
    /// Limit a move to TIME if --time is not given: a program then loses, a built-in bot plays the best move found
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    pub(crate) timeout: Duration,
    /// Allow a program TIME more for its first answer, because it has to start
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10s")]
    pub(crate) startup: Duration,
    /// Begin every pair of games with this number of random plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) opening: u32,
    /// Stop when a sequential test accepts one of two differences in strength, ELO0 or ELO1; the probability of accepting
    /// the wrong one is at most 5 %
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    /// Append the records of the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<std::path::PathBuf>,
    /// Print no line for each game
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  tavlei bot towers alphabeta")]
pub(crate) struct BotArgs {
    /// The game
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) game: GameName,
    /// The bot
    #[arg(value_enum, value_name = "BOT")]
    pub(crate) bot: BotName,
    /// alphabeta: search on N threads, at most as many as the machine runs at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZero<usize>,
    /// alphabeta: use a hash table of this size [default: 16MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Limit an answer to TIME if the question has neither `seconds` nor `timeout`
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    pub(crate) timeout: Duration,
}

/// A program and its arguments.
#[cfg(unix)]
#[derive(Debug, Args)]
pub(crate) struct SuperviseArgs {
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true)]
    pub(crate) command: Vec<std::ffi::OsString>,
}

/// The players of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// A bot that is built in.
    Known(BotName),
    /// A program, with its arguments.
    Program(Vec<String>),
}

/// A bot that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BotName {
    /// Any legal move
    Random,
    /// The move that looks best at once
    Greedy,
    /// Alpha-beta search
    #[value(name = "alphabeta", alias = "alpha-beta")]
    AlphaBeta,
    /// Monte-Carlo tree search
    #[value(alias = "mcts")]
    Uct,
    /// Regret matching, where both sides choose at once
    #[value(alias = "regret-matching")]
    Regret,
    /// Decoupled UCT, where both sides choose at once
    #[value(name = "duct", alias = "decoupled-uct")]
    DecoupledUct,
    /// Perfect play by the tablebase of Proryv
    Table,
}

/// How much work may be done, beside time.
#[derive(Debug, Args)]
pub(crate) struct EffortArgs {
    /// Search at most this deep (alpha-beta only)
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// Search at most this number of positions, or of iterations
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl EffortArgs {
    /// The limits of an alpha-beta search: if none is given, this time.
    pub(crate) fn of_depth_first(&self, time: Option<Duration>, otherwise: Duration) -> Limits {
        or_time(self.with_time(time), otherwise)
    }

    /// The limits of a search by chance, which a depth would not end: if none is given that does, this time.
    pub(crate) fn by_chance(&self, time: Option<Duration>, otherwise: Duration) -> Limits {
        by_chance_or_time(self.with_time(time), otherwise)
    }

    /// The limits that are given, with this time.
    pub(crate) fn with_time(&self, time: Option<Duration>) -> Limits {
        limits(self.depth, self.nodes, time)
    }
}

/// These limits; an interrupt ends the search, too.
fn limits(depth: Option<u32>, nodes: Option<u64>, time: Option<Duration>) -> Limits {
    let mut limits = Limits::default().with_stop(stop_on_interrupt().clone());
    (limits.depth, limits.nodes, limits.time) = (depth, nodes, time);
    limits
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  tavlei solve ashtarashki --position 'w Wb2,V2b6;Wf4,V1b8' --moves\n  tavlei solve proryv --position 'w a4;b5'"
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Proryv: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<std::path::PathBuf>,
    /// Ashtarashki: use a hash table of this size [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) hash: Option<usize>,
    /// Ashtarashki: classify every move: does it preserve the game value?
    #[arg(long)]
    pub(crate) moves: bool,
    /// Ashtarashki: search for this time, such as 500ms, 60s or 5m; with --moves the same again for the moves
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Ashtarashki: search at most this number of positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl SolveArgs {
    /// An option that is given, and that only the solver of Ashtarashki has.
    pub(crate) fn only_for_ashtarashki(&self) -> Option<&'static str> {
        let given =
            [(self.hash.is_some(), "--hash"), (self.time.is_some(), "--time"), (self.nodes.is_some(), "--nodes")];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// The limits of a proof.
    pub(crate) fn limits(&self) -> Limits {
        limits(None, self.nodes, self.time)
    }
}

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

/// Which file of games, and what holds where its tags are silent.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The game of records without a tag Game [default: the game in which most of their moves are legal]
    #[arg(long, value_enum, value_name = "GAME")]
    pub(crate) game: Option<GameName>,
    /// The start position of records without a tag Position; - reads it from standard input
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
    /// Begin in this position; - reads it from standard input
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

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more".to_owned())
}

/// The most lines of play that may be asked for.
const MAX_LINES: usize = 1024;

fn lines(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(lines @ 1..=MAX_LINES) => Ok(lines),
        _ => Err(format!("expected a number from 1 to {MAX_LINES}")),
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
    let bytes = bytes.filter(|bytes| (64..=MAX_BYTES).contains(bytes)).ok_or("expected a size from 64B to 1024GiB")?;
    // Asked for on trial, so that a table that finds no memory is a message and not the end of the program.
    match Vec::<u8>::new().try_reserve_exact(bytes) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(format!("there is no memory for {bytes} bytes")),
    }
}

/// A time: a number with ms, s or m behind; without a unit seconds.
fn time(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let scale = match unit.trim() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return Err("expected a time such as 500ms, 2s or 1m".to_owned()),
    };
    let number = text[..text.len() - unit.len()].parse::<f64>().ok();
    let seconds = number.map(|number| number * scale).filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a time such as 500ms, 2s or 1m".to_owned())
}

/// The name of a bot, or the command line of one behind `run:`, parted into words as a shell does.
fn player(text: &str) -> Result<Player, String> {
    let Some(command) = text.strip_prefix("run:") else {
        let known = BotName::from_str(text, true).map(Player::Known);
        return known.map_err(|_| "expected the name of a bot (see --help), or run: and a command line".to_owned());
    };
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(Player::Program(words)),
        Some(_) => Err("expected a command line behind run:".to_owned()),
        None => Err("the command line has a quotation mark without its other".to_owned()),
    }
}

/// The word that stands for this value on the command line.
pub(crate) fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Two differences in Elo points, the smaller first.
fn sprt(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    pair.filter(|(low, high): &(f64, f64)| low < high && low.is_finite() && high.is_finite())
        .ok_or_else(|| "expected two numbers, the smaller first, such as 0,20".to_owned())
}

/// The largest hash table that may be asked for.
const MAX_BYTES: usize = 1 << 40;

#[cfg(test)]
mod tests {
    use super::{BotName, Player, player, size};

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

    #[test]
    fn players_are_names_or_command_lines() {
        assert_eq!(player("alphabeta"), Ok(Player::Known(BotName::AlphaBeta)));
        assert_eq!(player("alpha-beta"), player("alphabeta"));
        let words = |words: [&str; 3]| Ok(Player::Program(words.map(str::to_owned).to_vec()));
        assert_eq!(player("run:python3 'my bot.py' -v"), words(["python3", "my bot.py", "-v"]));
        for wrong in ["", "bot", "run:", "run: ", "run:a 'b", "python3 bot.py"] {
            assert!(player(wrong).is_err(), "{wrong}");
        }
    }
}
