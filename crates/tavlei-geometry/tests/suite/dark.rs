//! The 32 dark squares against a model in which a square is a file and a rank, and nothing else.

use proptest::prelude::*;
use tavlei_geometry::dark::{Bitboard, Diagram, Direction, Directions, Square};

// ---------------------------------------------------------------------------------------------------
// The model

/// Every dark square as (file, rank), row by row from a1.
fn coordinates() -> impl Iterator<Item = (i8, i8)> {
    (0..8).flat_map(|rank| (0..8).filter(move |file| (file + rank) % 2 == 0).map(move |file| (file, rank)))
}

/// The square at (file, rank), found by looking through all of them; `None` when it is light or off the board.
fn at(file: i8, rank: i8) -> Option<Square> {
    coordinates().position(|place| place == (file, rank)).map(|index| Square::ALL[index])
}

fn place(square: Square) -> (i8, i8) {
    (square.file() as i8, square.rank() as i8)
}

const DELTAS: [(Direction, (i8, i8)); 4] = [
    (Direction::NorthWest, (-1, 1)),
    (Direction::NorthEast, (1, 1)),
    (Direction::SouthWest, (-1, -1)),
    (Direction::SouthEast, (1, -1)),
];

/// The squares met on the way from a square to the edge, nearest first.
fn path(from: Square, (files, ranks): (i8, i8)) -> Vec<Square> {
    let (file, rank) = place(from);
    (1..8).map_while(|n| at(file + n * files, rank + n * ranks)).collect()
}

fn set(squares: impl IntoIterator<Item = Square>) -> Bitboard {
    squares.into_iter().collect()
}

/// Every subset of the squares given.
fn subsets(squares: &[Square]) -> impl Iterator<Item = Bitboard> {
    (0u32..1 << squares.len())
        .map(|choice| set(squares.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, &square)| square)))
}

// ---------------------------------------------------------------------------------------------------
// Squares

#[test]
fn squares_are_counted_row_by_row_from_a1() {
    assert_eq!(coordinates().count(), 32);
    for (index, (file, rank)) in coordinates().enumerate() {
        let square = Square::new(index as u8).expect("an index below 32");
        assert_eq!((square.index(), place(square)), (index as u8, (file, rank)));
        assert_eq!(Square::ALL[index], square);
    }
    assert!(Square::ALL.is_sorted());
}

#[test]
fn no_square_has_an_index_of_32_or_more() {
    assert!((32..=u8::MAX).all(|index| Square::new(index).is_none()));
}

#[test]
fn a_file_and_rank_make_a_square_when_it_is_dark_and_on_the_board() {
    for file in 0..=u8::MAX {
        for rank in 0..=u8::MAX {
            let expected = if file < 8 && rank < 8 { at(file as i8, rank as i8) } else { None };
            assert_eq!(Square::at(file, rank), expected, "{file}, {rank}");
        }
    }
}

#[test]
fn every_square_has_a_constant_of_its_name() {
    macro_rules! named {
        ($($name:ident)*) => { [$((Square::$name, stringify!($name))),*] };
    }
    let named = named! {
        A1 C1 E1 G1 B2 D2 F2 H2 A3 C3 E3 G3 B4 D4 F4 H4 A5 C5 E5 G5 B6 D6 F6 H6 A7 C7 E7 G7 B8 D8 F8 H8
    };
    assert_eq!(named.map(|(square, _)| square), Square::ALL);
    for (square, name) in named {
        let (file, rank) = (name.as_bytes()[0] - b'A', name.as_bytes()[1] - b'1');
        assert_eq!(Square::at(file, rank), Some(square), "{name}");
    }
}

#[test]
fn turning_the_board_takes_file_and_rank_from_the_other_end() {
    for square in Square::ALL {
        let (file, rank) = place(square);
        assert_eq!(Some(square.rotate()), at(7 - file, 7 - rank), "{square}");
        assert_eq!(square.rotate().rotate(), square);
    }
}

// ---------------------------------------------------------------------------------------------------
// Directions

