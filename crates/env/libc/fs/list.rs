//! The entries of a folder: `.`, `..`, and its names in the order in which they were made.

use core::ffi::{c_char, c_int, c_long, c_void};
use core::ptr::null_mut;

use super::super::alloc::{malloc, own, realloc};
use super::super::errno;
use super::super::machine::pikse_vm_free;
use super::super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen};
use super::node::{self, Entry, Node, S_IFDIR, S_IFMT};
use super::path::AT_FDCWD;
use super::table::{self, O_CLOEXEC, O_DIRECTORY};
use super::{Answer, open};

/// `struct dirent` of x86-64.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Dirent {
    number: u64,
    offset: i64,
    length: u16,
    kind: u8,
    pub name: [c_char; 256],
}

/// `DIR`.
#[repr(C)]
pub struct Dir {
    fd: c_int,
    /// 0 and 1 for `.` and `..`, then the cookie of the last entry plus 2.
    position: u64,
    entry: Dirent,
}

const NOTHING: Dirent = Dirent { number: 0, offset: 0, length: 0, kind: 0, name: [0; 256] };

unsafe fn new(fd: c_int) -> *mut Dir {
    let dir = own(size_of::<Dir>()).cast::<Dir>();
    *dir = Dir { fd, position: 0, entry: NOTHING };
    dir
}

fn pointer<T>(answer: Answer<*mut T>) -> *mut T {
    match answer {
        Ok(pointer) => pointer,
        Err(error) => {
            errno::set(error);
            null_mut()
        }
    }
}

unsafe fn open_at(fd: c_int, name: *const c_char) -> Answer<*mut Dir> {
    Ok(new(open::open(fd, name, O_DIRECTORY | O_CLOEXEC, 0)?))
}

unsafe fn of_descriptor(fd: c_int) -> Answer<*mut Dir> {
    let open = table::opened(fd)?;
    if !(*(*open).node).is(S_IFDIR) {
        return Err(errno::ENOTDIR);
    }
    if (*open).flags & table::O_ACCMODE == table::O_WRONLY {
        return Err(errno::EINVAL);
    }
    Ok(new(fd))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_opendir(name: *const c_char) -> *mut Dir {
    pointer(open_at(AT_FDCWD, name))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fdopendir(fd: c_int) -> *mut Dir {
    pointer(of_descriptor(fd))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_dirfd(dir: *mut Dir) -> c_int {
    (*dir).fd
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_closedir(dir: *mut Dir) -> c_int {
    if dir.is_null() {
        return errno::fail(errno::EINVAL);
    }
    let closed = super::done(table::close((*dir).fd));
    pikse_vm_free(dir.cast());
    closed
}

/// The first entry from a position on.
unsafe fn next(folder: *const Node, position: u64) -> *mut Entry {
    let mut entry = (*folder).first;
    while !entry.is_null() && (*entry).cookie + 2 <= position {
        entry = (*entry).next;
    }
    entry
}

unsafe fn set(to: *mut Dirent, node: *const Node, name: *const c_char, position: u64) {
    let length = pikse_libc_strlen(name);
    (*to).number = (*node).number;
    (*to).offset = position as i64;
    (*to).length = ((19 + length + 1).div_ceil(8) * 8) as u16;
    (*to).kind = (((*node).mode & S_IFMT) >> 12) as u8;
    core::ptr::copy_nonoverlapping(name, (&raw mut (*to).name).cast(), length + 1);
}

/// Reads the next entry; false at the end.
unsafe fn advance(dir: *mut Dir, to: *mut Dirent) -> Answer<bool> {
    let folder = (*table::opened((*dir).fd)?).node;
    if node::is_of_descriptors(folder) {
        super::super::machine::pikse_vm_unsupported(c"the list of /dev/fd".as_ptr());
    }
    match (*dir).position {
        0 => {
            set(to, folder, c".".as_ptr(), 1);
            (*dir).position = 1;
            return Ok(true);
        }
        1 => {
            set(to, (*folder).parent, c"..".as_ptr(), 2);
            (*dir).position = 2;
            return Ok(true);
        }
        _ => {}
    }
    let entry = next(folder, (*dir).position);
    if entry.is_null() {
        return Ok(false);
    }
    (*dir).position = (*entry).cookie + 2;
    set(to, (*entry).node, (*entry).name, (*dir).position);
    Ok(true)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readdir(dir: *mut Dir) -> *mut Dirent {
    let entry = &raw mut (*dir).entry;
    match advance(dir, entry) {
        Ok(true) => entry,
        Ok(false) => null_mut(),
        Err(error) => {
            errno::set(error);
            null_mut()
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readdir64(dir: *mut Dir) -> *mut Dirent {
    pikse_libc_readdir(dir)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_readdir_r(
    dir: *mut Dir,
    to: *mut Dirent,
    result: *mut *mut Dirent,
) -> c_int {
    match advance(dir, to) {
        Ok(is_there) => {
            *result = if is_there { to } else { null_mut() };
            0
        }
        Err(error) => error,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_rewinddir(dir: *mut Dir) {
    (*dir).position = 0;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_telldir(dir: *mut Dir) -> c_long {
    (*dir).position as c_long
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_seekdir(dir: *mut Dir, position: c_long) {
    (*dir).position = position as u64;
}

type Filter = Option<unsafe extern "C" fn(*const Dirent) -> c_int>;
type Order = Option<unsafe extern "C" fn(*const c_void, *const c_void) -> c_int>;

unsafe fn scan(
    fd: c_int,
    name: *const c_char,
    to: *mut *mut *mut Dirent,
    filter: Filter,
    order: Order,
) -> Answer<c_int> {
    let dir = open_at(fd, name)?;
    let (mut all, mut count) = (null_mut::<*mut Dirent>(), 0);
    loop {
        let entry = pikse_libc_readdir(dir);
        if entry.is_null() {
            break;
        }
        if let Some(filter) = filter
            && filter(entry) == 0
        {
            continue;
        }
        all = realloc(all.cast(), (count + 1) * size_of::<*mut Dirent>()).cast();
        // Only as much as the entry needs, as glibc does.
        let size = (*entry).length as usize;
        let copy = malloc(size);
        core::ptr::copy_nonoverlapping(entry.cast::<u8>(), copy, size);
        *all.add(count) = copy.cast();
        count += 1;
    }
    pikse_libc_closedir(dir);
    if let Some(order) = order
        && count > 1
    {
        super::super::sort::pikse_libc_qsort(all.cast(), count, 8, order);
    }
    *to = all;
    Ok(count as c_int)
}

macro_rules! scans {
    ($($plain:ident $at:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(
            name: *const c_char,
            to: *mut *mut *mut Dirent,
            filter: Filter,
            order: Order,
        ) -> c_int {
            super::number(scan(AT_FDCWD, name, to, filter, order))
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $at(
            fd: c_int,
            name: *const c_char,
            to: *mut *mut *mut Dirent,
            filter: Filter,
            order: Order,
        ) -> c_int {
            super::number(scan(fd, name, to, filter, order))
        }
    )*};
}

scans! {
    pikse_libc_scandir pikse_libc_scandirat;
    pikse_libc_scandir64 pikse_libc_scandirat64;
}

macro_rules! orders {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(a: *const *const Dirent, b: *const *const Dirent) -> c_int {
            pikse_libc_strcmp((&raw const (**a).name).cast(), (&raw const (**b).name).cast())
        }
    )*};
}

orders! { pikse_libc_alphasort pikse_libc_alphasort64 }
