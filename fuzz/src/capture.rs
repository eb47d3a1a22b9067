//! Moves entered square by square are the moves that the position lists, whatever is taken back on the way.

use std::collections::BTreeSet;

use tavlei_game::{EnterMove, Entry, Game, Sequential};
use tavlei_geometry::dark::{Bitboard, Square};

use crate::bytes::Bytes;
use crate::play::{ashtarashki_position, towers_position};

/// Positions with more moves are left aside.
const MAX: usize = 200;

/// Moves of tower checkers and of Ashtarashki.
pub fn capture(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.coin() {
        let Some(position) = towers_position(&mut bytes).map(|start| play_on(start, &mut bytes)) else { return };
        agree(&position, &mut bytes);
    } else {
        let Some(position) = ashtarashki_position(&mut bytes).map(|start| play_on(start, &mut bytes)) else { return };
        agree(&position, &mut bytes);
    }
}

/// Some moves on, by the bytes.
fn play_on<G: Game>(mut position: G, bytes: &mut Bytes<'_>) -> G {
    for _ in 0..bytes.below(16) {
        if position.nth_move(MAX as u64).is_some() {
            break;
        }
        let Some(mv) = bytes.legal_move(&position) else { break };
        position = position.after(&mv);
    }
    position
}

fn agree<G>(position: &G, bytes: &mut Bytes<'_>)
where
    G: EnterMove<Square = Square, Squares = Bitboard, Entered = <G as Game>::Move> + Sequential,
{
    if position.nth_move(MAX as u64).is_some() {
        return;
    }
    let listed: BTreeSet<_> = position.moves().into_iter().collect();
    let Ok(begun) = Entry::new(position, position.side_to_move()) else { return };
    // Every way to its end: all moves that are listed, and no other.
    let mut entered = BTreeSet::new();
    let mut ways = 0;
    enter(&begun, &mut entered, &mut ways);
    if ways < WAYS {
        assert_eq!(entered, listed, "{begun:?}");
    } else {
        assert!(entered.is_subset(&listed), "{begun:?}");
    }
    // To and fro, with jumps that there are and that there are not.
    let (mut entry, mut past) = (begun.clone(), Vec::new());
    for _ in 0..40 {
        if bytes.is_empty() {
            break;
        }
        let step = bytes.byte();
        let choices = entry.choices();
        match step % 4 {
            0 if entry.take_back() => assert_eq!(Some(&entry), past.pop().as_ref()),
            0 => assert!(past.is_empty() && entry == begun),
            1 => {
                let to = Square::new(step >> 3).expect("one of 32");
                let before = entry.clone();
                match entry.choose(to) {
                    Ok(()) => {
                        assert!(choices.contains(to), "{before:?}: {to}");
                        past.push(before);
                    }
                    Err(error) => {
                        assert!(!choices.contains(to) && entry == before, "{before:?}: {to}");
                        assert!(!error.to_string().is_empty(), "{before:?}: {to}");
                    }
                }
            }
            _ => {
                if let Some(to) = bytes.pick(&choices.iter().collect::<Vec<_>>()) {
                    past.push(entry.clone());
                    assert_eq!(entry.choose(to), Ok(()), "{entry:?}: {to}");
                }
            }
        }
        assert_eq!(Entry::read(&entry.to_string(), &position.rules()).as_ref(), Ok(&entry));
        match entry.finish() {
            Ok(mv) => assert!(entry.choices().is_empty() && listed.contains(&mv), "{entry:?}: {mv:?}"),
            Err(_) => assert!(!entry.choices().is_empty(), "{entry:?}"),
        }
    }
}

/// So many ways are tried at most: a king has more ways than captures, since it may land here or there.
const WAYS: usize = 2_000;

fn enter<G>(entry: &Entry<G>, entered: &mut BTreeSet<G::Move>, ways: &mut usize)
where
    G: EnterMove<Square = Square, Squares = Bitboard, Entered = <G as Game>::Move>,
{
    if *ways >= WAYS {
        return;
    }
    if let Ok(mv) = entry.finish() {
        *ways += 1;
        entered.insert(mv);
    }
    for to in entry.choices() {
        let mut longer = entry.clone();
        assert_eq!(longer.choose(to), Ok(()), "{entry:?}: {to}");
        enter(&longer, entered, ways);
    }
}
