//! `sys/stat.h`: information about files.

use core::ffi::{c_char, c_int, c_uint};

use super::alloc::malloc;
use super::errno::{self, fail};
use super::files::{self, File};
use super::string::plain::{pikse_libc_strcpy, pikse_libc_strlen};
use super::time::START;

/// x86-64's `struct stat`.
#[repr(C)]
pub struct Stat {
    device: u64,
    number: u64,
    links: u64,
    mode: u32,
    user: u32,
    group: u32,
    padding: u32,
    special: u64,
    size: i64,
    block: i64,
    blocks: i64,
    times: [i64; 6],
    more: [i64; 3],
}

fn stat_of(number: u64, mode: u32, size: usize) -> Stat {
    Stat {
        device: 1,
        number,
        links: 1,
        mode,
        user: 1000,
        group: 1000,
        padding: 0,
        special: 0,
        size: size as i64,
        block: 4096,
        blocks: size.div_ceil(512) as i64,
        times: [START, 0, START, 0, START, 0],
        more: [0; 3],
    }
}

/// The status of a file, or of something else if it is null.
unsafe fn describe(file: *const File) -> Stat {
    if file.is_null() {
        stat_of(100, files::S_IFCHR | 0o620, 0)
    } else {
        stat_of(files::number(file), (*file).mode, (*file).length)
    }
}

/// The only folder also has a status.
unsafe fn by_name(name: *const c_char, to: *mut Stat) -> c_int {
    let rest = if *name == 0 { 0 } else { *name.add(1) };
    if matches!(*name as u8, b'.' | b'/') && rest == 0 {
        *to = stat_of(99, 0o040_755, 4096);
        return 0;
    }
    let file = files::look_up(name);
    if file.is_null() {
        return -1;
    }
    *to = describe(file);
    0
}

unsafe fn by_descriptor(fd: c_int, to: *mut Stat) -> c_int {
    if !files::is_open(fd) {
        return -1;
    }
    *to = describe(files::file_of(fd));
    0
}

macro_rules! stats {
    ($($name:ident = $by:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(of: $of, to: *mut Stat) -> c_int {
            $by(of, to)
        }
    )*};
}

stats! {
    pikse_libc_stat = by_name(*const c_char);
    pikse_libc_stat64 = by_name(*const c_char);
    pikse_libc_lstat = by_name(*const c_char);
    pikse_libc_lstat64 = by_name(*const c_char);
    pikse_libc_fstat = by_descriptor(c_int);
    pikse_libc_fstat64 = by_descriptor(c_int);
}

macro_rules! old_stats {
    ($($name:ident = $by:ident($of:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(_: c_int, of: $of, to: *mut Stat) -> c_int {
            $by(of, to)
        }
    )*};
}

old_stats! {
    pikse_libc___xstat = by_name(*const c_char);
    pikse_libc___xstat64 = by_name(*const c_char);
    pikse_libc___lxstat = by_name(*const c_char);
    pikse_libc___lxstat64 = by_name(*const c_char);
    pikse_libc___fxstat = by_descriptor(c_int);
    pikse_libc___fxstat64 = by_descriptor(c_int);
}

/// The name may be empty: then the descriptor is used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fstatat(
    fd: c_int,
    name: *const c_char,
    to: *mut Stat,
    _: c_int,
) -> c_int {
    if *name == 0 { by_descriptor(fd, to) } else { by_name(name, to) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fstatat64(
    fd: c_int,
    name: *const c_char,
    to: *mut Stat,
    flags: c_int,
) -> c_int {
    pikse_libc_fstatat(fd, name, to, flags)
}

/// Linux's `struct statx`, up to the times.
#[repr(C)]
pub struct Statx {
    mask: u32,
    block: u32,
    attributes: u64,
    links: u32,
    user: u32,
    group: u32,
    mode: u16,
    padding: u16,
    number: u64,
    size: u64,
    blocks: u64,
    known_attributes: u64,
    times: [[i64; 2]; 4],
    more: [u64; 16],
}

/// The fields that every file has, and the creation time.
const KNOWN: u32 = 0xfff;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_statx(
    fd: c_int,
    name: *const c_char,
    flags: c_int,
    _: c_uint,
    to: *mut Statx,
) -> c_int {
    if name.is_null() || to.is_null() {
        return fail(errno::EFAULT);
    }
    let mut found = stat_of(0, 0, 0);
    if pikse_libc_fstatat(fd, name, &raw mut found, flags) < 0 {
        return -1;
    }
    *to = Statx {
        mask: KNOWN,
        block: found.block as u32,
        attributes: 0,
        links: 1,
        user: found.user,
        group: found.group,
        mode: found.mode as u16,
        padding: 0,
        number: found.number,
        size: found.size as u64,
        blocks: found.blocks as u64,
        known_attributes: 0,
        times: [[START, 0]; 4],
        more: [0; 16],
    };
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_chmod(name: *const c_char, mode: c_uint) -> c_int {
    let file = files::look_up(name);
    if file.is_null() {
        return -1;
    }
    (*file).mode = (*file).mode & !0o7777 | mode & 0o7777;
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchmod(fd: c_int, mode: c_uint) -> c_int {
    let file = files::file_of(fd);
    if file.is_null() {
        return fail(errno::EINVAL);
    }
    (*file).mode = (*file).mode & !0o7777 | mode & 0o7777;
    0
}

static mut MASK: c_uint = 0o022;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_umask(mask: c_uint) -> c_uint {
    let old = MASK;
    MASK = mask & 0o777;
    old
}

/// There are no links, and only one folder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_realpath(name: *const c_char, to: *mut c_char) -> *mut c_char {
    let mut found = stat_of(0, 0, 0);
    if by_name(name, &raw mut found) < 0 {
        return core::ptr::null_mut();
    }
    let length = pikse_libc_strlen(name);
    let slash = *name as u8 != b'/';
    let to = match to.is_null() {
        true => malloc(length + 2).cast::<c_char>(),
        false => to,
    };
    if !to.is_null() {
        *to = b'/' as c_char;
        pikse_libc_strcpy(to.add(usize::from(slash)), name);
    }
    to
}
