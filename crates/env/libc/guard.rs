//! The guards of C++'s local statics.

use core::ffi::c_int;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_acquire(guard: *mut u8) -> c_int {
    c_int::from(*guard == 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_release(guard: *mut u8) {
    *guard = 1;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___cxa_guard_abort(_guard: *mut u8) {}
