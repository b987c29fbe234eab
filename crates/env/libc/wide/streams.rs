//! Wide characters of streams. A character is a byte below 128; others have no form in the C locale.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::super::errno;
use super::super::machine::pikse_vm_unsupported;
use super::super::stdio::stream::{
    EOF, FAILED, Stream, get, pikse_libc_stdin, pikse_libc_stdout, put_bytes, unget,
};
use super::characters::{END, Wide};

/// A stream is for bytes or for wide characters, as its first operation decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fwide(stream: *mut Stream, mode: c_int) -> c_int {
    if (*stream).mode == 0 && mode != 0 {
        (*stream).mode = mode.signum();
    }
    (*stream).mode
}

unsafe fn get_wide(stream: *mut Stream) -> u32 {
    pikse_libc_fwide(stream, 1);
    match get(stream) {
        EOF => END,
        byte if byte < 128 => byte as u32,
        _ => {
            errno::set(errno::EILSEQ);
            (*stream).flags |= FAILED;
            END
        }
    }
}

/// Writes a character; false if that fails.
pub unsafe fn put_wide(stream: *mut Stream, wide: Wide) -> bool {
    pikse_libc_fwide(stream, 1);
    if !(0..128).contains(&wide) {
        // The C library writes a similar text, or a question mark.
        pikse_vm_unsupported(c"a wide character outside of ASCII that is written".as_ptr());
    }
    let byte = wide as u8;
    put_bytes(stream, &raw const byte, 1) == 1
}

macro_rules! read {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(stream: *mut Stream) -> u32 {
            get_wide(stream)
        }
    )*};
}

macro_rules! written {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(wide: Wide, stream: *mut Stream) -> u32 {
            if put_wide(stream, wide) { wide as u32 } else { END }
        }
    )*};
}

read! { pikse_libc_fgetwc pikse_libc_getwc pikse_libc_fgetwc_unlocked pikse_libc_getwc_unlocked }
written! { pikse_libc_fputwc pikse_libc_putwc pikse_libc_fputwc_unlocked pikse_libc_putwc_unlocked }

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getwchar() -> u32 {
    get_wide(pikse_libc_stdin)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_putwchar(wide: Wide) -> u32 {
    pikse_libc_fputwc(wide, pikse_libc_stdout)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ungetwc(wide: u32, stream: *mut Stream) -> u32 {
    pikse_libc_fwide(stream, 1);
    if wide >= 128 || unget(stream, wide as c_int) == EOF { END } else { wide }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgetws(
    to: *mut Wide,
    n: c_int,
    stream: *mut Stream,
) -> *mut Wide {
    if n <= 0 {
        return null_mut();
    }
    let (mut at, most) = (0, n as usize - 1);
    while at < most {
        let wide = get_wide(stream);
        if wide == END {
            if at == 0 || (*stream).flags & FAILED != 0 {
                return null_mut();
            }
            break;
        }
        *to.add(at) = wide as Wide;
        at += 1;
        if wide == u32::from(b'\n') {
            break;
        }
    }
    *to.add(at) = 0;
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fgetws_unlocked(
    to: *mut Wide,
    n: c_int,
    stream: *mut Stream,
) -> *mut Wide {
    pikse_libc_fgetws(to, n, stream)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputws(text: *const Wide, stream: *mut Stream) -> c_int {
    pikse_libc_fwide(stream, 1);
    let mut at = text;
    while *at != 0 {
        if !put_wide(stream, *at) {
            return -1;
        }
        at = at.add(1);
    }
    1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fputws_unlocked(
    text: *const Wide,
    stream: *mut Stream,
) -> c_int {
    pikse_libc_fputws(text, stream)
}