#[test]
fn directions_know_their_steps() {
    assert_eq!(Direction::ALL, DELTAS.map(|(direction, _)| direction));
    for (direction, (files, ranks)) in DELTAS {
        assert_eq!(direction.delta(), (files, ranks));
        assert_eq!(direction.is_north(), ranks > 0);
        assert_eq!(direction.opposite().delta(), (-files, -ranks));
        let crossing = direction.crossing();
        assert!(crossing.is_sorted(), "{direction:?}");
        assert_eq!(crossing.map(|other| other.delta().0 * files + other.delta().1 * ranks), [0, 0], "{direction:?}");
        assert_ne!(crossing[0], crossing[1]);
    }
}

#[test]
fn sets_of_directions_hold_what_they_say() {
    for bits in 0..16 {
        let directions = Directions::from_bits(bits).expect("four bits");
        let expected: Vec<Direction> =
            Direction::ALL.into_iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, d)| d).collect();
        assert_eq!(directions.each().collect::<Vec<_>>(), expected);
        assert_eq!(expected.into_iter().map(Directions::of).fold(Directions::empty(), Directions::union), directions);
    }
    let north = Directions::NORTH_WEST | Directions::NORTH_EAST;
    assert_eq!((Directions::NORTH, Directions::SOUTH), (north, north.complement()));
    assert!(Directions::NORTH.each().all(Direction::is_north));
    assert_eq!(Directions::of(Direction::NorthWest), Directions::NORTH_WEST);
    assert_eq!(Directions::of(Direction::NorthEast), Directions::NORTH_EAST);
    assert_eq!(Directions::of(Direction::SouthWest), Directions::SOUTH_WEST);
    assert_eq!(Directions::of(Direction::SouthEast), Directions::SOUTH_EAST);
}

// ---------------------------------------------------------------------------------------------------
// From square to square

#[test]
fn a_step_goes_one_file_and_one_rank_on() {
    for square in Square::ALL {
        let (file, rank) = place(square);
        let mut open = Directions::empty();
        let mut around = Bitboard::EMPTY;
        for (direction, (files, ranks)) in DELTAS {
            let next = at(file + files, rank + ranks);
            assert_eq!(square.step(direction), next, "{square} {direction:?}");
            if let Some(next) = next {
                open |= Directions::of(direction);
                around.insert(next);
            }
        }
        assert_eq!(square.directions(), open, "{square}");
        assert_eq!(square.neighbours(), around, "{square}");
    }
}

#[test]
fn a_ray_goes_on_to_the_edge() {
    for square in Square::ALL {
        for (direction, delta) in DELTAS {
            assert_eq!(square.ray(direction), set(path(square, delta)), "{square} {direction:?}");
        }
    }
}

#[test]
fn the_first_square_on_a_ray_blocks_a_slide() {
    for square in Square::ALL {
        for (direction, delta) in DELTAS {
            let path = path(square, delta);
            let elsewhere = !set(path.iter().copied());
            for on_path in subsets(&path) {
                let first = path.iter().position(|&s| on_path.contains(s));
                let reached = set(path[..first.unwrap_or(path.len())].iter().copied());
                for occupied in [on_path, on_path | elsewhere] {
                    let context = || format!("{square} {direction:?}\n{}", Diagram(occupied));
                    assert_eq!(square.first_on_ray(direction, occupied), first.map(|i| path[i]), "{}", context());
                    assert_eq!(square.slide(direction, occupied), reached, "{}", context());
                }
            }
        }
    }
}

