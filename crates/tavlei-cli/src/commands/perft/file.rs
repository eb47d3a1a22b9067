//! `tavlei perft --file`: counts the positions of a file and compares with the counts that stand there.

use std::fs;
use std::path::Path;

use clap::ValueEnum;

use super::{Perft, SEEDS};
use crate::args::{BoardArgs, GameName, SetupArgs};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, line};

pub(super) fn run(file: &Path, perft: &Perft<'_>) -> Done {
    let fail = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| fail(error.to_string()))?;
    let mut wrong = 0u32;
    let mut right = 0u32;
    for (number, row) in (1..).zip(text.lines()).filter(|(_, row)| !row.starts_with('#') && !row.trim().is_empty()) {
        let (board, counts) = parse(row).map_err(|reason| fail(format!("line {number}: {reason}")))?;
        for (depth, expected) in (1..).zip(counts) {
            match with_game(&board, &Compare { perft, depth, expected }) {
                Ok(()) => right += 1,
                Err(Failure::Input(reason)) => {
                    wrong += 1;
                    line(format_args!("line {number}: {reason}"))?;
                }
                Err(other) => return Err(other),
            }
        }
    }
    line(format_args!("{right} counts are right, {wrong} are wrong"))?;
    if wrong == 0 { Ok(()) } else { Err(fail(format!("{wrong} counts are wrong"))) }
}

/// Game, rules, position, and the counts from one ply on.
fn parse(row: &str) -> Result<(BoardArgs, Vec<u128>), String> {
    let columns = row.split('\t').collect::<Vec<_>>();
    let [game, rules, position, counts] = columns[..] else {
        return Err(format!("expected four columns, found {}", columns.len()));
    };
    let game = GameName::from_str(game.trim(), true).map_err(|_| format!("there is no game ‘{}’", game.trim()))?;
    let counts = counts.split_whitespace().map(|count| count.parse().map_err(|_| format!("‘{count}’ is no count")));
    let setup = SetupArgs { position: position.to_owned(), rules: rules.to_owned() };
    Ok((BoardArgs { game, setup }, counts.collect::<Result<_, _>>()?))
}

/// One count compared.
struct Compare<'a> {
    perft: &'a Perft<'a>,
    depth: u32,
    expected: u128,
}

impl Task for Compare<'_> {
    fn run<G: Playable>(&self, position: G) -> Done {
        let Self { perft, depth, expected } = *self;
        let counted = perft.count_depth(&position, depth, SEEDS[0])?;
        match counted.nodes {
            _ if !counted.complete => Err(Failure::Interrupted("stopped".to_owned())),
            nodes if nodes == expected => Ok(()),
            nodes => Err(Failure::Input(format!(
                "{} {position}: {depth} plies: {expected} stands there, {nodes} counted",
                G::NAME
            ))),
        }
    }
}
