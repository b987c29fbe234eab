//! The folder that names are relative to, and absolute names.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::alloc::malloc;
use super::super::errno;
use super::node::{self, Node, S_IFDIR};
use super::path::{self, AT_FDCWD, Found, Last, Want};
use super::{Answer, check, done, rights, table};

const LONGEST: usize = 4096;

/// Null until the program changes it.
static mut CURRENT: *mut Node = null_mut();

pub unsafe fn current() -> *mut Node {
    if CURRENT.is_null() { node::start() } else { CURRENT }
}

pub unsafe fn is_current(node: *const Node) -> bool {
    core::ptr::eq(node, CURRENT)
}

unsafe fn enter(folder: *mut Node) -> Answer<()> {
    if !(*folder).is(S_IFDIR) {
        return Err(errno::ENOTDIR);
    }
    if !rights::may(folder, rights::SEARCH) {
        return Err(errno::EACCES);
    }
    let old = current();
    CURRENT = folder;
    node::forget(old);
    Ok(())
}

unsafe fn change(name: *const c_char) -> Answer<()> {
    enter(path::node_of(AT_FDCWD, name, Want::Target)?)
}

unsafe fn change_to(fd: c_int) -> Answer<()> {
    enter((*table::opened(fd)?).node)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_chdir(name: *const c_char) -> c_int {
    done(change(name))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fchdir(fd: c_int) -> c_int {
    done(change_to(fd))
}

/// Only root may.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_chroot(name: *const c_char) -> c_int {
    done(match path::node_of(AT_FDCWD, name, Want::Target) {
        Ok(node) if !(*node).is(S_IFDIR) => Err(errno::ENOTDIR),
        Ok(_) => Err(errno::EPERM),
        Err(error) => Err(error),
    })
}

/// A text that is written from its end.
struct Backwards {
    text: [u8; LONGEST],
    at: usize,
}

impl Backwards {
    unsafe fn part(&mut self, name: *const c_char, length: usize) -> Answer<()> {
        if length + 1 >= self.at {
            return Err(errno::ENAMETOOLONG);
        }
        self.at -= length + 1;
        let to = (&raw mut self.text).cast::<u8>().add(self.at);
        *to = b'/';
        core::ptr::copy_nonoverlapping(name.cast(), to.add(1), length);
        Ok(())
    }

    /// The names of a folder and those around it.
    unsafe fn folders(&mut self, folder: *mut Node) -> Answer<()> {
        let mut at = folder;
        while at != node::root() {
            let parent = (*at).parent;
            let mut entry = (*parent).first;
            while !entry.is_null() && (*entry).node != at {
                entry = (*entry).next;
            }
            if entry.is_null() {
                return Err(errno::ENOENT);
            }
            self.part((*entry).name, (*entry).length)?;
            at = parent;
        }
        if self.at == LONGEST - 1 {
            self.part(c"".as_ptr(), 0)?;
        }
        Ok(())
    }

    /// The text into memory, or into new memory. `room` is the size of the memory; 0 for as much as
    /// is needed.
    unsafe fn copy(&self, to: *mut c_char, room: usize) -> Answer<*mut c_char> {
        let size = LONGEST - self.at;
        if room > 0 && room < size {
            return Err(errno::ERANGE);
        }
        let to = match to.is_null() {
            true => malloc(if room > 0 { room } else { size }).cast::<c_char>(),
            false => to,
        };
        if to.is_null() {
            return Err(errno::ENOMEM);
        }
        let from = (&raw const self.text).cast::<c_char>().add(self.at);
        core::ptr::copy_nonoverlapping(from, to, size);
        Ok(to)
    }
}

fn backwards() -> Backwards {
    // The last byte is the zero at the end.
    Backwards { text: [0; LONGEST], at: LONGEST - 1 }
}

unsafe fn name_of_current(to: *mut c_char, room: usize) -> Answer<*mut c_char> {
    if room == 0 && !to.is_null() {
        return Err(errno::EINVAL);
    }
    let mut text = backwards();
    text.folders(current())?;
    text.copy(to, room)
}

fn pointer(answer: Answer<*mut c_char>) -> *mut c_char {
    match answer {
        Ok(pointer) => pointer,
        Err(error) => {
            errno::set(error);
            null_mut()
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getcwd(to: *mut c_char, room: usize) -> *mut c_char {
    pointer(name_of_current(to, room))
}

/// `PWD` is not set by the models, so the name is the real one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_get_current_dir_name() -> *mut c_char {
    pikse_libc_getcwd(null_mut(), 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_getwd(to: *mut c_char) -> *mut c_char {
    if to.is_null() {
        errno::set(errno::EINVAL);
        return null_mut();
    }
    pikse_libc_getcwd(to, LONGEST)
}

unsafe fn absolute(name: *const c_char, to: *mut c_char) -> Answer<*mut c_char> {
    if name.is_null() {
        return Err(errno::EINVAL);
    }
    check(name)?;
    let found: Found = path::find(AT_FDCWD, name, Want::Target)?;
    let mut text = backwards();
    if (*found.node).is(S_IFDIR) {
        text.folders(found.node)?;
    } else if found.last == Last::Name
        && !found.entry.is_null()
        && (*found.entry).node == found.node
    {
        text.part((*found.entry).name, (*found.entry).length)?;
        text.folders(found.folder)?;
    } else {
        super::super::machine::pikse_vm_unsupported(c"the absolute name of an open file".as_ptr());
    }
    text.copy(to, 0)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_realpath(name: *const c_char, to: *mut c_char) -> *mut c_char {
    pointer(absolute(name, to))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_canonicalize_file_name(name: *const c_char) -> *mut c_char {
    pointer(absolute(name, null_mut()))
}
