//! The rectangular boards against a model in which a square is a file and a rank, and nothing else.

use proptest::prelude::*;
use tavlei_geometry::rect::{Bitboard, Board, BoardError, Direction, Square};

// ---------------------------------------------------------------------------------------------------
// The model

/// Every square of the grid as (file, rank), row by row from a1.
fn coordinates() -> impl Iterator<Item = (i8, i8)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

/// The square at (file, rank), found by looking through all of them; `None` when it is off the grid.
fn at(file: i8, rank: i8) -> Option<Square> {
    Square::new(coordinates().position(|place| place == (file, rank))? as u8)
}

fn place(square: Square) -> (i8, i8) {
    (square.file() as i8, square.rank() as i8)
}

fn grid() -> impl Iterator<Item = Square> {
    (0..64).filter_map(Square::new)
}

const DELTAS: [(Direction, (i8, i8)); 8] = [
    (Direction::SouthWest, (-1, -1)),
    (Direction::South, (0, -1)),
    (Direction::SouthEast, (1, -1)),
    (Direction::West, (-1, 0)),
    (Direction::East, (1, 0)),
    (Direction::NorthWest, (-1, 1)),
    (Direction::North, (0, 1)),
    (Direction::NorthEast, (1, 1)),
];

fn set(squares: impl IntoIterator<Item = Square>) -> Bitboard {
    squares.into_iter().collect()
}

fn boards() -> impl Iterator<Item = Board> {
    (3..=8).flat_map(|files| (4..=8).map(move |ranks| Board::new(files, ranks).expect("a size that is possible")))
}

// ---------------------------------------------------------------------------------------------------
// Squares and directions

#[test]
fn squares_are_counted_row_by_row_from_a1() {
    for (index, (file, rank)) in coordinates().enumerate() {
        let square = Square::new(index as u8).expect("an index below 64");
        assert_eq!((square.index(), place(square)), (index as u8, (file, rank)));
    }
    assert_eq!(grid().count(), 64);
    assert!(grid().is_sorted());
    assert!((64..=u8::MAX).all(|index| Square::new(index).is_none()));
}

#[test]
fn a_file_and_rank_make_a_square_on_the_grid() {
    for file in 0..=u8::MAX {
        for rank in 0..=u8::MAX {
            let expected = if file < 8 && rank < 8 { at(file as i8, rank as i8) } else { None };
            assert_eq!(Square::at(file, rank), expected, "{file}, {rank}");
        }
    }
}

#[test]
fn directions_are_listed_in_the_order_of_the_squares_they_lead_to() {
    assert_eq!(Direction::ALL, DELTAS.map(|(direction, _)| direction));
    assert!(DELTAS.map(|(_, (files, ranks))| 8 * ranks + files).is_sorted());
}

#[test]
fn every_direction_has_its_opposite() {
    for (direction, (files, ranks)) in DELTAS {
        let back = DELTAS.iter().find(|(other, _)| *other == direction.opposite()).map(|(_, delta)| *delta);
        assert_eq!(back, Some((-files, -ranks)), "{direction:?}");
    }
}

// ---------------------------------------------------------------------------------------------------
// Sets of squares

/// The squares that a step of this kind leads to, on the grid.
fn stepped(squares: Bitboard, (files, ranks): (i8, i8)) -> Bitboard {
    set(squares.iter().filter_map(|square| at(place(square).0 + files, place(square).1 + ranks)))
}

/// Checks everything that moves a whole set against the same step made square by square.
fn check_steps(squares: Bitboard) {
    let mut around = Bitboard::EMPTY;
    for (direction, delta) in DELTAS {
        assert_eq!(squares.shift(direction), stepped(squares, delta), "{squares} {direction:?}");
        around |= stepped(squares, delta);
    }
    assert_eq!(squares.neighbours(), around, "{squares}");
}

#[test]
fn sets_are_moved_square_by_square() {
    check_steps(Bitboard::EMPTY);
    check_steps(set(grid()));
    for one in grid() {
        assert_eq!(one.neighbours(), Bitboard::from(one).neighbours(), "{one}");
        for other in grid() {
            check_steps(Bitboard::from_squares(&[one, other]));
        }
    }
}

#[test]
fn ranks_and_files_are_what_they_say() {
    for n in 0..=u8::MAX {
        assert_eq!(Bitboard::rank(n), set(grid().filter(|square| square.rank() == n)), "rank {n}");
        assert_eq!(Bitboard::file(n), set(grid().filter(|square| square.file() == n)), "file {n}");
    }
}

proptest! {
    #[test]
    fn any_set_is_moved_square_by_square(bits: u64) {
        check_steps(Bitboard::from_bits(bits));
    }
}

// ---------------------------------------------------------------------------------------------------
// Boards

