//! A file tree in memory, the descriptors that are open on it, and the functions that programs call
//! on them.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `node` | files, folders, links and devices, and the tree that every program finds |
//! | `path` | from a name to a node |
//! | `rights` | who may do what; `chmod`, `chown`, `access`, `umask` |
//! | `table` | descriptors: `dup`, `close`, `fcntl` |
//! | `open` | `open` and similar functions |
//! | `io` | reading, writing, positions, lengths |
//! | `copy` | several pieces at once, and from one descriptor to another |
//! | `pipe` | pipes and FIFOs |
//! | `special` | sockets, events, timers and `epoll` |
//! | `names` | `mkdir`, `link`, `rename`, `unlink` and similar functions |
//! | `folder` | the folder that names are relative to; `realpath` |
//! | `list` | `opendir`, `readdir`, `scandir` |
//! | `status` | `stat` and similar functions |
//! | `times` | times of files |
//! | `temporary` | new files with names of their own |
//! | `glob` | `glob` |
//! | `walk` | `ftw` and `nftw` |
//!
//! Functions return errors as the Linux kernel does, in its order of checks. Inside, an error is an
//! `Err` with its number; the functions that programs call set `errno`.
//!
//! The standard input, output and error are regular files, as after `program <in >out 2>err`, unless
//! the program first asks whether they are terminals: then that is an input. The permissions of a
//! symbolic file are an input as well, from where the program first depends on them. The program runs as an ordinary user with the id 1000, in the folder `/home/user`. Native runs are set
//! up in the same way.

pub mod copy;
pub mod folder;
pub mod glob;
pub mod io;
pub mod list;
pub mod names;
pub mod node;
pub mod open;
pub mod path;
pub mod pipe;
pub mod rights;
pub mod special;
pub mod status;
pub mod table;
pub mod temporary;
pub mod times;
pub mod walk;

use core::ffi::{c_char, c_int};

use super::errno;

/// An answer, or the number of an error.
pub type Answer<T> = Result<T, c_int>;

/// The lowest address that can be mapped: the kernel refuses pointers below it with `EFAULT`.
/// Other invalid pointers are errors of the program.
const LOWEST: usize = 4096;

/// Whether the kernel refuses a pointer.
pub fn is_bad<T>(p: *const T) -> bool {
    (p as usize) < LOWEST
}

/// Refuses a pointer as the kernel does.
pub fn check<T>(p: *const T) -> Answer<()> {
    if is_bad(p) { Err(errno::EFAULT) } else { Ok(()) }
}

/// 0, or -1 with `errno`.
pub fn done(answer: Answer<()>) -> c_int {
    match answer {
        Ok(()) => 0,
        Err(error) => errno::fail(error),
    }
}

/// A descriptor, or -1 with `errno`.
pub fn number(answer: Answer<c_int>) -> c_int {
    match answer {
        Ok(number) => number,
        Err(error) => errno::fail(error),
    }
}

/// A count, or -1 with `errno`.
pub fn count(answer: Answer<usize>) -> isize {
    match answer {
        Ok(count) => count as isize,
        Err(error) => errno::fail(error) as isize,
    }
}

/// Gives a new file its contents; its name is relative to the program's folder and may have
/// folders in it, which are made. `permissions` is the name of their input, or null.
pub unsafe fn give(name: *const c_char, data: *mut u8, length: usize, permissions: *const c_char) {
    let mut folder = folder::current();
    let mut at = name;
    loop {
        let mut end = at;
        while *end != 0 && *end as u8 != b'/' {
            end = end.add(1);
        }
        let n = end.offset_from(at) as usize;
        if *end == 0 {
            let file = node::new(node::S_IFREG | 0o644);
            ((*file).data, (*file).stored, (*file).room) = (data, length, length);
            ((*file).size, (*file).unknown) = (length, permissions);
            node::add(folder, at, n, file);
            return;
        }
        let mut inner = node::entry(folder, at, n);
        if inner.is_null() {
            let new = node::new(node::S_IFDIR | 0o755);
            inner = node::add(folder, at, n, new);
        }
        folder = (*inner).node;
        at = end.add(1);
    }
}

/// Gives the standard input its contents.
pub unsafe fn set_input(data: *mut u8, length: usize) {
    let file = node::input();
    ((*file).data, (*file).stored, (*file).room) = (data, length, length);
    (*file).size = length;
}
