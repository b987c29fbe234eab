//! Descriptors and the open files that they refer to.

use core::ffi::c_int;
use core::ptr::null_mut;

use super::super::alloc::own;
use super::super::errno;
use super::super::machine::{pikse_vm_free, pikse_vm_is_symbolic, pikse_vm_unsupported};
use super::super::stdio::arguments::VaList;
use super::node::{self, Node};
use super::{Answer, done, number};

pub const O_ACCMODE: c_int = 3;
pub const O_WRONLY: c_int = 1;
pub const O_RDWR: c_int = 2;
pub const O_CREAT: c_int = 0o100;
pub const O_EXCL: c_int = 0o200;
pub const O_NOCTTY: c_int = 0o400;
pub const O_TRUNC: c_int = 0o1000;
pub const O_APPEND: c_int = 0o2000;
pub const O_NONBLOCK: c_int = 0o4000;
pub const O_LARGEFILE: c_int = 0o100_000;
pub const O_DIRECTORY: c_int = 0o200_000;
pub const O_NOFOLLOW: c_int = 0o400_000;
pub const O_CLOEXEC: c_int = 0o2_000_000;
pub const O_PATH: c_int = 0o10_000_000;
/// Flags that can be changed later.
const CHANGEABLE: c_int = O_APPEND | O_NONBLOCK | 0o20_000 | 0o40_000 | 0o1_000_000;

/// An open file; several descriptors may share it.
#[repr(C)]
pub struct Open {
    pub users: u32,
    pub flags: c_int,
    pub node: *mut Node,
    pub position: usize,
}

/// The number of descriptors that a process may have.
pub const LIMIT: c_int = 1024;
/// Those that are modelled.
const MODELLED: usize = 64;

// One user more than there are: these are never freed.
static mut INPUT: Open = fixed(0, &raw mut node::INPUT);
static mut OUTPUT: Open = fixed(O_WRONLY, &raw mut node::OUTPUT);
static mut ERRORS: Open = fixed(O_WRONLY, &raw mut node::ERRORS);

const fn fixed(flags: c_int, node: *mut Node) -> Open {
    Open { users: 2, flags: flags | O_LARGEFILE, node, position: 0 }
}

/// The open file of each descriptor, or null.
static mut TABLE: [*mut Open; MODELLED] = {
    let mut table = [null_mut(); MODELLED];
    table[0] = &raw mut INPUT;
    table[1] = &raw mut OUTPUT;
    table[2] = &raw mut ERRORS;
    table
};
/// The descriptors that `exec` closes, a bit for each.
static mut CLOSED_BY_EXEC: u64 = 0;

unsafe fn place(fd: usize) -> *mut *mut Open {
    (&raw mut TABLE).cast::<*mut Open>().add(fd)
}

/// The open file of a descriptor.
pub unsafe fn opened(fd: c_int) -> Answer<*mut Open> {
    let fd = known(fd);
    if (fd as u32 as usize) >= MODELLED {
        return Err(errno::EBADF);
    }
    let open = *place(fd as usize);
    if open.is_null() {
        return Err(errno::EBADF);
    }
    Ok(open)
}

/// A symbolic descriptor, split by the open ones.
unsafe fn known(fd: c_int) -> c_int {
    if pikse_vm_is_symbolic(fd as u64) == 0 {
        return fd;
    }
    let mut one = 0;
    while one < MODELLED {
        if !(*place(one)).is_null() && fd == one as c_int {
            return one as c_int;
        }
        one += 1;
    }
    -1
}

/// Whether a descriptor is open; if not, sets `errno`.
pub unsafe fn is_open(fd: c_int) -> bool {
    match opened(fd) {
        Ok(_) => true,
        Err(error) => {
            errno::set(error);
            false
        }
    }
}

/// The node of a descriptor; null if it is not open.
pub unsafe fn node_of(fd: c_int) -> *mut Node {
    match opened(fd) {
        Ok(open) => (*open).node,
        Err(_) => null_mut(),
    }
}

/// The lowest closed descriptor from one on.
unsafe fn lowest_free(from: c_int) -> c_int {
    let mut fd = from as usize;
    while fd < MODELLED {
        if (*place(fd)).is_null() {
            return fd as c_int;
        }
        fd += 1;
    }
    too_many()
}

/// A real system has more room, and programs would not see an error here.
unsafe fn too_many() -> ! {
    pikse_vm_unsupported(c"more than 64 open files".as_ptr())
}

/// Sets whether `exec` closes a descriptor.
pub unsafe fn mark(fd: c_int, closed_by_exec: bool) {
    let bit = 1 << fd;
    CLOSED_BY_EXEC = CLOSED_BY_EXEC & !bit | if closed_by_exec { bit } else { 0 };
}

