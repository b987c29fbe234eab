//! The `wscanf` family, for argument lists: `src/variadic.rs` has the other half. Formats and texts are read as
//! bytes: other characters than those of ASCII are not modelled.

use core::ffi::{c_char, c_int};

use super::super::alloc::own;
use super::super::machine::{pikse_vm_free, pikse_vm_unsupported};
use super::super::stdio::arguments::VaList;
use super::super::stdio::scan::scan;
use super::super::stdio::source::Source;
use super::super::stdio::stream::{Stream, pikse_libc_stdin};
use super::characters::{Wide, pikse_libc_wcslen};
use super::streams::pikse_libc_fwide;

/// A copy of a text as bytes.
unsafe fn narrow(text: *const Wide) -> *mut c_char {
    let length = pikse_libc_wcslen(text);
    let copy = own(length + 1).cast::<c_char>();
    let mut at = 0;
    while at <= length {
        let wide = *text.add(at);
        if !(0..128).contains(&wide) {
            pikse_vm_unsupported(c"a wide character outside of ASCII that is read".as_ptr());
        }
        *copy.add(at) = wide as c_char;
        at += 1;
    }
    copy
}

unsafe fn by(from: &mut Source, format: *const Wide, arguments: *mut VaList) -> c_int {
    let format = narrow(format);
    let stored = scan(from, format, &mut *arguments);
    pikse_vm_free(format.cast());
    stored
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vswscanf(
    text: *const Wide,
    format: *const Wide,
    arguments: *mut VaList,
) -> c_int {
    let text = narrow(text);
    let stored = by(&mut Source::text(text), format, arguments);
    pikse_vm_free(text.cast());
    stored
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vfwscanf(
    stream: *mut Stream,
    format: *const Wide,
    arguments: *mut VaList,
) -> c_int {
    pikse_libc_fwide(stream, 1);
    by(&mut Source::stream(stream), format, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vwscanf(format: *const Wide, arguments: *mut VaList) -> c_int {
    pikse_libc_vfwscanf(pikse_libc_stdin, format, arguments)
}

macro_rules! same {
    ($($name:ident = $as:ident($($parameter:ident: $of:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($parameter: $of),*) -> c_int {
            $as($($parameter),*)
        }
    )*};
}

same! {
    pikse_libc___isoc99_vswscanf = pikse_libc_vswscanf(a: *const Wide, b: *const Wide, c: *mut VaList);
    pikse_libc___isoc99_vfwscanf = pikse_libc_vfwscanf(a: *mut Stream, b: *const Wide, c: *mut VaList);
    pikse_libc___isoc99_vwscanf = pikse_libc_vwscanf(a: *const Wide, b: *mut VaList);
}
