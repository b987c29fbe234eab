//! `iconv.h` between UTF-8 and the C locale's ASCII.

use core::ffi::{c_char, c_int};

use super::errno::{self, fail};
use super::machine::pikse_vm_unsupported;
use super::string::case::pikse_libc_strcasecmp;

/// An invalid converter, and a failed conversion.
const FAILED: usize = usize::MAX;

/// An encoding: ASCII is 1, UTF-8 is 2.
unsafe fn encoding(name: *const c_char) -> Option<usize> {
    let is = |known: &core::ffi::CStr| pikse_libc_strcasecmp(name, known.as_ptr()) == 0;
    match () {
        () if *name == 0 => Some(1),
        () if is(c"ANSI_X3.4-1968") || is(c"ASCII") || is(c"US-ASCII") => Some(1),
        () if is(c"UTF-8") || is(c"UTF8") => Some(2),
        () => None,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_iconv_open(to: *const c_char, from: *const c_char) -> usize {
    match (encoding(to), encoding(from)) {
        (Some(to), Some(from)) => 16 + 4 * to + from,
        _ => pikse_vm_unsupported(c"iconv_open with this encoding".as_ptr()),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_iconv_close(_: usize) -> c_int {
    0
}

/// The length of the character at a place: 0 if it is incomplete, `None` if it is invalid.
unsafe fn character(at: *const u8, left: usize, from: usize) -> Option<usize> {
    let first = *at;
    if first < 128 {
        return Some(1);
    }
    if from == 1 {
        return None;
    }
    let (length, least, mut value) = match first {
        0xc2..=0xdf => (2, 0x80, u32::from(first) & 31),
        0xe0..=0xef => (3, 0x800, u32::from(first) & 15),
        0xf0..=0xf4 => (4, 0x1_0000, u32::from(first) & 7),
        _ => return None,
    };
    let mut n = 1;
    while n < length {
        if n >= left {
            return Some(0);
        }
        let byte = *at.add(n);
        if byte & 0xc0 != 0x80 {
            return None;
        }
        value = value << 6 | u32::from(byte & 63);
        n += 1;
    }
    let is_valid = value >= least && value < 0x11_0000 && !(0xd800..0xe000).contains(&value);
    is_valid.then_some(length)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_iconv(
    converter: usize,
    from: *mut *const u8,
    from_left: *mut usize,
    to: *mut *mut u8,
    to_left: *mut usize,
) -> usize {
    if from.is_null() || (*from).is_null() {
        return 0;
    }
    let (target, source) = ((converter - 16) / 4, (converter - 16) & 3);
    while *from_left > 0 {
        let length = match character(*from, *from_left, source) {
            Some(0) => return fail(errno::EINVAL) as usize,
            Some(length) if length == 1 || target == 2 => length,
            // Not in ASCII, or no character at all.
            _ => return fail(errno::EILSEQ) as usize,
        };
        if length > *to_left {
            errno::set(errno::E2BIG);
            return FAILED;
        }
        core::ptr::copy_nonoverlapping(*from, *to, length);
        (*from, *from_left) = ((*from).add(length), *from_left - length);
        (*to, *to_left) = ((*to).add(length), *to_left - length);
    }
    0
}
