//! `iconv.h` between UTF-8 and the C locale's ASCII, also with `//TRANSLIT`.

use core::ffi::{c_char, c_int};

use super::errno::{self, fail};
use super::machine::pikse_vm_unsupported;
use super::string::case::{pikse_libc_strcasecmp, pikse_libc_strncasecmp};
use super::string::plain::{pikse_libc_strchr, pikse_libc_strlen};

/// An invalid converter, and a failed conversion.
const FAILED: usize = usize::MAX;

const ASCII: usize = 1;
const UTF_8: usize = 2;
/// Characters that the target does not have are replaced.
const REPLACES: usize = 16;

/// An encoding, and whether characters that it does not have are replaced.
unsafe fn encoding(name: *const c_char) -> Option<usize> {
    let suffix = pikse_libc_strchr(name, c_int::from(b'/')).cast_const();
    let (length, flag) = match suffix.is_null() {
        true => (pikse_libc_strlen(name), 0),
        false if pikse_libc_strcasecmp(suffix, c"//TRANSLIT".as_ptr()) == 0 => {
            (suffix.offset_from(name) as usize, REPLACES)
        }
        false => return None,
    };
    let is = |known: &core::ffi::CStr| {
        length == known.count_bytes() && pikse_libc_strncasecmp(name, known.as_ptr(), length) == 0
    };
    match () {
        () if length == 0 => Some(ASCII | flag),
        () if is(c"ANSI_X3.4-1968") || is(c"ASCII") || is(c"US-ASCII") => Some(ASCII | flag),
        () if is(c"UTF-8") || is(c"UTF8") => Some(UTF_8 | flag),
        () => None,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_iconv_open(to: *const c_char, from: *const c_char) -> usize {
    match (encoding(to), encoding(from)) {
        (Some(to), Some(from)) => 64 + 4 * to + from % REPLACES,
        _ => pikse_vm_unsupported(c"iconv_open with this encoding".as_ptr()),
    }
}

/// What stands in ASCII for a character of UTF-8 that ASCII does not have: `?` for the letters of western
/// Europe, as in the C locale of glibc, which has a table of signs and ligatures for others.
unsafe fn replacement(at: *const u8, length: usize) -> u8 {
    let value = u32::from(*at & 31) << 6 | u32::from(*at.add(1) & 63);
    let is_letter = matches!(value, 0xc0..=0xff) && !matches!(value, 0xc6 | 0xd7 | 0xdf | 0xe6);
    match length == 2 && is_letter {
        true => b'?',
        false => pikse_vm_unsupported(c"iconv with //TRANSLIT of this character".as_ptr()),
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
    if from == ASCII {
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
    let (target, source) = ((converter - 64) / 4, (converter - 64) & 3);
    let mut replaced = 0;
    while *from_left > 0 {
        let length = match character(*from, *from_left, source) {
            Some(0) => return fail(errno::EINVAL) as usize,
            Some(length) if length == 1 || target & UTF_8 != 0 => length,
            Some(length) if target & REPLACES != 0 => {
                if *to_left == 0 {
                    errno::set(errno::E2BIG);
                    return FAILED;
                }
                **to = replacement(*from, length);
                (*from, *from_left) = ((*from).add(length), *from_left - length);
                (*to, *to_left) = ((*to).add(1), *to_left - 1);
                replaced += 1;
                continue;
            }
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
    replaced
}
