//! Bots that think in threads of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use tavlei::game::{ChoiceNotation, History, Keyed, Sequential, Side, Simultaneous};
use tavlei::proryv;
use tavlei::search::{AlphaBeta, Bot, ChoiceBot, Evaluation, Limits, SimultaneousMcts, Uct, Value};

use super::event::{Answer, Assessment, Event, Question, Thought};
use crate::game::Playable;

/// A bot that says what it thinks of a position.
pub(super) trait Thinker<G: Playable>: Send {
    /// Returns its move or choice as canonical text; `None` if there is none. `report` is told what the position is worth.
    fn think(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        report: &mut dyn FnMut(Assessment),
    ) -> Option<String>;
}

/// A question, and the flag that ends the thinking about it.
pub(super) type Asked<G> = (Box<Question<G>>, Arc<AtomicBool>);

/// Answers questions until nobody asks or listens any more. In a game of bots, a move takes at least `pace`.
pub(super) fn answer_all<G: Playable>(
    mut thinker: Box<dyn Thinker<G>>,
    limits: &Limits,
    pace: Duration,
    questions: &Receiver<Asked<G>>,
    answers: &Sender<Event>,
) {
    for (question, stop) in questions {
        let begun = Instant::now();
        let number = question.number;
        let send = |thought| answers.send(Event::Bot(Answer { number, thought })).is_ok();
        let mut limits = limits.clone().with_stop(Arc::clone(&stop));
        if let (Some(time), Some(most)) = (limits.time, question.time) {
            limits.time = Some(time.min(most));
        }
        let mut report = |assessment| {
            send(Thought::Progress(assessment));
        };
        let found = thinker.think(&question.history, question.side, &limits, &mut report);
        while !stop.load(Ordering::Relaxed) && begun.elapsed() < pace {
            std::thread::sleep(Duration::from_millis(10));
        }
        let thought = match found {
            Some(text) => Thought::Move(text),
            None => Thought::Failed("the bot has no move here".to_owned()),
        };
        if !stop.load(Ordering::Relaxed) && !send(thought) {
            break;
        }
    }
}

/// Returns a value for the side to move as White sees it.
fn assessed(value: Value, side: Side) -> Assessment {
    let value = if side == Side::White { value } else { -value };
    match value.forced() {
        Some(forced) => {
            let winner = if forced.payoff > 0 { Side::White } else { Side::Black };
            let white = if forced.payoff > 0 { 1.0 } else { -1.0 };
            Assessment { white, text: format!("{winner} wins in {}", forced.plies) }
        }
        None => {
            let units = f64::from(value.units().unwrap_or(0));
            Assessment { white: (units / 400.0).tanh(), text: value.to_string() }
        }
    }
}

/// Returns an average payoff as White sees it.
fn payoff(white: f64) -> Assessment {
    Assessment { white, text: format!("{white:+.2}") }
}

/// An alpha-beta search.
pub(super) struct Searcher<E>(pub(super) AlphaBeta<E>);

impl<G, E> Thinker<G> for Searcher<E>
where
    G: Playable + Sequential + Keyed,
    History<G>: Sync,
    E: Evaluation<G> + Send + Sync,
{
    fn think(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        report: &mut dyn FnMut(Assessment),
    ) -> Option<String> {
        let position = history.position();
        // A move that is forced is played at once.
        let limits = if position.count_moves() == 1 { limits.clone().with_depth(4) } else { limits.clone() };
        let found = self.0.search_reporting(history, &limits, |so_far| {
            if let Some(best) = so_far.best() {
                report(assessed(best.value, side));
            }
        });
        found.best_move().map(|mv| position.move_text(mv))
    }
}

/// A tree search by chance.
pub(super) struct TreeSearcher(pub(super) Uct, pub(super) StdRng);

impl<G: Playable + Sequential> Thinker<G> for TreeSearcher {
    fn think(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        report: &mut dyn FnMut(Assessment),
    ) -> Option<String> {
        let found = self.0.search(history, limits, &mut self.1).moves;
        let best = found.first()?;
        report(payoff(if side == Side::White { best.value } else { -best.value }));
        Some(history.position().move_text(&best.mv))
    }
}

/// A bot that says nothing but its move.
pub(super) struct Silent<B: ?Sized>(pub(super) Box<B>);

impl<G: Playable + Sequential> Thinker<G> for Silent<dyn Bot<G> + Send> {
    fn think(
        &mut self,
        history: &History<G>,
        _: Side,
        limits: &Limits,
        _: &mut dyn FnMut(Assessment),
    ) -> Option<String> {
        let mv = self.0.choose(history, limits)?;
        Some(history.position().move_text(&mv))
    }
}

impl<G: Playable + Simultaneous + ChoiceNotation> Thinker<G> for Silent<dyn ChoiceBot<G> + Send> {
    fn think(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        _: &mut dyn FnMut(Assessment),
    ) -> Option<String> {
        let choice = self.0.choose(history, side, limits)?;
        Some(history.position().choice_text(side, &choice))
    }
}

/// A search for mixed strategies.
pub(super) struct Mixer(pub(super) SimultaneousMcts, pub(super) StdRng);

impl Thinker<proryv::Position> for Mixer {
    fn think(
        &mut self,
        history: &History<proryv::Position>,
        side: Side,
        limits: &Limits,
        report: &mut dyn FnMut(Assessment),
    ) -> Option<String> {
        let found = self.0.search(history, limits, &mut self.1);
        report(payoff(found.value));
        let choice = found.of(side).draw(&mut self.1)?;
        Some(history.position().choice_text(side, choice))
    }
}
