//! The CPU time of a thread, which depends less on other processes than the wall time.
#![expect(unsafe_code, reason = "asks the system")]

use std::time::Duration;

/// The CPU time of this thread.
pub(crate) fn processor_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is valid, and every Linux has the clock.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    assert_eq!(failed, 0, "the system has no clock of threads");
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
