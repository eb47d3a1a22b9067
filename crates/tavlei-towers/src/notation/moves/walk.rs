//! Plays what a text says step by step, as the rules are, and stops at the first step that breaks one.

use tavlei_geometry::dark::{Bitboard, Square};

use super::{Given, Start, Step};
use crate::jump_chain::JumpChain;
use crate::padded::PaddedBitboard;
use crate::{Landing, Move, Position, generate};

/// Where a text departs from what is legal, and how. It is data: words are made of it only for who asks for them.
pub(super) struct Fault<'a> {
    pub(super) offset: usize,
    pub(super) broken: Broken<'a>,
}

/// The rule that a step breaks.
pub(super) enum Broken<'a> {
    /// Nothing stands on the square that the move starts on.
    Empty(Square),
    /// The tower on that square is the other side's.
    NotYours(Square),
    /// There is nothing to capture, and the tower does not go there.
    NoQuietMove(Square, Square),
    /// A quiet move is written with the sign of a capture.
    TakesNothing(Square, Square),
    /// A quiet move goes on.
    GoesNoFurther,
    /// Another tower must capture; this one can't.
    CannotCapture(Square),
    /// The tower must capture, but goes quietly.
    MustCapture(Square, Square),
    /// The tower in the air can't jump from the one square to the other.
    NoJump(JumpChain<'a>, Square, Square),
    /// Behind the tower on the first square the capture goes on from elsewhere, but not from the second.
    MustLandElsewhere(Square, Square),
    /// The capture goes on from this square, but the text does not.
    MustGoOn(Square),
}

/// The legal move that is played as the text says, square by square, if there is one and no other.
#[inline]
pub(super) fn only(position: &Position, given: &Given) -> Option<Move> {
    match given.start {
        // A capture that can be played needs no proof that one must be.
        Start::Square(start) if given.capture_sign.is_some() => {
            let is_own = position.boards().own.intersects(PaddedBitboard::of(start.square));
            if is_own { walk_capture(position, start, given).ok() } else { None }
        }
        Start::Square(start) => walk(position, start, given).ok(),
        Start::File(file, offset) => {
            let mut starts = position.towers_of(position.to_move()) & Bitboard::file(file);
            let must_capture = position.boards().can_capture();
            let mut only = None;
            while let Some(square) = starts.first() {
                starts.remove(square);
                if let Ok(mv) = walk_from(position, Step { square, offset }, given, must_capture)
                    && only.replace(mv).is_some()
                {
                    return None;
                }
            }
            only
        }
    }
}

/// Plays the text with this start.
#[inline]
pub(super) fn walk<'a>(position: &'a Position, start: Step, given: &Given) -> Result<Move, Fault<'a>> {
    let (boards, from) = (position.boards(), PaddedBitboard::of(start.square));
    if boards.own.intersects(from) {
        walk_from(position, start, given, boards.can_capture())
    } else if boards.enemy.intersects(from) {
        fault(start, Broken::NotYours(start.square))
    } else {
        fault(start, Broken::Empty(start.square))
    }
}

/// Plays the text with a tower of the side to move.
#[inline]
fn walk_from<'a>(position: &'a Position, start: Step, given: &Given, must_capture: bool) -> Result<Move, Fault<'a>> {
    if must_capture { walk_capture(position, start, given) } else { walk_quietly(position, start, given) }
}

#[expect(clippy::indexing_slicing, reason = "a text that has been read names a square behind its start")]
fn walk_quietly<'a>(position: &'a Position, start: Step, given: &Given) -> Result<Move, Fault<'a>> {
    let (from, to) = (start.square, given.path[0]);
    if !generate::quiet_targets(position, from).intersects(PaddedBitboard::of(to.square)) {
        return fault(to, Broken::NoQuietMove(from, to.square));
    }
    if let Some(offset) = given.capture_sign {
        return Err(Fault { offset, broken: Broken::TakesNothing(from, to.square) });
    }
    match given.path.get(1) {
        None => Ok(Move::quiet(from, to.square, generate::crowns(position, from, to.square))),
        Some(&more) => fault(more, Broken::GoesNoFurther),
    }
}

fn walk_capture<'a>(position: &'a Position, start: Step, given: &Given) -> Result<Move, Fault<'a>> {
    let mut chain = JumpChain::begin(position, start.square);
    let (mut at, mut goes_on) = (start, true);
    for (i, &to) in given.path.iter().enumerate() {
        let square = PaddedBitboard::of(to.square);
        let Some(jump) = chain.jump_to(at.square, to.square) else {
            return if i > 0 {
                fault(to, Broken::NoJump(chain, at.square, to.square))
            } else if !chain.goes_on(PaddedBitboard::of(at.square)) {
                fault(start, Broken::CannotCapture(at.square))
            } else if generate::quiet_targets(position, at.square).intersects(square) {
                fault(to, Broken::MustCapture(at.square, to.square))
            } else {
                fault(to, Broken::NoJump(chain, at.square, to.square))
            };
        };
        let next = chain.after(&jump);
        goes_on = next.goes_on(square);
        // Rule T-10.
        if !goes_on
            && position.setting().landing == Landing::MustContinue
            && (jump.behind & !square).each().any(|other| next.goes_on(other))
        {
            return fault(to, Broken::MustLandElsewhere(jump.over.square(), to.square));
        }
        (chain, at) = (next, to);
    }
    if goes_on {
        return fault(at, Broken::MustGoOn(at.square));
    }
    Ok(chain.landed(PaddedBitboard::of(at.square)))
}

fn fault<T>(at: Step, broken: Broken<'_>) -> Result<T, Fault<'_>> {
    Err(Fault { offset: at.offset, broken })
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use tavlei_game::{Game, Notation, random_move};

    use super::super::parse;
    use super::*;
    use crate::Rules;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// A text that names every landing square needs no list of moves (T-15).
        #[test]
        fn every_legal_move_is_played_as_its_text_says(
            seed in any::<u64>(), plies in 0..100_u32,
            rules in prop::sample::select(vec!["", "landing=free", "rejump=once", "rejump=no-reversal,landing=free"]),
        ) {
            let rng = &mut StdRng::seed_from_u64(seed);
            let mut position = Position::start(&rules.parse::<Rules>().expect("rules"));
            for _ in 0..plies {
                let Some(mv) = random_move(&position, rng) else { break };
                position.play_unchecked(&mv);
            }
            for mv in position.moves() {
                let text = position.move_text(&mv);
                prop_assert_eq!(only(&position, &parse(&text).expect("a move")), Some(mv), "{}: {}", position, text);
            }
        }
    }
}
