//! The processor time of a thread: on a busy machine, what a run would take at rest.
#![expect(unsafe_code, reason = "asks the system")]

use std::time::Duration;

/// The processor time that this thread has had.
pub(crate) fn processor_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place is there, and every Linux has the clock.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    assert_eq!(failed, 0, "the system has no clock of threads");
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
