//! What several tests need.

use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei_game::{Game, Notation};
use tavlei_geometry::dark::{Bitboard, Square};
use tavlei_towers::{Landing, Position, Rejump, Rules};
use tavlei_verify::models::towers;

/// The position that this text stands for, under the default rules.
#[track_caller]
pub(crate) fn position(text: &str) -> Position {
    under("", text)
}

/// The position that this text stands for, under these rules.
#[track_caller]
pub(crate) fn under(rules: &str, text: &str) -> Position {
    let rules = rules.parse().expect("rules");
    Position::read_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of all legal moves, sorted.
pub(crate) fn texts(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.moves().iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

/// The position after the moves with these texts.
#[track_caller]
pub(crate) fn play(start: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(start.clone(), |here, text| {
        let mv = here.read_move(text).unwrap_or_else(|error| panic!("{here}: {text}: {error}"));
        here.after(&mv)
    })
}

/// The squares with these names.
pub(crate) fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::from_str(name).expect("a square")).collect()
}

/// All combinations of the options that say which moves there are, the default first.
pub(crate) fn all_rules() -> Vec<Rules> {
    let with_landing = |landing| Rejump::ALL.map(|rejump| Rules::default().with_rejump(rejump).with_landing(landing));
    Landing::ALL.into_iter().flat_map(with_landing).collect()
}

/// A generator of random numbers that gives the same ones in every run.
pub(crate) fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The rules as the reference model has them.
pub(crate) fn model_rules(rules: &Rules) -> towers::Rules {
    let rejump = match rules.rejump {
        Rejump::NotInSuccession => towers::Rejump::NotInSuccession,
        Rejump::Once => towers::Rejump::Once,
        Rejump::NoReversal => towers::Rejump::NoReversal,
    };
    let landing = match rules.landing {
        Landing::MustContinue => towers::Landing::MustContinue,
        Landing::Free => towers::Landing::Free,
    };
    towers::Rules { rejump, landing }
}

/// A position that is set up by hand at random, rich in kings, tall towers and long captures.
pub(crate) fn hand_set(seed: u64, rules: &Rules) -> Position {
    let text = towers::random_hand_set(seed).text();
    Position::read_position(&text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position that random play from the start has led to.
pub(crate) fn reached(seed: u64, plies: u32, rules: &Rules) -> Position {
    let mut position = Position::start(rules);
    tavlei_game::playout(&mut position, &mut rng(seed), plies);
    position
}

/// The message with which a move is refused.
#[track_caller]
pub(crate) fn move_error(position: &Position, text: &str) -> String {
    position.read_move(text).expect_err(text).to_string()
}
