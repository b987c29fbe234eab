//! Settings of threads that make no difference on one schedule: they are kept, and programs get them back.

use core::ffi::{c_char, c_int, c_void};

use super::super::errno;
use super::attributes::Attributes;
use super::mutex::{Mutex, pikse_libc_pthread_mutex_timedlock};
use super::schedule::{self, Status};
use super::shared::{
    Shared, pikse_libc_pthread_rwlock_timedrdlock, pikse_libc_pthread_rwlock_timedwrlock,
};
use super::wait::pikse_libc_sem_timedwait;

const ESRCH: c_int = 3;

macro_rules! kept {
    ($($get:ident $set:ident: $at:literal below $limit:literal;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(of: *const u8, to: *mut c_int) -> c_int {
            *to = c_int::from(*of >> $at & 1);
            0
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(of: *mut u8, value: c_int) -> c_int {
            if !(0..$limit).contains(&value) {
                return errno::EINVAL;
            }
            *of = *of & !(1 << $at) | (value as u8) << $at;
            0
        }
    )*};
}

kept! {
    pikse_libc_pthread_barrierattr_getpshared pikse_libc_pthread_barrierattr_setpshared: 0 below 2;
    pikse_libc_pthread_rwlockattr_getpshared pikse_libc_pthread_rwlockattr_setpshared: 0 below 2;
    pikse_libc_pthread_condattr_getpshared pikse_libc_pthread_condattr_setpshared: 0 below 2;
    pikse_libc_pthread_mutexattr_getpshared pikse_libc_pthread_mutexattr_setpshared: 6 below 2;
    pikse_libc_pthread_mutexattr_getrobust pikse_libc_pthread_mutexattr_setrobust: 7 below 2;
    pikse_libc_pthread_mutexattr_getrobust_np pikse_libc_pthread_mutexattr_setrobust_np: 7 below 2;
}

/// The scheduling policy and priority of an ordinary thread.
const ORDINARY: c_int = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getscope(
    _: *const Attributes,
    to: *mut c_int,
) -> c_int {
    *to = 0;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getinheritsched(
    _: *const Attributes,
    to: *mut c_int,
) -> c_int {
    *to = 0;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getschedpolicy(
    _: *const Attributes,
    to: *mut c_int,
) -> c_int {
    *to = ORDINARY;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_setschedpolicy(
    _: *mut Attributes,
    policy: c_int,
) -> c_int {
    match policy {
        ORDINARY => 0,
        1 | 2 => unsupported(),
        _ => errno::EINVAL,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getschedparam(
    _: *const Attributes,
    to: *mut c_int,
) -> c_int {
    *to = 0;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_setschedparam(
    _: *mut Attributes,
    parameter: *const c_int,
) -> c_int {
    if *parameter == 0 { 0 } else { errno::EINVAL }
}

/// Only a schedule by priorities would be another one.
unsafe fn unsupported() -> ! {
    super::super::machine::pikse_vm_unsupported(c"scheduling in real time".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getschedparam(
    number: usize,
    policy: *mut c_int,
    parameter: *mut c_int,
) -> c_int {
    if schedule::find(number).is_none() {
        return ESRCH;
    }
    (*policy, *parameter) = (ORDINARY, 0);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setschedparam(
    number: usize,
    policy: c_int,
    parameter: *const c_int,
) -> c_int {
    match policy {
        _ if schedule::find(number).is_none() => ESRCH,
        // An ordinary user may not.
        1 | 2 if (1..100).contains(&*parameter) => errno::EPERM,
        0 | 3 | 5 if *parameter == 0 => 0,
        _ => errno::EINVAL,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_getconcurrency() -> c_int {
    0
}

/// One processor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getaffinity_np(
    _: usize,
    n: usize,
    set: *mut u8,
) -> c_int {
    if n < 8 {
        return errno::EINVAL;
    }
    core::ptr::write_bytes(set, 0, n);
    *set = 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setaffinity_np(
    _: usize,
    n: usize,
    set: *const u8,
) -> c_int {
    if n > 0 && *set & 1 != 0 { 0 } else { errno::EINVAL }
}

/// Threads are cancelled where they wait, or never: those that other threads wait for are not modelled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cancel(number: usize) -> c_int {
    match schedule::find(number) {
        None => ESRCH,
        Some(thread) if (*thread).status == Status::Ended => 0,
        Some(_) => {
            super::super::machine::pikse_vm_unsupported(c"pthread_cancel of a thread".as_ptr())
        }
    }
}

/// Sends a signal to a thread: handlers run in the thread that runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_kill(number: usize, signal: c_int) -> c_int {
    if !(0..65).contains(&signal) {
        return errno::EINVAL;
    }
    let Some(thread) = schedule::find(number) else { return ESRCH };
    if signal == 0 || (*thread).status == Status::Ended {
        return 0;
    }
    if thread != schedule::current() {
        super::super::machine::pikse_vm_unsupported(c"pthread_kill of another thread".as_ptr());
    }
    super::super::signal::send(signal);
    0
}

/// There is no other process, so handlers of `fork` never run.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_atfork(_: *const u8, _: *const u8, _: *const u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___register_atfork(
    _: *const u8,
    _: *const u8,
    _: *const u8,
    _: *const u8,
) -> c_int {
    0
}

/// The name of a thread, which is at first that of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getname_np(
    _: usize,
    _: *mut c_char,
    _: usize,
) -> c_int {
    super::super::machine::pikse_vm_unsupported(c"pthread_getname_np".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_clocklock(
    mutex: *mut Mutex,
    _: c_int,
    time: *const u8,
) -> c_int {
    pikse_libc_pthread_mutex_timedlock(mutex, time)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_clockrdlock(
    lock: *mut Shared,
    _: c_int,
    time: *const u8,
) -> c_int {
    pikse_libc_pthread_rwlock_timedrdlock(lock, time)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_clockwrlock(
    lock: *mut Shared,
    _: c_int,
    time: *const u8,
) -> c_int {
    pikse_libc_pthread_rwlock_timedwrlock(lock, time)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_clockwait(
    of: *mut u32,
    _: c_int,
    time: *const u8,
) -> c_int {
    pikse_libc_sem_timedwait(of, time)
}

macro_rules! ignored {
    ($($name:ident($($of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $of),*) -> c_int {
            0
        }
    )*};
}

ignored! {
    pikse_libc_pthread_mutexattr_setprotocol(*mut u8, c_int);
    pikse_libc_pthread_rwlockattr_setkind_np(*mut u8, c_int);
    pikse_libc_pthread_setschedprio(usize, c_int);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_get_priority_max(policy: c_int) -> c_int {
    match policy {
        1 | 2 => 99,
        0 | 3 | 5 | 6 => 0,
        _ => errno::fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_get_priority_min(policy: c_int) -> c_int {
    match policy {
        1 | 2 => 1,
        0 | 3 | 5 | 6 => 0,
        _ => errno::fail(errno::EINVAL),
    }
}

fn is_self(process: c_int) -> bool {
    process == 0 || process == super::super::process::PROCESS
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_getscheduler(process: c_int) -> c_int {
    match process {
        ..0 => errno::fail(errno::EINVAL),
        _ if is_self(process) => ORDINARY,
        _ => errno::fail(ESRCH),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_getparam(process: c_int, to: *mut c_int) -> c_int {
    if process < 0 || to.is_null() {
        return errno::fail(errno::EINVAL);
    }
    if !is_self(process) {
        return errno::fail(ESRCH);
    }
    *to = 0;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_setscheduler(
    process: c_int,
    policy: c_int,
    parameter: *const c_int,
) -> c_int {
    if process < 0 || parameter.is_null() {
        return errno::fail(errno::EINVAL);
    }
    match policy {
        _ if !is_self(process) => errno::fail(ESRCH),
        1 | 2 if (1..100).contains(&*parameter) => errno::fail(errno::EPERM),
        0 | 3 | 5 if *parameter == 0 => 0,
        _ => errno::fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_setparam(
    process: c_int,
    parameter: *const c_int,
) -> c_int {
    pikse_libc_sched_setscheduler(process, ORDINARY, parameter)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_setaffinity(
    process: c_int,
    n: usize,
    set: *const u8,
) -> c_int {
    match () {
        () if !is_self(process) => errno::fail(ESRCH),
        () if n > 0 && *set & 1 != 0 => 0,
        () => errno::fail(errno::EINVAL),
    }
}

/// Sets of processors of any size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___sched_cpualloc(count: usize) -> *mut c_void {
    super::super::alloc::malloc(count.div_ceil(64) * 8).cast()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___sched_cpufree(set: *mut c_void) {
    super::super::alloc::free(set.cast());
}
