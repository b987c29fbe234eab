//! `assert.h`, and the failure functions that compilers call.

use core::ffi::{c_char, c_int, c_uint};

use super::alloc::own;
use super::machine::{kind, pikse_vm_fail, pikse_vm_write};
use super::stdio::text::Writer;
use super::stdlib::exit::abort;
use super::string::plain::pikse_libc_strlen;

/// A failed assertion: prints glibc's message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___assert_fail(
    text: *const c_char,
    file: *const c_char,
    line: c_uint,
    function: *const c_char,
) -> ! {
    let room = 64 + pikse_libc_strlen(text) + pikse_libc_strlen(file);
    let room = room + if function.is_null() { 0 } else { pikse_libc_strlen(function) };
    let message = own(room);
    let mut to = Writer::new(message, room);
    to.text(file);
    to.byte(b':');
    to.unsigned(u64::from(line), 1);
    to.text(c": ".as_ptr());
    if !function.is_null() {
        to.text(function);
        to.text(c": ".as_ptr());
    }
    to.text(c"Assertion `".as_ptr());
    to.text(text);
    to.text(c"' failed.\n".as_ptr());
    pikse_vm_write(2, message, to.end());
    pikse_vm_fail(kind::ASSERTION, text)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___assert(
    text: *const c_char,
    file: *const c_char,
    line: c_int,
) -> ! {
    pikse_libc___assert_fail(text, file, line as c_uint, core::ptr::null())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___assert_perror_fail(
    error: c_int,
    file: *const c_char,
    line: c_uint,
    function: *const c_char,
) -> ! {
    pikse_libc___assert_fail(super::string::message(error), file, line, function)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___stack_chk_fail() -> ! {
    abort(c"stack smashing detected".as_ptr())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___chk_fail() -> ! {
    abort(c"buffer overflow detected".as_ptr())
}
