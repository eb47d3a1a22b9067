//! Memory: how much may be taken that nobody has asked for by name, and what happens when there is none left.

/// So many bytes, or fewer if memory is short: at most half of what can be had now, so that the rest of the work has room.
pub(crate) fn at_most(bytes: usize) -> usize {
    /// As little as a table is made with.
    const LEAST: usize = 1 << 20;

    let is_there = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes.saturating_mul(2)).is_ok();
    let mut bytes = bytes;
    while bytes > LEAST && !is_there(bytes) {
        bytes /= 2;
    }
    bytes
}

/// Makes the program end with a message and status 1 when memory runs out where nobody has looked out for it, instead of
/// with a signal. (The message, `memory allocation of … bytes failed`, is that of the standard library, which then aborts.)
///
/// A panic aborts as ever: it is a fault of the program.
pub(crate) fn end_with_status_when_exhausted() {
    #[cfg(unix)]
    {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};

        use signal_hook::consts::SIGABRT;
        use signal_hook::flag::register_conditional_shutdown;

        let is_exhausted = Arc::new(AtomicBool::new(true));
        if register_conditional_shutdown(SIGABRT, 1, Arc::clone(&is_exhausted)).is_ok() {
            let tell = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                is_exhausted.store(false, Ordering::Relaxed);
                tell(panic);
            }));
        }
    }
}
