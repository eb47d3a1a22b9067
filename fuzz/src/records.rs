//! Any bytes are read as records or refused; a record that is written is read as it was; replaying and checking agree.

use tavlei_game::{Form, History, Notation, Side};
use tavlei_record::{Checker, Reader, Record, replay as replay_record};

use crate::bytes::Bytes;
use crate::play;

/// Games are read, written, read and written: the second text is the first one.
pub fn parse_record(data: &[u8]) {
    for read in Reader::new(data) {
        let record = match read {
            Ok(record) => record,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        };
        let written = record.to_string();
        let again: Record = written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(again, record, "{written:?}");
        assert_eq!(again.to_string(), written);
        assert!(record.warnings.len() <= Record::MAX_WARNINGS);
    }
}

/// Records are replayed as games of all three kinds: from arbitrary bytes, or written of a game that the bytes play.
pub fn replay(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(4) {
        0 => {
            let text = bytes.rest();
            replay_as::<tavlei_towers::Position>(text);
            replay_as::<tavlei_ashtarashki::Position>(text);
            replay_as::<tavlei_proryv::Position>(text);
        }
        1 => write_and_replay(play::towers_position(&mut bytes), bytes),
        2 => write_and_replay(play::ashtarashki_position(&mut bytes), bytes),
        _ => write_and_replay(play::proryv_unfinished(&mut bytes), bytes),
    }
}

fn replay_as<G: Notation>(text: &[u8]) {
    let records: Vec<_> = Reader::new(text).map_while(Result::ok).collect();
    let mut reader = Reader::new(text);
    for record in &records {
        let replayed = replay_record::<G>(record);
        // The checker, which keeps nothing, comes to the same.
        let mut checker = Checker::<G>::default();
        assert!(reader.read(&mut checker).is_ok_and(|read| read));
        let checked = checker.finish();
        match (&replayed, &checked) {
            (Ok(replayed), Ok(checked)) => {
                assert_eq!(replayed.history.position(), &checked.position);
                assert_eq!((replayed.history.len(), replayed.stated), (checked.plies, checked.stated));
                same_again(&replayed.history);
            }
            (Err(replayed), Err(checked)) => assert_eq!(replayed.to_string(), checked.to_string()),
            _ => panic!("{record}: {replayed:?}, {checked:?}"),
        }
    }
}

fn write_and_replay<G: Notation>(start: Option<G>, mut bytes: Bytes<'_>) {
    let Some(start) = start else { return };
    let mut history = History::new(start);
    while !bytes.is_empty() && history.len() < 40 && history.position().nth_move(1000).is_none() {
        let Some(mv) = bytes.legal_move(history.position()) else { break };
        history.play(&mv).expect("a listed move is legal");
    }
    let end = bytes.byte();
    let _ = match end & 3 {
        0 => history.resign(if end & 4 == 0 { Side::White } else { Side::Black }),
        1 if G::AGREED_DRAWS => history.agree_draw(),
        _ => Ok(()),
    };
    same_again(&history);
}

/// A game is written in every form, and replaying that gives the game.
fn same_again<G: Notation>(history: &History<G>) {
    for &form in G::FORMS {
        // Numbers alone don't say that they are numbers.
        if form == Form::Numeric {
            continue;
        }
        let record = Record::from_history(history, form);
        let text = record.to_string();
        let read: Record = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, record, "{text}");
        let replayed = replay_record::<G>(&read).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let again = replayed.history;
        assert_eq!(again.start(), history.start(), "{text}");
        assert!(again.moves().eq(history.moves()), "{text}");
        assert_eq!(again.position(), history.position(), "{text}");
        assert_eq!(
            again.termination().map(|termination| termination.score()),
            history.termination().map(|termination| termination.score()),
            "{text}"
        );
    }
}

/// Whatever bytes a record holds, each is in a tag, a move, a comment or a result, is known decoration, or is reported.
pub fn nothing_lost(data: &[u8]) {
    let _ = tavlei_verify::records::account(data);
}
