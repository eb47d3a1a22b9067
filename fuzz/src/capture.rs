//! Captures entered step by step are the captures that the position lists, whatever is taken back on the way.

use std::collections::BTreeSet;

use tavlei_ashtarashki as ashtarashki;
use tavlei_game::Game;
use tavlei_geometry::dark::{Bitboard, Square};
use tavlei_towers as towers;

use crate::bytes::Bytes;
use crate::play::{ashtarashki_position, towers_position};

/// More captures than these are not looked for one by one.
const MOST: usize = 200;

/// A capture under way in either game.
trait Steps: Clone + Eq + std::fmt::Debug {
    type Move: Ord + Clone + std::fmt::Debug;

    fn landings(&self) -> Bitboard;
    fn jump_to(&mut self, to: Square) -> bool;
    fn take_back(&mut self) -> Option<Square>;
    fn finished(&self) -> Option<Self::Move>;
    /// What is read from what is written.
    fn through_text(&self) -> Self;
}

impl Steps for towers::Capture {
    type Move = towers::Move;

    fn landings(&self) -> Bitboard {
        self.landings()
    }

    fn jump_to(&mut self, to: Square) -> bool {
        self.jump(to).is_ok()
    }

    fn take_back(&mut self) -> Option<Square> {
        self.take_back()
    }

    fn finished(&self) -> Option<towers::Move> {
        self.finish().ok()
    }

    fn through_text(&self) -> Self {
        Self::read(&self.to_string(), &self.position().rules()).expect("read as written")
    }
}

impl Steps for ashtarashki::Capture {
    type Move = ashtarashki::Move;

    fn landings(&self) -> Bitboard {
        self.landings()
    }

    fn jump_to(&mut self, to: Square) -> bool {
        self.jump(to).is_ok()
    }

    fn take_back(&mut self) -> Option<Square> {
        self.take_back()
    }

    fn finished(&self) -> Option<ashtarashki::Move> {
        self.finish().ok()
    }

    fn through_text(&self) -> Self {
        Self::read(&self.to_string(), &self.position().rules()).expect("read as written")
    }
}

/// Captures of tower checkers and of Ashtarashki.
pub fn capture(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.coin() {
        let Some(position) = towers_position(&mut bytes).map(|start| play_on(start, &mut bytes)) else { return };
        if position.nth_move(MOST as u64).is_some() {
            return;
        }
        let listed: BTreeSet<_> = position.moves().into_iter().filter(towers::Move::is_capture).collect();
        let begun: Vec<_> = squares().filter_map(|square| towers::Capture::begin(&position, square).ok()).collect();
        let starts: Bitboard = begun.iter().map(towers::Capture::start).collect();
        assert_eq!(starts, towers::Capture::starts(&position), "{position:?}");
        agree(&begun, &listed, &mut bytes);
    } else {
        let Some(position) = ashtarashki_position(&mut bytes).map(|start| play_on(start, &mut bytes)) else { return };
        let listed: BTreeSet<_> = position.moves().into_iter().filter(ashtarashki::Move::is_capture).collect();
        let begun: Vec<_> = squares().filter_map(|from| ashtarashki::Capture::begin(&position, from).ok()).collect();
        agree(&begun, &listed, &mut bytes);
    }
}

/// Some moves on, by the bytes.
fn play_on<G: Game>(mut position: G, bytes: &mut Bytes<'_>) -> G {
    for _ in 0..bytes.below(16) {
        if position.nth_move(MOST as u64).is_some() {
            break;
        }
        let Some(mv) = bytes.legal_move(&position) else { break };
        position = position.after(&mv);
    }
    position
}

fn squares() -> impl Iterator<Item = Square> {
    (0..32).filter_map(Square::new)
}

fn agree<S: Steps>(begun: &[S], listed: &BTreeSet<S::Move>, bytes: &mut Bytes<'_>) {
    // Every way to its end: all captures that are listed, and no other.
    let mut entered = BTreeSet::new();
    let mut ways = 0;
    for capture in begun {
        enter(capture, &mut entered, &mut ways);
    }
    if ways < WAYS {
        assert_eq!(&entered, listed, "{begun:?}");
    } else {
        assert!(entered.is_subset(listed), "{begun:?}");
    }
    // To and fro, with jumps that there are and that there are not.
    let Some(first) = begun.get(bytes.below(begun.len())) else { return };
    let (mut capture, mut past) = (first.clone(), Vec::new());
    for _ in 0..40 {
        if bytes.is_empty() {
            break;
        }
        let step = bytes.byte();
        let landings = capture.landings();
        match step % 4 {
            0 => match capture.take_back() {
                Some(_) => assert_eq!(Some(&capture), past.pop().as_ref()),
                None => assert!(past.is_empty() && capture == *first),
            },
            1 => {
                let to = Square::new(step >> 3).expect("one of 32");
                let before = capture.clone();
                if capture.jump_to(to) {
                    assert!(landings.contains(to), "{before:?}: {to}");
                    past.push(before);
                } else {
                    assert!(!landings.contains(to) && capture == before, "{before:?}: {to}");
                }
            }
            _ => {
                if let Some(to) = bytes.pick(&landings.iter().collect::<Vec<_>>()) {
                    past.push(capture.clone());
                    assert!(capture.jump_to(to), "{capture:?}: {to}");
                }
            }
        }
        assert_eq!(capture.through_text(), capture);
        match capture.finished() {
            Some(mv) => assert!(capture.landings().is_empty() && listed.contains(&mv), "{capture:?}: {mv:?}"),
            None => assert!(!capture.landings().is_empty(), "{capture:?}"),
        }
    }
}

/// So many ways are tried at most: a king has more ways than captures, since it may land here or there.
const WAYS: usize = 2_000;

fn enter<S: Steps>(capture: &S, entered: &mut BTreeSet<S::Move>, ways: &mut usize) {
    if *ways >= WAYS {
        return;
    }
    if let Some(mv) = capture.finished() {
        *ways += 1;
        entered.insert(mv);
    }
    for to in capture.landings() {
        let mut longer = capture.clone();
        assert!(longer.jump_to(to), "{capture:?}: {to}");
        enter(&longer, entered, ways);
    }
}
