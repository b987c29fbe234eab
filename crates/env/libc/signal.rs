//! `signal.h`: handlers are stored; only the program itself sends signals.

use core::ffi::{c_int, c_void};

use super::errno::{self, fail};
use super::stdlib::exit::abort;

pub const SIGABRT: c_int = 6;
const SIGNALS: usize = 65;
const DEFAULT: usize = 0;
const IGNORE: usize = 1;
const ERROR: usize = usize::MAX;

/// The kernel's view of glibc's `struct sigaction`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Action {
    handler: usize,
    mask: [u64; 16],
    flags: c_int,
    restorer: usize,
}

const NO_ACTION: Action = Action { handler: DEFAULT, mask: [0; 16], flags: 0, restorer: 0 };
/// The handler gets information.
const SA_SIGINFO: c_int = 4;
const SA_RESETHAND: c_int = 0x8000_0000_u32 as c_int;

static mut ACTIONS: [Action; SIGNALS] = [NO_ACTION; SIGNALS];
/// Signals that are blocked.
static mut BLOCKED: u64 = 0;

unsafe fn action(signal: c_int) -> *mut Action {
    if (1..SIGNALS as c_int).contains(&signal) {
        (&raw mut ACTIONS).cast::<Action>().add(signal as usize)
    } else {
        errno::set(errno::EINVAL);
        core::ptr::null_mut()
    }
}

/// Runs the handler of a signal. Returns whether there is one, or the signal is ignored.
pub unsafe fn deliver(signal: c_int) -> bool {
    let action = action(signal);
    if action.is_null() || (*action).handler == DEFAULT {
        return false;
    }
    if (*action).handler == IGNORE {
        return true;
    }
    let (handler, flags) = ((*action).handler, (*action).flags);
    if flags & SA_RESETHAND != 0 {
        (*action).handler = DEFAULT;
    }
    if flags & SA_SIGINFO == 0 {
        core::mem::transmute::<usize, unsafe extern "C" fn(c_int)>(handler)(signal);
    } else {
        let mut information = [0i32; 32];
        information[0] = signal;
        let handler = core::mem::transmute::<
            usize,
            unsafe extern "C" fn(c_int, *mut c_int, *mut c_void),
        >(handler);
        handler(signal, (&raw mut information).cast(), core::ptr::null_mut());
    }
    true
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_signal(signal: c_int, handler: usize) -> usize {
    let action = action(signal);
    if action.is_null() {
        return ERROR;
    }
    let old = (*action).handler;
    *action = Action { handler, ..NO_ACTION };
    old
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaction(
    signal: c_int,
    new: *const Action,
    old: *mut Action,
) -> c_int {
    let action = action(signal);
    if action.is_null() {
        return -1;
    }
    if !old.is_null() {
        *old = *action;
    }
    if !new.is_null() {
        *action = *new;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_raise(signal: c_int) -> c_int {
    if action(signal).is_null() {
        return -1;
    }
    if deliver(signal) {
        return 0;
    }
    match signal {
        SIGABRT => abort(c"abort".as_ptr()),
        // Signals that are ignored by default.
        17 | 18 | 23 | 28 => 0,
        _ => abort(c"a signal without a handler".as_ptr()),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_kill(process: c_int, signal: c_int) -> c_int {
    match process {
        // Checks whether this process exists.
        0 | super::unistd::PROCESS if signal == 0 => 0,
        0 | super::unistd::PROCESS => pikse_libc_raise(signal),
        _ => fail(errno::EPERM),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigemptyset(set: *mut [u64; 16]) -> c_int {
    *set = [0; 16];
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigfillset(set: *mut [u64; 16]) -> c_int {
    *set = [u64::MAX; 16];
    0
}

unsafe fn bit(signal: c_int) -> u64 {
    1 << ((signal - 1) & 63)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaddset(set: *mut u64, signal: c_int) -> c_int {
    *set |= bit(signal);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigdelset(set: *mut u64, signal: c_int) -> c_int {
    *set &= !bit(signal);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigismember(set: *const u64, signal: c_int) -> c_int {
    c_int::from(*set & bit(signal) != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigprocmask(
    how: c_int,
    new: *const u64,
    old: *mut [u64; 16],
) -> c_int {
    if !old.is_null() {
        *old = [0; 16];
        (*old)[0] = BLOCKED;
    }
    if !new.is_null() {
        match how {
            0 => BLOCKED |= *new,
            1 => BLOCKED &= !*new,
            2 => BLOCKED = *new,
            _ => return fail(errno::EINVAL),
        }
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_sigmask(
    how: c_int,
    new: *const u64,
    old: *mut [u64; 16],
) -> c_int {
    if pikse_libc_sigprocmask(how, new, old) < 0 { errno::EINVAL } else { 0 }
}

/// No other stack is needed: the machine reports a stack overflow itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigaltstack(_: *const u8, old: *mut [usize; 3]) -> c_int {
    if !old.is_null() {
        // No alternate stack is in use.
        *old = [0, 2, 0];
    }
    0
}

/// No other process sends a signal that would end the wait.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pause() -> c_int {
    abort(c"deadlock: the only thread waits for a signal".as_ptr())
}
