//! Threads: how many work together, and small ones that wait for something.

use std::io;
use std::num::NonZero;
use std::thread::{self, JoinHandle, available_parallelism};

use crate::output::note;

/// Returns the number of threads to use: as many as are asked for, but no more than this machine runs at once.
///
/// More would only take turns. If they are left out, standard error says so.
pub(crate) fn used_threads(asked: NonZero<usize>) -> usize {
    let parallel = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    if asked > parallel {
        note(format_args!(
            "tavlei: {asked} threads are asked for; {parallel} are used, as many as this machine runs at once"
        ));
    }
    asked.min(parallel).get()
}

/// Starts a thread that reads or waits for something, with a small stack.
///
/// # Errors
///
/// There is no memory for it.
pub(crate) fn spawn_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    const STACK: usize = 256 << 10;
    thread::Builder::new().stack_size(STACK).spawn(work)
}
