//! Attributes of threads.

use core::ffi::c_int;

use super::super::errno;

/// The parts of `pthread_attr_t` that programs query.
#[repr(C)]
pub struct Attributes {
    stack: usize,
    size: usize,
    guard: usize,
    detached: usize,
    more: [usize; 3],
}

impl Attributes {
    pub fn is_detached(&self) -> bool {
        self.detached != 0
    }
}

const STACK: usize = 8 << 20;
const LEAST: usize = 16384;
/// An address without an object, for comparison only.
const STACK_AT: usize = 0x7fff_0000_0000;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_init(to: *mut Attributes) -> c_int {
    *to = Attributes { stack: STACK_AT, size: STACK, guard: 4096, detached: 0, more: [0; 3] };
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
    if size < LEAST {
        return errno::EINVAL;
    }
    (*of).size = size;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getstacksize(
    of: *const Attributes,
    to: *mut usize,
) -> c_int {
    *to = (*of).size;
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
pub unsafe extern "C" fn pikse_libc_pthread_attr_setguardsize(
    of: *mut Attributes,
    size: usize,
) -> c_int {
    (*of).guard = size;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_setdetachstate(
    of: *mut Attributes,
    state: c_int,
) -> c_int {
    if !(0..2).contains(&state) {
        return errno::EINVAL;
    }
    (*of).detached = state as usize;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pthread_attr_getdetachstate(
    of: *const Attributes,
    to: *mut c_int,
) -> c_int {
    *to = (*of).detached as c_int;
    0
}

// How threads are scheduled does not matter on one schedule.

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_attr_setscope(_: *mut Attributes, _: c_int) -> c_int {
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_pthread_attr_setinheritsched(_: *mut Attributes, _: c_int) -> c_int {
    0
}
