//! The functions of `string.h` that read and write the given memory byte by byte. Native programs
//! get these functions also.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    core::ptr::copy_nonoverlapping(from, to, n);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memmove(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    core::ptr::copy(from, to, n);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memset(to: *mut u8, value: c_int, n: usize) -> *mut u8 {
    core::ptr::write_bytes(to, value as u8, n);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memcmp(a: *const u8, b: *const u8, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = (*a.add(at), *b.add(at));
        if x != y {
            return c_int::from(x) - c_int::from(y);
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_bcmp(a: *const u8, b: *const u8, n: usize) -> c_int {
    pikse_libc_memcmp(a, b, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_memchr(a: *const u8, byte: c_int, n: usize) -> *mut u8 {
    let mut at = 0;
    while at < n {
        if *a.add(at) == byte as u8 {
            return a.add(at).cast_mut();
        }
        at += 1;
    }
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strlen(s: *const c_char) -> usize {
    pikse_libc_strnlen(s, usize::MAX)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strnlen(s: *const c_char, n: usize) -> usize {
    let mut at = 0;
    while at < n && *s.add(at) != 0 {
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcmp(a: *const c_char, b: *const c_char) -> c_int {
    pikse_libc_strncmp(a, b, usize::MAX)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncmp(a: *const c_char, b: *const c_char, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = (*a.add(at) as u8, *b.add(at) as u8);
        if x != y || x == 0 {
            return c_int::from(x) - c_int::from(y);
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strchr(s: *const c_char, c: c_int) -> *mut c_char {
    let mut at = s;
    loop {
        let here = *at;
        if here == c as c_char {
            return at.cast_mut();
        }
        if here == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strrchr(s: *const c_char, c: c_int) -> *mut c_char {
    let (mut at, mut found) = (s, null_mut());
    loop {
        let here = *at;
        if here == c as c_char {
            found = at.cast_mut();
        }
        if here == 0 {
            return found;
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strstr(s: *const c_char, part: *const c_char) -> *mut c_char {
    let length = pikse_libc_strlen(part);
    let mut at = s;
    loop {
        if pikse_libc_strncmp(at, part, length) == 0 {
            return at.cast_mut();
        }
        if *at == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcpy(to: *mut c_char, from: *const c_char) -> *mut c_char {
    let mut at = 0;
    loop {
        let c = *from.add(at);
        *to.add(at) = c;
        if c == 0 {
            return to;
        }
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncpy(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> *mut c_char {
    let (mut at, mut ended) = (0, false);
    while at < n {
        let c = if ended { 0 } else { *from.add(at) };
        ended |= c == 0;
        *to.add(at) = c;
        at += 1;
    }
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcat(to: *mut c_char, from: *const c_char) -> *mut c_char {
    let end = to.add(pikse_libc_strlen(to));
    pikse_libc_strcpy(end, from);
    to
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strdup(s: *const c_char) -> *mut c_char {
    let copy = malloc(pikse_libc_strlen(s) + 1);
    if copy.is_null() {
        return null_mut();
    }
    pikse_libc_strcpy(copy.cast(), s)
}
