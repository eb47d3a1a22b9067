//! Bytes to a position, from the start or set up by hand, and to moves from there: the engine does what the slow model
//! does, keeps the laws, and everything is there again when the moves have been taken back.
//!
//! The positions on the way are compared, and the one that the game stops in is looked into with all that is slow, too.
//! As every beginning of a game is a game that other bytes play, nothing is left out, and many more games are played.

use std::collections::BTreeMap;

use tavlei_game::{Game, History, Keyed, Notation, Sequential, Side, laws};
use tavlei_geometry::dark::Square;
use tavlei_verify::models::{ashtarashki as slow_ashtarashki, proryv as slow_proryv, towers as slow_towers};
use tavlei_verify::{ashtarashki, proryv, towers};

use crate::bytes::Bytes;

/// The model needs all jumps of all captures in memory, so positions with more moves than this are left to the laws.
const MAX_MOVES: u64 = 200;
/// So many plies are played at most.
const PLIES: usize = 24;

/// Tower checkers: engine and model.
pub fn towers_reference(data: &[u8]) {
    let bytes = &mut Bytes::new(data);
    let Some(start) = towers_position(bytes) else { return };
    let (end, strangers) = walk(start, bytes, |position| {
        if position.nth_move(MAX_MOVES).is_none() {
            towers::compare(position);
        }
    });
    if end.nth_move(MAX_MOVES).is_none() {
        towers::compare_reading(&end);
        keep_laws(&end, &strangers);
    }
}

/// Ashtarashki: engine and model.
pub fn ashtarashki_reference(data: &[u8]) {
    let bytes = &mut Bytes::new(data);
    let Some(start) = ashtarashki_position(bytes) else { return };
    let mut weight = start.weight() + 1;
    let (end, strangers) = walk(start, bytes, |position| {
        ashtarashki::compare(position);
        // every ply lowers the weight, so no game is endless.
        assert!(position.weight() < weight, "{position:?}");
        weight = position.weight();
    });
    keep_laws(&end, &strangers);
}

/// Proryv: engine and model.
pub fn proryv_reference(data: &[u8]) {
    let bytes = &mut Bytes::new(data);
    let Some((start, mut model)) = proryv_position(bytes) else { return };
    let mut history = History::new(start);
    proryv::compare_position(&start, &model);
    while !bytes.is_empty() && history.len() < PLIES {
        let Some(turn) = bytes.legal_move(history.position()) else { break };
        model = model.play(&turn.white.to_string(), &turn.black.to_string()).expect("legal in the model");
        history.play(&turn).expect("a listed move is legal");
        let position = history.position();
        proryv::compare_position(position, &model);
        assert_eq!(position.key(), position.key_from_scratch(), "{position:?}");
    }
    let end = *history.position();
    if end.count_moves() <= MAX_MOVES {
        proryv::compare(&end, &model);
        let strangers: Vec<_> = history.moves().copied().collect();
        let kept = laws::of_game(&end, &strangers).and_then(|()| laws::of_simultaneous(&end));
        kept.unwrap_or_else(|broken| panic!("{broken}"));
    }
    take_all_back(history);
}

/// Plays a game by the bytes, visits every position of it, and takes all back; gives the last position, with moves that
/// were legal earlier.
fn walk<G: Keyed>(start: G, bytes: &mut Bytes<'_>, mut visit: impl FnMut(&G)) -> (G, Vec<G::Move>) {
    let mut history = History::new(start);
    let mut strangers = Vec::new();
    loop {
        let position = history.position();
        visit(position);
        assert_eq!(position.key(), position.key_from_scratch(), "{position:?}");
        if bytes.is_empty() || history.len() == PLIES {
            break;
        }
        let Some(mv) = bytes.legal_move(position) else { break };
        strangers.extend(position.nth_move(0));
        strangers.push(mv.clone());
        history.play(&mv).expect("a listed move is legal");
    }
    let end = history.position().clone();
    take_all_back(history);
    (end, strangers)
}

/// Taking back restores every position to the last bit, and the game can be played again as it was.
fn take_all_back<G: Keyed>(mut history: History<G>) {
    let whole = history.clone();
    while !history.is_empty() {
        history.take_back();
        let expected = whole.position_at(history.len()).expect("it has been there");
        assert_eq!(history.position(), expected);
        assert_eq!(history.position().key(), expected.key());
        assert_eq!(format!("{:?}", history.position()), format!("{expected:?}"));
    }
    let again = History::from_moves(history.start().clone(), whole.moves()).expect("each move was legal");
    assert_eq!(again, whole);
}

fn keep_laws<G: Sequential + Notation + Keyed>(position: &G, strangers: &[G::Move]) {
    let kept = laws::of_game(position, strangers)
        .and_then(|()| laws::of_sequential(position))
        .and_then(|()| laws::of_key(position));
    kept.unwrap_or_else(|broken| panic!("{broken}"));
}

