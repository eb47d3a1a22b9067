//! Proryv.

use crate::models::proryv::{self as reference, Model};
use tavlei_game::{Game, Notation, Side, Simultaneous};
use tavlei_proryv::{Position, Rules};

/// Rules of the model, and the same for the engine: every size of board, with passing and without, both layouts.
pub fn every_rules() -> impl Iterator<Item = (reference::Rules, Rules)> {
    reference::Rules::all().into_iter().map(|model| (model, engine_rules(model)))
}

/// The rules as the engine has them.
///
/// # Panics
///
/// When the engine refuses them.
#[must_use]
pub fn engine_rules(rules: reference::Rules) -> Rules {
    let start = match rules.layout {
        reference::Layout::Author => "author",
        reference::Layout::TwoRanks => "2",
    };
    let pass = if rules.passing { "yes" } else { "no" };
    let text = format!("board={}x{},pass={pass},start={start}", rules.files, rules.ranks);
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares the choices of both sides, the outcome, and every turn with the position that it leads to; gives the number
/// of turns.
///
/// # Panics
///
/// Where engine and model differ.
pub fn compare(position: &Position, model: &Model) -> u64 {
    compare_position(position, model);
    let theirs: Vec<_> = model.turns().into_iter().map(|turn| (turn.text(), turn.after)).collect();
    assert_eq!(position.count_moves(), theirs.len() as u64, "{position:?}");
    for (text, after) in &theirs {
        let turn = position.read_move(text).unwrap_or_else(|error| panic!("{position:?}: {text}: {error}"));
        compare_position(&position.after(&turn), after);
    }
    theirs.len() as u64
}

/// Compares the choices of both sides and the outcome.
///
/// # Panics
///
/// Where engine and model differ.
pub fn compare_position(position: &Position, model: &Model) {
    assert_eq!(position.to_string(), model.text());
    assert_eq!(position.both_passed(), model.both_passed(), "{position:?}");
    assert_eq!(outcome(position), model.result().map(|outcome| outcome.to_string()), "{position:?}");
    for (ours, theirs) in [(Side::White, reference::Side::White), (Side::Black, reference::Side::Black)] {
        let mut choices: Vec<_> = position.choices(ours).iter().map(ToString::to_string).collect();
        choices.sort();
        assert_eq!(choices, model.choice_texts(theirs), "{position:?}");
        assert_eq!(position.count_choices(ours), choices.len() as u64, "{position:?}");
    }
}

/// The outcome in the words of the model.
fn outcome(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| match outcome.winner() {
        Some(side) => format!("{} wins", side.name()),
        None => format!("draw ({})", outcome.reason()),
    })
}
