//! `tavlei replay`: plays the games of a file and tells how each ends, or where it goes wrong.

use std::io::IsTerminal;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::Args;
use serde::Serialize;
use tavlei::game::Termination;
use tavlei::game::text::is_unsafe;
use tavlei::record::{Record, ReplayError, ReplayErrorKind, Replayed};

use super::records::{RecordArgs, Visit, open, play, refused_option, setting_of, unreadable, warn};
use crate::args::OutputArgs;
use crate::game::Playable;
use crate::output::{Done, Failure, escaped, json, line, note, styled_note};
use crate::setting::Setting;

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

pub(crate) fn run(args: &ReplayArgs) -> Done {
    let RecordArgs { file, .. } = &args.records;
    let mut reader = open(file)?;
    let mut summary = Summary::default();
    loop {
        let mut record = match reader.read_record() {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(error) => {
                summary.games += 1;
                summary.faulty += 1;
                let message = unreadable(file, &error);
                if args.output.json {
                    json(&UnreadableJson { number: summary.games, setting: Setting::default(), error: &message })?;
                }
                note(format_args!("tavlei: {message}"));
                // Where the source itself fails there is nothing more to read.
                if args.go_on && error.place().is_some() {
                    continue;
                }
                break;
            }
        };
        summary.games += 1;
        if !args.quiet {
            warn(file, &record.warnings, record.unlisted_warnings());
        }
        match play(&args.records, &mut record, &mut Tell { args, number: summary.games }) {
            Ok(told) => summary.plies += told?,
            Err(fault) => {
                if let Some(failure) = refused_option(&fault) {
                    return Err(failure);
                }
                summary.faulty += 1;
                if args.output.json {
                    json(&FaultJson::of(summary.games, setting_of(&args.records, &record), &fault))?;
                }
                styled_note(&report(file, &fault));
                if !args.go_on {
                    break;
                }
            }
        }
    }
    if !args.quiet {
        let remainder = reader.remainder();
        warn(file, &remainder.warnings, remainder.unlisted_warnings());
    }
    summary.tell(args)
}

/// The totals over all games.
#[derive(Default)]
struct Summary {
    games: u64,
    faulty: u64,
    plies: u64,
}

impl Summary {
    fn tell(&self, args: &ReplayArgs) -> Done {
        let Self { games, faulty, plies } = self;
        let file = &args.records.file;
        if !args.quiet {
            note(format_args!("games: {games}, faulty: {faulty}, plies played in the good ones: {plies}"));
        }
        match (*games, *faulty) {
            (0, _) => Err(Failure::Input(format!("{file}: there is no game in it"))),
            (_, 0) => Ok(()),
            _ => Err(Failure::Input(format!("{file}: not all games could be replayed"))),
        }
    }
}

/// Prints a game that was played without a fault, and counts its plies.
struct Tell<'a> {
    args: &'a ReplayArgs,
    number: u64,
}

/// The JSON of a game.
#[derive(Serialize)]
struct GameJson {
    number: u64,
    #[serde(flatten)]
    setting: Setting,
    plies: usize,
    result: String,
    reason: Option<String>,
    claim: Option<String>,
    stated: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<String>>,
}

