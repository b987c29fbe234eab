//! Characters and plain strings of `wchar.h` and `wctype.h` in the C locale, where a character is one byte below 128.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::ctype;
use super::super::errno;

pub type Wide = c_int;

/// A failed conversion.
pub const FAILED: usize = usize::MAX;
/// No character.
pub const END: u32 = u32::MAX;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcrtomb(to: *mut c_char, wide: Wide, _: *mut u8) -> usize {
    if to.is_null() {
        return 1;
    }
    if !(0..128).contains(&wide) {
        errno::set(errno::EILSEQ);
        return FAILED;
    }
    *to = wide as c_char;
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wctomb(to: *mut c_char, wide: Wide) -> c_int {
    if to.is_null() { 0 } else { pikse_libc_wcrtomb(to, wide, null_mut()) as c_int }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbrtowc(
    to: *mut Wide,
    from: *const c_char,
    n: usize,
    _: *mut u8,
) -> usize {
    if from.is_null() {
        return 0;
    }
    if n == 0 {
        return FAILED - 1;
    }
    let byte = *from as u8;
    if byte >= 128 {
        errno::set(errno::EILSEQ);
        return FAILED;
    }
    if !to.is_null() {
        *to = Wide::from(byte);
    }
    usize::from(byte != 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbtowc(to: *mut Wide, from: *const c_char, n: usize) -> c_int {
    match pikse_libc_mbrtowc(to, from, n, null_mut()) {
        length @ 0..2 => length as c_int,
        _ => -1,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mblen(from: *const c_char, n: usize) -> c_int {
    pikse_libc_mbtowc(null_mut(), from, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbrlen(from: *const c_char, n: usize, _: *mut u8) -> usize {
    pikse_libc_mbrtowc(null_mut(), from, n, null_mut())
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_mbsinit(_: *const u8) -> c_int {
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbstowcs(
    to: *mut Wide,
    from: *const c_char,
    n: usize,
) -> usize {
    let mut at = 0;
    while to.is_null() || at < n {
        let byte = *from.add(at) as u8;
        if byte >= 128 {
            errno::set(errno::EILSEQ);
            return FAILED;
        }
        if !to.is_null() {
            *to.add(at) = Wide::from(byte);
        }
        if byte == 0 {
            break;
        }
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcstombs(
    to: *mut c_char,
    from: *const Wide,
    n: usize,
) -> usize {
    let mut at = 0;
    while to.is_null() || at < n {
        let wide = *from.add(at);
        let mut byte = 0;
        if pikse_libc_wcrtomb(&raw mut byte, wide, null_mut()) == FAILED {
            return FAILED;
        }
        if !to.is_null() {
            *to.add(at) = byte;
        }
        if wide == 0 {
            break;
        }
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_btowc(c: c_int) -> u32 {
    if (0..128).contains(&c) { c as u32 } else { END }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_wctob(wide: u32) -> c_int {
    if wide < 128 { wide as c_int } else { -1 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcslen(s: *const Wide) -> usize {
    let mut at = 0;
    while *s.add(at) != 0 {
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsnlen(s: *const Wide, n: usize) -> usize {
    let mut at = 0;
    while at < n && *s.add(at) != 0 {
        at += 1;
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscpy(to: *mut Wide, from: *const Wide) -> *mut Wide {
    core::ptr::copy_nonoverlapping(from, to, pikse_libc_wcslen(from) + 1);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsncpy(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    let length = pikse_libc_wcsnlen(from, n);
    core::ptr::copy_nonoverlapping(from, to, length);
    core::ptr::write_bytes(to.add(length), 0, n - length);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscat(to: *mut Wide, from: *const Wide) -> *mut Wide {
    pikse_libc_wcscpy(to.add(pikse_libc_wcslen(to)), from);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcscmp(a: *const Wide, b: *const Wide) -> c_int {
    pikse_libc_wcsncmp(a, b, usize::MAX)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsncmp(a: *const Wide, b: *const Wide, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = (*a.add(at), *b.add(at));
        if x != y {
            return if x < y { -1 } else { 1 };
        }
        if x == 0 {
            break;
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcschr(s: *const Wide, wide: Wide) -> *mut Wide {
    let mut at = s;
    loop {
        if *at == wide {
            return at.cast_mut();
        }
        if *at == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmemcpy(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    core::ptr::copy_nonoverlapping(from, to, n);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmemmove(
    to: *mut Wide,
    from: *const Wide,
    n: usize,
) -> *mut Wide {
    core::ptr::copy(from, to, n);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmemset(to: *mut Wide, wide: Wide, n: usize) -> *mut Wide {
    let mut at = 0;
    while at < n {
        *to.add(at) = wide;
        at += 1;
    }
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmemcmp(a: *const Wide, b: *const Wide, n: usize) -> c_int {
    let mut at = 0;
    while at < n {
        let (x, y) = (*a.add(at), *b.add(at));
        if x != y {
            return if x < y { -1 } else { 1 };
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wmemchr(s: *const Wide, wide: Wide, n: usize) -> *mut Wide {
    let mut at = 0;
    while at < n {
        if *s.add(at) == wide {
            return s.add(at).cast_mut();
        }
        at += 1;
    }
    null_mut()
}

macro_rules! classes {
    ($($name:ident = $as:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(wide: u32) -> c_int {
            ctype::$as(wide as c_int)
        }
    )*};
}

classes! {
    pikse_libc_iswupper = pikse_libc_isupper;
    pikse_libc_iswlower = pikse_libc_islower;
    pikse_libc_iswalpha = pikse_libc_isalpha;
    pikse_libc_iswxdigit = pikse_libc_isxdigit;
    pikse_libc_iswspace = pikse_libc_isspace;
    pikse_libc_iswprint = pikse_libc_isprint;
    pikse_libc_iswgraph = pikse_libc_isgraph;
    pikse_libc_iswblank = pikse_libc_isblank;
    pikse_libc_iswcntrl = pikse_libc_iscntrl;
    pikse_libc_iswalnum = pikse_libc_isalnum;
    pikse_libc_iswpunct = pikse_libc_ispunct;
}

/// The only one that is no bit of a table.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_iswdigit(wide: u32) -> c_int {
    (ctype::pikse_libc_isdigit(wide as c_int) != 0) as c_int
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_towlower(wide: u32) -> u32 {
    ctype::lower(wide as c_int) as u32
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_towupper(wide: u32) -> u32 {
    ctype::upper(wide as c_int) as u32
}

/// The columns of a character: only ASCII can be printed.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_wcwidth(wide: Wide) -> c_int {
    match wide {
        0 => 0,
        32..127 => 1,
        _ => -1,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcswidth(text: *const Wide, n: usize) -> c_int {
    let (mut at, mut width) = (0, 0);
    while at < n && *text.add(at) != 0 {
        let one = pikse_libc_wcwidth(*text.add(at));
        if one < 0 {
            return -1;
        }
        width += one;
        at += 1;
    }
    width
}
