//! Tower checkers.

use crate::models::towers::{self as reference, Model};
use tavlei_game::{Game, Notation, Sequential, Side, Symmetric};
use tavlei_geometry::dark::Square;
use tavlei_towers::{Landing, Piece, Position, Rejump, Rules, Symmetry, Tower};

use crate::{Checked, for_each_choice_of_squares, for_each_filling};

/// The rules as the model has them.
#[must_use]
pub fn model_rules(rules: &Rules) -> reference::Rules {
    let rejump = match rules.rejump {
        Rejump::Once => reference::Rejump::Once,
        Rejump::NoReversal => reference::Rejump::NoReversal,
        _ => reference::Rejump::NotInSuccession,
    };
    let landing = match rules.landing {
        Landing::Free => reference::Landing::Free,
        _ => reference::Landing::MustContinue,
    };
    reference::Rules { rejump, landing }
}

/// The position as the model has it.
///
/// # Panics
///
/// When the model refuses it.
#[must_use]
pub fn model(position: &Position) -> Model {
    let text = position.to_string();
    let model = Model::parse(&text, model_rules(&position.rules()));
    model.unwrap_or_else(|error| panic!("{position:?} is refused by the model: {error}"))
}

/// Compares the moves of a position, what each leads to, their number, and the outcome; gives the number of moves.
///
/// # Panics
///
/// Where engine and model differ.
pub fn compare(position: &Position) -> u64 {
    let model = model(position);
    assert_eq!(position.to_string(), model.text());
    let theirs: Vec<_> = model.moves().iter().map(|mv| (mv.text(), mv.after.text())).collect();
    let mut ours: Vec<_> =
        position.moves().iter().map(|mv| (position.move_text(mv), position.after(mv).to_string())).collect();
    ours.sort();
    assert_eq!(ours, theirs, "{position:?}");
    assert_eq!(position.count_moves(), ours.len() as u64, "{position:?}");
    let winner = position.outcome().map(|outcome| outcome.winner());
    assert_eq!(winner, theirs.is_empty().then(|| Some(!position.side_to_move())), "{position:?}");
    ours.len() as u64
}

/// Compares how moves are read: every text that the model says fits a move is read as that move, and a move jumps and
/// promotes as it does there.
///
/// # Panics
///
/// Where engine and model differ.
pub fn compare_reading(position: &Position) {
    for theirs in model(position).moves() {
        let after = theirs.after.text();
        for text in theirs.all_texts() {
            let ours = position.read_move(&text).unwrap_or_else(|error| panic!("{position:?}: {text}: {error}"));
            let jumped: Vec<_> = ours.jumped().iter().map(ToString::to_string).collect();
            let expected: Vec<_> = theirs.jumped.iter().map(ToString::to_string).collect();
            assert_eq!(jumped, expected, "{position:?}: {text}");
            assert_eq!(ours.is_promotion(), theirs.promotes, "{position:?}: {text}");
            assert_eq!(position.after(&ours).to_string(), after, "{position:?}: {text}");
        }
    }
}

/// Every tower of up to the given number of pieces: both sides on top, men and kings at every place, every depth of prison.
#[must_use]
pub fn every_tower(height: usize) -> Vec<Tower> {
    let mut towers = Vec::new();
    for pieces in 1..=height {
        for code in 0..1u32 << (2 * pieces) {
            let piece = |n: usize| {
                let side = if code >> (2 * n) & 1 == 0 { Side::White } else { Side::Black };
                if code >> (2 * n) & 2 == 0 { Piece::man(side) } else { Piece::king(side) }
            };
            // More than two runs of colour are no tower (T-16).
            towers.extend(Tower::from_pieces((0..pieces).map(piece)));
        }
    }
    towers
}

/// Compares every position that has exactly the given number of towers, none higher than `height`, up to the turn of
/// the board that exchanges the sides; of the sets of squares, those whose number leaves the remainder `share.0` when
/// divided by `share.1`.
///
/// Of the two positions that the turn makes one, White's is compared in even places and Black's in odd ones.
///
/// # Panics
///
/// Where engine and model differ.
pub fn exhaust(count: usize, height: usize, rules: &Rules, share: (u64, u64)) -> Checked {
    let towers = every_tower(height);
    let allowed = |square: Square| -> Vec<Tower> {
        let stands = |tower: &&Tower| {
            let far = if tower.side() == Side::White { 7 } else { 0 };
            tower.is_king() || square.rank() != far
        };
        towers.iter().filter(stands).copied().collect()
    };
    let allowed: Vec<Vec<Tower>> = (0..32).map(|index| allowed(Square::new(index).expect("one of 32"))).collect();
    let mut checked = Checked::default();
    let mut set = 0;
    for_each_choice_of_squares(count, &mut |squares| {
        set += 1;
        if set % share.1 != share.0 {
            return;
        }
        let kinds: Vec<&[Tower]> = squares.iter().map(|square| allowed[square.index() as usize].as_slice()).collect();
        for_each_filling(&kinds, &mut Vec::new(), &mut |towers: &[Tower]| {
            let set_up = squares.iter().copied().zip(towers.iter().copied());
            let mut position = Position::builder(Side::White, rules).towers(set_up).build().expect("few pieces");
            if checked.positions % 2 == 1 {
                position = position.transform(Symmetry::Turn);
            }
            let moves = compare(&position);
            checked.positions += 1;
            checked.moves += moves;
            checked.finished += u64::from(moves == 0);
        });
    });
    checked
}
