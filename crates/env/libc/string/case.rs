//! Case-insensitive comparisons, and version numbers.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::ctype::lower;
use super::plain::pikse_libc_strlen;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcasecmp(a: *const c_char, b: *const c_char) -> c_int {
    pikse_libc_strncasecmp(a, b, usize::MAX)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strncasecmp(
    a: *const c_char,
    b: *const c_char,
    n: usize,
) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = (lower(c_int::from(*a.add(at) as u8)), lower(c_int::from(*b.add(at) as u8)));
        if x != y || x == 0 {
            return x - y;
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strcasestr(
    s: *const c_char,
    part: *const c_char,
) -> *mut c_char {
    let length = pikse_libc_strlen(part);
    let mut at = s;
    loop {
        if pikse_libc_strncasecmp(at, part, length) == 0 {
            return at.cast_mut();
        }
        if *at == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}
