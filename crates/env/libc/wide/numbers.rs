//! Numbers in texts of wide characters: the number is copied as bytes, and parsed there.

use core::ffi::{c_char, c_int, c_long};
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::machine::pikse_vm_free;
use super::super::stdlib::numbers::{
    pikse_libc_strtod, pikse_libc_strtof, pikse_libc_strtol, pikse_libc_strtoul,
    pikse_model_strtold,
};
use super::characters::Wide;

/// A copy of the beginning of a text, up to the first character that is not ASCII: no number goes on after
/// it.
unsafe fn narrow(text: *const Wide) -> *mut c_char {
    let mut length = 0;
    while (1..128).contains(&*text.add(length)) {
        length += 1;
    }
    let copy = own(length + 1).cast::<c_char>();
    let mut at = 0;
    while at < length {
        *copy.add(at) = *text.add(at) as c_char;
        at += 1;
    }
    *copy.add(length) = 0;
    copy
}

/// Parses a copy, and says where the number ends in the text.
unsafe fn parse<T>(
    text: *const Wide,
    end: *mut *mut Wide,
    by: impl FnOnce(*const c_char, *mut *mut c_char) -> T,
) -> T {
    let copy = narrow(text);
    let mut rest = null_mut();
    let value = by(copy, &raw mut rest);
    if !end.is_null() && !rest.is_null() {
        *end = text.add(rest.offset_from(copy) as usize).cast_mut();
    }
    pikse_vm_free(copy.cast());
    value
}

macro_rules! integers {
    ($($name:ident = $by:ident: $of:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(text: *const Wide, end: *mut *mut Wide, base: c_int) -> $of {
            parse(text, end, |copy, rest| $by(copy, rest, base))
        }
    )*};
}

integers! {
    pikse_libc_wcstol = pikse_libc_strtol: c_long;
    pikse_libc_wcstoll = pikse_libc_strtol: c_long;
    pikse_libc_wcstoq = pikse_libc_strtol: c_long;
    pikse_libc_wcstoimax = pikse_libc_strtol: c_long;
    pikse_libc_wcstoul = pikse_libc_strtoul: u64;
    pikse_libc_wcstoull = pikse_libc_strtoul: u64;
    pikse_libc_wcstouq = pikse_libc_strtoul: u64;
    pikse_libc_wcstoumax = pikse_libc_strtoul: u64;
    pikse_libc___isoc23_wcstol = pikse_libc_strtol: c_long;
    pikse_libc___isoc23_wcstoll = pikse_libc_strtol: c_long;
    pikse_libc___isoc23_wcstoul = pikse_libc_strtoul: u64;
    pikse_libc___isoc23_wcstoull = pikse_libc_strtoul: u64;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcstod(text: *const Wide, end: *mut *mut Wide) -> f64 {
    parse(text, end, |copy, rest| pikse_libc_strtod(copy, rest))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_wcstof(text: *const Wide, end: *mut *mut Wide) -> f32 {
    parse(text, end, |copy, rest| pikse_libc_strtof(copy, rest))
}

/// `pikse_libc_wcstold` (math.ll) loads what is stored here, because Rust does not have its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_wcstold(text: *const Wide, end: *mut *mut Wide, to: *mut u8) {
    parse(text, end, |copy, rest| pikse_model_strtold(copy, rest, to));
}
