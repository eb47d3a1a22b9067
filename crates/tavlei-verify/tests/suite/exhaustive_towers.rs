//! Tower checkers with few towers: every position there is, the engine against the reference model.
//!
//! What is too many for a test is checked in shares here, and completely by the example `exhaust`.

use tavlei_towers::{Landing, Rejump, Rules};
use tavlei_verify::test_size;
use tavlei_verify::towers::{every_tower, exhaust};

/// T-16: of the 4 + 16 + 64 rows of one to three pieces, those with at most two runs of colour are towers.
#[test]
fn t16_towers_of_up_to_three_pieces() {
    assert_eq!([1, 2, 3].map(|height| every_tower(height).len()), [4, 20, 68]);
}

#[test]
fn every_position_with_one_tower_of_up_to_four_pieces() {
    for rejump in Rejump::ALL {
        for landing in Landing::ALL {
            let rules = Rules::default().with_rejump(rejump).with_landing(landing);
            let checked = exhaust(1, 4, &rules, (0, 1));
            println!("[{rules}] one tower, height <= 4: {checked}");
            // 8 squares are a far rank, on which the towers under one side's men do not stand.
            let towers = every_tower(4);
            let under_men = towers.iter().filter(|tower| !tower.is_king()).count() as u64 / 2;
            assert_eq!(checked.positions, 32 * towers.len() as u64 - 8 * under_men);
            assert_eq!(checked.finished, checked.positions / 2, "the side without a tower has lost");
        }
    }
}

#[test]
fn every_position_with_two_towers_of_up_to_two_pieces() {
    let checked = exhaust(2, 2, &Rules::default(), (0, 1));
    println!("two towers, height <= 2: {checked}");
    assert_eq!(checked.positions, two_towers(20, 10));
}

#[test]
fn two_towers_of_up_to_three_pieces_in_shares() {
    let share = test_size(64, 16);
    let checked = exhaust(2, 3, &Rules::default(), (5, share));
    println!("two towers, height <= 3, one pair of squares in {share}: {checked}");
    assert!(checked.positions > 1_920_000 / share, "{checked}");
}

#[test]
fn three_single_pieces_in_shares_under_every_option() {
    let share = test_size(48, 12);
    for (n, rejump) in (0..).zip(Rejump::ALL) {
        for (m, landing) in (0..).zip(Landing::ALL) {
            let rules = Rules::default().with_rejump(rejump).with_landing(landing);
            let checked = exhaust(3, 1, &rules, (2 * n + m, share));
            println!("[{rules}] three pieces, one set of squares in {share}: {checked}");
            assert!(checked.positions > 240_000 / share, "{checked}");
        }
    }
}

#[test]
fn three_towers_of_up_to_two_pieces_in_shares() {
    let share = test_size(1_800, 450);
    let checked = exhaust(3, 2, &Rules::default(), (7, share));
    println!("three towers, height <= 2, one set of squares in {share}: {checked}");
    assert!(checked.positions > 27_000_000 / share, "{checked}");
}

/// Pairs of squares times pairs of towers, of which `under_men` are commanded by a man, half of them of each side.
fn two_towers(towers: u64, under_men: u64) -> u64 {
    // 24 squares take any tower, 8 take those but the men of one side.
    let (inner, edge) = (towers, towers - under_men / 2);
    24 * 23 / 2 * inner * inner + 24 * 8 * inner * edge + 8 * 7 / 2 * edge * edge
}
