//! `errno.h`: the number of the last error.

use core::ffi::c_int;

pub const EPERM: c_int = 1;
pub const ENOENT: c_int = 2;
pub const EBADF: c_int = 9;
pub const EAGAIN: c_int = 11;
pub const ENOMEM: c_int = 12;
pub const EFAULT: c_int = 14;
pub const EBUSY: c_int = 16;
pub const EEXIST: c_int = 17;
pub const EINVAL: c_int = 22;
pub const ENOTTY: c_int = 25;
pub const ESPIPE: c_int = 29;
pub const ERANGE: c_int = 34;
pub const EDEADLK: c_int = 35;
pub const EILSEQ: c_int = 84;
pub const EOVERFLOW: c_int = 75;

static mut ERRNO: c_int = 0;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___errno_location() -> *mut c_int {
    &raw mut ERRNO
}

/// Sets `errno`.
pub fn set(error: c_int) {
    // SAFETY: there is one thread.
    unsafe { ERRNO = error };
}

/// Sets `errno`, for functions that return -1 then.
pub fn fail(error: c_int) -> c_int {
    set(error);
    -1
}

/// `errno`.
pub fn get() -> c_int {
    // SAFETY: there is one thread.
    unsafe { ERRNO }
}
