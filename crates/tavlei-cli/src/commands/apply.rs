//! `tavlei apply`: plays moves and prints the position that results.

use std::ffi::OsString;

use clap::Args;

use crate::args::{BoardArgs, OutputArgs};
use crate::commands::show::{State, ending};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, json, line, note};

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

pub(crate) fn run(args: &ApplyArgs) -> Done {
    with_game(&args.board, &Apply { args })
}

struct Apply<'a> {
    args: &'a ApplyArgs,
}

impl Task for Apply<'_> {
    fn run<G: Playable>(&self, mut position: G) -> Done {
        let mut args: Vec<&str> = self.args.moves.iter().map(String::as_str).filter(|arg| !is_number(arg)).collect();
        let count =
            |args: &[&str]| args.iter().map(|arg| if G::is_ply(arg) { G::MOVE_WORDS } else { 1 }).sum::<usize>();
        if !count(&args).is_multiple_of(G::MOVE_WORDS) {
            // Then the first `--` was the end of the options.
            let Some(end) = args.iter().position(|arg| *arg == DASHES) else {
                return Err(Failure::Usage(format!(
                    "the number of choices is odd, {}: a turn has one of White’s and one of Black’s (-- for a pass)",
                    count(&args)
                )));
            };
            args.remove(end);
        }
        let mut left = args.as_slice();
        let mut ply = 0;
        while let Some(first) = left.first() {
            let words = if G::is_ply(first) { 1 } else { G::MOVE_WORDS.min(left.len()) };
            let (words, rest) = left.split_at(words);
            (left, ply) = (rest, ply + 1);
            let mv = position
                .read_words(words)
                .map_err(|reason| Failure::Input(format!("move {ply}, {reason}\nposition: {position}")))?;
            position.play(&mv).map_err(|reason| Failure::Input(format!("move {ply}: {reason}")))?;
        }
        if self.args.output.json {
            json(&State::of(&position))?;
        } else {
            line(&position)?;
        }
        if let (Some(outcome), false) = (position.outcome(), self.args.quiet) {
            note(format_args!("tavlei: {}", ending(&outcome)));
        }
        Ok(())
    }
}

/// A lone `--` of the command line as it reaches [`ApplyArgs`]: a pass, or the end of the options.
const DASHES: &str = " --";

/// In `apply … proryv …`, puts a space before dashes that no name of an option follows. They are a pass there; elsewhere
/// `--` is the end of the options.
pub(crate) fn with_passes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let is_apply = args.get(1).is_some_and(|command| command == "apply");
    if let Some(game) = args.iter().position(|arg| arg == "proryv").filter(|_| is_apply) {
        for arg in args.iter_mut().skip(game) {
            let text = arg.to_string_lossy();
            let name = text.trim_start_matches('-');
            if text.len() > name.len() && text != "-" && !name.starts_with(char::is_alphabetic) {
                *arg = format!(" {text}").into();
            }
        }
    }
    args
}

/// Returns whether an argument is a move number and nothing else: `1.`, `3...`.
fn is_number(arg: &str) -> bool {
    let dots = arg.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < arg.len() && !dots.is_empty() && dots.chars().all(|c| matches!(c, '.' | '…' | ')'))
}
