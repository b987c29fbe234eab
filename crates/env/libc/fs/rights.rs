//! Who may do what with a node. The program runs as an ordinary user, never as root.

use core::ffi::{c_char, c_int, c_uint};

use super::super::errno;
use super::super::users::{GROUP, USER};
use super::node::{self, Node, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG};
use super::path::{self, AT_FDCWD, Want};
use super::{Answer, done, table};

pub const READ: u32 = 4;
pub const WRITE: u32 = 2;
pub const SEARCH: u32 = 1;

pub const AT_SYMLINK_NOFOLLOW: c_int = 0x100;
pub const AT_EMPTY_PATH: c_int = 0x1000;

/// Whether the program may do all of this.
pub unsafe fn may(node: *mut Node, what: u32) -> bool {
    let shift = match () {
        () if (*node).user == USER => 6,
        () if (*node).group == GROUP => 3,
        () => 0,
    };
    node::mode(node) >> shift & what == what
}

/// Whether names may be added to a folder.
pub unsafe fn may_change(folder: *mut Node) -> Answer<()> {
    if may(folder, WRITE | SEARCH) { Ok(()) } else { Err(errno::EACCES) }
}

/// Whether a name may be removed from a folder: in one such as `/tmp`, only by an owner.
pub unsafe fn may_remove(folder: *mut Node, node: *const Node) -> Answer<()> {
    may_change(folder)?;
    let is_sticky = (*folder).mode & 0o1000 != 0;
    if is_sticky && (*folder).user != USER && (*node).user != USER {
        return Err(errno::EPERM);
    }
    Ok(())
}

static mut MASK: c_uint = 0o022;

/// The permissions of a new node.
pub unsafe fn masked(mode: u32) -> u32 {
    mode & !MASK
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_umask(mask: c_uint) -> c_uint {
    let old = MASK;
    MASK = mask & 0o777;
    old
}

/// The node of a name, or of a descriptor if the name is empty and that is allowed.
pub unsafe fn target(fd: c_int, name: *const c_char, flags: c_int) -> Answer<*mut Node> {
    super::check(name)?;
    if flags & AT_EMPTY_PATH != 0 && *name == 0 {
        if fd == AT_FDCWD {
            return Ok(super::folder::current());
        }
        return Ok((*table::opened(fd)?).node);
    }
    let want = if flags & AT_SYMLINK_NOFOLLOW != 0 { Want::Itself } else { Want::Target };
    path::node_of(fd, name, want)
}

unsafe fn access(fd: c_int, name: *const c_char, mode: c_int, flags: c_int) -> Answer<()> {
    if mode & !7 != 0 {
        return Err(errno::EINVAL);
    }
    let node = target(fd, name, flags)?;
    if may(node, mode as u32) { Ok(()) } else { Err(errno::EACCES) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_access(name: *const c_char, mode: c_int) -> c_int {
    done(access(AT_FDCWD, name, mode, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_euidaccess(name: *const c_char, mode: c_int) -> c_int {
    done(access(AT_FDCWD, name, mode, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_eaccess(name: *const c_char, mode: c_int) -> c_int {
    done(access(AT_FDCWD, name, mode, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_faccessat(
    fd: c_int,
    name: *const c_char,
    mode: c_int,
    flags: c_int,
) -> c_int {
    // AT_EACCESS makes no difference: the ids are the same.
    if flags & !(0x200 | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return errno::fail(errno::EINVAL);
    }
    done(access(fd, name, mode, flags))
}

unsafe fn set_mode(node: *mut Node, mode: c_uint) -> Answer<()> {
    if (*node).user != USER {
        return Err(errno::EPERM);
    }
    let mut mode = mode & 0o7777;
    if (*node).group != GROUP && !(*node).is(S_IFDIR) {
        mode &= !0o2000;
    }
    node::set_mode(node, mode);
    node::changed(node);
    Ok(())
}

unsafe fn set_mode_of(fd: c_int, name: *const c_char, mode: c_uint, flags: c_int) -> Answer<()> {
    if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(errno::EINVAL);
    }
    let node = target(fd, name, flags)?;
    if (*node).is(S_IFLNK) {
        return Err(errno::EOPNOTSUPP);
    }
    set_mode(node, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_chmod(name: *const c_char, mode: c_uint) -> c_int {
    done(set_mode_of(AT_FDCWD, name, mode, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lchmod(name: *const c_char, mode: c_uint) -> c_int {
    done(set_mode_of(AT_FDCWD, name, mode, AT_SYMLINK_NOFOLLOW))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchmodat(
    fd: c_int,
    name: *const c_char,
    mode: c_uint,
    flags: c_int,
) -> c_int {
    done(set_mode_of(fd, name, mode, flags))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchmod(fd: c_int, mode: c_uint) -> c_int {
    done(match table::opened(fd) {
        Ok(open) => set_mode((*open).node, mode),
        Err(error) => Err(error),
    })
}

unsafe fn set_owner(node: *mut Node, user: c_uint, group: c_uint) -> Answer<()> {
    let keeps_user = user == c_uint::MAX || (user == (*node).user && user == USER);
    let is_own = (*node).user == USER && group == GROUP;
    let keeps_group = group == c_uint::MAX || is_own;
    if !keeps_user || !keeps_group {
        return Err(errno::EPERM);
    }
    if user == c_uint::MAX && group == c_uint::MAX {
        return Ok(());
    }
    if group != c_uint::MAX {
        (*node).group = group;
    }
    if (*node).is(S_IFREG) {
        let kept = node::mode(node) & !0o4000;
        let special = if kept & 0o010 != 0 { 0o2000 } else { 0 };
        node::set_mode(node, kept & !S_IFMT & !special);
    }
    node::changed(node);
    Ok(())
}

unsafe fn set_owner_of(
    fd: c_int,
    name: *const c_char,
    user: c_uint,
    group: c_uint,
    flags: c_int,
) -> Answer<()> {
    if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(errno::EINVAL);
    }
    set_owner(target(fd, name, flags)?, user, group)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_chown(
    name: *const c_char,
    user: c_uint,
    group: c_uint,
) -> c_int {
    done(set_owner_of(AT_FDCWD, name, user, group, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lchown(
    name: *const c_char,
    user: c_uint,
    group: c_uint,
) -> c_int {
    done(set_owner_of(AT_FDCWD, name, user, group, AT_SYMLINK_NOFOLLOW))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchownat(
    fd: c_int,
    name: *const c_char,
    user: c_uint,
    group: c_uint,
    flags: c_int,
) -> c_int {
    done(set_owner_of(fd, name, user, group, flags))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchown(fd: c_int, user: c_uint, group: c_uint) -> c_int {
    done(match table::opened(fd) {
        Ok(open) => set_owner((*open).node, user, group),
        Err(error) => Err(error),
    })
}
