//! Monte-Carlo tree search for games in which both sides choose at once.

use std::time::Duration;

use rand_core::Rng;
use tavlei_game::{History, Joint, Side, Simultaneous};

use super::leaf::{Leaf, Playouts, share, unit};
use crate::Limits;
use crate::limits::Budget;

/// A search that treats every position as a matrix game, of which it only learns what it tries (Lanctot, Lisý and Winands
/// 2014; Tak, Lanctot and Winands 2014).
///
/// In such games no single choice need be best: the answer is a mixed strategy for each side. Regret matching tends to an
/// equilibrium; decoupled bounds are quicker to find a good choice where one is clearly best, but need not. Iterations
/// are what [`Limits::nodes`] limits.
///
/// ```
/// use rand::{SeedableRng, rngs::StdRng};
/// use tavlei_game::{History, Notation, Side};
/// use tavlei_proryv::{Position, Rules};
/// use tavlei_search::{Limits, SimultaneousMcts};
///
/// let position = Position::read_position("w a4,b4;b5,d2", &Rules::default())?;
/// let search = SimultaneousMcts::regret_matching();
/// let mut rng = StdRng::seed_from_u64(1);
/// let strategies = search.search(&History::new(position), &Limits::default().with_nodes(2000), &mut rng);
/// assert!(strategies.value.abs() < 0.1, "the position is worth 0");
/// assert!(strategies.of(Side::White).draw(&mut rng).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimultaneousMcts<L = Playouts> {
    /// How choices are made inside the tree.
    pub selection: Selection,
    /// How many nodes the tree may have: a million by default.
    pub max_nodes: usize,
    /// Evaluates the leaves of the tree.
    pub leaf: L,
}

/// How the sides choose inside the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// Each side takes the choice with the greatest upper confidence bound, as if the other were chance (decoupled UCT).
    Decoupled {
        /// How much what has been tried little is preferred to what has proved good.
        exploration: f64,
    },
    /// Each side chooses by chance, more often what it regrets not to have chosen before (Hart and Mas-Colell 2000).
    RegretMatching {
        /// How often a side chooses blindly instead, 0 to 1.
        exploration: f64,
    },
}

impl Selection {
    /// The name in lower case: `decoupled-uct` or `regret-matching`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Decoupled { .. } => "decoupled-uct",
            Self::RegretMatching { .. } => "regret-matching",
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Strategies<C> {
    /// White's mixed strategy; empty when the game is over.
    pub white: Mixed<C>,
    /// Black's.
    pub black: Mixed<C>,
    /// White's average payoff, -1 to 1.
    pub value: f64,
    /// How often a line was played from the root to the edge of the tree.
    pub iterations: u64,
    /// How long it took.
    pub time: Duration,
}

impl<C> Strategies<C> {
    /// A side's mixed strategy.
    pub const fn of(&self, side: Side) -> &Mixed<C> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// A mixed strategy: choices with the probabilities with which they should be made, which add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed<C> {
    choices: Vec<(C, f64)>,
}

impl<C> Mixed<C> {
    /// The strategy that makes each of these choices as often as its weight says, in proportion to the others. Weights that
    /// are negative, infinite or no numbers count as nothing; if none is left, all choices are equally likely.
    ///
    /// ```
    /// use tavlei_search::Mixed;
    ///
    /// let mixed = Mixed::from_weights([("stay", 1.0), ("go", 3.0), ("jump", -1.0)]);
    /// assert_eq!(mixed.choices(), [("stay", 0.25), ("go", 0.75), ("jump", 0.0)]);
    /// ```
    #[must_use]
    pub fn from_weights(weights: impl IntoIterator<Item = (C, f64)>) -> Self {
        let usable = |weight: f64| if weight.is_finite() && weight > 0.0 { weight } else { 0.0 };
        let mut choices = weights.into_iter().map(|(choice, weight)| (choice, usable(weight))).collect::<Vec<_>>();
        // Scaled by the greatest first, so that no sum of weights is infinite.
        let greatest = choices.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        for (_, weight) in &mut choices {
            *weight = if greatest > 0.0 { *weight / greatest } else { 1.0 };
        }
        let total = choices.iter().map(|(_, weight)| *weight).sum::<f64>();
        choices.iter_mut().for_each(|(_, weight)| *weight /= total);
        Self { choices }
    }

