//! From a name to a node: folders, links, `.` and `..`.
//!
//! A name may be symbolic. Each entry of a folder is compared with the next part of the name, byte by
//! byte, so that a path splits only as far as the name agrees with an entry. The end of a part that
//! names nothing is looked for only if something is to be created.

use core::ffi::{c_char, c_int};

use super::super::alloc::own;
use super::super::errno;
use super::super::machine::pikse_vm_is_symbolic;
use super::super::string::plain::pikse_libc_strlen;
use super::node::{self, Entry, Node, S_IFDIR, S_IFLNK};
use super::{Answer, check, folder, rights, table};

/// Names are relative to the current folder.
pub const AT_FDCWD: c_int = -100;
const MOST_LINKS: u32 = 40;
const LONGEST_PATH: usize = 4096;
pub const LONGEST_NAME: usize = 255;

/// The last part of a name.
#[derive(Clone, Copy, PartialEq)]
pub enum Last {
    Name,
    Dot,
    Parent,
    /// The name has no parts: it is `/`.
    Root,
}

/// What a name leads to.
#[derive(Clone, Copy)]
pub struct Found {
    /// Null if there is nothing of this name.
    pub node: *mut Node,
    /// The entry, if the last part is a name.
    pub entry: *mut Entry,
    /// The folder of the last part.
    pub folder: *mut Node,
    pub last: Last,
    /// The last part, if there is nothing of this name.
    pub name: *const c_char,
    pub length: usize,
    /// Whether a slash follows the last part.
    pub slash: bool,
}

/// What to do at the end of a name.
#[derive(Clone, Copy, PartialEq)]
pub enum Want {
    /// Follow a link at the end.
    Target,
    /// A link at the end is what is wanted.
    Itself,
    /// The same, and there may be nothing of this name yet.
    New,
    /// Follow a link at the end, and there may be nothing of this name yet.
    NewTarget,
}

/// The folder that a name is relative to.
pub unsafe fn base(fd: c_int, name: *const c_char) -> Answer<*mut Node> {
    check(name)?;
    if *name as u8 == b'/' {
        return Ok(node::root());
    }
    if fd == AT_FDCWD {
        return Ok(folder::current());
    }
    if *name == 0 {
        // Only checked where an empty name is allowed.
        return Ok(folder::current());
    }
    let folder = table::opened(fd)?;
    match (*(*folder).node).is(S_IFDIR) {
        true => Ok((*folder).node),
        false => Err(errno::ENOTDIR),
    }
}

/// What a name leads to. An error if there is nothing of this name, unless it may be new.
pub unsafe fn find(fd: c_int, name: *const c_char, want: Want) -> Answer<Found> {
    let base = base(fd, name)?;
    if *name == 0 {
        return Err(errno::ENOENT);
    }
    walk(base, name, want)
}

/// The node of a name.
pub unsafe fn node_of(fd: c_int, name: *const c_char, want: Want) -> Answer<*mut Node> {
    Ok(find(fd, name, want)?.node)
}

unsafe fn after_slashes(at: *const c_char) -> *const c_char {
    let mut at = at;
    while *at as u8 == b'/' {
        at = at.add(1);
    }
    at
}

/// Whether a part ends here.
unsafe fn ends(at: *const c_char) -> bool {
    let byte = *at as u8;
    byte == 0 || byte == b'/'
}

/// Whether the next part of a name is this one.
unsafe fn begins_with(at: *const c_char, name: *const c_char, length: usize) -> bool {
    let mut n = 0;
    while n < length {
        if *at.add(n) != *name.add(n) {
            return false;
        }
        n += 1;
    }
    ends(at.add(length))
}

/// Whether a part is too long, as far as it is known.
unsafe fn is_too_long(at: *const c_char) -> bool {
    let mut n = 0;
    while n <= LONGEST_NAME {
        let byte = *at.add(n) as u8;
        if pikse_vm_is_symbolic(u64::from(byte)) != 0 || byte == 0 || byte == b'/' {
            return false;
        }
        n += 1;
    }
    true
}

/// Whether a whole name is too long, as far as it is known.
unsafe fn is_path_too_long(name: *const c_char) -> bool {
    let mut n = 0;
    while n < LONGEST_PATH {
        let byte = *name.add(n) as u8;
        if pikse_vm_is_symbolic(u64::from(byte)) != 0 || byte == 0 {
            return false;
        }
        n += 1;
    }
    true
}

