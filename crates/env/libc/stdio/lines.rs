//! Reading lines.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::realloc;
use super::super::errno;
use super::stream::{EOF, FAILED, Stream, get, pikse_libc_stdin};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgets(
    to: *mut c_char,
    n: c_int,
    stream: *mut Stream,
) -> *mut c_char {
    if n <= 0 {
        return null_mut();
    }
    let (mut at, most) = (0, n as usize - 1);
    while at < most {
        let c = get(stream);
        if c == EOF {
            if at == 0 {
                return null_mut();
            }
            break;
        }
        *to.add(at) = c as c_char;
        at += 1;
        if c == c_int::from(b'\n') {
            break;
        }
    }
    *to.add(at) = 0;
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgets_unlocked(
    to: *mut c_char,
    n: c_int,
    stream: *mut Stream,
) -> *mut c_char {
    pikse_libc_fgets(to, n, stream)
}

/// The machine detects writes after the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gets(to: *mut c_char) -> *mut c_char {
    let mut at = 0;
    loop {
        let c = get(pikse_libc_stdin);
        if c == EOF && at == 0 {
            return null_mut();
        }
        if c == EOF || c == c_int::from(b'\n') {
            *to.add(at) = 0;
            return to;
        }
        *to.add(at) = c as c_char;
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getline(
    line: *mut *mut c_char,
    room: *mut usize,
    stream: *mut Stream,
) -> isize {
    pikse_libc_getdelim(line, room, c_int::from(b'\n'), stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___getdelim(
    line: *mut *mut c_char,
    room: *mut usize,
    last: c_int,
    stream: *mut Stream,
) -> isize {
    pikse_libc_getdelim(line, room, last, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getdelim(
    line: *mut *mut c_char,
    room: *mut usize,
    last: c_int,
    stream: *mut Stream,
) -> isize {
    if line.is_null() || room.is_null() {
        errno::set(errno::EINVAL);
        return -1;
    }
    if (*stream).flags & FAILED != 0 {
        return -1;
    }
    if (*line).is_null() {
        *room = 0;
    }
    let mut at = 0;
    loop {
        // There is room for this character and the zero.
        if at + 2 > *room {
            let wanted = if *room < 60 { 120 } else { 2 * *room };
            let new = realloc((*line).cast(), wanted);
            if new.is_null() {
                return -1;
            }
            (*line, *room) = (new.cast(), wanted);
        }
        let c = get(stream);
        if c == EOF {
            if at == 0 {
                return -1;
            }
            break;
        }
        *(*line).add(at) = c as c_char;
        at += 1;
        if c == last {
            break;
        }
    }
    *(*line).add(at) = 0;
    at as isize
}
