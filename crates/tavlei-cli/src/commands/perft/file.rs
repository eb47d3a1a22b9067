//! `tavlei perft --file`: counts the positions of a file and compares with the counts that stand there.

use std::cell::Cell;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::{Perft, SEEDS};
use crate::args::{BoardArgs, GameName, SetupArgs};
use crate::game::{Playable, Task, with_game};
use crate::input;
use crate::lines::Lines;
use crate::output::{Done, Failure, json, line};
use crate::setting::{Nodes, Setting};

pub(super) fn run(file: &Path, perft: &Perft<'_>) -> Done {
    let fail = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let source = input::open(file).map_err(|error| fail(error.to_string()))?;
    let mut lines = Lines::new(source);
    let mut counts = Counts::default();
    let mut number = 0;
    while let Some(row) = lines.read().map_err(|error| fail(error.to_string()))? {
        number += 1;
        let refused = |reason: &str| fail(format!("line {number}: {reason}"));
        let row = row.map_err(|reason| refused(&reason))?;
        if row.starts_with('#') || row.trim().is_empty() {
            continue;
        }
        let (board, expected) = parse(&row).map_err(|reason| refused(&reason))?;
        let compare = Compare { perft, number, rules: &board.setup.rules, expected, compared: Cell::new(Ok(counts)) };
        with_game(&board, &compare).map_err(|failure| match failure {
            Failure::Input(reason) | Failure::Usage(reason) => refused(reason.trim_start_matches("--")),
            other => other,
        })?;
        counts = compare.compared.into_inner()?;
    }
    let Counts { right, wrong } = counts;
    if (right, wrong) == (0, 0) {
        return Err(fail("there is no count in it".to_owned()));
    }
    if perft.args.output.json {
        json(&SummaryJson { setting: Setting::default(), right, wrong })?;
    } else {
        line(format_args!("{right} counts are right, {wrong} are wrong"))?;
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

/// How many counts have been found right, and how many wrong.
#[derive(Clone, Copy, Default)]
struct Counts {
    right: u64,
    wrong: u64,
}

/// The JSON of all counts, of whichever games.
#[derive(Serialize)]
struct SummaryJson {
    #[serde(flatten)]
    setting: Setting,
    right: u64,
    wrong: u64,
}

/// The JSON of a count that is wrong.
#[derive(Serialize)]
struct WrongJson {
    line: u64,
    #[serde(flatten)]
    setting: Setting,
    depth: u32,
    expected: u128,
    expected_text: String,
    #[serde(flatten)]
    nodes: Nodes,
}

/// A line of the file, compared.
struct Compare<'a> {
    perft: &'a Perft<'a>,
    number: u64,
    rules: &'a str,
    expected: Vec<u128>,
    /// The comparison up to this line, or the reason why it could not be counted.
    compared: Cell<Result<Counts, Failure>>,
}

impl Task for Compare<'_> {
    fn run<G: Playable>(&self, position: G) -> Done {
        let before = self.compared.replace(Ok(Counts::default()));
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
        if self.perft.args.output.json {
            return json(&WrongJson {
                line: number,
                setting: Setting::of(position),
                depth,
                expected,
                expected_text: expected.to_string(),
                nodes: nodes.into(),
            });
        }
        let under = if rules.is_empty() { String::new() } else { format!(" under {rules}") };
        line(format_args!(
            "line {number}: {} {position}{under}: {depth} plies: {expected} stands there, {nodes} counted",
            G::NAME
        ))
    }
}
