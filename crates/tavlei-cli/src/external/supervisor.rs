//! `tavlei supervise`: runs a program and ends it, with all that it has started, when whoever asked for it goes.
//!
//! A program that plays in a match must not outlive it, not even if the match is killed, which leaves no time to clean up.
//! So each program is started by a process of its own, which outlives the match by a moment. Its standard error is a
//! socket to the match: this way it reports, a line of JSON for each [`Notice`], and when the socket is closed the match
//! has ended, in whatever way. Standard input and output are handed to the program as they are.
//!
//! On Linux the supervisor adopts what the program leaves behind, so that nothing escapes it by starting a session of
//! its own. On other systems the process group of the program is ended.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::{Pid, dup2_stdin, dup2_stdout};
use serde::{Deserialize, Serialize};

use crate::interrupt::on_signal;
use crate::lines::Lines;
use crate::output::{Done, Failure, json_text};
use crate::threads::spawn_thread;

/// A program and its arguments.
#[derive(Debug, Args)]
pub(crate) struct SuperviseArgs {
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true)]
    pub(crate) command: Vec<std::ffi::OsString>,
}

/// How long a program may take to end by itself once its input has ended.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// How long it may take until all are gone that were killed.
pub(super) const SWEEP: Duration = Duration::from_secs(5);

/// A report of the supervisor.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Notice {
    /// The program runs, as this process.
    Started(i32),
    /// The program can't be started, for this reason.
    Failed(String),
    /// A line that the program has written to standard error.
    Said(String),
    /// The program has ended: its status, unless it was killed by the supervisor.
    Ended(Option<String>),
}

/// An event that the supervisor handles.
enum Event {
    /// The program has ended; its status, if that is known.
    Ended(Option<ExitStatus>),
    /// Whoever asked for the program has gone, or has had enough.
    Left,
    /// A signal asks to end.
    Signal,
}

/// Runs a program until it ends or is to be ended.
pub(crate) fn run(args: &SuperviseArgs) -> Done {
    let control = control().map_err(|error| Failure::Usage(format!("only ‘tavlei match’ calls this: {error}")))?;
    let reporter = Reporter(Arc::new(Mutex::new(control.try_clone()?)));
    adopt_orphans();
    let mut program = match spawn(&args.command) {
        Ok(program) => program,
        Err(error) => {
            reporter.report(&Notice::Failed(error.to_string()));
            return Ok(());
        }
    };
    let id = Pid::from_raw(program.id().try_into().map_err(Failure::input)?);
    let said = program.stderr.take();
    match supervise(id, said, control, &reporter) {
        Ok(status) => reporter.report(&Notice::Ended(status.map(|status| status.to_string()))),
        Err(error) => {
            kill_all(id);
            reporter.report(&Notice::Failed(error.to_string()));
        }
    }
    Ok(())
}

/// Watches over a program until nothing is left of it. Its status, if it has ended by itself.
fn supervise(
    program: Pid,
    said: Option<ChildStderr>,
    control: UnixStream,
    reporter: &Reporter,
) -> io::Result<Option<ExitStatus>> {
    let (sender, events) = channel();
    let (signalled, left) = (sender.clone(), sender.clone());
    on_signal(move |_| {
        let _ = signalled.send(Event::Signal);
    });
    spawn_thread(move || {
        await_close(control);
        let _ = left.send(Event::Left);
    })?;
    let forwarder = reporter.clone();
    let forwarder = spawn_thread(move || hand_on(said, &forwarder))?;
    let reaper = spawn_thread(move || reap(program, &sender))?;
    reporter.report(&Notice::Started(program.as_raw()));
    let status = await_end(&events);
    await_thread(&reaper, || kill_all(program));
    await_thread(&forwarder, || {});
    Ok(status)
}

/// The socket that standard error is.
fn control() -> io::Result<UnixStream> {
    let control = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
    control.peer_addr()?;
    Ok(control)
}

/// Writes notices to the control.
#[derive(Clone)]
struct Reporter(Arc<Mutex<UnixStream>>);

