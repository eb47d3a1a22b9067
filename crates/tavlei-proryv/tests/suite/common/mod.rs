//! What several tests share: rule sets, and positions set up by hand.

pub(crate) mod model;
#[cfg(feature = "signed")]
pub(crate) mod sealed;

use rand::Rng;
use tavlei_game::Side;
use tavlei_geometry::rect::Bitboard;
use tavlei_proryv::{Position, Rules};

/// Rule sets that between them have every edge: smallest, narrowest, lowest, widest, with passing and without.
pub(crate) const RULES: &[&str] = &[
    "board=4x5",
    "board=4x5,pass=no",
    "board=3x4",
    "board=3x4,pass=no",
    "board=3x8",
    "board=5x5,pass=no,turns=30",
    "board=8x4,pass=no",
    "board=8x8",
    "board=8x8,pass=no,start=3",
    "board=7x6,start=a1+b2+g3/c6+d5",
];

/// The rules with this text.
pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

/// A position set up by hand: from lone men to a full board; sometimes a side is gone, sometimes a man is on its goal
/// rank.
pub(crate) fn set_up(rules: &Rules, rng: &mut impl Rng) -> Position {
    let mut men = [Bitboard::EMPTY; 2];
    // The chances in 12 that a square holds a man of each side.
    let chances = [rng.next_u32() % 7, rng.next_u32() % 7];
    let may_be_over = rng.next_u32().is_multiple_of(8);
    for square in rules.board().squares() {
        let dice = rng.next_u32() % 12;
        let side = match dice {
            dice if dice < chances[0] => Side::White,
            dice if dice < chances[0] + chances[1] => Side::Black,
            _ => continue,
        };
        if may_be_over || !rules.goal(side).contains(square) {
            men[side as usize].insert(square);
        }
    }
    let recorder = Side::BOTH[rng.next_u32() as usize % 2];
    let [white, black] = men;
    Position::builder(recorder, rules)
        .men(Side::White, white)
        .men(Side::Black, black)
        .build()
        .expect("on the board, and no square twice")
}
