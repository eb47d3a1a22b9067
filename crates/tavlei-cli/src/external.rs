//! Bots that are programs of their own.

mod family;

use std::cell::RefCell;
use std::io::{self, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tavlei::game::{ChoiceNotation, History, Sequential, Side};
use tavlei::search::{Bot, ChoiceBot, Limits};

use self::family::Family;
use crate::game::Playable;
use crate::interrupt::{is_interrupted, stop_on_interrupt};
use crate::protocol::{Answer, Question, read_line};

/// How much longer than it was given a program may take.
const GRACE: Duration = Duration::from_secs(2);

/// How much longer still its first answer may take, for it has to start.
const START: Duration = Duration::from_secs(10);

/// How long a program may take to end.
const END: Duration = Duration::from_secs(1);

/// Why a game was lost that nobody has won on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault(Rc<RefCell<Option<String>>>);

impl Fault {
    /// The first fault since it was last asked for, if there was one: where both sides choose at once both can fail, and
    /// who is asked first has lost then.
    pub(crate) fn take(&self) -> Option<String> {
        self.0.take()
    }

    fn tell(&self, reason: impl FnOnce() -> String) {
        self.0.borrow_mut().get_or_insert_with(reason);
    }
}

/// Ends all programs that run, and all that they have started, whether they like it or not.
pub(crate) fn end_all() {
    family::end_all();
}

/// A bot that is a program of its own. One that fails loses its game, and is started anew for the next.
#[derive(Debug)]
pub(crate) struct External {
    command: Vec<String>,
    program: Option<Program>,
    is_new_game: bool,
    fault: Fault,
}

impl External {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(crate) fn start(command: &[String], fault: Fault) -> io::Result<Self> {
        let program = Some(Program::start(command)?);
        Ok(Self { command: command.to_vec(), program, is_new_game: true, fault })
    }

    fn title(&self) -> String {
        self.command.join(" ")
    }

    /// The move that it answers, if that is one.
    fn ask<G: Playable, M>(
        &mut self,
        history: &History<G>,
        side: Side,
        limits: &Limits,
        read: impl FnOnce(&str) -> Result<M, String>,
    ) -> Option<M> {
        let question = Question::new(history, side, limits, std::mem::take(&mut self.is_new_game));
        let answer = self.answer(&question, limits.time);
        match answer.and_then(|text| read(&text).map_err(|error| format!("its move, ‘{text}’: {error}"))) {
            Ok(mv) => Some(mv),
            Err(reason) => {
                self.program = None;
                // An interrupt reaches the program, too: then it is not to blame.
                if !is_interrupted() {
                    self.fault.tell(|| format!("‘{}’ loses: {reason}", self.title()));
                }
                None
            }
        }
    }

    fn answer(&mut self, question: &Question<'_>, time: Option<Duration>) -> Result<String, String> {
        let question = serde_json::to_string(question).map_err(|error| error.to_string())?;
        let program = match &mut self.program {
            Some(program) => program,
            empty => {
                empty.insert(Program::start(&self.command).map_err(|error| format!("it can’t be started: {error}"))?)
            }
        };
        Answer::read(&program.answer(&question, time)?)
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

/// A program that runs.
#[derive(Debug)]
struct Program {
    child: Child,
    family: Family,
    questions: Option<Sender<String>>,
    writer: JoinHandle<()>,
    answers: Receiver<io::Result<String>>,
    has_answered: bool,
}

impl Program {
    fn start(command: &[String]) -> io::Result<Self> {
        // From now on an interrupt does not end us before it.
        stop_on_interrupt();
        let (name, args) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(name);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut child, family) = Family::spawn(&mut command)?;
        let (questions, asked) = channel::<String>();
        let input = child.stdin.take();
        // It ends with the program, or once nothing more is asked. A program that doesn't read does not stop us so.
        let writer = thread::spawn(move || {
            let Some(mut input) = input else { return };
            while let Ok(question) = asked.recv() {
                if writeln!(input, "{question}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // What nobody asks for is not heaped up.
        let (sender, answers) = sync_channel(1);
        if let Some(lines) = child.stdout.take() {
            let mut lines = BufReader::new(lines);
            // It ends with the program, or once nobody listens any more.
            thread::spawn(move || {
                while let Some(line) = read_line(&mut lines).transpose() {
                    let is_last = line.is_err();
                    if sender.send(line).is_err() || is_last {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, family, questions: Some(questions), writer, answers, has_answered: false })
    }

    /// The next line that the program writes, for which it has so much time.
    fn answer(&mut self, question: &str, time: Option<Duration>) -> Result<String, String> {
        if self.answers.try_recv().is_ok_and(|line| line.is_ok()) {
            return Err("it has said something that it wasn’t asked for".to_owned());
        }
        let start = if self.has_answered { Duration::ZERO } else { START };
        let deadline = time.map(|time| Instant::now() + time + GRACE + start);
        let questions = self.questions.as_ref();
        let mut listens = questions.is_some_and(|questions| questions.send(question.to_owned()).is_ok());
        while !is_interrupted() {
            const SLICE: Duration = Duration::from_millis(50);
            match self.answers.recv_timeout(SLICE) {
                Ok(Ok(line)) => {
                    self.has_answered = true;
                    return Ok(line);
                }
                Ok(Err(error)) => return Err(format!("its answer can’t be read: {error}")),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if !listens => break,
                // What it has started may keep its output open; what it said last is still heard.
                Err(RecvTimeoutError::Timeout) => {
                    listens = !self.writer.is_finished() && matches!(self.child.try_wait(), Ok(None));
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err("it has not answered in time".to_owned());
            }
        }
        Err(match self.end() {
            Some(status) => format!("it has ended ({status})"),
            None => "it answers no more".to_owned(),
        })
    }

    /// How it has ended, if it does so soon.
    fn end(&mut self) -> Option<ExitStatus> {
        // Whoever reads its questions to their end ends by itself now.
        self.questions = None;
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < END => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let has_ended = self.end().is_some();
        self.family.end();
        if !has_ended {
            // Whether it was still there or not, it isn't now.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
