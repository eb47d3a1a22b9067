//! Games that have been published, as they stand in print.

use tavlei_game::{Form, Game, History, Notation, Termination};
use tavlei_record::{Reader, Record, Replayed, replay};

/// The moves of the game that the author of Ashtarashki shows, with his comments, numbers and spaces.
const AUTHOR: &str = include_str!("../data/ashtarashki_author.txt");

/// The opening in the published description of tower checkers.
const OPENING: &str = include_str!("../data/towers_opening.txt");

/// A championship game of tower checkers, printed in 2005.
const CHAMPIONSHIP: &str = include_str!("../../../../cases/towers_game_2005.pdn");

fn play<G: Notation>(text: &str) -> (Record, Replayed<G>) {
    let record: Record = text.parse().expect("one game");
    let replayed = replay::<G>(&record).unwrap_or_else(|fault| panic!("{fault}"));
    (record, replayed)
}

fn same_moves<G: Game>(history: &History<G>, other: &History<G>) -> bool {
    history.start() == other.start() && history.moves().eq(other.moves())
}

#[test]
fn the_authors_game_is_read_as_it_stands() {
    let (record, replayed) = play::<tavlei_ashtarashki::Position>(AUTHOR);
    let history = &replayed.history;
    assert_eq!(history.len(), 86);
    assert_eq!(record.moves.len(), 86);
    let Some(Termination::OnBoard(outcome)) = history.termination() else {
        panic!("the game is over by the rules (A-15)")
    };
    assert_eq!(outcome.score().to_string(), "1-0");
    assert_eq!(record.score(), Some(outcome.score()));
    assert_eq!(replayed.warnings, []);
    // The only oddity is that the comments stand there without braces.
    assert!(
        record.warnings.iter().all(|warning| warning.to_string().ends_with("text outside braces, read as a comment"))
    );
    let comments: usize = record.moves.iter().map(|mv| mv.comments.len()).sum();
    assert_eq!(comments, 12);
    assert!(record.moves[0].comments[0].text.starts_with("Этот первый ход белых означает"));
    assert_eq!(record.moves[85].comments[0].text, "Победа белых со счетом 1:0.");
}

/// Written again in the author's form it is his game, move for move, and but for white space, numbers and braces it is
/// his text.
#[test]
fn the_authors_game_is_written_as_he_wrote_it() {
    let (record, replayed) = play::<tavlei_ashtarashki::Position>(AUTHOR);
    let mut written = Record::from_history(&replayed.history, Form::Author);
    let differences: Vec<_> = record
        .moves
        .iter()
        .zip(&written.moves)
        .enumerate()
        .filter(|(_, (theirs, ours))| theirs.text != ours.text)
        .map(|(i, (theirs, ours))| format!("{}: {} -> {}", i / 2 + 1, theirs.text, ours.text))
        .collect();
    assert_eq!(differences, Vec::<String>::new());
    for (theirs, ours) in record.moves.iter().zip(&mut written.moves) {
        ours.comments.clone_from(&theirs.comments);
    }
    let (again, replayed_again) = play::<tavlei_ashtarashki::Position>(&written.to_string());
    assert_eq!(again, written);
    assert_eq!(replayed_again.history, replayed.history);
    assert_eq!(again.warnings, []);
}

#[test]
fn the_opening_of_the_description_is_read_as_it_stands() {
    let (record, replayed) = play::<tavlei_towers::Position>(OPENING);
    assert_eq!(replayed.history.len(), 12);
    assert_eq!(replayed.history.termination(), None);
    let written = Record::from_history(&replayed.history, Form::Long);
    let texts = |record: &Record| record.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&written), texts(&record));
}

#[test]
fn the_championship_game_is_read_in_three_notations() {
    let (record, replayed) = play::<tavlei_towers::Position>(CHAMPIONSHIP);
    assert_eq!(record.warnings, []);
    assert_eq!(replayed.history.len(), 97);
    let last = "b a3=0,g3=00;d4=1000/000,c5=0,g5=0000,h6=0/0010,a7=0,c7=1/00";
    assert_eq!(replayed.history.position().to_string(), last);
    for form in [Form::Long, Form::Short, Form::Numeric] {
        let mut written = Record::from_history(&replayed.history, form);
        written.set_tag("Event", record.tag("Event").expect("the file has one"));
        let (again, replayed_again) = play::<tavlei_towers::Position>(&written.to_string());
        assert_eq!(again, written);
        assert!(same_moves(&replayed_again.history, &replayed.history), "{form:?}");
        if form == Form::Long {
            assert_eq!(written, record);
        }
    }
}

#[test]
fn a_file_can_hold_records_of_several_games() {
    let file = format!("{CHAMPIONSHIP}\n\n[Game \"ashtarashki\"]\n\n{AUTHOR}\n\n[Game \"proryv\"]\n\n1. b2-c3 -- *\n");
    let mut lengths = Vec::new();
    for record in Reader::from(file.as_str()) {
        let record = record.expect("the file is in order");
        lengths.push(match record.game() {
            Some("towers") => replay::<tavlei_towers::Position>(&record).expect("a good game").history.len(),
            Some("ashtarashki") => replay::<tavlei_ashtarashki::Position>(&record).expect("a good game").history.len(),
            Some("proryv") => replay::<tavlei_proryv::Position>(&record).expect("a good game").history.len(),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(lengths, [97, 86, 1]);
}
