//! A program where there are no process groups: it is ended itself, and what it has started is not known.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end by itself once its input has ended.
const GRACE: Duration = Duration::from_secs(1);

/// Ends nothing: a program ends with its input.
pub(super) fn end_all() {}

/// The ends of a program's pipes.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
}

/// A program that runs.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(super) fn spawn(command: &[String]) -> io::Result<(Self, Pipes)> {
        let (name, args) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut child = Command::new(name).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((Self { child }, Pipes { input, output }))
    }

    /// Returns whether the program is still there.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program. The status, if it has ended by itself.
    pub(super) fn end(&mut self) -> Option<String> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < GRACE => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) | Err(_) => break,
            }
        }
        // Whether it was still there or not, it isn't now.
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
