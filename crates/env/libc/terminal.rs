//! `termios.h`, `sys/ioctl.h` and similar. A standard stream may be a terminal: see `node::is_terminal`.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::errno::{self, fail};
use super::fs::node::{self, S_IFDIR, S_IFIFO, S_IFREG};
use super::fs::table::{self, O_NONBLOCK};
use super::machine::pikse_vm_unsupported;
use super::process::pikse_libc_getpgrp;
use super::stdio::arguments::VaList;

const SEEK_CUR: c_int = 1;

// In native programs it is the C library's.
unsafe extern "C" {
    fn lseek(fd: c_int, by: i64, whence: c_int) -> i64;
}

/// Why a descriptor is no terminal.
unsafe fn refused(fd: c_int) -> Option<c_int> {
    match table::opened(fd) {
        Ok(open) if node::is_terminal((*open).node) => None,
        Ok(_) => Some(errno::ENOTTY),
        Err(error) => {
            // A native run has files that the models do not know. None of them is a terminal.
            let before = errno::get();
            let is_open = lseek(fd, 0, SEEK_CUR) != -1 || errno::get() != errno::EBADF;
            errno::set(before);
            Some(if is_open { errno::ENOTTY } else { error })
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_isatty(fd: c_int) -> c_int {
    match refused(fd) {
        None => 1,
        Some(error) => {
            errno::set(error);
            0
        }
    }
}

/// The name of the terminal, if a standard stream is one.
static mut NAME: [u8; 11] = *b"/dev/pts/0\0";

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ttyname(fd: c_int) -> *mut c_char {
    match refused(fd) {
        None => (&raw mut NAME).cast(),
        Some(error) => {
            errno::set(error);
            null_mut()
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ttyname_r(fd: c_int, to: *mut c_char, room: usize) -> c_int {
    if let Some(error) = refused(fd) {
        return error;
    }
    if room < 11 {
        return errno::ERANGE;
    }
    core::ptr::copy_nonoverlapping((&raw const NAME).cast::<c_char>(), to, 11);
    0
}

/// The settings of the terminal, as a new one has them.
static mut SETTINGS: Terminal = Terminal {
    flags: [0x500, 5, 0xbf, 0x8a3b],
    line: 0,
    characters: {
        let mut all = [0; 32];
        let set = *b"\x03\x1c\x7f\x15\x04\x00\x01\x00\x11\x13\x1a\x00\x12\x0f\x17\x16";
        let mut at = 0;
        while at < set.len() {
            all[at] = set[at];
            at += 1;
        }
        all
    },
    input: 15,
    output: 15,
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tcgetattr(fd: c_int, to: *mut Terminal) -> c_int {
    if let Some(error) = refused(fd) {
        return fail(error);
    }
    core::ptr::copy_nonoverlapping(&raw const SETTINGS, to, 1);
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_tcsetattr(
    fd: c_int,
    when: c_int,
    from: *const Terminal,
) -> c_int {
    if let Some(error) = refused(fd) {
        return fail(error);
    }
    if !(0..3).contains(&when) {
        return fail(errno::EINVAL);
    }
    core::ptr::copy_nonoverlapping(from, &raw mut SETTINGS, 1);
    0
}

/// Functions that succeed on a terminal, with a value.
macro_rules! on_a_terminal {
    ($($name:ident($($parameter:ty),*) = $value:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(fd: c_int $(, _: $parameter)*) -> c_int {
            match refused(fd) {
                None => $value,
                Some(error) => fail(error),
            }
        }
    )*};
}

on_a_terminal! {
    pikse_libc_tcgetpgrp() = pikse_libc_getpgrp();
    pikse_libc_tcsetpgrp(c_int) = 0;
    pikse_libc_tcgetsid() = pikse_libc_getpgrp();
    pikse_libc_tcflush(c_int) = 0;
    pikse_libc_tcflow(c_int) = 0;
    pikse_libc_tcdrain() = 0;
    pikse_libc_tcsendbreak(c_int) = 0;
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

const TIOCGWINSZ: u64 = 0x5413;
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
        TIOCGWINSZ if node::is_terminal(node) => {
            // Rows, columns, and no pixels.
            *(*arguments).pointer::<[u16; 4]>() = [24, 80, 0, 0];
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
        _ if node::is_known_terminal(node) => {
            pikse_vm_unsupported(c"ioctl of a terminal with this request".as_ptr())
        }
        _ => fail(errno::ENOTTY),
    }
}

/// `struct termios`.
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
