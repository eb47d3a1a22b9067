//! `tavlei convert`: rewrites the games of a file in another form.

use clap::{Args, ValueEnum};
use serde::Serialize;
use tavlei::game::Form;
use tavlei::record::{Counters, MoveNumber, Record, Replayed, Tag};

use super::records::{RecordArgs, Visit, open, play, refused_option, text_behind, unreadable, warn};
use crate::args::word;
use crate::game::Playable;
use crate::output::{Done, Failure, escaped, json, line, note};
use crate::setting::Setting;

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

pub(crate) fn run(args: &ConvertArgs) -> Done {
    let file = &args.records.file;
    let mut reader = open(file)?;
    let mut games = 0u64;
    while let Some(mut record) = reader.read_record().map_err(|error| Failure::Input(unreadable(file, &error)))? {
        if !args.quiet {
            warn(file, &record.warnings, record.unlisted_warnings());
            warn(file, record.left_out(), record.unlisted_left_out());
        }
        let rewritten = play(&args.records, &mut record, &mut Rewrite { args }).map_err(|fault| {
            refused_option(&fault)
                .unwrap_or_else(|| Failure::Input(format!("{file}: {fault}\nposition: {}", fault.position)))
        })??;
        if args.to == Target::Json {
            json(&rewritten)?;
        } else {
            let text = rewritten.record.to_string();
            if escaped(&text) != text {
                note(format_args!("tavlei: {file}: game {}: hidden characters are written escaped", games + 1));
            }
            // A record ends its own lines; an empty one separates two of them.
            line(format_args!("{}{}", if games == 0 { "" } else { "\n" }, text.trim_end()))?;
        }
        games += 1;
    }
    if !args.quiet {
        let remainder = reader.remainder();
        warn(file, &text_behind(remainder), 0);
        warn(file, &remainder.warnings, remainder.unlisted_warnings());
        warn(file, remainder.left_out(), remainder.unlisted_left_out());
    }
    if games == 0 { Err(Failure::Input(format!("{file}: there is no game in it"))) } else { Ok(()) }
}

/// Tags that are written by what the game is, not as they were.
const TOLD_ANEW: [&str; 4] = ["Game", "Position", "Rules", "Result"];

/// PDN's tags for a position, which becomes one in `Position` if there was none.
const PDN_POSITION: [&str; 2] = ["FEN", "SetUp"];

/// A game as it is written, and its JSON: the record, and the start position, which its tags leave out where it is the
/// usual one.
#[derive(Serialize)]
struct Rewritten {
    #[serde(flatten)]
    setting: Setting,
    #[serde(flatten)]
    record: Record,
}

/// Writes a game anew, with the tags and comments that it had.
struct Rewrite<'a> {
    args: &'a ConvertArgs,
}

impl Visit for Rewrite<'_> {
    type Out = Result<Rewritten, Failure>;

    fn played<G: Playable>(&mut self, record: &Record, replayed: &Replayed<G>) -> Self::Out {
        let Replayed { history, stated, warnings, .. } = replayed;
        let form = self.args.to.form();
        if !G::FORMS.contains(&form) {
            return Err(Failure::Input(format!("{} has no such form: {}", G::NAME, word(&self.args.to))));
        }
        if !self.args.quiet {
            warn(&self.args.records.file, warnings, 0);
        }
        let mut rewritten = Record::from_history(history, form);
        keep_tags(record, &mut rewritten);
        keep_counters(record, &mut rewritten);
        rewritten.preface = record.preface.clone();
        keep_comments(record, replayed, &mut rewritten);
        if let (Some(mark), None) = (stated, history.termination()) {
            rewritten.result = Some(*mark);
        }
        Ok(Rewritten { setting: Setting::of(history.start()), record: rewritten })
    }
}

/// Adds the tags that say nothing about how to play. A record has none of them twice.
fn keep_tags(record: &Record, rewritten: &mut Record) {
    let has_position = record.tag("Position").is_some();
    let is_among = |names: &[&str], tag: &Tag| names.iter().any(|name| tag.is_named(name));
    let is_kept = |tag: &&Tag| !is_among(&TOLD_ANEW, tag) && (has_position || !is_among(&PDN_POSITION, tag));
    rewritten.tags.extend(record.tags.iter().filter(is_kept).cloned());
}

/// Numbers the moves from where the record begins, and writes the position in PDN's FEN if it has counters that no other
/// text of a position has.
fn keep_counters(record: &Record, rewritten: &mut Record) {
    let position = record.tag("Position").or_else(|| record.tag("FEN")).unwrap_or_default();
    let counters = Counters::of(position);
    if counters.matter() {
        rewritten.tags.retain(|tag| !tag.is_named("Position"));
        rewritten.set_tag("FEN", position);
    }
    let black = rewritten.black_first;
    let first = record.moves.first().and_then(|mv| mv.number).map(|number| number.number);
    if let (Some(number), Some(mv)) = (first.or(counters.first_number()), rewritten.moves.first_mut()) {
        mv.number = Some(MoveNumber { number, black });
    }
}

/// Adds the comments on moves.
fn keep_comments<G: Playable>(record: &Record, replayed: &Replayed<G>, rewritten: &mut Record) {
    let words = &replayed.words;
    let behind = words.last().map_or(0, |last| last.end)..record.moves.len();
    let last = rewritten.moves.len().saturating_sub(1);
    for (ply, words) in words.iter().chain([&behind]).enumerate() {
        // A move that was written in too many words has the comments on all of them.
        let in_time = words.len() == G::MOVE_WORDS;
        for (nth, said) in record.moves[words.clone()].iter().enumerate() {
            let at = ply * G::MOVE_WORDS + if in_time { nth } else { G::MOVE_WORDS - 1 };
            let comments = match rewritten.moves.get_mut(at.min(last)) {
                Some(mv) => &mut mv.comments,
                None => &mut rewritten.preface,
            };
            comments.extend_from_slice(&said.comments);
        }
    }
}

impl Target {
    /// The form of moves; JSON has the long one.
    const fn form(self) -> Form {
        match self {
            Self::Long | Self::Json => Form::Long,
            Self::Short => Form::Short,
            Self::Author => Form::Author,
            Self::Numeric => Form::Numeric,
        }
    }
}
