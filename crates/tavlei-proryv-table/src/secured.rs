//! What the strategies that are told secure, if play may go on for ever.
//!
//! That a strategy is as good as any in each position, taken by itself, does not say that it leads anywhere: steps to and
//! fro keep a value, too. So it has to be shown of all positions together.

use std::collections::HashMap;

use tavlei_game::{Game, Side, Simultaneous};
use tavlei_geometry::rect::Bitboard;
use tavlei_proryv::{Position, Turn};

use crate::{AnalyseError, Values, analyse};

/// What White is sure of in each of these positions, on average, by playing as [`analyse`] tells in every position that
/// comes: against the best replies to that, and however long Black draws it out. Play without end counts 0.
///
/// This is never more than the value. If it is as much, the strategies are as good as they say. What Black is sure of is seen
/// by exchange of colours.
///
/// It takes a few hundred bytes a position.
///
/// # Errors
///
/// What [`analyse`] fails with; [`AnalyseError::Unknown`], too, if a position can follow that is none of these.
#[expect(clippy::indexing_slicing, reason = "there is a number for each of the positions")]
pub fn secured(positions: &[Position], values: &impl Values) -> Result<Vec<f64>, AnalyseError> {
    let numbers = positions.iter().map(men).zip(0..).collect::<HashMap<_, _>>();
    let replies =
        positions.iter().map(|position| replies(position, &numbers, values)).collect::<Result<Vec<_>, _>>()?;
    let mut secured = vec![0.0; positions.len()];
    loop {
        let worth = |next: &Next| match next {
            Next::Result(payoff) => *payoff,
            Next::Position(number) => secured[*number],
        };
        let of_reply = |reply: &Vec<(f64, Next)>| reply.iter().map(|(share, next)| share * worth(next)).sum::<f64>();
        let least = |replies: &Vec<Vec<_>>| replies.iter().map(of_reply).fold(f64::INFINITY, f64::min);
        let later = replies.iter().map(least).collect::<Vec<_>>();
        let change = later.iter().zip(&secured).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        secured = later;
        if change < 1e-13 {
            return Ok(secured);
        }
    }
}

/// Where a turn leads: to a result that is worth so much to White, or to the position with this number.
enum Next {
    Result(f64),
    Position(usize),
}

/// The men of both sides tell a position; who records the turn is no matter.
type Men = [Bitboard; 2];

fn men(position: &Position) -> Men {
    Side::BOTH.map(|side| position.men(side))
}

/// For each of Black’s choices, where it leads, and with which probability.
fn replies(
    position: &Position,
    numbers: &HashMap<Men, usize>,
    values: &impl Values,
) -> Result<Vec<Vec<(f64, Next)>>, AnalyseError> {
    let analysis = analyse(position, values)?;
    let played = analysis.white.into_iter().filter(|(_, share)| *share > 0.0).collect::<Vec<_>>();
    let next = |turn: &Turn| {
        let after = position.after(turn);
        match after.outcome() {
            Some(outcome) => Ok(Next::Result(f64::from(outcome.payoff(Side::White)))),
            None => match numbers.get(&men(&after)) {
                Some(number) => Ok(Next::Position(*number)),
                None => Err(AnalyseError::Unknown(after.to_string())),
            },
        }
    };
    let reply = |black| {
        let turns = played.iter().map(|(white, share)| (*share, Turn { white: *white, black }));
        turns.map(|(share, turn)| Ok((share, next(&turn)?))).collect::<Result<Vec<_>, _>>()
    };
    position.choices(Side::Black).into_iter().map(reply).collect()
}
