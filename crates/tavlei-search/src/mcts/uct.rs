//! UCT: a tree that grows where play is best, for games in which the sides take turns.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use rand_core::Rng;
use tavlei_game::{Game, History, Sequential, Side};

use super::leaf::{Leaf, Playouts, share};
use crate::Limits;
use crate::limits::Budget;

/// Upper confidence bounds applied to trees (Kocsis and Szepesvári 2006), with proven results backed up (Winands,
/// Björnsson and Saito 2008): where the outcome is certain, the tree knows.
///
/// Draws by repetition and by counters are seen inside the tree. Iterations are what [`Limits::nodes`] limits.
///
/// ```
/// use rand::{SeedableRng, rngs::StdRng};
/// use tavlei_game::{Game, History};
/// use tavlei_search::{Limits, Uct};
///
/// let game = History::<tavlei_ashtarashki::Position>::default();
/// let mut rng = StdRng::seed_from_u64(1);
/// let report = Uct::default().search(&game, &Limits::default().with_nodes(500), &mut rng);
/// assert!(game.position().is_legal(&report.moves[0].mv));
/// assert_eq!(report.iterations, 500);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uct<L = Playouts> {
    /// How much what has been tried little is preferred to what has proved good: 0.7 by default; results lie within ±1.
    pub exploration: f64,
    /// How many nodes the tree may have, about: a million by default.
    pub max_nodes: usize,
    /// Evaluates the leaves of the tree.
    pub leaf: L,
}

impl Default for Uct {
    fn default() -> Self {
        Self::with_leaf(Playouts::default())
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct UctReport<M> {
    /// All legal moves, the best first; none when the game is over.
    pub moves: Vec<UctMove<M>>,
    /// How often a line was played from the root to the edge of the tree.
    pub iterations: u64,
    /// How long it took.
    pub time: Duration,
}

/// The result of a search for one move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct UctMove<M> {
    /// The move.
    pub mv: M,
    /// In how many iterations it was tried.
    pub visits: u64,
    /// The average payoff for the side that makes it, -1 to 1; or the exact payoff if it is proven.
    pub value: f64,
    /// Whether the value is certain.
    pub proven: bool,
}

impl<L> Uct<L> {
    /// A search with defaults, but for this.
    pub const fn with_leaf(leaf: L) -> Self {
        Self { exploration: 0.7, max_nodes: 1_000_000, leaf }
    }

    /// Searches the position that the game has come to, until a limit is reached.
    pub fn search<G>(&self, history: &History<G>, limits: &Limits, rng: &mut dyn Rng) -> UctReport<G::Move>
    where
        G: Sequential,
        L: Leaf<G>,
    {
        let limits = limits.by_chance();
        let budget = Budget::new(&limits);
        let mut tree = Tree::new(self, history);
        tree.expand(0, history.position());
        let (mut iterations, mut allowance) = (0, 0);
        while tree.nodes[0].proof.is_none() && !tree.nodes[0].children.is_empty() {
            if allowance == 0 {
                allowance = budget.report(iterations - budget.nodes()).min(16);
                if allowance == 0 {
                    break;
                }
            }
            tree.iterate(rng);
            allowance -= 1;
            iterations += 1;
        }
        UctReport { moves: tree.moves(), iterations, time: budget.elapsed() }
    }
}

/// The tree of one search. Children of a node lie side by side.
struct Tree<'a, G: Game, L> {
    settings: &'a Uct<L>,
    history: &'a History<G>,
    /// The positions that have occurred in the game, where repetition counts.
    repetitions: HashSet<&'a G>,
    nodes: Vec<Node<G::Move>>,
}

struct Node<M> {
    /// The move that leads here; none to the root.
    mv: Option<M>,
    children: Range<u32>,
    visits: u32,
    /// The sum of the results, to the side whose move led here.
    total: f64,
    /// The result if it is certain, to the side whose move led here.
    proof: Option<f64>,
}

impl<'a, G: Sequential, L: Leaf<G>> Tree<'a, G, L> {
    fn new(settings: &'a Uct<L>, history: &'a History<G>) -> Self {
        let watches = history.position().history_rules().repetition.is_some();
        let plies = if watches { 0..history.len() + 1 } else { 0..0 };
        let repetitions = plies.filter_map(|plies| history.position_at(plies)).collect();
        Self { settings, history, repetitions, nodes: vec![Node::new(None)] }
    }

    /// Follows the best line to the edge of the tree, finds out what that is worth, and tells all nodes on the line.
    fn iterate(&mut self, rng: &mut dyn Rng) {
        let root = self.history.position();
        let rules = root.history_rules();
        let mut position = root.clone();
        let mut plies_since_progress = self.history.plies_since_progress();
        let mut line = vec![0];
        let mut seen = Vec::new();
        let mut at = 0;
        let result = loop {
            if let Some(proof) = self.nodes[at].proof {
                break if position.side_to_move() == Side::Black { proof } else { -proof };
            }
            if self.nodes[at].children.is_empty() {
                let stays = self.nodes[at].visits == 0 || self.nodes.len() >= self.settings.max_nodes;
                if stays || !self.has_room() || !self.expand(at, &position) {
                    break self.leaf(at, &position, plies_since_progress, rng);
                }
            }
            at = self.select(at);
            line.push(at);
            let Some(mv) = &self.nodes[at].mv else { break 0.0 };
            plies_since_progress = if position.is_irreversible(mv) { 0 } else { plies_since_progress + 1 };
            if rules.repetition.is_some() {
                let after = position.after(mv);
                seen.push(std::mem::replace(&mut position, after));
                if self.repetitions.contains(&position) || seen.contains(&position) {
                    break 0.0;
                }
            } else {
                position.play_unchecked(mv);
            }
            let plies = self.history.len() + line.len() - 1;
            let counted_out = rules.plies_since_progress.is_some_and(|limit| plies_since_progress >= limit)
                || rules.ply_cap.is_some_and(|cap| plies >= cap as usize);
            if counted_out && position.outcome().is_none() {
                break 0.0;
            }
        };
        self.tell(&line, result, root.side_to_move());
    }

