//! The pieces on a board as plain data: a page says them in words.

use serde::Serialize;
use tavlei::game::Side;
use tavlei::{ashtarashki, proryv, towers};

/// The piece or tower on a square.
#[derive(Serialize)]
pub(super) struct Piece {
    pub(super) square: String,
    pub(super) side: &'static str,
    /// A tower’s pieces from top to bottom, `0/11`; the label of a stone, `V2`; `man` in Proryv.
    pub(super) text: String,
}

/// A position whose pieces can be listed.
pub(super) trait Pieces {
    /// Lists the pieces or towers on the board.
    fn pieces(&self) -> Vec<Piece>;
}

impl Pieces for towers::Position {
    fn pieces(&self) -> Vec<Piece> {
        let piece = |(square, tower): (tavlei::geometry::dark::Square, towers::Tower)| Piece {
            square: square.to_string(),
            side: tower.side().name(),
            text: tower.to_string(),
        };
        self.towers().map(piece).collect()
    }
}

impl Pieces for ashtarashki::Position {
    fn pieces(&self) -> Vec<Piece> {
        let stones = |side: Side| {
            self.stones_of(side).into_iter().filter_map(move |square| {
                let label = self.stone_at(square)?.label.to_string();
                Some(Piece { square: square.to_string(), side: side.name(), text: label })
            })
        };
        Side::BOTH.into_iter().flat_map(stones).collect()
    }
}

impl Pieces for proryv::Position {
    fn pieces(&self) -> Vec<Piece> {
        let men = |side: Side| {
            let piece = move |square: tavlei::geometry::rect::Square| Piece {
                square: square.to_string(),
                side: side.name(),
                text: "man".to_owned(),
            };
            self.men_of(side).into_iter().map(piece)
        };
        Side::BOTH.into_iter().flat_map(men).collect()
    }
}
