//! `threads.h`.

use core::ffi::{c_int, c_void};

use super::create::{
    pikse_libc_pthread_create, pikse_libc_pthread_detach, pikse_libc_pthread_exit,
    pikse_libc_pthread_join,
};
use super::keys::{
    pikse_libc_pthread_getspecific, pikse_libc_pthread_key_create, pikse_libc_pthread_key_delete,
    pikse_libc_pthread_setspecific,
};
use super::mutex::{
    Mutex, pikse_libc_pthread_mutex_init, pikse_libc_pthread_mutex_lock,
    pikse_libc_pthread_mutex_trylock, pikse_libc_pthread_mutex_unlock,
};
use super::schedule;
use super::wait::{
    pikse_libc_pthread_cond_broadcast, pikse_libc_pthread_cond_signal,
    pikse_libc_pthread_cond_wait, pikse_libc_pthread_once,
};

const SUCCESS: c_int = 0;
const BUSY: c_int = 1;
const ERROR: c_int = 2;

type Start = unsafe extern "C" fn(*mut c_void) -> c_int;

/// What a thread begins with: a function that returns a number.
#[repr(C)]
struct Begin {
    start: Start,
    argument: *mut c_void,
}

unsafe extern "C" fn begin(from: *mut c_void) -> *mut c_void {
    let from = from.cast::<Begin>();
    let Begin { start, argument } = from.read();
    super::super::machine::pikse_vm_free(from.cast());
    start(argument) as isize as *mut c_void
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_create(
    to: *mut usize,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    let from = super::super::alloc::own(size_of::<Begin>()).cast::<Begin>();
    from.write(Begin { start, argument });
    match pikse_libc_pthread_create(to, core::ptr::null(), begin, from.cast()) {
        0 => SUCCESS,
        _ => ERROR,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_join(thread: usize, to: *mut c_int) -> c_int {
    let mut result = core::ptr::null_mut();
    if pikse_libc_pthread_join(thread, &raw mut result) != 0 {
        return ERROR;
    }
    if !to.is_null() {
        *to = result as isize as c_int;
    }
    SUCCESS
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_detach(thread: usize) -> c_int {
    if pikse_libc_pthread_detach(thread) == 0 { SUCCESS } else { ERROR }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_exit(result: c_int) -> ! {
    pikse_libc_pthread_exit(result as isize as *mut c_void)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_current() -> usize {
    schedule::number()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_thrd_equal(a: usize, b: usize) -> c_int {
    c_int::from(a == b)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_yield() {
    schedule::pass();
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mtx_init(mutex: *mut Mutex, kind: c_int) -> c_int {
    // The bits of `mtx_recursive` and of `PTHREAD_MUTEX_RECURSIVE` are the same.
    let kind = kind & 1;
    pikse_libc_pthread_mutex_init(mutex, &raw const kind)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mtx_lock(mutex: *mut Mutex) -> c_int {
    if pikse_libc_pthread_mutex_lock(mutex) == 0 { SUCCESS } else { ERROR }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mtx_trylock(mutex: *mut Mutex) -> c_int {
    if pikse_libc_pthread_mutex_trylock(mutex) == 0 { SUCCESS } else { BUSY }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mtx_unlock(mutex: *mut Mutex) -> c_int {
    if pikse_libc_pthread_mutex_unlock(mutex) == 0 { SUCCESS } else { ERROR }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_mtx_destroy(_: *mut Mutex) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_cnd_init(_: *mut u8) -> c_int {
    SUCCESS
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cnd_wait(condition: *mut u8, mutex: *mut Mutex) -> c_int {
    pikse_libc_pthread_cond_wait(condition, mutex)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cnd_signal(condition: *mut u8) -> c_int {
    pikse_libc_pthread_cond_signal(condition)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cnd_broadcast(condition: *mut u8) -> c_int {
    pikse_libc_pthread_cond_broadcast(condition)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_cnd_destroy(_: *mut u8) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_call_once(control: *mut c_int, run: unsafe extern "C" fn()) {
    pikse_libc_pthread_once(control, run);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tss_create(
    to: *mut u32,
    destructor: Option<unsafe extern "C" fn(*mut c_void)>,
) -> c_int {
    if pikse_libc_pthread_key_create(to, destructor) == 0 { SUCCESS } else { ERROR }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tss_get(number: u32) -> *mut c_void {
    pikse_libc_pthread_getspecific(number)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tss_set(number: u32, value: *mut c_void) -> c_int {
    if pikse_libc_pthread_setspecific(number, value) == 0 { SUCCESS } else { ERROR }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tss_delete(number: u32) {
    pikse_libc_pthread_key_delete(number);
}

/// Timed waits end when nothing else can happen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mtx_timedlock(mutex: *mut Mutex, time: *const u8) -> c_int {
    timed(super::mutex::pikse_libc_pthread_mutex_timedlock(mutex, time))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cnd_timedwait(
    condition: *mut u8,
    mutex: *mut Mutex,
    time: *const u8,
) -> c_int {
    timed(super::wait::pikse_libc_pthread_cond_timedwait(condition, mutex, time))
}

/// `thrd_success`, `thrd_timedout` or `thrd_error`.
fn timed(error: c_int) -> c_int {
    match error {
        0 => 0,
        super::super::errno::ETIMEDOUT => 4,
        _ => 2,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_thrd_sleep(
    wanted: *const super::super::time::Spec,
    left: *mut super::super::time::Spec,
) -> c_int {
    match super::super::time::pikse_libc_nanosleep(wanted, left) {
        0 => 0,
        _ if super::super::errno::get() == super::super::errno::EINTR => -1,
        _ => -2,
    }
}
