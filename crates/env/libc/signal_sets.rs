//! Sets of signals, waiting for signals, and the older functions of System V and BSD.

use core::ffi::{c_int, c_void};
use core::ptr::{null, null_mut};

use super::ends;
use super::errno::{self, fail};
use super::signal::{
    self, Action, pikse_libc_sigaction, pikse_libc_signal, pikse_libc_sigprocmask,
    pikse_libc_sigsuspend,
};
use super::time::{self, Spec};

const BLOCK: c_int = 0;
const UNBLOCK: c_int = 1;
const SET: c_int = 2;
/// The handler of `sigset` that blocks a signal.
const HOLD: usize = 2;
const IGNORE: usize = 1;
const ERROR: usize = usize::MAX;

type Set = [u64; 16];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigisemptyset(set: *const Set) -> c_int {
    c_int::from((*set)[0] == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigandset(to: *mut Set, a: *const Set, b: *const Set) -> c_int {
    let both = (*a)[0] & (*b)[0];
    *to = [0; 16];
    (*to)[0] = both;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigorset(to: *mut Set, a: *const Set, b: *const Set) -> c_int {
    let either = (*a)[0] | (*b)[0];
    *to = [0; 16];
    (*to)[0] = either;
    0
}

/// A set of one signal, which must be valid.
unsafe fn only(of: c_int) -> Option<u64> {
    (1..65).contains(&of).then(|| 1 << ((of - 1) & 63))
}

unsafe fn change(how: c_int, of: c_int) -> c_int {
    match only(of) {
        Some(set) => pikse_libc_sigprocmask(how, &raw const set, null_mut()),
        None => fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sighold(of: c_int) -> c_int {
    change(BLOCK, of)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigrelse(of: c_int) -> c_int {
    change(UNBLOCK, of)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigignore(of: c_int) -> c_int {
    if pikse_libc_signal(of, IGNORE) == ERROR { -1 } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigset(of: c_int, handler: usize) -> usize {
    let Some(set) = only(of) else {
        errno::set(errno::EINVAL);
        return ERROR;
    };
    let mut before = [0; 16];
    let mut action = Action::with(0);
    if handler == HOLD {
        if pikse_libc_sigaction(of, null(), &raw mut action) < 0 {
            return ERROR;
        }
        pikse_libc_sigprocmask(BLOCK, &raw const set, &raw mut before);
    } else {
        let new = Action::with(handler);
        if pikse_libc_sigaction(of, &raw const new, &raw mut action) < 0 {
            return ERROR;
        }
        pikse_libc_sigprocmask(UNBLOCK, &raw const set, &raw mut before);
    }
    if before[0] & set != 0 { HOLD } else { action.handler() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigblock(mask: c_int) -> c_int {
    let (new, mut old) = (u64::from(mask as u32), [0; 16]);
    pikse_libc_sigprocmask(BLOCK, &raw const new, &raw mut old);
    old[0] as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigsetmask(mask: c_int) -> c_int {
    let (new, mut old) = (u64::from(mask as u32), [0; 16]);
    pikse_libc_sigprocmask(SET, &raw const new, &raw mut old);
    old[0] as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_siggetmask() -> c_int {
    pikse_libc_sigblock(0)
}

/// BSD's: the argument is a mask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigpause(mask: c_int) -> c_int {
    let set = u64::from(mask as u32);
    pikse_libc_sigsuspend(&raw const set)
}

/// X/Open's: the argument is a signal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___xpg_sigpause(of: c_int) -> c_int {
    let Some(set) = only(of) else { return fail(errno::EINVAL) };
    let mut old = [0; 16];
    pikse_libc_sigprocmask(BLOCK, null(), &raw mut old);
    let mask = old[0] & !set;
    pikse_libc_sigsuspend(&raw const mask)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___sigpause(value: c_int, is_signal: c_int) -> c_int {
    if is_signal != 0 { pikse_libc___xpg_sigpause(value) } else { pikse_libc_sigpause(value) }
}

/// Takes a pending signal of a set; 0 if none can come before a time.
unsafe fn take(set: u64, until: i64) -> c_int {
    loop {
        if let Some(found) = signal::take_pending(set) {
            return found;
        }
        let next = super::alarms::next();
        if next > until {
            break;
        }
        if !super::alarms::ring() {
            break;
        }
    }
    if until == i64::MAX {
        ends::blocked(c"waiting for a signal".as_ptr());
    }
    time::wait_until(until);
    0
}

/// What is told about a signal that the program sent itself.
unsafe fn inform(to: *mut [c_int; 32], of: c_int) {
    if !to.is_null() {
        *to = [0; 32];
        (*to)[0] = of;
        (*to)[4] = super::process::PROCESS;
        (*to)[5] = super::users::USER as c_int;
        if let Some(value) = signal::sent_value(of) {
            // SI_QUEUE
            (*to)[2] = -1;
            ((*to)[6], (*to)[7]) = (value as c_int, (value >> 32) as c_int);
        } else {
            // SI_TKILL
            (*to)[2] = -6;
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigwait(set: *const u64, to: *mut c_int) -> c_int {
    *to = take(*set, i64::MAX);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigwaitinfo(set: *const u64, to: *mut [c_int; 32]) -> c_int {
    let found = take(*set, i64::MAX);
    inform(to, found);
    found
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigtimedwait(
    set: *const u64,
    to: *mut [c_int; 32],
    wanted: *const Spec,
) -> c_int {
    let until = match wanted.is_null() {
        true => i64::MAX,
        false if !(0..1_000_000_000).contains(&(*wanted).nanoseconds) => {
            return fail(errno::EINVAL);
        }
        false => {
            let time = (*wanted).seconds.saturating_mul(1_000_000_000);
            time::passed().saturating_add(time).saturating_add((*wanted).nanoseconds)
        }
    };
    let found = take(*set, until);
    if found == 0 {
        return fail(errno::EAGAIN);
    }
    inform(to, found);
    found
}

/// A signal with a value, to the program itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sigqueue(
    process: c_int,
    of: c_int,
    value: *mut c_void,
) -> c_int {
    if !(0..65).contains(&of) {
        return fail(errno::EINVAL);
    }
    match process {
        super::process::PROCESS if of == 0 => 0,
        super::process::PROCESS => {
            signal::send_with(of, value as usize);
            0
        }
        1 => fail(errno::EPERM),
        _ => fail(errno::ESRCH),
    }
}

/// To a thread; the first one has the number of the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tgkill(process: c_int, thread: c_int, of: c_int) -> c_int {
    const SELF: c_int = super::process::PROCESS;
    match (process, thread) {
        (..=0, _) | (_, ..=0) => fail(errno::EINVAL),
        (SELF, SELF) => signal::pikse_libc_kill(SELF, of),
        _ => fail(errno::ESRCH),
    }
}
