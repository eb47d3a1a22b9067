//! Shared by `replay` and `convert`: games of a file, each played under the rules of the game that it is of.

use std::fs::File;
use std::io::{self, Read};

use clap::Args;
use tavlei::game::Notation;
use tavlei::record::{ReadError, Reader, Record, ReplayError, ReplayErrorKind, Replayed, Warning, WarningKind, replay};
use tavlei::{ashtarashki, proryv, towers};

use crate::args::GameName;
use crate::game::Playable;
use crate::output::{Failure, note};
use crate::setting::Setting;

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

/// A record that was played to its end, whatever its game.
pub(crate) trait Visit {
    /// The result of a visit.
    type Out;

    /// Makes it.
    fn played<G: Playable>(&mut self, record: &Record, replayed: &Replayed<G>) -> Self::Out;
}

/// The games of a file, or of standard input for `-`.
pub(crate) fn open(file: &str) -> Result<Reader<io::BufReader<Box<dyn Read>>>, Failure> {
    let source: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|error| Failure::Input(format!("{file}: {error}")))?)
    };
    Ok(Reader::buffered(source))
}

/// Plays a record: under the rules of the game that it names, or else of the one on the command line, or else of the one
/// in which most of its moves can be played.
pub(crate) fn play<V: Visit>(
    args: &RecordArgs,
    record: &mut Record,
    visit: &mut V,
) -> Result<V::Out, Box<ReplayError>> {
    let absent = |record: &Record, tag: &str| record.tag(tag).is_none();
    if args.position != "start" && absent(record, "Position") && absent(record, "FEN") {
        record.set_tag("Position", &args.position);
    }
    if !args.rules.is_empty() && absent(record, "Rules") {
        record.set_tag("Rules", &args.rules);
    }
    match game_of(args, record) {
        Some(GameName::Towers) => play_as::<towers::Position, V>(record, visit),
        Some(GameName::Ashtarashki) => play_as::<ashtarashki::Position, V>(record, visit),
        Some(GameName::Proryv) => play_as::<proryv::Position, V>(record, visit),
        None => Err(ReplayError::unknown_game(record, &KNOWN)),
    }
}

/// The game of a record; `None` when it names one that is not known.
fn game_of(args: &RecordArgs, record: &Record) -> Option<GameName> {
    match record.game().map(str::to_ascii_lowercase).as_deref() {
        Some(towers::Position::NAME) => Some(GameName::Towers),
        Some(ashtarashki::Position::NAME) => Some(GameName::Ashtarashki),
        Some(proryv::Position::NAME) => Some(GameName::Proryv),
        Some(_) => None,
        None => Some(args.game.unwrap_or_else(|| guess(record))),
    }
}

/// The game and the rules of a record that could not be played, as far as they are known.
pub(crate) fn setting_of(args: &RecordArgs, record: &Record) -> Setting {
    match game_of(args, record) {
        Some(GameName::Towers) => setting_as::<towers::Position>(record),
        Some(GameName::Ashtarashki) => setting_as::<ashtarashki::Position>(record),
        Some(GameName::Proryv) => setting_as::<proryv::Position>(record),
        None => Setting::default(),
    }
}

fn setting_as<G: Notation>(record: &Record) -> Setting {
    match record.tag("Rules").unwrap_or_default().parse() {
        Ok(rules) => Setting::under::<G>(&rules),
        Err(_) => Setting { game: Some(G::NAME), ..Setting::default() },
    }
}

const KNOWN: [&str; 3] = [towers::Position::NAME, ashtarashki::Position::NAME, proryv::Position::NAME];

fn play_as<G: Playable, V: Visit>(record: &Record, visit: &mut V) -> Result<V::Out, Box<ReplayError>> {
    Ok(visit.played(record, &replay::<G>(record)?))
}

/// The game in which most of the moves can be played.
fn guess(record: &Record) -> GameName {
    fn plies<G: Notation>(record: &Record) -> usize {
        replay::<G>(record).map_or_else(|fault| fault.plies, |_| usize::MAX)
    }
    let candidates = [
        (plies::<proryv::Position>(record), GameName::Proryv),
        (plies::<ashtarashki::Position>(record), GameName::Ashtarashki),
        (plies::<towers::Position>(record), GameName::Towers),
    ];
    // Of several equally good ones the last is taken: towers, in which most records are.
    candidates.into_iter().max_by_key(|(plies, _)| *plies).map_or(GameName::Towers, |(_, game)| game)
}

/// The failure if not the record is at fault, but the option that stood in for one of its tags.
pub(crate) fn refused_option(fault: &ReplayError) -> Option<Failure> {
    match &fault.kind {
        _ if fault.place.line > 0 => None,
        ReplayErrorKind::Rules(error) => Some(Failure::Usage(format!("--rules: {error}"))),
        ReplayErrorKind::Position(error) => Some(Failure::Input(format!("position: {error}"))),
        _ => None,
    }
}

/// Prints warnings about a file, and how many more there are than these.
pub(crate) fn warn(file: &str, warnings: &[Warning], unlisted: u64) {
    warnings.iter().for_each(|warning| note(format_args!("tavlei: {file}: {warning}")));
    if unlisted > 0 {
        note(format_args!("tavlei: {file}: and {unlisted} more of these"));
    }
}

/// Returns a warning for each comment that stands behind the last game of a file.
pub(crate) fn text_behind(remainder: &Record) -> Vec<Warning> {
    remainder.preface.iter().map(|text| Warning { place: text.place, kind: WarningKind::TextBehind }).collect()
}

/// Reports a file that cannot be read; the error names the place.
pub(crate) fn unreadable(file: &str, error: &ReadError) -> String {
    format!("{file}: {error}")
}
