//! Positions as numbers: planes, actions, masks, random games.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tavlei::game::{Entry, Side, random_move};

use crate::long_running::{self, Stop};
use crate::position::Supported;
use crate::{errors, numpy};

/// A game whose positions and steps are numbered.
pub(crate) trait Encoded: Supported {
    /// How many planes an observation has.
    const PLANES: usize;

    /// Returns how many actions there are under these rules.
    fn action_count(rules: &Self::Rules) -> usize;

    /// Returns the action of a step from one square to another.
    fn action(&self, from: Self::Square, to: Self::Square) -> usize;

    /// Returns the action of a pass.
    fn pass_action(&self) -> Option<usize> {
        None
    }

    /// Returns the ranks and the files of the board.
    fn shape(&self) -> (usize, usize) {
        (8, 8)
    }

    /// Writes the planes of a position, in the middle of the move that has come to the squares of the entry.
    fn observe(&self, entry: Option<&Entry<Self>>, planes: &mut Planes<'_>);
}

/// The planes of one position, all zero at first.
#[derive(Debug)]
pub(crate) struct Planes<'a> {
    bytes: &'a mut [u8],
    ranks: usize,
    files: usize,
}

impl Planes<'_> {
    /// Writes a number to a square of a plane.
    pub(crate) fn put(&mut self, plane: usize, file: u8, rank: u8, value: u8) {
        let place = (plane * self.ranks + usize::from(rank)) * self.files + usize::from(file);
        if let Some(byte) = self.bytes.get_mut(place) {
            *byte = value;
        }
    }

    /// Writes a number to all squares of a plane.
    pub(crate) fn fill(&mut self, plane: usize, value: u8) {
        let size = self.ranks * self.files;
        if let Some(squares) = self.bytes.get_mut(plane * size..(plane + 1) * size) {
            squares.fill(value);
        }
    }
}

/// A position, perhaps in the middle of a move.
#[derive(Clone, Debug)]
pub(crate) enum State<G: Supported> {
    Position(G),
    Entry(Entry<G>),
}

impl<G: Encoded> State<G> {
    pub(crate) const fn position(&self) -> &G {
        match self {
            Self::Position(position) => position,
            Self::Entry(entry) => entry.position(),
        }
    }

    /// The entry of the side's move; `None` if it is not to move or the game is over.
    fn entry(&self, side: Side) -> Option<Entry<G>> {
        match self {
            Self::Position(position) => Entry::new(position, side).ok(),
            Self::Entry(entry) => Some(entry.clone()),
        }
    }

    /// Lists the actions of a side, in the order of their numbers, each with what it leads to.
    pub(crate) fn actions(&self, side: Side) -> Vec<(usize, Entry<G>)> {
        let Some(entry) = self.entry(side) else { return Vec::new() };
        let position = entry.position();
        let mut actions = Vec::new();
        let starts = match entry.square() {
            Some(_) => vec![entry.clone()],
            None => entry.choices().into_iter().filter_map(|start| chosen(&entry, start)).collect(),
        };
        for start in &starts {
            let Some(from) = start.square() else { continue };
            for to in start.choices() {
                actions.extend(chosen(start, to).map(|after| (position.action(from, to), after)));
            }
        }
        if let Some(pass) = position.pass_action().filter(|_| entry.can_pass()) {
            let mut passed = entry.clone();
            if passed.pass().is_ok() {
                actions.push((pass, passed));
            }
        }
        actions.sort_unstable_by_key(|&(action, _)| action);
        actions
    }

    /// Takes an action.
    pub(crate) fn step(&self, side: Side, action: usize) -> PyResult<Entry<G>> {
        let found = self.actions(side).into_iter().find(|&(listed, _)| listed == action);
        let refused = || errors::general(format_args!("the action {action} is not legal here"));
        found.map(|(_, after)| after).ok_or_else(refused)
    }
}

/// The entry with one square more.
fn chosen<G: Supported>(entry: &Entry<G>, square: G::Square) -> Option<Entry<G>> {
    let mut entry = entry.clone();
    entry.choose(square).ok().map(|()| entry)
}

/// Returns the actions of a path of squares: one for each step.
pub(crate) fn actions_of_path<G: Encoded>(position: &G, path: &[G::Square]) -> Vec<usize> {
    path.windows(2)
        .filter_map(|step| match step {
            &[from, to] => Some(position.action(from, to)),
            _ => None,
        })
        .collect()
}

/// Returns the board that all states have.
fn shared_shape<G: Encoded>(states: &[State<G>], start: &G) -> PyResult<(usize, usize)> {
    let shape = states.first().map_or_else(|| start.shape(), |state| state.position().shape());
    if states.iter().any(|state| state.position().shape() != shape) {
        return Err(errors::general("the positions of a batch must have boards of one size"));
    }
    Ok(shape)
}

