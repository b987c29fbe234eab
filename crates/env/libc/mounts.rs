//! `mntent.h`: tables of mounted file systems, which are files like others.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::stdio::lines::pikse_libc_fgets;
use super::stdio::opening::{pikse_libc_fclose, pikse_libc_fopen};
use super::stdio::stream::Stream;
use super::string::plain::{pikse_libc_strlen, pikse_libc_strncmp};

/// `struct mntent`.
#[repr(C)]
pub struct Mount {
    device: *mut c_char,
    folder: *mut c_char,
    kind: *mut c_char,
    options: *mut c_char,
    frequency: c_int,
    pass: c_int,
}

const LINE: usize = 4096;

static mut TEXT: [c_char; LINE] = [0; LINE];
static mut MOUNT: Mount = Mount {
    device: null_mut(),
    folder: null_mut(),
    kind: null_mut(),
    options: null_mut(),
    frequency: 0,
    pass: 0,
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setmntent(
    name: *const c_char,
    mode: *const c_char,
) -> *mut Stream {
    pikse_libc_fopen(name, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_endmntent(stream: *mut Stream) -> c_int {
    if !stream.is_null() {
        pikse_libc_fclose(stream);
    }
    1
}

fn is_blank(c: c_char) -> bool {
    c as u8 == b' ' || c as u8 == b'\t'
}

/// The next word of a line, with its escapes replaced; the line continues after it.
unsafe fn word(line: &mut *mut c_char) -> *mut c_char {
    while is_blank(**line) {
        *line = line.add(1);
    }
    let begin = *line;
    while **line != 0 && !is_blank(**line) {
        *line = line.add(1);
    }
    if **line != 0 {
        **line = 0;
        *line = line.add(1);
    }
    let (mut from, mut to) = (begin, begin);
    while *from != 0 {
        let digit = |at: usize| (*from.add(at) as u8).wrapping_sub(b'0');
        let is_octal = *from as u8 == b'\\' && digit(1) < 4 && digit(2) < 8 && digit(3) < 8;
        if is_octal {
            *to = (digit(1) << 6 | digit(2) << 3 | digit(3)) as c_char;
            from = from.add(4);
        } else {
            *to = *from;
            from = from.add(1);
        }
        to = to.add(1);
    }
    *to = 0;
    begin
}

unsafe fn number(line: &mut *mut c_char) -> c_int {
    let (text, mut value) = (word(line), 0);
    let mut at = 0;
    while (*text.add(at) as u8).is_ascii_digit() && at < 9 {
        value = value * 10 + c_int::from(*text.add(at) as u8 - b'0');
        at += 1;
    }
    value
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getmntent(stream: *mut Stream) -> *mut Mount {
    let text = (&raw mut TEXT).cast::<c_char>();
    loop {
        if pikse_libc_fgets(text, LINE as c_int, stream).is_null() {
            return null_mut();
        }
        let length = pikse_libc_strlen(text);
        if length > 0 && *text.add(length - 1) as u8 == b'\n' {
            *text.add(length - 1) = 0;
        }
        let mut line = text;
        while is_blank(*line) {
            line = line.add(1);
        }
        if *line == 0 || *line as u8 == b'#' {
            continue;
        }
        let (device, folder) = (word(&mut line), word(&mut line));
        let (kind, options) = (word(&mut line), word(&mut line));
        let (frequency, pass) = (number(&mut line), number(&mut line));
        MOUNT = Mount { device, folder, kind, options, frequency, pass };
        return &raw mut MOUNT;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_hasmntopt(
    mount: *const Mount,
    option: *const c_char,
) -> *mut c_char {
    let length = pikse_libc_strlen(option);
    let mut at = (*mount).options;
    loop {
        let after = if pikse_libc_strncmp(at, option, length) == 0 { *at.add(length) } else { 1 };
        if matches!(after as u8, 0 | b'=' | b',') {
            return at;
        }
        while *at != 0 && *at as u8 != b',' {
            at = at.add(1);
        }
        if *at == 0 {
            return null_mut();
        }
        at = at.add(1);
    }
}
