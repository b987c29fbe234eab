//! Making, linking, renaming and removing names.

use core::ffi::{c_char, c_int, c_uint};

use super::super::alloc::own;
use super::super::errno;
use super::super::string::plain::pikse_libc_strlen;
use super::node::{self, Node, S_IFDIR, S_IFIFO, S_IFLNK, S_IFMT, S_IFREG, S_IFSOCK};
use super::path::{self, AT_FDCWD, Found, Last, Want};
use super::rights::{self, AT_EMPTY_PATH};
use super::{Answer, check, count, done};

const AT_REMOVEDIR: c_int = 0x200;
const AT_SYMLINK_FOLLOW: c_int = 0x400;
const RENAME_NOREPLACE: c_uint = 1;
const RENAME_EXCHANGE: c_uint = 2;

/// A place for a new node. Only folders may be named with a slash at the end.
unsafe fn new_place(fd: c_int, name: *const c_char, is_folder: bool) -> Answer<Found> {
    let found = path::find(fd, name, Want::New)?;
    if !found.node.is_null() {
        return Err(errno::EEXIST);
    }
    if found.slash && !is_folder {
        return Err(errno::ENOENT);
    }
    if (*found.folder).links == 0 {
        return Err(errno::ENOENT);
    }
    rights::may_change(found.folder)?;
    Ok(found)
}

unsafe fn make_folder(fd: c_int, name: *const c_char, mode: c_uint) -> Answer<()> {
    let place = new_place(fd, name, true)?;
    let new = node::new(S_IFDIR | rights::masked(mode & 0o1777));
    node::add(place.folder, place.name, place.length, new);
    Ok(())
}

unsafe fn make_node(fd: c_int, name: *const c_char, mode: c_uint) -> Answer<()> {
    let kind = match mode & S_IFMT {
        0 => S_IFREG,
        kind @ (S_IFREG | S_IFIFO | S_IFSOCK) => kind,
        // Devices need root.
        0o020_000 | 0o060_000 => {
            new_place(fd, name, false)?;
            return Err(errno::EPERM);
        }
        S_IFDIR => return Err(errno::EPERM),
        _ => return Err(errno::EINVAL),
    };
    let place = new_place(fd, name, false)?;
    let new = node::new(kind | rights::masked(mode & 0o7777));
    node::add(place.folder, place.name, place.length, new);
    Ok(())
}

/// The name of a socket in the tree.
pub unsafe fn make_socket(name: *const c_char) -> Answer<()> {
    make_node(AT_FDCWD, name, S_IFSOCK | 0o777)
}

unsafe fn make_link(target: *const c_char, fd: c_int, name: *const c_char) -> Answer<()> {
    check(target)?;
    let length = pikse_libc_strlen(target);
    if length == 0 {
        return Err(errno::ENOENT);
    }
    if length >= 4096 {
        return Err(errno::ENAMETOOLONG);
    }
    let place = new_place(fd, name, false)?;
    let new = node::new(S_IFLNK | 0o777);
    let data = own(length + 1);
    core::ptr::copy_nonoverlapping(target.cast(), data, length + 1);
    ((*new).data, (*new).stored, (*new).size, (*new).room) = (data, length, length, length + 1);
    node::add(place.folder, place.name, place.length, new);
    Ok(())
}

unsafe fn make_name(
    fd: c_int,
    name: *const c_char,
    new_fd: c_int,
    new: *const c_char,
    flags: c_int,
) -> Answer<()> {
    if flags & !(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(errno::EINVAL);
    }
    check(name)?;
    let nofollow = if flags & AT_SYMLINK_FOLLOW == 0 { rights::AT_SYMLINK_NOFOLLOW } else { 0 };
    let node = rights::target(fd, name, flags & AT_EMPTY_PATH | nofollow)?;
    let place = new_place(new_fd, new, false)?;
    if (*node).is(S_IFDIR) {
        return Err(errno::EPERM);
    }
    if (*node).links == 0 {
        return Err(errno::ENOENT);
    }
    node::add(place.folder, place.name, place.length, node);
    node::changed(node);
    Ok(())
}

unsafe fn remove_file(fd: c_int, name: *const c_char) -> Answer<()> {
    let found = path::find(fd, name, Want::Itself)?;
    if found.last != Last::Name {
        return Err(errno::EISDIR);
    }
    if found.entry.is_null() {
        return Err(errno::EPERM);
    }
    rights::may_remove(found.folder, found.node)?;
    if (*found.node).is(S_IFDIR) {
        return Err(errno::EISDIR);
    }
    node::remove(found.folder, found.node, found.entry);
    Ok(())
}

