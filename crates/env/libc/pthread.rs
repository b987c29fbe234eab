//! `pthread.h` for programs with one thread. Waiting for another thread never ends, which is an
//! error of the program.

use core::ffi::{c_char, c_int, c_void};

use super::errno;
use super::stdlib::exit::abort;

/// The one thread.
const SELF: usize = 1;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_self() -> usize {
    SELF
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_equal(a: usize, b: usize) -> c_int {
    c_int::from(a == b)
}

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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_lock(mutex: *mut Mutex) -> c_int {
    if (*mutex).locked != 0 {
        match (*mutex).kind & 3 {
            RECURSIVE => (*mutex).count += 1,
            CHECKING => return errno::EDEADLK,
            _ => abort(c"deadlock: a thread locks a mutex that it has already locked".as_ptr()),
        }
        return 0;
    }
    (*mutex).locked = 1;
    (*mutex).count = 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_trylock(mutex: *mut Mutex) -> c_int {
    if (*mutex).locked != 0 && (*mutex).kind & 3 != RECURSIVE {
        return errno::EBUSY;
    }
    pikse_libc_pthread_mutex_lock(mutex)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_mutex_unlock(mutex: *mut Mutex) -> c_int {
    if (*mutex).locked == 0 {
        return errno::EPERM;
    }
    (*mutex).count -= 1;
    if (*mutex).count == 0 {
        (*mutex).locked = 0;
    }
    0
}

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
    *kind = wanted;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_mutexattr_destroy(_: *mut c_int) -> c_int {
    0
}

/// A lock for readers and writers: the number of readers, or -1 for a writer.
#[repr(C)]
pub struct Shared {
    readers: c_int,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_init(lock: *mut Shared, _: *const u8) -> c_int {
    (*lock).readers = 0;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_rwlock_destroy(_: *mut Shared) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_rdlock(lock: *mut Shared) -> c_int {
    if (*lock).readers < 0 {
        return errno::EDEADLK;
    }
    (*lock).readers += 1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_wrlock(lock: *mut Shared) -> c_int {
    if (*lock).readers != 0 {
        return errno::EDEADLK;
    }
    (*lock).readers = -1;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_rwlock_unlock(lock: *mut Shared) -> c_int {
    match (*lock).readers {
        0 => return errno::EPERM,
        ..0 => (*lock).readers = 0,
        _ => (*lock).readers -= 1,
    }
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_init(_: *mut u8, _: *const u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_destroy(_: *mut u8) -> c_int {
    0
}

/// No thread waits.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_signal(_: *mut u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_cond_broadcast(_: *mut u8) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_cond_wait(_: *mut u8, _: *mut Mutex) -> c_int {
    abort(c"deadlock: the only thread waits for a condition".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_once(
    control: *mut c_int,
    run: unsafe extern "C" fn(),
) -> c_int {
    if *control == 0 {
        *control = 2;
        run();
    }
    0
}

const KEYS: usize = 64;

/// A key and its value.
#[derive(Clone, Copy)]
struct Key {
    used: bool,
    value: *mut c_void,
}

static mut ALL_KEYS: [Key; KEYS] = [Key { used: false, value: core::ptr::null_mut() }; KEYS];

unsafe fn key(number: u32) -> *mut Key {
    (&raw mut ALL_KEYS).cast::<Key>().add(number as usize)
}

/// Its destructor never runs: the main thread ends with the program, which runs no destructors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_key_create(to: *mut u32, _: *const u8) -> c_int {
    let mut number = 0;
    while (number as usize) < KEYS {
        if !(*key(number)).used {
            *key(number) = Key { used: true, value: core::ptr::null_mut() };
            *to = number;
            return 0;
        }
        number += 1;
    }
    errno::EAGAIN
}

unsafe fn is_key(number: u32) -> bool {
    (number as usize) < KEYS && (*key(number)).used
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_key_delete(number: u32) -> c_int {
    if !is_key(number) {
        return errno::EINVAL;
    }
    (*key(number)).used = false;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getspecific(number: u32) -> *mut c_void {
    if is_key(number) { (*key(number)).value } else { core::ptr::null_mut() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setspecific(number: u32, value: *mut c_void) -> c_int {
    if !is_key(number) {
        return errno::EINVAL;
    }
    (*key(number)).value = value;
    0
}

/// Attributes of a thread: the parts of `pthread_attr_t` that programs query.
#[repr(C)]
pub struct Attributes {
    stack: usize,
    size: usize,
    guard: usize,
    more: [usize; 4],
}

const STACK: usize = 8 << 20;
/// An address without an object, for comparison only.
const STACK_AT: usize = 0x7fff_0000_0000;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_init(to: *mut Attributes) -> c_int {
    *to = Attributes { stack: STACK_AT, size: STACK, guard: 4096, more: [0; 4] };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getattr_np(_: usize, to: *mut Attributes) -> c_int {
    pikse_libc_pthread_attr_init(to)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_attr_destroy(_: *mut Attributes) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_setstacksize(
    of: *mut Attributes,
    size: usize,
) -> c_int {
    (*of).size = size;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getstack(
    of: *const Attributes,
    to: *mut usize,
    size: *mut usize,
) -> c_int {
    (*to, *size) = ((*of).stack, (*of).size);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getguardsize(
    of: *const Attributes,
    to: *mut usize,
) -> c_int {
    *to = (*of).guard;
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_attr_setdetachstate(_: *mut Attributes, _: c_int) -> c_int {
    0
}

/// Only for debuggers.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_setname_np(_: usize, _: *const c_char) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sched_yield() -> c_int {
    0
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
