//! Alarms: the program's own clock rings them when it sleeps or waits.

use core::ffi::{c_int, c_uint};

use super::errno::{self, fail};
use super::signal;
use super::time::{self, Spec};

const SIGALRM: c_int = 14;
const SECOND: i64 = 1_000_000_000;
const NEVER: i64 = i64::MAX;

/// When the alarm rings, in nanoseconds since the start, and the time between two of them.
static mut AT: i64 = NEVER;
static mut INTERVAL: i64 = 0;

/// Rings the next alarm now, if there is one.
pub unsafe fn ring() -> bool {
    if AT == NEVER {
        return false;
    }
    time::wait_until(AT);
    AT = if INTERVAL > 0 { AT.saturating_add(INTERVAL) } else { NEVER };
    signal::send(SIGALRM);
    true
}

/// When the next alarm rings.
pub unsafe fn next() -> i64 {
    AT
}

unsafe fn left() -> i64 {
    if AT == NEVER { 0 } else { (AT - time::passed()).max(1) }
}

unsafe fn set(wanted: i64, interval: i64) {
    AT = if wanted == 0 { NEVER } else { time::passed().saturating_add(wanted) };
    INTERVAL = interval;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_alarm(seconds: c_uint) -> c_uint {
    let old = (left() + SECOND - 1) / SECOND;
    set(i64::from(seconds) * SECOND, 0);
    old as c_uint
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ualarm(microseconds: c_uint, interval: c_uint) -> c_uint {
    let old = left() / 1000;
    set(i64::from(microseconds) * 1000, i64::from(interval) * 1000);
    old as c_uint
}

/// The interval and the time left, with microseconds or nanoseconds.
unsafe fn exchange(new: *const [Spec; 2], old: *mut [Spec; 2], unit: i64) -> c_int {
    let parts = |time: i64| Spec { seconds: time / SECOND, nanoseconds: time % SECOND / unit };
    let now = [parts(INTERVAL), parts(left())];
    if !new.is_null() {
        let [interval, value] = *new;
        let whole = |time: &Spec| time.seconds.saturating_mul(SECOND) + time.nanoseconds * unit;
        set(whole(&value), whole(&interval));
    }
    if !old.is_null() {
        *old = now;
    }
    0
}

/// Timers of processor time never ring: no time is spent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setitimer(
    which: c_int,
    new: *const [Spec; 2],
    old: *mut [Spec; 2],
) -> c_int {
    match which {
        0 => exchange(new, old, 1000),
        1 | 2 => {
            if !old.is_null() {
                *old = [Spec { seconds: 0, nanoseconds: 0 }; 2];
            }
            0
        }
        _ => fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getitimer(which: c_int, to: *mut [Spec; 2]) -> c_int {
    pikse_libc_setitimer(which, core::ptr::null(), to)
}

/// One timer, which sends `SIGALRM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timer_create(
    clock: c_int,
    event: *const c_int,
    to: *mut usize,
) -> c_int {
    if !(0..12).contains(&clock) {
        return fail(errno::EINVAL);
    }
    // The signal, and that it is a signal, after a value of 8 bytes.
    if !event.is_null() && (*event.add(2) != SIGALRM || *event.add(3) != 0) {
        super::machine::pikse_vm_unsupported(c"timer_create with another signal".as_ptr());
    }
    *to = 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timer_settime(
    _: usize,
    flags: c_int,
    new: *const [Spec; 2],
    old: *mut [Spec; 2],
) -> c_int {
    if flags != 0 {
        super::machine::pikse_vm_unsupported(c"timer_settime with a time of day".as_ptr());
    }
    exchange(new, old, 1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timer_gettime(_: usize, to: *mut [Spec; 2]) -> c_int {
    exchange(core::ptr::null(), to, 1)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_timer_delete(_: usize) -> c_int {
    set(0, 0);
    0
}