#[test]
fn boards_have_3_to_8_files_and_4_to_8_ranks() {
    for files in 0..=u8::MAX {
        for ranks in 0..=u8::MAX {
            let board = Board::new(files, ranks);
            if (3..=8).contains(&files) && (4..=8).contains(&ranks) {
                let board = board.expect("a size that is possible");
                assert_eq!((board.files(), board.ranks()), (files, ranks));
            } else {
                assert_eq!(board, Err(BoardError::Size { files, ranks }));
            }
        }
    }
    assert_eq!(boards().count(), 30);
}

#[test]
fn a_board_is_the_lower_left_corner_of_the_grid() {
    for board in boards() {
        let (files, ranks) = (board.files(), board.ranks());
        for square in grid() {
            let on_board = square.file() < files && square.rank() < ranks;
            assert_eq!(board.contains(square), on_board, "{board} {square}");
            assert_eq!(board.squares().contains(square), on_board, "{board} {square}");
            assert_eq!(board.bottom().contains(square), on_board && square.rank() == 0, "{board} {square}");
            assert_eq!(board.top().contains(square), on_board && square.rank() + 1 == ranks, "{board} {square}");
        }
    }
}

#[test]
fn a_board_is_mirrored_and_flipped_square_by_square() {
    for board in boards() {
        let (files, ranks) = (board.files() as i8, board.ranks() as i8);
        for square in grid() {
            let (file, rank) = place(square);
            let (mirrored, flipped) = (board.mirror(square), board.flip(square));
            if board.contains(square) {
                assert_eq!(Some(mirrored), at(files - 1 - file, rank), "{board} {square}");
                assert_eq!(Some(flipped), at(file, ranks - 1 - rank), "{board} {square}");
                assert_eq!(board.mirror_set(square.into()), mirrored.into(), "{board} {square}");
                assert_eq!(board.flip_set(square.into()), flipped.into(), "{board} {square}");
            } else {
                assert_eq!((mirrored, flipped), (square, square), "{board}");
                assert_eq!(board.mirror_set(square.into()), Bitboard::EMPTY, "{board} {square}");
                assert_eq!(board.flip_set(square.into()), Bitboard::EMPTY, "{board} {square}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_set_is_mirrored_and_flipped_square_by_square(bits: u64, files in 3u8..=8, ranks in 4u8..=8) {
        let board = Board::new(files, ranks).expect("a size that is possible");
        let squares = Bitboard::from_bits(bits);
        let on_board = || squares.iter().filter(|&square| board.contains(square));
        prop_assert_eq!(board.mirror_set(squares), set(on_board().map(|square| board.mirror(square))));
        prop_assert_eq!(board.flip_set(squares), set(on_board().map(|square| board.flip(square))));
    }
}

#[test]
fn what_can_be_constant_is() {
    const BOARD: Board = match Board::new(4, 5) {
        Ok(board) => board,
        Err(_) => panic!("4x5 is possible"),
    };
    const TOP: Bitboard = BOARD.top();
    const AHEAD: Bitboard = BOARD.flip_set(TOP).shift(Direction::North);
    assert_eq!((TOP.to_string(), AHEAD.to_string()), ("a5 b5 c5 d5".into(), "a2 b2 c2 d2".into()));
}

#[test]
fn the_text_of_a_board_is_files_times_ranks() {
    for board in boards() {
        let (files, ranks) = (board.files(), board.ranks());
        assert_eq!(board.to_string(), format!("{files}x{ranks}"));
        assert_eq!(format!("{board:?}"), board.to_string());
        for sign in ["x", "X", "х", "Х", "×"] {
            assert_eq!(format!("{files}{sign}{ranks}").parse(), Ok(board));
        }
    }
    assert_eq!("８ｘ４".parse(), Board::new(8, 4));
    for text in ["2x5", "9x5", "4x3", "4x9", "0x0", "3x0"] {
        let size = |at: usize| text.as_bytes()[at] - b'0';
        assert_eq!(text.parse::<Board>(), Err(BoardError::Size { files: size(0), ranks: size(2) }), "{text}");
    }
    for text in ["", "4", "4x", "x5", "45", "4-5", "4x5 ", " 4x5", "4x5x6", "10x10", "axb", "4x5\u{fe0f}"] {
        assert_eq!(text.parse::<Board>(), Err(BoardError::Syntax), "{text:?}");
    }
}

#[test]
fn errors_say_what_boards_there_are() {
    assert_eq!(
        BoardError::Size { files: 2, ranks: 9 }.to_string(),
        "a board of 2 files and 9 ranks: 3 to 8 files and 4 to 8 ranks are possible"
    );
    assert_eq!(BoardError::Syntax.to_string(), "expected a board such as 4x5: files, x, ranks");
}
