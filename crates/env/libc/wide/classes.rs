//! Classes and mappings of wide characters by name: `wctype`, `wctrans`.

use core::ffi::{CStr, c_char, c_int};

use super::super::string::plain::pikse_libc_strcmp;
use super::characters as one;

const CLASSES: [(&CStr, extern "C" fn(u32) -> c_int); 12] = [
    (c"alnum", one::pikse_libc_iswalnum),
    (c"alpha", one::pikse_libc_iswalpha),
    (c"blank", one::pikse_libc_iswblank),
    (c"cntrl", one::pikse_libc_iswcntrl),
    (c"digit", one::pikse_libc_iswdigit),
    (c"graph", one::pikse_libc_iswgraph),
    (c"lower", one::pikse_libc_iswlower),
    (c"print", one::pikse_libc_iswprint),
    (c"punct", one::pikse_libc_iswpunct),
    (c"space", one::pikse_libc_iswspace),
    (c"upper", one::pikse_libc_iswupper),
    (c"xdigit", one::pikse_libc_iswxdigit),
];

/// A number for a class; 0 if there is none of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wctype(name: *const c_char) -> usize {
    for (at, (known, _)) in CLASSES.iter().enumerate() {
        if pikse_libc_strcmp(known.as_ptr(), name) == 0 {
            return at + 1;
        }
    }
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_iswctype(wide: u32, class: usize) -> c_int {
    match CLASSES.get(class.wrapping_sub(1)) {
        Some((_, is)) => (is(wide) != 0) as c_int,
        None => 0,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wctrans(name: *const c_char) -> usize {
    match () {
        () if pikse_libc_strcmp(name, c"tolower".as_ptr()) == 0 => 1,
        () if pikse_libc_strcmp(name, c"toupper".as_ptr()) == 0 => 2,
        () => 0,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_towctrans(wide: u32, mapping: usize) -> u32 {
    match mapping {
        1 => one::pikse_libc_towlower(wide),
        2 => one::pikse_libc_towupper(wide),
        _ => wide,
    }
}
