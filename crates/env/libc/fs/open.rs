//! Opening files.

use core::ffi::{c_char, c_int, c_uint};

use super::super::ends;
use super::super::errno;
use super::super::machine::pikse_vm_unsupported;
use super::super::stdio::arguments::VaList;
use super::node::{self, Node, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFREG, S_IFSOCK};
use super::path::{self, AT_FDCWD, Last, Want};
use super::table::{
    self, O_ACCMODE, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_PATH, O_RDWR, O_TRUNC,
    O_WRONLY,
};
use super::{Answer, io, number, rights};

/// A file without a name, in a folder.
const O_TMPFILE: c_int = 0o20_000_000;
const TTY: u64 = 5 << 8;

/// Opens a file, like the system's `openat`.
pub unsafe fn open(fd: c_int, name: *const c_char, flags: c_int, mode: c_uint) -> Answer<c_int> {
    let creates = flags & O_CREAT != 0 && flags & O_PATH == 0;
    let exclusive = creates && flags & O_EXCL != 0;
    let follows = flags & O_NOFOLLOW == 0 && !exclusive;
    let found = path::find(
        fd,
        name,
        match (creates, follows) {
            (true, true) => Want::NewTarget,
            (true, false) => Want::New,
            (false, true) => Want::Target,
            (false, false) => Want::Itself,
        },
    );
    let found = match found {
        // The kernel sees the slash before it looks for the last part.
        Err(errno::ENOTDIR) if creates && ends_with_slash(name) => return Err(errno::EISDIR),
        found => found?,
    };
    if creates && found.last == Last::Name && found.slash {
        return Err(errno::EISDIR);
    }
    if found.node.is_null() {
        rights::may_change(found.folder)?;
        let new = node::new(S_IFREG | rights::masked(mode & 0o7777));
        node::add(found.folder, found.name, found.length, new);
        return Ok(table::add(new, flags));
    }
    let node = found.node;
    if exclusive {
        return Err(errno::EEXIST);
    }
    let is_folder = (*node).is(S_IFDIR);
    if creates && is_folder {
        return Err(errno::EISDIR);
    }
    if flags & O_DIRECTORY != 0 && !is_folder {
        return Err(errno::ENOTDIR);
    }
    if flags & O_PATH != 0 {
        return Ok(table::add(node, flags));
    }
    if (*node).is(S_IFLNK) {
        return Err(errno::ELOOP);
    }
    let writes = flags & O_ACCMODE != 0;
    if flags & O_TMPFILE != 0 && is_folder {
        return temporary(node, flags, mode);
    }
    if is_folder && (writes || flags & O_TRUNC != 0) {
        return Err(errno::EISDIR);
    }
    let read = if flags & O_ACCMODE == O_WRONLY { 0 } else { rights::READ };
    let write = if writes || flags & O_TRUNC != 0 { rights::WRITE } else { 0 };
    if !rights::may(node, read | write) {
        return Err(errno::EACCES);
    }
    special(node, flags)?;
    if flags & O_TRUNC != 0 && (*node).is(S_IFREG) {
        io::resize(node, 0)?;
    }
    Ok(table::add(node, flags))
}

unsafe fn ends_with_slash(name: *const c_char) -> bool {
    let length = super::super::string::plain::pikse_libc_strlen(name);
    length > 0 && *name.add(length - 1) as u8 == b'/'
}

unsafe fn temporary(folder: *mut Node, flags: c_int, mode: c_uint) -> Answer<c_int> {
    if flags & O_ACCMODE == 0 {
        return Err(errno::EINVAL);
    }
    rights::may_change(folder)?;
    Ok(table::add(node::new(S_IFREG | rights::masked(mode & 0o7777)), flags & !O_TMPFILE))
}

/// Opening something else than a file or a folder may fail, or wait.
unsafe fn special(node: *mut Node, flags: c_int) -> Answer<()> {
    if (*node).is(S_IFSOCK) || ((*node).is(S_IFCHR) && (*node).device == TTY) {
        return Err(errno::ENXIO);
    }
    if (*node).is(S_IFIFO) {
        let (mode, waits) = (flags & O_ACCMODE, flags & O_NONBLOCK == 0);
        match mode {
            0 if (*node).writers == 0 && waits => {
                ends::blocked(c"open of a FIFO that nothing writes to".as_ptr())
            }
            O_WRONLY if (*node).readers == 0 && waits => {
                ends::blocked(c"open of a FIFO that nothing reads from".as_ptr())
            }
            O_WRONLY if (*node).readers == 0 => return Err(errno::ENXIO),
            _ => {}
        }
    }
    Ok(())
}

/// Opens a file by its name.
pub unsafe fn by_name(name: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    number(open(AT_FDCWD, name, flags, mode))
}

/// Opens a new file without a name.
pub unsafe fn unnamed() -> c_int {
    table::add(node::new(S_IFREG | 0o600), O_RDWR)
}

// `open` and similar functions take a mode only if they may create a file: src/variadic.rs passes the
// list.

unsafe fn mode(flags: c_int, arguments: *mut VaList) -> c_uint {
    let takes = flags & O_CREAT != 0 || flags & O_TMPFILE != 0;
    if takes { (*arguments).int() as c_uint } else { 0 }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_open(
    name: *const c_char,
    flags: c_int,
    arguments: *mut VaList,
) -> c_int {
    number(open(AT_FDCWD, name, flags, mode(flags, arguments)))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_openat(
    fd: c_int,
    name: *const c_char,
    flags: c_int,
    arguments: *mut VaList,
) -> c_int {
    number(open(fd, name, flags, mode(flags, arguments)))
}

/// glibc's headers call it where no mode is given; a file cannot be created then.
unsafe fn without_mode(fd: c_int, name: *const c_char, flags: c_int) -> c_int {
    if flags & O_CREAT != 0 {
        pikse_vm_unsupported(c"open that creates a file without a mode".as_ptr());
    }
    number(open(fd, name, flags, 0))
}

macro_rules! checked {
    ($($plain:ident $at:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(name: *const c_char, flags: c_int) -> c_int {
            without_mode(AT_FDCWD, name, flags)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $at(fd: c_int, name: *const c_char, flags: c_int) -> c_int {
            without_mode(fd, name, flags)
        }
    )*};
}

checked! {
    pikse_libc___open_2 pikse_libc___openat_2;
    pikse_libc___open64_2 pikse_libc___openat64_2;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_creat(name: *const c_char, mode: c_uint) -> c_int {
    by_name(name, O_CREAT | O_WRONLY | O_TRUNC, mode)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_creat64(name: *const c_char, mode: c_uint) -> c_int {
    pikse_libc_creat(name, mode)
}