impl Visit for Tell<'_> {
    type Out = Result<u64, Failure>;

    fn played<G: Playable>(&mut self, _: &Record, replayed: &Replayed<G>) -> Self::Out {
        let Replayed { history, stated, warnings, .. } = replayed;
        if !self.args.quiet {
            warn(&self.args.records.file, warnings, 0);
        }
        let outcome = history.position().outcome();
        let claim = match history.termination() {
            Some(Termination::Claimed(claim)) => Some(claim),
            _ => history.claim(),
        };
        let result = outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.score().to_string());
        let positions = || {
            let first = std::iter::once(history.start().to_string());
            first.chain(history.plies().iter().map(|ply| ply.after().to_string()))
        };
        if self.args.output.json {
            json(&GameJson {
                number: self.number,
                setting: Setting::of(history.position()),
                plies: history.len(),
                result,
                reason: outcome.map(|outcome| format!("{:?}", outcome.reason())),
                claim: claim.map(|claim| claim.to_string()),
                stated: stated.map(|mark| mark.to_string()),
                positions: self.args.positions.then(|| positions().collect()),
            })?;
        } else if self.args.positions {
            positions().try_for_each(line)?;
        } else {
            let (number, plies) = (self.number, history.len());
            let stated = stated.map(|mark| format!(", stated {mark}")).unwrap_or_default();
            let by_rules = match (outcome, claim) {
                (Some(outcome), _) => format!("{outcome}"),
                (None, Some(claim)) => format!("* by the rules, but a draw can be claimed ({claim})"),
                (None, None) => "* by the rules".to_owned(),
            };
            line(format_args!("{number}. {}: {plies} plies, {by_rules}{stated}, {}", G::NAME, history.position()))?;
        }
        Ok(history.len() as u64)
    }
}

/// The JSON of a fault.
#[derive(Serialize)]
struct FaultJson<'a> {
    number: u64,
    #[serde(flatten)]
    setting: Setting,
    error: String,
    line: u64,
    column: u32,
    move_number: Option<u32>,
    side: Option<&'static str>,
    text: &'a str,
    nearest: &'a [String],
}

/// The JSON of a game that could not be read.
#[derive(Serialize)]
struct UnreadableJson<'a> {
    number: u64,
    #[serde(flatten)]
    setting: Setting,
    error: &'a str,
}

impl<'a> FaultJson<'a> {
    fn of(number: u64, setting: Setting, fault: &'a ReplayError) -> Self {
        let place = fault.exact_place();
        let position = Some(fault.position.clone()).filter(|text| !text.is_empty());
        Self {
            number,
            setting: Setting { position, ..setting },
            error: fault.to_string(),
            line: place.line,
            column: place.column,
            move_number: fault.number,
            side: fault.side.map(tavlei::game::Side::name),
            text: &fault.text,
            nearest: nearest(fault),
        }
    }
}

fn nearest(fault: &ReplayError) -> &[String] {
    match &fault.kind {
        ReplayErrorKind::Move { nearest, .. } => nearest,
        _ => &[],
    }
}

/// The fault as people like to see it: the line it stands in with a mark under the place, the position, the nearest moves.
fn report(file: &str, fault: &ReplayError) -> String {
    let title = fault.to_string();
    let source = shown(fault.source.as_ref().unwrap_or(&fault.text));
    let span = span_of(fault, &source);
    let snippet = Snippet::source(source.as_str())
        .line_start(fault.place.line.try_into().unwrap_or(1))
        .path(escaped(file))
        .annotation(AnnotationKind::Primary.span(span));
    let mut group = Group::with_title(Level::ERROR.primary_title(title.as_str())).element(snippet);
    if !fault.position.is_empty() {
        group = group.element(Level::NOTE.message(format!("the position there is {}", fault.position)));
    }
    if !nearest(fault).is_empty() {
        group =
            group.element(Level::HELP.message(format!("the nearest legal moves are {}", nearest(fault).join(", "))));
    }
    let renderer = if std::io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// A line of the source, character by character, as it can be shown on a terminal.
fn shown(source: &str) -> String {
    let shown = |c| if c != '\t' && is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c };
    source.chars().map(shown).collect()
}

/// The bytes of the source line from the fault to the end of the text that is at fault.
fn span_of(fault: &ReplayError, source: &str) -> std::ops::Range<usize> {
    let column = fault.place.column.saturating_sub(1) as usize;
    let start = source.char_indices().nth(column).map_or(source.len(), |(at, _)| at);
    let rest = source.get(start..).unwrap_or_default();
    let text = shown(&fault.text);
    let length = if rest.starts_with(&text) { text.len() } else { rest.len() };
    let within = shown(fault.text.get(..fault.offset).unwrap_or_default()).len().min(length);
    let from = (0..=start + within).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0);
    from..(start + length).max(from)
}
