//! The start of a game, its moves as typed text, and its limits: the same on the full screen and line by line.

use std::cell::OnceCell;
use std::fs;

use rand::rngs::StdRng;
use tavlei::game::{History, Side, ToMove};
use tavlei::record::{Record, replay};
use tavlei::search::Limits;

use super::args::PlayArgs;
use crate::args::BotName;
use crate::game::{Playable, read_position};
use crate::output::Failure;
use crate::seed::Seed;

/// Returns the game that is loaded, or a new one.
pub(super) fn begin<G: Playable>(args: &PlayArgs) -> Result<History<G>, Failure> {
    let Some(file) = &args.load else { return Ok(History::new(read_position(&args.board)?)) };
    let failed = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    let record: Record = text.parse().map_err(|error| failed(&error))?;
    let replayed = replay::<G>(&record).map_err(|error| failed(&error))?;
    Ok(replayed.history)
}

/// Returns the limits of a bot's thinking.
pub(super) fn limits(args: &PlayArgs, name: BotName) -> Limits {
    name.limits(Limits::default().with_time(args.time), args.time)
}

/// Reads what a side plays, in any notation, and returns its canonical text.
///
/// # Errors
///
/// The reason why it is no legal move.
pub(super) fn read_entered<G: Playable>(position: &G, side: Side, text: &str) -> Result<String, String> {
    match position.to_move() {
        ToMove::One(_) => {
            let mv = position.read_move(text).map_err(|error| error.to_string())?;
            Ok(position.move_text(&mv))
        }
        ToMove::Both => {
            // A choice is read beside any choice of the other side.
            let other = position.texts_of(side.opponent()).into_iter().next().unwrap_or_default();
            let mut words = [other.clone(), other];
            words[side as usize] = text.to_owned();
            let turn = position.read_words(&words)?;
            let choices = position.move_text(&turn);
            let text = choices.split_whitespace().nth(side as usize);
            text.map(str::to_owned).ok_or_else(|| "the choice is not legal".to_owned())
        }
    }
}

/// The sides that have a bot of their own; a single bot answers for both sides.
pub(super) fn sides_of_bots(args: &PlayArgs) -> &'static [Side] {
    if args.watch { &Side::BOTH } else { &[Side::White] }
}

/// The seed of all bots of a game, drawn when the first of them asks for it.
#[derive(Debug)]
pub(super) struct Seeds<'a> {
    args: &'a PlayArgs,
    drawn: OnceCell<Seed>,
}

impl<'a> Seeds<'a> {
    pub(super) const fn new(args: &'a PlayArgs) -> Self {
        Self { args, drawn: OnceCell::new() }
    }

    /// Returns the generator of the bot that plays this side.
    pub(super) fn of_bot(&self, side: Side) -> Result<StdRng, Failure> {
        let seed = match self.drawn.get() {
            Some(seed) => *seed,
            None => {
                let seed = self.args.seed.draw()?;
                *self.drawn.get_or_init(|| seed)
            }
        };
        Ok(seed.of_bot(side as u64))
    }
}
