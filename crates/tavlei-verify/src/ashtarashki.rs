//! Ashtarashki.

use crate::models::ashtarashki::{self as reference, Model};
use tavlei_ashtarashki::{Label, Position, Rules, Symmetry, ThirdRetreat};
use tavlei_game::{Game, Notation, Side, Symmetric};
use tavlei_geometry::dark::Square;

use crate::{Checked, for_each_choice_of_squares, for_each_filling};

/// The rules as the model has them.
#[must_use]
pub fn model_rules(rules: &Rules) -> reference::Rules {
    let third_retreat = match rules.third_retreat {
        ThirdRetreat::Forced => reference::ThirdRetreat::Forced,
        _ => reference::ThirdRetreat::Free,
    };
    reference::Rules { third_retreat }
}

/// The position as the model has it.
///
/// # Panics
///
/// When the model refuses it.
#[must_use]
pub fn model(position: &Position) -> Model {
    let model = Model::parse(&position.to_string(), model_rules(&position.rules()));
    model.unwrap_or_else(|error| panic!("{position:?} is refused by the model: {error}"))
}

/// Compares the moves of a position, what each leads to and how it ends there, their number, and the outcome with
/// winner, points and reason; gives the number of moves.
///
/// # Panics
///
/// Where engine and model differ.
pub fn compare(position: &Position) -> u64 {
    let model = model(position);
    assert_eq!(position.to_string(), model.text());
    assert_eq!(outcome(position), model.result().map(|outcome| outcome.to_string()), "{position:?}");
    let mut theirs: Vec<_> = model.moves().iter().map(|mv| (mv.text(), mv.after.text())).collect();
    theirs.sort();
    let mut ours: Vec<_> =
        position.moves().iter().map(|mv| (position.move_text(mv), position.after(mv).to_string())).collect();
    ours.sort();
    assert_eq!(ours, theirs, "{position:?}");
    assert_eq!(position.count_moves(), ours.len() as u64, "{position:?}");
    assert_eq!(position.weight(), model.weight_sum(), "{position:?}");
    ours.len() as u64
}

/// The outcome in the words of the model, `W2 Full`.
fn outcome(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| {
        let winner = if outcome.winner() == Some(Side::White) { 'W' } else { 'B' };
        format!("{winner}{} {:?}", outcome.points(), outcome.reason())
    })
}

/// Compares every position that has exactly the given number of stones: all labels of both sides on all squares that
/// they can stand on, up to the turn of the board that exchanges the sides; of the sets of squares, those whose number
/// leaves the remainder `share.0` when divided by `share.1`.
///
/// Of the two positions that the turn makes one, White's is compared in even places and Black's in odd ones.
///
/// # Panics
///
/// Where engine and model differ.
pub fn exhaust(count: usize, rules: Rules, share: (u64, u64)) -> Checked {
    let allowed = |square: Square| -> Vec<(Side, Label)> {
        let stones = Side::BOTH.into_iter().flat_map(|side| Label::ALL.map(|label| (side, label)));
        let stands = |&(side, label): &(Side, Label)| Position::far_rank(side).contains(square) == (label == Label::F);
        stones.filter(stands).collect()
    };
    let allowed: Vec<_> = (0..32).map(|index| allowed(Square::new(index).expect("one of 32"))).collect();
    let mut checked = Checked::default();
    let mut set = 0;
    for_each_choice_of_squares(count, &mut |squares| {
        set += 1;
        if set % share.1 != share.0 {
            return;
        }
        let kinds: Vec<&[_]> = squares.iter().map(|square| allowed[square.index() as usize].as_slice()).collect();
        for_each_filling(&kinds, &mut Vec::new(), &mut |stones: &[(Side, Label)]| {
            let builder = Position::builder(Side::White, &rules);
            let builder = squares
                .iter()
                .zip(stones)
                .fold(builder, |builder, (&square, &(side, label))| builder.stone(side, label, square));
            let mut position = builder.build().expect("few stones");
            if checked.positions % 2 == 1 {
                position = position.transform(Symmetry::Turn);
            }
            checked.positions += 1;
            checked.moves += compare(&position);
            checked.finished += u64::from(position.outcome().is_some());
        });
    });
    checked
}
