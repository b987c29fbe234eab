//! Locks for readers and writers.

use core::ffi::c_int;

use super::super::errno;
use super::schedule;

const ETIMEDOUT: c_int = 110;

/// The number of readers, or -1 for a writer, and the writer.
#[repr(C)]
pub struct Shared {
    readers: c_int,
    writer: c_int,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_init(lock: *mut Shared, _: *const u8) -> c_int {
    *lock = Shared { readers: 0, writer: 0 };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_rwlock_destroy(_: *mut Shared) -> c_int {
    0
}

unsafe fn read(lock: *mut Shared, is_timed: bool) -> c_int {
    schedule::might_block();
    while (*lock).readers < 0 {
        if (*lock).writer == schedule::number() as c_int {
            return errno::EDEADLK;
        }
        if !schedule::block(lock.cast(), is_timed) {
            return ETIMEDOUT;
        }
    }
    (*lock).readers += 1;
    0
}

unsafe fn write(lock: *mut Shared, is_timed: bool) -> c_int {
    schedule::might_block();
    while (*lock).readers != 0 {
        let is_mine = (*lock).readers < 0 && (*lock).writer == schedule::number() as c_int;
        if is_mine || !schedule::are_many() {
            return errno::EDEADLK;
        }
        if !schedule::block(lock.cast(), is_timed) {
            return ETIMEDOUT;
        }
    }
    *lock = Shared { readers: -1, writer: schedule::number() as c_int };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_rdlock(lock: *mut Shared) -> c_int {
    read(lock, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_timedrdlock(
    lock: *mut Shared,
    _: *const u8,
) -> c_int {
    read(lock, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_tryrdlock(lock: *mut Shared) -> c_int {
    schedule::might_block();
    if (*lock).readers < 0 {
        return errno::EBUSY;
    }
    (*lock).readers += 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_wrlock(lock: *mut Shared) -> c_int {
    write(lock, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_timedwrlock(
    lock: *mut Shared,
    _: *const u8,
) -> c_int {
    write(lock, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_trywrlock(lock: *mut Shared) -> c_int {
    schedule::might_block();
    if (*lock).readers != 0 {
        return errno::EBUSY;
    }
    *lock = Shared { readers: -1, writer: schedule::number() as c_int };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_unlock(lock: *mut Shared) -> c_int {
    match (*lock).readers {
        0 => return errno::EPERM,
        ..0 => *lock = Shared { readers: 0, writer: 0 },
        _ => (*lock).readers -= 1,
    }
    if (*lock).readers == 0 {
        schedule::wake_all(lock.cast());
    }
    0
}
