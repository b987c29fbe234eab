//! `err.h` and `error.h`: messages, some of which end the program. Argument lists come from
//! variadic.ll.

use core::ffi::{c_char, c_int, c_uint};

use super::errno;
use super::program::pikse_libc_program_invocation_name;
use super::stdio::arguments::VaList;
use super::stdio::print::pikse_shown_vfprintf;
use super::stdio::stream::pikse_libc_stderr;
use super::stdio::write::pikse_libc_fputs;
use super::stdlib::exit::pikse_libc_exit;
use super::string::message;

unsafe fn say(text: *const c_char) {
    pikse_libc_fputs(text, pikse_libc_stderr);
}

/// `program: text: error`, or a part of it.
unsafe fn complain(text: *const c_char, arguments: *mut VaList, error: c_int) {
    say(pikse_libc_program_invocation_name);
    say(c": ".as_ptr());
    if !text.is_null() {
        pikse_shown_vfprintf(pikse_libc_stderr, text, arguments);
    }
    if error != 0 {
        if !text.is_null() {
            say(c": ".as_ptr());
        }
        say(message(error));
    }
    say(c"\n".as_ptr());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vwarn(text: *const c_char, arguments: *mut VaList) {
    complain(text, arguments, errno::get());
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vwarnx(text: *const c_char, arguments: *mut VaList) {
    complain(text, arguments, 0);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_verr(
    code: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> ! {
    complain(text, arguments, errno::get());
    pikse_libc_exit(code)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_verrx(
    code: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) -> ! {
    complain(text, arguments, 0);
    pikse_libc_exit(code)
}

#[unsafe(no_mangle)]
pub static mut pikse_libc_error_message_count: c_uint = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_error(
    code: c_int,
    error: c_int,
    text: *const c_char,
    arguments: *mut VaList,
) {
    pikse_libc_error_message_count += 1;
    complain(text, arguments, error);
    if code != 0 {
        pikse_libc_exit(code);
    }
}