unsafe fn remove_folder(fd: c_int, name: *const c_char) -> Answer<()> {
    let found = path::find(fd, name, Want::Itself)?;
    match found.last {
        Last::Dot => return Err(errno::EINVAL),
        Last::Parent => return Err(errno::ENOTEMPTY),
        Last::Root => return Err(errno::EBUSY),
        Last::Name => {}
    }
    if found.entry.is_null() {
        return Err(errno::EPERM);
    }
    rights::may_remove(found.folder, found.node)?;
    if !(*found.node).is(S_IFDIR) {
        return Err(errno::ENOTDIR);
    }
    if !(*found.node).first.is_null() || node::is_of_descriptors(found.node) {
        return Err(errno::ENOTEMPTY);
    }
    node::remove(found.folder, found.node, found.entry);
    Ok(())
}

/// Whether a node is a folder or one of the folders around it.
unsafe fn is_around(node: *const Node, folder: *mut Node) -> bool {
    let mut at = folder;
    loop {
        if core::ptr::eq(at, node) {
            return true;
        }
        let parent = (*at).parent;
        if parent == at || parent.is_null() {
            return false;
        }
        at = parent;
    }
}

unsafe fn rename(
    fd: c_int,
    from: *const c_char,
    new_fd: c_int,
    to: *const c_char,
    flags: c_uint,
) -> Answer<()> {
    if flags & !3 != 0 || flags == 3 {
        return Err(errno::EINVAL);
    }
    check(to)?;
    let old = path::find(fd, from, Want::Itself)?;
    let exchanges = flags == RENAME_EXCHANGE;
    let new = path::find(new_fd, to, if exchanges { Want::Itself } else { Want::New })?;
    if old.last != Last::Name || new.last != Last::Name {
        return Err(errno::EBUSY);
    }
    if flags == RENAME_NOREPLACE && !new.node.is_null() {
        return Err(errno::EEXIST);
    }
    let is_folder = (*old.node).is(S_IFDIR);
    if new.slash && !is_folder && !exchanges {
        return Err(errno::ENOTDIR);
    }
    if is_folder && is_around(old.node, new.folder) {
        return Err(errno::EINVAL);
    }
    if !new.node.is_null() && (*new.node).is(S_IFDIR) && is_around(new.node, old.folder) {
        return Err(if exchanges { errno::EINVAL } else { errno::ENOTEMPTY });
    }
    if old.node == new.node {
        return Ok(());
    }
    rights::may_remove(old.folder, old.node)?;
    if new.node.is_null() {
        rights::may_change(new.folder)?;
    } else {
        rights::may_remove(new.folder, new.node)?;
    }
    if exchanges {
        exchange(&old, &new);
        return Ok(());
    }
    if !new.node.is_null() {
        match ((*new.node).is(S_IFDIR), is_folder) {
            (true, false) => return Err(errno::EISDIR),
            (false, true) => return Err(errno::ENOTDIR),
            (true, true) if !(*new.node).first.is_null() => return Err(errno::ENOTEMPTY),
            _ => node::remove(new.folder, new.node, new.entry),
        }
    }
    let length = if new.node.is_null() { new.length } else { (*new.entry).length };
    let name = if new.node.is_null() { new.name } else { (*new.entry).name };
    // With one more name, it stays while the old one is removed.
    (*old.node).open += 1;
    node::remove(old.folder, old.node, old.entry);
    (*old.node).open -= 1;
    if is_folder {
        (*old.node).links = 1 + folders_in(old.node);
    }
    node::add(new.folder, name, length, old.node);
    Ok(())
}

/// The number of folders in a folder.
unsafe fn folders_in(folder: *const Node) -> u32 {
    let (mut entry, mut count) = ((*folder).first, 0);
    while !entry.is_null() {
        count += u32::from((*(*entry).node).is(S_IFDIR));
        entry = (*entry).next;
    }
    count
}

/// Each of two names gets the node of the other.
unsafe fn exchange(old: &Found, new: &Found) {
    let (is_folder, was_folder) = ((*old.node).is(S_IFDIR), (*new.node).is(S_IFDIR));
    ((*old.entry).node, (*new.entry).node) = (new.node, old.node);
    if is_folder {
        (*old.node).parent = new.folder;
        (*new.folder).links += 1;
        (*old.folder).links -= 1;
    }
    if was_folder {
        (*new.node).parent = old.folder;
        (*old.folder).links += 1;
        (*new.folder).links -= 1;
    }
    node::touch(old.folder);
    node::touch(new.folder);
}