    /// Evaluates a leaf for White. If the game is over there, the node stores the exact value.
    fn leaf(&mut self, at: usize, position: &G, plies_since_progress: u32, rng: &mut dyn Rng) -> f64 {
        match position.outcome() {
            Some(end) => {
                let value = share(end.payoff(Side::White), self.settings.leaf.max_points());
                let mover = position.side_to_move().opponent();
                self.nodes[at].proof = Some(if mover == Side::White { value } else { -value });
                value
            }
            None => self.settings.leaf.value(position, plies_since_progress, rng),
        }
    }

    /// Returns whether there is memory for the children of a node; the tree grows no more when there is not.
    fn has_room(&mut self) -> bool {
        /// As many moves as there are in hardly any position.
        const CHILDREN: usize = 1 << 10;

        self.nodes.capacity() - self.nodes.len() >= CHILDREN || self.nodes.try_reserve(CHILDREN).is_ok()
    }

    /// Gives a node its children; `false` if there are none.
    fn expand(&mut self, at: usize, position: &G) -> bool {
        let first = self.nodes.len();
        let _: ControlFlow<()> = position.for_each_move(|mv| {
            self.nodes.push(Node::new(Some(mv)));
            ControlFlow::Continue(())
        });
        self.nodes[at].children = first as u32..self.nodes.len() as u32;
        self.nodes.len() > first
    }

    /// The child to try next: the first that is new, else the one with the greatest upper bound. One that is known to be no
    /// better than the best is still a choice, but a poor one.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let visits = f64::from(node.visits.max(1)).ln();
        let bound = |child: &Node<_>| match child.proof {
            Some(proof) => proof,
            None if child.visits == 0 => f64::INFINITY,
            None => {
                let visited = f64::from(child.visits);
                child.total / visited + self.settings.exploration * (visits / visited).sqrt()
            }
        };
        let mut best = (node.children.start as usize, f64::NEG_INFINITY);
        for child in node.children.clone().map(|child| child as usize) {
            let bound = bound(&self.nodes[child]);
            if bound > best.1 {
                best = (child, bound);
            }
        }
        best.0
    }

    /// Adds a result to all nodes of a line, and proves what can be proved.
    fn tell(&mut self, line: &[usize], result: f64, first: Side) {
        for (ply, &at) in line.iter().enumerate().rev() {
            // The root's own total is its opponent's: nobody moved there.
            let mover = if ply % 2 == 1 { first } else { first.opponent() };
            if self.nodes[at].proof.is_none() {
                self.nodes[at].proof = self.prove(at);
            }
            let node = &mut self.nodes[at];
            node.visits = node.visits.saturating_add(1);
            node.total += if mover == Side::White { result } else { -result };
        }
    }

    /// Returns the exact value of a node if its children prove it: one of them wins, or all are exact.
    fn prove(&self, at: usize) -> Option<f64> {
        let range = self.nodes[at].children.clone();
        let children = &self.nodes[range.start as usize..range.end as usize];
        if children.is_empty() {
            return None;
        }
        let known = children.iter().filter_map(|child| child.proof);
        let best = known.clone().fold(-1.0, f64::max);
        (best >= 1.0 || known.count() == children.len()).then_some(-best)
    }

    /// The root's moves: what wins for sure, then by visits; what loses for sure comes last.
    fn moves(&self) -> Vec<UctMove<G::Move>> {
        let range = self.nodes[0].children.clone();
        let children = &self.nodes[range.start as usize..range.end as usize];
        let mut moves: Vec<_> = children
            .iter()
            .filter_map(|child| {
                let mean = if child.visits == 0 { 0.0 } else { child.total / f64::from(child.visits) };
                Some(UctMove {
                    mv: child.mv.clone()?,
                    visits: child.visits.into(),
                    value: child.proof.unwrap_or(mean),
                    proven: child.proof.is_some(),
                })
            })
            .collect();
        let all_known = moves.iter().all(|mv| mv.proven);
        let rank = |mv: &UctMove<_>| match mv.proven {
            true if all_known => 0,
            true if mv.value >= 1.0 => 2,
            true if mv.value <= -1.0 => -2,
            _ => 0,
        };
        moves.sort_by(|a, b| {
            let by_value = || if all_known { b.value.total_cmp(&a.value) } else { b.visits.cmp(&a.visits) };
            rank(b).cmp(&rank(a)).then_with(by_value)
        });
        moves
    }
}

impl<M> Node<M> {
    const fn new(mv: Option<M>) -> Self {
        Self { mv, children: 0..0, visits: 0, total: 0.0, proof: None }
    }
}
