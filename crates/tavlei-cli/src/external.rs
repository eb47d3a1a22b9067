//! Bots that are programs of their own.

#[cfg_attr(not(unix), path = "external/direct.rs")]
mod process;
mod program;
#[cfg(unix)]
pub(crate) mod supervisor;

use std::io;

use tavlei::game::text::Escaped;
use tavlei::game::{ChoiceNotation, History, Sequential, Side};
use tavlei::search::{Bot, ChoiceBot, Limits};

use self::program::Program;
use crate::clock::Clock;
use crate::fault::Fault;
use crate::game::Playable;
use crate::interrupt::is_interrupted;
use crate::output::json_text;
use crate::protocol::{Answer, Question};

/// A bot that is a program of its own. One that fails loses its game, and is started anew for the next.
#[derive(Debug)]
pub(crate) struct External {
    command: Vec<String>,
    program: Option<Program>,
    is_new_game: bool,
    clock: Clock,
    fault: Fault,
}

/// The name of a program: its command line, fit to be printed.
pub(crate) fn title(command: &[String]) -> String {
    Escaped(&command.join(" ")).to_string()
}

impl External {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(crate) fn start(command: &[String], clock: Clock, fault: Fault) -> io::Result<Self> {
        let program = Some(Program::start(command)?);
        Ok(Self { command: command.to_vec(), program, is_new_game: true, clock, fault })
    }

    fn title(&self) -> String {
        title(&self.command)
    }

    /// The move that it answers, if that is one.
    fn ask<G: Playable, M>(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        read: impl FnOnce(&str) -> Result<M, String>,
    ) -> Option<M> {
        let is_new_game = std::mem::take(&mut self.is_new_game);
        let question = Question::new(history, side, limits, self.clock.time(limits), is_new_game);
        match self.answer(&question, limits, read) {
            Ok(mv) => Some(mv),
            // Whoever breaks a match off is to blame, not the program; it is ended once the results are printed.
            Err(_) if is_interrupted() => None,
            Err(reason) => {
                self.program = None;
                self.fault.tell(|| format!("‘{}’ loses: {reason}", self.title()));
                None
            }
        }
    }

    fn answer<M>(
        &mut self,
        question: &Question<'_>,
        limits: &Limits,
        read: impl FnOnce(&str) -> Result<M, String>,
    ) -> Result<M, String> {
        let question = json_text(question).map_err(|error| error.to_string())?;
        let program = match &mut self.program {
            Some(program) => program,
            empty => {
                empty.insert(Program::start(&self.command).map_err(|error| format!("it can’t be started: {error}"))?)
            }
        };
        let is_start = !program.has_answered();
        let allowance = self.clock.allowance(limits, is_start);
        let (line, taken) = program.answer(&question, allowance)?;
        let line = line.map_err(|reason| format!("its answer can’t be read: {reason}"));
        let answer = line.and_then(|line| {
            let text = Answer::read(&line)?;
            read(&text).map_err(|error| format!("its move, ‘{}’: {error}", Escaped(&text)))
        });
        match answer {
            // Whatever is wrong with a line that it wasn’t asked for, that is the fault.
            Err(reason) if program.says_more() => Err(format!("{} ({reason})", program::SURPLUS)),
            answer => self.clock.stop(taken, allowance, is_start).and(answer),
        }
    }
}

impl<G: Playable + Sequential> Bot<G> for External {
    fn name(&self) -> String {
        self.title()
    }

    fn choose(&mut self, history: &History<G>, limits: &Limits) -> Option<G::Move> {
        let position = history.position();
        self.ask(history, position.side_to_move(), limits, |text| {
            position.read_move(text).map_err(|error| error.to_string())
        })
    }

    fn begin(&mut self) {
        self.is_new_game = true;
    }
}

impl<G: Playable + ChoiceNotation> ChoiceBot<G> for External {
    fn name(&self) -> String {
        self.title()
    }

    fn choose(&mut self, history: &History<G>, side: Side, limits: &Limits) -> Option<G::Choice> {
        let position = history.position();
        self.ask(history, side, limits, |text| position.read_choice(side, text).map_err(|error| error.to_string()))
    }

    fn begin(&mut self) {
        self.is_new_game = true;
    }
}