impl Reporter {
    /// Reports something. That nobody listens any more is noticed elsewhere.
    fn report(&self, notice: &Notice) {
        if let Ok(line) = json_text(notice) {
            let mut control = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = control.write_all((line + "\n").as_bytes());
        }
    }
}

/// Starts the program with our standard input and output, which we then have no longer: the program alone holds them open.
fn spawn(command: &[OsString]) -> io::Result<Child> {
    let (name, args) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let program = Command::new(name).args(args).stderr(Stdio::piped()).process_group(0).spawn();
    dup2_stdin(File::open("/dev/null")?)?;
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    program
}

/// Makes children of all that the program leaves behind when it ends.
#[cfg(target_os = "linux")]
fn adopt_orphans() {
    use nix::sys::prctl::{set_child_subreaper, set_name};
    // An old kernel can't; the process group is ended all the same.
    let _ = set_child_subreaper(true);
    // Whoever kills all that are called `tavlei` leaves the one who cleans up.
    let _ = set_name(c"bot-supervisor");
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() {}

/// Hands on what the program writes to standard error.
fn hand_on(said: Option<ChildStderr>, reporter: &Reporter) {
    let Some(said) = said else { return };
    let mut lines = Lines::new(BufReader::new(said));
    while let Ok(Some(line)) = lines.read_filled() {
        reporter.report(&Notice::Said(line.unwrap_or_else(|reason| reason)));
    }
}

/// Returns when the other end of the control is closed.
fn await_close(mut control: UnixStream) {
    let _ = io::copy(&mut control, &mut io::sink());
}

/// Waits for the program and for all that was adopted, until nothing is left of them.
fn reap(program: Pid, events: &Sender<Event>) {
    let tell = |status| {
        let _ = events.send(Event::Ended(status));
    };
    loop {
        match wait() {
            Ok(WaitStatus::Exited(id, code)) if id == program => tell(Some(ExitStatus::from_raw(code << 8))),
            Ok(WaitStatus::Signaled(id, signal, dumped)) if id == program => {
                tell(Some(ExitStatus::from_raw(signal as i32 | i32::from(dumped) << 7)));
            }
            // The last is the error for a signal that has no name.
            Ok(_) | Err(Errno::EINTR | Errno::EINVAL) => {}
            Err(_) => break,
        }
    }
    tell(None);
}

/// Waits until the program has ended, or is to be ended. Its status, if it has done so by itself.
fn await_end(events: &Receiver<Event>) -> Option<ExitStatus> {
    match events.recv() {
        Ok(Event::Left) => match events.recv_timeout(GRACE) {
            Ok(Event::Ended(status)) => status,
            _ => None,
        },
        Ok(Event::Ended(status)) => status,
        Ok(Event::Signal) | Err(_) => None,
    }
}

/// Waits until a thread has ended, but not for ever, and does something again and again until then.
fn await_thread(thread: &JoinHandle<()>, until: impl Fn()) {
    let begun = Instant::now();
    while !thread.is_finished() && begun.elapsed() < SWEEP {
        until();
        thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the program and all that it has started.
fn kill_all(program: Pid) {
    // Whoever has gone in the meantime need not be killed.
    let _ = killpg(program, Signal::SIGKILL);
    for descendant in descendants() {
        let _ = kill(descendant, Signal::SIGKILL);
    }
}

/// The children of this process, their children and so on.
#[cfg(target_os = "linux")]
fn descendants() -> Vec<Pid> {
    let parents = processes();
    let mut found = vec![std::process::id().cast_signed()];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(child, _)| child));
        next += 1;
    }
    found.into_iter().skip(1).map(Pid::from_raw).collect()
}

/// All processes, each with its parent.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(i32, i32)> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of a program stands in brackets, and may have brackets itself.
        let (_, behind) = stat.rsplit_once(')')?;
        Some((id, behind.split_whitespace().nth(1)?.parse().ok()?))
    })
    .collect()
}

#[cfg(not(target_os = "linux"))]
fn descendants() -> Vec<Pid> {
    Vec::new()
}
