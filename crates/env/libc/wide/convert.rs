//! Conversion between texts of bytes and of wide characters. In the C locale no state is needed.

use core::ffi::c_char;
use core::ptr::null;

use super::super::errno;
use super::characters::{FAILED, Wide, pikse_libc_mbrtowc, pikse_libc_wcrtomb};

/// Converts at most `bytes` bytes to at most `n` wide characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbsnrtowcs(
    to: *mut Wide,
    from: *mut *const c_char,
    bytes: usize,
    n: usize,
    _: *mut u8,
) -> usize {
    let begin = *from;
    let mut at = 0;
    while at < bytes && (to.is_null() || at < n) {
        let byte = *begin.add(at) as u8;
        if byte >= 128 {
            if !to.is_null() {
                *from = begin.add(at);
            }
            errno::set(errno::EILSEQ);
            return FAILED;
        }
        if !to.is_null() {
            *to.add(at) = Wide::from(byte);
        }
        if byte == 0 {
            if !to.is_null() {
                *from = null();
            }
            return at;
        }
        at += 1;
    }
    if !to.is_null() {
        *from = begin.add(at);
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbsrtowcs(
    to: *mut Wide,
    from: *mut *const c_char,
    n: usize,
    state: *mut u8,
) -> usize {
    pikse_libc_mbsnrtowcs(to, from, usize::MAX, n, state)
}

/// Converts at most `count` wide characters to at most `n` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsnrtombs(
    to: *mut c_char,
    from: *mut *const Wide,
    count: usize,
    n: usize,
    _: *mut u8,
) -> usize {
    let begin = *from;
    let mut at = 0;
    while at < count && (to.is_null() || at < n) {
        let wide = *begin.add(at);
        if !(0..128).contains(&wide) {
            if !to.is_null() {
                *from = begin.add(at);
            }
            errno::set(errno::EILSEQ);
            return FAILED;
        }
        if !to.is_null() {
            *to.add(at) = wide as c_char;
        }
        if wide == 0 {
            if !to.is_null() {
                *from = null();
            }
            return at;
        }
        at += 1;
    }
    if !to.is_null() {
        *from = begin.add(at);
    }
    at
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsrtombs(
    to: *mut c_char,
    from: *mut *const Wide,
    n: usize,
    state: *mut u8,
) -> usize {
    pikse_libc_wcsnrtombs(to, from, usize::MAX, n, state)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbrtoc32(
    to: *mut u32,
    from: *const c_char,
    n: usize,
    state: *mut u8,
) -> usize {
    pikse_libc_mbrtowc(to.cast(), from, n, state)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_c32rtomb(to: *mut c_char, wide: u32, state: *mut u8) -> usize {
    pikse_libc_wcrtomb(to, wide as Wide, state)
}

/// A character of the C locale is one unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mbrtoc16(
    to: *mut u16,
    from: *const c_char,
    n: usize,
    state: *mut u8,
) -> usize {
    let mut wide = 0;
    let used = pikse_libc_mbrtowc(&raw mut wide, from, n, state);
    if used <= 1 && !to.is_null() && !from.is_null() {
        *to = wide as u16;
    }
    used
}

/// Units that are half of a character have no place in the C locale either.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_c16rtomb(to: *mut c_char, unit: u16, state: *mut u8) -> usize {
    if !to.is_null() && (0xd800..0xe000).contains(&unit) {
        super::super::machine::pikse_vm_unsupported(c"c16rtomb of a surrogate".as_ptr());
    }
    pikse_libc_wcrtomb(to, Wide::from(unit), state)
}

/// A time as text, by a format of at most so many characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcsftime(
    to: *mut Wide,
    n: usize,
    format: *const Wide,
    of: *const super::super::time::Tm,
) -> usize {
    const LONGEST: usize = 256;
    let mut narrow = [0 as c_char; LONGEST];
    let mut from = format;
    let format = (&raw mut narrow).cast::<c_char>();
    let length = pikse_libc_wcsrtombs(format, &raw mut from, LONGEST, core::ptr::null_mut());
    if length >= LONGEST {
        super::super::machine::pikse_vm_unsupported(c"wcsftime with this format".as_ptr());
    }
    let text = super::super::alloc::own(n.max(1)).cast::<c_char>();
    let used = super::super::time::pikse_libc_strftime(text, n, format, of);
    let mut at = 0;
    while at <= used && n > 0 {
        *to.add(at) = Wide::from(*text.add(at) as u8);
        at += 1;
    }
    super::super::machine::pikse_vm_free(text.cast());
    used
}
