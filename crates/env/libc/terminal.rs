//! `termios.h`, `sys/ioctl.h` and similar: no descriptor is a terminal.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::errno::{self, fail};
use super::fs::node::{S_IFDIR, S_IFIFO, S_IFREG};
use super::fs::table::{self, O_NONBLOCK};
use super::stdio::arguments::VaList;

/// 0 and why a descriptor is no terminal.
unsafe fn refuse(fd: c_int) -> c_int {
    match table::opened(fd) {
        Ok(_) => errno::ENOTTY,
        Err(error) => error,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_isatty(fd: c_int) -> c_int {
    errno::set(refuse(fd));
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ttyname(fd: c_int) -> *mut c_char {
    errno::set(refuse(fd));
    null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ttyname_r(fd: c_int, _: *mut c_char, _: usize) -> c_int {
    refuse(fd)
}

macro_rules! refused {
    ($($name:ident($($parameter:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(fd: c_int $(, _: $parameter)*) -> c_int {
            fail(refuse(fd))
        }
    )*};
}

refused! {
    pikse_libc_tcgetattr(*mut u8);
    pikse_libc_tcsetattr(c_int, *const u8);
    pikse_libc_tcgetpgrp();
    pikse_libc_tcsetpgrp(c_int);
    pikse_libc_tcgetsid();
    pikse_libc_tcflush(c_int);
    pikse_libc_tcflow(c_int);
    pikse_libc_tcdrain();
    pikse_libc_tcsendbreak(c_int);
}

static mut TERMINAL: [u8; 9] = *b"/dev/tty\0";

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ctermid(to: *mut c_char) -> *mut c_char {
    let name = (&raw mut TERMINAL).cast::<c_char>();
    if to.is_null() {
        return name;
    }
    core::ptr::copy_nonoverlapping(name, to, 9);
    to
}

const FIOCLEX: u64 = 0x5451;
const FIONCLEX: u64 = 0x5450;
const FIONBIO: u64 = 0x5421;
const FIONREAD: u64 = 0x541b;
/// Sharing blocks between files, and their map: the file system has none.
const FICLONE: u64 = 0x4004_9409;
const FICLONERANGE: u64 = 0x4020_940d;
const FIEMAP: u64 = 0xc020_660b;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_ioctl(
    fd: c_int,
    request: u64,
    arguments: *mut VaList,
) -> c_int {
    let open = match table::opened(fd) {
        Ok(open) => open,
        Err(error) => return fail(error),
    };
    let node = (*open).node;
    match request & 0xffff_ffff {
        FIOCLEX | FIONCLEX => {
            table::mark(fd, request == FIOCLEX);
            0
        }
        FIONBIO => {
            let on = *(*arguments).pointer::<c_int>() != 0;
            (*open).flags = (*open).flags & !O_NONBLOCK | if on { O_NONBLOCK } else { 0 };
            0
        }
        FIONREAD if (*node).is(S_IFREG) => {
            *(*arguments).pointer() = ((*node).size as i64 - (*open).position as i64) as c_int;
            0
        }
        FIONREAD if (*node).is(S_IFIFO) => {
            *(*arguments).pointer() = (*node).stored as c_int;
            0
        }
        FICLONE | FICLONERANGE | FIEMAP if (*node).is(S_IFREG) || (*node).is(S_IFDIR) => {
            fail(errno::EOPNOTSUPP)
        }
        _ => fail(errno::ENOTTY),
    }
}

/// The first fields of `struct termios`, and its speeds.
#[repr(C)]
pub struct Terminal {
    flags: [u32; 4],
    line: u8,
    characters: [u8; 32],
    input: u32,
    output: u32,
}

/// The bits of the speed in the third field.
const SPEED: u32 = 0o10_017;

/// Whether a number is a speed.
fn is_speed(speed: u32) -> bool {
    speed & !SPEED == 0 && !(0o10_020..).contains(&speed) && speed != 0o10_000
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cfgetospeed(of: *const Terminal) -> u32 {
    (*of).flags[2] & SPEED
}

/// A speed of zero is that of the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cfgetispeed(of: *const Terminal) -> u32 {
    if (*of).flags[0] & 0x8000_0000 != 0 { 0 } else { (*of).flags[2] & SPEED }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cfsetospeed(of: *mut Terminal, speed: u32) -> c_int {
    if !is_speed(speed) {
        return fail(errno::EINVAL);
    }
    (*of).output = speed;
    (*of).flags[2] = (*of).flags[2] & !SPEED | speed;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_cfsetispeed(of: *mut Terminal, speed: u32) -> c_int {
    if !is_speed(speed) {
        return fail(errno::EINVAL);
    }
    (*of).input = speed;
    if speed == 0 {
        (*of).flags[0] |= 0x8000_0000;
    } else {
        (*of).flags[0] &= !0x8000_0000;
        (*of).flags[2] = (*of).flags[2] & !SPEED | speed;
    }
    0
}
