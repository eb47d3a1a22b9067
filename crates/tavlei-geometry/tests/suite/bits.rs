//! Bits of words, found at once, against bits found one by one.

use tavlei_geometry::bits::nth_one;

/// Compares every n with a walk over the bits, up to one that no word has.
fn check(word: u64) {
    let places: Vec<u32> = (0..64).filter(|place| word >> place & 1 != 0).collect();
    for n in 0..=64 {
        assert_eq!(nth_one(word, n), places.get(n as usize).copied(), "{word:#x}, {n}");
    }
    assert_eq!(nth_one(word, u32::MAX), None, "{word:#x}");
}

#[test]
fn the_nth_one_is_where_a_walk_finds_it() {
    (0..=255).for_each(|byte| (0..8).for_each(|at| check(byte << (8 * at))));
    (0..64).for_each(|place| {
        [1 << place, !(1 << place), u64::MAX << place, u64::MAX >> place].into_iter().for_each(check);
    });
    check(0);
    // Words of all densities.
    let mut word = 1u64;
    for _ in 0..5_000 {
        word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let other = word.rotate_left(23);
        [word, word & other, word | other, word & other & word.rotate_left(41)].into_iter().for_each(check);
    }
}
