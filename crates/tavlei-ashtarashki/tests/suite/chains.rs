//! Invariants of captures, on positions from random play and on ones set up by hand, with a tally of how often each of
//! them meets its case.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{self, FORCED, FREE, close_to_home, hand_set, reached};
use proptest::prelude::*;
use tavlei_ashtarashki::{Label, Move, Position};
use tavlei_game::{Entry, EntryError, Game, Notation, Sequential, Side};
use tavlei_geometry::dark::{Bitboard, Square};

/// How many captures of a test had what an invariant is about.
#[derive(Debug, Default)]
struct Counters {
    captures: AtomicU32,
    chains: AtomicU32,
    longest: AtomicU32,
    backward: AtomicU32,
    takes_w: AtomicU32,
    finishes: AtomicU32,
    finishes_in_reach_of_more: AtomicU32,
    branches: AtomicU32,
}

fn add(counter: &AtomicU32, fact: bool) {
    counter.fetch_add(u32::from(fact), Ordering::Relaxed);
}

impl Counters {
    fn numbers(&self) -> [u32; 8] {
        [
            &self.captures,
            &self.chains,
            &self.longest,
            &self.backward,
            &self.takes_w,
            &self.finishes,
            &self.finishes_in_reach_of_more,
            &self.branches,
        ]
        .map(|counter| counter.load(Ordering::Relaxed))
    }
}

/// The labels on the board, square by square.
fn label_at(position: &Position, square: Square) -> Option<Label> {
    position.stone_at(square).map(|stone| stone.label)
}

fn total(position: &Position) -> u32 {
    Side::BOTH.into_iter().map(|side| position.stones_of(side).len()).sum()
}

/// Checks one listed capture against everything that must be true of it.
fn check_capture(position: &Position, mv: &Move, counters: &Counters) -> Result<(), TestCaseError> {
    let side = position.side_to_move();
    let far_rank = Position::far_rank(side);
    let own = label_at(position, mv.from()).expect("a stone moves");
    prop_assert!(own.can_capture(), "A-7");

    let mut at = mv.from();
    let mut taken = Bitboard::EMPTY;
    let mut by_steps = Entry::begin(position, side, mv.from()).expect("it is listed");
    for to in mv.landings() {
        prop_assert!(!far_rank.contains(at), "A-12: no link starts on the far rank");
        prop_assert!(at.neighbours().contains(to), "A-7: a link is one diagonal step");
        let victim = position.stone_at(to).expect("A-7: something is taken");
        prop_assert!(victim.side != side && own.beats(victim.label), "A-8: {} takes {}", own, victim.label);
        prop_assert!(!taken.contains(to), "nothing is taken twice");
        add(&counters.takes_w, victim.label == Label::W);
        add(&counters.backward, (to.rank() > at.rank()) != (side == Side::White));

        prop_assert!(!by_steps.is_complete() && by_steps.choices().contains(to));
        let unfinished = by_steps.finish();
        prop_assert!(matches!(unfinished, Err(EntryError::Incomplete { .. })), "A-11: {:?}", unfinished);
        let before = by_steps.clone();
        by_steps.choose(to).expect("each prefix is playable");
        let mut back = by_steps.clone();
        prop_assert!(back.take_back() && back == before, "taking back restores everything");
        prop_assert_eq!(by_steps.to_string().parse::<Entry<Position>>().expect("read as written").square(), Some(to));
        taken.insert(to);
        at = to;
    }
    prop_assert!(by_steps.is_complete(), "A-11: a chain listed is maximal");
    prop_assert_eq!(by_steps.finish(), Ok(*mv));
    prop_assert_eq!((taken, at), (mv.captured(), mv.to()));
    prop_assert!(mv.jumps() >= 1 && mv.jumps() <= Move::MAX_JUMPS && mv.jumps() == taken.len());

    let after = position.after(mv);
    prop_assert_eq!(position.stone_at(mv.to()).map(|stone| stone.side), Some(!side));
    prop_assert_eq!(after.stone_at(mv.from()), None);
    prop_assert_eq!(total(&after), total(position) - mv.jumps());
    let expected = if far_rank.contains(mv.to()) { Label::F } else { own };
    prop_assert_eq!(label_at(&after, mv.to()), Some(expected), "A-9, A-12: the stone keeps its label or finishes");
    prop_assert!((after.stones_of(side) - mv.to().into()).is_subset(position.stones_of(side)));

    let more = mv.to().neighbours().iter().any(|square| {
        position
            .stone_at(square)
            .is_some_and(|stone| stone.side != side && own.beats(stone.label) && !taken.contains(square))
    });
    prop_assert!(!more || far_rank.contains(mv.to()), "A-11");
    add(&counters.finishes, far_rank.contains(mv.to()));
    add(&counters.finishes_in_reach_of_more, more);
    add(&counters.captures, true);
    add(&counters.chains, mv.jumps() > 1);
    counters.longest.fetch_max(mv.jumps(), Ordering::Relaxed);
    Ok(())
}

