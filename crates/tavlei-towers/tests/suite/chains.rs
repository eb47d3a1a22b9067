//! What holds of every capture, jump by jump, with a tally of how often each rule was at work.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::{all_rules, hand_set, reached};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tavlei_game::{Entry, Game, Notation, Side};
use tavlei_geometry::dark::{Bitboard, Direction, Square};
use tavlei_towers::{Landing, Move, Position, Rejump, Rules};
use tavlei_verify::test_size;

/// How often what has happened.
type Counters = BTreeMap<&'static str, u64>;

fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![3 => Just(Rules::default()), 1 => proptest::sample::select(all_rules())]
}

fn any_position() -> impl Strategy<Value = Position> {
    let by_hand = (any_rules(), 0..1_000_000u64).prop_map(|(rules, seed)| hand_set(seed, &rules));
    let by_play = (any_rules(), any::<u64>(), 0..120u32).prop_map(|(rules, seed, plies)| reached(seed, plies, &rules));
    prop_oneof![by_hand, by_play]
}

#[test]
fn every_capture_keeps_the_rules() {
    // In a quarter of the cases, things that depend on chance are met at least an eighth as often.
    let (cases, part) = test_size((4_000, 8), (16_000, 1));
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let counters = RefCell::new(Counters::new());
    runner
        .run(&any_position(), |position| {
            let counters = &mut *counters.borrow_mut();
            check_position(&position, counters);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let counters = counters.into_inner();
    for (what, times) in &counters {
        println!("{times:9} {what}");
    }
    // A property that hardly ever meets its case is worth little.
    for (what, at_least) in [
        ("positions with captures", 4000),
        ("captures", 12_000),
        ("captures by kings", 8000),
        ("captures of four jumps and more", 3000),
        ("captures of eight jumps and more", 500),
        ("T-10: a landing square is forbidden", 5000),
        ("T-11: a jump leaves the rest of a tower", 20_000),
        ("T-11: a jump empties a square", 5000),
        ("T-11: a jump frees a tower", 5000),
        ("T-11: a square emptied on the way is passed or landed on", 700),
        ("T-11: the start is passed or landed on", 1000),
        ("T-12: a tower is jumped again", 2500),
        ("T-12: the last tower stands in the way", 5000),
        ("T-12: a king turns back over an emptied square", 500),
        ("T-13: a man is crowned on the way and goes on", 400),
        ("T-13: a man is crowned at the end", 250),
        ("T-14: a king is taken", 7000),
        ("T-14: a king comes to the top", 5000),
        ("T-15: a move has several texts", 150),
    ] {
        let times = counters.get(what).copied().unwrap_or(0);
        assert!(times >= at_least / part, "{what}: {times} times, {at_least} / {part} wanted");
    }
}

fn check_position(position: &Position, counters: &mut Counters) {
    let moves = position.moves();
    let captures = moves.iter().filter(|mv| mv.is_capture()).count();
    assert!(captures == 0 || captures == moves.len(), "T-7: {position:?}");
    let side = position_side(position);
    if let Ok(entry) = Entry::new(position, side) {
        assert_eq!(entry.choices(), moves.iter().map(Move::from).collect::<Bitboard>());
    }
    if captures == 0 {
        return;
    }
    count(counters, "positions with captures");

    // What can be entered step by step is what is listed.
    let mut entered = Vec::new();
    let mut budget = 20_000;
    for start in Entry::new(position, side).expect("there are moves").choices() {
        let begun = Entry::begin(position, side, start).expect("it can capture");
        enter_all(&begun, &mut entered, &mut budget);
    }
    if budget > 0 {
        entered.sort();
        entered.dedup();
        let mut listed = moves.clone();
        listed.sort();
        assert_eq!(entered, listed, "{position:?}");
    }
    for mv in moves.iter().take(200) {
        check_capture(position, mv, counters);
    }
}

/// Enters every continuation of a capture; stops when the budget is used up.
fn enter_all(capture: &Entry<Position>, entered: &mut Vec<Move>, budget: &mut u32) {
    *budget = budget.saturating_sub(1);
    if *budget == 0 {
        return;
    }
    let landings = capture.choices();
    assert_eq!(capture.is_complete(), landings.is_empty(), "{capture:?}");
    if landings.is_empty() {
        entered.push(capture.finish().expect("complete"));
        return;
    }
    assert!(capture.finish().is_err(), "T-7: {capture:?}");
    for to in Square::ALL {
        let mut next = capture.clone();
        let jumped = next.choose(to);
        assert_eq!(jumped.is_ok(), landings.contains(to), "{capture:?}: {to}");
        if jumped.is_ok() {
            enter_all(&next, entered, budget);
            assert!(next.take_back());
        }
        assert_eq!(next, *capture);
    }
}

/// Enters a listed capture by its text and looks at the board after every jump.
fn check_capture(position: &Position, mv: &Move, counters: &mut Counters) {
    let rules = position.rules();
    let text = position.move_text(mv);
    let route: Vec<Square> = text.split(':').map(|square| square.parse().expect("a square")).collect();
    let jumps = route.len() - 1;
    assert!(jumps <= 12 && jumps == mv.jumped().len(), "T-16: {position:?}: {text}");
    count(counters, "captures");
    count_if(counters, jumps >= 4, "captures of four jumps and more");
    count_if(counters, jumps >= 8, "captures of eight jumps and more");
    count_if(counters, position.kings().contains(mv.from()), "captures by kings");

    let mut capture = Entry::begin(position, position_side(position), mv.from()).expect(&text);
    let mut board = position.clone();
    let mut emptied = Bitboard::EMPTY;
    let mut heading: Option<Direction> = None;
    for (i, (&to, &over)) in route[1..].iter().zip(mv.jumped()).enumerate() {
        let from = capture.square().expect("it has begun");
        let (mover, jumped) = (tower(&board, from), tower(&board, over));
        let direction = from.direction_to(to).expect("T-8, T-9: along a diagonal");

        // T-8, T-9: one tower between, the enemy's; a man's landing right behind it.
        assert_eq!(from.between(to) & board.occupied(), Bitboard::from(over), "{position:?}: {text}: {to}");
        assert_eq!(jumped.side(), !position_side(position), "{position:?}: {text}: {to}");
        assert!(mover.is_king() || from.between(to).len() == 1, "T-8: {position:?}: {text}: {to}");
        assert!(!Bitboard::EDGE.contains(over), "T-16: {position:?}: {text}: {over}");

        // T-12 and its options.
        let before = &mv.jumped()[..i];
        match rules.rejump {
            Rejump::NotInSuccession => assert_ne!(before.last(), Some(&over), "T-12: {position:?}: {text}"),
            Rejump::Once => assert!(!before.contains(&over), "rejump=once: {position:?}: {text}"),
            Rejump::NoReversal => assert_ne!(heading, Some(direction.opposite()), "{position:?}: {text}"),
        }
        count_if(counters, before.contains(&over), "T-12: a tower is jumped again");
        let reversed = heading == Some(direction.opposite());
        count_if(counters, reversed, "T-12: a king turns back over an emptied square");
        let passed = from.between(to).with(to);
        count_if(counters, passed.intersects(emptied), "T-11: a square emptied on the way is passed or landed on");
        count_if(counters, i > 0 && passed.contains(mv.from()), "T-11: the start is passed or landed on");

        // T-10: all squares behind, of which some may be forbidden.
        let behind = over.slide(direction, board.occupied());
        let allowed = capture.choices() & behind;
        let forbidden = mover.is_king() && allowed != behind;
        assert!(!forbidden || rules.landing == Landing::MustContinue, "landing=free: {position:?}: {text}");
        count_if(counters, forbidden, "T-10: a landing square is forbidden");

        capture.choose(to).expect(&text);
        let next = capture.board();

        // T-11, T-13, T-14: what the jump has done.
        let crowned = !mover.is_king() && to.rank() == if mover.side() == Side::White { 7 } else { 0 };
        let grown = mover.with_prisoner(jumped.is_king());
        assert_eq!(tower(&next, to), if crowned { grown.promoted() } else { grown }, "{position:?}: {text}: {to}");
        assert_eq!(tower(&next, to).height(), mover.height() + 1, "T-11");
        assert_eq!(next.tower_at(over), jumped.without_commander(), "T-11: {position:?}: {text}: {over}");
        assert_eq!(next.tower_at(from), None, "T-11: {position:?}: {text}: {from}");
        for side in Side::BOTH {
            assert_eq!(next.pieces(side), position.pieces(side), "T-16: {position:?}: {text}");
        }
        match next.tower_at(over) {
            None => {
                emptied.insert(over);
                count(counters, "T-11: a jump empties a square");
            }
            Some(rest) => {
                count(counters, "T-11: a jump leaves the rest of a tower");
                count_if(counters, rest.side() == mover.side(), "T-11: a jump frees a tower");
                count_if(counters, rest.is_king(), "T-14: a king comes to the top");
            }
        }
        count_if(counters, jumped.is_king(), "T-14: a king is taken");
        let goes_on = i + 1 < jumps;
        count_if(counters, crowned && goes_on, "T-13: a man is crowned on the way and goes on");
        count_if(counters, crowned && !goes_on, "T-13: a man is crowned at the end");
        heading = Some(direction);
        board = next;

        // The capture under way survives being written, in its middle, too.
        assert_eq!(Entry::read(&capture.to_string(), &rules), Ok(capture.clone()));
    }
    // T-7: maximal, and the same move.
    assert!(capture.is_complete(), "T-7: {position:?}: {text}");
    assert_eq!(capture.finish(), Ok(*mv), "{position:?}: {text}");
    assert_eq!(capture.captured(), mv.jumped().iter().copied().collect());
    assert_eq!(position.after(mv), board.with_side_to_move(!position_side(position)), "{position:?}: {text}");

    // T-12: at the end the tower jumped last often stands there still, and may not be jumped.
    let after = position.after(mv).with_side_to_move(position_side(position));
    let last = *mv.jumped().last().expect("a jump");
    let back = Entry::begin(&after, position_side(position), mv.to())
        .is_ok_and(|again| again.choices().iter().any(|to| mv.to().between(to).contains(last)));
    count_if(counters, back, "T-12: the last tower stands in the way");
    let several = position.read_move(&text) == Ok(*mv) && route_count(position, mv) > 1;
    count_if(counters, several, "T-15: a move has several texts");
    // T-16: the number of towers never grows.
    assert!(position.after(mv).occupied().len() <= position.occupied().len());
}

/// Returns in how many ways a capture can be entered: the landing squares that differ.
fn route_count(position: &Position, mv: &Move) -> usize {
    fn ways(capture: &Entry<Position>, mv: &Move) -> usize {
        let done = capture.squares().len() - 1;
        if done == mv.jumped().len() {
            return usize::from(capture.finish() == Ok(*mv));
        }
        let next = capture.choices().iter().filter_map(|to| {
            let mut next = capture.clone();
            next.choose(to).ok()?;
            (next.captured() == mv.jumped()[..=done].iter().copied().collect()).then_some(next)
        });
        next.map(|next| ways(&next, mv)).sum()
    }
    if mv.jumped().len() > 4 {
        return 1;
    }
    ways(&Entry::begin(position, position_side(position), mv.from()).expect("legal"), mv)
}

fn tower(position: &Position, square: Square) -> tavlei_towers::Tower {
    position.tower_at(square).unwrap_or_else(|| panic!("{position}: {square} is empty"))
}

fn position_side(position: &Position) -> Side {
    tavlei_game::Sequential::side_to_move(position)
}

fn count(counters: &mut Counters, what: &'static str) {
    *counters.entry(what).or_default() += 1;
}

fn count_if(counters: &mut Counters, happened: bool, what: &'static str) {
    if happened {
        count(counters, what);
    }
}