    /// The choices with their probabilities, in the order of the game.
    #[must_use]
    pub fn choices(&self) -> &[(C, f64)] {
        &self.choices
    }

    /// A choice, drawn with these probabilities; `None` when there is none.
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Option<&C> {
        let weights = self.choices.iter().map(|&(_, probability)| probability);
        self.choices.get(draw(weights, rng)).map(|(choice, _)| choice)
    }

    /// The choice with the greatest probability, of equal ones the first; `None` when there is none.
    #[must_use]
    pub fn likeliest(&self) -> Option<&(C, f64)> {
        self.choices.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

impl SimultaneousMcts {
    /// Regret matching with random playouts.
    #[must_use]
    pub fn regret_matching() -> Self {
        Self {
            selection: Selection::RegretMatching { exploration: 0.1 },
            max_nodes: 1_000_000,
            leaf: Playouts::default(),
        }
    }

    /// Decoupled UCT with random playouts.
    #[must_use]
    pub fn decoupled() -> Self {
        Self { selection: Selection::Decoupled { exploration: 0.7 }, max_nodes: 1_000_000, leaf: Playouts::default() }
    }
}

impl<L> SimultaneousMcts<L> {
    /// Searches the position that the game has come to, until a limit is reached.
    pub fn search<G>(&self, history: &History<G>, limits: &Limits, rng: &mut dyn Rng) -> Strategies<G::Choice>
    where
        G: Simultaneous,
        L: Leaf<G>,
    {
        let limits = limits.by_chance();
        let budget = Budget::new(&limits);
        let mut tree = Tree { settings: self, history, nodes: vec![Node::new()], is_full: false };
        let (mut iterations, mut allowance) = (0, 0);
        while !tree.nodes[0].turn(history.position()).white.choices.is_empty() {
            if allowance == 0 {
                allowance = budget.report(iterations - budget.nodes()).min(16);
                if allowance == 0 {
                    break;
                }
                tree.is_full |= !tree.has_room();
            }
            tree.iterate(rng);
            allowance -= 1;
            iterations += 1;
        }
        let root = &mut tree.nodes[0];
        let value = if root.visits == 0 { 0.0 } else { root.total / f64::from(root.visits) };
        let turn = root.turn(history.position());
        let [white, black] = [&turn.white, &turn.black].map(Player::average);
        Strategies { white, black, value, iterations, time: budget.elapsed() }
    }
}

/// The tree of one search.
struct Tree<'a, G: Simultaneous, L> {
    settings: &'a SimultaneousMcts<L>,
    history: &'a History<G>,
    nodes: Vec<Node<G::Choice>>,
    /// Whether the tree grows no more, because memory is short.
    is_full: bool,
}

/// A position that has been reached.
struct Node<C> {
    /// The choices made from this position. Most positions are reached once and need no such table.
    turn: Option<Box<Turn<C>>>,
    visits: u32,
    /// The sum of the results, to White.
    total: f64,
    /// The payoff to White, if the game is over here.
    end: Option<f64>,
}

/// The statistics of the choices in a position.
struct Turn<C> {
    white: Player<C>,
    black: Player<C>,
    /// The node that each pair of choices leads to, 0 if it has not been tried; black's choices side by side.
    children: Vec<u32>,
}

/// The statistics of one side in one position.
struct Player<C> {
    choices: Vec<C>,
    /// By choice: how often it was made (decoupled), or how likely, summed over all visits (regret matching).
    weights: Vec<f64>,
    /// By choice: the sum of the results to this side (decoupled), or of the regrets (regret matching).
    sums: Vec<f64>,
}

impl<G: Simultaneous, L: Leaf<G>> Tree<'_, G, L> {
    /// Returns whether there is memory for the next few iterations.
    fn has_room(&mut self) -> bool {
        const NODES: usize = 16;
        const BYTES: usize = 1 << 20;

        self.nodes.try_reserve(NODES).is_ok() && Vec::<u8>::new().try_reserve_exact(BYTES).is_ok()
    }

