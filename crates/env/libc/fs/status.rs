//! `sys/stat.h`: information about nodes.

use core::ffi::{c_char, c_int, c_uint};

use super::super::errno;
use super::super::time::Spec;
use super::node::{self, Node, S_IFCHR, S_IFREG};
use super::path::AT_FDCWD;
use super::rights::{self, AT_EMPTY_PATH, AT_SYMLINK_NOFOLLOW};
use super::{Answer, check, done, table};

/// x86-64's `struct stat`.
#[repr(C)]
pub struct Stat {
    device: u64,
    number: u64,
    links: u64,
    pub mode: u32,
    user: u32,
    group: u32,
    padding: u32,
    special: u64,
    size: i64,
    block: i64,
    blocks: i64,
    times: [Spec; 3],
    more: [i64; 3],
}

const BLOCK: i64 = 4096;
/// The number of the file system.
const DEVICE: u64 = 0x801;
/// The special number of the first pseudoterminal.
const TERMINAL: u64 = 136 << 8;

/// The special number of a device; 0 for everything else.
unsafe fn special(node: *mut Node) -> u64 {
    match () {
        () if node::is_known_terminal(node) => TERMINAL,
        () if (*node).is(S_IFCHR) => (*node).device,
        () => 0,
    }
}

/// Used blocks of 512 bytes; a file uses whole ones of 4096.
unsafe fn blocks(node: *const Node) -> i64 {
    match (*node).is(S_IFREG) {
        true => {
            ((*node).stored.max(if (*node).output != 0 { (*node).size } else { 0 }) as i64 + 4095)
                / BLOCK
                * 8
        }
        false if (*node).is(super::node::S_IFDIR) => 8,
        false => 0,
    }
}

/// The type and the permissions, also of a standard stream that is a terminal.
unsafe fn mode(node: *mut Node) -> u32 {
    if node::is_known_terminal(node) { S_IFCHR | 0o620 } else { node::mode(node) }
}

unsafe fn describe(node: *mut Node) -> Stat {
    Stat {
        device: DEVICE,
        number: (*node).number,
        links: u64::from((*node).links),
        mode: mode(node),
        user: (*node).user,
        group: (*node).group,
        padding: 0,
        special: special(node),
        size: (*node).size as i64,
        block: BLOCK,
        blocks: blocks(node),
        times: (*node).times,
        more: [0; 3],
    }
}

const FLAGS: c_int = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | 0x800 | 0x6000;

unsafe fn by_name(fd: c_int, name: *const c_char, to: *mut Stat, flags: c_int) -> Answer<()> {
    if flags & !FLAGS != 0 {
        return Err(errno::EINVAL);
    }
    let node = rights::target(fd, name, flags)?;
    check(to)?;
    *to = describe(node);
    Ok(())
}

unsafe fn by_descriptor(fd: c_int, to: *mut Stat) -> Answer<()> {
    let open = table::opened(fd)?;
    check(to)?;
    *to = describe((*open).node);
    Ok(())
}

macro_rules! stats {
    ($($plain:ident $old:ident $link:ident $old_link:ident $open:ident $old_open:ident $at:ident $old_at:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(name: *const c_char, to: *mut Stat) -> c_int {
            done(by_name(AT_FDCWD, name, to, 0))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old(_: c_int, name: *const c_char, to: *mut Stat) -> c_int {
            done(by_name(AT_FDCWD, name, to, 0))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $link(name: *const c_char, to: *mut Stat) -> c_int {
            done(by_name(AT_FDCWD, name, to, AT_SYMLINK_NOFOLLOW))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old_link(_: c_int, name: *const c_char, to: *mut Stat) -> c_int {
            done(by_name(AT_FDCWD, name, to, AT_SYMLINK_NOFOLLOW))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $open(fd: c_int, to: *mut Stat) -> c_int {
            done(by_descriptor(fd, to))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old_open(_: c_int, fd: c_int, to: *mut Stat) -> c_int {
            done(by_descriptor(fd, to))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $at(
            fd: c_int,
            name: *const c_char,
            to: *mut Stat,
            flags: c_int,
        ) -> c_int {
            done(by_name(fd, name, to, flags))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old_at(
            _: c_int,
            fd: c_int,
            name: *const c_char,
            to: *mut Stat,
            flags: c_int,
        ) -> c_int {
            done(by_name(fd, name, to, flags))
        }
    )*};
}

stats! {
    pikse_libc_stat pikse_libc___xstat pikse_libc_lstat pikse_libc___lxstat
        pikse_libc_fstat pikse_libc___fxstat pikse_libc_fstatat pikse_libc___fxstatat;
    pikse_libc_stat64 pikse_libc___xstat64 pikse_libc_lstat64 pikse_libc___lxstat64
        pikse_libc_fstat64 pikse_libc___fxstat64 pikse_libc_fstatat64 pikse_libc___fxstatat64;
}

/// Linux's `struct statx`.
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
    /// Access, birth, change, modification.
    times: [Spec; 4],
    special: [u32; 2],
    device: [u32; 2],
    more: [u64; 14],
}

/// The fields that every file has, and the creation time.
const KNOWN: u32 = 0xfff;

unsafe fn extended(fd: c_int, name: *const c_char, flags: c_int, to: *mut Statx) -> Answer<()> {
    if flags & !FLAGS != 0 {
        return Err(errno::EINVAL);
    }
    let node = rights::target(fd, name, flags)?;
    check(to)?;
    let [accessed, modified, changed] = (*node).times;
    let special = special(node);
    *to = Statx {
        mask: KNOWN,
        block: BLOCK as u32,
        attributes: 0,
        links: (*node).links,
        user: (*node).user,
        group: (*node).group,
        mode: mode(node) as u16,
        padding: 0,
        number: (*node).number,
        size: (*node).size as u64,
        blocks: blocks(node) as u64,
        known_attributes: 0,
        times: [accessed, Spec::START, changed, modified],
        special: [(special >> 8) as u32, (special & 255) as u32],
        device: [(DEVICE >> 8) as u32, (DEVICE & 255) as u32],
        more: [0; 14],
    };
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_statx(
    fd: c_int,
    name: *const c_char,
    flags: c_int,
    _: c_uint,
    to: *mut Statx,
) -> c_int {
    done(extended(fd, name, flags, to))
}

// Numbers of devices.

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_gnu_dev_major(device: u64) -> c_uint {
    ((device >> 8 & 0xfff) | (device >> 32 & 0xffff_f000)) as c_uint
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_gnu_dev_minor(device: u64) -> c_uint {
    ((device & 0xff) | (device >> 12 & 0xffff_ff00)) as c_uint
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_gnu_dev_makedev(major: c_uint, minor: c_uint) -> u64 {
    let (major, minor) = (u64::from(major), u64::from(minor));
    (major & 0xfff) << 8 | (major & 0xffff_f000) << 32 | minor & 0xff | (minor & 0xffff_ff00) << 12
}
