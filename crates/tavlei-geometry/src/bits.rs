//! Words as sets of bits.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "sums of bits in a byte are 64 at most; a number of a bit within its byte is below 8"
)]

/// One in each byte.
const ONES: u64 = u64::MAX / 0xff;

/// The highest bit of each byte.
const HIGHEST: u64 = 0x80 * ONES;

/// Returns the place of the `n`-th bit that is set, both counted from 0 at the lowest; `None` if fewer are set.
///
/// It takes the same time for every word and every `n`: no loop, and no branch but the one for `None`. So it serves to draw
/// one of many at random.
///
/// ```
/// use tavlei_geometry::bits::nth_one;
///
/// assert_eq!([0, 1, 2].map(|n| nth_one(0b1001_0000, n)), [Some(4), Some(7), None]);
/// ```
#[inline]
#[must_use]
pub const fn nth_one(word: u64, n: u32) -> Option<u32> {
    // The number of ones in every two, four and eight bits, side by side in the word.
    let pairs = word - ((word >> 1) & (0x55 * ONES));
    let nibbles = (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES));
    let bytes = (nibbles + (nibbles >> 4)) & (0x0f * ONES);
    // In each byte the number of ones up to its end; in the last byte that of all.
    let sums = bytes.wrapping_mul(ONES);
    if n as u64 >= sums >> 56 {
        return None;
    }
    // The bytes that end before the bit are those whose sum is not above n: only there 128 + n − sum keeps the highest bit.
    let before = ((HIGHEST + n as u64 * ONES - sums) & HIGHEST) >> 7;
    let shift = (before.wrapping_mul(ONES) >> 56) as u32 * 8;
    let left = n - (sums << 8 >> shift) as u32 % 256;
    Some(shift + IN_BYTE[left as usize % 8][(word >> shift) as usize % 256] as u32)
}

/// The place of the n-th one in a byte, by n and the byte; 0 if there is none.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                places[n][byte] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};
