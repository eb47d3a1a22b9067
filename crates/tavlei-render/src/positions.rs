//! Scenes of positions.

use tavlei_game::Side;
use tavlei_geometry::{dark, rect};

use crate::{Arrow, Cell, Disc, Figure, Mark, Picture, Scene, StoneState};

impl Picture for tavlei_towers::Position {
    fn scene(&self) -> Scene {
        let towers = self.towers().map(|(square, tower)| {
            let discs = tower.pieces().map(|piece| Disc { side: piece.side, is_king: piece.king });
            (dark_cell(square), Figure::Tower(discs.collect()))
        });
        Scene { pieces: towers.collect(), ..Scene::empty(8, 8, format!("Tower checkers: {self}")) }
    }
}

impl Picture for tavlei_ashtarashki::Position {
    fn scene(&self) -> Scene {
        let stones = dark::Square::ALL.into_iter().filter_map(|square| {
            let stone = self.stone_at(square)?;
            let state = match (stone.label.number(), stone.label.retreats()) {
                (Some(number), Some(0)) => StoneState::Full(number),
                (Some(number), _) => StoneState::Turned(number),
                (None, Some(_)) => StoneState::Covered,
                (None, None) => StoneState::Finished,
            };
            Some((dark_cell(square), Figure::Stone { side: stone.side, state }))
        });
        Scene { pieces: stones.collect(), ..Scene::empty(8, 8, format!("Ashtarashki: {self}")) }
    }
}

impl Picture for tavlei_proryv::Position {
    fn scene(&self) -> Scene {
        let men = Side::BOTH.into_iter().flat_map(|side| {
            let cell = |square: rect::Square| Cell { file: square.file(), rank: square.rank() };
            self.men_of(side).iter().map(move |square| (cell(square), Figure::Man(side)))
        });
        Scene {
            pieces: men.collect(),
            is_chequered: false,
            recorder: Some(self.recorder()),
            ..Scene::empty(self.board().files(), self.board().ranks(), format!("Proryv: {self}"))
        }
    }
}

impl Scene {
    /// Pictures a turn of Proryv on the board before it: White's arrow, Black's dashed one, and a cross where men meet (P-5).
    ///
    /// An illegal turn is not drawn; the position is.
    #[must_use]
    pub fn of_turn(position: &tavlei_proryv::Position, turn: &tavlei_proryv::Turn) -> Self {
        let cell = |square: rect::Square| Cell { file: square.file(), rank: square.rank() };
        let mut scene = Self::of(position);
        let Ok(resolution) = position.resolve(turn) else { return scene };
        for side in Side::BOTH {
            if let tavlei_proryv::Choice::Step { from, to } = *turn.of(side) {
                scene.arrows.push(Arrow { path: [from, to].map(cell).into(), is_dashed: side == Side::Black });
            }
        }
        scene.marks.extend(resolution.collisions().map(|collision| (cell(collision.square), Mark::Cross)));
        scene
    }
}

fn dark_cell(square: dark::Square) -> Cell {
    Cell { file: square.file(), rank: square.rank() }
}