    /// Plays a line to the edge of the tree, finds out what that is worth, and tells all nodes on the line.
    fn iterate(&mut self, rng: &mut dyn Rng) {
        let mut position = self.history.position().clone();
        let rules = position.history_rules();
        let mut plies_since_progress = self.history.plies_since_progress();
        let mut line = Vec::new();
        let mut at = 0;
        let result = loop {
            let turns = self.history.len() + line.len();
            let counted_out = rules.plies_since_progress.is_some_and(|limit| plies_since_progress >= limit)
                || rules.ply_cap.is_some_and(|cap| turns >= cap as usize);
            let next = self.nodes.len();
            let node = &mut self.nodes[at];
            if let Some(end) = node.end {
                break end;
            }
            if counted_out && at != 0 {
                break 0.0;
            }
            if self.is_full && node.turn.is_none() && at != 0 {
                let value = self.settings.leaf.value(&position, plies_since_progress, rng);
                node.visits = node.visits.saturating_add(1);
                node.total += value;
                break value;
            }
            let visits = node.visits;
            let turn = node.turn(&position);
            let [white, black] =
                [&turn.white, &turn.black].map(|player| self.settings.selection.choose(player, visits, rng));
            line.push((at, white, black));
            let mv = Joint { white: turn.white.choices[white].clone(), black: turn.black.choices[black].clone() };
            let place = turn.place(white, black);
            let known = turn.children[place] as usize;
            let grows = next < self.settings.max_nodes && !self.is_full;
            if known == 0 && grows {
                turn.children[place] = next as u32;
            }
            plies_since_progress = if position.is_irreversible(&mv) { 0 } else { plies_since_progress + 1 };
            position.play_unchecked(&mv);
            if known != 0 {
                at = known;
                continue;
            }
            let end = position.outcome().map(|end| share(end.payoff(Side::White), self.settings.leaf.max_points()));
            let value = end.unwrap_or_else(|| self.settings.leaf.value(&position, plies_since_progress, rng));
            if grows {
                self.nodes.push(Node { turn: None, visits: 1, total: value, end });
            }
            break value;
        };
        for (at, white, black) in line.into_iter().rev() {
            self.learn(at, white, black, result);
        }
    }

    /// Tells a node what its choices have brought.
    fn learn(&mut self, at: usize, white: usize, black: usize, result: f64) {
        match self.settings.selection {
            Selection::Decoupled { .. } => {
                if let Some(turn) = &mut self.nodes[at].turn {
                    turn.white.count(white, result);
                    turn.black.count(black, -result);
                }
            }
            Selection::RegretMatching { .. } => self.regret(at, white, black, result),
        }
        let node = &mut self.nodes[at];
        node.visits = node.visits.saturating_add(1);
        node.total += result;
    }

