//! Mutexes and spin locks.

use core::ffi::c_int;

use super::super::errno;
use super::super::stdlib::exit::abort;
use super::schedule;

/// The layout of glibc's `pthread_mutex_t`, as far as its initialisers need it.
#[repr(C)]
pub struct Mutex {
    locked: c_int,
    count: u32,
    owner: c_int,
    users: u32,
    kind: c_int,
}

const RECURSIVE: c_int = 1;
const CHECKING: c_int = 2;
const ETIMEDOUT: c_int = 110;

impl Mutex {
    unsafe fn kind(of: *const Mutex) -> c_int {
        (*of).kind & 3
    }

    unsafe fn is_mine(of: *const Mutex) -> bool {
        (*of).locked != 0 && (*of).owner == schedule::number() as c_int
    }

    unsafe fn take(of: *mut Mutex) {
        (*of).locked = 1;
        (*of).count = 1;
        (*of).owner = schedule::number() as c_int;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_init(
    mutex: *mut Mutex,
    kind: *const c_int,
) -> c_int {
    let kind = if kind.is_null() { 0 } else { *kind };
    *mutex = Mutex { locked: 0, count: 0, owner: 0, users: 0, kind };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_destroy(mutex: *mut Mutex) -> c_int {
    if (*mutex).locked != 0 { errno::EBUSY } else { 0 }
}

unsafe fn lock(mutex: *mut Mutex, is_timed: bool) -> c_int {
    schedule::might_block();
    if Mutex::is_mine(mutex) {
        match Mutex::kind(mutex) {
            RECURSIVE => {
                (*mutex).count += 1;
                return 0;
            }
            CHECKING => return errno::EDEADLK,
            _ if !schedule::are_many() && !is_timed => {
                abort(c"deadlock: a thread locks a mutex that it has already locked".as_ptr())
            }
            _ => {}
        }
    }
    while (*mutex).locked != 0 {
        if !schedule::block(mutex.cast(), is_timed) {
            return ETIMEDOUT;
        }
    }
    Mutex::take(mutex);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_lock(mutex: *mut Mutex) -> c_int {
    lock(mutex, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_timedlock(
    mutex: *mut Mutex,
    _: *const u8,
) -> c_int {
    lock(mutex, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_trylock(mutex: *mut Mutex) -> c_int {
    schedule::might_block();
    if (*mutex).locked == 0 {
        Mutex::take(mutex);
        return 0;
    }
    if Mutex::is_mine(mutex) && Mutex::kind(mutex) == RECURSIVE {
        (*mutex).count += 1;
        return 0;
    }
    errno::EBUSY
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_unlock(mutex: *mut Mutex) -> c_int {
    let is_checked = matches!(Mutex::kind(mutex), RECURSIVE | CHECKING);
    if (*mutex).locked == 0 || is_checked && !Mutex::is_mine(mutex) {
        return errno::EPERM;
    }
    (*mutex).count -= 1;
    if (*mutex).count == 0 {
        (*mutex).locked = 0;
        (*mutex).owner = 0;
        schedule::wake(mutex.cast(), 1);
    }
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_mutex_consistent(_: *mut Mutex) -> c_int {
    errno::EINVAL
}

/// The bits of attributes that say which kind of mutex it is; the others are in `settings.rs`.
const KINDS: c_int = 3;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutexattr_init(kind: *mut c_int) -> c_int {
    *kind = 0;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutexattr_settype(
    kind: *mut c_int,
    wanted: c_int,
) -> c_int {
    if !(0..4).contains(&wanted) {
        return errno::EINVAL;
    }
    *kind = *kind & !KINDS | wanted;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutexattr_gettype(
    kind: *const c_int,
    to: *mut c_int,
) -> c_int {
    *to = *kind & KINDS;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_mutexattr_destroy(_: *mut c_int) -> c_int {
    0
}

// A spin lock is a number that is 1 while it is free, in glibc; any other number here.

const FREE: c_int = 1;
const TAKEN: c_int = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_spin_init(lock: *mut c_int, _: c_int) -> c_int {
    *lock = FREE;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_spin_destroy(_: *mut c_int) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_spin_lock(lock: *mut c_int) -> c_int {
    schedule::might_block();
    while *lock == TAKEN {
        schedule::block(lock.cast(), false);
    }
    *lock = TAKEN;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_spin_trylock(lock: *mut c_int) -> c_int {
    schedule::might_block();
    if *lock == TAKEN {
        return errno::EBUSY;
    }
    *lock = TAKEN;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_spin_unlock(lock: *mut c_int) -> c_int {
    *lock = FREE;
    schedule::wake(lock.cast(), 1);
    0
}
