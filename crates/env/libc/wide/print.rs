//! The `wprintf` family, for argument lists: `src/variadic.rs` has the other half.
//!
//! Conversions are those of `printf`, each by itself. Text around them is copied.

use core::ffi::{c_char, c_int};

use super::super::machine::pikse_vm_unsupported;
use super::super::stdio::arguments::VaList;
use super::super::stdio::format::format_part;
use super::super::stdio::out::Out;
use super::super::stdio::stream::{FAILED, Stream, is_shown, pikse_libc_stdout};
use super::characters::Wide;
use super::streams::pikse_libc_fwide;

/// The longest conversion, with its end.
const LONGEST: usize = 64;

/// Formats; returns the length, or -1.
unsafe fn print(out: &mut Out, format: *const Wide, arguments: &mut VaList) -> c_int {
    let mut at = format;
    loop {
        let wide = *at;
        if wide == 0 {
            break;
        }
        if wide != Wide::from(b'%') {
            out.wide(wide);
            at = at.add(1);
            continue;
        }
        let mut one = [0 as c_char; LONGEST];
        let (mut length, mut is_done) = (0, false);
        while !is_done && length < LONGEST - 1 {
            let wide = *at;
            if !(1..128).contains(&wide) {
                break;
            }
            at = at.add(1);
            if wide as u8 == b'$' {
                pikse_vm_unsupported(c"a wide format with numbered arguments".as_ptr());
            }
            one[length] = wide as c_char;
            length += 1;
            // Everything else is before the letter.
            let is_letter = wide as u8 == b'%' || (wide as u8).is_ascii_alphabetic();
            let is_size =
                matches!(wide as u8, b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b'Z' | b't' | b'I');
            is_done = length > 1 && is_letter && !is_size;
        }
        if !is_done {
            pikse_vm_unsupported(c"an unknown conversion in a format".as_ptr());
        }
        if !format_part(out, (&raw const one).cast(), arguments) {
            out.end();
            return -1;
        }
    }
    out.end();
    out.total as c_int
}

unsafe fn to_stream(
    stream: *mut Stream,
    format: *const Wide,
    arguments: *mut VaList,
    shown: bool,
) -> c_int {
    if pikse_libc_fwide(stream, 1) < 0 {
        return -1;
    }
    let mut out = Out::stream(stream, shown).of_wide();
    let length = print(&mut out, format, &mut *arguments);
    if (*stream).flags & FAILED != 0 { -1 } else { length }
}

macro_rules! streams {
    ($($name:ident $shown:ident($($before:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            stream: *mut Stream,
            $(_: $before,)*
            format: *const Wide,
            arguments: *mut VaList,
        ) -> c_int {
            to_stream(stream, format, arguments, false)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $shown(
            stream: *mut Stream,
            $(_: $before,)*
            format: *const Wide,
            arguments: *mut VaList,
        ) -> c_int {
            to_stream(stream, format, arguments, is_shown(stream))
        }
    )*};
}

streams! {
    pikse_libc_vfwprintf pikse_shown_vfwprintf();
    pikse_libc___vfwprintf_chk pikse_shown___vfwprintf_chk(c_int);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vwprintf(format: *const Wide, list: *mut VaList) -> c_int {
    pikse_libc_vfwprintf(pikse_libc_stdout, format, list)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown_vwprintf(format: *const Wide, list: *mut VaList) -> c_int {
    pikse_shown_vfwprintf(pikse_libc_stdout, format, list)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vwprintf_chk(
    _: c_int,
    format: *const Wide,
    list: *mut VaList,
) -> c_int {
    pikse_libc_vwprintf(format, list)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_shown___vwprintf_chk(
    _: c_int,
    format: *const Wide,
    list: *mut VaList,
) -> c_int {
    pikse_shown_vwprintf(format, list)
}

/// A text that does not fit is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vswprintf(
    to: *mut Wide,
    n: usize,
    format: *const Wide,
    arguments: *mut VaList,
) -> c_int {
    if n == 0 {
        return -1;
    }
    let mut out = Out::memory(to.cast(), n).of_wide();
    let length = print(&mut out, format, &mut *arguments);
    if length as usize >= n { -1 } else { length }
}
