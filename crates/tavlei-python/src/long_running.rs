//! Long computations: without the interpreter's lock, and ended by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tavlei::search::Limits;

use crate::errors;

/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(10);

/// How long an interrupted computation is waited for. If it has not ended by then, it ends by itself later.
const PATIENCE: Duration = Duration::from_millis(40);

/// The stack of a computation, which descends by one call for each ply.
const STACK: usize = 64 << 20;

/// The flag that tells a computation to end.
pub(crate) type Stop = Arc<AtomicBool>;

/// Computes in a thread of its own while other Python threads run. A signal whose handler raises an exception, such as
/// Ctrl-C, sets the flag and raises the exception.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the path of the method lacks the lifetime")]
pub(crate) fn run<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(Stop) -> T + Send + 'static) -> PyResult<T> {
    let stop = Stop::default();
    let flag = Arc::clone(&stop);
    let (sender, receiver) = sync_channel(1);
    let worker = thread::Builder::new().name("tavlei".into()).stack_size(STACK).spawn(move || {
        // Nobody waits for the result of an interrupted computation.
        let _ = sender.send(work(flag));
    });
    let _worker = worker.map_err(errors::internal)?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => return Err(errors::internal("a computation has panicked")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(exception) = Python::attach(|py| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                let _ = receiver.recv_timeout(PATIENCE);
                return Err(exception);
            }
        }
    })
}

/// The limits of a search. `time` is in seconds.
pub(crate) fn limits(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>, stop: Stop) -> PyResult<Limits> {
    let mut limits = Limits::default().with_stop(stop);
    limits.time = time.map(seconds).transpose()?;
    (limits.depth, limits.nodes) = (depth, nodes);
    Ok(limits)
}

/// Reads a time in seconds. One that is too long for the clock counts as a year.
fn seconds(time: f64) -> PyResult<Duration> {
    const YEAR: f64 = 365.0 * 86_400.0;
    let is_long = time > YEAR;
    Duration::try_from_secs_f64(if is_long { YEAR } else { time })
        .map_err(|_| errors::general(format_args!("a time of {time} seconds: expected 0 or more")))
}

/// A number of threads: at least one. The searches and counters take no more than the machine runs at once.
pub(crate) fn threads(threads: usize) -> usize {
    threads.max(1)
}
