//! A program and all that it starts, under a [supervisor](super::supervisor): they are ended together, whatever ends us.

use std::io::{self, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::supervisor::{GRACE, Notice, SWEEP};
use super::title;
use crate::lines::Lines;
use crate::output::note;
use crate::threads::spawn_thread;

/// How long a supervisor may take to start the program. It does nothing else, so that is plenty.
const START: Duration = Duration::from_secs(30);

/// The supervisors that run.
static SUPERVISORS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ends all programs at once, and all that they have started.
pub(super) fn end_all() {
    for supervisor in supervisors().drain(..).filter_map(|id| i32::try_from(id).ok()) {
        // That it has gone already is as well.
        let _ = kill(Pid::from_raw(supervisor), Signal::SIGTERM);
    }
}

fn supervisors() -> MutexGuard<'static, Vec<u32>> {
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The ends of a program's pipes.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
}

/// A program that runs under a supervisor.
#[derive(Debug)]
pub(super) struct Process {
    supervisor: Child,
    /// The supervisor ends the program when this is closed.
    control: UnixStream,
    notices: Receiver<Notice>,
    /// The process group of the program.
    group: Option<Pid>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(super) fn spawn(command: &[String]) -> io::Result<(Self, Pipes)> {
        let (control, theirs) = UnixStream::pair()?;
        let mut supervise = Command::new(own_path()?);
        supervise.arg0("tavlei").arg("supervise").arg("--").args(command);
        supervise.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(theirs));
        // What is sent to our group does not reach it: it has to stay when we go.
        supervise.process_group(0);
        let (mut supervisor, listening) = {
            // None is started while all are ended.
            let mut supervisors = supervisors();
            let supervisor = supervise.spawn()?;
            supervisors.push(supervisor.id());
            (supervisor, control.try_clone()?)
        };
        // Our copy of its end of the control has gone with this.
        drop(supervise);
        let (sender, notices) = channel();
        let name = title(command);
        let pipes = supervisor.stdin.take().zip(supervisor.stdout.take());
        let mut started = Self { supervisor, control, notices, group: None };
        spawn_thread(move || listen(listening, &name, &sender))?;
        match started.notices.recv_timeout(START) {
            Ok(Notice::Started(group)) => {
                started.group = Some(Pid::from_raw(group));
                let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
                Ok((started, Pipes { input, output }))
            }
            Ok(Notice::Failed(reason)) => Err(io::Error::other(reason)),
            Ok(_) | Err(_) => Err(io::Error::other("its supervisor does not start")),
        }
    }

    /// Returns whether the program can still be there.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.supervisor.try_wait(), Ok(None))
    }

    /// Ends the program, and all that it has started. The status, if it has ended by itself.
    pub(super) fn end(&mut self) -> Option<String> {
        // It ends by itself, or is ended.
        let _ = self.control.shutdown(Shutdown::Write);
        let mut status = None;
        loop {
            match self.notices.recv_timeout(GRACE.saturating_add(SWEEP).saturating_mul(2)) {
                Ok(Notice::Ended(ended)) => {
                    status = ended;
                    self.group = None;
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    // A supervisor that is stopped hears no other signal.
                    let _ = self.supervisor.kill();
                    break;
                }
            }
        }
        let id = self.supervisor.id();
        supervisors().retain(|supervisor| *supervisor != id);
        let _ = self.supervisor.wait();
        if let Some(group) = self.group.take() {
            // The supervisor itself was killed.
            let _ = killpg(group, Signal::SIGKILL);
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program that we are ourselves, even if its file was replaced in the meantime.
fn own_path() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if running.exists() { Ok(running.to_owned()) } else { std::env::current_exe() }
}

/// Hands on what the supervisor reports, and prints what the program writes to standard error.
fn listen(control: UnixStream, name: &str, sender: &Sender<Notice>) {
    let mut lines = Lines::new(BufReader::new(control));
    while let Ok(Some(line)) = lines.read_filled() {
        match line.map(|line| serde_json::from_str(&line).map_err(|_| line)) {
            Ok(Ok(Notice::Said(line))) => note(format_args!("{name}: {line}")),
            Ok(Ok(notice)) => {
                if sender.send(notice).is_err() {
                    break;
                }
            }
            // The supervisor itself complains.
            Ok(Err(line)) | Err(line) => note(format_args!("{name}: {line}")),
        }
    }
}
