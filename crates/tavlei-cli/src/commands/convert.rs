//! `tavlei convert`: rewrites the games of a file in another form.

use serde::Serialize;
use tavlei::game::Form;
use tavlei::record::{Record, Replayed};

use crate::args::{ConvertArgs, Target, word};
use crate::commands::records::{Visit, open, play, refused_option, unreadable};
use crate::game::Playable;
use crate::output::{Done, Failure, escaped, json, line, note};
use crate::setting::Setting;

pub(crate) fn run(args: &ConvertArgs) -> Done {
    let file = &args.records.file;
    let mut reader = open(file)?;
    let mut games = 0u64;
    while let Some(mut record) = reader.read_record().map_err(|error| Failure::Input(unreadable(file, &error)))? {
        let rewritten = play(&args.records, &mut record, &mut Rewrite { target: args.to }).map_err(|fault| {
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
    if games == 0 { Err(Failure::Input(format!("{file}: there is no game in it"))) } else { Ok(()) }
}

/// Tags that are written by what the game is, not as they were; a position in PDN's `FEN` becomes one in `Position`.
const TOLD_ANEW: [&str; 5] = ["Position", "FEN", "SetUp", "Rules", "Result"];

/// A game as it is written, and its JSON: the record, and the start position, which its tags leave out where it is the usual one.
#[derive(Serialize)]
struct Rewritten {
    #[serde(flatten)]
    setting: Setting,
    #[serde(flatten)]
    record: Record,
}

/// Writes a game anew, with the tags and comments that it had.
struct Rewrite {
    target: Target,
}

impl Visit for Rewrite {
    type Out = Result<Rewritten, Failure>;

    fn played<G: Playable>(&mut self, record: &Record, replayed: &Replayed<G>) -> Self::Out {
        let Replayed { history, words, stated, .. } = replayed;
        let form = self.target.form();
        if !G::FORMS.contains(&form) {
            return Err(Failure::Input(format!("{} has no such form: {}", G::NAME, word(&self.target))));
        }
        let mut rewritten = Record::from_history(history, form);
        let is_told_anew = |name: &str| TOLD_ANEW.iter().any(|told| name.eq_ignore_ascii_case(told));
        for tag in &record.tags {
            if rewritten.tag(&tag.name).is_none() && !is_told_anew(&tag.name) {
                rewritten.set_tag(&tag.name, &tag.value);
            }
        }
        rewritten.preface = record.preface.clone();
        let behind = words.last().map_or(0, |last| last.end)..record.moves.len();
        for (ply, words) in words.iter().chain([&behind]).enumerate() {
            // A move that was written in too many words has the comments on all of them.
            let in_time = words.len() == G::MOVE_WORDS;
            for (nth, said) in record.moves[words.clone()].iter().enumerate() {
                let at = ply * G::MOVE_WORDS + if in_time { nth } else { G::MOVE_WORDS - 1 };
                let last = rewritten.moves.len().saturating_sub(1);
                if let Some(mv) = rewritten.moves.get_mut(at.min(last)) {
                    mv.comments.extend_from_slice(&said.comments);
                }
            }
        }
        if let (Some(mark), None) = (stated, history.verdict()) {
            rewritten.result = Some(*mark);
        }
        Ok(Rewritten { setting: Setting::of(history.start()), record: rewritten })
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
