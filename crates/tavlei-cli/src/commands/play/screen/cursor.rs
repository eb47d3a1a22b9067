//! The cursor on the board.

use tavlei::game::EnterMove;
use tavlei_render::{Cell, Scene};

/// Returns the nearest square to this one on which a piece can stand.
pub(super) fn nearest(scene: &Scene, cell: Cell) -> Cell {
    let (file, rank) = (cell.file.min(scene.files().saturating_sub(1)), cell.rank.min(scene.ranks().saturating_sub(1)));
    if scene.is_played(Cell { file, rank }) { Cell { file, rank } } else { Cell { file: file ^ 1, rank } }
}

/// Moves the cursor to the right and up, as the board is seen. On a board of dark squares it goes from one to the next.
pub(super) fn go(scene: &Scene, cell: Cell, is_flipped: bool, (right, up): (i8, i8)) -> Cell {
    let (right, up) = if is_flipped { (-right, -up) } else { (right, up) };
    let is_chequered = !scene.is_played(Cell { file: 1, rank: 0 });
    let within = |value: u8, step: i8, count: u8| value.saturating_add_signed(step).min(count.saturating_sub(1));
    let rank = within(cell.rank, up, scene.ranks());
    if !is_chequered {
        return Cell { file: within(cell.file, right, scene.files()), rank };
    }
    // The dark squares of a rank are one in each pair of files.
    let pair = within(cell.file / 2, right, scene.files() / 2);
    Cell { file: pair * 2 + rank % 2, rank }
}

/// Returns the square after this one among some, line by line as the board is seen, or the one before.
pub(super) fn next(squares: &[Cell], cell: Cell, is_flipped: bool, forward: bool) -> Option<Cell> {
    let place = |cell: &Cell| {
        let (rank, file) = (i16::from(cell.rank), i16::from(cell.file));
        if is_flipped { (rank, -file) } else { (-rank, file) }
    };
    let mut squares = squares.to_vec();
    squares.sort_by_key(place);
    let here = place(&cell);
    if forward {
        squares.iter().find(|other| place(other) > here).or_else(|| squares.first()).copied()
    } else {
        squares.iter().rev().find(|other| place(other) < here).or_else(|| squares.last()).copied()
    }
}

/// Returns the cells of squares of a game.
pub(super) fn cells<S: std::fmt::Display>(squares: impl IntoIterator<Item = S>) -> Vec<Cell> {
    squares.into_iter().filter_map(|square| Cell::named(&square.to_string())).collect()
}

/// Returns the square of a game that a cell is.
pub(super) fn square<G: EnterMove>(cell: Cell) -> Option<G::Square> {
    cell.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use tavlei::{proryv, towers};

    use super::*;

    const fn cell(file: u8, rank: u8) -> Cell {
        Cell { file, rank }
    }

    #[test]
    fn on_dark_squares_every_step_is_a_square_that_is_played_on() {
        let scene = Scene::of(&towers::Position::default());
        let mut at = cell(0, 0);
        for (step, expected) in
            [((0, 1), "b2"), ((0, 1), "a3"), ((1, 0), "c3"), ((-1, 0), "a3"), ((-1, 0), "a3"), ((0, -1), "b2")]
        {
            at = go(&scene, at, false, step);
            assert_eq!((at.to_string().as_str(), scene.is_played(at)), (expected, true));
        }
        assert_eq!(go(&scene, at, true, (0, 1)).to_string(), "a1");
        assert_eq!(nearest(&scene, cell(1, 0)).to_string(), "a1");
    }

    #[test]
    fn on_other_boards_the_cursor_goes_square_by_square() {
        let scene = Scene::of(&proryv::Position::default());
        assert_eq!(go(&scene, cell(0, 0), false, (1, 0)).to_string(), "b1");
        assert_eq!(go(&scene, cell(3, 4), false, (1, 1)).to_string(), "d5");
    }

    #[test]
    fn squares_that_can_be_chosen_come_by_turns() {
        let squares = [cell(2, 2), cell(0, 2), cell(1, 5)];
        let after = |at, forward| next(&squares, at, false, forward).map(|cell| cell.to_string());
        assert_eq!(after(cell(1, 5), true).as_deref(), Some("a3"));
        assert_eq!(after(cell(2, 2), true).as_deref(), Some("b6"));
        assert_eq!(after(cell(1, 5), false).as_deref(), Some("c3"));
        assert_eq!(next(&[], cell(0, 0), false, true), None);
    }
}
