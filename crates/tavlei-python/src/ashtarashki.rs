//! `tavlei.ashtarashki`.

use std::collections::BTreeMap;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tavlei::ashtarashki::{Label, Move, Position, Rules};
use tavlei::game::{EnterMove, Entry, Sequential, Side};
use tavlei::geometry::dark::{Direction, Square};
use tavlei::search::evaluations::Ashtarashki;
use tavlei_render::Scene;

use crate::encoding::{Encoded, Planes, State};
use crate::position::Supported;
use crate::search::Proof;
use crate::sequential::{Stepped, sequential_game};

impl Supported for Position {
    fn pieces(&self, side: Side) -> BTreeMap<String, String> {
        let stones = Square::ALL.into_iter().filter_map(|square| Some((square, self.stone_at(square)?)));
        let own = stones.filter(|(_, stone)| stone.side == side);
        own.map(|(square, stone)| (square.to_string(), stone.label.to_string())).collect()
    }

    fn scene_of_move(&self, mv: &Move) -> Scene {
        let path: Vec<_> = self.path(self.side_to_move(), mv).iter().map(ToString::to_string).collect();
        Scene::of(self).with_path(&path)
    }

    fn ends_of_move(&self, mv: &Move) -> Vec<String> {
        [mv.from(), mv.to()].map(|square| square.to_string()).into()
    }
}

/// The planes: White's labels, Black's labels, then these.
mod plane {
    use super::Label;

    pub(super) const WHITE_TO_MOVE: usize = 2 * Label::ALL.len();
    pub(super) const MOVING: usize = WHITE_TO_MOVE + 1;
    pub(super) const COUNT: usize = MOVING + 1;
}

impl Encoded for Position {
    const PLANES: usize = plane::COUNT;

    fn action_count(_: &Rules) -> usize {
        32 * 4
    }

    /// `from × 4 + direction`. Every step goes to a neighbouring square.
    fn action(&self, from: Square, to: Square) -> usize {
        let direction = from.direction_to(to);
        let direction = Direction::ALL.into_iter().position(|listed| Some(listed) == direction).unwrap_or_default();
        usize::from(from.index()) * 4 + direction
    }

    fn observe(&self, entry: Option<&Entry<Self>>, planes: &mut Planes<'_>) {
        for side in Side::BOTH {
            for (i, label) in Label::ALL.into_iter().enumerate() {
                for square in self.board(side, label) {
                    let first = if side == Side::White { 0 } else { Label::ALL.len() };
                    planes.put(first + i, square.file(), square.rank(), 1);
                }
            }
        }
        planes.fill(plane::WHITE_TO_MOVE, u8::from(self.side_to_move() == Side::White));
        if let Some(square) = entry.and_then(Entry::square) {
            planes.put(plane::MOVING, square.file(), square.rank(), 1);
        }
    }
}

sequential_game!(
    AshtarashkiPosition,
    AshtarashkiEntry,
    Position,
    "tavlei.ashtarashki",
    "A position of Ashtarashki.",
    Ashtarashki::default(),
    {
        /// Proves the value of the position to White.
        ///
        /// `time` is in seconds; without a limit the proof may take hours. `table_bytes` is the memory that it may use.
        #[pyo3(signature = (*, time = None, nodes = None, table_bytes = 67_108_864))]
        fn solve(&self, py: Python<'_>, time: Option<f64>, nodes: Option<u64>, table_bytes: usize) -> PyResult<Proof> {
            crate::search::prove(py, &self.0, time, nodes, table_bytes)
        }
    }
);
