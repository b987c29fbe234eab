//! `locale.h` and `langinfo.h`: only the C locale.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::string::plain::pikse_libc_strcmp;

unsafe fn is_c(name: *const c_char) -> bool {
    *name == 0
        || pikse_libc_strcmp(name, c"C".as_ptr()) == 0
        || pikse_libc_strcmp(name, c"POSIX".as_ptr()) == 0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setlocale(_: c_int, name: *const c_char) -> *mut c_char {
    if name.is_null() || is_c(name) { c"C".as_ptr().cast_mut() } else { null_mut() }
}

/// A locale object: one byte, of which only the address matters.
static mut C_LOCALE: u8 = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_newlocale(
    _: c_int,
    name: *const c_char,
    _: *mut u8,
) -> *mut u8 {
    if is_c(name) { &raw mut C_LOCALE } else { null_mut() }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_uselocale(_: *mut u8) -> *mut u8 {
    &raw mut C_LOCALE
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_duplocale(of: *mut u8) -> *mut u8 {
    of
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_freelocale(_: *mut u8) {}

/// `struct lconv`.
#[repr(C)]
pub struct Conventions {
    texts: [*const c_char; 10],
    /// Unspecified.
    numbers: [c_char; 14],
}

static mut CONVENTIONS: Conventions = Conventions {
    texts: {
        let mut texts = [c"".as_ptr(); 10];
        texts[0] = c".".as_ptr();
        texts
    },
    numbers: [c_char::MAX; 14],
};

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_localeconv() -> *mut Conventions {
    &raw mut CONVENTIONS
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_nl_langinfo(what: c_int) -> *mut c_char {
    let text = match what {
        14 => c"ANSI_X3.4-1968",
        0x1_0000 => c".",
        0x5_0000 => c"^[yY]",
        0x5_0001 => c"^[nN]",
        _ => c"",
    };
    text.as_ptr().cast_mut()
}
