//! Threads from their beginning to their end.

use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;

use super::super::errno;
use super::super::machine::pikse_vm_unsupported;
use super::super::stdlib::exit;
use super::attributes::Attributes;
use super::keys;
use super::schedule::{self, Status, Thread};

type Start = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

const ESRCH: c_int = 3;

/// The first function of a thread.
unsafe extern "C" fn begin(thread: *mut Thread) -> ! {
    let result = match (*thread).start {
        Some(start) => start((*thread).argument),
        None => null_mut(),
    };
    finish(result)
}

/// Ends the current thread.
unsafe fn finish(result: *mut c_void) -> ! {
    let thread = schedule::current();
    (*thread).result = result;
    while !(*thread).cleanups.is_null() {
        let cleanup = (*thread).cleanups;
        (*thread).cleanups = (*cleanup).next;
        ((*cleanup).function)((*cleanup).argument);
    }
    exit::run(&raw mut (*thread).at_end, 0);
    keys::destroy(thread);
    schedule::end()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_create(
    to: *mut usize,
    attributes: *const Attributes,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    let Some((number, thread)) = schedule::add(begin) else { return errno::EAGAIN };
    (*thread).start = Some(start);
    (*thread).argument = argument;
    (*thread).is_detached = !attributes.is_null() && (*attributes).is_detached();
    *to = number;
    schedule::run(number);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_exit(result: *mut c_void) -> ! {
    finish(result)
}

unsafe fn join(number: usize, to: *mut *mut c_void, waits: bool) -> c_int {
    let Some(thread) = schedule::find(number) else { return ESRCH };
    if (*thread).is_detached || (*thread).is_joined {
        return errno::EINVAL;
    }
    if thread == schedule::current() {
        return errno::EDEADLK;
    }
    while (*thread).status != Status::Ended {
        if !waits {
            return errno::EBUSY;
        }
        schedule::block(thread.cast(), false);
    }
    (*thread).is_joined = true;
    if !to.is_null() {
        *to = (*thread).result;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_join(number: usize, to: *mut *mut c_void) -> c_int {
    join(number, to, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_tryjoin_np(
    number: usize,
    to: *mut *mut c_void,
) -> c_int {
    schedule::might_block();
    join(number, to, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_detach(number: usize) -> c_int {
    let Some(thread) = schedule::find(number) else { return ESRCH };
    if (*thread).is_detached || (*thread).is_joined {
        return errno::EINVAL;
    }
    (*thread).is_detached = true;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_self() -> usize {
    schedule::number()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_equal(a: usize, b: usize) -> c_int {
    c_int::from(a == b)
}

/// What runs if a thread ends before it says otherwise.
#[repr(C)]
pub struct Cleanup {
    function: unsafe extern "C" fn(*mut c_void),
    argument: *mut c_void,
    kind: c_int,
    next: *mut Cleanup,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__pthread_cleanup_push(
    cleanup: *mut Cleanup,
    function: unsafe extern "C" fn(*mut c_void),
    argument: *mut c_void,
) {
    let thread = schedule::current();
    *cleanup = Cleanup { function, argument, kind: 0, next: (*thread).cleanups };
    (*thread).cleanups = cleanup;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__pthread_cleanup_pop(cleanup: *mut Cleanup, runs: c_int) {
    let thread = schedule::current();
    (*thread).cleanups = (*cleanup).next;
    if runs != 0 {
        ((*cleanup).function)((*cleanup).argument);
    }
}

/// glibc's form of the same, with a buffer for `setjmp`: only `pthread_exit` would use it.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___pthread_register_cancel(_: *mut u8) {}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___pthread_unregister_cancel(_: *mut u8) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___pthread_unwind_next(_: *mut u8) -> ! {
    pikse_vm_unsupported(c"pthread_cleanup_push with pthread_exit".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setcancelstate(_: c_int, before: *mut c_int) -> c_int {
    if !before.is_null() {
        *before = 0;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setcanceltype(_: c_int, before: *mut c_int) -> c_int {
    pikse_libc_pthread_setcancelstate(0, before)
}

/// No thread is ever cancelled: `pthread_cancel` has no model.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_testcancel() {}

/// Only for debuggers.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_setname_np(_: usize, _: *const c_char) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_setconcurrency(_: c_int) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_yield() -> c_int {
    schedule::pass();
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_yield() -> c_int {
    schedule::pass();
    0
}

/// The instruction `pause`, which loops contain that wait for another thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_pause() {
    schedule::pass();
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sched_getaffinity(_: c_int, n: usize, set: *mut u8) -> c_int {
    if n == 0 {
        return errno::fail(errno::EINVAL);
    }
    core::ptr::write_bytes(set, 0, n);
    *set = 1;
    0
}
