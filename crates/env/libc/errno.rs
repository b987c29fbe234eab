//! `errno.h`: the number of the last error.

use core::ffi::c_int;

pub const EPERM: c_int = 1;
pub const ENOENT: c_int = 2;
pub const ESRCH: c_int = 3;
pub const EINTR: c_int = 4;
pub const EIO: c_int = 5;
pub const ENXIO: c_int = 6;
pub const E2BIG: c_int = 7;
pub const ENOEXEC: c_int = 8;
pub const EBADF: c_int = 9;
pub const ECHILD: c_int = 10;
pub const EAGAIN: c_int = 11;
pub const ENOMEM: c_int = 12;
pub const EACCES: c_int = 13;
pub const EFAULT: c_int = 14;
pub const EBUSY: c_int = 16;
pub const EEXIST: c_int = 17;
pub const EXDEV: c_int = 18;
pub const ENODEV: c_int = 19;
pub const ENOTDIR: c_int = 20;
pub const EISDIR: c_int = 21;
pub const EINVAL: c_int = 22;
pub const EMFILE: c_int = 24;
pub const ENOTTY: c_int = 25;
pub const EFBIG: c_int = 27;
pub const ENOSPC: c_int = 28;
pub const ESPIPE: c_int = 29;
pub const EROFS: c_int = 30;
pub const EMLINK: c_int = 31;
pub const EPIPE: c_int = 32;
pub const EDOM: c_int = 33;
pub const ERANGE: c_int = 34;
pub const EDEADLK: c_int = 35;
pub const ENAMETOOLONG: c_int = 36;
pub const ENOSYS: c_int = 38;
pub const ENOTEMPTY: c_int = 39;
pub const ELOOP: c_int = 40;
pub const ENODATA: c_int = 61;
pub const EOVERFLOW: c_int = 75;
pub const EILSEQ: c_int = 84;
pub const EOPNOTSUPP: c_int = 95;
pub const ETIMEDOUT: c_int = 110;

static mut ERRNO: c_int = 0;

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___errno_location() -> *mut c_int {
    &raw mut ERRNO
}

// Models call it by this name: in native programs it is the C library's.
unsafe extern "C" {
    safe fn __errno_location() -> *mut c_int;
}

/// Sets `errno`.
pub fn set(error: c_int) {
    // SAFETY: it is always there.
    unsafe { *__errno_location() = error };
}

/// Sets `errno`, for functions that return -1 then.
pub fn fail(error: c_int) -> c_int {
    set(error);
    -1
}

/// `errno`.
pub fn get() -> c_int {
    // SAFETY: it is always there.
    unsafe { *__errno_location() }
}