unsafe fn walk(base: *mut Node, name: *const c_char, want: Want) -> Answer<Found> {
    if is_path_too_long(name) {
        return Err(errno::ENAMETOOLONG);
    }
    let mut folder = if *name as u8 == b'/' { node::root() } else { base };
    let mut at = after_slashes(name);
    let mut links = 0;
    if *at == 0 {
        let name = at;
        let root = Last::Root;
        let entry = core::ptr::null_mut();
        return Ok(Found { node: folder, entry, folder, last: root, name, length: 0, slash: true });
    }
    loop {
        if !(*folder).is(S_IFDIR) {
            return Err(errno::ENOTDIR);
        }
        if !rights::may(folder, rights::SEARCH) {
            return Err(errno::EACCES);
        }
        let (node, entry, last, length) = step(folder, at);
        if node.is_null() {
            return missing(folder, at, want);
        }
        let end = at.add(length);
        let rest = after_slashes(end);
        let (is_last, slash) = (*rest == 0, *end as u8 == b'/');
        let follows = !is_last || slash || matches!(want, Want::Target | Want::NewTarget);
        if (*node).is(S_IFLNK) && follows {
            links += 1;
            if links > MOST_LINKS {
                return Err(errno::ELOOP);
            }
            if (*node).device != 0 {
                // It leads to what the descriptor is open on, not to a name.
                let target = if (*node).device == node::TO_DESCRIPTORS {
                    node::of_descriptors()
                } else {
                    let opened = table::opened(((*node).device - 1) as c_int);
                    let Ok(opened) = opened else { return Err(errno::ENOENT) };
                    (*opened).node
                };
                if is_last && (!slash || (*target).is(S_IFDIR)) {
                    return Ok(Found {
                        node: target,
                        entry,
                        folder,
                        last,
                        name: at,
                        length,
                        slash,
                    });
                }
                (folder, at) = (target, rest);
                if is_last {
                    return Err(errno::ENOTDIR);
                }
                continue;
            }
            at = joined(node, end);
            if *at as u8 == b'/' {
                folder = node::root();
                at = after_slashes(at);
                if *at == 0 {
                    let (last, length) = (Last::Root, 0);
                    let entry = core::ptr::null_mut();
                    let name = at;
                    return Ok(Found { node: folder, entry, folder, last, name, length, slash });
                }
            }
            continue;
        }
        if is_last {
            if slash && !(*node).is(S_IFDIR) {
                return Err(errno::ENOTDIR);
            }
            return Ok(Found { node, entry, folder, last, name: at, length, slash });
        }
        (folder, at) = (node, rest);
    }
}

/// The node of the next part of a name, its entry if it has one, and the part's length. The node is
/// null if there is none.
unsafe fn step(folder: *mut Node, at: *const c_char) -> (*mut Node, *mut Entry, Last, usize) {
    let none = core::ptr::null_mut();
    if *at as u8 == b'.' {
        if ends(at.add(1)) {
            return (folder, none, Last::Dot, 1);
        }
        if *at.add(1) as u8 == b'.' && ends(at.add(2)) {
            return ((*folder).parent, none, Last::Parent, 2);
        }
    }
    if node::is_of_descriptors(folder) {
        return descriptor(at);
    }
    let mut entry = (*folder).first;
    while !entry.is_null() {
        if begins_with(at, (*entry).name, (*entry).length) {
            return ((*entry).node, entry, Last::Name, (*entry).length);
        }
        entry = (*entry).next;
    }
    (core::ptr::null_mut(), none, Last::Name, 0)
}

/// An open descriptor by its number: a link to what it is open on.
unsafe fn descriptor(at: *const c_char) -> (*mut Node, *mut Entry, Last, usize) {
    let none = core::ptr::null_mut();
    let (mut fd, mut length) = (0, 0);
    while length < 4 && (*at.add(length) as u8).is_ascii_digit() {
        fd = fd * 10 + c_int::from(*at.add(length) as u8 - b'0');
        length += 1;
    }
    let is_number = length > 0 && ends(at.add(length)) && (*at as u8 != b'0' || length == 1);
    if !is_number || table::opened(fd).is_err() {
        return (core::ptr::null_mut(), none, Last::Name, 0);
    }
    let link = node::new(S_IFLNK | 0o700);
    ((*link).device, (*link).links) = (fd as u64 + 1, 1);
    (link, none, Last::Name, length)
}

/// The answer for a part that names nothing.
unsafe fn missing(folder: *mut Node, at: *const c_char, want: Want) -> Answer<Found> {
    if is_too_long(at) {
        return Err(errno::ENAMETOOLONG);
    }
    if !matches!(want, Want::New | Want::NewTarget) {
        return Err(errno::ENOENT);
    }
    let mut end = at;
    while !ends(end) {
        end = end.add(1);
    }
    if *after_slashes(end) != 0 {
        return Err(errno::ENOENT);
    }
    Ok(Found {
        node: core::ptr::null_mut(),
        entry: core::ptr::null_mut(),
        folder,
        last: Last::Name,
        name: at,
        length: end.offset_from(at) as usize,
        slash: *end as u8 == b'/',
    })
}

/// The target of a link, followed by the rest of a name.
unsafe fn joined(link: *const Node, rest: *const c_char) -> *const c_char {
    let (length, more) = ((*link).size, pikse_libc_strlen(rest));
    let whole = own(length + more + 1);
    core::ptr::copy_nonoverlapping((*link).data, whole, length);
    core::ptr::copy_nonoverlapping(rest.cast(), whole.add(length), more);
    *whole.add(length + more) = 0;
    whole.cast()
}
