//! What an interrupt from the keyboard does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::external::end_all;

/// Becomes true at the first interrupt; a second one ends the program as usual.
pub(crate) fn stop_on_interrupt() -> &'static Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        // Without a handler an interrupt just ends the program, so it is no loss when none can be set.
        let _ = ctrlc::set_handler(move || {
            if interrupted.swap(true, Ordering::Relaxed) {
                end_all();
                std::process::exit(130);
            }
        });
        stop
    })
}

/// Whether there has been an interrupt.
pub(crate) fn is_interrupted() -> bool {
    stop_on_interrupt().load(Ordering::Relaxed)
}
