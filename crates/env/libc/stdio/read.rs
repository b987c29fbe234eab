//! Reading characters and blocks from streams.

use core::ffi::c_int;

use super::stream::{EOF, Stream, get, look, pikse_libc_stdin, take, unget};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgetc(stream: *mut Stream) -> c_int {
    get(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getc(stream: *mut Stream) -> c_int {
    get(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgetc_unlocked(stream: *mut Stream) -> c_int {
    get(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getc_unlocked(stream: *mut Stream) -> c_int {
    get(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__IO_getc(stream: *mut Stream) -> c_int {
    get(stream)
}

/// Called by glibc's macros when a buffer is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___uflow(stream: *mut Stream) -> c_int {
    get(stream)
}

/// Called by gnulib, which looks at the buffer then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___underflow(stream: *mut Stream) -> c_int {
    look(stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getchar() -> c_int {
    get(pikse_libc_stdin)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getchar_unlocked() -> c_int {
    get(pikse_libc_stdin)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ungetc(c: c_int, stream: *mut Stream) -> c_int {
    unget(stream, c)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fread(
    to: *mut u8,
    size: usize,
    count: usize,
    stream: *mut Stream,
) -> usize {
    let bytes = size.wrapping_mul(count);
    if bytes == 0 {
        return 0;
    }
    let got = take(stream, to, bytes);
    if got == bytes {
        return count;
    }
    got.checked_div(size).unwrap_or(0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fread_unlocked(
    to: *mut u8,
    size: usize,
    count: usize,
    stream: *mut Stream,
) -> usize {
    pikse_libc_fread(to, size, count, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getw(stream: *mut Stream) -> c_int {
    let mut word = 0;
    if pikse_libc_fread((&raw mut word).cast(), 4, 1, stream) == 1 { word } else { EOF }
}
