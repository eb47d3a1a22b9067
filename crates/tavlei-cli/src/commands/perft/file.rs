//! `tavlei perft --file`: counts the positions of a file and compares with the counts that stand there.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::{Perft, SEEDS};
use crate::args::{BoardArgs, GameName, SetupArgs};
use crate::game::{Playable, Task, with_game};
use crate::output::{Done, Failure, json, line};

pub(super) fn run(file: &Path, perft: &Perft<'_>) -> Done {
    let fail = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| fail(error.to_string()))?;
    let mut counts = Counts { right: 0, wrong: 0 };
    for (number, row) in (1..).zip(text.lines()).filter(|(_, row)| !row.starts_with('#') && !row.trim().is_empty()) {
        let refused = |reason: &str| fail(format!("line {number}: {reason}"));
        let (board, expected) = parse(row).map_err(|reason| refused(&reason))?;
        let compare = Compare { perft, number, rules: &board.setup.rules, expected, compared: Cell::new(Ok(counts)) };
        with_game(&board, &compare).map_err(|failure| match failure {
            Failure::Input(reason) | Failure::Usage(reason) => refused(reason.trim_start_matches("--")),
            other => other,
        })?;
        counts = compare.compared.into_inner()?;
    }
    match counts {
        Counts { right: 0, wrong: 0 } => return Err(fail("there is no count in it".to_owned())),
        counts if perft.args.output.json => json(&counts)?,
        Counts { right, wrong } => line(format_args!("{right} counts are right, {wrong} are wrong"))?,
    }
    if counts.wrong == 0 { Ok(()) } else { Err(fail(format!("{} counts are wrong", counts.wrong))) }
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

/// How many counts have been found right, and how many wrong; the last line of JSON.
#[derive(Clone, Copy, Serialize)]
struct Counts {
    right: u32,
    wrong: u32,
}

/// The JSON of a count that is wrong.
#[derive(Serialize)]
struct WrongJson<'a> {
    line: u32,
    game: &'a str,
    rules: &'a str,
    position: &'a str,
    depth: u32,
    expected: u128,
    nodes: u128,
}

/// A line of the file, compared.
struct Compare<'a> {
    perft: &'a Perft<'a>,
    number: u32,
    rules: &'a str,
    expected: Vec<u128>,
    /// What has been found up to this line, or why it could not be counted.
    compared: Cell<Result<Counts, Failure>>,
}

impl Task for Compare<'_> {
    fn run<G: Playable>(&self, position: G) -> Done {
        let before = self.compared.replace(Ok(Counts { right: 0, wrong: 0 }));
        self.compared.set(before.and_then(|counts| self.compare(&position, counts)));
        Ok(())
    }
}

impl Compare<'_> {
    fn compare<G: Playable>(&self, position: &G, mut counts: Counts) -> Result<Counts, Failure> {
        for (depth, &expected) in (1..).zip(&self.expected) {
            let counted = self.perft.count_depth(position, depth, SEEDS[0])?;
            if !counted.complete {
                return Err(Failure::Interrupted("stopped".to_owned()));
            }
            self.perft.verify(position, depth, counted.nodes)?;
            if counted.nodes == expected {
                counts.right += 1;
            } else {
                counts.wrong += 1;
                self.tell(position, depth, (expected, counted.nodes))?;
            }
        }
        Ok(counts)
    }

    fn tell<G: Playable>(&self, position: &G, depth: u32, (expected, nodes): (u128, u128)) -> Done {
        let Self { number, rules, .. } = *self;
        let position = &position.to_string();
        if self.perft.args.output.json {
            return json(&WrongJson { line: number, game: G::NAME, rules, position, depth, expected, nodes });
        }
        let under = if rules.is_empty() { String::new() } else { format!(" under {rules}") };
        line(format_args!(
            "line {number}: {} {position}{under}: {depth} plies: {expected} stands there, {nodes} counted",
            G::NAME
        ))
    }
}
