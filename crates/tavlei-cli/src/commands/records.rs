//! What `replay` and `convert` share: games of a file, each played under the rules of the game that it is of.

use std::fs::File;
use std::io::{self, Read};

use tavlei::game::Notation;
use tavlei::record::{Fault, FaultKind, ReadError, Reader, Record, Replayed, replay};
use tavlei::{ashtarashki, proryv, towers};

use crate::args::{GameName, RecordArgs};
use crate::game::Playable;
use crate::output::Failure;

/// A record that was played to its end, whatever its game.
pub(crate) trait Visit {
    /// What is made of it.
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
pub(crate) fn play<V: Visit>(args: &RecordArgs, record: &mut Record, visit: &mut V) -> Result<V::Out, Box<Fault>> {
    let absent = |record: &Record, tag: &str| record.tag(tag).is_none();
    if args.position != "start" && absent(record, "Position") && absent(record, "FEN") {
        record.set_tag("Position", &args.position);
    }
    if !args.rules.is_empty() && absent(record, "Rules") {
        record.set_tag("Rules", &args.rules);
    }
    let named = record.game().map(str::to_ascii_lowercase);
    let game = match named.as_deref() {
        Some(towers::Position::NAME) => GameName::Towers,
        Some(ashtarashki::Position::NAME) => GameName::Ashtarashki,
        Some(proryv::Position::NAME) => GameName::Proryv,
        Some(_) => return Err(Fault::unknown_game(record, &KNOWN)),
        None => args.game.unwrap_or_else(|| guess(record)),
    };
    match game {
        GameName::Towers => play_as::<towers::Position, V>(record, visit),
        GameName::Ashtarashki => play_as::<ashtarashki::Position, V>(record, visit),
        GameName::Proryv => play_as::<proryv::Position, V>(record, visit),
    }
}

const KNOWN: [&str; 3] = [towers::Position::NAME, ashtarashki::Position::NAME, proryv::Position::NAME];

fn play_as<G: Playable, V: Visit>(record: &Record, visit: &mut V) -> Result<V::Out, Box<Fault>> {
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
pub(crate) fn refused_option(fault: &Fault) -> Option<Failure> {
    match &fault.kind {
        _ if fault.place.line > 0 => None,
        FaultKind::Rules(error) => Some(Failure::Usage(format!("--rules: {error}"))),
        FaultKind::Position(error) => Some(Failure::Input(format!("position: {error}"))),
        _ => None,
    }
}

/// What cannot be read at all, with its file; the error names its place.
pub(crate) fn unreadable(file: &str, error: &ReadError) -> String {
    format!("{file}: {error}")
}
