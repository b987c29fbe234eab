//! `unistd.h` and `fcntl.h`: descriptors, and information about the process.

use core::ffi::{c_char, c_int, c_long, c_uint};

use super::errno::{self, fail};
use super::files;
use super::machine::pikse_vm_unsupported;
use super::stdio::arguments::VaList;

/// The id of the only process.
pub const PROCESS: c_int = 1000;
const USER: c_uint = 1000;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_read(fd: c_int, to: *mut u8, n: usize) -> isize {
    files::read(fd, to, n, None)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___read_chk(
    fd: c_int,
    to: *mut u8,
    n: usize,
    _: usize,
) -> isize {
    files::read(fd, to, n, None)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_write(fd: c_int, from: *const u8, n: usize) -> isize {
    files::write(fd, from, n, None)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pread(fd: c_int, to: *mut u8, n: usize, at: i64) -> isize {
    match usize::try_from(at) {
        Ok(at) => files::read(fd, to, n, Some(at)),
        Err(_) => fail(errno::EINVAL) as isize,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pread64(fd: c_int, to: *mut u8, n: usize, at: i64) -> isize {
    pikse_libc_pread(fd, to, n, at)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pwrite(fd: c_int, from: *const u8, n: usize, at: i64) -> isize {
    match usize::try_from(at) {
        Ok(at) => files::write(fd, from, n, Some(at)),
        Err(_) => fail(errno::EINVAL) as isize,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_pwrite64(
    fd: c_int,
    from: *const u8,
    n: usize,
    at: i64,
) -> isize {
    pikse_libc_pwrite(fd, from, n, at)
}

/// A buffer of `readv` and `writev`.
#[repr(C)]
pub struct Piece {
    at: *mut u8,
    length: usize,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_writev(fd: c_int, pieces: *const Piece, n: c_int) -> isize {
    let (mut total, mut at) = (0, 0);
    while at < n as usize {
        let piece = &*pieces.add(at);
        let written = files::write(fd, piece.at, piece.length, None);
        if written < 0 {
            return -1;
        }
        total += written;
        at += 1;
    }
    total
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readv(fd: c_int, pieces: *const Piece, n: c_int) -> isize {
    let (mut total, mut at) = (0, 0);
    while at < n as usize {
        let piece = &*pieces.add(at);
        let read = files::read(fd, piece.at, piece.length, None);
        if read < 0 {
            return -1;
        }
        total += read;
        if (read as usize) < piece.length {
            break;
        }
        at += 1;
    }
    total
}

// `open` and similar functions take a mode only if they may create a file: variadic.ll passes the
// list.

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_open(
    name: *const c_char,
    flags: c_int,
    arguments: *mut VaList,
) -> c_int {
    let mode = if flags & files::O_CREAT != 0 { (*arguments).int() as u32 } else { 0 };
    files::open(name, flags, mode)
}

/// Names are the same relative to every folder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_openat(
    _: c_int,
    name: *const c_char,
    flags: c_int,
    arguments: *mut VaList,
) -> c_int {
    pikse_model_open(name, flags, arguments)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___open_2(name: *const c_char, flags: c_int) -> c_int {
    files::open(name, flags, 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc___open64_2(name: *const c_char, flags: c_int) -> c_int {
    files::open(name, flags, 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_creat(name: *const c_char, mode: c_uint) -> c_int {
    files::open(name, files::O_CREAT | files::O_WRONLY | files::O_TRUNC, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_creat64(name: *const c_char, mode: c_uint) -> c_int {
    pikse_libc_creat(name, mode)
}

const F_DUPFD: c_int = 0;
const F_GETFD: c_int = 1;
const F_SETFD: c_int = 2;
const F_GETFL: c_int = 3;
const F_SETFL: c_int = 4;
const F_DUPFD_CLOEXEC: c_int = 1030;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_fcntl(
    fd: c_int,
    command: c_int,
    arguments: *mut VaList,
) -> c_int {
    if !files::is_open(fd) {
        return -1;
    }
    match command {
        F_DUPFD | F_DUPFD_CLOEXEC => files::duplicate(fd, (*arguments).int()),
        // No other program is started, and nothing waits.
        F_GETFD | F_SETFD | F_SETFL => 0,
        F_GETFL => files::flags(fd),
        _ => pikse_vm_unsupported(c"fcntl with this command".as_ptr()),
    }
}

const TCGETS: u64 = 0x5401;
const TIOCGWINSZ: u64 = 0x5413;
const FIOCLEX: u64 = 0x5451;

/// No descriptor is a terminal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_ioctl(fd: c_int, request: u64, _: *mut VaList) -> c_int {
    if !files::is_open(fd) {
        return -1;
    }
    match request {
        TCGETS | TIOCGWINSZ => fail(errno::ENOTTY),
        FIOCLEX => 0,
        _ => pikse_vm_unsupported(c"ioctl with this request".as_ptr()),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_close(fd: c_int) -> c_int {
    files::close(fd)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lseek(fd: c_int, offset: i64, whence: c_int) -> i64 {
    files::seek(fd, offset, whence)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lseek64(fd: c_int, offset: i64, whence: c_int) -> i64 {
    files::seek(fd, offset, whence)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup(fd: c_int) -> c_int {
    files::duplicate(fd, 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup2(fd: c_int, new: c_int) -> c_int {
    files::duplicate_to(fd, new)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup3(fd: c_int, new: c_int, _: c_int) -> c_int {
    if fd == new { fail(errno::EINVAL) } else { files::duplicate_to(fd, new) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_unlink(name: *const c_char) -> c_int {
    files::unlink(name)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_unlinkat(_: c_int, name: *const c_char, _: c_int) -> c_int {
    files::unlink(name)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_access(name: *const c_char, _: c_int) -> c_int {
    if files::look_up(name).is_null() { -1 } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_faccessat(
    _: c_int,
    name: *const c_char,
    mode: c_int,
    _: c_int,
) -> c_int {
    pikse_libc_access(name, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftruncate(fd: c_int, length: i64) -> c_int {
    let file = files::file_of(fd);
    match usize::try_from(length) {
        Ok(length) if !file.is_null() => {
            files::resize(file, length);
            0
        }
        _ => fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ftruncate64(fd: c_int, length: i64) -> c_int {
    pikse_libc_ftruncate(fd, length)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_truncate(name: *const c_char, length: i64) -> c_int {
    let file = files::look_up(name);
    match usize::try_from(length) {
        _ if file.is_null() => -1,
        Ok(length) => {
            files::resize(file, length);
            0
        }
        Err(_) => fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_isatty(fd: c_int) -> c_int {
    if files::is_open(fd) {
        errno::set(errno::ENOTTY);
    }
    0
}

/// Written data is stored at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fsync(fd: c_int) -> c_int {
    if files::is_open(fd) { 0 } else { -1 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fdatasync(fd: c_int) -> c_int {
    pikse_libc_fsync(fd)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_sync() {}

/// There are no links.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readlink(name: *const c_char, _: *mut u8, _: usize) -> isize {
    if files::look_up(name).is_null() { -1 } else { fail(errno::EINVAL) as isize }
}

/// The only folder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getcwd(to: *mut c_char, room: usize) -> *mut c_char {
    let (to, room) = match to.is_null() {
        true => (super::alloc::malloc(room.max(2)).cast(), room.max(2)),
        false => (to, room),
    };
    if room < 2 {
        errno::set(errno::ERANGE);
        return core::ptr::null_mut();
    }
    if !to.is_null() {
        *to = b'/' as c_char;
        *to.add(1) = 0;
    }
    to
}

/// Every descriptor is ready, or at its end, at once.
#[repr(C)]
pub struct Poll {
    fd: c_int,
    events: i16,
    happened: i16,
}

const POLLIN: i16 = 1;
const POLLOUT: i16 = 4;
const POLLNVAL: i16 = 32;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_poll(all: *mut Poll, n: u64, _: c_int) -> c_int {
    let (mut count, mut at) = (0, 0);
    while at < n as usize {
        let one = &mut *all.add(at);
        one.happened = match one.fd {
            ..0 => 0,
            fd if files::is_open(fd) => one.events & (POLLIN | POLLOUT),
            _ => POLLNVAL,
        };
        count += c_int::from(one.happened != 0);
        at += 1;
    }
    count
}

macro_rules! constants {
    ($($name:ident = $value:expr, $of:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> $of {
            $value
        }
    )*};
}

constants! {
    pikse_libc_getpid = PROCESS, c_int;
    pikse_libc_getppid = 1, c_int;
    pikse_libc_gettid = PROCESS, c_int;
    pikse_libc_getpgrp = PROCESS, c_int;
    pikse_libc_getuid = USER, c_uint;
    pikse_libc_geteuid = USER, c_uint;
    pikse_libc_getgid = USER, c_uint;
    pikse_libc_getegid = USER, c_uint;
    pikse_libc_getpagesize = 4096, c_int;
    pikse_libc_getdtablesize = files::DESCRIPTORS as c_int, c_int;
    pikse_libc_get_nprocs = 1, c_int;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_sysconf(name: c_int) -> c_long {
    match name {
        // _SC_ARG_MAX, _SC_CLK_TCK, _SC_OPEN_MAX
        0 => 131_072,
        2 => 100,
        4 => files::DESCRIPTORS as c_long,
        // _SC_PAGESIZE
        30 => 4096,
        // _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX
        69 | 70 => 1024,
        // _SC_NPROCESSORS_CONF and _SC_NPROCESSORS_ONLN: one thread runs
        83 | 84 => 1,
        // _SC_PHYS_PAGES, _SC_AVPHYS_PAGES
        85 | 86 => 1 << 18,
        _ => c_long::from(fail(errno::EINVAL)),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gethostname(to: *mut c_char, room: usize) -> c_int {
    let mut name = super::stdio::text::Writer::new(to.cast(), room);
    name.text(c"localhost".as_ptr());
    name.end();
    0
}

/// A new file, whose name gets letters in place of the six `X`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkstemp(name: *mut c_char) -> c_int {
    let length = super::string::plain::pikse_libc_strlen(name);
    if length < 6 {
        return fail(errno::EINVAL);
    }
    let mut number = 0u64;
    while number < 1000 {
        let mut to = super::stdio::text::Writer::new(name.add(length - 6).cast(), 7);
        to.unsigned(number, 6);
        let flags = files::O_RDWR | files::O_CREAT | files::O_EXCL;
        let fd = files::open(name, flags, 0o600);
        if fd >= 0 || errno::get() != errno::EEXIST {
            return fd;
        }
        number += 1;
    }
    -1
}
