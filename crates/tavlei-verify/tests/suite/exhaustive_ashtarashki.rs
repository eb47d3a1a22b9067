//! Ashtarashki with few stones: every position there is, the engine against the reference model.
//!
//! What is too many for a test is checked in shares here, and completely by the example `exhaust`.

use tavlei_ashtarashki::{Rules, ThirdRetreat};
use tavlei_verify::ashtarashki::exhaust;
use tavlei_verify::test_size;

const FREE: Rules = Rules { third_retreat: ThirdRetreat::Free };
const FORCED: Rules = Rules { third_retreat: ThirdRetreat::Forced };

/// On the 24 squares between, 7 labels of 2 sides; on a far rank, F of the one side and 7 labels of the other.
const INNER: u64 = 14;
const EDGE: u64 = 8;

#[test]
fn every_stone_alone() {
    for rules in [FREE, FORCED] {
        let checked = exhaust(1, rules, (0, 1));
        println!("[{rules}] one stone: {checked}");
        assert_eq!(checked.positions, 24 * INNER + 8 * EDGE);
        assert_eq!(checked.finished, checked.positions, "a side without a stone has lost (A-13)");
    }
}

#[test]
fn every_pair_of_stones() {
    for rules in [FREE, FORCED] {
        let checked = exhaust(2, rules, (0, 1));
        println!("[{rules}] two stones: {checked}");
        assert_eq!(checked.positions, 24 * 23 / 2 * INNER * INNER + 24 * 8 * INNER * EDGE + 8 * 7 / 2 * EDGE * EDGE);
    }
}

#[test]
fn triples_of_stones_in_shares() {
    let share = test_size(244, 61);
    for (rules, rest) in [(FREE, 3), (FORCED, 4)] {
        let checked = exhaust(3, rules, (rest, share));
        println!("[{rules}] three stones, one set of squares in {share}: {checked}");
        assert!(checked.positions > 7_320_000 / share, "{checked}");
    }
}
