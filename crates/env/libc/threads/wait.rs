//! Waiting for other threads: condition variables, semaphores, barriers, `pthread_once`, futexes.

use core::ffi::{c_int, c_long};

use super::super::errno;
use super::super::machine::pikse_vm_unsupported;
use super::mutex::{Mutex, pikse_libc_pthread_mutex_lock, pikse_libc_pthread_mutex_unlock};
use super::schedule;

const ETIMEDOUT: c_int = 110;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_init(_: *mut u8, _: *const u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_destroy(_: *mut u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_signal(condition: *mut u8) -> c_int {
    schedule::wake(condition, 1);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_broadcast(condition: *mut u8) -> c_int {
    schedule::wake_all(condition);
    0
}

unsafe fn wait(condition: *mut u8, mutex: *mut Mutex, is_timed: bool) -> c_int {
    pikse_libc_pthread_mutex_unlock(mutex);
    let is_signalled = schedule::block(condition, is_timed);
    pikse_libc_pthread_mutex_lock(mutex);
    if is_signalled { 0 } else { ETIMEDOUT }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_wait(
    condition: *mut u8,
    mutex: *mut Mutex,
) -> c_int {
    wait(condition, mutex, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_timedwait(
    condition: *mut u8,
    mutex: *mut Mutex,
    _: *const u8,
) -> c_int {
    wait(condition, mutex, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_clockwait(
    condition: *mut u8,
    mutex: *mut Mutex,
    _: c_int,
    _: *const u8,
) -> c_int {
    wait(condition, mutex, true)
}

macro_rules! attributes {
    ($($init:ident $destroy:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $init(of: *mut u8) -> c_int {
            *of = 0;
            0
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $destroy(_: *mut u8) -> c_int {
            0
        }
    )*};
}

attributes! {
    pikse_libc_pthread_condattr_init pikse_libc_pthread_condattr_destroy;
    pikse_libc_pthread_barrierattr_init pikse_libc_pthread_barrierattr_destroy;
    pikse_libc_pthread_rwlockattr_init pikse_libc_pthread_rwlockattr_destroy;
}

/// The clock of timed waits; threads wait until nothing else can happen, by any clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_condattr_setclock(of: *mut u8, clock: c_int) -> c_int {
    if !(0..2).contains(&clock) {
        return errno::EINVAL;
    }
    *of = *of & 1 | (clock as u8) << 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_condattr_getclock(
    of: *const u8,
    to: *mut c_int,
) -> c_int {
    *to = c_int::from(*of >> 1);
    0
}

// A semaphore begins with its value.

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_init(of: *mut u32, _: c_int, value: u32) -> c_int {
    if value > i32::MAX as u32 {
        return errno::fail(errno::EINVAL);
    }
    *of = value;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sem_destroy(_: *mut u32) -> c_int {
    0
}

unsafe fn take(of: *mut u32, is_timed: bool) -> c_int {
    schedule::might_block();
    while *of == 0 {
        if !schedule::block(of.cast(), is_timed) {
            return errno::fail(ETIMEDOUT);
        }
    }
    *of -= 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_wait(of: *mut u32) -> c_int {
    take(of, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_timedwait(of: *mut u32, _: *const u8) -> c_int {
    take(of, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_trywait(of: *mut u32) -> c_int {
    schedule::might_block();
    if *of == 0 {
        return errno::fail(errno::EAGAIN);
    }
    *of -= 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_post(of: *mut u32) -> c_int {
    if *of == i32::MAX as u32 {
        return errno::fail(errno::EOVERFLOW);
    }
    *of += 1;
    schedule::wake(of.cast(), 1);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sem_getvalue(of: *const u32, to: *mut c_int) -> c_int {
    *to = *of as c_int;
    0
}

/// How many threads a barrier is for, how many wait, and how often they all came.
#[repr(C)]
pub struct Barrier {
    wanted: u32,
    here: u32,
    rounds: u32,
}

/// What one of the threads at a barrier gets.
const LAST: c_int = -1;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_barrier_init(
    barrier: *mut Barrier,
    _: *const u8,
    wanted: u32,
) -> c_int {
    if wanted == 0 {
        return errno::EINVAL;
    }
    *barrier = Barrier { wanted, here: 0, rounds: 0 };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_barrier_destroy(_: *mut Barrier) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_barrier_wait(barrier: *mut Barrier) -> c_int {
    (*barrier).here += 1;
    if (*barrier).here == (*barrier).wanted {
        (*barrier).here = 0;
        (*barrier).rounds = (*barrier).rounds.wrapping_add(1);
        schedule::wake_all(barrier.cast());
        return LAST;
    }
    let round = (*barrier).rounds;
    while (*barrier).rounds == round {
        schedule::block(barrier.cast(), false);
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_once(
    control: *mut c_int,
    run: unsafe extern "C" fn(),
) -> c_int {
    const RUNS: c_int = 1;
    const DONE: c_int = 2;
    while *control == RUNS && schedule::are_many() {
        schedule::block(control.cast(), false);
    }
    if *control == 0 {
        *control = RUNS;
        run();
        *control = DONE;
        schedule::wake_all(control.cast());
    }
    0
}

/// The system call below Rust's locks: waiting for a number to change, and waking.
pub unsafe fn futex(word: *mut c_int, operation: c_int, value: c_int, time: *const u8) -> c_long {
    const WAIT: c_int = 0;
    const WAKE: c_int = 1;
    const WAIT_BITS: c_int = 9;
    const WAKE_BITS: c_int = 10;
    match operation {
        WAKE | WAKE_BITS => schedule::wake(word.cast(), value as u32 as usize) as c_long,
        WAIT | WAIT_BITS if *word != value => c_long::from(errno::fail(errno::EAGAIN)),
        WAIT | WAIT_BITS => match schedule::block(word.cast(), !time.is_null()) {
            true => 0,
            false => c_long::from(errno::fail(ETIMEDOUT)),
        },
        _ => pikse_vm_unsupported(c"futex with this operation".as_ptr()),
    }
}