/// Opens a node.
pub unsafe fn add(node: *mut Node, flags: c_int) -> c_int {
    let fd = lowest_free(0);
    let open = own(size_of::<Open>()).cast::<Open>();
    let kept = flags & !(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
    *open = Open { users: 1, flags: kept | O_LARGEFILE, node, position: 0 };
    *place(fd as usize) = open;
    mark(fd, flags & O_CLOEXEC != 0);
    (*node).open += 1;
    if flags & O_PATH == 0 {
        let mode = flags & O_ACCMODE;
        (*node).readers += u32::from(mode != O_WRONLY);
        (*node).writers += u32::from(mode != 0);
    }
    fd
}

pub unsafe fn close(fd: c_int) -> Answer<()> {
    let open = opened(fd)?;
    *place(known(fd) as usize) = null_mut();
    (*open).users -= 1;
    if (*open).users == 0 {
        let node = (*open).node;
        (*node).open -= 1;
        if (*open).flags & O_PATH == 0 {
            let mode = (*open).flags & O_ACCMODE;
            (*node).readers -= u32::from(mode != O_WRONLY);
            (*node).writers -= u32::from(mode != 0);
        }
        if (*node).open == 0 {
            super::special::closed(node);
        }
        node::forget(node);
        pikse_vm_free(open.cast());
    }
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_close(fd: c_int) -> c_int {
    done(close(fd))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_close_range(first: u32, last: u32, flags: c_int) -> c_int {
    if first > last || flags & !6 != 0 {
        return errno::fail(errno::EINVAL);
    }
    let mut fd = first as usize;
    while fd < MODELLED && fd <= last as usize {
        if !(*place(fd)).is_null() {
            // CLOSE_RANGE_CLOEXEC
            if flags & 4 != 0 {
                mark(fd as c_int, true);
            } else {
                let _ = close(fd as c_int);
            }
        }
        fd += 1;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_closefrom(first: c_int) {
    pikse_libc_close_range(if first < 0 { 0 } else { first as u32 }, u32::MAX, 0);
}

/// Duplicates a descriptor to the lowest free one from `least` on.
unsafe fn duplicate(fd: c_int, least: c_int, closed_by_exec: bool) -> Answer<c_int> {
    let open = opened(fd)?;
    if !(0..LIMIT).contains(&least) {
        return Err(errno::EINVAL);
    }
    let new = lowest_free(least);
    (*open).users += 1;
    *place(new as usize) = open;
    mark(new, closed_by_exec);
    Ok(new)
}

/// Makes `new` a duplicate of a descriptor.
pub unsafe fn duplicate_to(fd: c_int, new: c_int, closed_by_exec: bool) -> Answer<c_int> {
    let open = opened(fd)?;
    if !(0..LIMIT).contains(&new) {
        return Err(errno::EBADF);
    }
    if new as usize >= MODELLED {
        too_many();
    }
    if new == known(fd) {
        return Ok(new);
    }
    (*open).users += 1;
    if !(*place(new as usize)).is_null() {
        close(new)?;
    }
    *place(new as usize) = open;
    mark(new, closed_by_exec);
    Ok(new)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup(fd: c_int) -> c_int {
    number(duplicate(fd, 0, false))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup2(fd: c_int, new: c_int) -> c_int {
    number(duplicate_to(fd, new, false))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dup3(fd: c_int, new: c_int, flags: c_int) -> c_int {
    if fd == new || flags & !O_CLOEXEC != 0 {
        return errno::fail(errno::EINVAL);
    }
    number(duplicate_to(fd, new, flags & O_CLOEXEC != 0))
}

const F_DUPFD: c_int = 0;
const F_GETFD: c_int = 1;
const F_SETFD: c_int = 2;
const F_GETFL: c_int = 3;
const F_SETFL: c_int = 4;
const F_GETLK: c_int = 5;
const F_SETLKW: c_int = 7;
const F_DUPFD_CLOEXEC: c_int = 1030;
const F_GETPIPE_SZ: c_int = 1032;

/// The first fields of `struct flock`.
#[repr(C)]
struct Lock {
    kind: i16,
    whence: i16,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_fcntl(
    fd: c_int,
    command: c_int,
    arguments: *mut VaList,
) -> c_int {
    number(control(fd, command, arguments))
}

unsafe fn control(fd: c_int, command: c_int, arguments: *mut VaList) -> Answer<c_int> {
    let open = opened(fd)?;
    match command {
        F_DUPFD => duplicate(fd, (*arguments).int(), false),
        F_DUPFD_CLOEXEC => duplicate(fd, (*arguments).int(), true),
        F_GETFD => Ok((CLOSED_BY_EXEC >> known(fd)) as c_int & 1),
        F_SETFD => {
            mark(known(fd), (*arguments).int() & 1 != 0);
            Ok(0)
        }
        F_GETFL => Ok((*open).flags),
        F_SETFL => {
            let new = (*arguments).int();
            (*open).flags = (*open).flags & !CHANGEABLE | new & CHANGEABLE;
            Ok(0)
        }
        // No other process has a lock.
        F_GETLK..=F_SETLKW => {
            let lock = (*arguments).pointer::<Lock>();
            super::check(lock)?;
            match (*lock).kind {
                0..3 if command == F_GETLK => (*lock).kind = 2,
                0 if (*open).flags & O_ACCMODE == O_WRONLY => return Err(errno::EBADF),
                1 if (*open).flags & O_ACCMODE == 0 => return Err(errno::EBADF),
                0..3 => {}
                _ => return Err(errno::EINVAL),
            }
            Ok(0)
        }
        F_GETPIPE_SZ if (*(*open).node).is(node::S_IFIFO) => Ok(super::pipe::ROOM as c_int),
        F_GETPIPE_SZ => Err(errno::EBADF),
        0..64 | 1024..1088 => pikse_vm_unsupported(c"fcntl with this command".as_ptr()),
        // There is no such command.
        _ => Err(errno::EINVAL),
    }
}

/// No other process has a lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_flock(fd: c_int, operation: c_int) -> c_int {
    if !is_open(fd) {
        return -1;
    }
    match operation & !4 {
        1 | 2 | 8 => 0,
        _ => errno::fail(errno::EINVAL),
    }
}

/// No other process has a lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lockf(fd: c_int, command: c_int, _: i64) -> c_int {
    if !is_open(fd) {
        return -1;
    }
    if (0..4).contains(&command) { 0 } else { errno::fail(errno::EINVAL) }
}

/// The flags that a descriptor was opened with; -1 if it is not open.
pub unsafe fn flags(fd: c_int) -> c_int {
    match opened(fd) {
        Ok(open) => (*open).flags,
        Err(error) => errno::fail(error),
    }
}
