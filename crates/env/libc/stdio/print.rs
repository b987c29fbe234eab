//! The `printf` family, for argument lists: `src/variadic.rs` has the other half.
//!
//! Text for people whose length is not used shows one possible value of symbolic data
//! (`pikse_shown_…`). Everything else is exact.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::malloc;
use super::super::fs::table;
use super::arguments::VaList;
use super::format::format;
use super::out::Out;
use super::stream::{FAILED, Stream, is_shown, pikse_libc_stdout};

/// Formats; returns the length, or -1.
unsafe fn print(mut out: Out, text: *const c_char, arguments: *mut VaList) -> c_int {
    if format(&mut out, text, &mut *arguments) { out.total as c_int } else { -1 }
}

unsafe fn to_stream(
    stream: *mut Stream,
    text: *const c_char,
    arguments: *mut VaList,
    shown: bool,
) -> c_int {
    let length = print(Out::stream(stream, shown), text, arguments);
    if (*stream).flags & FAILED != 0 { -1 } else { length }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vfprintf(
    stream: *mut Stream,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    to_stream(stream, text, arguments, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown_vfprintf(
    stream: *mut Stream,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    to_stream(stream, text, arguments, is_shown(stream))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vprintf(text: *const c_char, arguments: *mut VaList) -> c_int {
    pikse_libc_vfprintf(pikse_libc_stdout, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown_vprintf(text: *const c_char, arguments: *mut VaList) -> c_int {
    pikse_shown_vfprintf(pikse_libc_stdout, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vfprintf_chk(
    stream: *mut Stream,
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_vfprintf(stream, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown___vfprintf_chk(
    stream: *mut Stream,
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_shown_vfprintf(stream, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vprintf_chk(
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_vprintf(text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown___vprintf_chk(
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_shown_vprintf(text, arguments)
}

/// A temporary stream on a descriptor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vdprintf(
    fd: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    if !table::is_open(fd) {
        return -1;
    }
    let mut stream = Stream::on(fd, 0);
    to_stream(&raw mut stream, text, arguments, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vsnprintf(
    to: *mut c_char,
    n: usize,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    print(Out::memory(to.cast(), n), text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vsprintf(
    to: *mut c_char,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_vsnprintf(to, usize::MAX, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vasprintf(
    to: *mut *mut c_char,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    // `%n` would be written twice, with the same number.
    let mut copy = (*arguments).copy();
    let length = print(Out::memory(null_mut(), 0), text, &raw mut copy);
    if length < 0 {
        return -1;
    }
    *to = malloc(length as usize + 1).cast();
    if (*to).is_null() {
        return -1;
    }
    pikse_libc_vsnprintf(*to, length as usize + 1, text, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vasprintf_chk(
    to: *mut *mut c_char,
    _: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_vasprintf(to, text, arguments)
}
