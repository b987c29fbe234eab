//! Thread-specific data.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use super::super::errno;
use super::schedule::{self, Thread};

pub const KEYS: usize = 64;
/// How often destructors run again if they set values.
const ROUNDS: u32 = 4;

type Destructor = Option<unsafe extern "C" fn(*mut c_void)>;

/// A key.
#[derive(Clone, Copy)]
struct Key {
    is_used: bool,
    destructor: Destructor,
}

static mut ALL: [Key; KEYS] = [Key { is_used: false, destructor: None }; KEYS];

unsafe fn key(number: u32) -> *mut Key {
    (&raw mut ALL).cast::<Key>().add(number as usize)
}

unsafe fn is_key(number: u32) -> bool {
    (number as usize) < KEYS && (*key(number)).is_used
}

unsafe fn value(of: *mut Thread, number: u32) -> *mut *mut c_void {
    (&raw mut (*of).values).cast::<*mut c_void>().add(number as usize)
}

/// Destructors run when a thread ends. The main thread ends with the program, which runs none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_key_create(
    to: *mut u32,
    destructor: Destructor,
) -> c_int {
    let mut number = 0;
    while (number as usize) < KEYS {
        if !(*key(number)).is_used {
            *key(number) = Key { is_used: true, destructor };
            let mut thread = 1;
            while let Some(of) = schedule::find(thread) {
                *value(of, number) = null_mut();
                thread += 1;
            }
            *to = number;
            return 0;
        }
        number += 1;
    }
    errno::EAGAIN
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_key_delete(number: u32) -> c_int {
    if !is_key(number) {
        return errno::EINVAL;
    }
    (*key(number)).is_used = false;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_getspecific(number: u32) -> *mut c_void {
    if is_key(number) { *value(schedule::current(), number) } else { null_mut() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_setspecific(number: u32, new: *mut c_void) -> c_int {
    if !is_key(number) {
        return errno::EINVAL;
    }
    *value(schedule::current(), number) = new;
    0
}

/// Destroys the values of a thread that ends.
pub unsafe fn destroy(thread: *mut Thread) {
    let mut round = 0;
    while round < ROUNDS {
        let (mut number, mut any) = (0, false);
        while (number as usize) < KEYS {
            let old = *value(thread, number);
            if !old.is_null() && is_key(number) {
                *value(thread, number) = null_mut();
                if let Some(destructor) = (*key(number)).destructor {
                    destructor(old);
                    any = true;
                }
            }
            number += 1;
        }
        if !any {
            return;
        }
        round += 1;
    }
}
