//! `locale.h` and `langinfo.h`: only the C locale.

use core::ffi::{c_char, c_int, c_ushort};
use core::ptr::null_mut;

use super::ctype::{CLASSES, LOWER, UPPER, ZERO};
use super::errno;
use super::string::plain::pikse_libc_strcmp;

unsafe fn is_c(name: *const c_char) -> bool {
    *name == 0
        || pikse_libc_strcmp(name, c"C".as_ptr()) == 0
        || pikse_libc_strcmp(name, c"POSIX".as_ptr()) == 0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setlocale(_: c_int, name: *const c_char) -> *mut c_char {
    if name.is_null() || is_c(name) {
        return c"C".as_ptr().cast_mut();
    }
    errno::set(errno::ENOENT);
    null_mut()
}

/// A locale object, as glibc's headers have it: macros look into its tables of characters.
#[repr(C)]
struct Locale {
    parts: [*const u8; 13],
    classes: *const c_ushort,
    lower: *const c_int,
    upper: *const c_int,
    names: [*const c_char; 13],
}

static mut C_LOCALE: Locale = Locale {
    parts: [core::ptr::null(); 13],
    classes: &raw const CLASSES[ZERO],
    lower: &raw const LOWER[ZERO],
    upper: &raw const UPPER[ZERO],
    names: [c"C".as_ptr(); 13],
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_newlocale(
    _: c_int,
    name: *const c_char,
    _: *mut u8,
) -> *mut u8 {
    if is_c(name) { (&raw mut C_LOCALE).cast() } else { null_mut() }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_uselocale(_: *mut u8) -> *mut u8 {
    (&raw mut C_LOCALE).cast()
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
    const TIME: c_int = 0x2_0000;
    let text = match what {
        14 => c"ANSI_X3.4-1968",
        0x1_0000 => c".",
        0x4_000f => c"-",
        0x5_0000 => c"^[yY]",
        0x5_0001 => c"^[nN]",
        TIME.. => time_text(what - TIME),
        _ => c"",
    };
    text.as_ptr().cast_mut()
}

/// The names and formats of times.
fn time_text(what: c_int) -> &'static core::ffi::CStr {
    match what {
        0 => c"Sun",
        1 => c"Mon",
        2 => c"Tue",
        3 => c"Wed",
        4 => c"Thu",
        5 => c"Fri",
        6 => c"Sat",
        7 => c"Sunday",
        8 => c"Monday",
        9 => c"Tuesday",
        10 => c"Wednesday",
        11 => c"Thursday",
        12 => c"Friday",
        13 => c"Saturday",
        14 => c"Jan",
        15 => c"Feb",
        16 => c"Mar",
        17 => c"Apr",
        18 => c"May",
        19 => c"Jun",
        20 => c"Jul",
        21 => c"Aug",
        22 => c"Sep",
        23 => c"Oct",
        24 => c"Nov",
        25 => c"Dec",
        26 => c"January",
        27 => c"February",
        28 => c"March",
        29 => c"April",
        30 => c"May",
        31 => c"June",
        32 => c"July",
        33 => c"August",
        34 => c"September",
        35 => c"October",
        36 => c"November",
        37 => c"December",
        38 => c"AM",
        39 => c"PM",
        40 => c"%a %b %e %H:%M:%S %Y",
        41 => c"%m/%d/%y",
        42 => c"%H:%M:%S",
        43 => c"%I:%M:%S %p",
        0x6c => c"%a %b %e %H:%M:%S %Z %Y",
        _ => c"",
    }
}
