//! Whether strategies get anywhere, or let themselves be held up for ever.
//!
//! That a strategy is the best in each position, taken by itself, does not say that it leads anywhere: steps to and fro
//! keep a value, too, and play without end is worth 0. Suppose that a side plays so, and the other as it likes. What the
//! positions are worth to the side never falls on average, so it settles in the long run (a bounded submartingale
//! converges), and if play goes on for ever, it does so in positions of one and the same value. The side gets less than
//! it should only if that value is above 0: if there are positions, all worth equally much, in which the other has a
//! choice each time that leads to one of them again for sure.

use std::collections::HashMap;

use tavlei_game::{Game, Side, Simultaneous};
use tavlei_geometry::rect::Bitboard;
use tavlei_proryv::{Position, Turn};

use super::{AnalyseError, Analysis};

/// Values that are nearer to one another than this are the same.
const ROUNDING: f64 = 1e-9;

/// Those of the positions in which the side that is better would never get what the position is worth, for the other can
/// keep the game going for ever, if it plays as its strategies tell, in this position and in all that follow.
///
/// There are none where the strategies, each the best of its own position, together secure the values. The positions are to
/// be all unfinished ones of their classes.
///
/// # Errors
///
/// Returns the error of the analysis.
///
/// ```
/// use tavlei_proryv::{Position, Rules};
/// use tavlei_solve::proryv::{Solver, analyse, stalling_positions};
///
/// let position: Position = "w a3;".parse()?;
/// let mut solver = Solver::new(&Rules::default())?;
/// solver.solve_for(&position, &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert!(stalling_positions(&[position], |position| analyse(position, &solver))?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stalling_positions(
    positions: &[Position],
    mut analyse: impl FnMut(&Position) -> Result<Analysis, AnalyseError>,
) -> Result<Vec<Position>, AnalyseError> {
    let mut held = HashMap::new();
    for position in positions {
        let analysis = analyse(position)?;
        let better = if analysis.value > 0.0 { Side::White } else { Side::Black };
        if analysis.value.abs() > ROUNDING {
            held.insert(men(position), Held { value: analysis.value, replies: replies(position, better, &analysis) });
        }
    }
    loop {
        let is_held = |next: &Men, value: f64| held.get(next).is_some_and(|next| (next.value - value).abs() < ROUNDING);
        let holds = |here: &Held| here.replies.iter().any(|reply| reply.iter().all(|next| is_held(next, here.value)));
        let freed = held.iter().filter(|(_, here)| !holds(here)).map(|(men, _)| *men).collect::<Vec<_>>();
        if freed.is_empty() {
            return Ok(positions.iter().filter(|position| held.contains_key(&men(position))).copied().collect());
        }
        freed.iter().for_each(|men| drop(held.remove(men)));
    }
}

/// The men of both sides tell a position; who records the turn is no matter.
type Men = [Bitboard; 2];

fn men(position: &Position) -> Men {
    Side::BOTH.map(|side| position.men_of(side))
}

/// A position in which, as far as is known yet, the better side can be held up.
struct Held {
    value: f64,
    /// Where the choices of the other side may lead that don’t end the game for sure or by chance.
    replies: Vec<Vec<Men>>,
}

fn replies(position: &Position, better: Side, analysis: &Analysis) -> Vec<Vec<Men>> {
    let played = analysis.strategy(better).iter().filter(|(_, share)| *share > 0.0);
    let played = played.map(|(choice, _)| *choice).collect::<Vec<_>>();
    let reply = |theirs| {
        let next = played.iter().map(|ours| {
            let after = position.after(&match better {
                Side::White => Turn { white: *ours, black: theirs },
                Side::Black => Turn { white: theirs, black: *ours },
            });
            after.outcome().is_none().then(|| men(&after))
        });
        next.collect::<Option<Vec<_>>>()
    };
    position.choices(!better).into_iter().filter_map(reply).collect()
}
