//! `syslog.h`: nobody reads the log, so messages are lost; with `LOG_PERROR` they are also shown.

use core::ffi::{c_char, c_int};
use core::ptr::null;

use super::stdio::arguments::VaList;
use super::stdio::format::format_part;
use super::stdio::out::Out;
use super::stdio::stream::{is_shown, pikse_libc_stderr};
use super::stdio::write::pikse_libc_fputs;

const SHOW: c_int = 0x20;
const WITH_ID: c_int = 1;

static mut NAME: *const c_char = null();
static mut OPTIONS: c_int = 0;
static mut MASK: c_int = 0xff;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_openlog(name: *const c_char, options: c_int, _: c_int) {
    (NAME, OPTIONS) = (name, options);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_closelog() {
    (NAME, OPTIONS) = (null(), 0);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_setlogmask(mask: c_int) -> c_int {
    let old = MASK;
    if mask != 0 {
        MASK = mask;
    }
    old
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_vsyslog(
    priority: c_int,
    format: *const c_char,
    arguments: *mut VaList,
) {
    if MASK & 1 << (priority & 7) == 0 || OPTIONS & SHOW == 0 {
        return;
    }
    let stream = pikse_libc_stderr;
    if !NAME.is_null() {
        pikse_libc_fputs(NAME, stream);
        if OPTIONS & WITH_ID != 0 {
            super::machine::pikse_vm_unsupported(c"a log that shows the process".as_ptr());
        }
        pikse_libc_fputs(c": ".as_ptr(), stream);
    }
    let mut out = Out::stream(stream, is_shown(stream));
    format_part(&mut out, format, &mut *arguments);
    out.end();
    pikse_libc_fputs(c"\n".as_ptr(), stream);
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___vsyslog_chk(
    priority: c_int,
    _: c_int,
    format: *const c_char,
    arguments: *mut VaList,
) {
    pikse_libc_vsyslog(priority, format, arguments);
}
