//! `err.h` and `error.h`: messages, some of which end the program. Argument lists come from
//! src/variadic.rs.

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
    match pikse_libc_error_print_progname {
        Some(print) => print(),
        None => {
            say(pikse_libc_program_invocation_name);
            say(c": ".as_ptr());
        }
    }
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

/// If it is set, messages about the same line appear once.
#[unsafe(no_mangle)]
pub static mut pikse_libc_error_one_per_line: c_int = 0;

/// What prints the program's name, if the program sets it.
#[unsafe(no_mangle)]
pub static mut pikse_libc_error_print_progname: Option<unsafe extern "C" fn()> = None;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_error_at_line(
    code: c_int,
    error: c_int,
    file: *const c_char,
    line: c_uint,
    text: *const c_char,
    arguments: *mut VaList,
) {
    static mut LAST: (*const c_char, c_uint) = (core::ptr::null(), 0);
    if pikse_libc_error_one_per_line != 0 {
        if LAST == (file, line) {
            return;
        }
        LAST = (file, line);
    }
    pikse_libc_error_message_count += 1;
    say(pikse_libc_program_invocation_name);
    let mut number = [0u8; 16];
    let to = (&raw mut number).cast::<u8>();
    let mut writer = super::stdio::text::Writer::new(to, 16);
    writer.unsigned(u64::from(line), 1);
    writer.end();
    say(c":".as_ptr());
    if !file.is_null() {
        say(file);
        say(c":".as_ptr());
        say(to.cast());
    }
    say(c": ".as_ptr());
    pikse_shown_vfprintf(pikse_libc_stderr, text, arguments);
    if error != 0 {
        say(c": ".as_ptr());
        say(message(error));
    }
    say(c"\n".as_ptr());
    if code != 0 {
        pikse_libc_exit(code);
    }
}
