//! A program and all that it starts: they are ended together, lest one is left behind.
//!
//! Where there are process groups, each program gets one of its own. An interrupt from the keyboard does not reach it
//! then: it ends when its input does, and is ended if it doesn't.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The leaders of the groups that are there.
static LEADERS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A program and all that it starts.
#[derive(Debug)]
pub(super) struct Family {
    leader: u32,
}

impl Family {
    /// Starts a program with a group of its own.
    ///
    /// # Errors
    ///
    /// It can't be started.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // None is started while all are ended.
        let mut leaders = leaders();
        let child = command.spawn()?;
        let leader = child.id();
        leaders.push(leader);
        Ok((child, Self { leader }))
    }

    /// Ends all that are left of it.
    pub(super) fn end(&self) {
        let mut leaders = leaders();
        if let Some(place) = leaders.iter().position(|leader| *leader == self.leader) {
            leaders.swap_remove(place);
            kill(self.leader);
        }
    }
}

/// Ends all that are left of every program.
pub(super) fn end_all() {
    leaders().drain(..).for_each(kill);
}

fn leaders() -> MutexGuard<'static, Vec<u32>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn kill(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(leader) = i32::try_from(leader) {
        // That nobody is left is as well.
        let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill(_leader: u32) {}
