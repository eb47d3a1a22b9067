//! The arguments of `tavlei play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tavlei::game::{Side, ToMove};

use crate::args::{BoardArgs, BotName, GameName, ScreenArgs, quiet, time};
use crate::seed::SeedArgs;

#[derive(Debug, Args)]
#[command(arg = quiet(), after_help = "Examples:\n  tavlei play towers\n  tavlei play proryv --side black --time 2s\n  \
tavlei play ashtarashki --side both --save game.txt\n  tavlei play towers --watch --black uct")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The bot [default: alphabeta; in Proryv regret]
    #[arg(long, value_enum, value_name = "BOT", hide_possible_values = true)]
    pub(crate) bot: Option<BotName>,
    /// The side that you play; both for two people at one keyboard
    #[arg(long, value_enum, value_name = "SIDE", default_value = "white")]
    pub(crate) side: PersonName,
    /// Watch a game of two bots
    #[arg(long, conflicts_with = "side")]
    pub(crate) watch: bool,
    /// The bot that plays White [default: that of --bot]
    #[arg(long, value_enum, value_name = "BOT", requires = "watch", hide_possible_values = true)]
    pub(crate) white: Option<BotName>,
    /// The bot that plays Black [default: that of --bot]
    #[arg(long, value_enum, value_name = "BOT", requires = "watch", hide_possible_values = true)]
    pub(crate) black: Option<BotName>,
    /// Let the bot think for this time
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "500ms")]
    pub(crate) time: Duration,
    /// Give each side this time for the game, and more for each move: 5m, 5m+3s. Only on the full screen
    #[arg(long, value_name = "TIME", value_parser = clock)]
    pub(crate) clock: Option<TimeControl>,
    /// Write the game to this file after every move, as a record
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Ask and answer line by line, not on the full screen
    #[arg(long)]
    pub(crate) lines: bool,
    /// table: the tablebase, or its directory
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
}

impl PlayArgs {
    /// Returns which sides people play.
    pub(crate) fn people(&self) -> People {
        let plays = |side| !self.watch && self.side.plays(side);
        People { white: plays(Side::White), black: plays(Side::Black) }
    }

    /// Returns the bot that answers for a side, or gives a person hints.
    pub(crate) fn bot_of(&self, side: Side) -> BotName {
        let own = if side == Side::White { self.white } else { self.black };
        own.or(self.bot).unwrap_or(match self.board.game {
            GameName::Proryv => BotName::Regret,
            GameName::Towers | GameName::Ashtarashki => BotName::AlphaBeta,
        })
    }
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct People {
    white: bool,
    black: bool,
}

impl People {
    /// Returns whether a person plays this side.
    pub(crate) fn plays(self, side: Side) -> bool {
        if side == Side::White { self.white } else { self.black }
    }

    /// Returns whether a person is to move.
    pub(crate) fn are_to_move(self, to_move: ToMove) -> bool {
        Side::BOTH.into_iter().any(|side| to_move.includes(side) && self.plays(side))
    }
}

/// The value of `--side`.
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
    fn plays(self, side: Side) -> bool {
        match self {
            Self::White => side == Side::White,
            Self::Black => side == Side::Black,
            Self::Both => true,
        }
    }
}

/// The time that each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    /// For the game.
    pub(crate) base: Duration,
    /// Added after each move.
    pub(crate) increment: Duration,
}

/// Reads `5m` or `5m+3s`.
fn clock(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    match (time(base), time(increment)) {
        (Ok(base), Ok(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
        _ => Err("expected a time for the game, and one for each move, such as 5m+3s".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_a_time_and_an_increment() {
        let control = |base, increment| {
            Ok(TimeControl { base: Duration::from_secs(base), increment: Duration::from_secs(increment) })
        };
        assert_eq!(clock("5m+3s"), control(300, 3));
        assert_eq!(clock("90"), control(90, 0));
        for wrong in ["", "0s", "5m+", "+3s", "5m+3s+1s", "soon"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