/// `float32[n, planes, ranks, files]`.
pub(crate) fn observations<'py, G: Encoded>(py: Python<'py>, states: &[State<G>]) -> PyResult<Bound<'py, PyAny>> {
    let (ranks, files) = shared_shape(states, &G::default())?;
    let size = G::PLANES * ranks * files;
    let bytes = py.detach(|| {
        let mut bytes = vec![0u8; states.len() * size];
        for (state, bytes) in states.iter().zip(bytes.chunks_exact_mut(size)) {
            let mut planes = Planes { bytes, ranks, files };
            match state {
                State::Position(position) => position.observe(None, &mut planes),
                State::Entry(entry) => entry.board().observe(Some(entry), &mut planes),
            }
        }
        bytes
    });
    let small = numpy::array(py, &bytes, "uint8", &[states.len(), G::PLANES, ranks, files])?;
    numpy::converted(&small, "float32")
}

/// `bool[n, actions]`.
pub(crate) fn masks<'py, G: Encoded>(
    py: Python<'py>,
    states: &[State<G>],
    side: impl Fn(&G) -> Side + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    shared_shape(states, &G::default())?;
    let count = states
        .first()
        .map_or_else(|| G::action_count(&G::Rules::default()), |state| G::action_count(&state.position().rules()));
    let bytes = py.detach(|| {
        let mut bytes = vec![0u8; states.len() * count];
        for (state, bytes) in states.iter().zip(bytes.chunks_exact_mut(count)) {
            for (action, _) in state.actions(side(state.position())) {
                if let Some(byte) = bytes.get_mut(action) {
                    *byte = 1;
                }
            }
        }
        bytes
    });
    numpy::array(py, &bytes, "bool", &[states.len(), count])
}

/// The payoff of White and the number of plies of a random game from each position, `int8[n]` and `uint32[n]`.
///
/// The game of a position depends on the seed and its place in the batch alone.
pub(crate) fn playouts<'py, G: Supported>(
    py: Python<'py>,
    positions: Vec<G>,
    seed: u64,
    max_plies: u32,
    threads: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let count = positions.len();
    let work = move |stop: Stop| {
        let next = AtomicUsize::new(0);
        let play = || {
            let mut results = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = positions.get(place) else { return results };
                // Neighbouring seeds of this generator have nothing in common.
                let mut rng =
                    StdRng::seed_from_u64(seed.wrapping_add((place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                match playout(position, &mut rng, max_plies, &stop) {
                    Some((payoff, plies)) => results.push((place, payoff, plies)),
                    None => return results,
                }
            }
        };
        let threads = threads.clamp(1, thread::available_parallelism().map_or(1, usize::from)).min(count.max(1));
        let mut results = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(play)).collect();
            let mut results = play();
            for helper in helpers {
                results.extend(helper.join().unwrap_or_default());
            }
            results
        });
        results.sort_unstable_by_key(|&(place, ..)| place);
        results
    };
    let results = long_running::run(py, work)?;
    if results.len() != count {
        return Err(errors::internal("a random game has no end"));
    }
    let payoffs: Vec<u8> = results.iter().flat_map(|(_, payoff, _)| payoff.to_ne_bytes()).collect();
    let plies: Vec<u8> = results.iter().flat_map(|(.., plies)| plies.to_ne_bytes()).collect();
    Ok((numpy::array(py, &payoffs, "int8", &[count])?, numpy::array(py, &plies, "uint32", &[count])?))
}

/// A random game: the payoff of White, 0 for a draw and when the limit is reached, and the plies. A draw that can be claimed
/// for plies without progress (T-18 a) or for the number of turns (P-12) is claimed; repetitions are not looked for.
fn playout<G: Supported>(start: &G, rng: &mut StdRng, max_plies: u32, stop: &Stop) -> Option<(i8, u32)> {
    let mut position = start.clone();
    let rules = position.history_rules();
    let mut plies_since_progress = 0u32;
    for plies in 0..max_plies {
        if plies % 64 == 0 && stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(mv) = random_move(&position, rng) else {
            let payoff = position.outcome().map_or(0, |outcome| outcome.payoff(Side::White));
            return Some((i8::try_from(payoff).unwrap_or(0), plies));
        };
        let is_drawn = rules.plies_since_progress.is_some_and(|limit| plies_since_progress >= limit)
            || rules.ply_cap.is_some_and(|cap| plies >= cap);
        if is_drawn {
            return Some((0, plies));
        }
        plies_since_progress = if position.is_irreversible(&mv) { 0 } else { plies_since_progress.saturating_add(1) };
        position.play_unchecked(&mv);
    }
    let payoff = position.outcome().map_or(0, |outcome| outcome.payoff(Side::White));
    Some((i8::try_from(payoff).unwrap_or(0), max_plies))
}
