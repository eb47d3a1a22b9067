//! The signals that ask the program to end: an interrupt from the keyboard, a hang-up, a request to terminate.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A second signal ends the program at once, but not if it comes so soon that it was sent along with the first: some
/// programs signal a process and then its group.
const TOGETHER: Duration = Duration::from_millis(200);

/// The exit status of a program that an interrupt from the keyboard has ended.
const INTERRUPTED: u8 = 130;

/// The exit status after the program was asked to end.
static STATUS: AtomicU8 = AtomicU8::new(INTERRUPTED);

/// The work that is left when a second signal ends the program at once.
static CLEAN_UP: OnceLock<fn()> = OnceLock::new();

/// Calls this when a second signal ends the program at once; the first function that is set stays.
pub(crate) fn clean_up_with(clean_up: fn()) {
    let _ = CLEAN_UP.set(clean_up);
}

/// Becomes true at the first signal; a second one ends the program at once.
pub(crate) fn stop_on_interrupt() -> &'static Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        let mut first: Option<Instant> = None;
        on_signal(move |status| match first {
            None => {
                first = Some(Instant::now());
                STATUS.store(status, Ordering::Relaxed);
                interrupted.store(true, Ordering::Relaxed);
            }
            Some(first) if first.elapsed() > TOGETHER => {
                if let Some(clean_up) = CLEAN_UP.get() {
                    clean_up();
                }
                std::process::exit(status.into());
            }
            Some(_) => {}
        });
        stop
    })
}

/// Returns whether there has been a signal.
pub(crate) fn is_interrupted() -> bool {
    stop_on_interrupt().load(Ordering::Relaxed)
}

/// The exit status of a program that was asked to end, 128 and the number of the signal.
pub(crate) fn exit_status() -> u8 {
    STATUS.load(Ordering::Relaxed)
}

/// Calls a function at every signal that asks the program to end, with the exit status that the signal stands for. It is
/// called on a thread of its own, once after the other.
///
/// Without a handler a signal just ends the program, so it is no failure when none can be set.
#[cfg(unix)]
pub(crate) fn on_signal(mut handle: impl FnMut(u8) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !ignores_hang_up());
    if let Ok(mut signals) = Signals::new(wanted) {
        // Without memory for a thread it is as if the signals were ignored; there is hardly enough for anything then.
        let _ = std::thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                handle(u8::try_from(signal).map_or(INTERRUPTED, |signal| signal.saturating_add(128)));
            }
        });
    }
}

/// Returns whether the program was started so that it outlives its terminal, as `nohup` does, if that can be known.
#[cfg(unix)]
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(not(unix))]
pub(crate) fn on_signal(mut handle: impl FnMut(u8) + Send + 'static) {
    let _ = ctrlc::set_handler(move || handle(INTERRUPTED));
}
