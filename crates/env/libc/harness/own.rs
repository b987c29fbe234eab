//! The functions of `pikse.h`.

use core::ffi::{c_char, c_int};

use super::super::machine::{
    kind, pikse_vm_assume, pikse_vm_fail, pikse_vm_reject, pikse_vm_symbolic, pikse_vm_write,
};
use super::super::stdio::text::Writer;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pikse_symbolic(to: *mut u8, n: usize, name: *const c_char) {
    let name = if name.is_null() { c"unnamed".as_ptr() } else { name };
    pikse_vm_symbolic(to, n, name);
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
