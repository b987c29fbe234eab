//! Interrupts: the first one asks the search to stop, the second one ends the command.
#![expect(unsafe_code, reason = "signal handlers")]

use std::sync::OnceLock;

use pikse_search::Cancel;

static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// Starts to listen: Ctrl-C and SIGTERM set the returned flag.
pub(crate) fn listen() -> Cancel {
    let cancel = CANCEL.get_or_init(Cancel::default).clone();
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler only loads and stores atomics. After the first signal the default
        // action is restored, so that a second one ends the command.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
    cancel
}

/// Ends the process at once, while other threads work. Nothing is cleaned up.
pub(crate) fn leave(code: i32) -> ! {
    // SAFETY: it ends the process without running anything else.
    unsafe { libc::_exit(code) }
}

/// Whether the command was asked to stop.
pub(crate) fn is_cancelled() -> bool {
    CANCEL.get().is_some_and(Cancel::is_cancelled)
}

extern "C" fn on_signal(_: libc::c_int) {
    if let Some(cancel) = CANCEL.get() {
        cancel.cancel();
    }
}
