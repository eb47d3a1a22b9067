//! Wins that are sure: the choice that brings one soonest, whatever the other side does.
//!
//! The values of positions do not show a side how to win. Every step is as good as another that keeps the win, so a
//! man might walk to and fro before the goal for ever; and play without end is no win. What tells it is the number of
//! turns in which a win can be forced: with the choice that is found here it is one less after each turn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tavlei_game::{Game, Side, Simultaneous};
use tavlei_proryv::{Choice, Position, Turn};

use super::Values;

/// Values nearer to a win than this are wins: it is rounding.
const ROUNDING: f64 = 1e-9;

/// The maximum number of positions that are examined.
const LIMIT: u32 = 1 << 14;

/// No win takes more turns than this, among those that are looked for.
const MAX_TURNS: u32 = 32;

/// The choice with which this side has won soonest, whatever the other chooses.
///
/// `None` if there is no such win, it is not found within [`LIMIT`], or only chance brings it.
pub(crate) fn quickest_win(position: &Position, side: Side, values: &impl Values) -> Option<Choice> {
    let mut search = Search { side, values, left: LIMIT, missed: HashMap::new() };
    let ours = position.choices(side);
    for turns in 1..=MAX_TURNS {
        let found = ours.iter().find(|ours| search.is_forced_win(position, **ours, turns));
        if found.is_some() || search.left == 0 {
            return found.copied();
        }
    }
    None
}

struct Search<'a, V> {
    side: Side,
    values: &'a V,
    /// How many positions may still be looked at.
    left: u32,
    /// The number of turns in which no win can be forced in a position.
    missed: HashMap<Position, u32>,
}

impl<V: Values> Search<'_, V> {
    /// Returns whether this choice wins within `turns` turns against every choice of the opponent.
    fn is_forced_win(&mut self, position: &Position, ours: Choice, turns: u32) -> bool {
        let goes_on = position.for_each_choice(!self.side, |theirs| {
            let turn = match self.side {
                Side::White => Turn { white: ours, black: theirs },
                Side::Black => Turn { white: theirs, black: ours },
            };
            match self.is_won(&position.after(&turn), turns.saturating_sub(1)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        goes_on.is_continue()
    }

    /// Returns whether the side has won in this position, or can force a win within `turns` turns.
    fn is_won(&mut self, position: &Position, turns: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.payoff(self.side) > 0;
        }
        let may_be = turns > 0 && self.values.value(position).is_some_and(|value| is_win(value, self.side));
        if !may_be || self.left == 0 || self.missed.get(position).is_some_and(|missed| *missed >= turns) {
            return false;
        }
        self.left = self.left.saturating_sub(1);
        let ours = position.choices(self.side);
        let won = ours.into_iter().any(|ours| self.is_forced_win(position, ours, turns));
        if !won {
            self.missed.insert(*position, turns);
        }
        won
    }
}

/// Returns whether a position of this value to White is won by this side.
pub(crate) fn is_win(value: f64, side: Side) -> bool {
    match side {
        Side::White => value > 1.0 - ROUNDING,
        Side::Black => value < ROUNDING - 1.0,
    }
}
