//! What an interrupt from the keyboard does.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true at the first interrupt; a second one ends the program as usual.
pub(crate) fn stop_on_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        // Without a handler an interrupt just ends the program, so it is no loss when none can be set.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &STOP
}
