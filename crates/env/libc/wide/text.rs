//! Strings of wide characters, beyond the plain functions.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::super::alloc::malloc;
use super::characters::{
    Wide, pikse_libc_towlower, pikse_libc_wcschr, pikse_libc_wcscmp, pikse_libc_wcscpy,
    pikse_libc_wcslen, pikse_libc_wcsncmp, pikse_libc_wcsncpy, pikse_libc_wcsnlen,
    pikse_libc_wmemcpy,
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcpcpy(to: *mut Wide, from: *const Wide) -> *mut Wide {
    let length = pikse_libc_wcslen(from);
    core::ptr::copy_nonoverlapping(from, to, length + 1);
    to.add(length)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcpncpy(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    pikse_libc_wcsncpy(to, from, n);
    to.add(pikse_libc_wcsnlen(from, n))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmempcpy(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    pikse_libc_wmemcpy(to, from, n).add(n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsncat(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    let end = to.add(pikse_libc_wcslen(to));
    let length = pikse_libc_wcsnlen(from, n);
    core::ptr::copy_nonoverlapping(from, end, length);
    *end.add(length) = 0;
    to
}

/// Copies as much as fits; returns the length of the whole text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcslcpy(to: *mut Wide, from: *const Wide, n: usize) -> usize {
    let length = pikse_libc_wcslen(from);
    if n > 0 {
        let most = if length < n { length } else { n - 1 };
        core::ptr::copy_nonoverlapping(from, to, most);
        *to.add(most) = 0;
    }
    length
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcslcat(to: *mut Wide, from: *const Wide, n: usize) -> usize {
    let used = pikse_libc_wcsnlen(to, n);
    used + pikse_libc_wcslcpy(to.add(used), from, n - used)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsdup(s: *const Wide) -> *mut Wide {
    let size = (pikse_libc_wcslen(s) + 1) * size_of::<Wide>();
    let copy = malloc(size).cast::<Wide>();
    if copy.is_null() { copy } else { pikse_libc_wcscpy(copy, s) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsrchr(s: *const Wide, wide: Wide) -> *mut Wide {
    let (mut at, mut found) = (s, null_mut());
    loop {
        if *at == wide {
            found = at.cast_mut();
        }
        if *at == 0 {
            return found;
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcschrnul(s: *const Wide, wide: Wide) -> *mut Wide {
    let mut at = s;
    while *at != 0 && *at != wide {
        at = at.add(1);
    }
    at.cast_mut()
}

/// The number of characters at the beginning that are in the set, or that are not.
unsafe fn span(s: *const Wide, set: *const Wide, inside: bool) -> usize {
    let mut at = 0;
    while *s.add(at) != 0 && pikse_libc_wcschr(set, *s.add(at)).is_null() != inside {
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsspn(s: *const Wide, set: *const Wide) -> usize {
    span(s, set, true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscspn(s: *const Wide, set: *const Wide) -> usize {
    span(s, set, false)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcspbrk(s: *const Wide, set: *const Wide) -> *mut Wide {
    let at = s.add(span(s, set, false));
    if *at == 0 { null_mut() } else { at.cast_mut() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsstr(s: *const Wide, part: *const Wide) -> *mut Wide {
    let length = pikse_libc_wcslen(part);
    let mut at = s;
    loop {
        if pikse_libc_wcsncmp(at, part, length) == 0 {
            return at.cast_mut();
        }
        if *at == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcswcs(s: *const Wide, part: *const Wide) -> *mut Wide {
    pikse_libc_wcsstr(s, part)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcstok(
    s: *mut Wide,
    set: *const Wide,
    rest: *mut *mut Wide,
) -> *mut Wide {
    let begin = if s.is_null() { *rest } else { s };
    if begin.is_null() {
        return null_mut();
    }
    let begin = begin.add(span(begin, set, true));
    if *begin == 0 {
        *rest = null_mut();
        return null_mut();
    }
    let end = begin.add(span(begin, set, false));
    if *end == 0 {
        *rest = null_mut();
    } else {
        *end = 0;
        *rest = end.add(1);
    }
    begin
}

/// The order of characters is that of their numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscoll(a: *const Wide, b: *const Wide) -> c_int {
    pikse_libc_wcscmp(a, b)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsxfrm(to: *mut Wide, from: *const Wide, n: usize) -> usize {
    let length = pikse_libc_wcslen(from);
    if n > 0 {
        pikse_libc_wcsncpy(to, from, if length < n { length + 1 } else { n });
    }
    length
}

/// Only letters of ASCII have two cases.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsncasecmp(a: *const Wide, b: *const Wide, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let x = pikse_libc_towlower(*a.add(at) as u32) as Wide;
        let y = pikse_libc_towlower(*b.add(at) as u32) as Wide;
        if x != y {
            return x.wrapping_sub(y);
        }
        if x == 0 {
            break;
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscasecmp(a: *const Wide, b: *const Wide) -> c_int {
    pikse_libc_wcsncasecmp(a, b, usize::MAX)
}