unsafe fn read_link(fd: c_int, name: *const c_char, to: *mut u8, room: usize) -> Answer<usize> {
    if room as isize <= 0 {
        return Err(errno::EINVAL);
    }
    let node = path::node_of(fd, name, Want::Itself)?;
    if !(*node).is(S_IFLNK) {
        return Err(errno::EINVAL);
    }
    check(to)?;
    if (*node).device != 0 {
        let mut text = super::super::stdio::text::Writer::new(to, room + 1);
        text.text(c"/proc/self/fd".as_ptr());
        if (*node).device != node::TO_DESCRIPTORS {
            text.byte(b'/');
            text.unsigned((*node).device - 1, 1);
        }
        return Ok(text.length());
    }
    let n = if room < (*node).size { room } else { (*node).size };
    core::ptr::copy_nonoverlapping((*node).data, to, n);
    Ok(n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkdir(name: *const c_char, mode: c_uint) -> c_int {
    done(make_folder(AT_FDCWD, name, mode))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkdirat(fd: c_int, name: *const c_char, mode: c_uint) -> c_int {
    done(make_folder(fd, name, mode))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mknod(name: *const c_char, mode: c_uint, _: u64) -> c_int {
    done(make_node(AT_FDCWD, name, mode))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mknodat(
    fd: c_int,
    name: *const c_char,
    mode: c_uint,
    _: u64,
) -> c_int {
    done(make_node(fd, name, mode))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkfifo(name: *const c_char, mode: c_uint) -> c_int {
    done(make_node(AT_FDCWD, name, mode & 0o7777 | S_IFIFO))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_mkfifoat(
    fd: c_int,
    name: *const c_char,
    mode: c_uint,
) -> c_int {
    done(make_node(fd, name, mode & 0o7777 | S_IFIFO))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_symlink(target: *const c_char, name: *const c_char) -> c_int {
    done(make_link(target, AT_FDCWD, name))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_symlinkat(
    target: *const c_char,
    fd: c_int,
    name: *const c_char,
) -> c_int {
    done(make_link(target, fd, name))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_link(name: *const c_char, new: *const c_char) -> c_int {
    done(make_name(AT_FDCWD, name, AT_FDCWD, new, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_linkat(
    fd: c_int,
    name: *const c_char,
    new_fd: c_int,
    new: *const c_char,
    flags: c_int,
) -> c_int {
    done(make_name(fd, name, new_fd, new, flags))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_unlink(name: *const c_char) -> c_int {
    done(remove_file(AT_FDCWD, name))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_unlinkat(
    fd: c_int,
    name: *const c_char,
    flags: c_int,
) -> c_int {
    match flags {
        0 => done(remove_file(fd, name)),
        AT_REMOVEDIR => done(remove_folder(fd, name)),
        _ => errno::fail(errno::EINVAL),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rmdir(name: *const c_char) -> c_int {
    done(remove_folder(AT_FDCWD, name))
}

/// A file or an empty folder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_remove(name: *const c_char) -> c_int {
    match remove_file(AT_FDCWD, name) {
        Err(errno::EISDIR) => done(remove_folder(AT_FDCWD, name)),
        answer => done(answer),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rename(from: *const c_char, to: *const c_char) -> c_int {
    done(rename(AT_FDCWD, from, AT_FDCWD, to, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_renameat(
    fd: c_int,
    from: *const c_char,
    new_fd: c_int,
    to: *const c_char,
) -> c_int {
    done(rename(fd, from, new_fd, to, 0))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_renameat2(
    fd: c_int,
    from: *const c_char,
    new_fd: c_int,
    to: *const c_char,
    flags: c_uint,
) -> c_int {
    done(rename(fd, from, new_fd, to, flags))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readlink(
    name: *const c_char,
    to: *mut u8,
    room: usize,
) -> isize {
    count(read_link(AT_FDCWD, name, to, room))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readlinkat(
    fd: c_int,
    name: *const c_char,
    to: *mut u8,
    room: usize,
) -> isize {
    count(read_link(fd, name, to, room))
}

macro_rules! checked_links {
    ($($name:ident($($fd:ident)?);)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($fd: c_int,)?
            name: *const c_char,
            to: *mut u8,
            room: usize,
            _: usize,
        ) -> isize {
            #[allow(unused_mut, unused_assignments, reason = "not all take a descriptor")]
            let mut folder = AT_FDCWD;
            $(folder = $fd;)?
            count(read_link(folder, name, to, room))
        }
    )*};
}

checked_links! {
    pikse_libc___readlink_chk();
    pikse_libc___readlinkat_chk(fd);
}
