//! Writing characters and strings to streams.

use core::ffi::{c_char, c_int};

use super::super::errno;
use super::super::machine::{pikse_vm_is_symbolic, pikse_vm_room, pikse_vm_value};
use super::super::string::message;
use super::super::string::plain::pikse_libc_strlen;
use super::stream::{EOF, Stream, is_shown, pikse_libc_stderr, pikse_libc_stdout, put_bytes};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputc(c: c_int, stream: *mut Stream) -> c_int {
    let byte = c as u8;
    if put_bytes(stream, &raw const byte, 1) == 1 { c_int::from(byte) } else { EOF }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putc(c: c_int, stream: *mut Stream) -> c_int {
    pikse_libc_fputc(c, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputc_unlocked(c: c_int, stream: *mut Stream) -> c_int {
    pikse_libc_fputc(c, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putc_unlocked(c: c_int, stream: *mut Stream) -> c_int {
    pikse_libc_fputc(c, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc__IO_putc(c: c_int, stream: *mut Stream) -> c_int {
    pikse_libc_fputc(c, stream)
}

/// Called by glibc's macros when a buffer is full, as it always is here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___overflow(stream: *mut Stream, c: c_int) -> c_int {
    pikse_libc_fputc(c, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putchar(c: c_int) -> c_int {
    pikse_libc_fputc(c, pikse_libc_stdout)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putchar_unlocked(c: c_int) -> c_int {
    pikse_libc_fputc(c, pikse_libc_stdout)
}

/// The length of the text is not returned, so text for people may have any possible length.
unsafe fn put_text(text: *const c_char, stream: *mut Stream) -> bool {
    if !is_shown(stream) {
        let length = pikse_libc_strlen(text);
        return put_bytes(stream, text.cast(), length) == length;
    }
    let mut length = 0;
    while pikse_vm_value(u64::from(*text.add(length) as u8)) != 0 {
        length += 1;
    }
    put_bytes(stream, text.cast(), length) == length
}

/// The length of a text, as an expression if it is symbolic: the path does not split over it.
unsafe fn any_length(text: *const c_char) -> c_int {
    let (room, mut length, mut goes_on) = (pikse_vm_room(text.cast()), 0, 1);
    for at in 0..room {
        goes_on &= (*text.add(at) != 0) as c_int;
        if pikse_vm_is_symbolic(goes_on as u64) == 0 && goes_on == 0 {
            break;
        }
        length += goes_on;
    }
    length
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputs(text: *const c_char, stream: *mut Stream) -> c_int {
    if put_text(text, stream) { 1 } else { EOF }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputs_unlocked(
    text: *const c_char,
    stream: *mut Stream,
) -> c_int {
    pikse_libc_fputs(text, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_puts(text: *const c_char) -> c_int {
    let newline = b'\n';
    let done = put_text(text, pikse_libc_stdout)
        && put_bytes(pikse_libc_stdout, &raw const newline, 1) == 1;
    if done { 1 + any_length(text) } else { EOF }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fwrite(
    from: *const u8,
    size: usize,
    count: usize,
    stream: *mut Stream,
) -> usize {
    if size == 0 || count == 0 {
        return 0;
    }
    let bytes = size.wrapping_mul(count);
    if put_bytes(stream, from, bytes) == bytes { count } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fwrite_unlocked(
    from: *const u8,
    size: usize,
    count: usize,
    stream: *mut Stream,
) -> usize {
    pikse_libc_fwrite(from, size, count, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putw(word: c_int, stream: *mut Stream) -> c_int {
    if put_bytes(stream, (&raw const word).cast(), 4) == 4 { 0 } else { EOF }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_perror(text: *const c_char) {
    let error = message(errno::get());
    if !text.is_null() && *text != 0 {
        put_text(text, pikse_libc_stderr);
        put_text(c": ".as_ptr(), pikse_libc_stderr);
    }
    put_text(error, pikse_libc_stderr);
    put_text(c"\n".as_ptr(), pikse_libc_stderr);
}
