//! What several tests need.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tavlei_ashtarashki::{Label, Position, Rules, ThirdRetreat};
use tavlei_game::{Game, Notation, Side};
use tavlei_geometry::dark::Square;
use tavlei_verify::models::ashtarashki::{self as reference, Model};

/// The default rules, and the other ones.
pub(crate) const FREE: Rules = Rules { third_retreat: ThirdRetreat::Free };
pub(crate) const FORCED: Rules = Rules { third_retreat: ThirdRetreat::Forced };

/// The position that this text stands for, under the default rules.
#[track_caller]
pub(crate) fn position(text: &str) -> Position {
    under(FREE, text)
}

/// The position that this text stands for, under these rules.
#[track_caller]
pub(crate) fn under(rules: Rules, text: &str) -> Position {
    Position::read_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of all legal moves, sorted, in one line.
pub(crate) fn moves(position: &Position) -> String {
    let mut texts = position.moves().iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>();
    texts.sort();
    texts.join(" ")
}

/// The text of the position after the moves with these texts.
#[track_caller]
pub(crate) fn after(position: &Position, moves: &str) -> String {
    let play = |here: Position, text| match here.read_move(text) {
        Ok(mv) => here.after(&mv),
        Err(error) => panic!("{here}: {text}: {error}"),
    };
    moves.split_whitespace().fold(*position, play).to_string()
}

/// The message with which a move is refused.
#[track_caller]
pub(crate) fn refusal(position: &Position, text: &str) -> String {
    match position.read_move(text) {
        Ok(mv) => panic!("{position}: {text} is read as {mv}"),
        Err(error) => error.to_string(),
    }
}

/// The outcome as the case files write it: `W2 Full`, or `-` while the game goes on.
pub(crate) fn result(position: &Position) -> String {
    match position.outcome() {
        None => "-".into(),
        Some(outcome) => {
            let winner = if outcome.winner() == Some(Side::White) { 'W' } else { 'B' };
            format!("{winner}{} {:?}", outcome.points(), outcome.reason())
        }
    }
}

/// A generator of random numbers that gives the same ones in every run.
pub(crate) fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The rules as the reference model has them.
pub(crate) fn model_rules(rules: Rules) -> reference::Rules {
    let third_retreat = match rules.third_retreat {
        ThirdRetreat::Free => reference::ThirdRetreat::Free,
        ThirdRetreat::Forced => reference::ThirdRetreat::Forced,
    };
    reference::Rules { third_retreat }
}

/// A position that a random number of random moves has led to.
pub(crate) fn reached(seed: u64, rules: Rules) -> (Position, Model) {
    both(Model::random_reachable(seed, (seed * 7 % 130) as u32, model_rules(rules)), rules)
}

/// A position set up by hand at random, of a kind in which many rules meet.
pub(crate) fn hand_set(seed: u64, rules: Rules) -> (Position, Model) {
    both(Model::random_hand_set(seed, model_rules(rules)), rules)
}

/// A position set up by hand at random in which stones with full rights stand close to home, and enemies before it and on
/// the far rank itself: captures finish there, and some have to.
pub(crate) fn close_to_home(seed: u64, rules: Rules) -> Position {
    let rng = &mut rng(seed);
    let side = if rng.random() { Side::White } else { Side::Black };
    let seen_from = |square: Square| if side == Side::White { square } else { square.rotate() };
    let mut builder = Position::builder(side, &rules);
    let mut free = Square::ALL.to_vec();
    let mut put = |owner, labels: &[Label], ranks: core::ops::RangeInclusive<u8>, stones: usize| {
        for n in 0..stones {
            let candidates: Vec<Square> =
                free.iter().copied().filter(|square| ranks.contains(&square.rank())).collect();
            if let Some(&square) = candidates.get(rng.random_range(0..candidates.len().max(1))) {
                free.retain(|&other| other != square);
                builder = builder.clone().stone(owner, labels[n % labels.len()], seen_from(square));
            }
        }
    };
    put(side, &[Label::M1, Label::M2, Label::M3], 4..=6, 3);
    put(!side, &[Label::M1, Label::M2, Label::V3, Label::W, Label::W], 5..=7, 7);
    put(side, &[Label::V1, Label::W], 0..=3, 2);
    builder.build().expect("few enough stones on free squares")
}

fn both(model: Model, rules: Rules) -> (Position, Model) {
    (under(rules, &model.text()), model)
}