/// A position of tower checkers under any rules: the start, or towers set up by the bytes. What the engine refuses the
/// model refuses, too.
pub(crate) fn towers_position(bytes: &mut Bytes<'_>) -> Option<tavlei_towers::Position> {
    use tavlei_towers::{Landing, Position, Rejump, Rules};
    let choice = bytes.byte();
    let rules = Rules::default()
        .with_rejump(Rejump::ALL[usize::from(choice >> 1) % 3])
        .with_landing(Landing::ALL[usize::from(choice >> 3) % 2]);
    if choice & 1 == 0 {
        return Some(Position::start(&rules));
    }
    let mut sides = [BTreeMap::new(), BTreeMap::new()];
    let turn = if choice & 16 == 0 { 'w' } else { 'b' };
    for _ in 0..1 + bytes.below(10) {
        let square = Square::new(bytes.byte() % 32).expect("one of 32");
        let (shape, ranks) = (bytes.byte(), bytes.byte());
        let [own, prisoners] = [1 + (shape >> 1 & 3), (shape >> 3 & 7).saturating_sub(2)];
        let mut tower = String::new();
        for n in 0..own + prisoners {
            if n == own {
                tower.push('/');
            }
            tower.push(if ranks >> (n % 8) & 1 == 0 { '0' } else { '1' });
        }
        if sides[1 - usize::from(shape & 1)].contains_key(&square) {
            continue;
        }
        sides[usize::from(shape & 1)].insert(square, tower);
    }
    let list = |towers: &BTreeMap<Square, String>| {
        towers.iter().map(|(square, tower)| format!("{square}={tower}")).collect::<Vec<_>>().join(",")
    };
    let text = format!("{turn} {};{}", list(&sides[0]), list(&sides[1]));
    let position = Position::read_position(&text, &rules);
    let model = slow_towers::Model::parse(&text, towers::model_rules(&rules));
    assert_eq!(position.is_ok(), model.is_ok(), "{text}: {position:?}, {model:?}");
    position.ok()
}

/// A position of Ashtarashki under any rules: the start, or stones set up by the bytes. What the engine refuses the
/// model refuses, too; a stone on its far rank whose label is not `F` is finished for the engine, and refused by the model.
pub(crate) fn ashtarashki_position(bytes: &mut Bytes<'_>) -> Option<tavlei_ashtarashki::Position> {
    use tavlei_ashtarashki::{Position, Rules, ThirdRetreat};
    const LABELS: [&str; 8] = ["M1", "M2", "M3", "V1", "V2", "V3", "W", "F"];
    let choice = bytes.byte();
    let rules = Rules { third_retreat: if choice & 2 == 0 { ThirdRetreat::Free } else { ThirdRetreat::Forced } };
    if choice & 1 == 0 {
        return Some(Position::start(&rules));
    }
    let mut sides = [BTreeMap::new(), BTreeMap::new()];
    let turn = if choice & 4 == 0 { 'w' } else { 'b' };
    let mut mended = false;
    for _ in 0..bytes.below(25) {
        let square = Square::new(bytes.byte() % 32).expect("one of 32");
        let stone = bytes.byte();
        let side = usize::from(stone & 1);
        let mut label = usize::from(stone >> 1) % 8;
        // Nearly always what may stand there, so that most positions are some.
        if stone & 0xf0 != 0 && (square.rank() == [7, 0][side]) != (label == 7) {
            label = if label == 7 { 6 } else { 7 };
        }
        if !sides[1 - side].contains_key(&square) {
            mended |= square.rank() == [7, 0][side] && label != 7;
            sides[side].insert(square, LABELS[label]);
        }
    }
    let list = |stones: &BTreeMap<Square, &str>| {
        stones.iter().map(|(square, label)| format!("{label}{square}")).collect::<Vec<_>>().join(",")
    };
    let text = format!("{turn} {};{}", list(&sides[0]), list(&sides[1]));
    let position = Position::read_position(&text, &rules);
    let model = slow_ashtarashki::Model::parse(&text, ashtarashki::model_rules(&rules));
    assert!(mended || position.is_ok() == model.is_ok(), "{text}: {position:?}, {model:?}");
    position.ok()
}

/// A position of Proryv on any board: the start, or men set up by the bytes.
fn proryv_position(bytes: &mut Bytes<'_>) -> Option<(tavlei_proryv::Position, slow_proryv::Model)> {
    use tavlei_proryv::Position;
    let (choice, size) = (bytes.byte(), bytes.byte());
    let model_rules = slow_proryv::Rules {
        files: 3 + (size & 15) as i8 % 6,
        ranks: 4 + (size >> 4) as i8 % 5,
        passing: choice & 2 == 0,
        layout: if choice & 4 == 0 { slow_proryv::Layout::Author } else { slow_proryv::Layout::TwoRanks },
    };
    let rules = proryv::engine_rules(model_rules);
    if choice & 1 == 0 {
        return Some((Position::start(&rules), slow_proryv::Model::start(model_rules)));
    }
    let squares = model_rules.squares();
    let mut sides = [Vec::new(), Vec::new()];
    for _ in 0..bytes.below(17) {
        let man = bytes.byte();
        let square = squares[usize::from(man >> 1) % squares.len()].to_string();
        if !sides.iter().any(|men| men.contains(&square)) {
            sides[usize::from(man & 1)].push(square);
        }
    }
    let turn = if choice & 8 == 0 { 'w' } else { 'b' };
    let text = format!("{turn} {};{}", sides[0].join(","), sides[1].join(","));
    let position = Position::read_position(&text, &rules).expect(&text);
    let model = slow_proryv::Model::parse(&text, model_rules).expect(&text);
    Some((position, model))
}

/// A position of Proryv for those who need no model.
pub(crate) fn proryv_unfinished(bytes: &mut Bytes<'_>) -> Option<tavlei_proryv::Position> {
    proryv_position(bytes).map(|(position, _)| position).filter(|position| position.outcome().is_none())
}

/// The side that a byte names.
pub(crate) fn side(bytes: &mut Bytes<'_>) -> Side {
    Side::BOTH[bytes.below(2)]
}
