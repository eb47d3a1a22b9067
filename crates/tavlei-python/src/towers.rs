//! `tavlei.towers`: tower checkers.

use std::collections::BTreeMap;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tavlei::game::{EnterMove, Entry, Sequential, Side};
use tavlei::geometry::dark::Square;
use tavlei::search::evaluations::Towers;
use tavlei::towers::{Move, Position, Rules};
use tavlei_render::Scene;

use crate::encoding::{Encoded, Planes, State};
use crate::position::Supported;
use crate::sequential::{Stepped, sequential_game};

impl Supported for Position {
    fn pieces(&self, side: Side) -> BTreeMap<String, String> {
        let own = self.towers().filter(|(_, tower)| tower.side() == side);
        own.map(|(square, tower)| (square.to_string(), tower.to_string())).collect()
    }

    fn scene_of_move(&self, mv: &Move) -> Scene {
        let path: Vec<_> = self.path(self.side_to_move(), mv).iter().map(ToString::to_string).collect();
        Scene::of(self).with_path(&path)
    }

    fn ends_of_move(&self, mv: &Move) -> Vec<String> {
        [mv.from(), mv.to()].map(|square| square.to_string()).into()
    }
}

/// The planes, in their order. Where there is one for each of twelve pieces, the first is the top one.
mod plane {
    pub(super) const WHITE: usize = 0;
    pub(super) const BLACK: usize = 1;
    pub(super) const OWNERS: usize = 2;
    pub(super) const PRISONERS: usize = 3;
    pub(super) const OWNER_KINGS: usize = 4;
    pub(super) const PRISONER_KINGS: usize = OWNER_KINGS + 12;
    pub(super) const WHITE_TO_MOVE: usize = PRISONER_KINGS + 12;
    pub(super) const MOVING: usize = WHITE_TO_MOVE + 1;
    pub(super) const CAPTURED: usize = MOVING + 1;
    pub(super) const COUNT: usize = CAPTURED + 1;
}

impl Encoded for Position {
    const PLANES: usize = plane::COUNT;

    fn action_count(_: &Rules) -> usize {
        32 * 32
    }

    /// `from × 32 + to`.
    fn action(&self, from: Square, to: Square) -> usize {
        usize::from(from.index()) * 32 + usize::from(to.index())
    }

    fn observe(&self, entry: Option<&Entry<Self>>, planes: &mut Planes<'_>) {
        for (square, tower) in self.towers() {
            let mut put = |plane, value| planes.put(plane, square.file(), square.rank(), value);
            put(if tower.side() == Side::White { plane::WHITE } else { plane::BLACK }, 1);
            put(plane::OWNERS, tower.owners());
            put(plane::PRISONERS, tower.prisoners());
            let owners = usize::from(tower.owners());
            for (depth, piece) in tower.pieces().enumerate().filter(|(_, piece)| piece.king) {
                let plane = match depth.checked_sub(owners) {
                    None => plane::OWNER_KINGS + depth,
                    Some(depth) => plane::PRISONER_KINGS + depth,
                };
                debug_assert!(piece.king && plane < plane::WHITE_TO_MOVE, "12 pieces of a colour (T-16)");
                put(plane, 1);
            }
        }
        planes.fill(plane::WHITE_TO_MOVE, u8::from(self.side_to_move() == Side::White));
        if let Some(entry) = entry {
            for (plane, square) in entry
                .square()
                .map(|square| (plane::MOVING, square))
                .into_iter()
                .chain(entry.captured().into_iter().map(|square| (plane::CAPTURED, square)))
            {
                planes.put(plane, square.file(), square.rank(), 1);
            }
        }
    }
}

sequential_game!(
    TowersPosition,
    TowersEntry,
    Position,
    "tavlei.towers",
    "A position of tower checkers.",
    Towers::default(),
    {}
);
