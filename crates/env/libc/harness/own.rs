//! The functions of `pikse.h`.

use core::ffi::{c_char, c_int};

use super::super::machine::{
    kind, pikse_vm_assume, pikse_vm_fail, pikse_vm_is_symbolic, pikse_vm_reject, pikse_vm_room,
    pikse_vm_symbolic, pikse_vm_value, pikse_vm_write,
};
use super::super::stdio::text::Writer;

/// The size of an object in a native run.
pub const UNKNOWN: usize = usize::MAX - 1;

/// A text of a harness: bytes without the zero at the end.
#[derive(Clone, Copy)]
pub struct Text {
    pub from: *const u8,
    pub length: usize,
    /// Whether a zero byte follows.
    pub is_terminated: bool,
}

/// The text at an address, up to its zero byte or the end of its object. An invalid address is an
/// error of the harness.
pub unsafe fn text_of(text: *const c_char) -> Text {
    if pikse_vm_is_symbolic(text as u64) != 0 {
        pikse_vm_fail(kind::HARNESS, c"the address of a text is symbolic".as_ptr());
    }
    let room = pikse_vm_room(text.cast());
    if room == 0 {
        pikse_vm_fail(kind::HARNESS, c"the address of a text is not valid".as_ptr());
    }
    let mut length = 0;
    while length < room {
        if pikse_vm_value(*text.add(length) as u64) & 0xff == 0 {
            return Text { from: text.cast(), length, is_terminated: true };
        }
        length += 1;
    }
    Text { from: text.cast(), length, is_terminated: false }
}

/// Makes bytes symbolic under a name that the program gives.
pub unsafe fn named_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    if name.is_null() {
        return pikse_vm_symbolic(to, n, c"unnamed".as_ptr());
    }
    let text = text_of(name);
    if text.length == 0 {
        return pikse_vm_symbolic(to, n, c"unnamed".as_ptr());
    }
    if text.is_terminated {
        return pikse_vm_symbolic(to, n, name);
    }
    let mut copy = [0; 256];
    let mut writer = Writer::new((&raw mut copy).cast(), copy.len());
    writer.bytes(text.from, text.length);
    writer.end();
    pikse_vm_symbolic(to, n, (&raw const copy).cast());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    named_symbolic(to, n, name);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_assume(condition: c_int) {
    pikse_vm_assume(c_int::from(condition != 0));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_reject() -> ! {
    pikse_vm_reject()
}

/// A failed `PIKSE_ASSERT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_failed(
    text: *const c_char,
    file: *const c_char,
    line: c_int,
) -> ! {
    let mut message = [0; 512];
    let mut to = Writer::new((&raw mut message).cast(), message.len());
    to.text(file);
    to.byte(b':');
    to.number(i64::from(line));
    to.text(c": ".as_ptr());
    to.text(text);
    to.byte(b'\n');
    pikse_vm_write(2, (&raw const message).cast(), to.end());
    pikse_vm_fail(kind::ASSERTION, text)
}

// Functions that the crate `pikse` defines for native runs and the machine implements itself.

/// An input whose name is a Rust string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_rust_input(
    to: *mut u8,
    n: usize,
    name: *const u8,
    length: usize,
) {
    let mut text = [0; 256];
    let mut writer = Writer::new((&raw mut text).cast(), text.len());
    let mut at = 0;
    while at < length {
        writer.byte(*name.add(at));
        at += 1;
    }
    writer.end();
    pikse_vm_symbolic(to, n, (&raw const text).cast());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_rust_assume(condition: bool) {
    pikse_vm_assume(c_int::from(condition));
}