/// Every move that can be entered square by square from here on.
fn entered(entry: &Entry<Position>, found: &mut Vec<Move>) {
    match entry.finish() {
        Ok(mv) => found.push(mv),
        Err(_) => {
            for to in entry.choices() {
                let mut longer = entry.clone();
                longer.choose(to).expect("offered");
                entered(&longer, found);
            }
        }
    }
}

fn check_position(position: &Position, counters: &Counters) -> Result<(), TestCaseError> {
    let listed = position.moves();
    let captures: Vec<Move> = listed.iter().copied().filter(Move::is_capture).collect();
    prop_assert!(captures.is_empty() || captures.len() == listed.len(), "A-10: captures, or none");
    for mv in &captures {
        check_capture(position, mv, counters)?;
        add(&counters.branches, captures.iter().any(|other| other.from() == mv.from() && other != mv));
    }
    let mut all_entered = Vec::new();
    for square in Square::ALL {
        if let Ok(entry) = Entry::begin(position, position.side_to_move(), square) {
            entered(&entry, &mut all_entered);
        }
    }
    all_entered.sort();
    let mut sorted = listed;
    sorted.sort();
    prop_assert_eq!(all_entered, sorted, "square by square and whole moves agree");
    Ok(())
}

#[test]
fn captures_obey_the_rules() {
    let counters = Counters::default();
    let config = ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&(0..3, any::<bool>(), 0..1_000_000u64), |(kind, forced, seed)| {
            let rules = if forced { FORCED } else { FREE };
            let position = match kind {
                0 => reached(seed, rules).0,
                1 => hand_set(seed, rules).0,
                _ => close_to_home(seed, rules),
            };
            check_position(&position, &counters)
        })
        .unwrap_or_else(|error| panic!("{error}"));
    println!("{counters:?}");
    let [captures, chains, longest, backward, takes_w, finishes, in_reach, branches] = counters.numbers();
    assert!(captures > 1_500 && chains > 700 && longest >= 5 && backward > 600, "{counters:?}");
    assert!(takes_w > 500 && finishes > 100 && in_reach > 5 && branches > 400, "{counters:?}");
}

/// No side has more than twelve stones, so no capture has more than twelve jumps; this one has as many.
#[test]
fn a_capture_can_take_all_twelve() {
    let position = common::position("w M1a1;Wb2,Wc3,Wb4,Wa5,Wb6,Wc7,Wd6,We5,Wf6,Wg5,Wf4,We3");
    assert_eq!(
        common::moves(&position),
        "a1:b2:c3:b4:a5:b6:c7:d6:e5:f4:e3 a1:b2:c3:b4:a5:b6:c7:d6:e5:f4:g5:f6 a1:b2:c3:b4:a5:b6:c7:d6:e5:f6:g5:f4:e3"
    );
    let all = position.read_move("a1:b2:c3:b4:a5:b6:c7:d6:e5:f6:g5:f4:e3").expect("listed");
    assert_eq!(all.jumps(), Move::MAX_JUMPS);
    assert_eq!(common::result(&position.after(&all)), "W2 Full");
}