#[test]
fn two_squares_on_a_diagonal_have_a_direction_and_squares_between() {
    for from in Square::ALL {
        for to in Square::ALL {
            let way = DELTAS.into_iter().find_map(|(direction, delta)| {
                let path = path(from, delta);
                let distance = path.iter().position(|&s| s == to)?;
                Some((direction, set(path[..distance].iter().copied())))
            });
            assert_eq!(from.direction_to(to), way.map(|(direction, _)| direction), "{from} {to}");
            assert_eq!(from.between(to), way.map_or(Bitboard::EMPTY, |(_, between)| between), "{from} {to}");
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Sets of squares

#[test]
fn ranks_files_and_the_edge_are_what_they_say() {
    for n in 0..=u8::MAX {
        let line =
            |lies_there: fn((i8, i8)) -> i8| set(Square::ALL.into_iter().filter(|&s| lies_there(place(s)) as u8 == n));
        assert_eq!(Bitboard::rank(n), line(|(_, rank)| rank), "rank {n}");
        assert_eq!(Bitboard::file(n), line(|(file, _)| file), "file {n}");
    }
    let on_edge = |&square: &Square| [place(square).0, place(square).1].iter().any(|n| [0, 7].contains(n));
    assert_eq!(Bitboard::EDGE, set(Square::ALL.into_iter().filter(on_edge)));
    assert_eq!(Bitboard::ALL, set(Square::ALL));
}

/// Checks everything that moves a whole set against the same step made square by square.
fn check_steps(squares: Bitboard) {
    let steps = |ways: &[Direction]| {
        let mut reached: Vec<Square> =
            squares.iter().flat_map(|s| ways.iter().filter_map(move |&d| s.step(d))).collect();
        reached.sort();
        reached
    };
    let both = |[one, other]: [Bitboard; 2]| {
        let mut reached: Vec<Square> = one.iter().chain(other).collect();
        reached.sort();
        reached
    };
    let board = Diagram(squares);
    for direction in Direction::ALL {
        assert_eq!(squares.shift(direction).iter().collect::<Vec<_>>(), steps(&[direction]), "{direction:?}\n{board}");
    }
    let [north_west, north_east, south_west, south_east] = Direction::ALL;
    assert_eq!(both(squares.steps_north()), steps(&[north_west, north_east]), "\n{board}");
    assert_eq!(both(squares.steps_south()), steps(&[south_west, south_east]), "\n{board}");
    assert_eq!(squares.neighbours(), set(steps(&Direction::ALL)), "\n{board}");
}

#[test]
fn sets_are_moved_square_by_square() {
    check_steps(Bitboard::EMPTY);
    check_steps(Bitboard::ALL);
    for one in Square::ALL {
        for other in Square::ALL {
            check_steps(Bitboard::from_squares(&[one, other]));
        }
    }
    for rank in 0..7 {
        for squares in subsets(&(Bitboard::rank(rank) | Bitboard::rank(rank + 1)).iter().collect::<Vec<_>>()) {
            check_steps(squares);
            check_steps(!squares);
        }
    }
}

#[test]
fn a_set_is_turned_square_by_square() {
    for square in Square::ALL {
        assert_eq!(Bitboard::from(square).rotate(), Bitboard::from(square.rotate()));
    }
}

#[test]
fn what_can_be_constant_is() {
    const CENTRE: Bitboard = Bitboard::from_squares(&[Square::D4, Square::E5]);
    const AROUND: Bitboard = CENTRE.neighbours();
    const REACHED: Bitboard = Square::A1.slide(Direction::NorthEast, CENTRE);
    const BETWEEN: Bitboard = Square::H8.between(Square::D4);
    assert_eq!(AROUND.to_string(), "c3 e3 d4 f4 c5 e5 d6 f6");
    assert_eq!(REACHED.to_string(), "b2 c3");
    assert_eq!(BETWEEN.to_string(), "e5 f6 g7");
}

#[test]
fn a_diagram_shows_rank_8_on_top() {
    let squares = Bitboard::from_squares(&[Square::A1, Square::D4, Square::H8, Square::B8]);
    let expected = [" o . . o", ". . . . ", " . . . .", ". . . . ", " . o . .", ". . . . ", " . . . .", "o . . . "];
    assert_eq!(Diagram(squares).to_string(), expected.map(|row| format!("{row}\n")).concat());
}

proptest! {
    #[test]
    fn any_set_is_moved_square_by_square(bits: u32) {
        check_steps(Bitboard::from_bits(bits));
    }

    #[test]
    fn any_set_is_turned_and_complemented_square_by_square(bits: u32) {
        let squares = Bitboard::from_bits(bits);
        prop_assert_eq!(squares.rotate(), set(squares.iter().map(Square::rotate)));
        prop_assert_eq!(!squares, set(Square::ALL.into_iter().filter(|&square| !squares.contains(square))));
    }
}