    /// Each side regrets what its other choices would have brought against the choice that the other side made, as far as
    /// the tree knows, more than its own did.
    fn regret(&mut self, at: usize, white: usize, black: usize, result: f64) {
        let Some(mut turn) = self.nodes[at].turn.take() else { return };
        let mean = |row, column| match turn.children[turn.place(row, column)] as usize {
            0 => 0.0,
            child => {
                let child = &self.nodes[child];
                child.total / f64::from(child.visits.max(1))
            }
        };
        let whites = |row| if row == white { 0.0 } else { mean(row, black) - result };
        let blacks = |column| if column == black { 0.0 } else { result - mean(white, column) };
        let whites = (0..turn.white.choices.len()).map(whites).collect::<Vec<_>>();
        let blacks = (0..turn.black.choices.len()).map(blacks).collect::<Vec<_>>();
        turn.white.regret(&whites);
        turn.black.regret(&blacks);
        self.nodes[at].turn = Some(turn);
    }
}

impl Selection {
    /// Selects a side's choice in a position with `visits` visits, and returns its index.
    fn choose<C: Clone>(self, player: &Player<C>, visits: u32, rng: &mut dyn Rng) -> usize {
        match self {
            Self::Decoupled { exploration } => player.greatest_bound(visits, exploration, rng),
            Self::RegretMatching { exploration } if unit(rng) < exploration => {
                draw(player.choices.iter().map(|_| 1.0), rng)
            }
            Self::RegretMatching { .. } => draw(player.current(), rng),
        }
    }
}

impl<C: Clone> Node<C> {
    const fn new() -> Self {
        Self { turn: None, visits: 0, total: 0.0, end: None }
    }

    /// Returns the statistics of the choices in its position.
    fn turn<G: Simultaneous<Choice = C>>(&mut self, position: &G) -> &mut Turn<C> {
        self.turn.get_or_insert_with(|| {
            let [white, black] = Side::BOTH.map(|side| Player::new(position.choices(side)));
            let children = vec![0; white.choices.len() * black.choices.len()];
            Box::new(Turn { white, black, children })
        })
    }
}

impl<C> Turn<C> {
    /// Returns where it stands what a pair of choices leads to.
    const fn place(&self, white: usize, black: usize) -> usize {
        white * self.black.choices.len() + black
    }
}

impl<C: Clone> Player<C> {
    fn new(choices: Vec<C>) -> Self {
        let zeros = vec![0.0; choices.len()];
        Self { choices, weights: zeros.clone(), sums: zeros }
    }

    /// Returns which choice has the greatest upper bound; of those that are new, any.
    fn greatest_bound(&self, visits: u32, exploration: f64, rng: &mut dyn Rng) -> usize {
        let is_new = self.weights.iter().map(|&weight| if weight == 0.0 { 1.0 } else { 0.0 });
        if is_new.clone().sum::<f64>() > 0.0 {
            return draw(is_new, rng);
        }
        let log = f64::from(visits.max(1)).ln();
        let bounds = self.weights.iter().zip(&self.sums).map(|(n, sum)| sum / n + exploration * (log / n).sqrt());
        bounds.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(choice, _)| choice)
    }

    /// The strategy that follows from the regrets: in proportion to those above 0; if there are none, anything.
    fn current(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let total = self.sums.iter().map(|sum| sum.max(0.0)).sum::<f64>();
        let even = 1.0 / self.sums.len() as f64;
        self.sums.iter().map(move |sum| if total > 0.0 { sum.max(0.0) / total } else { even })
    }

    fn count(&mut self, choice: usize, result: f64) {
        self.weights[choice] += 1.0;
        self.sums[choice] += result;
    }

    fn regret(&mut self, regrets: &[f64]) {
        let current = self.current().collect::<Vec<_>>();
        for (choice, (weight, regret)) in current.into_iter().zip(regrets).enumerate() {
            self.weights[choice] += weight;
            self.sums[choice] += regret;
        }
    }

    /// The strategy on average over all visits: what the search answers.
    fn average(&self) -> Mixed<C> {
        let total = self.weights.iter().sum::<f64>();
        let even = 1.0 / self.weights.len().max(1) as f64;
        let share = |weight: &f64| if total > 0.0 { weight / total } else { even };
        Mixed { choices: self.choices.iter().cloned().zip(self.weights.iter().map(share)).collect() }
    }
}

/// Draws a number with these weights.
fn draw(weights: impl Iterator<Item = f64> + Clone, rng: &mut (impl Rng + ?Sized)) -> usize {
    let mut left = unit(rng) * weights.clone().sum::<f64>();
    let mut last = 0;
    for (number, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
        last = number;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}
