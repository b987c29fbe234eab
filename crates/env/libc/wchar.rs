//! `wchar.h` and `wctype.h` in the C locale, where a character is one byte below 128.

use core::ffi::{c_char, c_int};

use super::errno;

/// What says that a conversion failed.
const FAILED: usize = usize::MAX;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcrtomb(to: *mut c_char, wide: c_int, _: *mut u8) -> usize {
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
