//! The algebra of sets of squares, for both boards, against ordered sets of numbers.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use tavlei_geometry::{dark, rect};

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Checks one kind of set: its module, the integer that holds it, and how many squares its board has.
macro_rules! set_algebra {
    ($name:ident: $board:ident, $int:ty, $squares:literal) => {
        mod $name {
            use super::*;
            use $board::{Bitboard, Square};

            fn squares() -> impl DoubleEndedIterator<Item = Square> {
                (0..$squares).map(|index| Square::new(index).expect("on the board"))
            }

            /// The model of a set: the indices of its squares.
            fn model(set: Bitboard) -> BTreeSet<u8> {
                (0..$squares).filter(|index| set.bits() >> index & 1 == 1).collect()
            }

            fn indices(squares: impl IntoIterator<Item = Square>) -> Vec<u8> {
                squares.into_iter().map(Square::index).collect()
            }

            #[test]
            fn the_empty_set_has_nothing() {
                let empty = Bitboard::EMPTY;
                assert_eq!((empty, empty.bits(), empty.len()), (Bitboard::default(), 0, 0));
                assert!(empty.is_empty() && empty.is_subset(empty) && !empty.intersects(empty));
                assert_eq!((empty.first(), empty.last(), empty.iter().next()), (None, None, None));
                assert_eq!((empty.to_string(), format!("{empty:?}")), (String::new(), "{}".into()));
            }

            #[test]
            fn one_square_makes_a_set_of_one() {
                for square in squares() {
                    let set = Bitboard::from_square(square);
                    assert_eq!((set.bits(), set.len()), (1 << square.index(), 1));
                    assert_eq!(set, Bitboard::from(square));
                    assert_eq!(set, Bitboard::from_squares(&[square, square]));
                    assert_eq!((set.first(), set.last()), (Some(square), Some(square)));
                    assert_eq!(set.to_string(), square.to_string());
                    for other in squares() {
                        assert_eq!(set.contains(other), square == other);
                    }
                }
            }

            #[test]
            fn a_full_set_is_walked_from_end_to_end() {
                let full = squares().collect::<Bitboard>();
                assert_eq!(full.bits(), <$int>::MAX);
                assert_eq!(full.len(), $squares);
                assert!(full.iter().eq(squares()));
                assert!(full.iter().rev().eq(squares().rev()));
            }

            #[test]
            fn squares_are_written_in_order() {
                let [one, two, three] = ["c3", "a1", "f6"].map(|text| text.parse::<Square>().expect("a square"));
                let set = Bitboard::from_squares(&[one, two, three]);
                assert_eq!(set.to_string(), "a1 c3 f6");
                assert_eq!(format!("{set:?}"), "{a1, c3, f6}");
            }

            proptest! {
                #[test]
                fn a_set_holds_the_squares_of_its_bits(bits: $int) {
                    let set = Bitboard::from_bits(bits);
                    let model = model(set);
                    prop_assert_eq!(set.bits(), bits);
                    prop_assert_eq!(set.len() as usize, model.len());
                    prop_assert_eq!(set.is_empty(), model.is_empty());
                    prop_assert_eq!(set.first().map(Square::index), model.first().copied());
                    prop_assert_eq!(set.last().map(Square::index), model.last().copied());
                    for square in squares() {
                        prop_assert_eq!(set.contains(square), model.contains(&square.index()));
                    }
                    prop_assert_eq!(Bitboard::from_squares(&set.iter().collect::<Vec<_>>()), set);
                    prop_assert_eq!(set.iter().collect::<Bitboard>(), set);
                    let text = set.iter().map(|square| square.to_string()).collect::<Vec<_>>();
                    prop_assert_eq!(set.to_string(), text.join(" "));
                    prop_assert_eq!(format!("{:?}", set), format!("{{{}}}", text.join(", ")));
                }

                #[test]
                fn a_set_is_walked_from_both_ends(bits: $int, from_front: u64) {
                    let set = Bitboard::from_bits(bits);
                    let model: Vec<u8> = model(set).into_iter().collect();
                    prop_assert_eq!(indices(set), model.clone());
                    prop_assert_eq!(indices(set.iter().rev()), model.iter().rev().copied().collect::<Vec<_>>());

                    let (mut walk, mut left) = (set.iter(), &model[..]);
                    for turn in 0.. {
                        prop_assert_eq!(walk.len(), left.len());
                        prop_assert_eq!(walk.size_hint(), (left.len(), Some(left.len())));
                        let Some(((&first, behind), (&last, ahead))) = left.split_first().zip(left.split_last()) else {
                            break;
                        };
                        if from_front >> (turn % 64) & 1 == 1 {
                            prop_assert_eq!(walk.next().map(Square::index), Some(first));
                            left = behind;
                        } else {
                            prop_assert_eq!(walk.next_back().map(Square::index), Some(last));
                            left = ahead;
                        }
                    }
                    prop_assert_eq!((walk.next(), walk.next_back(), walk.next()), (None, None, None));
                }

                #[test]
                fn two_sets_combine_as_sets_do(one: $int, other: $int) {
                    let (a, b) = (Bitboard::from_bits(one), Bitboard::from_bits(other));
                    let (x, y) = (model(a), model(b));
                    prop_assert_eq!(model(a | b), &x | &y);
                    prop_assert_eq!(model(a & b), &x & &y);
                    prop_assert_eq!(model(a ^ b), &x ^ &y);
                    prop_assert_eq!(model(a - b), &x - &y);
                    prop_assert_eq!(a.intersects(b), !x.is_disjoint(&y));
                    prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
                    prop_assert!((a & b).is_subset(a) && a.is_subset(a | b) && !(a - b).intersects(b));

                    let (mut union, mut both, mut either, mut rest, mut extended) = (a, a, a, a, a);
                    union |= b;
                    both &= b;
                    either ^= b;
                    rest -= b;
                    extended.extend(b);
                    prop_assert_eq!([union, both, either, rest, extended], [a | b, a & b, a ^ b, a - b, a | b]);
                }

                #[test]
                fn one_square_more_or_less(bits: $int, index in 0u8..$squares) {
                    let set = Bitboard::from_bits(bits);
                    let square = Square::new(index).expect("on the board");
                    let (mut more, mut less) = (model(set), model(set));
                    more.insert(index);
                    less.remove(&index);
                    prop_assert_eq!(model(set.with(square)), more);
                    prop_assert_eq!(model(set.without(square)), less);
                    let (mut inserted, mut removed) = (set, set);
                    inserted.insert(square);
                    removed.remove(square);
                    prop_assert_eq!([inserted, removed], [set.with(square), set.without(square)]);
                }

                #[test]
                fn sets_are_compared_and_hashed_by_their_bits(one: $int, other: $int) {
                    let (a, b) = (Bitboard::from_bits(one), Bitboard::from_bits(other));
                    prop_assert_eq!(a == b, one == other);
                    prop_assert_eq!(a.cmp(&b), one.cmp(&other));
                    prop_assert_eq!(hash(&a), hash(&Bitboard::from_bits(one)));
                    prop_assert_eq!(hash(&a) == hash(&b), one == other);
                }
            }
        }
    };
}

set_algebra!(dark_squares: dark, u32, 32);
set_algebra!(whole_grid: rect, u64, 64);
