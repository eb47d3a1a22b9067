//! The arguments that several commands share, and the readers of their values.

use std::io::IsTerminal;
use std::num::NonZero;
use std::time::Duration;

use clap::{Arg, ArgAction, Args, ValueEnum};
use tavlei_render::TextStyle;

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
pub(crate) fn quiet() -> Arg {
    Arg::new("quiet").long("quiet").action(ArgAction::SetTrue).hide(true)
}

pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| "expected a number of threads, 1 or more".to_owned())
}

/// A number of bytes; K, M and G count in powers of 1024, with or without `iB` or `B` behind.
pub(crate) fn size(text: &str) -> Result<usize, String> {
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
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let scale = match unit.trim() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return Err("expected a time such as 500ms, 2s or 1m".to_owned()),
    };
    let number = text.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok());
    let seconds = number.map(|number| number * scale).filter(|seconds| (0.0..=1e9).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected a time such as 500ms, 2s or 1m".to_owned())
}

/// The word that stands for this value on the command line.
pub(crate) fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The largest hash table that may be asked for.
const MAX_BYTES: usize = 1 << 40;

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
