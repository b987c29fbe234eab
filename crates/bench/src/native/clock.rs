//! The CPU time of a thread and of other processes, which depends less on other processes than the wall time.
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

/// The CPU time of all processes that this one has started and that have ended, and of those that they started.
pub(crate) fn processor_time_of_children() -> Duration {
    // SAFETY: the structure has plain numbers only.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    assert_eq!(failed, 0, "the system tells it");
    let time = |of: libc::timeval| Duration::new(of.tv_sec as u64, of.tv_usec as u32 * 1_000);
    time(usage.ru_utime) + time(usage.ru_stime)
}
