//! A program that is asked for moves by lines.

use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tavlei::game::text::Escaped;

use super::process::{Pipes, Process, end_all};
use crate::clock::Allowance;
use crate::interrupt::{clean_up_with, is_interrupted, stop_on_interrupt};
use crate::lines::{Line, Lines};
use crate::protocol::beginning;
use crate::threads::spawn_thread;

/// Why a program loses that answers one question twice.
pub(super) const SURPLUS: &str = "it has written more than one line for one question";

/// How long to wait for a further line if there is something wrong with one: a program that is a line ahead answers the
/// question itself, too.
const FURTHER: Duration = Duration::from_millis(200);

/// A program that runs.
#[derive(Debug)]
pub(super) struct Program {
    process: Process,
    questions: Option<Sender<String>>,
    writer: JoinHandle<()>,
    answers: Receiver<Heard>,
    has_answered: bool,
}

/// A line that the program has written.
#[derive(Debug)]
struct Heard {
    line: Line,
    at: Instant,
    /// Whether it has written more in the same breath.
    has_more: bool,
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(super) fn start(command: &[String]) -> io::Result<Self> {
        // From now on a signal does not end us before it.
        clean_up_with(end_all);
        stop_on_interrupt();
        let (process, Pipes { mut input, output }) = Process::spawn(command)?;
        let (questions, asked) = channel::<String>();
        // It ends with the program, or once nothing more is asked. A program that doesn't read does not stop us so.
        let writer = spawn_thread(move || {
            while let Ok(question) = asked.recv() {
                if writeln!(input, "{question}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        })?;
        // What nobody asks for is not heaped up.
        let (sender, answers) = sync_channel(1);
        let mut lines = Lines::new(BufReader::new(output));
        // It ends with the program, or once nobody listens any more.
        spawn_thread(move || {
            while let Some(line) = lines.read_filled().map_err(|error| error.to_string()).transpose() {
                let is_last = line.is_err();
                let heard =
                    Heard { line: line.and_then(|line| line), at: Instant::now(), has_more: lines.has_more_at_hand() };
                if sender.send(heard).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Self { process, questions: Some(questions), writer, answers, has_answered: false })
    }

    /// Returns whether it has answered a question, and so has started.
    pub(super) const fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// The next line that the program writes, and the time that it has taken for it.
    ///
    /// # Errors
    ///
    /// The reason why it loses: it has ended, is too slow, or has written what it wasn't asked for.
    pub(super) fn answer(&mut self, question: &str, allowance: Allowance) -> Result<(Line, Duration), String> {
        if let Ok(heard) = self.answers.try_recv() {
            return Err(unasked(&heard.line));
        }
        let asked = Instant::now();
        let questions = self.questions.as_ref();
        let mut listens = questions.is_some_and(|questions| questions.send(question.to_owned()).is_ok());
        loop {
            if is_interrupted() {
                return Err("the match was broken off".to_owned());
            }
            const SLICE: Duration = Duration::from_millis(50);
            let left = allowance.total().saturating_sub(asked.elapsed());
            match self.answers.recv_timeout(left.min(SLICE)) {
                Ok(heard) if heard.at < asked => return Err(unasked(&heard.line)),
                Ok(Heard { has_more: true, .. }) => return Err(SURPLUS.to_owned()),
                Ok(Heard { line, at, .. }) => {
                    self.has_answered = true;
                    return Ok((line, at.duration_since(asked)));
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(format!("it has not answered in time: {allowance} given"));
                }
                // What it has written before it stopped to read is still heard.
                Err(RecvTimeoutError::Timeout) if !listens => break,
                Err(RecvTimeoutError::Timeout) => {
                    listens = !self.writer.is_finished() && self.process.is_running();
                }
            }
        }
        Err(match self.end() {
            Some(status) => format!("it has ended ({status})"),
            None => "it answers no more".to_owned(),
        })
    }

    /// Waits for a moment whether the program writes a further line.
    pub(super) fn says_more(&self) -> bool {
        self.answers.recv_timeout(FURTHER).is_ok()
    }

    /// Ends the program, and all that it has started. The status, if it has ended by itself.
    fn end(&mut self) -> Option<String> {
        // Whoever reads its questions to their end ends by itself now.
        self.questions = None;
        self.process.end()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

fn unasked(line: &Line) -> String {
    match line {
        Ok(line) => format!("it has written a line that it wasn’t asked for, ‘{}’", Escaped(&beginning(line))),
        Err(reason) => format!("it has written a line that it wasn’t asked for: {reason}"),
    }
}
