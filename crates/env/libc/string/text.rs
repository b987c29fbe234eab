//! String functions beyond the plain ones.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::malloc;
use super::plain::{pikse_libc_strchr, pikse_libc_strcmp, pikse_libc_strlen, pikse_libc_strnlen};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strndup(s: *const c_char, n: usize) -> *mut c_char {
    let length = pikse_libc_strnlen(s, n);
    let copy = malloc(length + 1).cast::<c_char>();
    if !copy.is_null() {
        core::ptr::copy_nonoverlapping(s, copy, length);
        *copy.add(length) = 0;
    }
    copy
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_stpcpy(to: *mut c_char, from: *const c_char) -> *mut c_char {
    let mut at = 0;
    loop {
        let c = *from.add(at);
        *to.add(at) = c;
        if c == 0 {
            return to.add(at);
        }
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_stpncpy(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> *mut c_char {
    let mut at = 0;
    while at < n {
        let c = *from.add(at);
        *to.add(at) = c;
        if c == 0 {
            core::ptr::write_bytes(to.add(at), 0, n - at);
            return to.add(at);
        }
        at += 1;
    }
    to.add(n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncat(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> *mut c_char {
    let end = to.add(pikse_libc_strlen(to));
    let mut at = 0;
    while at < n {
        let c = *from.add(at);
        if c == 0 {
            break;
        }
        *end.add(at) = c;
        at += 1;
    }
    *end.add(at) = 0;
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strlcpy(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> usize {
    let mut at = 0;
    loop {
        let c = *from.add(at);
        if at + 1 < n {
            *to.add(at) = c;
        } else if at + 1 == n {
            *to.add(at) = 0;
        }
        if c == 0 {
            return at;
        }
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strlcat(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> usize {
    let length = pikse_libc_strnlen(to, n);
    length + pikse_libc_strlcpy(to.add(length), from, n - length)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strchrnul(s: *const c_char, c: c_int) -> *mut c_char {
    let mut at = s;
    while *at != c as c_char && *at != 0 {
        at = at.add(1);
    }
    at.cast_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_index(s: *const c_char, c: c_int) -> *mut c_char {
    pikse_libc_strchr(s, c)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rindex(s: *const c_char, c: c_int) -> *mut c_char {
    super::plain::pikse_libc_strrchr(s, c)
}

/// The number of characters from `s` on that are in `set`, or not in it.
unsafe fn span(s: *const c_char, set: *const c_char, within: bool) -> usize {
    let mut at = 0;
    loop {
        let c = *s.add(at);
        if c == 0 || pikse_libc_strchr(set, c_int::from(c)).is_null() == within {
            return at;
        }
        at += 1;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strspn(s: *const c_char, set: *const c_char) -> usize {
    span(s, set, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcspn(s: *const c_char, set: *const c_char) -> usize {
    span(s, set, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strpbrk(s: *const c_char, set: *const c_char) -> *mut c_char {
    let at = s.add(span(s, set, false));
    if *at == 0 { null_mut() } else { at.cast_mut() }
}

static mut NEXT_TOKEN: *mut c_char = null_mut();

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtok(s: *mut c_char, set: *const c_char) -> *mut c_char {
    pikse_libc_strtok_r(s, set, &raw mut NEXT_TOKEN)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtok_r(
    s: *mut c_char,
    set: *const c_char,
    next: *mut *mut c_char,
) -> *mut c_char {
    let from = if s.is_null() { *next } else { s };
    if from.is_null() {
        return null_mut();
    }
    let token = from.add(span(from, set, true));
    let end = token.add(span(token, set, false));
    *next = end;
    if token == end {
        return null_mut();
    }
    if *end != 0 {
        *end = 0;
        *next = end.add(1);
    }
    token
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___strtok_r(
    s: *mut c_char,
    set: *const c_char,
    next: *mut *mut c_char,
) -> *mut c_char {
    pikse_libc_strtok_r(s, set, next)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strsep(
    from: *mut *mut c_char,
    set: *const c_char,
) -> *mut c_char {
    let token = *from;
    if token.is_null() {
        return null_mut();
    }
    let end = token.add(span(token, set, false));
    if *end == 0 {
        *from = null_mut();
    } else {
        *end = 0;
        *from = end.add(1);
    }
    token
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strrev(s: *mut c_char) -> *mut c_char {
    let (mut low, mut high) = (0, pikse_libc_strlen(s));
    while low + 1 < high {
        high -= 1;
        core::ptr::swap(s.add(low), s.add(high));
        low += 1;
    }
    s
}

/// The part of a path after its last slash, as in GNU.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_basename(path: *mut c_char) -> *mut c_char {
    let slash = super::plain::pikse_libc_strrchr(path, c_int::from(b'/'));
    if slash.is_null() { path } else { slash.add(1) }
}

/// The same as in POSIX, which changes the path: trailing slashes are removed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___xpg_basename(path: *mut c_char) -> *mut c_char {
    if path.is_null() || *path == 0 {
        return c".".as_ptr().cast_mut();
    }
    let mut end = pikse_libc_strlen(path);
    while end > 1 && *path.add(end - 1) as u8 == b'/' {
        end -= 1;
        *path.add(end) = 0;
    }
    if end == 1 {
        return path;
    }
    pikse_libc_basename(path)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dirname(path: *mut c_char) -> *mut c_char {
    if path.is_null() {
        return c".".as_ptr().cast_mut();
    }
    // Trailing slashes, the last part, and the slashes before it.
    let mut end = pikse_libc_strlen(path);
    while end > 1 && *path.add(end - 1) as u8 == b'/' {
        end -= 1;
    }
    while end > 0 && *path.add(end - 1) as u8 != b'/' {
        end -= 1;
    }
    while end > 1 && *path.add(end - 1) as u8 == b'/' {
        end -= 1;
    }
    if end == 0 {
        return c".".as_ptr().cast_mut();
    }
    // Exactly two slashes at the beginning stay two: systems may give them a meaning.
    let is_slash = |at: usize| *path.add(at) as u8 == b'/';
    if end == 1 && is_slash(0) && is_slash(1) && !is_slash(2) {
        end = 2;
    }
    *path.add(end) = 0;
    path
}

/// The C locale orders by bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcoll(a: *const c_char, b: *const c_char) -> c_int {
    pikse_libc_strcmp(a, b)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strxfrm(
    to: *mut c_char,
    from: *const c_char,
    n: usize,
) -> usize {
    pikse_libc_strlcpy(to, from, n)
}

/// Compares names with versions: numbers in them by their value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strverscmp(a: *const c_char, b: *const c_char) -> c_int {
    let digit = |of: *const c_char, at: usize| (*of.add(at) as u8).is_ascii_digit();
    let mut at = 0;
    while *a.add(at) == *b.add(at) {
        if *a.add(at) == 0 {
            return 0;
        }
        at += 1;
    }
    let difference = c_int::from(*a.add(at) as u8) - c_int::from(*b.add(at) as u8);
    // The digits before the difference belong to the number.
    let mut begin = at;
    while begin > 0 && digit(a, begin - 1) {
        begin -= 1;
    }
    let is_number = begin < at || (digit(a, at) && digit(b, at));
    if !is_number || (!digit(a, at) && !digit(b, at)) {
        return difference;
    }
    let first = if begin < at { *a.add(begin) as u8 } else { 0 };
    let zeros_only = {
        let mut n = begin;
        while n < at && *a.add(n) as u8 == b'0' {
            n += 1;
        }
        n == at && begin < at
    };
    let starts_with_zero =
        first == b'0' || (begin == at && (*a.add(at) as u8 == b'0' || *b.add(at) as u8 == b'0'));
    if starts_with_zero {
        // A fraction: one with more leading zeros comes first.
        if zeros_only && !(digit(a, at) && digit(b, at)) {
            return if digit(a, at) { -1 } else { 1 };
        }
        return difference;
    }
    let (mut n, mut m) = (at, at);
    while digit(a, n) {
        n += 1;
    }
    while digit(b, m) {
        m += 1;
    }
    if n == m { difference } else { n as c_int - m as c_int }
}
